"""Brings keys and entries of a former JSON value back, in the layout of the text that is there now."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import NamedTuple

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.text.json.digits import Digits
from memdesk.text.json.text import parse
from memdesk.text.merge.json_lists import entries_by_id
from memdesk.text.merge.json_merge import is_same, rewritten

_SHOWN = 80

Steps = tuple[str | int, ...]


class JsonPiece(NamedTuple):
    """A key or an entry of a former value: the way to it (entries by their id), and what became of it."""

    path: Steps
    there: bool
    same: bool
    value: Json
    summary: str = ""


def json_pieces(then: str, now: str, *, whole: bool) -> tuple[JsonPiece, ...]:
    """Return the parts of a former value that are no objects themselves, or that are gone as a whole."""
    if parse(then).broken or parse(now).broken:
        return ()
    digits = Digits(then, now)
    former, present = (parse(digits.hidden(text)).value for text in (then, now))
    found = _pieces(former, present, (), whole=whole)
    return tuple(piece._replace(summary=_shown(digits.rounded(piece.value))) for piece in found)


def json_with_pieces(then: str, now: str, chosen: Collection[int], *, whole: bool) -> str:
    """Return a text with these parts of its former value as they were."""
    former, present, digits = _both(then, now)
    result = present
    for number, piece in enumerate(_pieces(former, present, (), whole=whole)):
        if number in chosen:
            result = _put(result, former, piece.path, piece.value)
    return digits.shown(rewritten(digits.hidden(now), present, result))


def json_with_missing(then: str, now: str, *, whole: bool) -> str:
    """Return a text with the keys, entries and items that only its former value has."""
    former, present, digits = _both(then, now)
    filled = _filled(former, present, inside=not whole)
    return digits.shown(rewritten(digits.hidden(now), present, filled))


def _both(then: str, now: str) -> tuple[Json, Json, Digits]:
    """Return two values in which no number is shorter than in its text."""
    for text in (then, now):
        _require_sound(text)
    digits = Digits(then, now)
    return parse(digits.hidden(then)).value, parse(digits.hidden(now)).value, digits


def _require_sound(text: str) -> None:
    result = parse(text)
    if result.broken:
        problem = result.problems[0]
        message = f"one of the two is no JSON ({problem.message}); only the whole of it can be brought back"
        raise InvalidError(message, reason=problem.code, arguments=problem.arguments, line=problem.line)


def _pieces(then: Json, now: Json, path: Steps, *, whole: bool) -> Iterator[JsonPiece]:
    if isinstance(then, dict) and isinstance(now, dict) and not (whole and path):
        for key, value in then.items():
            if key in now:
                yield from _pieces(value, now[key], (*path, key), whole=whole)
            else:
                yield JsonPiece((*path, key), False, False, value)
        return
    former, present = entries_by_id(then), entries_by_id(now)
    if former and present is not None:
        for name, entry in former.items():
            there = name in present
            same = there and is_same(entry, present[name])
            yield JsonPiece((*path, _id(name)), there, same, entry)
    else:
        yield JsonPiece(path, True, is_same(then, now), then)


def _shown(value: Json) -> str:
    """Return what a person recognises a value by."""
    if isinstance(value, dict):
        texts = [item for key, item in value.items() if isinstance(item, str) and key != "id"]
        value = next((text for text in texts if " " in text), texts[0] if texts else value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return " ".join(text[: 2 * _SHOWN].split())[:_SHOWN]


def _id(name: str) -> str | int:
    found: str | int = json.loads(name)
    return found


def _put(now: Json, then: Json, path: Steps, value: Json) -> Json:
    """Return a value with what stands at a path replaced, or put in behind what it followed."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(now, dict) and isinstance(then, dict) and isinstance(step, str) and step in then:
        inner = _put(now[step], then[step], rest, value) if step in now else value
        return {**now, step: inner}
    former, present = entries_by_id(then) or {}, entries_by_id(now) or {}
    name = json.dumps(step)
    if name in present:
        present[name] = value
        return list(present.values())
    return _with_entry(list(former), present, name, value)


def _with_entry(order: list[str], present: dict[str, Json], name: str, value: Json) -> Json:
    before = [key for key in order[: order.index(name)] if key in present]
    names = list(present)
    at = names.index(before[-1]) + 1 if before else 0
    entries = list(present.values())
    return [*entries[:at], value, *entries[at:]]


def _filled(then: Json, now: Json, *, inside: bool) -> Json:
    """Return a value with what another has and it has not; entries and single values stay what they are."""
    if isinstance(then, dict) and isinstance(now, dict):
        both = {
            key: _filled(then[key], value, inside=True) if inside and key in then else value
            for key, value in now.items()
        }
        return {**both, **{key: value for key, value in then.items() if key not in now}}
    if isinstance(then, list) and isinstance(now, list):
        former, present = entries_by_id(then), entries_by_id(now)
        if former is not None and present is not None:
            return _with_entries(former, present)
        return _with_items(then, now)
    return now


def _with_entries(former: dict[str, Json], present: dict[str, Json]) -> Json:
    result: list[Json] = list(present.values())
    names = list(present)
    at = 0
    for name, entry in former.items():
        if name in present:
            at = names.index(name) + 1
        else:
            names.insert(at, name)
            result.insert(at, entry)
            at += 1
    return result


def _with_items(then: list[Json], now: list[Json]) -> Json:
    """Put items back behind those that they followed; equal ones count as often as they are there."""
    result, free, at = list(now), list(now), 0
    for item in then:
        known = next((place for place, other in enumerate(free) if is_same(other, item)), None)
        if known is not None:
            free.pop(known)
            at = next(place for place, other in enumerate(result) if is_same(other, item)) + 1
        else:
            result.insert(at, item)
            at += 1
    return result
