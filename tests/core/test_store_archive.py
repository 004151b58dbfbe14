"""What was kept and logged, for whoever asks: found as it was, and nothing is made where there is nothing."""

from __future__ import annotations

import importlib.util
import os

import pytest

from memdesk import store as room
from memdesk.errors import NotFoundError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Store

AGENT = Actor("bloop", Origin.AGENT, Via.MCP)
ME = Actor("me", Origin.HUMAN, Via.GUI)


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path)
    for path in ("one.md", "ne.md", "one.m", "één one.md"):
        store.commit(path, path.encode(), None, AGENT)
    store.commit("mine.md", b"mine", None, ME)
    return store


def test_where_nothing_was_committed_there_is_nothing_and_nothing_is_made(tmp_path):
    store = Store(tmp_path)
    assert store.operations() == store.operations(99) == ((), 0)
    assert store.newest_operations(5) == ((), 0)
    assert store.gist(0, 99, ["one.md"]) == (0, (), (), 0)
    assert (store.seal(0), store.operations_end(), store.logged_ids(0, 99)) == (b"", 0, frozenset())
    assert [*store.others_back(), *store.others_on(0), *store.lineage("a.md", 5).operations] == []
    assert (store.latest_operations(), store.operations_of("a.md"), store.records()) == ({}, (), ())
    assert (store.version_size(revision_of(b"x")), store.versions_with(bool)) == (None, {})
    with pytest.raises(NotFoundError):
        store.version(revision_of(b"x"))
    assert os.listdir(tmp_path) == []


def test_all_is_told_from_the_first_operation_on(store):
    logged = store.operations().operations
    assert [operation.path for operation in logged] == ["one.md", "ne.md", "one.m", "één one.md", "mine.md"]
    theirs = [operation.id for operation in logged if operation.actor == AGENT]
    assert [entry.id for entry in store.others_on(0)] == theirs
    assert [entry.id for entry in store.others_back()] == theirs[::-1]


def test_what_mentions_a_text_mentions_all_of_it(store):
    end = store.operations_end()
    for text, paths in (("one.md", ["one.md", "één one.md"]), ("één one", ["één one.md"])):
        found = store.gist(0, end, [text])
        assert [each.operation.path for each in found.mentioned] == paths
        assert (found.number, found.end) == (4, end)


def test_what_mentions_a_text_is_told_with_where_its_line_begins(store, tmp_path):
    log = (tmp_path / ".memdesk/operations.jsonl").read_bytes()
    for found in store.gist(0, len(log), ["one"]).mentioned:
        assert log[found.offset :].startswith(f'{{"id": "{found.operation.id}"'.encode())


def test_a_log_that_became_shorter_is_told_from_its_beginning(store):
    end = store.operations_end()
    assert store.gist(end + 1, end + 2, ["one"]) == store.gist(0, end, ["one"])
    assert store.logged_ids(end + 1, end + 2) == store.logged_ids(0, end) != frozenset()


def test_a_seal_tells_a_log_from_any_other(store, tmp_path):
    end = store.operations_end()
    seal = store.seal(end)
    store.commit("mine.md", b"more", ANY, ME)
    assert seal == store.seal(end) != store.seal(store.operations_end())
    log = tmp_path / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes().replace(b"bloop", b"blimp"))
    assert store.seal(end) != seal


def test_a_log_that_is_gone_tells_nothing_and_is_no_other(store, tmp_path):
    end = store.operations_end()
    (tmp_path / ".memdesk/operations.jsonl").unlink()
    assert (store.seal(end), store.operations_end(), store.logged_ids(0, end)) == (b"", 0, frozenset())
    assert store.gist(0, end, ["one.md"]) == (0, (), (), 0)
    assert [*store.others_back(), *store.others_on(0), *store.operations().operations] == []


def test_a_part_of_the_store_is_loaded_only_when_it_is_asked_for():
    spec = importlib.util.spec_from_file_location(room.__name__, room.__file__)
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    assert set(room.__all__).isdisjoint(vars(fresh))
    assert all(getattr(fresh, name) is getattr(room, name) for name in room.__all__)
    unknown = "nothing"
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(fresh, unknown)
