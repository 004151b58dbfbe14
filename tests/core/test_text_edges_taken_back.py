"""What is taken back beside words that go on, below several heads, and in sentences of many lines."""

from __future__ import annotations

import pytest

from memdesk.text.doubt import is_doubtful
from memdesk.text.in_one_piece import coming, put_back
from memdesk.text.old_order import Coming, cells_of, in_old_order, spaced
from memdesk.text.step import ChangeStatus, Without
from memdesk.text.sweeping import hollow
from memdesk.text.taking_back import TextChange, without

KEPT, LATER, BACK = Coming.KEPT, Coming.LATER, Coming.BACK
RULED = "\n---\n\n{0}.\n"


def test_a_sentence_that_goes_on_with_others_may_come_back_among_others():
    step = TextChange("a one\nb two\n\n- z\n", "a one\n\n- z\n")
    found = Without("p\nb two\nq\n\n- z\n", ChangeStatus(1, 1, 1))
    assert not is_doubtful(found, step, "p\nq\n\n- z\n", is_first=True)


def test_a_line_comes_back_behind_the_last_of_those_that_still_stand_above_it():
    head = "# 2026-03-01\n\n"
    before, after = head + "ash\noak\nelm\nfir", head + "ash\noak\nelm"
    now = head + "ash\nyew\nelm\nbay\nbox"
    found = without(TextChange(before, after), now)
    assert (found.text, found.conflicts) == (head + "ash\nyew\nelm\nfir\nbay\nbox", ())


def test_an_entry_comes_back_above_the_heading_of_what_stood_below_it():
    before, after = "## A\n\na\n\n## B\n\nb one\n- b two\n", "## B\n\nb one\n- b two\n"
    for above in ("## C\n\nx\n", "## C\n\nx\ny\n"):
        now = above + "- b two\n"
        assert put_back(*coming(before, after), now) == "## A\n\na\n\n" + now


@pytest.mark.parametrize("level", ["# H", "> a summary"])
def test_the_gap_of_a_head_does_not_come_between_items(level):
    head = [*cells_of(["plain words", "", level, ""], KEPT)]
    cells = [*head, *cells_of(["- a"], BACK), *cells_of(["", "- b"], LATER)]
    sides = "".join(f"{line}\n" for line in ("plain words", "", level, "", "- {0}"))
    found = spaced(cells, sides.format("a"), sides.format("b"))
    assert [cell.line for cell in found] == ["plain words", "", level, "", "- a", "- b"]


def test_a_gap_stays_between_items_where_others_are_apart():
    cells = [*cells_of(["# H", ""], KEPT), *cells_of(["- a"], BACK), *cells_of(["", "- b"], LATER)]
    assert spaced(cells, "# H\n\n- a\n\n- c\n", "# H\n\n- b\n") == cells


def test_a_unit_that_says_the_same_is_no_part_of_the_next_one():
    cells = [*cells_of(["# H"], KEPT), *cells_of(["- a"], BACK), *cells_of(["- a", "- b"], LATER)]
    steps = [TextChange("# H\n- b\n- a\n", "# H\n- b\n")]
    found = in_old_order(cells, lambda: steps)
    assert [cell.line for cell in found] == ["# H", "- a", "- b", "- a"]


def test_a_heading_holds_what_stands_below_the_headings_in_it():
    assert hollow(["# A", "## B", "words"]) == []
    assert hollow(["# A", "## B", "words", "## C"]) == [3]
    assert hollow(["# A", "## B", "# C", "## D", "words"]) == [0, 1]


@pytest.mark.parametrize("more", ["", "\nor frost"])
def test_words_of_one_line_go_back_where_others_of_it_and_the_lines_around_were_changed(more):
    before, after = (f"Tea is at one\nand rain at {hour}{more}.\n" for hour in ("six", "two"))
    now = "Coffee is at one\nand snow at {0}" + more.replace("frost", "ice") + ".\n"
    found = without(TextChange(before, after), now.format("two"))
    assert (found.text, found.conflicts) == (now.format("six"), ())


def test_of_a_text_that_no_agent_reads_nothing_goes():
    found = without(TextChange("a\0", "b\0"), "c\n")
    assert (found.text, found.standing, len(found.conflicts)) == ("c\n", (1, 0, 0), 1)


@pytest.mark.parametrize("note", [RULED, "\n{0}.\n\n---\n", "\n{0}.\n---\n"])
@pytest.mark.parametrize(
    ("first", "second", "last", "left"),
    [
        ("C", "ABC", "BCA", "C"),
        ("AC", "ABC", "BAC", "AC"),
        ("AC", "ABC", "BADC", "ADC"),
        ("", "AB", "CBA", "C"),
    ],
)
def test_notes_with_a_rule_go_each_by_itself_where_they_were_moved_to(note, first, second, last, left):
    before, after, now, right = (
        "# N\n" + "".join(map(note.format, names)) for names in (first, second, last, left)
    )
    found = without(TextChange(before, after), now)
    assert (found.text, found.conflicts) == (right, ())


def test_a_note_below_a_heading_that_all_have_goes_where_it_was_moved_to():
    note = "\n## 2026-03-01\n\n{0}.\n"
    before, after, now, left = (
        "# M\n" + "".join(map(note.format, names)) for names in ("ABCD", "ABCDE", "EBCDFGH", "BCDFGH")
    )
    found = without(TextChange(before, after), now)
    assert (found.text, found.standing, found.conflicts) == (left, (2, 2, 2), ())


@pytest.mark.parametrize("end", ["\n", "\n\n", "\n \n"])
def test_a_line_comes_back_above_a_single_later_one_that_a_gap_ends(end):
    before, after = "# D\n\n- rain at one\n- tea at two\n", f"# D\n- tea at two\n{end}"
    found = without(TextChange(before, after), f"# D\n- tea at three\n{end}")
    assert found.conflicts or "- tea at three\n" in found.text
    assert found.conflicts or "- rain at one\n" in found.text
