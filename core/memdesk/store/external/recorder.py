"""Versions from outside that the core only saw: kept and logged once, however many cores look on."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import chain
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.model import OUTSIDE, Instead, Revision, revision_of
from memdesk.store.external.state import DocumentSource, state_of
from memdesk.store.oplog.operation import Operation
from memdesk.store.oplog.operations import Baseline, End
from memdesk.store.purge import purged_revisions
from memdesk.store.versions.blobs import VersionStore
from memdesk.store.versions.records import Records

SEEN_LIMIT = 16 << 20
"""A larger version that was only seen is logged, but its bytes are not kept."""

_REMEMBERED = 16
_LATE_SECONDS = 300.0
"""For how long it is remembered what was logged: a busy machine may keep whoever saw it from saying so."""
_LOOK_BACK = 1 << 18
_SAME_SECONDS = 5.0
_MANY = 16
"""From so many on, versions are kept together: that saves more time than starting threads takes."""


class ExternalVersion(NamedTuple):
    """A document that a process outside the core brought from one revision to another (None = no file).

    ``before`` is None too where it was not known. ``old`` and ``new`` are the bytes, where they are at hand;
    ``mode`` are the file's permissions, of a document that is gone those that it had; ``moved`` is the other
    name of one that was renamed. ``time`` is when it was seen; ``changed`` when the file got what it holds,
    as the file system tells it; ``instead`` what stands in the place of one that cannot be read any more.
    """

    path: str
    before: Revision | None
    after: Revision | None
    time: float
    old: bytes | None = None
    new: bytes | None = None
    mode: int | None = None
    moved: str = ""
    changed: float | None = None
    instead: Instead | None = None

    @property
    def since(self) -> float:
        """The earliest moment at which it may have happened."""
        return self.time if self.changed is None else min(self.time, self.changed)


class _Logged(NamedTuple):
    """An operation, and when it was met in the log (as a timer counts)."""

    operation: Operation
    met: float


class ExternalRecorder:
    """Follows one workspace's log to tell what another core has logged already. For one thread."""

    def __init__(self) -> None:
        self._offset: int | None = None
        self._logged: dict[str, deque[_Logged]] = {}
        self._mine: set[str] = set()

    def keep(
        self, sightings: Sequence[ExternalVersion], records: Records, kept: list[ExternalVersion]
    ) -> None:
        """Keep the bytes (no lock is needed for that), but not what was purged; note what came through."""
        purged = purged_revisions(records.private)
        sightings = [_with_old(sighting, records.ends.baseline) for sighting in sightings]
        versions = chain.from_iterable(_versions(sighting, purged) for sighting in sightings)
        put = _way_to_keep([*versions], records.history)

        def keep(sighting: ExternalVersion) -> None:
            for data in _versions(sighting, purged):
                put(data)
            kept.append(sighting)

        _each(keep, sightings)
        self._follow(records)  # so that little is left to be read under the lock

    def log(self, sightings: Sequence[ExternalVersion], records: Records, disk: DocumentSource) -> None:
        """Log what nobody logged yet; runs under the lock. The disk tells what a document is now."""
        self._follow(records)
        records.ends.of({sighting.path for sighting in sightings})  # all at one go

        def log(sighting: ExternalVersion) -> None:
            operation = self._operation(sighting, records, disk)
            if operation is not None:
                records.log.append(operation)
                self._mine.add(operation.id)
                self._logged.pop(operation.path, None)

        _each(log, sightings)

    def _operation(
        self, sighting: ExternalVersion, records: Records, disk: DocumentSource
    ) -> Operation | None:
        """Return what to log: the step from where the log ends, or one that others came after, as late."""
        end = records.ends.of((sighting.path,)).get(sighting.path)
        is_logged = self._is_logged(sighting) and not _goes_back(sighting, end, disk)
        if is_logged or (end is not None and end.revision == sighting.after):
            return None
        before, late = end.revision if end else sighting.before, False
        if end is not None and sighting.before != before and _is_now(sighting.path, before, disk):
            late, before = True, sighting.before or (end.step.before if end.step else None)
        if before == sighting.after:
            return None
        return records.operation(
            sighting.path,
            before,
            sighting.after,
            OUTSIDE,
            size=None if sighting.new is None else len(sighting.new),
            time=sighting.time,
            mode=sighting.mode,
            moved=None if late else sighting.moved or None,
            late=late,
            instead=None if late else sighting.instead,
        )

    def _is_logged(self, sighting: ExternalVersion) -> bool:
        """Whether somebody else logged this already; what came before that is no news either then."""
        logged = self._logged.get(sighting.path, deque())
        last = logged[-1].operation if logged else None
        found = next((each for each in logged if last and _is_told(sighting, each.operation, last)), None)
        while found is not None and logged.popleft() is not found:
            pass
        return found is not None

    def _follow(self, records: Records) -> None:
        """Read what was logged since the last time; at first, what was logged lately."""
        if self._offset is None:
            self._offset = max(0, records.log.end() - _LOOK_BACK)
        page, now = records.log.read(self._offset), time.monotonic()
        self._offset = page.offset
        for operation in page.operations:
            if operation.id in self._mine:
                self._mine.discard(operation.id)
            else:
                logged = self._logged.setdefault(operation.path, deque())
                logged.append(_Logged(operation, now))
                while len(logged) > _REMEMBERED and logged[0].met < now - _LATE_SECONDS:
                    logged.popleft()


def _with_old(sighting: ExternalVersion, baseline: Baseline) -> ExternalVersion:
    """Return a sighting with what the document was at the first look, unless its bytes are at hand."""
    if sighting.old is not None:
        return sighting
    was = baseline.revision(sighting.path)
    return sighting._replace(old=baseline.text(was)) if sighting.before in (None, was) else sighting


def _goes_back(sighting: ExternalVersion, end: End | None, disk: DocumentSource) -> bool:
    """Say whether a document went on from where the log ends to what it had been shortly before, and is."""
    return (
        end is not None and end.revision == sighting.before and _is_now(sighting.path, sighting.after, disk)
    )


def _is_now(path: str, revision: Revision | None, disk: DocumentSource) -> bool:
    """Say whether a document is a revision (None = there is none that can be read)."""
    state = state_of(path, disk)
    return state is not None and (state.content.revision if state.content else None) == revision


def _versions(sighting: ExternalVersion, purged: frozenset[Revision]) -> list[bytes]:
    """Return the bytes of a sighting that are to be kept."""
    found = (data for data in (sighting.old, sighting.new) if data is not None and len(data) <= SEEN_LIMIT)
    return [data for data in found if not purged or revision_of(data) not in purged]


def _way_to_keep(versions: Sequence[bytes], history: VersionStore) -> Callable[[bytes], object]:
    """Return what keeps each of these versions; where they are many, they are kept together first."""
    if len(versions) < _MANY:
        return history.put
    try:
        history.put_all(versions)
    except (OSError, MemdeskError, RuntimeError):  # the last where no thread can be started any more
        return history.rewrite
    return lambda _: None


def _each(do: Callable[[ExternalVersion], None], sightings: Sequence[ExternalVersion]) -> None:
    """Do something with each in turn; what goes wrong with one is raised when the others are done."""
    with ExitStack() as rest:
        for sighting in reversed(sightings):
            rest.callback(do, sighting)


def _is_told(sighting: ExternalVersion, logged: Operation, last: Operation) -> bool:
    """Say whether the log tells of what was seen: it ends with it, or got it when that was seen.

    Where clocks differ, it is the same step if the log has gone on since; one that begins where the log ends
    is new.
    """
    if logged.after != sighting.after:
        return False
    is_same_step = logged.before == sighting.before != last.after
    return logged is last or is_same_step or logged.machine_time >= sighting.since - _SAME_SECONDS
