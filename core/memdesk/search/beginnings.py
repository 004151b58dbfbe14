"""Beginnings of words, letter for letter: an index has only stems, and looks for the stem of a beginning."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import lru_cache, partial

from memdesk.index import SearchBackend, StoredChunk
from memdesk.index.grams import Term, grams
from memdesk.index.lexemes import Lexer
from memdesk.index.stored_text import name_of, storable
from memdesk.search.hidden import RARE, Cover


def is_cut(terms: Sequence[Term]) -> bool:
    """Say whether a term is a beginning that may find another one: of ``bus*`` an index looks for bu."""
    return any(_cut(terms))


def having_begun(
    backend: SearchBackend, terms: Sequence[Term], having: Sequence[frozenset[int]]
) -> tuple[frozenset[int], ...]:
    """Return which of these chunks have each term, of a beginning those that have it letter for letter."""
    cut = _cut(terms)
    rows = backend.chunks(_of_cut(having, cut))
    return tuple(
        frozenset(filter(partial(_begins, rows, _pattern(term)), those)) if is_one else those
        for term, those, is_one in zip(terms, having, cut, strict=True)
    )


def begun_in_shown(
    backend: SearchBackend, terms: Sequence[Term], having: Sequence[frozenset[int]], cover: Cover
) -> tuple[frozenset[int], ...]:
    """Return the same of a beginning that few have, by what is shown of them."""
    cut = [is_one and len(those) <= RARE for those, is_one in zip(having, _cut(terms), strict=True)]
    rows = {}
    for number, row in backend.chunks(_of_cut(having, cut)).items():
        heading, text = cover(row)
        rows[number] = row._replace(heading=heading, text=text)
    return tuple(
        frozenset(filter(partial(_begins, rows, _pattern(term)), those)) if is_one else those
        for term, those, is_one in zip(terms, having, cut, strict=True)
    )


def _of_cut(having: Sequence[frozenset[int]], cut: Sequence[bool]) -> frozenset[int]:
    return frozenset[int]().union(*(those for those, is_one in zip(having, cut, strict=True) if is_one))


def _begins(rows: Mapping[int, StoredChunk], pattern: re.Pattern[str], chunk: int) -> bool:
    """Say whether a chunk has a beginning, as it is written or in another spelling, which takes longer."""
    row = rows.get(chunk)
    return row is not None and bool(pattern.search(row.text) or pattern.search(_told(row)))


def _told(row: StoredChunk) -> str:
    # As an index has it but for stems: with every spelling of a word beside it.
    return "\n".join(
        (name_of(row.uri), *(grams(storable(each)) for each in (row.heading, row.names, row.text)))
    )


def _cut(terms: Sequence[Term]) -> list[bool]:
    return [*_known_cut(tuple(terms))] if any(term.begins for term in terms) else [False] * len(terms)


@lru_cache(64)
def _known_cut(terms: tuple[Term, ...]) -> list[bool]:
    """Return which terms are beginnings that are cut; to make a lexer takes longer than to ask it."""
    with closing(Lexer()) as lexer:
        return [bool(term.stems) or any(_is_cut(lexer, each) for each in term.spellings) for term in terms]


def _is_cut(lexer: Lexer, term: Term) -> bool:
    words = lexer.words(term) if term.begins and term.tokens else ()
    return bool(words) and term.tokens[-1].isascii() and words[-1] != term.tokens[-1]


def _pattern(term: Term) -> re.Pattern[str]:
    spelled = [term] if term.stems else term.spellings
    said = "|".join(r"[\W_]*".join(map(re.escape, each.tokens)) for each in spelled)
    return re.compile(rf"(?<![^\W_])(?:{said})", re.IGNORECASE)
