"""Versions that a person had removed from the history for good, and that they were.

Which they are is written down, durably, before the first of them goes: wherever the removal is cut short, the
history is sound, and removing them again goes on. Once it has ended, no power cut brings them back.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Container, Iterator

from memdesk.errors import InvalidError, LockedError, MemdeskError, NotFoundError, StorageError
from memdesk.model import Json, Revision
from memdesk.store.commit.displaced import DisplacedFiles
from memdesk.store.commit.recovery import Recovery
from memdesk.store.commit.transaction import CommitContext
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.metadata.record import read_record, remove_halves, replace_record
from memdesk.store.versions.blobs import VersionStore
from memdesk.text.cooperative import yielding

RECORD = "purged.json"

_PIECE = 20


def purged_revisions(private: SafeRoot) -> frozenset[Revision]:
    """Return the versions that were removed for good. Raises InvalidError where the record is damaged."""
    data = read_record(private, RECORD)
    try:
        return frozenset(map(Revision, json.loads(data)["versions"])) if data is not None else frozenset()
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidError(
            f"the list of what was purged is damaged ({error})", reason="purge_damaged"
        ) from error


def versions_with(
    history: VersionStore,
    holds: Callable[[bytes], bool],
    known: Container[Revision],
    stop: Callable[[], bool],
) -> Iterator[tuple[Revision, bool]]:
    """Yield every kept version that is not known yet, and whether it holds what is looked for.

    Of one that is damaged, or that a dead process had set aside, all that is still there counts.
    """
    for revision in yielding(history.remnants(), _PIECE):
        if stop():
            return
        if revision not in known:
            try:
                yield revision, any(map(holds, _contents(history, revision)))
            except MemdeskError:
                continue


def _contents(history: VersionStore, revision: Revision) -> tuple[bytes, ...]:
    try:
        return (history.get(revision),)
    except (StorageError, NotFoundError):
        return history.remains(revision)


def purge(desk: CommitContext, revisions: frozenset[Revision]) -> None:
    """Remove versions for good, and the journal and half-written records, which may hold their bytes.

    Runs under the lock. Raises LockedError where another process has not finished a save, or still writes a
    file that was replaced.
    """
    recovery, private = Recovery(desk), desk.records.private
    if not recovery.run() or DisplacedFiles(private).is_any():
        raise LockedError("another process has not finished saving; try again later")
    recovery.empty()
    remove_halves(private)
    known = purged_revisions(private)
    if not revisions <= known:
        listed: list[Json] = [*sorted(known | revisions)]
        data = json.dumps({"versions": listed}, indent=1).encode()
        with desk.records.vouched.becoming(private, RECORD, data):
            replace_record(private, RECORD, data)
    for revision in revisions:
        desk.records.history.drop(revision, math.inf)
    desk.records.history.clear(known | revisions)
    desk.records.flush()  # files that this or a commit removed elsewhere; what follows does not rely on it
    desk.intents.sync()
