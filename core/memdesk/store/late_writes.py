"""Looks, some seconds after a commit that had to set a displaced file aside, whether somebody wrote to it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError

if TYPE_CHECKING:
    from memdesk.store.commit.displaced import LateWrite
    from memdesk.store.store import Store

AFTER = 5.5
"""Seconds after which to look: somewhat more than for how long a file is set aside."""

_logger = logging.getLogger(__name__)


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
