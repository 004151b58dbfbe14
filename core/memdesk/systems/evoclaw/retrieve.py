"""Finding memories: by topic, by words, in all tiers. Pure.

A memory's relevance is the share of the question's terms that it has, rare ones weighing more, times its
score. Of a topic that fits the question every memory counts as half a hit. What shares nothing is not found.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from memdesk.model import Json
from memdesk.systems.evoclaw.archive import ColdMemory
from memdesk.systems.evoclaw.entries import Entry, created, importance_of, score_at
from memdesk.systems.evoclaw.score import score, tier_of
from memdesk.systems.evoclaw.topics import node_paths
from memdesk.systems.evoclaw.tree import ROOT
from memdesk.systems.evoclaw.values import object_of, text_of, texts_of
from memdesk.systems.why import Ground, Why, WhyCode
from memdesk.text.terms import asked, found_in, matches, terms_of

TOPICS = 3
"""How many topics a question is looked up under."""
_BY_TOPIC = 0.5
_FLOOR = 0.4
"""The part of the relevance that a faded memory keeps."""


class RetrieveMode(StrEnum):
    """What a search goes by."""

    AUTO = "auto"
    KEYWORD = "keyword"
    TREE = "tree"
    VECTOR = "vector"
    HYBRID = "hybrid"

    @property
    def used(self) -> RetrieveMode:
        """What is gone by indeed: without an index of vectors, words stand in for them."""
        return RetrieveMode.KEYWORD if self in (RetrieveMode.VECTOR, RetrieveMode.HYBRID) else self


@dataclass(frozen=True, slots=True)
class RetrievalCandidate:
    """A memory of any tier that could be found."""

    id: str
    text: str
    category: str
    tier: str
    score: float
    terms: frozenset[str]
    entry: Entry | None = None
    importance: float = 0.0
    recency: float = 1.0
    """What age has left of the importance; use, which raises the score again, is the rest of it."""


@dataclass(frozen=True, slots=True)
class RetrievalHit:
    """A memory that was found: how relevant it is, and by which of the question's terms or which topic."""

    candidate: RetrievalCandidate
    relevance: float
    terms: tuple[str, ...] = ()
    topic: str = ""
    words: float = 0.0
    """The share of the question that it has, rare terms counting more."""
    by: tuple[tuple[str, float], ...] = ()
    """What a search found it by, where that found it."""

    @property
    def parts(self) -> tuple[tuple[str, float], ...]:
        """What the relevance is made of: what it has of the question, its topic, how much it matters now."""
        if self.by:
            return self.by
        found = self.candidate
        faded = found.importance * found.recency
        return (
            ("words", self.words),
            ("topic", _BY_TOPIC if self.topic else 0.0),
            ("importance", found.importance),
            ("recency", found.recency),
            ("use", found.score / faded if faded else 1.0),
        )

    @property
    def why(self) -> Why:
        """What the memory was found by."""
        words = [Ground(WhyCode.WORDS, (", ".join(self.terms),))] if self.terms else []
        topic = [Ground(WhyCode.TOPIC, (self.topic,))] if self.topic else []
        return Why.of(*words, *topic)


def from_warm(entry: Entry, now: float) -> RetrievalCandidate:
    """Return a memory of the warm tier to be looked at."""
    value = score_at(entry, now)
    text, category = text_of(entry.get("text")), text_of(entry.get("category"))
    details = " ".join(_details(entry.get("metadata")))
    terms = terms_of(f"{text} {category} {details}")
    born, importance = created(entry), importance_of(entry)
    recency = 1.0 if born is None else score(1.0, born, 0, now)
    identity = text_of(entry.get("id"))
    return RetrievalCandidate(
        identity, text, category, tier_of(value), value, terms, entry, importance, recency
    )


def from_cold(memory: ColdMemory, now: float) -> RetrievalCandidate:
    """Return a memory of the cold tier to be looked at."""
    value = score(memory.importance, memory.created, 0, now)
    importance, recency = memory.importance, score(1.0, memory.created, 0, now)
    return RetrievalCandidate(
        memory.id, memory.text, memory.category, "cold", value, memory.terms, None, importance, recency
    )


def find(
    query: str,
    candidates: Sequence[RetrievalCandidate],
    tree: Mapping[str, Json],
    limit: int,
    mode: RetrieveMode = RetrieveMode.AUTO,
) -> list[RetrievalHit]:
    """Return the most relevant memories, best first; equally relevant ones in the order given."""
    topics = () if mode is RetrieveMode.KEYWORD else found_topics(query, tree)
    hits = [RetrievalHit(candidate, 0.0) for candidate in candidates]
    if mode is not RetrieveMode.TREE:
        hits = _by_words(query, hits)
    found = [ranked for hit in hits if (ranked := _ranked(hit, topics)).relevance > 0]
    return sorted(found, key=lambda hit: -hit.relevance)[:limit]


def found_topics(query: str, tree: Mapping[str, Json]) -> tuple[str, ...]:
    """Return the topics that fit a question best by path and description, the best first."""
    wanted = asked(query).telling
    fits = []
    for path in node_paths(tree):
        words = terms_of(f"{path} {text_of(object_of(tree[path]).get('desc'))}")
        share = sum(matches(term, words) for term in wanted)
        if share and path != ROOT:
            fits.append((-share, path.count("/"), path))
    return tuple(path for _, _, path in sorted(fits)[:TOPICS])


def _by_words(query: str, hits: Sequence[RetrievalHit]) -> list[RetrievalHit]:
    """Give each memory the share of the question that it has; terms that none has do not count."""
    telling, more = asked(query)
    wanted = (*telling, *more)
    having = [found_in(hit.candidate.terms, telling, more) for hit in hits]
    count = {term: sum(term in terms for terms in having) for term in wanted}
    weight = {term: math.log(1 + len(hits) / n) for term, n in count.items() if n}
    whole = sum(weight.values()) or 1.0
    known = len(weight) / len(wanted) if wanted else 0.0
    shares = [math.sqrt(known) * sum(weight[term] for term in terms) / whole for terms in having]
    return [
        replace(hit, terms=terms, relevance=share, words=share)
        for hit, terms, share in zip(hits, having, shares, strict=True)
    ]


def _ranked(hit: RetrievalHit, topics: Iterable[str]) -> RetrievalHit:
    """Take the topic into account, then how much the memory matters by now."""
    topic = next((topic for topic in topics if is_under(hit.candidate.category, topic)), "")
    share = max(hit.relevance, _BY_TOPIC if topic else 0.0) + (0.25 if topic and hit.terms else 0.0)
    relevance = min(1.0, share) * (_FLOOR + (1 - _FLOOR) * min(1.0, hit.candidate.score))
    return replace(hit, relevance=relevance, topic=topic)


def is_under(category: str, topic: str) -> bool:
    """Say whether a category is a topic or lies below it."""
    return category == topic or category.startswith(f"{topic}/")


def _details(metadata: Json) -> list[str]:
    return [text for value in object_of(metadata).values() for text in (texts_of(value) or (text_of(value),))]
