"""A list of parts to choose from, each with a box; those below a chosen heading are chosen with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from memdesk_gui.wording.writers import plain_tip

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()

MOST_ROWS = 5
"""Rows that are seen at once unless a list asks for others; more are scrolled to."""


class PartRow(NamedTuple):
    """A part: its number, its name, what is to be said of it, and how deep it lies.

    One that is ``fixed`` cannot be chosen.
    """

    number: int
    name: str
    note: str
    level: int = 0
    fixed: bool = False


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

    @property
    def unchosen(self) -> frozenset[int]:
        """The numbers of the parts that could be chosen and are not."""
        return frozenset(row.number for row in self._rows if not row.fixed) - self._chosen

    def row_at(self, index: Index) -> PartRow | None:
        """Return the part of a row; None where there is no such row."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def set_rows(self, rows: Sequence[PartRow], *, choose: bool = False) -> None:
        """Offer these parts; those that are still there stay chosen, and with ``choose`` all are."""
        if tuple(rows) != self._rows:
            self.beginResetModel()
            self._rows = tuple(rows)
            offered = {row.number for row in self._rows}
            self._chosen = offered if choose else self._chosen & offered
            self.endResetModel()

    def mark(self, number: int, *, chosen: bool) -> None:
        """Choose one part, or leave it out, and none of those below it."""
        self._chosen = self._chosen | {number} if chosen else self._chosen - {number}
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def clear_choice(self) -> None:
        """Choose none."""
        self._chosen.clear()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many parts there are."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let every part be chosen that is not fixed."""
        flags = super().flags(index)
        return flags if self._rows[index.row()].fixed else flags | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a part's words and whether it is chosen."""
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole:
            if row.fixed:
                return None
            return Qt.CheckState.Checked if row.number in self._chosen else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{'    ' * row.level}{_words(row)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(_words(row))
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Choose a part and the deeper ones that follow it, or leave them out again."""
        if role != Qt.ItemDataRole.CheckStateRole or self._rows[index.row()].fixed:
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


def _words(row: PartRow) -> str:
    return " · ".join(filter(None, (row.name, row.note)))


class PartList(QListView):
    """Shows parts; Space or a click on its box chooses one."""

    def __init__(self, name: str, parent: QWidget | None = None, *, most: int | None = MOST_ROWS) -> None:
        """``most`` rows are seen at once; None: as many as there is room for."""
        super().__init__(parent)
        self._most = most
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
        if self._most is None:
            return
        rows = min(max(self.parts.rowCount(), 1), self._most)
        self.setFixedHeight(rows * max(self.sizeHintForRow(0), self.fontMetrics().height() + 4) + 2)
