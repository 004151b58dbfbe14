"""The layers that a question is answered by: an index, archives and topic trees, of one workspace or many."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from memdesk.errors import InvalidError
from memdesk.index import EVERYWHERE, ChunkFilter
from memdesk.index.grams import loosened
from memdesk.model import Kind, SearchMode
from memdesk.search.archive import with_archive
from memdesk.search.results import ModeReason, SearchHit, SearchResults
from memdesk.search.routing import Route, SearchLayer, route, subject, time_sought
from memdesk.search.tiers import FILED, WorkspaceTiers, joined
from memdesk.search.tree import TimeSought
from memdesk.text.terms import asked

NO_TREE = "no_tree"
"""Why the mode of topics is refused where nothing is filed by topic."""

Ask = Callable[[str, SearchMode], SearchResults]
"""Asks an index a question in a mode."""

Tiers = Callable[[Collection[Kind]], Sequence[WorkspaceTiers]]
"""Returns what is filed by topic, at least of each workspace that has a document of these kinds."""


class LayeredQuestion(NamedTuple):
    """What is asked of all layers."""

    query: str
    limit: int
    only: ChunkFilter = EVERYWHERE
    mode: SearchMode = SearchMode.AUTO


def in_layers(question: LayeredQuestion, ask: Ask, tiers: Tiers) -> SearchResults:
    """Return what a question finds in an index and in what is filed by topic.

    Where no mode is asked for, the form of the question tells the layers: the index, the topic tree, or both.
    Wherever words are looked for, they are found in the archives, too. Raises InvalidError for a mode that is
    not there.
    """
    query, limit, only, mode = question
    if mode is SearchMode.TREE:
        return _by_tree(question, tiers)
    if mode is not SearchMode.AUTO:
        found = ask(query, mode)
        return found if mode is SearchMode.VECTOR else _with_archives(found, question, tiers)
    told = route(query)
    time = time_sought(query, told)
    filed = () if told.layer is SearchLayer.HYBRID else _filled(tiers)
    if not filed:
        told = told.without_tree()
    query = subject(query, told)
    is_exact = told.mode is SearchMode.KEYWORD
    found = ask(query, SearchMode.KEYWORD if is_exact else SearchMode.AUTO)
    if is_exact:
        found = _with_archives(found, question._replace(query=query), tiers)
        if not found.hits and (loose := loosened(query)):
            found = ask(loose, SearchMode.AUTO)
    found = replace(found, route=told, reason=ModeReason.ROUTED if is_exact else found.reason)
    walked = _walked(filed, query, limit, only, time)
    if not walked:
        told = told.without_tree()
        return replace(found, route=told.without_vectors() if found.mode is SearchMode.KEYWORD else told)
    return _both(found, walked, told, limit)


def _both(found: SearchResults, walked: Sequence[SearchHit], told: Route, limit: int) -> SearchResults:
    hits = joined(found, walked, told.layer, limit)
    if told.layer is SearchLayer.BOTH:
        return replace(found, hits=hits)
    return replace(found, hits=hits, mode=SearchMode.TREE, reason=ModeReason.ROUTED)


def _by_tree(question: LayeredQuestion, tiers: Tiers) -> SearchResults:
    query, limit, only, _ = question
    filed = _filled(tiers)
    if not filed:
        raise InvalidError("there is no topic tree here: no agent files memories by topic", reason=NO_TREE)
    told = route(query)
    time = time_sought(query, told)
    query = subject(query, told) if told.layer is SearchLayer.TIERED else query
    terms = asked(query)
    hits = _walked(filed, query, limit, only, time)
    return SearchResults(hits, (*terms.telling, *terms.more), mode=SearchMode.TREE)


def _with_archives(found: SearchResults, question: LayeredQuestion, tiers: Tiers) -> SearchResults:
    return with_archive(found, tiers, question.query, question.limit, question.only)


def _filled(tiers: Tiers) -> list[WorkspaceTiers]:
    return [each for each in tiers(FILED) if not each.is_empty]


def _walked(
    filed: Sequence[WorkspaceTiers], query: str, limit: int, only: ChunkFilter, time: TimeSought
) -> tuple[SearchHit, ...]:
    """Return the best that a walk down each tree finds; of equals, those of the first tree."""
    hits = [hit for each in filed for hit in each.find(query, limit, only, time)]
    return tuple(sorted(hits, key=lambda hit: -hit.score)[:limit])
