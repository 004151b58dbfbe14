"""The stall meter sees what blocks the GUI thread, and only that."""

from __future__ import annotations

import threading
import time

import pytest
from PySide6.QtCore import QTimer

from helpers.stall import Reading, StallMeter

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


def test_a_wait_for_a_lock_is_a_stall(qtbot):
    with StallMeter() as meter:
        threading.Event().wait(0.1)
    assert meter.blocked >= 0.09


@pytest.mark.parametrize(
    ("later", "blocked"),
    [
        (Reading(10.3, 1.0, 5.3, 7), 0.3),
        (Reading(10.3, 1.2, 5.1, 7), 0.1),
        (Reading(10.3, 1.0, 5.1, 7), 0.1),
        (Reading(10.3, 1.0, 5.1, 8), 0.3),
        (Reading(10.3, 1.2, 5.1, 8), 0.1),
    ],
)
def test_only_who_never_waited_was_kept_from_the_processor_all_the_rest(later, blocked):
    assert Reading(10.0, 1.0, 5.0, 7).blocked_until(later) == pytest.approx(blocked)
