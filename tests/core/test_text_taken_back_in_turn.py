"""Changes of one text taken back one after the other: moves and deletions among notes parted by rules."""

from __future__ import annotations

import pytest

from memdesk.text.building_on import about_the_same, may_concern
from memdesk.text.taking_back import TextChange, without

HEAD = "# Trees\n"
ABOVE = "\n---\n\n{0} in the yard.\n"
BELOW = "\n{0} in the yard.\n\n---\n"
TOUCHING = "{0} in the yard.\n---\n"


def text(unit, names, head=HEAD):
    return head + "".join(unit.format(name) for name in names.split())


def in_turn(versions, *numbers):
    """Take changes of a text back in this order; return what is left, and with which conflicts."""
    now, undone, conflicts = versions[-1], [], []
    for number in numbers:
        step = TextChange(*versions[number : number + 2])
        found = without(step, now, undone=lambda: undone[::-1])
        now, conflicts = found.text or "", [*conflicts, *found.conflicts]
        undone.append(step)
    return now, conflicts


@pytest.mark.parametrize("unit", [ABOVE, BELOW])
def test_a_rule_stays_with_its_note_where_a_note_comes_back_and_its_move_goes(unit):
    versions = [text(unit, names) for names in ("oak elm", "elm oak", "elm", "elm fir", "fir")]
    assert in_turn(versions, 3, 0) in [(text(unit, names), []) for names in ("fir elm", "elm fir")]


@pytest.mark.parametrize("unit", [ABOVE, BELOW])
def test_no_note_comes_back_within_others_that_were_rewritten_since(unit):
    steps = ("oak elm ash", "ash oak elm", "ash oak yew", "ash fir yew", "ash yew fir", "yew fir")
    versions = [text(unit, names) for names in steps]
    after = {text(unit, names) for names in ("ash yew fir", "yew fir ash", "yew ash fir")}
    left, conflicts = in_turn(versions, 4, 0)
    assert left in after
    assert not conflicts


def test_no_gap_comes_between_notes_that_touch_below_rules():
    steps = ("oak elm ash fir", "ash oak elm fir", "ash oak elm", "ash oak yew", "oak yew")
    versions = [text(TOUCHING, names, HEAD + "\n") for names in steps]
    assert in_turn(versions, 3, 0) == (text(TOUCHING, "oak ash yew", HEAD + "\n"), [])


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        (("oak elm fir", "oak fir", "oak"), "oak elm"),
        (("oak elm fir", "oak fir", "oak ash", "oak ash yew", "ash yew oak"), "ash yew oak elm"),
    ],
)
def test_a_note_with_a_rule_comes_back_below_the_note_that_was_above_it(steps, left):
    versions = [text(TOUCHING, names, HEAD + "\n") for names in steps]
    assert in_turn(versions, 0) == (text(TOUCHING, left, HEAD + "\n"), [])


@pytest.mark.parametrize(
    ("names", "same"),
    [
        (("oak elm ash", "elm oak ash", "elm ash oak", "elm ash yew"), (2, 1, 0)),
        (("oak elm", "elm oak", "elm oak ash", "elm yew ash"), (2, 0)),
        (("oak elm", "elm oak", "elm oak ash", "elm oak ash fir"), (0,)),
        (("oak", "oak elm", "yew elm", "yew elm ash"), (0,)),
        (("oak", "oak elm", "oak fir", "oak bay", "bay"), (2, 1, 0)),
    ],
)
def test_what_is_about_the_same_notes_and_about_what_that_was_about_is_known(names, same):
    versions = [text(TOUCHING, each) for each in names]
    steps = [TextChange(*versions[at : at + 2]) for at in range(len(versions) - 1)]

    def concerns(one, other):
        return may_concern(steps[one], steps[other], widely=True)

    assert about_the_same(0, len(steps) - 1, concerns) == same


@pytest.mark.parametrize("unit", ["- {0}\n", "{0} in the yard.\n", ABOVE])
def test_all_that_was_about_notes_moved_past_each_other_goes(unit):
    steps = ("oak elm ash fir", "elm ash oak fir", "elm ash fir oak", "elm ash fir yew")
    versions = [text(unit, names) for names in steps]
    assert in_turn(versions, 2, 1, 0) == (versions[0], [])
