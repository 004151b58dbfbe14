"""Words as PostgreSQL keeps them and is asked for them, cut by SQLite's own tokenizer.

Both stores then hold the same words at the same places, so that both find and rank alike. No configuration of
the server's text search is used.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memdesk.index.grams import Term
from memdesk.index.stored_text import TOKENIZER

LABELS = ("A", "B", "C", "D")
"""The weight that PostgreSQL keeps with a word of the name, the heading, the entry's names, the text."""

_LONGEST = 2_000
"""Bytes of a word at most; a longer one nobody types."""

_MOST_BYTES = 900_000
"""Bytes of all words of a chunk at most: PostgreSQL takes a little more, and no chunk that has more."""

_COLUMNS = ("name", "heading", "names", "text")


class Lexemes(NamedTuple):
    """The words of a chunk: as PostgreSQL reads them, each once, and how many there are with repetitions."""

    vector: str
    words: tuple[str, ...]
    length: int


class Lexer:
    """Cuts grams into words. For one thread at a time."""

    def __init__(self) -> None:
        self._base = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._base.executescript(
            f"""CREATE VIRTUAL TABLE words USING fts5 ({", ".join(_COLUMNS)}, content='',
            tokenize="{TOKENIZER}");
            CREATE VIRTUAL TABLE instances USING fts5vocab ('words', 'instance');"""
        )

    def close(self) -> None:
        """Let go of the tokenizer."""
        self._base.close()

    def lexemes(self, rows: Sequence[Sequence[str]]) -> list[Lexemes]:
        """Return the words of chunks; each is told by the grams of its columns."""
        found: list[list[tuple[int, int, str]]] = [[] for _ in rows]
        for number, column, offset, word in self._instances(rows):
            found[number].append((_COLUMNS.index(column), offset, word))
        return [_lexemes(each) for each in found]

    def query(self, term: Term, *, named: bool = False) -> str:
        """Return how PostgreSQL is asked for a term, ``named`` in the entry's names; empty without a word."""
        if term.others or term.stems:
            return any_of(filter(None, (self.query(each, named=named) for each in term.spellings)))
        words = self.words(term)
        if not words or any(len(word.encode()) > _LONGEST for word in words):
            return ""
        label = LABELS[_COLUMNS.index("names")] if named else ""
        marks = [f":{label}" if label else ""] * len(words)
        if term.begins:
            marks[-1] = f":*{label}"
        return " <-> ".join(f"{_quoted(word)}{mark}" for word, mark in zip(words, marks, strict=True))

    def words(self, term: Term) -> tuple[str, ...]:
        """Return the words of a term as it is written, one after the other."""
        return tuple(word for _, _, _, word in sorted(self._instances([("", "", "", " ".join(term.tokens))])))

    def _instances(self, rows: Sequence[Sequence[str]]) -> list[tuple[int, str, int, str]]:
        execute = self._base.execute
        execute("INSERT INTO words (words) VALUES ('delete-all')")
        self._base.executemany(
            f"INSERT INTO words (rowid, {', '.join(_COLUMNS)}) VALUES (?{',?' * len(_COLUMNS)})",
            ((number, *row) for number, row in enumerate(rows)),
        )
        return execute("SELECT doc, col, offset, term FROM instances").fetchall()


def _lexemes(found: list[tuple[int, int, str]]) -> Lexemes:
    """Return words with their places; those of one column come after those of the one before, with a gap."""
    found.sort()
    places: dict[str, list[str]] = {}
    begin = last = 1
    column = 0
    size = 0
    for own, offset, word in found:
        if own != column:
            column, begin = own, last + 2
        last = begin + offset
        if len(word.encode()) > _LONGEST:
            continue
        size += 2 if word in places else len(word.encode()) + 8
        if size > _MOST_BYTES:
            break
        places.setdefault(word, []).append(f"{last}{LABELS[own]}")
    vector = " ".join(f"{_quoted(word)}:{','.join(at)}" for word, at in places.items())
    return Lexemes(vector, tuple(places), len(found))


def _quoted(word: str) -> str:
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"


def any_of(queries: Iterable[str]) -> str:
    """Return how PostgreSQL is asked for what has one of these."""
    return " | ".join(f"({query})" for query in queries)
