"""Recovered drafts that are discarded: brought back and discarded again, in the order of all that is done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memdesk.drafts.draft import Draft
    from memdesk_gui.documents.file_operations import FileOperation, FileOperations
    from memdesk_gui.documents.recovered_drafts import RecoveredDrafts


class Discarded(NamedTuple):
    """A draft, and the operation on a whole document that was the last one before."""

    draft: Draft
    after: FileOperation | None


class Discarding:
    """What was discarded last comes back first, unless something was done to a document since."""

    def __init__(self, drafts: RecoveredDrafts, files: FileOperations) -> None:
        self._drafts, self._files = drafts, files
        self._done: list[Discarded] = []
        self._undone: list[Discarded] = []

    def discard(self, draft: Draft) -> None:
        """Put a draft aside."""
        self._drafts.discard(draft)
        self._done.append(Discarded(draft, self._files.undoable))
        self._undone.clear()

    def undo(self) -> bool:
        """Bring back what was discarded last, if that was the last step; return whether it was."""
        return self._step(self._done, self._undone, bring_back=True)

    def redo(self) -> bool:
        """Discard again what was brought back last, if that was the last step; return whether it was."""
        return self._step(self._undone, self._done, bring_back=False)

    def bring_back(self, draft: Draft) -> None:
        """Bring back this one, whatever was done since."""
        found = _like(draft, self._drafts.left.discarded)
        if found is not None:
            self._done = [step for step in self._done if _like(step.draft, (found,)) is None]
            self._drafts.bring_back(found)

    def _step(self, steps: list[Discarded], others: list[Discarded], *, bring_back: bool) -> bool:
        left = self._drafts.left
        move, among = (
            (self._drafts.bring_back, left.discarded) if bring_back else (self._drafts.discard, left.drafts)
        )
        while steps and (found := _like(steps[-1].draft, among)) is None:
            steps.pop()
        if not steps or found is None or steps[-1].after is not self._files.undoable:
            return False
        others.append(steps.pop())
        move(found)
        return True


def _like(draft: Draft, among: Iterable[Draft]) -> Draft | None:
    """Return a draft as it is listed now: to be discarded and brought back moves its file."""
    return next((each for each in among if replace(each, place=draft.place) == draft), None)
