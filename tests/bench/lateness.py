"""When this machine was late: told by a process that does nothing but wake up, again and again.

Run as a program it has a thread on each processor that sleeps for a tick, and tells at the end between which
moments it should have been awake and was not: others had the processor, or the host of a virtual machine.
"""

from __future__ import annotations

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
WATCHED = b"."
"""What is told at once, of every processor."""


class Lateness:
    """The process, from its first tick to its last one; then what it tells."""

    def __init__(self):
        command = [sys.executable, "-I", "-S", __file__]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        for _ in os.sched_getaffinity(0):
            self.process.stdout.read(len(WATCHED))
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


def watch(processor, spans, ended):
    """Take down when one processor is late, until the end."""
    os.sched_setaffinity(0, {processor})
    awake = time.monotonic()
    os.write(1, WATCHED)
    while not ended.is_set():
        due = awake + TICK
        time.sleep(TICK)
        awake = time.monotonic()
        if awake - due > LATE:
            spans.append((due, awake))


def main():
    """Watch all processors until the input ends."""
    spans, ended = [], threading.Event()
    watchers = [
        threading.Thread(target=watch, args=(processor, spans, ended))
        for processor in os.sched_getaffinity(0)
    ]
    for watcher in watchers:
        watcher.start()
    sys.stdin.read()
    ended.set()
    for watcher in watchers:
        watcher.join()
    sys.stdout.buffer.write(b"".join(SPAN.pack(*span) for span in spans))


if __name__ == "__main__":
    main()
