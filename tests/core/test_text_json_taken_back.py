"""Laws of taking changes of JSON memories back, over every format that a system writes."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings

from helpers.dice import Dice, thrown
from helpers.json_chronicles import of_json_with_later, with_later
from helpers.json_histories import FORMATS, NOW, history
from helpers.sizes import size
from memdesk.text.merge.json_merge import settled
from memdesk.text.merge.merge import MergeShape, merge
from memdesk.text.taking_back import TextChange, without

calmly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""

histories = thrown(history, 60)


def taken_back(made, number, text):
    """What a document becomes when one of its changes is taken back; None where that needs a person."""
    before, after = made.texts[number : number + 2]
    return before if text == after else merged(made, after, before, text)


def merged(made, base, mine, theirs):
    result = merge(base, mine, theirs, made.shape, made.form, restoring=True).text
    return result if result is None else settled(result, theirs, made.form, NOW + 3_600)


def shown(made, text):
    """A text without scores of memories: of which moment they are, the file does not tell for certain."""
    return re.sub(r'"(score|tier)": [^,\n]+', r'"\1"', text) if made.name == "warm" else text


@calmly
@given(histories)
def test_without_a_change_a_document_is_as_if_it_had_never_been_made(made):
    for number, never in enumerate(made.without):
        assert shown(made, taken_back(made, number, made.texts[-1])) == shown(made, never)


@calmly
@given(histories)
def test_what_was_taken_back_comes_back(made):
    """With the last change made in between: the whole is as if nothing had been taken back."""
    *_, then, last = made.texts
    for number in range(len(made.without) - 1) if made.twins < 2 else ():
        without = taken_back(made, number, then)
        back = merged(made, without, then, taken_back(made, number, last))
        assert shown(made, back) == shown(made, last)


@calmly
@given(thrown(lambda dice: (history(dice), [dice.below(9) for _ in range(9)]), 80))
def test_all_changes_go_one_by_one_in_any_order(case):
    made, throws = case
    if made.twins > 1:
        return  # which of two equal messages went before is not known any more
    text, left = made.texts[-1], [*range(len(made.without))]
    while left:
        text = taken_back(made, left.pop(throws[len(left)] % len(left)), text)
    first = made.texts[0]
    if made.name in EXACT and made.removals < 2:
        assert text == first
    assert said(made, text) == said(made, first)


EXACT = ("hot", "profile", "policy", "metrics", "notes")
"""Formats in which nothing is derived but what is counted."""


def said(made, text):
    """What a document says: without what is derived, and without topics that nobody is on any more.

    The order of several things that went one by one is not known any more.
    """
    value = made.form.rules.bare(json.loads(text))
    if made.name == "tree":
        value = {path: node["desc"] for path, node in value.items() if path[:3] == "old"}
    return unordered(value) if made.removals > 1 else value


def unordered(value):
    if isinstance(value, list):
        return sorted(map(unordered, value), key=repr)
    return {name: unordered(member) for name, member in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("entry", ['"tea"', '{"text": "tea", "kind": "fact"}'])
def test_of_two_equal_entries_without_an_id_one_goes(entry):
    def items(*entries):
        return f"""[{", ".join(entries)}]"""

    now = items('"a"', entry, '"b"', entry)
    for before, after, left in (
        (items('"a"'), items('"a"', entry), items('"a"', '"b"', entry)),
        (items('"a"', entry, '"b"'), now, items('"a"', entry, '"b"')),
    ):
        found = without(TextChange(before, after), now, MergeShape.JSON)
        assert (found.text, found.conflicts) == (left, ())
        again = merge(found.text, now, found.text, MergeShape.JSON)
        assert again.text == now


EQUAL = {
    "the last of two": ("ab", "abc", "abcdc", "abdc"),
    "between others": ("xcdd", "xcddb", "xcddzbab", "xcddzab"),
    "beside equal ones of before": ("zdza", "zdzay", "zdzazyay", "zdzazay"),
    "below what was put first": ("cxa", "cxad", "bcxadccd", "bcxaccd"),
    "said anew with others": ("y", "yz", "cyzyz", "cyyz"),
    "two at once": ("a", "axx", "axxbx", "abx"),
    "one that was deleted": ("xax", "xa", "xab", "xaxb"),
    "the first that was deleted": ("xax", "ax", "axb", "xaxb"),
    "one that was rewritten": ("xax", "xab", "xaba", "xaxa"),
}


@pytest.mark.parametrize("name", EQUAL)
@pytest.mark.parametrize("entry", [str, lambda word: {"text": word}], ids=["words", "members"])
def test_of_equal_entries_the_one_goes_that_the_change_brought(name, entry):
    texts = [json.dumps({"facts": [entry(word) for word in words]}, indent=2) for words in EQUAL[name]]
    before, after, now, left = texts
    found = without(TextChange(before, after), now, MergeShape.JSON)
    assert (found.text, found.conflicts) == (left, ())


def test_every_format_is_tried():
    tried = {history(Dice([number])).name for number in range(len(FORMATS))}
    assert tried == {*FORMATS}


def test_what_builds_on_a_change_of_json_goes_with_it_and_nothing_else():
    for seed in range(size(2_000, 150)):
        assert of_json_with_later(seed) == []


@pytest.mark.parametrize(
    ("before", "after", "now", "standing"),
    [
        ({"a": 1}, {"a": 1, "c": 2}, {"a": 1}, (1, 0, 0)),
        ({"a": 1}, {"a": 1, "c": 2}, {"a": 3}, (1, 0, 0)),
        ({"a": 1}, {"a": 2, "c": 2}, {"a": 2, "d": 1}, (2, 1, 1)),
        ({"a": 1, "b": 1}, {"a": 2, "b": 2}, {"a": 1, "b": 1, "c": 4}, (2, 0, 0)),
        (
            {"n": [{"id": "x", "t": 1}]},
            {"n": [{"id": "x", "t": 2}, {"id": "y"}]},
            {"n": [{"id": "y"}]},
            (2, 1, 1),
        ),
        ({"n": ["one"]}, {"n": ["one", "two"]}, {"n": ["one", "six"]}, (1, 0, 0)),
        ({"n": ["one"]}, {"n": ["one", "two"]}, {"n": ["two"]}, (1, 1, 1)),
    ],
)
def test_of_what_is_as_it_was_before_the_change_nothing_is_told_to_be_there(before, after, now, standing):
    texts = [json.dumps(each, indent=2) + "\n" for each in (before, after, now)]
    found = without(TextChange(*texts[:2]), texts[2], MergeShape.JSON)
    assert found.standing == standing
    assert standing[1] or found.text == texts[2]


def test_a_value_that_was_removed_and_set_anew_goes_with_all_that_set_it():
    texts = [
        json.dumps({"a": 1, **more}) + "\n"
        for more in ({}, {"c": 3}, {"c": 4}, {}, {"e": 6}, {"e": 6, "c": 10}, {"e": 7, "c": 10})
    ]
    going, left = with_later(texts, 0, closely=False)
    assert going == (4, 2, 1, 0)
    assert json.loads(left) == {"a": 1, "e": 7}
