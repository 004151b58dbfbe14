"""What PicoClaw agents of both kinds do with their daily notes: append to today's, read the last days'."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import ArgumentError, MemdeskError
from memdesk.systems.dated_notes import day_of, note_date
from memdesk.systems.picoclaw_layout import joined

if TYPE_CHECKING:
    from memdesk.systems.tools import SiteMemory

OLDER = 30
"""Older notes that are told of as left out."""

RULE = "\n\n---\n\n"
"""What stands between two notes, and between the parts of a prompt."""


class PromptNote(NamedTuple):
    """A day's note as a prompt gets it."""

    path: str
    day: str
    text: str


def note_path(folder: str, day: date) -> str:
    """Return where the note of a day is in a memory folder."""
    return joined(folder, f"{day:%Y%m}/{day:%Y%m%d}.md")


def with_entry(note: str | None, content: str, day: date) -> str:
    """Return a note with more at its end: after one line break, or below the day's heading in a new note."""
    return f"{note}\n{content}" if note else f"# {day:%Y-%m-%d}\n\n{content}"


def append_today(memory: SiteMemory, folder: str, content: str) -> str:
    """Append to today's note and return its path."""
    day = memory.now.date()
    path = note_path(folder, day)
    memory.write(path, with_entry(memory.text(path), content, day))
    return path


def recent_notes(memory: SiteMemory, folder: str, days: int) -> Iterator[PromptNote]:
    """Yield the notes of today and of the calendar days before it, the newest first; some have none."""
    last = memory.now.date().toordinal()
    for path in sorted(_notes(memory, folder, last - days + 1, last), reverse=True):
        text = _told(memory, path)
        if text is not None:
            yield PromptNote(path, note_date(path), text)


def older_notes(memory: SiteMemory, folder: str, days: int) -> Iterator[PromptNote]:
    """Yield the notes of the days before the recent ones, the newest first, some of many."""
    last = memory.now.date().toordinal() - days
    for path in islice(sorted(_notes(memory, folder, 0, last), reverse=True), OLDER):
        text = _told(memory, path)
        if text is not None:
            yield PromptNote(path, note_date(path), text)


def worth_keeping(content: str) -> str:
    """Return what is to be remembered. Raises ArgumentError for what is nothing or no text."""
    if not content.strip():
        raise ArgumentError("content", "is empty", "Pass the text to remember; nothing was changed.")
    return writable(content)


def writable(content: str) -> str:
    """Return what a text file is to hold. Raises ArgumentError for NUL, which makes it no text to others."""
    if "\0" in content:
        fix = "Leave it out and call again; nothing was changed."
        raise ArgumentError("content", "holds a NUL character, which no text file can have", fix)
    return content


def _notes(memory: SiteMemory, folder: str, first: int, last: int) -> Iterator[str]:
    """Yield the paths of the notes between two days, both included."""
    for month in memory.folders(folder):
        for path in memory.names(month) if month.rpartition("/")[2].isdigit() else ():
            day = day_of(path)
            if day and first <= day.toordinal() <= last and path == note_path(folder, day):
                yield path


def _told(memory: SiteMemory, path: str) -> str | None:
    """Return a note's text, None where it cannot be read; bytes that are no text are told as such."""
    try:
        data = memory.read(path)
    except MemdeskError:
        return None
    return None if data is None else data.decode(errors="replace")
