"""Stands before everything that would drop unsaved text: asks once, saves, and only then lets it happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from memdesk_gui.documents.documents import DiskState, Documents
from memdesk_gui.wording.wording import document_title

if TYPE_CHECKING:
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.editors.base import Editor

Proceed = Callable[[], object]


class UnsavedGuard(QObject):
    """One question at a time."""

    def __init__(self, documents: Documents, window: QWidget) -> None:
        super().__init__(window)
        self._documents, self._window = documents, window
        self._asking = False
        self.enter: Callable[[], object] = lambda: None
        """Takes what is typed into a field, and not yet entered, over into its document."""
        self.editor_of: Callable[[DocumentBuffer], Editor | None] = lambda _buffer: None
        """Returns the editor of a document: what is entered there and not carried out is asked for, too."""

    def holds(self, buffers: Iterable[DocumentBuffer]) -> bool:
        """Whether something would be lost with these buffers."""
        self.enter()
        return any(buffer.dirty or self._waiting(buffer) for buffer in buffers)

    def before(self, buffers: Iterable[DocumentBuffer], proceed: Proceed) -> None:
        """Call ``proceed`` once none of the buffers would lose text; never, where the person cancels."""
        self.enter()
        held = tuple(buffer for buffer in buffers if buffer.dirty or self._waiting(buffer))
        if not held:
            proceed()
        elif not self._asking:
            self._ask(held, proceed)

    def _waiting(self, buffer: DocumentBuffer) -> Editor | None:
        editor = self.editor_of(buffer)
        return editor if editor is not None and editor.waits() else None

    def _title(self, buffer: DocumentBuffer) -> str:
        title = document_title(buffer.info)
        words = self.tr("{name} · values that are not applied")
        return words.format(name=title) if self._waiting(buffer) else title

    def _ask(self, held: tuple[DocumentBuffer, ...], proceed: Proceed) -> None:
        from memdesk_gui.shell.dialogs.unsaved import UnsavedDialog

        self._asking = True
        dirty = tuple(buffer for buffer in held if buffer.dirty)
        apply = partial(self._apply, held, proceed)
        dialog = UnsavedDialog(tuple(self._title(buffer) for buffer in held), self._window)
        dialog.finished.connect(self._on_finished)
        dialog.discard_chosen.connect(lambda: self._documents.drafts.abandon(dirty))
        dialog.discard_chosen.connect(proceed)
        dialog.save_chosen.connect(lambda: Saving(dirty, apply, self._documents, self))
        dialog.open()

    def _apply(self, buffers: tuple[DocumentBuffer, ...], proceed: Proceed) -> None:
        """Carry out what was entered in one document after the other; stop where that is not possible."""
        waiting = next(((buffer, editor) for buffer in buffers if (editor := self._waiting(buffer))), None)
        if waiting is None:
            proceed()
        else:
            Applying(*waiting, partial(self._apply, buffers, proceed), self._documents)

    def _on_finished(self) -> None:
        self._asking = False


class Applying(QObject):
    """Carries out what was entered in an editor; goes on when that is done, shows it where it is refused."""

    def __init__(
        self, buffer: DocumentBuffer, editor: Editor, proceed: Proceed, documents: Documents
    ) -> None:
        super().__init__(editor)
        self._buffer, self._proceed, self._documents = buffer, proceed, documents
        self._editor = editor
        editor.carried_out.connect(self._on_carried_out)
        editor.carry_out()

    def _on_carried_out(self, done: bool) -> None:
        self._editor.carried_out.disconnect(self._on_carried_out)
        self.deleteLater()
        if done:
            self._proceed()
        else:
            self._documents.set_current(self._buffer)


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
            if not buffer.disk.state.saving:
                buffer.disk.save()
        self._left = [buffer for buffer in self._left if buffer.dirty]
        stuck = next((buffer for buffer in self._left if not buffer.disk.state.saving), None)
        if stuck is not None:
            self._stop(stuck)
        elif not self._left:
            self._end()
            self._proceed()

    def _look_at_refusals(self) -> None:
        for buffer in self._left:
            settled = buffer.disk.state.error is None and buffer.disk_state is DiskState.SAME
            if not settled and not buffer.disk.state.saving:
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
