"""Garbage is collected on the GUI thread alone, and large loads are set aside."""

from __future__ import annotations

import gc
import threading

import pytest

from memdesk_gui.bridge.gc_control import FEW, MANY, REST_TICKS, YOUNG, Collector
from memdesk_gui.bridge.jobs import JobRunner


class Knot:
    """Something that only the collector frees; it notes where that happens."""

    def __init__(self, ends):
        self.itself, self.ends = self, ends

    def __del__(self):
        self.ends.append(threading.get_ident())


def tie_knots(ends):
    """Leave more garbage behind than Python's own collector would leave lying."""
    for _ in range(2 * YOUNG):
        Knot(ends)


@pytest.fixture
def collections():
    """The threads in which collections began."""
    threads = []

    def note(phase, info):
        if phase == "start":
            threads.append(threading.get_ident())

    gc.callbacks.append(note)
    yield threads
    gc.callbacks.remove(note)


@pytest.fixture
def collector(qapp):
    gc.enable()
    gc.collect()
    busy = []
    collector = Collector(lambda: bool(busy))
    collector.busy = busy
    collector.start()
    yield collector
    # All that the tests before set aside would be walked over otherwise, here and after the test.
    if gc.get_freeze_count():
        gc.collect()
    collector.stop()
    gc.disable()
    gc.freeze()


def test_garbage_of_a_worker_ends_on_the_gui_thread(qtbot, collector, collections):
    jobs, ends = JobRunner(), []
    jobs.read(lambda: tie_knots(ends))
    assert jobs.wait_for_done()
    assert ends == collections == []
    qtbot.waitUntil(lambda: len(ends) == 2 * YOUNG)
    assert set(ends) | set(collections) == {threading.get_ident()}
    jobs.shutdown()


def test_a_large_load_is_set_aside_until_the_workspace_is_closed(collector):
    before = gc.get_freeze_count()
    load = [[number] for number in range(MANY + 1)]
    collector.tick()
    assert gc.get_freeze_count() > before + MANY
    collector.reconsider()
    assert gc.get_freeze_count() == 0
    assert len(load) == MANY + 1


def test_loads_in_portions_are_set_aside_too(collector):
    before, load = gc.get_freeze_count(), []
    while len(load) < MANY:
        load.extend([number] for number in range(YOUNG + 1))
        collector.tick()
    assert gc.get_freeze_count() > before + MANY / 2


def test_what_was_under_way_for_a_moment_is_not_set_aside(collector):
    ends, under_way, begun = [], [], 0
    while begun < 5 * MANY:
        under_way = [Knot(ends) for _ in range(YOUNG + 1)]
        begun += len(under_way)
        collector.tick()
    assert begun - len(ends) < 2 * MANY
    del under_way
    collector.tick()


def test_little_garbage_ends_once_there_is_no_work(collector):
    ends = []
    for _ in range(FEW):
        Knot(ends)
    collector.busy.append("work")
    for _ in range(REST_TICKS):
        collector.tick()
    assert ends == []
    collector.busy.clear()
    collector.tick()
    assert len(ends) == FEW


def test_a_window_at_rest_collects_nothing(collector, collections):
    for _ in range(2 * REST_TICKS):
        collector.tick()
    assert collections == []


def test_the_collecting_is_given_back(collector):
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
