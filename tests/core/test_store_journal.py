"""The journal: what it holds is put back after a power cut; it is emptied once all of that is durable."""

from __future__ import annotations

import errno
import os

import pytest

from helpers.faults import read_of
from memdesk.errors import StorageError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, DocumentEdit, Operation, Store
from memdesk.store import store as facade
from memdesk.store.commit.change import CommitStep
from memdesk.store.fs import descriptors as flush
from memdesk.store.fs import process_id as owner
from memdesk.store.fs.process_id import this_process
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.oplog import journal as intent
from memdesk.store.oplog import operations
from memdesk.store.oplog.journal import CARRIED, Intent, JournalStep, opened_intents
from memdesk.store.versions import records
from memdesk.store.versions.blobs import VersionStore

ME = Actor("me", Origin.HUMAN, Via.PYTHON)


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path)
    for text in (b"one", b"two"):
        store.commit("a.md", text, ANY, ME)
    return store


def journal(root):
    return (root / ".memdesk/intents.jsonl").read_bytes()


@pytest.fixture
def flushed(monkeypatch):
    """Yield the inodes of all that was flushed by itself."""
    found, fsync = set(), os.fsync
    monkeypatch.setattr(os, "fsync", lambda at: (found.add(os.fstat(at).st_ino), fsync(at)))
    return found


def restart(monkeypatch):
    """Have this process count as one of a later run of the system."""
    monkeypatch.setattr(owner, "_boot", lambda: "later")


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


def test_what_it_holds_is_flushed_one_by_one_where_not_all_can_be_at_once(
    store, tmp_path, monkeypatch, flushed
):
    monkeypatch.setattr(records, "sync_file_system", lambda _: False)
    store.recover()
    kept = [path.stat().st_ino for path in (tmp_path / ".memdesk/history").glob("*/*")]
    assert len(kept) == 2
    assert flushed.issuperset([*kept, (tmp_path / ".memdesk/operations.jsonl").stat().st_ino])


def test_after_a_flush_that_failed_all_is_written_anew_before_it_is_emptied(
    store, tmp_path, monkeypatch, flushed
):
    """The system tells only once that it could not write something, and has dropped that."""
    log, logged = tmp_path / ".memdesk/operations.jsonl", store.operations().operations
    with monkeypatch.context() as broken:
        broken.setattr(records, "sync_file_system", lambda _: False)
        broken.setattr(records.OperationLog, "write_anew", fails)
        with pytest.raises(StorageError):
            store.recover()
    log.write_bytes(b"\0" * log.stat().st_size)
    flushed.clear()
    Store(tmp_path).recover()
    kept = [path.stat().st_ino for path in (tmp_path / ".memdesk/history").glob("*/*")]
    assert len(kept) == 2
    assert flushed.issuperset([*kept, log.stat().st_ino])
    assert (store.operations().operations, journal(tmp_path)) == (logged, b"")


def fails(*_):
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_flush_that_did_not_come_to_its_end_is_not_asked_again(store, tmp_path, monkeypatch, flushed):
    """The log and the versions are written once more, and flushed by themselves."""
    log, written, write = tmp_path / ".memdesk/operations.jsonl", [], operations.write_all
    monkeypatch.setattr(operations, "write_all", lambda at, data: (written.append(data), write(at, data)))
    with monkeypatch.context() as broken:
        broken.setattr(records, "sync_file_system", fails)
        with pytest.raises(StorageError):
            store.recover()
    assert (written, bool(journal(tmp_path))) == ([], True)
    versions = {path.name: path.stat().st_ino for path in (tmp_path / ".memdesk/history").glob("*/*")}
    flushed.clear()
    Store(tmp_path).recover()
    assert b"".join(written) == log.read_bytes() != b""
    assert log.stat().st_ino in flushed
    again = {path.name: path.stat().st_ino for path in (tmp_path / ".memdesk/history").glob("*/*")}
    assert again.keys() == versions.keys()
    assert all(again[name] != inode for name, inode in versions.items())  # another one's is free meanwhile


@pytest.mark.parametrize("new", [b"three", None])
def test_where_folders_may_know_no_flush_the_files_take_their_names_along(
    store, tmp_path, monkeypatch, flushed, new
):
    """What was displaced is flushed by its temporary name, since the document's is taken from it."""
    monkeypatch.setattr(flush, "is_relayed", lambda _: True)
    displaced = (tmp_path / "a.md").stat().st_ino
    store.commit("a.md", new, ANY, ME)
    assert displaced in flushed


@pytest.fixture
def relayed(monkeypatch):
    """Yield what happens to each file, in order, where the flush of a folder need not flush its names."""
    monkeypatch.setattr(flush, "is_relayed", lambda _: True)
    seen, fsync, rename = [], os.fsync, os.rename

    def named(old, new, *, src_dir_fd, dst_dir_fd):
        seen.append(("rename", os.stat(old, dir_fd=src_dir_fd).st_ino))
        rename(old, new, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    monkeypatch.setattr(os, "fsync", lambda at: (seen.append(("fsync", os.fstat(at).st_ino)), fsync(at)))
    monkeypatch.setattr(os, "rename", named)
    return seen


def test_where_folders_may_know_no_flush_what_is_taken_back_is_flushed_by_its_name(
    store, tmp_path, monkeypatch, relayed
):
    first, carry_out = (tmp_path / "a.md").stat().st_ino, CommitStep.carry_out
    monkeypatch.setattr(
        CommitStep,
        "carry_out",
        lambda change: fails() if change.operation.path == "b.md" else carry_out(change),
    )
    with pytest.raises(StorageError):
        store.commit_all([DocumentEdit("a.md", b"three", ANY), DocumentEdit("b.md", b"three", None)], ME)
    assert (tmp_path / "a.md").stat().st_ino == first
    assert ("fsync", first) in relayed


@pytest.mark.parametrize("count", [1, 2])
def test_where_folders_may_know_no_flush_versions_are_flushed_by_their_names(store, tmp_path, relayed, count):
    history = VersionStore(SafeRoot(tmp_path / ".memdesk"))
    known, versions = blobs(tmp_path), [b"version %d" % number for number in range(count)]
    relayed.clear()
    if count == 1:
        history.put(versions[0])
    else:
        history.put_all(versions)
    made = [path.stat().st_ino for path in blobs(tmp_path) - known]
    assert len(made) == count
    for inode in made:
        assert [step for step, of in relayed if of == inode] == ["fsync", "rename", "fsync"]


def blobs(root):
    return set((root / ".memdesk/history").glob("*/*"))


def test_what_is_there_by_name_is_made_durable_unless_somebody_is_sure(store, tmp_path, flushed):
    (kept,) = (path for path in blobs(tmp_path) if path.read_bytes() == b"two")
    for is_sure in (True, False):
        flushed.clear()
        how = (lambda _: True,) if is_sure else ()
        VersionStore(SafeRoot(tmp_path / ".memdesk")).keep(b"two", revision_of(b"two"), *how)
        assert (kept.stat().st_ino in flushed) is not is_sure


def test_a_version_of_which_only_the_name_is_certain_is_made_durable_before_it_is_displaced(
    store, tmp_path, flushed
):
    """Whoever put it there may have died, or failed, before it would outlive a power cut."""
    store.recover()
    kept = next(path for path in (tmp_path / ".memdesk/history").glob("*/*") if path.read_bytes() == b"two")
    flushed.clear()
    Store(tmp_path).commit("a.md", b"three", ANY, ME)
    assert flushed.issuperset(path.stat().st_ino for path in (kept, *kept.parents[:3]))


def test_what_the_journal_carries_need_not_be_durable_elsewhere(store, tmp_path, flushed):
    kept = next(path for path in (tmp_path / ".memdesk/history").glob("*/*") if path.read_bytes() == b"two")
    flushed.clear()
    Store(tmp_path).commit("a.md", b"three", ANY, ME)
    assert kept.stat().st_ino not in flushed


def test_the_journal_carries_what_was_begun_with_its_bytes_and_not_dropped(tmp_path):
    store = Store(tmp_path)
    for text in (b"small", b"large" * CARRIED):
        store.commit("a.md", text, ANY, ME)
    with opened_intents(SafeRoot(tmp_path / ".memdesk")) as intents:
        (first, _) = intents.read()
        texts = (b"small", b"large" * CARRIED, b"other")
        assert [intents.carries(revision_of(text)) for text in texts] == [True, False, False]
        intents.drop(first)
        assert not intents.carries(revision_of(b"small"))


def test_the_journal_carries_what_it_told_of_before_it_carried_it(tmp_path):
    (tmp_path / "a.md").write_bytes(b"first")
    store = Store(tmp_path)
    for text in (b"second", b"first"):
        store.commit("a.md", text, ANY, ME)
    with opened_intents(SafeRoot(tmp_path / ".memdesk")) as intents:
        told = [step.operation.before for each in intents.read() for step in each.steps]
        assert told == [revision_of(b"first"), revision_of(b"second")]
        assert intents.carries(revision_of(b"first"))


def test_a_log_that_is_gone_is_written_anew_from_its_beginning(store, tmp_path, monkeypatch):
    log, written, write = tmp_path / ".memdesk/operations.jsonl", [], operations.write_all
    logged = store.operations().operations
    log.unlink()
    monkeypatch.setattr(records, "sync_file_system", lambda _: False)
    monkeypatch.setattr(operations, "write_all", lambda at, data: (written.append(data), write(at, data)))
    Store(tmp_path).recover()
    assert store.operations().operations == logged
    assert written[-1] == log.read_bytes() != b""


def test_after_a_flush_that_succeeded_nothing_is_written_anew(store, tmp_path, monkeypatch):
    written = []
    monkeypatch.setattr(operations, "write_all", lambda _at, data: written.append(data))
    found = {path: path.stat() for path in (tmp_path / ".memdesk/history").glob("*/*")}
    store.recover()
    assert (written, journal(tmp_path)) == ([], b"")
    assert {path: path.stat() for path in found} == found


def test_what_is_logged_again_begins_a_line_of_its_own(store, tmp_path, monkeypatch):
    """Also where the log is as long as whoever wrote last left it: the disk dropped what it was to write."""
    log, ids = tmp_path / ".memdesk/operations.jsonl", intent.WriteAheadJournal.ids

    def drop(intents):
        log.write_bytes(b"?" * log.stat().st_size)
        return ids(intents)

    monkeypatch.setattr(intent.WriteAheadJournal, "ids", drop)
    monkeypatch.setattr(facade, "FULL", 0)
    store.commit("b.md", b"three", None, ME)
    assert journal(tmp_path) == b""
    assert [operation.path for operation in store.operations().operations] == ["a.md", "a.md", "b.md"]


def test_a_log_is_written_anew_with_its_name(store, tmp_path, flushed):
    log, private = tmp_path / ".memdesk/operations.jsonl", SafeRoot(tmp_path / ".memdesk")
    before = log.read_bytes()
    operations.OperationLog(private).write_anew(0)
    assert log.read_bytes() == before
    assert flushed == {path.stat().st_ino for path in (log, log.parent)}


@pytest.mark.parametrize("more", [b"", b"\n" * 5_000])
@pytest.mark.parametrize("left", [0, 1, 300, -2])
def test_what_the_log_has_lost_is_logged_again_before_it_is_emptied(store, tmp_path, left, more):
    log, logged = tmp_path / ".memdesk/operations.jsonl", store.operations().operations
    log.write_bytes(log.read_bytes()[:left] + more)
    Store(tmp_path).recover()
    assert (store.operations().operations, journal(tmp_path)) == (logged, b"")


def test_what_the_log_tells_far_from_its_end_is_not_logged_again(store, tmp_path):
    log, logged = tmp_path / ".memdesk/operations.jsonl", store.operations().operations
    log.write_bytes(log.read_bytes() + b"\n" * 100_000)
    Store(tmp_path).recover()
    assert store.operations().operations == logged


def test_it_is_emptied_on_a_full_disk(store, tmp_path, monkeypatch):
    monkeypatch.setattr(intent, "write_all", fails)
    for _ in range(2):
        store.recover()
        assert journal(tmp_path) == b""


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
    return Intent((JournalStep(operation, f".memdesk-op{number}.tmp"),), this_process())


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
    for text in (b"one", b"two", b"six", b"won", b"too"):  # then offsets in the log have four digits
        store.commit("a.md", text, ANY, ME)
        sizes.append(len(journal(tmp_path)))
    taken = sizes[4] - sizes[3]
    with (tmp_path / ".memdesk/intents.jsonl").open("ab") as file:
        file.write(b"\n" * ((512 << 10) + over - sizes[4] - taken))
    store.commit("a.md", b"ten", ANY, ME)
    assert len(journal(tmp_path)) == (0 if is_emptied else 512 << 10)


@pytest.mark.parametrize("content", ['"%%%"', "7", '"ä"'])
def test_a_version_that_cannot_be_read_makes_no_intent(store, tmp_path, content):
    whole = journal(tmp_path).replace(b'"b25l"', content.encode())
    (tmp_path / ".memdesk/intents.jsonl").write_bytes(whole)
    with opened_intents(SafeRoot(tmp_path / ".memdesk")) as intents:
        assert [found.steps[0].operation.after for found in intents.read()] == [revision_of(b"two")]


def test_after_a_restart_the_log_is_read_once_however_much_the_journal_holds(store, tmp_path, monkeypatch):
    for number in range(40):
        store.commit("a.md", b"%d" % number, ANY, ME)
    logged, log = store.operations().operations, tmp_path / ".memdesk/operations.jsonl"
    restart(monkeypatch)
    read = read_of(log, monkeypatch)
    Store(tmp_path).recover()
    assert sum(read) < 3 * log.stat().st_size
    assert (store.operations().operations, journal(tmp_path)) == (logged, b"")
