"""One native lock per workspace, given in turn, and who holds it; the guarantee is the compare-and-swap.

The lock is a ``filelock.FileLock`` on ``.memdesk/lock``: whoever takes one there keeps us out, and we them.
Those who wait for it stand in a line, first come, first served; whoever dies in it has left it. Each has
locked one byte of a file, a newcomer a byte behind all others; the kernel lets go of it when its process
ends. Nothing is written, so nothing can be left behind. Only fairness rests on this: where a system knows no
such locks, or a file system refuses them, nobody stands in line.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import stat
import struct
import threading
import time
import unicodedata
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from json.encoder import encode_basestring
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from memdesk.errors import LockedError, MemdeskError, StorageError
from memdesk.runtime.clock import Clock
from memdesk.store.fs.attributes import has_one_name, lets_owner_in, open_or_create, set_mode
from memdesk.store.fs.descriptors import close_read
from memdesk.store.fs.names import PRIVATE
from memdesk.store.fs.os_errors import writing
from memdesk.store.fs.safe_root import SafeRoot, open_file, open_record, require_place

if TYPE_CHECKING:
    from filelock import FileLock


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


_NAME = "lock"
_FLAGS = os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_QUICK = 0.000_2
_STEP = 0.001
_SLOW = 0.005
_IMPATIENT = 0.05
_UNTOLD = 0.3
"""Seconds for which nobody is told that there is somebody to wait for."""
_NO_LOCKS = frozenset({errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL, errno.ENOLCK})
_PLACE = f"{PRIVATE}/{_NAME}"
_RECORD = 512
_FIELD = 80
_SELF = "memdesk"
"""The name under which the core itself holds the lock."""


class LockHolder(NamedTuple):
    """Who holds the lock, by its own account (untrusted: parsed strictly, control characters removed)."""

    pid: int
    name: str
    operation: str
    time: float
    is_person: bool = False
    """Whether it says that it writes for a person: nothing proves that."""

    def describe(self) -> str:
        """Return one line for people."""
        if not self.pid:
            return "another process"
        return " · ".join(filter(None, (f"pid {self.pid}", self.name, self.operation)))


_UNKNOWN = LockHolder(0, "", "", 0.0)
_NO_RECORD = b" " * _RECORD

Waiting: TypeAlias = Callable[[LockHolder], object]
"""Told, in the thread that waits for the lock, who holds it, once it was not had at once."""


def tell_nobody(_holder: LockHolder) -> None:
    """Wait in silence."""


class LockLostError(LockedError):
    """The lock file was deleted or replaced while it was held; take it again."""

    def __init__(self) -> None:
        super().__init__("the workspace lock was taken away while it was held")


class _LockFile:
    """The lock's file, and the lock on it. No two may use it at a time.

    It is opened below the folder of ours that is held, whatever stands at its path: no other one is locked.
    """

    def __init__(self, descriptor: int, path: str) -> None:
        self.descriptor = descriptor
        self.path = path
        self._process = os.getpid()
        self._close = weakref.finalize(self, close_read, descriptor)
        self._close.atexit = False
        status = os.fstat(descriptor)
        if not lets_owner_in(status) and _is_ours(descriptor, status):
            set_mode(descriptor, 0o600)
        self._identity = status.st_dev, status.st_ino
        self._locked = _NONE
        self._lock = self._native(path)

    def take(self) -> bool:
        """Lock it, if nobody has it. Raises LockLostError where it is not the file at its path."""
        from filelock import Timeout

        self.look()  # filelock would make a folder, and a file, that are not there
        try:
            with writing(_PLACE):
                try:
                    self._lock.acquire(blocking=False)
                except Timeout:
                    return False
        except StorageError as error:
            if getattr(error.__cause__, "errno", None) in _NO_LOCKS:
                message = "nothing can be saved in this folder: its file system knows no locks"
                raise StorageError(message, uri=_NAME) from error
            raise
        return True

    def give_back(self) -> None:
        """Give the lock back. A copy of the process that took it has no lock, and gives nothing back."""
        if self.is_mine():
            self._lock.release(force=True)

    def close(self) -> None:
        """Give the lock back and close the file."""
        try:
            self.give_back()
        except OSError:
            # What is locked ends here, and with it the lock; its number goes on belonging to filelock.
            os.dup2(self.descriptor, self._locked, inheritable=False)
        finally:
            self._close()

    def is_mine(self) -> bool:
        """Say whether this process opened it, rather than the one that this is a copy of."""
        return self._process == os.getpid()

    def _native(self, path: str) -> FileLock:
        from filelock import FileLock

        known = weakref.ref(self)

        def on_acquired(descriptor: int) -> None:
            """Refuse to have locked any file but the one meant."""
            status, file = os.fstat(descriptor), known()
            if file is None or file._identity != (status.st_dev, status.st_ino):
                raise LockLostError
            file._locked = descriptor

        # Never a soft one: where the system knows no locks, that keeps nobody out who takes a native one.
        return FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False, on_acquired=on_acquired)

    def look(self) -> os.stat_result:
        """Return what is at its path. Raises LockLostError where that is not this file."""
        try:
            there = os.lstat(self.path)
        except OSError as error:
            raise LockLostError from error
        if self._identity != (there.st_dev, there.st_ino):
            raise LockLostError
        return there


class HeldLock:
    """The lock while it is held. Its file carries the record of who holds it, always of one size."""

    def __init__(self, file: _LockFile) -> None:
        self.file = file
        """What is locked."""
        self._is_announced = False

    def check(self) -> None:
        """Raise LockLostError where the file at the lock's path is not the one that is locked."""
        self.file.look()

    def announce(self, holder: LockHolder) -> None:
        """Write the holder's record; it stays unwritten without room, or where the file is not ours alone.

        Raises as ``check`` does.
        """
        if _is_ours(self.file.descriptor, self.file.look()):
            with suppress(OSError):
                os.pwrite(self.file.descriptor, _record(holder), 0)
                self._is_announced = True

    def withdraw(self) -> None:
        """Take the record back: the next one to hold the lock may be a program that writes none."""
        if self._is_announced and self.file.is_mine():
            with suppress(OSError):
                os.pwrite(self.file.descriptor, _NO_RECORD, 0)


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
    def hold(self, name: str, operation: str, *, is_person: bool = False) -> Iterator[HeldLock]:
        """Hold the lock. Raises LockedError naming the holder after the time-out."""
        held = self._acquire(LockHolder(os.getpid(), name, operation, self._clock.now(), is_person))
        try:
            yield held
        finally:
            self._spare[:] = self._given_back(held)

    def holder(self) -> LockHolder | None:
        """Say who holds the lock now, None where nobody does."""
        try:
            with self.private.folder(()) as folder, open_file(folder, _NAME, _NAME) as descriptor:
                return None if _is_free(descriptor) else _told(descriptor)
        except (OSError, MemdeskError):
            return None

    def _acquire(self, holder: LockHolder) -> HeldLock:
        """Open the lock's file, unless it is open, and lock it; closing it gives it back."""
        file = self._opened()
        held = HeldLock(file)
        try:
            if is_anyone_in(self.private) or not file.take():
                self._wait(file)
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
        with writing(_PLACE), self.private.folder(()) as folder:
            require_place(folder, _NAME)
            return _LockFile(open_or_create(folder, _NAME, _FLAGS), f"{self.private.path}/{_NAME}")

    @staticmethod
    def _given_back(held: HeldLock) -> list[_LockFile]:
        """Give the lock back; return its file where it can be used again, and close it where not."""
        if held.file.is_mine():
            held.withdraw()
            with suppress(OSError):
                held.file.give_back()
                return [held.file]
        held.file.close()
        return []

    def _wait(self, file: _LockFile) -> None:
        """Wait in line until the lock is ours."""
        begin = time.monotonic()
        with opened_line(self.private) as line:
            waiter, told = _Waiter(line, begin), False
            while not waiter.takes(file, now := time.monotonic()):
                if now - begin > self._timeout:
                    raise self._timed_out()
                if now - begin > _UNTOLD and not told:
                    told = True
                    self._waiting(self._present_holder())
                time.sleep(waiter.pause(now - begin))

    def _present_holder(self) -> LockHolder:
        return self.holder() or _UNKNOWN

    def _timed_out(self) -> LockedError:
        holder = self._present_holder().describe()
        return LockedError(f"{holder} is saving to this workspace", holder=holder)


class _Waiter:
    """One who stands in line. Who is at the front tries often; others only where nobody there moves on."""

    _ahead: int
    """About how many were in front when it was last looked."""

    def __init__(self, line: LockQueue, now: float) -> None:
        self._line = line
        self._place = line.join()
        self._looked = now
        self._stuck = 0

    def takes(self, file: _LockFile, now: float) -> bool:
        """Try to lock the lock's file, if it is our turn or somebody's who does not take it."""
        self._ahead = self._line.ahead(self._place)
        return self._passes_by(file, now) if self._ahead else file.take()

    def pause(self, waited: float) -> float:
        """Return when to look again: at the front soon, unless the lock is held long."""
        return min(_SLOW, self._ahead * _STEP if self._ahead else max(_QUICK, waited / 50))

    def _passes_by(self, file: _LockFile, now: float) -> bool:
        """Lock the file where it is free for the second time, and the same one in front of us as before."""
        if now - self._looked < _IMPATIENT:
            return False
        self._looked = now
        if not file.take():
            self._stuck = 0
        elif self._stuck == self._ahead:
            return True
        else:
            self._stuck = self._ahead
            file.give_back()
        return False


def _told(descriptor: int) -> LockHolder:
    """Return who has locked the lock's file: the process that the kernel names, and what it says of itself.

    Only where the kernel tells nothing the record alone counts.
    """
    from memdesk.text.own_names import marked  # not before somebody has to wait

    written = parse_holder(os.read(descriptor, _RECORD + 1))
    owner = owner_of(descriptor)
    if owner is None:
        return written
    if owner.pid != written.pid:
        return LockHolder(owner.pid, _plain(owner.name), "", 0.0)
    if written.name == _SELF:
        return written
    name = marked(written.name)
    if written.is_person and name != written.name:  # it may be an agent that says so: the program is certain
        name = _plain(owner.name)
    return written._replace(name=name)


def parse_holder(record: bytes) -> LockHolder:
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
            **others,
        } if pid > 0:
            is_person = others.get("person") is True
            return LockHolder(pid, _plain(name), _plain(operation), time, is_person)
    return _UNKNOWN


def _record(holder: LockHolder) -> bytes:
    name, operation = _quoted(holder.name), _quoted(holder.operation)
    person = ', "person": true' if holder.is_person else ""
    fields = f'"pid": {holder.pid}, "name": {name}, "operation": {operation}, "time": {holder.time}{person}'
    return f"{{{fields}}}".encode().ljust(_RECORD)


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


def _is_free(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return True


class Exclusion:
    """The workspace lock of one store. Safe to use from any thread."""

    def __init__(self, clock: Clock, timeout: float, waiting: Waiting) -> None:
        self._clock = clock
        self._timeout = timeout
        self._waiting = waiting
        self._mine = threading.local()
        self._lock: WorkspaceLock | None = None

    @contextmanager
    def hold(
        self, private: SafeRoot, name: str, operation: str, *, is_person: bool = False
    ) -> Iterator[HeldLock]:
        """Hold the lock, or go on holding it where this thread does. Raises LockedError, LockLostError."""
        held: HeldLock | None = getattr(self._mine, "held", None)
        if held is not None and held.file.is_mine():
            yield held
            return
        with self._lock_in(private).hold(name, operation, is_person=is_person) as held:
            self._mine.held = held
            try:
                yield held
            finally:
                self._mine.held = None

    def holder(self, private: SafeRoot) -> LockHolder | None:
        """Say who holds the lock now, None where nobody does."""
        return self._lock_in(private).holder()

    def _lock_in(self, private: SafeRoot) -> WorkspaceLock:
        """Return the lock in a folder of ours; the one in a folder that is held keeps its file open."""
        lock = self._lock
        if lock is None or lock.private is not private:
            self._lock = lock = WorkspaceLock(private, self._clock, self._timeout, self._waiting)
        return lock
