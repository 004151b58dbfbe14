"""A text without the part of it that a fragment names."""

from __future__ import annotations

import re

from memdesk.model import Json
from memdesk.text.json_edit import remove
from memdesk.text.json_text import parse
from memdesk.text.markdown import outline

_LINES = re.compile(r"L(\d+)(?:-L?(\d+))?")


def without(text: str, fragment: str, *, structured: bool) -> str | None:
    """Return a text without a key, an entry, a section or lines; None where it has no such part.

    ``structured`` texts are JSON.
    """
    lines = _LINES.fullmatch(fragment)
    if structured and not lines:
        path = path_of(parse(text).value, fragment)
        return remove(text, path) if path else None
    if lines:
        return _cut(text, int(lines[1]), int(lines[2] or lines[1]))
    section = next((section for section in outline(text) if section.heading == fragment), None)
    return None if section is None else _cut(text, section.line, section.end_line)


def path_of(data: Json, fragment: str) -> tuple[str | int, ...] | None:
    """Return the way to what a fragment names in parsed data: a key or an id, else steps at slashes."""
    if not fragment:
        return ()
    parts = fragment.split("/")
    for count in range(len(parts), 0, -1):
        step = _step(data, "/".join(parts[:count]))
        if step is not None:
            rest = path_of(_at(data, step), "/".join(parts[count:]))
            if rest is not None:
                return (*step, *rest)
    return None


def _step(data: Json, name: str) -> tuple[str | int, ...] | None:
    """Return the way to the value of a key, or to the entry that has this id."""
    if isinstance(data, dict):
        if name in data:
            return (name,)
        found = ((key, _entry(value, name)) for key, value in data.items())
        return next(((key, at) for key, at in found if at is not None), None)
    at = _entry(data, name)
    return None if at is None else (at,)


def _entry(data: Json, name: str) -> int | None:
    if not isinstance(data, list):
        return None
    return next(
        (at for at, item in enumerate(data) if isinstance(item, dict) and item.get("id") == name), None
    )


def _at(data: Json, path: tuple[str | int, ...]) -> Json:
    for step in path:
        match data, step:
            case dict(), str():
                data = data[step]
            case list(), int():
                data = data[step]
    return data


def _cut(text: str, first: int, last: int) -> str | None:
    """Return a text without some lines, counted from 1."""
    lines = text.splitlines(keepends=True)
    if not 1 <= first <= last or first > len(lines):
        return None
    return "".join([*lines[: first - 1], *lines[last:]])
