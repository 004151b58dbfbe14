"""How long the GUI thread went without turning its event loop."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer

BEAT_MS = 1


class StallMeter(QObject):
    """A heartbeat in the GUI thread, measured against a monotonic clock from the first to the last moment.

    ``longest`` is the longest gap between two beats in seconds, ``blocked`` the longest gap without the time
    in which the kernel had the thread ready to run but gave the processor to somebody else (a busy machine is
    not our fault; a lock, a read or a long loop is).
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
        self._delays = _DelayFile()
        self._moment, self._delay = time.monotonic(), self._delays.seconds()
        self._timer.start()

    def stop(self):
        """Count the gap up to this moment too, and end."""
        self._beat()
        self._timer.stop()
        self._delays.close()

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
        moment, delay = time.monotonic(), self._delays.seconds()
        gap = moment - self._moment
        self.longest = max(self.longest, gap)
        self.blocked = max(self.blocked, gap - (delay - self._delay))
        self.beats += 1
        self._moment, self._delay = moment, delay


class _DelayFile:
    """The seconds this thread has waited for a processor, as Linux counts them (0 where it does not)."""

    def __init__(self):
        path = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._file = path.open("rb", buffering=0) if path.exists() else None

    def seconds(self):
        """Return the time waited since the thread began."""
        if self._file is None:
            return 0.0
        self._file.seek(0)
        return int(self._file.read().split()[1]) / 1e9

    def close(self):
        """Close the file."""
        if self._file is not None:
            self._file.close()
