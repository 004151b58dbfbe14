"""Background work: order, threads, errors, cancelling, and callbacks that outlive their object."""

from __future__ import annotations

import gc
import threading
import weakref
from concurrent.futures import wait
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QThread, QTimer

from memdesk_gui.bridge.jobs import JobRunner


@pytest.fixture
def jobs(qtbot):
    runner = JobRunner()
    yield runner
    runner.wait_for_done()
    runner.shutdown()


class Listener(QObject):
    """Remembers what it was called with."""

    def __init__(self):
        super().__init__()
        self.heard = []

    def hear(self, value):
        self.heard.append(value)


def test_work_is_elsewhere_and_its_result_here(jobs, qtbot):
    threads = []
    jobs.read(threading.current_thread, lambda worker: threads.append((worker, threading.current_thread())))
    qtbot.waitUntil(lambda: bool(threads))
    worker, here = threads[0]
    assert worker is not here
    assert here is threading.main_thread()


def test_after_a_pause_all_that_is_due_comes_before_a_result(jobs, qtbot):
    heard, due = [], QTimer(singleShot=True, interval=0)
    due.timeout.connect(lambda: heard.append("due"))
    jobs.write(lambda: None, lambda _: heard.append("result"))
    wait({jobs.write(lambda: None).future})  # the one before has told of its end by then
    QCoreApplication.sendPostedEvents()
    due.start()
    jobs.pause()
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert heard == ["due", "result"]


class Result:
    """Something that can be seen to go."""


@pytest.mark.parametrize("lane", ["read", "write", "keep", "background"])
def test_what_is_done_goes_without_a_search_for_garbage(jobs, qtbot, lane):
    gone = []

    def work():
        result = Result()
        weakref.finalize(result, gone.append, lane)
        return result

    assert not gc.isenabled()
    for _ in range(3):
        getattr(jobs, lane)(work, lambda _: None)
    assert jobs.wait_for_done()
    qtbot.waitUntil(lambda: gone == [lane] * 3)


def test_writes_keep_their_order(jobs):
    done = []
    for number in range(50):
        jobs.write(lambda number=number: number, done.append)
    assert jobs.wait_for_done()
    assert done == list(range(50))


def test_a_write_that_takes_long_is_told_until_it_is_done(jobs, qtbot):
    gate, told = threading.Event(), []
    jobs.write_waits.connect(told.append)
    long = jobs._wait.interval()
    jobs._wait.setInterval(60_000)  # on a busy machine any write may take long
    jobs.write(lambda: None)
    qtbot.waitUntil(lambda: not jobs.is_busy)
    jobs._wait.setInterval(long)
    jobs.write(lambda: gate.wait(300))
    jobs.write(lambda: None)
    qtbot.waitUntil(lambda: told == [True])
    jobs._wait.setInterval(60_000)
    gate.set()
    qtbot.waitUntil(lambda: not jobs.is_busy)
    assert told == [True, False]


def test_each_write_is_waited_for_by_itself(jobs, qtbot):
    gates, told = [threading.Event(), threading.Event()], []
    jobs.write_waits.connect(told.append)
    for gate in gates:
        jobs.write(lambda gate=gate: gate.wait(300))
    qtbot.waitUntil(lambda: told == [True])
    gates[0].set()
    qtbot.waitUntil(lambda: told == [True, False, True])
    gates[1].set()
    qtbot.waitUntil(lambda: told == [True, False, True, False])


def test_a_failure_reaches_its_callback(jobs):
    errors = []
    jobs.read(lambda: 1 // 0, failed=errors.append)
    assert jobs.wait_for_done()
    assert isinstance(errors[0], ZeroDivisionError)


def test_a_failure_nobody_asked_for_is_announced(jobs, qtbot):
    with qtbot.waitSignal(jobs.unhandled) as caught:
        jobs.background(lambda: {}["missing"])
    assert isinstance(caught.args[0], KeyError)


def test_a_cancelled_job_does_not_call_back(jobs):
    gate, done = threading.Event(), []
    job = jobs.read(gate.wait, done.append)
    job.cancel()
    gate.set()
    assert jobs.wait_for_done()
    assert done == []


def test_a_job_that_did_not_start_is_dropped(jobs):
    gate, started = threading.Event(), []
    jobs.write(gate.wait)
    job = jobs.write(lambda: started.append(1))
    job.cancel()
    gate.set()
    assert jobs.wait_for_done()
    assert started == []


def test_busy_is_told_once_for_many_jobs(jobs, qtbot):
    states = []
    jobs.busy.connect(states.append)
    gate = threading.Event()
    for _ in range(3):
        jobs.read(gate.wait)
    assert jobs.is_busy
    gate.set()
    assert jobs.wait_for_done()
    assert states == [True, False]


@pytest.mark.parametrize("wrap", [lambda method: method, partial], ids=["method", "partial"])
def test_results_for_a_deleted_object_are_dropped(jobs, qtbot, wrap):
    listener = Listener()
    gate = threading.Event()
    jobs.read(gate.wait, wrap(listener.hear))
    listener.deleteLater()
    with qtbot.waitSignal(listener.destroyed):
        gate.set()
    assert jobs.wait_for_done()
    assert listener.heard == []


def test_a_callback_that_fails_does_not_stop_the_others(jobs, qtbot):
    done = []
    with qtbot.captureExceptions() as caught:
        jobs.write(lambda: 1, lambda _: done[5])
        jobs.write(lambda: 2, done.append)
        qtbot.waitUntil(lambda: done == [2])
    assert caught[0][0] is IndexError
    assert not jobs.is_busy


def test_a_flood_of_results_lets_other_events_through(jobs, qtbot):
    done, seen = [], []

    def take(number):
        if not done:
            QTimer.singleShot(0, lambda: seen.append(len(done)))
        QThread.msleep(2)
        done.append(number)

    wait([jobs.read(lambda number=number: number, take).future for number in range(40)])
    qtbot.waitUntil(lambda: len(done) == 40)
    assert seen
    assert seen[0] < 40


def test_what_the_last_callback_asks_for_is_cancelled(qtbot):
    runner, asked = JobRunner(), []
    runner.write(lambda: None, lambda _: asked.append(runner.read(lambda: None)))
    runner.shutdown()
    assert [job.cancelled for job in asked] == [True]
    assert not runner.is_busy


def test_shutdown_finishes_writes_and_calls_back(qtbot):
    runner, done = JobRunner(), []
    runner.write(lambda: "saved", done.append)
    runner.shutdown()
    assert done == ["saved"]


def test_what_must_run_runs_though_the_end_comes_first(qtbot):
    runner, done, go = JobRunner(), [], threading.Event()
    runner.background(go.wait)
    runner.background(partial(done.append, "dropped"))
    runner.background(partial(done.append, "closed"), must_run=True)
    threading.Timer(0.05, go.set).start()
    runner.shutdown()
    assert done == ["closed"]
