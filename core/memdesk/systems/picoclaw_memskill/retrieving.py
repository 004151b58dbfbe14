"""Retrieval from the long-term memory of a site, with what is chosen there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.model import Kind
from memdesk.systems.picoclaw_memskill.choices import chosen
from memdesk.systems.picoclaw_memskill.entries import parse_long_term
from memdesk.systems.picoclaw_memskill.places import long_term_path
from memdesk.systems.picoclaw_memskill.records import LongTerm, LongTermEntry
from memdesk.systems.picoclaw_memskill.retrieval import (
    SPACE,
    ChunkHit,
    RetrievalMode,
    SectionChunk,
    entry_chunks,
    passed_over,
    rank,
    split_chunks,
)
from memdesk.systems.tools import SiteMemory
from memdesk.systems.why import WhyCode, why
from memdesk.text.encoding import decode

MORE = 50
"""Chunks beyond those taken that a search is asked for, to tell of them."""

_NOTHING = why(WhyCode.NOTHING_OF_IT)

_STEP = 100
"""Chunks between two looks at whether the search is still wanted."""


class RetrievedEntry(NamedTuple):
    """An entry's text with all that is around it: its first line, its heading."""

    line: int
    heading: str
    text: str


def chunks(memory: SiteMemory) -> tuple[SectionChunk, ...]:
    """Return the chunks of long-term memory, none where there is none."""
    split = _entries if chosen(memory).chunks == "entries" else _paragraphs
    return memory.load(long_term_path(memory), split) or ()


def best(memory: SiteMemory, query: str, limit: int) -> tuple[ChunkHit, ...]:
    """Return what long-term memory has on a query, the best first; a search looks in the daily notes, too."""
    if RetrievalMode(chosen(memory).retrieval) is RetrievalMode.SEARCH:
        return tuple(_searched(memory, query, limit))
    return rank(_stepping(memory, chunks(memory)), query, limit, RetrievalMode(chosen(memory).retrieval))


def others(memory: SiteMemory, query: str, taken: tuple[ChunkHit, ...]) -> list[ChunkHit]:
    """Return what long-term memory has beside what was taken for a query, the nearest first."""
    mode = RetrievalMode(chosen(memory).retrieval)
    if mode is RetrievalMode.SEARCH:
        spans = [(hit.chunk.line, hit.chunk.last_line) for hit in taken if not hit.chunk.path]
        rest = (chunk for chunk in chunks(memory) if not any(_meet(chunk, *span) for span in spans))
        further = list(_searched(memory, query, len(taken) + MORE))[len(taken) :]
        known = [(hit.chunk.line, hit.chunk.last_line) for hit in further if not hit.chunk.path]
        unmatched = (chunk for chunk in rest if not any(_meet(chunk, *span) for span in known))
        return [*further, *(ChunkHit(chunk, 0, _NOTHING) for chunk in unmatched)]
    return passed_over(chunks(memory), query, taken, mode)


def _searched(memory: SiteMemory, query: str, limit: int) -> Iterator[ChunkHit]:
    """Yield what the search of memdesk finds, in the words of the documents as they are."""
    own = long_term_path(memory)
    for found in memory.search(query, limit, (Kind.LONG_TERM, Kind.DAILY_NOTE)):
        lines = memory.load(found.uri, _lines) or ()
        text = "\n".join(lines[found.first - 1 : found.last]).strip(SPACE)
        chunk = SectionChunk(text, found.first, found.heading, "" if found.uri == own else found.uri)
        words = ", ".join(found.matched)
        because = why(WhyCode.FOUND, words) if words else why(WhyCode.BY_MEANING)
        yield ChunkHit(chunk, found.score, because, found.matched, found.parts)


def _lines(data: bytes) -> tuple[str, ...]:
    return tuple(decode(data).lined.split("\n"))


def _meet(chunk: SectionChunk, first: int, last: int) -> bool:
    return chunk.line <= last and first <= chunk.last_line


def _stepping(memory: SiteMemory, found: tuple[SectionChunk, ...]) -> Iterator[SectionChunk]:
    """Yield chunks so that whoever has enough of a long search can end it."""
    for place, chunk in enumerate(found):
        if place % _STEP == 0:
            memory.step(place, len(found))
        yield chunk


def whole_text(memory: SiteMemory) -> tuple[RetrievedEntry, ...]:
    """Return all of long-term memory as it is, cut where its entries begin."""
    return memory.load(long_term_path(memory), _cut) or ()


def has_dated_entries(memory: SiteMemory) -> bool:
    """Say whether long-term memory has an entry as this system's agents write it."""
    return bool(memory.load(long_term_path(memory), _is_dated))


def _is_dated(data: bytes) -> bool:
    return any(entry.date for entry in _parsed(data))


def _cut(data: bytes) -> tuple[RetrievedEntry, ...]:
    lines = re.findall(r"[^\n]*\n|[^\n]+", data.decode(errors="replace"))
    if not lines:
        return ()
    heads = {1: "", **{entry.line: entry.heading for entry in _parsed(data)}}
    starts = sorted(line for line in heads if line <= len(lines))
    ends = [*(line - 1 for line in starts[1:]), len(lines)]
    return tuple(
        RetrievedEntry(line, heads[line], "".join(lines[line - 1 : end]))
        for line, end in zip(starts, ends, strict=True)
    )


def _paragraphs(data: bytes) -> tuple[SectionChunk, ...]:
    return split_chunks(data.decode(errors="replace"))


def _entries(data: bytes) -> tuple[SectionChunk, ...]:
    return entry_chunks(data.decode(errors="replace"), _parsed(data))


def _parsed(data: bytes) -> tuple[LongTermEntry, ...]:
    record = parse_long_term("", data).record
    return record.entries if isinstance(record, LongTerm) else ()
