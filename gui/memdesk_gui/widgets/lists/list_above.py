"""A list above what its current row stands for: it takes the room of whole rows, and leaves the rest."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QLayoutItem, QVBoxLayout, QWidget

from memdesk_gui.widgets.labels import hairline
from memdesk_gui.widgets.lists.row_list import RowList

SHARE = 0.4
"""How much of the height the list may take, two rows in any case where they have room."""


class ListAbove(QWidget):
    """Shows as many rows as there is room for, none of them in part."""

    def __init__(self, rows: RowList, below: QWidget, foot: QLayout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows, self._column = rows, QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(rows)
        self._column.addWidget(hairline(self))
        self._column.addWidget(below, 1)
        self._column.addLayout(foot)

    def fit(self) -> None:
        """Share the height, after rows came or went."""
        row = self._rows.verticalHeader().defaultSectionSize()
        model = self._rows.model()
        wanted = min(model.rowCount() if model is not None else 0, max(int(self.height() * SHARE) // row, 2))
        items = filter(None, map(self._column.itemAt, range(1, self._column.count())))
        room = self.height() - sum(_least(item, self.width()) for item in items)
        self._rows.setFixedHeight(max(min(wanted, room // row), 1) * row)

    def minimumSizeHint(self) -> QSize:
        """Be content with one row: the list gives the room of others back."""
        least = super().minimumSizeHint()
        row = self._rows.verticalHeader().defaultSectionSize()
        return QSize(least.width(), least.height() - self._rows.minimumHeight() + row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share another height."""
        super().resizeEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:
        """Share the height anew where what is below needs more of it, or less."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return super().event(event)


def _least(item: QLayoutItem, width: int) -> int:
    return item.minimumHeightForWidth(width) if item.hasHeightForWidth() else item.minimumSize().height()
