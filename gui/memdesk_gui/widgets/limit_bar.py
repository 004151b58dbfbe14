"""A thin bar over the whole width: how much of a limit is used, with the limit marked."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from memdesk_gui.theme.theme import Theme, blend

HEIGHT, AIR = 6, 2
LIMIT_SHARE = 0.9
"""Where on the bar the limit is; what is right of it is beyond."""


def paint_limit(painter: QPainter, theme: Theme, track: QRectF, share: float) -> None:
    """Paint the bar, the used part of it, and a line where the limit is; beyond it in another colour."""
    limit = track.width() * LIMIT_SHARE
    painter.fillRect(track, blend(theme.token("ground"), theme.token("line"), 0.7))
    used = QRectF(track)
    used.setWidth(max(2.0, min(share, 1.0) * limit) if share > 0 else 0.0)
    painter.fillRect(used, theme.token("human"))
    if share > 1:
        beyond = min((share - 1.0) * limit, track.width() - limit)
        painter.fillRect(
            QRectF(track.left() + limit, track.top(), beyond, track.height()), theme.token("danger")
        )
    painter.setPen(QPen(theme.token("text"), 1))
    x = round(track.left() + limit) + 0.5
    painter.drawLine(QPointF(x, track.top() - AIR), QPointF(x, track.bottom() + AIR))


class LimitBar(QWidget):
    """Shows a share of a limit; what is said of it stands beside it."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._share = theme, 0.0
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def set_share(self, share: float) -> None:
        """Show how much of the limit is used."""
        self._share = share
        self.setAccessibleDescription(f"{share:.0%}")
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for the bar's own height."""
        return QSize(60, HEIGHT + 2 * AIR)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bar."""
        track = QRectF(0, AIR, self.width(), HEIGHT)
        paint_limit(QPainter(self), self._theme, track, self._share)
