"""What a change brought and somebody moved since: it goes, or changes back, where it is now."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from memdesk.text.diff import Hunk
from memdesk.text.merge_chunks import Lines, closed, lines_of
from memdesk.text.sweeping import swept, told, weight
from memdesk.text.units import heading_level, is_blank, starts_of_units, unit_hunks


class Moved(NamedTuple):
    """A text with what was moved out of its way taken back, and what is left of the change."""

    before: str
    now: str
    lines: int


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
    for hunk in _by_entry(unit_hunks(base, there)):
        words = (at for at in range(hunk.old_start, hunk.old_end) if not is_blank(base[at]))
        went = all(at in gone for at in words)
        place = _standing(hunk.old, here, other, goes) if told(hunk.old) and went else None
        if place is None:
            left.append(hunk)
            continue
        goes |= dict.fromkeys(range(place.start, place.stop), place.start)
        puts[place.start] = tuple(line for line in hunk.new if not is_blank(line)) if hunk.new else ()
        count += weight(hunk.old, hunk.new)
    if not puts:
        return None
    rest = swept(here, {at for at, start in goes.items() if not puts[start]}, None, None)
    kept = [word for at in rest for word in (puts.get(at, ()) if at in goes else (here[at],))]
    ends = "\n" * now.endswith("\n")
    reduced = "\n".join(base).split("\n")
    for hunk in reversed(left):
        reduced[hunk.old_start : hunk.old_end] = hunk.new
    return Moved("\n".join(reduced) + "\n" * before.endswith("\n"), "\n".join(kept) + ends, count)


def _by_entry(hunks: Iterable[Hunk]) -> Iterator[Hunk]:
    """Cut what only went into its units; a heading and all that stands below it is one."""
    for hunk in hunks:
        if hunk.new:
            yield hunk
            continue
        starts = [0]
        for at in starts_of_units(hunk.old)[1:]:
            words = hunk.old[starts[-1] : at]
            level = next((heading_level(line) for line in words if not is_blank(line)), 0)
            here = next((heading_level(line) for line in hunk.old[at:] if not is_blank(line)), 0)
            if not level or 0 < here <= level:
                starts.append(at)
        for start, end in pairwise([*starts, len(hunk.old)]):
            yield Hunk(hunk.old_start + start, hunk.old[start:end], hunk.new_start, ())


def _standing(
    words: Sequence[str], here: Sequence[str], hunks: Iterable[Hunk], taken: Container[int]
) -> range | None:
    """Return where lines that are gone from their place stand among those that came."""
    wanted = [line for line in words if not is_blank(line)]
    for hunk in hunks:
        came = [at for at in range(hunk.new_start, hunk.new_end) if not is_blank(here[at])]
        for first in range(len(came) - len(wanted) + 1):
            found = came[first : first + len(wanted)]
            if found[0] not in taken and [here[at] for at in found] == wanted:
                return range(found[0], found[-1] + 1)
    return None
