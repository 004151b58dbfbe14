"""Lists of JSON whose entries have no ids: matched by their words, merged one by one, told as one place."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings

from helpers.dice import thrown
from helpers.json_versions import dumped
from memdesk.text.merge import json_lists
from memdesk.text.merge.json_format import NO_RULES, Derived, DerivedMembers
from memdesk.text.merge.json_lists import entries_by_words, likeness
from memdesk.text.merge.merge import MergeShape, merge

calmly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""

FACTS = (
    "tea",
    "rain at noon",
    "茶很好",
    "a blue door",
    "seven boats",
    "no milk",
    "Ada",
    "x",
    "left, then right",
)


def lesson(text, importance=0.5, **more):
    return {"text": text, "importance": importance, "timestamp": f"{text[:3]} {len(text)}", **more}


def merged(base, mine, theirs, indent=2):
    """What comes of three lists, None where a person has to look."""
    result = merge(*(dumped({"l": side}, indent) for side in (base, mine, theirs)), MergeShape.JSON)
    assert result.text is None or not result.conflicts
    assert result.text is not None or [conflict.path for conflict in result.conflicts] == [("l",)]
    return None if result.text is None else json.loads(result.text)["l"]


def _facts(dice):
    """Three lists of texts of which none is like another, and none is new to both sides."""
    base = [fact for fact in FACTS[:6] if dice.below(3)]
    sides = []
    for new in (("mine one", "mine two"), ("theirs, first", "theirs: second")):
        side = [fact for fact in base if dice.below(5)]
        for fact in new[: dice.below(3)]:
            side.insert(dice.below(len(side) + 1), fact)
        sides.append(side)
    return base, *sides


@calmly
@given(thrown(_facts, 40))
def test_each_text_that_one_added_is_there_and_none_that_one_removed(lists):
    base, mine, theirs = lists
    found = merged(*lists)
    if found is not None:
        both = {fact for fact in base if fact in mine and fact in theirs}
        assert sorted(found) == sorted(both | {*mine, *theirs} - {*base})
        order = [fact for fact in base if fact in both]
        assert [fact for fact in found if fact in both] == order


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "expected"),
    [
        (["a", "c"], ["a", "b", "c"], ["a", "c", "d"], ["a", "b", "c", "d"]),
        (["a", "c"], ["a", "mine", "c"], ["a", "theirs", "c"], ["a", "theirs", "mine", "c"]),
        (["a"], ["a", "mine"], ["a", "theirs"], ["a", "theirs", "mine"]),
        ([], ["mine"], ["theirs"], ["theirs", "mine"]),
        (["a"], ["mine", "a"], ["theirs", "a"], ["theirs", "mine", "a"]),
        (["a"], ["a", "same"], ["a", "same"], ["a", "same"]),
        (["a"], ["a", "same", "mine"], ["same", "a"], ["same", "a", "mine"]),
        (["a", "b", "c"], ["c", "a", "b"], ["a", "b"], ["a", "b"]),
        (["a", "b", "c"], ["c", "a", "b"], ["a", "new", "b", "c"], ["c", "a", "new", "b"]),
        (["a", "a", "a"], ["a", "a"], ["a", "a", "a", "b"], ["a", "a", "b"]),
        (["a", "b"], ["a"], ["b"], []),
        (["a", True, None, 1], ["a", None, 1], ["a", True, None, 1, 1.0], ["a", None, 1, 1.0]),
        (["a", "b", "c"], ["c", "b", "a"], ["b", "a", "c"], None),
        (["a", "b"], ["one", "b"], ["two", "b"], None),
        (["a", "b"], ["one", "b"], ["b"], None),
        (["a", "b"], ["one", "two", "three"], ["a"], None),
        (["a", "b"], ["one"], ["two"], None),
        (["a", "b", "c"], ["one", "c"], ["one", "c", "d"], ["one", "c", "d"]),
        ([0.5, 0.25], [0.5, 1.0], [0.75, 0.25], None),
        ([], [0.5], [0.25], None),
        ([["x"], ["y", 2]], [["x"], ["y", 3]], [["x"], ["y", 2], ["z"]], [["x"], ["y", 3], ["z"]]),
    ],
)  # fmt: skip
def test_texts_merge_as_a_sequence(base, mine, theirs, expected):
    assert merged(base, mine, theirs) == expected


def test_a_field_changed_here_and_another_there_in_one_entry():
    one, two, three = lesson("look before you leap"), lesson("test first"), lesson("ask")
    mine = [one, {**two, "importance": 0.9}, three]
    theirs = [one, {**two, "text": "test first, always"}, three, lesson("new")]
    expected = [one, {**two, "text": "test first, always", "importance": 0.9}, three, lesson("new")]
    assert merged([one, two, three], mine, theirs) == merged([one, two, three], theirs, mine) == expected


def test_the_same_field_or_a_change_and_a_removal_is_left_to_a_person():
    one, two = lesson("look before you leap"), lesson("test first")
    changed = {**two, "importance": 0.9}
    assert merged([one, two], [one, changed], [one, {**two, "importance": 0.1}]) is None
    assert merged([one, two], [one, changed], [one]) is None
    assert merged([one, two], [one], [one, changed]) is None


def test_what_has_nothing_in_common_with_what_stood_there_is_changed_as_a_whole():
    old, new = {"a": 1, "b": 2}, {"a": 3, "c": 4}
    assert merged([old, "end"], [new, "end"], [{**old, "b": 3}, "end"]) is None
    assert merged([old, "end"], [new, "end"], [old, "end", "more"]) == [new, "end", "more"]


def test_entries_that_are_like_each_other_are_told_apart():
    base = [lesson(f"Lesson number {at}") for at in range(4)]
    mine = [each for each in base if each != base[1]]
    theirs = [*base[:3], {**base[3], "importance": 0.1}, lesson("Lesson number 4")]
    assert merged(base, mine, theirs) == [base[0], *theirs[2:]]


def test_what_moved_and_what_was_changed_there():
    base = [lesson("look before you leap"), lesson("test first"), lesson("ask")]
    theirs = [base[0], {**base[1], "importance": 1}, base[2]]
    assert merged(base, [base[2], base[0], base[1]], theirs) == [base[2], base[0], theirs[1]]


def test_the_spelling_of_what_comes_in_is_that_of_its_writer():
    base = '{"l": [\n  {"t": "a", "n": 1.50},\n  {"t": "b",  "n": 1e2}\n]}'
    mine = '{"l": [\n  {"t": "b",  "n": 1e2}\n]}'
    theirs = base.replace("1e2}", '1e2},\n  {"t": "c", "n": 1}')
    gone = merge(base, mine, theirs, MergeShape.JSON).text
    assert gone == '{"l": [\n  {"t": "b",  "n": 1e2},\n  {"t": "c", "n": 1}\n]}'
    assert merge(mine, base, gone, MergeShape.JSON).text == theirs


def test_how_many_places_of_a_list_merge_is_told():
    base = [{"k": f"entry {letter}", "v": 0} for letter in "abcd"]
    mine = [{**base[0], "v": 1}, base[1], {**base[2], "v": 3}, base[3]]
    theirs = [{**base[0], "v": 2}, {**base[1], "v": 2}, base[2], base[3], {"k": "e", "v": 5}]
    result = merge(*(dumped({"l": side}) for side in (base, mine, theirs)), MergeShape.JSON)
    assert (result.text, len(result.conflicts), result.clean) == (None, 1, 2)


def test_too_many_entries_between_two_others_are_not_compared(monkeypatch):
    old, new = lesson("tea is green"), lesson("tea is green", 1)
    monkeypatch.setattr(json_lists, "MOST_COMPARED", 1)
    assert merged([old], [new], [{**old, "more": 1}]) == [{**new, "more": 1}]
    assert merged([old, "x"], [new, "y", "z"], [{**old, "more": 1}, "x"]) is None


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ({}, {}, 1),
        ({"a": 1}, {"b": 1}, 0),
        ({"a": 1, "b": "one two"}, {"a": 1, "b": "one three"}, (1 + 1 / 3) / 2),
        ("茶很好", "茶很香", 0.5),
        ("", "", 1),
        ("!", "?", 0),
        ([1, 2], [1, 2], 1),
        ([1, 2], [2, 3], 1 / 3),
        ([], [1], 0),
        (1, 1.0, 0),
        (None, None, 1),
        ("1", 1, 0),
    ],
)
def test_how_much_two_values_have_in_common(one, other, share):
    assert likeness(one, other) == likeness(other, one) == pytest.approx(share)


def test_what_is_derived_does_not_tell_entries_apart():
    rules = DerivedMembers({("*", "score"): Derived.LAST})
    base = [{"t": "a", "score": 1}, {"t": "b", "score": 1}]
    other = [{"t": "b", "score": 2}, {"t": "a", "score": 3}]
    assert [*entries_by_words(base, base, other, rules).sides[2]] == ["1", "0"]
    assert entries_by_words([1], [2], [], NO_RULES) is None


def test_rules_lead_by_name_by_any_name_and_at_any_depth():
    rules = DerivedMembers({("**", "n"): Derived.COUNT, ("a", "*"): Derived.LAST})
    assert rules
    assert (rules.here, rules.below("n").here, rules.below("x").here) == (None, Derived.COUNT, None)
    assert rules.below("a").below("x").here is Derived.LAST
    assert not rules.below("n").below("x").below("y").here
    assert rules.below("x").below().below("n").here is Derived.COUNT
    assert rules.bare({"n": 1, "a": {"b": 1}, "l": [{"n": 2, "m": 3}], "t": "x"}) == {
        "a": {},
        "l": [{"m": 3}],
        "t": "x",
    }
    assert not NO_RULES
    assert NO_RULES.below("x") is NO_RULES
    assert NO_RULES.bare({"n": 1}) == {"n": 1}
