"""Looks into the bytes of an SQLite database: opens no file, changes nothing, never raises for bad content."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TypeAlias

from memdesk.model import Problem

LARGEST = 256 << 20
"""The largest database in bytes that is looked into."""

_SECONDS = 2.0
_STEPS = 10_000
_TEXT = 4096
_TABLES = 200
_MAGIC = b"SQLite format 3\0"
_VERSIONS = slice(18, 20)


@dataclass(frozen=True, slots=True)
class Blob:
    """A binary cell, of which only the size is told."""

    size: int


Cell: TypeAlias = int | float | str | Blob | None
"""One value of a row; long text is cut."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its first rows; ``count`` is None where it is not known.

    A virtual table is only named: reading one runs code of an extension on bytes nobody has checked.
    """

    name: str
    columns: tuple[str, ...]
    count: int | None
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """What a database holds, as far as it could be read."""

    tables: tuple[Table, ...] = ()
    problem: Problem | None = None


def read_tables(data: bytes, limit: int = 100, seconds: float = _SECONDS) -> Tables:
    """Return the tables of a database with at most ``limit`` rows each, within a time limit.

    A write-ahead log beside the file is not looked at: what it holds is missing.
    """
    if not data.startswith(_MAGIC):
        return _failed("database_invalid", "this is not an SQLite database")
    if len(data) > LARGEST:
        return _failed("database_too_large", "the database is too large to be looked into")
    found: list[Table] = []
    try:
        with closing(_opened(data, time.monotonic() + seconds)) as connection:
            found.extend(_table(connection, name, virtual, limit) for name, virtual in _names(connection))
    except (sqlite3.Error, UnicodeError, OverflowError, MemoryError) as error:
        return _failed("database_damaged", f"the database could not be read: {error}", tuple(found))
    return Tables(tuple(found))


def _failed(code: str, message: str, found: tuple[Table, ...] = ()) -> Tables:
    return Tables(found, Problem(code, message))


def _opened(data: bytes, deadline: float) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(_without_log(data))
    connection.text_factory = _text
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.set_progress_handler(_stop_after(deadline), _STEPS)
    return connection


def _without_log(data: bytes) -> bytes:
    """Return the database marked as one without write-ahead log, which memory cannot have."""
    header = bytearray(data[:100])
    header[_VERSIONS] = b"\1\1"
    return bytes(header) + data[100:]


def _stop_after(deadline: float) -> Callable[[], int]:
    return lambda: int(time.monotonic() > deadline)


def _names(connection: sqlite3.Connection) -> list[tuple[str, bool]]:
    """Return the tables' names, each with whether it is virtual."""
    query = """
        SELECT name, sql LIKE 'CREATE VIRTUAL%' FROM sqlite_master
        WHERE type = 'table' AND typeof(name) = 'text' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        ORDER BY name LIMIT ?
    """
    return [(name, bool(virtual)) for name, virtual in connection.execute(query, (_TABLES,))]


def _table(connection: sqlite3.Connection, name: str, virtual: bool, limit: int) -> Table:
    if virtual:
        return Table(name, (), None, ())
    quoted = '"' + name.replace('"', '""') + '"'
    cursor = connection.execute(f"SELECT * FROM {quoted} LIMIT ?", (limit,))
    columns = tuple(column[0] for column in cursor.description)
    rows = tuple(tuple(_cell(value) for value in row) for row in cursor)
    return Table(name, columns, _count(connection, quoted), rows)


def _count(connection: sqlite3.Connection, quoted: str) -> int | None:
    try:
        (count,) = connection.execute(f"SELECT count(*) FROM {quoted}").fetchone()
    except sqlite3.OperationalError:
        return None
    return int(count)


def _cell(value: object) -> Cell:
    if isinstance(value, bytes):
        return Blob(len(value))
    if isinstance(value, str):
        return value if len(value) <= _TEXT else value[:_TEXT] + "…"
    return value if isinstance(value, int | float) else None


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
