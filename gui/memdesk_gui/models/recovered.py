"""The recovered drafts as rows: which document, how many lines differ, what became of the document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from memdesk.model import Origin
from memdesk_gui import wording
from memdesk_gui.rows import KEY_ROLE, ROW_ROLE, VersionRow
from memdesk_gui.writers import printable, who

if TYPE_CHECKING:
    from memdesk.drafts import Draft
    from memdesk.model import Actor
    from memdesk.recovered import Recovered, Sides
    from memdesk.workspace import Workspace
    from memdesk_gui.drafts import LeftBehind

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()

_STANDINGS = {
    "changed": QT_TRANSLATE_NOOP("Recovered", "the document changed since"),
    "new": QT_TRANSLATE_NOOP("Recovered", "a new document"),
    "gone": QT_TRANSLATE_NOOP("Recovered", "the document is gone"),
    "refused": QT_TRANSLATE_NOOP("Recovered", "the document cannot be read now"),
}


def examine_all(workspace: Workspace, drafts: Iterable[Draft]) -> tuple[Recovered, ...]:
    """Compare drafts with their documents. Runs in the background, like what follows here."""
    from memdesk.recovered import examine

    return tuple(examine(workspace, draft) for draft in drafts)


def read_sides(workspace: Workspace, draft: Draft) -> Sides:
    """Return what is on disk and a draft's text."""
    from memdesk.recovered import compare

    return compare(workspace, draft)


def save_copy(workspace: Workspace, draft: Draft, person: Actor) -> str:
    """Write a draft into a new document; return its uri. Runs in the write lane."""
    from memdesk.recovered import write_copy

    return write_copy(workspace, draft, person).path


def key_of(draft: Draft) -> str:
    """Return what a draft is known by."""
    return str(draft.place)


def unfinished(draft: Draft) -> str:
    """Return who was saving this when their process died; empty for what a person was typing."""
    if draft.writer is None:
        return ""
    return QCoreApplication.translate("Recovered", "save by {who}").format(who=who(draft.writer))


class RecoveredModel(QAbstractListModel):
    """The recovered drafts, then those that were discarded lately."""

    changing = Signal()
    """Rows are about to come and go."""
    settled = Signal()
    """Rows have come and gone."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.drafts: tuple[Draft, ...] = ()
        self._found: dict[str, Recovered] = {}
        self._now = 0.0

    def show_left(self, left: LeftBehind, now: float) -> None:
        """Show these drafts; ``now`` is the time of day that their age is told by."""
        self.changing.emit()
        self.beginResetModel()
        self.drafts, self._now = (*left.drafts, *left.discarded), now
        self.endResetModel()
        self.settled.emit()

    def set_found(self, found: Iterable[Recovered]) -> None:
        """Take over how drafts stand to their documents."""
        self._found.update((key_of(each.draft), each) for each in found)
        if self.drafts:
            self.dataChanged.emit(self.index(0), self.index(len(self.drafts) - 1))

    def found(self, draft: Draft) -> Recovered | None:
        """Return how a draft stands to its document, once that is known."""
        return self._found.get(key_of(draft))

    def draft_at(self, index: Index) -> Draft | None:
        """Return the draft in a row."""
        return self.drafts[index.row()] if index.isValid() and index.row() < len(self.drafts) else None

    def place(self, key: str) -> QModelIndex:
        """Return the row of a draft; invalid where it is not listed."""
        row = next((row for row, draft in enumerate(self.drafts) if key_of(draft) == key), None)
        return QModelIndex() if row is None else self.index(row)

    def standing(self, draft: Draft) -> str:
        """Return in words what became of a draft's document; empty where it is as it was."""
        found = self.found(draft)
        source = _STANDINGS.get(found.standing.value) if found is not None else None
        return "" if source is None else QCoreApplication.translate("Recovered", str(source))

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many drafts are listed."""
        return 0 if parent.isValid() else len(self.drafts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the draft to paint, its key, or its words."""
        draft = self.draft_at(index)
        if draft is None:
            return None
        if role == ROW_ROLE:
            return self._row(draft)
        if role == KEY_ROLE:
            return key_of(draft)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._sentence(draft)
        tip = f"{printable(draft.uri)}\n{wording.exact_time(draft.time)}"
        return tip if role == Qt.ItemDataRole.ToolTipRole else None

    def _row(self, draft: Draft) -> VersionRow:
        found, (folder, _, name) = self.found(draft), draft.uri.rpartition("/")
        discarded = QCoreApplication.translate("Recovered", "discarded") if draft.discarded else ""
        parts = (discarded, printable(folder), unfinished(draft), self.standing(draft))
        what = " · ".join(part for part in parts if part)
        age = wording.relative_time(draft.time, self._now)
        added, removed = found.counts if found is not None else (0, 0)
        fresh = not draft.discarded
        origin = Origin.HUMAN if draft.writer is None else draft.writer.origin
        return VersionRow(origin, printable(name), what, age, added, removed, fresh, fresh)

    def _sentence(self, draft: Draft) -> str:
        row = self._row(draft)
        lines = " ".join(f"{sign}{n}" for sign, n in (("+", row.added), ("−", row.removed)) if n)
        return ", ".join(filter(None, (row.who, row.what, lines, row.when)))
