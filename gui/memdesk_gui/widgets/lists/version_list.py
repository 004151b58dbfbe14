"""The timeline's list."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent

from memdesk_gui.widgets.lists.row_list import RowList


class VersionList(RowList):
    """The timeline, with the keys to look at a version and to leave."""

    opened = Signal(QModelIndex)
    """Enter was pressed on a row, or it was double-clicked."""
    left = Signal()
    """Escape was pressed."""
    moved = Signal(QModelIndex)
    """A key led to another row; that the keyboard comes to the list leads nowhere."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, leave with Escape; the rest is the list's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            before = self.currentIndex()
            super().keyPressEvent(event)
            if self.currentIndex().isValid() and self.currentIndex() != before:
                self.moved.emit(self.currentIndex())
