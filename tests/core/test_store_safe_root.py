"""Reading: no link is followed, nothing but plain files is opened, what is read was there at one moment."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from helpers.sockets import bound_socket
from memdesk.errors import (
    LockedError,
    NotAFileError,
    NotFoundError,
    NotPermittedError,
    StorageError,
    TooLargeError,
    UnsafePathError,
)
from memdesk.model import Actor, Nature, Origin, Via, revision_of
from memdesk.store import ANY, Store
from memdesk.store.fs.safe_root import (
    SafeRoot,
    create_file,
    open_file,
    open_record,
    opened_size,
    sync_folder,
    write_all,
)

ME = Actor("me", Origin.HUMAN, Via.PYTHON)


@pytest.fixture
def secret(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_bytes(b"secret")
    return outside


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "workspace"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "a.md").write_bytes(b"one\r\ntwo")
    return folder


@pytest.fixture
def store(root):
    return Store(root)


def test_content_comes_with_revision_and_stamp(store, root):
    content = store.read("sub/a.md")
    status = (root / "sub" / "a.md").stat()
    assert (content.uri, content.data) == ("sub/a.md", b"one\r\ntwo")
    assert content.revision == revision_of(b"one\r\ntwo")
    assert (content.stamp.inode, content.stamp.size, content.stamp.modified) == (
        status.st_ino,
        8,
        status.st_mtime_ns,
    )


def test_an_empty_file_is_a_document(store, root):
    (root / "empty.md").touch()
    assert store.read("empty.md").data == b""


@pytest.mark.parametrize("path", ["absent", "absent/a.md", "sub/absent.md", "sub/a.md/b"])
def test_what_is_not_there_is_not_found(store, path):
    with pytest.raises(NotFoundError):
        store.read(path)


@pytest.mark.parametrize("path", ["absent", "sub/absent.md", "absent/a.md"])
def test_the_stamp_of_nothing_is_none(store, path):
    assert store.stamp(path) is None


@pytest.mark.parametrize("target", ["../outside", "outside-absolute", "sub", ".", "..", "loop"])
def test_a_linked_folder_is_never_entered(store, root, secret, target):
    link = root / "link"
    link.symlink_to({"outside-absolute": str(secret), "loop": "link"}.get(target, target))
    for path in ("link/secret.md", "link/a.md", "link/link/a.md"):
        with pytest.raises(UnsafePathError):
            store.read(path)
        with pytest.raises(UnsafePathError):
            store.commit(path, b"x", ANY, ME)
    assert (secret / "secret.md").read_bytes() == b"secret"
    assert (root / "sub" / "a.md").read_bytes() == b"one\r\ntwo"


def test_a_pipe_in_the_place_of_a_folder_is_not_waited_for(store, root):
    os.mkfifo(root / "pipe")
    with pytest.raises(NotFoundError):
        store.read("pipe/a.md")


@pytest.mark.parametrize("target", ["sub/a.md", "../outside/secret.md", "absent", "link", "/dev/null", "sub"])
def test_a_linked_file_is_shown_as_a_link_and_never_opened(store, root, secret, target):
    (root / "link").symlink_to(target)
    assert store.stamp("link").nature is Nature.LINK
    assert dict(store.names(""))["link"] == store.stamp("link")
    with pytest.raises(NotAFileError):
        store.read("link")
    with pytest.raises(NotAFileError):
        store.commit("link", b"x", ANY, ME)
    assert os.readlink(root / "link") == target


def make_fifo(path):
    os.mkfifo(path)


def make_socket(path):
    with bound_socket(path):
        pass


def make_folder(path):
    path.mkdir()


@pytest.mark.parametrize("make", [make_fifo, make_socket, make_folder])
def test_what_is_no_plain_file_is_refused_at_once(store, root, make, monkeypatch):
    monkeypatch.chdir(root)
    make(root / "special")
    with pytest.raises(NotAFileError):
        store.read("special")
    with pytest.raises(NotAFileError):
        store.commit("special", b"x", ANY, ME)
    with pytest.raises(NotAFileError):
        store.commit("special", None, ANY, ME)


def test_a_device_is_refused():
    with pytest.raises(NotAFileError):
        SafeRoot(Path("/dev")).read(("null",))


def test_a_file_that_turns_into_a_fifo_after_the_first_look_is_refused(store, root, monkeypatch):
    real = os.open

    def swap(name, flags, mode=0o777, *, dir_fd=None):
        if name == "a.md":
            os.unlink(root / "sub" / "a.md")
            os.mkfifo(root / "sub" / "a.md")
        return real(name, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", swap)
    with pytest.raises(NotAFileError):
        store.read("sub/a.md")


def test_a_file_that_turns_into_a_link_after_the_first_look_is_refused(store, root, secret, monkeypatch):
    real = os.open

    def swap(name, flags, mode=0o777, *, dir_fd=None):
        if name == "a.md":
            os.unlink(root / "sub" / "a.md")
            os.symlink(secret / "secret.md", root / "sub" / "a.md")
        return real(name, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", swap)
    with pytest.raises(NotAFileError):
        store.read("sub/a.md")


def test_too_large_is_said_and_not_read(store):
    assert store.read("sub/a.md", limit=8).data == b"one\r\ntwo"
    for limit in (7, 6, 0):
        with pytest.raises(TooLargeError):
            store.read("sub/a.md", limit=limit)


def test_a_file_written_while_it_is_read_is_read_again(store, root, monkeypatch):
    path = root / "sub" / "a.md"
    real = os.read
    writes = iter([b"changed meanwhile", b"and once more!"])

    def read(descriptor, size):
        data = real(descriptor, size)
        if data:
            path.write_bytes(next(writes, data))
        return data

    monkeypatch.setattr(os, "read", read)
    with pytest.raises(LockedError, match="being written"):
        store.read("sub/a.md")
    monkeypatch.undo()
    assert store.read("sub/a.md").data == path.read_bytes()


def same_size(path):
    status = path.stat()
    path.write_bytes(b"x" * status.st_size)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def another(path):
    (path.parent / "new").write_bytes(path.read_bytes())
    os.replace(path.parent / "new", path)


def another_and_the_former(path):
    with path.open("r+b") as former:
        (path.parent / "new").write_bytes(b"new")
        os.replace(path.parent / "new", path)
        former.write(b"later")
        former.flush()
        os.utime(former.fileno(), ns=(1, 1))


@pytest.mark.parametrize(
    ("change", "reads"),
    [(another, 1), (same_size, 2), (another_and_the_former, 2)],
    ids=["file", "text", "both"],
)
def test_what_is_read_meanwhile_is_the_former_version_or_read_again(root, monkeypatch, change, reads):
    path, real, done = root / "sub/a.md", os.read, []

    def read(descriptor, size):
        data = real(descriptor, size)
        if not done:
            change(path)
        done.append(data)
        return data

    monkeypatch.setattr(os, "read", read)
    assert SafeRoot(root).read(("sub", "a.md")).data == (b"one\r\ntwo" if reads == 1 else path.read_bytes())
    assert len(done) == reads


def test_a_reader_never_sees_a_mixture(store, root):
    path = root / "sub" / "a.md"
    path.write_bytes(b"a" * 50_000)
    done = threading.Event()

    def write():
        for letter in b"bcdefghij" * 40:
            temporary = root / "sub" / "t"
            temporary.write_bytes(bytes([letter]) * 50_000)
            temporary.replace(path)
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    seen = [store.read("sub/a.md").data]
    while not done.is_set():
        seen.append(store.read("sub/a.md").data)
    writer.join()
    assert all(len(set(data)) == 1 and len(data) == 50_000 for data in seen)


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (errno.EACCES, NotPermittedError),
        (errno.EIO, StorageError),
        (errno.ENAMETOOLONG, UnsafePathError),
        (errno.EMFILE, StorageError),
        (errno.ENXIO, NotAFileError),
    ],
)
def test_what_the_system_refuses_is_a_coded_error(store, monkeypatch, code, error):
    def refuse(*_, **__):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "read", refuse)
    with pytest.raises(error):
        store.read("sub/a.md")


def test_a_vanished_root_is_not_found(store, root):
    root.rename(root.with_name("moved"))
    with pytest.raises(NotFoundError):
        store.read("sub/a.md")
    with pytest.raises(NotFoundError):
        store.commit("new.md", b"x", None, ME)
    assert not root.exists()


def test_reading_creates_nothing(store, root):
    store.read("sub/a.md")
    store.stamp("sub/a.md")
    store.operations()
    store.lock_holder()
    store.recover()
    assert sorted(path.name for path in root.rglob("*")) == ["a.md", "sub"]


def test_a_linked_workspace_is_opened_where_it_is(tmp_path, root):
    (tmp_path / "alias").symlink_to(root)
    assert Store(tmp_path / "alias").read("sub/a.md").data == b"one\r\ntwo"


def test_descriptors_are_given_back(store):
    before = len(os.listdir("/proc/self/fd"))
    store.read("sub/a.md")
    for path in ("absent", "sub", "sub/a.md/x"):
        with pytest.raises((NotFoundError, NotAFileError)):
            store.read(path)
    assert len(os.listdir("/proc/self/fd")) <= before


def test_a_write_that_takes_nothing_fails(tmp_path, monkeypatch):
    with SafeRoot(tmp_path).folder(()) as folder:
        monkeypatch.setattr(os, "write", lambda *_: 0)
        with pytest.raises(OSError, match="Input/output"), create_file(folder, "a") as descriptor:
            write_all(descriptor, b"x")


@pytest.mark.parametrize(("taken", "said"), [(1, "closing failed"), (0, "Input/output")])
def test_an_error_of_closing_what_was_written_counts_unless_there_was_one_already(
    tmp_path, monkeypatch, taken, said
):
    close = os.close

    def broken(descriptor):
        close(descriptor)
        raise OSError(errno.EIO, "closing failed")

    with SafeRoot(tmp_path).folder(()) as folder, monkeypatch.context() as context:
        context.setattr(os, "close", broken)
        context.setattr(os, "write", lambda *_: taken)
        with pytest.raises(OSError, match=said), create_file(folder, "a") as descriptor:
            write_all(descriptor, b"x")


def test_short_reads_are_continued(store, root, monkeypatch):
    whole, real = store.read("sub/a.md"), os.read
    assert len(whole.data) > 3
    monkeypatch.setattr(os, "read", lambda descriptor, size: real(descriptor, min(size, 3)))
    assert store.read("sub/a.md") == whole


def test_short_writes_are_continued(tmp_path, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:3]))
    with SafeRoot(tmp_path).folder(()) as folder, create_file(folder, "a") as descriptor:
        write_all(descriptor, b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_a_folder_that_cannot_be_synced_at_all_is_no_failure(monkeypatch):
    def refuse(_):
        raise OSError(errno.EINVAL, "no")

    monkeypatch.setattr(os, "fsync", refuse)
    sync_folder(0)


def test_missing_folders_are_made_private_and_only_empty_ones_are_dropped(tmp_path):
    root = SafeRoot(tmp_path)
    made = root.make_folder(("a", "b", "c"))
    assert made == (("a",), ("a", "b"), ("a", "b", "c"))
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700
    assert root.make_folder(("a", "b")) == ()
    (tmp_path / "a" / "x").touch()
    root.drop_folders(made)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "x"]


def test_one_look_tells_that_a_document_is_the_same(root, secret):
    store, path = Store(root), root / "sub/a.md"
    path.write_bytes(b"a")
    stamp = store.read("sub/a.md").stamp
    is_still = store.still("sub/a.md", stamp)
    assert is_still()
    os.utime(path, ns=(1, 1))
    assert not is_still()
    is_still = store.still("sub/a.md", store.read("sub/a.md").stamp)
    assert is_still()
    os.rename(path, root / "b.md")
    assert not is_still()
    path.symlink_to(root / "b.md")
    assert not is_still()


def test_a_file_of_ours_that_got_a_second_name_while_it_was_open_is_not_written(root):
    with (root / "sub/a.md").open("rb") as file:
        assert opened_size(file.fileno(), "a.md") == 8
        os.link(root / "sub/a.md", root / "second.md")
        with pytest.raises(UnsafePathError):
            opened_size(file.fileno(), "a.md")


@pytest.mark.parametrize("change", [same_size, another, Path.unlink], ids=["text", "file", "gone"])
def test_a_file_is_still_the_same_until_anything_of_it_changes(tmp_path, change):
    path, root = tmp_path / "é.md", SafeRoot(tmp_path)
    path.write_bytes(b"text")
    os.utime(path, ns=(0, 0))
    is_still = root.still("é.md", root.stamp(("é.md",)))
    assert is_still()
    change(path)
    assert not is_still()


@pytest.fixture
def folder(tmp_path):
    folder = os.open(tmp_path, os.O_RDONLY)
    yield folder
    os.close(folder)


def test_a_file_of_ours_is_private_whatever_the_umask_is(folder, tmp_path):
    old = os.umask(0o277)
    try:
        create_file(folder, "new").__exit__()
    finally:
        os.umask(old)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o600


def test_a_new_file_whose_mode_cannot_be_set_is_closed(folder, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EIO, "the disk is going")

    monkeypatch.setattr(os, "fchmod", refuse)
    before = os.listdir("/proc/self/fd")
    with pytest.raises(OSError, match="going"):
        create_file(folder, "new")
    assert os.listdir("/proc/self/fd") == before


def test_a_record_that_its_owner_opened_to_others_stays_open_to_them(folder, tmp_path):
    (tmp_path / "log").touch()
    (tmp_path / "log").chmod(0o640)
    open_record(folder, "log", os.O_APPEND).__exit__()
    assert (tmp_path / "log").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("umask", [0, 0o277, 0o777])
def test_a_record_is_private_from_the_first_moment(folder, tmp_path, umask):
    old = os.umask(umask)
    try:
        open_record(folder, "log", os.O_APPEND).__exit__()
    finally:
        os.umask(old)
    assert (tmp_path / "log").stat().st_mode & 0o777 == 0o600


def test_a_pipe_in_the_place_of_a_record_is_closed_and_refused(folder, tmp_path):
    os.mkfifo(tmp_path / "log")
    before = os.listdir("/proc/self/fd")
    with pytest.raises(NotAFileError):
        open_record(folder, "log", os.O_APPEND)
    assert os.listdir("/proc/self/fd") == before


def test_what_turns_into_a_pipe_while_it_is_opened_is_closed_and_refused(folder, tmp_path, monkeypatch):
    (tmp_path / "log").touch()
    real = os.open

    def turned(name, *arguments, **keywords):
        (tmp_path / "log").unlink()
        os.mkfifo(tmp_path / "log")
        return real(name, *arguments, **keywords)

    monkeypatch.setattr(os, "open", turned)
    before = os.listdir("/proc/self/fd")
    with pytest.raises(NotAFileError):
        open_file(folder, "log", "log")
    assert os.listdir("/proc/self/fd") == before
