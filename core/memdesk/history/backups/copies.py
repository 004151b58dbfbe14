"""The copies that agents of some systems keep beside a document: files, told by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from memdesk.errors import MemdeskError
from memdesk.history.backups.backup import Backup, BackupSource, copy_id
from memdesk.history.backups.originals import Originals
from memdesk.model import DocumentInfo, FileStamp, Nature, Revision
from memdesk.ops.save import copy_names
from memdesk.store import Operation
from memdesk.systems.copies import (
    COPIES,
    CopyReason,
    is_copy,
    is_kept_before_change,
    original_of,
    reason_of,
    taken_at,
)
from memdesk.systems.system import KeepsCopies
from memdesk.text.cooperative import yielding
from memdesk.workspace import Workspace


def copies_now(workspace: Workspace, documents: Iterable[DocumentInfo]) -> Iterator[DocumentInfo]:
    """Yield the copies that there are now, by a list of documents that may be out of date.

    Only the folders are looked into where copies are, or where a system keeps those of the documents.
    """
    documents = tuple(documents)
    known = {info.uri: info for info in documents if info.kind in COPIES}
    keepers = {name for name, system in workspace.registry.items() if isinstance(system, KeepsCopies)}
    theirs = (info for info in documents if info.system in keepers and info.uri not in known)
    kept = {_folder(name) for info in theirs for name in islice(copy_names(workspace, info), 1)}
    for folder in sorted(kept | set(map(_folder, known))):
        for name, stamp in yielding(workspace.store.names(folder)):
            uri = f"{folder}/{name}" if folder else name
            if not stamp.is_folder and (folder in kept or uri in known or is_copy(uri)):
                info = _renewed(workspace, uri, stamp, known.get(uri))
                if info is not None and info.kind in COPIES:
                    yield info


def copies(
    documents: Iterable[DocumentInfo],
    logged: Mapping[str, Operation],
    pinned: Mapping[str, Revision],
    originals: Originals,
) -> Iterator[Backup]:
    """Yield the copies among documents. ``logged`` is the last known of each path, ``pinned`` are files.

    What only has a copy's name is told as that, and as of no document: nothing is to be brought back from it.
    """
    for info in yielding(documents):
        if info.kind in COPIES:
            last = logged.get(info.uri)
            backup = _backup(info, last, pinned.get(info.uri))
            if is_kept_before_change(info.uri) and not originals.is_copy(info, last):
                backup = replace(backup, of=None, reason=CopyReason.NAMED_LIKE)
            yield backup


def _folder(uri: str) -> str:
    return uri.rpartition("/")[0]


def _renewed(
    workspace: Workspace, uri: str, stamp: FileStamp, known: DocumentInfo | None
) -> DocumentInfo | None:
    if known is not None and (known.size, known.modified) == (stamp.size, stamp.modified):
        return known
    try:
        return workspace.info(uri)
    except MemdeskError:
        return None


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
        BackupSource.COPY,
        pinned is not None,
        last.after if last is not None and told else pinned,
        last.actor if last is not None and told else None,
        "" if info.nature is Nature.FILE else info.nature,
    )
