"""How what words found and what meaning found become one list, and what of it is an answer at all. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from memdesk.model import SearchMode
from memdesk.search.results import Parts

KEYWORD_WEIGHT, VECTOR_WEIGHT = 0.3, 0.7
"""The weights of EvoClaw's merge."""

WORDS_WEIGH, MEANING_WEIGHS = 0.75, 0.25
"""The weights of the default merge, of what is found by words and by meaning."""

SHARE_WEIGHS = 0.8
"""Of what is found by words: how much of the question is there; the rest is how well, by BM25."""

LIFTED = (0.6, 0.3)
"""How far a turn of a talk is lifted towards the turn beside it, and towards the one after that."""

_TURN = re.compile(
    r"^(?:#[^\n]*\n+|[-*+>\s]|\[[^\]\n]{1,40}\]|\d[\d:.\-/TZ ]{3,30})*"
    r"\**([^\W\d_][\w .'-]{0,30}?)\**\s?[:：]"
)
_ASKS = re.compile("[?？]")
_MOST_SPEAKERS = 6


class Evidence(NamedTuple):
    """What is known of a chunk: how much of the question it has, how well by words, how near in meaning."""

    share: float = 0.0
    rank: float = 0.0
    cosine: float = 0.0
    likeness: float = 0.0
    """How near in meaning, of what nearness tells something."""
    is_named: bool = False
    """Whether the question has a name of it."""

    @property
    def relevance(self) -> float:
        """How much speaks for the chunk being an answer at all."""
        return self.share + self.likeness + self.is_named


class Ranked(NamedTuple):
    """A chunk with its score, and what that is made of; most are only counted, and never shown."""

    chunk: int
    score: float
    keyword: float | None = None
    vector: float | None = None
    neighbours: float | None = None

    @property
    def parts(self) -> Parts:
        """What the score is made of."""
        return Parts(self.keyword, self.vector, self.neighbours)

    @property
    def source(self) -> SearchMode:
        """What found the chunk."""
        if self.keyword is not None and self.vector is not None:
            return SearchMode.HYBRID
        return SearchMode.KEYWORD if self.vector is None else SearchMode.VECTOR


def seed_merge(
    words: Mapping[int, float],
    near: Mapping[int, float],
    keyword_weight: float = KEYWORD_WEIGHT,
    vector_weight: float = VECTOR_WEIGHT,
) -> list[Ranked]:
    """Merge as EvoClaw does: each list divided by its best, weighted, added up for each chunk."""
    parts = [
        {chunk: score / best for chunk, score in found.items()}
        if (best := max(found.values(), default=0)) > 0
        else {}
        for found in (words, near)
    ]
    merged = []
    for chunk in sorted(parts[0].keys() | parts[1].keys()):
        keyword, vector = parts[0].get(chunk), parts[1].get(chunk)
        score = keyword_weight * (keyword or 0) + vector_weight * (vector or 0)
        merged.append(Ranked(chunk, score, keyword, vector))
    return sorted(merged, key=_order)


def blended(evidence: Mapping[int, Evidence]) -> list[Ranked]:
    """Merge by how much of the question is there, how well, and how near the meaning is, the best first."""
    best_rank = max((each.rank for each in evidence.values()), default=0)
    best_cosine = max((each.cosine for each in evidence.values()), default=0)
    merged = []
    for chunk, (share, rank, cosine, _, _) in evidence.items():
        by_rank = rank / best_rank if best_rank > 0 else 0.0
        keyword = SHARE_WEIGHS * share + (1 - SHARE_WEIGHS) * by_rank if share > 0 else None
        vector = cosine / best_cosine if cosine > 0 else None
        score = WORDS_WEIGH * (keyword or 0) + MEANING_WEIGHS * (vector or 0)
        merged.append((-round(score, 9), chunk, score, keyword, vector))
    merged.sort()
    return [Ranked(chunk, score, keyword, vector) for _, chunk, score, keyword, vector in merged]


def lifted(ranked: Sequence[Ranked], beside: Mapping[int, Mapping[int, int]]) -> list[Ranked]:
    """Lift every turn of a talk towards a better one near it: what answers often follows what has the words.

    A turn never comes before the one that lifts it.
    """
    scores = {each.chunk: each.score for each in ranked}
    found = []
    for each in ranked:
        near = beside.get(each.chunk, {})
        gain = 0.0
        for distance, share in enumerate(LIFTED, 1):
            best = max(
                (scores.get(other, 0.0) for other, away in near.items() if away == distance), default=0.0
            )
            gain += share * max(0.0, best - each.score)
        neighbours = round(gain, 6) if gain else each.neighbours
        found.append(each._replace(score=each.score + gain, neighbours=neighbours))
    return sorted(found, key=_order)


def is_talk(texts: Collection[str]) -> bool:
    """Say whether texts are turns of a talk: a few speakers take turns, or they ask each other."""
    if len(texts) < 4:
        return False
    if sum(_ASKS.search(text) is not None for text in texts) >= len(texts) / 8:
        return True
    turns = [turn[1].casefold() for text in texts if (turn := _TURN.match(text))]
    often = Counter(turns).most_common(_MOST_SPEAKERS)
    by_few = sum(number for _, number in often if number > 1)
    return len(often) > 1 and often[1][1] > 1 and by_few >= len(texts) / 2


def _order(each: Ranked) -> tuple[float, int]:
    return -round(each.score, 9), each.chunk
