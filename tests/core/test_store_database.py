"""Looking into SQLite bytes: what is there is shown, what is broken is said, nothing is run or changed."""

from __future__ import annotations

import contextlib
import itertools
import random
import sqlite3
import time

import pytest

from memdesk.errors import InvalidError, TooLargeError
from memdesk.systems import sqlite_bytes as database
from memdesk.systems.sqlite_bytes import BinaryValue, read_page, read_tables


def build(path, *statements):
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path.read_bytes()


@pytest.fixture
def data(tmp_path):
    return build(
        tmp_path / "memory.db",
        'CREATE TABLE "odd "" name" (id INTEGER, vector BLOB, note TEXT, score REAL)',
        """INSERT INTO "odd "" name"
        VALUES (1, x'010203', 'one', 0.5), (2, NULL, 'two', 1), (3, '', '', 0)""",
        "CREATE VIEW seen AS SELECT * FROM sqlite_master",
        "CREATE VIRTUAL TABLE words USING fts5(body)",
        "INSERT INTO words VALUES ('hidden')",
    )


def test_tables_rows_counts_and_blob_sizes(data):
    (table,) = read_tables(data, 2)
    assert table.name == 'odd " name'
    assert table.columns == ("id", "vector", "note", "score")
    assert table.count == 3
    assert table.rows == ((1, BinaryValue(3), "one", 0.5), (2, None, "two", 1.0))


def test_a_page_starts_at_its_offset(data):
    assert [row[0] for row in read_page(data, 'odd " name', 1, 5).rows] == [2, 3]


@pytest.mark.parametrize("name", ["words", "words_content", "seen", "absent", "sqlite_master"])
def test_only_plain_tables_are_read(data, name):
    with pytest.raises(InvalidError):
        read_page(data, name, 0, 5)


@pytest.mark.parametrize(
    "forged", ["CREATE  VIRTUAL", "CREATE/**/VIRTUAL", "create virtual", "CReate\nVIRTUAL"]
)
def test_a_virtual_table_is_left_out_however_the_schema_spells_it(tmp_path, forged):
    connection = sqlite3.connect(tmp_path / "t.db")
    connection.execute("CREATE TABLE plain (x)")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(body)")
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'CREATE VIRTUAL', ?)", (forged,))
    connection.commit()
    connection.close()
    assert [table.name for table in read_tables((tmp_path / "t.db").read_bytes(), 5)] == ["plain"]


@pytest.mark.parametrize(
    "create", ["create  table if not exists t", "/* a */ CREATE TABLE main.t", 'CREATE TABLE"t"']
)
def test_a_plain_table_is_read_however_it_was_created(tmp_path, create):
    data = build(
        tmp_path / "t.db", f"{create} (x)", "ALTER TABLE t RENAME TO u", "ALTER TABLE u ADD COLUMN y"
    )
    assert [(table.name, table.columns) for table in read_tables(data, 5)] == [("u", ("x", "y"))]


def test_the_first_two_hundred_tables_are_shown(tmp_path):
    data = build(tmp_path / "t.db", "BEGIN", *(f"CREATE TABLE t{number:03} (x)" for number in range(201)))
    assert [table.name for table in read_tables(data, 0)] == [f"t{number:03}" for number in range(200)]


def test_long_text_is_cut_and_bad_text_is_shown(tmp_path):
    data = build(
        tmp_path / "t.db",
        "CREATE TABLE t (x)",
        f"INSERT INTO t VALUES ('{'a' * 9000}'), ('{'a' * 4096}'), (CAST(x'ff41' AS TEXT))",
    )
    (table,) = read_tables(data, 5)
    assert table.rows == (("a" * 4096 + "…",), ("a" * 4096,), ("\ufffdA",))


@pytest.mark.parametrize("broken", [b"", b"SQLite format 3\0", b"no database at all", bytes(4096)])
def test_what_is_no_database_is_said_to_be_none(broken):
    said = "could not be read" if broken.startswith(b"SQLite") else "this is not an SQLite database"
    with pytest.raises(InvalidError, match=said) as caught:
        read_tables(broken, 5)
    assert caught.value.reason == "not_database"


@pytest.mark.parametrize(("over", "error"), [(0, InvalidError), (1, TooLargeError)])
def test_no_more_than_64_mib_are_looked_into(over, error):
    with pytest.raises(error):
        read_tables(bytes((64 << 20) + over), 5)


def test_too_large_is_refused_unopened(data, monkeypatch):
    monkeypatch.setattr(database, "SIZE_LIMIT", len(data))
    assert read_tables(data, 5)
    monkeypatch.setattr(database, "SIZE_LIMIT", len(data) - 1)
    with pytest.raises(TooLargeError):
        read_tables(data, 5)


def test_a_slow_read_is_given_up(tmp_path):
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)"
    data = build(tmp_path / "t.db", "CREATE TABLE t (x)", f"{many} INSERT INTO t SELECT i FROM n")
    with pytest.raises(InvalidError):
        read_tables(data, 60_000, seconds=0)
    (table,) = read_tables(data, 60_000, seconds=100)
    assert len(table.rows) == 60_000


def test_a_read_may_take_as_long_as_was_said(monkeypatch, data):
    monkeypatch.setattr(database, "_STEPS", 1)
    monkeypatch.setattr(time, "thread_time", lambda: 7.0)
    assert read_tables(data, 5, seconds=0)


def test_a_busy_machine_gives_up_nothing(monkeypatch, data):
    monkeypatch.setattr(database, "_STEPS", 1)
    monkeypatch.setattr(time, "monotonic", itertools.count(0, 60).__next__)
    assert read_tables(data, 5)


def test_damaged_bytes_never_raise_anything_uncoded(data):
    dice = random.Random(20)
    for _ in range(400):
        damaged = bytearray(data)
        for _ in range(dice.randint(1, 60)):
            damaged[dice.randrange(16, len(damaged))] = dice.randrange(256)
        cut = dice.choice([len(damaged), dice.randrange(16, len(damaged))])
        with contextlib.suppress(InvalidError):
            read_tables(bytes(damaged[:cut]), 5)


@pytest.fixture
def reading(monkeypatch):
    """The connections that are read through from now on, still usable."""
    found, connect = [], sqlite3.connect

    class Kept(sqlite3.Connection):
        def close(self):
            found.append(self)

    monkeypatch.setattr(sqlite3, "connect", lambda place: connect(place, factory=Kept))
    yield found
    for connection in found:
        sqlite3.Connection.close(connection)


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM words_data", "CREATE TABLE u (x)", "PRAGMA user_version = 7", "ATTACH 'other.db' AS other"],
)
def test_nothing_is_written_or_opened_by_what_reads(tmp_path, monkeypatch, data, reading, statement):
    monkeypatch.chdir(tmp_path)
    read_tables(data, 5)
    with pytest.raises(sqlite3.DatabaseError):
        reading[-1].execute(statement)
    assert not (tmp_path / "other.db").exists()


def test_a_function_that_the_schema_asks_for_is_not_run(tmp_path, monkeypatch):
    ran, connect = [], sqlite3.connect

    def with_extension(*place):
        connection = connect(*place)
        connection.create_function("reach_out", 1, ran.append, deterministic=True)
        return connection

    monkeypatch.setattr(sqlite3, "connect", with_extension)
    data = build(tmp_path / "t.db", "CREATE TABLE t (x, y AS (reach_out(x)))", "INSERT INTO t VALUES (1)")
    ran.clear()
    with pytest.raises(InvalidError):
        read_tables(data, 5)
    assert ran == []
