"""The lock: exclusive, named holder, never taken at its word, and lost when its file is."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from memdesk.errors import LockedError, NotAFileError, StorageError
from memdesk.model import Actor, Origin, Via
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, Store
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.locking.lock import LockHolder, LockLostError, WorkspaceLock, is_anyone_in, parse_holder

ME = Actor("bloop", Origin.HUMAN, Via.PYTHON)
UNKNOWN = LockHolder(0, "", "", 0.0)
NAME = Path(sys.executable).name[:15]
"""What the kernel calls a program of ours."""


@pytest.fixture
def untold(monkeypatch):
    """Let the kernel tell nothing of locks."""
    monkeypatch.setattr("memdesk.store.locking.lock.owner_of", lambda _: None)


@pytest.fixture
def lock(tmp_path):
    return WorkspaceLock(SafeRoot(tmp_path), FrozenClock(5.0), 0.05)


def test_the_holder_is_known_only_while_it_holds(lock):
    assert lock.holder() is None
    with lock.hold("agent X", "save MEMORY.md"):
        assert lock.holder() == LockHolder(os.getpid(), "agent X", "save MEMORY.md", 5.0)
    assert lock.holder() is None


def test_the_lock_is_private_and_its_file_stays(lock, tmp_path):
    for _ in range(2):
        with lock.hold("bloop", "save"):
            assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o600
        assert lock.holder() is None


@pytest.mark.parametrize("umask", [0, 0o277, 0o777])
def test_the_file_of_the_lock_is_private_whatever_the_umask_is(lock, tmp_path, umask):
    old = os.umask(umask)
    try:
        with lock.hold("bloop", "save"):
            assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(old)


def test_the_time_out_names_the_holder(lock):
    with (
        lock.hold("agent X", "save MEMORY.md"),
        pytest.raises(LockedError) as caught,
        lock.hold("bloop", "save"),
    ):
        pass
    assert caught.value.holder == f"pid {os.getpid()} · agent X · save MEMORY.md"
    assert caught.value.holder in caught.value.message


def test_whoever_waits_is_told_once_for_whom(lock, tmp_path):
    told = []
    other = WorkspaceLock(SafeRoot(tmp_path), FrozenClock(6.0), 0.5, told.append)
    with lock.hold("agent X", "save MEMORY.md"):
        with pytest.raises(LockedError), other.hold("bloop", "save"):
            pass
        assert told == [LockHolder(os.getpid(), "agent X", "save MEMORY.md", 5.0)]
    with other.hold("bloop", "save"):
        assert len(told) == 1


def test_a_holder_that_says_nothing_is_another_process(lock, tmp_path, untold):
    with lock.hold("agent", "save"):
        (tmp_path / "lock").write_bytes(b"")
        with pytest.raises(LockedError, match="another process"), lock.hold("bloop", "save"):
            pass


def test_a_commit_waits_for_the_lock_of_another_thread(tmp_path):
    store = Store(tmp_path, lock_timeout=300)
    store.commit("a.md", b"one", None, ME)
    held, release = threading.Event(), threading.Event()

    def hold():
        with WorkspaceLock(SafeRoot(tmp_path / ".memdesk"), FrozenClock(0), 5).hold("agent", "save"):
            held.set()
            release.wait(300)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(300)
    with pytest.raises(LockedError, match="agent · save"):
        Store(tmp_path, lock_timeout=0).commit("a.md", b"two", ANY, ME)
    assert store.lock_holder().name == "agent"
    assert store.read("a.md").data == b"one"
    release.set()
    store.commit("a.md", b"two", ANY, ME)
    holder.join()
    assert store.read("a.md").data == b"two"
    assert store.lock_holder() is None


def test_a_workspace_without_lock_has_no_holder(tmp_path):
    assert Store(tmp_path).lock_holder() is None


def test_no_room_for_the_record_does_not_prevent_the_lock(lock, monkeypatch, untold):
    def refuse(*_):
        raise OSError("full")

    monkeypatch.setattr(os, "pwrite", refuse)
    with lock.hold("agent", "save"):
        assert lock.holder() == UNKNOWN


def openings(monkeypatch):
    real, opened = os.open, []

    def counted(path, *arguments, **keywords):
        if path == "lock":
            opened.append(path)
        return real(path, *arguments, **keywords)

    monkeypatch.setattr(os, "open", counted)
    return opened


def held_again(lock):
    for _ in range(2):
        with lock.hold("bloop", "save") as held:
            held.check()


def test_the_file_of_the_lock_stays_open_between_its_uses(lock, tmp_path, monkeypatch):
    (tmp_path / "lock").touch()
    opened = openings(monkeypatch)
    held_again(lock)
    assert len(opened) == 1


def test_a_copy_of_the_process_opens_the_file_of_the_lock_anew(lock, monkeypatch):
    held_again(lock)
    opened = openings(monkeypatch)
    monkeypatch.setattr(os, "getpid", lambda: 1)
    held_again(lock)
    assert len(opened) == 1


def test_a_lock_that_cannot_be_given_back_is_given_back_by_closing_it(lock, tmp_path, monkeypatch):
    real = fcntl.flock

    def refuse(descriptor, how):
        if how == fcntl.LOCK_UN:
            raise OSError("refused")
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", refuse)
    held_again(lock)
    with WorkspaceLock(SafeRoot(tmp_path), FrozenClock(6.0), 0.05).hold("other", "save"):
        pass


def test_filelock_is_loaded_at_the_first_write_and_never_to_read(tmp_path):
    (tmp_path / "a.md").write_bytes(b"one")
    script = f"""
import sys
from pathlib import Path
from memdesk.workspace import ANY, Workspace
from memdesk.model import Actor, Origin, Via
with Workspace.open(Path({str(tmp_path)!r})) as workspace:
    workspace.scan(), workspace.read("a.md"), workspace.store.lock_holder()
    assert "filelock" not in sys.modules
    workspace.commit("a.md", b"two", ANY, Actor("bloop", Origin.HUMAN, Via.PYTHON))
    assert "filelock" in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True)


HOLD = """
import sys
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""
TRY = """
import sys
from filelock import FileLock, Timeout
try:
    FileLock(sys.argv[1]).acquire(timeout=0)
except Timeout:
    print("refused")
"""


@contextmanager
def a_foreign_program_that_holds(path):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", HOLD, path], **pipes) as program:
        assert program.stdout.readline() == "held\n"
        yield program
        program.stdin.close()


def test_a_program_that_takes_filelock_keeps_us_out(tmp_path):
    store = Store(tmp_path, lock_timeout=0)
    store.commit("a.md", b"one", None, Actor("agent X", Origin.AGENT, Via.MCP))
    with a_foreign_program_that_holds(tmp_path / ".memdesk/lock") as program:
        with pytest.raises(LockedError) as caught:
            store.commit("a.md", b"two", ANY, ME)
        assert "agent X" not in caught.value.message
        assert caught.value.holder in {f"pid {program.pid} · {NAME}", "another process"}
    store.commit("a.md", b"two", ANY, ME)
    assert store.read("a.md").data == b"two"


def test_a_save_waits_for_a_program_that_takes_filelock(tmp_path):
    store = Store(tmp_path, lock_timeout=300)
    store.commit("a.md", b"one", None, ME)
    with a_foreign_program_that_holds(tmp_path / ".memdesk/lock"):
        waiting = threading.Thread(target=store.commit, args=("a.md", b"two", ANY, ME))
        waiting.start()
        while not is_anyone_in(SafeRoot(tmp_path / ".memdesk")):
            waiting.join(0.01)
        assert store.read("a.md").data == b"one"
    waiting.join()
    assert store.read("a.md").data == b"two"


def test_we_keep_out_a_program_that_takes_filelock(lock, tmp_path):
    tries = partial(subprocess.run, [sys.executable, "-c", TRY, tmp_path / "lock"], capture_output=True)
    with lock.hold("agent X", "save"):
        assert tries().stdout == b"refused\n"
        assert lock.holder().name == "agent X"
    assert tries().stdout == b""


def test_who_died_with_the_lock_is_not_taken_for_who_has_it_now(lock, tmp_path):
    with lock.hold("agent X", "save"):
        left = (tmp_path / "lock").read_bytes()
    (tmp_path / "lock").write_bytes(left.replace(str(os.getpid()).encode(), b"1", 1))
    with a_foreign_program_that_holds(tmp_path / "lock") as program:
        assert lock.holder() in {
            LockHolder(program.pid, NAME, "", 0.0),
            LockHolder(1, "agent X", "save", 5.0),
        }


def test_nothing_is_said_of_a_holder_behind_its_back(lock, tmp_path):
    with lock.hold("agent X", "save"):
        pass
    assert parse_holder((tmp_path / "lock").read_bytes()) == UNKNOWN


def test_a_file_system_without_locks_is_refused_and_gets_no_other_kind_of_lock(lock, tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSYS, "no locks here")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(StorageError, match="knows no locks"), lock.hold("bloop", "save"):
        pass
    assert {path.name for path in tmp_path.iterdir()} <= {"lock", "line"}


def test_no_folder_is_made_where_ours_was_moved_away(lock, tmp_path):
    held_again(lock)
    tmp_path.rename(moved := tmp_path.with_name("moved"))
    with pytest.raises(LockLostError), lock.hold("bloop", "save"):
        pass
    assert not tmp_path.exists()
    moved.rename(tmp_path)


@pytest.mark.parametrize("replace", [True, False])
def test_a_lock_whose_file_is_gone_is_lost(lock, tmp_path, replace):
    with lock.hold("bloop", "save") as held:
        held.check()
        (tmp_path / "lock").unlink()
        if replace:
            (tmp_path / "lock").touch()
        with pytest.raises(LockLostError, match="taken away while it was held"):
            held.check()


def test_a_lock_that_was_had_in_vain_is_free_again_while_the_error_is_kept(lock, monkeypatch):
    def refuse(_):
        raise OSError("broken")

    with monkeypatch.context() as broken:
        broken.setattr(os, "lstat", refuse)
        with pytest.raises(LockLostError) as kept, lock.hold("bloop", "save"):
            pass
    with WorkspaceLock(lock.private, FrozenClock(0), 0).hold("bloop", "save"):
        assert kept.value.__cause__ is not None


def test_a_linked_lock_is_never_opened(lock, tmp_path):
    (tmp_path / "elsewhere").write_bytes(b"precious")
    (tmp_path / "lock").symlink_to("elsewhere")
    with pytest.raises(NotAFileError, match=r"^\.memdesk/lock is not"), lock.hold("bloop", "save"):
        pass
    assert lock.holder() is None
    assert (tmp_path / "elsewhere").read_bytes() == b"precious"


@pytest.mark.parametrize("how", ["link", "rename"])
def test_a_file_put_in_the_place_of_the_lock_is_not_written(lock, tmp_path, how, untold):
    precious = tmp_path / "precious"
    precious.write_bytes(b"p" * (5 if how == "link" else 600))
    before = precious.read_bytes()
    {"link": os.link, "rename": os.rename}[how](precious, tmp_path / "lock")
    with lock.hold("bloop", "save"):
        assert lock.holder().pid == 0
    assert (tmp_path / "lock").read_bytes() == before


def test_a_commit_whose_lock_is_stolen_takes_it_again(tmp_path, monkeypatch):
    (tmp_path / "a.md").write_bytes(b"old")
    store = Store(tmp_path)
    real, thefts = WorkspaceLock._acquire, iter(range(2))

    def steal(self, holder):
        taken = real(self, holder)
        if next(thefts, None) is not None:
            (tmp_path / ".memdesk/lock").unlink()
        return taken

    monkeypatch.setattr(WorkspaceLock, "_acquire", steal)
    store.commit("a.md", b"new", ANY, ME)
    assert store.read("a.md").data == b"new"


def test_a_lock_that_keeps_being_stolen_is_an_error(tmp_path, monkeypatch):
    (tmp_path / "a.md").write_bytes(b"old")
    real = WorkspaceLock._acquire

    def steal(self, holder):
        taken = real(self, holder)
        (tmp_path / ".memdesk/lock").unlink()
        return taken

    monkeypatch.setattr(WorkspaceLock, "_acquire", steal)
    with pytest.raises(LockedError, match="keeps being removed"):
        Store(tmp_path).commit("a.md", b"new", ANY, ME)
    assert (tmp_path / "a.md").read_bytes() == b"old"


def test_a_record_with_more_behind_it_is_none(lock, tmp_path, untold):
    with lock.hold("bloop", "save"), (tmp_path / "lock").open("ab") as file:
        assert lock.holder().name == "bloop"
        file.write(b" ")
        file.flush()
        assert lock.holder() == UNKNOWN


def test_a_copy_of_the_process_made_while_it_asks_for_the_holder_holds_nothing(lock, monkeypatch):
    with lock.hold("bloop", "save"):
        pass
    real, copies = fcntl.flock, []

    def copied(descriptor, how):
        copies.append(os.dup(descriptor))
        real(descriptor, how)

    with monkeypatch.context() as asking:
        asking.setattr(fcntl, "flock", copied)
        assert lock.holder() is None
    with lock.hold("bloop", "save"):
        assert lock.holder().name == "bloop"
    for copy in copies:
        os.close(copy)


GOOD = {"pid": 7, "name": "agent", "operation": "save", "time": 1.5}


def test_a_record_is_read_back():
    assert parse_holder(json.dumps(GOOD).encode()) == LockHolder(7, "agent", "save", 1.5)
    assert parse_holder(json.dumps(GOOD | {"pid": 1}).encode()).pid == 1  # the only one of a container


@pytest.mark.parametrize(
    "record",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"7",
        b"[" * 500,
        json.dumps(GOOD | {"pid": "7"}).encode(),
        json.dumps(GOOD | {"pid": 0}).encode(),
        json.dumps(GOOD | {"name": None}).encode(),
        json.dumps(GOOD | {"time": "now"}).encode(),
        json.dumps({"pid": 7}).encode(),
        json.dumps(GOOD | {"name": "x" * 600}).encode(),
    ],
)
def test_what_is_no_record_is_an_unknown_holder(record):
    assert parse_holder(record) == UNKNOWN
    assert UNKNOWN.describe() == "another process"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\x1b[31m\nb", "a [31m b"),
        ("\u202eevil\u200b", "evil"),
        ("\U000e0041tag", "tag"),
        ("  many   spaces ", "many spaces"),
        ("lone \ud800", "lone"),
        ("é" * 100, "é" * 40),
    ],
)
def test_a_holder_cannot_draw_on_the_screen(name, shown):
    assert (
        parse_holder(json.dumps(GOOD | {"name": name}, ensure_ascii=name[0] in "l").encode("utf-8")).name
        == shown
    )


def test_the_longest_names_still_fit_the_record(lock):
    with lock.hold("名" * 500, '"\\' * 500):
        assert lock.holder().name == "名" * 26
        assert lock.holder().operation.startswith('"\\"')


@pytest.mark.parametrize("name", ["admin", "me", "outside"])
def test_a_person_with_a_name_of_memdesks_own_is_no_agent_to_who_waits(tmp_path, name):
    """That it is a person is its word: so the program is named, and no agent is made up."""
    program = Path(f"/proc/{os.getpid()}/comm").read_text().strip()
    with Store(tmp_path).exclusive(Actor(name, Origin.HUMAN, Via.CLI)):
        assert Store(tmp_path).lock_holder().name == program
    with Store(tmp_path).exclusive(Actor(name, Origin.AGENT, Via.MCP)):
        assert Store(tmp_path).lock_holder().name == f"agent “{name}”"
    with Store(tmp_path).exclusive(Actor("ann", Origin.HUMAN, Via.CLI)):
        assert Store(tmp_path).lock_holder().name == "ann"
