"""Records as rows of a table; what a cell shows is said by functions, one per column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont

from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.lists import rows
from memdesk_gui.widgets.lists.models.numbered_rows import NumberedRows
from memdesk_gui.wording.roster import Aspects

Record = TypeVar("Record")
Index = QModelIndex | QPersistentModelIndex

SHOWN_CHARACTERS = 300
"""Characters of a cell's text that are laid out; the rest is out of sight in any window."""

_ROOT = QModelIndex()
_Role = Qt.ItemDataRole


@dataclass(frozen=True, slots=True)
class RecordColumn(Generic[Record]):
    """A column: its heading, the value it shows and sorts by, and how its cells look."""

    heading: str
    value: Callable[[Record], object]
    shown: Callable[[Record], object] | None = None
    token: Callable[[Record], str] | None = None
    """The colour token of a cell's text; an empty one is the usual."""
    tip: Callable[[Record], str] | None = None
    number: bool = False
    strong: bool = False
    editable: Callable[[Record], bool] | None = None


class RecordsModel(QAbstractTableModel, Generic[Record]):
    """Shows records by their key. An edit in a cell is only announced: the document's text decides.

    ``aspects`` tell one record from the others, where the key does not or is its place.
    """

    cell_edited = Signal(int, int, str)
    """The person typed a text into the cell of a record, by its number, and a column."""

    def __init__(
        self,
        columns: Sequence[RecordColumn[Record]],
        key: Callable[[Record], str],
        theme: Theme,
        parent: QObject | None = None,
        *,
        aspects: Callable[[Record], Aspects] | None = None,
    ) -> None:
        super().__init__(parent)
        self._columns, self._key, self._theme = tuple(columns), key, theme
        self.rows: NumberedRows[Record] = NumberedRows(
            self, aspects or (lambda record: (key(record),)), len(self._columns)
        )
        self._editable = False
        theme.changed.connect(self._repaint)

    def set_records(self, records: Sequence[Record]) -> None:
        """Show these records; one that was there before stays what it is, wherever it is now."""
        self.rows.renew(records)

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid edits in cells."""
        self._editable = allowed

    def record(self, row: int) -> Record:
        """Return the record in a row."""
        return self.rows.items[row]

    def index_of(self, key: str) -> QModelIndex:
        """Return the first cell of a record's row; an invalid index where there is none."""
        found = (row for row, record in enumerate(self.rows.items) if self._key(record) == key)
        return self.index(next(found, -1), 0)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many records there are."""
        return 0 if parent.isValid() else len(self.rows.items)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        """Name the columns; a number's heading stands at the right like the numbers."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == _Role.DisplayRole:
            return self._columns[section].heading
        return _alignment(self._columns[section]) if role == _Role.TextAlignmentRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Tell which cells may be edited."""
        editable = self._columns[index.column()].editable
        flags = super().flags(index)
        if self._editable and editable is not None and editable(self.rows.items[index.row()]):
            return flags | Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        """Return what a cell shows and how it looks."""
        if not index.isValid():
            return None
        record, column = self.rows.items[index.row()], self._columns[index.column()]
        match role:
            case _Role.DisplayRole:
                return one_line((column.shown or column.value)(record))
            case _Role.EditRole:
                return column.value(record)
            case _Role.ToolTipRole:
                return column.tip(record) if column.tip else None
            case rows.KEY_ROLE:
                return self._key(record)
            case _Role.TextAlignmentRole:
                return _alignment(column)
            case _Role.ForegroundRole:
                return self._color(column.token(record)) if column.token else None
            case _Role.FontRole:
                return _strong_font() if column.strong else None
            case _:
                return None

    def setData(self, index: Index, value: object, role: int = _Role.EditRole) -> bool:
        """Announce what was typed; the cell changes when the document does."""
        if role == _Role.EditRole and value != self.data(index, role):
            self.cell_edited.emit(self.rows.numbers[index.row()], index.column(), str(value))
        return False

    def _color(self, token: str) -> QColor | None:
        return self._theme.token(token) if token else None

    def _repaint(self) -> None:
        if self.rows.items:
            self.dataChanged.emit(
                self.index(0, 0), self.index(len(self.rows.items) - 1, len(self._columns) - 1)
            )


def one_line(text: object) -> str:
    """Return the beginning of a text in one line."""
    return " ⏎ ".join(str(text)[:SHOWN_CHARACTERS].splitlines())


def _alignment(column: RecordColumn[Record]) -> int:
    side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def _strong_font() -> QFont:
    font = QFont()
    font.setWeight(QFont.Weight.DemiBold)
    return font
