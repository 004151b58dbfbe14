"""What the prompt of an agent of this system gets from its memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from memdesk.model import Json
from memdesk.systems.index_memory import left_out
from memdesk.systems.picoclaw_layout import memory_folder
from memdesk.systems.picoclaw_memskill.choices import chosen
from memdesk.systems.picoclaw_memskill.places import long_term_path
from memdesk.systems.picoclaw_memskill.retrieval import (
    SPACE,
    ChunkHit,
    RetrievalMode,
    only_greets,
    passed_over,
    rank,
    split_chunks,
)
from memdesk.systems.picoclaw_memskill.retrieving import best, has_dated_entries, others, whole_text
from memdesk.systems.picoclaw_memskill.settings import PolicyParameters
from memdesk.systems.picoclaw_memskill.store import holds_index
from memdesk.systems.picoclaw_notes import RULE, PromptNote, older_notes, recent_notes
from memdesk.systems.tools import OmissionReason, OmittedMemory, PromptContext, PromptPiece, SiteMemory
from memdesk.systems.why import Why, WhyCode, why

RELEVANT_HEADING = "Long-term Memory (relevant)"
WHOLE_HEADING = "Long-term Memory"
NOTES_HEADING = "Recent Daily Notes"
TITLE = "# Memory\n\n"
"""What the prompt begins with."""

PRECEDENCE = "Where long-term memory and this conversation disagree, long-term memory is right.\n\n"
"""What the newer agents have in its place (said in our words)."""


def context(memory: SiteMemory, query: str) -> PromptContext:
    """Return the prompt's part: what long-term memory has on a message, or all of it; and the last notes.

    An index of topic files without any dated entry is left out and told of.
    """
    settings, mode = PolicyParameters(memory), RetrievalMode(chosen(memory).retrieval)
    is_own = mode in (RetrievalMode.MEMDESK, RetrievalMode.SEARCH)
    # A greeting is found nowhere: with all of its memory an agent begins a talk as its design has it.
    asked = "" if is_own and only_greets(query) else query.strip(SPACE) if is_own else query
    is_index = holds_index(memory) and not has_dated_entries(memory)
    problems = (left_out(long_term_path(memory)),) if is_index else ()
    notes = _Notes(memory, settings, query if asked else "")
    hits = (
        notes.beside(best(memory, query, settings.number("retrieve_limit"))) if asked and not is_index else ()
    )
    remembered = [] if is_index else _relevant(memory, hits) if asked else _whole(memory)
    parts = [part for part in (remembered, notes.pieces()) if part]
    rule = PromptPiece(RULE, joins=True)
    joined = (piece for place, part in enumerate(parts) for piece in ([rule] if place else []) + part)
    opening = PRECEDENCE if mode is RetrievalMode.HOOKS else TITLE
    return PromptContext(
        (PromptPiece(opening, heads=True), *joined) if parts else (),
        problems=problems,
        settings=_settings(memory, settings),
        left_out=partial(_left_out, memory, query if asked and not is_index else "", settings, hits, notes),
    )


def _settings(memory: SiteMemory, settings: PolicyParameters) -> tuple[tuple[str, Json], ...]:
    choices = chosen(memory)
    numbers = ((key, settings.number(key)) for key in ("retrieve_limit", "recent_days"))
    return (
        *numbers,
        ("retrieval", choices.retrieval),
        ("chunks", choices.chunks),
        ("notes", choices.notes),
    )


def _left_out(
    memory: SiteMemory, query: str, settings: PolicyParameters, taken: tuple[ChunkHit, ...], notes: _Notes
) -> Iterator[OmittedMemory]:
    path, limit, days = long_term_path(memory), settings.number("retrieve_limit"), notes.days
    for hit in notes.beside(tuple(others(memory, query, taken))) if query else ():
        if hit.score > 0:
            yield OmittedMemory(_piece(path, hit, ""), OmissionReason.LIMIT, limit, "retrieve_limit")
        else:
            yield OmittedMemory(_piece(path, hit, ""), OmissionReason.NOT_MATCHED)
    for piece in notes.unrelated:
        yield OmittedMemory(piece, OmissionReason.NOT_MATCHED, setting="notes")
    for note in older_notes(memory, memory_folder(memory), days):
        yield OmittedMemory(_note(note, "", why(WhyCode.OLDER)), OmissionReason.TOO_OLD, days, "recent_days")


def _relevant(memory: SiteMemory, hits: tuple[ChunkHit, ...]) -> list[PromptPiece]:
    path = long_term_path(memory)
    pieces = [_piece(path, hit, RULE if place else "") for place, hit in enumerate(hits)]
    return [PromptPiece(f"## {RELEVANT_HEADING}\n\n", heads=True), *pieces] if pieces else []


def _piece(path: str, hit: ChunkHit, before: str) -> PromptPiece:
    chunk = hit.chunk
    return PromptPiece(
        before + chunk.text,
        f"{chunk.path or path}#L{chunk.line}",
        chunk.heading,
        float(hit.score),
        hit.why,
        fixed=False,
        lines=(chunk.line, chunk.last_line),
        parts=hit.parts,
        matched=hit.matched,
    )


def _whole(memory: SiteMemory) -> list[PromptPiece]:
    """Return all of long-term memory, a piece for each entry; for a budget the newest are kept longest."""
    pieces = list(_entries(memory))
    return [PromptPiece(f"## {WHOLE_HEADING}\n\n", heads=True), *pieces] if pieces else []


def _entries(memory: SiteMemory) -> Iterator[PromptPiece]:
    path = long_term_path(memory)
    for place, (line, heading, text) in enumerate(whole_text(memory), 1):
        lines = (line, line + max(0, text.rstrip("\n").count("\n")))
        parts = (("recency", float(place)),)
        uri = f"{path}#L{line}"
        yield PromptPiece(
            text, uri, heading, float(place), why(WhyCode.ALL_OF_IT), fixed=False, lines=lines, parts=parts
        )


class _Notes:
    """The last days' notes: whole, or where that is chosen only what in them has to do with a query."""

    def __init__(self, memory: SiteMemory, settings: PolicyParameters, query: str) -> None:
        self.days = settings.number("recent_days")
        self._notes = tuple(recent_notes(memory, memory_folder(memory), self.days))
        self._query = query if chosen(memory).notes == "related" else ""
        self.unrelated: list[PromptPiece] = []

    def beside(self, hits: tuple[ChunkHit, ...]) -> tuple[ChunkHit, ...]:
        """Return the hits that are in none of these notes: a note goes along whatever is found in it."""
        paths = {note.path for note in self._notes}
        return tuple(hit for hit in hits if hit.chunk.path not in paths)

    def pieces(self) -> list[PromptPiece]:
        """Return what goes along."""
        each = [
            one for note in self._notes for one in (self._related(note) if self._query else [(note, None)])
        ]
        pieces = [
            _note(note, RULE if place else "", _recent(self.days)) if hit is None else _part(note, hit, place)
            for place, (note, hit) in enumerate(each)
        ]
        return [PromptPiece(f"## {NOTES_HEADING}\n\n", heads=True), *pieces] if pieces else []

    def _related(self, note: PromptNote) -> list[tuple[PromptNote, ChunkHit | None]]:
        parts = split_chunks(note.text)
        hits = rank(parts, self._query, len(parts))
        self.unrelated += [_part(note, hit, 0) for hit in passed_over(parts, self._query, hits)]
        return [(note, hit) for hit in sorted(hits, key=lambda hit: hit.chunk.line)]


def _part(note: PromptNote, hit: ChunkHit, place: int) -> PromptPiece:
    """Return a part of a note under its day."""
    chunk = hit.chunk
    said = f"{RULE if place else ''}# {note.day}\n\n{chunk.text}"
    return replace(_piece(note.path, hit, ""), text=said, uri=f"{note.path}#L{chunk.line}", heading=note.day)


def _note(note: PromptNote, before: str, because: str) -> PromptPiece:
    return PromptPiece(before + note.text, note.path, note.day, why=because, fixed=False)


def _recent(days: int) -> Why:
    return why(WhyCode.LAST_DAYS, str(days)) if days > 1 else why(WhyCode.TODAY)
