"""A difference of two texts as rows to be shown side by side or one under the other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from memdesk.text.cooperative import yielding
from memdesk.text.diff import CharSpan, Counts, Hunk, counted, intraline, line_diff
from memdesk.text.invisible import spelled

CONTEXT_LINES = 3
MOST_ROWS = 5_000
"""Rows beyond this many are left out; a last row says so."""

_PIECE = 10


class RowKind(StrEnum):
    """What a row shows: a common line, one that changed, went or came, or how many lines are left out.

    A head names the document that the rows below it are of, where those of several are shown together; a part
    names what in a document the rows below it are of.
    """

    SAME = "same"
    CHANGED = "changed"
    REMOVED = "removed"
    ADDED = "added"
    GAP = "gap"
    CUT = "cut"
    HEAD = "head"
    PART = "part"


@dataclass(frozen=True, slots=True)
class DiffRow:
    """A line of the old text beside its counterpart in the new one; line numbers count from 1.

    What follows a final newline is no line. Where only one text lacks that newline, a last row says so: it is
    ``unended``, and has neither text nor number; removed where the old text lacks it, else added.
    The texts have their hidden characters spelled out. ``skipped`` counts the lines a gap leaves out.
    """

    kind: RowKind
    old: str = ""
    new: str = ""
    old_line: int | None = None
    new_line: int | None = None
    old_spans: tuple[CharSpan, ...] = ()
    new_spans: tuple[CharSpan, ...] = ()
    skipped: int = 0
    unended: bool = False


@dataclass(frozen=True, slots=True)
class DiffRows:
    """The rows, where in them each change begins, and how many lines came and went.

    ``ends`` is where each change ends; without it, at the next row that is part of no change.
    """

    rows: tuple[DiffRow, ...]
    starts: tuple[int, ...]
    added: int
    removed: int
    ends: tuple[int, ...] = ()


def joined(parts: Iterable[tuple[str, DiffRows | None]]) -> DiffRows:
    """Return the differences of several documents below each other, each under its name."""
    rows: list[DiffRow] = []
    starts: list[int] = []
    added = removed = 0
    for name, diff in parts:
        rows.append(DiffRow(RowKind.HEAD, name, name))
        if diff is not None:
            starts += [len(rows) + start for start in diff.starts]
            rows += diff.rows
            added, removed = added + diff.added, removed + diff.removed
    return _limited(rows, starts, Counts(added, removed))


def diff_rows(old: str, new: str) -> DiffRows:
    """Compare two texts for display."""
    hunks = line_diff(old, new)
    lines = old.split("\n")
    rows: list[DiffRow] = []
    starts: list[int] = []
    at = 0
    for hunk in hunks:
        rows += _between(lines, at, hunk.old_start, hunk.new_start - hunk.old_start, first=not starts)
        starts.append(len(rows))
        rows += _changed(hunk)
        at = hunk.old_end
    if hunks:
        rows += _tail(lines, at, hunks[-1].new_end - hunks[-1].old_end)
    kept = list(_only_lines(rows, _nothing(old), _nothing(new)))
    places = [place for place, _ in kept]
    # A change of which no row is left is where the last one is: an empty line that came or went at the end.
    starts = [min(bisect_left(places, start), len(kept) - 1) for start in starts]
    return _limited([row for _, row in kept], starts, counted(hunks, old, new))


def _nothing(text: str) -> int | None:
    """Return the number that the nothing after a final newline, or in an empty text, would have."""
    return text.count("\n") + 1 if not text or text.endswith("\n") else None


def _only_lines(
    rows: list[DiffRow], old_end: int | None, new_end: int | None
) -> Iterator[tuple[int, DiffRow]]:
    """Yield the lines with where they were, and at the end which text alone lacks the final newline."""
    for at, row in enumerate(yielding(rows)):
        gone = row.old_line is None or row.old_line == old_end
        to_come = row.new_line is None or row.new_line == new_end
        if gone and not to_come:
            yield at, DiffRow(RowKind.ADDED, new=row.new, new_line=row.new_line)
        elif to_come and not gone:
            yield at, DiffRow(RowKind.REMOVED, old=row.old, old_line=row.old_line)
        elif row.skipped or not gone:
            yield at, row
    if rows and (old_end is None) is not (new_end is None):
        yield len(rows), DiffRow(RowKind.REMOVED if old_end is None else RowKind.ADDED, unended=True)


def _limited(rows: list[DiffRow], starts: list[int], found: Counts) -> DiffRows:
    if len(rows) > MOST_ROWS:
        rows = [*rows[:MOST_ROWS], DiffRow(RowKind.CUT, skipped=len(rows) - MOST_ROWS)]
        starts = [start for start in starts if start < MOST_ROWS]
    return DiffRows(tuple(rows), tuple(starts), *found)


def _changed(hunk: Hunk) -> Iterator[DiffRow]:
    for index, (old, new) in enumerate(yielding(zip_longest(hunk.old, hunk.new), _PIECE)):
        before, after = hunk.old_start + index + 1, hunk.new_start + index + 1
        if new is None:
            yield DiffRow(RowKind.REMOVED, old=spelled(old), old_line=before)
        elif old is None:
            yield DiffRow(RowKind.ADDED, new=spelled(new), new_line=after)
        else:
            yield _pair(spelled(old), spelled(new), before, after)


def _pair(old: str, new: str, before: int, after: int) -> DiffRow:
    gone, come = intraline(old, new)
    if sum(end - start for start, end in gone) * 3 > len(old) * 2:
        gone = come = ()
    return DiffRow(RowKind.CHANGED, old, new, before, after, gone, come)


def _between(lines: list[str], start: int, end: int, shift: int, *, first: bool) -> Iterator[DiffRow]:
    """Yield the common lines before a change: the first and last few of them, and a gap where more are."""
    head = 0 if first else CONTEXT_LINES
    skipped = end - start - head - CONTEXT_LINES
    if skipped <= 1:
        yield from _same(lines, start, end, shift)
        return
    yield from _same(lines, start, start + head, shift)
    yield DiffRow(RowKind.GAP, skipped=skipped)
    yield from _same(lines, end - CONTEXT_LINES, end, shift)


def _tail(lines: list[str], start: int, shift: int) -> Iterator[DiffRow]:
    end = len(lines) if lines[-1] else len(lines) - 1
    skipped = end - start - CONTEXT_LINES
    shown = start + CONTEXT_LINES if skipped > 1 else end
    yield from _same(lines, start, shown, shift)
    if skipped > 1:
        yield DiffRow(RowKind.GAP, skipped=skipped)


def _same(lines: list[str], start: int, end: int, shift: int) -> Iterator[DiffRow]:
    for index in range(start, end):
        line = spelled(lines[index])
        yield DiffRow(RowKind.SAME, line, line, index + 1, index + shift + 1)
