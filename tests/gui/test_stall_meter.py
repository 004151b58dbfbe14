"""The stall meter sees what blocks the GUI thread, and only that."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time

import pytest
from PySide6.QtCore import QTimer

from helpers.lateness import Lateness, covered
from helpers.stall import Reading, StallMeter, ThisThread

pytestmark = pytest.mark.timing


def spin(seconds):
    """Use so much processor time, as a long loop in a slot does."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_an_idle_loop_is_not_a_stall(qtbot):
    with StallMeter() as meter:
        qtbot.waitUntil(lambda: meter.beats > 50)
    meter.check(0.05)


def test_a_slot_that_runs_long_is_seen(qtbot):
    with StallMeter() as meter:
        QTimer.singleShot(0, lambda: spin(0.12))
        qtbot.waitUntil(lambda: meter.longest >= 0.12)
    with pytest.raises(AssertionError, match="stood still"):
        meter.check(0.05)


def test_a_block_that_never_returns_to_the_loop_is_seen_too(qtbot):
    with StallMeter() as meter:
        spin(0.1)
    assert meter.longest >= 0.1
    assert meter.beats == 1


class Punctual:
    """A machine on which nobody is ever late."""

    def end(self):
        pass

    def within(self, begin, end):
        return 0.0


def hold_the_interpreter(seconds):
    """Let nobody else run Python, as one long call of a C function does."""
    ctypes.PyDLL(None).usleep(int(seconds * 1e6))


def wait_for_a_busy_thread(seconds):
    thread = threading.Thread(target=hold_the_interpreter, args=(seconds,))
    thread.start()
    thread.join()


@pytest.mark.parametrize(
    "stand_still",
    [threading.Event().wait, spin, hold_the_interpreter, wait_for_a_busy_thread],
)
def test_whatever_the_thread_waits_for_is_a_stall(stand_still, qtbot, monkeypatch):
    monkeypatch.setattr("helpers.stall.Lateness", Punctual)
    thread = ThisThread()
    before = thread.reading()
    with StallMeter() as meter:
        QTimer.singleShot(0, lambda: stand_still(0.06))
        qtbot.waitUntil(lambda: meter.longest >= 0.06)
    delay = thread.reading().delay - before.delay
    thread.close()
    assert meter.blocked >= 0.059 - delay


@pytest.mark.parametrize(
    ("later", "late", "blocked"),
    [
        (Reading(10.3, 1.0, 5.3, 7, 9.3), 0.0, 0.3),
        (Reading(10.3, 1.2, 5.1, 7, 9.1), 0.0, 0.1),
        (Reading(10.3, 1.0, 5.1, 7, 9.1), 0.0, 0.1),
        (Reading(10.3, 1.0, 5.1, 8, 9.1), 0.0, 0.3),
        (Reading(10.3, 1.2, 5.1, 8, 9.1), 0.0, 0.1),
        (Reading(10.3, 1.0, 5.0, 8, 9.0), 0.2, 0.1),
        (Reading(10.3, 1.0, 5.0, 8, 9.2), 0.2, 0.2),
        (Reading(10.3, 1.2, 5.0, 8, 9.6), 0.2, 0.1),
    ],
)
def test_what_is_the_machines_is_not_counted_unless_the_process_worked(later, late, blocked):
    assert Reading(10.0, 1.0, 5.0, 7, 9.0).blocked_until(later, late) == pytest.approx(blocked)


def test_a_process_that_was_not_let_run_tells_when():
    before = time.monotonic()
    lateness = Lateness()
    stopped = time.monotonic()
    os.kill(lateness.process.pid, signal.SIGSTOP)
    threading.Event().wait(0.1)
    os.kill(lateness.process.pid, signal.SIGCONT)
    went_on = time.monotonic()
    lateness.end()
    assert lateness.within(stopped, went_on) >= 0.09
    assert lateness.within(0.0, before) == 0.0


@pytest.mark.parametrize(
    ("begin", "end", "total"), [(0.0, 9.0, 4.0), (2.5, 3.5, 1.0), (4.0, 6.0, 0.0), (5.5, 7.5, 0.5)]
)
def test_what_two_processors_were_late_together_counts_once(begin, end, total):
    assert covered([(1.0, 3.0), (2.0, 4.0), (7.0, 8.0)], begin, end) == total
