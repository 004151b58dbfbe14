"""Autosave: after a pause a text is saved as by hand, and never where that would ask something."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QObject

from helpers.desk import change
from memdesk.errors import StorageError
from memdesk.model import Origin, Parsed, Problem, Severity
from memdesk_gui.documents.autosave import Autosave
from memdesk_gui.documents.documents import DiskState

URI = "facts/user.md"


BEFORE = b"one\ntwo\nthree\nfour\nfive\n"


class Saving:
    """A desk with an open document, and the pauses that an autosave makes."""

    def __init__(self, desk):
        self.desk, self.seconds, self.root = desk, 2, QObject()
        self.autosave = Autosave(desk.documents, lambda: self.seconds, self.root)
        self.buffer = desk.open(URI)

    @property
    def pause(self):
        return self.autosave._pauses[self.buffer]

    @property
    def stored(self):
        return self.desk.workspace.files.get(URI)

    def wait(self):
        """Let the pause be over."""
        self.pause.stop()
        self.pause.timeout.emit()
        self.desk.settle()


@pytest.fixture
def saving_in(desk_of):
    """Return a function that opens the document, with the given options of the desk."""
    made = []

    def build(**options):
        made.append(Saving(desk_of({URI: BEFORE}, **options)))
        return made[-1]

    yield build
    for saving in made:
        shiboken6.delete(saving.root)


def test_a_pause_after_typing_saves_as_by_hand(saving_in):
    saving = saving_in()
    assert not saving.pause.isActive()
    change(saving.buffer, "two", "TWO")
    assert saving.pause.isActive()
    assert saving.pause.interval() == 2000
    saving.wait()
    assert saving.stored == BEFORE.replace(b"two", b"TWO")
    assert saving.desk.workspace.log == [] or saving.desk.workspace.log[-1].actor.origin is Origin.HUMAN
    assert not saving.buffer.dirty
    assert not saving.pause.isActive()
    saving.buffer.undo()
    assert saving.buffer.text() == BEFORE.decode()


def test_without_autosave_nothing_is_saved(saving_in):
    saving = saving_in()
    saving.seconds = 0
    change(saving.buffer, "two", "TWO")
    assert not saving.pause.isActive()
    saving.wait()
    assert saving.stored == BEFORE


def test_what_an_agent_wrote_elsewhere_is_merged_in(saving_in):
    saving = saving_in()
    change(saving.buffer, "two", "TWO")
    saving.desk.workspace.write(URI, BEFORE.replace(b"five", b"FIVE"))
    saving.desk.qtbot.waitUntil(lambda: saving.buffer.disk.state.found is not None)
    saving.wait()
    assert saving.stored == BEFORE.replace(b"two", b"TWO").replace(b"five", b"FIVE")


def test_a_conflict_waits_for_the_person(saving_in):
    saving, theirs = saving_in(), BEFORE.replace(b"two", b"zwei")
    asked = []
    saving.buffer.undecided.connect(lambda: asked.append(True))
    change(saving.buffer, "two", "TWO")
    saving.desk.workspace.write(URI, theirs)
    saving.desk.qtbot.waitUntil(lambda: saving.buffer.disk.state.found is not None)
    saving.wait()
    assert (saving.stored, asked) == (theirs, [])
    assert "TWO" in saving.buffer.text()


def test_a_file_that_is_gone_stays_gone(saving_in):
    saving = saving_in()
    change(saving.buffer, "two", "TWO")
    saving.desk.workspace.write(URI, None)
    saving.desk.qtbot.waitUntil(lambda: saving.buffer.disk_state is DiskState.DELETED)
    saving.wait()
    assert saving.stored is None
    assert saving.buffer.dirty


def test_what_would_not_be_valid_waits(saving_in):
    def parse(info, data):
        problems = (Problem("json", "no value", severity=Severity.ERROR),) if b"TWO" in data else ()
        return Parsed(title=info.title, problems=problems)

    saving = saving_in(parse=parse)
    change(saving.buffer, "two", "TWO")
    saving.desk.qtbot.waitUntil(lambda: bool(saving.buffer.problems))
    saving.wait()
    assert saving.stored == BEFORE
    change(saving.buffer, "TWO", "2")
    saving.desk.qtbot.waitUntil(lambda: not saving.buffer.problems)
    saving.wait()
    assert saving.stored == BEFORE.replace(b"two", b"2")


def test_a_failure_is_told_once_and_tried_again_at_the_next_key(saving_in):
    saving, told = saving_in(), []
    saving.buffer.failed.connect(told.append)
    saving.desk.workspace.refusal = StorageError("the disk is full")
    change(saving.buffer, "two", "TWO")
    saving.wait()
    saving.desk.qtbot.waitUntil(lambda: len(told) == 1)
    assert not saving.pause.isActive()
    saving.desk.workspace.refusal = None
    change(saving.buffer, "three", "THREE")
    assert saving.pause.isActive()
    saving.wait()
    assert saving.stored == BEFORE.replace(b"two", b"TWO").replace(b"three", b"THREE")


def test_a_closed_document_has_no_pause(saving_in):
    saving = saving_in()
    change(saving.buffer, "two", "TWO")
    saving.desk.documents.close(saving.buffer)
    assert saving.autosave._pauses == {}
