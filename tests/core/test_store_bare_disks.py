"""File systems that lack what others have: modes, syncs, locks. Saving works, or it is said why not."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from types import SimpleNamespace

import pytest

from memdesk.cli import main
from memdesk.errors import StorageError, UnsafePathError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, DocumentEdit, Store
from memdesk.store.fs.safe_root import SafeRoot

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
    store.commit_all(
        [DocumentEdit("new/a.md", None, ANY), DocumentEdit("b.md", b"two", None, "new/a.md")], ME
    )
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


@pytest.fixture
def counted_twice(tmp_path, monkeypatch):
    """A folder of NTFS where Windows has given each file a short name, which is counted as a second one."""
    real, real_named = os.fstat, os.stat

    def twice(status):
        if not stat.S_ISREG(status.st_mode):
            return status
        fields = {name: getattr(status, name) for name in dir(status) if name.startswith("st_")}
        return SimpleNamespace(**fields | {"st_nlink": status.st_nlink + 1})

    def attribute(_file, name):
        if name == "system.ntfs_dos_name":
            return b"OPERAT~1.JSO"
        raise OSError(errno.ENODATA, os.strerror(errno.ENODATA))

    monkeypatch.setattr(os, "fstat", lambda *of: twice(real(*of)))
    monkeypatch.setattr(os, "stat", lambda *of, **how: twice(real_named(*of, **how)))
    monkeypatch.setattr(os, "getxattr", attribute)
    return tmp_path


def test_the_short_names_of_windows_are_no_second_names(counted_twice):
    assert everything_works(counted_twice) == ()
    assert not Store(counted_twice).commit("b.md", b"four", ANY, ME).detached


def test_beside_a_short_name_a_second_one_counts(counted_twice):
    store = Store(counted_twice)
    store.commit("a.md", b"one", ANY, ME)
    os.link(counted_twice / "a.md", counted_twice / "other")
    assert store.commit("a.md", b"two", ANY, ME).detached
    os.link(counted_twice / ".memdesk/operations.jsonl", counted_twice / "log")
    with pytest.raises(UnsafePathError):
        SafeRoot(counted_twice / ".memdesk").record("operations.jsonl")
