"""Three versions taken apart: what stayed, what merges by itself, and where a person has to say.

A last line that no newline ends carries a mark while texts are apart: it differs from one with a newline.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from heapq import merge as in_order
from itertools import chain, takewhile
from typing import Any, TypeAlias

from memdesk.text.comparable import as_written, comparable
from memdesk.text.diff import Hunk
from memdesk.text.json.spans import Path
from memdesk.text.remarks import ABOVE, released
from memdesk.text.units import (
    are_apart,
    are_sentences,
    begins_unit,
    divided,
    head_of,
    heading_level,
    is_blank,
    keys_of,
    unit_hunks,
)

OPEN = "\0"
"""Ends a last line that no newline ends; no text that can be edited holds it."""

_NO_HEADING, _SAME_UNIT = 7, 8
"""How deep lines belong that begin with no heading, beside the levels of headings from 1 to 6."""

Lines: TypeAlias = "tuple[str, ...]"


class ChunkKind(StrEnum):
    """Who changed a chunk, and so what it merges to."""

    SAME = "same"
    MINE = "mine"
    THEIRS = "theirs"
    ALIKE = "alike"
    """Both changed it in the same way."""
    JOINED = "joined"
    """Both added at the same place; theirs comes first, unless mine goes on with what stands above."""
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class MergeChunk:
    """The same place in three versions, as lines, and what stands there while nobody has decided.

    ``line`` counts from 1 in the base. For JSON ``path`` leads to the place and the lines are values as JSON,
    none where a version has nothing there.
    """

    kind: ChunkKind
    base: Lines
    mine: Lines
    theirs: Lines
    merged: Lines
    line: int | None = None
    path: Path = ()


def closed(text: str) -> str:
    """Return the text as lines between newlines, the last one marked if no newline ends it."""
    return text[:-1] if text.endswith("\n") else text + OPEN


def lines_of(text: str) -> list[str]:
    """Return the lines of a closed text without the mark; an empty text has none."""
    return [] if text == OPEN else text.removesuffix(OPEN).split("\n")


def opened(text: str) -> str:
    """Return the text that ``closed`` was given."""
    return text[:-1] if text.endswith(OPEN) else text + "\n"


def line_chunks(base: str, mine: str, theirs: str) -> Iterator[MergeChunk]:
    """Yield the chunks of three closed texts in order; together they hold every line of each.

    Changes of both sides that overlap are one chunk. Those that only touch are two, where they touch between
    units (entries, list items, rows, key lines, paragraphs, fenced code), and one inside of a unit.
    """
    texts = tuple(text.removesuffix(OPEN) for text in (base, mine, theirs))
    alike = comparable(texts)
    if alike == texts:
        yield from unfenced_chunks(base, mine, theirs)
        return
    ends = (OPEN if text.endswith(OPEN) else "" for text in (base, mine, theirs))
    line = 1
    found = unfenced_chunks(*(text + end for text, end in zip(alike, ends, strict=True)))
    for chunk in chain.from_iterable(map(_within_remark, found)):
        lines = _as_written(chunk.base)
        yield replace(
            chunk,
            base=lines,
            mine=_as_written(chunk.mine),
            theirs=_as_written(chunk.theirs),
            merged=_as_written(chunk.merged),
            line=chunk.line and line,
        )
        line += len(lines)


def _within_remark(chunk: MergeChunk) -> Iterable[MergeChunk]:
    """Take a conflict about a unit and the remark above it apart into lines, where both keep part of it."""
    if chunk.kind is not ChunkKind.CONFLICT or len(chunk.base) != 1 or ABOVE not in chunk.base[0]:
        return (chunk,)
    base, mine, theirs = (released("\n".join(side)) for side in (chunk.base, chunk.mine, chunk.theirs))
    is_kept = all(_telling(base) & _telling(side) for side in (mine, theirs))
    return unfenced_chunks(base, mine, theirs) if is_kept else (chunk,)


def _telling(text: str) -> set[str]:
    return {line for line in text.rstrip(OPEN).split("\n") if any(letter.isalnum() for letter in line)}


def _as_written(lines: Lines) -> Lines:
    return tuple(written for line in lines for written in as_written(line).split("\n"))


def unfenced_chunks(base: str, mine: str, theirs: str) -> Iterator[MergeChunk]:
    """Yield the chunks of three closed texts that are comparable as they are."""
    lines, own, other = (lines_of(text) for text in (base, mine, theirs))
    found: list[MergeChunk] = []
    at = 0
    mine_hunks, theirs_hunks = unit_hunks(lines, own), unit_hunks(lines, other)
    if base.endswith(OPEN):
        mine_hunks, theirs_hunks = (
            mine_hunks if mine.endswith(OPEN) else _with_gap(lines, mine_hunks, theirs_hunks),
            theirs_hunks if theirs.endswith(OPEN) else _with_gap(lines, theirs_hunks, mine_hunks),
        )
    sides = divided(mine_hunks, theirs_hunks), divided(theirs_hunks, mine_hunks)
    whole = not (lines and own and other)
    for start, end, changed, others in _places(lines, *sides, whole=whole):
        if start > at:
            found.append(_same(lines, at, start))
        both = _side(lines, changed, start, end), _side(lines, others, start, end)
        found.append(_chunk(lines, start, end, *both))
        at = end
    if at < len(lines):
        found.append(_same(lines, at, len(lines)))
    ends = tuple(text.endswith(OPEN) for text in (base, mine, theirs))
    yield from _ended(found, ends[0], ends[1], ends[2])


def _ended(chunks: list[MergeChunk], base: bool, mine: bool, theirs: bool) -> Iterator[MergeChunk]:
    """Mark the last line of each side that no newline ends, and that of the result.

    Whoever wrote what stands at the end decides there; else the end is merged like a line.
    """
    last = chunks.pop() if chunks else MergeChunk(ChunkKind.SAME, (), (), (), ())
    if last.kind is ChunkKind.SAME and not base == mine == theirs:
        if len(last.base) > 1:
            head = last.base[:-1]
            chunks.append(MergeChunk(ChunkKind.SAME, head, head, head, head, last.line))
        end = last.base[-1:]
        kind = ChunkKind.ALIKE if mine == theirs else ChunkKind.THEIRS if mine == base else ChunkKind.MINE
        last = MergeChunk(kind, end, end, end, end, (last.line or 1) + max(len(last.base) - 1, 0))
    elif last.kind is ChunkKind.ALIKE and mine != theirs:
        last = replace(last, kind=ChunkKind.JOINED)
    while last.kind is ChunkKind.CONFLICT and chunks and not (last.mine and last.theirs):
        last = _with_line_before(chunks, last)
    chunks.append(last)
    is_mine = last.kind is ChunkKind.JOINED and last.merged[-1:] == last.mine[-1:]
    decides = mine if is_mine or last.kind is ChunkKind.MINE else theirs
    for side, is_open in {"base": base, "mine": mine, "theirs": theirs, "merged": decides}.items():
        if is_open:
            _mark_end(chunks, side)
    yield from chunks


def _with_line_before(chunks: list[MergeChunk], last: MergeChunk) -> MergeChunk:
    """Return a conflict at the end, in which a side has nothing, with the line that is the last one then."""
    before = chunks.pop()
    if before.kind is ChunkKind.SAME and len(before.base) > 1:
        head = before.base[:-1]
        chunks.append(MergeChunk(ChunkKind.SAME, head, head, head, head, before.line))
        end, line = before.base[-1:], (before.line or 1) + len(head)
        before = MergeChunk(ChunkKind.SAME, end, end, end, end, line)
    return MergeChunk(
        ChunkKind.CONFLICT,
        before.base + last.base,
        before.mine + last.mine,
        before.theirs + last.theirs,
        before.theirs + last.theirs,
        before.line,
    )


def _mark_end(chunks: list[MergeChunk], side: str) -> None:
    """Mark the last line that one side has; an empty text has a mark alone."""
    at = next((at for at in reversed(range(len(chunks))) if getattr(chunks[at], side)), None)
    lines: Lines = (OPEN,) if at is None else getattr(chunks[at], side)
    if lines[-1] and at is not None:
        lines = (*lines[:-1], lines[-1] + OPEN)
    changed: dict[str, Any] = {side: lines}
    place = -1 if at is None else at
    chunks[place] = replace(chunks[place], **changed)


def joined(mine: Lines, theirs: Lines) -> Lines:
    """Return their lines, then mine; whether a newline ends the last line is as I have it.

    What one side has is not repeated where the other begins or ends with just that. An empty text has no
    line, and an empty last line has its newline: without one there is none.
    """
    if (OPEN,) in (mine, theirs):
        return theirs if mine == (OPEN,) else mine
    is_open = bool(mine) and mine[-1].endswith(OPEN)
    mine, theirs = (tuple(line.rstrip(OPEN) for line in side) for side in (mine, theirs))
    long, short = (mine, theirs) if len(mine) > len(theirs) else (theirs, mine)
    both = long if short in (long[: len(short)], long[len(long) - len(short) :]) else theirs + mine
    return (*both[:-1], both[-1] + OPEN * (is_open and both[-1] != "")) if both else ()


def _same(lines: Sequence[str], start: int, end: int) -> MergeChunk:
    kept = tuple(lines[start:end])
    return MergeChunk(ChunkKind.SAME, kept, kept, kept, kept, start + 1)


def _places(
    lines: Sequence[str], mine: Sequence[Hunk], theirs: Sequence[Hunk], *, whole: bool
) -> Iterator[tuple[int, int, list[Hunk], list[Hunk]]]:
    """Group the changes that are one place in the base, with where they begin and end.

    ``whole``: one text is empty, so all that touches is one place.
    """
    own: list[Hunk] = []
    other: list[Hunk] = []
    start = end = 0
    last: Hunk | None = None
    hunks = list(_all(mine, theirs))
    for at, (hunk, is_mine) in enumerate(hunks):
        # Whichever side's comes first of those that begin here: each has to be apart from what is above.
        here = takewhile(partial(_begins_with, hunk), hunks[at:])
        if last is not None and (
            hunk.old_start > end or (not whole and all(_only_touch(lines, last, one, end) for one, _ in here))
        ):
            yield start, end, own, other
            own, other, last = [], [], None
        if last is None:
            start, end = hunk.old_start, hunk.old_end
        end, last = max(end, hunk.old_end), hunk
        (own if is_mine else other).append(hunk)
    if last is not None:
        yield start, end, own, other


def _begins_with(hunk: Hunk, other: tuple[Hunk, bool]) -> bool:
    return other[0].old_start == hunk.old_start


def _only_touch(lines: Sequence[str], upper: Hunk, lower: Hunk, end: int) -> bool:
    """Whether a change that begins where the one above it ends is about other units."""
    at = lower.old_start
    if at != end or upper.old_end != at or not (upper.old or lower.old):
        return False
    if _loses_heading(upper, lower):
        return False
    above = lines[upper.old_start - 1] if upper.old_start else None
    below = lines[lower.old_end] if lower.old_end < len(lines) else None
    uppers = {lines[at - 1] if at else None, upper.new[-1] if upper.new else above}
    lowers = {lines[at] if at < len(lines) else None, lower.new[0] if lower.new else below}
    parted = are_apart if _is_in_item(lines, upper) else _are_parted
    return all(parted(one, other) for one in uppers for other in lowers)


def _is_in_item(lines: Sequence[str], hunk: Hunk) -> bool:
    """Whether a line below a change goes on with an item, a key line or the like, or would then."""
    at = hunk.old_end - 1
    return (at >= 0 and begins_unit(lines[head_of(lines, at)])) or any(map(begins_unit, hunk.new))


def _are_parted(upper: str | None, lower: str | None) -> bool:
    """Whether two lines are two units, or two sentences of plain words."""
    return are_apart(upper, lower) or (
        upper is not None and lower is not None and are_sentences(upper, lower)
    )


def _loses_heading(upper: Hunk, lower: Hunk) -> bool:
    """Whether what stands below a change would come under another heading by it."""
    lost = [level for level in map(heading_level, upper.old) if level]
    if not lost or any(map(heading_level, upper.new)):
        return False
    first = next((line for line in lower.new or lower.old if not is_blank(line)), "")
    return not 0 < heading_level(first) <= min(lost)


def _with_gap(lines: Sequence[str], hunks: tuple[Hunk, ...], others: tuple[Hunk, ...]) -> tuple[Hunk, ...]:
    """Leave a blank line where what goes at the end had begun with the newline that ended the text before.

    Else what the others wrote behind it would be joined to what stands before it.
    """
    if not hunks or not others:
        return hunks
    last, behind = hunks[-1], others[-1]
    goes = last.old_end == len(lines) and not last.new and len(last.old) > 1 and is_blank(last.old[0])
    if not goes or behind.old_start != len(lines) or is_blank(behind.new[0]):
        return hunks
    return (*hunks[:-1], replace(last, old_start=last.old_start + 1, old=last.old[1:]))


def _all(mine: Sequence[Hunk], theirs: Sequence[Hunk]) -> Iterator[tuple[Hunk, bool]]:
    own, other = ((hunk, True) for hunk in mine), ((hunk, False) for hunk in theirs)
    return in_order(own, other, key=lambda item: (item[0].old_start, item[0].old_end))


def _side(lines: Sequence[str], hunks: Sequence[Hunk], start: int, end: int) -> Lines:
    """Return what one side has in place of the base's lines ``start`` to ``end``."""
    side: list[str] = []
    at = start
    for hunk in hunks:
        side += lines[at : hunk.old_start]
        side += hunk.new
        at = hunk.old_end
    return (*side, *lines[at:end])


def _chunk(lines: Sequence[str], start: int, end: int, mine: Lines, theirs: Lines) -> MergeChunk:
    base = tuple(lines[start:end])
    if mine == theirs:
        kind, merged = ChunkKind.ALIKE, theirs
    elif mine == base:
        kind, merged = ChunkKind.THEIRS, theirs
    elif theirs == base:
        kind, merged = ChunkKind.MINE, mine
    elif (both := _appended(lines, start, end, mine, theirs)) is not None:
        kind, merged = ChunkKind.JOINED, both
    else:
        kind, merged = ChunkKind.CONFLICT, theirs
    return MergeChunk(kind, base, mine, theirs, merged, start + 1)


def _appended(lines: Sequence[str], start: int, end: int, mine: Lines, theirs: Lines) -> Lines | None:
    """Return what both added after the same lines; None where they did anything else.

    Where more follows, only whole units are added by both, and no key by both; an empty text has no end to
    add to.
    """
    last = tuple(lines[start:end])
    if not lines or any(side[: len(last)] != last for side in (mine, theirs)):
        return None
    mine, theirs = mine[len(last) :], theirs[len(last) :]
    if end < len(lines):
        above, below = lines[end - 1] if end else None, lines[end]
        if not all(are_apart(above, side[0]) and are_apart(side[-1], below) for side in (mine, theirs)):
            return None
        if not (are_apart(theirs[-1], mine[0]) and are_apart(mine[-1], theirs[0])):
            return None
        if keys_of(mine) & keys_of(theirs):
            return None
    above = lines[end - 1] if end else None
    goes_on = _depth(above, mine) > _depth(above, theirs)
    return last + (joined(theirs, mine) if goes_on else joined(mine, theirs))


def _depth(above: str | None, added: Lines) -> int:
    """Return how closely added lines belong to what is above: the same unit, its entry, or a wider one."""
    first = next((line for line in added if not is_blank(line)), "")
    if not are_apart(above, added[0]):
        return _SAME_UNIT
    return heading_level(first) or _NO_HEADING
