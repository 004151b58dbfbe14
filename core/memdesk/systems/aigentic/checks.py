"""What may be wrong with an entry's fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memdesk.model import Json, Severity
from memdesk.systems.aigentic.records import FIELDS
from memdesk.text.json.names import canonical
from memdesk.text.json.spans import Path

_WANTED = {
    **dict.fromkeys(FIELDS, "a text"),
    **dict.fromkeys(("access_count", "priority"), "a whole number"),
    "tags": "an array of texts",
    "metadata": "an object of texts",
}


class EntryFault(NamedTuple):
    """Something wrong at a path inside an entry."""

    path: Path
    code: str
    message: str
    severity: Severity = Severity.ERROR
    arguments: tuple[str, ...] = ()


def entry_faults(item: Json) -> Iterator[EntryFault]:
    """Yield what keeps agents from loading an entry, and what they would drop from it."""
    if not isinstance(item, dict):
        yield EntryFault((), "json_shape", "an entry must be an object")
        return
    for key, value in item.items():
        name = canonical(key, FIELDS)
        if name not in FIELDS:
            message = f"the agent knows no field {key!r} and drops it when it writes"
            yield EntryFault((key,), "unknown_key", message, Severity.WARNING, (key,))
        elif value is not None and not _fits(name, value):
            yield EntryFault((key,), "wrong_type", f"{key!r} must be {_WANTED[name]}", arguments=(key,))


def _fits(name: str, value: Json) -> bool:
    match name:
        case "tags":
            return isinstance(value, list) and _texts(value)
        case "metadata":
            return isinstance(value, dict) and _texts(value.values())
        case "access_count" | "priority":
            return isinstance(value, int) and not isinstance(value, bool)
        case _:
            return isinstance(value, str)


def _texts(values: Iterable[Json]) -> bool:
    return all(isinstance(value, str | None) for value in values)
