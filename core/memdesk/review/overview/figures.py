"""The figures of an overview, worked out from documents and versions. Pure."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from memdesk.model import Actor, DocumentInfo, Kind, Origin, Revision
from memdesk.review.overview.records import Day, Growth, Holding, WritesBy
from memdesk.text.cooperative import yielding
from memdesk.text.diff import Hunk, common_head

if TYPE_CHECKING:
    from memdesk.history.timeline import Version

SizeOf = Callable[[Revision], int | None]
"""Tells how many bytes a version has, where it is kept."""

DAYS = 14
"""Days whose growth is shown."""
LONGEST = 160
"""Letters of the words that are shown of a change."""
_LONG_LINE = 2_000
"""Letters above which a line is taken for a whole JSON document."""

_MEMBER = re.compile(r'\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*)?("(?:[^"\\]|\\.)*")\s*,?\s*')
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKETS = re.compile(r'[\s{}\[\],:"]*')
_SIGNS = re.compile(r"\A\s*(?:>\s*)*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+|#{1,6}\s+)?")
_SET_APART = re.compile(r"\s{0,3}(?:#{1,6}\s|>)")
"""A heading, or a quoted line as the summary of a fact is."""


class FirstWords(NamedTuple):
    """The first words that a change brought or (``is_removal``) took, and the line they stand at, from 1."""

    text: str = ""
    line: int = 0
    is_removal: bool = False


def holdings_of(documents: Iterable[DocumentInfo]) -> tuple[Holding, ...]:
    """Return how much there is of each kind of memory, the largest first."""
    sizes, counts = Counter[Kind](), Counter[Kind]()
    largest: dict[Kind, DocumentInfo] = {}
    for info in yielding(documents):
        sizes[info.kind] += info.size
        counts[info.kind] += 1
        known = largest.get(info.kind)
        if known is None or info.size > known.size:
            largest[info.kind] = info
    found = (Holding(kind, counts[kind], sizes[kind], largest[kind].uri) for kind in counts)
    return tuple(sorted(found, key=lambda each: (-each.size, each.kind)))


def growth_in(versions: Iterable[Version], today: date, size_of: SizeOf, days: int = DAYS) -> Growth:
    """Return the last days and the writers of all time; versions come the oldest first.

    What a document was when it was first met counts for nothing: nobody is known to have written it.
    """
    first = today - timedelta(days=days - 1)
    found = {first + timedelta(days=number): Counter[str]() for number in range(days)}
    sizes: dict[str, int] = {}
    writers: dict[object, _Writer] = {}
    for version in yielding(versions):
        change = _step(sizes, version, size_of)
        if version.is_beginning:
            continue
        key = _writer_key(version.actor)
        writers.setdefault(key, _Writer()).add(version)
        counts = found.get(date.fromtimestamp(version.time))
        if counts is not None:
            counts["changes"] += 1
            counts["removed" if change < 0 else version.actor.origin.value] += abs(change)
    by_day = tuple(
        Day(day, *(counts[name] for name in ("human", "agent", "foreign", "removed", "changes")))
        for day, counts in found.items()
    )
    told = sorted(
        (writer.told() for writer in writers.values()), key=lambda each: (-each.changes, -each.last)
    )
    return Growth(by_day, tuple(told))


def first_words(hunks: Sequence[Hunk]) -> FirstWords:
    """Return the first words that changed lines say; of JSON the text of an entry, not its names."""
    added = [(line, hunk.new_start + at) for hunk in hunks for at, line in enumerate(hunk.new, 1)]
    if any(line.strip() for line, _ in added):
        one = len(hunks) == 1 and len(hunks[0].new) == len(hunks[0].old) == 1
        old = hunks[0].old[0] if one else ""
        return _best([(_apart(old, line), number) for line, number in added])
    removed = [(line, hunk.new_start + 1) for hunk in hunks for line in hunk.old]
    return _best(removed)._replace(is_removal=True) if removed else FirstWords()


class _Writer:
    """What is counted of one writer."""

    def __init__(self) -> None:
        self.changes = 0
        self.documents: set[str] = set()
        self.newest: Version | None = None

    def add(self, version: Version) -> None:
        self.changes += 1
        self.documents.add(version.uri)
        self.newest = version

    def told(self) -> WritesBy:
        newest = self.newest
        assert newest is not None
        return WritesBy(newest.actor, self.changes, len(self.documents), newest.time, newest.uri)


def _writer_key(actor: Actor) -> object:
    return (actor.origin, actor.name) if actor.origin is Origin.AGENT else actor.origin


def _step(sizes: dict[str, int], version: Version, size_of: SizeOf) -> int:
    """Return by how many bytes a version changed the size of all; 0 where that is not known."""
    known = sizes.get(version.uri)
    if known is None and version.previous is not None:
        known = size_of(version.previous)
    if version.moved:
        # A new name: its bytes are there already, under the other one.
        if version.revision is not None:
            sizes[version.uri] = version.bytes or sizes.get(version.moved, 0)
        else:
            sizes.pop(version.uri, None)
        return 0
    if version.revision is None:
        sizes.pop(version.uri, None)
        return -(known or 0)
    size = version.bytes if version.bytes is not None else known
    if size is None:
        return 0
    sizes[version.uri] = size
    if known is None:
        return size if version.previous is None else 0
    return size - known


def _best(lines: Sequence[tuple[str, int]]) -> FirstWords:
    """Return the first line that is prose; else a heading, or whatever else there is."""
    others: list[FirstWords] = []
    for line, number in lines:
        said, is_prose = _said(line)
        if is_prose:
            return FirstWords(_cut(said), number)
        if said:
            others.append(FirstWords(_cut(said), number))
    return others[0] if others else FirstWords()


def _said(line: str) -> tuple[str, bool]:
    """Return what a line says without the signs of its format, and whether that is prose."""
    if _BRACKETS.fullmatch(line):
        return "", False
    member = _MEMBER.fullmatch(line)
    if member is not None:
        text = _unquoted(member[1])
        return text, _is_prose(text)
    text = _SIGNS.sub("", line, count=1).strip()
    is_member = line.lstrip().startswith('"')
    return text, not is_member and not _SET_APART.match(line)


def _is_prose(text: str) -> bool:
    return " " in text.strip() or any("\u3040" <= letter <= "\u9fff" for letter in text)


def _apart(old: str, line: str) -> str:
    """Return a line; of one that holds a whole JSON document, the first text in it that is another one."""
    if len(line) < _LONG_LINE and not line.startswith(("{", "[")):
        return line
    start = common_head(old, line)
    texts = (_unquoted(found) for found in _strings(line, start))
    return next((text for text in texts if _is_prose(text)), "")


def _strings(line: str, start: int) -> Iterator[str]:
    """Yield the quoted texts from the one that a place lies in; what is before it need not be whole."""
    for found in _QUOTED.finditer(line):
        if found.end() > start:
            yield found[0]


def _unquoted(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        return text.strip('"')
    return value if isinstance(value, str) else text


def _cut(text: str) -> str:
    """Return a text as one line of bounded length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"
