"""What is painted around the characters of a text view: current line, selection, hidden characters."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QTextLine

from memdesk.text.invisible import hidden
from memdesk_gui.text_edits import qt_offsets
from memdesk_gui.theme import Theme

if TYPE_CHECKING:
    from memdesk_gui.widgets.text_view import SeenBlock, TextView


def current_line(painter: QPainter, view: TextView, seen: Sequence[SeenBlock], theme: Theme) -> None:
    """Paint the band of the caret's line; a selection needs none."""
    cursor = view.textCursor()
    if cursor.hasSelection():
        return
    for item in seen:
        if item.block == cursor.block():
            band = QRectF(0, item.top, view.viewport().width(), item.height)
            painter.fillRect(band, theme.token("selection"))


def selection(painter: QPainter, view: TextView, seen: Sequence[SeenBlock]) -> None:
    """Paint the selection from line to line without stripes between them."""
    cursor = view.textCursor()
    if not cursor.hasSelection():
        return
    color = view.palette().highlight().color()
    for item in seen:
        start = cursor.selectionStart() - item.block.position()
        end = cursor.selectionEnd() - item.block.position()
        if start < item.block.length() and end > 0:
            for rect in _bands(view, item, start, end):
                painter.fillRect(rect, color)


def badges(painter: QPainter, view: TextView, seen: Sequence[SeenBlock], theme: Theme) -> None:
    """Paint the names of hidden characters into the room that the highlighter left for them."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(theme.token("danger"))
    painter.setBrush(theme.token("del_bg"))
    for item in seen:
        text = item.block.text()
        for mark in hidden(text):
            _badge(painter, view, item, qt_offsets(text)(mark.start), mark.label)


def _bands(view: TextView, seen: SeenBlock, start: int, end: int) -> list[QRectF]:
    layout, offset, bands = seen.block.layout(), view.contentOffset().x(), []
    count = layout.lineCount()
    for index in _seen_rows(view, seen):
        line = layout.lineAt(index)
        first, last = line.textStart(), line.textStart() + line.textLength()
        goes_on = index == count - 1 and end > last and start <= last
        if first > end or last < start or (max(first, start) == min(last, end) and not goes_on):
            continue
        left, right = _x(line, max(first, start)), _x(line, min(last, end))
        right += view.fontMetrics().horizontalAdvance(" ") if goes_on else 0
        top = layout.lineAt(index - 1).rect().bottom() if index else 0.0
        bottom = seen.height if index == count - 1 else line.rect().bottom()
        bands.append(QRectF(left + offset, seen.top + top, right - left, bottom - top))
    return bands


def _seen_rows(view: TextView, seen: SeenBlock) -> range:
    """Return the rows of a wrapped line that are on the screen: a long one has thousands."""
    layout = seen.block.layout()
    rows = range(layout.lineCount())
    first = bisect_right(rows, -seen.top, key=lambda row: layout.lineAt(row).rect().bottom())
    last = bisect_left(rows, view.viewport().height() - seen.top, key=lambda row: layout.lineAt(row).y())
    return rows[first : last + 1]


def _badge(painter: QPainter, view: TextView, seen: SeenBlock, at: int, label: str) -> None:
    line = seen.block.layout().lineForTextPosition(max(0, at - 1))
    if not line.isValid():
        return
    width = view.highlighter.badge_width(label) - 2
    right = _x(line, at) + view.contentOffset().x()
    left = right - width - 1 if at else right
    rect = QRectF(left, seen.top + line.y() + 2, width, line.height() - 4)
    painter.drawRoundedRect(rect, 3, 3)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label)


def _x(line: QTextLine, position: int) -> float:
    found: Any = line.cursorToX(position)
    return float(found[0] if isinstance(found, tuple) else found)
