"""Whoever keeps a file for itself by a lease is somebody who writes it: nobody waits inside the system."""

from __future__ import annotations

import fcntl
import os
import signal

import pytest

from memdesk.errors import LockedError
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, Store
from memdesk.store.lease import Leased
from memdesk.watch.disk import StoreDisk

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
    for read in (store.read, StoreDisk(store).read, lambda path: store.head(path, 4)):
        with pytest.raises(LockedError, match="in use"):
            read("a.md")


def test_a_save_waits_for_what_somebody_keeps_for_itself_as_for_a_writer(store, kept, monkeypatch):
    monkeypatch.setattr("memdesk.store.transaction.time.sleep", lambda _: kept())
    store.commit("a.md", b"two\n", ANY, ME)
    assert store.read("a.md").data == b"two\n"


def test_what_is_kept_for_too_long_is_not_saved(store, kept, tmp_path, monkeypatch):
    monkeypatch.setattr("memdesk.store.transaction._PATIENCE", 0.0)
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
