"""One native lock per workspace and who holds it; a courtesy: the guarantee is the compare-and-swap."""

from __future__ import annotations

import fcntl
import json
import os
import stat
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk.clock import Clock
from memdesk.errors import LockedError, MemdeskError
from memdesk.store.safe_root import SafeRoot, open_file, write_all

if TYPE_CHECKING:
    from filelock import FileLock

_NAME = "lock"
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
    """The lock while it is held; the file carries the holder's record meanwhile."""

    def __init__(self, path: Path, holder: Holder) -> None:
        self._path = path
        self._holder = holder
        self._descriptor = -1
        self._is_ours = False

    def check(self) -> None:
        """Raise LockLostError where the file at the lock's path is not the one that is locked."""
        ours = os.fstat(self._descriptor)
        try:
            there = self._path.lstat()
        except OSError as error:
            raise LockLostError from error
        if (ours.st_dev, ours.st_ino) != (there.st_dev, there.st_ino):
            raise LockLostError

    def announce(self, descriptor: int) -> None:
        """Write the holder's record; it stays unwritten without room, or where the file is not ours alone."""
        self._descriptor = descriptor
        with suppress(OSError):
            self._is_ours = _is_ours(descriptor)
            if self._is_ours:
                os.ftruncate(descriptor, 0)
                write_all(descriptor, _record(self._holder))

    def withdraw(self) -> None:
        """Remove the holder's record."""
        with suppress(OSError):
            if self._is_ours:
                os.ftruncate(self._descriptor, 0)


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
        lock = self._acquire(held)
        try:
            held.check()
            yield held
        finally:
            held.withdraw()
            with suppress(OSError):
                lock.release()

    def holder(self) -> Holder | None:
        """Say who holds the lock now, None where nobody does."""
        try:
            with self._private.folder(()) as folder, open_file(folder, _NAME, _NAME) as descriptor:
                return None if _is_free(descriptor) else parse_holder(os.read(descriptor, _RECORD + 1))
        except (OSError, MemdeskError):
            return None

    def _acquire(self, held: HeldLock) -> FileLock:
        from filelock import FileLock, Timeout  # heavy, and reading takes no lock

        lock = FileLock(
            self._private.path / _NAME,
            timeout=self._timeout,
            mode=0o600,
            poll_interval=_POLL,
            fallback_to_soft=False,
            preserve_lock_file=True,
            on_acquired=held.announce,
        )
        try:
            lock.acquire()
        except Timeout as error:
            holder = (self.holder() or _UNKNOWN).describe()
            raise LockedError(f"the workspace is locked by {holder}", holder=holder) from error
        return lock


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
    return json.dumps(fields, ensure_ascii=False).encode()


def _plain(text: str) -> str:
    """Return the text on one short line, without control, format, private and surrogate characters."""
    cleaned = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text)
    shortened = " ".join(cleaned.split()).encode()[:_FIELD]
    return shortened.decode(errors="ignore")


def _is_ours(descriptor: int) -> bool:
    """Say whether the locked file can only be a lock: no second name, and not more than a record in it."""
    status = os.fstat(descriptor)
    return stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and status.st_size <= _RECORD


def _is_free(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return True
