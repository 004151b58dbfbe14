"""What is painted around characters: current line, selection, hidden characters, and over secrets."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QRegion, QTextCursor, QTextLine

from memdesk.checks.covers import SecretMask
from memdesk.checks.places import MASK
from memdesk.text.invisible import hidden
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.text.edits import qt_offsets

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPlainTextEdit

    from memdesk_gui.widgets.text.seen_block import SeenBlock

LONG = 4096
"""Of a longer line only what is on the screen, and so much around it, is looked through for secrets."""
DOT = "\u2022"


def current_line(painter: QPainter, view: QPlainTextEdit, seen: Sequence[SeenBlock], theme: Theme) -> None:
    """Paint the band of the caret's line; a selection needs none."""
    cursor = view.textCursor()
    if cursor.hasSelection():
        return
    for item in seen:
        if item.block == cursor.block():
            band = QRectF(0, item.top, view.viewport().width(), item.height)
            painter.fillRect(band, theme.token("selection"))


def selection(painter: QPainter, view: QPlainTextEdit, seen: Sequence[SeenBlock]) -> None:
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


def badges(
    painter: QPainter,
    view: QPlainTextEdit,
    seen: Sequence[SeenBlock],
    theme: Theme,
    width_of: Callable[[str], float],
) -> None:
    """Paint the names of hidden characters into the room, as wide as told, that was left for them."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(theme.token("danger"))
    painter.setBrush(theme.token("del_bg"))
    for item in seen:
        text = item.block.text()
        for mark in hidden(text):
            _badge(
                painter,
                view,
                item,
                qt_offsets(text)(mark.start),
                label=mark.label,
                width=width_of(mark.label),
            )


def secrets(view: QPlainTextEdit, seen: Iterable[SeenBlock], covers: SecretMask) -> None:
    """Paint dots over every secret on the screen but the one that the caret is in."""
    painter = QPainter(view.viewport())
    painter.setPen(view.palette().placeholderText().color())
    painter.setFont(view.font())
    caret = view.textCursor().position() if view.hasFocus() else -1
    for item in seen:
        for start, end in secret_spans(view, item, covers):
            place = caret - item.block.position()
            if not start < place <= end:
                for band in _bands(view, item, start, end):
                    _cover(painter, view, band.normalized(), beside_caret=place == start)


def secret_spans(view: QPlainTextEdit, seen: SeenBlock, covers: SecretMask) -> list[tuple[int, int]]:
    """Return where secrets stand in what is seen of a line, in Qt's positions."""
    first, text = 0, seen.block.text() if seen.block.length() <= LONG else ""
    if not text:
        first, text = _seen_text(view, seen)
    at = qt_offsets(text)
    return [(first + at(start), first + at(end)) for start, end in covers.spans(text)]


def _seen_text(view: QPlainTextEdit, seen: SeenBlock) -> tuple[int, str]:
    """Return what is on the screen of a long line, and where it begins."""
    rows, layout = _seen_rows(view, seen), seen.block.layout()
    if not rows:
        return 0, ""
    last = layout.lineAt(rows[-1])
    first = max(0, layout.lineAt(rows[0]).textStart() - LONG)
    end = min(seen.block.length() - 1, last.textStart() + min(last.textLength(), LONG) + LONG)
    cursor = QTextCursor(seen.block)
    cursor.setPosition(seen.block.position() + first)
    cursor.setPosition(seen.block.position() + end, QTextCursor.MoveMode.KeepAnchor)
    return first, cursor.selectedText()


def _cover(painter: QPainter, view: QPlainTextEdit, band: QRectF, *, beside_caret: bool) -> None:
    # The ink of a slanted or smoothed letter goes beyond its room, and would tell which one it is.
    ink = 1 + painter.fontMetrics().height() // 10
    cover = QRegion(band.toAlignedRect().adjusted(-ink, 0, ink, 1))
    painter.setClipRegion(cover - QRegion(view.cursorRect()) if beside_caret else cover)
    painter.fillRect(cover.boundingRect(), view.palette().mid())
    painter.setClipping(False)
    room = int(band.width() / max(1, painter.fontMetrics().horizontalAdvance(DOT)))
    painter.drawText(band, Qt.AlignmentFlag.AlignCenter, DOT * min(room, len(MASK)))


def _bands(view: QPlainTextEdit, seen: SeenBlock, start: int, end: int) -> list[QRectF]:
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


def _seen_rows(view: QPlainTextEdit, seen: SeenBlock) -> range:
    """Return the rows of a wrapped line that are on the screen: a long one has thousands."""
    layout = seen.block.layout()
    rows = range(layout.lineCount())
    first = bisect_right(rows, -seen.top, key=lambda row: layout.lineAt(row).rect().bottom())
    last = bisect_left(rows, view.viewport().height() - seen.top, key=lambda row: layout.lineAt(row).y())
    return rows[first : last + 1]


def _badge(
    painter: QPainter, view: QPlainTextEdit, seen: SeenBlock, at: int, *, label: str, width: float
) -> None:
    line = seen.block.layout().lineForTextPosition(max(0, at - 1))
    if line.isValid():
        rect = badge_rect(line, at, width - 2)
        rect.translate(view.contentOffset().x(), seen.top)
        painter.drawRoundedRect(rect, 3, 3)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label)


def badge_rect(line: QTextLine, at: int, width: float) -> QRectF:
    """Return where in a line's room a badge of this width stands for what is hidden at a position.

    The room is at the right of the character before it, also where that is written from right to left.
    """
    left = max(_edges(line, at - 1)) - width - 1 if at else min(_edges(line, 0))
    return QRectF(left, line.y() + 2, width, line.height() - 4)


def _edges(line: QTextLine, position: int) -> tuple[float, float]:
    """Return where a character begins and ends: from right to left, where that is how it is written."""
    return _x(line, position), _x(line, position, QTextLine.Edge.Trailing)


def _x(line: QTextLine, position: int, edge: QTextLine.Edge = QTextLine.Edge.Leading) -> float:
    found: Any = line.cursorToX(position, edge)
    return float(found[0] if isinstance(found, tuple) else found)
