"""Versions of a JSON value, made with dice: a base and what several made of it."""

from __future__ import annotations

import json
from typing import NamedTuple

from memdesk.text.merge.merge import MergeShape

_PLAIN = (0, 1, 2, 1.0, True, False, None, "", "茶", "<a>")
_IDS = ("1", "2", "3", "4", 1, 2)


class Case(NamedTuple):
    """A base and what three made of it, the layout of the one that is merged into, and what the text is."""

    base: object
    mine: object
    theirs: object
    third: object
    layout: object
    shape: MergeShape


def json_case(dice):
    """An object, three versions of it of which most have much in common with it, and how they are merged."""
    base = _object(dice)
    sides = [_edited(dice, base) if dice.below(6) else _object(dice) for _ in range(3)]
    shape = dice.one_of((MergeShape.JSON, MergeShape.JSON, MergeShape.SETTINGS))
    return Case(base, *sides, dice.one_of((2, None, "\t")), shape)


def _object(dice, depth=3):
    return {key: _value(dice, depth - 1) for key in "abc" if dice.below(4)}


def _value(dice, depth=2):
    """A plain value, entries, items or an object; the last two hold others."""
    how = dice.one_of(("entries", "plain", "object", "entries", "entries", "items")[: 6 if depth else 2])
    if how == "entries":
        return [entry(key, v=dice.below(3)) for key in {dice.one_of(_IDS): None for _ in dice.up_to(6)}]
    if how == "items":
        return [_value(dice, depth - 1) for _ in dice.up_to(2)]
    return _object(dice, depth) if how == "object" else dice.one_of(_PLAIN)


def _edited(dice, value):
    """A value of which much stays."""
    if isinstance(value, list):
        return _list_edited(dice, value)
    if not isinstance(value, dict):
        return dice.one_of(_PLAIN)
    if "id" in value:
        return {**value, dice.one_of("vw"): dice.below(3)}
    made = {key: _edited(dice, inner) if dice.below(3) else inner for key, inner in value.items()}
    made |= {key: _value(dice) for key in "abc" if not dice.below(12)}
    return {key: inner for key, inner in made.items() if dice.below(12)}


def _list_edited(dice, value):
    """Items of which some were changed, moved or dropped, with entries of other ids added."""
    items = list(value)
    for _ in dice.up_to(3):
        at, how = dice.below(len(items) + 1), dice.one_of(("change", "move", "add", "drop"))
        taken, items[at : at + 1] = items[at : at + 1], []
        if how == "add":
            taken.insert(0, entry(dice.one_of(_free(items + taken)), v=dice.below(3)))
        elif how == "change":
            taken = [_edited(dice, item) for item in taken]
        at = dice.below(len(items) + 1) if how == "move" else at
        items[at:at] = [] if how == "drop" else taken
    return items


def _free(items):
    used = [item["id"] for item in items if isinstance(item, dict) and "id" in item]
    return [key for key in _IDS if key not in used] or ["one more"]


def entry(key, **more):
    """Return an entry of a list."""
    return {"id": key, **more}


def dumped(value, indent=2):
    """Return a value as JSON."""
    return json.dumps(value, indent=indent, ensure_ascii=False)
