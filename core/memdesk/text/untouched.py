"""A text as if a change had never been made, to the last blank line, where nobody touched it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memdesk.text.diff import Hunk
from memdesk.text.step import TextChange
from memdesk.text.units import is_blank, unit_hunks


class UntouchedChange(NamedTuple):
    """A text without a change, and what that was: the lines that it took and those that it brought."""

    text: str
    took: tuple[str, ...]
    brought: tuple[str, ...]


def untouched(step: TextChange, now: str) -> UntouchedChange | None:
    """Return a text without a change of which every line still stands; None where somebody changed its place.

    Lines that came right before or behind it are not in it.
    """
    if not (step.before and step.after and now):
        return None
    before, after, lines = (text.split("\n") for text in (step.before, step.after, now))
    own = _difference(before, after)
    start, end = own.new_start, own.new_end
    for found in ((_difference(after, lines),), unit_hunks(after, lines)):
        later = [_moved_out(hunk, own, after) for hunk in found]
        if not all(_is_apart(hunk, own, after) for hunk in later):
            continue
        moved = sum(len(hunk.new) - len(hunk.old) for hunk in later if hunk.old_end <= start)
        rest = lines[end + moved :]
        if any(hunk.old_start == end for hunk in later) and _gap(own.new) != _gap(rest):
            continue  # the gap before it is that of what came behind it
        text = "\n".join((*lines[: start + moved], *own.old, *rest))
        return UntouchedChange(text, own.old, own.new)
    return None


def _moved_out(hunk: Hunk, own: Hunk, after: Sequence[str]) -> Hunk:
    """Return the same later change in a place beside the change, where its gap alone is told to be within."""
    start, end = own.new_start, own.new_end
    if start == end or (hunk.old and hunk.new) or hunk.old_end <= start or hunk.old_start >= end:
        return hunk
    first, last = hunk.old_start, hunk.old_end
    words = list(hunk.old or hunk.new)
    while first < end and last < len(after) and after[last] == words[0]:
        first, last, words = first + 1, last + 1, [*words[1:], words[0]]
    if first < end:
        while last > start and first and after[first - 1] == words[-1]:
            first, last, words = first - 1, last - 1, [words[-1], *words[:-1]]
    sides = (tuple(words), ()) if hunk.old else ((), tuple(words))
    return Hunk(first, sides[0], hunk.new_start + first - hunk.old_start, sides[1])


def _gap(lines: Sequence[str]) -> int:
    """Return how many blank lines come first."""
    return next((at for at, line in enumerate(lines) if not is_blank(line)), len(lines))


def _difference(old: Sequence[str], new: Sequence[str]) -> Hunk:
    """Return all that differs as one change."""
    shortest = min(len(old), len(new))
    head = next((at for at in range(shortest) if old[at] != new[at]), shortest)
    rest = shortest - head
    tail = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    return Hunk(head, tuple(old[head : len(old) - tail]), head, tuple(new[head : len(new) - tail]))


def _is_apart(hunk: Hunk, own: Hunk, after: Sequence[str]) -> bool:
    """Whether a later change is elsewhere; where lines come back, words have to stand between."""
    if not hunk.old and not hunk.new:
        return True
    start, end = own.new_start, own.new_end
    if start < end and not own.old:
        return hunk.old_end < start or hunk.old_start >= end
    between = after[hunk.old_end : start] if hunk.old_end <= start else after[end : hunk.old_start]
    return (hunk.old_end <= start or hunk.old_start >= end) and not all(map(is_blank, between))
