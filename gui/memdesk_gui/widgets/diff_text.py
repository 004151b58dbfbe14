"""One column of a difference: lines with their numbers, signs and coloured changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from memdesk.text.diff import Span
from memdesk_gui.text_edits import qt_offsets
from memdesk_gui.text_layout import LevelLayout
from memdesk_gui.theme import Theme, blend
from memdesk_gui.widgets.covering import CoveredEdit

PADDING = 8
LONGEST = 4_000
"""Characters of a line that are shown; the copy of a difference has all of them."""


class DiffLine(NamedTuple):
    """A line of the column; ``sign`` is ``+``, ``-``, ``⋯`` or empty, ``numbers`` what stands before it."""

    text: str
    sign: str = ""
    numbers: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()


class DiffText(CoveredEdit):
    """Shows lines of a difference; the text can be selected and copied, not changed."""

    def __init__(self, theme: Theme, columns: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._columns = theme, columns
        self._lines: Sequence[DiffLine] = ()
        self._widest = 2
        document = QTextDocument(self)
        self._level = LevelLayout(document)
        document.setDocumentLayout(self._level)
        self.setDocument(document)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._margin = DiffMargin(self)
        self.updateRequest.connect(
            lambda _rect, dy: self._margin.scroll(0, dy) if dy else self._margin.update()
        )
        self.verticalScrollBar().valueChanged.connect(self._mark_words)
        theme.text_changed.connect(self._take_theme)
        self._take_theme()

    def show_lines(self, lines: Sequence[DiffLine]) -> None:
        """Show these lines."""
        self._lines = lines = [self._cut(line) for line in lines]
        self._widest = max((len(number) for line in lines for number in line.numbers), default=2)
        self._lay_out()  # before the text is there: all of it would be laid out again
        self.setPlainText("\n".join(line.text for line in lines))
        self._mark_words()

    def _cut(self, line: DiffLine) -> DiffLine:
        """Leave out the end of a line that no screen holds and Qt would lay out as a whole; say so."""
        left = len(line.text) - LONGEST
        if left <= 0:
            return line
        spans = tuple(span for span in line.spans if span.end <= LONGEST)
        more = self.tr("%n more characters", "", left)
        return line._replace(text=f"{line.text[:LONGEST]} … {more}", spans=spans)

    def go_to(self, row: int) -> None:
        """Put the caret on a line and bring it a little below the top."""
        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(row)))
        self.verticalScrollBar().setValue(max(0, row - 3))

    def margin_width(self) -> int:
        """Return the width of the numbers and the sign."""
        advance = self.fontMetrics().horizontalAdvance("0")
        return PADDING + self._columns * (max(2, self._widest) * advance + PADDING) + 2 * advance

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the margin in place."""
        super().resizeEvent(event)
        self._lay_out()
        self._mark_words()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of changed lines below the text."""
        painter = QPainter(self.viewport())
        for _, line, rect in self.seen():
            if color := self.ground(line.sign):
                painter.fillRect(rect, color)
        painter.end()
        super().paintEvent(event)

    def seen(self) -> list[tuple[QTextBlock, DiffLine, QRectF]]:
        """Return the lines on the screen and where they are."""
        found = []
        block, top = self.firstVisibleBlock(), self.contentOffset().y()
        width, bottom = self.viewport().width(), self.viewport().height()
        while block.isValid() and block.blockNumber() < len(self._lines) and top <= bottom:
            height = self.blockBoundingRect(block).height()
            found.append((block, self._lines[block.blockNumber()], QRectF(0, top, width, height)))
            top += height
            block = block.next()
        return found

    def ground(self, sign: str) -> QColor | None:
        """Return the colour behind a line with this sign."""
        names = {"+": "add_bg", "-": "del_bg", "⋯": "panel"}
        return self._theme.token(names[sign]) if sign in names else None

    def ink(self, sign: str) -> QColor:
        """Return the colour of a sign."""
        return self._theme.token({"+": "fine", "-": "danger"}.get(sign, "muted"))

    def glyph(self, sign: str) -> str:
        """Return what is drawn for a sign."""
        return sign

    def paint_margin(self, painter: QPainter, width: int) -> None:
        """Paint numbers and signs (for the margin)."""
        painter.setFont(self.font())
        metrics = self.fontMetrics()
        column = (width - 2 * metrics.horizontalAdvance("0") - PADDING) // max(1, self._columns)
        for _, line, rect in self.seen():
            if color := self.ground(line.sign):
                painter.fillRect(QRectF(0, rect.top(), width, rect.height()), color)
            painter.setPen(blend(self._theme.token("muted"), self._theme.token("ground"), 0.2))
            for index, number in enumerate(line.numbers):
                right = PADDING + (index + 1) * column - PADDING
                painter.drawText(
                    right - metrics.horizontalAdvance(number), int(rect.top()) + metrics.ascent(), number
                )
            painter.setPen(self.ink(line.sign))
            left = width - 2 * metrics.horizontalAdvance("0")
            painter.drawText(left, int(rect.top()) + metrics.ascent(), self.glyph(line.sign))

    def _take_theme(self) -> None:
        self._level.measure(self._theme.mono_font())
        self.setFont(self._theme.mono_font())
        self._mark_words()
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.margin_width()
        self.setViewportMargins(width, 0, 0, 0)
        rect = self.contentsRect()
        self._margin.setGeometry(QRect(rect.left(), rect.top(), width, rect.height()))

    def _mark_words(self) -> None:
        """Mark what changed in the lines on the screen; Qt looks at every mark for every line it paints."""
        seen = [(block.blockNumber(), line) for block, line, _ in self.seen()]
        self.setExtraSelections([made for number, line in seen for made in self._marks(number, line)])

    def _marks(self, number: int, line: DiffLine) -> list[QTextEdit.ExtraSelection]:
        token = self._theme.token
        ground, ink = ("add_bg", "fine") if line.sign == "+" else ("del_bg", "danger")
        look = QTextCharFormat()
        look.setBackground(blend(token(ground), token(ink), 0.22))
        start, at = self.document().findBlockByNumber(number).position(), qt_offsets(line.text)
        return [self._mark(start + at(span.start), start + at(span.end), look) for span in line.spans]

    def _mark(self, start: int, end: int, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        made.cursor, made.format = cursor, look
        return made


class DiffMargin(QWidget):
    """Numbers and signs left of the lines."""

    def __init__(self, text: DiffText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        """Ask for the width the numbers need."""
        return QSize(self._text.margin_width(), 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint what the text says."""
        self._text.paint_margin(QPainter(self), self.width())
