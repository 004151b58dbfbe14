"""The list of changes: its rows open their document, and their last word opens the difference."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from memdesk_gui.widgets.lists.activity_delegate import ActivityDelegate
from memdesk_gui.widgets.lists.glow import Glow
from memdesk_gui.widgets.lists.row_list import RowList


class ActivityList(RowList):
    """The list of changes; its last words can be clicked."""

    opened = Signal(QModelIndex)
    """The document of a change is wanted."""
    compared = Signal(QModelIndex)
    """The texts of a change are wanted."""

    def __init__(
        self, name: str, delegate: ActivityDelegate, glow: Glow, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, delegate, glow, parent)
        self._painter = delegate

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Compare where the row says so."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        if event.button() == Qt.MouseButton.LeftButton and self._painter.is_diff(
            self.visualRect(index), place
        ):
            self.compared.emit(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at what can be clicked."""
        super().mouseMoveEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        is_link = self._painter.is_diff(self.visualRect(index), place) and self._painter.has_diff(index)
        shape = Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the document."""
        self.opened.emit(self.indexAt(event.position().toPoint()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, compare with D; the rest is the list's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(self.currentIndex())
        elif event.key() == Qt.Key.Key_D:
            self.compared.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
