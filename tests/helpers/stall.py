"""How long the GUI thread went without turning its event loop."""

from __future__ import annotations

import resource
import threading
import time
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer

BEAT_MS = 1


class Reading(NamedTuple):
    """What the kernel tells of a thread at a moment; times in seconds."""

    moment: float
    delay: float
    """Ready to run, while this machine's processors were given to others."""
    used: float
    """Time on a processor."""
    waits: int
    """How often it went to wait for something: a lock, a read, an event, a timer."""

    def blocked_until(self, later: Reading) -> float:
        """Return how long the thread was at work or waited for something, from here to there.

        A thread that never went to wait was at work, or ready and not let run: by others on this machine, or
        by those with whom the machine itself shares its processors, of which a thread is told nothing.
        """
        if later.waits == self.waits:
            return later.used - self.used
        return later.moment - self.moment - (later.delay - self.delay)


class StallMeter(QObject):
    """A heartbeat in the GUI thread, measured against a monotonic clock from the first to the last moment.

    ``longest`` is the longest gap between two beats in seconds, ``blocked`` the longest gap without the time
    in which the thread was ready to run but the processor was somebody else's (a busy machine is not our
    fault; a lock, a read or a long loop is).
    """

    def __init__(self, parent=None):
        super().__init__(parent)
        self.longest = 0.0
        self.blocked = 0.0
        self.beats = 0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)

    def start(self):
        """Begin to measure now."""
        self._thread = _Thread()
        self._last = self._thread.reading()
        self._timer.start()

    def stop(self):
        """Count the gap up to this moment too, and end."""
        self._beat()
        self._timer.stop()
        self._thread.close()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def check(self, limit):
        """Fail where the GUI thread was blocked for longer than ``limit`` seconds."""
        assert self.blocked <= limit, (
            f"the GUI thread stood still for {self.blocked * 1000:.0f} ms (at most {limit * 1000:.0f}); "
            f"{self.longest * 1000:.0f} ms with the machine's other work, {self.beats} beats"
        )

    def _beat(self):
        last, self._last = self._last, self._thread.reading()
        self.longest = max(self.longest, self._last.moment - last.moment)
        self.blocked = max(self.blocked, last.blocked_until(self._last))
        self.beats += 1


class _Thread:
    """Asks the kernel about this thread (on Linux; elsewhere a delay is unknown, and none)."""

    def __init__(self):
        path = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._file = path.open("rb", buffering=0) if path.exists() else None

    def reading(self):
        """Return what is so now."""
        waits = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
        return Reading(time.monotonic(), self._delay(), time.thread_time(), waits)

    def close(self):
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _delay(self):
        if self._file is None:
            return 0.0
        self._file.seek(0)
        return int(self._file.read().split()[1]) / 1e9
