"""What a question finds in an index, best first: candidates by words and by meaning, merged and shown."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.checks.covering import mask
from memdesk.errors import InvalidError
from memdesk.index import EVERYWHERE, Only, SearchBackend, SearchIndex, StoredChunk
from memdesk.index.grams import Question, question
from memdesk.model import SearchMode
from memdesk.search.keyword import Weighed, weighed
from memdesk.search.results import Found, Hit, ModeReason, Parts
from memdesk.search.snippets import below_heading, snippet
from memdesk.text.terms import folded

WEIGHED = 50
"""Chunks that are weighed for each one that is wanted at most."""


def search(
    index: SearchIndex,
    query: str,
    limit: int = 10,
    only: Only = EVERYWHERE,
    *,
    mode: SearchMode = SearchMode.AUTO,
    below: int = 0,
) -> Found:
    """Return what a question finds. What has all of it comes first, what has too little of it not at all.

    ``auto`` is the best that can be done for this question. ``below`` is how many of those left out are
    returned, too. Raises InvalidError for a mode that is not there, and what the backend fails with.
    """
    if mode in (SearchMode.VECTOR, SearchMode.HYBRID, SearchMode.TREE):
        raise InvalidError(f"mode {mode} is not there: there is no model and no tree")
    asked = question(query)
    reason = ModeReason.NO_MODEL if mode is SearchMode.AUTO else ModeReason.ASKED
    if limit < 1:
        return Found(terms=tuple(term.shown for term in asked.terms), reason=reason)
    found = weighed(index.backend, asked, limit * WEIGHED, only)
    kept = _with_phrases(index.backend, found.kept, asked)
    left = [chunk for chunk in found.scores if chunk not in {*kept}]
    return Found(
        _hits(index.backend, found, kept[:limit]),
        tuple(term.shown for term in found.terms),
        found.corrected,
        len(left),
        SearchMode.KEYWORD,
        reason,
        below=_hits(index.backend, found, left[:below]),
    )


def _with_phrases(backend: SearchBackend, chunks: Sequence[int], asked: Question) -> list[int]:
    """Return the chunks that have all phrases word for word: an index forgives what stands between."""
    if not asked.phrases:
        return [*chunks]
    rows = backend.chunks(chunks)
    return [chunk for chunk in chunks if chunk in rows and _has(rows[chunk], asked.phrases)]


def _has(row: StoredChunk, phrases: Sequence[str]) -> bool:
    said = " ".join(folded(f"{row.uri}\n{row.heading}\n{row.text}").split())
    return all(" ".join(phrase.split()) in said for phrase in phrases)


def _hits(backend: SearchBackend, found: Weighed, chunks: Sequence[int]) -> tuple[Hit, ...]:
    rows = backend.chunks(chunks)
    return tuple(_hit(rows[chunk], chunk, found) for chunk in chunks if chunk in rows)


def _hit(row: StoredChunk, chunk: int, found: Weighed) -> Hit:
    text = mask(row.text)
    has = [chunk in those for those in found.having]
    shown = [term.shown for term in found.terms]
    matched = tuple(term for term, is_there in zip(shown, has, strict=True) if is_there)
    score = round(found.shares[chunk] * (1 - 1 / (1 + max(0.0, found.scores[chunk]))), 6)
    return Hit(
        row.uri,
        row.title,
        row.kind,
        row.system,
        mask(row.heading, quick=True),
        text,
        snippet(below_heading(text), matched),
        row.first,
        row.last,
        score,
        matched,
        tuple(term for term, is_there in zip(shown, has, strict=True) if not is_there),
        SearchMode.KEYWORD,
        Parts(keyword=score),
    )
