"""How much an answer holds: a client that gets megabytes at once cannot use them, nor say so.

What is too much is cut into pages. The text is cut between lines, data between the items of its lists.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, TypeGuard

from memdesk.model import Json
from memdesk.systems.tools import Reply

MOST = 50_000
"""Letters of an answer's text, of its data as JSON, and of a resource (of one that is no text: bytes)."""

_SHORT = 1_000
"""Letters of a text in data that is not cut itself; so many have to be left for what is."""


class Place(NamedTuple):
    """Where a page begins: a letter of the text, and an item of each list of data (of a long text: a letter).

    ``items`` is None where no data is left.
    """

    text: int = 0
    items: Mapping[str, int] | None = MappingProxyType({})


BEGINNING = Place()


class ReplyPage(NamedTuple):
    """A part of an answer, and where the rest begins; ``following`` is None where this was the last of it.

    ``total`` says how many items (or letters) there are in each list that was cut, ``left_out`` how many
    items stand as null because one of them alone is too large for a page.
    """

    text: str
    data: Json
    following: Place | None
    total: Json = None
    left_out: int = 0


class _Cut(NamedTuple):
    data: Json
    rest: Mapping[str, int] | None
    total: Json = None
    left_out: int = 0


def page_of(reply: Reply, place: Place = BEGINNING) -> ReplyPage:
    """Return what of an answer fits from a place on: all of it, where it is not too much."""
    text = reply.text[place.text :]
    if len(text) > MOST:
        text = text[: end_of_line(text)]
    end = place.text + len(text)
    cut = _Cut(None, None) if place.items is None else _cut(reply.data, place.items)
    is_last = cut.rest is None and end == len(reply.text)
    return ReplyPage(text, cut.data, None if is_last else Place(end, cut.rest), cut.total, cut.left_out)


def end_of_line(text: str) -> int:
    """Return where the last whole line ends that still fits; a long one is cut in the middle."""
    end = text.rfind("\n", 0, MOST)
    return end if end > MOST // 2 else MOST


def _cut(data: Json, begins: Mapping[str, int]) -> _Cut:
    """Return what of data fits. Of data that has nothing to cut it is None: the text says the same."""
    if not begins and _size(data) <= MOST:
        return _Cut(data, None)
    fields = data if isinstance(data, dict) else {"": data}
    long = {name: value for name, value in fields.items() if _is_long(value)}
    room = MOST - sum(_size(value) for name, value in fields.items() if name not in long)
    if room < _SHORT or not long:
        return _Cut(None, None, _size(data))
    ends, pieces, total, left_out = dict[str, int](), dict[str, Json](), dict[str, Json](), 0
    is_further = False
    for name, value in sorted(long.items(), key=lambda item: len(item[1]) - begins.get(item[0], 0)):
        begin = begins.get(name, 0)
        piece = _fitting(value, begin, room)
        if not piece and begin < len(value) and not is_further:
            piece, left_out = [None], 1
        room -= _size(piece)
        is_further = is_further or bool(piece)
        pieces[name], ends[name] = piece, begin + len(piece)
        if begin or ends[name] < len(value) or left_out:
            total[name] = len(value)
    rest = ends if any(ends[name] < len(value) for name, value in long.items()) else None
    if isinstance(data, dict):
        return _Cut({name: pieces.get(name, value) for name, value in data.items()}, rest, total, left_out)
    return _Cut(pieces[""], rest, len(long[""]), left_out)


def _is_long(value: Json) -> TypeGuard[list[Json] | str]:
    return isinstance(value, list) or (isinstance(value, str) and len(value) > _SHORT)


def _fitting(value: list[Json] | str, begin: int, room: int) -> list[Json] | str:
    """Return what fits of a list or a text from a place on."""
    if isinstance(value, str):
        piece = value[begin : begin + max(room, 0)]
        while piece and _size(piece) > room:
            piece = piece[: len(piece) // 2]
        return piece
    found: list[Json] = []
    for item in islice(value, begin, None):
        room -= _size(item) + 2
        if room < 0:
            break
        found.append(item)
    return found


def _size(data: Json) -> int:
    return len(json.dumps(data, ensure_ascii=False))
