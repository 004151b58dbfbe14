"""One native lock per workspace and who holds it; a courtesy: the guarantee is the compare-and-swap."""

from __future__ import annotations

import fcntl
import json
import os
import stat
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from memdesk.clock import Clock
from memdesk.errors import LockedError, MemdeskError
from memdesk.store.safe_root import SafeRoot, close_read, open_file, write_all

_NAME = "lock"
_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_POLL = 0.005
_RECORD = 512
_FIELD = 80


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds the lock, by its own account (untrusted: parsed strictly, control characters removed)."""

    pid: int
    name: str
    operation: str
    time: float

    def describe(self) -> str:
        """Return one line for people."""
        return f"pid {self.pid} · {self.name} · {self.operation}" if self.pid else "another process"


_UNKNOWN = Holder(0, "", "", 0.0)


class LockLostError(Exception):
    """The lock file was deleted or replaced while it was held; take it again."""


class HeldLock:
    """The lock while it is held. Its file carries the record of who held it last, always of one size."""

    def __init__(self, path: Path, holder: Holder) -> None:
        self._path = os.fspath(path)
        self._holder = holder
        self._descriptor = -1

    def check(self) -> None:
        """Raise LockLostError where the file at the lock's path is not the one that is locked."""
        ours = os.fstat(self._descriptor)
        try:
            there = os.lstat(self._path)
        except OSError as error:
            raise LockLostError from error
        if (ours.st_dev, ours.st_ino) != (there.st_dev, there.st_ino):
            raise LockLostError

    def announce(self, descriptor: int) -> None:
        """Write the holder's record; it stays unwritten without room, or where the file is not ours alone."""
        self._descriptor = descriptor
        with suppress(OSError):
            if _is_ours(os.fstat(descriptor)):
                write_all(descriptor, _record(self._holder))


class WorkspaceLock:
    """The lock of one workspace. Its file stays for good; what counts is the kernel's lock on it."""

    def __init__(self, private: SafeRoot, clock: Clock, timeout: float) -> None:
        self._private = private
        self._clock = clock
        self._timeout = timeout

    @contextmanager
    def hold(self, name: str, operation: str) -> Iterator[HeldLock]:
        """Hold the lock. Raises LockedError naming the holder after the time-out."""
        holder = Holder(os.getpid(), name, operation, self._clock.now())
        held = HeldLock(self._private.path / _NAME, holder)
        descriptor = self._acquire(held)
        try:
            held.check()
            yield held
        finally:
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_UN)
            close_read(descriptor)

    def holder(self) -> Holder | None:
        """Say who holds the lock now, None where nobody does."""
        try:
            with self._private.folder(()) as folder, open_file(folder, _NAME, _NAME) as descriptor:
                return None if _is_free(descriptor) else parse_holder(os.read(descriptor, _RECORD + 1))
        except (OSError, MemdeskError):
            return None

    def _acquire(self, held: HeldLock) -> int:
        """Open the lock's file and lock it; closing the descriptor gives it back."""
        from filelock import lock_descriptor  # heavy, and reading takes no lock

        with self._private.folder(()) as folder:
            descriptor = os.open(_NAME, _FLAGS, 0o600, dir_fd=folder)
        try:
            deadline = time.monotonic() + self._timeout
            while not lock_descriptor(descriptor, blocking=False):
                if time.monotonic() > deadline:
                    raise self._timed_out()
                time.sleep(_POLL)
            held.announce(descriptor)
        except BaseException:
            close_read(descriptor)
            raise
        return descriptor

    def _timed_out(self) -> LockedError:
        holder = (self.holder() or _UNKNOWN).describe()
        return LockedError(f"the workspace is locked by {holder}", holder=holder)


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
    fields = asdict(holder) | {"name": _plain(holder.name), "operation": _plain(holder.operation)}
    return json.dumps(fields, ensure_ascii=False).encode().ljust(_RECORD)


def _plain(text: str) -> str:
    """Return the text on one short line, without control, format, private and surrogate characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())[:_FIELD]
    cleaned = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text)
    shortened = " ".join(cleaned.split()).encode()[:_FIELD]
    return shortened.decode(errors="ignore")


def _is_ours(status: os.stat_result) -> bool:
    """Say whether the locked file can only be a lock: no second name, and not more than a record in it."""
    return stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and status.st_size <= _RECORD


def _is_free(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return True
