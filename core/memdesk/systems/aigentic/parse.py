"""``memory.json`` as records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from memdesk.model import Json, Parsed, Part, Problem, Severity, Unit
from memdesk.systems.aigentic.checks import entry_faults
from memdesk.systems.aigentic.records import (
    COMPARTMENTS,
    SIZE_LIMIT,
    Compartment,
    Compartments,
    MemoryEntry,
    fields_of,
)
from memdesk.systems.json_checks import PROBLEM_LIMIT, JsonPlaces, read_object

Value = dict[str, Json]


def parse_compartments(title: str, data: bytes, limit: int = SIZE_LIMIT) -> Parsed:
    """Parse ``memory.json``: what the agent would not load is an error, what it would drop a warning."""
    document, value = read_object(data)
    if value is None:
        return Parsed(title, data=document.value, problems=document.problems)
    record = compartments_of(value, limit)
    places = JsonPlaces(document.text)
    problems = (*document.problems, *islice(_problems(places, value, record), PROBLEM_LIMIT))
    count = sum(len(compartment.entries) for compartment in record.compartments)
    parts = tuple(_part(found, limit) for found in record.compartments)
    return Parsed(title, _summary(record), value, record, problems, count, Unit.ENTRIES, parts)


def compartments_of(value: Value, limit: int = SIZE_LIMIT) -> Compartments:
    """Return the compartments of a parsed file; what has the wrong type counts as empty."""
    return Compartments(tuple(_compartments(value)), limit)


def _compartments(value: Value) -> Iterator[Compartment]:
    strangers = tuple(name for name in value if name not in COMPARTMENTS)
    for name in COMPARTMENTS + strangers:
        items = value.get(name)
        entries = (
            [entry_of(item) for item in items if isinstance(item, dict)] if isinstance(items, list) else []
        )
        yield Compartment(name, tuple(entries), name in COMPARTMENTS)


def entry_of(item: Value) -> MemoryEntry:
    """Return an entry; a field that is missing or of the wrong type is empty."""
    item = fields_of(item)
    tags, metadata = item.get("tags"), item.get("metadata")
    return MemoryEntry(
        _text(item.get("id")),
        _text(item.get("content")),
        _text(item.get("category")),
        tuple(_text(tag) for tag in tags) if isinstance(tags, list) else (),
        {key: _text(said) for key, said in metadata.items()} if isinstance(metadata, dict) else {},
        _text(item.get("created_at")),
        _text(item.get("updated_at")),
        _number(item.get("access_count")),
        _number(item.get("priority")),
    )


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _summary(record: Compartments) -> str:
    return " · ".join(f"{found.name} {len(found.entries)}" for found in record.compartments if found.known)


def _part(found: Compartment, limit: int) -> Part:
    return Part(found.name, len(found.entries), found.size, limit, found.known)


def _problems(places: JsonPlaces, value: Value, record: Compartments) -> Iterator[Problem]:
    for name, items in value.items():
        if name not in COMPARTMENTS:
            message = f"the agent knows no compartment {name!r} and drops it when it writes"
            yield places.problem((name,), "unknown_compartment", message, arguments=(name,))
        elif items is not None and not isinstance(items, list):
            message = f"the compartment {name!r} must be an array"
            yield places.problem((name,), "json_shape", message, Severity.ERROR)
        elif isinstance(items, list):
            yield from _entry_problems(places, name, items)
    for compartment in record.compartments:
        if compartment.known and compartment.size > record.limit:
            yield _overfull(places, compartment, record.limit)


def _overfull(places: JsonPlaces, compartment: Compartment, limit: int) -> Problem:
    name, size = compartment.name, compartment.size
    message = f"the compartment {name!r} holds {size} of {limit} characters"
    arguments = (name, str(size), str(limit))
    return places.problem((name,), "over_limit", message, arguments=arguments)


def _entry_problems(places: JsonPlaces, name: str, items: list[Json]) -> Iterator[Problem]:
    seen: set[Json] = set()
    for index, item in enumerate(items):
        for fault in entry_faults(item):
            _, code, message, severity, arguments = fault
            yield places.problem((name, index, *fault.path), code, message, severity, arguments)
        identity = fields_of(item).get("id") if isinstance(item, dict) else None
        if isinstance(identity, str):
            if identity in seen:
                message = f"the id {identity!r} occurs twice in {name!r}"
                yield places.problem((name, index, "id"), "duplicate_id", message, arguments=(identity,))
            seen.add(identity)
