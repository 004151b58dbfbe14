"""Blocks of several paragraphs taken back: none is torn, none takes another one in, gaps are as they were."""

from __future__ import annotations

import pytest

from memdesk.text.fenced import MARK, marked, marked_alike
from memdesk.text.taking_back import TextChange, without

NAMES = ("oak", "elm", "ash", "fir", "yew", "bay")
FOLDED = "<details>\n<summary>{0}</summary>\n\nMore on {0}.\n{1}</details>\n"
TOUCHING = {name: FOLDED.format(name, "") for name in NAMES}
APART = {name: "\n" + FOLDED.format(name, "\n") for name in NAMES}
LISTED = {name: FOLDED.format(name, f"- a tree\n- {name}\n") for name in NAMES}
KEYS = {name: f"\n**On {name}**: a tree\n" for name in NAMES}
REMARKED = {name: f"\n<!-- id: {name} -->\n## On {name}\n\nA tree.\n" for name in NAMES}
NOTED = {name: f"\n- {name}\n<!-- id: {name} -->\n" for name in NAMES}


def text(units, names, head="# Trees\n"):
    return head + "".join(units[name] for name in names.split())


def left(before, after, now):
    found = without(TextChange(before, after), now)
    assert not found.conflicts
    return found.text


@pytest.mark.parametrize("units", [TOUCHING, LISTED])
def test_a_folded_part_that_was_moved_goes_with_the_gap_in_it(units):
    steps = ("oak elm yew bay", "oak elm yew bay ash", "oak ash elm yew bay fir")
    sides = [text(units, names, "# Trees\n\n") for names in steps]
    assert left(*sides) == text(units, "oak elm yew bay fir", "# Trees\n\n")


@pytest.mark.parametrize("units", [APART, KEYS, REMARKED, NOTED])
def test_what_comes_back_above_others_is_as_far_from_them_as_they_are_from_each_other(units):
    sides = [text(units, names) for names in ("oak", "", "elm fir")]
    assert left(*sides) == text(units, "oak elm fir")


@pytest.mark.parametrize("units", [APART, KEYS, NOTED])
def test_what_was_first_comes_back_above_what_was_put_there_since(units):
    sides = [text(units, names) for names in ("oak elm", "elm", "ash elm fir")]
    assert left(*sides) in {text(units, f"{first} elm fir") for first in ("oak ash", "ash oak")}


def test_a_single_remark_above_each_first_heading_is_of_that_heading():
    sides = [text(REMARKED, names) for names in ("oak", "", "elm")]
    assert left(*sides) == text(REMARKED, "oak elm")


def test_a_remark_that_is_about_the_text_stays_at_its_head():
    head, note = "# Trees\n\n<!-- by an agent -->\n", "## On {0}\n\nA tree.\n\n"
    first, second = head + note.format("oak"), head + note.format("elm") + note.format("oak")
    assert left(first, second, second + note.format("fir")) == first + note.format("fir")


def test_a_folded_part_comes_back_between_folded_parts():
    sides = [text(TOUCHING, names, "# Trees\n\n") for names in ("oak elm ash", "oak elm", "fir oak")]
    found = left(*sides)
    assert found in {text(TOUCHING, names, "# Trees\n\n") for names in ("fir oak ash", "ash fir oak")}


def test_words_in_a_folded_part_merge_by_line():
    before = text(APART, "oak elm")
    after = before.replace("More on oak", "Less on oak")
    now = after.replace("<summary>oak", "<summary>The oak")
    assert left(before, after, now) == before.replace("<summary>oak", "<summary>The oak")


@pytest.mark.parametrize("inside", ["- an item", "## A heading", "```\ncode\n```", "<details>\n\n</details>"])
def test_a_folded_part_that_is_a_text_of_its_own_is_no_single_unit(inside):
    lines = marked(f"<details>\n<summary>s</summary>\n\n{inside}\n\nwords\n</details>\n").split("\n")
    assert "words" in lines
    assert "<summary>s</summary>" in lines


def test_a_folded_part_on_one_line_takes_nothing_in():
    assert MARK not in marked("<details><summary>s</summary>words</details>\n\nwords\n</details>\n")


FENCE = "\nOn {0}:\n\n```\nplant {0}\n"


def test_fences_left_open_below_the_words_that_lead_up_to_them_do_not_close_each_other():
    first = "# Trees\n" + FENCE.format("oak") + "```\n"
    after = first + FENCE.format("elm")
    rest = FENCE.format("fir") + "```\n"
    now = after.replace("plant oak\n```\n", "plant yew\n") + rest
    assert left(first, after, now) == first.replace("plant oak\n```\n", "plant yew\n") + rest


def test_what_stands_in_no_fence_in_one_version_stands_in_none_in_the_others():
    free = "words\n\nmore words\n"
    apart, closed = marked_alike([f"```\n{free}", f"```\n{free}\n```\n"])
    assert MARK not in apart + closed
    held = f"```\n{free}\n```\n"
    assert all(MARK in side for side in marked_alike([held, f"other\n\n{held}"]))
    assert not any(MARK in side for side in marked_alike([free, held]))
