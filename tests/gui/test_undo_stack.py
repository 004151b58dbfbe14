"""One stack of what was done with whole documents and drafts."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QObject

from memdesk_gui.documents.undo_stack import UndoStack, UndoStep


@pytest.fixture
def stack(qapp):
    owner = QObject()
    yield UndoStack(owner)
    owner.deleteLater()


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
