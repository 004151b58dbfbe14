"""Which entries of three lists are the same one: by their ``id``, or where they have none, by their words.

Entries without ids are matched as the lines of a text are: equal ones first, in order; then equal ones that
moved; then, between those, the ones that have most in common. What stands in the place of another and has
little in common with it is a change as a whole.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from memdesk.model import Json
from memdesk.text.diff import line_diff
from memdesk.text.merge.json_format import DerivedMembers

Entries: TypeAlias = "dict[str, Json]"

ALIKE = 2 / 3
"""The share that two entries have to have in common to be one that was changed."""

MOST_COMPARED = 4_096
"""Pairs of entries between two anchors that are compared; where there are more, each is its own."""

_WORD = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]|[^\W\u2e80-\u9fff\uac00-\ud7af]+")


class KeyedLists(NamedTuple):
    """Three lists by the keys of their entries; entries with the same key are one.

    Those in ``whole`` have little in common but their place. ``torn``: one side put something in the place of
    an entry that the other side removed, or replaced by something else, or nobody knows which of two equal
    entries they removed.
    """

    sides: tuple[Entries, Entries, Entries]
    whole: frozenset[str] = frozenset()
    torn: bool = False


class _Gap(NamedTuple):
    """Entries of the base that are not on a side, and entries of the side that stand there."""

    gone: list[int]
    came: list[int]


@dataclass
class _Pairs:
    """Which entry of the base each one of a side is, and what stands in the place of those that went."""

    former: dict[int, int] = field(default_factory=dict)
    by_place: set[int] = field(default_factory=set)
    instead: dict[int, tuple[str, ...]] = field(default_factory=dict)


def entries_by_id(value: object) -> Entries | None:
    """Return an array's entries by their id (as JSON); None where they do not all have one of their own."""
    if not isinstance(value, list):
        return None
    found: Entries = {}
    for entry in value:
        if not isinstance(entry, dict) or type(entry.get("id")) not in {str, int}:
            return None
        found[json.dumps(entry["id"])] = entry
    return found if len(found) == len(value) else None


def entries_by_words(
    base: Sequence[Json],
    mine: Sequence[Json],
    theirs: Sequence[Json],
    rules: DerivedMembers,
    *,
    apart: bool = False,
) -> KeyedLists | None:
    """Return three lists by what their entries say; None for numbers alone, which are one value.

    What both sides added is one entry; ``apart``: only where both added it behind the same one.
    """
    if all(_is_number(item) for side in (base, mine, theirs) for item in side):
        return None
    bare = rules.below().bare
    old, own, other = ([bare(item) for item in side] for side in (base, mine, theirs))
    one, two = _Matching(old, own), _Matching(old, other)
    both = one.came & two.came
    pairs = one.finished(both), two.finished(both)
    named = {str(at): item for at, item in enumerate(base)}
    sides = named, _named(mine, own, pairs[0], apart), _named(theirs, other, pairs[1], apart)
    torn = _is_torn(*pairs) or _is_torn(*reversed(pairs)) or _is_unclear(old, *pairs)
    return KeyedLists(sides, frozenset(str(at) for pair in pairs for at in pair.by_place), torn)


def said(value: Json) -> str:
    """Return a text that is equal for the same values only: 1, 1.0 and true are three."""
    return json.dumps(value, sort_keys=True)


def likeness(one: Json, other: Json) -> float:
    """Return the share that two values have in common, from 0 to 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = one.keys() | other.keys()
        both = one.keys() & other.keys()
        return sum(likeness(one[name], other[name]) for name in both) / len(names) if names else 1.0
    if isinstance(one, str) and isinstance(other, str):
        return 1.0 if one == other else _share(Counter(_WORD.findall(one)), Counter(_WORD.findall(other)))
    if isinstance(one, list) and isinstance(other, list):
        return 1.0 if said(one) == said(other) else _share(Counter(map(said, one)), Counter(map(said, other)))
    return float(said(one) == said(other))


def _share(one: Counter[str], other: Counter[str]) -> float:
    total = (one | other).total()
    return (one & other).total() / total if total else 0.0


def _is_number(item: Json) -> bool:
    return isinstance(item, int | float) and not isinstance(item, bool)


def _named(items: Sequence[Json], bare: Sequence[Json], pairs: _Pairs, apart: bool) -> Entries:
    """Return a side's entries by key: those of the base by their place there, new ones by what they say."""
    found: Entries = {}
    seen, last = Counter[str](), ""
    for at, item in enumerate(items):
        if at in pairs.former:
            key = str(pairs.former[at])
            last = key if apart else ""
        else:
            words = json.dumps([last, said(bare[at])])
            seen[words] += 1
            key = json.dumps([words, seen[words]])
        found[key] = item
    return found


def _is_unclear(old: Sequence[Json], one: _Pairs, other: _Pairs) -> bool:
    """Whether each side removed another one of entries that say the same: nobody knows which was meant."""
    left, right = ({*range(len(old))} - {*pairs.former.values()} for pairs in (one, other))
    return bool({said(old[at]) for at in left - right} & {said(old[at]) for at in right - left})


def _is_torn(one: _Pairs, other: _Pairs) -> bool:
    left = {*other.former.values()}
    return any(at not in left and other.instead.get(at) != words for at, words in one.instead.items())


class _Matching:
    """Finds out which entry of the base each entry of a side is."""

    def __init__(self, old: Sequence[Json], new: Sequence[Json]) -> None:
        self._old, self._new = old, new
        self._was, self._now = [said(item) for item in old], [said(item) for item in new]
        self._pairs = _Pairs()
        self._gaps = list(self._equal()) if old and new else [_Gap([*range(len(old))], [*range(len(new))])]
        self._take_moved()

    @property
    def came(self) -> Counter[str]:
        """What no entry of the base says."""
        return Counter(self._now[at] for gap in self._gaps for at in gap.came)

    def finished(self, both: Counter[str]) -> _Pairs:
        """Return all pairs; what ``both`` sides say and the base does not is new, not changed."""
        left = both.copy()
        for gap in self._gaps:
            came = []
            for at in gap.came:
                if left[self._now[at]]:
                    left[self._now[at]] -= 1
                else:
                    came.append(at)
            self._take_changed(gap.gone, came)
            self._take_places(gap.gone, came)
        return self._pairs

    def _equal(self) -> Iterator[_Gap]:
        """Pair what stands between the places that differ, and yield these."""
        hunks = line_diff("\n".join(self._was), "\n".join(self._now))
        if not any(hunk.old for hunk in hunks):
            yield _Gap([], self._take_first())
            return
        at = to = 0
        for hunk in hunks:
            self._pairs.former |= zip(range(to, hunk.new_start), range(at, hunk.old_start), strict=True)
            at, to = hunk.old_end, hunk.new_end
            yield _Gap([*range(hunk.old_start, at)], [*range(hunk.new_start, to)])
        self._pairs.former |= zip(range(to, len(self._now)), range(at, len(self._was)), strict=True)

    def _take_first(self) -> list[int]:
        """Pair each entry with the first one that it may be, where none went; return what came.

        Programs add at the end, so of equal entries the first is the oldest.
        """
        came: list[int] = []
        to = 0
        for at, words in enumerate(self._was):
            place = self._now.index(words, to)
            came += range(to, place)
            self._pairs.former[place] = at
            to = place + 1
        return [*came, *range(to, len(self._now))]

    def _take_moved(self) -> None:
        """Pair what says the same elsewhere, in order."""
        places = defaultdict[str, deque[int]](deque)
        for gap in self._gaps:
            for at in gap.gone:
                places[self._was[at]].append(at)
        for gap in self._gaps:
            for to in gap.came:
                if places[self._now[to]]:
                    self._pairs.former[to] = places[self._now[to]].popleft()
        found = {*self._pairs.former.values()}
        self._gaps = [
            _Gap(
                [at for at in gap.gone if at not in found],
                [to for to in gap.came if to not in self._pairs.former],
            )
            for gap in self._gaps
        ]

    def _take_changed(self, gone: list[int], came: list[int]) -> None:
        """Pair what has most in common, and take it out of what is left."""
        if len(gone) * len(came) > MOST_COMPARED:
            return
        shares = [(-likeness(self._old[at], self._new[to]), at, to) for at in gone for to in came]
        for share, at, to in sorted(shares):
            if -share >= ALIKE and at in gone and to in came:
                self._pairs.former[to] = at
                gone.remove(at)
                came.remove(to)

    def _take_places(self, gone: list[int], came: list[int]) -> None:
        """Pair as many as came for as many; else remember what stands instead of those that went."""
        if len(gone) == len(came):
            self._pairs.former |= zip(came, gone, strict=True)
            self._pairs.by_place |= {*gone}
        elif came:
            self._pairs.instead |= dict.fromkeys(gone, tuple(self._now[to] for to in came))
