"""The rows of a database table, as many as were fetched."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from memdesk.systems.evoclaw.values import moment_of
from memdesk.systems.sqlite_bytes import BinaryValue, Cell, Table
from memdesk_gui.wording.wording import exact_time, size_text

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
MOMENTS = frozenset({"timestamp", "created_at", "updated_at", "last_accessed"})
"""Columns whose numbers are times in epoch seconds."""
_END = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class RowsModel(QAbstractTableModel):
    """A table's rows. The rest is fetched when a view gets to the end of what is there."""

    wanted = Signal(int)
    """The rows from this one on are asked for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = Table("", (), 0, ())
        self._asked = False

    @property
    def table(self) -> Table:
        """The table with the rows fetched so far."""
        return self._table

    def show(self, table: Table) -> None:
        """Show another table."""
        self.beginResetModel()
        self._table, self._asked = table, False
        self.endResetModel()

    def append(self, page: Table) -> None:
        """Add fetched rows; those of another table come too late and are ignored."""
        known = self._table
        self._asked = not page.rows
        if page.name != known.name or not page.rows:
            return
        last = len(known.rows) + len(page.rows) - 1
        self.beginInsertRows(QModelIndex(), len(known.rows), last)
        self._table = Table(known.name, known.columns, page.count, known.rows + page.rows)
        self.endInsertRows()

    def canFetchMore(self, parent: Index) -> bool:
        """Tell whether the table has more rows that were not asked for yet."""
        return not parent.isValid() and not self._asked and len(self._table.rows) < self._table.count

    def fetchMore(self, parent: Index) -> None:
        """Ask for more rows."""
        if self.canFetchMore(parent):
            self._asked = True
            self.wanted.emit(len(self._table.rows))

    def cell(self, index: Index) -> Cell:
        """Return the value in a cell."""
        return self._table.rows[index.row()][index.column()]

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many rows were fetched."""
        return 0 if parent.isValid() else len(self._table.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many columns the table has."""
        return 0 if parent.isValid() else len(self._table.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's name."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        return self._table.columns[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a value in one line, the whole of it as tool tip."""
        if not index.isValid():
            return None
        cell = self.cell(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return shown(cell).replace("\n", " ")
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(self._table.columns[index.column()], cell)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        return None

    def _tip(self, column: str, cell: Cell) -> str | None:
        moment = moment_of(cell) if column in MOMENTS and isinstance(cell, int | float) else None
        if moment:
            return exact_time(moment)
        return cell if isinstance(cell, str) and cell else None

    def _alignment(self, column: int) -> int | None:
        """Return right alignment for a column whose first value is a number or a size."""
        values = (row[column] for row in self._table.rows if row[column] is not None)
        first = next(values, "")
        return None if isinstance(first, str) else _END


def shown(cell: Cell) -> str:
    """Return a value as text; of a binary one the size, of an absent one a dash."""
    if isinstance(cell, BinaryValue):
        return size_text(cell.size)
    if cell is None:
        return "–"
    return str(cell)
