"""Every system call of a commit fails once: the document is old or new, whole; nothing is lost or left."""

from __future__ import annotations

import errno
import gc
import itertools
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
from contextlib import suppress

import pytest

from helpers.faults import Faults, codes_for
from helpers.sizes import size
from memdesk.errors import DiskFullError, MemdeskError, ReadOnlyError, StorageError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, DocumentEdit, Store
from memdesk.store.fs.os_errors import reading, writing

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
OLD, NEW = b"old\r\n" * 10, b"new\r\n" * 2000
SCENARIOS = {
    "replace": {"a.md": NEW},
    "create": {"b.md": NEW},
    "create in new folders": {"x/y/b.md": NEW},
    "delete": {"a.md": None},
    "unit": {"x/b.md": OLD, "first.md": NEW, "a.md": None},
}


def prepare(place, name):
    """Return a workspace that was written to before; every one after the first is a copy of it."""
    template = place / "template"
    if not template.exists():
        template.mkdir()
        (template / "a.md").write_bytes(OLD)
        (template / "first.md").touch()
        Store(template).commit("first.md", b"first", ANY, ME)
    return shutil.copytree(template, place / name)


def everything(root):
    return {
        path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
        if ".memdesk" not in path.parts
    }


def run(root, edits, faults):
    """Commit under faults; return the error if there was one."""
    unit = [
        DocumentEdit(path, new, ANY, like="a.md" if path == "x/b.md" else None) for path, new in edits.items()
    ]
    with faults.armed():
        try:
            Store(root, lock_timeout=0.2).commit_all(unit, ME)
        except MemdeskError as error:
            return error
    return None


def check(root, edits, before, error):
    """A failed commit has changed nothing, a good one is whole; after recovery nothing is left over."""
    Store(root).recover()
    found = everything(root)
    expected = dict(before) if error else _after(before, edits)
    assert found == expected
    assert (root / ".memdesk/intents.jsonl").read_bytes() == b""
    store = Store(root)
    for path, new in edits.items() if not error else ():
        assert store.operations_of(path)[-1].after == (None if new is None else revision_of(new))
        assert path not in before or store.version(revision_of(before[path])) == before[path]


def fails_at(root, edits, faults):
    """Tell whether a commit failed under faults, once it was checked; its error, holding much, is gone."""
    before = everything(root)
    error = run(root, edits, faults)
    check(root, edits, before, error)
    return error is not None


def descriptors():
    """Return what this process has open, once nothing is open only because it was not collected yet."""
    gc.collect()
    folder = "/proc/self/fd"
    found = set()
    for name in os.listdir(folder):
        with suppress(FileNotFoundError):
            found.add((name, os.readlink(f"{folder}/{name}")))
    return found


def _after(before, edits):
    after = before | edits
    folders = {"/".join(path.split("/")[:depth]) for path in edits for depth in range(1, path.count("/") + 1)}
    return {name: data for name, data in after.items() if data is not None} | dict.fromkeys(folders)


@pytest.mark.parametrize("renames", [True, False], ids=["exchange", "links"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_failing_call_leaves_old_or_new(memory_path, scenario, renames):
    edits = SCENARIOS[scenario]
    dry = Faults(renames=renames)
    assert run(prepare(memory_path, "dry"), edits, dry) is None
    failed = 0
    before_all = descriptors()
    # In the suite it is each third call, another third with either way of renaming.
    tried = [*enumerate(dry.trace, start=1)][size(0, int(renames)) :: size(1, 3)]
    for at, name in tried:
        codes = codes_for(name) if renames else (errno.EIO,)
        for code in size(codes, codes[at // 3 % len(codes) :][:1]):
            failed += fails_at(prepare(memory_path, f"{at}-{code}"), edits, Faults(at, code, renames))
    # A call that looks at a record may fail: what vouches for it tells.
    assert failed > len(tried) / 5
    assert descriptors() <= before_all


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (errno.ENOSPC, DiskFullError),
        (errno.EDQUOT, DiskFullError),
        (errno.EFBIG, StorageError),
        (errno.EIO, StorageError),
        (errno.EROFS, ReadOnlyError),
        (errno.EACCES, ReadOnlyError),
    ],
)
def test_the_error_says_what_kind_of_refusal_it_was(tmp_path, monkeypatch, code, error):
    root = prepare(tmp_path, "w")
    real = os.fsync

    def refuse(descriptor):
        if "/.memdesk-" in os.readlink(f"/proc/self/fd/{descriptor}"):
            raise OSError(code, os.strerror(code))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(error):
        Store(root).commit("a.md", NEW, ANY, ME)
    assert everything(root) == {"a.md": OLD, "first.md": b"first"}


@pytest.mark.parametrize("doing", [reading, writing])
def test_how_many_bytes_are_needed_is_said_only_where_that_is_known(doing):
    with pytest.raises(DiskFullError) as caught, doing("a.md"):
        raise OSError(errno.ENOSPC, "full")
    assert str(caught.value) == "a.md: full"


class Forgetting:
    """A kernel that tells a descriptor of a failed sync only once; the next one says that all is well."""

    def __init__(self, monkeypatch, fails):
        self.synced, self.asked_again = [], []
        """What was synced durably, and what was asked again on a descriptor that had failed."""
        self._fails, self._failed = fails, set()
        self._fsync, self._close = os.fsync, os.close
        monkeypatch.setattr(os, "fsync", self.fsync)
        monkeypatch.setattr(os, "close", self.close)

    def fsync(self, descriptor):
        target = os.readlink(f"/proc/self/fd/{descriptor}")
        if descriptor in self._failed:
            self.asked_again.append(target)
        elif self._fails(target):
            self._failed.add(descriptor)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        else:
            self._fsync(descriptor)
            self.synced.append(target)

    def close(self, descriptor):
        self._failed.discard(descriptor)
        self._close(descriptor)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_descriptor_is_synced_again_after_its_sync_failed(memory_path, monkeypatch, scenario):
    edits = SCENARIOS[scenario]
    for at in itertools.count(1):
        calls = iter([False] * (at - 1) + [True])
        root = prepare(memory_path, f"{at}")
        with monkeypatch.context() as patch:
            kernel = Forgetting(patch, lambda _, calls=calls: next(calls, False))
            store = Store(root)
            for _ in range(2):
                with suppress(StorageError):
                    store.commit_all([DocumentEdit(path, new, ANY) for path, new in edits.items()], ME)
                with suppress(StorageError):
                    store.recover()
        assert kernel.asked_again == []
        if next(calls, None) is not None:
            break
    assert at > 2


@pytest.mark.parametrize(
    "edits", [{"a.md": NEW}, {"b.md": NEW}, {"a.md": None}, {"first.md": NEW, "a.md": None}]
)
def test_what_was_taken_back_is_durable_or_taken_back_again(memory_path, monkeypatch, edits):
    root = prepare(memory_path, "w")
    before, journal, unit = (
        everything(root),
        root / ".memdesk/intents.jsonl",
        [DocumentEdit(*each, ANY) for each in edits.items()],
    )
    with monkeypatch.context() as patch:
        Forgetting(patch, lambda target: target == os.fspath(root))
        store = Store(root)
        with pytest.raises(StorageError):
            store.commit_all(unit, ME)
        store.recover()
        assert journal.read_bytes() != b""
    with monkeypatch.context() as patch:
        kernel = Forgetting(patch, lambda _: False)
        Store(root).recover()
        assert os.fspath(root) in kernel.synced
    assert (everything(root), journal.read_bytes()) == (before, b"")


def test_a_file_size_limit_leaves_the_document_as_it_was(tmp_path):
    root = prepare(tmp_path, "w")
    big = os.urandom(40_000)
    signal_before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        with pytest.raises(StorageError):
            Store(root).commit("a.md", big, ANY, ME)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, signal_before)
    assert everything(root) == {"a.md": OLD, "first.md": b"first"}
    assert not list(root.rglob("*.tmp"))
    Store(root).commit("a.md", big, ANY, ME)
    assert (root / "a.md").read_bytes() == big


UNPRIVILEGED = textwrap.dedent(
    """
    import os, sys
    from pathlib import Path
    from memdesk.errors import MemdeskError
    from memdesk.model import Actor, Origin, Via
    from memdesk.store import ANY, Store
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    for path in sys.argv[2:]:
        try:
            Store(Path(sys.argv[1])).commit(path, b"new", ANY, Actor("me", Origin.HUMAN, Via.PYTHON))
            print("done")
        except MemdeskError as error:
            print(error.code)
    """
)


@pytest.fixture
def unprivileged(tmp_path):
    """Run commits as a user without rights, in a folder that such a user can reach."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o755)

        def commit(root, *paths):
            environment = os.environ | {"XDG_STATE_HOME": f"{folder}/state", "HOME": folder}
            done = subprocess.run(
                [sys.executable, "-c", UNPRIVILEGED, str(root), *paths],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            )
            return done.stdout.split()

        yield folder, commit


def test_what_the_user_may_not_write_is_read_only(unprivileged):
    folder, commit = unprivileged
    os.mkdir(f"{folder}/w", 0o755)
    for name, mode in (("plain.md", 0o644), ("hidden.md", 0o600)):
        with open(f"{folder}/w/{name}", "wb") as file:
            file.write(OLD)
        os.chmod(f"{folder}/w/{name}", mode)
    if os.geteuid() != 0:
        os.chmod(f"{folder}/w", 0o555)
    codes = commit(f"{folder}/w", "plain.md", "new.md", "x/new.md")
    assert set(codes) == {"read_only"}
    assert sorted(os.listdir(f"{folder}/w")) == ["hidden.md", "plain.md"]
