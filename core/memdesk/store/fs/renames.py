"""The system's own ways to exchange two files, or to give a file a name only if it is free."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias

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
