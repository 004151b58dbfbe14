"""Whose turn it is: work begins in the order of coming, but what takes long holds up nothing after it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

from memdesk.errors import CancelledError

T = TypeVar("T")

PATIENCE = 0.25
"""Seconds that a piece of work is waited for by what comes after it; writes wait for those before them."""

THREADS = 32
"""Pieces of work at once; who comes then waits for a free thread."""

ENDING = 20.0
"""Seconds that a write under way is waited for at the end."""


class Leave:
    """Follows a piece of work; once it was cancelled, it ends at its next step and writes nothing.

    What is being written by then is written whole.
    """

    def __init__(self) -> None:
        self._over = threading.Event()
        self.is_writing = False
        """Whether it is past the point where it could be cancelled."""

    def cancel(self) -> None:
        """Have the work end."""
        self._over.set()

    def step(self, done: int, total: int) -> None:
        """End the work if it was cancelled."""
        del done, total
        self._require()

    def writing(self, documents: int) -> None:
        """Write nothing if the work was cancelled."""
        del documents
        self._require()
        self.is_writing = True

    def _require(self) -> None:
        if self._over.is_set():
            raise CancelledError("the call was cancelled; nothing was changed")


class _Turn:
    """A piece of work: whether it writes, when it began, and what tells that it is done."""

    def __init__(self, *, writes: bool) -> None:
        self.writes = writes
        self.start: float | None = None
        self.begun = anyio.Event()
        self.done = anyio.Event()
        self.leave = Leave()


class CallThreads:
    """Does work in threads for one event loop."""

    def __init__(self) -> None:
        self._under_way: list[_Turn] = []
        self._threads = anyio.CapacityLimiter(THREADS)
        self._busy: set[Leave] = set()
        self._idle = threading.Condition()

    async def do(self, work: Callable[[Leave], T], *, writes: bool = False) -> T:
        """Do work in a thread. Cancelled, this returns at once, and the work ends when it can."""
        turn = _Turn(writes=writes)
        before = tuple(self._under_way)
        self._under_way.append(turn)
        try:
            for other in before:
                await _passed(other, turn)
            turn.start = time.monotonic()
            turn.begun.set()
            return await anyio.to_thread.run_sync(
                self._apart, work, turn.leave, abandon_on_cancel=True, limiter=self._threads
            )
        finally:
            turn.leave.cancel()
            turn.begun.set()
            turn.done.set()
            self._under_way.remove(turn)

    def end(self) -> None:
        """Wait for what is still being written; whatever else was under way has been cancelled."""
        with self._idle:
            self._idle.wait_for(lambda: not any(leave.is_writing for leave in self._busy), ENDING)

    def _apart(self, work: Callable[[Leave], T], leave: Leave) -> T:
        with self._idle:
            self._busy.add(leave)
        try:
            return work(leave)
        finally:
            with self._idle:
                self._busy.remove(leave)
                self._idle.notify_all()


async def _passed(other: _Turn, turn: _Turn) -> None:
    """Wait until work that came before is done, or has had its time."""
    if other.writes and turn.writes:
        await other.done.wait()
        return
    await other.begun.wait()
    if other.start is not None:
        with anyio.move_on_after(max(0.0, other.start + PATIENCE - time.monotonic())):
            await other.done.wait()
