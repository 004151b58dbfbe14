"""The figures of an overview, worked out from documents and versions. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import TYPE_CHECKING

from memdesk.model import Actor, DocumentInfo, Kind, Origin, Revision
from memdesk.review.overview.records import Day, Growth, Holding, WritesBy
from memdesk.text.cooperative import yielding

if TYPE_CHECKING:
    from memdesk.history.timeline import Version

SizeOf = Callable[[Revision], int | None]
"""Tells how many bytes a version has, where it is kept."""

DAYS = 14
"""Days whose growth is shown."""


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
    agents = {day: Counter[str]() for day in found}
    sizes: dict[str, int] = {}
    writers: dict[object, _Writer] = {}
    for version in yielding(versions):
        change = _step(sizes, version, size_of)
        if version.is_beginning:
            continue
        key = _writer_key(version.actor)
        writers.setdefault(key, _Writer()).add(version)
        day = date.fromtimestamp(version.time)
        counts = found.get(day)
        if counts is not None:
            counts["changes"] += 1
            counts["removed" if change < 0 else version.actor.origin.value] += abs(change)
            if change > 0 and version.actor.origin is Origin.AGENT:
                agents[day][version.actor.name] += change
    by_day = tuple(
        Day(
            day,
            counts["human"],
            counts["agent"],
            counts["foreign"],
            counts["removed"],
            counts["changes"],
            tuple(sorted(agents[day].items())),
        )
        for day, counts in found.items()
    )
    told = sorted(
        (writer.told() for writer in writers.values()), key=lambda each: (-each.changes, -each.last)
    )
    return Growth(by_day, tuple(told))


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
