"""Episodes between files: a large month by week, an entry into another month."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from memdesk.systems.pegasus.edit import appended
from memdesk.systems.pegasus.pieces import episode_pieces
from memdesk.systems.pegasus.summary import refreshed
from memdesk.text import markdown
from memdesk.text.markdown_entries import added, end_of, ending, inserted, removed

_DATE = re.compile(
    r"^[-*+] (?:\*\*)?(?:date|日期)(?:\*\*)?[:：](?:\*\*)?\s*(\d{4}-\d{2}-\d{2})", re.MULTILINE | re.I
)
_DAYS = 7
_MONTH = re.compile(r"episodes/(\d{4}-\d{2}(?:-w\d)?)\.md")
"""The path of a month's file, or of a week's."""


class MonthEntry(NamedTuple):
    """An entry cut out of its file, with the line ends that follow it; ``line`` is its heading's there."""

    heading: str
    text: str
    line: int


class Episodes(NamedTuple):
    """A file of episodes in its parts: what stands before the first entry, and the entries."""

    head: str
    entries: tuple[MonthEntry, ...]

    @property
    def text(self) -> str:
        """The parts joined; entries that were glued to the one before are apart now."""
        return joined(self.head, self.entries)


def parts_of(text: str) -> Episodes:
    """Cut a file of episodes into its parts; also entries that stand in the last line of the one before."""
    pieces = episode_pieces(text)
    starts = [*(piece.start for piece in pieces), len(text)]
    entries = (
        MonthEntry(piece.title, text[start:end], piece.line)
        for piece, start, end in zip(pieces, starts, starts[1:], strict=False)
    )
    return Episodes(text[: starts[0]], tuple(entries))


def joined(head: str, entries: Iterable[MonthEntry]) -> str:
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
    weeks: dict[int, list[MonthEntry]] = {}
    week = 1
    for entry in entries:
        day = date_of(entry.text)
        week = (int(day[-2:]) - 1) // _DAYS + 1 if day else week
        weeks.setdefault(week, []).append(entry)
    if len(weeks) < 2:
        return {}
    first = min(weeks)
    return {
        f"{month}-w{week}": refreshed(joined(head if week == first else _heading(text, month, week), found))
        for week, found in sorted(weeks.items())
    }


def begun(path: str, entry: str) -> str:
    """Return the text of a month that begins with an entry: below a title, unless the entry has one."""
    month, end = _MONTH.fullmatch(path), ending(entry)
    if month is None or entry.lstrip().startswith("# "):
        return entry
    return f"# {month[1]}{end}{end}" + entry.lstrip("\r\n")


def without_entry(text: str, place: int) -> str:
    """Return a file without one of its entries, its summary made anew if it has one."""
    return _renewed(removed(episode_pieces, text, place))


def with_entry(text: str, entry: MonthEntry, month: str) -> str:
    """Return a file with an entry more, before the first with a later date; an empty one is begun."""
    if not text.strip():
        return refreshed(f"# {month}\n\n{entry.text}")
    words = entry.text[: end_of(entry.text, 0, len(entry.text))].replace("\r\n", "\n")
    words = words.replace("\n", ending(text))
    day = date_of(words)
    later = (place for place, each in enumerate(parts_of(text).entries) if day and date_of(each.text) > day)
    place = next(later, None)
    if place is None:
        return _renewed(added(episode_pieces, text, words))
    return _renewed(inserted(episode_pieces, text, place, words))


def date_of(entry: str) -> str:
    """Return when an entry's text says that it happened, as ``2026-02-24``; else nothing."""
    dated = _DATE.search(entry)
    return dated[1] if dated else ""


def _renewed(text: str) -> str:
    return refreshed(text) if markdown.summary_line(text) else text


def _heading(text: str, month: str, week: int) -> str:
    """Return how the file of a week begins."""
    title = next((each.heading for each in markdown.sections(text) if each.level == 1), "") or month
    end = ending(text)
    return f"# {title} · {month}-w{week}{end}{end}"
