"""Edits of ``memory.json``, written as the agent would write them: by its tools and by a person alike."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import count
from uuid import UUID

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems.aigentic.checks import entry_faults
from memdesk.systems.aigentic.page import Item, Page, items_of
from memdesk.systems.aigentic.records import COMPARTMENTS, DEFAULT_PRIORITY, FIELDS, SIZE_LIMIT, item_size
from memdesk.systems.moments import timestamp
from memdesk.text.json import text as json_text
from memdesk.text.json.edit import SpanEdit, appending, keeping, patched, replacing
from memdesk.text.json.names import canonical
from memdesk.text.json.spans import Node, locate, member_of, spans

EDITABLE = ("content", "category", "tags", "metadata", "priority")
"""The fields that a person may change."""

_OMITTED_WHEN_EMPTY = ("category", "tags", "metadata")
_STYLE = json_text.Style(html_safe=True)


def new_id(moment: datetime, compartment: str, content: str, taken: Container[str]) -> str:
    """Return an id for a new entry, a UUID as agents give it, that no entry has.

    It is made from what the call says and when, so that a run with a clock that stands still can be repeated.
    """
    for number in count():
        said = "\0".join((moment.isoformat(), compartment, content, str(number)))
        digest = sha256(said.encode("utf-8", "replace")).digest()
        identity = str(UUID(bytes=digest[:16], version=4))
        if identity not in taken:
            break
    return identity


def update_entry(
    text: str,
    compartment: str,
    entry: str | int,
    changes: Mapping[str, Json],
    moment: datetime,
    *,
    limit: int = SIZE_LIMIT,
) -> str:
    """Change fields of an entry; anything really changed also sets ``updated_at``.

    An entry is named by its id, or by its place among the entries, where others share the id.
    """
    root = spans(text)
    path, known = _found(root, compartment, entry)
    changes = {key: value for key, value in _checked(changes).items() if known.get(key) != value}
    changed = text
    for key, value in changes.items():
        changed = _set_field(changed, path, key, value)
    if changed == text:
        return text
    more = item_size({**known, **changes}) - item_size(known)
    size = sum(map(item_size, items_of(root, compartment)))
    _refuse_overflow(size, more, compartment, limit)
    return _set_field(changed, path, "updated_at", timestamp(moment))


def add_entry(
    text: str | Page,
    compartment: str,
    fields: Mapping[str, Json],
    identity: str,
    moment: datetime,
    *,
    limit: int = SIZE_LIMIT,
) -> str:
    """Add an entry behind the others of its compartment, in a text or in a page read from one."""
    page = text if isinstance(text, Page) else Page(spans(text))
    _refuse_unknown(compartment)
    entry = _ordered(_checked({"content": "", **fields}), identity, timestamp(moment))
    root = _with_compartment(page.root, compartment)
    _refuse_overflow(page.size(compartment), item_size(entry), compartment, limit)
    return patched(root.text, (appending(root, locate(root, (compartment,)), (entry,), _STYLE),))


def with_items(page: Page, items: Sequence[tuple[str, Item]]) -> str:
    """Return the text of a page with entries as they are behind the others of their compartments."""
    root = page.root
    for compartment in dict.fromkeys(name for name, _ in items):
        root = _with_compartment(root, compartment)
        chosen = [item for name, item in items if name == compartment]
        patch = appending(root, locate(root, (compartment,)), chosen, _STYLE)
        root = spans(patched(root.text, (patch,)))
    return root.text


def remove_entry(text: str, compartment: str, entry: str | int) -> str:
    """Remove an entry, named by its id or by its place among the entries."""
    root = spans(text)
    path, _ = _found(root, compartment, entry)
    return without(root, compartment, {path[1]})


def without(root: Node, compartment: str, indexes: set[int]) -> str:
    """Return a text without the items at these indexes of a compartment."""
    total = len(items_of(root, compartment))
    if not indexes:
        return root.text
    patch = keeping(locate(root, (compartment,)), set(range(total)) - indexes)
    return patched(root.text, (patch,)) if patch else root.text


def counted(page: Page, reads: Mapping[tuple[str, ...], int]) -> Page:
    """Return a page in which entries were read more often; they are named by compartment and id."""
    patches = tuple(_counts(page.root, reads))
    return Page(spans(patched(page.root.text, patches))) if patches else page


def _counts(root: Node, reads: Mapping[tuple[str, ...], int]) -> Iterator[SpanEdit]:
    for compartment in dict.fromkeys(name[0] for name in reads):
        met = set[str]()
        for index, item in enumerate(items_of(root, compartment)):
            identity = item.get("id") if isinstance(item, dict) else None
            if not isinstance(item, dict) or not isinstance(identity, str) or identity in met:
                continue
            met.add(identity)
            times, known = reads.get((compartment, identity)), item.get("access_count")
            if times and isinstance(known, int):
                entry = locate(root, (compartment, index))
                node = member_of(entry, _written(entry, "access_count")).node
                yield replacing(root, node, known + times, _STYLE)


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


def _found(root: Node, compartment: str, named: str | int) -> tuple[tuple[str, int], dict[str, Json]]:
    """Return the way to the entry with this id or in this place, and the entry."""
    place = 0
    for index, entry in enumerate(items_of(root, compartment)):
        if isinstance(entry, dict):
            if named == (place if isinstance(named, int) else entry.get("id")):
                return (compartment, index), entry
            place += 1
    raise InvalidError(f"{compartment!r} has no entry {named!r}", reason="no_entry")


def _with_compartment(root: Node, compartment: str) -> Node:
    """Return the places in a text that has an array where the compartment is missing or null."""
    if all(member.name != compartment for member in root.members):
        later = (at for at, member in enumerate(root.members) if (member.name or "") > compartment)
        return spans(
            json_text.insert(root.text, (), compartment, [], _STYLE, at=next(later, len(root.members)))
        )
    if locate(root, (compartment,)).opener == "[":
        return root
    return spans(json_text.edit(root.text, (compartment,), [], _STYLE))


def _set_field(text: str, path: tuple[str, int], key: str, value: Json) -> str:
    """Write a field where the order of the fields has it, or remove one that is left out when empty."""
    entry = locate(spans(text), path)
    names = [canonical(member.name or "", FIELDS) for member in entry.members]
    if key in names:
        at = (*path, _written(entry, key))
        return json_text.remove(text, at) if _omitted(key, value) else json_text.edit(text, at, value, _STYLE)
    if _omitted(key, value):
        return text
    later = FIELDS[FIELDS.index(key) + 1 :]
    place = next((index for index, name in enumerate(names) if name in later), len(names))
    return json_text.insert(text, path, key, value, _STYLE, at=place)


def _written(entry: Node, field: str) -> str:
    """Return the name under which an entry's text has a field: the last that agents take for it."""
    names = (member.name or "" for member in reversed(entry.members))
    return next(name for name in names if canonical(name, FIELDS) == field)


def _checked(changes: Mapping[str, Json]) -> dict[str, Json]:
    """Return the fields as agents store them, metadata by name; or say what cannot be stored."""
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
    metadata = changes.get("metadata")
    sorted_too = {"metadata": dict(sorted(metadata.items()))} if isinstance(metadata, dict) else {}
    checked = {**changes, **sorted_too}
    return {**checked, "priority": priority or DEFAULT_PRIORITY} if "priority" in changes else checked


def _refuse_unknown(compartment: str) -> None:
    if compartment not in COMPARTMENTS:
        raise InvalidError(f"there is no compartment {compartment!r}")


def _refuse_overflow(size: int, more: int, compartment: str, limit: int) -> None:
    """Refuse what the agent would refuse to store; an overfull compartment may still shrink."""
    if size + more > limit and more >= 0:
        message = f"{compartment!r} holds {size} of {limit} characters and would hold {size + more}"
        arguments = (compartment, str(size + more), str(limit))
        raise InvalidError(message, reason="overflow_characters", arguments=arguments)
