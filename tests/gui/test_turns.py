"""Work that can wait gives way to the event loop, and goes on when that cannot answer."""

import threading

import pytest
from PySide6.QtCore import QTimer

from memdesk.text.cooperative import yielding
from memdesk_gui.bridge.idle import IdleScheduler
from memdesk_gui.bridge.incremental import IncrementalTask
from memdesk_gui.bridge.jobs import JobRunner


def test_a_thread_waits_until_the_event_loop_has_come_to_rest(qtbot, monkeypatch):
    monkeypatch.setattr(
        "memdesk_gui.bridge.idle.PATIENCE_SECONDS", 300
    )  # a busy machine may stop this thread here
    turns, order, asking = IdleScheduler(), [], threading.Event()

    def work():
        asking.set()
        turns.take()
        order.append("work")

    def begin():
        thread.start()
        asking.wait(300)
        order.append("window")

    thread = threading.Thread(target=work)
    QTimer.singleShot(0, begin)
    qtbot.waitUntil(lambda: len(order) == 2)
    thread.join()
    assert order == ["window", "work"]


def test_nobody_waits_for_a_gui_thread_that_waits_itself(qapp):
    turns, answered = IdleScheduler(), threading.Event()
    waiting = threading.Thread(target=lambda: (turns.take(), answered.set()))
    waiting.start()
    turns.suspend()
    assert answered.wait(300)
    turns.take()
    waiting.join()


def test_a_job_gives_way_to_events_between_its_pieces(qtbot):
    jobs, seen = JobRunner(), []
    timer = QTimer(interval=1)
    timer.timeout.connect(lambda: seen.append(1))
    timer.start()
    results = []
    jobs.background(lambda: sum(yielding(range(300_000), 100)), results.append)
    qtbot.waitUntil(lambda: bool(results))
    jobs.shutdown()
    assert results == [sum(range(300_000))]
    assert seen


def test_jobs_are_finished_while_the_gui_thread_waits_for_them(qapp):
    jobs, results = JobRunner(), []
    jobs.background(lambda: sum(yielding(range(100_000), 10)), results.append)
    assert jobs.wait_for_done(300)
    jobs.shutdown()
    assert results == [sum(range(100_000))]


def test_steps_are_made_one_after_the_other_with_events_in_between(qtbot):
    made = []

    def steps():
        for number in range(3):
            made.append(number)
            QTimer.singleShot(0, lambda: made.append("event"))
            yield

    running = IncrementalTask(steps())
    assert made == [0]
    qtbot.waitUntil(lambda: made.count("event") == 3)
    assert made.index("event") < made.index(2)
    running.cancel()


def test_cancelled_steps_are_left_out(qtbot):
    made = []

    def steps():
        made.append(1)
        yield
        made.append(2)

    IncrementalTask(steps()).cancel()
    qtbot.wait(300)
    assert made == [1]


def test_a_step_that_fails_ends_them(qtbot):
    def steps():
        yield
        raise ValueError("no")

    with qtbot.captureExceptions() as caught:
        running = IncrementalTask(steps())
        qtbot.waitUntil(lambda: bool(caught))
        qtbot.wait(300)
    assert [kind for kind, *_ in caught] == [ValueError]
    with pytest.raises(StopIteration):
        next(running._steps)
