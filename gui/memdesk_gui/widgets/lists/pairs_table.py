"""A few names with their texts, edited in place; the empty last row takes a new pair."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from memdesk.checks.covers import Covers
from memdesk_gui.widgets.lists.table import ROW_PADDING
from memdesk_gui.widgets.text.covering import CoveringDelegate, cover_cells

FEWEST_ROWS, MOST_ROWS = 2, 4


class PairsTable(QTableWidget):
    """Edits a small map of texts. A pair without a name is none; of two equal names the last one counts."""

    edited = Signal()
    """The person changed the pairs."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(0, 2, parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setItemDelegate(CoveringDelegate(self))
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.setHorizontalHeaderLabels([self.tr("Name"), self.tr("Value")])
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        height = self.fontMetrics().height() + ROW_PADDING
        self.verticalHeader().setDefaultSectionSize(height)
        head = self.horizontalHeader().sizeHint().height()
        self.setMinimumHeight(height * FEWEST_ROWS + head)
        self.setMaximumHeight(height * MOST_ROWS + head)
        self._pairs: dict[str, str] = {}
        self._show()
        self.itemChanged.connect(self._on_item_changed)

    def set_covers(self, covers: Covers) -> None:
        """Cover these secrets in the cells, and no others."""
        cover_cells(self, covers)

    def pairs(self) -> dict[str, str]:
        """Return the pairs."""
        return dict(self._pairs)

    def set_pairs(self, pairs: Mapping[str, str]) -> None:
        """Show these pairs."""
        if dict(pairs) != self._pairs:
            self._pairs = dict(pairs)
            self._show()

    def begin_pair(self) -> None:
        """Let the person write a new pair in the empty last row."""
        self.setCurrentCell(self.rowCount() - 1, 0)
        self.setFocus()
        if self.state() is not QAbstractItemView.State.EditingState:
            self.editItem(self.currentItem())

    def remove_pair(self) -> None:
        """Remove the pair in the current row, or else the last one."""
        row = self.currentRow() if 0 <= self.currentRow() < len(self._pairs) else len(self._pairs) - 1
        if row >= 0:
            del self._pairs[list(self._pairs)[row]]
            self._show()
            self.edited.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the current pair with Delete."""
        allowed = self.editTriggers() != QAbstractItemView.EditTrigger.NoEditTriggers
        if allowed and event.matches(QKeySequence.StandardKey.Delete):
            self.remove_pair()
        else:
            super().keyPressEvent(event)

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        triggers = QAbstractItemView.EditTrigger
        chosen = triggers.AllEditTriggers if allowed else triggers.NoEditTriggers
        self.setEditTriggers(chosen)

    def _show(self) -> None:
        self.blockSignals(True)
        self.setRowCount(len(self._pairs) + 1)
        for row, pair in enumerate([*self._pairs.items(), ("", "")]):
            for column, text in enumerate(pair):
                self.setItem(row, column, QTableWidgetItem(text))
        self.blockSignals(False)

    def _on_item_changed(self) -> None:
        rows = [[self._text(row, column) for column in (0, 1)] for row in range(self.rowCount())]
        pairs = {name: text for name, text in rows if name}
        if pairs != self._pairs:
            self._pairs = pairs
            if self.rowCount() != len(pairs) + 1:
                self._show()
            self.edited.emit()

    def _text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return str(item.data(Qt.ItemDataRole.EditRole)) if item is not None else ""
