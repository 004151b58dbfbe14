"""Work off the GUI thread: a pool for reading, a lane for writing, one for drafts, one for what can wait.

Callbacks run on the GUI thread, in slices, so that a flood of results never freezes the window.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from memdesk.errors import MemdeskError
from memdesk.text.cooperative import cooperative
from memdesk_gui.bridge.idle import IdleScheduler

T = TypeVar("T")
Done = Callable[[T], object]
Failed = Callable[[Exception], object]

READERS = 3
SLICE_SECONDS = 0.004
"""How long results are handed out in one turn of the event loop: painting what they change comes on top."""
SWITCH_SECONDS = 0.0001
"""How long a busy worker may keep the interpreter from the GUI thread. With 5 ms, for every call from Qt,
painting thirty rows beside a scan took a quarter of a second."""
WAIT_MS = 300
"""How long a write may take before the person is told what it waits for."""
PATIENCE_SECONDS = 1.0
"""How long work that can wait gives way to reads; after that it runs beside them."""


@dataclass(eq=False, slots=True)
class Job:
    """A piece of work under way; a cancelled one never calls back."""

    future: Future[Any]
    done: Done[Any] | None
    failed: Failed
    cancelled: bool = False
    must_run: bool = False
    """Whether it is carried out though the window ends before it has begun."""

    def cancel(self) -> None:
        """Forget the job: it does not start, or its result is dropped."""
        self.cancelled = True
        self.future.cancel()

    def call_back(self) -> None:
        """Hand the result or the error to whoever still wants it."""
        if self.cancelled or self.future.cancelled():
            return
        error = self.future.exception()
        if isinstance(error, Exception):
            _call(self.failed, error)
        elif error is None and self.done is not None:
            _call(self.done, self.future.result())


def _call(callback: Callable[[Any], object], value: object) -> None:
    inner = callback
    while isinstance(inner, partial):
        inner = inner.func
    receiver = getattr(inner, "__self__", None)
    if not isinstance(receiver, QObject) or shiboken6.isValid(receiver):
        callback(value)


def favour_window() -> None:
    """Make the interpreter serve the GUI thread first: workers give way soon."""
    sys.setswitchinterval(SWITCH_SECONDS)


class JobRunner(QObject):
    """Runs functions in the background and hands results to the GUI thread.

    A callback that is a method of a QObject is skipped once that object is gone.
    """

    busy = Signal(bool)
    """True when work starts, False when the last piece is done."""
    write_waits = Signal(bool)
    """True when a write has been under way for a while; False when it is done."""
    unhandled = Signal(object)
    """An exception whose job had no ``failed`` callback."""
    _wake = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        favour_window()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="read")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="write")
        self._keeper = ThreadPoolExecutor(1, thread_name_prefix="drafts")
        self._idler = ThreadPoolExecutor(1, thread_name_prefix="background")
        self._open: dict[Future[Any], Job] = {}
        self._reads: set[Future[Any]] = set()
        self._writes: set[Job] = set()
        self._waiting = False
        self._wait = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._wait.timeout.connect(partial(self._set_waiting, True))
        self._finished: deque[Future[Any]] = deque()
        self._awake = self._closed = False
        self._turns = IdleScheduler(self)
        self._rest = QTimer(self, singleShot=True, interval=0)
        self._rest.timeout.connect(self._drain)
        self._wake.connect(self._rest.start, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether any job has not called back yet."""
        return bool(self._open)

    def read(self, fn: Callable[[], T], done: Done[T] | None = None, failed: Failed | None = None) -> Job:
        """Run ``fn`` in the read pool (parsing, diffing, reading)."""
        job = self._submit(self._readers, fn, done, failed)
        self._reads.add(job.future)
        return job

    def write(self, fn: Callable[[], T], done: Done[T] | None = None, failed: Failed | None = None) -> Job:
        """Run ``fn`` in the write lane, strictly after every earlier write."""
        job = self._submit(self._writer, fn, done, failed)
        if not job.cancelled:
            job.must_run = True
            self._writes.add(job)
            if len(self._writes) == 1:
                self._wait.start()
        return job

    def keep(self, fn: Callable[[], T], done: Done[T] | None = None, failed: Failed | None = None) -> Job:
        """Run ``fn`` in the lane of drafts, in order: typed text is kept though a save waits."""
        job = self._submit(self._keeper, fn, done, failed)
        job.must_run = True
        return job

    def background(
        self,
        fn: Callable[[], T],
        done: Done[T] | None = None,
        failed: Failed | None = None,
        *,
        must_run: bool = False,
    ) -> Job:
        """Run ``fn`` in the lane of work nobody waits for; it gives way to the reads under way.

        What ``must_run`` is carried out at the end, too.
        """

        def give_way() -> T:
            wait(self._reads.copy(), PATIENCE_SECONDS)
            return fn()

        job = self._submit(self._idler, give_way, done, failed)
        job.must_run = must_run
        return job

    def unexpected(self, error: Exception) -> None:
        """Tell of an error that no work is expected to end with: any but the core's own."""
        if not isinstance(error, MemdeskError):
            self.unhandled.emit(error)

    def pause(self) -> None:
        """Hand out no result any more in this turn of the event loop: it has been long enough."""
        if self._rest.isActive():
            self._rest.start()

    def wait_for_done(self, seconds: float = 30.0) -> bool:
        """Block until all work is done and called back (at exit, in tests); False on time-out."""
        deadline = time.monotonic() + seconds
        self._turns.suspend()
        try:
            while self._open and time.monotonic() < deadline:
                wait([*self._open], deadline - time.monotonic())
                self._call_back_until(deadline)
        finally:
            self._turns.resume()
        return not self._open

    def shutdown(self) -> None:
        """Finish what must run, drop what has not started of the rest, and take no more work.

        No thread is left that could call a runner which is gone. What a last callback asks for is cancelled.
        """
        self._closed = True
        self._turns.suspend()
        for future, job in tuple(self._open.items()):
            if not job.must_run:
                future.cancel()
        for pool in (self._writer, self._keeper, self._readers, self._idler):
            pool.shutdown(wait=True)
        self._call_back_until(float("inf"))

    def _submit(
        self, pool: ThreadPoolExecutor, fn: Callable[[], T], done: Done[T] | None, failed: Failed | None
    ) -> Job:
        if self._closed:
            return Job(Future(), done, failed or self.unhandled.emit, cancelled=True)
        job = Job(pool.submit(cooperative(fn, self._turns.take)), done, failed or self.unhandled.emit)
        self._open[job.future] = job
        if len(self._open) == 1:
            self.busy.emit(True)
        job.future.add_done_callback(self._announce)  # not with the job: a circle would outlive what is done
        return job

    def _turn_to_next_write(self) -> None:
        self._set_waiting(False)
        if self._writes:
            self._wait.start()
        else:
            self._wait.stop()

    def _set_waiting(self, waiting: bool) -> None:
        if waiting != self._waiting:
            self._waiting = waiting
            self.write_waits.emit(waiting)

    def _announce(self, ended: Future[Any]) -> None:
        """Note a finished job on whichever thread it ended; at most one wake-up is under way."""
        self._finished.append(ended)
        self._wake_once()

    def _wake_once(self) -> None:
        if not self._awake and shiboken6.isValid(self):
            self._awake = True
            self._wake.emit()

    @Slot()
    def _drain(self) -> None:
        """Call back for a while; by a timer, for what is posted comes in one go with what is painted then."""
        try:
            self._call_back_until(time.monotonic() + SLICE_SECONDS)
        finally:
            self._go_on()

    def _go_on(self) -> None:
        if self._finished:
            self._rest.start()
            return
        self._awake = False
        if self._finished:
            self._wake_once()

    def _call_back_until(self, stop: float) -> None:
        while self._finished and time.monotonic() < stop:
            self._finish(self._finished.popleft())

    def _finish(self, ended: Future[Any]) -> None:
        job = self._open.pop(ended)
        self._reads.discard(ended)
        if job in self._writes:
            self._writes.remove(job)
            self._turn_to_next_write()
        try:
            job.call_back()
        finally:
            if not self._open:
                self.busy.emit(False)
