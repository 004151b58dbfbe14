"""Daily notes: a Markdown file per day."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass

from memdesk.model import Json, Kind, Parsed, Unit
from memdesk.systems.prose import read
from memdesk.systems.system import Blank, Folder
from memdesk.text import markdown

NOTE_PATH = re.compile(r"(\d{4})(\d{2})/\1\2(\d{2})\.md")
"""A note's path below the memory folder: a folder per month, the whole date as name."""

_DAY_ALONE = len("/2026-02-18.md")
_MONTH = len("202602")
_MONTHLY = len("202602/20260218.md")
_PLAIN = re.compile(r"\d{4}-\d\d-\d\d(?:[-_ ].*)?\.md", re.DOTALL)


@dataclass(frozen=True, slots=True)
class DailyNote:
    """A day's note with its headings; the one that repeats the date is none of them."""

    date: str
    sections: tuple[markdown.MarkdownSection, ...] = ()

    def as_json(self) -> Json:
        """Return date and headings as JSON."""
        return {"date": self.date, "sections": [dict(section._asdict()) for section in self.sections]}


def note_date(path: str) -> str:
    """Return the date in a note's path as ``YYYY-MM-DD``; a path without one is its own title."""
    name = path.rpartition("/")[2].removesuffix(".md")
    return f"{name[:4]}-{name[4:6]}-{name[6:]}" if name.isdigit() and len(name) == 8 else name


def day_of(path: str) -> datetime.date | None:
    """Return the day that a note's path tells, whatever follows it in the name; None where it tells none."""
    told = note_date(path)[:10]
    try:
        day = datetime.date.fromisoformat(told)
    except ValueError:
        return None
    return day if day.isoformat() == told else None


def is_dated(path: str) -> bool:
    """Say whether a Markdown file is named after a day, ``2026-02-18.md``, whatever follows in the name."""
    name = path.rpartition("/")[2]
    return name[:1].isdigit() and _PLAIN.fullmatch(name) is not None and day_of(path) is not None


def dated_title(path: str) -> str:
    """Return the title of a file named after a day: the day, and what follows in the name."""
    if is_monthly(path):
        return note_date(path)
    stem = path.rpartition("/")[2].removesuffix(".md")
    return f"{stem[:10]} {stem[11:]}".rstrip()


def is_monthly(path: str) -> bool:
    """Say whether a Markdown file is named after a day in the folder of its month, ``202602/20260218.md``."""
    month = path.rpartition("/")[0][-_MONTH:]
    near = path[-_MONTHLY:]
    outside = path[:-_MONTHLY]
    return (
        month.isdigit()
        and outside[-1:] in ("", "/")
        and NOTE_PATH.fullmatch(near) is not None
        and day_of(near) is not None
    )


def note_folders(folder: Folder) -> frozenset[str]:
    """Return the folders of daily notes: those with a file named after a day and nothing else."""

    def is_note(path: str, place: str) -> bool:
        return (is_dated(path) and len(path) - len(place) <= _DAY_ALONE) or is_monthly(path)

    return frozenset(
        place for place in folder.folders() if any(is_note(path, place) for path in folder.under(place))
    )


def note_to_begin(folder: str, beside: Iterable[str], day: datetime.date) -> Blank:
    """Return a day's note to begin as those in a folder are named, which are ``beside`` it."""
    if any(map(is_monthly, beside)):
        return blank_note(f"{folder[:-_MONTH]}{day:%Y%m}", f"{day:%Y%m%d}", day)
    return blank_note(folder, f"{day:%Y-%m-%d}", day)


def blank_note(folder: str, name: str, day: datetime.date) -> Blank:
    """Return a day's note to begin, which has the date as its heading as the agents' own have."""
    return Blank(Kind.DAILY_NOTE, f"{folder}/{name}.md".lstrip("/"), f"# {day:%Y-%m-%d}\n\n", dated=True)


def parse_daily_note(path: str, data: bytes) -> Parsed:
    """Parse a day's note: its date, its first line of content, its headings."""
    date = note_date(path)
    prose = read(data)
    sections = tuple(section for section in prose.sections if section.heading != date)
    note = DailyNote(date, sections)
    summary = "" if prose.problems else markdown.digest(prose.text)
    return Parsed(date, summary, note.as_json(), note, prose.problems, len(sections) or None, Unit.SECTIONS)
