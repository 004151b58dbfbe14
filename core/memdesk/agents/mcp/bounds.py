"""How much an answer holds: a client that gets megabytes at once cannot use them, nor say so."""

from __future__ import annotations

import json
from typing import Any

from memdesk.model import Json
from memdesk.systems.tools import Reply

MOST = 50_000
"""Letters of an answer's text, of its data as JSON, and of a resource (of one that is no text: bytes)."""

_REST = (
    "\n\n[Cut here: these are {shown} of {letters} letters. Ask for less at once, with a smaller limit or a"
    " narrower question. A part of a document can be read as a resource: memdesk:///PATH#L100-200]"
)


def told(reply: Reply) -> dict[str, Any]:
    """Return an answer for a program, cut where it is too much: ``cut`` then says how much there is."""
    text, data = reply.text, reply.data
    cut: dict[str, Json] = {}
    if len(text) > MOST:
        shown = text[: end_of_line(text)]
        cut["letters"] = len(text)
        text = shown + _REST.format(shown=len(shown), letters=len(text))
    data, left = _cut(data)
    if left:
        cut["items"] = left
    found: dict[str, Any] = {"ok": True, "text": text, "data": data}
    return found | {"cut": cut} if cut else found


def end_of_line(text: str) -> int:
    """Return where the last whole line ends that still fits; a long one is cut in the middle."""
    end = text.rfind("\n", 0, MOST)
    return end if end > MOST // 2 else MOST


def _cut(data: Json) -> tuple[Json, Json]:
    """Return data with no more items in its lists than fit, and how many there were in each that was cut."""
    if _size(data) <= MOST:
        return data, None
    if isinstance(data, list):
        return _first(data, MOST), len(data)
    if not isinstance(data, dict):
        return None, _size(data)
    room = MOST - sum(_size(value) for value in data.values() if not isinstance(value, list))
    lists = [name for name, value in data.items() if isinstance(value, list)]
    cut: dict[str, Json] = dict(data)
    counts: dict[str, Json] = {}
    for name in sorted(lists, key=lambda name: _size(data[name])):
        value = cut[name]
        if isinstance(value, list) and _size(value) > room:
            cut[name], counts[name] = _first(value, room), len(value)
        room -= _size(cut[name])
    return (cut, counts) if _size(cut) <= MOST + len(cut) * 64 else (None, counts or _size(data))


def _first(items: list[Json], room: int) -> list[Json]:
    found: list[Json] = []
    for item in items:
        room -= _size(item) + 2
        if room < 0:
            break
        found.append(item)
    return found


def _size(data: Json) -> int:
    return len(json.dumps(data, ensure_ascii=False))
