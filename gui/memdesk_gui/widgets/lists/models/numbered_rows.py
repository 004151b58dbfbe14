"""The rows of a flat model that is read anew: only what came, went or changed is announced, nothing is reset.

So a selection, a scrolled place and a field that is open in a cell stay with their item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex

from memdesk_gui.wording.roster import Aspects, Roster

Item = TypeVar("Item")
MOST_RUNS = 200
"""Beyond so many separate stretches that come or go, the model is reset."""
_ROOT = QModelIndex()


class NumberedRows(Generic[Item]):
    """Keeps the items of a model, each with its number in a :class:`~memdesk_gui.wording.roster.Roster`.

    While rows come and go, ``numbers`` are those of the rows as they are just then; the roster is ahead.
    """

    def __init__(
        self, model: QAbstractItemModel, aspects: Callable[[Item], Aspects], columns: int = 1
    ) -> None:
        self.items: list[Item] = []
        self.numbers: list[int] = []
        self.roster = Roster()
        self._model, self._aspects, self._columns = model, aspects, columns

    def renew(self, items: Sequence[Item]) -> None:
        """Show these items."""
        before = self.numbers
        self.roster.renew(map(self._aspects, items))
        after = list(self.roster.numbers)
        old, new = set(before), set(after)
        gone = list(_runs([number not in new for number in before]))
        come = list(_runs([number not in old for number in after]))
        if len(gone) + len(come) > MOST_RUNS:
            self._model.beginResetModel()
            self.items, self.numbers = list(items), after
            self._model.endResetModel()
            return
        by_number = dict(zip(after, items, strict=True))
        for start, stop in reversed(gone):
            self._model.beginRemoveRows(_ROOT, start, stop - 1)
            del self.items[start:stop], before[start:stop]
            self._model.endRemoveRows()
        self._reorder(before, [number for number in after if number in old])
        for start, stop in come:
            self._model.beginInsertRows(_ROOT, start, stop - 1)
            self.items[start:start] = [by_number[number] for number in after[start:stop]]
            self.numbers[start:start] = after[start:stop]
            self._model.endInsertRows()
        self._exchange(items)

    def row_of(self, number: int | None) -> int:
        """Return the row of an item by its number; -1 where it is not there."""
        return self.roster.row_of(number)

    def _reorder(self, before: list[int], after: list[int]) -> None:
        """Put the items that stay into their new order, with every index that somebody keeps."""
        if before == after:
            return
        self._model.layoutAboutToBeChanged.emit()
        by_number = dict(zip(before, self.items, strict=True))
        places = {number: row for row, number in enumerate(after)}
        kept = self._model.persistentIndexList()
        moved = [self._model.index(places[before[index.row()]], index.column()) for index in kept]
        self.items, self.numbers = [by_number[number] for number in after], after
        self._model.changePersistentIndexList(kept, moved)
        self._model.layoutChanged.emit()

    def _exchange(self, items: Sequence[Item]) -> None:
        changed = [old != new for old, new in zip(self.items, items, strict=True)]
        self.items = list(items)
        last = self._columns - 1
        for start, stop in _runs(changed):
            self._model.dataChanged.emit(self._model.index(start, 0), self._model.index(stop - 1, last))


def _runs(chosen: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of what is chosen."""
    start = -1
    for row, is_chosen in enumerate(chosen):
        if is_chosen and start < 0:
            start = row
        elif not is_chosen and start >= 0:
            yield start, row
            start = -1
    if start >= 0:
        yield start, len(chosen)
