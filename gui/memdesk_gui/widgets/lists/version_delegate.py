"""Paints one version: mark, writer, what they did, how many lines, how long ago."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.cutting import SENTENCE
from memdesk_gui.widgets.lists.line_painter import LinePainter
from memdesk_gui.widgets.lists.row_delegate import GAP, MARGIN, MARK_ROOM, ROW_AIR, Index, RowDelegate
from memdesk_gui.widgets.lists.rows import ROW_ROLE, VersionRow, counted_lines

LEAST_WORDS = 20
"""Characters of what a version says that are worth more than its counts."""
LEAST_FOLDER = 6
"""Characters of a folder's name that still tell something."""


class VersionDelegate(RowDelegate):
    """The look of the timeline. In a narrow pane, what a version says has a line of its own."""

    def __init__(self, theme: Theme, *, is_narrow: bool = False, parent: QObject | None = None) -> None:
        super().__init__(theme, parent=parent)
        self._is_narrow = is_narrow

    def row_height(self) -> int:
        """Return the height of a line, or of two."""
        return super().row_height() + (self.fonts.plain.metrics.height() if self._is_narrow else 0)

    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row: VersionRow = index.data(ROW_ROLE)
        rect = option.rect.adjusted(MARGIN, 0, -MARGIN, 0)
        if self._is_narrow:
            half = rect.height() // 2
            lower = rect.adjusted(MARK_ROOM, half - 2, 0, -ROW_AIR // 2)
            words = row.words or row.what
            voice, token = (self.fonts.plain, "text") if row.words else (self.fonts.small, "muted")
            line = LinePainter(painter, lower, self.theme, self.fonts)
            line.say(words, voice, token=token if row.kept else "muted", mode=SENTENCE)
            row = row._replace(words="", what=row.what if row.words else "")
            rect.setHeight(half + 2)
        rect.setRight(rect.right() - self.paint_detail(painter, rect, row.when))
        self._paint_line(painter, rect, row)

    def _paint_line(self, painter: QPainter, rect: QRect, row: VersionRow) -> None:
        line = LinePainter(painter, rect, self.theme, self.fonts)
        line.mark(row.origin, row.author)
        counts = counted_lines(row.added, row.removed)
        room = sum(self.fonts.small.advance(text) + GAP for text, _ in counts)
        name = self.fonts.bold if row.now else self.fonts.plain
        least = self.fonts.plain.metrics.averageCharWidth() * LEAST_WORDS if row.words else 0
        # Who wrote comes first, then what it says: how many lines that are, is seen once it is opened.
        if not line.fits(row.who, name, room + min(least, self.fonts.plain.advance(row.words))):
            counts, room = (), 0
        tone = self.theme.author_tone(row.origin, row.author) if row.author else "text"
        line.say(row.who, name, token=tone if row.kept else "muted", keep=room)
        words = min(self.fonts.plain.advance(row.words), line.rect.width() - room) if row.words else 0
        if row.words and not line.fits(row.what, self.fonts.small, room + words + GAP):
            line.say(row.words, self.fonts.plain, keep=room, mode=SENTENCE)
            row = row._replace(what="", words="")
        if row.what and line.fits(row.what, self.fonts.small, room):
            line.say(row.what, self.fonts.small, token="muted", keep=room)
        least = self.fonts.small.metrics.averageCharWidth() * LEAST_FOLDER
        if row.folder and line.rect.width() - room >= least:
            line.say(row.folder, self.fonts.small, token="muted", keep=room)
        if row.words:
            line.say(row.words, self.fonts.plain, keep=room, mode=SENTENCE)
        for text, token in counts:
            line.say(text, self.fonts.small, token=token)
