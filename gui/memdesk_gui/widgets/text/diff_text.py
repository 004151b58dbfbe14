"""One column of a difference: lines with their numbers, signs and coloured changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from memdesk.text.diff import CharSpan
from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.text.covering import CoveredEdit
from memdesk_gui.widgets.text.edits import qt_offsets
from memdesk_gui.widgets.text.layout import LevelLayout
from memdesk_gui.wording.writers import plain_tip

PADDING = 8
LONGEST = 4_000
"""Characters of a line that are shown; the copy of a difference has all of them."""
BAR = 3
"""How wide the bar beside the change that is looked at is."""


HEAD = "§"
"""The sign of a line that names the document below it."""


PART = "¶"
"""The sign of a line that names the part of a document below it."""


ACCEPTED, REVERTED = "✓", "↶"
"""The signs of lines of a change that was judged."""


FOUND = "!"
"""Stands before a line in which something was found."""


class DiffLine(NamedTuple):
    """A line of the column; ``sign`` is ``+``, ``-``, ``⋯``, ``HEAD``, ``PART`` or empty.

    ``numbers`` is what stands before it.
    """

    text: str
    sign: str = ""
    numbers: tuple[str, ...] = ()
    spans: tuple[CharSpan, ...] = ()


class DiffText(CoveredEdit):
    """Shows lines of a difference; the text can be selected and copied, not changed."""

    def __init__(self, theme: Theme, columns: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._columns = theme, columns
        self._lines: Sequence[DiffLine] = ()
        self._widest = 2
        self._marked = range(0)
        self._settled: Mapping[int, str] = {}
        self._found: Sequence[Mapping[str, str]] = ()
        self._documents: Sequence[int] = ()
        self.current = range(0)
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
        self.verticalScrollBar().valueChanged.connect(self._mark_seen)
        theme.text_changed.connect(self._take_theme)
        self._take_theme()

    def wrap(self) -> None:
        """Break lines that are longer than the column; their numbers and signs stand at their first row."""
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)

    def show_lines(self, lines: Sequence[DiffLine]) -> None:
        """Show these lines."""
        lines = [self._cut(line) for line in lines]
        heads = accumulate(line.sign == HEAD for line in lines)
        self._documents = [max(0, count - 1) for count in heads]
        self._widest = max((len(number) for line in lines for number in line.numbers), default=2)
        self._lines = ()  # nothing is marked before the text is there
        self._lay_out()  # nor afterwards: all of it would be laid out again
        self.setPlainText("\n".join(line.text for line in lines))
        self._lines = lines
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
        block = self.document().findBlockByNumber(row)
        self.setTextCursor(QTextCursor(block))
        self.verticalScrollBar().setValue(max(0, block.firstLineNumber() - 3))
        self.ensureCursorVisible()  # lines that were never seen count as one row, however long they are

    def show_current(self, rows: range) -> None:
        """Put a bar beside the lines that are looked at."""
        if rows != self.current:
            self.current = rows
            self._margin.update()

    def show_settled(self, signs: Mapping[int, str]) -> None:
        """Let lines step back that are judged, each with its sign in the place of its own."""
        if signs != self._settled:
            self._settled = signs
            self._mark_words()
            self._margin.update()
            self.viewport().update()

    def show_found(self, words: Sequence[Mapping[str, str]]) -> None:
        """Mark lines that came, by their document and number, with what was found in them."""
        if words != self._found:
            self._found = words
            self._margin.update()

    def found_at(self, y: float) -> str:
        """Return what was found in the line at this height, empty for nothing."""
        rows = (row for row, _, rect in self.seen() if rect.top() <= y < rect.bottom())
        row = next(rows, None)
        return "" if row is None else self._found_in(row)

    def _found_in(self, row: int) -> str:
        line, document = self._lines[row], self._documents[row]
        if line.sign != "+" or not line.numbers or document >= len(self._found):
            return ""
        return self._found[document].get(line.numbers[-1], "")

    def viewportEvent(self, event: QEvent) -> bool:
        """Say what was found in the line under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.found_at(event.pos().y())), self)
            return True
        return super().viewportEvent(event)

    def margin_width(self) -> int:
        """Return the width of the numbers and the sign."""
        advance = self.fontMetrics().horizontalAdvance("0")
        return PADDING + self._columns * (max(2, self._widest) * advance + PADDING) + 2 * advance

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the margin in place."""
        super().resizeEvent(event)
        self._lay_out()
        self._mark_seen()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of changed lines below the text."""
        painter = QPainter(self.viewport())
        for row, line, rect in self.seen():
            if color := self.ground(self._ground_sign(row, line)):
                painter.fillRect(rect, color)
        painter.end()
        super().paintEvent(event)

    def seen(self) -> list[tuple[int, DiffLine, QRectF]]:
        """Return the lines on the screen by their numbers, and where they are."""
        top, width = self.contentOffset().y(), self.viewport().width()
        found: list[tuple[int, DiffLine, QRectF]] = []
        for row in self._seen_rows():
            height = self._height(row)
            found.append((row, self._lines[row], QRectF(0, top, width, height)))
            top += height
        return found

    def ground(self, sign: str) -> QColor | None:
        """Return the colour behind a line with this sign."""
        names = {"+": "add_bg", "-": "del_bg", "⋯": "panel", HEAD: "selection", PART: "panel"}
        return self._theme.token(names[sign]) if sign in names else None

    def ink(self, sign: str) -> QColor:
        """Return the colour of a sign."""
        inks = {"+": "fine", "-": "danger", ACCEPTED: "fine", REVERTED: "danger"}
        return self._theme.token(inks.get(sign, "muted"))

    def glyph(self, sign: str) -> str:
        """Return what is drawn for a sign."""
        return "" if sign in (HEAD, PART) else sign

    def paint_margin(self, painter: QPainter, width: int) -> None:
        """Paint numbers, signs and the bar beside what is looked at (for the margin)."""
        painter.setFont(self.font())
        metrics = self.fontMetrics()
        left = width - 2 * metrics.horizontalAdvance("0")
        column = (left - PADDING) // max(1, self._columns)
        faint = blend(self._theme.token("muted"), self._theme.token("ground"), 0.2)
        for row, line, rect in self.seen():
            if color := self.ground(self._ground_sign(row, line)):
                painter.fillRect(QRectF(0, rect.top(), width, rect.height()), color)
            if row in self.current:
                painter.fillRect(QRectF(0, rect.top(), BAR, rect.height()), self._theme.token("human"))
            baseline = rect.top() + self._level.ascent
            if self._found_in(row):
                painter.setPen(self._theme.token("danger"))
                painter.drawText(QPointF(BAR + 1, baseline), FOUND)
            painter.setPen(faint)
            for index, number in enumerate(line.numbers):
                right = (index + 1) * column
                painter.drawText(QPointF(right - metrics.horizontalAdvance(number), baseline), number)
            sign = self._settled.get(row, line.sign)
            if glyph := self.glyph(sign):
                painter.setPen(self.ink(sign))
                painter.drawText(QPointF(left, baseline), glyph)

    def _ground_sign(self, row: int, line: DiffLine) -> str:
        return "⋯" if row in self._settled else line.sign

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

    def _seen_rows(self) -> range:
        first, bottom = self.firstVisibleBlock().blockNumber(), self.contentOffset().y()
        last, room = first, self.viewport().height()
        while last < len(self._lines) and bottom <= room:
            bottom += self._height(last)
            last += 1
        return range(first, last)

    def _height(self, row: int) -> float:
        """Return how high a line is: all are equally high where none is broken."""
        if self.lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap:
            return self._level.height
        return self.blockBoundingRect(self.document().findBlockByNumber(row)).height()

    def _mark_seen(self) -> None:
        """Mark what changed in the lines on the screen, where these are others than before."""
        if self._seen_rows() != self._marked:
            self._mark_words()

    def _mark_words(self) -> None:
        """Mark what changed in the lines on the screen; Qt looks at every mark for every line it paints."""
        self._marked = self._seen_rows()
        self.setExtraSelections([made for row in self._marked for made in self._marks(row, self._lines[row])])

    def _marks(self, number: int, line: DiffLine) -> list[QTextEdit.ExtraSelection]:
        if not line.spans or number in self._settled:
            return []
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

    def event(self, event: QEvent) -> bool:
        """Say what was found in the line under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self._text.found_at(event.pos().y())), self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint what the text says."""
        self._text.paint_margin(QPainter(self), self.width())
