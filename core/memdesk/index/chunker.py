"""Documents cut into what a search finds: stretches under a heading, entries of a JSON store. Pure.

The sizes are those of EvoClaw's own chunker, in bytes of UTF-8. Where that cuts a letter or leaves a line
longer than a chunk, this one cuts between letters, and long lines between words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.text.json_spans import Node, spans
from memdesk.text.lines import lines
from memdesk.text.markdown import sections

CHUNK_SIZE, CHUNK_OVERLAP = 512, 50
"""Bytes of a chunk at most, and bytes of it that the next one under the same heading begins with."""

_OF_EVERY_ENTRY = frozenset(("id", "created_at", "updated_at", "timestamp", "last_access"))

_DEEPEST = 64
"""Levels of a JSON text that are looked into."""


class IndexChunk(NamedTuple):
    """A stretch of a document under a heading, or an entry: its text, its first and last line from 1."""

    heading: str
    text: str
    first: int
    last: int


def chunks_of(
    text: str, *, is_json: bool = False, size: int = CHUNK_SIZE, overlap: int = CHUNK_OVERLAP
) -> tuple[IndexChunk, ...]:
    """Cut a document; a JSON text is cut into its entries, one that cannot be read as any other text."""
    if is_json:
        try:
            return tuple(_entries(spans(text)))
        except (InvalidError, RecursionError):
            pass
    return tuple(_stretches(text, size, overlap))


def _stretches(text: str, size: int, overlap: int) -> Iterator[IndexChunk]:
    """Yield the chunks of every section; a heading is part of the first one's text."""
    whole = lines(text)
    found = sections(text)
    first = found[0].line - 1 if found else len(whole)
    yield from _section("", whole[:first], 1, size, overlap)
    trail: list[tuple[int, str]] = []
    for section in found:
        while trail and trail[-1][0] >= section.level:
            trail.pop()
        trail.append((section.level, section.heading))
        heading = " › ".join(name for _, name in trail if name)
        yield from _section(heading, whole[section.line - 1 : section.end_line], section.line, size, overlap)


def _section(heading: str, rows: list[str], line: int, size: int, overlap: int) -> Iterator[IndexChunk]:
    pieces = [(piece, number) for number, row in enumerate(rows, line) for piece in _cut(row, size)]
    held: list[tuple[str, int]] = []
    room, is_new = size, False
    for piece, number in pieces:
        length = len(piece.encode("utf-8", "surrogatepass"))
        if length > room:
            if is_new:
                yield from _chunk(heading, held)
            held = _tail(held, min(overlap, size - length)) if is_new else []
            room, is_new = size - sum(len(kept.encode("utf-8", "surrogatepass")) for kept, _ in held), False
        held.append((piece, number))
        room -= length
        is_new = is_new or bool(piece.strip())
    if is_new:
        yield from _chunk(heading, held)


def _chunk(heading: str, held: list[tuple[str, int]]) -> Iterator[IndexChunk]:
    """Yield a chunk without the empty lines around it."""
    said = [number for piece, number in held if piece.strip()]
    text = "".join(piece for piece, _ in held).strip()
    if text:
        yield IndexChunk(heading, text, said[0], said[-1])


def _tail(held: list[tuple[str, int]], most: int) -> list[tuple[str, int]]:
    """Return the end of a chunk, cut between letters."""
    if most <= 0 or not held:
        return []
    piece, number = held[-1]
    kept = piece.encode("utf-8", "surrogatepass")[-most:].decode("utf-8", "ignore")
    return [(kept, number)] if kept.strip() else []


def _cut(row: str, size: int) -> Iterator[str]:
    """Yield a line in pieces of no more than ``size`` bytes: whole where it fits, else cut between words."""
    while len(row.encode("utf-8", "surrogatepass")) > size:
        fits = len(row.encode("utf-8", "surrogatepass")[:size].decode("utf-8", "ignore")) or 1
        place = row.rfind(" ", fits // 2, fits) + 1 or fits
        yield row[:place]
        row = row[place:]
    if row:
        yield row


def _entries(root: Node) -> Iterator[IndexChunk]:
    """Yield every entry of a JSON text: an object without lists of objects in it, or a value by its name."""
    starts = [0, *accumulate(len(line) for line in lines(root.text))]

    def entry(heading: str, node: Node, said: str) -> Iterator[IndexChunk]:
        if said.strip():
            first, last = (
                bisect_right(starts, node.start),
                bisect_right(starts, max(node.start, node.end - 1)),
            )
            yield IndexChunk(heading, said, first, last)

    def walk(node: Node, trail: tuple[str, ...]) -> Iterator[IndexChunk]:
        heading = " › ".join(filter(None, trail))
        if not node.opener or len(trail) > _DEEPEST:
            yield from entry(heading, node, "\n".join(_texts(node.value)) or _number(node.value))
        elif trail and _is_entry(node.value):
            named = _name(node.value)
            yield from entry(" › ".join(filter(None, (heading, named))), node, "\n".join(_said(node.value)))
        else:
            for member in node.members:
                yield from walk(member.node, (*trail, member.name or ""))

    yield from walk(root, ())


def _is_entry(value: Json) -> bool:
    """Say whether a value is one entry: none of what it holds is a list of objects or holds one."""
    if isinstance(value, dict):
        return all(_is_flat(each) for each in value.values())
    return _is_flat(value)


def _is_flat(value: Json) -> bool:
    if isinstance(value, dict):
        return all(not isinstance(each, dict) and _is_flat(each) for each in value.values())
    return not (isinstance(value, list) and any(isinstance(each, dict | list) for each in value))


def _name(value: Json) -> str:
    """Return what an entry is called, where it says so."""
    if not isinstance(value, dict):
        return ""
    return next((said for key in ("name", "title") if isinstance(said := value.get(key), str)), "")


def _said(value: Json) -> Iterator[str]:
    """Yield the texts of an entry without its times; its id comes last, it tells a reader nothing."""
    if not isinstance(value, dict):
        yield from _texts(value)
        return
    for key, each in value.items():
        if key not in _OF_EVERY_ENTRY:
            yield from _texts(each)
    if isinstance(identity := value.get("id"), str):
        yield identity


def _number(value: Json) -> str:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _texts(value: Json) -> Iterator[str]:
    """Yield every text in a value; numbers tell nothing, those of a vector least of all."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
