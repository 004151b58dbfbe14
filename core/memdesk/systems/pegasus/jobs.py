"""What is done to the memory as a whole."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from memdesk.errors import ArgumentError
from memdesk.model import Json
from memdesk.systems.pegasus.months import MonthEntry, by_week, parts_of, with_entry, without_entry
from memdesk.systems.pegasus.shelf import MemoryFolder, shown
from memdesk.systems.pegasus.summary import refreshed
from memdesk.systems.pegasus.tools import Path
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool
from memdesk.text import markdown

_MONTH = re.compile(r"episodes/(\d{4}-\d{2})\.md")


class RefreshSummaries(Arguments):
    """Which file."""

    path: Annotated[str | None, Field(description="one file; all that agents list if it is left out")] = None


class SplitMonth(Arguments):
    """Which month."""

    path: Annotated[str, Field(description="a month's episodes, like episodes/2026-02.md")]


class MoveEntry(Arguments):
    """Which entry, and where to."""

    path: Path
    heading: Annotated[str, Field(description="the entry's heading, without the ##")]
    to: Annotated[str, Field(description="another file of episodes, like episodes/2026-03.md")]
    line: Annotated[
        int | None, Field(ge=1, description="the line of the heading, where several have the same")
    ] = None


def refresh_summaries(memory: SiteMemory, arguments: RefreshSummaries) -> Reply:
    """Make Summary lines anew from what stands in the files."""
    shelf = MemoryFolder(memory)
    changed: list[Json] = []
    paths = (arguments.path,) if arguments.path is not None else tuple(shelf.paths())
    for done, path in enumerate(paths):
        memory.step(done, len(paths))
        before = shelf.text(path)
        text = refreshed(before)
        if text != before:
            shelf.write(path, text)
            said = markdown.summary_line(text)
            changed.append({"path": path, "summary": said.text if said else ""})
    lines = [f"- {each['path']}: {each['summary']}" for each in changed if isinstance(each, dict)]
    return Reply("\n".join(lines) or "Every Summary line says what is there already.", changed)


def split_month(memory: SiteMemory, arguments: SplitMonth) -> Reply:
    """Put the entries of a month into a file for each week; the month's own file goes."""
    shelf, path = MemoryFolder(memory), arguments.path
    text, month = shelf.text(path), _MONTH.fullmatch(path)
    if month is None:
        raise ArgumentError("path", f"{shown(path)} is no month", "Give one like episodes/2026-02.md.")
    weeks = by_week(text, month[1])
    if not weeks:
        return Reply(f"{path} has entries of one week only; nothing is split.", [])
    for name, part in weeks.items():
        if shelf.find(f"episodes/{name}.md") is not None:
            raise ArgumentError("path", f"episodes/{name}.md is there already", "Move its entries first.")
        shelf.write(f"episodes/{name}.md", part)
    shelf.delete(path)
    found: list[Json] = [f"episodes/{name}.md" for name in weeks]
    return Reply(f"{path} is now {', '.join(map(str, found))}.", found)


def move_entry(memory: SiteMemory, arguments: MoveEntry) -> Reply:
    """Take an entry out of a file and put it into another."""
    shelf, path, to = MemoryFolder(memory), arguments.path, arguments.to
    text, target = shelf.text(path), shelf.find(to, "to")
    if path == to:
        raise ArgumentError("to", "is the file that the entry is in", "Give another one.")
    entries = parts_of(text).entries
    place = _chosen(entries, arguments)
    entry = entries[place]
    shelf.write(path, without_entry(text, place))
    shelf.write(to, with_entry(target or "", entry, to.rpartition("/")[2].removesuffix(".md")))
    return Reply(f"Moved {shown(entry.heading)} from {path} to {to}.", {"path": path, "to": to})


def _chosen(entries: tuple[MonthEntry, ...], arguments: MoveEntry) -> int:
    """Return the place of the entry that is meant."""
    named = [place for place, each in enumerate(entries) if each.heading == arguments.heading]
    if not named:
        known = ", ".join(markdown.shorten(each.heading, 40) for each in entries[:8]) or "none"
        raise ArgumentError("heading", "is that of no entry in this file", f"Entries here: {known}.")
    found = [place for place in named if arguments.line in (None, entries[place].line)]
    if len(found) == 1:
        return found[0]
    fix = f"Give one of the lines {', '.join(str(entries[place].line) for place in named)}."
    if found:
        raise ArgumentError("heading", "is that of several entries", fix)
    raise ArgumentError("line", "is not where this heading stands", fix)


JOBS: tuple[Tool, ...] = (
    Tool(
        "refresh-summaries",
        "Make the Summary line of each file anew from what stands in it.",
        RefreshSummaries,
        refresh_summaries,
        writes=True,
    ),
    Tool(
        "split-month",
        "Split a large month of episodes into a file for each week.",
        SplitMonth,
        split_month,
        writes=True,
    ),
    Tool("move-entry", "Move an entry into another file of episodes.", MoveEntry, move_entry, writes=True),
)
"""In the order in which a person is offered them."""
