"""Three versions taken apart: what stayed, what merges by itself, and where a person has to say.

A last line that no newline ends carries a mark while texts are apart: it differs from one with a newline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import merge as in_order
from typing import TypeAlias

from memdesk.text.diff import Hunk, line_diff
from memdesk.text.json_spans import Path

OPEN = "\0"
"""Ends a last line that no newline ends; no text that can be edited holds it."""

Lines: TypeAlias = "tuple[str, ...]"


class ChunkKind(StrEnum):
    """Who changed a chunk, and so what it merges to."""

    SAME = "same"
    MINE = "mine"
    THEIRS = "theirs"
    ALIKE = "alike"
    """Both changed it in the same way."""
    JOINED = "joined"
    """Both added at the end; theirs comes first."""
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Chunk:
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


def opened(text: str) -> str:
    """Return the text that ``closed`` was given."""
    return text[:-1] if text.endswith(OPEN) else text + "\n"


def line_chunks(base: str, mine: str, theirs: str) -> Iterator[Chunk]:
    """Yield the chunks of three closed texts in order; together they hold every line of each."""
    lines, at = base.split("\n"), 0
    for start, end, own, other in _places(line_diff(base, mine), line_diff(base, theirs)):
        if start > at:
            yield _same(lines, at, start)
        yield _chunk(lines, start, end, _side(lines, own, start, end), _side(lines, other, start, end))
        at = end
    if at < len(lines):
        yield _same(lines, at, len(lines))


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


def _same(lines: Sequence[str], start: int, end: int) -> Chunk:
    kept = tuple(lines[start:end])
    return Chunk(ChunkKind.SAME, kept, kept, kept, kept, start + 1)


def _places(
    mine: Sequence[Hunk], theirs: Sequence[Hunk]
) -> Iterator[tuple[int, int, list[Hunk], list[Hunk]]]:
    """Group the changes of both sides that overlap or touch in the base, with where they begin and end."""
    own: list[Hunk] = []
    other: list[Hunk] = []
    start = end = 0
    for hunk, is_mine in _all(mine, theirs):
        if (own or other) and hunk.old_start > end:
            yield start, end, own, other
            own, other = [], []
        if not (own or other):
            start, end = hunk.old_start, hunk.old_end
        end = max(end, hunk.old_end)
        (own if is_mine else other).append(hunk)
    if own or other:
        yield start, end, own, other


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


def _chunk(lines: Sequence[str], start: int, end: int, mine: Lines, theirs: Lines) -> Chunk:
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
    return Chunk(kind, base, mine, theirs, merged, start + 1)


def _appended(lines: Sequence[str], start: int, end: int, mine: Lines, theirs: Lines) -> Lines | None:
    """Return what both added after the last line; None where they did anything else, or there was no line."""
    if end < len(lines) or lines == [OPEN]:
        return None
    last = tuple(line.rstrip(OPEN) for line in lines[start:])
    kept = {side[: len(last)] for side in (mine, theirs)}
    mine, theirs = mine[len(last) :], theirs[len(last) :]
    return last + joined(mine, theirs) if kept == {last} else None
