"""Every backup of a workspace in one list, the newest first, a page at a time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memdesk.findings.quarantine import Quarantine
from memdesk.history.backups.backup import Backup, BackupSource, copy_id, version_id
from memdesk.history.backups.copies import copies
from memdesk.history.backups.originals import Originals
from memdesk.history.backups.past import Key, deleted, quarantined, versions
from memdesk.history.backups.pinning import Pins
from memdesk.history.history import EVERYTHING, History
from memdesk.history.timeline import Version
from memdesk.model import DocumentInfo, Kind
from memdesk.store import LogPosition
from memdesk.store.versions.pins import Pin
from memdesk.systems.copies import original_of, reason_of, taken_at
from memdesk.workspace import Workspace


class BackupCursor(NamedTuple):
    """Where a list goes on: before a place in the log (None: its end), with what is older than a time.

    ``again`` where what the log tells there was listed only in part.
    """

    place: LogPosition | None
    until: float
    again: bool = False


class BackupPage(NamedTuple):
    """Backups, the newest first, and where to ask for older ones (None = there are none)."""

    backups: tuple[Backup, ...]
    older: BackupCursor | None = None


class BackupList:
    """What can be listed of one workspace, at one moment. ``of``: only of this document."""

    def __init__(self, workspace: Workspace, documents: Iterable[DocumentInfo], of: str | None) -> None:
        self._history, self._of = History(workspace), of
        self._logged = workspace.latest_operations()
        self._pins = Pins(workspace).all()
        files = {pin.uri: pin.revision for pin in self._pins if pin.is_file}
        self._pinned: set[Key] = {(pin.uri, pin.revision) for pin in self._pins if not pin.is_file}
        self._copies = tuple(
            filter(self._concerns, copies(documents, self._logged, files, Originals(workspace)))
        )
        self._deleted = tuple(filter(self._concerns, deleted(self._history.deleted(), self._pinned)))
        self._quarantined = tuple(filter(self._concerns, quarantined(Quarantine(workspace))))

    def page(self, limit: int = EVERYTHING, before: BackupCursor | None = None) -> BackupPage:
        """Return about so many backups: versions, and all else of that time."""
        place, until, again = before or BackupCursor(None, math.inf)
        found = self._history.page(self._of, limit, place, unlogged=False)
        since = found.versions[-1].time if found.older and found.versions else -math.inf
        told = [one for one in self._versions(found.versions) if not again or one.time < until]
        told += [
            one for one in (*self._copies, *self._deleted, *self._quarantined) if since <= one.time < until
        ]
        if found.older is None:
            listed = {backup.id for backup in told}
            told += [one for one in self._loose(listed) if one.time < until]
        told.sort(key=lambda one: one.time, reverse=True)
        if len(told) > limit and told[limit - 1].time > told[-1].time:
            until = told[limit - 1].time
            return BackupPage(
                tuple(one for one in told if one.time >= until), BackupCursor(place, until, True)
            )
        return BackupPage(tuple(told), BackupCursor(found.older, since) if found.older else None)

    def _versions(self, found: Iterable[Version]) -> Iterator[Backup]:
        gone = {(backup.uri, backup.revision) for backup in self._deleted if backup.revision is not None}
        return versions(found, gone, self._known(), self._pinned)

    def _concerns(self, backup: Backup) -> bool:
        return self._of is None or self._of in (backup.of, backup.uri)

    def _known(self) -> set[Key]:
        """Return the contents of documents that a copy holds, as the log tells."""
        pairs = ((backup.of, backup.revision) for backup in self._copies)
        return {(of, revision) for of, revision in pairs if of is not None and revision is not None}

    def _loose(self, listed: set[str]) -> Iterator[Backup]:
        """Yield what is pinned and listed nowhere else, because the file or the log has it no more."""
        there = {backup.id for backup in self._copies} | listed
        for pin in self._pins:
            backup = _kept(pin, self._history)
            if backup.id not in there and self._concerns(backup):
                yield backup


def _kept(pin: Pin, history: History) -> Backup:
    """Return a pinned version as the history has it."""
    uri, revision = pin.uri, pin.revision
    size = history.size(revision)
    problem = "" if size is not None else "not_kept"
    if not pin.is_file:
        made, source, reason = version_id(uri, revision), BackupSource.HISTORY, "version"
        return Backup(made, uri, uri, pin.time, size, reason, source, True, revision, None, problem)
    taken, of = taken_at(uri), _original(uri)
    time = pin.time if taken is None else taken
    reason = reason_of(_kind(uri), uri)
    return Backup(copy_id(uri), uri, of, time, size, reason, BackupSource.COPY, True, revision, None, problem)


def _kind(uri: str) -> Kind:
    return Kind.BACKUP if original_of(Kind.BACKUP, uri) else Kind.POLICY_SNAPSHOT


def _original(uri: str) -> str | None:
    return original_of(_kind(uri), uri)
