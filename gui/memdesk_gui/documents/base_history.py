"""What a text took over from disk, step by step, and what undo and redo of such a step mean for its base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from memdesk.model import Actor
from memdesk_gui.documents.document_io import Base

if TYPE_CHECKING:
    from memdesk.text.diff import TextEdit
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.documents.sync import DocumentSync


class TextDigest(NamedTuple):
    """A text, as far as it takes to know it again."""

    size: int
    digest: int


class BaseStep(NamedTuple):
    """A change on disk that went into the text, and the bases before and after.

    The bases are None where there was no unsaved text, or where it is saved by now.
    """

    before: TextDigest
    after: TextDigest
    bases: tuple[Base, Base] | None
    writer: Actor


class BaseHistory(QObject):
    """Gives a text the base again that it had before a merge or Reload, wherever undo leads back to there.

    Measured from a later base, what others wrote would count as taken out by the person. What was taken over
    into a text without unsaved changes, or is saved, is only taken out of the text: that is what undo of it
    means, and it is told.
    """

    changed = Signal()
    """``taken_out`` is somebody else."""

    def __init__(self, buffer: DocumentBuffer, disk: DocumentSync) -> None:
        super().__init__(disk)
        self.taken_out: Actor | None = None
        """Whose change undo has just taken out of the text."""
        self._buffer, self._disk = buffer, disk
        self._done: list[BaseStep] = []
        self._undone: list[BaseStep] = []
        self._taking = False
        buffer.text_document.contentsChanged.connect(self._look)

    @property
    def is_taken_back(self) -> bool:
        """Whether undo led back to before a merge: what others wrote is out of the text on purpose."""
        return bool(self._undone) and self._undone[-1].bases is not None

    def take(self, base: Base, edits: Sequence[TextEdit], writer: Actor) -> None:
        """Make the text what these edits make of it, measured from another base, in one step of undo."""
        before, dirty, old = self._mark(), self._buffer.dirty, self._disk.base
        self._taking, self._disk.base = True, base
        self._buffer.edit(edits)
        self._taking = False
        if edits:
            self._done.append(BaseStep(before, self._mark(), (old, base) if dirty else None, writer))
            self._undone.clear()
            self._tell(None)

    def settle(self) -> None:
        """Note that the text is saved: it says what others wrote, so undo takes that out."""
        for steps in (self._done, self._undone):
            steps[:] = [step._replace(bases=None) for step in steps]
        self._tell(None)

    def forget(self) -> None:
        """Note that no undo leads back any more."""
        self._done.clear()
        self._undone.clear()
        self._tell(None)

    def hush(self) -> None:
        """Tell no more of what was taken out."""
        self._tell(None)

    def _mark(self) -> TextDigest:
        return TextDigest(self._buffer.text_document.characterCount(), hash(self._buffer.settled_text()))

    def _is_at(self, mark: TextDigest) -> bool:
        return mark.size == self._buffer.text_document.characterCount() and mark == self._mark()

    def _look(self) -> None:
        """Notice that a step was taken back, or made again."""
        if self._taking:
            return
        if self._done and self._is_at(self._done[-1].before):
            step = self._done.pop()
            self._undone.append(step)
            self._measure_from(step, 0)
            self._tell(None if step.bases else step.writer)
        elif self._undone and self._is_at(self._undone[-1].after):
            step = self._undone.pop()
            self._done.append(step)
            self._measure_from(step, 1)
            self._tell(None)

    def _measure_from(self, step: BaseStep, which: int) -> None:
        """Measure the text from this base again; the file is looked at anew."""
        self._disk.note = None
        if step.bases is not None:
            self._disk.base = step.bases[which]
            self._buffer.rebased(clean=False)
            self._disk.look(self._disk.writer)

    def _tell(self, writer: Actor | None) -> None:
        if writer is not self.taken_out:
            self.taken_out = writer
            self.changed.emit()
