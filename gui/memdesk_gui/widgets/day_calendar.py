"""A month to choose a day from: days that hold something are bold, with the marks of who wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from PySide6.QtCore import QDate, QLocale, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QTextCharFormat
from PySide6.QtWidgets import QAbstractItemView, QCalendarWidget, QToolButton, QWidget

from memdesk.model import Origin
from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.writer_mark import paint_mark

Marks = Mapping[date, tuple[Origin, ...]]
"""Who wrote on each day that holds something."""

MARK = 5
RADIUS = 6


class DayCalendar(QCalendarWidget):
    """A calendar in the theme's colours and the locale's words."""

    def __init__(self, name: str, theme: Theme, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._today = theme, today
        self._marks: Marks = {}
        self.setAccessibleName(name)
        self.setLocale(QLocale())
        self.setFirstDayOfWeek(QLocale().firstDayOfWeek())
        self.setDateEditEnabled(False)
        self.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.setSelectedDate(QDate(today.year, today.month, today.day))
        self.days = self.findChildren(QAbstractItemView)[0]
        self.days.setAccessibleName(name)
        self.setFocusProxy(self.days)
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def day(self) -> date:
        """The chosen day."""
        return _date(self.selectedDate())

    def set_marks(self, marks: Marks) -> None:
        """Tell which days hold something, and who wrote it."""
        self._marks = marks
        self.updateCells()

    def minimumSizeHint(self) -> QSize:
        """Give each day room for its number and its marks."""
        line = self.fontMetrics().lineSpacing()
        return QSize(7 * line * 3, 8 * (line + 4 * MARK))

    def paintCell(self, painter: QPainter, rect: QRect, day: QDate | date) -> None:
        """Paint a day: its ground, its number, and below it who wrote."""
        known = _date(day) if isinstance(day, QDate) else day
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(rect, self._theme.token("ground"))
        self._paint_ground(painter, QRectF(rect).adjusted(2.5, 2.5, -2.5, -2.5), known)
        self._paint_number(painter, rect, known)
        self._paint_marks(painter, rect, known)
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRectF, day: date) -> None:
        chosen, token = day == self.day, self._theme.token
        if not chosen and day != self._today:
            return
        framed = day == self._today or self.days.hasFocus()
        painter.setPen(token("human") if framed else Qt.PenStyle.NoPen)
        painter.setBrush(token("selection") if chosen else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, RADIUS, RADIUS)

    def _paint_number(self, painter: QPainter, rect: QRect, day: date) -> None:
        token, font = self._theme.token, QFont(self.font())
        held = day in self._marks
        font.setWeight(QFont.Weight.Bold if held else QFont.Weight.Normal)
        color = token("text" if held else "muted")
        inside = (day.year, day.month) == (self.yearShown(), self.monthShown())
        painter.setFont(font)
        painter.setPen(color if inside else blend(color, token("ground"), 0.5))
        place = rect.translated(QPoint(0, -MARK // 2)) if self._marks.get(day) else rect
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(day.day))

    def _paint_marks(self, painter: QPainter, rect: QRect, day: date) -> None:
        origins = self._marks.get(day, ())
        left = QRectF(rect).center().x() - (len(origins) - 1) * MARK
        low = rect.center().y() + self.fontMetrics().height() / 2 + MARK / 2
        for place, origin in enumerate(origins):
            center = QPointF(left + place * 2 * MARK, low)
            paint_mark(painter, center, MARK, origin, self._theme.origin_color(origin))

    def _dress(self) -> None:
        """Take the theme's colours and arrows."""
        words = QTextCharFormat()
        words.setForeground(self._theme.token("muted"))
        words.setBackground(self._theme.token("ground"))
        self.setHeaderTextFormat(words)
        for weekday in Qt.DayOfWeek:
            self.setWeekdayTextFormat(weekday, words)
        for name, picture in (("prevmonth", "chevron-left"), ("nextmonth", "chevron-right")):
            for button in self.findChildren(QToolButton, f"qt_calendar_{name}"):
                button.setIcon(icon(picture, self._theme, "muted"))


def _date(day: QDate) -> date:
    return date(day.year(), day.month(), day.day())
