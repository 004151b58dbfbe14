"""Writers that know no lock and come at the worst moments of a commit: nothing of theirs is lost."""

from __future__ import annotations

import errno
import fcntl
import gc
import os
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest

from memdesk.errors import StorageError
from memdesk.model import OUTSIDE, Actor, Origin, Via, revision_of
from memdesk.store import ANY, DocumentEdit, Store
from memdesk.store.commit import change, transaction
from memdesk.store.commit.displaced import SECONDS
from memdesk.store.fs.lease import Leased
from memdesk.store.fs.swap import Swap
from memdesk.store.locking.lock import HeldLock
from memdesk.store.oplog.operations import OperationLog

ME = Actor("bloop", Origin.AGENT, Via.PYTHON)
OLD, OURS, THEIRS = b"# Old\n", b"# Our\n", b"# Tgt\n"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "a.md").write_bytes(OLD)
    return tmp_path


@pytest.fixture
def store(root):
    store = Store(root)
    store.commit("first.md", b"first", None, ME)
    return store


@pytest.fixture
def later(monkeypatch):
    """Have some seconds pass for whatever is set aside."""

    def pass_():
        moment = time.time() + SECONDS + 1
        monkeypatch.setattr("memdesk.store.commit.displaced.time", SimpleNamespace(time=lambda: moment))

    return pass_


def temporaries(root):
    return [name for name in os.listdir(root) if name.startswith(".memdesk-")]


def parked(root):
    folder = root / ".memdesk/displaced"
    return sorted(folder.iterdir()) if folder.exists() else []


def test_what_a_first_attempt_left_is_not_forgotten_by_the_second(root, store, monkeypatch):
    """One writer makes the first attempt give way, another one opened what was live for that moment."""
    real, swaps = Swap.exchange, []
    with ExitStack() as first:

        def come(_lock):
            if not swaps:
                first.enter_context((root / "a.md").open("ab"))

        def exchange(*names):
            done = real(*names)
            swaps.append(names)
            if len(swaps) == 1:
                second.append((root / "a.md").open("r+b", buffering=0))
            elif len(swaps) == 2:
                first.close()
            return done

        second = []
        monkeypatch.setattr(HeldLock, "check", come)
        monkeypatch.setattr(Swap, "exchange", exchange)
        store.commit("a.md", OURS, ANY, ME)
    with second.pop() as writer:
        writer.write(THEIRS)
    assert len(swaps) == 3
    store.commit("a.md", b"more", ANY, ME)
    assert temporaries(root) == []
    logged = [(step.actor, step.after) for step in store.operations_of("a.md")]
    assert logged == [(ME, revision_of(OURS)), (OUTSIDE, revision_of(THEIRS)), (ME, revision_of(b"more"))]
    assert store.version(revision_of(THEIRS)) == THEIRS
    assert store.unfinished().operations == ()


STEPS = {
    "folder synced": (transaction, "sync_folder"),
    "logged": (OperationLog, "append"),
    "last look": (change.CommitStep, "dispose"),
}


@pytest.fixture(params=STEPS)
def at_step(request, monkeypatch):
    """Have something done once, just before a step between the swap and the end of a commit."""

    def when(action):
        where, name = STEPS[request.param]
        real, actions = getattr(where, name), [action]

        def step(*arguments):
            while actions:
                actions.pop()()
            return real(*arguments)

        monkeypatch.setattr(where, name, step)

    return when


class LateOpener:
    """Has looked a file up, and opens it for writing when told; the system makes it wait for a lease."""

    def __init__(self, path):
        self._found = os.open(path, os.O_PATH)
        self._inode = os.fstat(self._found).st_ino
        self._thread = threading.Thread(target=self._open)
        self._opened = None

    def _open(self):
        self._opened = os.open(f"/proc/self/fd/{self._found}", os.O_WRONLY)
        os.close(self._found)

    def arrive(self):
        """Return when the opener waits, or has the file open."""
        self._thread.start()
        while self._opened is None and not self._is_waiting():
            os.sched_yield()

    def is_let_in(self):
        """Say whether the opener does not have to wait any longer."""
        self._thread.join(300)
        return self._opened is not None

    def _is_waiting(self):
        locks = Path("/proc/locks").read_text(encoding="ascii").splitlines()
        return any("BREAKING" in lock and f":{self._inode} " in lock for lock in locks)

    def write(self, data):
        self._thread.join()
        os.write(self._opened, data)

    def close(self):
        os.close(self._opened)


@pytest.fixture
def let_in(monkeypatch):
    """Note whether an opener had to wait until a step of a commit is done."""
    noted = []

    def by(opener, where, name):
        real = getattr(where, name)

        def step(*arguments):
            noted.append(opener.is_let_in())
            return real(*arguments)

        monkeypatch.setattr(where, name, step)
        return noted

    return by


def test_who_waits_for_a_displaced_file_is_let_in_before_the_last_look_at_it(root, store, at_step, let_in):
    opener = LateOpener(root / "a.md")
    at_step(opener.arrive)
    looks = let_in(opener, change, "discard")
    store.commit("a.md", OURS, ANY, ME)
    assert looks == [True]
    opener.write(THEIRS)
    opener.close()


def test_who_waits_for_a_file_that_is_given_back_is_let_in_at_once(root, store, monkeypatch, let_in):
    opener, carry_out = LateOpener(root / "a.md"), change.CommitStep.carry_out

    def broken(self):
        if self.operation.path == "b.md":
            opener.arrive()
            raise OSError(errno.EIO, "broken")
        carry_out(self)

    monkeypatch.setattr(change.CommitStep, "carry_out", broken)
    given_back = let_in(opener, change.CommitStep, "dispose")
    with pytest.raises(StorageError):
        store.commit_all([DocumentEdit("a.md", OURS, ANY), DocumentEdit("b.md", OURS, None)], ME)
    assert given_back == [True, True]
    opener.write(THEIRS)
    opener.close()
    assert (root / "a.md").read_bytes() == THEIRS


@pytest.mark.parametrize("new", [OURS, None])
def test_who_looked_a_file_up_before_the_swap_and_opens_it_after_it_loses_nothing(
    root, store, at_step, later, new
):
    opener = LateOpener(root / "a.md")
    at_step(opener.arrive)
    store.commit("a.md", new, revision_of(OLD), ME)
    assert (temporaries(root), len(parked(root)), store.has_parked) == ([], 1, True)
    later()
    opener.write(THEIRS)
    assert (store.late(), len(parked(root)), store.has_parked) == ((), 1, True)
    opener.close()
    (late,) = store.late()
    assert (late.path, late.data, parked(root)) == ("a.md", THEIRS, [])
    assert store.version(late.after) == THEIRS
    assert [step.actor for step in store.operations_of("a.md")] == [ME, OUTSIDE]
    assert store.check().ok


def test_who_came_as_one_of_many_documents_was_displaced_is_noticed(root, store, at_step, later):
    for number in range(20):
        (root / f"{number}.md").write_bytes(OLD)
    opener = LateOpener(root / "19.md")
    at_step(opener.arrive)
    store.commit_all([DocumentEdit(f"{number}.md", OURS, ANY) for number in range(20)], ME)
    opener.write(THEIRS)
    opener.close()
    assert (temporaries(root), len(parked(root))) == ([], 1)
    later()
    (late,) = store.late()
    assert (late.path, late.data) == ("19.md", THEIRS)


def test_what_cannot_be_set_aside_is_left_to_recovery(root, store, at_step, monkeypatch):
    monkeypatch.setattr(change.DisplacedFiles, "park", lambda *_: False)
    opener = LateOpener(root / "a.md")
    at_step(opener.arrive)
    store.commit("a.md", OURS, ANY, ME)
    opener.write(THEIRS)
    store.commit("a.md", b"more", ANY, ME)
    assert len(temporaries(root)) == 1
    opener.close()
    store.commit("a.md", b"still more", ANY, ME)
    assert temporaries(root) == []
    assert store.version(revision_of(THEIRS)) == THEIRS


@pytest.fixture
def break_by_force(monkeypatch):
    """Take the lease away from whoever looked at a document, as the system does after some time."""
    looks, real = [], transaction.look

    def look(*where):
        looks.append(real(*where))
        return looks[-1]

    monkeypatch.setattr(transaction, "look", look)
    return lambda: fcntl.fcntl(looks[-1].lease.descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)


@pytest.mark.parametrize("new", [OURS, None])
def test_what_is_written_where_the_system_broke_the_lease_by_force_is_kept(
    root, store, at_step, break_by_force, new
):
    looked_up = os.open(root / "a.md", os.O_PATH)

    def arrive():
        break_by_force()
        with open(f"/proc/self/fd/{looked_up}", "r+b", buffering=0) as writer:
            writer.write(THEIRS)

    at_step(arrive)
    store.commit("a.md", new, revision_of(OLD), ME)
    os.close(looked_up)
    assert (temporaries(root), parked(root)) == ([], [])
    assert store.version(revision_of(THEIRS)) == THEIRS
    assert [step.actor for step in store.operations_of("a.md")] == [ME, OUTSIDE]


def test_nothing_of_a_commit_waits_for_the_collector(root, store):
    assert not gc.isenabled()
    store.commit("a.md", OURS, ANY, ME)
    assert [found for found in gc.get_objects() if isinstance(found, change.CommitStep)] == []


@pytest.mark.parametrize("leases", range(1, 5))
def test_who_waits_for_a_lease_is_told_of_by_no_signal_that_ends_us(root, leases):
    """The system forgets which signal to send whenever a lease is given back."""
    with (root / "a.md").open("rb") as file:
        lease = Leased(file.fileno())
        for _ in range(leases):
            with lease as is_ours:
                assert is_ours
                with pytest.raises(BlockingIOError):
                    os.open(root / "a.md", os.O_WRONLY | os.O_NONBLOCK)
                assert not lease.is_unbroken
