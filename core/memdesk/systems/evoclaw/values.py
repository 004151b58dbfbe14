"""Tolerant reading of single JSON values: what has the wrong type counts as absent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from memdesk.model import Json

_EARLIEST, _LATEST = -62_135_596_800.0, 253_402_300_799.0
"""The years 1 to 9999 in epoch seconds."""
_MOST = 1 << 53
_FRACTION = re.compile(r"(\.\d{1,6})\d*")


def text_of(value: Json) -> str:
    """Return a text as it is, a number as text, and an empty text for the rest."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def number_of(value: Json) -> float | None:
    """Return a number, or None where there is none that a computation can hold."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def count_of(value: Json) -> int:
    """Return a number of things, 0 where there is none."""
    return int(min(max(number_of(value) or 0.0, 0.0), _MOST))


def object_of(value: Json) -> dict[str, Json]:
    """Return an object, or an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: Json) -> list[Json]:
    """Return a list, or an empty one."""
    return value if isinstance(value, list) else []


def texts_of(value: Json) -> tuple[str, ...]:
    """Return the texts in a list."""
    return tuple(item for item in list_of(value) if isinstance(item, str))


def moment_of(value: Json) -> float | None:
    """Return a time in epoch seconds: from such a number, or from RFC 3339 text with any fraction.

    0 and the year 1 are how the two programs write "never"; what no calendar has is none either.
    """
    if isinstance(value, str):
        return _parsed_moment(value)
    moment = number_of(value)
    return moment if moment and _EARLIEST <= moment <= _LATEST else None


def rest_of(value: Mapping[str, Json], known: Iterable[str]) -> dict[str, Json]:
    """Return the members that no known name covers."""
    names = frozenset(known)
    return {name: member for name, member in value.items() if name not in names}


def _parsed_moment(text: str) -> float | None:
    try:
        moment = datetime.fromisoformat(_FRACTION.sub(r"\1", text, count=1))
        return moment.timestamp() if moment.year > 1 else None
    except (ValueError, OverflowError, OSError):
        return None
