"""The documents of a moment as rows, under their kinds; what was deleted since stands last."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractListModel,
    QCoreApplication,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from memdesk_gui import wording
from memdesk_gui.models.moment import Item, Moment, Was
from memdesk_gui.models.navigator_text import actor_text
from memdesk_gui.rows import KEY_ROLE, ROW_ROLE, Row
from memdesk_gui.writers import printable

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()

_DETAILS = {
    Was.OTHER: QT_TRANSLATE_NOOP("Moment", "changed"),
    Was.UNKNOWN: QT_TRANSLATE_NOOP("Moment", "not known then"),
}


class _Line(NamedTuple):
    """One row: a heading, or a document."""

    key: str
    row: Row
    item: Item | None = None


class Listed(NamedTuple):
    """The rows of a moment, and where each document is in them."""

    lines: tuple[_Line, ...]
    rows: dict[str, int]

    @classmethod
    def of(cls, items: Iterable[Item]) -> Listed:
        """Put documents under their headings."""
        lines: list[_Line] = []
        for heading, group in groupby(items, _heading):
            members = list(group)
            lines.append(_Line(f"\0{heading}", _heading_row(heading, len(members))))
            lines.extend(_Line(item.uri, _row(item), item) for item in members)
        return cls(tuple(lines), {line.key: row for row, line in enumerate(lines)})


_NONE = Listed((), {})


class Lists(NamedTuple):
    """A moment with all its rows, and with those of the documents that are not now what they were then."""

    moment: Moment = Moment(0)
    whole: Listed = _NONE
    others: Listed = _NONE


def lists_of(moment: Moment) -> Lists:
    """Lay a moment out. Runs in the read pool: there may be very many documents."""
    others = (item for item in moment.items if item.was in (Was.OTHER, Was.GONE))
    return Lists(moment, Listed.of(moment.items), Listed.of(others))


class MomentModel(QAbstractListModel):
    """The list of the documents that existed at a moment."""

    changing = Signal()
    """Rows are about to come and go."""
    settled = Signal()
    """Rows have come and gone."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lists = Lists()
        self._listed = _NONE
        self._only_others = False

    @property
    def moment(self) -> Moment:
        """The moment whose documents are listed."""
        return self._lists.moment

    def show_lists(self, lists: Lists) -> None:
        """Show the documents of a moment."""
        self._lists = lists
        self._refill()

    def show_only_others(self, only: bool) -> None:
        """Show only the documents that are not now what they were then."""
        self._only_others = only
        self._refill()

    def item_at(self, index: Index) -> Item | None:
        """Return the document in a row; None for a heading."""
        lines = self._listed.lines
        return lines[index.row()].item if index.isValid() and index.row() < len(lines) else None

    def place(self, key: str) -> QModelIndex:
        """Return the row of a document; invalid where it is not listed."""
        row = self._listed.rows.get(key)
        return QModelIndex() if row is None else self.index(row)

    def headings(self) -> list[int]:
        """Return the rows of the headings."""
        return [row for row, line in enumerate(self._listed.lines) if line.item is None]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let the keys pass over headings."""
        flags = Qt.ItemFlag.ItemIsEnabled
        return flags | Qt.ItemFlag.ItemIsSelectable if self.item_at(index) is not None else flags

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._listed.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the row to paint, its key, or its words."""
        if not index.isValid() or index.row() >= len(self._listed.lines):
            return None
        line = self._listed.lines[index.row()]
        if role == ROW_ROLE:
            return line.row
        if role == KEY_ROLE:
            return line.key
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            row = line.row
            return ", ".join(part for part in (row.title, row.note, row.detail) if part)
        return _tip(line.item) if role == Qt.ItemDataRole.ToolTipRole and line.item is not None else None

    def _refill(self) -> None:
        self.changing.emit()
        self.beginResetModel()
        self._listed = self._lists.others if self._only_others else self._lists.whole
        self.endResetModel()
        self.settled.emit()


def note(item: Item) -> str:
    """Return what is not certain about what a document was; empty where nothing is."""
    if not item.kept:
        return QCoreApplication.translate("Moment", "not kept any more")
    if item.early:
        return QCoreApplication.translate("Moment", "oldest version known")
    return ""


def _heading(item: Item) -> str:
    if item.was is Was.GONE:
        return QCoreApplication.translate("Moment", "Deleted since")
    return wording.kind_name(item.kind) if item.kind is not None else ""


def _heading_row(heading: str, count: int) -> Row:
    return Row(heading, QLocale().toString(count), heading=True, is_open=True)


def _row(item: Item) -> Row:
    detail = note(item) or (
        QCoreApplication.translate("Moment", str(_DETAILS[item.was])) if item.was in _DETAILS else ""
    )
    return Row(
        printable(item.title),
        detail,
        bold=item.was is Was.OTHER,
        faint=item.was is Was.UNKNOWN or not item.kept,
        origin=item.version.actor.origin if item.version is not None else None,
    )


def _tip(item: Item) -> str:
    version = item.version
    who = f"{actor_text(version.actor)} · {wording.exact_time(version.time)}" if version is not None else ""
    return "\n".join(part for part in (printable(item.uri), who, note(item)) if part)
