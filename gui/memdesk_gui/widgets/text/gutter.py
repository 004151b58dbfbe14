"""The margin left of a text: line numbers and, for each line as far as it is known, who wrote it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from memdesk.model import Actor, Origin
from memdesk.text.authorship import Authors
from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.writer_bar import WIDTH, Bar, paint_bar
from memdesk_gui.wording.wording import origin_name
from memdesk_gui.wording.writers import plain_tip, printable, who

if TYPE_CHECKING:
    from memdesk_gui.widgets.text.covering import CoveredEdit
    from memdesk_gui.widgets.text.seen_block import SeenBlock

INDENT = 24
GAP = 12
LOCK = 11


class Gutter(QWidget):
    """Line numbers and writers' bars; a bar of what was not reviewed yet is hollow."""

    def __init__(self, view: CoveredEdit, theme: Theme) -> None:
        super().__init__(view)
        self._view, self._theme = view, theme
        self.number_of: Callable[[int], int] = int
        """Tells the number (from 1) to paint beside a line of the view, from that line's own."""
        self._authors: Authors = ()
        self._problems: dict[int, str] = {}
        self._unreviewed: frozenset[int] = frozenset()
        self._fresh: frozenset[int] = frozenset()
        self._chunks: dict[int, tuple[str, str]] = {}
        self._locks: dict[int, tuple[bool, str]] = {}
        self.setAccessibleName(self.tr("Line numbers and writers"))
        self.setCursor(Qt.CursorShape.ArrowCursor)

    def set_authors(self, authors: Authors) -> None:
        """Show who wrote each line."""
        self._authors = authors
        self.update()

    def set_problems(self, problems: dict[int, str]) -> None:
        """Mark these lines (from 0) as wrong, for the reasons given."""
        if problems != self._problems:
            self._problems = problems
            self.update()

    def set_unreviewed(self, lines: frozenset[int]) -> None:
        """Mark these lines (from 0) as not reviewed by a person yet."""
        if lines != self._unreviewed:
            self._unreviewed = lines
            self.update()

    def set_fresh(self, lines: frozenset[int]) -> None:
        """Mark these lines (from 0) as come since the person last looked."""
        if lines != self._fresh:
            self._fresh = lines
            self.update()

    def set_chunks(self, chunks: dict[int, tuple[str, str]]) -> None:
        """Mark these lines (from 0) as the first of a chunk: its number, and what is said of it."""
        if chunks != self._chunks:
            self._chunks = chunks
            self.update()

    def set_locks(self, locks: dict[int, tuple[bool, str]]) -> None:
        """Mark these lines (from 0) as locked: whether a lock begins there, and what is said of it."""
        if locks != self._locks:
            self._locks = locks
            self.update()

    def needed_width(self, lines: int) -> int:
        """Return the width for the bar and the longest number of a text of so many lines."""
        digits = max(3, len(str(lines)))
        return INDENT + WIDTH + GAP + int(self._metrics().horizontalAdvance("0") * digits) + GAP

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint numbers and bars of the lines on the screen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self._theme.mono_font()
        font.setPointSizeF(font.pointSizeF() * 0.88)
        painter.setFont(font)
        current = self._view.textCursor().blockNumber()
        for seen in self._view.seen_blocks():
            self._paint_number(painter, seen, current)
            self._paint_bar(painter, seen)
            self._paint_fresh(painter, seen)
            self._paint_chunk(painter, seen)
            self._paint_lock(painter, seen)

    def event(self, event: QEvent) -> bool:
        """Say who wrote the line under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.tip_at(event.pos().y())), self)
            return True
        return super().event(event)

    def tip_at(self, y: float) -> str:
        """Return what is to be said about the line at this height: its problem, its writer."""
        for seen in self._view.seen_blocks():
            if seen.top <= y < seen.top + seen.height:
                writer, number = self._writer(seen), seen.block.blockNumber()
                said = (
                    self._problems.get(number),
                    self.describe(writer) if writer else None,
                    self.tr("Not reviewed") if number in self._unreviewed else None,
                    self.tr("New since you last looked") if number in self._fresh else None,
                    self._chunks[number][1] if number in self._chunks else None,
                    self._locks[number][1] if number in self._locks else None,
                )
                return "\n".join(part for part in said if part)
        return ""

    def describe(self, writer: Actor) -> str:
        """Return who wrote in words ("bloop · memory_append")."""
        if writer.origin is Origin.HUMAN:
            return self.tr("Written by you")
        name = who(writer) if writer.origin is Origin.AGENT else origin_name(writer.origin)
        tool = f" · {printable(writer.tool)}" if writer.tool else ""
        return self.tr("Written by {name}").format(name=name) + tool

    def _writer(self, seen: SeenBlock) -> Actor | None:
        authors, number = self._authors, seen.block.blockNumber()
        return authors[number] if number < len(authors) else None

    def _paint_number(self, painter: QPainter, seen: SeenBlock, current: int) -> None:
        theme, number = self._theme, seen.block.blockNumber()
        faint = blend(theme.token("muted"), theme.token("ground"), 0.25)
        plain = theme.token("text") if number == current else faint
        painter.setPen(theme.token("danger") if number in self._problems else plain)
        line = seen.block.layout().lineAt(0)
        baseline = seen.top + line.y() + line.ascent()
        told = self.number_of(number + 1)
        text = str(told) if number not in self._problems else f"! {told}"
        right = self.width() - GAP
        painter.drawText(int(right - painter.fontMetrics().horizontalAdvance(text)), int(baseline), text)

    def _paint_bar(self, painter: QPainter, seen: SeenBlock) -> None:
        writer = self._writer(seen)
        if writer is None:
            return
        number = seen.block.blockNumber()
        bar = Bar(writer.origin, number in self._unreviewed)
        rect = QRectF(INDENT, seen.top, WIDTH, seen.height)
        above, below = self._goes_on(number, number - 1), self._goes_on(number, number + 1)
        color = self._theme.author_color(writer.origin, writer.name)
        paint_bar(painter, rect, bar, color, above=above, below=below)

    def _paint_fresh(self, painter: QPainter, seen: SeenBlock) -> None:
        """Point at a line that came since the person last looked."""
        if seen.block.blockNumber() not in self._fresh:
            return
        line = seen.block.layout().lineAt(0)
        middle = seen.top + line.y() + line.height() / 2
        left, side = INDENT - 12.0, 3.5
        corners = [QPointF(left, middle - side), QPointF(left + 6, middle), QPointF(left, middle + side)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.token("text"))
        painter.drawPolygon(corners)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_chunk(self, painter: QPainter, seen: SeenBlock) -> None:
        """Paint a hairline where a chunk begins, with its number."""
        number, _ = self._chunks.get(seen.block.blockNumber(), ("", ""))
        if not number:
            return
        painter.setPen(QPen(self._theme.token("agent"), 1))
        top = round(seen.top) + 0.5
        painter.drawLine(QPointF(0, top), QPointF(self.width() - GAP / 2, top))
        painter.save()
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.8)
        painter.setFont(font)
        painter.drawText(QPointF(2, top + painter.fontMetrics().ascent() + 1), number)
        painter.restore()

    def _paint_lock(self, painter: QPainter, seen: SeenBlock) -> None:
        """Paint a line along what is locked, with a lock where that begins."""
        begins, said = self._locks.get(seen.block.blockNumber(), (False, ""))
        if not said:
            return
        line = seen.block.layout().lineAt(0)
        top = seen.top
        if begins:
            place = QRect(1, int(seen.top + line.y() + (line.height() - LOCK) / 2), LOCK, LOCK)
            icon("lock", self._theme, "muted").paint(painter, place)
            top = place.bottom() + 2.0
        painter.setPen(QPen(self._theme.token("muted"), 1))
        middle = 1.5 + LOCK // 2
        painter.drawLine(QPointF(middle, top), QPointF(middle, seen.top + seen.height))

    def _goes_on(self, number: int, near: int) -> bool:
        """Whether a line beside one that is not reviewed belongs to it."""
        authors = self._authors
        return near in self._unreviewed and near < len(authors) and authors[near] == authors[number]

    def _metrics(self) -> QFontMetricsF:
        font = self._theme.mono_font()
        font.setPointSizeF(font.pointSizeF() * 0.88)
        return QFontMetricsF(font)
