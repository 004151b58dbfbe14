"""Finding memories by walking down the tree of topics that they are filed under, without a model. Pure.

A walk begins at the root and goes on from the few best topics of each level, so it never looks at all of
them. A topic is weighed by its own name and description, by what is filed below it, by how long ago it was
used and by how much it holds. Each finding tells the topics that led to it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice, product
from math import exp, log, sqrt
from typing import NamedTuple

from memdesk.systems.system import Filed, Topic
from memdesk.text.spellings import ways_of
from memdesk.text.terms import QuestionTerms, asked, folded, matches, terms_of

BEAM = 4
"""Topics of a level that a walk goes on from."""

DEEPEST = 60
"""Levels that are walked down at most."""

LEAST_SHARE = 0.34
"""The share of a question, its rare terms counting more, that a memory or a topic must have."""

MOST_OF_A_TOPIC = 200
"""Memories of a topic that fits by its name which are looked at, the newest first."""

_DAY = 86_400.0
_FADE = 30.0
_NAME, _BELOW, _RECENCY, _COUNTS = 0.45, 0.35, 0.1, 0.1
_BY_TOPIC, _BOTH, _FLOOR = 0.5, 0.25, 0.4
_MOST_WAYS = 20
"""Ways in which a term of several words is looked for, at most."""
_ENDS = 3
"""Letters that a term and what it finds begin with alike."""


class StepReason(StrEnum):
    """Why a walk went on from a topic."""

    NAMED = "named"
    """Its path or its description has terms of the question."""
    HOLDS = "holds"
    """What is filed at it or below has terms of the question."""
    INHERITED = "inherited"
    """It lies below a topic that fits by its name."""
    RECENT = "recent"
    """The question is for what is new, and it was used lately."""


class TimeSought(StrEnum):
    """What a question asks for by its time."""

    ANY = "any"
    NEWEST = "newest"
    OLDEST = "oldest"


class TreeStep(NamedTuple):
    """A topic that a walk went on from; the parts are from 0 to 1."""

    path: str
    score: float
    name: float
    below: float
    recency: float
    counts: float
    reason: StepReason
    matched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeMatch:
    """A memory that a walk found: how relevant it is, what of, and the topics that led to it."""

    memory: Filed
    score: float
    words: float
    topic: float
    recency: float
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    trail: tuple[TreeStep, ...]


class Walk(NamedTuple):
    """What a walk found, the best first; ``weighed`` topics were looked at of ``topics`` in all."""

    findings: tuple[TreeMatch, ...] = ()
    weighed: int = 0
    topics: int = 0
    terms: tuple[str, ...] = ()


@dataclass(eq=False, slots=True)
class _Node:
    path: str
    title: set[str] = field(default_factory=set)
    below: set[str] = field(default_factory=set)
    count: int = 0
    last: float | None = None
    children: dict[str, _Node] = field(default_factory=dict)
    memories: list[int] = field(default_factory=list)
    having: dict[str, list[int]] = field(default_factory=dict)
    """The memories filed right here, by term."""


class TopicTree:
    """Topics and what is filed under them, made ready for walks. A topic that is only named exists, too."""

    def __init__(self, topics: Iterable[Topic], memories: Iterable[Filed]) -> None:
        self._root = _Node("")
        self._memories = tuple(memories)
        self._terms = tuple(terms_of(f"{one.text} {one.topic}") for one in self._memories)
        self._held = Counter(term for terms in self._terms for term in terms)
        self._size = 0
        for topic in topics:
            node = self._lineage(topic.path)[-1]
            node.title |= terms_of(topic.summary)
            node.last = _later(node.last, topic.last)
        for place in sorted(range(len(self._memories)), key=lambda at: -(self._memories[at].moment or 0.0)):
            self._file(place)
        self._gather(self._root)
        self._vocabulary = sorted({*self._held, *self._root.below})

    def __len__(self) -> int:
        """Return how many memories are filed."""
        return len(self._memories)

    @property
    def memories(self) -> tuple[Filed, ...]:
        """All that is filed."""
        return self._memories

    def walk(self, query: str, limit: int, now: float, time: TimeSought = TimeSought.ANY) -> Walk:
        """Return the memories that a walk for a question finds; of equal ones those of the time it asks for.

        A question that tells nothing finds nothing, unless it is for what is new.
        """
        sought = _Sought(asked(query), self._alternatives, self._weight)
        if limit < 1 or not (sought.terms or time is TimeSought.NEWEST):
            return Walk(topics=self._size, terms=sought.terms)
        walked = _Walker(self._memories, self._terms, sought, now, time)
        walked.down(self._root)
        found = sorted(walked.findings.values(), key=_best_first)[:limit]
        return Walk(tuple(found), walked.weighed, self._size, sought.terms)

    def _lineage(self, path: str) -> list[_Node]:
        """Return the nodes from below the root down to a path, made where they are not there."""
        lineage = [self._root]
        names = [name for name in path.split("/") if name.strip()][:DEEPEST]
        for depth, name in enumerate(names, 1):
            above = lineage[-1]
            if name not in above.children:
                node = _Node("/".join(names[:depth]))
                node.title |= terms_of(name.replace("_", " "))
                above.children[name] = node
                self._size += 1
            lineage.append(above.children[name])
        return lineage

    def _file(self, place: int) -> None:
        memory = self._memories[place]
        lineage = self._lineage(memory.topic)
        lineage[-1].memories.append(place)
        for term in self._terms[place]:
            lineage[-1].having.setdefault(term, []).append(place)
        for node in lineage:
            node.last = _later(node.last, memory.moment)

    def _gather(self, root: _Node) -> None:
        """Take in at each node what is below it, from the leaves up."""
        order, open_ = list[_Node](), [root]
        while open_:
            node = open_.pop()
            order.append(node)
            open_.extend(node.children.values())
        for node in reversed(order):
            node.below.update(node.having, node.title)
            node.count = len(node.memories)
            for child in node.children.values():
                node.below |= child.below
                node.count += child.count
                node.last = _later(node.last, child.last)

    def _alternatives(self, term: str) -> tuple[tuple[str, ...], ...]:
        """Return what of the vocabulary a term finds; of several terms in one, all are needed."""
        if ways := ways_of(term):
            parts = [[self._said(folded(word)) for word in way] for way in ways]
            return tuple(sum(chosen, ()) for each in parts for chosen in islice(product(*each), _MOST_WAYS))
        return self._said(term)

    def _said(self, term: str) -> tuple[tuple[str, ...], ...]:
        """Return what of the vocabulary a term finds as it is spelled: a date or gpt4 is a way of itself."""
        start = term[:_ENDS]
        if len(term) == 1 and not term.isascii():
            near: Iterable[str] = self._vocabulary
        else:
            at = bisect_left(self._vocabulary, start)
            near = _beginning(self._vocabulary, at, start)
        found = tuple((other,) for other in near if matches(term, frozenset((other,))))
        if not found and len(term) > 2 and not term.isascii():
            pairs = tuple(term[place : place + 2] for place in range(len(term) - 1))
            return (pairs,) if all(pair in self._held for pair in pairs) else ()
        return found

    def _weight(self, alternatives: Iterable[tuple[str, ...]]) -> float:
        held = sum(min(self._held[term] for term in together) for together in alternatives)
        return log(1 + len(self._memories) / held) if held else log(1 + len(self._memories))


class _Sought:
    """The terms of a question, each with what it finds and what it is worth."""

    def __init__(
        self,
        question: QuestionTerms,
        alternatives: Callable[[str], tuple[tuple[str, ...], ...]],
        weight: Callable[[Iterable[tuple[str, ...]]], float],
    ) -> None:
        self.terms = (*question.telling, *question.more)
        self.finds = {term: alternatives(term) for term in self.terms}
        known = {term: weight(found) for term, found in self.finds.items() if found}
        self._whole = sum(known.values()) or 1.0
        self._known = sqrt(len(known) / len(self.terms)) if self.terms else 0.0
        self._worth = known
        self._telling = frozenset(question.telling)

    def had_by(self, terms: set[str] | frozenset[str]) -> tuple[str, ...]:
        """Return the terms of the question that a text's terms have; none where it has no telling one."""
        found = tuple(
            term
            for term, finds in self.finds.items()
            if any(all(one in terms for one in together) for together in finds)
        )
        return found if self._telling.intersection(found) else ()

    def share(self, found: Iterable[str]) -> float:
        """Return the share of the question that these terms are, less where much of it is unknown to all."""
        return self._known * sum(self._worth[term] for term in found) / self._whole


class _Walker:
    """One walk."""

    def __init__(
        self,
        memories: Sequence[Filed],
        terms: Sequence[frozenset[str]],
        sought: _Sought,
        now: float,
        time: TimeSought,
    ) -> None:
        self._memories, self._terms, self._sought, self._now = memories, terms, sought, now
        self._newest, self._oldest = time is TimeSought.NEWEST, time is TimeSought.OLDEST
        self.findings: dict[int, TreeMatch] = {}
        self.weighed = 0

    def down(self, root: _Node) -> None:
        """Walk from the root, level by level."""
        self._take(root, (), 0.0)
        level: list[tuple[_Node, tuple[TreeStep, ...], float]] = [(root, (), 0.0)]
        for _ in range(DEEPEST):
            further = [
                (child, (*trail, step), max(named, step.name))
                for node, trail, named in level
                for child in node.children.values()
                if (step := self._step(child, node, named)) is not None
            ]
            further.sort(key=lambda each: (-each[1][-1].score, each[0].path))
            level = further[:BEAM]
            for node, trail, named in level:
                self._take(node, trail, named)

    def _step(self, node: _Node, above: _Node, named: float) -> TreeStep | None:
        """Weigh a topic; None where nothing speaks for it."""
        self.weighed += 1
        by_name, by_below = self._sought.had_by(node.title), self._sought.had_by(node.below)
        name, below = self._sought.share(by_name), self._sought.share(by_below)
        recency = _recency(node.last, self._now)
        counts = log(1 + node.count) / log(2 + above.count)
        if not node.count:
            return None
        if name:
            reason = StepReason.NAMED
        elif below:
            reason = StepReason.HOLDS
        elif named >= LEAST_SHARE:
            reason = StepReason.INHERITED
        elif self._newest and not self._sought.terms:
            reason = StepReason.RECENT
        else:
            return None
        score = _NAME * max(name, named) + _BELOW * below + _RECENCY * recency + _COUNTS * counts
        if self._newest:
            score += recency
        return TreeStep(node.path, score, name, below, recency, counts, reason, by_name or by_below)

    def _take(self, node: _Node, trail: tuple[TreeStep, ...], named: float) -> None:
        """Take in the memories of a topic that fit."""
        places = dict.fromkeys(
            place
            for finds in self._sought.finds.values()
            for together in finds
            for place in node.having.get(together[0], ())
        )
        is_topic = named >= LEAST_SHARE
        if is_topic or (self._newest and not self._sought.terms):
            places |= dict.fromkeys(node.memories[:MOST_OF_A_TOPIC])
        for place in places:
            found = self._found(place, trail, _BY_TOPIC if is_topic else 0.0)
            if found is not None:
                self.findings[place] = found

    def _found(self, place: int, trail: tuple[TreeStep, ...], topic: float) -> TreeMatch | None:
        memory, terms = self._memories[place], self._sought.terms
        matched = self._sought.had_by(self._terms[place])
        words = self._sought.share(matched)
        if words < LEAST_SHARE and not topic and not (self._newest and not terms):
            return None
        recency = _recency(memory.moment, self._now)
        share = min(1.0, max(words, topic) + (_BOTH if topic and matched else 0.0)) if terms else 1.0
        # What matters fades with the years: of what is long ago it tells nothing.
        matters = 1.0 - recency if self._oldest else min(1.0, memory.weight)
        score = share * (_FLOOR + (1 - _FLOOR) * matters)
        if self._newest:
            score *= _FLOOR + (1 - _FLOOR) * recency
        missing = tuple(term for term in terms if term not in matched)
        return TreeMatch(memory, score, words, topic, recency, matched, missing, trail)


def _beginning(vocabulary: Sequence[str], at: int, start: str) -> Iterator[str]:
    while at < len(vocabulary) and vocabulary[at].startswith(start):
        yield vocabulary[at]
        at += 1


def _best_first(found: TreeMatch) -> tuple[float, float, str, str]:
    return -found.score, -(found.memory.moment or 0.0), found.memory.uri, found.memory.part


def _recency(moment: float | None, now: float) -> float:
    return 0.0 if moment is None else exp(-max(0.0, now - moment) / _DAY / _FADE)


def _later(one: float | None, other: float | None) -> float | None:
    return max((each for each in (one, other) if each is not None), default=None)
