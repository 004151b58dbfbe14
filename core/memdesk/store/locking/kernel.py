"""What the kernel tells of a lock on a file, where it tells anything."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

_LOCKS = Path("/proc/locks")


class LockOwner(NamedTuple):
    """The process that has a lock."""

    pid: int
    name: str
    """The program's, as it calls itself."""
    is_neighbour: bool
    """Whether it counts processes as this one does: else it knows itself by another number."""


def owner_of(descriptor: int) -> LockOwner | None:
    """Return which process has locked an open file as a whole, None where that is not told."""
    try:
        status = os.fstat(descriptor)
        device = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
        for line in _LOCKS.read_text(encoding="ascii").splitlines():
            # number, kind, force, access, process, file, first byte, last byte; those who wait have an arrow
            words = line.split()
            if words[1] == "FLOCK" and words[3] == "WRITE" and words[5] == device and int(words[4]) > 0:
                return _owner(int(words[4]))
    except (OSError, ValueError, IndexError):
        pass
    return None


def _owner(pid: int) -> LockOwner:
    place = Path("/proc", str(pid))
    name = (place / "comm").read_text(encoding="utf-8", errors="replace").strip()
    try:
        is_neighbour = (place / "ns/pid").readlink() == Path("/proc/self/ns/pid").readlink()
    except OSError:
        is_neighbour = False
    return LockOwner(pid, name, is_neighbour)
