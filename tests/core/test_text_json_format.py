"""What formats say of JSON in a merge: members that are derived, what stands, what a document begins as."""

from __future__ import annotations

import json

import pytest

from memdesk.model import Kind
from memdesk.systems.evoclaw.formats import json_format as evoclaw
from memdesk.systems.registry import load_systems
from memdesk.text.merge.json_format import JsonFormat, framed, rules, with_frame
from memdesk.text.merge.json_merge import settled
from memdesk.text.merge.merge import MergeShape, merge
from memdesk.text.merge.resume import begin
from memdesk.text.merge.session import Sources

_THRICE = {"a": {"v": 2, "uses": 3}}
COUNTED = JsonFormat(rules(counts="n **/uses", last="time **/score"))


def merged(base, mine, theirs, form=COUNTED, *, restoring=False):
    texts = [json.dumps(side) for side in (base, mine, theirs)]
    result = merge(*texts, MergeShape.JSON, form, restoring=restoring)
    return None if result.text is None else json.loads(result.text)


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "expected"),
    [
        ({"n": 1}, {"n": 2}, {"n": 3}, {"n": 4}),
        ({"n": 1}, {"n": 2}, {"n": 2}, {"n": 3}),
        ({"n": 2}, {"n": 1}, {"n": 3}, {"n": 2}),
        ({"n": 2}, {"n": 1}, {"n": 2, "a": 1}, {"n": 1, "a": 1}),
        ({"n": 3}, {"n": 0}, {"n": 1}, {"n": 0}),
        ({}, {"n": 2}, {"n": 3}, {"n": 5}),
        ({"n": 1}, {"n": 2}, {"n": "3"}, {"n": "3"}),
        ({"n": 1}, {"a": 1}, {"n": 2}, {"a": 1}),
        ({"n": 1}, {"n": 2}, {"a": 1}, {"a": 1}),
        ({"n": True}, {"n": 2}, {"n": 3}, {"n": 5}),
        ({"time": 1}, {"time": 2}, {"time": 3}, {"time": 3}),
        ({"time": 1}, {"time": 0, "a": 1}, {"time": 1, "b": 2}, {"time": 0, "b": 2, "a": 1}),
        ({"time": 1}, {"a": 1}, {"time": 1, "b": 2}, {"b": 2, "a": 1}),
        ({}, {"time": 1, "a": 1}, {"b": 2}, {"b": 2, "time": 1, "a": 1}),
        ({"a": {"v": 1, "score": 1}}, {}, {"a": {"v": 1, "score": 2}}, {}),
        ({"a": {"v": 1, "score": 1}}, {"a": {"v": 1, "score": 2}}, {"b": 1}, {"b": 1}),
        ({}, {"a": {"v": 1, "score": 1}}, {"a": {"v": 1, "score": 2}}, {"a": {"v": 1, "score": 2}}),
        ({"a": {"v": 1, "uses": 1}}, {"a": {"v": 2, "uses": 2}}, {"a": {"v": 2, "uses": 2}}, _THRICE),
        ({"a": [1], "n": 0}, {"a": 1, "n": 1}, {"a": 1, "n": 1}, {"a": 1, "n": 2}),
    ],
)  # fmt: skip
def test_what_is_derived_makes_no_conflict(base, mine, theirs, expected):
    found = merged(base, mine, theirs)
    assert (found, [*found]) == (expected, [*expected])


def test_what_is_derived_is_no_change_that_anybody_is_told_of():
    base, mine, theirs = (
        {"a": 1, "b": 1, "n": 1, "time": 1},
        {"a": 2, "n": 2, "b": 1},
        {"a": 1, "b": 1, "n": 5},
    )
    result = merge(*map(json.dumps, (base, mine, theirs)), MergeShape.JSON, COUNTED)
    assert (result.changes, result.conflicts) == (0, ())
    session = begin(Sources(*map(json.dumps, (base, mine, theirs)), MergeShape.JSON, COUNTED))
    assert [chunk.path for chunk in session.chunks] == [("a",)]
    assert json.loads(session.text) == {"a": 2, "b": 1, "n": 6}


def test_entries_without_ids_are_matched_whatever_their_score():
    base = {"l": [{"t": "one", "score": 1}, {"t": "two", "score": 1}]}
    mine = {"l": [{"t": "two", "score": 0.5}]}
    theirs = {"l": [{"t": "one", "score": 2}, {"t": "two", "score": 3}, {"t": "three", "score": 1}]}
    assert merged(base, mine, theirs) == {"l": theirs["l"][1:]}


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ('{"a": "é"}', '{"b": "\\u00fc"}', '{"a": "\\u00e9", "b": "\\u00fc"}'),
        ('{"a": "<"}', '{"b": "\\u003e"}', '{"a": "\\u003c", "b": "\\u003e"}'),
        ('{"a": [1.50, {"x":1}]}', '{"b": 1}', '{"a": [1.50, {"x":1}], "b": 1}'),
        ('{"a":[1.50,{"x":1}]}', '{"b": 1}', '{"a": [1.5, {"x": 1}], "b": 1}'),
        ('{\n "a": [\n  1.50\n ]\n}', '{\n "b": 1\n}', '{\n "a": [\n  1.50\n ],\n "b": 1\n}'),
        ('{\n "a": [\n  1.50\n ]\n}', "{}", '{\n "a": [\n  1.50\n ]\n}'),
    ],
)
def test_what_comes_in_keeps_its_spelling_where_the_text_has_the_same_style(mine, theirs, expected):
    base = "{}" if theirs != "{}" else "{ }"
    assert merge(base, mine, theirs, MergeShape.JSON, JsonFormat(sorted_names=True)).text == expected


def test_what_goes_into_a_deeper_place_gets_its_margin():
    base = '{\n  "l": []\n}'
    mine = '{\n  "l": [\n    {\n      "a": 1.50\n    }\n  ]\n}'
    theirs = '{\n    "l": [\n        2\n    ]\n}'
    assert '        {\n            "a": 1.5\n        }' in merge(base, mine, theirs, MergeShape.JSON).text


@pytest.mark.parametrize(
    ("value", "later", "left"),
    [
        ([1], [1, 2], []),
        ({"a": 1}, {"a": 1, "b": 2}, {}),
        ({"a": {"x": {"v": 1}}, "b": {"x": {}}}, {"a": {"x": {"v": 1}, "y": {}}, "b": {"x": {}}}, {"a": {}}),
        ({"a": {"v": 1}}, {"a": {"v": 1, "w": 2}}, {}),
        ({"a": [1], "b": [1]}, {"a": [1, 2], "b": {}}, {"a": []}),
        ({"a": [1]}, [], {}),
    ],
)
def test_of_a_format_that_nobody_knows_what_holds_something_later_stays(value, later, left):
    assert framed(JsonFormat(), value, later) == left


def test_what_a_known_format_begins_as_stays():
    value = {"identity": {"name": "Ada"}, "critical_lessons": ["x"], "_schema_version": "2.0", "own": [1]}
    left = {"identity": {}, "critical_lessons": [], "_schema_version": "2.0"}
    assert framed(evoclaw(Kind.HOT, "h.json"), value, {**value, "own": [1, 2]}) == left
    assert framed(evoclaw(Kind.WARM, "w.json"), {"id": {"text": "x"}}, {}) == {}


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "expected"),
    [
        ({"l": [1, "a"]}, {}, {"l": [1, "a", "b"]}, {"l": ["b"]}),
        ({"l": ["a"]}, {"l": None}, {"l": ["a", "b"]}, {"l": ["b"]}),
        ({"d": {"l": ["a"]}}, {"d": {}}, {"d": {"l": ["a", "b"]}}, {"d": {"l": ["b"]}}),
        ({"d": {"v": 1}}, {}, {"d": {"v": 1, "w": 2}}, None),
        ({"d": {"v": 1}}, {"d": 7}, {"d": {"v": 1, "w": 2}}, None),
        ({"l": ["a"]}, {}, {"l": ["a"], "b": 1}, {"b": 1}),
    ],
)
def test_what_a_change_brought_goes_and_what_came_into_it_later_stays(base, mine, theirs, expected):
    assert merged(base, mine, theirs, JsonFormat(), restoring=True) == expected
    assert with_frame(JsonFormat(), [], [], []) == []


def test_what_comes_back_stands_before_what_came_since():
    base, mine, theirs = {"l": ["a"]}, {"l": ["a", "gone"]}, {"l": ["a", "new"], "k": 1}
    assert merged(base, mine, theirs, restoring=True)["l"] == ["a", "gone", "new"]
    assert merged(base, mine, theirs)["l"] == ["a", "new", "gone"]
    assert merged({"l": ["a"]}, {"l": ["a", "b"]}, {"l": ["b", "a"]}, restoring=True)["l"] == ["b", "a", "b"]
    assert merged({"a": 1}, {"a": 1, "z": 2}, {"a": 1, "n": 3}, restoring=True) == {"a": 1, "z": 2, "n": 3}


def topic(warm=0, *children, **more):
    return {
        "desc": "d",
        "warm_count": warm,
        "cold_count": 0,
        "last_access": 0,
        "children": [*children],
        **more,
    }


def test_topics_stay_that_others_are_on_with_those_above_them():
    form = evoclaw(Kind.TREE, "memory-tree.json")
    mine = {"root": topic(0, "z"), "z": topic(1), "_schema_version": "2.0"}
    base = {
        "root": topic(0, "a", "z", "b"),
        "z": topic(1),
        "a": topic(0, "a/x"),
        "a/x": topic(1),
        "b": topic(1),
    }
    used = {**base, "a/x": topic(2), "_schema_version": "2.0"}
    found = merged({**base, "_schema_version": "2.0"}, mine, used, form)
    assert found["root"]["children"] == ["a", "z"]
    assert {path: found[path]["warm_count"] for path in ("a", "a/x", "z")} == {"a": 0, "a/x": 1, "z": 1}
    assert "b" not in found
    below = {**base, "b": topic(1, "b/new"), "b/new": topic(1), "_schema_version": "2.0"}
    found = merged({**base, "_schema_version": "2.0"}, mine, below, form)
    assert (found["b"]["warm_count"], found["b"]["children"], [*found]) == (
        0,
        ["b/new"],
        ["root", "z", "b", "b/new", "_schema_version"],
    )


def test_the_index_of_go_and_other_values_are_merged_as_they_are():
    form = evoclaw(Kind.TREE, "tree.json")

    def node(path, warm, *children):
        return {
            "path": path,
            "summary": path,
            "warm_count": warm,
            "last_updated": warm,
            "children": [*children],
        }

    base = {"root": node("", 0, node("a", 1), node("b", 1)), "node_count": 3, "version": 2}
    mine = {"root": node("", 0, node("a", 1)), "node_count": 2, "version": 1}
    theirs = {"root": node("", 0, node("a", 2), node("b", 1), node("c", 1)), "node_count": 4, "version": 4}
    assert merged(base, mine, theirs, form) == {
        "root": node("", 0, node("a", 2), node("c", 1)),
        "node_count": 3,
        "version": 3,
    }


def memory(identity, score=0.5, importance=0.5, **more):
    return {
        "id": identity,
        "text": "t",
        "importance": importance,
        "created_at": 100.0,
        "score": score,
        **more,
    }


def test_scores_are_worked_out_of_the_moment_at_which_the_others_were():
    form, now = evoclaw(Kind.WARM, "warm-memory.json"), 86_400.0 * 30 + 100
    old, faded = memory("a", 0.9, 0.9), 0.5 / 2.718281828459045
    later = {**memory("b"), "created_at": now}

    def after(values, theirs):
        return json.loads(settled(json.dumps(values), json.dumps(theirs), form, now + 1))

    theirs = [memory("a", faded), later]
    assert after([{**old, "tier": "hot"}, memory("c", 0.7, tier="hot"), later], theirs) == [
        {**old, "tier": "hot"},
        memory("c", faded, tier="cold"),
        later,
    ]
    assert after([memory("a", faded, 0.25), later], theirs)[0]["score"] == pytest.approx(faded / 2)
    unsure = [memory("a", 0.123), later]
    assert after([memory("a", 0.123, 1.0), 7, later], unsure)[0]["score"] == pytest.approx(
        2 * faded, rel=1e-5
    )
    assert after([memory("c", 0.123)], [])[0]["score"] == pytest.approx(faded, rel=1e-5)
    plain = {"id": "c", "text": "no score"}
    assert after([plain, {"no": "memory"}], theirs) == [plain, {"no": "memory"}]
    assert after({"a": 1}, theirs) == {"a": 1}
    assert settled("[1.50]", "[]", JsonFormat(), now) == "[1.50]"


@pytest.mark.parametrize("system", ["evoclaw", "aigentic", "picoclaw-memskill", "picoclaw-profile"])
def test_each_system_says_what_its_documents_begin_as(system):
    known = load_systems()[system]
    kinds = {
        "evoclaw": (Kind.HOT, Kind.WARM, Kind.TREE, Kind.SESSION),
        "aigentic": (Kind.COMPARTMENTS,),
        "picoclaw-memskill": (Kind.SESSION, Kind.POLICY),
        "picoclaw-profile": (Kind.PROFILE,),
    }
    assert all(known.json_format(kind, "x.json").frame is not None for kind in kinds[system])
    assert known.json_format(Kind.OTHER, "x.json") == JsonFormat()
    if system == "evoclaw":
        assert known.json_format(Kind.OTHER, "memory/metrics.json").rules
    if system == "aigentic":
        entry = known.json_format(Kind.COMPARTMENTS, "memory.json").rules.below("run").below()
        assert entry.below("Access_Count").here is entry.below("access_count").here is not None
