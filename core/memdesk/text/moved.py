"""What a change brought and somebody moved since goes, or changes back, where it is now.

A unit that the change itself moved is one, not two: it comes back only if it is where the change put it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from memdesk.text.diff import Hunk
from memdesk.text.merge.chunks import Lines, closed, lines_of
from memdesk.text.merge.result import Conflict
from memdesk.text.sweeping import swept, told, weight
from memdesk.text.units import heading_level, is_blank, starts_of_units, unit_hunks


class Moved(NamedTuple):
    """A text with what was moved out of its way taken back, and what is left of the change."""

    before: str
    now: str
    lines: int


class Rest(NamedTuple):
    """A change without the units that it moved and that are not there any more; how many lines these are.

    ``conflicts`` are those that were rewritten where it had put them.
    """

    before: str
    after: str
    lines: int = 0
    conflicts: tuple[Conflict, ...] = ()


def rest_of_moves(before: str, after: str, now: str) -> Rest:
    """Leave out of a change what it moved and that is not any more where it put it.

    What was moved on stays where it is, and what was rewritten as it is. What was deleted does not come back
    where it had stood before.
    """
    base, here, there = (lines_of(closed(text)) for text in (after, now, before))
    pairs = _pairs(unit_hunks(base, there), Counter(base), Counter(there))
    if not pairs:
        return Rest(before, after)
    other = unit_hunks(base, here)
    gone = {at for hunk in other for at in range(hunk.old_start, hunk.old_end)}
    puts, hads = set[int](), set[int]()
    taken: dict[int, int] = {}
    conflicts: list[Conflict] = []
    count = 0
    for put, had in pairs:
        words = [at for at in put if not is_blank(base[at])]
        if gone.isdisjoint(words):
            continue
        puts.update(put)
        hads.update(had)
        count += len(words)
        place = _standing([base[at] for at in words], here, other, taken)
        if place is not None:
            taken |= dict.fromkeys(place, place.start)
        elif not gone.issuperset(words) or any(told(hunk.new) and _meets(hunk, words) for hunk in other):
            conflicts.append(_rewritten(base, words, other))
    return Rest(_left(there, hads, before), _left(base, puts, after), count, tuple(conflicts))


def _meets(hunk: Hunk, places: Iterable[int]) -> bool:
    return any(hunk.old_start <= at < hunk.old_end for at in places)


def _rewritten(base: Sequence[str], places: Sequence[int], hunks: Iterable[Hunk]) -> Conflict:
    """Return a unit that was moved, and what stands where it was put."""
    words = "\n".join(base[at] for at in places)
    there = "\n".join(line for hunk in hunks if _meets(hunk, places) for line in hunk.new)
    return Conflict((), words, words, there, places[0] + 1)


def _left(lines: Sequence[str], gone: set[int], text: str) -> str:
    if not gone:
        return text
    left = [lines[at] for at in swept(lines, gone, None, None)]
    return "\n".join(left) + "\n" * (text.endswith("\n") and bool(left))


def _pairs(
    hunks: Sequence[Hunk], base: Mapping[str, int], there: Mapping[str, int]
) -> list[tuple[range, range]]:
    """Return where units stand that are the same in what went and what came, word for word, each once.

    ``base`` and ``there`` are how often each line stands in both texts.
    """
    came: dict[tuple[str, ...], list[range]] = {}
    for hunk in hunks:
        for part in _telling(hunk.new, there) if told(hunk.new) else ():
            place = range(hunk.new_start + part.start, hunk.new_start + part.stop)
            came.setdefault(_words(hunk.new, part), []).append(place)
    found: list[tuple[range, range]] = []
    for hunk in hunks:
        for part in _telling(hunk.old, base) if came and told(hunk.old) else ():
            if places := came.get(_words(hunk.old, part)):
                put = range(hunk.old_start + part.start, hunk.old_start + part.stop)
                found.append((put, places.pop(0)))
    return found


def _words(lines: Sequence[str], part: range) -> tuple[str, ...]:
    return tuple(lines[at] for at in part if not is_blank(lines[at]))


def moved(before: str, after: str, now: str) -> Moved | None:
    """Take back what a change brought that stands elsewhere by now, word for word; None for nothing."""
    base, here, there = (lines_of(closed(text)) for text in (after, now, before))
    other = unit_hunks(base, here)
    if not any(hunk.old and told(hunk.old) for hunk in other):
        return None
    gone = {at for hunk in other for at in range(hunk.old_start, hunk.old_end)}
    left: list[Hunk] = []
    goes: dict[int, int] = {}
    puts: dict[int, Lines] = {}
    count = 0
    for hunk in _by_entry(unit_hunks(base, there), Counter(base)):
        # A line that stands in many units may have been taken for that of another one: any that went tells.
        went = any(at in gone for at in range(hunk.old_start, hunk.old_end) if not is_blank(base[at]))
        place = _standing(hunk.old, here, other, goes) if went else None
        if place is None:
            left.append(hunk)
            continue
        goes |= dict.fromkeys(range(place.start, place.stop), place.start)
        puts[place.start] = tuple(line for line in hunk.new if not is_blank(line)) if hunk.new else ()
        count += weight(hunk.old, hunk.new)
    if not puts:
        return None
    gone_now = {at for at, start in goes.items() if not puts[start]}
    rest = swept(here, gone_now | _gaps_between(here, gone_now), None, None)
    kept = [word for at in rest for word in (puts.get(at, ()) if at in goes else (here[at],))]
    ends = "\n" * now.endswith("\n")
    reduced = "\n".join(base).split("\n")
    for hunk in reversed(left):
        reduced[hunk.old_start : hunk.old_end] = hunk.new
    return Moved("\n".join(reduced) + "\n" * before.endswith("\n"), "\n".join(kept) + ends, count)


def _gaps_between(lines: Sequence[str], gone: set[int]) -> set[int]:
    """Return the blank lines above and below which lines go: a unit may go in parts, with gaps of its own."""
    words = [at for at, line in enumerate(lines) if not is_blank(line)]
    ends = ((upper, lower) for upper, lower in pairwise(words) if upper in gone and lower in gone)
    return {at for upper, lower in ends for at in range(upper + 1, lower)}


def _by_entry(hunks: Iterable[Hunk], counts: Mapping[str, int]) -> Iterator[Hunk]:
    """Cut what only went into its units."""
    for hunk in hunks:
        if hunk.new:
            yield hunk
            continue
        for part in _telling(hunk.old, counts):
            yield Hunk(hunk.old_start + part.start, hunk.old[part.start : part.stop], hunk.new_start, ())


def _telling(lines: Sequence[str], counts: Mapping[str, int]) -> Iterator[range]:
    """Yield where units are, each with a line that nothing else in its text has, if there is one.

    A rule, or the end of a block, is that of any note. It is joined to the unit above it, or to the one below
    where such a line comes first.
    """
    parts = list(_entries_of(lines))
    telling = [_is_telling(lines, part, counts) for part in parts]
    if telling[0]:
        cuts = [part.start for part, tells in zip(parts[1:], telling[1:], strict=True) if tells]
    else:
        cuts = [part.stop for part, tells in zip(parts, telling, strict=True) if tells][:-1]
    for start, end in pairwise([0, *cuts, len(lines)]):
        yield range(start, end)


def _is_telling(lines: Sequence[str], part: range, counts: Mapping[str, int]) -> bool:
    here = Counter(lines[at] for at in part if not is_blank(lines[at]))
    return any(counts[line] == count for line, count in here.items())


def _entries_of(lines: Sequence[str]) -> Iterator[range]:
    """Yield where the units of a run of lines are; a heading and all that stands below it is one."""
    starts = [0]
    for at in starts_of_units(lines)[1:]:
        words = lines[starts[-1] : at]
        level = next((heading_level(line) for line in words if not is_blank(line)), 0)
        here = next((heading_level(line) for line in lines[at:] if not is_blank(line)), 0)
        if not level or 0 < here <= level:
            starts.append(at)
    for start, end in pairwise([*starts, len(lines)]):
        yield range(start, end)


def _standing(
    words: Sequence[str], here: Sequence[str], hunks: Iterable[Hunk], taken: Container[int]
) -> range | None:
    """Return where lines that are gone from their place stand from one on that came.

    Those around it may be taken for lines that stayed, where many units have them.
    """
    wanted = [line for line in words if not is_blank(line)]
    said = [at for at, line in enumerate(here) if not is_blank(line)]
    ranges = [[bisect_left(said, at) for at in (hunk.new_start, hunk.new_end)] for hunk in hunks]
    starts = [start for first, end in ranges for start in range(first, end)]
    # Its first line may be told to have stayed: that of what came is one that nothing else has.
    alone = {line for line, count in Counter(here).items() if count == 1}
    own = next((place for place, line in enumerate(wanted) if line in alone), 0)
    starts += [start - own for start in starts if own and start >= own and here[said[start]] in alone]
    for start in starts:
        found = said[start : start + len(wanted)]
        if found[0] not in taken and [here[at] for at in found] == wanted:
            return range(found[0], found[-1] + 1)
    return None
