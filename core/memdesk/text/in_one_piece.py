"""What was deleted comes back in one piece, also where all that it stood between was rewritten.

Lines that stand in many entries can be taken for those of another one when nothing else is left to go by. The
lines of an entry that comes back would then stand among the lines of others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from memdesk.text.diff import Hunk
from memdesk.text.units import heading_level, is_blank, starts_of_units, unit_hunks

Lines = Sequence[str]


class ReturningRuns(NamedTuple):
    """What comes back when a change is taken back: runs of lines, and what it is without them, ``rest``."""

    runs: tuple[Hunk, ...]
    rest: str


def coming(before: str, after: str) -> ReturningRuns:
    """Return the runs of lines that a change took; where it moved them, its rest put them elsewhere."""
    lines, old = after.split("\n"), before.split("\n")
    hunks = unit_hunks(lines, old)
    runs = tuple(hunk for hunk in hunks if not hunk.old)
    if not runs or len(runs) == len(hunks):
        return ReturningRuns(runs, after)
    taken = {at for run in runs for at in range(run.new_start, run.new_end)}
    rest = [line for at, line in enumerate(old) if at not in taken]
    return ReturningRuns(unit_hunks(rest, old), "\n".join(rest))


def are_whole(runs: Sequence[Hunk], text: str) -> bool:
    """Say whether each run of lines stands in a text without other lines between, and takes no others.

    A heading that comes back would take the lines that follow what came back with it.
    """
    lines = _said(text.split("\n"))
    return all(_stands(lines, _said(run.new)) for run in runs)


def put_back(runs: Sequence[Hunk], after: str, now: str) -> str:
    """Return a text with runs of lines where they stood.

    That is behind the nearest unit above that still stands word for word, else before the nearest one below,
    else at the end.
    """
    old, lines = after.split("\n"), now.removesuffix("\n").split("\n")
    for run in reversed(runs):
        block = _without_gaps(run.new)
        gap = [""] if len(block) < len(run.new) else []
        at = _place(old, run.old_start, lines, heading_level(block[0]) if block else 0)
        while not gap and at < len(lines) and is_blank(lines[at]):
            at += 1  # what has no gap of its own stands below that of a head
        lines[at:at] = [*gap, *block] if at and lines[:at] != [""] else [*block, *gap]
    return "\n".join(lines) + "\n" * now.endswith("\n")


def _place(old: Lines, place: int, now: Lines, level: int) -> int:
    """Return where lines belong; an entry with a heading of this level stands between others, not in one."""
    there = {said: end for said, _, end in _units(now)}
    begins = {said: start for said, start, _ in _units(now)}
    once = [said for said, _, _ in _units(now)]
    units = list(_units(old))
    above = [said for said, _, end in units if end <= place and once.count(said) == 1]
    below = [said for said, start, _ in units if start >= place and once.count(said) == 1]
    if above:
        return _to_heading(now, there[above[-1]], level, 1)
    return _to_heading(now, begins[below[0]], level, -1) if below else len(now)


def _to_heading(lines: Lines, at: int, level: int, step: int) -> int:
    """Return the nearest place, from one on down or up, at which an entry ends; the gap is the next one's."""
    if not level:
        return at
    while 0 < at < len(lines) and not 0 < heading_level(lines[at]) <= level:
        at += step
    while 0 < at < len(lines) and is_blank(lines[at - 1]):
        at -= 1
    return at


def _units(lines: Lines) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Yield what each unit says, where it begins, and where the next one does."""
    for start, end in pairwise([*starts_of_units(lines), len(lines)]):
        said = tuple(_said(lines[start:end]))
        if said:
            yield said, start, end


def _without_gaps(lines: Lines) -> Lines:
    said = [at for at, line in enumerate(lines) if not is_blank(line)]
    return lines[said[0] : said[-1] + 1] if said else ()


def _said(lines: Lines) -> list[str]:
    return [line for line in lines if not is_blank(line)]


def _stands(lines: Lines, run: Lines) -> bool:
    is_section = bool(run) and heading_level(run[0]) > 0
    for at in range(len(lines) - len(run) + 1):
        end = at + len(run)
        if list(lines[at:end]) == list(run):
            return not is_section or end == len(lines) or heading_level(lines[end]) > 0
    return False
