"""What follows a commit at leisure: the history is tended, and what came late into a replaced file kept."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError
from memdesk.text.cooperative import same_manners

if TYPE_CHECKING:
    from memdesk.store.commit.displaced import LateWrite
    from memdesk.store.store import Store


EVERY = 600.0
"""Seconds after which a commit has the history tended again."""

_logger = logging.getLogger(__name__)


class Maintenance:
    """The tending of one history by one process, between its commits and at its end. Safe from any thread.

    ``tend`` does the work, ``stop`` makes it end early.
    """

    def __init__(
        self,
        tend: Callable[[], object],
        stop: Callable[[], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tend, self._stop, self._clock = tend, stop, clock
        self._lock = threading.Lock()
        self._last = clock()
        self._waiting = False
        self._thread: threading.Thread | None = None

    def committed(self) -> None:
        """Take note of a commit; now and then one has the history tended, on a thread of its own."""
        with self._lock:
            now = self._clock()
            self._waiting = now < self._last + EVERY or (self._thread is not None and self._thread.is_alive())
            if not self._waiting:
                self._last = now
                self._thread = threading.Thread(
                    target=same_manners(self._run), name="memdesk-tend", daemon=True
                )
                self._thread.start()

    def end(self) -> None:
        """Tend what was committed since the last time; what is under way ends. No thread is left."""
        with self._lock:
            thread, self._thread = self._thread, None
            waiting, self._waiting = self._waiting, False
        if thread is not None and thread.is_alive():
            self._stop()
            thread.join()
        elif waiting:
            self._run()
        self._stop()

    def _run(self) -> None:
        try:
            self._tend()
        except MemdeskError as error:
            _logger.info("The history was not tended: %s", error)


AFTER = 5.5
"""Seconds after which to look: somewhat more than for how long a file is set aside."""


class LateWrites:
    """What comes late into the documents of one store: always kept, then given to ``take_in``, if any.

    Safe to use from any thread.
    """

    def __init__(self, store: Store, after: float = AFTER) -> None:
        self.take_in: Callable[[LateWrite], object] | None = None
        self._store, self._after = store, after
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._has_ended = False

    def begin(self) -> None:
        """Look soon for what processes left that are gone."""
        self._start(0.0)

    def committed(self) -> None:
        """Take note of a commit; hardly ever does one set a file aside."""
        if self._store.has_parked:
            self._start(self._after)

    def _start(self, after: float) -> None:
        with self._lock:
            if self._timer is None and not self._has_ended:
                self._timer = threading.Timer(after, self.look)
                self._timer.daemon = True
                self._timer.start()

    def look(self) -> None:
        """Look now, and again later while anything is set aside."""
        try:
            for late in self._store.late():
                self._take_in(late)
        except MemdeskError as error:
            _logger.info("Nobody could look for what was written late: %s", error)
        with self._lock:
            self._timer = None
        self.committed()

    def tend(self) -> None:
        """Look, then care for the history, as :meth:`Store.tend` does."""
        self.look()
        self._store.tend()

    def _take_in(self, late: LateWrite) -> None:
        try:
            if self.take_in is not None:
                self.take_in(late)
        except MemdeskError as error:
            _logger.info("What was written late was not taken in: %s", error)

    def end(self) -> None:
        """Look no more; what is still set aside is found by whoever tends the history next."""
        with self._lock:
            timer, self._has_ended = self._timer, True
        if timer is not None:
            timer.cancel()
            timer.join()
