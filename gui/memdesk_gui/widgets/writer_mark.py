"""The small mark of who wrote: a disc for a person, a diamond for an agent, a ring for an outside writer."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from memdesk.model import Origin


def paint_mark(painter: QPainter, center: QPointF, size: float, origin: Origin, color: QColor) -> None:
    """Paint the mark; shape and colour both tell the writer."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    _SHAPES[origin](painter, center, size)
    painter.restore()


def _disc(painter: QPainter, center: QPointF, size: float) -> None:
    painter.drawEllipse(center, size / 2, size / 2)


def _diamond(painter: QPainter, center: QPointF, size: float) -> None:
    half = size * 0.64
    points = [QPointF(0, -half), QPointF(half, 0), QPointF(0, half), QPointF(-half, 0)]
    painter.drawPolygon([center + point for point in points])


def _ring(painter: QPainter, center: QPointF, size: float) -> None:
    pen = QPen(painter.brush().color(), size * 0.28)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = size / 2 - pen.widthF() / 2
    painter.drawEllipse(center, radius, radius)


_SHAPES = {Origin.HUMAN: _disc, Origin.AGENT: _diamond, Origin.FOREIGN: _ring}
