"""Which of later changes build on one: found by halves, or by a look at each."""

from __future__ import annotations

import pytest

from memdesk.text.building_on import Missing, building_on, may_concern
from memdesk.text.step import TextChange


def lost(*gone_at, whole=3):
    """Tell what is missing of the first change: a line after each of these, and nothing of the others."""

    def look(number, at):
        lines = sum(at >= each for each in gone_at) if number == 0 else 0
        return Missing(lines, is_gone=lines == whole)

    return look


@pytest.mark.parametrize("closely", [False, True])
@pytest.mark.parametrize("gone_at", [(), (1,), (4,), (9,), (2, 3), (1, 5, 9)])
def test_a_change_goes_with_each_by_which_more_of_it_was_gone(gone_at, closely):
    found = building_on(0, 9, lost(*gone_at), closely=closely)
    assert found == (*reversed(gone_at), 0)


@pytest.mark.parametrize("closely", [False, True])
def test_what_builds_on_what_builds_on_it_goes_too(closely):
    after = {0: 2, 2: 5, 5: 7}
    found = building_on(0, 9, lambda one, at: Missing(float(at >= after.get(one, 99))), closely=closely)
    assert found == (7, 5, 2, 0)


def test_few_are_looked_at_where_nothing_was_rewritten():
    looked = []

    def look(number, at):
        looked.append(at)
        return Missing(float(number == 0 and at >= 700))

    assert building_on(0, 1_000, look) == (700, 0)
    assert len(looked) < 30


@pytest.mark.parametrize("closely", [False, True])
def test_what_looks_like_it_once_it_is_gone_is_none_of_it(closely):
    def look(number, at):
        return Missing(0) if at < 3 else Missing(2, is_gone=True) if at < 5 else Missing(1, is_held_up=True)

    found = building_on(0, 8, lambda one, at: look(one, at) if one == 0 else Missing(0), closely=closely)
    assert found == (3, 0)


@pytest.mark.parametrize("closely", [False, True])
def test_what_holds_it_up_goes_too(closely):
    def look(number, at):
        return Missing(0, is_held_up=number == 0 and at >= 4)

    assert building_on(0, 8, look, closely=closely) == (4, 0)


def test_less_that_is_missing_is_no_sign():
    assert building_on(0, 2, lambda one, at: Missing({1: 2, 2: 1}.get(at, 0) if one == 0 else 0)) == (1, 0)
    found = building_on(0, 2, lambda one, at: Missing(1, is_held_up=at == 1 and one == 0), closely=True)
    assert found == (2, 1, 0)


def test_only_what_can_concern_it_goes():
    found = building_on(0, 9, lost(2, 6), lambda _, later: later != 2)
    assert found == (6, 0)


def test_what_is_missing_as_a_whole_is_looked_at_alone():
    look = lost(2)
    assert building_on(0, 5, look) == (2, 0)
    touched = {(0, 4): Missing(1, is_held_up=True), (2, 3): Missing(0, is_held_up=True)}
    found = building_on(0, 5, look, closely=True, alone=lambda *pair: touched.get(pair, Missing(0)))
    assert found == (4, 3, 2, 0)


def test_nothing_comes_after_the_last():
    assert building_on(4, 4, lost(1)) == (4,)


MOVED = ("- a\n- b\n- c\n- d\n", "- b\n- c\n- a\n- d\n")
"""One is past two others; these may have been meant."""


@pytest.mark.parametrize(
    ("line", "narrowly", "widely"), [("- a", True, True), ("- b", False, True), ("- d", False, False)]
)
def test_a_move_is_about_what_was_moved_and_widely_about_what_it_passed(line, narrowly, widely):
    earlier = TextChange(MOVED[0].replace(f"{line}\n", ""), MOVED[0])
    assert may_concern(earlier, TextChange(*MOVED)) is narrowly
    assert may_concern(earlier, TextChange(*MOVED), widely=True) is widely
    taken = TextChange(MOVED[1], MOVED[1].replace(f"{line}\n", ""))
    assert may_concern(TextChange(*MOVED), taken) is narrowly
    assert may_concern(TextChange(*MOVED), taken, widely=True) is widely


@pytest.mark.parametrize(("first", "last"), [("<details>", "</details>"), ("```sh", "```"), ("- **", "---")])
def test_signs_that_many_units_have_tell_nothing(first, last):
    earlier = TextChange("# N\n", f"# N\n\n{first}\none\n{last}\n")
    assert not may_concern(earlier, TextChange(f"# N\n\n{first}\ntwo\n{last}\n", "# N\n"))
    assert may_concern(earlier, TextChange(earlier.after, "# N\n"))


def test_what_changed_gaps_alone_may_be_about_anything():
    gaps = TextChange("- a\n\n- b\n", "- a\n- b\n")
    assert may_concern(gaps, TextChange("- a\n", "- a\n- b\n"))
    assert may_concern(gaps, TextChange("- a\n", "- a\n"), widely=True)


RULE = "---\n\nsaid {}.\n"


@pytest.mark.parametrize(
    ("later", "concerned"),
    [
        (("- a\n- b\n", "- a\n- c\n"), True),
        (("- a\n- b\n", "- a\n"), True),
        (("- a\n- b\n", "- a\n- b\n- c\n"), False),
        (("- a\n- b\n- c\n", "- b\n- c\n"), False),
    ],
)
def test_a_change_is_about_another_if_it_is_about_a_line_of_it(later, concerned):
    assert may_concern(TextChange("- a\n", "- a\n- b\n"), TextChange(*later)) is concerned


def test_lines_that_many_units_have_tell_only_where_there_is_no_other():
    one, two, three = (RULE.format(number) for number in (1, 2, 3))
    added = TextChange(one, f"{one}\n{two}")
    assert not may_concern(added, TextChange(f"{one}\n{two}\n{three}", f"{two}\n{three}"))
    assert may_concern(added, TextChange(f"{one}\n{two}", one))
    ruled = TextChange(one + two, f"{one}{two}---\n---\n")
    assert may_concern(ruled, TextChange(f"{one}{two}---\n---\n", f"{one}{two}---\n"))


def test_of_a_text_that_was_created_each_line_tells():
    assert may_concern(TextChange(None, "- a\n- b\n"), TextChange("- a\n- b\n", "- a\n"))
    assert not may_concern(TextChange(None, "- a\n"), TextChange("- a\n- b\n", "- a\n"))
