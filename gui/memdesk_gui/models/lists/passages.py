"""A list of passages as an item model."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from memdesk_gui.rows import KEY_ROLE
from memdesk_gui.widgets.lists.passages import PASSAGE_ROLE, Passage

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class PassageModel(QAbstractListModel):
    """Passages in order. Headings cannot be selected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._passages: tuple[Passage, ...] = ()

    def show(self, passages: Sequence[Passage]) -> None:
        """Show other passages; where only some differ, nothing else moves."""
        if len(passages) == len(self._passages):
            self._exchange(tuple(passages))
            return
        self.beginResetModel()
        self._passages = tuple(passages)
        self.endResetModel()

    def row_of(self, key: str) -> QModelIndex:
        """Return the place of the passage with this key; invalid where there is none."""
        keys = enumerate(passage.key for passage in self._passages)
        return next((self.index(row) for row, known in keys if known == key), QModelIndex())

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many passages there are."""
        return 0 if parent.isValid() else len(self._passages)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let everything be chosen but headings, which the arrow keys pass over."""
        if index.isValid() and self._passages[index.row()].heading:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the passage, its words or its tool tip."""
        if not index.isValid():
            return None
        passage = self._passages[index.row()]
        if role == PASSAGE_ROLE:
            return passage
        if role == KEY_ROLE:
            return passage.key
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return passage.spoken()
        return passage.tip or None if role == Qt.ItemDataRole.ToolTipRole else None

    def _exchange(self, passages: tuple[Passage, ...]) -> None:
        before, self._passages = self._passages, passages
        for row, (old, new) in enumerate(zip(before, passages, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row), self.index(row))
