"""Three-way merge of JSON: by key path and entry id, as small edits of their text."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings

from helpers.dice import thrown
from helpers.json_versions import dumped, entry, json_case
from memdesk.text.merge import json_merge
from memdesk.text.merge import merge as text_merge
from memdesk.text.merge.merge import Conflict, MergeResult, MergeShape, merge

calmly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""

NOTHING = "nothing stands here"

cases = thrown(json_case, 160)


def merged(base, mine, theirs, shape=MergeShape.JSON):
    return merge(dumped(base), dumped(mine), dumped(theirs), shape)


def same(one, other):
    """Whether values are the same, whatever the order of names; 1, 1.0 and true are three."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def loosely(value):
    """A value as a text that is equal for entries in any order."""
    if isinstance(value, list):
        return f"[{sorted(loosely(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{sorted((key, loosely(item)) for key, item in value.items())}}}"
    return json.dumps(value)


@calmly
@given(cases)
def test_what_only_one_side_changed_is_taken(case):
    base, changed, shape = dumped(case.base), dumped(case.mine, case.layout), case.shape
    assert merge(base, changed, base, shape).text == changed
    assert merge(base, base, changed, shape).text == changed
    assert merge(base, changed, changed, shape).text == changed
    assert merge(base, dumped(case.mine), changed, shape).text == changed


@calmly
@given(cases)
def test_my_changes_in_their_layout_are_my_value(case):
    """They changed nothing but the layout, so everything of mine must come through."""
    theirs = dumped(case.base, case.layout) + "\n"
    result = merge(dumped(case.base), dumped(case.mine), theirs, case.shape)
    assert result.conflicts == ()
    assert same(json.loads(result.text), case.mine)
    assert result.text.endswith("\n") or theirs == dumped(case.base)


@calmly
@given(cases)
def test_the_sides_may_be_exchanged(case):
    base, mine, theirs = (dumped(side) for side in case[:3])
    one, other = merge(base, mine, theirs, case.shape), merge(base, theirs, mine, case.shape)
    assert {(c.path, c.mine, c.theirs) for c in one.conflicts} == {
        (c.path, c.theirs, c.mine) for c in other.conflicts
    }
    assert (one.text is None) == (other.text is None) == bool(one.conflicts)
    if one.text is not None:
        assert loosely(json.loads(one.text)) == loosely(json.loads(other.text))
        assert one.joined == other.joined
    assert 0 <= one.clean <= one.changes


@calmly
@given(cases)
def test_a_side_that_has_the_merged_text_already_changes_nothing(case):
    base, mine, theirs = dumped(case.base), dumped(case.mine), dumped(case.theirs, case.layout)
    both = merge(base, mine, theirs, case.shape).text
    # in a list without ids, what came instead of something else is told by its place alone
    if both is not None and not has_unnamed(*case[:3], 1 if case.shape is MergeShape.SETTINGS else -1):
        assert merge(base, both, theirs, case.shape).text == both
        assert merge(base, mine, both, case.shape).text == both


@calmly
@given(cases)
def test_each_place_is_merged_by_itself(case):
    """What comes out is told from the values alone, the place of what was added left aside."""
    trio, depth = case[:3], 1 if case.shape is MergeShape.SETTINGS else -1
    text = merge(dumped(case.base), dumped(case.mine), dumped(case.theirs, case.layout), case.shape).text
    if not has_unnamed(*trio, depth):  # what becomes of lists without ids is told by laws of their own
        assert (text is None) == is_conflict(*trio, depth)
        assert text is None or is_merge(json.loads(text), *trio)


@calmly
@given(cases)
def test_three_may_come_in_any_order(case):
    base, *sides = (dumped(side) for side in case[:4])
    found = set()
    for one, other, last in permutations(sides):
        first = merge(base, one, other, case.shape).text
        both = None if first is None else merge(base, last, first, case.shape).text
        found |= set() if both is None else {loosely(json.loads(both))}
    assert len(found) <= 1


def has_unnamed(base, mine, theirs, depth=-1):
    """Whether both changed a list whose entries have no ids, each in its own way."""
    if not depth or same(mine, theirs) or same(base, mine) or same(base, theirs):
        return False
    if all(isinstance(side, list) and not _is_named(side) for side in (base, mine, theirs) if side):
        return all(isinstance(side, list) for side in (base, mine, theirs))
    sides, _ = _parts(base, mine, theirs)
    if sides is None:
        return all(isinstance(side, list) for side in (base, mine, theirs))
    keys = {**sides[0], **sides[1], **sides[2]}
    return any(has_unnamed(*(side.get(key, NOTHING) for side in sides), depth - 1) for key in keys)


def is_conflict(base, mine, theirs, depth=-1):
    """Whether two changed the same place, each in its own way; what is so deep is one place."""
    if same(mine, theirs) or same(base, mine) or same(base, theirs):
        return False
    sides, orders = _parts(base, mine, theirs)
    if not depth or sides is None or len({*orders}) == 3:
        return True
    keys = {**sides[0], **sides[1], **sides[2]}
    return any(is_conflict(*(side.get(key, NOTHING) for side in sides), depth - 1) for key in keys)


def is_merge(found, base, mine, theirs):
    """Whether a value has just what two made of another; it must be no conflict."""
    if same(base, mine) or same(base, theirs) or same(mine, theirs):
        return same(found, theirs if same(base, mine) else mine)
    sides, (order, was, own, other) = _parts(found, base, mine, theirs)
    keys = {key: None for side in sides for key in side}
    merged = (is_merge(*(side.get(key, NOTHING) for side in sides)) for key in keys)
    return order == (own if was == other else other) and all(merged)


def _parts(*sides):
    """Objects, or lists by their entries' ids, with the order in which each has the entries that all have."""
    if all(isinstance(side, dict) for side in sides):
        return sides, [()] * len(sides)
    named = [{json.dumps(item["id"]): item for item in side} for side in sides if _is_named(side)]
    if len(named) < len(sides) or any(len(one) < len(side) for one, side in zip(named, sides, strict=True)):
        return None, ()
    return named, [tuple(key for key in side if all(key in one for one in named)) for side in named]


def _is_named(side):
    return isinstance(side, list) and all(isinstance(item, dict) and "id" in item for item in side)


def test_different_keys_merge_and_their_layout_stays():
    base = '{"a":1, "b" : 2,\n  "deep": {"x": [1,2], "y": 0}}'
    mine = base.replace('"a":1', '"a":9').replace('"y": 0', '"y": 5')
    theirs = base.replace('"b" : 2', '"b" : 3').replace("[1,2]", "[1,2,3]")
    result = merge(base, mine, theirs, MergeShape.JSON)
    assert result.text == '{"a":9, "b" : 3,\n  "deep": {"x": [1,2,3], "y": 5}}'
    assert (result.changes, result.clean) == (2, 2)


def test_the_same_key_is_a_conflict_with_its_path():
    result = merged({"a": {"b": 1}, "c": 1}, {"a": {"b": 2}, "c": 1}, {"a": {"b": 3}, "c": 2})
    assert result.text is None
    assert result.conflicts == (Conflict(("a", "b"), "1", "2", "3"),)
    assert (result.changes, result.clean) == (2, 1)


def test_changed_here_and_removed_there_is_a_conflict():
    assert merged({"a": 1}, {"a": 2}, {}).conflicts == (Conflict(("a",), "1", "2", ""),)
    assert merged({"a": 1, "b": 1}, {"b": 2}, {"a": 2, "b": 1}).conflicts == (Conflict(("a",), "1", "", "2"),)


def test_added_on_both_sides_is_taken_once_or_is_a_conflict():
    assert json.loads(merged({}, {"a": 1, "m": 2}, {"a": 1, "t": 3}).text) == {"a": 1, "t": 3, "m": 2}
    assert merged({}, {"a": {"x": 1}}, {"a": {"y": 1}}).text is None


def test_a_number_is_not_a_truth_value():
    assert merged({"a": 0}, {"a": 1}, {"a": True}).text is None


def test_entries_merge_by_their_id():
    base = [entry("1", v=1), entry("2", v=2), entry("3", v=3)]
    mine = [entry("0", v=0), entry("1", v=9), entry("1b"), entry("3", v=3), entry("mine")]
    theirs = [entry("1", v=1), entry("2", v=2), entry("3", v=4), entry("theirs")]
    result = merged(base, mine, theirs)
    found = [(item["id"], item.get("v")) for item in json.loads(result.text)]
    assert found == [("0", 0), ("1", 9), ("1b", None), ("3", 4), ("theirs", None), ("mine", None)]
    assert result.joined == 1


def test_an_entry_changed_here_and_removed_there_is_a_conflict():
    base = [entry("1", v=1), entry("2", v=2)]
    gone = merged(base, [entry("1", v=5), entry("2", v=2)], [entry("2", v=2)])
    assert [conflict.path for conflict in gone.conflicts] == [("1",)]
    assert merged(base, [entry("2", v=2)], [entry("1", v=5), entry("2", v=2)]).text is None


def test_an_entry_added_after_one_that_they_removed():
    base = [entry(1), entry(2), entry(3)]
    result = merged(base, [entry(1), entry(2), entry("new"), entry(3)], [entry(1), entry(3)])
    assert [item["id"] for item in json.loads(result.text)] == [1, "new", 3]


@pytest.mark.parametrize(
    "make", [lambda a: [1, a], lambda a: [entry("1", v=a), {}], lambda a: [entry("1", v=a), entry("1")]]
)
def test_a_list_without_ids_of_its_own_is_taken_whole(make):
    assert merged({"l": make(1)}, {"l": make(2)}, {"l": make(3)}).conflicts[0].path == ("l",)
    assert merged({"l": make(1), "o": 1}, {"l": make(2), "o": 1}, {"l": make(1), "o": 2}).text is not None


@pytest.mark.parametrize(
    ("base", "moved", "other", "expected"),
    [
        ([1, 2], [2, 1], [], []),
        ([1, 2, 3], [3, 1, 2], [1, 3], [3, 1]),
        ([1, 2, 3], [3, 1, 2], [1, 2], [1, 2]),
        ([1, 2, 3], [3, 2], [1, 2, 3], [3, 2]),
        ([1, 2], [2, 1], [1, 2, 9], [2, 1, 9]),
        ([1, 2], [2, 1], [1, 9, 2], [2, 1, 9]),
        ([1, 2], [2, 1], [9, 1, 2], [9, 2, 1]),
        ([1, 2, 3], [3, 1, 2], [1, 8, 9, 3], [3, 1, 8, 9]),
        ([1, 2, 3], [3, 2, 1], [1, 8, 2, 9, 3], [3, 2, 9, 1, 8]),
        ([1, 2, 3], [3, 7, 1, 2], [1, 2, 8, 3], [3, 7, 1, 2, 8]),
        ([1, 2], [9, 2, 1], [1, 2, 9], [9, 2, 1]),
        ([1, 2], [2, 1, 9], [1, 2, 8, 9], [2, 8, 1, 9]),
        ([1, 2], [2, 1], [2, 1, 3], [2, 1, 3]),
        ([1, 2, 3], [3, 2, 1], [3, 1], [3, 1]),
    ],
)
def test_an_order_that_was_changed_is_kept_whoever_changed_it(base, moved, other, expected):
    trio = [[entry(key) for key in keys] for keys in (base, moved, other)]
    assert ids(merged(*trio)) == expected
    assert ids(merged(trio[0], trio[2], trio[1])) == expected


def test_what_is_in_entries_of_another_order_merges():
    base = [entry(1, a=0, b=0), entry(2), entry(3, v=0)]
    one = [entry(3, v=0), entry(1, a=1, b=0), entry(2)]
    other = [entry(1, a=0, b=1), entry(2), entry(3, v=3)]
    expected = [entry(3, v=3), entry(1, a=1, b=1), entry(2)]
    assert json.loads(merged(base, one, other).text) == expected
    assert json.loads(merged(base, other, one).text) == expected


def test_entries_that_both_put_into_another_order_are_taken_whole():
    one, two, three = entry("1"), entry("2"), entry("3")
    trio = [one, two, three], [two, one, three], [one, three, two]
    assert merged(*trio).conflicts == (Conflict((), *map(json.dumps, trio)),)
    for mine in ([two, one, three, entry("4")], [three, entry("1", v=1), two]):
        assert merged(trio[0], mine, trio[2]).text is None


def test_what_moved_and_is_changed_here_and_removed_there_is_a_conflict():
    base, mine, theirs = [entry(1), entry(2)], [entry(2, v=1), entry(1)], [entry(1)]
    assert [conflict.path for conflict in merged(base, mine, theirs).conflicts] == [(2,)]
    assert [conflict.path for conflict in merged(base, theirs, mine).conflicts] == [(2,)]


def test_entries_that_i_moved_keep_their_text_and_the_rest_its_layout():
    base = '{ "l": [\n  {"id":1},\n    {"id" : 2, "v": 1.0},  {"id": 3}\n] }'
    mine = '{"l": [{"id": 3}, {"id": 1}, {"id": 2, "v": 1.0}]}'
    theirs = base.replace("1.0", "2.50").replace('{"id": 3}', '{"id": 3}, {"id":4}')
    result = merge(base, mine, theirs, MergeShape.JSON)
    assert result.text == '{ "l": [\n  {"id": 3},\n    {"id":1},  {"id" : 2, "v": 2.50}, {"id":4}\n] }'
    assert (result.changes, result.joined) == (2, 0)
    untouched = merge(base, mine, base + "\n", MergeShape.JSON)
    assert untouched.text == '{ "l": [\n  {"id": 3},\n    {"id":1},  {"id" : 2, "v": 1.0}\n] }\n'


def test_another_order_is_one_change_of_whoever_made_it():
    base, moved = [entry(1), entry(2), entry(3)], [entry(3), entry(1), entry(2)]
    edited = [entry(1), entry(2), entry(3, v=1)]
    assert (merged(base, moved, edited).changes, merged(base, edited, moved).changes) == (1, 1)
    assert merged(base, moved, [*moved, entry(4)]).changes == 2
    for mine, theirs in ((moved, edited), (edited, moved), (moved, [*moved, entry(4)])):
        found = json_merge.compare_values(base, mine, theirs, 1_000, whole=False)
        order = [json.dumps([item["id"] for item in side][:3]) for side in (base, mine, theirs)]
        assert (found.differences[0].path, list(found.differences[0].texts)) == ((), order)
        assert len(found.differences) == 2


def test_many_entries_in_another_order_are_one_edit():
    base = [entry(number) for number in range(3_000)]
    result = merged(base, base[::-1], [*base, entry("new")])
    assert ids(result) == [*reversed(range(3_000)), "new"]


def test_settings_are_never_merged_inside():
    base, mine, theirs = {"k": {"a": 1, "b": 1}}, {"k": {"a": 2, "b": 1}}, {"k": {"a": 1, "b": 2}}
    assert merged(base, mine, theirs).text is not None
    assert [conflict.path for conflict in merged(base, mine, theirs, MergeShape.SETTINGS).conflicts] == [
        ("k",)
    ]
    own = {**base, "mine": 1}
    assert json.loads(merged(base, own, theirs, MergeShape.SETTINGS).text) == {**theirs, "mine": 1}


@pytest.mark.parametrize("broken", ['{"a": 1', '{"a": 1, "a": 2}', '{"a": NaN}', '{"a": "\\ud800"}', ""])
def test_a_side_that_does_not_parse_is_one_conflict(broken):
    sides = ['{"a": 0}', '{"a": 2}', '{"b": 3}']
    for at in range(3):
        trio = [*sides[:at], broken, *sides[at + 1 :]]
        assert merge(*trio, MergeShape.JSON) == MergeResult(None, 1, (Conflict((), *trio),))


def test_a_result_that_would_not_parse_is_a_conflict(monkeypatch):
    """The edits never make one; should they ever, it goes nowhere."""
    monkeypatch.setattr(text_merge, "merge_values", lambda *_, **__: MergeResult('{"a": ', 1))
    assert merged({"a": 1}, {"a": 2}, {"a": 1, "b": 2}).conflicts[0].path == ()


def test_too_many_edits_are_left_to_a_person(monkeypatch):
    base = {str(number): 0 for number in range(3_000)}
    mine = dict.fromkeys(base, 1)
    theirs = {**base, "new": 1}
    result = merged(base, mine, theirs)
    assert (result.text, [conflict.path for conflict in result.conflicts]) == (None, [()])
    assert result.changes == 1
    monkeypatch.setattr(json_merge, "MOST_EDITS", 2)
    for count, is_merged in ((2, True), (3, False)):
        base = {str(number): 0 for number in range(count)}
        result = merged(base, dict.fromkeys(base, 1), {**base, "new": 1})
        assert (result.text is not None) is is_merged
    monkeypatch.setattr(json_merge, "EFFORT", 10)
    assert merged({"a": 1}, {"a": 2}, {"a": 1, "b": 2}).text is None


def test_every_difference_is_told_with_its_place_whoever_made_it():
    base = {
        "same": 1,
        "mine": 1,
        "theirs": 1,
        "both": 1,
        "list": [entry("1", v=0), entry("2", v=0), entry("3", v=0)],
    }
    mine = {
        "same": 1,
        "mine": 2,
        "theirs": 1,
        "both": 2,
        "list": [entry("2", v=0), entry("3", v=0), entry("4", v=0)],
    }
    theirs = {
        "same": 1,
        "mine": 1,
        "theirs": 3,
        "both": 3,
        "list": [entry("1", v=0), entry("2", v=0), entry("3", v=5)],
    }

    def old(key):
        return json.dumps(entry(key, v=0))

    found = json_merge.compare_values(base, mine, theirs, 1_000, whole=False)
    told = {difference.path: (*difference.texts, difference.is_conflict) for difference in found.differences}
    assert told == {
        ("mine",): ("1", "2", "1", False),
        ("theirs",): ("1", "1", "3", False),
        ("both",): ("1", "2", "3", True),
        ("list", "1"): (old("1"), "", old("1"), False),
        ("list", "3"): (old("3"), old("3"), json.dumps(entry("3", v=5)), False),
        ("list", "4"): ("", old("4"), "", False),
    }
    assert (found.changes, [conflict.path for conflict in found.conflicts]) == (3, [("both",)])
    for record, name in ((found, "changes"), (found.differences[0], "is_conflict")):
        with pytest.raises(FrozenInstanceError):
            setattr(record, name, 0)


def ids(result):
    return [item["id"] for item in json.loads(result.text)]


def test_entries_added_before_all_others_stay_there():
    result = merged([entry(1), entry(2)], [entry(0), entry(1), entry(2)], [entry(1), entry(2, v=1)])
    assert (ids(result), result.joined) == ([0, 1, 2], 0)
    result = merged([entry(1)], [entry(8), entry(9), entry(1)], [entry(1, v=1)])
    assert ids(result) == [8, 9, 1]


def test_entries_added_before_one_that_both_added_stay_there():
    trio = [[entry(key) for key in keys] for keys in ([1], [1, 8, 9], [1, 9])]
    assert (ids(merged(*trio)), merged(*trio).joined) == ([1, 8, 9], 0)
    trio = [[entry(key) for key in keys] for keys in ([1, 4], [2, 3], [3])]
    assert ids(merged(*trio)) == [2, 3]


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "joined"),
    [
        ([1], [1, 8], [1, 9], 1),
        ([], [8], [9], 1),
        ([1], [8, 1], [1, 9], 0),
        ([1], [1, 8], [9, 1], 0),
        ([1, 2], [1, 2, 8], [9, 1, 2], 0),
        ([1, 2], [1, 2, 8], [1], 0),
        ([1, 2], [1, 8], [1, 2, 9], 1),
        ([1, 2], [1, 2, 8], [2, 1], 0),
        ([1, 2], [2, 1, 8], [1, 2, 9], 1),
        ([1], [1, 8], [1, 8, 9], 0),
        ([1], [1, 7, 8], [1, 7, 9], 1),
        ([1], [1, 7, 8], [1, 9, 8], 0),
    ],
)
def test_what_both_added_at_the_end_is_counted(base, mine, theirs, joined):
    result = merged(*([entry(key) for key in keys] for keys in (base, mine, theirs)))
    there = {*mine, *theirs} - ({*base} - ({*mine} & {*theirs}))
    assert (sorted(ids(result)), result.joined) == (sorted(there), joined)


def test_an_entry_that_was_there_is_not_added_at_the_end():
    result = merged([entry(1, v=1)], [entry(1, v=2)], [])
    assert (len(result.conflicts), result.joined) == (1, 0)


LONG, LONGER = "0.12345678901234567890", "0.123456789012345678901"


@pytest.mark.parametrize(
    ("base", "mine", "theirs"),
    [
        (f'{{"a": {LONG}, "b": 1}}', f'{{"a": {LONGER}, "b": 1}}', f'{{"a": {LONG}, "b": 2}}'),
        ("[0.12345678901234568, 1]", f"[{LONG}, 1]", "[0.12345678901234568, 2]"),
        ("[0.12345678901234568, 1]", "[0.12345678901234568, 2]", f"[{LONG}, 1]"),
        ('{"a": 0.12345678901234568, "b": 1}', '{"b": 1}', f'{{"a": {LONG}, "b": 1}}'),
    ],
)
def test_a_number_whose_digits_would_get_lost_is_left_to_a_person(base, mine, theirs):
    assert merge(base, mine, theirs, MergeShape.JSON).text is None


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        (f'{{"a": {LONG}, "b": 1}}', f'{{"a": {LONG}, "b": 2}}', f'{{"a": {LONG}, "b": 1, "c": 3}}', LONG),
        ('{"b": 1}', '{"b": 2}', f'{{"b": 1, "a": {LONG}}}', LONG),
        (f'{{"a": {LONG}, "b": 1}}', f'{{"a": {LONG}, "b": 2}}', '{"a": 7, "b": 1}', "7"),
        (f'{{"a": {LONG}, "b": 1}}', '{"a": 8, "b": 1}', f'{{"a": {LONG}, "b": 2}}', "8"),
        ('{"a": 1, "b": 1}', f'{{"a": "{LONG}", "b": 1}}', '{"a": 1, "b": 2}', f'"{LONG}"'),
        ('{"a": 1, "b": 1}', '{"a": 1.50, "b": 1}', '{"a": 1, "b": 2}', "1.50"),
        ('{"a": 1, "b": 1}', f'{{"a": {LONG}, "b": 1}}', '{"a": 1, "b": 2}', LONG),
        ('{"a": 1, "b": 1}', '{"a": 1e-400, "b": 1}', '{"a": 1, "b": 2}', "1e-400"),
        (
            f'{{"a": [{LONG}, 1], "b": 1}}',
            f'{{"a": [{LONG}, 2], "b": 1}}',
            f'{{"a": [{LONG}, 1], "b": 2}}',
            f"[{LONG}, 2]",
        ),
    ],
)
def test_other_numbers_merge(base, mine, theirs, merged):
    assert f'"a": {merged}' in (merge(base, mine, theirs, MergeShape.JSON).text or "")
