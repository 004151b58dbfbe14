"""Chunks that have the words of a question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import log

from memdesk.index import Only, SearchBackend
from memdesk.index.grams import Question, Term, excluding

LEAST_SHARE = 0.34
"""The share of a question, its rare words counting more, that a chunk must have."""

FORGIVEN = 5
"""Letters from which on a word may have a typing mistake."""

_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class Weighed:
    """Chunks with words of a question: how well they answer, and what share of the question they have."""

    terms: tuple[Term, ...] = ()
    scores: dict[int, float] = field(default_factory=dict)
    shares: dict[int, float] = field(default_factory=dict)
    having: tuple[frozenset[int], ...] = ()
    """For each term the chunks that have it."""
    corrected: tuple[tuple[str, str], ...] = ()

    @property
    def kept(self) -> list[int]:
        """The chunks that have enough of the question, the best first."""
        kept = [chunk for chunk, share in self.shares.items() if share >= LEAST_SHARE]
        return sorted(kept, key=lambda chunk: (-round(self.shares[chunk], 6), -self.scores[chunk], chunk))


def weighed(backend: SearchBackend, asked: Question, most: int, only: Only) -> Weighed:
    """Return what has words of a question.

    Where nothing has enough of it, its runs without spaces are taken apart; then a word that no document has
    is taken for a slip where a word like it is there.
    """
    found = _weighed(backend, asked.terms, asked, most, only)
    if not found.kept and asked.looser != asked.terms:
        found = _weighed(backend, asked.looser, asked, most, only)
    if found.kept or not found.terms:
        return found
    corrected = _corrected(backend, found.terms)
    if not corrected:
        return found
    terms = tuple(corrected.get(term, term) for term in found.terms)
    again = _weighed(backend, terms, asked, most, only)
    pairs = tuple((old.shown, new.shown) for old, new in corrected.items())
    return Weighed(again.terms, again.scores, again.shares, again.having, pairs)


def without(backend: SearchBackend, chunks: Iterable[int], excluded: Sequence[str]) -> list[int]:
    """Return the chunks that have nothing of what must not be there."""
    terms = tuple(filter(None, map(excluding, excluded)))
    wanted = [*chunks]
    banned = frozenset[int]().union(*backend.matching(terms, wanted)) if terms else frozenset[int]()
    return [chunk for chunk in wanted if chunk not in banned]


def _weighed(
    backend: SearchBackend, terms: tuple[Term, ...], asked: Question, most: int, only: Only
) -> Weighed:
    if not terms:
        return Weighed()
    found = dict(backend.keyword(terms, most, only))
    scores = {chunk: found[chunk] for chunk in without(backend, found, asked.excluded)}
    having = tuple(backend.matching(terms, scores))
    weights = _weights(backend, terms)
    shares = {
        chunk: sum(weight for weight, those in zip(weights, having, strict=True) if chunk in those)
        for chunk in scores
    }
    return Weighed(terms, scores, shares, having)


def _weights(backend: SearchBackend, terms: Sequence[Term]) -> list[float]:
    """Return what each term is worth, together one: a rare one more, one that nothing has like the others."""
    total = backend.stats().chunks
    worth = [log(1 + total / held) if held else 0.0 for held in backend.held(terms)]
    found = [each for each in worth if each]
    usual = sum(found) / len(found) if found else 1.0
    best = sum(each or usual for each in worth)
    return [(each or usual) / best for each in worth]


def _corrected(backend: SearchBackend, terms: Sequence[Term]) -> dict[Term, Term]:
    """Return for each word that nothing has the one most like it that something has."""
    found: dict[Term, Term] = {}
    for term, held in zip(terms, backend.held(terms), strict=True):
        word = term.shown
        if held or not term.is_word or len(word) < FORGIVEN or not word.isascii():
            continue
        near = get_close_matches(word, backend.words_like(word), n=1, cutoff=_ALIKE)
        if near:
            found[term] = Term(near[0], (near[0],), is_word=True)
    return found
