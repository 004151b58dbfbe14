"""Stands before everything that would drop unsaved text: asks once, saves, and only then lets it happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from memdesk_gui.documents import DiskState, Documents
from memdesk_gui.wording import document_title

if TYPE_CHECKING:
    from memdesk_gui.buffer import DocumentBuffer

Proceed = Callable[[], object]


class UnsavedGuard(QObject):
    """One question at a time."""

    def __init__(self, documents: Documents, window: QWidget) -> None:
        super().__init__(window)
        self._documents, self._window = documents, window
        self._asking = False
        self.enter: Callable[[], object] = lambda: None
        """Takes what is typed into a field, and not yet entered, over into its document."""

    def before(self, buffers: Iterable[DocumentBuffer], proceed: Proceed) -> None:
        """Call ``proceed`` once none of the buffers would lose text; never, where the person cancels."""
        self.enter()
        dirty = tuple(buffer for buffer in buffers if buffer.dirty)
        if not dirty:
            proceed()
        elif not self._asking:
            self._ask(dirty, proceed)

    def _ask(self, dirty: tuple[DocumentBuffer, ...], proceed: Proceed) -> None:
        from memdesk_gui.dialogs.unsaved import UnsavedDialog

        self._asking = True
        dialog = UnsavedDialog(tuple(document_title(buffer.info) for buffer in dirty), self._window)
        dialog.finished.connect(self._on_finished)
        dialog.discard_chosen.connect(lambda: self._documents.drafts.abandon(dirty))
        dialog.discard_chosen.connect(proceed)
        dialog.save_chosen.connect(lambda: Saving(dirty, proceed, self._documents, self))
        dialog.open()

    def _on_finished(self) -> None:
        self._asking = False


class Saving(QObject):
    """Saves several buffers; goes on when all are clean, stops at the first that cannot be saved."""

    def __init__(
        self, buffers: Iterable[DocumentBuffer], proceed: Proceed, documents: Documents, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._left = list(buffers)
        self._proceed, self._documents = proceed, documents
        self._ended = False
        documents.closed.connect(self._on_closed)
        for buffer in self._left:
            buffer.saved.connect(self._go_on)
            buffer.disk_changed.connect(self._look_at_refusals)
        self._go_on()

    def _go_on(self) -> None:
        """Save what is unsaved still, be it typed during its save; proceed when nothing is."""
        if self._ended:
            return
        for buffer in self._left:
            if not buffer.disk.saving:
                buffer.save()
        self._left = [buffer for buffer in self._left if buffer.dirty]
        stuck = next((buffer for buffer in self._left if not buffer.disk.saving), None)
        if stuck is not None:
            self._stop(stuck)
        elif not self._left:
            self._end()
            self._proceed()

    def _look_at_refusals(self) -> None:
        for buffer in self._left:
            settled = buffer.disk.error is None and buffer.disk_state is DiskState.SAME
            if not settled and not buffer.disk.saving:
                self._stop(buffer)
                return

    def _on_closed(self, buffer: DocumentBuffer) -> None:
        if buffer in self._left:
            self._left.remove(buffer)
            self._go_on()

    def _stop(self, buffer: DocumentBuffer) -> None:
        """Show the one that could not be saved; its banner says why."""
        self._end()
        self._documents.set_current(buffer)

    def _end(self) -> None:
        self._left, self._ended = [], True
        self.deleteLater()
