"""How two JSON texts differ, as entries and fields with all that they say."""

from __future__ import annotations

import json

import pytest

from memdesk.text.changed_words import Effect, changed_entries

ENTRY = {"id": "a", "content": "Ada likes tea", "tags": ["x"], "created_at": 1}
ADDED = {"id": "b", "created_at": 2, "content": "Hao approved\nthe invoice", "category": "money"}


def entries(old, new):
    found = changed_entries(*("" if side is None else json.dumps(side, indent=1) for side in (old, new)))
    return [
        (each.effect, each.part, each.is_entry, [tuple(field) for field in each.fields]) for each in found
    ]


def test_an_added_entry_is_told_with_all_its_fields_what_it_says_first():
    found = entries({"run": [ENTRY]}, {"run": [ENTRY, ADDED]})
    fields = [
        ("content", None, "Hao approved\nthe invoice"),
        ("id", None, "b"),
        ("category", None, "money"),
        ("created at", None, "2"),
    ]
    assert found == [(Effect.ADDED, "run", True, fields)]


def test_the_changed_fields_of_an_entry_are_told_together():
    changed = ENTRY | {"content": "Ada likes coffee", "tags": ["x", "y"]}
    fields = [("content", "Ada likes tea", "Ada likes coffee"), ("tags", "x", "x, y")]
    assert entries({"run": [ENTRY]}, {"run": [changed]}) == [(Effect.CHANGED, "run", True, fields)]


def test_fields_that_are_in_no_entry_are_told_by_their_names():
    fields = [("city", "Lyon", "Paris"), ("name", None, "Ada"), ("old", "1", None)]
    found = entries({"city": "Lyon", "old": 1}, {"city": "Paris", "name": "Ada"})
    assert found == [(Effect.CHANGED, "", False, fields)]


def test_a_removed_entry_is_told_by_what_it_said():
    [(effect, part, _, fields)] = entries({"run": [ENTRY]}, {"run": []})
    assert (effect, part, fields[0]) == (Effect.REMOVED, "run", ("content", "Ada likes tea", None))


@pytest.mark.parametrize(("old", "new"), [("{", "{}"), ("{}", "{"), ("{}", "{}"), ("no", "json")])
def test_what_is_no_json_has_no_entries(old, new):
    assert changed_entries(old, new) == ()
