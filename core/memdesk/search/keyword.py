"""Chunks that have the words of a question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from math import log

from memdesk.index import EVERYWHERE, ChunkFilter, SearchBackend
from memdesk.index.fullest import FullestChunks
from memdesk.index.grams import IndexQuery, Term, excluding
from memdesk.search.beginnings import begun_in_shown, having_begun, is_cut
from memdesk.search.hidden import RARE, Cover, by_itself, having_shown, shown_word
from memdesk.text.terms import folded

LEAST_SHARE = 0.34
"""The share of a question, its rare words counting more, that a chunk must have."""

MOST_TERMS = 7
"""The terms that count as a whole question: a longer one is talk about what it asks."""

FORGIVEN = 5
"""Letters from which on a word may have a typing mistake."""

_NEARLY, _ALIKE = 0.86, 0.8
"""How alike a word must be to one that nothing has, at first, and where nothing else is found."""


@dataclass(frozen=True, slots=True)
class KeywordScores:
    """Chunks with words of a question: how well they answer, and what share of the question they have."""

    terms: tuple[Term, ...] = ()
    scores: dict[int, float] = field(default_factory=dict)
    shares: dict[int, float] = field(default_factory=dict)
    having: tuple[frozenset[int], ...] = ()
    """For each term the chunks that have it, of those that are scored or of all."""
    weights: tuple[float, ...] = ()
    """For each term what share of the question it is."""
    corrected: tuple[tuple[str, str], ...] = ()

    def shares_of(self, chunks: Iterable[int]) -> dict[int, float]:
        """Return what share of the question chunks have, those without a score, too, where that is known."""
        return self.shares | _shares({*chunks} - self.shares.keys(), self.weights, self.having)

    @property
    def has_enough(self) -> bool:
        """Whether any chunk has enough of the question."""
        return any(share >= LEAST_SHARE for share in self.shares.values())

    @property
    def kept(self) -> list[int]:
        """The chunks that have enough of the question, the best first."""
        kept = [
            (-round(self.shares[chunk], 6), -score, chunk)
            for chunk, score in self.scores.items()
            if self.shares[chunk] >= LEAST_SHARE
        ]
        return [chunk for _, _, chunk in sorted(kept)]


class _TermCounts:
    """How many chunks have each term of a question; no term is counted twice."""

    def __init__(self, backend: SearchBackend) -> None:
        self._backend = backend
        self._known: dict[Term, int] = {}

    def of(self, terms: Sequence[Term]) -> list[int]:
        new = [term for term in terms if term not in self._known]
        self._known.update(zip(new, self._backend.held(new), strict=True))
        return [self._known[term] for term in terms]


def weighed(
    backend: SearchBackend,
    asked: IndexQuery,
    most: int,
    only: ChunkFilter,
    cover: Cover = by_itself,
    *,
    enough: int = 0,
) -> KeywordScores:
    """Return what has words of a question; what is covered of a chunk, it has not.

    Where more than ``most`` have one of its words, those alone may be returned that have the most of it, if
    ``enough`` do: they come first.

    A word that no document has is taken for a slip where one is there that is nearly the same. Where nothing
    has enough of the question, its runs without spaces are taken apart, and then less alike words will do.
    """
    counts = _TermCounts(backend)
    ask = partial(_weighed, backend, counts, asked=asked, most=most, only=only, cover=cover, enough=enough)
    terms, slips = _corrected(backend, counts, asked.terms, _NEARLY, cover)
    found = ask(terms)
    if not found.has_enough and asked.looser != asked.terms:
        found = ask(asked.looser)
    if not found.has_enough and found.terms:
        terms, slips = _corrected(backend, counts, asked.terms, _ALIKE, cover)
        if slips:
            found = ask(terms)
    return replace(found, corrected=slips)


def without(
    backend: SearchBackend, chunks: Iterable[int], excluded: Sequence[str], cover: Cover = by_itself
) -> list[int]:
    """Return the chunks that have nothing of what must not be there; what is covered of one, it has not."""
    terms = tuple(filter(None, map(excluding, excluded)))
    wanted = [*chunks]
    having = backend.matching(terms, wanted) if terms else []
    banned = frozenset[int]().union(*having_shown(backend, terms, having, cover))
    return [chunk for chunk in wanted if chunk not in banned]


def _weighed(
    backend: SearchBackend,
    counts: _TermCounts,
    terms: tuple[Term, ...],
    *,
    asked: IndexQuery,
    most: int,
    only: ChunkFilter,
    cover: Cover,
    enough: int,
) -> KeywordScores:
    if not terms:
        return KeywordScores()
    is_plain = only == EVERYWHERE and not (asked.phrases or asked.excluded or is_cut(terms))
    if enough and is_plain and max(counts.of(terms)) > most:
        full = backend.fullest(terms, enough, partial(_weights, backend), LEAST_SHARE)
        if full is not None and having_shown(backend, terms, full.having, cover) == full.having:
            return _fullest(backend, terms, full)
    found = dict(backend.keyword(terms, most, only))
    scores = {chunk: found[chunk] for chunk in without(backend, found, asked.excluded, cover)}
    matching = tuple(backend.matching(terms, scores))
    having = having_begun(backend, terms, matching) if is_cut(terms) else matching
    seen_so = begun_in_shown(backend, terms, having, cover) if is_cut(terms) else having
    shown = having_shown(backend, terms, seen_so, cover)
    # What few have may be a secret, also where only its stem was found: then nothing of it may count.
    having = tuple(
        those if len(those) <= RARE else begun for those, begun in zip(matching, having, strict=True)
    )
    held = counts.of(terms)
    if shown != matching:
        held = [
            number - len(those) + len(seen) for number, those, seen in zip(held, matching, shown, strict=True)
        ]
        scores |= _scores_shown(backend, terms, having, shown, only)
        having = shown
        seen = frozenset[int]().union(*having)
        scores = {chunk: score for chunk, score in scores.items() if chunk in seen}
    weights = _weights(backend, held)
    return KeywordScores(terms, scores, _shares(scores, weights, having), having, weights=weights)


def _fullest(backend: SearchBackend, terms: tuple[Term, ...], full: FullestChunks) -> KeywordScores:
    weights = _weights(backend, [*map(len, full.having)])
    shares = _shares(full.scores, weights, full.having)
    return KeywordScores(terms, full.scores, shares, full.having, weights=weights)


def _shares(
    chunks: Iterable[int], weights: Sequence[float], having: Sequence[frozenset[int]]
) -> dict[int, float]:
    shares = dict.fromkeys(chunks, 0.0)
    for weight, those in zip(weights, having, strict=True):
        for chunk in those & shares.keys():
            shares[chunk] += weight
    return {chunk: min(1.0, share) for chunk, share in shares.items()}


def _scores_shown(
    backend: SearchBackend,
    terms: Sequence[Term],
    having: Sequence[frozenset[int]],
    shown: Sequence[frozenset[int]],
    only: ChunkFilter,
) -> dict[int, float]:
    """Return how well chunks that hide a term answer by the others."""
    hiding = frozenset[int]().union(*(those - seen for those, seen in zip(having, shown, strict=True)))
    found: dict[int, float] = {}
    for chunk, row in backend.chunks(hiding).items():
        there = [term for term, seen in zip(terms, shown, strict=True) if chunk in seen]
        alone = only._replace(documents=frozenset((row.uri,)))
        scores = dict(backend.keyword(there, backend.stats().chunks, alone)) if there else {}
        found[chunk] = scores.get(chunk, 0.0)
    return found


def _weights(backend: SearchBackend, held: Sequence[int]) -> tuple[float, ...]:
    """Return what terms are worth that so many chunks have; the best ``MOST_TERMS`` are together one.

    A rare one is worth more, one that nothing has as much as the others.
    """
    total = backend.stats().chunks
    worth = [log(1 + total / number) if number else 0.0 for number in held]
    found = [each for each in worth if each]
    usual = sum(found) / len(found) if found else 1.0
    best = sum(sorted((each or usual for each in worth), reverse=True)[:MOST_TERMS])
    return tuple((each or usual) / best for each in worth)


def _corrected(
    backend: SearchBackend, counts: _TermCounts, terms: tuple[Term, ...], alike: float, cover: Cover
) -> tuple[tuple[Term, ...], tuple[tuple[str, str], ...]]:
    """Return the terms, for each word that nothing has the one most like it that something has; and which."""
    doubtful = [
        term
        for term in terms
        if term.is_word and len(term.shown) >= FORGIVEN and folded(term.shown).isascii()
    ]
    found: dict[Term, Term] = {}
    everywhere = counts.of(doubtful)
    for term, held in zip(doubtful, everywhere, strict=True):
        typed = folded(term.shown)
        near = () if held else get_close_matches(typed, backend.words_like(typed), 3, alike)
        words = (shown_word(backend, stem, typed, cover) for stem in near)
        if word := next(filter(None, words), ""):
            found[term] = Term(word, (word,), is_word=True)
    if len(found) * 2 < everywhere.count(0):
        # A question of words that nobody wrote is about something else, whatever one of them is like.
        found = {}
    pairs = tuple((old.shown, new.shown) for old, new in found.items())
    return tuple(dict.fromkeys(found.get(term, term) for term in terms)), pairs
