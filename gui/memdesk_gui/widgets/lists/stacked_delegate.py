"""Paints rows of a narrow list: what sort it is and where above, the words below, wrapped."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.cutting import SENTENCE
from memdesk_gui.widgets.lists.line_painter import LinePainter
from memdesk_gui.widgets.lists.row_delegate import GAP, MARGIN, ROW_AIR, Index, RowDelegate
from memdesk_gui.widgets.lists.rows import ROW_ROLE, ListRow
from memdesk_gui.widgets.wrapped_label import wrapped_lines

MOST_LINES = 4


class StackedDelegate(RowDelegate):
    """The look of lists whose words are read to their end, or as far as ``most`` lines go.

    The note of a row is its chip; where the row has a writer, it is said beside the writer's mark.
    All rows are as high as the one with the most to say.
    """

    _lines = 1
    _has_head = False

    def __init__(self, theme: Theme, *, most: int = MOST_LINES, parent: QObject | None = None) -> None:
        super().__init__(theme, parent=parent)
        self._most = most

    def row_height(self) -> int:
        """Return the room of the chip and of as many lines as the longest words take."""
        head = self._head_height() if self._has_head else 0
        return head + self._lines * self.fonts.plain.metrics.lineSpacing() + ROW_AIR

    def fit(self, rows: Iterable[ListRow], width: int) -> None:
        """Make room for the words of these rows."""
        rows = tuple(rows)
        self._has_head = any(row.note or row.detail for row in rows)
        self._lines = max((len(self._wrapped(row.title, width - 2 * MARGIN)) for row in rows), default=1)

    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row: ListRow = index.data(ROW_ROLE)
        rect = option.rect.adjusted(MARGIN, ROW_AIR // 2, -MARGIN, 0)
        if self._has_head:
            head = QRect(rect)
            head.setHeight(self._head_height() - 2)
            head.setRight(head.right() - self.paint_detail(painter, head, row.detail))
            self._say_note(painter, head, row)
            rect.setTop(rect.top() + self._head_height())
        for words in self._wrapped(row.title, rect.width()):
            rect.setHeight(self.fonts.plain.metrics.lineSpacing())
            line = LinePainter(painter, rect.adjusted(0, 0, 1, 0), self.theme, self.fonts)
            line.say(words, self.fonts.plain, token="muted" if row.faint else "text", mode=SENTENCE)
            rect.translate(0, rect.height())

    def _say_note(self, painter: QPainter, rect: QRect, row: ListRow) -> None:
        line = LinePainter(painter, rect, self.theme, self.fonts)
        if row.origin is not None:
            line.mark(row.origin, row.author)
            line.say(row.note, self.fonts.small, token="muted")
        elif row.note:
            line.tag(row.note, "danger" if row.warning else "muted", rect.width() - GAP)

    def _head_height(self) -> int:
        return self.fonts.small.metrics.height() + 6

    def _wrapped(self, text: str, width: int) -> list[str]:
        return wrapped_lines(text, self.fonts.plain.font, width, self._most)
