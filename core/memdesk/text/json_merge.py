"""Three-way merge of JSON values by key path, and of arrays by their entries' ``id``.

The result is the other side's text with the smallest edits, so that its layout stays. Names keep their order;
an array is taken as a whole where its entries have no unique ``id``, or each side gave them its own order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Final, TypeAlias

from memdesk.model import Json
from memdesk.text.json_edit import edit, insert, rearrange, remove
from memdesk.text.json_spans import Path
from memdesk.text.json_text import long_numbers
from memdesk.text.merge_result import Conflict, MergeResult

EFFORT = 64 << 20
"""Characters that may be read while edits are made; a merge that needs more is left to a person."""

MOST_EDITS = 2_000
"""Edits after which a merge is left to a person, however short the text is."""


class _Missing:
    """What stands where a side has no such member."""


_MISSING: Final = _Missing()
_Value: TypeAlias = "Json | _Missing"
_Entries: TypeAlias = dict[str, Json]
_Sides: TypeAlias = tuple[_Entries, _Entries, _Entries]
_Trio: TypeAlias = tuple[_Value, _Value, _Value]
_Edit: TypeAlias = Callable[[str], str]


class _TooMuchError(Exception):
    """The merge would take too many edits."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place that changed: what base, mine and theirs have there, and whether a person has to choose.

    Of an array whose entries were put into another order it is the ids of those that all have.
    """

    path: Path
    trio: _Trio
    is_conflict: bool = False

    @property
    def texts(self) -> tuple[str, str, str]:
        """The three values as JSON; empty where one has nothing."""
        base, mine, theirs = ("" if isinstance(side, _Missing) else json.dumps(side) for side in self.trio)
        return base, mine, theirs


@dataclass(frozen=True, slots=True)
class Compared:
    """What merges of three values, and what does not; ``edits`` make their text what merges."""

    edits: tuple[_Edit, ...]
    differences: tuple[Difference, ...]
    changes: int
    joined: int

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The differences that do not merge."""
        return tuple(Conflict(found.path, *found.texts) for found in self.differences if found.is_conflict)

    def applied(self, text: str) -> str:
        """Return their text with every change of mine that nothing speaks against."""
        for change in self.edits:
            text = change(text)
        return text


def merge_values(base: Json, mine: Json, theirs: Json, text: str, *, whole: bool) -> MergeResult:
    """Merge three values; ``text`` is that of ``theirs``. ``whole``: top-level values are not looked into."""
    found = compare_values(base, mine, theirs, len(text), whole=whole)
    if found is None:
        all_of_it = Difference((), (base, mine, theirs))
        return MergeResult(None, 1, (Conflict((), *all_of_it.texts),))
    conflicts = found.conflicts
    return MergeResult(None if conflicts else found.applied(text), found.changes, conflicts, found.joined)


def is_rounded(base: str, mine: str, theirs: str, merged: str) -> bool:
    """Say whether a number that nobody removed lost the digits that only its text had."""
    own, old, other, left = map(long_numbers, (mine, base, theirs, merged))
    return not own - (old - other) | other - (old - own) <= left


def compare_values(base: Json, mine: Json, theirs: Json, size: int, *, whole: bool) -> Compared | None:
    """Compare three values (their text has ``size`` characters); None where merging takes too many edits."""
    walk = _Walk(size, whole=whole)
    try:
        walk.visit((base, mine, theirs), (), ())
    except _TooMuchError:
        return None
    return Compared(tuple(walk.edits), tuple(walk.differences), walk.changes, walk.joined)


class _Walk:
    """Goes through three values at once and notes what must be edited in theirs.

    ``path`` leads through their text by index, ``name`` is the same place with entries by their id. Inside of
    an array comes first, then what goes, from its end on, then another order, then what comes: so no index is
    ever out of date.
    """

    def __init__(self, size: int, *, whole: bool) -> None:
        self.edits: list[_Edit] = []
        self.differences: list[Difference] = []
        self.changes = self.joined = 0
        self._whole = whole
        self._most = min(MOST_EDITS, EFFORT // max(size, 1))

    def visit(self, trio: _Trio, path: Path, name: Path) -> None:
        """Merge one place where something may stand on each side."""
        base, mine, theirs = trio
        told = not is_same(base, theirs)
        self.changes += told
        if is_same(base, mine) or is_same(mine, theirs):
            if told:
                self.differences.append(Difference(name, trio))
            return
        if self._visit_inside(base, mine, theirs, path, name):
            self.changes -= told
        elif told:
            self.differences.append(Difference(name, trio, is_conflict=True))
        else:
            self.differences.append(Difference(name, trio))
            self._put(mine, theirs, path)

    def _visit_inside(self, base: _Value, mine: _Value, theirs: _Value, path: Path, name: Path) -> bool:
        """Merge what is inside; False where that cannot be done."""
        if self._whole and path:
            return False
        if isinstance(base, dict) and isinstance(mine, dict) and isinstance(theirs, dict):
            for key in {**theirs, **mine, **base}:
                trio = (base.get(key, _MISSING), mine.get(key, _MISSING), theirs.get(key, _MISSING))
                self.visit(trio, (*path, key), (*name, key))
            return True
        sides = entries_by_id(base), entries_by_id(mine), entries_by_id(theirs)
        if sides[0] is None or sides[1] is None or sides[2] is None:
            return False
        return self._visit_entries((sides[0], sides[1], sides[2]), path, name)

    def _visit_entries(self, sides: _Sides, path: Path, name: Path) -> bool:
        """Merge entries by their id; False where both sides put them into another order, each its own."""
        base, mine, theirs = sides
        was, own, other = (_shared(side, sides) for side in sides)
        if own != was != other != own:
            return False
        if not was == own == other:
            self.changes += was != other
            self.differences.append(Difference(name, (_ids(was), _ids(own), _ids(other))))
        gone = {
            key: index for index, key in enumerate(theirs) if self._visit_entry(sides, key, index, path, name)
        }
        for key in base:
            if key not in theirs:
                self.visit((base[key], mine.get(key, _MISSING), _MISSING), path, (*name, _id(key)))
        for index in reversed(gone.values()):
            self._note(partial(remove, path=(*path, index)))
        left = [key for key in theirs if key not in gone]
        if own != was == other:
            left = self._arrange(base, mine, left, path)
        self._add_entries(sides, left, path, name)
        return True

    def _visit_entry(self, sides: _Sides, key: str, index: int, path: Path, name: Path) -> bool:
        """Merge one of their entries; True where it has to go."""
        base, mine, theirs = (side.get(key, _MISSING) for side in sides)
        if mine is _MISSING and is_same(base, theirs):
            self.differences.append(Difference((*name, _id(key)), (base, mine, theirs)))
            return True
        self.visit((base, mine, theirs), (*path, index), (*name, _id(key)))
        return False

    def _arrange(self, base: _Entries, mine: _Entries, left: list[str], path: Path) -> list[str]:
        """Put what is left of theirs into my order; what only they have stays behind what it follows."""
        places = {key: index for index, key in enumerate(left)}
        order = _with_added([key for key in mine if key in places], left, _tail(left, base, mine))
        self._note(partial(rearrange, path=path, order=[places[key] for key in order]))
        return order

    def _add_entries(self, sides: _Sides, left: list[str], path: Path, name: Path) -> None:
        """Add my new entries after the one they follow, and those at my end after all of theirs."""
        base, mine, theirs = sides
        present, tail = {*left}, _tail(mine, base, theirs)
        self.joined += bool(tail and _tail(theirs, base, mine))
        order = _with_added(left, [key for key in mine if key in present or key not in base], tail)
        for index, key in enumerate(order):
            if key not in present:
                self._note(partial(insert, path=path, key=index, value=mine[key]))
                self.differences.append(Difference((*name, _id(key)), (_MISSING, mine[key], _MISSING)))

    def _put(self, mine: _Value, theirs: _Value, path: Path) -> None:
        """Make what stands there mine, where they left it alone."""
        if isinstance(mine, _Missing):
            self._note(partial(remove, path=path))
        elif isinstance(theirs, _Missing):
            self._note(partial(insert, path=path[:-1], key=path[-1], value=mine))
        else:
            self._note(partial(edit, path=path, value=mine))

    def _note(self, change: _Edit) -> None:
        self.edits.append(change)
        if len(self.edits) > self._most:
            raise _TooMuchError


def entries_by_id(value: _Value) -> _Entries | None:
    """Return an array's entries by their id (as JSON); None where they do not all have one of their own."""
    if not isinstance(value, list):
        return None
    found: _Entries = {}
    for entry in value:
        if not isinstance(entry, dict) or type(entry.get("id")) not in {str, int}:
            return None
        found[json.dumps(entry["id"])] = entry
    return found if len(found) == len(value) else None


def _id(key: str) -> str | int:
    named: str | int = json.loads(key)
    return named


def _ids(keys: list[str]) -> Json:
    return [_id(key) for key in keys]


def _shared(side: _Entries, sides: _Sides) -> list[str]:
    """Return the entries that all sides have, in the order of one."""
    return [key for key in side if all(key in other for other in sides)]


def _tail(keys: Collection[str], *others: _Entries) -> set[str]:
    """Return what stands behind all that others have, too."""
    return {*takewhile(lambda key: not any(key in other for other in others), reversed([*keys]))}


def _with_added(order: list[str], keys: list[str], tail: set[str]) -> list[str]:
    """Return an order with the keys that it lacks, each behind the one it follows, a tail at the end."""
    behind: dict[str, list[str]] = {key: [] for key in ("", *order)}  # no id as JSON is empty
    ends: list[str] = []
    last = ""
    for key in keys:
        if key in behind:
            last = key
        else:
            (ends if key in tail else behind[last]).append(key)
    placed = [key for known, added in behind.items() for key in (known, *added)]
    return [*placed[1:], *ends]


def is_same(one: _Value, other: _Value) -> bool:
    """Compare strictly (1 is not true, nor 1.0); the order of names does not count."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return type(one) is type(other) and one == other
