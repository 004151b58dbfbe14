"""Putting a finished file in another's place without losing what was there: by the system, or with links."""

from __future__ import annotations

import ctypes
import errno
import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias

from memdesk.model import Guarantee
from memdesk.store.fs.names import HALF
from memdesk.store.fs.safe_root import create_file, remove

NOREPLACE = 1
"""Rename to a name that must be free."""

EXCHANGE = 2
"""Put two files in each other's place."""

Rename: TypeAlias = Callable[[int, str, str, int], None]
"""(folder, from, to, ``NOREPLACE`` or ``EXCHANGE``): a rename by the system; raises OSError."""

Function: TypeAlias = Callable[..., int]
"""A function of a system's library."""

_MAC_FLAGS = {NOREPLACE: 0x4, EXCHANGE: 0x2}
_LINUX_FLAGS = {NOREPLACE: 1, EXCHANGE: 2}

_WRITE_THROUGH = 0x8
_BACKUP = ".pin"
_HELD = frozenset({5, 32, 33})
"""Windows: a scanner or a reader has the file open, which passes."""

_UNDONE = 1177
"""Windows: the replaced file has its second name already, its replacement not yet its own."""

_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 0.8)
_CODES = {
    1: errno.ENOSYS,
    2: errno.ENOENT,
    3: errno.ENOENT,
    5: errno.EACCES,
    17: errno.EXDEV,
    19: errno.EROFS,
    32: errno.EBUSY,
    33: errno.EBUSY,
    39: errno.ENOSPC,
    50: errno.ENOSYS,
    80: errno.EEXIST,
    112: errno.ENOSPC,
    183: errno.EEXIST,
}


def kernel_rename(platform: str = sys.platform) -> Rename | None:
    """Return this system's rename, or None where it has none that exchanges."""
    if platform == "win32":
        return _windows()
    name, flags = ("renameatx_np", _MAC_FLAGS) if platform == "darwin" else ("renameat2", _LINUX_FLAGS)
    function = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if function is None:
        return None
    function.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    return flagged(function, flags, ctypes.get_errno)


def flagged(function: Function, flags: Mapping[int, int], last_error: Callable[[], int]) -> Rename:
    """Return the rename of a system that has one function with flags: Linux, macOS."""

    def rename(folder: int, source: str, target: str, how: int) -> None:
        if function(folder, os.fsencode(source), folder, os.fsencode(target), flags[how]):
            code = last_error()
            raise OSError(code, os.strerror(code), source)

    return rename


@dataclass(frozen=True, slots=True)
class WindowsCalls:
    """What Windows has: two functions, the code of their last error, and a way to a folder's path."""

    replace_file: Function
    move_file: Function
    last_error: Callable[[], int]
    path_of: Callable[[int], str]
    pause: Callable[[float], object] = time.sleep

    def rename(self, folder: int, source: str, target: str, how: int) -> None:
        """Rename as the others do: what is displaced gets a second name on the way."""
        place = self.path_of(folder)
        old, new = f"{place}\\{source}", f"{place}\\{target}"
        if how == NOREPLACE:
            self._call(source, self.move_file, old, new, _WRITE_THROUGH)
        else:
            self._exchange(source, old, new)

    def _exchange(self, source: str, old: str, new: str) -> None:
        displaced = old + _BACKUP
        try:
            self._call(source, self.replace_file, new, old, displaced, 0, None, None)
        except _HalfDoneError as error:
            self._call(source, self.move_file, displaced, new, _WRITE_THROUGH)
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), source) from error
        self._call(source, self.move_file, displaced, old, _WRITE_THROUGH)

    def _call(self, source: str, function: Function, *arguments: object) -> None:
        """Call until it succeeds, as long as what keeps it from that may pass."""
        pauses = iter(_PAUSES)
        while not function(*arguments):
            code = self.last_error()
            if code == _UNDONE:
                raise _HalfDoneError
            pause = next(pauses, None) if code in _HELD else None
            if pause is None:
                number = _CODES.get(code, errno.EIO)
                raise OSError(number, os.strerror(number), source)
            self.pause(pause)


class _HalfDoneError(Exception):
    """What was to be replaced has lost its name, and nothing has it yet."""


def _windows() -> Rename:
    kernel = vars(ctypes)["WinDLL"]("kernel32", use_last_error=True)
    handle_of: Function = import_module("msvcrt").get_osfhandle

    def path_of(folder: int) -> str:
        path = ctypes.create_unicode_buffer(1 << 15)
        if not kernel.GetFinalPathNameByHandleW(ctypes.c_void_p(handle_of(folder)), path, len(path), 0):
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return path.value

    last_error: Callable[[], int] = vars(ctypes)["get_last_error"]
    return WindowsCalls(kernel.ReplaceFileW, kernel.MoveFileExW, last_error, path_of).rename


PIN = ".pin"
"""Appended to a temporary's name: the second name of a displaced file where nothing can be exchanged."""

_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EPERM})
_NO_LINKS = _UNSUPPORTED | {errno.EMLINK, errno.EXDEV, errno.ERANGE}
"""A union of disks may keep two names apart, and a program that provides a folder may count no names."""


class Swap:
    """Exchange and place, by the kernel where the file system can, else with links.

    With links a foreign writer that renames between our two steps is displaced unseen: a window of some
    microseconds. Where there are no links either, only what was read before is known.
    """

    def __init__(self, rename: Rename | None) -> None:
        self._rename = rename
        self._has_linked = False
        self._promises: Guarantee | None = None

    @property
    def guarantee(self) -> Guarantee:
        """What an exchange promises, as far as any was made."""
        return self._promises or Guarantee.EXCHANGE

    def try_out(self, folder: int) -> None:
        """Find out what an exchange promises, with two files made for it, unless one was made before."""
        if self._promises is None:
            names = [f"{secrets.token_hex(8)}{HALF}" for _ in range(2)]
            try:
                for name in names:
                    create_file(folder, name).__exit__()
                self.exchange(folder, *names)
            finally:
                for name in names:
                    remove(folder, name)

    def names(self, temporary: str) -> tuple[str, ...]:
        """Return the names that a displaced file may have by now."""
        return (temporary, temporary + PIN) if self._has_linked else (temporary,)

    def exchange(self, folder: int, temporary: str, name: str) -> bool:
        """Put ``temporary`` in the place of ``name``; True: ``temporary`` now names what was displaced."""
        if self._flagged(folder, temporary, name, EXCHANGE):
            self._promises = self._promises or Guarantee.EXCHANGE
            return True
        self._has_linked = True
        displaced = _pin_and_rename(folder, temporary, name)
        self._promises = Guarantee.REPLACE  # else it was this file that could not be exchanged
        return displaced

    def place(self, folder: int, source: str, target: str) -> None:
        """Rename ``source`` to a name that must be free; FileExistsError where it is not."""
        if not self._flagged(folder, source, target, NOREPLACE):
            _link_and_unlink(folder, source, target)

    def _flagged(self, folder: int, source: str, target: str, flags: int) -> bool:
        if self._rename is None:
            return False
        try:
            self._rename(folder, source, target, flags)
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                raise
            return False
        return True


def _pin_and_rename(folder: int, temporary: str, name: str) -> bool:
    pin = temporary + PIN
    pinned = _linked(folder, name, pin)
    try:
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(FileNotFoundError):
            os.unlink(pin, dir_fd=folder)
        raise
    if pinned:
        _take_pin(folder, pin, temporary, name)
    return pinned


def _take_pin(folder: int, pin: str, temporary: str, name: str) -> None:
    """Give the displaced file the temporary's name; where that fails, its own again."""
    try:
        os.rename(pin, temporary, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        os.rename(pin, name, src_dir_fd=folder, dst_dir_fd=folder)
        raise


def _link_and_unlink(folder: int, source: str, target: str) -> None:
    if _linked(folder, source, target):
        try:
            os.unlink(source, dir_fd=folder)
        except OSError:
            os.unlink(target, dir_fd=folder)
            raise
        return
    with suppress(FileNotFoundError):
        os.stat(target, dir_fd=folder, follow_symlinks=False)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)
    os.rename(source, target, src_dir_fd=folder, dst_dir_fd=folder)


def _linked(folder: int, source: str, target: str) -> bool:
    try:
        os.link(source, target, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        return False
    return True
