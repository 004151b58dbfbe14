"""Episodes between files: a large month by week, an entry into another month."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from memdesk.systems.pegasus.edit import appended
from memdesk.systems.pegasus.parse import unglued
from memdesk.systems.pegasus.summary import ending, refreshed
from memdesk.text import markdown

_DATE = re.compile(
    r"^[-*+] (?:\*\*)?(?:date|日期)(?:\*\*)?[:：](?:\*\*)?\s*\d{4}-\d{2}-(\d{2})", re.MULTILINE | re.I
)
_DAYS = 7


class Entry(NamedTuple):
    """An entry cut out of its file, with the line ends that follow it."""

    heading: str
    text: str
    line: int


class Episodes(NamedTuple):
    """A file of episodes in its parts: what stands before the first entry, and the entries."""

    head: str
    entries: tuple[Entry, ...]

    @property
    def text(self) -> str:
        """The parts joined; entries that were glued to the one before are apart now."""
        return joined(self.head, self.entries)


def parts_of(text: str) -> Episodes:
    """Cut a file of episodes into its parts. Lines are numbered as if no entry was glued to another."""
    loose = unglued(text)
    lines = loose.split("\n")
    found = markdown.entries(loose)
    starts = [section.line - 1 for section in found] or [len(lines)]
    ends = [*starts[1:], len(lines)]
    pieces = [
        "\n".join(lines[start:end]) + "\n" * (end < len(lines))
        for start, end in zip(starts, ends, strict=True)
    ]
    head = "\n".join(lines[: starts[0]]) + "\n" * (0 < starts[0] < len(lines))
    return Episodes(
        head,
        tuple(Entry(each.heading, text, each.line) for each, text in zip(found, pieces, strict=False)),
    )


def joined(head: str, entries: Iterable[Entry]) -> str:
    """Return a head and entries as one text; each entry begins in a line of its own."""
    text = head
    for entry in entries:
        text = appended(text, entry.text)
    return text


def by_week(text: str, month: str) -> dict[str, str]:
    """Return a month's entries as files by week, with the names of these: ``2026-02-w1`` and so on.

    An entry without a date stays with the one before it. What stands before the first entry goes into the
    first file. A month of one week only is not split.
    """
    head, entries = parts_of(text)
    weeks: dict[int, list[Entry]] = {}
    week = 1
    for entry in entries:
        dated = _DATE.search(entry.text)
        week = (int(dated[1]) - 1) // _DAYS + 1 if dated else week
        weeks.setdefault(week, []).append(entry)
    if len(weeks) < 2:
        return {}
    first = min(weeks)
    return {
        f"{month}-w{week}": refreshed(joined(head if week == first else _heading(text, month, week), found))
        for week, found in sorted(weeks.items())
    }


def without_entry(text: str, entry: Entry) -> str:
    """Return a file without one of its entries, its summary made anew if it has one."""
    parts = parts_of(text)
    return _renewed(joined(parts.head, (each for each in parts.entries if each.line != entry.line)))


def with_entry(text: str, entry: Entry, month: str) -> str:
    """Return a file with an entry more, before the first with a later date; an empty one is begun."""
    if not text.strip():
        return refreshed(f"# {month}\n\n{entry.text}")
    parts = parts_of(text)
    day = _day(entry)
    place = next(
        (at for at, each in enumerate(parts.entries) if day and _day(each) > day), len(parts.entries)
    )
    return _renewed(joined(parts.head, (*parts.entries[:place], entry, *parts.entries[place:])))


def _day(entry: Entry) -> int:
    dated = _DATE.search(entry.text)
    return int(dated[1]) if dated else 0


def _renewed(text: str) -> str:
    return refreshed(text) if markdown.summary_line(text) else text


def _heading(text: str, month: str, week: int) -> str:
    """Return how the file of a week begins."""
    title = next((each.heading for each in markdown.sections(text) if each.level == 1), "") or month
    end = ending(text)
    return f"# {title} · {month}-w{week}{end}{end}"
