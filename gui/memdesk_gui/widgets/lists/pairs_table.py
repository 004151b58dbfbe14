"""A few names with their texts, edited in place; the empty last row takes a new pair."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from memdesk.checks.covers import SecretMask
from memdesk.errors import InvalidError
from memdesk_gui.widgets.lists.table import ROW_PADDING, open_field
from memdesk_gui.widgets.text.covering import CoveringDelegate, cover_cells

FEWEST_ROWS, MOST_ROWS = 2, 4


class PairChange(NamedTuple):
    """What the person did with a pair: without a ``name`` it is new, without a ``new`` one it goes."""

    name: str
    new: str
    text: str = ""

    def made_of(self, pairs: Mapping[str, str]) -> dict[str, str]:
        """Return pairs with this change in them. Raises InvalidError where another one has the name."""
        if self.new != self.name and self.new in pairs:
            message = f"there is a pair {self.new!r} already"
            raise InvalidError(message, reason="taken", arguments=(self.new,))
        if not self.new:
            return {name: text for name, text in pairs.items() if name != self.name}
        made = {
            self.new if name == self.name else name: self.text if name == self.name else text
            for name, text in pairs.items()
        }
        return {**made, self.new: self.text}


class PairsTable(QTableWidget):
    """Edits a small map of texts, each pair known by its name; one without a name is none yet.

    What the person typed stays in its cells, whatever the document says, until it is carried out.
    """

    edited = Signal(object)
    """The person made this :class:`PairChange`; :meth:`settle` is told whether it was carried out."""

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
        self._before: dict[str, str] = {}
        self._names: list[str] = []
        self._last: PairChange | None = None
        self._show()
        self.itemChanged.connect(self._on_item_changed)

    def set_covers(self, covers: SecretMask) -> None:
        """Cover these secrets in the cells, and no others."""
        cover_cells(self, covers)

    def pairs(self) -> dict[str, str]:
        """Return the pairs."""
        return dict(self._pairs)

    def set_pairs(self, pairs: Mapping[str, str]) -> None:
        """Show these pairs. A cell that is open, or that holds what was not carried out, stays as it is."""
        wanted = dict(pairs)
        if wanted == self._pairs:
            return
        self.blockSignals(True)
        for row in reversed(range(len(self._names))):
            if self._names[row] and self._names[row] not in wanted:
                self._lose(row)
        busy = {self._names[row] for row in range(len(self._names)) if self._is_busy(row)}
        self._pairs = wanted
        for row, name in enumerate(self._names):
            if name and name not in busy:
                self._fill(row, (name, wanted[name]))
        for name in [name for name in wanted if name not in self._names]:
            place = sum(known != "" for known in self._names)
            self.insertRow(place)
            self._names.insert(place, name)
            self._fill(place, (name, wanted[name]))
        self.blockSignals(False)

    def settle(self, *, done: bool) -> None:
        """Note whether the last change was carried out; if not, what was typed stays where it is."""
        change, self._last = self._last, None
        if done or change is None:
            return
        self._pairs = self._before
        if not change.new:
            self._show()
        elif change.new in self._names:
            self._names[self._names.index(change.new)] = change.name

    def waiting(self) -> str:
        """Return what was typed and is no pair yet; empty where that is nothing."""
        rows = filter(self._is_typed, range(self.rowCount()))
        return "\n".join(": ".join(filter(None, self._cells(row))) for row in rows)

    def give_up(self) -> None:
        """Forget what was typed and is no pair yet."""
        if self.waiting():
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
        if row >= 0 and self._names[row]:
            change = PairChange(self._names[row], "")
            self._drop(row)
            self._announce(change)

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
        self.setRowCount(0)
        self.setRowCount(len(self._pairs) + 1)
        self._names = [*self._pairs, ""]
        for row, pair in enumerate([*self._pairs.items(), ("", "")]):
            self._fill(row, pair)
        self.blockSignals(False)

    def _fill(self, row: int, pair: tuple[str, str]) -> None:
        for column, text in enumerate(pair):
            item = self.item(row, column)
            if item is None:
                self.setItem(row, column, QTableWidgetItem(text))
            elif item.text() != text:
                item.setText(text)

    def _drop(self, row: int) -> None:
        self.removeRow(row)
        del self._names[row]

    def _lose(self, row: int) -> None:
        """Take out a pair that is gone; where somebody is at it, it is a new one from now on."""
        if self._is_busy(row):
            self._names[row] = ""
        else:
            self._drop(row)

    def _is_typed(self, row: int) -> bool:
        """Say whether a row shows something else than its pair."""
        name = self._names[row]
        return self._cells(row) != (name, self._pairs.get(name, "") if name else "")

    def _is_busy(self, row: int) -> bool:
        is_open = row == self.currentRow() and open_field(self) is not None
        return is_open or self._is_typed(row)

    def _on_item_changed(self, item: QTableWidgetItem) -> None:
        row = item.row()
        name, (new, text) = self._names[row], self._cells(row)
        if not (name or new) or not self._is_typed(row):
            return
        if new:
            self._names[row] = new
        else:
            self._drop(row)
        if self._names[-1:] != [""]:
            self.blockSignals(True)
            self.insertRow(self.rowCount())
            self._names.append("")
            self._fill(self.rowCount() - 1, ("", ""))
            self.blockSignals(False)
        self._announce(PairChange(name, new, text))

    def _announce(self, change: PairChange) -> None:
        self._before, self._last = self._pairs, change
        with suppress(InvalidError):
            self._pairs = change.made_of(self._pairs)
        self.edited.emit(change)

    def _cells(self, row: int) -> tuple[str, str]:
        items = (self.item(row, 0), self.item(row, 1))
        name, text = ("" if item is None else str(item.data(Qt.ItemDataRole.EditRole)) for item in items)
        return name, text
