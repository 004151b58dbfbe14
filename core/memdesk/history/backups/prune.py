"""Which copies beside the documents may go, by number and by age; pure.

Only files that agents keep as copies are pruned. What memdesk itself keeps has rules of its own
(:mod:`memdesk.store.versions.retention`), and those hold for a pruned copy, too: it is deleted by an
ordinary commit, so its content stays in the history as long as any other old version.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from memdesk.errors import UsageError
from memdesk.history.backups.backup import Backup, BackupSource

DAY = 86_400.0
LARGEST = 64 << 20
"""A larger file is left alone: its content could not be kept."""


class KeepRule(NamedTuple):
    """What stays of every document's copies: the ``last`` so many, and those of the last ``days``."""

    last: int | None = None
    days: float | None = None


class Pruning(NamedTuple):
    """What goes, the oldest first, and what stays (``pinned`` of it only for its pin's sake)."""

    gone: tuple[Backup, ...] = ()
    bytes: int = 0
    kept: int = 0
    pinned: int = 0


def pruning(backups: Iterable[Backup], keep: KeepRule, now: float) -> Pruning:
    """Return what goes. Raises UsageError where nothing says what is to stay."""
    if keep.last is None and keep.days is None:
        raise UsageError("choose what to keep: --keep-last N, --keep-days D, or both")
    if (keep.last or 0) < 0 or (keep.days or 0) < 0:
        raise UsageError("what is to stay cannot be less than nothing")
    copies = [backup for backup in backups if backup.source is BackupSource.COPY]
    old = [backup for group in _by_document(copies) for backup in _old(group, keep, now)]
    gone = sorted((backup for backup in old if not backup.pinned), key=_age)
    freed = sum(backup.bytes or 0 for backup in gone)
    return Pruning(tuple(gone), freed, len(copies) - len(gone), len(old) - len(gone))


def _by_document(copies: Iterable[Backup]) -> Iterable[list[Backup]]:
    """Return the copies of each document; one that does not tell what it is of is left alone."""
    found: dict[str, list[Backup]] = {}
    for backup in copies:
        if backup.of is not None and not backup.problem and (backup.bytes or 0) <= LARGEST:
            found.setdefault(backup.of, []).append(backup)
    return found.values()


def _old(group: list[Backup], keep: KeepRule, now: float) -> list[Backup]:
    newest = sorted(group, key=_age, reverse=True)
    since = float("inf") if keep.days is None else now - keep.days * DAY
    return [backup for backup in newest[keep.last or 0 :] if backup.time < since]


def _age(backup: Backup) -> tuple[float, int, str]:
    """Sort by time; of several of one second the later ones have a number in their name."""
    return backup.time, len(backup.uri), backup.uri
