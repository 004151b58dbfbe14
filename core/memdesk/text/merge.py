"""Three-way merge: what two writers made of one base, as one text, or the places where a person has to say.

A conflict is a record, never a marker in the text: agents read these files. Changes that touch in the base
are one place, so two writers never share a line. A last line without newline differs from one with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from heapq import merge as in_order
from typing import NamedTuple

from memdesk.text.diff import Hunk, line_diff
from memdesk.text.json_merge import merge_values
from memdesk.text.json_text import parse
from memdesk.text.merge_result import Conflict, MergeResult

_OPEN = "\0"
"""Ends a last line that no newline ends, while texts are merged; no text that can be edited holds it."""

__all__ = ["Conflict", "MergeResult", "Shape", "merge"]


class Shape(StrEnum):
    """What a text is to a merge."""

    LINES = "lines"
    JSON = "json"
    SETTINGS = "settings"
    """JSON whose top-level values are each taken as a whole."""


class _Place(NamedTuple):
    """Lines ``start`` to ``end`` of the base, and what each side has in their stead."""

    start: int
    end: int
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    changed_by_me: bool
    changed_by_them: bool


def merge(base: str, mine: str, theirs: str, shape: Shape = Shape.LINES) -> MergeResult:
    """Merge what two writers made of ``base``; the result is ``theirs`` with the changes of ``mine``."""
    if theirs in (base, mine):
        return MergeResult(mine, int(base != theirs))
    if base == mine:
        return MergeResult(theirs, 1)
    if any(_OPEN in text for text in (base, mine, theirs)):
        return MergeResult(None, 1, (Conflict((), base, mine, theirs),))
    if shape is Shape.LINES:
        return _merge_lines(_closed(base), _closed(mine), _closed(theirs))
    return _merge_json(base, mine, theirs, whole=shape is Shape.SETTINGS)


def _closed(text: str) -> str:
    """Return the text as lines between newlines, the last one marked if no newline ends it."""
    return text[:-1] if text.endswith("\n") else text + _OPEN


def _opened(text: str) -> str:
    """Return the text that ``_closed`` was given."""
    return text[:-1] if text.endswith(_OPEN) else text + "\n"


def _merge_lines(base: str, mine: str, theirs: str) -> MergeResult:
    lines, at, joined, changes = base.split("\n"), 0, 0, 0
    merged: list[str] = []
    conflicts: list[Conflict] = []
    for place in _places(lines, line_diff(base, mine), line_diff(base, theirs)):
        merged += lines[at : place.start]
        at = place.end
        changes += place.changed_by_them
        if (agreed := _agreed(place)) is not None:
            merged += agreed
        elif (both := _appended(lines, place)) is not None:
            merged += both
            joined += 1
        else:
            conflicts.append(_conflict(lines, place))
    text = None if conflicts else _opened("\n".join(merged + lines[at:]))
    return MergeResult(text, changes, tuple(conflicts), joined)


def _merge_json(base: str, mine: str, theirs: str, *, whole: bool) -> MergeResult:
    """Merge values by key path; a side that does not parse, or a result that would not, is a conflict."""
    parsed = [parse(text) for text in (base, mine, theirs)]
    if any(result.problems for result in parsed):
        return MergeResult(None, 1, (Conflict((), base, mine, theirs),))
    values = [result.value for result in parsed]
    result = merge_values(values[0], values[1], values[2], theirs, whole=whole)
    if result.text is not None and parse(result.text).broken:
        return MergeResult(None, result.changes, (Conflict((), base, mine, theirs),))
    return result


def _places(lines: Sequence[str], mine: Sequence[Hunk], theirs: Sequence[Hunk]) -> Iterator[_Place]:
    """Group the changes of both sides (there are some) that overlap or touch in the base."""
    group: list[tuple[Hunk, bool]] = []
    end = -1
    for hunk, is_mine in in_order(
        ((hunk, True) for hunk in mine), ((hunk, False) for hunk in theirs), key=lambda item: _span(item[0])
    ):
        if group and hunk.old_start > end:
            yield _place(lines, group)
            group = []
        end = hunk.old_end if not group else max(end, hunk.old_end)
        group.append((hunk, is_mine))
    yield _place(lines, group)


def _span(hunk: Hunk) -> tuple[int, int]:
    return hunk.old_start, hunk.old_end


def _place(lines: Sequence[str], group: Sequence[tuple[Hunk, bool]]) -> _Place:
    start, end = group[0][0].old_start, max(hunk.old_end for hunk, _ in group)
    mine = [hunk for hunk, is_mine in group if is_mine]
    theirs = [hunk for hunk, is_mine in group if not is_mine]
    sides = (_side(lines, mine, start, end), _side(lines, theirs, start, end))
    return _Place(start, end, *sides, bool(mine), bool(theirs))


def _side(lines: Sequence[str], hunks: Sequence[Hunk], start: int, end: int) -> tuple[str, ...]:
    """Return what one side has in place of the base's lines ``start`` to ``end``."""
    side: list[str] = []
    at = start
    for hunk in hunks:
        side += lines[at : hunk.old_start]
        side += hunk.new
        at = hunk.old_end
    return (*side, *lines[at:end])


def _agreed(place: _Place) -> tuple[str, ...] | None:
    """Return the lines where one side alone changed them, or both did alike."""
    if not place.changed_by_me or place.mine == place.theirs:
        return place.theirs
    return place.mine if not place.changed_by_them else None


def _appended(lines: Sequence[str], place: _Place) -> tuple[str, ...] | None:
    """Return what both added after the last line; None where they did anything else, or there was no line."""
    rest = lines[place.start :]
    if place.end < len(lines) or len(rest) > 1 or lines == [_OPEN]:
        return None
    last = tuple(line.rstrip(_OPEN) for line in rest)
    kept = {side[: len(last)] for side in (place.mine, place.theirs)}
    mine, theirs = place.mine[len(last) :], place.theirs[len(last) :]
    if kept != {last} or not (last or (mine and theirs)):
        return None
    return last + _joined(mine, theirs)


def _joined(mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    """Return what they added, then what I added; whether a newline ends the last line is as I have it.

    What one side added is not repeated where the other begins or ends with just that.
    """
    is_open = bool(mine) and mine[-1].endswith(_OPEN)
    mine, theirs = (tuple(line.rstrip(_OPEN) for line in side) for side in (mine, theirs))
    long, short = (mine, theirs) if len(mine) > len(theirs) else (theirs, mine)
    both = long if short in (long[: len(short)], long[len(long) - len(short) :]) else theirs + mine
    return (*both[:-1], both[-1] + _OPEN * is_open)


def _conflict(lines: Sequence[str], place: _Place) -> Conflict:
    texts = (lines[place.start : place.end], place.mine, place.theirs)
    base, mine, theirs = ("\n".join(text).rstrip(_OPEN) for text in texts)
    return Conflict((), base, mine, theirs, place.start + 1)
