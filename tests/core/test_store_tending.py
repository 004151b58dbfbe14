"""The history is tended by whoever works on it, without a window."""

from __future__ import annotations

import threading

import pytest

from memdesk.errors import StorageError
from memdesk.model import Actor, Origin, Via
from memdesk.store.maintenance import EVERY, Maintenance
from memdesk.workspace import Workspace

AGENT = Actor("bloop", Origin.AGENT, Via.PYTHON)


class Work:
    """Counts how often it was done, as long as its gate is open; ends early once it is stopped."""

    def __init__(self):
        self.now, self.done, self.stopped = 0.0, [], False
        self.gate, self.begun = threading.Event(), threading.Event()
        self.gate.set()
        self.tending = Maintenance(self.tend, self.stop, lambda: self.now)

    def tend(self):
        self.begun.set()
        assert self.gate.wait(300)
        self.done.append(threading.current_thread().name)

    def stop(self):
        self.stopped = True
        self.gate.set()

    def commit(self, seconds=0.0):
        self.now += seconds
        self.tending.committed()
        thread = self.tending._thread
        if thread is not None and self.gate.is_set():
            thread.join()


@pytest.fixture
def work():
    return Work()


def test_a_short_work_is_tended_at_its_end(work):
    work.commit()
    work.commit(EVERY / 2)
    assert work.done == []
    work.tending.end()
    assert (work.done, work.stopped) == (["MainThread"], True)
    work.tending.end()
    assert len(work.done) == 1


def test_nothing_is_tended_where_nothing_was_committed(work):
    work.tending.end()
    assert work.done == []


def test_a_long_work_is_tended_now_and_then_by_a_thread_of_its_own(work):
    work.commit(EVERY)
    work.commit(EVERY / 2)
    work.commit(EVERY / 2)
    assert work.done == ["memdesk-tend"] * 2
    work.tending.end()
    assert len(work.done) == 2


def test_what_is_under_way_is_not_begun_again_and_ends_early(work):
    work.gate.clear()
    work.commit(EVERY)
    assert work.begun.wait(300)
    work.commit(2 * EVERY)
    thread = work.tending._thread
    assert thread.daemon  # no process waits for it at its end
    work.tending.end()
    assert work.stopped
    assert not thread.is_alive()
    assert len(work.done) == 1


def test_a_history_that_cannot_be_tended_is_noted_and_no_reason_to_fail(caplog):
    caplog.set_level("INFO")

    def refuse():
        raise StorageError("full")

    tending = Maintenance(refuse, lambda: None)
    tending.committed()
    tending.end()
    assert "not tended: full" in caplog.text


def test_an_agent_that_only_commits_has_old_versions_collected(tmp_path):
    class Clock:
        moment = 1_700_000_000.0

        def now(self):
            return self.moment

    clock = Clock()
    for day in (0, 1, 500):
        clock.moment += day * 86_400.0
        with Workspace.open(tmp_path, clock=clock) as workspace:
            workspace.commit(f"{day}.md", b"x", None, AGENT)
        assert (tmp_path / ".memdesk" / "collected.json").exists() == (day > 0)
    with Workspace.open(tmp_path, clock=clock) as workspace:
        workspace.store.close()
        clock.moment += 86_400.0
        before = (tmp_path / ".memdesk" / "collected.json").read_bytes()
        workspace.commit("last.md", b"x", None, AGENT)
    assert (tmp_path / ".memdesk" / "collected.json").read_bytes() == before
