"""Whose turn it is to write, as one store sees it: a thread that holds the lock may ask for it again.

A process that was split off while the lock was held has a copy of all this, but not the lock.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from memdesk.runtime.clock import Clock
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.locking.lock import HeldLock, LockHolder, Waiting, WorkspaceLock


class Exclusion:
    """The workspace lock of one store. Safe to use from any thread."""

    def __init__(self, clock: Clock, timeout: float, waiting: Waiting) -> None:
        self._clock = clock
        self._timeout = timeout
        self._waiting = waiting
        self._mine = threading.local()
        self._lock: WorkspaceLock | None = None

    @contextmanager
    def hold(self, private: SafeRoot, name: str, operation: str) -> Iterator[HeldLock]:
        """Hold the lock, or go on holding it where this thread does. Raises LockedError, LockLostError."""
        held: HeldLock | None = getattr(self._mine, "held", None)
        if held is not None and held.file.is_mine():
            yield held
            return
        with self._lock_in(private).hold(name, operation) as held:
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
