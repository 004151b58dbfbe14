"""The warm tier as a table, with scores as of now."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import partial

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QCoreApplication,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from memdesk.runtime.clock import Clock
from memdesk.systems.evoclaw.records import WarmEntry
from memdesk_gui.widgets.lists.models.headings import END, heading
from memdesk_gui.widgets.lists.models.numbered_rows import NumberedRows
from memdesk_gui.widgets.lists.rows import KEY_ROLE
from memdesk_gui.wording.roster import Aspects
from memdesk_gui.wording.wording import exact_time, relative_time

SORT_ROLE = Qt.ItemDataRole.UserRole + 4
"""What a column is sorted by."""
ENTRY_ROLE = Qt.ItemDataRole.UserRole + 5
"""The :class:`WarmEntry` of the row."""

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class WarmColumn(IntEnum):
    """The columns of the table."""

    TEXT = 0
    CATEGORY = 1
    IMPORTANCE = 2
    SCORE = 3
    TIER = 4
    ACCESSES = 5
    AGE = 6


_TITLES = {
    WarmColumn.TEXT: QT_TRANSLATE_NOOP("WarmModel", "Memory"),
    WarmColumn.CATEGORY: QT_TRANSLATE_NOOP("WarmModel", "Category"),
    WarmColumn.IMPORTANCE: QT_TRANSLATE_NOOP("WarmModel", "Importance"),
    WarmColumn.SCORE: QT_TRANSLATE_NOOP("WarmModel", "Score"),
    WarmColumn.TIER: QT_TRANSLATE_NOOP("WarmModel", "Tier"),
    WarmColumn.ACCESSES: QT_TRANSLATE_NOOP("WarmModel", "Used"),
    WarmColumn.AGE: QT_TRANSLATE_NOOP("WarmModel", "Stored"),
}
_TIERS = {
    "hot": QT_TRANSLATE_NOOP("WarmModel", "hot"),
    "warm": QT_TRANSLATE_NOOP("WarmModel", "warm"),
    "cold": QT_TRANSLATE_NOOP("WarmModel", "cold"),
    "frozen": QT_TRANSLATE_NOOP("WarmModel", "frozen"),
}
NUMBERS = (WarmColumn.IMPORTANCE, WarmColumn.SCORE, WarmColumn.ACCESSES, WarmColumn.AGE)


def aspects_of(entry: WarmEntry) -> Aspects:
    """Return what a memory is known by: its id, or its name in Go's form, or else all that it says."""
    says = (entry.text, entry.category, entry.created)
    name = entry.id or (entry.key if isinstance(entry.key, str) else "")
    return (name, says) if name else (says,)


def tier_name(tier: str) -> str:
    """Return a tier in the person's language; an unknown one as it is written."""
    return QCoreApplication.translate("WarmModel", str(_TIERS[tier])) if tier in _TIERS else tier


def decimal(value: float | None) -> str:
    """Return a number with two decimals, nothing where it is not known."""
    return "" if value is None else QLocale().toString(value, "f", 2)


class WarmModel(QAbstractTableModel):
    """Warm memories, one a row."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self.rows: NumberedRows[WarmEntry] = NumberedRows(self, aspects_of, len(WarmColumn))

    @property
    def entries(self) -> Sequence[WarmEntry]:
        """The memories shown."""
        return self.rows.items

    def show(self, entries: Sequence[WarmEntry]) -> None:
        """Show other memories; one that was there before stays what it is, wherever it is now."""
        self.rows.renew(entries)

    def age(self) -> None:
        """Work scores, tiers and ages out anew: time has passed."""
        if self.rows.items:
            self.dataChanged.emit(
                self.index(0, WarmColumn.SCORE), self.index(len(self.rows.items) - 1, WarmColumn.AGE)
            )

    def row_of(self, key: str) -> QModelIndex:
        """Return the row of the memory with this id or key; invalid where there is none."""
        for row, entry in enumerate(self.rows.items):
            if key in (entry.id, str(entry.key)):
                return self.index(row, 0)
        return QModelIndex()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many memories there are."""
        return 0 if parent.isValid() else len(self.rows.items)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(WarmColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's title, right-aligned over numbers."""
        return heading(orientation, role, partial(_title, section), number=section in NUMBERS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows, sorts by, is found by (edit role) and explains, and the entry."""
        if not index.isValid():
            return None
        entry, column = self.rows.items[index.row()], WarmColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(entry, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return END if column in NUMBERS else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(entry, column)
        if role == SORT_ROLE:
            return self._rank(entry, column)
        if role == Qt.ItemDataRole.EditRole:
            return _words(entry) if column is WarmColumn.TEXT else self._shown(entry, column)
        return {ENTRY_ROLE: entry, KEY_ROLE: entry.id or str(entry.key)}.get(role)

    def _shown(self, entry: WarmEntry, column: WarmColumn) -> str:
        now = self._clock.now()
        match column:
            case WarmColumn.TEXT:
                return entry.text.replace("\n", " ")
            case WarmColumn.CATEGORY:
                return entry.category
            case WarmColumn.IMPORTANCE:
                return decimal(entry.importance)
            case WarmColumn.SCORE:
                return decimal(entry.score(now))
            case WarmColumn.TIER:
                return tier_name(entry.tier(now))
            case WarmColumn.ACCESSES:
                return QLocale().toString(entry.accesses)
        return relative_time(entry.created, now) if entry.created else ""

    def _rank(self, entry: WarmEntry, column: WarmColumn) -> str | float:
        now = self._clock.now()
        numbers = {
            WarmColumn.IMPORTANCE: entry.importance,
            WarmColumn.SCORE: entry.score(now),
            WarmColumn.TIER: entry.score(now),
            WarmColumn.ACCESSES: float(entry.accesses),
            WarmColumn.AGE: entry.created,
        }
        if column in numbers:
            value = numbers[column]
            return -1.0 if value is None else value
        return self._shown(entry, column).casefold()

    def _tip(self, entry: WarmEntry, column: WarmColumn) -> str | None:
        if column is WarmColumn.AGE and entry.created:
            return exact_time(entry.created)
        if column in (WarmColumn.SCORE, WarmColumn.TIER) and entry.stored_score is not None:
            text = QCoreApplication.translate("WarmModel", "In the file: {score} {tier}")
            return text.format(score=decimal(entry.stored_score), tier=tier_name(entry.stored_tier)).strip()
        return {WarmColumn.TEXT: entry.text, WarmColumn.CATEGORY: entry.category}.get(column)


def _words(entry: WarmEntry) -> str:
    return "\n".join((entry.text, entry.category, entry.id, *entry.urls, *entry.commands, *entry.paths))


def _title(section: int) -> str:
    return QCoreApplication.translate("WarmModel", str(_TITLES[WarmColumn(section)]))
