"""A tree whose rows can tell who wrote them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeView

from memdesk.checks.covers import SecretMask
from memdesk_gui.widgets.lists.row_bars import RowBars
from memdesk_gui.widgets.text.covering import cover_cells


class BarredTree(QTreeView):
    """Paints the bar of each row at the very left, whatever its level."""

    bars: RowBars | None = None
    """Who wrote each row, once that is told."""

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets in the rows, and no others."""
        cover_cells(self, covers)

    def drawRow(
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a row, then its bar."""
        super().drawRow(painter, options, index)
        if self.bars is not None:
            rect = options.rect
            row = QRect(0, rect.top(), self.viewport().width(), rect.height())
            self.bars.paint(painter, index, row)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say who wrote a row where the pointer rests on its bar."""
        return (self.bars is not None and self.bars.tell(event, self)) or super().viewportEvent(event)
