"""The arguments of a call as model providers send them: made what the tool takes, where that is exact.

Null stands for an argument that is left out, and ``"7"`` or ``7.0`` for a whole number; where a number, a
switch, a list or an object is wanted, its JSON in a text will do. Where a text is wanted, it stays as it is.
All else is left, too, for the tool's own rules to refuse.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any, TypeAlias

from memdesk.model import Json
from memdesk.systems.tools import Arguments

Schema: TypeAlias = dict[str, Any]

EXACT = 2**53
"""Up to here every whole number has a float of its own."""

_WHOLE = re.compile(r"\s*([+-]?[0-9]{1,18})(?:\.0+)?\s*", re.ASCII)
_NUMBER = re.compile(r"\s*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?\s*", re.ASCII)
_SWITCHES: Mapping[str, bool] = {"true": True, "false": False}


@cache
def schema_of(arguments: type[Arguments]) -> Schema:
    """Return the arguments as JSON Schema that stands for itself: nothing in it refers to another place.

    It is shared: nobody may change it.
    """
    whole = arguments.model_json_schema()
    shared = whole.pop("$defs", {})
    return _plain(whole, shared)


def as_meant(arguments: type[Arguments], given: Mapping[str, Json]) -> dict[str, Json]:
    """Return the arguments of a call as the tool takes them, where they can be exactly that."""
    return _members(given, schema_of(arguments))


def members_of(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Return what stands in an object of JSON (for ``object_pairs_hook``); ValueError: a name twice."""
    found: dict[str, Json] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the name {name!r} stands twice in an object")
        found[name] = value
    return found


def _plain(told: Schema, shared: Schema) -> Schema:
    """Return a part of a schema with what it refers to in its place, and without names for programs."""
    name = str(told.get("$ref", "")).rpartition("/")[2]
    if name:
        rest = {key: value for key, value in told.items() if key != "$ref"}
        return _plain({**shared[name], **rest}, shared)
    plain: Schema = {}
    for key, value in told.items():
        if key == "properties":
            plain[key] = {inner: _plain(part, shared) for inner, part in value.items()}
        elif isinstance(value, dict) and key != "default":
            plain[key] = _plain(value, shared)
        elif key == "anyOf":
            plain[key] = [_plain(part, shared) for part in value]
        elif key != "title":
            plain[key] = value
    return plain


def _members(given: Mapping[str, Json], told: Schema) -> dict[str, Json]:
    """Return what an object has; a null stands for nothing where the object's names are known."""
    named, other = told.get("properties", {}), told.get("additionalProperties")
    found: dict[str, Json] = {}
    for name, value in given.items():
        part = named.get(name, other)
        if value is not None or name not in named:
            found[name] = _meant(value, part) if isinstance(part, dict) else value
    return found


def _meant(value: Json, told: Schema) -> Json:
    kinds = dict(_kinds(told))
    if isinstance(value, str) and kinds and "string" not in kinds:
        value = _said(value, kinds.keys())
    elif isinstance(value, float) and "integer" in kinds and "number" not in kinds:
        return int(value) if value.is_integer() and abs(value) <= EXACT else value
    if isinstance(value, list) and "array" in kinds:
        items = kinds["array"].get("items")
        return [_meant(item, items) for item in value] if isinstance(items, dict) else value
    if isinstance(value, dict) and "object" in kinds:
        return _members(value, kinds["object"])
    return value


def _kinds(told: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield the types that a value may have, each with what is told of it."""
    for option in told.get("anyOf", [told]):
        if "type" in option:
            yield str(option["type"]), option


def _said(text: str, wanted: AbstractSet[str]) -> Json:
    """Return what a text says in place of a value of other types; the text where it says none of them."""
    if "boolean" in wanted and text in _SWITCHES:
        return _SWITCHES[text]
    if "integer" in wanted and (found := _WHOLE.fullmatch(text)):
        return int(found[1])
    if "number" in wanted and _NUMBER.fullmatch(text) and math.isfinite(number := float(text)):
        return number
    value = _parsed(text) if wanted & {"array", "object"} else None
    return value if isinstance(value, list | dict) else text


def _parsed(text: str) -> Json:
    """Return the JSON of a text; None where it is none, or where some of it would get lost."""
    if not text.lstrip().startswith(("[", "{")):
        return None
    try:
        found: Json = json.loads(
            text, object_pairs_hook=members_of, parse_constant=_refuse, parse_float=_float
        )
    except (ValueError, RecursionError):
        return None
    return found


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        _refuse(text)
    return number


def _refuse(text: str) -> None:
    raise ValueError(f"{text} is no number of JSON")
