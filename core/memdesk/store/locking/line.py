"""The line of those who wait for the lock: first come, first served. Whoever dies in it has left it.

Everybody who waits has locked one byte of a file, each newcomer a byte behind all others; the kernel lets go
of it when its process ends. Nothing is written, so nothing can be left behind. Only fairness rests on this:
where a system knows no such locks, or a file system refuses them, nobody stands in line.
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from memdesk.errors import MemdeskError
from memdesk.store.fs.safe_root import SafeRoot, open_record

NAME = "line"

_LOCK = struct.Struct("hhqqi4x")
"""The kernel's description of a lock on bytes: type, origin, first byte, how many, process."""

_SET: int | None = getattr(fcntl, "F_OFD_SETLK", None)
_ASK: int | None = getattr(fcntl, "F_OFD_GETLK", None)
_TAKEN = frozenset({errno.EACCES, errno.EAGAIN})
_NONE = -1
_FRONT = 1
_ALL = 0


class LockQueue:
    """The line in front of one lock, as one who comes sees it. ``descriptor`` is that of its open file."""

    def __init__(self, descriptor: int = _NONE) -> None:
        self._descriptor = descriptor

    def is_empty(self) -> bool:
        """Say whether nobody waits."""
        with suppress(OSError):
            return self.first() is None
        return True

    def first(self) -> int | None:
        """Return a place that somebody has, None where nobody waits. Raises OSError where nobody can."""
        return self._first(_FRONT, _ALL)

    def join(self) -> int:
        """Take the place behind everybody who waits, until the file is closed; return it."""
        place = _FRONT
        with suppress(OSError):
            place = self._end(place)
            while not self._take(place):
                place = self._end(place + 1)
        return place

    def ahead(self, place: int) -> int:
        """Return about how many wait in front of this place; 0 where nobody does."""
        with suppress(OSError):
            first = self._first(0, place)
            return 0 if first is None else place - first
        return 0

    def _end(self, place: int) -> int:
        """Return the first place, from this one on, at and behind which nobody is."""
        while (taken := self._first(place, _ALL)) is not None:
            if taken < place:
                raise OSError(errno.ENOLCK, "somebody has more than a place")
            place = taken + 1
        return place

    def _first(self, place: int, count: int) -> int | None:
        """Return one of so many places that somebody has, None where nobody has any."""
        kind, _, start, *_ = self._call(_ASK, place, count)
        return None if kind == fcntl.F_UNLCK else start

    def _take(self, place: int) -> bool:
        try:
            self._call(_SET, place, 1)
        except OSError as error:
            if error.errno not in _TAKEN:
                raise
            return False
        return True

    def _call(self, command: int | None, place: int, count: int) -> tuple[int, ...]:
        if command is None or self._descriptor == _NONE:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        asked = _LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, place, count, 0)
        return _LOCK.unpack(fcntl.fcntl(self._descriptor, command, asked))


def is_anyone_in(private: SafeRoot) -> bool:
    """Say whether anybody stands in line, without coming to it."""
    with suppress(OSError, MemdeskError), private.record(NAME) as descriptor:
        return LockQueue(descriptor).first() is not None
    return False


@contextmanager
def opened_line(private: SafeRoot) -> Iterator[LockQueue]:
    """Come to the line kept in our folder; leave it at the end. No two can come through one open file."""
    with ExitStack() as stack:
        line = LockQueue()
        with suppress(OSError, MemdeskError):
            folder = stack.enter_context(private.folder(()))
            line = LockQueue(stack.enter_context(open_record(folder, NAME, 0)))
        yield line
