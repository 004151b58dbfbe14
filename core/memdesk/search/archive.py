"""What stands word for word in the archives of a workspace: no index holds them, their rows are no text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from memdesk.index import ChunkFilter
from memdesk.index.grams import IndexQuery, Term, question
from memdesk.model import Kind, SearchMode
from memdesk.search.results import Parts, SearchHit, SearchResults
from memdesk.search.snippets import snippet
from memdesk.search.tiers import WorkspaceTiers
from memdesk.systems.system import Filed
from memdesk.text.spellings import ways_of
from memdesk.text.terms import asked, folded, matches, terms_of

LEAST_SHARE = 0.6
"""The share of what is asked for that a memory of the archive must have."""


class _Found(NamedTuple):
    """A memory of the archive as it is shown, and what of the question that has."""

    tiers: WorkspaceTiers
    memory: Filed
    matched: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def share(self) -> float:
        """How much of the question it has."""
        return len(self.matched) / (len(self.matched) + len(self.missing))


def with_archive(
    found: SearchResults,
    tiers: Callable[[Collection[Kind]], Sequence[WorkspaceTiers]],
    query: str,
    limit: int,
    only: ChunkFilter,
) -> SearchResults:
    """Return what an index found with what the archives have of the words that are asked for.

    What is archived comes behind what is at hand and has as much of the question: all of it, or a part.
    ``tiers`` returns those of each workspace that has documents of a kind.
    """
    wanted = question(query)
    if limit < 1 or not wanted.terms:
        return found
    archives = tiers((Kind.COLD,))
    every = (memory for each in archives for memory in _having(each, wanted, only))
    having = [each for each in every if each.share >= LEAST_SHARE]
    if not having:
        return found
    having.sort(key=lambda each: _order(each, wanted))
    place = max((at for at, hit in enumerate(found.hits, 1) if not hit.missing), default=0)
    near, far = found.hits[:place], found.hits[place:]
    best = (near[-1:] or far[:1] or (None,))[0]
    top, least = (best.score, found.hits[-1].score) if best else (1.0, 1.0)
    whole = (_hit(each, top) for each in having if not each.missing)
    part = (_hit(each, least * each.share) for each in having if each.missing)
    return replace(found, hits=(*near, *whole, *far, *part)[:limit], terms=found.terms or _shown(wanted))


def _order(found: _Found, wanted: IndexQuery) -> tuple[float, int, float, str]:
    """Return what sorts the best first: who says it before who is only filed so, then the newest."""
    said = _matched(wanted, found.memory.text, "")
    return -found.share, -len(said), -(found.memory.moment or 0.0), found.memory.part


def _having(tiers: WorkspaceTiers, wanted: IndexQuery, only: ChunkFilter) -> Iterator[_Found]:
    for memory in tiers.archived(only):
        matched = _matched(wanted, memory.text, memory.topic)
        if matched:
            missing = tuple(name for name in _shown(wanted) if name not in matched)
            yield _Found(tiers, memory, matched, missing)


def _matched(wanted: IndexQuery, text: str, topic: str) -> tuple[str, ...]:
    """Return what of the question a text has; nothing where it lacks a phrase, or has what must not be."""
    told, terms = " ".join(folded(f"{text} {topic}").split()), terms_of(f"{text} {topic}")
    if any(" ".join(phrase.split()) not in told for phrase in wanted.phrases):
        return ()
    if any(_has(Term(words, ()), told, terms) for words in wanted.excluded):
        return ()
    return tuple(term.shown for term in wanted.terms if _has(term, told, terms))


def _has(term: Term, told: str, terms: frozenset[str]) -> bool:
    said = folded(term.shown)
    if said.endswith("*"):
        return re.search(rf"(?<!\w){re.escape(said[:-1])}", told) is not None
    together = (other[0] for other in term.others if len(other) == 1)
    if (ways_of(said) and matches(said, terms)) or any(matches(word, terms) for word in together):
        return True
    words = asked(term.shown)
    every = (*words.telling, *words.more)
    return said in told or (bool(every) and all(matches(word, terms) for word in every))


def _shown(wanted: IndexQuery) -> tuple[str, ...]:
    return tuple(term.shown for term in wanted.terms)


def _hit(found: _Found, score: float) -> SearchHit:
    memory, tiers = found.memory, found.tiers
    return SearchHit(
        tiers.uri_of(memory),
        memory.uri.rpartition("/")[2],
        Kind.COLD.value,
        tiers.system_of(memory),
        memory.topic,
        memory.text,
        snippet(memory.text, found.matched),
        0,
        0,
        round(score, 6),
        found.matched,
        found.missing,
        SearchMode.KEYWORD,
        Parts(keyword=round(score, 6)),
        memory.part,
    )
