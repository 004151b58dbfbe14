"""The recovered drafts as rows: which document, how many lines differ, what became of the document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject

from memdesk.model import Origin
from memdesk_gui.widgets.lists.models.ages import AgedListModel
from memdesk_gui.widgets.lists.rows import VersionRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.drafts.draft import Draft
    from memdesk.history.recovered import DraftSides, Recovered
    from memdesk.model import Actor
    from memdesk.store import CommitResult
    from memdesk.workspace import Workspace
    from memdesk_gui.documents.state import LeftBehind

_STANDINGS = {
    "changed": QT_TRANSLATE_NOOP("Recovered", "the document changed since"),
    "new": QT_TRANSLATE_NOOP("Recovered", "a new document"),
    "gone": QT_TRANSLATE_NOOP("Recovered", "the document is gone"),
    "refused": QT_TRANSLATE_NOOP("Recovered", "the document cannot be read now"),
}


def examine_all(workspace: Workspace, drafts: Iterable[Draft]) -> tuple[Recovered, ...]:
    """Compare drafts with their documents. Runs in the background, like what follows here."""
    from memdesk.history.recovered import examine

    return tuple(examine(workspace, draft) for draft in drafts)


def read_sides(workspace: Workspace, draft: Draft) -> DraftSides:
    """Return what is on disk and a draft's text."""
    from memdesk.history.recovered import compare

    return compare(workspace, draft)


def save_copy(workspace: Workspace, draft: Draft, person: Actor) -> CommitResult:
    """Write a draft into a new document. Runs in the write lane."""
    from memdesk.history.recovered import write_copy

    return write_copy(workspace, draft, person)


def key_of(draft: Draft) -> str:
    """Return what a draft is known by."""
    return str(draft.place)


def nature(draft: Draft) -> str:
    """Return whose save this was, or that it is the result of a merge; empty for the document's own text."""
    if draft.of_merge:
        return QCoreApplication.translate("Recovered", "result of a merge")
    if draft.writer is None:
        return ""
    return QCoreApplication.translate("Recovered", "save by {who}").format(who=who(draft.writer))


class RecoveredModel(AgedListModel["Draft"]):
    """The recovered drafts, then those that were discarded lately."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: dict[str, Recovered] = {}

    def show_left(self, left: LeftBehind, now: float) -> None:
        """Show these drafts; ``now`` is the time of day that their age is told by."""
        self._now = now
        self.replace((*left.drafts, *left.discarded))

    def set_found(self, found: Iterable[Recovered]) -> None:
        """Take over how drafts stand to their documents."""
        self._found.update((key_of(each.draft), each) for each in found)
        if self._items:
            self.dataChanged.emit(self.index(0), self.index(len(self._items) - 1))

    def found(self, draft: Draft) -> Recovered | None:
        """Return how a draft stands to its document, once that is known."""
        return self._found.get(key_of(draft))

    def standing(self, draft: Draft) -> str:
        """Return in words what became of a draft's document; empty where it is as it was."""
        found = self.found(draft)
        source = _STANDINGS.get(found.standing.value) if found is not None else None
        return "" if source is None else QCoreApplication.translate("Recovered", str(source))

    def key_of(self, item: Draft) -> str:
        """Return what a draft is known by."""
        return key_of(item)

    def row_of(self, item: Draft) -> VersionRow:
        """Return a draft as it is painted."""
        found, (folder, _, name) = self.found(item), item.uri.rpartition("/")
        discarded = QCoreApplication.translate("Recovered", "discarded") if item.discarded else ""
        parts = (discarded, nature(item), self.standing(item))
        what = " · ".join(part for part in parts if part)
        age = wording.relative_time(item.time, self._now)
        added, removed = found.counts if found is not None else (0, 0)
        fresh = not item.discarded
        origin = Origin.HUMAN if item.writer is None else item.writer.origin
        return VersionRow(origin, printable(name), what, age, added, removed, fresh, fresh, printable(folder))

    def words_of(self, item: Draft) -> str:
        """Return a draft in words."""
        row = self.row_of(item)
        return ", ".join(filter(None, (row.who, row.what, row.folder, row.lines, row.when)))

    def tip_of(self, item: Draft) -> str:
        """Return where a draft belongs, and when exactly it was written."""
        return f"{printable(item.uri)}\n{wording.exact_time(item.time)}"
