"""Documents cut into what a search finds: stretches under a heading, entries of a JSON store. Pure.

The sizes are those of EvoClaw's own chunker, in bytes of UTF-8. Where that cuts a letter or leaves a line
longer than a chunk, this one cuts between letters, and long lines between words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from memdesk.errors import InvalidError
from memdesk.index.standing import (
    ENDED,
    PLAIN,
    REPLACED_BY,
    STATES,
    ChunkStatus,
    front_fields,
    is_struck,
    spelled,
    standing_of,
)
from memdesk.model import Json
from memdesk.text.json.spans import Node, spans
from memdesk.text.lines import lines
from memdesk.text.markdown import front_matter, headings, lines_between

CHUNK_SIZE, CHUNK_OVERLAP = 512, 50
"""Bytes of a chunk at most, and bytes of it that the next one under the same heading begins with."""

_OF_EVERY_ENTRY = frozenset(
    (
        *("id", "_id", "user_id", "created_at", "updated_at", "timestamp", "last_access", "provenance"),
        *("scope", "scopes", *STATES, *REPLACED_BY, *ENDED),
    )
)
_CONTENT = ("content", "text", "fact", "message", "value")
"""What an entry says is under one of these, whatever else is in it."""

_DEEPEST = 64
"""Levels of a JSON text that are looked into."""


class IndexChunk(NamedTuple):
    """A stretch of a document under a heading, or an entry: its text, its first and last line from 1."""

    heading: str
    text: str
    first: int
    last: int
    standing: ChunkStatus = PLAIN


class _Cutting(NamedTuple):
    """How a text is cut: bytes of a chunk and of what it repeats, and how bytes are told."""

    size: int
    overlap: int
    measure: Callable[[str], int]


def chunks_of(
    text: str,
    *,
    is_json: bool = False,
    is_lines: bool = False,
    size: int = CHUNK_SIZE,
    overlap: int = CHUNK_OVERLAP,
) -> tuple[IndexChunk, ...]:
    """Cut a document; a JSON text is cut into its entries, one that cannot be read as any other text.

    ``is_lines`` is a text that has a JSON value in each line.
    """
    try:
        if is_lines:
            return tuple(_lines_of_entries(text))
        if is_json:
            return tuple(_entries(spans(text)))
    except (InvalidError, RecursionError):
        pass
    front = front_matter(text)
    of_all = standing_of(front_fields(lines_between(text, front))) if front is not None else PLAIN
    if of_all == PLAIN and ("~" not in text or "~~" not in text):
        return tuple(_stretches(text, size, overlap))
    return tuple(_standing(chunk, of_all) for chunk in _stretches(text, size, overlap))


def _standing(chunk: IndexChunk, of_all: ChunkStatus) -> IndexChunk:
    if is_struck(chunk.text):
        return chunk._replace(standing=of_all._replace(is_replaced=True))
    return chunk if of_all == PLAIN else chunk._replace(standing=of_all)


def _lines_of_entries(text: str) -> Iterator[IndexChunk]:
    for number, line in enumerate(lines(text)):
        for chunk in _entries(spans(line), lone=True) if line.strip() else ():
            yield chunk._replace(first=chunk.first + number, last=chunk.last + number)


def _stretches(text: str, size: int, overlap: int) -> list[IndexChunk]:
    """Return the chunks of every section; a heading is part of the first one's text."""
    found = headings(text) if "#" in text else ()
    starts = [*(head.start for head in found), len(text)]
    cutting = _Cutting(size, overlap, len if text.isascii() else _bytes)
    chunks: list[IndexChunk] = []
    if starts[0]:
        chunks += _cut_section("", text[: starts[0]], 1, cutting)
    trail: list[tuple[int, str]] = []
    for (name, level, line, start), end in zip(found, starts[1:], strict=True):
        while trail and trail[-1][0] >= level:
            trail.pop()
        trail.append((level, name))
        heading = " › ".join(name for _, name in trail if name) if len(trail) > 1 else name
        chunks += _cut_section(heading, text[start:end], line, cutting)
    return chunks


def _cut_section(heading: str, text: str, line: int, cutting: _Cutting) -> list[IndexChunk]:
    """Return the chunks of a section, that begins in this line, without the empty lines around them."""
    cut = _cut_at_line_ends(heading, text, line, cutting) if cutting.measure is len else None
    return _cut_rows(heading, lines(text), line, cutting) if cut is None else cut


def _cut_at_line_ends(heading: str, text: str, line: int, cutting: _Cutting) -> list[IndexChunk] | None:
    """Return the same of a text of ASCII; None where a line of it is too long.

    Only the line ends at which it is cut are looked for: that is most of the time of filling an index.
    """
    size, overlap, _ = cutting
    chunks: list[IndexChunk] = []
    # A chunk begins where its tail of the one before does, its own lines ``at``.
    begin = at = 0
    before, end = line, len(text)
    while at < end:
        stop = end if end - begin <= size else text.rfind("\n", at, begin + size) + 1
        if not stop:
            return None
        own = text[at:stop]
        bare = own.rstrip()
        if not bare:
            begin = stop
        else:
            first = line + own.count("\n", 0, len(own) - len(own.lstrip()))
            last = line + bare.count("\n")
            chunks.append(
                IndexChunk(heading, text[begin:stop].strip(), before if begin < at else first, last)
            )
            room = size - ((text.find("\n", stop) + 1 or end) - stop) if stop < end else 0
            tail = (
                max(text.rfind("\n", at, stop - 1) + 1, at, stop - min(overlap, room)) if room > 0 else stop
            )
            begin = stop if tail >= stop or text[tail:stop].isspace() else tail
            before = line + own.count("\n", 0, len(own) - 1)
        line += own.count("\n")
        at = stop
    return chunks


def _cut_rows(heading: str, rows: list[str], line: int, cutting: _Cutting) -> list[IndexChunk]:
    """Return the chunks of the lines of a section; a line too long is in several."""
    size, overlap, measure = cutting
    chunks: list[IndexChunk] = []
    numbers: Sequence[int] = range(line, line + len(rows))
    sizes = [*map(measure, rows)]
    if max(sizes, default=0) > size:
        cut = [
            (piece, number) for row, number in zip(rows, numbers, strict=True) for piece in _cut(row, size)
        ]
        rows, numbers = [piece for piece, _ in cut], [number for _, number in cut]
        sizes = [*map(measure, rows)]
    ends = [0, *accumulate(sizes)]
    tail, before, at, count = "", 0, 0, len(rows)
    while at < count:
        # One letter may be larger than a chunk.
        stop = bisect_right(ends, ends[at] + size - measure(tail), at) - 1
        if stop <= at:
            stop = at + 1
        text = "".join(rows[at:stop])
        if text.isspace():
            tail = ""
        else:
            first, last = at, stop - 1
            while rows[first].isspace():
                first += 1
            while rows[last].isspace():
                last -= 1
            begin = before if tail else numbers[first]
            chunks.append(IndexChunk(heading, f"{tail}{text}".strip(), begin, numbers[last]))
            room = size - sizes[stop] if stop < count else 0
            tail, before = _tail(rows[stop - 1], min(overlap, room)), numbers[stop - 1]
        at = stop
    return chunks


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _tail(piece: str, most: int) -> str:
    """Return the end of a chunk's last line, cut between letters; empty where it says nothing."""
    if most <= 0:
        return ""
    if piece.isascii():
        kept = piece[-most:]
        return "" if kept.isspace() else kept
    kept = piece.encode("utf-8", "surrogatepass")[-most:].decode("utf-8", "ignore")
    return kept if kept.strip() else ""


def _cut(row: str, size: int) -> Iterator[str]:
    """Yield a line that is too long in pieces of no more than ``size`` bytes, cut between words."""
    while _bytes(row) > size:
        fits = len(row.encode("utf-8", "surrogatepass")[:size].decode("utf-8", "ignore")) or 1
        place = row.rfind(" ", fits // 2, fits) + 1 or fits
        yield row[:place]
        row = row[place:]
    if row:
        yield row


def _entries(root: Node, *, lone: bool = False) -> Iterator[IndexChunk]:
    """Yield every entry of a JSON text: an object without lists of objects in it, or a value by its name.

    The whole text can be one where it is ``lone``.
    """
    starts = [0, *accumulate(len(line) for line in lines(root.text))]

    def entry(heading: str, node: Node, said: str, standing: ChunkStatus) -> Iterator[IndexChunk]:
        if said.strip():
            first, last = (
                bisect_right(starts, node.start),
                bisect_right(starts, max(node.start, node.end - 1)),
            )
            yield IndexChunk(heading, said, first, last, standing)

    def walk(node: Node, trail: tuple[str, ...]) -> Iterator[IndexChunk]:
        heading = " › ".join(filter(None, trail))
        if not node.opener or len(trail) > _DEEPEST:
            named = ChunkStatus(spelled(trail[-1])) if trail and trail[-1] else PLAIN
            yield from entry(heading, node, "\n".join(_texts(node.value)) or _number(node.value), named)
        elif (trail or lone or _is_told(node.value)) and _is_entry(node.value):
            title = " › ".join(filter(None, (heading, _name(node.value))))
            standing = standing_of(node.value) if isinstance(node.value, dict) else PLAIN
            yield from entry(title, node, "\n".join(_said(node.value)), standing)
        else:
            for member in node.members:
                yield from walk(member.node, (*trail, member.name or ""))

    yield from walk(root, ())


def _is_told(value: Json) -> bool:
    """Say whether a whole text is one entry: something with an id that says something."""
    if not isinstance(value, dict) or not ("id" in value or "_id" in value):
        return False
    return any(isinstance(value.get(key), str) for key in _CONTENT)


def _is_entry(value: Json) -> bool:
    """Say whether a value is one entry: it has a text of its own, or no list of objects anywhere in it."""
    if isinstance(value, dict):
        if any(isinstance(value.get(key), str) for key in _CONTENT):
            return True
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
    return next(
        (said for key in ("name", "title", "canonical_name") if isinstance(said := value.get(key), str)), ""
    )


def _said(value: Json) -> Iterator[str]:
    """Yield the texts of an entry without its times; its id comes last, it tells a reader nothing."""
    if not isinstance(value, dict):
        yield from _texts(value)
        return
    for key, each in value.items():
        if key.lower() not in _OF_EVERY_ENTRY and not isinstance(each, dict | list):
            yield from _texts(each)
    for key, each in value.items():
        if key.lower() not in _OF_EVERY_ENTRY and isinstance(each, dict | list):
            yield from _texts(each)
    for key in ("id", "_id"):
        if isinstance(identity := value.get(key), str):
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
