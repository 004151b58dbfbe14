"""Looks into the bytes of an SQLite database. Opens no file and changes nothing.

A write-ahead log beside the file is not looked at, so rows that were not yet checkpointed are missing.
Virtual tables and what carries them are left out: reading one runs an extension on unchecked bytes.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from memdesk.errors import InvalidError, TooLargeError

SIZE_LIMIT = 64 << 20
"""The largest database in bytes that is looked into."""

_SECONDS = 2.0
_STEPS = 10_000
_TEXT = 4096
_TABLES = 200
_READING = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_PRAGMA}
)
_MAGIC = b"SQLite format 3\0"
_WRITE_VERSION = slice(18, 20)
_LEGACY = b"\1\1"
_PLAIN = "CREATE TABLE "
"""What SQLite writes down of a plain table begins so, however that was created; a forged schema may not."""


class BinaryValue(NamedTuple):
    """A binary value, of which only the size is kept."""

    size: int


Cell: TypeAlias = int | float | str | BinaryValue | None
"""One value of a row; long text is cut."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with how many rows it has and some of them."""

    name: str
    columns: tuple[str, ...]
    count: int
    rows: tuple[tuple[Cell, ...], ...]


def read_tables(data: bytes, limit: int, seconds: float = _SECONDS) -> tuple[Table, ...]:
    """Return every table with at most ``limit`` of its rows.

    Raises InvalidError where the bytes are no sound database or reading them takes more than ``seconds`` of
    this thread's own work, TooLargeError where they are too many.
    """
    with _opened(data, seconds) as connection:
        return tuple(_table(connection, name, 0, limit) for name in _names(connection))


def read_page(data: bytes, table: str, offset: int, limit: int) -> Table:
    """Return one table with at most ``limit`` rows from ``offset`` on. Raises as ``read_tables`` does."""
    with _opened(data, _SECONDS) as connection:
        if table not in _names(connection):
            raise InvalidError(f"there is no table {table!r}")
        return _table(connection, table, offset, limit)


@contextmanager
def _opened(data: bytes, seconds: float) -> Iterator[sqlite3.Connection]:
    if len(data) > SIZE_LIMIT:
        raise TooLargeError(f"a database of {len(data)} bytes is too large to look into")
    if not data.startswith(_MAGIC):
        raise InvalidError("this is not an SQLite database", reason="not_database")
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            _prepare(connection, data, time.thread_time() + seconds)
            yield connection
        except (sqlite3.Error, UnicodeError, OverflowError) as error:
            message = f"the database could not be read: {error}"
            raise InvalidError(message, reason="not_database") from error


def _prepare(connection: sqlite3.Connection, data: bytes, deadline: float) -> None:
    """Load the bytes, marked as a database without write-ahead log, which memory cannot have."""
    connection.deserialize(data[: _WRITE_VERSION.start] + _LEGACY + data[_WRITE_VERSION.stop :])
    connection.text_factory = _text
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA query_only = ON")
    connection.set_authorizer(_authorize)
    connection.set_progress_handler(_stop_after(deadline), _STEPS)


def _authorize(action: int, *_: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY


def _stop_after(deadline: float) -> Callable[[], int]:
    return lambda: int(time.thread_time() > deadline)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _names(connection: sqlite3.Connection) -> list[str]:
    """Return the names of the plain tables."""
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND typeof(name) = 'text' ORDER BY name"
    tables = {name: str(sql) for name, sql in connection.execute(query) if not name.startswith("sqlite_")}
    virtual = {name for name, sql in tables.items() if not sql.startswith(_PLAIN)}
    carriers = tuple(f"{name}_" for name in virtual)
    return [name for name in tables if name not in virtual and not name.startswith(carriers)][:_TABLES]


def _table(connection: sqlite3.Connection, name: str, offset: int, limit: int) -> Table:
    quoted = '"' + name.replace('"', '""') + '"'
    count = int(connection.execute(f"SELECT count(*) FROM {quoted}").fetchone()[0])
    cursor = connection.execute(f"SELECT * FROM {quoted} LIMIT ? OFFSET ?", (limit, offset))
    columns = tuple(column[0] for column in cursor.description)
    return Table(name, columns, count, tuple(tuple(map(_cell, row)) for row in cursor))


def _cell(value: int | float | str | bytes | None) -> Cell:
    if isinstance(value, bytes):
        return BinaryValue(len(value))
    if isinstance(value, str) and len(value) > _TEXT:
        return value[:_TEXT] + "…"
    return value
