"""What the prompt of an agent of this family gets from its memory."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.systems.index_memory import left_out
from memdesk.systems.picoclaw_layout import memory_folder
from memdesk.systems.picoclaw_memskill.choices import chosen
from memdesk.systems.picoclaw_memskill.places import long_term_path
from memdesk.systems.picoclaw_memskill.retrieval import SPACE, Hit, Mode
from memdesk.systems.picoclaw_memskill.retrieving import best, has_dated_entries, whole_text
from memdesk.systems.picoclaw_memskill.settings import Settings
from memdesk.systems.picoclaw_memskill.store import holds_index
from memdesk.systems.picoclaw_notes import RULE, recent_notes
from memdesk.systems.tools import Memory, Piece, PromptContext

RELEVANT_HEADING = "Long-term Memory (relevant)"
WHOLE_HEADING = "Long-term Memory"
NOTES_HEADING = "Recent Daily Notes"
TITLE = "# Memory\n\n"
"""What the prompt begins with."""

PRECEDENCE = "Where long-term memory and this conversation disagree, long-term memory is right.\n\n"
"""What the newer agents have in its place (said in our words)."""

_NO_QUERY = "all of it, for there is no query; the newest is kept longest"


def context(memory: Memory, query: str) -> PromptContext:
    """Return the prompt's part: what long-term memory has on a message, or all of it; and the last notes.

    An index of topic files without any dated entry is left out and told of.
    """
    settings, mode = Settings(memory), Mode(chosen(memory).retrieval)
    asked = query.strip(SPACE) if mode is Mode.MEMDESK else query
    is_index = holds_index(memory) and not has_dated_entries(memory)
    problems = (left_out(long_term_path(memory)),) if is_index else ()
    remembered = [] if is_index else _relevant(memory, query, settings) if asked else _whole(memory)
    parts = [part for part in (remembered, _notes(memory, settings)) if part]
    rule = Piece(RULE, joins=True)
    joined = (piece for place, part in enumerate(parts) for piece in ([rule] if place else []) + part)
    opening = PRECEDENCE if mode is Mode.HOOKS else TITLE
    return PromptContext((Piece(opening, heads=True), *joined) if parts else (), problems=problems)


def _relevant(memory: Memory, query: str, settings: Settings) -> list[Piece]:
    limit = settings.number("retrieve_limit")
    hits = best(memory, query, limit)
    path = long_term_path(memory)
    pieces = [_piece(path, hit, RULE if place else "") for place, hit in enumerate(hits)]
    return [Piece(f"## {RELEVANT_HEADING}\n\n", heads=True), *pieces] if pieces else []


def _piece(path: str, hit: Hit, before: str) -> Piece:
    chunk = hit.chunk
    uri = f"{path}#L{chunk.line}"
    return Piece(before + chunk.text, uri, chunk.heading, float(hit.score), hit.why, fixed=False)


def _whole(memory: Memory) -> list[Piece]:
    """Return all of long-term memory, a piece for each entry; for a budget the newest are kept longest."""
    pieces = list(_entries(memory))
    return [Piece(f"## {WHOLE_HEADING}\n\n", heads=True), *pieces] if pieces else []


def _entries(memory: Memory) -> Iterator[Piece]:
    path = long_term_path(memory)
    for place, (line, heading, text) in enumerate(whole_text(memory), 1):
        yield Piece(text, f"{path}#L{line}", heading, float(place), _NO_QUERY, fixed=False)


def _notes(memory: Memory, settings: Settings) -> list[Piece]:
    days = settings.number("recent_days")
    notes = list(recent_notes(memory, memory_folder(memory), days))
    pieces = [
        Piece((RULE if place else "") + note.text, note.path, note.day, None, _recent(days), fixed=False)
        for place, note in enumerate(notes)
    ]
    return [Piece(f"## {NOTES_HEADING}\n\n", heads=True), *pieces] if pieces else []


def _recent(days: int) -> str:
    return f"one of the last {days} days" if days > 1 else "today"
