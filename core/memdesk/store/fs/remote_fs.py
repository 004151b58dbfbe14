"""Whether an open file may be changed from a side that this system's kernel does not see.

What comes over a network, or from another program (FUSE), has such a side: whoever writes there asks this
kernel for nothing. It grants a lease on such a file all the same, and knows only of its own processes then.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache

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
    function = _function()
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
def _function(platform: str = sys.platform) -> Callable[[int, object], int] | None:
    """Return the system's call; other systems have none of this form, nor leases."""
    if platform != "linux":
        return None
    function: Callable[[int, object], int] | None = getattr(ctypes.CDLL(None), "fstatfs", None)
    return function
