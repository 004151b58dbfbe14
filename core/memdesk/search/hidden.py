"""What of a chunk may be shown, and what a question may be answered by: never by what is covered.

Else whoever may not read a secret could guess it, letter by letter, from what is found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import closing
from difflib import SequenceMatcher

from memdesk.checks.covering import mask
from memdesk.index import SearchBackend, StoredChunk
from memdesk.index.grams import Term, grams
from memdesk.index.lexemes import Lexer
from memdesk.index.stored_text import name_of, storable

RARE = 5
"""Chunks that have a term, up to which each is looked at; a secret stands in few."""

_WORD = re.compile(r"[^\W_]+")

Cover = Callable[[StoredChunk], tuple[str, str]]
"""Returns the heading and the text of a chunk with every secret covered."""


def by_itself(row: StoredChunk) -> tuple[str, str]:
    """Cover what a chunk tells by itself to be secret."""
    return mask(row.heading, quick=True), mask(row.text)


def having_shown(
    backend: SearchBackend, terms: Sequence[Term], having: Sequence[frozenset[int]], cover: Cover
) -> tuple[frozenset[int], ...]:
    """Return which chunks have each term in what is shown of them, of a term that few have."""
    doubtful = frozenset[int]().union(*(those for those in having if len(those) <= RARE))
    rows = backend.chunks(doubtful)
    covered = {number: cover(row) for number, row in rows.items()}
    hiding = {
        number: rows[number]._replace(heading=heading, text=text)
        for number, (heading, text) in covered.items()
        if (heading, text) != (rows[number].heading, rows[number].text)
    }
    if not hiding:
        return tuple(having)
    with closing(Lexer()) as lexer:
        shown = {number: _columns(lexer, row) for number, row in hiding.items()}
        asked = [[lexer.words(each) for each in term.spellings] for term in terms]
    return tuple(
        frozenset(
            number
            for number in those
            if number not in shown or any(_has(shown[number], each, begins=term.begins) for each in words)
        )
        if len(those) <= RARE
        else those
        for those, words, term in zip(having, asked, terms, strict=True)
    )


def is_shown(row: StoredChunk, covered: tuple[str, str], term: Term) -> bool:
    """Say whether a term stands in what is shown of a chunk that has it."""
    if covered == (row.heading, row.text):
        return True
    heading, text = covered
    with closing(Lexer()) as lexer:
        columns = _columns(lexer, row._replace(heading=heading, text=text))
        return any(_has(columns, lexer.words(each), begins=each.begins) for each in term.spellings)


def shown_word(backend: SearchBackend, stem: str, typed: str, cover: Cover) -> str:
    """Return the word that an index keeps as a stem, as it stands somewhere; empty where none is shown."""
    term = Term(stem, (stem,))
    best, likeness = "", 0.0
    with closing(Lexer()) as lexer:
        for row in backend.chunks([each.chunk for each in backend.keyword([term], RARE)]).values():
            heading, text = cover(row)
            said = " ".join((row.uri, row.names, heading, text)).casefold()
            for word in {*_WORD.findall(said)}:
                if word[:1] != stem[:1]:
                    continue
                alike = SequenceMatcher(None, typed, word).ratio()
                if alike > likeness and lexer.words(Term(word, (word,))) == (stem,):
                    best, likeness = word, alike
    return best


def _columns(lexer: Lexer, row: StoredChunk) -> list[tuple[str, ...]]:
    """Return the words of a chunk as they are searched, column by column."""
    columns = (name_of(row.uri), *(grams(storable(each)) for each in (row.heading, row.names, row.text)))
    return [lexer.words(Term("", tuple(column.split()))) for column in columns]


def _has(columns: Sequence[tuple[str, ...]], wanted: tuple[str, ...], *, begins: bool) -> bool:
    count = len(wanted)
    if not count:
        return False
    for words in columns:
        for at in range(len(words) - count + 1):
            found = words[at : at + count]
            last = found[-1].startswith(wanted[-1]) if begins else found[-1] == wanted[-1]
            if last and found[:-1] == wanted[:-1]:
                return True
    return False
