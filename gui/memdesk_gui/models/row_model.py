"""A plain list of rows, set as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from memdesk_gui.rows import KEY_ROLE, ROW_ROLE, Row

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class Item(NamedTuple):
    """A row with the key it is known by and its tool tip."""

    key: str
    row: Row
    tip: str = ""


class RowModel(QAbstractListModel):
    """Rows that somebody else makes."""

    changing = Signal()
    """Rows are about to come and go."""
    settled = Signal()
    """Rows have come and gone."""

    items: tuple[Item, ...] = ()

    def set_items(self, items: Sequence[Item]) -> None:
        """Show these rows."""
        if tuple(items) == self.items:
            return
        self.changing.emit()
        self.beginResetModel()
        self.items = tuple(items)
        self.endResetModel()
        self.settled.emit()

    def place(self, key: str) -> QModelIndex:
        """Return the row with this key; invalid where there is none."""
        row = next((row for row, item in enumerate(self.items) if item.key == key), None)
        return QModelIndex() if row is None else self.index(row)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the row to paint, its key, or its words."""
        if not index.isValid():
            return None
        item = self.items[index.row()]
        words = ", ".join(filter(None, (item.row.title, item.row.note, item.row.detail)))
        answers = {
            ROW_ROLE: item.row,
            KEY_ROLE: item.key,
            Qt.ItemDataRole.DisplayRole: item.row.title,
            Qt.ItemDataRole.ToolTipRole: item.tip or None,
            Qt.ItemDataRole.AccessibleTextRole: words,
        }
        return answers.get(role)
