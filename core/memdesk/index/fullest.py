"""Chunks with the largest share of a question, told by lists of those that have each term. Pure.

How well a chunk answers is many times slower to work out than which terms it has: where a question has enough
chunks with most of it, those with less need no look.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

MOST_TERMS = 5
"""Terms of a question at most: each more doubles the patterns."""

MOST_PATTERNS = 6
"""Patterns at most that are looked at one by one; to weigh all chunks at once is as fast as more of them."""


class TermPattern(NamedTuple):
    """Which terms of a question chunks have, those and no other, and what share of it that is."""

    present: tuple[bool, ...]
    share: float
    chunks: frozenset[int]


class FullestChunks(NamedTuple):
    """How well chunks answer that have the most of a question, and for each term all chunks that have it."""

    scores: dict[int, float]
    having: tuple[frozenset[int], ...]


def fullest(
    having: Sequence[frozenset[int]], weights: Sequence[float], k: int, least: float
) -> list[TermPattern] | None:
    """Return the patterns of the ``k`` chunks with the largest shares, the largest first, all that are equal.

    None where fewer have the ``least`` share, or the patterns are too many to be looked at one by one.
    """
    if len(having) > MOST_TERMS:
        return None
    found: list[TermPattern] = []
    count = 0
    for present, share in _by_share(weights):
        if count >= k and share < found[-1].share:
            return found
        if share < least:
            return None
        chunks = _with_these(having, present)
        if chunks:
            found.append(TermPattern(present, share, chunks))
            count += len(chunks)
            if len(found) > MOST_PATTERNS:
                return None
    return found if count >= k else None


def _by_share(weights: Sequence[float]) -> list[tuple[tuple[bool, ...], float]]:
    """Return every pattern with its share, the largest first."""
    patterns = []
    for present in product((True, False), repeat=len(weights)):
        share = 0.0
        # One after the other, as a chunk's own share is added up.
        for weight, has in zip(weights, present, strict=True):
            share += weight if has else 0.0
        if any(present):
            patterns.append((present, round(min(1.0, share), 6)))
    return sorted(patterns, key=lambda pattern: -pattern[1])


def _with_these(having: Sequence[frozenset[int]], present: Sequence[bool]) -> frozenset[int]:
    pairs = [*zip(having, present, strict=True)]
    own = sorted((chunks for chunks, has in pairs if has), key=len)
    others = [chunks for chunks, has in pairs if not has]
    both = own[0].intersection(*own[1:])
    if not others:
        return both
    # Chunk by chunk: to take one set from another goes through the one that is taken.
    return frozenset(chunk for chunk in both if not any(chunk in each for each in others))
