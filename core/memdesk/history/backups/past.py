"""The versions that memdesk kept, and the last ones of documents that are gone, as backups."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from memdesk.findings.quarantine import Quarantine
from memdesk.history.backups.backup import Backup, BackupSource, quarantine_id, version_id
from memdesk.history.timeline import Version
from memdesk.model import Revision
from memdesk.systems.copies import is_copy
from memdesk.text.cooperative import yielding

Key = tuple[str, Revision]


def versions(
    found: Iterable[Version], gone: Collection[Key], known: Collection[Key], pinned: Collection[Key]
) -> Iterator[Backup]:
    """Yield versions as backups, each content of a document once.

    Left out are the last ones of documents that are gone (these are told apart), what a copy beside the
    document holds as well, former copies themselves, and what is not kept any more; never what is pinned.
    """
    met: set[Key] = set()
    for version in yielding(found):
        if version.revision is None:
            continue
        key = (version.uri, version.revision)
        if key in met or key in gone:
            continue
        met.add(key)
        if key in pinned or (key not in known and version.kept and not is_copy(version.uri)):
            yield _backup(version, version.revision, pinned=key in pinned)


def deleted(found: Iterable[Version], pinned: Collection[Key]) -> Iterator[Backup]:
    """Yield the last versions of documents that are gone; a copy that was removed is none of its own."""
    for version in found:
        if version.revision is not None and version.kept and not is_copy(version.uri):
            is_pinned = (version.uri, version.revision) in pinned
            backup = _backup(version, version.revision, pinned=is_pinned)
            yield replace(backup, source=BackupSource.DELETED, reason="deleted")


def quarantined(kept: Quarantine) -> Iterator[Backup]:
    """Yield documents as they were before something of them was put into quarantine, and who did that."""
    for item in kept.items():
        yield Backup(
            quarantine_id(item.id),
            item.name,
            item.uri,
            item.time,
            len(item.before),
            "quarantined",
            BackupSource.QUARANTINE,
            revision=item.base,
            actor=kept.mover(item),
        )


def _backup(version: Version, revision: Revision, *, pinned: bool) -> Backup:
    return Backup(
        version_id(version.uri, revision),
        version.uri,
        version.uri,
        version.time,
        version.bytes,
        "version",
        BackupSource.HISTORY,
        pinned,
        revision,
        None if version.is_beginning else version.actor,
        "" if version.kept else "not_kept",
    )
