"""Versions from outside get into the history once, as soon as they are seen, and nobody waits for that."""

from __future__ import annotations

import errno
import itertools
import operator
import os
import threading
from contextlib import ExitStack

import pytest

import memdesk.store as room
from helpers.recorder import Recorder
from memdesk.errors import LockedError, StorageError
from memdesk.history.history import History
from memdesk.model import OUTSIDE, Actor, ChangeKind, Origin, Via, WatchState, revision_of
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ExternalVersion, Store
from memdesk.store.commit.transaction import Transaction
from memdesk.store.versions import blobs as making
from memdesk.watch import history_writer as keepers
from memdesk.watch.history_writer import HistoryWriter
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
URI = "memory/a.md"


def seen(before, after, time=100.0, path=URI):
    names = [None if data is None else revision_of(data) for data in (before, after)]
    return ExternalVersion(path, *names, time, before, after)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "a.md").write_bytes(b"one\n")
    return folder


@pytest.fixture
def store(root):
    store = Store(root)
    store.commit("begun.md", b"x", None, ME)
    return store


def logged(store, path=URI):
    names = {None: None} | {revision_of(data): data for data in (b"one\n", b"two\n", b"three\n")}
    return [(names[step.before], names[step.after]) for step in store.operations_of(path)]


def test_what_was_seen_is_kept_and_logged(store):
    store.keep_seen([seen(b"one\n", b"two\n"), seen(b"two\n", None)])
    assert store.version(revision_of(b"one\n")) == b"one\n"
    assert store.version(revision_of(b"two\n")) == b"two\n"
    assert logged(store) == [(b"one\n", b"two\n"), (b"two\n", None)]
    step = store.operations_of(URI)[0]
    assert (step.actor, step.time, step.size) == (OUTSIDE, 100.0, 4)


@pytest.mark.parametrize(
    "method", ["versions.blobs.VersionStore.put", "oplog.operations.OperationLog.append"]
)
@pytest.mark.parametrize("error", [StorageError("no"), ValueError("a bug")])
def test_one_version_that_cannot_be_kept_takes_no_other_with_it(store, monkeypatch, method, error):
    where, real = f"memdesk.store.{method}", operator.attrgetter(method)(room)
    calls = itertools.count()

    def fail_first(*arguments):
        if next(calls) == 0:
            raise error
        return real(*arguments)

    monkeypatch.setattr(where, fail_first)
    with pytest.raises(type(error)):
        store.keep_seen(
            [seen(None, b"one\n", path="lost.md"), seen(b"one\n", b"two\n"), seen(b"two\n", None)]
        )
    assert logged(store) == [(b"one\n", b"two\n"), (b"two\n", None)]
    assert store.version(revision_of(b"two\n")) == b"two\n"
    assert (store.operations_of("lost.md"), store.check().findings) == ((), ())


MANY = [seen(None, b"%d" % number, path=f"{number}.md") for number in range(100)]


def test_many_versions_are_not_flushed_one_after_the_other(store, monkeypatch):
    flushed, real = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda descriptor: (flushed.append(descriptor), real(descriptor)))
    store.keep_seen(MANY)
    assert len(flushed) < 2 * len(MANY) + 20
    assert [store.version(sighting.after) for sighting in MANY] == [sighting.new for sighting in MANY]
    assert len(store.operations().operations) == 1 + len(MANY)


def test_one_of_many_that_cannot_be_kept_takes_no_other_with_it(store, root, monkeypatch):
    real = making.write_all

    def write(descriptor, data):
        if data == b"50":
            raise OSError(errno.EIO, "broken")
        real(descriptor, data)

    with monkeypatch.context() as broken:
        broken.setattr(making, "write_all", write)
        with pytest.raises(StorageError):
            store.keep_seen(MANY)
    logged = {step.path for step in store.operations().operations}
    assert {sighting.path for sighting in MANY} - logged == {"50.md"}
    assert store.check().findings == ()
    assert [path for path in (root / ".memdesk/history").iterdir() if path.is_file()] == []


def test_many_are_kept_one_by_one_where_no_thread_can_be_started(store, monkeypatch):
    def refuse(*_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    store.keep_seen(MANY)
    assert len(store.operations().operations) == 1 + len(MANY)
    assert store.check().findings == ()


def test_what_failed_to_last_among_many_is_written_anew(store, monkeypatch):
    named, real, rename = [], os.fsync, os.rename

    def note(*names, **folders):
        rename(*names, **folders)
        named.append(names[1])

    def fail_once(descriptor):
        if named and "broken" not in named:
            named.append("broken")
            raise OSError(errno.EIO, "broken")
        real(descriptor)

    monkeypatch.setattr(os, "rename", note)
    monkeypatch.setattr(os, "fsync", fail_once)
    store.keep_seen(MANY)
    digests = [sighting.after.removeprefix("sha256:") for sighting in MANY]
    assert sorted(named[named.index("broken") + 1 :]) == sorted(digests)


def test_two_cores_that_see_the_same_log_it_once(store, root):
    other = Store(root)
    for time in (100.0, 101.0):
        for core in (store, other):
            core.keep_seen([seen(b"one\n", b"two\n", time), seen(b"two\n", b"one\n", time)])
    assert logged(store) == [(b"one\n", b"two\n"), (b"two\n", b"one\n")] * 2


def test_what_happens_again_is_logged_again(store):
    for time in (100.0, 101.0):
        store.keep_seen([seen(b"one\n", b"two\n", time), seen(b"two\n", b"one\n", time)])
    assert logged(store) == [(b"one\n", b"two\n"), (b"two\n", b"one\n")] * 2


def test_what_others_logged_is_not_taken_for_what_happens_again_later(store, root):
    steps = [(b"one\n", b"two\n"), (b"two\n", b"three\n")]
    Store(root).keep_seen([seen(*step) for step in steps])
    later = [(b"three\n", b"one\n"), *steps]
    store.keep_seen([seen(*step, 101.0) for step in later])
    assert logged(store) == [*steps, *later]


def test_a_core_that_comes_late_sees_what_was_logged_lately(root):
    for time in (100.0, 160.0):
        Store(root).keep_seen([seen(b"one\n", b"two\n", time)])
    assert len(logged(Store(root))) == 1


def test_what_a_core_committed_is_not_from_outside(store, root):
    Store(root).commit(URI, b"two\n", ANY, ME)
    store.keep_seen([seen(b"one\n", b"two\n", store.operations_of(URI)[0].time)])
    assert [step.actor for step in store.operations_of(URI)] == [ME]


def test_what_a_core_committed_is_known_again_where_its_clock_is_behind(store, root):
    other = Store(root, clock=FrozenClock(50.0))
    for text in (b"two\n", b"three\n"):
        other.commit(URI, text, ANY, ME)
    store.keep_seen([seen(b"one\n", b"two\n")])
    assert [step.actor for step in store.operations_of(URI)] == [ME, ME]
    store.keep_seen([seen(b"two\n", b"three\n"), seen(b"three\n", b"two\n")])
    assert [step.actor for step in store.operations_of(URI)] == [ME, ME, OUTSIDE]


def test_a_step_that_follows_the_last_one_is_new_although_it_was_taken_before(store, root):
    other = Store(root, clock=FrozenClock(50.0))
    for text in (b"two\n", b"one\n"):
        other.commit(URI, text, ANY, ME)
    store.keep_seen([seen(b"one\n", b"two\n")])
    assert [step.actor for step in store.operations_of(URI)] == [ME, ME, OUTSIDE]


def test_what_a_core_wrote_that_died_before_it_logged_that_is_the_cores(store, root, monkeypatch):
    with monkeypatch.context() as dying:
        dying.setattr(Transaction, "_record", lambda *_: None)
        Store(root).commit(URI, b"two\n", ANY, ME)
    assert store.operations_of(URI) == ()
    store.keep_seen([seen(b"one\n", b"two\n")])
    assert [(step.actor, step.after) for step in store.operations_of(URI)] == [(ME, revision_of(b"two\n"))]


def test_an_unknown_version_before_is_the_last_one_logged(store):
    store.keep_seen([seen(b"one\n", b"two\n")])
    store.keep_seen([seen(None, b"three\n", 200.0)])
    assert logged(store)[-1] == (b"two\n", b"three\n")
    store.keep_seen([ExternalVersion("memory/never.md", None, None, 1.0)])
    assert store.operations_of("memory/never.md") == ()


def test_however_many_documents_are_new_the_log_is_not_read_for_each(store, monkeypatch):
    """Whoever wants to save waits meanwhile."""
    store.keep_seen([seen(None, b"one\n", path=f"{number}.md") for number in range(300)])
    read, sizes = os.pread, []

    def counted(descriptor, *asked):
        data = read(descriptor, *asked)
        # the log and its copy; up to where it is confirmed costs the same for each, however long it is
        if os.readlink(f"/proc/self/fd/{descriptor}").endswith("/operations.jsonl"):
            sizes.append(len(data))
        return data

    monkeypatch.setattr(os, "pread", counted)
    store.keep_seen([seen(None, b"one\n", path=f"more/{number}.md") for number in range(300)])
    assert 0 < sum(sizes) < 2 * store.operations_end()


@pytest.mark.parametrize(("limit", "size"), [(3, None), (4, 4)])
def test_a_huge_version_is_logged_without_its_bytes(store, monkeypatch, limit, size):
    monkeypatch.setattr("memdesk.store.external.recorder.SEEN_LIMIT", limit)
    store.keep_seen([seen(None, b"two\n")])
    assert logged(store) == [(None, b"two\n")]
    assert store.version_size(revision_of(b"two\n"), 4) == size


def test_the_first_change_from_outside_is_kept_where_nothing_was_ever_committed(tmp_path):
    fresh = Store(tmp_path)
    fresh.keep_seen([seen(b"one\n", b"two\n")])
    assert len(logged(fresh)) == 1
    assert fresh.version(revision_of(b"one\n")) == b"one\n"


def test_nothing_is_kept_where_nothing_may_be_written(root, store, tmp_path):
    untouched = tmp_path / "untouched"
    untouched.mkdir()
    Store(untouched, read_only=True).keep_seen([seen(b"one\n", b"two\n")])
    assert os.listdir(untouched) == []
    Store(root, read_only=True).keep_seen([seen(b"one\n", b"two\n")])
    assert logged(store) == []


def test_a_watched_folder_keeps_every_version_it_sees_whoever_else_watches(root):
    with ExitStack() as stack:
        watched = []
        for _ in range(2):
            workspace = stack.enter_context(Workspace.open(root))
            recorder = Recorder()
            workspace.scan()
            workspace.subscribe(recorder)
            workspace.read(URI)
            workspace.watch()
            recorder.until_state(WatchState.LIVE)
            watched.append((workspace, recorder))
        watched[0][0].commit("begun.md", b"x", None, ME)
        for text in (b"two\n", b"three\n"):
            root.with_name("made").write_bytes(text)  # in its place it might be seen before it is whole
            root.with_name("made").replace(root / URI)
            for _, recorder in watched:
                recorder.until(lambda r=recorder, t=text: any(c.after == revision_of(t) for c in r.changes))
        (root / URI).unlink()
        for _, recorder in watched:
            recorder.until(lambda r=recorder: any(c.kind is ChangeKind.DELETED for c in r.changes))
    with Workspace.open(root) as workspace:
        history = History(workspace)
        contents = [history.content(URI, version.revision) for version in history.versions(URI)]
    assert contents == [b"", b"three\n", b"two\n", b"one\n"]


def test_the_keeper_never_makes_its_caller_wait_and_ends_with_all_kept():
    gate, kept = threading.Event(), []

    def keep(batch):
        assert gate.wait(300)
        kept.extend(batch)

    keeper = HistoryWriter(keep)
    wanted = [seen(b"one\n", b"two\n", float(time)) for time in range(500)]
    for sighting in wanted:
        keeper.take([sighting])
    gate.set()
    keeper.stop()
    assert kept == wanted


def test_beyond_the_room_for_bytes_only_the_fact_is_kept(monkeypatch):
    monkeypatch.setattr(keepers, "HELD_LIMIT", 10)
    gate, kept = threading.Event(), []

    def keep(batch):
        assert gate.wait(300)
        kept.extend(batch)

    keeper = HistoryWriter(keep)
    for _ in range(3):
        keeper.take([seen(b"one\n", b"two\n")])
    gate.set()
    keeper.stop()
    assert len(kept) == 3
    assert any(sighting.new is None and sighting.after == revision_of(b"two\n") for sighting in kept)


def test_a_taken_lock_is_waited_for_and_other_trouble_is_survived():
    errors, kept, done = [LockedError("taken"), LockedError("taken")], [], threading.Event()

    def keep(batch):
        if errors:
            raise errors.pop()
        kept.extend(batch)
        done.set()

    keeper = HistoryWriter(keep)
    keeper.take([seen(b"one\n", b"two\n")])
    assert done.wait(300)
    errors += [StorageError("full")]
    done.clear()
    keeper.take([seen(b"two\n", b"one\n")])
    while errors:
        done.wait(0.01)
    keeper.take([seen(b"one\n", b"three\n")])
    assert done.wait(300)
    keeper.stop()
    assert [sighting.after for sighting in kept][-1] == revision_of(b"three\n")


def test_a_keeper_that_ends_does_not_wait_for_the_lock_for_ever():
    tried = threading.Event()

    def keep(_batch):
        tried.set()
        raise LockedError("taken")

    keeper = HistoryWriter(keep)
    keeper.take([seen(b"one\n", b"two\n")])
    assert tried.wait(300)
    keeper.stop()
    assert not keeper._thread.is_alive()


def test_what_is_refused_at_once_is_not_tried_again_without_a_pause(monkeypatch):
    """Not every one who says that it is locked has waited for it."""
    monkeypatch.setattr(keepers, "PAUSE", 3600.0)
    tries, tried = [], threading.Event()

    def keep(batch):
        tries.append(len(batch))
        tried.set()
        if len(tries) == 1:
            raise LockedError("being written")

    keeper = HistoryWriter(keep)
    keeper.take([seen(b"one\n", b"two\n")])
    assert tried.wait(300)
    keeper.stop()
    assert tries == [1, 1]


def test_a_keeper_that_ends_waits_for_the_lock_once_for_all_that_is_left(monkeypatch):
    monkeypatch.setattr(keepers, "BATCH", 2)
    tries, tried, gate = [], threading.Event(), threading.Event()

    def keep(batch):
        tries.append(len(batch))
        tried.set()
        assert gate.wait(300)
        raise LockedError("taken")

    keeper = HistoryWriter(keep)
    keeper.take(seen(b"one\n", b"two\n", float(time)) for time in range(9))
    assert tried.wait(300)
    ending = threading.Thread(target=keeper.stop)
    ending.start()
    while not keeper._stopping:
        ending.join(0.001)
    gate.set()
    ending.join(300)
    assert tries == [2, 7]


def test_a_failure_of_ours_is_logged_and_the_next_version_is_kept(caplog):
    kept, failed = [], threading.Event()

    def keep(batch):
        if not failed.is_set():
            failed.set()
            raise ValueError
        kept.extend(batch)

    keeper = HistoryWriter(keep)
    keeper.take([seen(b"one\n", b"two\n")])
    assert failed.wait(300)
    keeper.take([seen(b"two\n", b"one\n")])
    keeper.stop()
    assert len(kept) == 1
    assert "could not be kept" in caplog.text
