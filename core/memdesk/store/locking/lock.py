"""One native lock per workspace, given in turn, and who holds it; the guarantee is the compare-and-swap."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import stat
import time
import unicodedata
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from json.encoder import encode_basestring
from typing import NamedTuple, TypeAlias

from memdesk.clock import Clock
from memdesk.errors import LockedError, MemdeskError, StorageError
from memdesk.store.disk.faults import writing
from memdesk.store.disk.lent import close_read
from memdesk.store.disk.names import PRIVATE
from memdesk.store.disk.ownership import open_or_create
from memdesk.store.disk.safe_root import SafeRoot, open_file
from memdesk.store.disk.traits import has_one_name, lets_owner_in, set_mode
from memdesk.store.locking.line import Line, is_anyone_in, opened_line

_NAME = "lock"
_FLAGS = os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_QUICK = 0.000_2
_STEP = 0.001
_SLOW = 0.005
_IMPATIENT = 0.05
_UNTOLD = 0.3
"""Seconds for which nobody is told that there is somebody to wait for."""
_HELD = frozenset({errno.EACCES, errno.EAGAIN})
_NO_LOCKS = frozenset({errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL, errno.ENOLCK})
_RECORD = 512
_FIELD = 80


class Holder(NamedTuple):
    """Who holds the lock, by its own account (untrusted: parsed strictly, control characters removed)."""

    pid: int
    name: str
    operation: str
    time: float

    def describe(self) -> str:
        """Return one line for people."""
        return f"pid {self.pid} · {self.name} · {self.operation}" if self.pid else "another process"


_UNKNOWN = Holder(0, "", "", 0.0)

Waiting: TypeAlias = Callable[[Holder], object]
"""Told, in the thread that waits for the lock, who holds it, once it was not had at once."""


def tell_nobody(_holder: Holder) -> None:
    """Wait in silence."""


class LockLostError(LockedError):
    """The lock file was deleted or replaced while it was held; take it again."""

    def __init__(self) -> None:
        super().__init__("the workspace lock was taken away while it was held")


class _LockFile:
    """The lock's file, open: a lock on it is a lock of this opening, so no two may use it at a time."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._process = os.getpid()
        self.close = weakref.finalize(self, close_read, descriptor)
        """Close it; this gives the lock back."""
        status = os.fstat(descriptor)
        if not lets_owner_in(status) and _is_ours(descriptor, status):
            set_mode(descriptor, 0o600)
        self.identity = status.st_dev, status.st_ino

    def is_given_back(self) -> bool:
        """Give the lock back, and say whether the file can be used again; where not, it is closed.

        A copy of this process has the same opening: it closes its own, and whoever has the lock keeps it.
        """
        try:
            if self.is_mine():
                fcntl.flock(self.descriptor, fcntl.LOCK_UN)
                return True
        except OSError:
            pass
        self.close()
        return False

    def is_mine(self) -> bool:
        """Say whether this process opened it, rather than the one that this is a copy of."""
        return self._process == os.getpid()


class HeldLock:
    """The lock while it is held. Its file carries the record of who held it last, always of one size."""

    def __init__(self, path: str, file: _LockFile) -> None:
        self.file = file
        """What is locked."""
        self._path = path

    def check(self) -> None:
        """Raise LockLostError where the file at the lock's path is not the one that is locked."""
        self._look()

    def _look(self) -> os.stat_result:
        try:
            there = os.lstat(self._path)
        except OSError as error:
            raise LockLostError from error
        if self.file.identity != (there.st_dev, there.st_ino):
            raise LockLostError
        return there

    def announce(self, holder: Holder) -> None:
        """Write the holder's record; it stays unwritten without room, or where the file is not ours alone.

        Raises as ``check`` does.
        """
        if _is_ours(self.file.descriptor, self._look()):
            with suppress(OSError):
                os.pwrite(self.file.descriptor, _record(holder), 0)


class WorkspaceLock:
    """The lock of one workspace. Its file stays for good; what counts is the kernel's lock on it."""

    def __init__(
        self, private: SafeRoot, clock: Clock, timeout: float, waiting: Waiting = tell_nobody
    ) -> None:
        self.private = private
        """The folder that it is in."""
        self._clock = clock
        self._timeout = timeout
        self._waiting = waiting
        self._spare: list[_LockFile] = []

    @contextmanager
    def hold(self, name: str, operation: str) -> Iterator[HeldLock]:
        """Hold the lock. Raises LockedError naming the holder after the time-out."""
        held = self._acquire(Holder(os.getpid(), name, operation, self._clock.now()))
        try:
            yield held
        finally:
            self._spare[:] = [held.file] if held.file.is_given_back() else []

    def holder(self) -> Holder | None:
        """Say who holds the lock now, None where nobody does."""
        try:
            with self.private.folder(()) as folder, open_file(folder, _NAME, _NAME) as descriptor:
                return None if _is_free(descriptor) else parse_holder(os.read(descriptor, _RECORD + 1))
        except (OSError, MemdeskError):
            return None

    def _acquire(self, holder: Holder) -> HeldLock:
        """Open the lock's file, unless it is open, and lock it; closing it gives it back."""
        file = self._opened()
        held = HeldLock(f"{self.private.path}/{_NAME}", file)
        try:
            if is_anyone_in(self.private) or not _taken(file.descriptor):
                self._wait(file.descriptor)
            held.announce(holder)
        except BaseException:
            file.close()
            raise
        return held

    def _opened(self) -> _LockFile:
        """Take the file that was opened for an earlier use, or open it."""
        with suppress(IndexError):
            spare = self._spare.pop()
            if spare.is_mine():
                return spare
        with writing(f"{PRIVATE}/{_NAME}"), self.private.folder(()) as folder:
            return _LockFile(open_or_create(folder, _NAME, _FLAGS))

    def _wait(self, descriptor: int) -> None:
        """Wait in line until the lock is ours."""
        begin = time.monotonic()
        with opened_line(self.private) as line:
            waiter, told = _Waiter(line, begin), False
            while not waiter.takes(descriptor, now := time.monotonic()):
                if now - begin > self._timeout:
                    raise self._timed_out()
                if now - begin > _UNTOLD and not told:
                    told = True
                    self._waiting(self._present_holder())
                time.sleep(waiter.pause(now - begin))

    def _present_holder(self) -> Holder:
        return self.holder() or _UNKNOWN

    def _timed_out(self) -> LockedError:
        holder = self._present_holder().describe()
        return LockedError(f"the workspace is locked by {holder}", holder=holder)


class _Waiter:
    """One who stands in line. Who is at the front tries often; others only where nobody there moves on."""

    _ahead: int
    """About how many were in front when it was last looked."""

    def __init__(self, line: Line, now: float) -> None:
        self._line = line
        self._place = line.join()
        self._looked = now
        self._stuck = 0

    def takes(self, descriptor: int, now: float) -> bool:
        """Try to lock the lock's file, if it is our turn or somebody's who does not take it."""
        self._ahead = self._line.ahead(self._place)
        return self._passes_by(descriptor, now) if self._ahead else _taken(descriptor)

    def pause(self, waited: float) -> float:
        """Return when to look again: at the front soon, unless the lock is held long."""
        return min(_SLOW, self._ahead * _STEP if self._ahead else max(_QUICK, waited / 50))

    def _passes_by(self, descriptor: int, now: float) -> bool:
        """Lock the file where it is free for the second time, and the same one in front of us as before."""
        if now - self._looked < _IMPATIENT:
            return False
        self._looked = now
        if not _taken(descriptor):
            self._stuck = 0
        elif self._stuck == self._ahead:
            return True
        else:
            self._stuck = self._ahead
            fcntl.flock(descriptor, fcntl.LOCK_UN)
        return False


def parse_holder(record: bytes) -> Holder:
    """Read a holder's record; whatever is not exactly one is an unknown holder."""
    try:
        fields = json.loads(record) if len(record) <= _RECORD else None
    except (ValueError, RecursionError):
        return _UNKNOWN
    match fields:
        case {
            "pid": int(pid),
            "name": str(name),
            "operation": str(operation),
            "time": int() | float() as time,
        } if pid > 0:
            return Holder(pid, _plain(name), _plain(operation), time)
    return _UNKNOWN


def _record(holder: Holder) -> bytes:
    name, operation = _quoted(holder.name), _quoted(holder.operation)
    fields = f'{{"pid": {holder.pid}, "name": {name}, "operation": {operation}, "time": {holder.time}}}'
    return fields.encode().ljust(_RECORD)


@lru_cache(64)
def _quoted(text: str) -> str:
    return encode_basestring(_plain(text))


def _plain(text: str) -> str:
    """Return the text on one short line, without control, format, private and surrogate characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())[:_FIELD]
    cleaned = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text)
    shortened = " ".join(cleaned.split()).encode()[:_FIELD]
    return shortened.decode(errors="ignore")


def _is_ours(descriptor: int, status: os.stat_result) -> bool:
    """Say whether the locked file can only be a lock: no second name, and not more than a record in it."""
    is_small = stat.S_ISREG(status.st_mode) and status.st_size <= _RECORD
    return is_small and has_one_name(descriptor, status)


def _taken(descriptor: int) -> bool:
    """Lock the lock's file, if nobody has it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            message = "nothing can be saved in this folder: its file system knows no locks"
            raise StorageError(message, uri=_NAME) from error
        if error.errno not in _HELD:
            raise
        return False
    return True


def _is_free(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return True
