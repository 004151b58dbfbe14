"""Has a history tended by whoever works on it: an agent may never open the window that does it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from memdesk.errors import MemdeskError
from memdesk.text.cooperative import same_manners

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
