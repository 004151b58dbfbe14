"""Databases as bytes: changed as one, queried whole, and safe from what is in them."""

from __future__ import annotations

import itertools
import sqlite3
import time

import pytest

from memdesk.errors import InvalidError, TooLargeError
from memdesk.systems import sqlite_edit as database_edit
from memdesk.systems.sqlite_edit import StatementStep, changed, query

TABLE = StatementStep("CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, text TEXT)")
ADD = "INSERT INTO notes VALUES (?, ?)"


@pytest.fixture(scope="module")
def database():
    return changed(None, [TABLE, StatementStep(ADD, [("a", "tea " * 3000)])])


def test_a_database_begins_grows_and_gives_back_whole_values(database):
    larger = changed(database, [TABLE, StatementStep(ADD, [("b", "two"), ("c", "three")])])
    assert query(larger, "SELECT id FROM notes ORDER BY id") == (("a",), ("b",), ("c",))
    assert query(larger, "SELECT text FROM notes WHERE id = ?", ("a",)) == (("tea " * 3000,),)
    assert changed(database, [StatementStep(ADD, [("b", "x")])]) == changed(
        database, [StatementStep(ADD, [("b", "x")])]
    )


def test_steps_are_all_or_none(database):
    with pytest.raises(InvalidError, match="UNIQUE"):
        changed(database, [StatementStep(ADD, [("b", "x")]), StatementStep(ADD, [("a", "again")])])


@pytest.mark.parametrize("sql", ["DROP TABLE notes", "ATTACH 'x.db' AS x", "PRAGMA journal_mode = WAL"])
def test_nothing_else_can_be_asked_of_it(database, sql):
    with pytest.raises(InvalidError):
        changed(database, [StatementStep(sql)])
    with pytest.raises(InvalidError):
        query(database, "DELETE FROM notes")


def test_a_trigger_in_the_file_does_not_run(tmp_path):
    path = tmp_path / "x.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notes (id TEXT, text TEXT)")
    connection.execute("CREATE TABLE victim (id TEXT)")
    connection.execute("CREATE TRIGGER t AFTER INSERT ON notes BEGIN INSERT INTO victim VALUES ('x'); END")
    connection.commit()
    connection.close()
    with pytest.raises(InvalidError):
        changed(path.read_bytes(), [StatementStep(ADD, [("a", "x")])])


def test_the_mode_of_the_file_stays(tmp_path):
    path = tmp_path / "x.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE notes (id TEXT, text TEXT)")
    connection.commit()
    connection.close()
    data = path.read_bytes()
    larger = changed(data, [StatementStep(ADD, [("a", "x")])])
    assert (data[18:20], larger[18:20]) == (b"\2\2", b"\2\2")
    path.write_bytes(larger)
    with sqlite3.connect(path) as reader:
        assert reader.execute("SELECT id FROM notes").fetchall() == [("a",)]
    reader.close()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this is not an SQLite database"),
        (b"text", "this is not an SQLite database"),
        (b"SQLite format 3\0" + b"\0" * 200, "could not be used"),
    ],
)
def test_what_is_no_database_is_refused(data, said):
    with pytest.raises(InvalidError, match=said) as caught:
        changed(data, [TABLE])
    assert caught.value.reason == "not_database"
    with pytest.raises(InvalidError, match=said):
        query(data, "SELECT 1 FROM notes")


def test_a_database_that_is_damaged_elsewhere_is_not_written_to(database):
    rows = StatementStep("INSERT INTO other VALUES (?)", [("x" * 500,) for _ in range(200)])
    larger = changed(database, [StatementStep("CREATE TABLE other (text TEXT)"), rows])
    last = len(larger) - 4096
    broken = larger[:last] + bytes(4096)
    with pytest.raises(InvalidError, match="the database is damaged"):
        changed(broken, [StatementStep(ADD, [("b", "x")])])
    assert query(broken, "SELECT id FROM notes") == (("a",),)


def test_a_function_that_the_schema_asks_for_is_not_run(monkeypatch):
    ran, connect = [], sqlite3.connect

    def with_extension(*place, **options):
        connection = connect(*place, **options)
        connection.create_function("reach_out", 1, ran.append, deterministic=True)
        return connection

    monkeypatch.setattr(sqlite3, "connect", with_extension)
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE notes (id, text AS (reach_out(id)))")
    with pytest.raises(InvalidError):
        changed(connection.serialize(), [StatementStep("INSERT INTO notes VALUES ('a')")])
    with pytest.raises(InvalidError):
        query(connection.serialize(), "SELECT text FROM notes")
    connection.close()
    assert ran == []


def test_too_large_a_database_is_refused(monkeypatch, database):
    monkeypatch.setattr("memdesk.systems.sqlite_edit.SIZE_LIMIT", len(database))
    assert query(database, "SELECT 1") == ((1,),)
    monkeypatch.setattr("memdesk.systems.sqlite_edit.SIZE_LIMIT", len(database) - 1)
    with pytest.raises(TooLargeError):
        query(database, "SELECT 1")


def test_what_takes_too_long_is_given_up(monkeypatch, database):
    monkeypatch.setattr(database_edit, "_SECONDS", -1)
    monkeypatch.setattr(database_edit, "_STEPS", 1)
    with pytest.raises(InvalidError, match="interrupted"):
        changed(database, [StatementStep(ADD, [("b", "x")])])
    with pytest.raises(InvalidError, match="interrupted"):
        query(database, "SELECT id FROM notes")


def test_what_takes_just_as_long_as_it_may_is_done(monkeypatch, database):
    monkeypatch.setattr(database_edit, "_SECONDS", 0)
    monkeypatch.setattr(database_edit, "_STEPS", 1)
    monkeypatch.setattr(time, "thread_time", lambda: 7.0)
    assert query(database, "SELECT id FROM notes") == (("a",),)


def test_a_busy_machine_gives_up_nothing(monkeypatch, database):
    monkeypatch.setattr(database_edit, "_STEPS", 1)
    monkeypatch.setattr(time, "monotonic", itertools.count(0, 60).__next__)
    assert query(database, "SELECT id FROM notes") == (("a",),)
