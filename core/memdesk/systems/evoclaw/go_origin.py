"""What Go's files said when they came in, kept beside the tiers. Pure.

The skill's form has no room for a billionth of a second, for the order that lessons were learned in, or for
counts of an archive that lies elsewhere. An export takes these from here where the tiers still say the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memdesk.model import Json
from memdesk.systems.evoclaw.values import count_of, list_of, moment_of, object_of, text_of

_STAMPS = ("version", "last_updated")
_NAMES = ("path", "name", "text", "description")


def as_imported(made: Json, origin: Json) -> Json:
    """Return a tier in Go's form with all that it had when it came in and that has not changed since."""
    before = object_of(origin)
    if not before:
        return made
    whole = object_of(_like(made, before))
    if _unstamped(whole) == _unstamped(before):
        return {**whole, **{name: before[name] for name in _STAMPS if name in before}}
    return {**whole, "version": count_of(before.get("version")) + 1}


def _unstamped(whole: dict[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in whole.items() if name not in _STAMPS}


def _like(made: Json, origin: Json) -> Json:
    """Return a value as it was written before, where that means the same."""
    if isinstance(made, dict) and isinstance(origin, dict):
        return {name: _member(name, value, origin.get(name)) for name, value in made.items()}
    if isinstance(made, list) and isinstance(origin, list):
        return _items(made, origin)
    if isinstance(made, str) and isinstance(origin, str):
        moment = moment_of(made)
        return origin if moment is not None and moment == moment_of(origin) else made
    return origin if made == [] and origin is None else made


def _member(name: str, made: Json, origin: Json) -> Json:
    if name == "cold_count":
        return max(count_of(made), count_of(origin))
    if name == "critical_lessons":
        return _in_order(list_of(_like(made, origin)), list_of(origin))
    return _like(made, origin)


def _items(made: Sequence[Json], origin: Sequence[Json]) -> list[Json]:
    """Return the items of a list, each as it was written before if it was there."""
    before = dict(zip(_keys(origin), origin, strict=True))
    return [_like(item, before.get(key)) for key, item in zip(_keys(made), made, strict=True)]


def _in_order(lessons: Sequence[Json], origin: Sequence[Json]) -> list[Json]:
    """Return lessons as they were learned: the skill sorts them by importance, Go does not."""
    places = {key: place for place, key in enumerate(_keys(origin))}
    found = sorted(
        zip(_keys(lessons), lessons, strict=True), key=lambda each: places.get(each[0], len(places))
    )
    return [lesson for _, lesson in found]


def _keys(items: Sequence[Json]) -> list[tuple[str, int]]:
    """Return what tells the items of a list apart: their name, and the how manyth of that name they are."""
    seen: Counter[str] = Counter()
    keys = []
    for item in items:
        name = next(
            (text for field in _NAMES if (text := text_of(object_of(item).get(field)))), text_of(item)
        )
        seen[name] += 1
        keys.append((name, seen[name]))
    return keys
