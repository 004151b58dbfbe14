"""Undo of all that is done past the texts: one stack, the last act first, whatever it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.errors import ConflictError, NotFoundError

if TYPE_CHECKING:
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.documents.open_documents import OpenDocuments

MOST = 200
"""How many steps can be undone."""

Ended = Callable[[bool], object]
"""Hears whether the step goes on to the other side (True), or stays where it was and may work later."""
Turn = Callable[[Ended], bool]
"""Begins to undo or redo a step; False where nothing of it is left to be done, so that it is dropped."""


def settle_failed(ended: Ended, error: Exception) -> None:
    """Keep a step that may work later; what met somebody's change is not taken back over it, ever."""
    if not isinstance(error, ConflictError | NotFoundError):
        ended(False)


def once(way: Callable[[], object]) -> Turn:
    """Return a turn after which its step is gone, however it ends."""

    def turn(_ended: Ended) -> bool:
        way()
        return True

    return turn


def _nothing(_ended: Ended) -> bool:
    return False


@dataclass(frozen=True, eq=False, slots=True)
class UndoStep:
    """What was done, in a few words, and the ways back and forth.

    A way need not call ``Ended``: the step is then gone, as what met somebody's change is never undone.
    """

    label: str
    undo: Turn
    redo: Turn = _nothing


class UndoStack(QObject):
    """The steps that were done, and those that were undone.

    A lock, a verdict, a new name: none is a step of the text that happens to be in front. So undo takes the
    last of them back, wherever the focus went; text that was typed or saved since comes first.
    """

    changed = Signal()
    """Something else can be undone or redone."""

    def __init__(self, documents: OpenDocuments) -> None:
        super().__init__(documents)
        self._documents = documents
        self._done: list[UndoStep] = []
        self._undone: list[UndoStep] = []
        self._cleared = 0
        self._saved = (0, 0)
        """How many steps were done, and how many undone, as text was saved last."""
        self._seen: tuple[DocumentBuffer | None, int] = (None, 0)
        documents.opened.connect(lambda buffer: buffer.saved.connect(self._on_saved))

    @property
    def undoable(self) -> UndoStep | None:
        """What would be undone."""
        return self._done[-1] if self._done else None

    @property
    def redoable(self) -> UndoStep | None:
        """What would be redone."""
        return self._undone[-1] if self._undone else None

    def push(self, step: UndoStep) -> None:
        """Add what was done just now; what was undone before cannot be redone any longer."""
        self._done = [*self._done, step]
        gone = max(0, len(self._done) - MOST)
        self._done, self._undone = self._done[gone:], []
        self._saved = max(0, self._saved[0] - gone), 0
        self._look()
        self.changed.emit()

    def undo_is_first(self) -> bool:
        """Whether undo means the last step, and no text that was typed or saved since."""
        return len(self._done) > self._saved[0] and not self._was_typed()

    def redo_is_first(self) -> bool:
        """Whether redo means what was undone last, and no text that was typed or saved since."""
        return len(self._undone) > self._saved[1] and not self._was_typed()

    def undo_first(self) -> bool:
        """Undo the last step; False where text was typed or saved since, which undo means then."""
        if not self.undo_is_first():
            return False
        self.undo()
        return True

    def redo_first(self) -> bool:
        """Redo what was undone last; False where text was typed or saved since, which redo means then."""
        if not self.redo_is_first():
            return False
        self.redo()
        return True

    def undo(self) -> None:
        """Undo the last step of which anything is left."""
        while self._done:
            step = self._done.pop()
            if step.undo(partial(self._settle, step, self._cleared, True)):
                break
        self.changed.emit()

    def redo(self) -> None:
        """Redo what was undone last."""
        while self._undone:
            step = self._undone.pop()
            if step.redo(partial(self._settle, step, self._cleared, False)):
                break
        self.changed.emit()

    def remove(self, step: UndoStep) -> None:
        """Forget a step that was undone in another way."""
        self._done = [each for each in self._done if each is not step]
        self.changed.emit()

    def clear(self) -> None:
        """Forget everything."""
        self._done, self._undone = [], []
        self._saved = (0, 0)
        self._cleared += 1
        self.changed.emit()

    def _on_saved(self) -> None:
        self._saved = len(self._done), len(self._undone)

    def _look(self) -> None:
        """Note how the text in front is, which is not typed in by what was done."""
        current = self._documents.current
        unsaved = current if current is not None and current.dirty else None
        self._seen = (unsaved, unsaved.text_document.revision() if unsaved is not None else 0)

    def _was_typed(self) -> bool:
        """Whether the text in front was changed since, and not by what was done."""
        current = self._documents.current
        if current is None or not current.dirty:
            return False
        return (current, current.text_document.revision()) != self._seen

    def _settle(self, step: UndoStep, cleared: int, was_undo: bool, went: bool) -> None:
        # what was under way as the workspace was closed has no place in the next one
        if cleared == self._cleared:
            (self._undone if went == was_undo else self._done).append(step)
            self._saved = min(self._saved[0], len(self._done)), min(self._saved[1], len(self._undone))
            self._look()
            self.changed.emit()
