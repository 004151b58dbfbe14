"""Three-way merge of JSON values by key path, and of arrays by their entries.

Entries are matched by their ``id``, or by their words where they have none; then an array is one place: what
merges in it is taken entry by entry, what does not is a conflict of the whole. The result is the other side's
text with the smallest edits, so that its layout stays; what is mine comes in as I spelt it. Names keep their
order. Members that a format derives from the rest make no change and no conflict.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Final, TypeAlias, TypeGuard

from memdesk.model import Json
from memdesk.text.json.edit import Copied, edit, insert, rearrange, remove, style_of
from memdesk.text.json.spans import Path, locate, spans
from memdesk.text.json.text import long_numbers, parse
from memdesk.text.merge.json_format import (
    NO_RULES,
    PLAIN_FORMAT,
    Derived,
    DerivedMembers,
    JsonFormat,
    with_frame,
)
from memdesk.text.merge.json_lists import Entries, entries_by_id, entries_by_words
from memdesk.text.merge.result import Conflict, MergeResult

EFFORT = 64 << 20
"""Characters that may be read while edits are made; a merge that needs more is left to a person."""

MOST_EDITS = 2_000
"""Edits after which a merge is left to a person, however short the text is."""


class _Missing:
    """What stands where a side has no such member."""


_MISSING: Final = _Missing()
_Value: TypeAlias = "Json | _Missing"
_Sides: TypeAlias = tuple[Entries, Entries, Entries]
_Trio: TypeAlias = tuple[_Value, _Value, _Value]
_Edit: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where three values stand: in their text and in mine by index, and with entries by their id.

    ``whole``: nothing inside of it is merged.
    """

    theirs: Path = ()
    mine: Path = ()
    name: Path = ()
    rules: DerivedMembers = NO_RULES
    whole: bool = False


class _TooMuchError(Exception):
    """The merge would take too many edits."""


@dataclass(frozen=True, slots=True)
class JsonDifference:
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
class JsonMergeResult:
    """What merges of three values, and what does not; ``edits`` make their text what merges."""

    edits: tuple[_Edit, ...]
    differences: tuple[JsonDifference, ...]
    changes: int
    joined: int
    alike: int

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The differences that do not merge."""
        return tuple(Conflict(found.path, *found.texts) for found in self.differences if found.is_conflict)

    def applied(self, text: str) -> str:
        """Return their text with every change of mine that nothing speaks against."""
        for change in self.edits:
            text = change(text)
        return text


def merge_values(
    base: Json,
    mine: Json,
    theirs: Json,
    text: str,
    *,
    whole: bool,
    own: str = "",
    form: JsonFormat = PLAIN_FORMAT,
    restoring: bool = False,
) -> MergeResult:
    """Merge three values; ``text`` is that of ``theirs``, ``own`` that of ``mine`` where it is a text.

    ``whole``: top-level values are not looked into. ``restoring``: mine is what was there before, so what
    comes from it comes before what was added at the same place since.
    """
    size = len(text)
    found = compare_values(base, mine, theirs, size, whole=whole, own=own, form=form, restoring=restoring)
    if found is None:
        all_of_it = JsonDifference((), (base, mine, theirs))
        return MergeResult(None, 1, (Conflict((), *all_of_it.texts),))
    conflicts = found.conflicts
    merged = None if conflicts else found.applied(text)
    return MergeResult(merged, found.changes, conflicts, found.joined, found.alike)


def rewritten(text: str, present: Json, result: Json) -> str:
    """Return a text, which has one value, with the smallest edits that give it another."""
    merged = merge_values(present, result, present, text, whole=False).text
    return edit(text, (), result) if merged is None else merged


def standing(
    base: Json, mine: Json, theirs: Json, own: str, form: JsonFormat, *, restoring: bool = False
) -> tuple[Json, str]:
    """Return my value and its text, with what theirs still needs of what I removed."""
    kept = with_frame(form, base, mine, theirs) if restoring else mine
    kept = kept if form.standing is None else form.standing(base, kept, theirs)
    return (mine, own) if is_same(kept, mine) else (kept, rewritten(own, mine, kept))


def settled(text: str, theirs: str, form: JsonFormat, now: float) -> str:
    """Return a merged text with what its format works out anew."""
    merged, other = (parse(one).value for one in (text, theirs))
    fresh = merged if form.settled is None else form.settled(merged, other, now)
    return text if is_same(fresh, merged) else rewritten(text, merged, fresh)


def is_rounded(base: str, mine: str, theirs: str, merged: str) -> bool:
    """Say whether a number that nobody removed lost the digits that only its text had."""
    own, old, other, left = map(long_numbers, (mine, base, theirs, merged))
    return not own - (old - other) | other - (old - own) <= left


def compare_values(
    base: Json,
    mine: Json,
    theirs: Json,
    size: int,
    *,
    whole: bool,
    own: str = "",
    form: JsonFormat = PLAIN_FORMAT,
    restoring: bool = False,
) -> JsonMergeResult | None:
    """Compare three values (their text has ``size`` characters); None where merging takes too many edits."""
    walk = _Walk(size, own, whole=whole, restoring=restoring, sorted_names=form.sorted_names)
    try:
        walk.visit((base, mine, theirs), _Place(rules=form.rules))
    except _TooMuchError:
        return None
    return JsonMergeResult(tuple(walk.edits), tuple(walk.differences), walk.changes, walk.joined, walk.alike)


class _Walk:
    """Goes through three values at once and notes what must be edited in theirs.

    Inside of an array comes first, then what goes, from its end on, then another order, then what comes: so
    no index is ever out of date.
    """

    def __init__(self, size: int, own: str, *, whole: bool, restoring: bool, sorted_names: bool) -> None:
        self.edits: list[_Edit] = []
        self.differences: list[JsonDifference] = []
        self.changes = self.joined = self.alike = 0
        self._whole, self._restoring, self._sorted_names = whole, restoring, sorted_names
        self._most = min(MOST_EDITS, EFFORT // max(size, 1))
        self._own = spans(own) if own else None
        self._style = style_of(self._own) if self._own else None

    def visit(self, trio: _Trio, place: _Place) -> None:
        """Merge one place where something may stand on each side."""
        base, mine, theirs = trio
        if place.rules.here is not None:
            self._derive(trio, place)
            return
        told = not _alike(base, theirs, place.rules)
        self.changes += told
        alike = is_same(mine, theirs)
        if is_same(base, mine) or _is_settled(trio, place.rules) or (alike and not place.rules):
            if told:
                self.alike += alike
                self.differences.append(JsonDifference(place.name, trio))
        elif self._visit_inside(base, mine, theirs, place):
            self.changes -= told
        elif alike:
            self.alike += told
            self.differences.append(JsonDifference(place.name, trio))
        elif told:
            self.differences.append(JsonDifference(place.name, trio, is_conflict=True))
        else:
            self.differences.append(JsonDifference(place.name, trio))
            self._put(mine, theirs, place)

    def _derive(self, trio: _Trio, place: _Place) -> None:
        """Merge what nobody wrote for its own sake."""
        base, mine, theirs = trio
        if is_same(base, mine) or isinstance(mine, _Missing) or isinstance(theirs, _Missing):
            return
        if is_same(base, theirs):
            self._put(mine, theirs, place)
        elif place.rules.here is Derived.COUNT and _is_count(mine) and _is_count(theirs):
            added = theirs + mine - (base if _is_count(base) else 0)
            self._note(partial(edit, path=place.theirs, value=max(added, 0)))

    def _visit_inside(self, base: _Value, mine: _Value, theirs: _Value, place: _Place) -> bool:
        """Merge what is inside; False where that cannot be done."""
        if place.whole or (self._whole and place.theirs):
            return False
        if isinstance(base, dict) and isinstance(mine, dict) and isinstance(theirs, dict):
            self._visit_members((base, mine, theirs), place)
            return True
        if not isinstance(base, list) or not isinstance(mine, list) or not isinstance(theirs, list):
            return False
        sides = entries_by_id(base), entries_by_id(mine), entries_by_id(theirs)
        if sides[0] is None or sides[1] is None or sides[2] is None:
            return self._visit_unnamed(base, mine, theirs, place)
        return self._visit_entries((sides[0], sides[1], sides[2]), place)

    def _visit_members(self, sides: _Sides, place: _Place) -> None:
        """Merge objects by name; what comes goes where its names' order has it, or as entries do."""
        _, mine, theirs = sides
        left = []
        for key in theirs:
            inner = _Place(
                (*place.theirs, key), (*place.mine, key), (*place.name, key), place.rules.below(key)
            )
            if self._visit_one(sides, key, inner):
                self._note(partial(remove, path=inner.theirs))
            else:
                left.append(key)
        self._visit_gone(sides, place, named=False)
        order = self._order(sides, left)
        if _is_sorted(left) and _is_sorted(mine) and (len(left) > 1 or self._sorted_names):
            order.sort(key=_bytes)
        for index, key in enumerate(order):
            if key not in theirs:
                at = None if self._own is None else index  # the names of a value have no order that counts
                value = self._copied(mine[key], (*place.mine, key))
                self._note(partial(insert, path=place.theirs, key=key, value=value, at=at))
                self._tell_new(mine[key], (*place.name, key), place.rules.below(key))

    def _visit_unnamed(self, base: list[Json], mine: list[Json], theirs: list[Json], place: _Place) -> bool:
        """Merge entries by their words, told as one place; False where a person has to look."""
        listed = entries_by_words(base, mine, theirs, place.rules, apart=self._restoring)
        if listed is None or listed.torn:
            return False
        edits, differences = len(self.edits), len(self.differences)
        changes, joined, same = self.changes, self.joined, self.alike
        merged = self._visit_entries(listed.sides, place, listed.whole)
        found = self.differences[differences:]
        conflicts = sum(one.is_conflict for one in found)
        if merged and not conflicts:
            self.differences[differences:] = (
                [JsonDifference(place.name, (base, mine, theirs))] if found else []
            )
            return True
        del self.edits[edits:], self.differences[differences:]
        self.changes, self.joined = self.changes - conflicts if merged else changes, joined
        self.alike = same
        return False

    def _visit_entries(self, sides: _Sides, place: _Place, whole: Collection[str] = ()) -> bool:
        """Merge entries by their keys; False where both sides put them into another order, each its own."""
        base, mine, theirs = sides
        was, own, other = (_shared(side, sides) for side in sides)
        if own != was != other != own:
            return False
        if not was == own == other:
            self.changes += was != other
            self.differences.append(JsonDifference(place.name, (_ids(was), _ids(own), _ids(other))))
        places = {key: index for index, key in enumerate(mine)}
        gone = {}
        for index, key in enumerate(theirs):
            inner = _Place(
                (*place.theirs, index),
                (*place.mine, places.get(key, -1)),
                (*place.name, _id(key)),
                place.rules.below(),
                key in whole,
            )
            if self._visit_one(sides, key, inner):
                gone[key] = index
        self._visit_gone(sides, place, named=True)
        for index in reversed(gone.values()):
            self._note(partial(remove, path=(*place.theirs, index)))
        left = [key for key in theirs if key not in gone]
        if own != was == other:
            left = self._arrange(base, mine, left, place)
        self.joined += bool(_tail(mine, base, theirs) and _tail(theirs, base, mine))
        for index, key in enumerate(self._order(sides, left)):
            if key not in theirs:
                value = self._copied(mine[key], (*place.mine, places[key]))
                self._note(partial(insert, path=place.theirs, key=index, value=value))
                self._tell_new(mine[key], (*place.name, _id(key)), place.rules.below())
        return True

    def _visit_one(self, sides: _Sides, key: str, place: _Place) -> bool:
        """Merge what theirs has under a key; True where it has to go."""
        base, mine, theirs = trio = _trio(sides, key)
        if (
            isinstance(mine, _Missing)
            and not isinstance(base, _Missing)
            and _alike(base, theirs, place.rules)
        ):
            if place.rules.here is None:
                self.differences.append(JsonDifference(place.name, trio))
            return True
        self.visit(trio, place)
        return False

    def _visit_gone(self, sides: _Sides, place: _Place, *, named: bool) -> None:
        """Merge what theirs has removed."""
        base, _, theirs = sides
        for key in base:
            if key not in theirs:
                step, rules = (_id(key), place.rules.below()) if named else (key, place.rules.below(key))
                self.visit(_trio(sides, key), _Place(place.theirs, (), (*place.name, step), rules))

    def _arrange(self, base: Entries, mine: Entries, left: list[str], place: _Place) -> list[str]:
        """Put what is left of theirs into my order; what only they have stays behind what it follows."""
        places = {key: index for index, key in enumerate(left)}
        order = _with_added([key for key in mine if key in places], left, _tail(left, base, mine))
        self._note(partial(rearrange, path=place.theirs, order=[places[key] for key in order]))
        return order

    def _order(self, sides: _Sides, left: Sequence[str]) -> list[str]:
        """Return what is left of theirs with my new keys, those at my end after all of theirs."""
        base, mine, theirs = sides
        present = {*left}
        keys = [key for key in mine if key in present or not (key in base or key in theirs)]
        if self._restoring:
            return _with_added(left, keys, (), at_once=True)
        return _with_added(left, keys, _tail(mine, base, theirs))

    def _tell_new(self, value: Json, name: Path, rules: DerivedMembers) -> None:
        if rules.here is None:
            self.differences.append(JsonDifference(name, (_MISSING, value, _MISSING)))

    def _put(self, mine: _Value, theirs: _Value, place: _Place) -> None:
        """Make what stands there mine, where they left it alone."""
        assert not isinstance(mine, _Missing)
        assert not isinstance(theirs, _Missing)
        self._note(partial(edit, path=place.theirs, value=self._copied(mine, place.mine)))

    def _copied(self, value: Json, path: Path) -> Json | Copied:
        """Return a value of mine as it stands in my text, where there is one."""
        if self._own is None or self._style is None:
            return value
        return Copied(locate(self._own, path), self._style)

    def _note(self, change: _Edit) -> None:
        self.edits.append(change)
        if len(self.edits) > self._most:
            raise _TooMuchError


def _id(key: str) -> str | int:
    named: str | int = json.loads(key)
    return named


def _ids(keys: list[str]) -> Json:
    return [_id(key) for key in keys]


def _shared(side: Entries, sides: _Sides) -> list[str]:
    """Return the entries that all sides have, in the order of one."""
    return [key for key in side if all(key in other for other in sides)]


def _tail(keys: Collection[str], *others: Entries) -> set[str]:
    """Return what stands behind all that others have, too."""
    return {*takewhile(lambda key: not any(key in other for other in others), reversed([*keys]))}


def _with_added(
    order: Sequence[str], keys: Iterable[str], tail: Collection[str], *, at_once: bool = False
) -> list[str]:
    """Return an order with the keys that it lacks, a tail at the end.

    Each comes behind the one that it follows, ``at_once`` or behind what this order alone has there.
    """
    behind: dict[str | None, list[str]] = {key: [] for key in (None, *order)}
    known = set()
    last: str | None = None
    ends: list[str] = []
    for key in keys:
        if key in behind:
            known.add(key)
            last = key
        else:
            (ends if key in tail else behind[last]).append(key)
    placed, waiting = [], behind[None]
    for key in order:
        if key in known or at_once:
            placed += waiting
            waiting = behind[key]
        placed.append(key)
    return [*placed, *waiting, *ends]


def _trio(sides: _Sides, key: str) -> _Trio:
    base, mine, theirs = sides
    return base.get(key, _MISSING), mine.get(key, _MISSING), theirs.get(key, _MISSING)


def _is_sorted(names: Iterable[str]) -> bool:
    """Whether names stand in bytewise order."""
    found = [*map(_bytes, names)]
    return found == sorted(found)


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "replace")


def _is_count(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_settled(trio: _Trio, rules: DerivedMembers) -> bool:
    """Whether a place is as theirs has it, because nobody changed more of mine than is derived."""
    base, mine, theirs = trio
    if isinstance(theirs, _Missing):
        return _alike(base, mine, rules)
    return isinstance(base, _Missing) and _alike(mine, theirs, rules)


def _alike(one: _Value, other: _Value, rules: DerivedMembers) -> bool:
    """Whether values are the same but for what is derived in them."""
    if isinstance(one, _Missing) or isinstance(other, _Missing):
        return one is other
    if rules.here is not None:
        return True
    return is_same(rules.bare(one), rules.bare(other))


def is_same(one: _Value, other: _Value) -> bool:
    """Compare strictly (1 is not true, nor 1.0); the order of names does not count."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return type(one) is type(other) and one == other
