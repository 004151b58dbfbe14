"""The documents of a moment as rows, under their kinds; last those not known then, or deleted since."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale, QObject, Qt

from memdesk_gui.features.history.snapshot import SnapshotItem, Was, WorkspaceSnapshot
from memdesk_gui.features.history.timeline_model import what
from memdesk_gui.widgets.lists.models.keyed_list import Index, KeyedListModel
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.same_names import telling_folder
from memdesk_gui.wording.writers import actor_text, printable

_HEADINGS = {
    Was.UNKNOWN: QT_TRANSLATE_NOOP("Moment", "Created later"),
    Was.GONE: QT_TRANSLATE_NOOP("Moment", "Deleted since"),
}


class SnapshotRow(NamedTuple):
    """One row: a heading, or a document."""

    key: str
    row: ListRow
    item: SnapshotItem | None = None


class SnapshotRows(NamedTuple):
    """The rows of a moment, and where each document is in them."""

    lines: tuple[SnapshotRow, ...]
    rows: dict[str, int]

    @classmethod
    def of(cls, items: Iterable[SnapshotItem]) -> SnapshotRows:
        """Put documents under their headings."""
        lines: list[SnapshotRow] = []
        for heading, group in groupby(items, _heading):
            members = list(group)
            lines.append(SnapshotRow(f"\0{heading}", _heading_row(heading, len(members))))
            twins: dict[str, list[str]] = {}
            for item in members:
                twins.setdefault(item.title, []).append(item.uri)
            lines.extend(SnapshotRow(item.uri, _row(item, twins[item.title]), item) for item in members)
        return cls(tuple(lines), {line.key: row for row, line in enumerate(lines)})


_NONE = SnapshotRows((), {})


class Lists(NamedTuple):
    """A moment with all its rows, and with those of the documents that are not now what they were then."""

    moment: WorkspaceSnapshot = WorkspaceSnapshot(0)
    whole: SnapshotRows = _NONE
    others: SnapshotRows = _NONE


def lists_of(moment: WorkspaceSnapshot) -> Lists:
    """Lay a moment out. Runs in the read pool: there may be very many documents."""
    others = (item for item in moment.items if item.was in (Was.OTHER, Was.GONE))
    return Lists(moment, SnapshotRows.of(moment.items), SnapshotRows.of(others))


class SnapshotModel(KeyedListModel[SnapshotRow]):
    """The list of the documents that existed at a moment."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lists = Lists()
        self._only_others = False

    @property
    def moment(self) -> WorkspaceSnapshot:
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

    def headings(self) -> list[int]:
        """Return the rows of the headings."""
        return [row for row, line in enumerate(self.items) if line.item is None]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let the keys pass over headings."""
        flags, line = Qt.ItemFlag.ItemIsEnabled, self.item_at(index)
        return flags | Qt.ItemFlag.ItemIsSelectable if line is not None and line.item is not None else flags

    def key_of(self, item: SnapshotRow) -> str:
        """Return what a line is known by."""
        return item.key

    def row_of(self, item: SnapshotRow) -> ListRow:
        """Return a line as it is painted."""
        return item.row

    def words_of(self, item: SnapshotRow) -> str:
        """Return a line in words."""
        return ", ".join(part for part in (item.row.title, item.row.note, item.row.detail) if part)

    def tip_of(self, item: SnapshotRow) -> str:
        """Return where a document was, and who wrote it when; nothing for a heading."""
        return _tip(item.item) if item.item is not None else ""

    def _refill(self) -> None:
        listed = self._lists.others if self._only_others else self._lists.whole
        self.replace(listed.lines, listed.rows)


def note(item: SnapshotItem) -> str:
    """Return what is not certain about what a document was; empty where nothing is."""
    if not item.kept:
        return QCoreApplication.translate("Moment", "no longer kept")
    if item.early:
        return QCoreApplication.translate("Moment", "oldest version known")
    return ""


def _heading(item: SnapshotItem) -> str:
    if item.was in _HEADINGS:
        return QCoreApplication.translate("Moment", str(_HEADINGS[item.was]))
    return wording.kind_name(item.kind) if item.kind is not None else ""


def _heading_row(heading: str, count: int) -> ListRow:
    return ListRow(heading, QLocale().toString(count), heading=True, is_open=True)


def _row(item: SnapshotItem, twins: Sequence[str]) -> ListRow:
    """Return a document's row; ``twins`` are those of its title, itself among them."""
    changed = QCoreApplication.translate("Moment", "changed") if item.was is Was.OTHER else ""
    return ListRow(
        printable(item.title),
        note(item) or changed,
        printable(telling_folder(item.uri, twins)) if len(twins) > 1 else "",
        bold=item.was is Was.OTHER,
        faint=item.was is Was.UNKNOWN or not item.kept,
        origin=item.version.actor.origin if item.version is not None else None,
        author=item.version.actor.name if item.version is not None else "",
    )


def _tip(item: SnapshotItem) -> str:
    version = item.version
    told = ""
    if version is not None:
        who = what(version) if version.is_beginning else actor_text(version.actor)
        told = f"{who} · {wording.exact_time(version.time)}"
    return "\n".join(part for part in (printable(item.uri), told, note(item)) if part)
