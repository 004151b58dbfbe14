"""Queries and changes of an SQLite database that is held as bytes. Opens no file.

What is in the bytes is not trusted: no trigger or view of theirs runs, no extension is reached, and a query
that takes too long is stopped.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import NamedTuple, TypeAlias

from memdesk.errors import InvalidError, TooLargeError
from memdesk.systems.sqlite_bytes import SIZE_LIMIT

Value: TypeAlias = "int | float | str | bytes | None"
"""One value of a row, whole."""

_SECONDS = 5.0
_STEPS = 10_000
_MAGIC = b"SQLite format 3\0"
_MODE = slice(18, 20)
_LEGACY = b"\1\1"
_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})
_WRITING = _READING | {
    sqlite3.SQLITE_INSERT,
    sqlite3.SQLITE_UPDATE,
    sqlite3.SQLITE_DELETE,
    sqlite3.SQLITE_CREATE_TABLE,
    sqlite3.SQLITE_CREATE_INDEX,
    sqlite3.SQLITE_TRANSACTION,
    sqlite3.SQLITE_REINDEX,
}


class StatementStep(NamedTuple):
    """A statement, run once for each row of parameters."""

    sql: str
    rows: Sequence[Sequence[Value]] = ((),)


def query(data: bytes, sql: str, parameters: Sequence[Value] = ()) -> tuple[tuple[Value, ...], ...]:
    """Return the rows that a SELECT finds. Raises InvalidError for what is no sound database."""
    with _opened(data, _READING) as connection:
        return tuple(tuple(row) for row in connection.execute(sql, parameters))


def changed(data: bytes | None, steps: Iterable[StatementStep]) -> bytes:
    """Return the database after all steps, or as a new one begins with them. Raises InvalidError."""
    with _opened(data, _WRITING, check=True) as connection:
        connection.execute("BEGIN")
        for step in steps:
            connection.executemany(step.sql, step.rows)
        connection.execute("COMMIT")
        connection.set_authorizer(None)  # serialising asks for the page count
        result = connection.serialize()
    mode = data[_MODE] if data else result[_MODE]
    return result[: _MODE.start] + mode + result[_MODE.stop :]


@contextmanager
def _opened(
    data: bytes | None, allowed: frozenset[int], *, check: bool = False
) -> Iterator[sqlite3.Connection]:
    if data is not None and len(data) > SIZE_LIMIT:
        raise TooLargeError(f"a database of {len(data)} bytes is too large to work with")
    if data is not None and not data.startswith(_MAGIC):
        raise InvalidError("this is not an SQLite database", reason="not_database")
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        try:
            if data is not None:
                connection.deserialize(data[: _MODE.start] + _LEGACY + data[_MODE.stop :])
            connection.execute("PRAGMA trusted_schema = OFF")
            _limit(connection, allowed)
            if check and data is not None:
                _check(connection)
            yield connection
        except (sqlite3.Error, UnicodeError, OverflowError) as error:
            message = f"the database could not be used: {error}"
            raise InvalidError(message, reason="not_database") from error


def _limit(connection: sqlite3.Connection, allowed: frozenset[int]) -> None:
    deadline = time.thread_time() + _SECONDS
    connection.set_progress_handler(lambda: int(time.thread_time() > deadline), _STEPS)

    def authorize(action: int, *details: str | None) -> int:
        """Allow an action unless a trigger or view of the database asks for it."""
        checking = action == sqlite3.SQLITE_PRAGMA and details[0] == "quick_check"
        asked = action in allowed and details[-1] is None
        return sqlite3.SQLITE_OK if checking or asked else sqlite3.SQLITE_DENY

    connection.set_authorizer(authorize)


def _check(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise InvalidError("the database is damaged", reason="not_database")
