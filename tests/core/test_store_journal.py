"""The journal: what it holds is put back after a power cut; it is emptied once all of that is durable."""

from __future__ import annotations

import pytest

from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Store, intent, records
from memdesk.store import store as facade
from memdesk.store.intent import opened_intents
from memdesk.store.safe_root import SafeRoot

ME = Actor("me", Origin.HUMAN, Via.PYTHON)


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path)
    for text in (b"one", b"two"):
        store.commit("a.md", text, ANY, ME)
    return store


def journal(root):
    return (root / ".memdesk/intents.jsonl").read_bytes()


def restart(monkeypatch):
    """Have this process count as one of a later run of the system."""
    monkeypatch.setattr(intent, "_boot", lambda: "later")


def test_what_a_power_cut_took_is_put_back(store, tmp_path, monkeypatch):
    logged = store.operations().operations
    (tmp_path / ".memdesk/operations.jsonl").write_bytes(b"")
    for blob in (tmp_path / ".memdesk/history").glob("*/*"):
        blob.write_bytes(b"")
    restart(monkeypatch)
    again = Store(tmp_path)
    again.commit("b.md", b"three", None, ME)
    assert again.operations().operations[: len(logged)] == logged
    assert {again.version(revision_of(text)) for text in (b"one", b"two")} == {b"one", b"two"}
    assert (tmp_path / "a.md").read_bytes() == b"two"


def test_what_is_settled_is_not_looked_at_again(store, tmp_path):
    (tmp_path / ".memdesk/operations.jsonl").unlink()
    Store(tmp_path).commit("b.md", b"three", None, ME)
    assert [operation.path for operation in store.operations().operations] == ["b.md"]


@pytest.mark.parametrize("flushed", [True, False])
def test_it_is_emptied_once_all_is_durable(store, tmp_path, monkeypatch, flushed):
    monkeypatch.setattr(records, "sync_file_system", lambda _: flushed)
    assert journal(tmp_path)
    store.recover()
    assert journal(tmp_path) == b""
    assert store.version(revision_of(b"one")) == b"one"
    assert len(store.operations().operations) == 2


def test_it_is_emptied_when_it_has_grown(store, tmp_path, monkeypatch):
    monkeypatch.setattr(facade, "FULL", 1)
    store.commit("a.md", b"three", ANY, ME)
    assert journal(tmp_path) == b""
    store.commit("a.md", b"four", ANY, ME)
    assert store.version(revision_of(b"three")) == b"three"


@pytest.mark.parametrize("content", ['"%%%"', "7", '"ä"'])
def test_a_version_that_cannot_be_read_makes_no_intent(store, tmp_path, content):
    whole = journal(tmp_path).replace(b'"b25l"', content.encode())
    (tmp_path / ".memdesk/intents.jsonl").write_bytes(whole)
    with opened_intents(SafeRoot(tmp_path / ".memdesk")) as intents:
        assert [found.steps[0].operation.after for found in intents.read()] == [revision_of(b"two")]
