"""Pegasus' Markdown files as records."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from memdesk.model import Parsed, Unit
from memdesk.systems.pegasus.detect import is_listed
from memdesk.systems.pegasus.records import Episode, EpisodeEntry, FactFile, KeyValue
from memdesk.systems.prose import read
from memdesk.text import markdown

_PAIR = re.compile(r"[-*+] (?:\*\*)?([^:：*]{1,80})(?:\*\*)?(?:：|:(?=[ \t*]|$))(?:\*\*)?(.*)")
_GLUE = re.compile(r"(?<=[^\s#`])(?=## \S)")


def parse_fact(title: str, path: str, data: bytes) -> Parsed:
    """Read a file of ``facts``."""
    prose = read(data)
    text = prose.text
    fact = FactFile(markdown.title(text), _summary(text), key_values(text.split("\n"), 1), is_listed(path))
    summary = "" if prose.problems else markdown.digest(text)
    return Parsed(title, summary, fact.as_json(), fact, prose.problems, len(fact.values), Unit.KEYS)


def parse_episode(title: str, path: str, data: bytes) -> Parsed:
    """Read a file of ``episodes``; without a summary line its entries' headings stand for it."""
    prose = read(data)
    text = prose.text
    episode = Episode(markdown.title(text), _summary(text), episode_entries(text), is_listed(path))
    headings = ", ".join(entry.heading for entry in episode.entries)
    said = episode.summary or headings or markdown.first_line(text)
    summary = "" if prose.problems else markdown.shorten(said)
    count = len(episode.entries)
    return Parsed(title, summary, episode.as_json(), episode, prose.problems, count, Unit.ENTRIES)


def key_values(lines: Iterable[str], first: int) -> tuple[KeyValue, ...]:
    """Return the ``- Key: value`` lines; ``first`` is the number of the first line given."""
    return tuple(_pairs(lines, first))


def episode_entries(text: str) -> tuple[EpisodeEntry, ...]:
    """Return the ``##`` entries, also those that stand glued to the last line of the one before."""
    loose, breaks = _unglued(text)
    lines = loose.split("\n")
    return tuple(_entry(section, lines, breaks) for section in markdown.entries(loose))


def unglued(text: str) -> str:
    """Return a text in which every entry begins in a line of its own."""
    return "\n".join(_GLUE.split(text))


def glued_at(text: str) -> tuple[int, ...]:
    """Return where in a text the entries begin that have no line of their own."""
    return tuple(found.start() for found in _GLUE.finditer(text))


def _entry(section: markdown.MarkdownSection, lines: list[str], breaks: list[int]) -> EpisodeEntry:
    first, last = (number - bisect_right(breaks, number) for number in (section.line, section.end_line))
    pairs = key_values(lines[section.line : section.end_line], first + 1)
    is_glued = bisect_left(breaks, section.line) < bisect_right(breaks, section.line)
    return EpisodeEntry(section.heading, pairs, first, last, is_glued)


def _unglued(text: str) -> tuple[str, list[int]]:
    """Give every glued heading a line of its own; return the text and the numbers of those lines in it."""
    parts = _GLUE.split(text)
    breaks, line = [], 1
    for part in parts[:-1]:
        line += part.count("\n") + 1
        breaks.append(line)
    return "\n".join(parts), breaks


def _pairs(lines: Iterable[str], first: int) -> Iterator[KeyValue]:
    for number, line in enumerate(lines, first):
        found = _PAIR.fullmatch(line)
        if found:
            yield KeyValue(found[1].strip(), found[2].strip(), number)


def _summary(text: str) -> str:
    said = markdown.summary_line(text)
    return said.text if said else ""
