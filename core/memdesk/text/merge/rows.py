"""A merge as rows for three columns side by side, broken to the width of a column so that they stay level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, chain, islice, takewhile, zip_longest
from typing import NamedTuple
from unicodedata import east_asian_width

from memdesk.text.diff import CharSpan, intraline
from memdesk.text.invisible import spelled
from memdesk.text.merge.chunks import OPEN, ChunkKind, Lines, MergeChunk

CONTEXT_LINES = 2
MOST_ROWS = 600
"""About as many rows are shown before and behind what is looked at; a row says where more are left out."""
NARROWEST = 8
"""No line is broken into pieces of fewer cells."""


class MergeRowKind(StrEnum):
    """What a row shows: a common line, how many are left out, the head of a change or a line of it."""

    SAME = "same"
    GAP = "gap"
    CUT = "cut"
    HEAD = "head"
    LINE = "line"


class MergeRowPiece(NamedTuple):
    """A line, or as much of it as fits, and which of its characters the base has not."""

    text: str = ""
    spans: tuple[CharSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class MergeRow:
    """One row; ``chunk`` counts the session's chunks from 0, ``skipped`` the lines that a gap leaves out.

    A side that has no line here, or no more of it, is None.
    """

    kind: MergeRowKind
    chunk: int = -1
    base: MergeRowPiece | None = None
    mine: MergeRowPiece | None = None
    theirs: MergeRowPiece | None = None
    skipped: int = 0


def merge_rows(chunks: Sequence[MergeChunk], cells: int, around: int = 0) -> tuple[MergeRow, ...]:
    """Return the rows of a merge around a chunk.

    No piece of a line takes more ``cells`` than given (a Chinese character takes two).
    """
    width = max(cells, NARROWEST)
    first = around - _reach(reversed(chunks[:around]), width)
    last = around + 1 + _reach(chunks[around + 1 :], width)
    made = chain.from_iterable(_rows(chunks, index, width) for index in range(first, min(last, len(chunks))))
    rows = list(islice(made, 3 * MOST_ROWS))
    cut = MergeRow(MergeRowKind.CUT)
    if first > 0:
        rows.insert(0, cut)
    if last < len(chunks) or next(made, None) is not None:
        rows.append(cut)
    return tuple(rows)


def _reach(chunks: Iterable[MergeChunk], width: int) -> int:
    """Return how many of the chunks, in this order, take about as many rows as are shown."""
    heights = accumulate(_height(chunk, width) for chunk in chunks)
    return sum(1 for _ in takewhile(lambda height: height <= MOST_ROWS, heights))


def _height(chunk: MergeChunk, width: int) -> int:
    """Return about how many rows a chunk takes, rather too many."""
    if chunk.kind is ChunkKind.SAME:
        return 1 + sum(_pieces_of(line, width) for line in chunk.base[: 2 * CONTEXT_LINES])
    sides = (chunk.base, chunk.mine, chunk.theirs)
    return 1 + sum(
        max(_pieces_of(line, width) for line in trio) for trio in zip_longest(*sides, fillvalue="")
    )


def _pieces_of(line: str, width: int) -> int:
    return 1 + (len(line) if line.isascii() else 2 * len(line)) // width


def _rows(chunks: Sequence[MergeChunk], index: int, width: int) -> Iterator[MergeRow]:
    chunk = chunks[index]
    if chunk.kind is ChunkKind.SAME:
        yield from _same(chunk, index, width, first=index == 0, last=index == len(chunks) - 1)
        return
    yield MergeRow(MergeRowKind.HEAD, index)
    for base, mine, theirs in zip_longest(chunk.base, chunk.mine, chunk.theirs):
        sides = (_pieces(base, base, width), _pieces(mine, base, width), _pieces(theirs, base, width))
        for pieces in zip_longest(*sides):
            yield MergeRow(MergeRowKind.LINE, index, *pieces)


def _same(chunk: MergeChunk, index: int, width: int, *, first: bool, last: bool) -> Iterator[MergeRow]:
    """Yield the first and last few common lines, and how many are between them."""
    lines = chunk.base
    head, tail = (0 if first else CONTEXT_LINES), (0 if last else CONTEXT_LINES)
    skipped = len(lines) - head - tail
    if skipped <= 1:
        yield from _common(lines, index, width)
        return
    yield from _common(lines[:head], index, width)
    yield MergeRow(MergeRowKind.GAP, index, skipped=skipped)
    yield from _common(lines[len(lines) - tail :], index, width)


def _common(lines: Lines, index: int, width: int) -> Iterator[MergeRow]:
    for line in lines:
        for piece in _pieces(line, line, width):
            yield MergeRow(MergeRowKind.SAME, index, piece, piece, piece)


def _pieces(line: str | None, base: str | None, width: int) -> list[MergeRowPiece]:
    """Break a line into pieces, each with the part of what is new that falls into it."""
    if line is None:
        return []
    text = spelled(line.rstrip(OPEN))
    new = _new(spelled(base.rstrip(OPEN)), text) if base is not None and base != line else ()
    return [MergeRowPiece(text[start:end], _within(new, start, end)) for start, end in _breaks(text, width)]


def _new(base: str, text: str) -> tuple[CharSpan, ...]:
    """Return what is new in a line; nothing where most of it is, for then the marks would tell nothing."""
    come = intraline(base, text)[1]
    return () if sum(end - start for start, end in come) * 3 > len(text) * 2 else come


def _within(spans: Sequence[CharSpan], start: int, end: int) -> tuple[CharSpan, ...]:
    cut = (CharSpan(max(span.start, start) - start, min(span.end, end) - start) for span in spans)
    return tuple(span for span in cut if span.end > span.start)


def _breaks(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield where each piece begins and ends: after a space where there is one late enough."""
    start = 0
    while True:
        end = _fitting(text, start, width)
        if end < len(text):
            end = text.rfind(" ", start + (end - start) // 2, end) + 1 or end
        yield start, end
        if end >= len(text):
            return
        start = end


def _fitting(text: str, start: int, width: int) -> int:
    """Return the index after the last character that fits."""
    end = min(len(text), start + width)
    if text[start:end].isascii():
        return end
    cells = 0
    for at in range(start, end):
        cells += 2 if east_asian_width(text[at]) in "WF" else 1
        if cells > width:
            return at
    return end
