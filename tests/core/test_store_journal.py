"""The journal: what it holds is put back after a power cut; it is emptied once all of that is durable."""

from __future__ import annotations

import os

import pytest

from memdesk.clock import FrozenClock
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Operation, Store
from memdesk.store import store as facade
from memdesk.store.disk.safe_root import SafeRoot
from memdesk.store.history import records
from memdesk.store.log import intent
from memdesk.store.log.intent import Intent, Step, opened_intents, this_process

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


def test_what_it_holds_is_flushed_one_by_one_where_not_all_can_be_at_once(store, tmp_path, monkeypatch):
    monkeypatch.setattr(records, "sync_file_system", lambda _: False)
    flushed, fsync = set(), os.fsync
    monkeypatch.setattr(os, "fsync", lambda at: (flushed.add(os.fstat(at).st_ino), fsync(at)))
    store.recover()
    kept = [path.stat().st_ino for path in (tmp_path / ".memdesk/history").glob("*/*")]
    assert len(kept) == 2
    assert flushed.issuperset([*kept, (tmp_path / ".memdesk/operations.jsonl").stat().st_ino])


def test_it_is_emptied_when_it_has_grown(store, tmp_path, monkeypatch):
    monkeypatch.setattr(facade, "FULL", 1)
    store.commit("a.md", b"three", ANY, ME)
    assert journal(tmp_path) == b""
    store.commit("a.md", b"four", ANY, ME)
    assert store.version(revision_of(b"three")) == b"three"


@pytest.fixture
def intents(tmp_path):
    with opened_intents(SafeRoot(tmp_path)) as intents:
        yield intents


def begun(number):
    operation = Operation(f"op{number}", "a.md", None, revision_of(b"new"), 1.0, ME)
    return Intent((Step(operation, f".memdesk-op{number}.tmp"),), this_process())


def test_what_was_begun_before_a_mark_is_not_read_after_it(intents):
    intents.begin(begun(1))
    mark = intents.mark()
    assert (intents.read(), intents.read(mark)) == ((begun(1),), ())
    place = intents.begin(begun(2))
    assert intents.read(mark) == (begun(2),)
    assert intents.strike(place)
    assert (intents.read(mark), intents.mark()) == ((), mark)


def test_a_mark_of_before_a_journal_was_emptied_hides_nothing(intents):
    empty = intents.mark()
    intents.begin(begun(1))
    mark = intents.mark()
    intents.clear()
    assert (intents.size, intents.read(), intents.read(mark)) == (0, (), ())
    intents.begin(begun(2))
    assert mark != intents.mark() != empty
    assert intents.read(mark) == intents.read(empty) == (begun(2),)


STEPS = {"begin": True, "confirm": True, "settle": False, "undo": False, "drop": False}


@pytest.mark.parametrize(("step", "lasts"), STEPS.items())
def test_what_others_rely_on_lasts_when_it_is_written_down(intents, monkeypatch, step, lasts):
    """The rest is made durable by the next intent that is begun, or found out again."""
    intents.begin(begun(1))
    flushed, fsync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda descriptor: (flushed.append(descriptor), fsync(descriptor)))
    getattr(intents, step)(begun(1))
    assert len(flushed) == lasts


def test_a_journal_that_is_new_lasts_with_its_name_and_is_closed_in_the_end(tmp_path, monkeypatch):
    flushed, fsync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda at: (flushed.append(os.fstat(at).st_ino), fsync(at)))
    before = os.listdir("/proc/self/fd")
    with opened_intents(SafeRoot(tmp_path)):
        assert flushed == [tmp_path.stat().st_ino]
    assert os.listdir("/proc/self/fd") == before


@pytest.mark.parametrize(("size", "is_carried"), [(64 << 10, True), ((64 << 10) + 1, False)])
def test_a_version_of_up_to_64_kib_travels_in_the_journal(store, tmp_path, size, is_carried):
    before = len(journal(tmp_path))
    store.commit("a.md", b"x" * size, ANY, ME)
    assert (len(journal(tmp_path)) - before > size) is is_carried
    (tmp_path / "a.md").unlink()
    assert store.version(revision_of(b"x" * size)) == b"x" * size


@pytest.mark.parametrize(("over", "is_emptied"), [(0, False), (1, True)])
def test_a_journal_of_more_than_512_kib_is_emptied(tmp_path, over, is_emptied):
    store, sizes = Store(tmp_path, clock=FrozenClock(1.5)), []
    for text in (b"one", b"two", b"six"):
        store.commit("a.md", text, ANY, ME)
        sizes.append(len(journal(tmp_path)))
    taken = sizes[2] - sizes[1]
    with (tmp_path / ".memdesk/intents.jsonl").open("ab") as file:
        file.write(b"\n" * ((512 << 10) + over - sizes[2] - taken))
    store.commit("a.md", b"ten", ANY, ME)
    assert len(journal(tmp_path)) == (0 if is_emptied else 512 << 10)


@pytest.mark.parametrize("content", ['"%%%"', "7", '"ä"'])
def test_a_version_that_cannot_be_read_makes_no_intent(store, tmp_path, content):
    whole = journal(tmp_path).replace(b'"b25l"', content.encode())
    (tmp_path / ".memdesk/intents.jsonl").write_bytes(whole)
    with opened_intents(SafeRoot(tmp_path / ".memdesk")) as intents:
        assert [found.steps[0].operation.after for found in intents.read()] == [revision_of(b"two")]
