"""The status bar: how true the screen is, who holds the lock, and what the document in front is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, SignalInstance
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from memdesk.model import WatchState
from memdesk_gui.context import AppContext
from memdesk_gui.documents import Stage
from memdesk_gui.theme import Theme
from memdesk_gui.widgets.labels import chip
from memdesk_gui.wording import form_text, size_text, state_name

if TYPE_CHECKING:
    from memdesk.store.lock import Holder
    from memdesk_gui.buffer import DocumentBuffer

LOCK_INTERVAL_MS = 3_000
STATE_TOKENS = {
    WatchState.LIVE: "fine",
    WatchState.STARTING: "muted",
    WatchState.STOPPED: "muted",
    WatchState.POLLING: "foreign",
    WatchState.VANISHED: "danger",
}


class StateDot(QWidget):
    """A round mark in the colour of the watch state (the word beside it says the same)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._token = "muted"
        theme.changed.connect(self.update)

    def set_token(self, token: str) -> None:
        """Show another colour."""
        self._token = token
        self.update()

    def sizeHint(self) -> QSize:
        """Take the room of a small letter."""
        side = self.fontMetrics().ascent()
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dot."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.token(self._token))
        radius = self.fontMetrics().xHeight() / 2 + 0.5
        center = QPointF(QRectF(self.rect()).center())
        painter.drawEllipse(center, radius, radius)


class StatusBar(QStatusBar):
    """The line at the lower edge of the window."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._buffer: DocumentBuffer | None = None
        self.setAccessibleName("Status")
        self.setSizeGripEnabled(False)
        self.setContentsMargins(8, 0, 8, 0)
        self._dot = StateDot(context.theme, self)
        self._dot.setFixedWidth(self.fontMetrics().ascent())
        self._state = self._part(self.tr("Watch state"))
        self._lock = self._part(self.tr("Lock"))
        self._read_only = chip(self.tr("read-only"), "foreign", self)
        self._encoding = self._part(self.tr("Encoding and line ends"))
        self._position = self._part(self.tr("Position"))
        self._size = self._part(self.tr("Size"))
        for widget in (self._dot, self._state, self._lock, self._read_only):
            self.addWidget(widget)
        for widget in (self._encoding, self._position, self._size):
            self.addPermanentWidget(widget)
        self._timer = QTimer(self, interval=LOCK_INTERVAL_MS)
        self._timer.timeout.connect(self._look_at_lock)
        self._connect()
        self._show_workspace()

    def set_position(self, text: str) -> None:
        """Show where the caret is."""
        self._position.setText(text)
        self._position.setVisible(bool(text))

    def set_buffer(self, buffer: DocumentBuffer | None) -> None:
        """Show the facts of the document in front."""
        for news in _news(self._buffer):
            news.disconnect(self._show_buffer)
        self._buffer = buffer
        for news in _news(buffer):
            news.connect(self._show_buffer)
        self._show_buffer()

    def summary(self) -> str:
        """Return everything the bar says now, in reading order."""
        parts = (self._state, self._lock, self._read_only, self._encoding, self._position, self._size)
        return " · ".join(part.text() for part in parts if part.text() and not part.isHidden())

    def _part(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setAccessibleName(name)
        label.setContentsMargins(0, 0, 16, 0)
        return label

    def _connect(self) -> None:
        bus = self._context.bus
        bus.opened.connect(self._show_workspace)
        bus.closed.connect(self._show_workspace)
        bus.state_changed.connect(self._show_state)
        bus.changed.connect(self._look_at_lock)
        self._context.documents.current_changed.connect(self.set_buffer)

    def _show_workspace(self) -> None:
        workspace = self._context.bus.workspace
        open_ = workspace is not None
        for widget in (self._dot, self._state, self._lock):
            widget.setVisible(open_)
        self._read_only.setVisible(workspace is not None and workspace.read_only)
        self._lock.setText("")
        self._show_state(self._context.bus.state)
        if open_:
            self._timer.start()
            self._look_at_lock()
        else:
            self._timer.stop()

    def _show_state(self, state: WatchState) -> None:
        self._state.setText(state_name(state))
        self._dot.set_token(STATE_TOKENS[state])

    def _look_at_lock(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None:
            self._context.jobs.background(workspace.lock_holder, self._show_lock)

    def _show_lock(self, holder: Holder | None) -> None:
        self._lock.setText(self.tr("being written") if holder else self.tr("lock free"))
        self._lock.setToolTip(holder.describe() if holder else "")

    def _show_buffer(self) -> None:
        buffer = self._buffer
        if buffer is None or buffer.stage is not Stage.READY:
            for label in (self._encoding, self._position, self._size):
                label.clear()
            return
        self._encoding.setText(form_text(buffer.encoding, buffer.newline))
        self._size.setText(size_text(buffer.size))


def _news(buffer: DocumentBuffer | None) -> tuple[SignalInstance, ...]:
    return (buffer.loaded, buffer.saved, buffer.reloaded) if buffer is not None else ()
