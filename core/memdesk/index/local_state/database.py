"""The SQLite file in which everything about a workspace is kept that is not in its own folder.

It is never the truth about a document. A file that is damaged is begun anew; where nothing can be written,
the same is held in memory until the process ends.
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from memdesk.runtime.paths import state_dir

if TYPE_CHECKING:
    import sqlite3

_log = logging.getLogger("memdesk.state")

VERSION = 1
"""What the tables are like; a file of another version is begun anew."""

CHUNK = 1_000
"""Rows that are read or written in one go: others may write in between."""

_PATIENCE = 5.0

_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE baseline (
    id INTEGER PRIMARY KEY, uri BLOB UNIQUE NOT NULL, size INTEGER, modified INTEGER, changed INTEGER,
    inode INTEGER, revision BLOB);
CREATE TABLE read_marks (
    id INTEGER PRIMARY KEY, uri BLOB UNIQUE NOT NULL, size INTEGER, modified INTEGER, looked REAL);
CREATE TABLE findings (id INTEGER PRIMARY KEY, change TEXT UNIQUE NOT NULL, found TEXT);
"""

Value: TypeAlias = "int | float | str | bytes | None"
Row: TypeAlias = tuple[Value, ...]
T = TypeVar("T")


def state_file(workspace: str) -> Path:
    """Return the file of the workspace with this id, there or not."""
    return state_dir() / "workspaces" / workspace / "state.sqlite"


class StateDatabase:
    """The file of one workspace, opened when it is first asked. Safe to use from any thread."""

    def __init__(self, workspace: str) -> None:
        self.file = state_file(workspace)
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._closing: weakref.finalize[[], StateDatabase] | None = None
        self.opened = 0
        """How often it was opened so far: what was known of another opening need not be in this one."""
        self.is_in_memory = False
        """Whether the file could not be used, so that what is kept is gone when the process ends."""

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Return the rows of a statement."""
        return self._tried(lambda connection: connection.execute(statement, values).fetchall())

    def write(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Carry out a statement with each of these rows, all or none."""
        ready = list(rows)

        def work(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany(statement, ready)

        if ready:
            self._tried(work)

    def stream(self, columns: str, table: str) -> Iterator[Row]:
        """Yield some columns of a table, a chunk at a time: nothing is held up meanwhile."""
        last: Value = -1
        statement = f"SELECT id, {columns} FROM {table} WHERE id > ? ORDER BY id LIMIT {CHUNK}"
        while part := self.rows(statement, (last,)):
            last = part[-1][0]
            yield from (row[1:] for row in part)

    def get(self, name: str) -> Value:
        """Return a value by its name, None where there is none."""
        found = self.rows("SELECT value FROM meta WHERE name = ?", (name,))
        return found[0][0] if found else None

    def put(self, name: str, value: Value) -> None:
        """Remember a value by its name."""
        self.write("INSERT OR REPLACE INTO meta VALUES (?, ?)", [(name, value)])

    def close(self) -> None:
        """Close the file; it is opened again when it is asked."""
        with self._lock:
            if self._closing is not None:
                self._closing()
            self._connection = self._closing = None

    def _tried(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Work with the file; where that fails, with an empty one."""
        import sqlite3

        with self._lock:
            try:
                return work(self._opened())
            except sqlite3.Error as error:
                self._begin_anew(error)
                return work(self._opened())

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            try:
                self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._hold(_connected(self.file))
                self.is_in_memory = False
            except OSError as error:
                self._in_memory(error)
        assert self._connection is not None
        return self._connection

    def _hold(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.opened += 1
        self._closing = weakref.finalize(self, connection.close)
        # A thread may still ask as the process ends: a file that was closed under it would pass for damaged.
        self._closing.atexit = False

    def _begin_anew(self, error: sqlite3.Error) -> None:
        """Put an empty file in the place of a damaged one; what cannot be used at all is done without."""
        import sqlite3

        self.close()
        if isinstance(error, (sqlite3.OperationalError, sqlite3.ProgrammingError)):
            # The file may be whole: another program writes to it, the disk is full, or the call was wrong.
            self._in_memory(error)
            return
        _log.warning("%s is damaged; starting afresh: %s", self.file.name, error)
        for suffix in ("", "-wal", "-shm"):
            with suppress(OSError):
                self.file.with_name(self.file.name + suffix).unlink(missing_ok=True)
        try:
            self._hold(_connected(self.file))
            self.is_in_memory = False
        except (OSError, sqlite3.Error) as again:
            self._in_memory(again)

    def _in_memory(self, error: Exception) -> None:
        _log.warning("%s cannot be used: %s", self.file.name, error)
        self.is_in_memory = True
        self._hold(_connected(None))


def _connected(file: Path | None) -> sqlite3.Connection:
    """Open a file, or memory, with the tables in it. Raises OSError, sqlite3.Error."""
    import sqlite3

    if file is not None:
        file.touch(mode=0o600)
    name = str(file) if file is not None else ":memory:"
    connection = sqlite3.connect(name, timeout=_PATIENCE, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA secure_delete = ON")
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            ((version,),) = connection.execute("PRAGMA user_version")
            if version != VERSION:
                _create(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _create(connection: sqlite3.Connection) -> None:
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (name,) in tables:
        connection.execute(f'DROP TABLE "{name}"')
    for statement in filter(str.strip, _SCHEMA.split(";")):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def key_of_uri(uri: str) -> bytes:
    """Return a uri as it is stored: a name on disk need not be Unicode."""
    return uri.encode("utf-8", "surrogatepass")


def uri_of_key(key: Value) -> str:
    """Return the uri that is stored so."""
    return key.decode("utf-8", "surrogatepass") if isinstance(key, bytes) else str(key)


def signed(number: int) -> int:
    """Return a number as the file holds it, in 64 bits: an inode has no sign, a time may be of any size."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)
