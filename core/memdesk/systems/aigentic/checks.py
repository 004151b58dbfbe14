"""What may be wrong with an entry's fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memdesk.model import Json, Severity
from memdesk.systems.aigentic.records import FIELDS
from memdesk.text.json_spans import Path

_TEXTS = ("id", "content", "category", "created_at", "updated_at")
_NUMBERS = ("access_count", "priority")


class Fault(NamedTuple):
    """Something wrong at a path inside an entry."""

    path: Path
    code: str
    message: str
    severity: Severity = Severity.ERROR
    arguments: tuple[str, ...] = ()


def entry_faults(item: Json) -> Iterator[Fault]:
    """Yield what keeps agents from loading an entry, and what they would drop from it."""
    if not isinstance(item, dict):
        yield Fault((), "json_shape", "an entry must be an object")
        return
    for key, value in item.items():
        if key not in FIELDS:
            message = f"the agent knows no field {key!r} and drops it when it writes"
            yield Fault((key,), "unknown_key", message, Severity.WARNING, (key,))
        elif value is not None:
            yield from _field_faults(key, value)


def _field_faults(key: str, value: Json) -> Iterator[Fault]:
    fits, wanted = True, ""
    if key in _TEXTS:
        fits, wanted = isinstance(value, str), "a text"
    elif key in _NUMBERS:
        fits, wanted = isinstance(value, int) and not isinstance(value, bool), "a whole number"
    elif key == "tags":
        fits, wanted = isinstance(value, list) and _texts(value), "an array of texts"
    elif key == "metadata":
        fits, wanted = isinstance(value, dict) and _texts(value.values()), "an object of texts"
    if not fits:
        yield Fault((key,), "wrong_type", f"{key!r} must be {wanted}", arguments=(key,))


def _texts(values: Iterable[Json]) -> bool:
    return all(isinstance(value, str | None) for value in values)
