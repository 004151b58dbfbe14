"""The systems' own renames, with stand-ins for what macOS and Windows have."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from types import SimpleNamespace

import pytest

from memdesk.store.fs import swap as renames
from memdesk.store.fs.swap import EXCHANGE, NOREPLACE, Swap, WindowsCalls, kernel_rename


class Unix:
    """A function of a C library that notes its arguments and fails as told."""

    def __init__(self, code=0):
        self.code = code
        self.asked = []

    def __call__(self, *arguments):
        self.asked.append(arguments)
        ctypes.set_errno(self.code)
        return -1 if self.code else 0


@pytest.mark.parametrize(
    ("platform", "name", "flags"), [("linux", "renameat2", (1, 2)), ("darwin", "renameatx_np", (4, 2))]
)
def test_each_system_has_a_function_with_flags_of_its_own(monkeypatch, platform, name, flags):
    function = Unix()
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: SimpleNamespace(**{name: function}))
    rename = kernel_rename(platform)
    rename(7, "t", "é", NOREPLACE)
    rename(7, "t", "a", EXCHANGE)
    assert function.asked == [
        (7, b"t", 7, os.fsencode("é"), flags[0]),
        (7, b"t", 7, b"a", flags[1]),
    ]


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_what_the_function_says_is_raised(monkeypatch, platform):
    library = SimpleNamespace(renameat2=Unix(errno.EEXIST), renameatx_np=Unix(errno.EEXIST))
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: library)
    with pytest.raises(FileExistsError):
        kernel_rename(platform)(7, "t", "a", NOREPLACE)


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_a_library_without_the_function_is_no_failure(monkeypatch, platform):
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: object())
    assert kernel_rename(platform) is None


@pytest.mark.parametrize("code", [errno.ENOTSUP, errno.EINVAL])
def test_a_volume_of_a_mac_that_cannot_swap_gets_links(tmp_path, monkeypatch, code):
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: SimpleNamespace(renameatx_np=Unix(code)))
    swap = Swap(kernel_rename("darwin"))
    (tmp_path / "t").write_bytes(b"new")
    (tmp_path / "a").write_bytes(b"old")
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        assert swap.exchange(folder, "t", "a")
    finally:
        os.close(folder)
    assert swap.guarantee == "replace"
    assert (tmp_path / "a").read_bytes() == b"new"


class Windows:
    """Acts as Windows does on the files of a folder; ``fails`` are the codes of the calls to come."""

    def __init__(self, root, *fails):
        self.root = root
        self.fails = list(fails)
        self.code = 0
        self.waited = []

    def place(self, path):
        folder, _, name = path.rpartition("\\")
        assert folder == r"\\?\C:\w"
        return self.root / name

    def next(self):
        self.code = self.fails.pop(0) if self.fails else 0
        return self.code

    def replace_file(self, replaced, replacement, backup, *rest):
        assert rest == (0, None, None)
        new, old, second = map(self.place, (replaced, replacement, backup))
        code = self.next()
        if code == 1177:
            new.rename(second)
        if code:
            return 0
        if not new.exists() or not old.exists():
            self.code = 2
            return 0
        new.rename(second)
        old.rename(new)
        return 1

    def move_file(self, source, target, flags):
        assert flags == 8
        old, new = map(self.place, (source, target))
        if self.next():
            return 0
        if new.exists():
            self.code = 183
            return 0
        old.rename(new)
        return 1

    def calls(self):
        return WindowsCalls(
            self.replace_file,
            self.move_file,
            lambda: self.code,
            lambda _: r"\\?\C:\w",
            self.waited.append,
        )


@pytest.fixture
def root(tmp_path):
    (tmp_path / "t").write_bytes(b"new")
    (tmp_path / "a").write_bytes(b"old")
    return tmp_path


def found(root):
    return {path.name: path.read_bytes() for path in root.iterdir()}


def test_windows_hands_over_what_it_replaced(root):
    swap = Swap(Windows(root).calls().rename)
    assert swap.exchange(7, "t", "a")
    assert found(root) == {"a": b"new", "t": b"old"}
    assert swap.guarantee == "exchange"


def test_windows_needs_both(root):
    (root / "a").unlink()
    with pytest.raises(FileNotFoundError):
        Swap(Windows(root).calls().rename).exchange(7, "t", "a")
    assert found(root) == {"t": b"new"}


def test_windows_places_only_where_a_name_is_free(root):
    swap = Swap(Windows(root).calls().rename)
    with pytest.raises(FileExistsError):
        swap.place(7, "t", "a")
    swap.place(7, "t", "b")
    assert found(root) == {"a": b"old", "b": b"new"}


@pytest.mark.parametrize("code", [5, 32, 33])
def test_windows_is_asked_again_while_a_scanner_has_the_file_open(root, code):
    windows = Windows(root, code, code)
    windows.calls().rename(7, "t", "a", EXCHANGE)
    assert found(root) == {"a": b"new", "t": b"old"}
    assert windows.waited == [0.05, 0.1]


@pytest.mark.parametrize(("code", "number"), [(5, errno.EACCES), (32, errno.EBUSY), (33, errno.EBUSY)])
def test_windows_is_not_asked_for_ever(root, code, number):
    windows = Windows(root, *[code] * 7)
    with pytest.raises(OSError, match=os.strerror(number)):
        windows.calls().rename(7, "t", "a", EXCHANGE)
    assert found(root) == {"a": b"old", "t": b"new"}
    assert 2.3 < sum(windows.waited) < 2.5
    assert windows.fails == []


@pytest.mark.parametrize(
    ("code", "number"),
    [
        pytest.param(1, errno.ENOSYS, id="invalid function"),
        pytest.param(3, errno.ENOENT, id="path not found"),
        pytest.param(17, errno.EXDEV, id="not same device"),
        pytest.param(19, errno.EROFS, id="write protect"),
        pytest.param(39, errno.ENOSPC, id="handle disk full"),
        pytest.param(80, errno.EEXIST, id="file exists"),
        pytest.param(112, errno.ENOSPC, id="disk full"),
        pytest.param(9999, errno.EIO, id="another"),
    ],
)
def test_other_failures_of_windows_are_told_at_once(root, code, number):
    windows = Windows(root, code)
    with pytest.raises(OSError, match=os.strerror(number)):
        windows.calls().rename(7, "t", "a", NOREPLACE)
    assert windows.waited == []


def test_a_replacement_that_windows_leaves_half_done_is_taken_back(root):
    with pytest.raises(OSError, match="busy"):
        Windows(root, 1177).calls().rename(7, "t", "a", EXCHANGE)
    assert found(root) == {"a": b"old", "t": b"new"}


def test_a_file_system_that_windows_cannot_replace_on_gets_links(root):
    folder = os.open(root, os.O_RDONLY)
    try:
        swap = Swap(Windows(root, 50).calls().rename)
        assert swap.exchange(folder, "t", "a")
    finally:
        os.close(folder)
    assert (found(root), swap.guarantee) == ({"a": b"new", "t": b"old"}, "replace")


@pytest.mark.parametrize("named", [True, False])
def test_windows_is_asked_through_its_own_library(root, monkeypatch, named):
    windows = Windows(root)

    def name_of(handle, buffer, size, flags):
        assert (handle.value, size, flags) == (70, 1 << 15, 0)
        buffer.value = r"\\?\C:\w"
        return len(buffer.value) if named else 0

    kernel = SimpleNamespace(
        ReplaceFileW=windows.replace_file,
        MoveFileExW=windows.move_file,
        GetFinalPathNameByHandleW=name_of,
    )
    libraries = {("kernel32", True): kernel}
    monkeypatch.setattr(
        ctypes, "WinDLL", lambda name, use_last_error: libraries[name, use_last_error], raising=False
    )
    monkeypatch.setattr(ctypes, "get_last_error", lambda: windows.code, raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda fd: fd * 10))
    rename = renames.kernel_rename("win32")
    if named:
        rename(7, "t", "a", EXCHANGE)
        assert found(root) == {"a": b"new", "t": b"old"}
    else:
        with pytest.raises(OSError, match="Bad file"):
            rename(7, "t", "a", EXCHANGE)
