"""The text on disk beside the text in the editor, in place of the editor while it is looked at."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.widgets.banner import writer_name
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.text.diff_view import DiffView


class ComparePage(QWidget):
    """Shows what keeping the own text, or a recovered one, would change."""

    closed = Signal()
    """The person is done comparing."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buffer, self._drafts = buffer, context.documents.recovered
        self.diff = DiffView(context.theme, context.jobs.read, self)
        self._title = QLabel(self)
        self._title.setProperty("role", "title")
        head = in_row(
            self._title,
            None,
            button(self.tr("Back to the text"), self.closed.emit, self),
            margins=(24, 8, 24, 0),
        )
        in_column(head, (self.diff, 1), on=self, margins=0, spacing=0)
        self.setFocusProxy(self.diff)
        buffer.disk_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Compare again."""
        draft = self._drafts.found(self._buffer)
        if draft is not None:
            self._title.setText(self.tr("Recovered draft compared with the document"))
            self.diff.show_texts(
                self._buffer.text(), draft.text, self.tr("Document"), self.tr("Recovered drafts")
            )
        else:
            self._title.setText(self.tr("Your text compared with the file on disk"))
            self._show_disk()

    def _show_disk(self) -> None:
        state = self._buffer.disk.state
        theirs = state.theirs.base.text if state.theirs is not None else self._buffer.base_text
        who = writer_name(state.writer) if state.theirs is not None else ""
        on_disk = self.tr("On disk") + (f" · {who}" if who else "")
        self.diff.show_texts(theirs, self._buffer.text(), on_disk, self.tr("Mine"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back to the text with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
