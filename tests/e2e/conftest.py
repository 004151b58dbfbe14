"""Fixtures of the whole application on real folders."""

from __future__ import annotations

import pytest

from helpers.running_desk import RunningDesk
from helpers.second_process import SecondProcess
from memdesk_gui.app import start


@pytest.fixture
def run_desk(qtbot, monkeypatch):
    """Return a function that starts the application; Qt's messages stay with the test."""
    monkeypatch.setattr(start, "log_qt_messages", lambda: None)
    monkeypatch.setattr(start, "record_fatal_errors", lambda path: None)
    running = []

    def run(path=None, **options):
        running.append(RunningDesk(qtbot, path, **options))
        return running[-1]

    yield run
    complaints = [said for desk in running if not desk.ended for said in desk.complaints()]
    for desk in reversed(running):
        desk.end()
    assert complaints == []


@pytest.fixture(scope="session")
def other_process():
    """A second process."""
    process = SecondProcess()
    yield process
    process.end()


@pytest.fixture
def second_process(other_process):
    """Return a function that has the second process write into a folder."""
    yield other_process.enter
    other_process.leave()
