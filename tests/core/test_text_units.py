"""Units of a text in a merge: what touches does not conflict, what is one unit does."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from helpers.dice import thrown
from memdesk.text.fenced import MARK
from memdesk.text.merge.merge import merge
from memdesk.text.taking_back import TextChange, without
from memdesk.text.units import are_apart, unit_hunks

calmly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def entry(day, words):
    return ["", f"## {day}", "", words]


def text(*parts, end="\n"):
    return "\n".join(line for part in parts for line in ([part] if isinstance(part, str) else part)) + end


@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("gone", range(5))
@pytest.mark.parametrize("make", ["days", "one day", "items", "rows", "keys", "paragraphs", "numbers"])
def test_any_of_five_appended_units_goes_as_if_it_had_never_come(make, gone, end):
    unit = {
        "days": lambda at: entry(f"2026-03-0{at}", f"Fact {at}."),
        "one day": lambda at: entry("2026-03-01", f"Fact {at}."),
        "items": lambda at: [f"- thing {at}", "  because of it"],
        "rows": lambda at: [f"| {at} | same |"],
        "keys": lambda at: [f"Name {at}: same"],
        "paragraphs": lambda at: ["", f"Robin said {at}.", "Then it rained."],
        "numbers": lambda at: [f"{at + 1}. thing"],
    }[make]
    head = {"rows": ["# Memory", "", "| n | what |", "|---|---|"]}.get(make, ["# Memory", ""])
    head = ["# Memory"] if not unit(0)[0] else head
    units = [unit(at) for at in range(5)]
    after, before = (text(head, *units[:upto], end=end) for upto in (gone + 1, gone))
    merged = merge(after, before, text(head, *units, end=end))
    assert merged.text == text(head, *units[:gone], *units[gone + 1 :], end=end)


def test_a_correction_in_the_last_entry_stands_beside_the_next_entry():
    base = "# Memory\n\n## 1\n\nRobin likes tee."
    merged = merge(base, base.replace("tee", "tea"), base + "\n\n## 2\n\nThe dog is Bob.")
    assert merged.text == "# Memory\n\n## 1\n\nRobin likes tea.\n\n## 2\n\nThe dog is Bob."


LAST = {
    "sentences": "I saw {0} rains.\n",
    "sentences in Chinese": "用户喜欢第{0}杯茶。\n",
    "bold keys": "**Key {0}:** value\n",
    "times": "10:0{0} saw it\nand left\n",
    "rows without bars at the ends": "{0} | same\n",
    "lines of JSON": '{{"id": {0}}}\n',
    "footnotes": "[^{0}]: note\n",
    "code that touches": "```py\na = {0}\n\nb = 1\n```\n",
    "items with gaps": "- a {0}\n\n  more\n\n  - b\n\n    - c\n",
}
"""Units that follow each other without a gap."""


@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("unit", LAST.values(), ids=LAST)
def test_the_last_unit_may_be_corrected_deleted_or_moved_while_the_next_is_appended(unit, end):
    def text(*numbers):
        return ("# M\n\n" + "".join(map(unit.format, numbers))).removesuffix("\n") + end

    assert merge(text(1, 2), text(1, 7), text(1, 2, 3)).text == text(1, 7, 3)
    assert merge(text(1, 2), text(1), text(1, 2, 3)).text == text(1, 3)
    for change, now, left in (
        ([(1,), (1, 2)], (2, 3), (3,)),
        ([(1,), (1, 2)], (1, 2, 3, 4), (1, 3, 4)),
        ([(), (1,)], (2, 1, 3), (2, 3)),
        ([(1, 2), (1, 7)], (1, 7, 3), (1, 2, 3)),
        ([(1, 2, 3), (1, 3)], (1, 3, 4), (1, 2, 3, 4)),
    ):
        found = without(TextChange(*(text(*numbers) for numbers in change)), text(*now))
        assert (found.text, found.conflicts) == (text(*left), ())


@pytest.mark.parametrize(
    ("base", "mine", "theirs"),
    [
        ("- One.\nTwo.\n", "- One.\n", "- One.\nTwo.\nThree.\n"),
        ("- One.\n\nTwo.\n", "- One.\n", "- One.\n\nTwo.\nThree.\n"),
        ("One.\nTwo\n", "One.\nTWO\n", "One.\nTwo\nthree.\n"),
        ("One.\nTwo.\n", "One.\n- Two.\n", "One.\nTwo.\nThree.\n"),
        ("One.\nTwo.\n", "One.\nTWO.\n", "One.\nTwo.\n  three.\n"),
    ],
    ids=["of an item", "below an item", "in a sentence", "that becomes an item", "deeper"],
)
def test_a_sentence_that_goes_on_with_what_the_other_changed_is_a_conflict(base, mine, theirs):
    for sides in ((mine, theirs), (theirs, mine)):
        assert merge(base, *sides).text is None


def test_an_item_with_gaps_is_not_torn_where_another_that_ends_alike_went():
    def text(*numbers):
        return "# M\n" + "".join(f"\n- a {number}\n\n  of {number}\n\n  - same\n" for number in numbers)

    found = without(TextChange(text(1, 2, 3), text(5, 1, 2, 3)), text(5, 2, 6, 7))
    assert (found.text, found.conflicts) == (text(2, 6, 7), ())


def test_nested_items_of_one_parent_go_each_alone():
    after = "- a\n  - b 1\n    - c\n"
    found = without(TextChange("- a\n", after), "- a\n  - b 2\n  - b 1\n    - c\n  - b 3\n")
    assert (found.text, found.conflicts) == ("- a\n  - b 2\n  - b 3\n", ())


@pytest.mark.parametrize("unit", ["# N {0}\n\ntext\n\n", "Text {0}.\n\n\n"])
@pytest.mark.parametrize(
    ("change", "now", "left"),
    [
        (((1,), (1, 2)), (2, 3), (3,)),
        (((1,), (1, 2)), (2, 1, 3), (1, 3)),
        (((3,), (3, 1)), (3, 2, 1, 4), (3, 2, 4)),
    ],
)
def test_units_with_their_gap_below_them_leave_none_behind(unit, change, now, left):
    def text(*numbers):
        return "".join(map(unit.format, numbers))

    found = without(TextChange(*(text(*numbers) for numbers in change)), text(*now))
    assert (found.text, found.conflicts) == (text(*left), ())


def test_the_head_of_a_table_without_bars_at_its_ends_holds_up_later_rows():
    head = "# T\n\na | b\n--|--\n"
    found = without(TextChange(None, f"{head}1 | x\n"), f"{head}1 | x\n2 | y\n")
    assert (found.text, found.conflicts) == (f"{head}2 | y\n", ())


def test_neighbouring_items_are_two_places():
    assert merge("- a\n- b\n", "- A\n- b\n", "- a\n- B\n").text == "- A\n- B\n"


def test_items_that_both_put_into_one_place_both_stay_theirs_first():
    merged = merge("- a\n- b\n", "- a\n- mine\n- b\n", "- a\n- theirs\n- b\n")
    assert (merged.text, merged.joined) == ("- a\n- theirs\n- mine\n- b\n", 1)


@pytest.mark.parametrize(
    ("base", "mine", "theirs"),
    [
        ("one\ntwo\nthree\n", "ONE\ntwo\nthree\n", "one\nTWO\nthree\n"),
        ("- a\n  more\n", "- A\n  more\n", "- a\n  less\n"),
        ("- a\n", "", "- a\n  - child\n"),
        ("- a\n- b\n", "- a\n- Tea: black\n- b\n", "- a\n- tea: white\n- b\n"),
        ("# M\n\n## 1\n\nx\n\n## 2\n\ny\n", "# M\n\n## 2\n\ny\n", "# M\n\n## 1\n\nx\n- new\n\n## 2\n\ny\n"),
    ],
    ids=["a paragraph", "an item", "a child of what goes", "a key", "an item under a heading that goes"],
)
def test_inside_a_unit_changes_that_touch_conflict(base, mine, theirs):
    for sides in ((mine, theirs), (theirs, mine)):
        assert merge(base, *sides).text is None


def test_what_stands_under_a_heading_that_goes_never_comes_under_another():
    base = "# M\n\n## 1\n\nx\n"
    assert merge(base, "# M\n", base + "\n### deeper\n\ny\n").text is None


@pytest.mark.parametrize(
    ("upper", "lower", "apart"),
    [
        (None, "x", True),
        ("x", "", True),
        ("x", "# h", True),
        ("# h", "x", True),
        ("x", "- y", True),
        ("- x", "  y", False),
        ("- x", "  - y", False),
        ("x", "y", False),
        ("| 1 |", "| 2 |", True),
        ("Name: x", "City: y", True),
        ("x", "and then, as he said: no", False),
        ("姓名：小明", "城市：北京", True),
        ("x", "**Name:** y", True),
        ("x", "2026-03-01 y", True),
        ("x", "2026 was y", False),
        ("1 | x", "2 | y", True),
        ("a or b", "c | d", False),
        (f"{MARK}```", "```", True),
        (f"{MARK}```", "x", False),
    ],
)
def test_which_lines_are_two_units(upper, lower, apart):
    assert are_apart(upper, lower) is apart


def test_a_run_of_lines_begins_where_its_entry_begins():
    old = text("# M", entry("d", "1"), entry("d", "2"), entry("d", "3"), end="").split("\n")
    new = text("# M", entry("d", "1"), entry("d", "3"), end="").split("\n")
    [hunk] = unit_hunks(old, new)
    assert (hunk.old, hunk.new) == (("", "## d", "", "2"), ())


def histories(dice):
    """A document of entries, and what two writers make of it: none touches the other's units."""
    units = [_unit(dice, f"base {at}") for at in range(1 + dice.below(6))]
    owners = [dice.below(4) for _ in units]
    mine, theirs, merged = [], [], []
    for at, (unit, owner) in enumerate(zip(units, owners, strict=True)):
        sides = [unit, unit]
        if owner < 2:
            sides[owner] = [*unit[:3], f"Corrected by {owner}.", *unit[4:]] if dice.below(2) else []
        mine.append(sides[0])
        theirs.append(sides[1])
        merged.append(sides[owner] if owner < 2 else unit)
        if dice.below(3) == 0:
            added = _unit(dice, f"mine {at}")
            mine[-1] = mine[-1] + added
            merged[-1] = merged[-1] + added
    return tuple(text("# Memory", *side) for side in (units, mine, theirs, merged))


def _unit(dice, name):
    return ["", f"## {name}", "", f"It is {name}.", *dice.one_of(([], ["- kept"], ["- kept", "", "Always."]))]


@calmly
@given(thrown(histories, 60))
def test_two_writers_of_different_entries_never_conflict(found):
    base, mine, theirs, merged = found
    assert merge(base, mine, theirs).text == merged
    assert merge(base, theirs, mine).text == merged
