"""Chunks in one SQLite file with full-text search: what a workspace is indexed in without any server."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self
from weakref import WeakSet, finalize

from memdesk.index.backend import (
    EVERYWHERE,
    ChunkFilter,
    IndexDocument,
    ScoredChunk,
    Stamp,
    Stats,
    StoredChunk,
    Worth,
)
from memdesk.index.fullest import FullestChunks, fullest
from memdesk.index.grams import Term, grams, grams_of
from memdesk.index.nearest import Nearest
from memdesk.index.standing import PLAIN
from memdesk.index.stored_text import (
    TOKENIZER,
    digest_of,
    key_of,
    name_of,
    named,
    said,
    storable,
    turn_of,
    uri_of,
)

if TYPE_CHECKING:
    from memdesk.index.chunker import IndexChunk
    from memdesk.index.embedding import Vector

VERSION = 12
"""What the tables and the grams are like; an index of another version is made anew."""

WEIGHTS = (4.0, 2.0, 3.0, 1.0)
"""How much more a word weighs in the name of a document, in a heading and in a name than in the text."""

_PATIENCE = 5.0
_FEW = 5_000
"""Times as many chunks as are asked for, up to which all that have a term are read."""
_KEPT = 200_000
"""Chunks of the last terms that are kept; in an index of more, those of a term are only counted."""

_SCHEMA = f"""
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, uri TEXT UNIQUE NOT NULL, size INTEGER, modified INTEGER, digest BLOB,
    kind TEXT, system TEXT, title TEXT, folder TEXT, turn TEXT);
CREATE INDEX documents_in ON documents (folder, turn);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL, place INTEGER, heading TEXT, text TEXT,
    first INTEGER, last INTEGER, digest BLOB, names TEXT, scopes TEXT, replaced INTEGER);
CREATE INDEX chunks_of ON chunks (document, place);
CREATE INDEX chunks_marked ON chunks (id) WHERE names != '' OR replaced;
CREATE TABLE writes (number INTEGER NOT NULL);
INSERT INTO writes VALUES (0);
CREATE TABLE vectors (
    model TEXT NOT NULL, digest BLOB NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (digest, model));
CREATE VIRTUAL TABLE words USING fts5 (
    name, heading, names, text, content='', tokenize="{TOKENIZER}");
INSERT INTO words (words, rank) VALUES ('hashsize', 8000000);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab ('words', 'row');
"""
_SAYING = "CREATE INDEX IF NOT EXISTS chunks_saying ON chunks (digest)"
"""Which chunks give a model the same to read: asked of an index that has vectors, else it only costs time."""

_TABLES = ("vocabulary", "words", "vectors", "writes", "chunks", "documents")


class SqliteBackend:
    """An index in a file that its owner alone can read, or in memory where there is none.

    Two programs may use one file. Raises OSError and sqlite3.Error where it cannot be opened.
    """

    is_shared = False
    failures: tuple[type[Exception], ...] = (sqlite3.Error,)

    def __init__(self, file: Path | None) -> None:
        self._base = _connected(file) if file is not None else _in_memory()
        self._table: tuple[tuple[object, ...], Nearest] | None = None
        self._stats: tuple[object, Stats] | None = None
        self._lists: tuple[object, dict[str, list[int]]] | None = None

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def query(self, statement: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Return the rows of a statement. Raises sqlite3.Error."""
        with closing(self._base.cursor()) as cursor:
            return cursor.execute(statement, tuple(values)).fetchall()

    def stamps(self, uris: Collection[str] | None = None) -> dict[str, Stamp]:
        """Return every document that is held, or those of these that are."""
        columns = "SELECT uri, size, modified, digest FROM documents"
        if uris is None:
            rows = self._base.execute(columns)
        else:
            listed = json.dumps([*map(key_of, uris)])
            rows = self._base.execute(f"{columns} WHERE uri IN (SELECT value FROM json_each(?))", (listed,))
        return {uri_of(key): Stamp(size, modified, digest) for key, size, modified, digest in rows}

    def upsert(self, documents: Iterable[IndexDocument]) -> None:
        """Take documents in place of what was held of them: all of them, or none."""
        taken = list({document.uri: document for document in documents}.values())
        with self._writing(documents=True):
            self._put(taken)

    def delete(self, uris: Iterable[str]) -> None:
        """Forget documents, their chunks, and the vectors that no other chunk has."""
        with self._writing(documents=True):
            for uri in uris:
                for (number,) in self.query("SELECT id FROM documents WHERE uri=?", (key_of(uri),)):
                    self._empty(int(str(number)), uri)
                self._base.execute("DELETE FROM documents WHERE uri=?", (key_of(uri),))

    def keyword(self, terms: Sequence[Term], k: int, only: ChunkFilter = EVERYWHERE) -> list[ScoredChunk]:
        """Return the ``k`` best chunks with any of the terms, the best first, of equals the oldest."""
        match = " OR ".join(map(_match, terms))
        where, values = _where(only)
        joined = f" AND words.rowid IN ({_CHUNKS_OF}{where})" if where else ""
        found = self._base.execute(
            f"{_SCORED}{joined} ORDER BY score DESC, words.rowid LIMIT ?",
            (match, *values, k),
        )
        return [*map(ScoredChunk._make, found.fetchall())]

    def fullest(self, terms: Sequence[Term], k: int, worth: Worth, least: float) -> FullestChunks | None:
        """Return the ``k`` best chunks and more by their shares of the terms, and how well they answer.

        None where fewer have the ``least`` share, or to weigh all that have any of the terms is as fast.
        """
        if self._last() > _KEPT:
            return None
        asked = [*map(_match, terms)]
        lists = [*map(self._having, asked)]
        having = tuple(map(frozenset, lists))
        patterns = fullest(having, worth([*map(len, lists)]), k, least)
        if patterns is None:
            return None
        scores: dict[int, float] = {}
        best = f"{_SCORED} ORDER BY score DESC, words.rowid LIMIT ?"
        for pattern in patterns:
            scores.update(self._base.execute(best, (_only_these(asked, pattern.present), k)))
        return FullestChunks(scores, having)

    def matching(
        self, terms: Sequence[Term], chunks: Collection[int], *, named: bool = False
    ) -> list[frozenset[int]]:
        """Return for each term which of these chunks have it, ``named`` in what they are called."""
        if not chunks:
            return [frozenset()] * len(terms)
        if named and not self._has_marked():
            return [frozenset()] * len(terms)
        asked = [f"{'names : ' if named else ''}{_match(term)}" for term in terms]
        if self._last() <= len(chunks) * _FEW or self._kept_lists().keys() >= set(asked):
            wanted = frozenset(chunks)
            return [wanted.intersection(self._having(each)) for each in asked]
        statement = (
            "SELECT rowid FROM words WHERE words MATCH ? AND rowid IN (SELECT value FROM json_each(?))"
        )
        listed = json.dumps([*chunks])
        return [frozenset(row for (row,) in self._base.execute(statement, (each, listed))) for each in asked]

    def held(self, terms: Sequence[Term]) -> list[int]:
        """Return for each term how many chunks have it."""
        if self._last() <= _KEPT:
            return [len(self._having(_match(term))) for term in terms]
        return [self._count("SELECT count(*) FROM words WHERE words MATCH ?", _match(term)) for term in terms]

    def words_like(self, word: str) -> list[str]:
        """Return the words of the chunks that begin with its letter and are about as long."""
        like = self.query(
            "SELECT term FROM vocabulary WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?",
            (word[0], chr(ord(word[0]) + 1), len(word) - 3, len(word) + 2),
        )
        return [str(each) for (each,) in like]

    def unembedded(self, model: str, most: int) -> list[tuple[bytes, str]]:
        """Return the text of chunks without a vector of a model, by its digest, newest document first."""
        missing = self.query(
            "SELECT chunks.id FROM chunks JOIN documents ON documents.id = chunks.document WHERE NOT EXISTS"
            " (SELECT 1 FROM vectors WHERE model=? AND vectors.digest = chunks.digest)"
            " ORDER BY documents.modified DESC, chunks.id LIMIT ?",
            (model, most),
        )
        # Apart from their texts, which would be sorted with them.
        read = "SELECT digest, heading, text FROM chunks WHERE id=?"
        rows = (row for number in missing for row in self._base.execute(read, number))
        return list({digest: said(heading, text) for digest, heading, text in rows}.items())

    def embedded(self, model: str) -> int:
        """Return how many chunks have a vector of a model."""
        return self._count(
            "SELECT count(*) FROM chunks JOIN vectors ON vectors.digest = chunks.digest WHERE model=?", model
        )

    def keep_vectors(self, model: str, vectors: Mapping[bytes, Vector]) -> None:
        """Keep the vectors of texts by their digests, as a model made them."""
        with self._writing():
            self._base.execute(_SAYING)
            self._base.executemany(
                "INSERT OR REPLACE INTO vectors (model, digest, vector) VALUES (?,?,?)",
                [(model, digest, vector.tobytes()) for digest, vector in vectors.items()],
            )

    def vector(self, model: str, vector: Vector, k: int, only: ChunkFilter = EVERYWHERE) -> list[ScoredChunk]:
        """Return the ``k`` chunks nearest to a vector by cosine, of those above 0, the nearest first."""
        among = self._among(only)
        return self._nearest(model, vector.nbytes).nearest(vector, k, among)

    def nearness(self, model: str, vector: Vector, chunks: Collection[int]) -> Mapping[int, float]:
        """Return how near each of these chunks is to a vector that has one of this model."""
        return self._nearest(model, vector.nbytes).scores(vector, chunks)

    def chunks(self, numbers: Collection[int], *, marked: bool = False) -> dict[int, StoredChunk]:
        """Return these chunks, without those that are gone; ``marked`` only the named and replaced ones."""
        if not numbers:
            return {}
        if marked and not self._has_marked():
            return {}
        rows = self._base.execute(
            "SELECT chunks.id, uri, title, kind, system, heading, text, first, last, place, names,"
            " replaced FROM chunks"
            " JOIN documents ON documents.id = chunks.document"
            " WHERE chunks.id IN (SELECT value FROM json_each(?))"
            f"{f' AND ({_MARKED})' if marked else ''}",
            (json.dumps([*numbers]),),
        )
        return {number: StoredChunk(uri_of(key), *rest) for number, key, *rest in rows}

    def beside(self, numbers: Collection[int], reach: int = 1) -> dict[int, dict[int, int]]:
        """Return for each of these chunks those near it in its document, with how many chunks away.

        The next to a document of one chunk are those of its neighbours in the folder, by their names.
        """
        found: dict[int, dict[int, int]] = {number: {} for number in numbers}
        alone: dict[int, tuple[str, str]] = {}
        rows = self._base.execute(
            "SELECT this.id, other.id, abs(other.place - this.place), folder, turn FROM chunks AS this"
            " JOIN documents ON documents.id = this.document"
            " LEFT JOIN chunks AS other ON other.document = this.document AND other.id != this.id"
            " AND other.place BETWEEN this.place - ?1 AND this.place + ?1"
            " WHERE this.id IN (SELECT value FROM json_each(?2)) ORDER BY this.id, other.id",
            (reach, json.dumps([*numbers])),
        )
        for number, other, distance, folder, turn in rows:
            if other is None:
                alone[number] = folder, turn
            else:
                found[number][other] = distance
        for number, place in alone.items():
            for statement in (_BEFORE, _AFTER):
                for distance, (other,) in enumerate(self._base.execute(statement, (*place, reach)), 1):
                    if other is not None:
                        found[number][other] = distance
        return found

    def stats(self) -> Stats:
        """Return how much is held."""
        state = self._state()
        if self._stats is None or self._stats[0] != state:
            documents, chunks = "SELECT count(*) FROM documents", "SELECT count(*) FROM chunks"
            self._stats = state, Stats(self._count(documents), self._count(chunks))
        return self._stats[1]

    def _last(self) -> int:
        return self._count("SELECT coalesce(max(id), 0) FROM chunks")

    def _having(self, match: str) -> Sequence[int]:
        """Return all chunks that have a term; those of the last terms are kept until anything is written.

        Of a question it is asked how many they are, and then which.
        """
        lists = self._kept_lists()
        if match not in lists:
            # One text for all: to take rows one by one, or to look for each chunk, takes far longer.
            every = "SELECT json_group_array(rowid) FROM words WHERE words MATCH ?"
            ((numbers,),) = self._base.execute(every, (match,))
            found: list[int] = json.loads(numbers)
            lists[match] = found
            while lists and sum(map(len, lists.values())) > _KEPT:
                del lists[next(iter(lists))]
            return found
        return lists[match]

    def _kept_lists(self) -> dict[str, list[int]]:
        state = self._state()
        if self._lists is None or self._lists[0] != state:
            self._lists = state, {}
        return self._lists[1]

    def _has_marked(self) -> bool:
        """Say whether any chunk is named or replaced: most folders have none, and are spared the look."""
        return bool(self.query(f"SELECT EXISTS (SELECT 1 FROM chunks WHERE {_MARKED})")[0][0])

    def writes(self) -> int:
        """Return how often documents were taken or forgotten, by any program."""
        return self._count("SELECT number FROM writes")

    def _state(self) -> tuple[object, ...]:
        """Return what is another one after any program wrote to the index."""
        ((written,),) = self.query("PRAGMA data_version")
        return written, self._base.total_changes

    def _nearest(self, model: str, size: int) -> Nearest:
        """Return the vectors of a model, read again after any program wrote to the index."""
        state = (model, size, *self._state())
        if self._table is None or self._table[0] != state:
            # Before the new one is made: both would be held at once.
            self._table = None
            self._table = (state, self._vectors(model, size))
        return self._table[1]

    def _vectors(self, model: str, size: int) -> Nearest:
        joined = (
            " FROM chunks JOIN vectors ON vectors.model=? AND vectors.digest = chunks.digest"
            " WHERE length(vectors.vector)=? ORDER BY chunks.id"
        )
        numbers = [number for (number,) in self._base.execute(f"SELECT chunks.id{joined}", (model, size))]
        blobs = (blob for (blob,) in self._base.execute(f"SELECT vectors.vector{joined}", (model, size)))
        return Nearest(numbers, blobs, len(numbers), size // 4)

    def _among(self, only: ChunkFilter) -> list[int] | None:
        where, values = _where(only)
        return [row for (row,) in self._base.execute(f"{_CHUNKS_OF}{where}", values)] if where else None

    @contextmanager
    def _writing(self, *, documents: bool = False) -> Iterator[None]:
        with self._base:
            self._base.execute("BEGIN IMMEDIATE")
            if documents:
                self._base.execute("UPDATE writes SET number = number + 1")
            yield

    def _put(self, documents: Sequence[IndexDocument]) -> None:
        ids = self._ids(documents)
        for document in documents:
            if document.chunks is not None and document.uri in ids:
                self._empty(ids[document.uri], document.uri)
        begin = self._count("SELECT coalesce(max(id), 0) + 1 FROM documents")
        new = [document.uri for document in documents if document.uri not in ids]
        ids |= {uri: number for number, uri in enumerate(new, begin)}
        many = self._base.executemany
        many(
            "INSERT INTO documents (id, size, modified, digest, kind, system, title, uri, folder, turn)"
            " VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT (id) DO UPDATE SET size=excluded.size,"
            " modified=excluded.modified, digest=excluded.digest, kind=excluded.kind,"
            " system=excluded.system, title=excluded.title",
            (
                (
                    *(ids[each.uri], *each.stamp, each.kind, each.system, storable(each.title)),
                    *(key_of(each.uri), *turn_of(each.uri)),
                )
                for each in documents
            ),
        )
        rows: list[tuple[object, ...]] = []
        words: list[tuple[int, str, str, str, str]] = []
        number = self._count("SELECT coalesce(max(id), 0) FROM chunks")
        parts = [*map(_Parts.of, (document for document in documents if document.chunks))]
        told = iter(grams_of([text for each in parts for text in each.said]))
        for uri, chunks, headings, texts in parts:
            of, name = ids[uri], next(told)
            leading = dict(zip(headings, told, strict=False))
            for place, ((head, _, first, last, standing), text) in enumerate(zip(chunks, texts, strict=True)):
                number += 1
                heading, body = headings[head], next(told)
                kept = number, of, place, heading, text, first, last, digest_of(heading, text)
                if standing is PLAIN:
                    rows.append((*kept, "", "", False))
                    words.append((number, name, leading[head], "", body))
                else:
                    names = storable(standing.names)
                    rows.append((*kept, names, _scopes(standing.scopes), standing.is_replaced))
                    words.append((number, name, leading[head], grams(names), body))
        many("INSERT INTO chunks VALUES (?,?,?,?,?,?,?,?,?,?,?)", rows)
        many("INSERT INTO words (rowid, name, heading, names, text) VALUES (?,?,?,?,?)", words)

    def _ids(self, documents: Iterable[IndexDocument]) -> dict[str, int]:
        """Return the numbers of those that are held."""
        listed = json.dumps([key_of(document.uri) for document in documents])
        rows = self._base.execute(
            "SELECT uri, id FROM documents WHERE uri IN (SELECT value FROM json_each(?))", (listed,)
        )
        return {uri_of(key): number for key, number in rows}

    def _empty(self, number: int, uri: str) -> None:
        """Forget the chunks of a document; full-text search is told what it was given, to forget it."""
        name = name_of(uri)
        for row, *held in self.query(
            "SELECT id, heading, names, text FROM chunks WHERE document=?", (number,)
        ):
            self._base.execute(
                "INSERT INTO words (words, rowid, name, heading, names, text) VALUES ('delete',?,?,?,?,?)",
                (row, name, *(grams(str(each)) for each in held)),
            )
        digests = self.query(
            "SELECT DISTINCT digest FROM chunks WHERE document=? AND EXISTS (SELECT 1 FROM vectors)",
            (number,),
        )
        self._base.execute("DELETE FROM chunks WHERE document=?", (number,))
        self._base.executemany(
            "DELETE FROM vectors WHERE digest=?1 AND NOT EXISTS (SELECT 1 FROM chunks WHERE digest=?1)",
            digests,
        )

    def _count(self, statement: str, *values: str) -> int:
        ((number,),) = self.query(statement, values)
        return int(str(number))


class _Parts(NamedTuple):
    """What is kept of a document: its chunks, their headings, each once, and their texts."""

    uri: str
    chunks: Sequence[IndexChunk]
    headings: dict[str, str]
    texts: list[str]

    @classmethod
    def of(cls, document: IndexDocument) -> Self:
        chunks = document.chunks or ()
        headings = {chunk.heading: storable(chunk.heading) for chunk in chunks}
        return cls(document.uri, chunks, headings, [storable(chunk.text) for chunk in chunks])

    @property
    def said(self) -> Iterator[str]:
        """All that is searched of it, its name first."""
        yield named(self.uri)
        yield from self.headings.values()
        yield from self.texts


_LONE = "(SELECT min(id) FROM chunks WHERE document = documents.id HAVING count(*) = 1)"
_BEFORE, _AFTER = (
    f"SELECT {_LONE} FROM documents WHERE folder = ? AND turn {sign} ? ORDER BY turn {order} LIMIT ?"
    for sign, order in (("<", "DESC"), (">", "ASC"))
)
_RANK = f"-bm25(words, {', '.join(map(str, WEIGHTS))})"
_SCORED = f"SELECT words.rowid, {_RANK} AS score FROM words WHERE words MATCH ?"
_MARKED = "names != '' OR replaced"
_CHUNKS_OF = "SELECT chunks.id FROM chunks JOIN documents ON documents.id = chunks.document WHERE "


class HeldFile:
    """Holds an index open for a program that opens it again and again. Raises sqlite3.Error.

    Whoever closes the last connection writes the whole log back and removes it, which takes longer than to
    change a document. Whatever removes the file lets go of it.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        base = sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, check_same_thread=False)
        self.close = finalize(self, base.close)
        """Lets go of the file."""
        # What nothing was read with holds nothing; what is not read to its end holds up the log.
        base.execute("SELECT number FROM writes").fetchall()
        _held.add(self)


_held: WeakSet[HeldFile] = WeakSet()


def remove_files(file: Path) -> None:
    """Remove an index with what SQLite keeps beside it. Raises OSError where the disk refuses."""
    for held in [*_held]:
        if held.file == file:
            held.close()
    beside = (file.with_name(f"{file.name}-{what}") for what in ("wal", "shm", "journal"))
    for each in (file, *beside):
        with suppress(FileNotFoundError):
            each.unlink()


def _where(only: ChunkFilter) -> tuple[str, list[str]]:
    """Return the condition on documents and chunks, empty where all are searched, and its values."""
    where: list[str] = []
    values: list[str] = []
    for column, wanted in (("kind", only.kinds), ("kind", only.tiers), ("system", only.systems)):
        if wanted:
            where.append(f"documents.{column} IN ({','.join('?' * len(wanted))})")
            values += sorted(wanted)
    if only.folder:
        where.append("substr(documents.uri, 1, length(?)) = ?")
        values += [key_of(f"{only.folder}/")] * 2
    if only.documents is not None:
        where.append("documents.uri IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(sorted(map(key_of, only.documents))))
    if only.scopes:
        allowed = "SELECT value FROM json_each(?)"
        where.append(
            "(chunks.scopes = '' OR EXISTS (SELECT 1 FROM json_each(chunks.scopes) AS own"
            f" WHERE own.value IN ({allowed})))"
        )
        values.append(json.dumps(sorted(only.scopes)))
    return " AND ".join(where), values


def _match(term: Term) -> str:
    """Return how SQLite is asked for a term: its tokens one after the other, never its own language."""
    asked = [f'"{" ".join(each.tokens)}"{"*" if each.begins else ""}' for each in term.spellings]
    return asked[0] if len(asked) == 1 else f"({' OR '.join(asked)})"


def _only_these(asked: Sequence[str], present: Sequence[bool]) -> str:
    """Return how SQLite is asked for what has these terms and none of the others."""
    pairs = [*zip(asked, present, strict=True)]
    own, others = ([each for each, has in pairs if has is wanted] for wanted in (True, False))
    both = " AND ".join(own)
    return f"({both}) NOT ({' OR '.join(others)})" if others else both


def _connected(file: Path) -> sqlite3.Connection:
    """Open the file, or begin one that its owner alone can read. Raises OSError, sqlite3.Error."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600))
    base = sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=NORMAL")
        # What one step of filling changes has room, else it is written twice.
        base.execute("PRAGMA cache_size=-32000")
        ((version,),) = base.execute("PRAGMA user_version").fetchall()
        if version > VERSION:
            raise sqlite3.OperationalError("a newer memdesk made it")
        if version != VERSION:
            _begin(base)
    except sqlite3.Error:
        base.close()
        raise
    return base


def _in_memory() -> sqlite3.Connection:
    base = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    base.executescript(_SCHEMA)
    return base


def _begin(base: sqlite3.Connection) -> None:
    """Make the tables, in place of those of an older version. Another program may do so at this moment."""
    base.execute("BEGIN IMMEDIATE")
    ((version,),) = base.execute("PRAGMA user_version").fetchall()
    if version != VERSION:
        for table in _TABLES:
            base.execute(f"DROP TABLE IF EXISTS {table}")
        for statement in filter(str.strip, _SCHEMA.split(";")):
            base.execute(statement)
        base.execute(f"PRAGMA user_version={VERSION}")
    base.execute("COMMIT")


def _scopes(scopes: Sequence[str]) -> str:
    return json.dumps([storable(scope) for scope in scopes]) if scopes else ""
