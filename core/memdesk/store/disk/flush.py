"""Makes durable what a file system was given: one file, or everything, which is far cheaper than each."""

from __future__ import annotations

import ctypes
import errno
import os
from functools import cache

_NO_SYNC = frozenset({errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP})


def sync_file(descriptor: int) -> None:
    """Make what is in this file survive a power cut (where the file system can)."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def sync_file_system(folder: int) -> bool:
    """Flush the file system of an open folder; False where that failed or there is no such call."""
    function = _function()
    return function is not None and function(folder) == 0


@cache
def _function() -> ctypes._NamedFuncPointer | None:
    function: ctypes._NamedFuncPointer | None = getattr(ctypes.CDLL(None), "syncfs", None)
    return function
