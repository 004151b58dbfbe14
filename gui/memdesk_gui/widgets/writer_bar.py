"""The bar of who wrote: a person's is solid, an agent's dashed, a foreign writer's dotted.

The bar of what no person has reviewed yet is hollow: an agent's a frame, a foreign writer's a dotted one.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from memdesk.model import Origin

WIDTH = 4
STROKE = 1.5
_DASHES = {Origin.AGENT: [3.0, 0.75], Origin.FOREIGN: [0.75, 0.75]}


class Bar(NamedTuple):
    """What a bar tells: who wrote, by which name, and whether no person has reviewed that yet."""

    origin: Origin
    waits: bool = False
    author: str = ""


def paint_bar(
    painter: QPainter, rect: QRectF, bar: Bar, color: QColor, *, above: bool = False, below: bool = False
) -> None:
    """Paint a bar; ``above`` and ``below`` say where it goes on, so that it has no end there."""
    if bar.waits:
        _paint_hollow(painter, rect, QPen(color, STROKE), bar.origin, open_at=(above, below))
    elif bar.origin is Origin.HUMAN:
        painter.fillRect(rect, color)
    else:
        pen = QPen(color, rect.width(), Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
        pen.setDashPattern(_DASHES[bar.origin])
        pen.setDashOffset(-rect.top() / rect.width())
        painter.setPen(pen)
        middle = int(rect.center().x())
        painter.drawLine(middle, int(rect.top()), middle, int(rect.bottom()))


def _paint_hollow(
    painter: QPainter, rect: QRectF, pen: QPen, origin: Origin, *, open_at: tuple[bool, bool]
) -> None:
    frame = rect.adjusted(-0.5, 0.5, 0.5, -0.5)
    painter.setPen(pen)
    if not open_at[0]:
        painter.drawLine(frame.topLeft(), frame.topRight())
    if not open_at[1]:
        painter.drawLine(frame.bottomLeft(), frame.bottomRight())
    if origin is Origin.FOREIGN:
        pen.setDashPattern([2.0, 2.0])
        pen.setDashOffset(-frame.top() / STROKE)
        painter.setPen(pen)
    painter.drawLine(frame.topLeft(), frame.bottomLeft())
    painter.drawLine(frame.topRight(), frame.bottomRight())
