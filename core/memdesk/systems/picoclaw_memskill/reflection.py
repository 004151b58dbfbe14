"""What an agent's model answers when it is asked to change the policy, as agents read it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from memdesk.systems.picoclaw_policy.layers import KEYS, LARGEST, PARAMETERS, Setting

_LINE = re.compile(r"\s*([A-Za-z_]+)\s*[:=]\s*(.*?)\s*")
_WHOLE = re.compile(r"[+-]?\d{1,19}")
_SWITCHES = frozenset(parameter.key for parameter in PARAMETERS if isinstance(parameter.default, bool))

BOUNDS = {
    "retrieve_limit": range(1, 101),
    "recent_days": range(1, 91),
    "session_summary_message_threshold": range(4, 1001),
    "session_summary_token_percent": range(10, 96),
    "session_summary_keep_count": range(1, 101),
}
"""What a model may set of a policy, and to what: neither its own permission nor when memory is compressed."""


def out_of_bounds(wishes: Mapping[str, Setting]) -> str:
    """Return the rule that a wish breaks; nothing where none does."""
    for key, bounds in BOUNDS.items():
        value = wishes.get(key)
        if value is not None and value not in bounds:
            return f"{key} is a whole number from {bounds.start} to {bounds.stop - 1}, not {value}"
    return ""


def read_reflection(text: str) -> dict[str, Setting] | None:
    """Return the values that an answer sets; None where it says nothing that agents understand.

    An object is taken first, and one that sets nothing counts as well; else lines of ``key: value`` or
    ``key = value``, in which whatever begins with "evolution" is the switch.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return _lines(text) or None
    return _known(found) if isinstance(found, dict) else _lines(text) or None


def _known(found: dict[str, object]) -> dict[str, Setting] | None:
    """Return what an object says of the parameters; None where one of them is of another type."""
    named = {key: found[key] for key in KEYS if found.get(key) is not None}
    fits = {key: value for key, value in named.items() if isinstance(value, int) and _fits(key, value)}
    return fits if len(fits) == len(named) else None


def _fits(key: str, value: Setting) -> bool:
    return (
        isinstance(value, bool) if key in _SWITCHES else not isinstance(value, bool) and abs(value) <= LARGEST
    )


def _lines(text: str) -> dict[str, Setting]:
    found: dict[str, Setting] = {}
    for line in text.split("\n"):
        said = _LINE.fullmatch(line)
        key, value = said.groups() if said else ("", "")
        if key.startswith("evolution"):
            found["evolution_enabled"] = "true" in value.lower() or value == "1"
        elif key in KEYS and _WHOLE.fullmatch(value) and _fits(key, int(value)):
            found[key] = int(value)
    return found
