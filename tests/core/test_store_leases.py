"""Whoever keeps a file for itself by a lease is somebody who writes it: nobody waits inside the system."""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
from functools import partial
from types import SimpleNamespace

import pytest

from memdesk.errors import LockedError
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, Store
from memdesk.store.fs import descriptors as other_side
from memdesk.store.fs.lease import Leased

ME = Actor("me", Origin.HUMAN, Via.GUI)


@pytest.fixture
def store(tmp_path):
    (tmp_path / "a.md").write_bytes(b"one\n")
    store = Store(tmp_path)
    store.commit("other.md", b"x", None, ME)
    return store


@pytest.fixture
def kept(store, tmp_path):
    """A document that a file server has a client write; what is returned gives it back."""
    descriptor = os.open(tmp_path / "a.md", os.O_RDWR)
    fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    except OSError:
        pytest.skip("no leases here")
    given_back = []

    def give_back():
        if not given_back:
            given_back.append(True)
            os.close(descriptor)

    yield give_back
    give_back()


@pytest.mark.usefixtures("kept")
def test_what_somebody_keeps_for_itself_is_in_use_for_whoever_reads(store):
    for read in (store.read, store.open_folders().read, lambda path: store.head(path, 4)):
        with pytest.raises(LockedError, match="in use"):
            read("a.md")


def test_a_save_waits_for_what_somebody_keeps_for_itself_as_for_a_writer(store, kept, monkeypatch):
    monkeypatch.setattr("memdesk.store.commit.transaction.time.sleep", lambda _: kept())
    store.commit("a.md", b"two\n", ANY, ME)
    assert store.read("a.md").data == b"two\n"


def test_what_is_kept_for_too_long_is_not_saved(store, kept, tmp_path, monkeypatch):
    monkeypatch.setattr("memdesk.store.commit.transaction._PATIENCE", 0.0)
    with pytest.raises(LockedError):
        store.commit("a.md", b"two\n", ANY, ME)
    kept()
    assert (tmp_path / "a.md").read_bytes() == b"one\n"


def test_nobody_who_reads_waits_for_a_lease_of_ours(store, tmp_path):
    """It keeps off who writes, and memdesk writes documents under other names."""
    with (tmp_path / "a.md").open("rb") as file, Leased(file.fileno()) as is_ours:
        assert is_ours
        assert store.read("a.md").data == b"one\n"
        store.commit("a.md", b"two\n", ANY, ME)
    assert store.read("a.md").data == b"two\n"


def answering(kind):
    """Return a call of the system that tells this kind of file system of every file."""

    def fstatfs(_descriptor, answer):
        ctypes.c_long.from_buffer(answer).value = kind
        return 0

    return lambda: fstatfs


ON_THIS_MACHINE = {"ext": 0xEF53, "tmpfs": 0x01021994, "xfs": 0x58465342, "btrfs": 0x9123683E}
ELSEWHERE = {
    "9p": 0x01021997,
    "vboxsf": 0x786F4256,
    "lustre": 0x0BD00BD0,
    "afs": 0x5346414F,
    "kernel afs": 0x6B414653,
}


@pytest.mark.parametrize(
    ("kind", "is_so"),
    [(kind, False) for kind in ON_THIS_MACHINE.values()] + [(kind, True) for kind in ELSEWHERE.values()],
    ids=[*ON_THIS_MACHINE, *ELSEWHERE],
)
def test_a_file_of_a_network_has_another_side(tmp_path, monkeypatch, kind, is_so):
    monkeypatch.setattr(other_side, "_fstatfs", answering(kind))
    with (tmp_path / "a").open("wb") as file:
        assert other_side.has_other_side(file.fileno()) is is_so


SHARED = {"nfs": (0x6969, False), "smb": (0xFE534D42, True), "cifs": (0xFF534D42, True)}


@pytest.mark.parametrize(
    ("kind", "is_so"),
    [
        *((kind, False) for kind in ON_THIS_MACHINE.values()),
        *((kind, True) for kind in ELSEWHERE.values()),
        *SHARED.values(),
    ],
    ids=[*ON_THIS_MACHINE, *ELSEWHERE, *SHARED],
)
def test_a_flush_of_everything_ends_at_another_program_or_machine(tmp_path, monkeypatch, kind, is_so):
    monkeypatch.setattr(other_side, "_fstatfs", answering(kind))
    with (tmp_path / "a").open("wb") as file:
        assert other_side.is_relayed(file.fileno()) is is_so


@pytest.mark.parametrize(("major", "is_so"), [(0, True), (8, False)])
def test_what_a_program_provides_has_another_side_unless_it_is_a_disk(tmp_path, monkeypatch, major, is_so):
    monkeypatch.setattr(other_side, "_fstatfs", answering(0x65735546))
    status = SimpleNamespace(st_dev=os.makedev(major, 5))
    monkeypatch.setattr(other_side, "os", SimpleNamespace(fstat=lambda _: status, major=os.major))
    with (tmp_path / "a").open("wb") as file:
        assert other_side.has_other_side(file.fileno()) is is_so


def test_where_the_system_does_not_tell_there_may_be_another_side(tmp_path, monkeypatch):
    find, closed = other_side._fstatfs, -1
    assert other_side.has_other_side(closed)
    monkeypatch.setattr(other_side, "_fstatfs", lambda: lambda *_: -1)
    with (tmp_path / "a").open("wb") as file:
        assert other_side.has_other_side(file.fileno())
    monkeypatch.setattr(other_side, "_fstatfs", partial(find, "darwin"))
    assert not other_side.has_other_side(closed)
