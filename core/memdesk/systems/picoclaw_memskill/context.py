"""What the prompt of an agent of this family gets from its memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from memdesk.model import Json
from memdesk.systems.index_memory import left_out
from memdesk.systems.picoclaw_layout import memory_folder
from memdesk.systems.picoclaw_memskill.choices import chosen
from memdesk.systems.picoclaw_memskill.places import long_term_path
from memdesk.systems.picoclaw_memskill.retrieval import SPACE, Hit, Mode, passed_over, rank, split_chunks
from memdesk.systems.picoclaw_memskill.retrieving import best, has_dated_entries, others, whole_text
from memdesk.systems.picoclaw_memskill.settings import Settings
from memdesk.systems.picoclaw_memskill.store import holds_index
from memdesk.systems.picoclaw_notes import RULE, Note, older_notes, recent_notes
from memdesk.systems.tools import LeftOut, Memory, Piece, PromptContext, Reason
from memdesk.systems.why import Why, WhyCode, why

RELEVANT_HEADING = "Long-term Memory (relevant)"
WHOLE_HEADING = "Long-term Memory"
NOTES_HEADING = "Recent Daily Notes"
TITLE = "# Memory\n\n"
"""What the prompt begins with."""

PRECEDENCE = "Where long-term memory and this conversation disagree, long-term memory is right.\n\n"
"""What the newer agents have in its place (said in our words)."""


def context(memory: Memory, query: str) -> PromptContext:
    """Return the prompt's part: what long-term memory has on a message, or all of it; and the last notes.

    An index of topic files without any dated entry is left out and told of.
    """
    settings, mode = Settings(memory), Mode(chosen(memory).retrieval)
    asked = query.strip(SPACE) if mode is Mode.MEMDESK else query
    is_index = holds_index(memory) and not has_dated_entries(memory)
    problems = (left_out(long_term_path(memory)),) if is_index else ()
    notes = _Notes(memory, settings, query if asked else "")
    hits = (
        notes.beside(best(memory, query, settings.number("retrieve_limit"))) if asked and not is_index else ()
    )
    remembered = [] if is_index else _relevant(memory, hits) if asked else _whole(memory)
    parts = [part for part in (remembered, notes.pieces()) if part]
    rule = Piece(RULE, joins=True)
    joined = (piece for place, part in enumerate(parts) for piece in ([rule] if place else []) + part)
    opening = PRECEDENCE if mode is Mode.HOOKS else TITLE
    return PromptContext(
        (Piece(opening, heads=True), *joined) if parts else (),
        problems=problems,
        settings=_settings(memory, settings),
        left_out=partial(_left_out, memory, query if asked and not is_index else "", settings, hits, notes),
    )


def _settings(memory: Memory, settings: Settings) -> tuple[tuple[str, Json], ...]:
    choices = chosen(memory)
    numbers = ((key, settings.number(key)) for key in ("retrieve_limit", "recent_days"))
    return (
        *numbers,
        ("retrieval", choices.retrieval),
        ("chunks", choices.chunks),
        ("notes", choices.notes),
    )


def _left_out(
    memory: Memory, query: str, settings: Settings, taken: tuple[Hit, ...], notes: _Notes
) -> Iterator[LeftOut]:
    path, limit, days = long_term_path(memory), settings.number("retrieve_limit"), notes.days
    for hit in notes.beside(tuple(others(memory, query, taken))) if query else ():
        if hit.score > 0:
            yield LeftOut(_piece(path, hit, ""), Reason.LIMIT, limit, "retrieve_limit")
        else:
            yield LeftOut(_piece(path, hit, ""), Reason.NOT_MATCHED)
    for piece in notes.unrelated:
        yield LeftOut(piece, Reason.NOT_MATCHED, setting="notes")
    for note in older_notes(memory, memory_folder(memory), days):
        yield LeftOut(_note(note, "", why(WhyCode.OLDER)), Reason.TOO_OLD, days, "recent_days")


def _relevant(memory: Memory, hits: tuple[Hit, ...]) -> list[Piece]:
    path = long_term_path(memory)
    pieces = [_piece(path, hit, RULE if place else "") for place, hit in enumerate(hits)]
    return [Piece(f"## {RELEVANT_HEADING}\n\n", heads=True), *pieces] if pieces else []


def _piece(path: str, hit: Hit, before: str) -> Piece:
    chunk = hit.chunk
    return Piece(
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


def _whole(memory: Memory) -> list[Piece]:
    """Return all of long-term memory, a piece for each entry; for a budget the newest are kept longest."""
    pieces = list(_entries(memory))
    return [Piece(f"## {WHOLE_HEADING}\n\n", heads=True), *pieces] if pieces else []


def _entries(memory: Memory) -> Iterator[Piece]:
    path = long_term_path(memory)
    for place, (line, heading, text) in enumerate(whole_text(memory), 1):
        lines = (line, line + max(0, text.rstrip("\n").count("\n")))
        parts = (("recency", float(place)),)
        uri = f"{path}#L{line}"
        yield Piece(
            text, uri, heading, float(place), why(WhyCode.ALL_OF_IT), fixed=False, lines=lines, parts=parts
        )


class _Notes:
    """The last days' notes: whole, or where that is chosen only what in them has to do with a query."""

    def __init__(self, memory: Memory, settings: Settings, query: str) -> None:
        self.days = settings.number("recent_days")
        self._notes = tuple(recent_notes(memory, memory_folder(memory), self.days))
        self._query = query if chosen(memory).notes == "related" else ""
        self.unrelated: list[Piece] = []

    def beside(self, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
        """Return the hits that are in none of these notes: a note goes along whatever is found in it."""
        paths = {note.path for note in self._notes}
        return tuple(hit for hit in hits if hit.chunk.path not in paths)

    def pieces(self) -> list[Piece]:
        """Return what goes along."""
        each = [
            one for note in self._notes for one in (self._related(note) if self._query else [(note, None)])
        ]
        pieces = [
            _note(note, RULE if place else "", _recent(self.days)) if hit is None else _part(note, hit, place)
            for place, (note, hit) in enumerate(each)
        ]
        return [Piece(f"## {NOTES_HEADING}\n\n", heads=True), *pieces] if pieces else []

    def _related(self, note: Note) -> list[tuple[Note, Hit | None]]:
        parts = split_chunks(note.text)
        hits = rank(parts, self._query, len(parts))
        self.unrelated += [_part(note, hit, 0) for hit in passed_over(parts, self._query, hits)]
        return [(note, hit) for hit in sorted(hits, key=lambda hit: hit.chunk.line)]


def _part(note: Note, hit: Hit, place: int) -> Piece:
    """Return a part of a note under its day."""
    chunk = hit.chunk
    said = f"{RULE if place else ''}# {note.day}\n\n{chunk.text}"
    return replace(_piece(note.path, hit, ""), text=said, uri=f"{note.path}#L{chunk.line}", heading=note.day)


def _note(note: Note, before: str, because: str) -> Piece:
    return Piece(before + note.text, note.path, note.day, why=because, fixed=False)


def _recent(days: int) -> Why:
    return why(WhyCode.LAST_DAYS, str(days)) if days > 1 else why(WhyCode.TODAY)
