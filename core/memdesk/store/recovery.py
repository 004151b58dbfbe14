"""Resolves what a dead process left unfinished. Runs under the lock; removes nothing that is not kept."""

from __future__ import annotations

import os
from functools import partial

from memdesk.errors import MemdeskError
from memdesk.model import Revision
from memdesk.store.intent import Intent
from memdesk.store.leftovers import Keep, discard
from memdesk.store.names import is_ours, split_path
from memdesk.store.operations import Operation
from memdesk.store.records import Records
from memdesk.store.safe_root import SafeRoot
from memdesk.store.swap import PIN


def recover(root: SafeRoot, records: Records) -> None:
    """Resolve every unfinished intent: done ones are logged, temporaries are kept and removed.

    An intent whose owner still runs, or whose file somebody is still writing, waits for another time.
    """
    pending = records.intents.pending()
    unresolved = [intent for intent in pending if not _resolve(root, records, intent)]
    if not unresolved:
        records.intents.clear()


def _resolve(root: SafeRoot, records: Records, intent: Intent) -> bool:
    if intent.owner.pid != os.getpid() and intent.owner.is_alive():
        return False
    try:
        parts = split_path(intent.operation.path)
        live = _live(root, parts)
        _record(records, intent.operation, live)
        return _discard(root, parts, intent.temporary, _keeper(records, intent.operation, live))
    except FileNotFoundError:
        return True
    except (OSError, MemdeskError):
        return False


def _live(root: SafeRoot, parts: tuple[str, ...]) -> Revision | None:
    return root.read(parts).revision if root.stamp(parts) else None


def _record(records: Records, operation: Operation, live: Revision | None) -> None:
    if live == operation.after and not _is_logged(records, operation):
        records.log.append(operation)


def _is_logged(records: Records, operation: Operation) -> bool:
    return any(logged.id == operation.id for logged in records.log.read_of(operation.path))


def _keeper(records: Records, operation: Operation, live: Revision | None) -> Keep:
    """Choose how to keep a temporary: before the swap it is ours, maybe half-written; after it, anybody's."""
    if live == operation.before:
        return records.history.put
    return partial(records.keep_found, operation.path, operation.before)


def _discard(root: SafeRoot, parts: tuple[str, ...], temporary: str, keep: Keep) -> bool:
    if "/" in temporary or not is_ours(temporary):
        return True
    with root.folder(parts[:-1]) as folder:
        return all(discard(folder, name, keep) for name in (temporary, temporary + PIN))
