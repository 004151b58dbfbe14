"""Edits of ``memory.json``, written as the agent would write them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems.aigentic.checks import entry_faults
from memdesk.systems.aigentic.parse import compartments_of
from memdesk.systems.aigentic.records import COMPARTMENTS, DEFAULT_PRIORITY, FIELDS, SIZE_LIMIT
from memdesk.text import json_text
from memdesk.text.json_spans import locate, member_of, spans

EDITABLE = ("content", "category", "tags", "metadata", "priority")
"""The fields that a person may change."""

_OMITTED_WHEN_EMPTY = ("category", "tags", "metadata")
_STYLE = json_text.Style(html_safe=True)


def timestamp(moment: datetime) -> str:
    """Return a moment as agents write it: its own offset, no more digits than needed, ``Z`` for UTC."""
    fraction = f".{moment.microsecond:06d}".rstrip("0").rstrip(".")
    zone = "Z" if moment.utcoffset() == timedelta(0) else moment.isoformat()[-6:]
    return moment.strftime("%Y-%m-%dT%H:%M:%S") + fraction + zone


def update_entry(
    text: str, compartment: str, identity: str, changes: Mapping[str, Json], moment: datetime
) -> str:
    """Change fields of an entry; anything really changed also sets ``updated_at``."""
    path = _path(text, compartment, identity)
    before = locate(spans(text), path).value
    known = before if isinstance(before, dict) else {}
    changes = {key: value for key, value in _checked(changes).items() if known.get(key) != value}
    changed = text
    for key, value in changes.items():
        changed = _set_field(changed, path, key, value)
    if changed == text:
        return text
    _refuse_overflow(text, changed, compartment)
    return _set_field(changed, path, "updated_at", timestamp(moment))


def add_entry(
    text: str, compartment: str, fields: Mapping[str, Json], identity: str, moment: datetime
) -> str:
    """Add an entry behind the others of its compartment."""
    _refuse_unknown(compartment)
    values = _checked({"content": "", **fields})
    base = _with_compartment(text, compartment)
    entry = _ordered(values, identity, timestamp(moment))
    count = len(locate(spans(base), (compartment,)).members)
    changed = json_text.insert(base, (compartment,), count, entry, _STYLE)
    _refuse_overflow(text, changed, compartment)
    return changed


def remove_entry(text: str, compartment: str, identity: str) -> str:
    """Remove an entry."""
    return json_text.remove(text, _path(text, compartment, identity))


def _ordered(values: Mapping[str, Json], identity: str, now: str) -> dict[str, Json]:
    full: dict[str, Json] = {
        "priority": DEFAULT_PRIORITY,
        **values,
        "id": identity,
        "created_at": now,
        "updated_at": now,
        "access_count": 0,
    }
    return {key: full[key] for key in FIELDS if key in full and not _omitted(key, full[key])}


def _omitted(key: str, value: Json) -> bool:
    return key in _OMITTED_WHEN_EMPTY and not value


def _path(text: str, compartment: str, identity: str) -> tuple[str, int]:
    """Return the way to the entry with this id."""
    entries = locate(spans(text), (compartment,)).value
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict) and entry.get("id") == identity:
            return compartment, index
    raise InvalidError(f"{compartment!r} has no entry {identity!r}", reason="no_entry")


def _with_compartment(text: str, compartment: str) -> str:
    """Return the text with an array where the compartment is missing or null."""
    root = spans(text)
    if all(member.name != compartment for member in root.members):
        return json_text.insert(text, (), compartment, [], _STYLE)
    listed = locate(root, (compartment,)).opener == "["
    return text if listed else json_text.edit(text, (compartment,), [], _STYLE)


def _set_field(text: str, path: tuple[str, int], key: str, value: Json) -> str:
    """Write a field where the order of the fields has it, or remove one that is left out when empty."""
    names = [member.name for member in locate(spans(text), path).members]
    if key in names:
        at = (*path, key)
        return json_text.remove(text, at) if _omitted(key, value) else json_text.edit(text, at, value, _STYLE)
    if _omitted(key, value):
        return text
    later = FIELDS[FIELDS.index(key) + 1 :]
    place = next((index for index, name in enumerate(names) if name in later), len(names))
    return json_text.insert(text, path, key, value, _STYLE, at=place)


def _checked(changes: Mapping[str, Json]) -> dict[str, Json]:
    """Return the fields as agents store them, or say what cannot be stored."""
    for key in changes:
        if key not in EDITABLE:
            raise InvalidError(f"{key!r} cannot be edited")
    fault = next(entry_faults(dict(changes)), None)
    if fault is not None:
        raise InvalidError(fault.message, reason=fault.code, arguments=fault.arguments)
    if not str(changes.get("content", "-") or "").strip():
        raise InvalidError("an entry must have content", reason="no_content")
    priority = changes.get("priority")
    if isinstance(priority, int) and not 0 <= priority <= 10:
        raise InvalidError("the priority must be between 1 and 10", reason="priority")
    return {**changes, "priority": priority or DEFAULT_PRIORITY} if "priority" in changes else dict(changes)


def _refuse_unknown(compartment: str) -> None:
    if compartment not in COMPARTMENTS:
        raise InvalidError(f"there is no compartment {compartment!r}")


def _refuse_overflow(before: str, after: str, compartment: str) -> None:
    """Refuse what the agent would refuse to store; an overfull compartment may still shrink."""
    size = _size(after, compartment)
    if size > SIZE_LIMIT and size >= _size(before, compartment):
        message = f"{compartment!r} would hold {size} of {SIZE_LIMIT} bytes; delete something first"
        raise InvalidError(message, reason="overflow", arguments=(compartment, str(size), str(SIZE_LIMIT)))


def _size(text: str, compartment: str) -> int:
    root = spans(text)
    if all(member.name != compartment for member in root.members):
        return 0
    found = compartments_of({compartment: member_of(root, compartment).node.value}).get(compartment)
    return found.size if found else 0
