"""How long the GUI thread went without turning its event loop."""

from __future__ import annotations

import ctypes
import os
import resource
import threading
import time
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer

from bench.lateness import Lateness

BEAT_MS = 1
MOMENT = 0.0005
"""How long a reading takes at most; one that takes longer was interrupted, and is made again."""


class Reading(NamedTuple):
    """What the kernel tells of a thread at a moment; times in seconds."""

    moment: float
    delay: float
    """Ready to run, while this machine's processors were given to others."""
    used: float
    """Time on a processor."""
    waits: int
    """How often it went to wait for something: a lock, a read, an event, a timer."""
    worked: float
    """Time on a processor of all threads of this process."""

    def blocked_until(self, later: Reading, late: float) -> float:
        """Return how long the thread was at work or waited for something, from here to there.

        A thread that never went to wait was at work, or ready and not let run: by others on this machine, or
        by those with whom the machine itself shares its processors, of which a thread is told nothing. One
        that waited may have done so for another thread that was not let run, or for a timer over which the
        machine slept: for how long the machine was ``late`` is not counted, unless this process was at work.
        """
        if later.waits == self.waits:
            return later.used - self.used
        there = later.moment - self.moment - (later.delay - self.delay)
        return max(there - late, min(there, later.worked - self.worked))


class StallMeter(QObject):
    """A heartbeat in the GUI thread, measured against a monotonic clock from the first to the last moment.

    ``longest`` is the longest gap between two beats in seconds. ``blocked``, known at the end, is the longest
    gap without what is the machine's: the time in which the thread was ready to run but the processor was
    somebody else's, or nobody's (a busy machine is not our fault; a lock, a read or a long loop is).
    """

    def __init__(self, parent=None):
        super().__init__(parent)
        self.longest = 0.0
        self.blocked = 0.0
        self.beats = 0
        self._gaps = []
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)

    def start(self):
        """Begin to measure now."""
        self._lateness = Lateness()
        self._thread = ThisThread()
        self._last = self._thread.reading()
        self._timer.start()

    def stop(self):
        """Count the gap up to this moment too, and end."""
        self._beat()
        self._timer.stop()
        self._thread.close()
        self._lateness.end()
        for most, before, after in sorted(self._gaps, reverse=True):
            if most <= self.blocked:
                break
            late = self._lateness.within(before.moment, after.moment)
            self.blocked = max(self.blocked, before.blocked_until(after, late))

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def _beat(self):
        last, self._last = self._last, self._thread.reading()
        self.longest = max(self.longest, self._last.moment - last.moment)
        self._gaps.append((last.blocked_until(self._last, late=0.0), last, self._last))
        self.beats += 1


class ThisThread:
    """What the kernel knows about the thread that makes this; where it tells of no delays, there are none.

    Nothing here lets go of the interpreter's lock: other threads, and the machine's other work, would come
    between the numbers of one reading.
    """

    def __init__(self):
        path = f"/proc/self/task/{threading.get_native_id()}/schedstat"
        self._file = os.open(path, os.O_RDONLY) if Path(path).exists() else None
        self._line = ctypes.create_string_buffer(128)
        self._read = ctypes.PyDLL(None).pread

    def reading(self):
        """Return what is so now: all of it at one moment."""
        while True:
            moment = time.monotonic()
            waits = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
            reading = Reading(moment, self._delay(), time.thread_time(), waits, time.process_time())
            if time.monotonic() - moment < MOMENT:
                return reading

    def close(self):
        """Close the file."""
        if self._file is not None:
            os.close(self._file)

    def _delay(self):
        if self._file is None:
            return 0.0
        self._read(self._file, self._line, len(self._line), ctypes.c_long(0))
        return int(self._line.value.split()[1]) / 1e9
