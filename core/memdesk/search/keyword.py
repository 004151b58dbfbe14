"""Search by words. Pure but for the index that it asks."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import log

from memdesk.checks.covering import mask
from memdesk.index import SearchIndex
from memdesk.index.grams import Question, Term, excluding, question
from memdesk.search.results import EVERYWHERE, Found, Hit, Only
from memdesk.text.terms import folded

WEIGHTS = (4.0, 2.0, 1.0)
"""How much more a word weighs in the name of a document and in a heading than in the text."""

LEAST_SHARE = 0.34
"""The share of a question, its rare words counting more, that a chunk must have."""

WEIGHED = 50
"""Chunks that are weighed for each one that is wanted at most."""

SNIPPET = 160
"""Letters of a snippet."""

_FORGIVEN = 5
"""Letters from which on a word may have a typing mistake."""

_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class _Row:
    """A chunk as the index has it."""

    uri: str
    title: str
    kind: str
    system: str
    heading: str
    text: str
    first: int
    last: int


def search(index: SearchIndex, query: str, limit: int = 10, only: Only = EVERYWHERE) -> Found:
    """Return what a question finds. What has all of it comes first, what has too little of it not at all.

    A word that no document has is taken for a slip where a word like it is there. Raises sqlite3.Error.
    """
    asked = question(query)
    found = _found(index, asked, limit, only)
    if not found.hits and asked.looser != asked.terms:
        asked = asked._replace(terms=asked.looser)
        found = _found(index, asked, limit, only)
    if found.hits or not asked.terms:
        return found
    corrected = _corrected(index, asked.terms)
    if not corrected:
        return found
    terms = tuple(corrected.get(term, term) for term in asked.terms)
    again = _found(index, asked._replace(terms=terms), limit, only)
    pairs = tuple((old.shown, new.shown) for old, new in corrected.items())
    return Found(again.hits, again.terms, pairs, again.left_out)


def _found(index: SearchIndex, asked: Question, limit: int, only: Only) -> Found:
    terms = asked.terms
    shown = tuple(term.shown for term in terms)
    if not terms or limit < 1:
        return Found(terms=shown)
    ranks = _ranked(index, terms, only, most=limit * WEIGHED)
    ranks = _without(index, ranks, asked.excluded)
    having = {term: _having(index, term.match, ranks) for term in terms}
    weights = _weights(index, terms)
    shares = {row: sum(weights[term] for term in terms if row in having[term]) for row in ranks}
    kept = [row for row in ranks if shares[row] >= LEAST_SHARE]
    kept.sort(key=lambda row: (-round(shares[row], 6), round(ranks[row], 6), row))
    if asked.phrases:
        kept = [row for row in kept if _has(_row(index, row), asked.phrases)]
    hits = []
    for number in kept[:limit]:
        matched = tuple(term.shown for term in terms if number in having[term])
        hits.append(_hit(_row(index, number), shares[number], ranks[number], matched, shown))
    return Found(tuple(hits), shown, left_out=len(ranks) - len(kept))


def _weights(index: SearchIndex, terms: Sequence[Term]) -> dict[Term, float]:
    """Return what each term is worth, together one: a rare one more, one that nothing has like the others."""
    total = _count(index, "SELECT count(*) FROM chunks")
    held = {
        term: _count(index, "SELECT count(*) FROM words WHERE words MATCH ?", term.match) for term in terms
    }
    worth = {term: log(1 + total / held[term]) for term in terms if held[term]}
    usual = sum(worth.values()) / len(worth) if worth else 1.0
    best = sum(worth.values()) + usual * (len(terms) - len(worth))
    return {term: worth.get(term, usual) / best for term in terms}


def _count(index: SearchIndex, statement: str, *values: str) -> int:
    ((number,),) = index.query(statement, values)
    return int(str(number))


def _ranked(index: SearchIndex, terms: Sequence[Term], only: Only, *, most: int) -> dict[int, float]:
    """Return the chunks with any of the terms, the best first as BM25 has it; lower is better."""
    conditions, values = only.conditions()
    where = ["words MATCH ?", *conditions]
    joined = (
        " JOIN chunks ON chunks.id = words.rowid JOIN documents ON documents.id = chunks.document"
        if conditions
        else ""
    )
    found = index.query(
        f"SELECT words.rowid, bm25(words, {', '.join(map(str, WEIGHTS))}) AS rank FROM words{joined}"
        f" WHERE {' AND '.join(where)} ORDER BY rank LIMIT ?",
        (" OR ".join(term.match for term in terms), *values, most),
    )
    return {int(str(row)): float(str(rank)) for row, rank in found}


def _having(index: SearchIndex, match: str, rows: Collection[int]) -> frozenset[int]:
    """Return which of these chunks match."""
    statement = "SELECT rowid FROM words WHERE words MATCH ? AND rowid IN (SELECT value FROM json_each(?))"
    found = index.query(statement, (match, json.dumps([*rows]))) if match and rows else ()
    return frozenset(int(str(row)) for (row,) in found)


def _without(index: SearchIndex, ranks: dict[int, float], excluded: Sequence[str]) -> dict[int, float]:
    banned = frozenset[int]().union(*(_having(index, excluding(words), ranks) for words in excluded))
    return {row: rank for row, rank in ranks.items() if row not in banned}


def _row(index: SearchIndex, number: int) -> _Row:
    (found,) = index.query(
        "SELECT uri, title, kind, system, chunks.heading, chunks.text, first, last"
        " FROM chunks JOIN documents ON documents.id = chunks.document WHERE chunks.id=?",
        (number,),
    )
    return _Row(*found)  # type: ignore[arg-type]


def _has(row: _Row, phrases: Sequence[str]) -> bool:
    """Say whether a chunk has all phrases word for word: full-text search forgives what stands between."""
    said = " ".join(folded(f"{row.uri}\n{row.heading}\n{row.text}").split())
    return all(" ".join(phrase.split()) in said for phrase in phrases)


def _hit(row: _Row, share: float, rank: float, matched: tuple[str, ...], terms: tuple[str, ...]) -> Hit:
    text = mask(row.text)
    return Hit(
        row.uri,
        row.title,
        row.kind,
        row.system,
        mask(row.heading, quick=True),
        text,
        snippet(_below_heading(text), matched),
        row.first,
        row.last,
        round(share * (1 - 1 / (1 + max(0.0, -rank))), 6),
        matched,
        tuple(term for term in terms if term not in matched),
    )


def _below_heading(text: str) -> str:
    """Return what stands below a heading: it is told beside the snippet."""
    first, _, rest = text.partition("\n")
    return rest if first.startswith("#") and rest.strip() else text


def snippet(text: str, terms: Sequence[str]) -> str:
    """Return the stretch of a text around the first term that stands in it, in one line."""
    line = " ".join(text.split())
    if len(line) <= SNIPPET:
        return line
    same = line.casefold()
    places = (same.find(term.rstrip("*")[:_FORGIVEN]) for term in terms) if len(same) == len(line) else ()
    place = min((place for place in places if place >= 0), default=0)
    start = max(0, min(place - SNIPPET // 4, len(line) - SNIPPET))
    start = line.find(" ", start, place) + 1 or start if start else 0
    end = start + SNIPPET
    cut = line.rfind(" ", start + SNIPPET // 2, end) if end < len(line) else len(line)
    said = line[start : cut if cut > 0 else end]
    return f"{'…' if start else ''}{said}{'…' if start + len(said) < len(line) else ''}"


def _is_held(index: SearchIndex, term: Term) -> bool:
    return bool(index.query("SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", (term.match,)))


def _corrected(index: SearchIndex, terms: Iterable[Term]) -> dict[Term, Term]:
    """Return for each word that nothing has the one most like it that something has."""
    found: dict[Term, Term] = {}
    for term in terms:
        word = term.shown
        if not term.is_word or len(word) < _FORGIVEN or not word.isascii() or _is_held(index, term):
            continue
        like = index.query(
            "SELECT term FROM vocabulary WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?",
            (word[0], chr(ord(word[0]) + 1), len(word) - 3, len(word) + 2),
        )
        near = get_close_matches(word, [str(each) for (each,) in like], n=1, cutoff=_ALIKE)
        if near:
            found[term] = Term(near[0], f'"{near[0]}"', is_word=True)
    return found
