"""A PostgreSQL server that holds the indexes of many workspaces: its address, its tables, a connection."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, LiteralString
from urllib.parse import parse_qsl, urlencode, urlsplit

from memdesk.errors import InvalidError, MemdeskError

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.abc import RV, PQGen

    Rows = Connection[tuple[object, ...]]

VERSION = 8
"""What the tables and the words in them are like."""

SCHEMES = ("postgresql", "postgres")

PATIENCE = 10.0
"""Seconds that a connection or a question may take; then the server counts as away."""

_LONGER, _LOOKS = 2.0, 0.1
"""Seconds more than it has that a server gets to say so itself, and between two looks at the clock."""

_PARTITIONS = 8

_LOCK = 0x6D656D6465736B
"""What programs that make the tables at the same time wait for."""

_EXTENSIONS = ("vector", "pg_trgm")

# Numbers of 16 bits: half the space, and pgvector chooses at run time what a processor can do with them.
_TABLES: tuple[LiteralString, ...] = (
    """CREATE TABLE memdesk.workspaces (
        id text COLLATE "C" PRIMARY KEY, name text NOT NULL, host text NOT NULL, root text NOT NULL,
        documents bigint NOT NULL DEFAULT 0, chunks bigint NOT NULL DEFAULT 0,
        length bigint NOT NULL DEFAULT 0, changed timestamptz NOT NULL DEFAULT now())""",
    """CREATE TABLE memdesk.documents (
        workspace text COLLATE "C" NOT NULL, uri text COLLATE "C" NOT NULL, size bigint, modified bigint,
        digest bytea, kind text, system text, title text, folder text COLLATE "C", turn text COLLATE "C",
        PRIMARY KEY (workspace, uri)) PARTITION BY HASH (workspace)""",
    "CREATE INDEX ON memdesk.documents (workspace, folder, turn)",
    "CREATE SEQUENCE memdesk.chunk_numbers",
    """CREATE TABLE memdesk.chunks (
        workspace text COLLATE "C" NOT NULL, id bigint NOT NULL DEFAULT nextval('memdesk.chunk_numbers'),
        uri text COLLATE "C" NOT NULL, place integer, heading text, text text, first integer, last integer,
        digest bytea, names text, scopes text[], replaced boolean, words tsvector, length integer,
        PRIMARY KEY (workspace, id)) PARTITION BY HASH (workspace)""",
    "CREATE INDEX ON memdesk.chunks (workspace, uri, place)",
    "CREATE INDEX ON memdesk.chunks (workspace, digest)",
    "CREATE INDEX ON memdesk.chunks (id)",
    "CREATE INDEX ON memdesk.chunks USING gin (words)",
    """CREATE TABLE memdesk.vectors (
        workspace text COLLATE "C" NOT NULL, model text COLLATE "C" NOT NULL, digest bytea NOT NULL,
        vector halfvec NOT NULL, PRIMARY KEY (workspace, model, digest)) PARTITION BY HASH (workspace)""",
    """CREATE TABLE memdesk.words (
        workspace text COLLATE "C" NOT NULL, word text COLLATE "C" NOT NULL, chunks bigint NOT NULL,
        PRIMARY KEY (workspace, word)) PARTITION BY HASH (workspace)""",
    "CREATE INDEX ON memdesk.words (word)",
    "CREATE INDEX ON memdesk.words USING gin (word gin_trgm_ops)",
)
_PARTITIONED = ("documents", "chunks", "vectors", "words")


class IndexServerError(MemdeskError):
    """The server with the indexes is away, or cannot hold them."""

    code = "index_server"


class MissingFleetError(MemdeskError):
    """The package that speaks to a server is not installed."""

    code = "missing_fleet"


def is_server(backend: str) -> bool:
    """Say whether a text is the address of a server."""
    return backend.partition("://")[0] in SCHEMES and "://" in backend


def without_password(url: str) -> str:
    """Return the address of a server as it may be shown and kept. Raises InvalidError for what is none."""
    if not is_server(url):
        raise InvalidError("give an index server as postgresql://USER@HOST/DATABASE")
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise InvalidError("the address of the index server cannot be read") from error
    who, at, where = parts.netloc.rpartition("@")
    told = [(key, value) for key, value in parse_qsl(parts.query) if key not in ("password", "sslpassword")]
    query = f"?{urlencode(told, safe='/')}" if told else ""
    return f"{parts.scheme}://{who.partition(':')[0]}{at}{where}{parts.path}{query}"


def connected(url: str, *, anew: bool = False, patience: float | None = None) -> Rows:
    """Connect to a server; its tables are made where there are none, ``anew`` also for an older version's.

    A password comes from the address or from where PostgreSQL's own programs take it. Raises InvalidError
    for what is no address, MissingFleetError, and IndexServerError where the server is of no use.
    """
    shown = without_password(url)
    patience = PATIENCE if patience is None else patience
    try:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict, make_conninfo
    except ImportError as error:
        raise MissingFleetError("an index server needs a package: pip install 'memdesk[fleet]'") from error
    try:
        asked = conninfo_to_dict(url)
    except psycopg.Error as error:
        # Its words may hold a part of the password.
        raise InvalidError("the address of the index server cannot be read") from error
    usual: dict[str, str | int | None] = {
        "connect_timeout": max(2, round(patience)),
        "application_name": "memdesk",
        "tcp_user_timeout": round(patience * 1000),
        "client_encoding": "utf8",
    }
    try:
        base = _patient(patience).connect(make_conninfo("", **{**usual, **asked}), autocommit=True)
    except psycopg.Error as error:
        raise IndexServerError(f"{shown} cannot be reached: {said_by(error)}") from error
    try:
        base.execute(
            "SELECT set_config(name, %s, false) FROM unnest(ARRAY['statement_timeout', 'lock_timeout',"
            " 'idle_in_transaction_session_timeout']) AS name",
            (f"{round(patience * 1000)}ms",),
        )
        # Questions are short: to compile one takes longer than to answer it.
        base.execute("SELECT set_config('jit', 'off', false)")
        # A word with one wrong letter shares few groups of three letters with the right one.
        base.execute("SELECT set_config('pg_trgm.similarity_threshold', '0.2', false)")
        _prepare(base, shown, anew=anew)
    except psycopg.Error as error:
        base.close()
        raise IndexServerError(f"{shown} cannot hold an index: {said_by(error)}") from error
    except MemdeskError:
        base.close()
        raise
    return base


def _patient(patience: float) -> type[Rows]:
    """Return connections that are closed when the server has said nothing for so many seconds.

    A server that hangs never ends a question that takes too long: it is not the one to ask for that.
    """
    import psycopg

    class Patient(psycopg.Connection[tuple[object, ...]]):
        def wait(self, gen: PQGen[RV], interval: float = _LOOKS, timeout: float | None = None) -> RV:
            return super().wait(_within(gen, timeout or patience + _LONGER, self.close), interval)

    return Patient


def _within(gen: PQGen[RV], seconds: float, close: Callable[[], object]) -> PQGen[RV]:
    """Pass on what waits for a server, and give up after some seconds without an end."""
    import psycopg

    ends = monotonic() + seconds
    try:
        waits = next(gen)
        while True:
            ready = yield waits
            if not ready and monotonic() > ends:
                close()
                raise psycopg.OperationalError(f"no answer within {seconds:.0f} seconds")
            waits = gen.send(ready)
    except StopIteration as end:
        answered: RV = end.value
        return answered


def said_by(error: Exception) -> str:
    """Return what a server says in one line."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def _prepare(base: Rows, shown: str, *, anew: bool) -> None:
    """Make the tables where they are missing. Another program may do so at this moment."""
    version = _version(base)
    if version == VERSION:
        return
    if version is not None and (version > VERSION or not anew):
        age = "a newer memdesk" if version > VERSION else "an older memdesk"
        remedy = "update this one" if version > VERSION else "`memdesk index --rebuild` makes it anew"
        raise IndexServerError(f"{shown} holds the index of {age}: {remedy}")
    with base.transaction():
        base.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        if _version(base) == VERSION:
            return
        for extension in _EXTENSIONS:
            base.execute(f"CREATE EXTENSION IF NOT EXISTS {extension}".encode())
        base.execute("DROP SCHEMA IF EXISTS memdesk CASCADE")
        base.execute("CREATE SCHEMA memdesk")
        for statement in _TABLES:
            base.execute(statement)
        for table in _PARTITIONED:
            for number in range(_PARTITIONS):
                base.execute(
                    f"CREATE TABLE memdesk.{table}_{number} PARTITION OF memdesk.{table}"
                    f" FOR VALUES WITH (MODULUS {_PARTITIONS}, REMAINDER {number})".encode()
                )
        base.execute("CREATE TABLE memdesk.about (version integer NOT NULL)")
        base.execute("INSERT INTO memdesk.about VALUES (%s)", (VERSION,))


def _version(base: Rows) -> int | None:
    """Return the version of the tables, None where there are none."""
    row = base.execute("SELECT to_regclass('memdesk.about')").fetchone()
    if row is None or row[0] is None:
        return None
    found = base.execute("SELECT version FROM memdesk.about").fetchone()
    return int(str(found[0])) if found is not None else 0
