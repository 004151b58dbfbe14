"""The thread that puts versions from outside into the history, so that the watcher never waits for it."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from memdesk.errors import LockedError, MemdeskError
from memdesk.store import ExternalVersion

HELD_LIMIT = 64 << 20
"""Bytes that may wait to be kept; beyond it a version is logged without them."""

BATCH = 200
"""How many sightings are logged under one lock, but at the end."""

PAUSE = 0.25
"""Seconds after which is tried again what had to wait."""

Keep = Callable[[Sequence[ExternalVersion]], object]
"""Keeps and logs versions; raises LockedError where that has to wait."""

_logger = logging.getLogger(__name__)


class HistoryWriter:
    """Takes sightings from any thread and keeps them in order on a thread of its own."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._wake = threading.Condition()
        self._waiting: deque[ExternalVersion] = deque()
        self._held = 0
        self._stopping = False
        self._thread: threading.Thread | None = None

    def take(self, sightings: Iterable[ExternalVersion]) -> None:
        """Have versions kept soon."""
        with self._wake:
            self._waiting.extend(self._weigh(sighting) for sighting in sightings)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="memdesk-keep", daemon=True)
                self._thread.start()
            self._wake.notify()

    def _weigh(self, sighting: ExternalVersion) -> ExternalVersion:
        """Return the version with its bytes, or without them where too many are waiting."""
        weight = _weight(sighting)
        if self._held + weight > HELD_LIMIT:
            _logger.warning("Too much at once: a version from outside is logged without its bytes")
            return sighting._replace(old=None, new=None)
        self._held += weight
        return sighting

    def stop(self) -> None:
        """Keep what waits, then end; returns when the thread is gone.

        While somebody else holds the lock, this takes as long as two waits for it, however much there is.
        """
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while batch := self._next():
            try:
                self._keep_batch(batch)
            except (MemdeskError, OSError) as error:
                _logger.warning("Versions from outside could not be kept: %s", error)
            except Exception:
                _logger.exception("Versions from outside could not be kept")

    def _next(self) -> list[ExternalVersion]:
        """Wait for sightings; once the keeper is to stop, all that are left come at once, then none."""
        with self._wake:
            while not self._waiting and not self._stopping:
                self._wake.wait()
            count = len(self._waiting) if self._stopping else min(BATCH, len(self._waiting))
            batch = [self._waiting.popleft() for _ in range(count)]
            self._held -= sum(_weight(sighting) for sighting in batch)
            return batch

    def _keep_batch(self, batch: list[ExternalVersion]) -> None:
        """Keep a batch; while the lock is taken, try again."""
        while True:
            try:
                self._keep(batch)
                return
            except LockedError:
                if self._stopping:
                    raise
                with self._wake:
                    self._wake.wait_for(lambda: self._stopping, PAUSE)


def _weight(sighting: ExternalVersion) -> int:
    return len(sighting.old or b"") + len(sighting.new or b"")
