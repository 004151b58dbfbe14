"""The index of a workspace in the person's cache folder: one SQLite file, disposable at any time.

What is in it is what the files said when they were last looked at, known by size and time of change. A file
that is damaged, of another version or not ours to write is done without: then the same is held in memory.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Self

from memdesk.courtesy import gently
from memdesk.index.chunker import IndexChunk, chunks_of
from memdesk.index.grams import grams
from memdesk.model import DocumentInfo, Kind, Nature
from memdesk.paths import cache_dir
from memdesk.text.encoding import decode

VERSION = 1
"""What the tables and the grams are like; an index of another version is made anew."""

TOGETHER = 200
"""Documents that are written in one go: others may write to the index in between."""

LEFT_OUT = frozenset((Kind.BACKUP, Kind.POLICY_SNAPSHOT, Kind.SEARCH_DB, Kind.COLD))
"""What is a copy of something else, or no text."""

_PATIENCE = 5.0
_SOUND = frozenset(
    f"SQLITE_{name}" for name in ("BUSY", "LOCKED", "READONLY", "PERM", "FULL", "IOERR", "CANTOPEN", "NOMEM")
)
"""Errors after which the file is as good as before."""

_SCHEMA = """
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, uri TEXT UNIQUE NOT NULL, size INTEGER, modified INTEGER, digest BLOB,
    kind TEXT, system TEXT, title TEXT);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL, heading TEXT, text TEXT, first INTEGER, last INTEGER);
CREATE INDEX chunks_of ON chunks (document);
CREATE VIRTUAL TABLE words USING fts5 (
    name, heading, text, content='', tokenize="porter unicode61 remove_diacritics 2 tokenchars '_'");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab ('words', 'row');
"""

Read = Callable[[str], bytes | None]
"""Returns a document's bytes, None where it cannot be read."""

Step = Callable[[int, int], object]
"""Is told how many documents of all are done."""


class Filled(NamedTuple):
    """What an index holds after it was brought up to date, and how many documents were read for that."""

    documents: int
    chunks: int
    read: int


class SearchIndex:
    """The index of one workspace. For one thread at a time."""

    def __init__(self, workspace: str, file: Path | None = None) -> None:
        self.file = file or _file(workspace)
        self.note = ""
        """Why the index is held in memory alone, where it is."""
        self._base = self._opened()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def query(self, statement: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Return the rows of a statement. Raises sqlite3.Error."""
        with closing(self._base.cursor()) as cursor:
            return cursor.execute(statement, tuple(values)).fetchall()

    def update(
        self, documents: Iterable[DocumentInfo], read: Read, step: Step | None = None, *, anew: bool = False
    ) -> Filled:
        """Bring the index up to date with these documents; only those that changed are read.

        Where the file cannot be written, or is lost meanwhile, all is read into memory.
        """
        wanted = [info for info in documents if is_searched(info)]
        try:
            return self._update(wanted, read, step, anew=anew)
        except sqlite3.Error as error:
            self.do_without(error)
            return self._update(wanted, read, step, anew=True)

    def _update(self, wanted: list[DocumentInfo], read: Read, step: Step | None, *, anew: bool) -> Filled:
        known: dict[str, tuple[int, int, int, bytes | None]] = {
            str(uri): (int(number), int(size), int(modified), digest)  # type: ignore[call-overload, misc]
            for number, uri, size, modified, digest in self.query(
                "SELECT id, uri, size, modified, digest FROM documents"
            )
        }
        here = {info.uri for info in wanted}
        changed = [
            info
            for info in gently(wanted)
            if anew or known.get(info.uri, (0, -1, -1, b""))[1:3] != (info.size, info.modified)
        ]
        gone = [uri for uri in known if uri not in here]
        total = len(changed)
        for at in range(0, max(total, 1), TOGETHER):
            with self._base:
                self._base.execute("BEGIN IMMEDIATE")
                if not at:
                    for uri in gone:
                        self._remove(known[uri][0])
                for info in changed[at : at + TOGETHER]:
                    self._put(info, known.get(info.uri), read(info.uri), anew=anew)
            if step is not None and total:
                step(min(at + TOGETHER, total), total)
        ((chunks,),) = self.query("SELECT count(*) FROM chunks")
        return Filled(len(here), int(str(chunks)), total)

    def _put(
        self,
        info: DocumentInfo,
        known: tuple[int, int, int, bytes | None] | None,
        data: bytes | None,
        *,
        anew: bool,
    ) -> None:
        digest = sha256(data).digest() if data is not None else None
        values = (info.size, info.modified, digest, info.kind.value, info.system or "", info.title)
        execute = self._base.execute
        if known is not None and known[3] == digest and not anew:
            execute(
                "UPDATE documents SET size=?, modified=?, digest=?, kind=?, system=?, title=? WHERE id=?",
                (*values, known[0]),
            )
            return
        if known is not None:
            self._remove(known[0])
        number = execute(
            "INSERT INTO documents (size, modified, digest, kind, system, title, uri) VALUES (?,?,?,?,?,?,?)",
            (*values, info.uri),
        ).lastrowid
        name = _name(info.uri)
        for chunk in _chunks(info, data):
            row = execute(
                "INSERT INTO chunks (document, heading, text, first, last) VALUES (?,?,?,?,?)",
                (number, *map(_storable, chunk[:2]), *chunk[2:]),
            ).lastrowid
            execute(
                "INSERT INTO words (rowid, name, heading, text) VALUES (?,?,?,?)",
                (row, name, grams(_storable(chunk.heading)), grams(_storable(chunk.text))),
            )

    def _remove(self, number: int) -> None:
        """Take a document out; full-text search is told what it was given, to forget it."""
        (uri,), *_ = self.query("SELECT uri FROM documents WHERE id=?", (number,))
        name = _name(str(uri))
        for row, heading, text in self.query(
            "SELECT id, heading, text FROM chunks WHERE document=?", (number,)
        ):
            self._base.execute(
                "INSERT INTO words (words, rowid, name, heading, text) VALUES ('delete',?,?,?,?)",
                (row, name, grams(str(heading)), grams(str(text))),
            )
        self._base.execute("DELETE FROM chunks WHERE document=?", (number,))
        self._base.execute("DELETE FROM documents WHERE id=?", (number,))

    def _opened(self) -> sqlite3.Connection:
        try:
            return _connected(self.file)
        except sqlite3.DatabaseError as error:
            if not isinstance(error, sqlite3.OperationalError):
                with suppress(OSError, sqlite3.Error):
                    _remove_files(self.file)
                    return _connected(self.file)
            return self._in_memory(error)
        except OSError as error:
            return self._in_memory(error)

    def do_without(self, error: sqlite3.Error) -> None:
        """Begin anew, empty, after an error: in a new file in place of a damaged one, else in memory."""
        with suppress(sqlite3.Error):
            self._base.close()
        if error.sqlite_errorname not in _SOUND:
            with suppress(OSError, sqlite3.Error):
                _remove_files(self.file)
                self._base = _connected(self.file)
                return
        self._base = self._in_memory(error)

    def _in_memory(self, error: Exception) -> sqlite3.Connection:
        self.note = f"the index cannot be used ({error}); every document was read instead"
        base = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        base.executescript(_SCHEMA)
        return base


def is_searched(info: DocumentInfo) -> bool:
    """Say whether a document is searched: a file that is no copy of another and can be text."""
    return info.nature is Nature.FILE and info.kind not in LEFT_OUT


def forget_index(workspace: str) -> None:
    """Remove the index of a workspace with all that it says. Raises OSError where the disk refuses."""
    _remove_files(_file(workspace))


def _file(workspace: str) -> Path:
    name = sha256(workspace.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return cache_dir() / "index" / f"{name}.sqlite"


def _remove_files(file: Path) -> None:
    for each in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        with suppress(FileNotFoundError):
            each.unlink()


def _connected(file: Path) -> sqlite3.Connection:
    """Open the file, or begin one that its owner alone can read. Raises OSError, sqlite3.Error."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600))
    base = sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=NORMAL")
        ((version,),) = base.execute("PRAGMA user_version").fetchall()
        if version > VERSION:
            raise sqlite3.OperationalError("a newer memdesk made it")
        if version != VERSION:
            _begin(base)
    except sqlite3.Error:
        base.close()
        raise
    return base


def _begin(base: sqlite3.Connection) -> None:
    """Make the tables, in place of those of an older version. Another program may do so at this moment."""
    base.execute("BEGIN IMMEDIATE")
    ((version,),) = base.execute("PRAGMA user_version").fetchall()
    if version != VERSION:
        for table in ("vocabulary", "words", "chunks", "documents"):
            base.execute(f"DROP TABLE IF EXISTS {table}")
        for statement in filter(str.strip, _SCHEMA.split(";")):
            base.execute(statement)
        base.execute(f"PRAGMA user_version={VERSION}")
    base.execute("COMMIT")


def _chunks(info: DocumentInfo, data: bytes | None) -> Iterator[IndexChunk]:
    if data is None:
        return
    decoded = decode(data)
    if decoded.reason != "binary":
        yield from chunks_of(decoded.lined, is_json=info.uri.lower().endswith(".json"))


def _name(uri: str) -> str:
    return grams(_storable(uri.rpartition(".")[0] or uri))


def _storable(text: str) -> str:
    """Return a text as SQLite takes it: a half letter becomes a mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
