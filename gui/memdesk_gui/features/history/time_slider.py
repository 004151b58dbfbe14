"""A slider over the versions of a past: marks in the colour of who wrote, days told apart, keys for both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from memdesk.model import Origin
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.writer_mark import paint_mark

KNOB = 16
MARK = 8
TICK = 4
LEAST_ROOM = 10
"""Pixels that a version needs for a mark of its own; closer ones are painted as a band."""


class Stop(NamedTuple):
    """A version on the slider: who wrote it, and the day it was written on."""

    origin: Origin
    day: str
    author: str = ""


class TimeSlider(QSlider):
    """Chooses one of many versions. Left and right step over versions, Page Up and Page Down over days."""

    day_wanted = Signal(int)
    """The person wants the day before (-1) or after (1)."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._stops: Sequence[Stop] = ()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def set_stops(self, stops: Sequence[Stop]) -> None:
        """Choose among these, the oldest at the left; the value stays."""
        self._stops = stops
        self.setRange(0, max(0, len(stops) - 1))
        self.setEnabled(len(stops) > 1)
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for a line for the marks and one for the days."""
        return QSize(self.fontMetrics().averageCharWidth() * 24, KNOB + 8 + self._label_height())

    def minimumSizeHint(self) -> QSize:
        """Be content with less width."""
        return QSize(self.fontMetrics().averageCharWidth() * 12, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step over versions and days."""
        act = self._keys().get(Qt.Key(event.key()))
        if act is None:
            event.ignore()
        else:
            act()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the version under the pointer."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._go_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Nothing more is to be done."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Step over versions where the keyboard is here; else leave the wheel to what is around."""
        if not self.hasFocus():
            event.ignore()
            return
        self.setValue(self.value() + (1 if event.angleDelta().y() < 0 else -1))
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line, the versions on it, the days below and the knob."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_line(painter)
        self._paint_days(painter)
        self._paint_knob(painter)

    def _keys(self) -> dict[Qt.Key, Callable[[], object]]:
        key = Qt.Key
        return {
            key.Key_Left: lambda: self.setValue(self.value() - 1),
            key.Key_Down: lambda: self.setValue(self.value() - 1),
            key.Key_Right: lambda: self.setValue(self.value() + 1),
            key.Key_Up: lambda: self.setValue(self.value() + 1),
            key.Key_Home: lambda: self.setValue(self.minimum()),
            key.Key_End: lambda: self.setValue(self.maximum()),
            key.Key_PageUp: lambda: self.day_wanted.emit(-1),
            key.Key_PageDown: lambda: self.day_wanted.emit(1),
        }

    def _go_to(self, x: float) -> None:
        room = max(1.0, self.width() - KNOB)
        self.setValue(round((x - KNOB / 2) / room * self.maximum()))

    def _place(self, index: int) -> float:
        return KNOB / 2 + (self.width() - KNOB) * index / max(1, self.maximum())

    def _middle(self) -> float:
        return KNOB / 2 + 4.0

    def _label_height(self) -> int:
        return self.fontMetrics().height()

    def _paint_line(self, painter: QPainter) -> None:
        middle = self._middle()
        painter.setPen(QPen(self._theme.token("line"), 2))
        painter.drawLine(QPointF(KNOB / 2, middle), QPointF(self.width() - KNOB / 2, middle))
        count = len(self._stops)
        if count * LEAST_ROOM <= self.width():
            for index, stop in enumerate(self._stops):
                self._mark(painter, stop, QPointF(self._place(index), middle))
            return
        step = count / max(1, self.width() - KNOB)
        for x in range(self.width() - KNOB):
            stop = self._stops[min(count - 1, int(x * step))]
            painter.setPen(self._theme.author_color(stop.origin, stop.author))
            painter.drawLine(QPointF(KNOB / 2 + x, middle - TICK), QPointF(KNOB / 2 + x, middle + TICK))

    def _mark(self, painter: QPainter, stop: Stop, center: QPointF) -> None:
        paint_mark(painter, center, MARK, stop.origin, self._theme.author_color(stop.origin, stop.author))

    def _paint_days(self, painter: QPainter) -> None:
        """Name each day where it begins, as far as there is room."""
        painter.setFont(self._theme.small_font())
        painter.setPen(self._theme.token("muted"))
        metrics, top, free = painter.fontMetrics(), self._middle() + KNOB / 2 + 2, 0.0
        for index, day in self._days():
            x, width = self._place(index) - MARK / 2, metrics.horizontalAdvance(day)
            x = min(x, self.width() - width)
            if x >= free:
                rect = QRectF(x, top, width + 2, metrics.height())
                painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, day)
                free = x + width + MARK * 2

    def _days(self) -> list[tuple[int, str]]:
        """Return where each day begins; of very many versions only about one for each pixel is looked at."""
        stride = max(1, len(self._stops) // max(1, self.width()))
        found: list[tuple[int, str]] = []
        for index in range(0, len(self._stops), stride):
            if not found or self._stops[index].day != found[-1][1]:
                found.append((index, self._stops[index].day))
        return found

    def _paint_knob(self, painter: QPainter) -> None:
        token = self._theme.token
        color = token("human") if self.isEnabled() else token("line")
        center = QPointF(self._place(self.value()), self._middle())
        painter.setPen(QPen(color, 2))
        painter.setBrush(color if self.hasFocus() else token("raised"))
        painter.drawEllipse(center, KNOB / 2 - 2, KNOB / 2 - 2)
