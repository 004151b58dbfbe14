"""A line of a page that leads somewhere: a mark, a title, a detail at the right; below it words or a bar."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from memdesk.model import Origin
from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.cutting import CRUMB, cut_of, short_path
from memdesk_gui.widgets.labels import set_tip
from memdesk_gui.widgets.limit_bar import paint_limit
from memdesk_gui.widgets.lists.row_delegate import GAP, ROW_AIR, Fonts
from memdesk_gui.widgets.writer_mark import paint_mark

SIDE = 8
"""The room at the left and right of what is painted."""
BAR = 6
"""How high a bar is."""
MARKS = 16
"""The room that a writer's mark takes."""
TITLE_SHARE = 0.45
"""How much of a line a title keeps, however long the detail is."""


class LinkItem(NamedTuple):
    """A line: ``key`` is known to whoever made it. ``share`` draws a bar: how much of a limit is used.

    ``part`` draws one without a limit: how large something is beside the largest. ``author`` is the name by
    which an agent has its colour.
    """

    key: str
    title: str
    detail: str = ""
    words: str = ""
    origin: Origin | None = None
    badge: str = ""
    share: float | None = None
    part: float | None = None
    tip: str = ""
    author: str = ""

    def spoken(self) -> str:
        """Return the line in words."""
        return ", ".join(text for text in (self.title, self.badge, self.words, self.detail) if text)


class LinkRow(QAbstractButton):
    """Shows one line; pressing it says so. Lines with a mark beside others without keep the same room."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, marked: bool = False) -> None:
        super().__init__(parent)
        self._theme, self._marked = theme, marked
        self.item = LinkItem("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self._on_theme_changed)

    def show_item(self, item: LinkItem) -> None:
        """Show another line."""
        if item == self.item:
            return
        self.item = item
        self.setAccessibleName(item.spoken())
        set_tip(self, item.tip)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for one line, or two."""
        fonts, item = Fonts.of(self._theme), self.item
        height = fonts.plain.metrics.height() + ROW_AIR
        if item.words:
            height += fonts.small.metrics.height() + 2
        if item.share is not None or item.part is not None:
            height += BAR + 2
        return QSize(fonts.plain.metrics.averageCharWidth() * 24, height)

    def minimumSizeHint(self) -> QSize:
        """Be content with less width: what does not fit is cut."""
        return QSize(self.sizeHint().width() // 2, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line on the ground that tells where pointer and keyboard are."""
        painter, fonts, token = QPainter(self), Fonts.of(self._theme), self._theme.token
        if self.isDown():
            painter.fillRect(self.rect(), token("selection"))
        elif self.underMouse():
            painter.fillRect(self.rect(), blend(token("ground"), token("selection"), 0.6))
        if self.hasFocus():
            painter.fillRect(QRect(0, 0, 2, self.height()), token("human"))
        left = SIDE + (MARKS if self._marked else 0)
        first = QRect(left, ROW_AIR // 2, self.width() - left - SIDE, fonts.plain.metrics.height())
        self._paint_first(painter, fonts, first)
        below = QRect(first.left(), first.bottom() + 3, first.width(), fonts.small.metrics.height())
        if self.item.words:
            painter.setPen(token("muted"))
            words = fonts.small.metrics.elidedText(
                self.item.words, Qt.TextElideMode.ElideRight, below.width()
            )
            fonts.small.write(painter, below, words)
            below.moveTop(below.bottom() + 3)
        if self.item.share is not None:
            self._paint_limit(painter, below, self.item.share)
        elif self.item.part is not None:
            self._paint_part(painter, below, self.item.part)

    def _paint_first(self, painter: QPainter, fonts: Fonts, rect: QRect) -> None:
        item, token = self.item, self._theme.token
        if item.origin is not None:
            middle = QPointF(SIDE + 4, rect.center().y() + 0.5)
            size = fonts.plain.metrics.height() * 0.38
            color = self._theme.author_color(item.origin, item.author)
            paint_mark(painter, middle, size, item.origin, color)
        badge = fonts.small.advance(item.badge) + 2 * GAP if item.badge else 0
        most = int(rect.width() * (1 - TITLE_SHARE)) - badge
        detail = fonts.small.metrics.elidedText(item.detail, Qt.TextElideMode.ElideRight, max(0, most))
        painter.setPen(token("danger" if (item.share or 0.0) > 1 else "muted"))
        fonts.small.write(painter, rect, detail, right=True)
        room = rect.width() - fonts.small.advance(detail) - badge - GAP
        title = short_path(item.title, lambda text: fonts.plain.advance(text) <= room, CRUMB)
        title = fonts.plain.metrics.elidedText(title, cut_of(title), room)
        painter.setPen(token("text"))
        fonts.plain.write(painter, rect, title)
        if item.badge:
            place = QRect(rect.left() + fonts.plain.advance(title) + GAP, rect.top(), badge, rect.height())
            painter.setPen(token("danger"))
            fonts.small.write(painter, place, item.badge)

    def _paint_limit(self, painter: QPainter, rect: QRect, share: float) -> None:
        paint_limit(painter, self._theme, QRectF(rect.left(), rect.top() + 1, rect.width(), BAR), share)

    def _paint_part(self, painter: QPainter, rect: QRect, part: float) -> None:
        token = self._theme.token
        track = QRectF(rect.left(), rect.top() + 1, rect.width(), BAR)
        painter.fillRect(track, blend(token("ground"), token("line"), 0.7))
        track.setWidth(max(2.0, track.width() * part) if part > 0 else 0.0)
        painter.fillRect(track, token("muted"))

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()
