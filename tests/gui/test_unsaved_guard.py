"""Saving before a tab or the window closes: what goes on when, and that it never goes on later."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from helpers.desk import change
from memdesk.errors import StorageError
from memdesk_gui.shell.unsaved_guard import Saving

ONE, OTHER = "facts/user.md", "facts/project.md"
BASE = b"one\ntwo\nthree\n"


@pytest.fixture
def desk(desk_of):
    return desk_of({ONE: BASE, OTHER: BASE})


@pytest.fixture
def saving(desk, qtbot):
    """Return a function that saves buffers as the question does, and a list that is told when it goes on."""
    window, gone_on = QWidget(), []
    qtbot.addWidget(window)
    return gone_on, lambda *buffers: Saving(buffers, lambda: gone_on.append(True), desk.documents, window)


def typed(desk, uri):
    buffer = desk.open(uri)
    change(buffer, "two", "TWO")
    return buffer


def test_what_was_saved_while_the_question_was_read_is_nothing_to_wait_for(desk, saving):
    gone_on, save = saving
    buffer = typed(desk, ONE)
    buffer.disk.save()
    desk.settle()
    save(buffer)
    assert gone_on == [True]


def test_what_is_typed_during_the_save_is_saved_too(desk, saving):
    gone_on, save = saving
    buffer = typed(desk, ONE)
    desk.workspace.gate.clear()
    save(buffer)
    change(buffer, "three", "three, and more")
    desk.workspace.gate.set()
    desk.settle()
    assert gone_on == [True]
    assert desk.workspace.files[ONE] == b"one\nTWO\nthree, and more\n"


def test_a_save_that_is_under_way_already_is_waited_for(desk, saving):
    gone_on, save = saving
    buffer = typed(desk, ONE)
    desk.workspace.gate.clear()
    buffer.disk.save()
    save(buffer)
    assert gone_on == []
    desk.workspace.gate.set()
    desk.settle()
    assert gone_on == [True]


def test_one_that_failed_stops_it_for_good(desk, saving):
    gone_on, save = saving
    one, other = typed(desk, ONE), typed(desk, OTHER)
    commit = desk.workspace.commit

    def refuse(uri, *args):
        if uri == ONE:
            raise StorageError("no space left")
        return commit(uri, *args)

    desk.workspace.commit = refuse
    save(one, other)
    assert desk.jobs.wait_for_done()
    assert gone_on == []
    assert desk.documents.current is one
    desk.workspace.commit = commit
    one.disk.save()
    desk.settle()
    assert gone_on == []


def test_an_old_failure_of_one_stops_nothing(desk, saving):
    gone_on, save = saving
    one, other = typed(desk, ONE), typed(desk, OTHER)
    desk.workspace.refusal = StorageError("no space left")
    other.disk.save()
    desk.settle()
    desk.workspace.refusal = None
    save(one, other)
    desk.settle()
    assert gone_on == [True]


def test_one_that_is_closed_meanwhile_is_not_waited_for(desk, saving):
    gone_on, save = saving
    one, other = typed(desk, ONE), typed(desk, OTHER)
    desk.workspace.gate.clear()
    save(one, other)
    desk.documents.close(other)
    desk.workspace.gate.set()
    desk.settle()
    assert gone_on == [True]
