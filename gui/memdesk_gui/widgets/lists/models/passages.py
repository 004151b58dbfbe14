"""A list of passages as an item model."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from memdesk_gui.widgets.lists.models.numbered_rows import NumberedRows
from memdesk_gui.widgets.lists.passages import PASSAGE_ROLE, PassageRow
from memdesk_gui.widgets.lists.rows import KEY_ROLE
from memdesk_gui.wording.roster import Aspects

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class PassageModel(QAbstractListModel):
    """Passages in order. Headings cannot be selected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: NumberedRows[PassageRow] = NumberedRows(self, _known_by)

    def show(self, passages: Sequence[PassageRow]) -> None:
        """Show other passages; what was there before stays what it is, wherever it is now."""
        self.rows.renew(passages)

    def row_of(self, key: str) -> QModelIndex:
        """Return the place of the passage with this key; invalid where there is none."""
        keys = enumerate(passage.key for passage in self.rows.items)
        return next((self.index(row) for row, known in keys if known == key), QModelIndex())

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many passages there are."""
        return 0 if parent.isValid() else len(self.rows.items)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let everything be chosen but headings, which the arrow keys pass over."""
        if index.isValid() and self.rows.items[index.row()].heading:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the passage, its words or its tool tip."""
        if not index.isValid():
            return None
        passage = self.rows.items[index.row()]
        if role == PASSAGE_ROLE:
            return passage
        if role == KEY_ROLE:
            return passage.key
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return passage.spoken()
        return passage.tip or None if role == Qt.ItemDataRole.ToolTipRole else None


def _known_by(passage: PassageRow) -> Aspects:
    return passage.aspects or ((passage.heading, passage.lead), passage.text)
