"""Edits of the warm tier's file, in both forms. Pure: a text and a change give the new text."""

from __future__ import annotations

from collections.abc import Mapping

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems.evoclaw.entries import NewMemory, ids_of, new_entry, new_id, score_at
from memdesk.systems.evoclaw.score import tier_of
from memdesk.systems.evoclaw.values import object_of, text_of
from memdesk.systems.evoclaw.warm import warm_memory
from memdesk.text.json import text as json_text
from memdesk.text.json.spans import locate, spans

EDITABLE = ("text", "category", "importance", "metadata")
"""What a person may change of a memory."""

STYLE = json_text.Style(ascii_only=True)
"""How the skill writes JSON, where a text does not show it."""

_GO_STYLE = json_text.Style(indent=None, item_gap="", name_gap="", html_safe=True)


def edit_entry(text: str, key: str | int, changes: Mapping[str, Json], now: float) -> str:
    """Change a memory; its stored score and tier follow. ``key`` is its place in the file."""
    path = _path(text, key)
    for name, value in changes.items():
        _check(name, value)
        text = _set(text, (*path, *_way(text, path, name)), value)
    return _rescored(text, path, now)


def remove_entry(text: str, key: str | int) -> str:
    """Remove a memory. What has to be kept goes to the archive by the job ``move-memory``."""
    return json_text.remove(text, _path(text, key))


def add_entry(text: str, fact: NewMemory, now: float) -> str:
    """Add a memory behind the others of the skill's file."""
    value = spans(text).value
    if not isinstance(value, list):
        raise InvalidError("memories are added to the skill's file, not to Go's", reason="format")
    _check("text", fact.text)
    _check("category", fact.category)
    _check("importance", fact.importance)
    entry = new_entry(fact, new_id(fact.text, now, ids_of(value)), now)
    return json_text.insert(text, (), len(value), entry, STYLE)


def recategorised(text: str, old: str, new: str) -> str:
    """Give the memories of a topic, and of those below it, the topic's new path."""
    for entry in warm_memory(spans(text).value).entries:
        if entry.category == old or entry.category.startswith(f"{old}/"):
            text = json_text.edit(text, (entry.key, "category"), new + entry.category[len(old) :], STYLE)
    return text


def key_of(text: str, identity: str) -> str | int:
    """Return the place of the memory with an id. Raises InvalidError where there is none."""
    for entry in warm_memory(spans(text).value).entries:
        if entry.id == identity:
            return entry.key
    raise InvalidError(f"there is no memory {identity!r}", reason="no_entry")


def style_of(text: str) -> json_text.Style:
    """Return how the program that wrote a text writes JSON: Go in one line, the skill in many."""
    return STYLE if "\n" in text or len(text) < 3 else _GO_STYLE


def _path(text: str, key: str | int) -> tuple[str | int]:
    known = {entry.key for entry in warm_memory(spans(text).value).entries}
    if key not in known:
        raise InvalidError(f"there is no memory at {key!r}", reason="no_entry")
    return (key,)


def _way(text: str, path: tuple[str | int], name: str) -> tuple[str, ...]:
    """Return where a memory has what it says: Go has it inside of what was distilled."""
    entry = object_of(locate(spans(text), path).value)
    if name != "text" or "text" in entry:
        return (name,)
    content = entry.get("content")
    if not isinstance(content, dict):
        return ("content",) if "content" in entry else ("text",)
    return ("content", "text" if "fact" not in content and "text" in content else "fact")


def _check(name: str, value: Json) -> None:
    if name not in EDITABLE:
        raise InvalidError(f"{name!r} cannot be edited")
    if name in ("text", "category") and not text_of(value).strip():
        raise InvalidError(f"a memory must have its {name}", reason="incomplete", arguments=(name,))
    number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    if name == "importance" and not number:
        raise InvalidError("the importance must be a number from 0 to 1", reason="importance")
    if name == "metadata" and not isinstance(value, dict):
        raise InvalidError("metadata must be an object", reason="metadata")


def _set(text: str, path: tuple[str | int, ...], value: Json) -> str:
    holder, style = locate(spans(text), path[:-1]), style_of(text)
    if any(member.name == path[-1] for member in holder.members):
        return json_text.edit(text, path, value, style)
    return json_text.insert(text, path[:-1], path[-1], value, style)


def _rescored(text: str, path: tuple[str | int], now: float) -> str:
    entry = object_of(locate(spans(text), path).value)
    value = score_at(entry, now)
    fresh: dict[str, Json] = {"score": value, "tier": tier_of(value)}
    for name in fresh.keys() & entry.keys() if "text" in entry else ():
        text = json_text.edit(text, (*path, name), fresh[name], STYLE)
    return text
