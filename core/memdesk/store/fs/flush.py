"""Makes durable what a file system was given: one file, or everything, which is far cheaper than each."""

from __future__ import annotations

import ctypes
import errno
import os
from contextlib import suppress
from functools import cache

from memdesk.store.fs.descriptors import OwnedDescriptor
from memdesk.store.fs.remote_fs import is_relayed

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
    function = _function()
    return function is not None and not is_relayed(folder) and function(folder) == 0


@cache
def _function() -> ctypes._NamedFuncPointer | None:
    function: ctypes._NamedFuncPointer | None = getattr(ctypes.CDLL(None), "syncfs", None)
    return function
