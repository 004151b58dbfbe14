"""Paints what was weighed for a prompt: its name and its score as a bar of parts; why, and what it costs."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from memdesk_gui.widgets.lists.line_painter import LinePainter
from memdesk_gui.widgets.lists.row_delegate import GAP, MARGIN, Index, RowDelegate
from memdesk_gui.widgets.lists.rows import ROW_ROLE, CandidateRow

AIR = 6
BAR = 6
PART_COLORS = ("human", "agent", "foreign", "fine", "danger")
"""The colours of the parts of a score, in their order."""
_SHARE = 0.28
"""The share of a row's width that the longest bar takes."""


def part_color(place: int) -> str:
    """Return the colour of a part of a score by its place; a score that has no parts is plain."""
    return "muted" if place < 0 else PART_COLORS[place % len(PART_COLORS)]


class CandidateDelegate(RowDelegate):
    """The look of the memories that were weighed for a prompt."""

    def row_height(self) -> int:
        """Return the height of two lines with air around them."""
        return self._line_height() + self.fonts.small.metrics.height() + 2 * AIR

    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row: CandidateRow = index.data(ROW_ROLE)
        rect = option.rect.adjusted(MARGIN, AIR, -MARGIN, -AIR)
        if row.heading:
            self._paint_line(painter, option.rect, row)
            return
        upper = QRect(rect.left(), rect.top(), rect.width(), self._line_height())
        room = int(rect.width() * _SHARE) if row.parts else 0
        if room:
            self._paint_bar(painter, QRect(upper.right() - room, upper.top(), room, upper.height()), row)
        title = LinePainter(
            painter, upper.adjusted(0, 0, -room - (GAP if room else 0), 0), self.theme, self.fonts
        )
        title.say(row.title, self.fonts.plain, token="muted" if row.below else "text")
        lower = rect.adjusted(0, self._line_height(), 0, 0)
        lower.setRight(lower.right() - self.paint_detail(painter, lower, row.cost))
        line = LinePainter(painter, lower, self.theme, self.fonts)
        if row.mark:
            line.chip(row.mark, "human")
        line.say(row.detail, self.fonts.small, token="muted")

    def _paint_bar(self, painter: QPainter, room: QRect, row: CandidateRow) -> None:
        left = float(room.left())
        top = room.center().y() - BAR / 2 + 0.5
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.token("line"))
        painter.drawRect(QRectF(left, top, room.width(), BAR))
        for place, share in row.parts:
            width = room.width() * share
            color = self.theme.token(part_color(place))
            color.setAlphaF(0.5 if row.below else 1.0)
            painter.setBrush(color)
            painter.drawRect(QRectF(left, top, width, BAR))
            left += width
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_line(self, painter: QPainter, rect: QRect, row: CandidateRow) -> None:
        """Paint the line below which nothing is in the prompt."""
        painter.fillRect(QRect(rect.left(), rect.top() + AIR, rect.width(), 2), self.theme.token("foreign"))
        inner = rect.adjusted(MARGIN, 2 * AIR, -MARGIN, 0)
        inner.setRight(inner.right() - self.paint_detail(painter, inner, row.detail))
        LinePainter(painter, inner, self.theme, self.fonts).say(row.title, self.fonts.bold)

    def _line_height(self) -> int:
        return self.fonts.plain.metrics.height() + 2
