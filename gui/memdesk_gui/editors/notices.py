"""What the banner and the note of a document say, and what their buttons do."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.errors import LockedError, StorageError
from memdesk.model import Actor, Origin
from memdesk_gui.context import AppContext
from memdesk_gui.documents import DiskState, DocumentBuffer, Stage
from memdesk_gui.widgets.banner import Banner, Choice, Message
from memdesk_gui.wording import error_text, size_text

NOTE_MS = 10_000


class Notices(QObject):
    """Keeps a banner and a floating note in step with a buffer's relation to its file."""

    compare_requested = Signal()
    """The person wants to see the text on disk beside their own."""

    def __init__(
        self, buffer: DocumentBuffer, context: AppContext, banner: Banner, note: Banner, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._buffer, self._context = buffer, context
        self._banner, self._note = banner, note
        self._timer = QTimer(self, singleShot=True, interval=NOTE_MS)
        self._timer.timeout.connect(self._hide_note)
        buffer.loaded.connect(self.refresh)
        buffer.disk_changed.connect(self.refresh)
        buffer.saved.connect(self.refresh)
        buffer.reloaded.connect(self._show_a_while)
        buffer.destroyed.connect(self._timer.stop)
        self.refresh()

    def _show_a_while(self, _writer: Actor) -> None:
        self._timer.start()

    def refresh(self) -> None:
        """Say what is to be said now."""
        self._banner.show_message(self._message())
        self._note.show_message(self._note_message())

    def _message(self) -> Message | None:
        if self._buffer.stage is Stage.REFUSED:
            return None
        if self._buffer.error is not None:
            return self._failed()
        states = {
            DiskState.CHANGED: self._changed,
            DiskState.DELETED: self._deleted,
            DiskState.VANISHED: self._vanished,
        }
        say = states.get(self._buffer.disk_state)
        return say() if say else self._read_only()

    def _changed(self) -> Message:
        disk = self._buffer.disk
        return Message(
            self.tr("changed this file while you were editing."),
            disk.writer.origin.value,
            disk.writer,
            (
                Choice(self.tr("Compare"), self.compare_requested.emit, primary=True),
                Choice(self.tr("Keep mine"), disk.keep_mine),
                Choice(self.tr("Reload"), disk.reload),
            ),
        )

    def _deleted(self) -> Message:
        disk, documents = self._buffer.disk, self._context.documents
        return Message(
            self.tr("deleted this file. Your text is still here."),
            "danger",
            disk.writer,
            (
                Choice(self.tr("Keep as new"), disk.keep_mine, primary=True),
                Choice(self.tr("Close"), lambda: documents.close(self._buffer)),
            ),
        )

    def _vanished(self) -> Message:
        return Message(
            self.tr("The workspace folder is gone. Your text is kept here until it is back."), "danger"
        )

    def _failed(self) -> Message:
        error, disk = self._buffer.error, self._buffer.disk
        assert error is not None
        again = isinstance(error, LockedError | StorageError)
        choices = (Choice(self.tr("Try again"), self._buffer.save, primary=True),) if again else ()
        text = self.tr("Not saved: {reason} Your text is kept here.").format(reason=error_text(error))
        return Message(text, "danger", None, choices, disk.dismiss)

    def _read_only(self) -> Message | None:
        buffer = self._buffer
        if buffer.read_only_reason == "binary" and buffer.parsed.record is not None and not buffer.problems:
            return None
        texts = {
            "workspace": self.tr("This workspace is open read-only."),
            "encoding": self.tr("This file is not UTF-8 ({encoding}). It is shown, but not edited here."),
            "binary": self.tr("This file is not text ({size}). Its first bytes are shown."),
            "paged": self.tr("This file is large ({size}). It is shown in pages and not edited here."),
        }
        text = texts.get(buffer.read_only_reason or "")
        if text is None:
            return None
        return Message(text.format(encoding=buffer.encoding, size=size_text(buffer.info.size)))

    def _note_message(self) -> Message | None:
        writer = self._buffer.disk.note
        if writer is None or self._buffer.disk_state is not DiskState.SAME:
            return None
        tool = f" · {writer.tool}" if writer.tool and writer.origin is not Origin.FOREIGN else ""
        choices = (Choice(self.tr("Undo"), self._undo),) if self._undoable() else ()
        return Message(
            self.tr("updated this") + tool, writer.origin.value, writer, choices, self._buffer.disk.dismiss
        )

    def _undoable(self) -> bool:
        return self._buffer.text_document.isUndoAvailable() and self._buffer.editable

    def _undo(self) -> None:
        self._buffer.text_document.undo()
        self._hide_note()

    def _hide_note(self) -> None:
        if self._buffer.disk.note is not None and not self._note.underMouse():
            self._buffer.disk.dismiss()
