"""Saves what was typed after a pause, as by hand; where that would ask the person something, it waits."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from memdesk.model import Severity
from memdesk_gui.documents.documents import DiskState, Documents

if TYPE_CHECKING:  # a buffer is loaded after the first paint
    from memdesk_gui.documents.buffer import DocumentBuffer


class Autosave(QObject):
    """One pause for each open document; each key begins it anew.

    Saved is only what saving by hand would save without a question: not over a file that is gone, not where
    what others wrote conflicts, and not what would not be valid. After a failure it waits for the next key.
    """

    def __init__(self, documents: Documents, seconds: Callable[[], int], parent: QObject) -> None:
        """``seconds`` returns how long a pause is now; 0 saves nothing."""
        super().__init__(parent)
        self._seconds = seconds
        self._pauses: dict[DocumentBuffer, QTimer] = {}
        documents.opened.connect(self._on_opened)
        documents.closed.connect(self._on_closed)

    def _on_opened(self, buffer: DocumentBuffer) -> None:
        pause = self._pauses[buffer] = QTimer(self, singleShot=True)
        pause.timeout.connect(partial(self._save, buffer))
        buffer.text_document.contentsChanged.connect(partial(self._note, buffer))
        buffer.dirty_changed.connect(partial(self._note, buffer))
        buffer.merge_changed.connect(partial(self._note, buffer))

    def _on_closed(self, buffer: DocumentBuffer) -> None:
        pause = self._pauses.pop(buffer, None)
        if pause is not None:
            pause.stop()
            pause.deleteLater()

    def _note(self, buffer: DocumentBuffer, *_: object) -> None:
        pause, seconds = self._pauses.get(buffer), self._seconds()
        if pause is None:
            return
        if seconds > 0 and buffer.dirty:
            pause.start(seconds * 1000)
        else:
            pause.stop()

    def _save(self, buffer: DocumentBuffer) -> None:
        if self._seconds() > 0 and buffer.dirty and _is_safe(buffer):
            buffer.disk.save()


def _is_safe(buffer: DocumentBuffer) -> bool:
    """Whether a save would ask nothing of the person."""
    if not buffer.editable or any(problem.severity is Severity.ERROR for problem in buffer.problems):
        return False
    if buffer.disk_state is DiskState.CHANGED:
        found = buffer.disk.state.found
        return found is not None and found.edits is not None
    return buffer.disk_state is DiskState.SAME
