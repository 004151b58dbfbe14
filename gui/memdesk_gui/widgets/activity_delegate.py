"""Paints one change: mark, time, writer, what they did, where, how many lines, and the way to the diff."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from memdesk_gui.rows import KEY_ROLE, ROW_ROLE, ActivityRow
from memdesk_gui.theme import Theme
from memdesk_gui.widgets.glow import Glow
from memdesk_gui.widgets.row_delegate import GAP, MARGIN, MARK_ROOM, RowDelegate, Voice
from memdesk_gui.widgets.writer_mark import paint_mark

LEAST_TITLE = 12
CHIP_PADDING = 8


class ActivityDelegate(RowDelegate):
    """The look of the activity list."""

    def __init__(
        self, theme: Theme, diff: str, glow: Glow | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(theme, glow, parent)
        self._diff = diff

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint one row."""
        row: ActivityRow = index.data(ROW_ROLE)
        painter.save()
        self.paint_ground(painter, option, index.data(KEY_ROLE))
        rect = option.rect.adjusted(MARGIN, 0, -MARGIN, 0)
        if row.known:
            lively = option.state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected)
            self.paint_detail(painter, rect, self._diff, "human" if lively else "muted")
        rect.setRight(self.diff_left(option.rect) - GAP)
        self._paint_line(painter, rect, row)
        painter.restore()

    def diff_left(self, row: QRect) -> int:
        """Return where the way to the diff begins."""
        return row.right() - MARGIN - self.fonts.small.metrics.horizontalAdvance(self._diff)

    def is_diff(self, row: QRect, place: QPoint) -> bool:
        """Whether a place in a row is the way to the diff."""
        return row.contains(place) and place.x() >= self.diff_left(row) - GAP

    def has_diff(self, index: QModelIndex | QPersistentModelIndex) -> bool:
        """Whether a row offers its diff."""
        row: ActivityRow | None = index.data(ROW_ROLE)
        return row is not None and row.known

    def _paint_line(self, painter: QPainter, rect: QRect, row: ActivityRow) -> None:
        middle = QPointF(rect.left() + 4, rect.center().y() + 0.5)
        size = self.fonts.plain.metrics.height() * 0.38
        paint_mark(painter, middle, size, row.origin, self.theme.origin_color(row.origin))
        rect.setLeft(rect.left() + MARK_ROOM)
        self._say(painter, rect, row.time, self.fonts.mono)
        self._say(painter, rect, row.who, self.fonts.plain)
        if self._is_roomy(rect, row):
            self._say(painter, rect, row.verb, self.fonts.small, token="muted")
        chips = self._chips_width(row)
        self._say(painter, rect, row.title, self.fonts.plain, keep=chips)
        for sign, count, token in (("+", row.added, "fine"), ("−", row.removed, "danger")):
            if count:
                self._paint_chip(painter, rect, f"{sign}{count}", token)

    def _is_roomy(self, rect: QRect, row: ActivityRow) -> bool:
        plain, small = self.fonts.plain.metrics, self.fonts.small.metrics
        needed = small.horizontalAdvance(row.verb) + plain.averageCharWidth() * LEAST_TITLE
        return rect.width() > needed + self._chips_width(row)

    def _say(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        voice: Voice,
        *,
        token: str = "text",
        keep: int = 0,
    ) -> None:
        """Paint text at the left edge, cut where it does not fit, and move the edge behind it."""
        room, width = max(0, rect.width() - keep), voice.metrics.horizontalAdvance(text)
        if width > room:
            text, width = voice.metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room), room
        painter.setFont(voice.font)
        painter.setPen(self.theme.token(token))
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        rect.setLeft(rect.left() + width + GAP)

    def _chips_width(self, row: ActivityRow) -> int:
        texts = [f"+{count}" for count in (row.added, row.removed) if count]
        advance = self.fonts.small.metrics.horizontalAdvance
        return sum(advance(text) + 2 * CHIP_PADDING + GAP for text in texts)

    def _paint_chip(self, painter: QPainter, rect: QRect, text: str, token: str) -> None:
        font, metrics = self.fonts.small
        width, height = metrics.horizontalAdvance(text) + 2 * CHIP_PADDING, metrics.height() + 2
        chip = QRectF(rect.left() + 0.5, rect.center().y() - height / 2 + 0.5, width, height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.token(token), 1))
        painter.drawRoundedRect(chip, height / 2, height / 2)
        painter.setFont(font)
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)
        rect.setLeft(rect.left() + width + GAP)
