"""Whatever thread leaves garbage behind in the running application, the GUI thread takes it away."""

from __future__ import annotations

import gc
import threading

import pytest

from helpers.originals import PEGASUS, put
from memdesk_gui.bridge.gc_control import YOUNG


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


def tie_knots():
    """Leave more garbage behind than Python's own collector would leave lying."""
    for _ in range(YOUNG):
        knot = []
        knot.append(knot)


def test_no_collection_runs_on_a_worker(run_desk, tmp_path, collections):
    gc.enable()
    desk = run_desk(put(tmp_path, PEGASUS))
    desk.until(lambda: gc.get_count()[0] < YOUNG)
    collections.clear()
    for lane in (desk.context.jobs.read, desk.context.jobs.write, desk.context.jobs.background):
        lane(tie_knots)
    desk.settle()
    desk.until(lambda: len(collections) > 0)
    desk.end()
    assert set(collections) == {threading.get_ident()}
    assert gc.isenabled()
    gc.disable()
