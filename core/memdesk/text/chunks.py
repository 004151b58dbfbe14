"""The headings of two versions of a text, side by side: which part of the one became which of the other.

A chunk is a heading with the lines up to the next heading of any level; what stands before the first heading
is one too. The lines of all chunks, joined with a newline, are the text again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from memdesk.text.markdown import sections

ALIKE = 0.6
"""How much two parts with the same heading, one of several each, must share to be the same part."""

_LONGEST = 2_000
"""Characters of a part that are compared letter by letter."""

Lines = tuple[str, ...]


class HeadingBlock(NamedTuple):
    """A heading with its own lines; ``gap`` are the empty lines that follow (at the end: the line breaks)."""

    heading: str
    level: int
    lines: Lines
    gap: Lines

    @property
    def body(self) -> Lines:
        """The lines below the heading."""
        return self.lines[1:] if self.level else self.lines


def chunks(text: str) -> tuple[HeadingBlock, ...]:
    """Cut a text at its headings."""
    lines, found = text.split("\n"), sections(text)
    starts = [section.line - 1 for section in found]
    ends = [*starts[1:], len(lines)]
    cut = [
        _chunk(section.heading, section.level, lines[start:end])
        for section, start, end in zip(found, starts, ends, strict=False)
    ]
    first = starts[0] if starts else len(lines)
    return (_chunk("", 0, lines[:first]), *cut) if first else tuple(cut)


def joined(parts: Sequence[HeadingBlock]) -> str:
    """Return the text of chunks."""
    return "\n".join(line for part in parts for line in (*part.lines, *part.gap))


def paired(then: Sequence[HeadingBlock], now: Sequence[HeadingBlock]) -> tuple[int | None, ...]:
    """Return for each chunk of a former text the one that it is now, None where it is gone.

    Those with the same heading and lines come first, then those with the same heading, and last those that
    only got another heading. Of several with one heading, two are the same only if they are alike.
    """
    pairs: list[int | None] = [None] * len(then)
    left, right = _by_heading(then), _by_heading(now)
    for key, mine in left.items():
        theirs = right.get(key, [])
        _pair_equal(then, now, mine, theirs, pairs)
        alone = len(mine) == len(theirs) == 1
        _pair_alike(then, now, mine, theirs, pairs, sure=alone)
    taken = set(pairs)
    free = [index for index, part in enumerate(now) if index not in taken and part.level and any(part.body)]
    gone = [index for index, part in enumerate(then) if pairs[index] is None and part.level]
    _pair_equal(then, now, gone, free, pairs)
    return tuple(pairs)


def _chunk(heading: str, level: int, lines: list[str]) -> HeadingBlock:
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    return HeadingBlock(heading, level, tuple(lines[:end]), tuple(lines[end:]))


def _by_heading(parts: Sequence[HeadingBlock]) -> dict[tuple[int, str], list[int]]:
    found: dict[tuple[int, str], list[int]] = defaultdict(list)
    for index, part in enumerate(parts):
        found[part.level, part.heading].append(index)
    return found


def _pair_equal(
    then: Sequence[HeadingBlock],
    now: Sequence[HeadingBlock],
    mine: list[int],
    theirs: list[int],
    pairs: list[int | None],
) -> None:
    """Pair what has the same lines below its heading, in order."""
    bodies: dict[Lines, list[int]] = defaultdict(list)
    for index in reversed(theirs):
        bodies[now[index].body].append(index)
    for index in mine:
        same = bodies.get(then[index].body)
        if same:
            pairs[index] = same.pop()


def _pair_alike(
    then: Sequence[HeadingBlock],
    now: Sequence[HeadingBlock],
    mine: list[int],
    theirs: list[int],
    pairs: list[int | None],
    *,
    sure: bool,
) -> None:
    """Pair, in order, what is left over on both sides."""
    taken = {pairs[index] for index in mine}
    free = [index for index in theirs if index not in taken]
    for index in mine:
        if pairs[index] is None:
            found = next((other for other in free if sure or _are_alike(then[index], now[other])), None)
            if found is not None:
                pairs[index] = found
                free = free[free.index(found) + 1 :]


def _are_alike(one: HeadingBlock, other: HeadingBlock) -> bool:
    if Counter(filter(str.strip, one.body)) & Counter(filter(str.strip, other.body)):
        return True
    texts = "\n".join(one.body), "\n".join(other.body)
    return max(map(len, texts)) <= _LONGEST and SequenceMatcher(None, *texts).ratio() >= ALIKE
