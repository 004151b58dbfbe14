"""A workspace to oneself: several reads and commits of one thread, with nobody else's in between."""

from __future__ import annotations

import errno
import os
import threading

import pytest

from memdesk.errors import ConflictError, LockedError, ReadOnlyError, StorageError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Store
from memdesk.store.locking import lock as locks
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
AGENT = Actor("agent X", Origin.AGENT, Via.MCP)


@pytest.fixture
def store(tmp_path):
    (tmp_path / "a.md").write_bytes(b"as found")
    return Store(tmp_path, lock_timeout=0)


def test_nobody_else_writes_meanwhile_and_is_told_who_does(store, tmp_path):
    other = Store(tmp_path, lock_timeout=0)
    with store.exclusive(AGENT):
        assert other.lock_holder().name == "agent X"
        with pytest.raises(LockedError, match="agent X · update"):
            other.commit("a.md", b"theirs", ANY, ME)
        store.commit("a.md", b"ours", store.read("a.md").revision, AGENT)
    assert other.lock_holder() is None
    other.commit("a.md", b"theirs", ANY, ME)
    assert [operation.actor for operation in store.operations_of("a.md")] == [AGENT, ME]


def test_another_thread_of_the_same_store_has_to_wait(store):
    refused = []

    def commit():
        try:
            store.commit("a.md", b"theirs", ANY, ME)
        except LockedError as error:
            refused.append(error)

    with store.exclusive(AGENT):
        thread = threading.Thread(target=commit)
        thread.start()
        thread.join()
    assert refused
    assert store.read("a.md").data == b"as found"


@pytest.mark.parametrize(
    ("new", "base"),
    [(b"x", None), (b"x" * 100_000, revision_of(b"not this")), (None, revision_of(b"not this"))],
    ids=["created", "large", "deleted"],
)
def test_who_has_a_conflict_or_nothing_to_do_waits_for_nobody(store, tmp_path, new, base):
    found = store.commit("a.md", b"ours", ANY, AGENT).after
    with Store(tmp_path).exclusive(ME):
        with pytest.raises(ConflictError):
            store.commit("a.md", new, base, AGENT)
        assert store.commit("a.md", b"ours", found, AGENT).operation == ""
    assert [operation.after for operation in store.operations_of("a.md")] == [found]


def in_a_copy_of_the_process(work):
    """Return how a copy of this process ends that does this: 0 where it was refused the lock."""
    copy = os.fork()
    if copy:
        return os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    code = 1
    try:
        work()
    except LockedError:
        code = 0
    finally:
        os._exit(code)


def test_a_copy_of_the_process_does_not_have_what_was_held(store, tmp_path):
    with store.exclusive(AGENT):
        assert in_a_copy_of_the_process(lambda: store.commit("a.md", b"theirs", ANY, ME)) == 0
    assert store.read("a.md").data == b"as found"


def test_a_copy_of_the_process_does_not_give_back_what_it_leaves(store, tmp_path):
    held = store.exclusive(AGENT)
    with held:

        def leave_and_look():
            held.__exit__(None, None, None)
            Store(tmp_path, lock_timeout=0).commit("a.md", b"theirs", ANY, ME)

        assert in_a_copy_of_the_process(leave_and_look) == 0
        store.commit("a.md", b"ours", ANY, AGENT)
    assert store.read("a.md").data == b"ours"


def test_it_can_be_held_twice_and_everything_that_locks_works_inside(store):
    store.commit("b.md", b"b", None, ME)
    with store.exclusive(AGENT):
        with store.exclusive(AGENT):
            store.recover()
        store.tend()
        assert store.unfinished().operations == ()
        assert store.lock_holder().operation == "update"
    assert store.lock_holder() is None


def test_what_was_committed_stays_when_it_ends_in_an_error(store):
    def change_twice():
        with store.exclusive(AGENT):
            store.commit("a.md", b"one", ANY, AGENT)
            store.commit("a.md", b"two", None, AGENT)

    with pytest.raises(ConflictError):
        change_twice()
    assert store.read("a.md").data == b"one"
    assert store.lock_holder() is None


def test_an_error_of_the_caller_is_not_taken_for_one_of_the_disk(store):
    with pytest.raises(OSError, match="mine"), store.exclusive(AGENT):
        raise OSError(errno.ENOSPC, "mine")


def test_a_workspace_that_is_read_only_cannot_be_had(tmp_path):
    with pytest.raises(ReadOnlyError), Store(tmp_path, read_only=True).exclusive(AGENT):
        pass
    assert not (tmp_path / ".memdesk").exists()


def test_a_disk_that_refuses_the_lock_is_an_error(store, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(locks.HeldLock, "announce", refuse)
    with pytest.raises(StorageError), store.exclusive(AGENT):
        pass


def test_a_lock_that_keeps_being_removed_cannot_be_had(store, tmp_path, monkeypatch):
    announce = locks.HeldLock.announce

    def steal(held, holder):
        (tmp_path / ".memdesk/lock").unlink()
        announce(held, holder)

    monkeypatch.setattr(locks.HeldLock, "announce", steal)
    with pytest.raises(LockedError, match="keeps being removed"), store.exclusive(AGENT):
        pass


def test_a_lock_that_is_removed_meanwhile_refuses_the_commit(store, tmp_path):
    with store.exclusive(AGENT):
        (tmp_path / ".memdesk/lock").unlink()
        with pytest.raises(LockedError, match="keeps being removed"):
            store.commit("a.md", b"unsafe", ANY, AGENT)
    assert store.read("a.md").data == b"as found"


def test_a_workspace_is_had_for_a_read_and_what_follows_from_it(tmp_path):
    (tmp_path / "n.md").write_bytes(b"1")
    with Workspace.open(tmp_path) as workspace, workspace.exclusive(AGENT):
        content = workspace.read("n.md")
        workspace.commit("n.md", content.data + b"1", content.revision, AGENT)
        assert workspace.lock_holder().name == "agent X"
        assert workspace.read("n.md").data == b"11"
