"""Open descriptors: closed by the block that has them, made durable, and what their file system promises.

What comes over a network, or from another program (FUSE), has a side that this system's kernel does not see:
whoever writes there asks this kernel for nothing. It grants a lease on such a file all the same, and knows
only of its own processes then.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from memdesk.errors import StorageError
from memdesk.store.fs.names import PRIVATE


class OwnedDescriptor:
    """An open descriptor for one block, which closes it. Made for every file: a generator would cost more."""

    __slots__ = ("_is_kept", "descriptor")

    def __init__(self, descriptor: int, *, is_kept: bool = False) -> None:
        self.descriptor = descriptor
        self._is_kept = is_kept

    def __enter__(self) -> int:
        """Return the descriptor."""
        return self.descriptor

    def __exit__(self, *_error: object) -> None:
        """Close it, unless somebody keeps it open; what that says has nothing to tell."""
        if not self._is_kept:
            close_read(self.descriptor)


class WriteDescriptor(OwnedDescriptor):
    """A descriptor for writing: what closing it says is an error, unless there was one already."""

    __slots__ = ()

    def __exit__(self, *error: object) -> None:
        """Close it."""
        if any(error):
            close_read(self.descriptor)
        else:
            os.close(self.descriptor)


def close_read(descriptor: int) -> None:
    """Close what was only read: an error has nothing to tell then."""
    try:
        os.close(descriptor)
    except OSError:
        return


_FUSE = 0x65735546
_KINDS = frozenset({_FUSE, 0x01021997, 0x786F4256, 0x0BD00BD0, 0x5346414F, 0x6B414653})
"""FUSE, 9P, vboxsf, Lustre, AFS; NFS and SMB grant a lease only where the server does."""

_SMB = frozenset({0xFF534D42, 0xFE534D42, 0x517B})

_ROOM = 512


def has_other_side(descriptor: int) -> bool:
    """Say so of an open file; yes, where the system does not tell.

    FUSE over a disk of this machine has none: nobody but its one program writes to that.
    """
    return _is_of(descriptor, _KINDS)


def is_relayed(descriptor: int) -> bool:
    """Say whether a flush of everything on a file system ends before its disk; yes, where nobody tells.

    The program or the machine on the other side is told of what is written, and of a flush of one file, but
    hears nothing of one of all files. Only NFS asks the other machine to keep all that it was given.
    """
    return _is_of(descriptor, _KINDS | _SMB)


def _is_of(descriptor: int, kinds: frozenset[int]) -> bool:
    function = _fstatfs()
    if function is None:
        return False
    answer = ctypes.create_string_buffer(_ROOM)
    if function(descriptor, answer):
        return True
    kind = ctypes.c_long.from_buffer(answer).value & 0xFFFFFFFF
    if kind == _FUSE:
        return os.major(os.fstat(descriptor).st_dev) == 0
    return kind in kinds


@cache
def _fstatfs(platform: str = sys.platform) -> Callable[[int, object], int] | None:
    """Return the system's call; other systems have none of this form, nor leases."""
    if platform != "linux":
        return None
    function: Callable[[int, object], int] | None = getattr(ctypes.CDLL(None), "fstatfs", None)
    return function


_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_NO_SYNC = frozenset({errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP})


def sync_file(descriptor: int) -> None:
    """Make what is in this file survive a power cut (where the file system can)."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def sync_names(folder: int, *names: str) -> None:
    """Make these names in a folder survive a power cut where a flush of the folder itself need not do that.

    A program that provides a folder (FUSE) may be able to flush files alone; all seems well then. The flush
    of a file takes along which names it got and lost.
    """
    for name in names if is_relayed(folder) else ():
        with (
            suppress(FileNotFoundError, PermissionError),
            OwnedDescriptor(os.open(name, _FILE, dir_fd=folder)) as file,
        ):
            sync_file(file)


def sync_file_system(folder: int) -> bool:
    """Flush the file system of an open folder; False where that failed, or nobody does it when asked to."""
    function = _syncfs()
    return function is not None and not is_relayed(folder) and function(folder) == 0


@cache
def _syncfs() -> ctypes._NamedFuncPointer | None:
    function: ctypes._NamedFuncPointer | None = getattr(ctypes.CDLL(None), "syncfs", None)
    return function


_HOLE = 1 << 20
"""Bytes of a hole that no crash leaves: no line of ours is as long."""


def hole_in(descriptor: int) -> int:
    """Return how many bytes the first large hole of an open file has, 0 where there is none."""
    size = os.fstat(descriptor).st_size
    if size < _HOLE:
        return 0
    before = os.lseek(descriptor, 0, os.SEEK_CUR)
    try:
        end = 0
        while end < size:
            start = os.lseek(descriptor, end, os.SEEK_HOLE)
            if start >= size:
                return 0
            try:
                end = os.lseek(descriptor, start, os.SEEK_DATA)
            except OSError:  # nothing follows
                end = size
            if end - start >= _HOLE:
                return end - start
        return 0
    except OSError:  # the file system knows no holes
        return 0
    finally:
        os.lseek(descriptor, before, os.SEEK_SET)


def require_no_hole(descriptor: int, name: str) -> None:
    """Raise StorageError for a record with a hole: it is not read, however large it claims to be."""
    hole = hole_in(descriptor)
    if hole:
        raise StorageError(
            f"{PRIVATE}/{name} has {hole} bytes in which nothing was ever written, so memdesk did not write "
            "it; 'memdesk verify PATH --set-aside' puts it away",
            uri=f"{PRIVATE}/{name}",
        )
