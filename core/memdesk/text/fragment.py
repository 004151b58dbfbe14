"""A part of a document, as the ``#fragment`` of a uri names it: a key, an entry's id, a heading, lines."""

from __future__ import annotations

import re
from typing import NamedTuple

from memdesk.model import Json
from memdesk.text.json_text import parse
from memdesk.text.markdown import lines_between, outline

_LINES = re.compile(r"L(\d+)(?:-L?(\d+))?")


class Part(NamedTuple):
    """What a fragment names: the text of it where it has one, and its parsed form where it has one."""

    text: str | None
    data: Json


def find_part(fragment: str, text: str | None, data: Json) -> Part | None:
    """Return the part of a document that a fragment names, None where there is no such part."""
    lines = _LINES.fullmatch(fragment)
    if lines is not None and text is not None:
        return _lines(text, int(lines[1]), int(lines[2] or lines[1]))
    found = _inside(data, fragment) or _as_written(data, text, fragment)
    if found is not None:
        value = found[0]
        return Part(value if isinstance(value, str) else None, value)
    return _section(text, fragment) if text is not None else None


def _lines(text: str, first: int, last: int) -> Part | None:
    """Return lines counted from 1."""
    lines = text.splitlines(keepends=True)[max(first, 1) - 1 : last]
    return Part("".join(lines), None) if lines else None


def _as_written(data: Json, text: str | None, fragment: str) -> tuple[Json] | None:
    """Follow a fragment into a JSON text itself, where what its family made of it has no such part."""
    if text is None or not isinstance(data, dict):
        return None
    return _inside(parse(text).value, fragment)


def _inside(data: Json, fragment: str) -> tuple[Json] | None:
    """Follow a fragment into parsed data: a key or an id as it stands, else step by step at slashes."""
    if not fragment:
        return (data,)
    for head, tail in _cuts(fragment):
        step = _step(data, head)
        if step is not None:
            found = _inside(step[0], tail)
            if found is not None:
                return found
    return None


def _cuts(fragment: str) -> list[tuple[str, str]]:
    """Return every way to take a first step, the longest one first (keys may hold slashes)."""
    parts = fragment.split("/")
    return [("/".join(parts[:count]), "/".join(parts[count:])) for count in range(len(parts), 0, -1)]


def _step(data: Json, name: str) -> tuple[Json] | None:
    """Return the value of a key, or the entry that has this id."""
    if isinstance(data, dict):
        if name in data:
            return (data[name],)
        return next((found for value in data.values() if (found := _entry(value, name))), None)
    return _entry(data, name)


def _entry(data: Json, name: str) -> tuple[Json] | None:
    if not isinstance(data, list):
        return None
    return next(((item,) for item in data if isinstance(item, dict) and item.get("id") == name), None)


def _section(text: str, heading: str) -> Part | None:
    """Return the section under a heading, with its deeper ones."""
    section = next((section for section in outline(text) if section.heading == heading), None)
    return None if section is None else Part(lines_between(text, section), None)
