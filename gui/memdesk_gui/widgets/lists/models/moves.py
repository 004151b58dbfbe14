"""How one list of rows becomes another with as few insertions and removals as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

MOST_MOVES = 200
"""Beyond so many separate moves a list is reset."""
MOST_COMPARED = 20_000
"""Beyond so many rows between the first and the last difference, too."""

_STRIDE = 1_024


class Removal(NamedTuple):
    """Rows ``start`` to ``stop`` (exclusive) go."""

    start: int
    stop: int


class Insertion(NamedTuple):
    """Rows come in at ``start`` and then reach to ``stop`` (exclusive)."""

    start: int
    stop: int


def moves(old: Sequence[str], new: Sequence[str]) -> list[Removal | Insertion] | None:
    """Return what turns one list of distinct keys into another, in order; None asks for a reset."""
    start = _common(old, new)
    before, after = old[start:], new[start:]
    tail = _common(before[::-1], after[::-1])
    before, after = before[: len(before) - tail], after[: len(after) - tail]
    if not before or not after:
        return _plain(start, len(before), len(after))
    if len(before) + len(after) > MOST_COMPARED:
        return None
    gone, fresh = set(before).difference(after), set(after).difference(before)
    if [key for key in before if key not in gone] != [key for key in after if key not in fresh]:
        return None
    removals = [Removal(start + a, start + b) for a, b in _runs(before, gone)]
    insertions = [Insertion(start + a, start + b) for a, b in _runs(after, fresh)]
    if len(removals) + len(insertions) > MOST_MOVES:
        return None
    return [*reversed(removals), *insertions]


def _plain(start: int, removed: int, inserted: int) -> list[Removal | Insertion]:
    """Return the one move where rows only came or only went."""
    if removed:
        return [Removal(start, start + removed)]
    return [Insertion(start, start + inserted)] if inserted else []


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many keys the lists have in common at their start."""
    start, shortest = 0, min(len(old), len(new))
    while start < shortest and old[start : start + _STRIDE] == new[start : start + _STRIDE]:
        start += _STRIDE
    pairs = zip(old[start : start + _STRIDE], new[start : start + _STRIDE], strict=False)
    differing = (start + place for place, (a, b) in enumerate(pairs) if a != b)
    return min(next(differing, shortest), shortest)


def _runs(keys: Sequence[str], chosen: set[str]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of chosen keys."""
    start: int | None = None
    for place, key in enumerate(keys):
        if key in chosen:
            start = place if start is None else start
        elif start is not None:
            yield start, place
            start = None
    if start is not None:
        yield start, len(keys)
