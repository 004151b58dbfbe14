"""Paints a row from left to right: a writer's mark, words, counts in chips; each takes its room."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from memdesk.model import Origin
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.cutting import NAME, cut_of
from memdesk_gui.widgets.lists.row_delegate import GAP, MARK_ROOM, Fonts, Voice
from memdesk_gui.widgets.writer_mark import paint_mark

CHIP_PADDING = 8


class LinePainter:
    """What is left of a row's room, and how to fill it."""

    def __init__(self, painter: QPainter, rect: QRect, theme: Theme, fonts: Fonts) -> None:
        self.rect = rect
        self._painter, self._theme, self._fonts = painter, theme, fonts

    def mark(self, origin: Origin, author: str) -> None:
        """Paint who wrote; an agent in the colour that it has by its name."""
        middle = QPointF(self.rect.left() + 4, self.rect.center().y() + 0.5)
        size = self._fonts.plain.metrics.height() * 0.38
        paint_mark(self._painter, middle, size, origin, self._theme.author_color(origin, author))
        self.rect.setLeft(self.rect.left() + MARK_ROOM)

    def fits(self, text: str, voice: Voice, keep: int) -> bool:
        """Whether there is room for these words and for ``keep`` behind them."""
        return voice.advance(text) + keep <= self.rect.width()

    def say(
        self,
        text: str,
        voice: Voice,
        *,
        token: str = "text",
        keep: int = 0,
        mode: Qt.TextElideMode | None = None,
    ) -> None:
        """Paint words; where they do not fit, they are cut as ``mode`` says, else by what they look like."""
        room, width = max(0, self.rect.width() - keep), voice.advance(text)
        if width > room:
            text = voice.metrics.elidedText(text, cut_of(text) if mode is None else mode, room)
            width = min(room, voice.advance(text))
        self._painter.setPen(self._theme.token(token))
        voice.write(self._painter, self.rect, text)
        self.rect.setLeft(self.rect.left() + width + GAP)

    def chips_width(self, texts: Iterable[str]) -> int:
        """Return the room that chips with these texts take."""
        advance = self._fonts.small.advance
        return sum(advance(text) + 2 * CHIP_PADDING + GAP for text in texts)

    def tag(self, text: str, token: str, room: int) -> None:
        """Paint a name in a rounded frame of at most this width."""
        voice = self._fonts.small
        self.chip(voice.metrics.elidedText(text, NAME, max(0, room - 2 * CHIP_PADDING)), token)

    def chip(self, text: str, token: str) -> None:
        """Paint a short text in a rounded frame."""
        voice = self._fonts.small
        width, height = voice.advance(text) + 2 * CHIP_PADDING, voice.metrics.height() + 2
        chip = QRectF(self.rect.left() + 0.5, self.rect.center().y() - height / 2 + 0.5, width, height)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(QPen(self._theme.token(token), 1))
        self._painter.drawRoundedRect(chip, height / 2, height / 2)
        voice.write(self._painter, self.rect.adjusted(CHIP_PADDING, 0, 0, 0), text)
        self.rect.setLeft(self.rect.left() + width + GAP)
