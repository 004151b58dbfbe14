"""Paints one change: mark, time, writer, tool, what became of what, how many lines, the way to the diff."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.cutting import SENTENCE
from memdesk_gui.widgets.lists.glow import Glow
from memdesk_gui.widgets.lists.line_painter import LinePainter
from memdesk_gui.widgets.lists.row_delegate import GAP, MARGIN, Index, RowDelegate
from memdesk_gui.widgets.lists.rows import ROW_ROLE, ActivityRow, counted_lines

LEAST_TITLE = 12


class ActivityDelegate(RowDelegate):
    """The look of the activity list."""

    def __init__(
        self, theme: Theme, diff: str, glow: Glow | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(theme, glow, parent)
        self._diff = diff

    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row: ActivityRow = index.data(ROW_ROLE)
        rect = option.rect.adjusted(MARGIN, 0, -MARGIN, 0)
        if row.known:
            lively = option.state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected)
            self.paint_detail(painter, rect, self._diff, "human" if lively else "muted")
        rect.setRight(self.diff_left(option.rect) - GAP)
        self._paint_line(painter, rect, row)

    def diff_left(self, row: QRect) -> int:
        """Return where the way to the diff begins."""
        return row.right() - MARGIN - self.fonts.small.advance(self._diff)

    def is_diff(self, row: QRect, place: QPoint) -> bool:
        """Whether a place in a row is the way to the diff."""
        return row.contains(place) and place.x() >= self.diff_left(row) - GAP

    def has_diff(self, index: Index) -> bool:
        """Whether a row offers its diff."""
        row: ActivityRow | None = index.data(ROW_ROLE)
        return row is not None and row.known

    def _paint_line(self, painter: QPainter, rect: QRect, row: ActivityRow) -> None:
        line = LinePainter(painter, rect, self.theme, self.fonts)
        line.mark(row.origin, row.author)
        line.say(row.time, self.fonts.mono)
        tone = self.theme.author_tone(row.origin, row.author)
        line.tag(row.who, tone, line.rect.width() // 3)  # agents name themselves
        counts = counted_lines(row.added, row.removed)
        chips = line.chips_width(text for text, _ in counts)
        fate = line.chips_width((row.fate,)) if row.fate else 0
        least = self.fonts.plain.metrics.averageCharWidth() * LEAST_TITLE
        if row.through and line.fits(row.through, self.fonts.small, least + chips + fate):
            line.say(row.through, self.fonts.small, token="muted")
        if row.fate:
            line.chip(row.fate, row.tone)
        # What it says is worth more than the folders that a path begins with.
        room = line.rect.width() - chips
        words = min(self.fonts.plain.advance(row.words) + GAP, room * 2 // 3) if row.words else 0
        title = self.fonts.small if row.words else self.fonts.plain
        line.say(row.title, title, token="muted" if row.words else "text", keep=chips + words)
        line.say(row.words, self.fonts.plain, keep=chips, mode=SENTENCE)
        for text, token in counts:
            line.chip(text, token)
