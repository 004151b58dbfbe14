"""A list of parts to choose from, each with a box; those below a chosen heading are chosen with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from memdesk_gui.writers import plain_tip

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()

MOST_ROWS = 5
"""Rows that are seen at once; more are scrolled to."""


class PartRow(NamedTuple):
    """A part: its number, its name, what is to be said of it, and how deep it lies."""

    number: int
    name: str
    note: str
    level: int = 0


class PartModel(QAbstractListModel):
    """Parts, and which of them are chosen."""

    chosen_changed = Signal()
    """Other parts are chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[PartRow, ...] = ()
        self._chosen: set[int] = set()

    @property
    def chosen(self) -> frozenset[int]:
        """The numbers of the parts that are chosen."""
        return frozenset(self._chosen)

    def set_rows(self, rows: Sequence[PartRow]) -> None:
        """Offer these parts; those that are still there stay chosen."""
        if tuple(rows) != self._rows:
            self.beginResetModel()
            self._rows = tuple(rows)
            self._chosen &= {row.number for row in self._rows}
            self.endResetModel()

    def clear_choice(self) -> None:
        """Choose none."""
        self._chosen.clear()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many parts there are."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let every part be chosen."""
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a part's words and whether it is chosen."""
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if row.number in self._chosen else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{'    ' * row.level}{row.name} · {row.note}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{row.name} · {row.note}")
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Choose a part and the deeper ones that follow it, or leave them out again."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        first, last = index.row(), index.row()
        while last + 1 < len(self._rows) and self._rows[last + 1].level > self._rows[first].level:
            last += 1
        numbers = {row.number for row in self._rows[first : last + 1]}
        if Qt.CheckState(value) is Qt.CheckState.Checked:
            self._chosen |= numbers
        else:
            self._chosen -= numbers
        self.dataChanged.emit(self.index(first), self.index(last))
        self.chosen_changed.emit()
        return True


class PartList(QListView):
    """Shows parts; Space or a click on its box chooses one."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.parts = PartModel(self)
        self.setModel(self.parts)
        self.parts.modelReset.connect(self._fit)
        self.clicked.connect(self.setCurrentIndex)

    def _fit(self) -> None:
        rows = min(max(self.parts.rowCount(), 1), MOST_ROWS)
        self.setFixedHeight(rows * max(self.sizeHintForRow(0), self.fontMetrics().height() + 4) + 2)
