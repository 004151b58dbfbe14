"""Edits of the hot tier's file, in its three forms. Pure: a text and a change give the new text.

A person's edit never drops anything: what has no room is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems.evoclaw.edit_warm import style_of
from memdesk.systems.evoclaw.go_json import go_time
from memdesk.systems.evoclaw.limits import MemoryLimits
from memdesk.systems.evoclaw.shape import FileShape, shape_of
from memdesk.systems.evoclaw.skill_json import size_of
from memdesk.systems.evoclaw.values import list_of, number_of, object_of, text_of
from memdesk.text.json import text as json_text
from memdesk.text.json.spans import JsonMember, Path, locate, spans

CAPS = MemoryLimits()


class HotPart(StrEnum):
    """A part of the hot tier, in any form."""

    IDENTITY = "identity"
    OWNER = "owner"
    PROJECTS = "projects"
    TASKS = "tasks"
    EVENTS = "events"
    LESSONS = "lessons"


_SKILL: Mapping[HotPart, Path] = {
    HotPart.IDENTITY: ("identity",),
    HotPart.OWNER: ("owner_profile",),
    HotPart.PROJECTS: ("active_context", "projects"),
    HotPart.TASKS: ("active_context", "tasks"),
    HotPart.EVENTS: ("active_context", "events"),
    HotPart.LESSONS: ("critical_lessons",),
}
_PLACES: Mapping[FileShape, Mapping[HotPart, Path]] = {
    FileShape.HOT: _SKILL,
    FileShape.HOT_V1: {
        **_SKILL,
        HotPart.IDENTITY: ("agent",),
        HotPart.OWNER: ("owner",),
        HotPart.PROJECTS: ("projects",),
        HotPart.LESSONS: ("lessons",),
    },
    FileShape.HOT_GO: {
        **_SKILL,
        HotPart.PROJECTS: ("active_context", "current_projects"),
        HotPart.TASKS: ("active_context", "pending_tasks"),
        HotPart.EVENTS: ("active_context", "recent_events"),
    },
}
_MOST: Mapping[HotPart, int] = {
    HotPart.PROJECTS: CAPS.projects,
    HotPart.TASKS: CAPS.tasks,
    HotPart.EVENTS: CAPS.events,
    HotPart.LESSONS: CAPS.lessons,
}
_GO_NAMES = {
    (HotPart.TASKS, "text"): "description",
    (HotPart.EVENTS, "text"): "description",
    (HotPart.EVENTS, "time"): "date",
    (HotPart.LESSONS, "time"): "learned_at",
    (HotPart.PROJECTS, "time"): "start_date",
}
FIELDS: Mapping[HotPart, tuple[str, ...]] = {
    HotPart.PROJECTS: ("name", "description", "status"),
    HotPart.TASKS: ("text", "status", "priority"),
    HotPart.EVENTS: ("text",),
    HotPart.LESSONS: ("text", "category", "importance"),
}
"""What an item of a part has, the first of which it cannot be without."""


def set_field(text: str, part: HotPart, name: str, value: Json) -> str:
    """Set a field of who the agent or its owner is; null removes it."""
    if not name.strip():
        raise InvalidError("a field must have a name", reason="no_name")
    place = _place(text, part)
    text = _with_object(text, place)
    names = object_of(_at(text, place))
    if value is None:
        return json_text.remove(text, (*place, name)) if name in names else text
    if name in names:
        return _fitting(text, json_text.edit(text, (*place, name), value, style_of(text)))
    return _fitting(text, json_text.insert(text, place, name, value, style_of(text)))


def add_item(text: str, part: HotPart, values: Mapping[str, Json], now: float) -> str:
    """Add a project, task, event or lesson behind the others. Raises InvalidError where it has no room."""
    place, fields = _place(text, part), _checked(part, values)
    text = _with_list(text, place)
    items = _items(text, place)
    most = _MOST[part]
    if len(items) >= most:
        raise InvalidError(f"at most {most} {part.value} fit", reason="full", arguments=(str(most),))
    return _fitting(
        text, json_text.insert(text, place, len(items), _item(text, part, fields, now), style_of(text))
    )


def edit_item(text: str, part: HotPart, index: int, changes: Mapping[str, Json]) -> str:
    """Change a project, task, event or lesson; null removes what it can be without."""
    place = (*_place(text, part), _key(text, part, index))
    old = text
    if not isinstance(_at(text, place), dict):  # a plain text, or a project that is only described
        return _fitting(
            old, json_text.edit(text, place, _plain(part, changes, _at(text, place)), style_of(text))
        )
    for field, value in _checked(part, changes, partly=True).items():
        text = _with_member(text, place, _named(text, part, field), value)
    return _fitting(old, text)


def remove_item(text: str, part: HotPart, index: int) -> str:
    """Remove a project, task, event or lesson."""
    return json_text.remove(text, (*_place(text, part), _key(text, part, index)))


def lines_of(text: str) -> dict[str, tuple[int, int]]:
    """Return the first and last line of each thing in the hot tier, by part and place or name.

    Nothing where the whole file is one line, or no hot tier.
    """
    try:
        root, places = spans(text), _PLACES[_shape(text)]
    except InvalidError:
        return {}
    if "\n" not in text[root.start : root.end]:
        return {}
    found = {f"extra.{member.name}": _lines(text, member) for member in root.members}
    for part, path in places.items():
        with suppress(InvalidError):
            for place, member in enumerate(locate(root, path).members):
                name = place if part in FIELDS else member.name
                found[f"{part.value}.{name}"] = _lines(text, member)
    return found


def _lines(text: str, member: JsonMember) -> tuple[int, int]:
    """Return the lines that say something; those with nothing but a bracket may be a neighbour's."""
    first = text.count("\n", 0, member.start) + 1
    last = first + text.count("\n", member.start, member.node.end)
    if not member.node.opener or last - first < 2:
        return first, last
    return first + (member.name is None), last - 1


def size_and_cap(text: str) -> tuple[int, int]:
    """Return the bytes of the hot tier as the agent measures them, and how many there may be."""
    return size_of(spans(text).value), CAPS.hot_bytes


def _shape(text: str) -> FileShape:
    value = spans(text).value
    shape = FileShape.HOT if value in ({}, []) else shape_of(value)
    if shape is None or shape not in _PLACES:
        raise InvalidError("this is no hot tier", reason="format")
    return shape


def _place(text: str, part: HotPart) -> Path:
    return _PLACES[_shape(text)][part]


def _at(text: str, place: Path) -> Json:
    value = spans(text).value
    for step in place:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        else:
            value = list_of(value)[step] if isinstance(step, int) else None
    return value


def _items(text: str, place: Path) -> list[Json]:
    return list_of(_at(text, place))


def _key(text: str, part: HotPart, index: int) -> str | int:
    """Return the item's place: an index, or a name where the first version has projects by name."""
    value = _at(text, _place(text, part))
    keys: list[str | int] = list(value) if isinstance(value, dict) else list(range(len(list_of(value))))
    if not 0 <= index < len(keys):
        raise InvalidError(f"there is no {part.value} at that place", reason="no_entry")
    return keys[index]


def _named(text: str, part: HotPart, field: str) -> str:
    return _GO_NAMES.get((part, field), field) if _shape(text) is FileShape.HOT_GO else field


def _item(text: str, part: HotPart, fields: Mapping[str, Json], now: float) -> Json:
    """Return a new item as the form has it."""
    shape = _shape(text)
    if shape is FileShape.HOT_V1 and part is HotPart.LESSONS:
        return fields["text"]
    made = {_named(text, part, field): value for field, value in fields.items()}
    if part is HotPart.PROJECTS:
        return {**made, "start_date": go_time(now)} if shape is FileShape.HOT_GO else made
    if part is HotPart.TASKS and shape is FileShape.HOT_GO:
        return made
    if part is HotPart.TASKS:
        made = {"text": made["text"], "status": made.get("status") or "pending", **made}
    if part is HotPart.LESSONS:
        made = {"category": "general", "importance": 0.7, **made}
    if shape is FileShape.HOT_GO:
        return {**made, _named(text, part, "time"): go_time(now)}
    return {**made, "timestamp": now}


def _checked(part: HotPart, values: Mapping[str, Json], *, partly: bool = False) -> dict[str, Json]:
    fields = FIELDS.get(part)
    if fields is None:
        raise InvalidError(f"{part.value} has fields, no items")
    for name in values:
        if name not in fields:
            raise InvalidError(f"{name!r} is nothing that {part.value} have")
    needed = fields[0]
    if (needed in values or not partly) and not text_of(values.get(needed)).strip():
        raise InvalidError(f"{part.value} need their {needed}", reason="incomplete", arguments=(needed,))
    importance = number_of(values.get("importance", 0.5))
    if importance is None or not 0 <= importance <= 1:
        raise InvalidError("the importance must be a number from 0 to 1", reason="importance")
    return {name: values[name] for name in fields if name in values}


def _plain(part: HotPart, changes: Mapping[str, Json], old: Json) -> Json:
    """Return what stands in the place of a plain text."""
    fields = _checked(part, {FIELDS[part][0]: text_of(old), **changes})
    extra = {name: value for name, value in fields.items() if name != FIELDS[part][0] and value}
    return {**fields} if extra else fields[FIELDS[part][0]]


def _with_member(text: str, place: Path, name: str, value: Json) -> str:
    known = object_of(_at(text, place))
    if value is None:
        return json_text.remove(text, (*place, name)) if name in known else text
    if name in known:
        return json_text.edit(text, (*place, name), value, style_of(text))
    return json_text.insert(text, place, name, value, style_of(text))


def _with_list(text: str, place: Path) -> str:
    """Return the text with a list at a place that has none."""
    value = _at(text, place)
    if isinstance(value, list):
        return text
    if isinstance(value, dict) and value:
        raise InvalidError("these are kept by name here; add one in the text", reason="format")
    return _put(_with_object(text, place[:-1]), place, [])


def _with_object(text: str, place: Path) -> str:
    """Return the text with an object at a place that has none; a bare name becomes one's name."""
    value = _at(text, place)
    if isinstance(value, dict) or not place:
        return text if isinstance(value, dict) else "{}"
    named: Json = {"name": value} if isinstance(value, str) and value else {}
    return _put(_with_object(text, place[:-1]), place, named)


def _put(text: str, place: Path, value: Json) -> str:
    *above, name = place
    if name in object_of(_at(text, tuple(above))):
        return json_text.edit(text, place, value, style_of(text))
    return json_text.insert(text, tuple(above), name, value, style_of(text))


def _fitting(old: str, new: str) -> str:
    """Refuse what makes the hot tier larger than it may be; one that is too large may shrink."""
    size, most = size_and_cap(new)
    if size > most and size >= size_and_cap(old)[0]:
        message = f"the hot tier would have {size} of {most} bytes; shorten or remove something first"
        raise InvalidError(message, reason="overflow", arguments=("hot", str(size), str(most)))
    return new
