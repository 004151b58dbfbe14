"""The margin left of a text: line numbers and, for each line changed since it was opened, who wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from memdesk.model import Actor, Origin
from memdesk_gui.theme import Theme, blend
from memdesk_gui.wording import origin_name

if TYPE_CHECKING:
    from memdesk_gui.widgets.text_view import SeenBlock, TextView

INDENT = 24
BAR = 4
GAP = 12


class Gutter(QWidget):
    """Line numbers and writers' bars: a person's is solid, an agent's dashed, a foreign writer's dotted."""

    def __init__(self, view: TextView, theme: Theme) -> None:
        super().__init__(view)
        self._view, self._theme = view, theme
        self._problems: dict[int, str] = {}
        self.setAccessibleName(self.tr("Line numbers and writers"))
        self.setCursor(Qt.CursorShape.ArrowCursor)

    def set_problems(self, problems: dict[int, str]) -> None:
        """Mark these lines (from 0) as wrong, for the reasons given."""
        if problems != self._problems:
            self._problems = problems
            self.update()

    def needed_width(self) -> int:
        """Return the width for the bar and the longest number."""
        digits = max(3, len(str(self._view.line_count())))
        return INDENT + BAR + GAP + int(self._metrics().horizontalAdvance("0") * digits) + GAP

    def sizeHint(self) -> QSize:
        """Ask for the needed width."""
        return QSize(self.needed_width(), 0)

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

    def event(self, event: QEvent) -> bool:
        """Say who wrote the line under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos().y()), self)
            return True
        return super().event(event)

    def tip_at(self, y: float) -> str:
        """Return what is to be said about the line at this height: its problem, its writer."""
        for seen in self._view.seen_blocks():
            if seen.top <= y < seen.top + seen.height:
                writer = self._writer(seen)
                said = (
                    self._problems.get(seen.block.blockNumber()),
                    self.describe(writer) if writer else None,
                )
                return "\n".join(part for part in said if part)
        return ""

    def describe(self, writer: Actor) -> str:
        """Return who wrote in words ("bloop · memory_append")."""
        if writer.origin is Origin.HUMAN:
            return self.tr("Changed by you")
        name = writer.name if writer.origin is Origin.AGENT else origin_name(writer.origin)
        tool = f" · {writer.tool}" if writer.tool else ""
        return self.tr("Changed by {name}").format(name=name) + tool

    def _writer(self, seen: SeenBlock) -> Actor | None:
        authors, number = self._view.authors, seen.block.blockNumber()
        return authors[number] if number < len(authors) else None

    def _paint_number(self, painter: QPainter, seen: SeenBlock, current: int) -> None:
        theme, number = self._theme, seen.block.blockNumber()
        faint = blend(theme.token("muted"), theme.token("ground"), 0.25)
        plain = theme.token("text") if number == current else faint
        painter.setPen(theme.token("danger") if number in self._problems else plain)
        line = seen.block.layout().lineAt(0)
        baseline = seen.top + line.y() + line.ascent()
        text = str(number + 1) if number not in self._problems else f"! {number + 1}"
        right = self.width() - GAP
        painter.drawText(int(right - painter.fontMetrics().horizontalAdvance(text)), int(baseline), text)

    def _paint_bar(self, painter: QPainter, seen: SeenBlock) -> None:
        writer = self._writer(seen)
        if writer is None:
            return
        rect = QRectF(INDENT, seen.top, BAR, seen.height)
        color = self._theme.origin_color(writer.origin)
        if writer.origin is Origin.HUMAN:
            painter.fillRect(rect, color)
            return
        dash = [3.0, 0.75] if writer.origin is Origin.AGENT else [0.75, 0.75]
        pen = QPen(color, BAR, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
        pen.setDashPattern(dash)
        pen.setDashOffset(-rect.top() / BAR)
        painter.setPen(pen)
        painter.drawLine(int(rect.center().x()), int(rect.top()), int(rect.center().x()), int(rect.bottom()))

    def _metrics(self) -> QFontMetricsF:
        font = self._theme.mono_font()
        font.setPointSizeF(font.pointSizeF() * 0.88)
        return QFontMetricsF(font)
