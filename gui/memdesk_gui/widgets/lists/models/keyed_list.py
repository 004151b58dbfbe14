"""Items as rows of a list that are known by a key, whatever comes and goes around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from memdesk_gui.widgets.lists.rows import KEY_ROLE, ROW_ROLE
from memdesk_gui.wording.writers import plain_tip

Item = TypeVar("Item")
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
"""Where the rows of a list are: below nothing."""
_Role = Qt.ItemDataRole


class KeyedListModel(QAbstractListModel, Generic[Item]):
    """A list that says of each item what it is known by, how it is painted, and what it is in words."""

    changing = Signal()
    """Rows are about to come and go."""
    settled = Signal()
    """Rows have come and gone."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[Item] = []
        self._rows: dict[str, int] | None = None

    @property
    def items(self) -> Sequence[Item]:
        """What is listed now."""
        return self._items

    def key_of(self, item: Item) -> str:
        """Return what an item is known by: how it prints, unless a list knows better."""
        return str(item)

    def row_of(self, item: Item) -> object:
        """Return what the delegate of the list paints: the item, unless that is made for each look."""
        return item

    def words_of(self, item: Item) -> str:
        """Return what is read aloud, and found by typing."""
        return str(item)

    def tip_of(self, item: Item) -> str:
        """Return the tool tip (empty: none): the words, unless a list has more to tell."""
        return self.words_of(item)

    def item_at(self, index: Index) -> Item | None:
        """Return what a row stands for; None where there is no such row."""
        return self._items[index.row()] if index.isValid() and index.row() < len(self._items) else None

    def place(self, key: str) -> QModelIndex:
        """Return the row of an item; invalid where it is not listed."""
        if self._rows is None:
            self._rows = {self.key_of(item): row for row, item in enumerate(self._items)}
        row = self._rows.get(key)
        return QModelIndex() if row is None else self.index(row)

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return how many items are listed."""
        return 0 if parent.isValid() else len(self._items)

    def headerData(
        self, _section: int, _orientation: Qt.Orientation, _role: int = _Role.DisplayRole
    ) -> object:
        """Name no row: a number before each would only be read aloud."""
        return None

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        """Return what to paint, the key, or the words."""
        item = self.item_at(index)
        if item is None:
            return None
        if role == ROW_ROLE:
            return self.row_of(item)
        if role == KEY_ROLE:
            return self.key_of(item)
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return self.words_of(item)
        return plain_tip(self.tip_of(item)) or None if role == _Role.ToolTipRole else None

    def replace(self, items: Iterable[Item], rows: dict[str, int] | None = None) -> None:
        """List these items and no others; ``rows`` are their places by their keys, where these are known."""
        self.changing.emit()
        self.beginResetModel()
        self._items, self._rows = list(items), rows
        self.endResetModel()
        self.settled.emit()

    def put_first(self, items: Sequence[Item], most: int) -> None:
        """List these above the others; what then goes beyond so many rows is listed no longer."""
        self.changing.emit()
        self.beginInsertRows(ROOT, 0, len(items) - 1)
        self._items[:0], self._rows = items, None
        self.endInsertRows()
        if len(self._items) > most:
            self.beginRemoveRows(ROOT, most, len(self._items) - 1)
            del self._items[most:]
            self.endRemoveRows()
        self.settled.emit()

    def announce_all(self) -> None:
        """Tell that every item may look another way now."""
        if self._items:
            self.dataChanged.emit(self.index(0), self.index(len(self._items) - 1))

    def announce(self, key: str) -> None:
        """Tell that an item looks another way now, if it is listed."""
        index = self.place(key)
        if index.isValid():
            self.dataChanged.emit(index, index)
