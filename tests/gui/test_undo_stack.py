"""One stack of what was done with whole documents and drafts."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextDocument

from memdesk.errors import ConflictError, LockedError
from memdesk_gui.documents.undo_stack import UndoStack, UndoStep, settle_failed


class Buffer(QObject):
    """The text in front."""

    saved = Signal()
    dirty = False

    def __init__(self, parent):
        super().__init__(parent)
        self.text_document = QTextDocument("text", self)

    def type(self):
        self.text_document.setPlainText(self.text_document.toPlainText() + " more")
        self.dirty = True


class Documents(QObject):
    """What is open."""

    opened = Signal(object)
    current = None

    def open(self):
        self.current = Buffer(self)
        self.opened.emit(self.current)
        return self.current


@pytest.fixture
def owner(qapp):
    made = Documents()
    yield made
    made.deleteLater()


@pytest.fixture
def stack(owner):
    return UndoStack(owner)


class Steps:
    """Steps that note what is done, and end when they are told to."""

    def __init__(self):
        self.done, self.ended, self.is_left = [], {}, True

    def step(self, name):
        return UndoStep(name, partial(self._turn, f"undo {name}"), partial(self._turn, f"redo {name}"))

    def _turn(self, what, ended):
        if self.is_left:
            self.done.append(what)
            self.ended[what] = ended
        return self.is_left


@pytest.fixture
def steps(stack):
    made = Steps()
    for name in "ab":
        stack.push(made.step(name))
    return made


def ends(stack):
    return [step and step.label for step in (stack.undoable, stack.redoable)]


def test_the_last_step_is_undone_first_and_redone(stack, steps):
    stack.undo()
    assert (steps.done, ends(stack)) == (["undo b"], ["a", None])
    steps.ended["undo b"](True)
    assert ends(stack) == ["a", "b"]
    stack.redo()
    steps.ended["redo b"](True)
    assert ends(stack) == ["b", None]


def test_what_failed_for_now_stays_and_what_never_can_is_gone(stack, steps):
    stack.undo()
    steps.ended["undo b"](False)
    assert ends(stack) == ["b", None]
    stack.undo()
    assert ends(stack) == ["a", None]


def test_a_step_of_which_nothing_is_left_is_passed_over(stack, steps):
    steps.is_left = False
    stack.push(Steps().step("c"))
    stack.undo()
    stack.undo()
    assert (steps.done, ends(stack)) == ([], [None, None])


def test_something_new_ends_what_can_be_redone(stack, steps):
    stack.undo()
    steps.ended["undo b"](True)
    stack.push(steps.step("c"))
    assert ends(stack) == ["c", None]


def test_what_is_under_way_has_no_place_in_the_next_workspace(stack, steps):
    stack.undo()
    stack.clear()
    steps.ended["undo b"](True)
    assert ends(stack) == [None, None]


def test_a_step_that_was_undone_in_another_way_is_forgotten(stack, steps):
    stack.remove(stack.undoable)
    assert ends(stack) == ["a", None]


def test_the_last_act_comes_before_text_that_was_typed_before_it(owner, stack, steps):
    owner.open().type()
    stack.push(steps.step("c"))
    assert stack.undo_first()
    assert steps.done == ["undo c"]


def test_text_that_was_typed_since_comes_first(owner, stack, steps):
    buffer = owner.open()
    stack.push(steps.step("c"))
    buffer.type()
    assert not stack.undo_first()
    buffer.dirty = False
    assert stack.undo_first()


def test_text_that_was_saved_comes_before_what_was_done_earlier(owner, stack, steps):
    owner.open().saved.emit()
    assert not stack.undo_first()
    stack.push(steps.step("c"))
    assert stack.undo_first()
    steps.ended["undo c"](True)
    assert not stack.undo_first()
    assert stack.redo_first()
    assert steps.done == ["undo c", "redo c"]


def test_a_step_that_met_a_newer_change_is_dropped_and_another_failure_keeps_it(stack, steps):
    stack.undo()
    settle_failed(steps.ended["undo b"], LockedError("busy"))
    assert stack.undoable.label == "b"
    stack.undo()
    settle_failed(steps.ended["undo b"], ConflictError("changed", base=None, current=None))
    assert stack.undoable.label == "a"
