"""Remarks that touch the items below them are those of these items; and merges that know it, and titles."""

from __future__ import annotations

import pytest

from memdesk.text.comparable import as_written, comparable, line_as_written
from memdesk.text.merge.merge import merge
from memdesk.text.remarks import ABOVE, released, remarked_alike
from memdesk.text.taking_back import TextChange, without

REMARKED = {
    "items": "<!-- id: {0} -->\n- fact {0}\n",
    "items in two remarks": "<!-- id: {0} -->\n<!-- kept -->\n- fact {0}\n",
    "items in long remarks": "<!--\nid: {0}\n-->\n- fact {0}\n",
    "rows": "<!-- id: {0} -->\n| {0} | fact |\n",
    "keys": "<!-- by an agent -->\nKey {0}: fact\n",
    "items below": "- fact {0}\n<!-- id: {0} -->\n",
    "headings": "\n<!-- id: {0} -->\n## Note {0}\n\nFact.\n",
    "headings below": "\n## Note {0}\n<!-- id: {0} -->\n\nFact.\n",
    "titles": "\n<!-- id: {0} -->\nNote {0}\n---\n\nFact.\n",
}


@pytest.mark.parametrize("unit", REMARKED.values(), ids=REMARKED)
def test_a_remark_goes_and_comes_back_with_what_it_is_about(unit):
    def text(*numbers):
        return "# M\n" + ("" if unit[0] == "\n" else "\n") + "".join(unit.format(each) for each in numbers)

    found = without(TextChange(text(1, 2), text(1, 3, 2)), text(1, 3, 2, 4))
    assert (found.text, found.conflicts) == (text(1, 2, 4), ())
    found = without(TextChange(text(1, 2, 3), text(1, 3)), text(1, 3, 4))
    assert (found.text, found.conflicts) == (text(1, 2, 3, 4), ())
    assert without(TextChange(None, text(1)), text(1, 2)).text == text(2)
    assert merge(text(1, 2, 3), text(1, 5, 2, 3), text(1, 2, 4)).text == text(1, 5, 2, 4)


def test_one_remark_between_two_items_is_that_of_the_lower_one():
    text = "# M\n\n- a\n<!-- by hand -->\n- b\n- c\n"
    found = without(TextChange(text.replace("<!-- by hand -->\n- b\n", ""), text), f"{text}- d\n")
    assert found.text == "# M\n\n- a\n- c\n- d\n"
    found = without(TextChange(text.replace("- a\n", ""), text), f"{text}- d\n")
    assert found.text == "# M\n\n<!-- by hand -->\n- b\n- c\n- d\n"


def test_a_remark_that_was_put_above_an_item_goes_though_the_item_was_changed_since():
    bare, remarked = "- a\n- b\n- c\n", "- a\n<!-- on b -->\n- b\n- c\n"
    changed = remarked.replace("- b", "- bee")
    found = without(TextChange(bare, remarked), changed)
    assert (found.text, found.conflicts) == (bare.replace("- b", "- bee"), ())
    found = without(TextChange(bare, bare.replace("- b", "- bee")), changed)
    assert (found.text, found.conflicts) == (remarked, ())
    assert merge(bare, remarked, bare.replace("- a", "- bay")).text == remarked.replace("- a", "- bay")


LONG = "- a\n<!-- id: 1\nby: ann\nsince: may -->\n- b\n- c\n"


@pytest.mark.parametrize("base", [LONG, LONG.replace("- b", "## B"), LONG.removesuffix("\n- c\n")])
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (("id: 1", "id: 2"), ("since: may", "since: june")),
        (("id: 1", "id: 2"), (" b", " bee")),
        (("since: may", "since: june"), (" B", " bee")),
        (("id: 1\n", "id: 1\nseen: 2\n"), ("since: may -->\n", "since: june -->\n")),
    ],
)
def test_what_two_changed_in_different_lines_of_a_remark_and_its_unit_is_merged(base, mine, theirs):
    own, other = base.replace(*mine), base.replace(*theirs)
    assert merge(base, own, other).text == own.replace(*theirs)
    assert merge(base, other, own).text == own.replace(*theirs)


def test_what_two_changed_in_one_line_of_a_remark_is_the_conflict_alone():
    mine, theirs = LONG.replace("id: 1", "id: 2"), LONG.replace("id: 1", "id: 3").replace("- b", "- bee")
    [conflict] = merge(LONG, mine, theirs).conflicts
    assert (conflict.base, conflict.mine, conflict.theirs) == ("<!-- id: 1", "<!-- id: 2", "<!-- id: 3")
    assert conflict.line == 2


@pytest.mark.parametrize("instead", ["", "- z\n", "<!-- id: 7 -->\n- z\n"])
def test_a_remark_that_went_with_its_unit_takes_no_change_of_it(instead):
    mine = LONG.replace("<!-- id: 1\nby: ann\nsince: may -->\n- b\n", instead)
    assert merge(LONG, mine, LONG.replace("may", "june")).conflicts


ALONE = {
    "about the whole text": "<!-- kept by hand -->\n# M\n\n- a\n",
    "below the heading": "# M\n<!-- kept by hand -->\n- a\n",
    "below a line that it ends": "- a\n<!-- by hand -->\n\nb\n",
    "deeper than the item below": "- a\n  <!-- on a -->\n- b\n",
    "above plain words": "- a\n\n<!-- on b -->\nb\n",
    "below items as others are": "- a\n<!-- a -->\n- b\n<!-- b -->\n",
    "before words": "- a\n<!-- on --> b\n- c\n",
    "long": "- a\n<!--\n" + "gone\n" * 9 + "-->\n- c\n",
    "left open": "- a\n<!-- on\n- b\n",
    "before words in a long one": "- a\n<!-- on\nb\n--> c\n- d\n",
    "above a key that ends its line": "- a\n<!-- on -->\nKey:\n",
}


@pytest.mark.parametrize("text", ALONE.values(), ids=ALONE)
def test_other_remarks_have_lines_of_their_own(text):
    assert ABOVE not in "".join(comparable((text, text)))


def test_what_is_made_comparable_is_the_same_when_written_again():
    text = "<!-- one -->\n- a\n\nTea\n---\n\n```\n# b\n```\n<!-- two\nlines -->\n- c\n- d\n"
    (found,) = comparable((text,))
    assert found.split("\n")[0] == f"- a{ABOVE}<!-- one -->"
    assert as_written(found) == text
    assert [line_as_written(found, at) for at in (1, 2, 3, 8, 9)] == [1, 3, 4, 10, 13]
    assert released(f"- a{ABOVE}<!-- x -->\0") == "<!-- x -->\n- a\0"


def test_a_text_with_the_sign_of_the_program_is_left_alone():
    text = f"- a{ABOVE}\n<!-- x -->\n- b\n"
    assert remarked_alike((text,)) == (text,)


UNDERLINED = "Memory\n===\n\nTea\n---\n\nRobin drinks it.\n"


def test_what_was_added_below_an_underlined_title_that_went_comes_under_no_other_one():
    for base in (UNDERLINED, UNDERLINED.replace("Memory\n===", "# Memory").replace("Tea\n---", "## Tea")):
        mine = base.partition("\n\n")[0] + "\n"
        [conflict] = merge(base, mine, f"{base}\nIt is green.\n").conflicts
        assert conflict.line == 1
        assert "It is green." in conflict.theirs


def test_a_title_is_merged_with_the_line_under_it():
    mine, theirs = UNDERLINED.replace("Tea\n---", "Coffee\n------"), f"{UNDERLINED}\nRain\n---\n\nIt rains.\n"
    assert merge(UNDERLINED, mine, theirs).text == theirs.replace("Tea\n---", "Coffee\n------")
    [conflict] = merge(UNDERLINED, mine, UNDERLINED.replace("Tea\n---", "Milk\n----")).conflicts
    assert (conflict.base, conflict.mine, conflict.theirs, conflict.line) == (
        "Tea\n---",
        "Coffee\n------",
        "Milk\n----",
        4,
    )
    assert merge("a\n===", "a\n===\n\nb", "a\n===\n\nc\n").text == "a\n===\n\nc\n\nb"
