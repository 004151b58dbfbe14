"""EvoClaw's own search database, as its Go program keeps it: read, and filled with what documents say. Pure.

Chunks stand in a table with their vectors (``local``: 256 numbers of 8 bytes, the lowest byte first), and
once more in a table for full-text search, which the program asks by itself.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import NamedTuple

from memdesk.errors import InvalidError, TooLargeError
from memdesk.index import chunks_of
from memdesk.index.embedding.hashing import Hashing
from memdesk.systems.sqlite_bytes import SIZE_LIMIT, read_tables
from memdesk.systems.sqlite_edit import Value, query

_SCHEMA = """
CREATE TABLE chunks (
    doc_id TEXT NOT NULL, chunk_id TEXT NOT NULL, heading TEXT NOT NULL DEFAULT '', content TEXT NOT NULL,
    embedding BLOB, PRIMARY KEY (doc_id, chunk_id));
CREATE INDEX idx_chunks_doc ON chunks(doc_id);
CREATE VIRTUAL TABLE chunks_fts USING fts5(doc_id, chunk_id, heading, content);
"""
_TOGETHER = 1_000
_MODE = slice(18, 20)
"""Where the bytes of a database say whether it is written ahead."""


class EvoChunk(NamedTuple):
    """A chunk as EvoClaw's program stores it; ``embedding`` are the bytes of its vector, where it has one."""

    document: str
    name: str
    heading: str
    content: str
    embedding: bytes | None = None


def evoclaw_chunks(data: bytes) -> tuple[EvoChunk, ...]:
    """Return the chunks of a database. Raises InvalidError where it is another one, or damaged."""
    names = {table.name for table in read_tables(data, 0)}
    if "chunks" not in names:
        raise InvalidError("this database is no search index of EvoClaw", reason="not_search_index")
    rows = query(data, "SELECT doc_id, chunk_id, heading, content, embedding FROM chunks ORDER BY rowid")
    return tuple(_chunk(row) for row in rows)


def _chunk(row: Sequence[Value]) -> EvoChunk:
    document, name, heading, content = (str(cell or "") for cell in row[:4])
    return EvoChunk(document, name, heading, content, row[4] if isinstance(row[4], bytes) else None)


def filled(data: bytes | None, texts: Iterable[tuple[str, str]]) -> bytes:
    """Return a database with the chunks of these documents, in the place of those that it had of them.

    What it has of others stays. Raises InvalidError where it is no search index, or holds more than one.
    """
    old = () if data is None else evoclaw_chunks(data)
    strange = set() if data is None else {table.name for table in read_tables(data, 0)} - {"chunks"}
    strange = {name for name in strange if not name.startswith("chunks_fts")}
    if strange:
        named = ", ".join(sorted(strange))
        raise InvalidError(f"the search index holds more than chunks ({named}); nothing was changed")
    new = [chunk for uri, text in texts for chunk in _chunks(uri, text)]
    fresh = {chunk.document for chunk in new}
    kept = [chunk for chunk in old if chunk.document not in fresh]
    made = _database([*kept, *_embedded(new)])
    mode = made[_MODE] if data is None else data[_MODE]
    return made[: _MODE.start] + mode + made[_MODE.stop :]


def _chunks(uri: str, text: str) -> Iterable[EvoChunk]:
    found = chunks_of(text, is_json=uri.lower().endswith(".json"))
    return (EvoChunk(uri, f"{uri}-{at}", chunk.heading, chunk.text) for at, chunk in enumerate(found))


def _embedded(chunks: Sequence[EvoChunk]) -> Iterable[EvoChunk]:
    """Yield the chunks with their vectors, made some at a time."""
    hashing = Hashing()
    for begin in range(0, len(chunks), _TOGETHER):
        some = chunks[begin : begin + _TOGETHER]
        vectors = hashing.embed([chunk.content for chunk in some])
        for chunk, vector in zip(some, vectors, strict=True):
            yield chunk._replace(embedding=vector.astype("<f8").tobytes())


def _database(chunks: Iterable[EvoChunk]) -> bytes:
    rows = [(*map(_storable, chunk[:4]), chunk.embedding) for chunk in chunks]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
        base.executescript(_SCHEMA)
        base.execute("BEGIN")
        base.executemany("INSERT INTO chunks VALUES (?,?,?,?,?)", rows)
        base.executemany("INSERT INTO chunks_fts VALUES (?,?,?,?)", [row[:4] for row in rows])
        base.execute("COMMIT")
        made = base.serialize()
    if len(made) > SIZE_LIMIT:
        raise TooLargeError(f"a search index of {len(made)} bytes is too large to be written")
    return made


def _storable(text: object) -> str:
    """Return a text as SQLite takes it: a half letter becomes a mark."""
    return str(text).encode("utf-8", "replace").decode("utf-8")
