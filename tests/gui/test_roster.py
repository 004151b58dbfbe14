"""Items are told by what they are: a number stays with its item wherever it goes, and goes to no other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex

from memdesk.errors import InvalidError
from memdesk_gui.widgets.lists.models.numbered_rows import MOST_RUNS, NumberedRows
from memdesk_gui.wording.roster import Roster


def numbers(before, after, made=None):
    """Return which of the items there were before each item is now (None: a new one)."""
    roster = Roster()
    roster.renew(before)
    first = roster.numbers
    for row, aspects in made or ():
        roster.make(first[row], aspects)
    roster.renew(after)
    return [first.index(number) if number in first else None for number in roster.numbers]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ([("a",), ("b",)], [("x",), ("b",), ("a",)], [None, 1, 0]),
        ([("a", 1), ("b", 2)], [("b", 3), ("a", 1)], [1, 0]),  # it says something else
        ([("a", 1), ("a", 2)], [("a", 0), ("a", 2), ("a", 1)], [None, 1, 0]),
        ([("a", 1), ("a", 2)], [("a", 1), ("a", 3)], [0, None]),  # which it was cannot be told
        ([("a", 1)], [("a", 2), ("a", 3)], [None, None]),
        ([("a", "u", 1), ("a", "v", 2)], [("a", "u", 9), ("a", "v", 2)], [0, 1]),
        ([("a", 1), ("a", 1)], [("a", 1), ("a", 1), ("b", 1)], [0, 1, None]),
        ([("only words",)], [("other words",)], [None]),  # without a name there is nothing else to tell
        ([], [("a",)], [None]),
    ],
)
def test_an_item_keeps_its_number(before, after, found):
    assert numbers(before, after) == found


def test_what_the_person_makes_of_an_item_is_the_item():
    assert numbers([("a",), ("b",)], [("new",), ("c",)], [(1, ("c",))]) == [None, 1]
    assert numbers([("a", 1)], [("b", 1)], [(0, ("half", 1)), (0, ("b", 1))]) == [0]
    assert numbers([("a", 1)], [("a", 1)], [(0, ("refused", 1))]) == [0]


def test_of_equal_items_the_one_in_mind_is_there_as_long_as_any_is():
    roster = Roster()
    roster.renew([("a",), ("a",)])
    sought = roster.sought(roster.numbers[1])
    assert sought.among([("b",), ("a",)]) == 1
    with pytest.raises(InvalidError):
        sought.among([("b",)])


def test_an_item_in_mind_that_comes_back_has_its_number_again():
    roster = Roster()
    roster.renew([("a",), ("b",)])
    number = roster.numbers[1]
    roster.hold(number)
    roster.renew([("a",)])
    assert roster.row_of(number) == -1
    assert roster.sought(number).aspects == ("b",)
    roster.renew([("b",), ("a",)])
    assert roster.row_of(number) == 0


class Model(QAbstractListModel):
    """Letters, and what was announced of them."""

    def __init__(self):
        super().__init__()
        self.rows = NumberedRows(self, lambda item: (item[0], item))
        self.heard = []
        self.rowsInserted.connect(lambda _, first, last: self.heard.append(("in", first, last)))
        self.rowsRemoved.connect(lambda _, first, last: self.heard.append(("out", first, last)))
        self.dataChanged.connect(lambda first, last: self.heard.append(("new", first.row(), last.row())))
        self.layoutChanged.connect(lambda: self.heard.append(("moved",)))
        self.modelReset.connect(lambda: self.heard.append(("reset",)))

    def rowCount(self, parent=QModelIndex()):  # noqa: B008
        return 0 if parent.isValid() else len(self.rows.items)

    def data(self, index, role=0):
        return self.rows.items[index.row()] if index.isValid() and role in (0, 2) else None


@pytest.mark.parametrize(
    ("after", "heard"),
    [
        (["a", "b", "c"], []),
        (["x", "a", "b", "c", "y"], [("in", 0, 0), ("in", 4, 4)]),
        (["b"], [("out", 2, 2), ("out", 0, 0)]),
        (["c", "b", "a"], [("moved",)]),
        (["a", "b2", "c"], [("new", 1, 1)]),
        (["c", "x", "a"], [("out", 1, 1), ("moved",), ("in", 1, 1)]),
    ],
)
def test_only_what_came_went_moved_or_changed_is_announced(qtmodeltester, after, heard):
    model = Model()
    model.rows.renew(["a", "b", "c"])
    kept = {letter: QPersistentModelIndex(model.index(row)) for row, letter in enumerate("abc")}
    model.heard.clear()
    model.rows.renew(after)
    assert model.heard == heard
    assert model.rows.items == after
    letters = [item[0] for item in after]
    for letter, index in kept.items():
        assert index.row() == (letters.index(letter) if letter in letters else -1)
    qtmodeltester.check(model)


def test_a_list_that_is_wholly_another_one_is_reset():
    model = Model()
    model.rows.renew([chr(1000 + 2 * place) for place in range(2 * MOST_RUNS)])
    model.heard.clear()
    model.rows.renew([chr(1000 + place) for place in range(4 * MOST_RUNS)])
    assert model.heard == [("reset",)]
