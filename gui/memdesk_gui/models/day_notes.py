"""Daily notes by their day, and where a day's note is begun."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import takewhile
from typing import TYPE_CHECKING

from memdesk.courtesy import gently
from memdesk.model import DocumentInfo, Kind, Nature

if TYPE_CHECKING:
    from memdesk.systems.family import Blank
    from memdesk.workspace import Workspace


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


def notes_by_day(documents: Iterable[DocumentInfo]) -> dict[date, tuple[DocumentInfo, ...]]:
    """Return the daily notes of each day that has one, in the order of their names."""
    from memdesk.systems.dated_notes import day_of

    found: dict[date, list[DocumentInfo]] = {}
    for info in gently(documents):
        day = day_of(info.uri) if info.kind is Kind.DAILY_NOTE and info.nature is Nature.FILE else None
        if day is not None:
            found.setdefault(day, []).append(info)
    return {day: tuple(sorted(notes)) for day, notes in found.items()}
