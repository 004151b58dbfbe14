"""A frame whose parts fill row after row, as words fill the lines of a text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

GAP = 4


class FlowFrame(QFrame):
    """Puts each part behind the one before, or into a new row; the last one fills what its row leaves.

    Its height follows from its width.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def insert(self, place: int, part: QWidget) -> None:
        """Put a part before the one in this place."""
        self._parts.insert(place, part)
        part.show()
        self._settle()

    def shift(self, part: QWidget, place: int) -> None:
        """Put a part that is here into another place."""
        self._parts.remove(part)
        self.insert(place, part)

    def take(self, part: QWidget) -> None:
        """Take a part out and delete it."""
        self._parts.remove(part)
        part.hide()
        part.deleteLater()
        self._settle()

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows at this width."""
        return self._arrange(width, move=False)

    def sizeHint(self) -> QSize:
        """Ask for the height of the rows as wide as they are now."""
        width = max(self.width(), self.minimumSizeHint().width())
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the room of the last part alone."""
        wanted = self._parts[-1].minimumWidth() if self._parts else 0
        return QSize(wanted + 2 * GAP, self.fontMetrics().height() + 3 * GAP)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the rows anew."""
        super().resizeEvent(event)
        self._arrange(self.width(), move=True)

    def event(self, event: QEvent) -> bool:
        """Fill the rows anew when a part wants another size."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._settle()
        return super().event(event)

    def _settle(self) -> None:
        self._arrange(self.width(), move=True)
        self.updateGeometry()

    def _arrange(self, width: int, *, move: bool) -> int:
        """Go through the rows; return the height that they take with the margins."""
        at, height, right = QPoint(GAP, GAP), 0, width - GAP
        for part in self._parts:
            size, last = self._size(part, width - 2 * GAP), part is self._parts[-1]
            wanted = part.minimumWidth() if last else size.width()
            if at.x() > GAP and at.x() + wanted > right:
                at, height = QPoint(GAP, at.y() + height + GAP), 0
            if last:
                size.setWidth(max(wanted, right - at.x()))
            if move:
                part.setGeometry(QRect(at, size))
            at, height = QPoint(at.x() + size.width() + GAP, at.y()), max(height, size.height())
        return at.y() + height + GAP

    def _size(self, part: QWidget, widest: int) -> QSize:
        """Return how large a part becomes; all in a row are equally high."""
        wanted = part.sizeHint()
        return QSize(min(wanted.width(), widest), self.fontMetrics().height() + GAP)
