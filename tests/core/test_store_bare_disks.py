"""File systems that lack what others have: modes, syncs, locks. Saving works, or it is said why not."""

from __future__ import annotations

import errno
import fcntl
import os

import pytest

from memdesk.cli import main
from memdesk.errors import StorageError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Edit, Store

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
LACKS = {"EINVAL": errno.EINVAL, "ENOSYS": errno.ENOSYS, "ENOTSUP": errno.ENOTSUP}


def lacking(code):
    """Return a call of the system that this file system does not have."""

    def call(*_):
        raise OSError(code, os.strerror(code))

    return call


def everything_works(root):
    store = Store(root)
    store.commit("new/a.md", b"one", None, ME)
    store.commit("new/a.md", b"two", revision_of(b"one"), ME)
    store.commit_all([Edit("new/a.md", None, ANY), Edit("b.md", b"two", None, "new/a.md")], ME)
    store.commit("b.md", b"three", ANY, ME)
    store.put_record("record.json", b"{}", ME)
    store.tend()
    assert (root / "b.md").read_bytes() == b"three"
    assert [store.version(revision_of(data)) for data in (b"one", b"two")] == [b"one", b"two"]
    return store.check().findings


@pytest.mark.parametrize("code", LACKS.values(), ids=LACKS)
def test_where_nothing_can_be_flushed_everything_is_saved(tmp_path, monkeypatch, code):
    monkeypatch.setattr(os, "fsync", lacking(code))
    assert everything_works(tmp_path) == ()


@pytest.mark.parametrize("code", [errno.EPERM, errno.ENOSYS, errno.ENOTSUP], ids=str)
def test_where_no_mode_can_be_set_everything_is_saved(tmp_path, monkeypatch, code):
    monkeypatch.setattr(os, "fchmod", lacking(code))
    monkeypatch.setattr(os, "fchown", lacking(errno.EPERM))
    assert everything_works(tmp_path) == ()


@pytest.mark.parametrize("code", [*LACKS.values(), errno.ENOLCK], ids=[*LACKS, "ENOLCK"])
def test_where_nothing_can_be_locked_nothing_is_saved_and_it_is_said_why(tmp_path, monkeypatch, code, capsys):
    (tmp_path / "a.md").write_bytes(b"one")
    monkeypatch.setattr(fcntl, "flock", lacking(code))
    with pytest.raises(StorageError, match="knows no locks"):
        Store(tmp_path).commit("a.md", b"two", ANY, ME)
    assert main(["show", str(tmp_path), "a.md"]) == 0
    assert "one" in capsys.readouterr().out
    assert (tmp_path / "a.md").read_bytes() == b"one"
