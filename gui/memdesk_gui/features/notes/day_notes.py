"""Daily notes by their day, and where a day's note is begun."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from memdesk.model import Actor, DocumentInfo, Kind, Nature, Origin
from memdesk.text.cooperative import yielding
from memdesk_gui.features.history.recent_changes import last_writers

if TYPE_CHECKING:
    from memdesk.systems.system import Blank
    from memdesk.workspace import Workspace


class DayNote(NamedTuple):
    """A daily note, and who wrote it last (None where nobody knows)."""

    info: DocumentInfo
    origin: Origin | None = None


def note_blanks(workspace: Workspace, day: date) -> tuple[Blank, ...]:
    """Return the notes of a day that can be begun, one for each place that keeps daily notes."""
    blanks = workspace.blanks(day)
    return tuple(blank for blank in blanks if blank.kind is Kind.DAILY_NOTE and blank.dated)


def nearest(blanks: Iterable[Blank], uri: str) -> Blank | None:
    """Return what is begun nearest to a document; the first one where none is nearer than another."""
    return max(blanks, key=lambda blank: nearness(blank.uri, uri), default=None)


def nearness(uri: str, other: str) -> int:
    """Return how many folders two documents have in common."""
    folders = zip(uri.split("/")[:-1], other.split("/")[:-1], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], folders))


def collect_notes(
    workspace: Workspace, documents: Iterable[DocumentInfo], near: str
) -> dict[date, tuple[DayNote, ...]]:
    """Return the daily notes of each day that has one, with their last writers."""
    notes = notes_by_day(documents, near)
    writers = last_writers(workspace, (info for found in notes.values() for info in found))
    return {
        day: tuple(DayNote(info, _origin(writers, info)) for info in found) for day, found in notes.items()
    }


def notes_by_day(documents: Iterable[DocumentInfo], near: str = "") -> dict[date, tuple[DocumentInfo, ...]]:
    """Return the daily notes of each day that has one, those nearest to a document first."""
    from memdesk.systems.dated_notes import day_of

    found: dict[date, list[DocumentInfo]] = {}
    for info in yielding(documents):
        day = day_of(info.uri) if info.kind is Kind.DAILY_NOTE and info.nature is Nature.FILE else None
        if day is not None:
            found.setdefault(day, []).append(info)
    return {day: tuple(sorted(notes, key=partial(_rank, near))) for day, notes in found.items()}


def _rank(near: str, info: DocumentInfo) -> tuple[int, str]:
    return -nearness(info.uri, near), info.uri


def _origin(writers: Mapping[str, Actor], info: DocumentInfo) -> Origin | None:
    actor = writers.get(info.uri)
    return None if actor is None else actor.origin
