"""A short message that floats over the window's lower edge and goes by itself; it never takes the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from memdesk_gui.widgets.find_controls import aloof

SHOWN_MS = 6_000


class Toast(QFrame):
    """One message at a time, with at most two actions."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.setProperty("role", "popup")
        self.setAccessibleName(self.tr("Message"))
        self._label = QLabel(self)
        self._label.setWordWrap(True)
        self._button, self._other = QPushButton(self), QPushButton(self)
        self._action: QAction | None = None
        self._second: QAction | None = None
        for button, run in ((self._button, self._run), (self._other, self._run_second)):
            button.setProperty("link", True)
            aloof(button).clicked.connect(run)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(16)
        row.addWidget(self._label, 1)
        row.addWidget(self._other)
        row.addWidget(self._button)
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    def show_message(self, text: str, action: QAction | None = None, second: QAction | None = None) -> None:
        """Show a message and read it to a screen reader."""
        self._label.setText(text)
        self._action, self._second = action, second
        for button, does in ((self._button, action), (self._other, second)):
            button.setVisible(does is not None)
            if does is not None:
                button.setText(does.text().replace("&", ""))
        self._place()
        self.show()
        self.raise_()
        self._timer.start()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def text(self) -> str:
        """Return the message on the screen."""
        return self._label.text() if self.isVisible() else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in place when the window is resized."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _run(self) -> None:
        self.hide()
        if self._action is not None:
            self._action.trigger()

    def _run_second(self) -> None:
        self.hide()
        if self._second is not None:
            self._second.trigger()

    def _place(self) -> None:
        window = self._window
        widest = min(window.width() - 48, self.fontMetrics().averageCharWidth() * 80)
        natural = self.fontMetrics().horizontalAdvance(self._label.text()) + (
            200 if self._second is None else 300
        )
        self.setFixedWidth(min(widest, natural))
        self.adjustSize()
        self.move((window.width() - self.width()) // 2, window.height() - self.height() - 48)
