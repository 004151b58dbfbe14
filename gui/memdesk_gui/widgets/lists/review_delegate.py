"""Paints one change that waits for review in two lines: what it says, and who wrote it where and when."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from memdesk_gui.theme.icons import icon
from memdesk_gui.widgets.cutting import NAME, SENTENCE, short_path
from memdesk_gui.widgets.lists.line_painter import LinePainter
from memdesk_gui.widgets.lists.row_delegate import GAP, MARGIN, MARK_ROOM, STEP, Index, RowDelegate
from memdesk_gui.widgets.lists.rows import ROW_ROLE, ReviewRow

AIR = 8
LEAST_PLACE = 7
"""Characters of a place that still tell something."""
BADGES = 0.45
"""The share of its line that a row leaves to badges: its words are what tells it from the others."""


class ReviewDelegate(RowDelegate):
    """The look of the review inbox."""

    def row_height(self) -> int:
        """Return the height of two lines with air around them."""
        return self._line_height() + self.fonts.small.metrics.height() + 2 * AIR

    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row: ReviewRow = index.data(ROW_ROLE)
        rect = option.rect.adjusted(MARGIN + row.level * STEP, AIR, -MARGIN, -AIR)
        upper = QRect(rect.left(), rect.top(), rect.width(), self._line_height())
        left_out = self._paint_upper(painter, upper, row)
        lower = rect.adjusted(MARK_ROOM, self._line_height() - 2, 0, AIR // 2)
        line = LinePainter(painter, lower, self.theme, self.fonts)
        writer = line.chips_width((row.who,))
        said = " · ".join(left_out) or row.place.rpartition("/")[2]
        # When it was can be told by its place in the list, who it was cannot.
        if line.fits(row.when, self.fonts.small, writer + self.fonts.small.advance(said) + 2 * GAP):
            lower.setRight(lower.right() - self.paint_detail(painter, lower, row.when))
        line.tag(row.who, self.theme.author_tone(row.origin, row.author), lower.width() - 4 * GAP)
        if left_out:
            line.say(" · ".join(left_out), self.fonts.small, token="danger", mode=SENTENCE)
        # Of a place for which there is no room the document tells more than its folders.
        is_place = row.facts.startswith(row.place) and not line.fits(row.place, self.fonts.small, 0)
        fits = partial(line.fits, voice=self.fonts.small, keep=0)
        told = short_path(row.place, fits) if is_place else row.facts
        if line.rect.width() >= self.fonts.small.metrics.averageCharWidth() * LEAST_PLACE:
            line.say(told, self.fonts.small, token="muted", mode=SENTENCE if " · " in told else NAME)

    def _paint_upper(self, painter: QPainter, rect: QRect, row: ReviewRow) -> tuple[str, ...]:
        """Paint what the row says and its badges; return those that there is no room for."""
        if row.is_open is not None:
            self._paint_fold(painter, rect, is_open=row.is_open)
        line = LinePainter(painter, rect, self.theme, self.fonts)
        line.mark(row.origin, row.author)
        badges = self._fitting(row.badges, line)
        room = line.chips_width(badges)
        what = f"· {row.what}" if row.what else ""
        after = self.fonts.plain.advance(what) + GAP if what else 0
        # What became of the document is in the card as well, where its words need the room.
        if row.title != row.place and not line.fits(row.title, self.fonts.bold, room + after):
            what, after = "", 0
        line.say(row.title, self.fonts.bold, keep=room + after, mode=SENTENCE)
        if what:
            line.say(what, self.fonts.plain, token="muted", keep=room)
        for badge in badges:
            line.chip(badge, "danger")
        return row.badges[len(badges) :]

    def _fitting(self, badges: tuple[str, ...], line: LinePainter) -> tuple[str, ...]:
        """Return the first badges, as many as leave the words most of their line."""
        room = line.rect.width() * BADGES
        most = next((n for n in range(len(badges), 0, -1) if line.chips_width(badges[:n]) <= room), 0)
        return badges[:most]

    def _paint_fold(self, painter: QPainter, rect: QRect, *, is_open: bool) -> None:
        side = self.fonts.label.metrics.height()
        place = QRect(rect.right() - side, rect.center().y() - side // 2, side, side)
        icon("chevron-down" if is_open else "chevron-right", self.theme, "muted").paint(painter, place)
        rect.setRight(rect.right() - side - GAP)

    def _line_height(self) -> int:
        return self.fonts.bold.metrics.height() + 4
