"""The copies that agents of some families keep beside a document: files, told by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from memdesk.backups.backup import Backup, Source, copy_id
from memdesk.model import DocumentInfo, Nature, Revision
from memdesk.store import Operation
from memdesk.systems.copies import COPIES, original_of, reason_of, taken_at


def copies(
    documents: Iterable[DocumentInfo], logged: Mapping[str, Operation], pinned: Mapping[str, Revision]
) -> Iterator[Backup]:
    """Yield the copies among documents. ``logged`` is the last known of each path, ``pinned`` are files."""
    for info in documents:
        if info.kind in COPIES:
            yield _backup(info, logged.get(info.uri), pinned.get(info.uri))


def _backup(info: DocumentInfo, last: Operation | None, pinned: Revision | None) -> Backup:
    taken = taken_at(info.uri)
    told = last is not None and last.after is not None and last.size == info.size
    return Backup(
        copy_id(info.uri),
        info.uri,
        original_of(info.kind, info.uri),
        info.modified / 1e9 if taken is None else taken,
        info.size,
        reason_of(info.kind, info.uri),
        Source.COPY,
        pinned is not None,
        last.after if last is not None and told else pinned,
        last.actor if last is not None and told else None,
        "" if info.nature is Nature.FILE else info.nature,
    )
