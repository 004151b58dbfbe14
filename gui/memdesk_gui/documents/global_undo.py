"""The last thing that was done past the texts, which undo means until something else is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.documents.open_documents import OpenDocuments
    from memdesk_gui.documents.undo_stack import UndoStack

Way = Callable[[], object]


class GlobalUndo(QObject):
    """A lock, a redaction, a change of a policy: none is a step of the text that happens to be in front.

    So undo takes it back, wherever the focus went; text that was typed or saved since comes first.
    """

    def __init__(self, documents: OpenDocuments, stack: UndoStack) -> None:
        super().__init__(documents)
        self._documents = documents
        self._undo: Way | None = None
        self._redo: Way | None = None
        self._seen: tuple[DocumentBuffer | None, int] = (None, 0)
        documents.opened.connect(lambda buffer: buffer.saved.connect(self.forget))
        stack.changed.connect(self.forget)

    def note(self, undo: Way | None, redo: Way | None = None) -> None:
        """Take note of what was done, by its way back; or of what was taken back, by its way forth."""
        self._undo, self._redo = undo, redo
        current = self._documents.current
        unsaved = current if current is not None and current.dirty else None
        self._seen = (unsaved, unsaved.text_document.revision() if unsaved is not None else 0)

    def forget(self) -> None:
        """Something else was done."""
        self._undo = self._redo = None

    def undo(self) -> bool:
        """Take it back; False where undo means something else."""
        return self._go(self._undo)

    def redo(self) -> bool:
        """Do it again after it was taken back; False where redo means something else."""
        return self._go(self._redo)

    def _go(self, way: Way | None) -> bool:
        if way is None or self._was_typed():
            return False
        self.forget()
        way()
        return True

    def _was_typed(self) -> bool:
        """Whether the text in front was changed since, and not by what was done."""
        current = self._documents.current
        if current is None or not current.dirty:
            return False
        return (current, current.text_document.revision()) != self._seen
