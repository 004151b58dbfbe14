"""Paints what a search found in two lines: what it says, its words marked; who wrote it when, and where."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from memdesk_gui.theme.theme import blend
from memdesk_gui.widgets.lists.line_painter import LinePainter
from memdesk_gui.widgets.lists.row_delegate import GAP, MARGIN, Index, RowDelegate
from memdesk_gui.widgets.lists.rows import ROW_ROLE, FoundRow

AIR = 6
_ELLIPSIS = "…"
_BEFORE = 24
"""Letters that are left before what was looked for, where not all before it has room."""


class FoundDelegate(RowDelegate):
    """The look of what a search found."""

    def row_height(self) -> int:
        """Return the height of two lines with air around them."""
        return self._line_height() + self.fonts.small.metrics.height() + 2 * AIR

    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row: FoundRow = index.data(ROW_ROLE)
        rect = option.rect.adjusted(MARGIN, AIR, -MARGIN, -AIR)
        self._paint_words(painter, QRect(rect.left(), rect.top(), rect.width(), self._line_height()), row)
        lower = rect.adjusted(0, self._line_height(), 0, 0)
        lower.setRight(lower.right() - self.paint_detail(painter, lower, row.source))
        line = LinePainter(painter, lower, self.theme, self.fonts)
        if row.origin is not None:
            line.mark(row.origin, row.author)
        if row.note:
            line.say(row.note, self.fonts.small, token="muted", keep=min(lower.width() // 2, 24 * GAP))
        place = f"· {row.detail}" if row.note and row.detail else row.detail
        line.say(place, self.fonts.small, token="muted")

    def _paint_words(self, painter: QPainter, rect: QRect, row: FoundRow) -> None:
        """Paint the title; a ground lies under the words that were looked for."""
        voice = self.fonts.plain
        title, marks = self._around_marks(row, rect.width())
        shown = voice.metrics.elidedText(title, Qt.TextElideMode.ElideRight, rect.width())
        kept = len(shown) if shown == title else len(shown.removesuffix(_ELLIPSIS))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(blend(self.theme.token("raised"), self.theme.token("human"), 0.28))
        for start, end in marks:
            if start < kept:
                left = voice.metrics.horizontalAdvance(title[:start])
                width = voice.metrics.horizontalAdvance(title[: min(end, kept)]) - left
                height = voice.metrics.height()
                top = rect.top() + (rect.height() - height) / 2
                painter.drawRoundedRect(QRectF(rect.left() + left - 1, top, width + 2, height), 3, 3)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.theme.token("text"))
        voice.write(painter, rect, shown)

    def _around_marks(self, row: FoundRow, room: int) -> tuple[str, tuple[tuple[int, int], ...]]:
        """Return the title from a little before its first mark on, where all before it has no room."""
        measure = self.fonts.plain.metrics.horizontalAdvance
        if not row.marks or measure(row.title[: row.marks[0][1]]) + 4 * GAP <= room:
            return row.title, row.marks
        begin = max(0, row.marks[0][0] - _BEFORE)
        shift = begin - len(_ELLIPSIS)
        marks = tuple((start - shift, end - shift) for start, end in row.marks)
        return f"{_ELLIPSIS}{row.title[begin:]}", marks

    def _line_height(self) -> int:
        return self.fonts.plain.metrics.height() + 4
