"""Many documents in one go: the same answers as one by one, with each folder opened once."""

from __future__ import annotations

import os

import pytest

from memdesk.errors import MemdeskError, NotAFileError, NotFoundError, UnsafePathError
from memdesk.store import Store
from memdesk.store.fs import open_folders as folders


@pytest.fixture
def root(tmp_path):
    for name in ("a.md", "memory/b.md", "memory/deep/c.md"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(name.encode())
    (tmp_path / "link").symlink_to("memory")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


@pytest.fixture
def store(root):
    return Store(root)


@pytest.fixture
def reader(store):
    reader = store.open_folders()
    yield reader
    reader.close()


@pytest.mark.parametrize("path", ["a.md", "memory/b.md", "memory/deep/c.md"])
def test_documents_are_read_and_stamped_as_one_by_one(store, reader, path):
    assert reader.read(path) == store.read(path)
    assert reader.stamp(path) == store.stamp(path)
    assert reader.read(path).data == path.encode()


@pytest.mark.parametrize("path", ["link", "pipe", "memory"])
def test_what_is_no_document_is_stamped_as_what_it_is(store, reader, path):
    assert reader.stamp(path) == store.stamp(path)


def test_a_name_may_be_one_letter(reader, root):
    (root / "x").write_bytes(b"short")
    assert reader.stamp("a.md") is not None
    assert reader.read("x").data == b"short"


def test_two_folders_in_turn_are_opened_once_each(reader, monkeypatch):
    opened = count(monkeypatch, "open")
    for _ in range(5):
        assert reader.stamp("memory/deep/c.md")
        assert reader.stamp("memory/b.md")
    assert len(opened) == 5


@pytest.mark.parametrize("path", ["gone.md", "memory/gone.md", "gone/a.md", "a.md/b"])
def test_nothing_is_nothing(reader, path):
    with pytest.raises(NotFoundError):
        reader.read(path)
    if path != "a.md/b":
        assert reader.stamp(path) is None


@pytest.mark.parametrize(
    ("path", "error"),
    [
        ("link/b.md", UnsafePathError),
        ("../a.md", UnsafePathError),
        ("memory/../a.md", UnsafePathError),
        (".memdesk/lock", UnsafePathError),
        (".memdesk", UnsafePathError),
        ("memory/..", UnsafePathError),
        ("memory/", UnsafePathError),
        ("", UnsafePathError),
        ("a\0b", UnsafePathError),
        ("pipe", NotAFileError),
        ("link", NotAFileError),
        ("memory", NotAFileError),
        ("n" * 300, UnsafePathError),
    ],
)
def test_the_same_is_refused_whether_or_not_the_folder_is_open(store, reader, path, error):
    for _ in range(2):
        with pytest.raises(error):
            reader.read(path)
        if error is UnsafePathError:
            with pytest.raises(error):
                reader.stamp(path)
        reader.read("a.md")
        reader.read("memory/b.md")
    with pytest.raises(MemdeskError):
        store.read(path)


def test_a_folder_is_opened_once_until_all_are_let_go(reader, root, monkeypatch):
    opened = count(monkeypatch, "open")
    for number in range(50):
        (root / "memory" / f"{number}.md").write_bytes(b"x")
    for number in range(50):
        reader.stamp(f"memory/{number}.md")
        reader.read(f"memory/{number}.md")
    assert len(opened) == 50 + 2
    reader.close()
    (root / "memory").rename(root / "moved")
    assert reader.stamp("memory/b.md") is None
    assert reader.read("moved/b.md").data == b"memory/b.md"


def test_not_more_folders_are_open_than_agreed(reader, root, monkeypatch):
    monkeypatch.setattr(folders, "KEPT", 3)
    before = len(os.listdir("/proc/self/fd"))
    for number in range(10):
        (root / f"{number}").mkdir()
        (root / f"{number}" / "a.md").write_bytes(b"x")
        reader.read(f"{number}/a.md")
        assert len(os.listdir("/proc/self/fd")) <= before + 3
    reader.close()
    assert len(os.listdir("/proc/self/fd")) == before


def count(monkeypatch, name):
    """Have the calls of a function of the system's recorded."""
    calls, real = [], getattr(os, name)
    monkeypatch.setattr(os, name, lambda *args, **more: (calls.append(args[0]), real(*args, **more))[1])
    return calls
