"""Hints are collected until it is quiet, or long enough."""

from __future__ import annotations

from memdesk.watch.coalesce import FEW, TOGETHER, Coalescer, Hints
from memdesk.watch.pace import RateLimiter


def test_nothing_is_due_without_hints():
    assert Coalescer().deadline() is None
    assert Coalescer().take(9.0) == (frozenset(), frozenset(), False)


def test_hints_are_due_when_it_is_quiet():
    hints = Coalescer(quiet=0.05, longest=0.25)
    assert hints.add("a", 10.0)
    assert not hints.add("a", 10.02)
    assert hints.deadline() == 10.02 + 0.05
    assert hints.take(10.03) == Hints()
    assert hints.take(10.07) == Hints(frozenset({"a"}))
    assert hints.deadline() is None


def test_a_busy_path_delays_no_other():
    hints = Coalescer(quiet=0.05, longest=0.25)
    hints.add("busy", 10.0)
    hints.add("calm", 10.01)
    hints.add("busy", 10.04)
    assert hints.deadline() == 10.01 + 0.05
    assert hints.take(10.061) == Hints(frozenset({"calm"}))
    assert hints.take(10.08) == Hints()
    assert hints.take(10.09) == Hints(frozenset({"busy"}))


def test_what_was_hinted_at_together_is_looked_at_together():
    hints = Coalescer(quiet=0.05, longest=0.25, interval=0.0)
    hints.add("old", 10.0)
    hints.add("new", 10.0 + TOGETHER / 2)
    hints.add("other", 10.04)
    assert hints.take(hints.deadline()) == Hints(frozenset({"old", "new"}))
    assert hints.deadline() == 10.04 + 0.05


def test_hints_are_due_at_the_latest_after_the_longest_wait():
    hints = Coalescer(quiet=0.05, longest=0.25)
    for step in range(20):
        hints.add("a", 10.0 + step / 50)
    assert hints.deadline() == 10.25
    assert hints.take(10.25) == Hints(frozenset({"a"}))


def test_a_path_is_named_once_and_folders_apart():
    hints = Coalescer()
    hints.add("a", 1.0)
    hints.add("a", 2.0)
    hints.add("memory", 2.0, folder=True)
    assert hints.take(3.0) == Hints(frozenset({"a"}), frozenset({"memory"}))
    assert hints.deadline() is None
    hints.add("memory", 4.0)
    assert hints.take(5.0) == Hints(frozenset({"memory"}))


def test_looks_keep_an_interval():
    hints = Coalescer(quiet=0.05, longest=0.25, interval=0.1, short=0.08)
    hints.add("a", 10.0)
    hints.take(10.05)
    hints.add("b", 10.06)
    assert hints.deadline() == 10.05 + 0.08
    for number in range(FEW):
        hints.add(str(number), 10.06)
    assert hints.deadline() == 10.05 + 0.1


def test_what_is_ready_waits_for_no_quiet():
    hints = Coalescer(quiet=0.05, longest=0.25, short=0.1)
    assert hints.add("a", 10.0)
    assert hints.add("b", 10.01, ready=True)
    assert not hints.add("c", 10.02, ready=True)
    assert not hints.add("b", 10.02)
    assert hints.deadline() == 10.01
    assert hints.take(10.02) == Hints(frozenset({"b", "c"}))
    assert hints.add("a", 10.03, ready=True)
    assert hints.deadline() == 10.02 + 0.1
    assert hints.take(10.12) == Hints(frozenset({"a"}))
    assert hints.deadline() is None


def test_what_is_ready_may_be_a_folder_too():
    hints = Coalescer()
    hints.add("a", 10.0, ready=True)
    hints.add("a", 10.0, folder=True)
    assert hints.take(10.0) == Hints(frozenset(), frozenset({"a"}))


def test_too_many_paths_become_everything():
    hints = Coalescer(limit=3)
    for name in "abc":
        hints.add(name, 1.0)
    assert not hints.everything
    assert hints.add("d", 1.0)
    assert not hints.add("e", 2.0)
    assert hints.everything
    assert hints.take(3.0) == Hints(everything=True)
    assert not hints.everything


def test_everything_takes_the_place_of_paths():
    hints = Coalescer(quiet=0.05)
    hints.add("a", 1.0)
    hints.add_everything(1.01)
    hints.add_everything(1.02)
    assert hints.deadline() == 1.01 + 0.05
    assert hints.take(2.0) == Hints(everything=True)
    assert hints.deadline() is None
    assert hints.take(3.0) == Hints()


class Hands:
    """A clock that tests turn."""

    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


def test_work_is_due_at_its_interval():
    clock = Hands()
    pace = RateLimiter(2.0, clock)
    assert pace.due()
    with pace.measured():
        clock.time += 0.01
    assert not pace.due()
    assert pace.next() == clock.time + 2.0


def test_costly_work_takes_a_twentieth_of_the_time_at_most():
    clock = Hands()
    pace = RateLimiter(2.0, clock)
    with pace.measured():
        clock.time += 1.0
    assert pace.next() == clock.time + 20.0
    assert pace.bearable() == clock.time + 1.0


def test_work_that_took_long_once_since_the_machine_stood_still_is_due_as_before():
    """A minute in which a network drive did not answer is no reason to look at nothing for twenty."""
    clock = Hands()
    pace = RateLimiter(2.0, clock)
    for cost in (0.0625, 60.0):
        with pace.measured():
            clock.time += cost
    assert pace.next() == clock.time + 2.0
    assert pace.bearable() == clock.time + 0.0625
    with pace.measured():
        clock.time += 60.0
    assert pace.next() == clock.time + 1200.0


def test_paths_that_are_ready_count_among_too_many():
    hints = Coalescer(limit=3)
    for name, ready in (("a", True), ("b", True), ("c", False)):
        hints.add(name, 1.0, ready=ready)
    assert not hints.everything
    hints.add("d", 1.0)
    assert hints.everything
