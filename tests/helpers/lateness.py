"""When this machine was late: told by a process that does nothing but wake up, again and again.

Run as a program it has a thread on each processor that sleeps for a tick, and tells between which moments it
should have been awake and was not: others had the processor, or the host of a virtual machine held it.
"""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import sys
import threading
import time

TICK = 0.002
LATE = 0.001
"""What is no lateness yet."""
SPAN = struct.Struct("dd")
ROOM = 1 << 20
"""Bytes that wait to be read; whoever has written as many waits too, and what comes then is not told."""


class Lateness:
    """The process, from its first tick to its last one; then what it tells."""

    def __init__(self):
        command = [sys.executable, "-I", "-S", __file__]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        fcntl.fcntl(self.process.stdout, fcntl.F_SETPIPE_SZ, ROOM)
        for _ in os.sched_getaffinity(0):
            self.process.stdout.read(SPAN.size)
        self._spans = []

    def end(self):
        """Let it wake up for the last time, and take down what it has seen."""
        told, _ = self.process.communicate()
        self._spans = sorted(SPAN.iter_unpack(told))

    def within(self, begin, end):
        """Return for how long between two moments a processor of this machine was late."""
        return covered(self._spans, begin, end)


def covered(spans, begin, end):
    """Return how much of the time between two moments is in any of these sorted spans."""
    total = 0.0
    for due, awake in spans:
        total += max(0.0, min(end, awake) - max(begin, due))
        begin = max(begin, awake)
    return total


def watch(processor, ended):
    """Tell of one processor until the end; first, that it is watched."""
    os.sched_setaffinity(0, {processor})
    awake = time.monotonic()
    os.write(1, SPAN.pack(awake, awake))
    while not ended.is_set():
        due = awake + TICK
        time.sleep(TICK)
        awake = time.monotonic()
        if awake - due > LATE:
            os.write(1, SPAN.pack(due, awake))


def main():
    """Tell of all processors until the input ends."""
    ended = threading.Event()
    for processor in os.sched_getaffinity(0):
        threading.Thread(target=watch, args=(processor, ended)).start()
    sys.stdin.read()
    ended.set()


if __name__ == "__main__":
    main()
