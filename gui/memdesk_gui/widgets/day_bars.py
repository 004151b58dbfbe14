"""A small chart: a bar for each day, above the line what was added and by whom, below it what went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from memdesk.model import Origin
from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.lists.link_row import SIDE
from memdesk_gui.widgets.lists.row_delegate import Fonts

LINES = 5
"""How many lines of text the bars are high."""
WIDEST = 40
GAP_SHARE = 0.3
LEAST = 2.0
"""How high the smallest bar is."""


class DayBar(NamedTuple):
    """A day: what each writer added and what went, the day's name, and all of it in words.

    ``agents`` is what each of the agents added, by its name; the bar shows each in its colour.
    """

    human: float
    agent: float
    foreign: float
    removed: float
    name: str
    words: str
    agents: tuple[tuple[str, float], ...] = ()

    @property
    def parts(self) -> tuple[tuple[Origin, str, float], ...]:
        """What was added, from the line upward, with the names of agents."""
        agents = self.agents or (("", self.agent),)
        return (
            (Origin.HUMAN, "", self.human),
            *((Origin.AGENT, name, amount) for name, amount in agents),
            (Origin.FOREIGN, "", self.foreign),
        )

    @property
    def added(self) -> float:
        """All that was added."""
        return self.human + self.agent + self.foreign


class DayBars(QWidget):
    """Left and right choose a day, Return or a click goes to it."""

    pointed = Signal(str)
    """The day under the pointer, or chosen by key, in words; empty: none."""
    chosen = Signal(int)
    """The person wants this day."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._name = theme, name
        self._bars: Sequence[DayBar] = ()
        self.current = -1
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_days(self, bars: Sequence[DayBar]) -> None:
        """Show other days, the oldest at the left."""
        if bars != self._bars:
            self._bars = bars
            self._point(min(self.current, len(bars) - 1))
            self.update()

    def sizeHint(self) -> QSize:
        """Ask for a few lines, and one for the days' names."""
        line = self.fontMetrics().height()
        return QSize(self.fontMetrics().averageCharWidth() * 24, line * (LINES + 1) + 8)

    def minimumSizeHint(self) -> QSize:
        """Be content with less width."""
        return QSize(self.sizeHint().width() // 2, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a day, and go to it."""
        key, last = event.key(), len(self._bars) - 1
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if key in steps:
            start = self.current if self.current >= 0 else last + 1
            self._point(max(0, min(start + steps[Qt.Key(key)], last)))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._point(0 if key == Qt.Key.Key_Home else last)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.current >= 0:
            self.chosen.emit(self.current)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell of the day under the pointer."""
        self._point(self._at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the day under the pointer."""
        place = self._at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            self.chosen.emit(place)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell of no day any more."""
        super().leaveEvent(event)
        self._point(-1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line, the bars, and the names of the first and the last day."""
        if not self._bars:
            return
        painter, token = QPainter(self), self._theme.token
        up = max((bar.added for bar in self._bars), default=0.0)
        down = max((bar.removed for bar in self._bars), default=0.0)
        room = self._line_height() * LINES
        scale = (room - 2 * LEAST) / (up + down) if up + down else 0.0
        base = 4 + max(LEAST, up * scale) if up + down else 4 + room - LEAST
        for place, bar in enumerate(self._bars):
            self._paint_bar(painter, place, bar, base, scale)
        painter.setPen(QPen(token("line"), 1))
        painter.drawLine(QPointF(SIDE, base + 0.5), QPointF(self.width() - SIDE, base + 0.5))
        self._paint_names(painter, 4 + room + 4)
        if self.hasFocus() and self.current < 0:
            painter.setPen(QPen(token("human"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _paint_bar(self, painter: QPainter, place: int, bar: DayBar, base: float, scale: float) -> None:
        token, column = self._theme.token, self._column(place)
        if place == self.current:
            painter.fillRect(QRectF(self._slot(place)), blend(token("ground"), token("selection"), 0.8))
        top = base
        for origin, name, amount in bar.parts:
            if amount > 0:
                height = max(LEAST, amount * scale)
                top -= height
                color = self._theme.author_color(origin, name)
                painter.fillRect(QRectF(column[0], top, column[1], height), color)
        if bar.removed > 0:
            height = max(LEAST, bar.removed * scale)
            painter.fillRect(
                QRectF(column[0], base + 1, column[1], height), blend(token("ground"), token("muted"), 0.6)
            )

    def _paint_names(self, painter: QPainter, top: float) -> None:
        fonts = Fonts.of(self._theme)
        painter.setPen(self._theme.token("muted"))
        rect = QRect(SIDE, round(top), self.width() - 2 * SIDE, fonts.small.metrics.height())
        fonts.small.write(painter, rect, self._bars[0].name)
        fonts.small.write(painter, rect, self._bars[-1].name, right=True)

    def _slot(self, place: int) -> QRect:
        width = self._room() / len(self._bars)
        left = SIDE + round(place * width)
        return QRect(left, 0, round(width), self._line_height() * LINES + 8)

    def _column(self, place: int) -> tuple[float, float]:
        """Return where the bar of a day begins and how wide it is."""
        width = self._room() / len(self._bars)
        bar = min(WIDEST, width * (1 - GAP_SHARE))
        return SIDE + place * width + (width - bar) / 2, bar

    def _room(self) -> int:
        return max(1, self.width() - 2 * SIDE)

    def _line_height(self) -> int:
        return self.fontMetrics().height()

    def _at(self, x: float) -> int:
        if not self._bars or not 0 <= x - SIDE < self._room():
            return -1
        return min(len(self._bars) - 1, int((x - SIDE) / self._room() * len(self._bars)))

    def _point(self, place: int) -> None:
        if place != self.current:
            self.current = place
            words = self._bars[place].words if 0 <= place < len(self._bars) else ""
            self.setAccessibleDescription(words)
            self.pointed.emit(words)
            self.update()
