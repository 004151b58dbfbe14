"""The small mark of who wrote: a disc for a person, a diamond for an agent, a ring for an outside writer."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from memdesk.model import Origin
from memdesk_gui.theme.icons import SIZES
from memdesk_gui.theme.theme import Theme

SHARE = 0.45
"""How much of an icon's side the mark takes."""


def paint_mark(painter: QPainter, center: QPointF, size: float, origin: Origin, color: QColor) -> None:
    """Paint the mark; shape and colour both tell the writer."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    _SHAPES[origin](painter, center, size)
    painter.restore()


def mark_icon(origin: Origin, theme: Theme, author: str = "") -> QIcon:
    """Return the mark for a menu, in the colour of who wrote: an agent's by its name."""
    color, made = theme.author_color(origin, author), QIcon()
    for size in SIZES:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_mark(painter, QPointF(size / 2, size / 2), size * SHARE, origin, color)
        painter.end()
        made.addPixmap(pixmap)
    return made


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
