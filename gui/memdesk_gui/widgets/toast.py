"""A short message at the window's lower edge that goes by itself; it never takes the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QStatusBar, QWidget

from memdesk_gui.widgets.find_controls import aloof

SHOWN_MS = 6_000
EDGE = 12
"""What is kept free at the edges of the room that a message has."""
AROUND, BETWEEN = 16, 16


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
        self._raised: QStatusBar | None = None
        for button, run in ((self._button, self._run), (self._other, self._run_second)):
            button.setProperty("link", True)
            aloof(button).clicked.connect(run)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(AROUND, 1, AROUND, 1)
        row.setSpacing(BETWEEN)
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

    def hide(self) -> None:
        """Go, and give the status bar its own height again."""
        super().hide()
        # Not where the window is being destroyed, which hides what is in it by itself.
        if self._raised is not None:
            self._raised.setMinimumHeight(0)
            self._raised = None

    def _run(self) -> None:
        self.hide()
        if self._action is not None:
            self._action.trigger()

    def _run_second(self) -> None:
        self.hide()
        if self._second is not None:
            self._second.trigger()

    def _place(self) -> None:
        """Go where nothing can be read or clicked: between the facts of the status bar, or else over them."""
        window, bar = self._window, self._window.findChild(QStatusBar)
        shown = (self._button, self._action), (self._other, self._second)
        beside = sum(button.sizeHint().width() + BETWEEN for button, does in shown if does is not None)
        natural = self._label.fontMetrics().horizontalAdvance(self._label.text()) + beside + 2 * AROUND + 4
        strip = QRect(0, window.height(), window.width(), 0)
        if bar is not None and bar.isVisible():
            bar.setMinimumHeight(0)
            strip = QRect(bar.mapTo(window, QPoint()), bar.size())
            free = _widest_gap(bar).translated(strip.topLeft())
            # Where it has to cover facts, it covers all of them: half of one would look broken.
            room = free if natural <= free.width() else strip
            natural = natural if natural <= free.width() else strip.width()
        else:
            room = strip.adjusted(EDGE, 0, -EDGE, 0)
        self.setFixedWidth(max(0, min(natural, room.width())))
        height = max(self._row.totalHeightForWidth(self.width()), strip.height())
        if bar is not None and bar.isVisible() and height > bar.height():
            # A message of several lines has the bar grow: what is above it gives way, and is not covered.
            bar.setMinimumHeight(height)
            self._raised = bar
        self.setFixedHeight(height)
        self.move(room.left() + (room.width() - self.width()) // 2, window.height() - height)


def _widest_gap(bar: QWidget) -> QRect:
    """Return the widest room between the parts of a bar, in its own coordinates."""
    parts = sorted(
        (child.geometry() for child in bar.children() if isinstance(child, QWidget) and child.isVisible()),
        key=lambda place: place.left(),
    )
    left, best = EDGE, QRect()
    for place in (*parts, QRect(bar.width() - EDGE, 0, 0, 0)):
        gap = QRect(left, 0, place.left() - EDGE - left, bar.height())
        best = max(best, gap, key=lambda each: each.width())
        left = max(left, place.right() + 1 + EDGE)
    return best
