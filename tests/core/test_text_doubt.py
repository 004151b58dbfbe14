"""A second look at what a text is said to be without a change: what cannot be true is refused."""

from __future__ import annotations

import pytest

from memdesk.text import certain, taking_back
from memdesk.text.certain import certainly_without
from memdesk.text.doubt import is_doubtful
from memdesk.text.gaps import with_usual_gaps
from memdesk.text.step import ChangeStatus, TextChange, Without
from memdesk.text.taking_back import without

FENCE = "```sh\nplant {0}\n\nwater it\n```\n"
OAK, ELM, ASH = (FENCE.format(name) for name in ("oak", "elm", "ash"))
HEAD = "# Code\n\n"
ONE = "# N\n\n- a\n- b\n"


def doubt(before, after, now, left, *, is_first=True):
    found = Without(left, ChangeStatus(1, 1, 1))
    return is_doubtful(found, TextChange(before, after), now, is_first=is_first)


@pytest.mark.parametrize(
    ("left", "is_wrong"),
    [
        (ONE, False),
        ("# N\n\n- a\n", True),
        (ONE + "- d\n", True),
        (ONE + "- c\n", False),
        ("# N\n\n- b\n- a\n", True),
    ],
    ids=["right", "another line goes", "another line comes", "unchanged", "mixed"],
)
def test_lines_of_others_stay_as_they_are(left, is_wrong):
    assert doubt(ONE, ONE + "- c\n", ONE + "- c\n", left) is is_wrong


def test_a_line_that_both_changed_becomes_another_one():
    assert not doubt("- a b\n- c\n", "- a d\n- c\n", "- x d\n- c\n", "- x b\n- c\n")


RULED = "one\n---\ntwo\n---\n"


def test_signs_of_others_do_not_go_in_place_of_those_that_are_gone():
    assert doubt(RULED, RULED + "six\n---\n", RULED, "one\n---\ntwo\n")
    found = without(TextChange("one\n---\n", RULED), "one\n---\n")
    assert (found.text, found.conflicts, found.standing.goes) == ("one\n---\n", (), 0)


def test_signs_go_with_the_words_that_they_are_of():
    units = {name: f"{name} of it.\n---\n" for name in ("one", "two", "six", "ten", "new")}
    first, second, now = (
        "".join(map(units.get, names))
        for names in (
            ("one", "two", "ten"),
            ("one", "two", "six", "ten"),
            ("one", "six", "new"),
        )
    )
    assert doubt(first, second, now, units["one"] + "---\n" + units["new"])
    assert without(TextChange(first, second), now).text == units["one"] + units["new"]


def test_what_stands_in_several_places_is_cut_out_of_none():
    step = TextChange("- a\n", "- a\n- b\n  c\n")
    assert certainly_without(step, "- a\n- b\n  c\n- d\n").text == "- a\n- d\n"
    for now in ("- b\n  c\n- a\n- b\n  c\n", "- a\n- b\n- d\n  c\n"):
        assert (certainly_without(step, now).text, certainly_without(step, now).standing) == (now, (2, 2, 0))
    lost = certainly_without(step, "- a\n- d\n")
    assert (lost.text, lost.standing, lost.conflicts) == ("- a\n- d\n", (2, 0, 0), ())


def test_what_was_moved_goes_back_to_where_it_had_stood():
    one, two, six = (f"- {name}\n  of it\n" for name in ("one", "two", "six"))
    step = TextChange(one + two + six, six + one + two)
    assert certainly_without(step, six + one + "- new\n").text == one + six + "- new\n"
    stays = certainly_without(step, one + six)
    assert (stays.text, stays.standing, stays.conflicts) == (one + six, (4, 0, 0), ())
    for now in (one + "- new\n", six + one + six):
        assert certainly_without(step, now).conflicts
    several = TextChange("- a\n- b\n- c\n- d\n- e\n", "- d\n- a\n- e\n- c\n- b\n")
    assert certainly_without(several, several.after.replace("e", "f")).conflicts


def test_a_folded_part_that_was_moved_goes_back_below_one_that_was_rewritten():
    part = "<details>\n<summary>{0}</summary>\n\nMore on {0}.\n</details>\n"
    oak, elm, ash, fir, yew = map(part.format, ("oak", "elm", "ash", "fir", "yew"))
    head = "# Trees\n\n"
    step = TextChange(head + oak + elm + ash + fir, head + ash + oak + elm + fir)
    found = without(step, head + ash + oak + yew)
    assert found.text in {head + oak + ash + yew, head + oak + yew + ash}
    assert not found.conflicts


def test_a_heading_is_not_cut_out_with_what_stood_below_it():
    step = TextChange("# N\n", "# N\n\n## A\n- b\n")
    assert certainly_without(step, "# N\n\n## A\n- b\n- c\n").conflicts


def test_what_the_change_alone_had_brought_is_not_left_behind():
    after = ONE + "- c\n  of it\n"
    assert doubt(ONE, after, after + "- d\n", ONE + "  of it\n- d\n")
    assert doubt(ONE, after, after + "- d\n", ONE + "  of it\n- d\n", is_first=False)


def test_a_heading_that_the_change_had_brought_may_hold_up_what_came_later():
    after = ONE + "\n## C\n\n- c\n"
    assert not doubt(ONE, after, after + "- d\n", ONE + "\n## C\n\n- d\n")


def test_what_stood_there_twice_may_be_left_once():
    assert not doubt(ONE, ONE + "- c\n- d\n", ONE + "- c\n- d\n- c\n", ONE + "- c\n")


def test_what_was_taken_back_before_may_stand_in_what_comes_back():
    sides = (ONE + "- c\n", ONE, ONE + "- d\n", "# N\n\n- d\n- a\n- b\n- c\n")
    assert doubt(*sides)
    assert not doubt(*sides, is_first=False)


@pytest.mark.parametrize(
    ("left", "is_wrong"),
    [
        (HEAD + ELM + OAK, False),
        (HEAD + OAK + ELM, False),
        (HEAD + ELM.replace("```\n", "") + OAK + "```\n", True),
        (HEAD + ELM.replace("water it\n", "") + OAK.replace("water it\n", "water it\nwater it\n"), True),
    ],
    ids=["below", "above", "within", "in pieces"],
)
def test_what_comes_back_is_whole_and_within_nothing(left, is_wrong):
    mark = "\ufdd0"
    sides = (HEAD + OAK + ASH, HEAD + ASH, HEAD + ELM, left)
    marked = (
        side.replace("plant", f"{mark}plant")
        .replace("water", f"{mark}water")
        .replace("```\n", f"{mark}```\n")
        for side in sides
    )
    assert doubt(*marked) is is_wrong


def test_a_line_of_words_comes_back_between_lines_that_touch():
    assert not doubt("one\ntwo\nsix\n", "one\nsix\n", "ten\nten more\n", "ten\ntwo\nten more\n")


def test_a_moved_unit_comes_back_whole():
    sides = ("- a\n  1\n- b\n  2\n", "- b\n  2\n- a\n  1\n", "- b\n  2\n- c\n- a\n  1\n")
    assert not doubt(*sides, "- a\n  1\n- b\n  2\n- c\n")
    assert doubt(*sides, "- b\n- a\n  1\n  2\n- c\n")


@pytest.mark.parametrize("found", [Without(None, ChangeStatus(1, 1, 1)), Without(ONE, ChangeStatus(1, 0, 0))])
def test_nothing_is_doubted_where_nothing_is_left_or_nothing_goes(found):
    assert not is_doubtful(found, TextChange(ONE, ONE + "- c\n"), ONE, is_first=True)


def test_code_that_was_deleted_comes_back_below_code_that_was_rewritten():
    found = without(TextChange(HEAD + OAK + ELM + ASH, HEAD + OAK + ASH), HEAD + FENCE.format("yew"))
    assert found.text in {HEAD + FENCE.format("yew") + ELM, HEAD + ELM + FENCE.format("yew")}
    assert (found.conflicts, found.standing) == ((), (5, 5, 5))


def test_what_is_doubtful_is_refused_and_changes_nothing(monkeypatch):
    for module in (taking_back, certain):
        monkeypatch.setattr(module, "is_doubtful", lambda *_, **__: True)
    sides = "- a b\n- c\n", "- a d\n- c\n", "- x d\n- c\n"
    found = without(TextChange(*sides[:2]), sides[2])
    (conflict,) = found.conflicts
    assert (found.text, found.standing) == (sides[2], (1, 1, 0))
    assert (conflict.base, conflict.mine, conflict.theirs) == (sides[1], sides[0], sides[2])
    deleted = without(TextChange(ONE, "# N\n\n- a\n"), "# N\n\n- z\n")
    assert (deleted.text, deleted.standing.goes) == ("# N\n\n- z\n", 0)


@pytest.mark.parametrize(
    ("text", "versions", "usual"),
    [
        ("- a\n\n- c\n", ["- a\n- b\n", "- b\n- c\n"], "- a\n- c\n"),
        ("- a\n- c\n", ["- a\n\n- b\n", "- b\n\n- c\n"], "- a\n\n- c\n"),
        ("- a\n\n- c\n", ["- a\n- b\n", "- b\n\n\n- c\n"], "- a\n\n- c\n"),
        ("- a\n\n- c\n", ["- a\n- b\n", "- b\n- c\n", "- a\n\n- c\n"], "- a\n\n- c\n"),
        ("- a\n\n- c\n", ["- a\n- b\n\n- a\n\n\n- c\n", "- b\n- c\n"], "- a\n\n- c\n"),
        ("# N\n\n\nc\n", ["# N\n\na\n", "# N\n\nc\n"], "# N\n\nc\n"),
        ("# N\n\n\nc\n", ["# N\n\na\n", "# N\n\na\nc\n"], "# N\n\n\nc\n"),
        ("- a\n- c\n", ["# N\n\n- c\n", "- a\n\n- b\n"], "- a\n- c\n"),
    ],
)
def test_a_new_gap_is_as_wide_as_both_lines_had_it(text, versions, usual):
    assert with_usual_gaps(text, versions) == usual
