"""Which item is which in a list that is read anew: told by what the items are, never by their place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from memdesk.errors import InvalidError

Aspects: TypeAlias = "tuple[Hashable, ...]"
"""What an item is known by: its name, then more and more of what it says.

The whole always tells it. Less than that does where it is the only item of that name, before and after.
What has no name has one aspect, which is all that it says.
"""


class Sought(NamedTuple):
    """An item as it was seen last, among the others; ``made`` is what the person made of it since."""

    items: tuple[Aspects, ...]
    row: int
    made: tuple[Aspects, ...] = ()

    @property
    def aspects(self) -> Aspects:
        """What the item is now, as far as that is known."""
        return self.made[-1] if self.made else self.items[self.row]

    def find(self, items: Sequence[Aspects]) -> int | None:
        """Return where the item is in a newer list; None where it is not, or where that cannot be told."""
        for own in (*reversed(self.made), self.items[self.row]):
            seen = (*self.items[: self.row], own, *self.items[self.row + 1 :])
            found = counterparts(seen, items, self.row).get(self.row)
            if found is not None:
                return found
        return None

    def among(self, items: Sequence[Aspects]) -> int:
        """Return where the item is in a newer list. Raises InvalidError where that cannot be told."""
        found = self.find(items)
        if found is None:
            raise InvalidError("the entry no longer exists", reason="no_entry")
        return found


class Roster:
    """Gives each item of a list a number that stays its own while others come, go, change and move."""

    def __init__(self) -> None:
        self.numbers: tuple[int, ...] = ()
        self._items: tuple[Aspects, ...] = ()
        self._made: dict[int, tuple[Aspects, ...]] = {}
        self._held: int | None = None
        self._been: list[Aspects] = []
        self._lost: Sought | None = None
        self._count = 0

    def renew(self, items: Iterable[Aspects]) -> None:
        """Take the list as it is now; an item that was there before keeps its number."""
        new = tuple(items)
        rows = self._known(new)
        seen = [row for row, number in enumerate(self.numbers) if number not in rows.values()]
        free = [row for row in range(len(new)) if row not in rows]
        pairs = counterparts([self._items[row] for row in seen], [new[row] for row in free])
        rows |= {free[now]: self.numbers[seen[then]] for then, now in pairs.items()}
        lost = self.sought(self._held) if self._held is not None else None
        if self._held is not None and self._held not in rows.values():
            rows |= self._returned(self._held, new, rows)
        numbers = tuple(rows[row] if row in rows else self._fresh() for row in range(len(new)))
        self._lost = None if self._held in numbers else lost
        if self._lost is None and lost is not None and lost.items[lost.row] not in self._been:
            self._been.append(lost.items[lost.row])
        self._items, self.numbers, self._made = new, numbers, {}

    def hold(self, number: int | None) -> None:
        """Keep an item in mind: should it go and come back, it has its number again."""
        if number != self._held:
            self._held, self._lost, self._been = number, None, []

    def row_of(self, number: int | None) -> int:
        """Return the row of an item; -1 where it is not there."""
        return self.numbers.index(number) if number in self.numbers else -1

    def aspects(self, row: int) -> Aspects:
        """Return what the item in a row is known by."""
        return self._items[row]

    def sought(self, number: int | None) -> Sought | None:
        """Return what finds an item in a newer list; None for one that was never there."""
        row = self.row_of(number)
        if row >= 0 and number is not None:
            return Sought(self._items, row, self._made.get(number, ()))
        return self._lost if number is not None and number == self._held else None

    def make(self, number: int, aspects: Aspects) -> None:
        """Take note of what the person makes of an item, until the list is read anew."""
        self._made[number] = (*self._made.get(number, ()), aspects)

    def _known(self, new: Sequence[Aspects]) -> dict[int, int]:
        """Return the rows of those that the person changed, or that were lost: these are looked for first."""
        wanted = [(number, self.sought(number)) for number in self._made]
        if self._held is not None and self._lost is not None:
            wanted.append((self._held, self._lost))
        rows: dict[int, int] = {}
        for number, sought in wanted:
            found = sought.find(new) if sought is not None else None
            if found is not None and found not in rows:
                rows[found] = number
        return rows

    def _returned(self, held: int, new: Sequence[Aspects], rows: dict[int, int]) -> dict[int, int]:
        """Return the row of the item in mind where it is again what it was before: its change was undone."""
        row = self.row_of(held)
        for been in reversed(self._been) if row >= 0 else ():
            seen = (*self._items[:row], been, *self._items[row + 1 :])
            found = counterparts(seen, new, row).get(row)
            if found is not None and found not in rows:
                return {found: held}
        return {}

    def _fresh(self) -> int:
        self._count += 1
        return self._count


def counterparts(old: Sequence[Aspects], new: Sequence[Aspects], first: int = -1) -> dict[int, int]:
    """Return which item of a new list is which of an old one, by their places.

    Of several that say the same the order tells. Where fewer of them are left, ``first`` is one of those.
    """
    found: dict[int, int] = {}
    whole_then, whole_now = _grouped(old, None), _grouped(new, None)
    for aspects, before in whole_then.items():
        after = whole_now.get(aspects, [])
        if len(after) < len(before) and first in before:
            before.sort(key=lambda row: row != first)
        found.update(zip(before, after, strict=False))
    for depth in range(max(map(len, old), default=0) - 1, 0, -1):
        named_then, named_now, taken = _grouped(old, depth), _grouped(new, depth), set(found.values())
        for name, before in named_then.items():
            after = named_now.get(name, [])
            is_alone = len(before) == len(after) == 1
            if is_alone and before[0] not in found and after[0] not in taken:
                found[before[0]] = after[0]
    return found


def _grouped(items: Sequence[Aspects], depth: int | None) -> dict[Aspects, list[int]]:
    """Return the rows by their first aspects, of those that have more than these; None asks for all."""
    groups: dict[Aspects, list[int]] = defaultdict(list)
    for row, aspects in enumerate(items):
        if depth is None or len(aspects) > depth:
            groups[aspects[:depth]].append(row)
    return groups
