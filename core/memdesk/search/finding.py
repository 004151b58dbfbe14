"""What a question finds in an index, best first: candidates by words and by meaning, merged and shown."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from heapq import nlargest

from memdesk.errors import InvalidError
from memdesk.index import EVERYWHERE, ChunkFilter, SearchBackend, SearchIndex, StoredChunk
from memdesk.index.embedding import EmbeddingError, Vector
from memdesk.index.grams import IndexQuery, Term, loosened, question
from memdesk.index.stored_text import said
from memdesk.model import SearchMode
from memdesk.search.hidden import Cover, by_itself, is_shown
from memdesk.search.keyword import KeywordScores, weighed, without
from memdesk.search.meaning import Meaning
from memdesk.search.ranking import Evidence, Ranked, blended, is_talk, lifted, seed_merge
from memdesk.search.results import ModeReason, SearchHit, SearchResults
from memdesk.search.snippets import below_heading, entry_words, snippet
from memdesk.text.terms import WIDE_RUN, folded

WEIGHED = 50
"""Chunks that are weighed for each one that is wanted at most."""

NEAR = 10
"""The same of those that are near in meaning; at least ``LEAST_NEAR``."""

LEAST_NEAR = 100

HEADS = 60
"""Chunks that lift those beside them, where they are turns of a talk."""

COVERED = 10
"""The nearest chunks whose nearness is told by what is shown of them alone."""

NEAREST = 0.6
"""The part of the best cosine, and of one that tells something, that counts where only meaning is asked."""

_NAME_WORD = re.compile(r"[^\W_]+")

_LOOKED_AT = 30
"""Chunks that tell whether they are turns of a talk."""

ANSWERED = 0.42
"""What must speak for the best chunk, or a question is about nothing that is there."""

KNOWN = 60
"""Chunks from which on that can be told; among fewer ones less must speak for the best."""

LEAST_RELEVANCE = 0.4
"""The part of that which must speak for every chunk that is no turn of a talk."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """Chunks in their order, what was asked for, and which have which of it."""

    ranked: Sequence[Ranked] = ()
    left: Sequence[Ranked] = ()
    left_out: int = 0
    """How many were left out; ``left`` may be only the first of them."""
    words: KeywordScores = field(default_factory=KeywordScores)
    rows: Mapping[int, StoredChunk] = field(default_factory=dict)
    """Chunks that were read already."""


def search(
    index: SearchIndex,
    query: str,
    limit: int = 10,
    only: ChunkFilter = EVERYWHERE,
    *,
    mode: SearchMode = SearchMode.AUTO,
    meaning: Meaning | None = None,
    below: int = 0,
    cover: Cover = by_itself,
) -> SearchResults:
    """Return what a question finds; a question about nothing that is there finds nothing.

    ``auto`` is the best that can be done for this question: words and meaning together, where there is a
    model that has read the documents. By words alone, what has all of the question comes first, what has too
    little of it not at all. ``below`` is how many of those left out are returned, too. Nothing is found by
    what is covered of it. Where the model fails, it is done without and said. Raises InvalidError for a mode
    that is not there, and what the backend fails with.
    """
    if mode is SearchMode.TREE:
        raise InvalidError("mode tree is not there: there is no category tree")
    if mode in (SearchMode.VECTOR, SearchMode.HYBRID) and meaning is None:
        raise InvalidError(f"mode {mode} is not there: no model is chosen")
    asked = question(query)
    used, reason = _used(mode, asked, meaning)
    # What is near, what is shown and what is rare is partly the same.
    cover = cache(cover)
    if limit < 1 or not asked.terms:
        return SearchResults(terms=tuple(term.shown for term in asked.terms), mode=used, reason=reason)
    note = ""
    if used is not SearchMode.KEYWORD and meaning is not None:
        try:
            answer = _by_meaning(
                index,
                query,
                asked,
                limit=limit,
                below=below,
                only=only,
                meaning=meaning,
                mode=used,
                cover=cover,
            )
        except EmbeddingError as error:
            answer, note = None, str(error)
        if answer is not None:
            found = _found(index.backend, answer, limit, below, cover)
            # Nothing has all that a sentence quotes, as the names of two things.
            if not found.hits and asked.phrases and (loose := loosened(query)):
                return search(index, loose, limit, only, mode=mode, meaning=meaning, below=below, cover=cover)
            return replace(found, mode=used, reason=reason)
        used, reason = SearchMode.KEYWORD, ModeReason.NO_MODEL if note else ModeReason.NO_VECTORS
    stands = query if mode is SearchMode.AUTO and reason is not ModeReason.EXACT else None
    answer = _by_words(index.backend, asked, limit, below, only=only, cover=cover, stands=stands)
    found = _found(index.backend, answer, limit, below, cover)
    if mode is SearchMode.AUTO and not found.hits and (loose := loosened(query)):
        return search(index, loose, limit, only, mode=mode, meaning=meaning, below=below, cover=cover)
    return replace(found, mode=used, reason=reason, note=note)


def _used(mode: SearchMode, asked: IndexQuery, meaning: Meaning | None) -> tuple[SearchMode, ModeReason]:
    if mode is not SearchMode.AUTO:
        return mode, ModeReason.ASKED
    if asked.phrases or asked.excluded or any(term.shown.endswith("*") for term in asked.terms):
        return SearchMode.KEYWORD, ModeReason.EXACT
    if meaning is None:
        return SearchMode.KEYWORD, ModeReason.NO_MODEL
    return SearchMode.HYBRID, ModeReason.MEANING


def _by_words(
    backend: SearchBackend,
    asked: IndexQuery,
    limit: int,
    below: int,
    *,
    only: ChunkFilter,
    cover: Cover,
    stands: str | None,
) -> _Answer:
    """Return the answer of words: only what stands and ``stands`` asks for, or else the rest last."""

    def having(enough: int) -> tuple[KeywordScores, list[int], list[int]]:
        words = weighed(backend, asked, limit * WEIGHED, only, cover, enough=enough)
        kept = _with_phrases(backend, words.kept, asked, cover)
        rows = backend.chunks(kept, marked=True)
        if not rows:
            return words, kept, []
        if stands is None:
            return words, sorted(kept, key=lambda chunk: chunk in rows and rows[chunk].is_replaced), []
        named = frozenset[int]().union(*backend.matching(words.terms, kept, named=True))
        aside = _aside(rows, named, stands)
        return (
            words,
            [chunk for chunk in kept if chunk not in aside],
            [each for each in kept if each in aside],
        )

    words, kept, aside = having(0 if below else limit)
    if aside and len(kept) < limit and not below:
        words, kept, aside = having(0)
    has_enough = frozenset((*kept, *aside))
    left = [*aside, *(chunk for chunk in words.scores if chunk not in has_enough)]
    shown = _by_share(words, kept[:limit]), _by_share(words, left[:below])
    return _Answer(*shown, len(left), words)


def _by_share(words: KeywordScores, chunks: Iterable[int]) -> list[Ranked]:
    found = []
    for chunk in chunks:
        score = words.shares[chunk] * (1 - 1 / (1 + max(0.0, words.scores[chunk])))
        found.append(Ranked(chunk, score, keyword=round(score, 6)))
    return found


def _by_meaning(
    index: SearchIndex,
    query: str,
    asked: IndexQuery,
    *,
    limit: int,
    below: int,
    only: ChunkFilter,
    meaning: Meaning,
    mode: SearchMode,
    cover: Cover,
) -> _Answer | None:
    """Return the answer of vectors, with words or without; None where there are none of this model."""
    backend = index.backend
    vector = meaning.asked(query)
    model = meaning.provider.model
    near = dict(backend.vector(model, vector, max(LEAST_NEAR, limit * NEAR), only))
    if not near:
        return None
    words = KeywordScores(asked.terms)
    if mode is not SearchMode.VECTOR:
        enough = 0 if below else limit
        words = weighed(backend, asked, limit * WEIGHED, only, cover, enough=enough)
    chunks = _with_phrases(
        backend, without(backend, near.keys() | words.scores.keys(), asked.excluded, cover), asked, cover
    )
    near |= backend.nearness(model, vector, [chunk for chunk in chunks if chunk not in near])
    rows = backend.chunks(nlargest(COVERED, chunks, key=lambda chunk: near.get(chunk, 0.0)))
    near |= _nearness_shown(rows, meaning, vector, cover)
    is_wide = WIDE_RUN.search(query) is not None
    likeness = meaning.provider.wide_likeness if is_wide else meaning.provider.likeness

    named = frozenset[int]().union(*backend.matching(words.terms, words.scores, named=True))

    share, score, alike = words.shares_of(near).get, words.scores.get, likeness.of

    def evidence(chunk: int, cosine: float) -> Evidence:
        return Evidence(share(chunk, 0.0), score(chunk, 0.0), cosine, alike(cosine), chunk in named)

    weighed_up = {chunk: evidence(chunk, near.get(chunk, 0.0)) for chunk in chunks}
    if index.config.merge == "seed" and mode is SearchMode.HYBRID:
        weights = index.config.keyword_weight, index.config.vector_weight
        return _Answer(seed_merge(words.scores, near, *weights), words=words)
    ranked = blended(weighed_up)
    first = [each.chunk for each in ranked[:_LOOKED_AT]]
    rows = _read(backend, first, rows)
    talk = is_talk([rows[chunk].text for chunk in first if chunk in rows])
    if talk:
        beside = _beside(backend, [each.chunk for each in ranked[:HEADS]])
        more = [chunk for chunk in beside if chunk not in weighed_up]
        weighed_up |= {
            chunk: evidence(chunk, cosine) for chunk, cosine in backend.nearness(model, vector, more).items()
        }
        ranked = lifted(blended(weighed_up), beside)
    bar = ANSWERED * min(1.0, backend.stats().chunks / KNOWN) ** 2
    if mode is SearchMode.VECTOR:
        kept, left = _near_enough(ranked, weighed_up, likeness.unlike)
    else:
        kept, left = _answering(ranked, weighed_up, bar, is_talk=talk)
    kept, aside = _set_aside(backend, kept, named, query)
    return _Answer(kept, [*aside, *left], len(aside) + len(left), words, rows)


def _nearness_shown(
    rows: Mapping[int, StoredChunk], meaning: Meaning, vector: Vector, cover: Cover
) -> dict[int, float]:
    """Return how near chunks are that hide something, by what is shown of them."""
    covered = {number: _covered(row, cover) for number, row in rows.items()}
    hiding = [number for number, row in rows.items() if covered[number] != row]
    if not hiding:
        return {}
    texts = [said(covered[number].heading, covered[number].text) for number in hiding]
    return {
        number: max(0.0, float(own @ vector))
        for number, own in zip(hiding, meaning.provider.embed(texts), strict=True)
    }


def _beside(backend: SearchBackend, heads: Sequence[int]) -> dict[int, dict[int, int]]:
    """Return for each chunk near one of these which those are, and how far away."""
    found: dict[int, dict[int, int]] = {}
    for head, near in backend.beside(heads, 2).items():
        for other, distance in near.items():
            found.setdefault(other, {})[head] = distance
    return found


def _answering(
    ranked: Sequence[Ranked], evidence: Mapping[int, Evidence], bar: float, *, is_talk: bool
) -> tuple[list[Ranked], list[Ranked]]:
    """Return what is an answer and what is not."""
    relevances = {chunk: each.relevance for chunk, each in evidence.items()}
    if max(relevances.values(), default=0.0) < bar:
        return [], [*ranked]
    least = 0.0 if is_talk else bar * LEAST_RELEVANCE
    kept = [each for each in ranked if relevances[each.chunk] >= least]
    return kept, [each for each in ranked if relevances[each.chunk] < least]


def _near_enough(
    ranked: Sequence[Ranked], evidence: Mapping[int, Evidence], unlike: float
) -> tuple[list[Ranked], list[Ranked]]:
    """Return what is nearest by meaning alone, where anything is near at all: that was asked for.

    A short question is less near to its answer than a whole one, so that half of what tells is enough.
    """
    best = max((each.cosine for each in evidence.values()), default=0.0)
    least = max(best, unlike) * NEAREST if best >= unlike * NEAREST else 2.0
    kept = [each for each in ranked if evidence[each.chunk].cosine >= least]
    return kept, [each for each in ranked if evidence[each.chunk].cosine < least]


def _set_aside(
    backend: SearchBackend, ranked: Sequence[Ranked], named: Collection[int], query: str
) -> tuple[list[Ranked], list[Ranked]]:
    """Return what stands, and what not: what was replaced, and entries not asked for beside those that are.

    Where a question has the name of an entry, it is about that one, not about each that has a word of it.
    """
    aside = _aside(backend.chunks([each.chunk for each in ranked], marked=True), named, query)
    if not aside:
        return [*ranked], []
    return (
        [each for each in ranked if each.chunk not in aside],
        [each for each in ranked if each.chunk in aside],
    )


def _aside(rows: Mapping[int, StoredChunk], named: Collection[int], query: str) -> set[int]:
    """Return which of the named and replaced chunks do not stand, or are not asked for."""
    gone = {chunk for chunk, row in rows.items() if row.is_replaced}
    called = {chunk for chunk, row in rows.items() if row.names and chunk not in gone}
    asked = called.intersection(named)
    wholly = {chunk for chunk in asked if _is_called(rows[chunk].names, folded(query))}
    return gone | (called.difference(wholly or asked) if asked else set())


def _is_called(names: str, query: str) -> bool:
    """Say whether a question has one of these names whole; each may stand there twice, in words, too."""
    words = f" {' '.join(_NAME_WORD.findall(query))} "
    for name in names.split("\n"):
        told = _NAME_WORD.findall(folded(name))
        for at in range(1, len(told)):
            if "".join(told[:at]) == "".join(told[at:]):
                ways = [told[:at], told[at:]]
                break
        else:
            ways = [told]
        for way in filter(None, ways):
            written = " ".join(way)
            if written in query if WIDE_RUN.search(written) else f" {written} " in words:
                return True
    return False


def _with_phrases(
    backend: SearchBackend, chunks: Collection[int], asked: IndexQuery, cover: Cover
) -> list[int]:
    """Return the chunks that have all phrases word for word: an index forgives what stands between."""
    if not asked.phrases:
        return [*chunks]
    rows = backend.chunks(chunks)
    return [
        chunk
        for chunk in chunks
        if chunk in rows
        and _has(rows[chunk], asked.phrases)
        and _has(_covered(rows[chunk], cover), asked.phrases)
    ]


def _has(row: StoredChunk, phrases: Sequence[str]) -> bool:
    told = " ".join(folded(f"{row.uri}\n{row.heading}\n{row.text}").split())
    return all(" ".join(phrase.split()) in told for phrase in phrases)


def _covered(row: StoredChunk, cover: Cover) -> StoredChunk:
    heading, text = cover(row)
    return row._replace(heading=heading, text=text)


def _read(
    backend: SearchBackend, chunks: Sequence[int], known: Mapping[int, StoredChunk]
) -> dict[int, StoredChunk]:
    """Return chunks beside those that are known; only the others are read."""
    return {**known, **backend.chunks([chunk for chunk in chunks if chunk not in known])}


def _found(backend: SearchBackend, answer: _Answer, limit: int, below: int, cover: Cover) -> SearchResults:
    words = answer.words
    return SearchResults(
        _hits(backend, answer, answer.ranked[:limit], cover),
        tuple(term.shown for term in words.terms),
        words.corrected,
        answer.left_out,
        below=_hits(backend, answer, answer.left[:below], cover),
    )


def _hits(
    backend: SearchBackend, answer: _Answer, ranked: Sequence[Ranked], cover: Cover
) -> tuple[SearchHit, ...]:
    words, chunks = answer.words, [each.chunk for each in ranked]
    rows = _read(backend, chunks, answer.rows)
    having = words.having or tuple(backend.matching(words.terms, chunks))
    hits = (_hit(rows[each.chunk], each, words.terms, having, cover) for each in ranked if each.chunk in rows)
    return tuple(hit for hit in hits if hit is not None)


def _read_out(uri: str, text: str, matched: Sequence[str]) -> str:
    is_json = uri.lower().endswith((".json", ".jsonl"))
    return entry_words(text, matched) if is_json else below_heading(text)


def _hit(
    row: StoredChunk,
    ranked: Ranked,
    terms: Sequence[Term],
    having: Sequence[Collection[int]],
    cover: Cover,
) -> SearchHit | None:
    """Return what is shown of a chunk; None where all that was asked for is covered in it."""
    covered = heading, text = cover(row)
    pairs = [(term, ranked.chunk in those) for term, those in zip(terms, having, strict=True)]
    seen = {term for term, has in pairs if has and is_shown(row, covered, term)}
    if not seen and any(has for _, has in pairs):
        return None
    matched = tuple(term.shown for term, _ in pairs if term in seen)
    return SearchHit(
        row.uri,
        row.title,
        row.kind,
        row.system,
        heading,
        text,
        snippet(_read_out(row.uri, text, matched), matched),
        row.first,
        row.last,
        round(ranked.score, 6),
        matched,
        tuple(term.shown for term, _ in pairs if term not in seen),
        ranked.source,
        ranked.parts,
    )
