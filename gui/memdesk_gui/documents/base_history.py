"""What a text took over from disk, step by step, and what undo and redo of such a step mean for its base."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from memdesk.model import Actor
from memdesk_gui.documents.readings import Base


class TextDigest(NamedTuple):
    """A text, as far as it takes to know it again."""

    size: int
    digest: int


@dataclass(frozen=True, slots=True)
class BaseStep:
    """A change on disk that went into the text, and the bases before and after.

    The bases are None where there was no unsaved text, or where it is saved by now.
    """

    before: TextDigest
    after: TextDigest
    bases: tuple[Base, Base] | None
    writer: Actor


@dataclass(frozen=True, slots=True)
class BaseHistory:
    """The steps that are in the text and those that undo took out of it; the newest is the last of each.

    A text has the base again that it had before a merge or Reload, wherever undo leads back to there:
    measured from a later base, what others wrote would count as taken out by the person. What was taken
    over into a text without unsaved changes, or is saved, is only taken out: that is what undo of it means.
    """

    done: tuple[BaseStep, ...] = ()
    undone: tuple[BaseStep, ...] = ()

    @property
    def is_taken_back(self) -> bool:
        """Whether undo led back to before a merge: what others wrote is out of the text on purpose."""
        return bool(self.undone) and self.undone[-1].bases is not None

    def may_be_at(self, size: int) -> bool:
        """Whether a text of this many characters can be where undo or redo of a step leads to."""
        return bool(
            (self.done and self.done[-1].before.size == size)
            or (self.undone and self.undone[-1].after.size == size)
        )

    def took(self, step: BaseStep) -> BaseHistory:
        """Return the history with one more step; what was undone cannot be made again."""
        return BaseHistory((*self.done, step))

    def settled(self) -> BaseHistory:
        """Return the history of a text that is saved: it says what others wrote, so undo takes that out."""
        done, undone = (
            tuple(replace(step, bases=None) for step in steps) for steps in (self.done, self.undone)
        )
        return BaseHistory(done, undone)

    def undone_to(self, text: TextDigest) -> tuple[BaseHistory, BaseStep] | None:
        """Return the history and the step that was taken back, where the text is what it was before it."""
        if not self.done or self.done[-1].before != text:
            return None
        step = self.done[-1]
        return BaseHistory(self.done[:-1], (*self.undone, step)), step

    def redone_to(self, text: TextDigest) -> tuple[BaseHistory, BaseStep] | None:
        """Return the history and the step that was made again, where the text is what it was after it."""
        if not self.undone or self.undone[-1].after != text:
            return None
        step = self.undone[-1]
        return BaseHistory((*self.done, step), self.undone[:-1]), step
