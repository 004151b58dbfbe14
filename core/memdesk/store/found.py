"""What nobody saw happen: documents that are not what the log ends with, logged as changes from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from memdesk.errors import MemdeskError, NotFoundError
from memdesk.model import OUTSIDE, Content, Revision
from memdesk.store.operation import Operation
from memdesk.store.records import Records
from memdesk.store.traits import mode_of
from memdesk.store.witness import SEEN_LIMIT


class Unlogged(NamedTuple):
    """A document that seems to be something else than the log says.

    ``before`` is the revision that it was known to have where the log says nothing of it, ``old`` its bytes
    where somebody has them.
    """

    path: str
    before: Revision | None = None
    old: bytes | None = None


def log_all(
    unlogged: Iterable[Unlogged], read: Callable[[str], Content], records: Records
) -> tuple[Operation, ...]:
    """Log documents as they are, where the log does not end with that; runs under the lock."""
    logged = (_log(each, read, records) for each in unlogged)
    return tuple(operation for operation in logged if operation is not None)


def _log(unlogged: Unlogged, read: Callable[[str], Content], records: Records) -> Operation | None:
    try:
        content = _current(unlogged.path, read)
    except MemdeskError:
        return None
    newest = records.log.newest(1, unlogged.path).operations
    last = newest[0] if newest else None
    before = last.after if last else unlogged.before
    if before == (content.revision if content else None):
        return None
    operation = _operation(unlogged.path, before, content, last.time if last else 0.0, records)
    for data in (unlogged.old, content.data if content else None):
        if data is not None and len(data) <= SEEN_LIMIT:
            records.history.put(data)
    records.log.append(operation)
    return operation


def _operation(
    path: str, before: Revision | None, content: Content | None, since: float, records: Records
) -> Operation:
    """Return the change; when it happened is not known better than by the file's own time."""
    if content is None:
        return records.operation(path, before, None, OUTSIDE, mode=records.last_mode(path))
    time = min(max(content.stamp.modified / 1e9, since), max(records.clock.now(), since))
    return records.operation(
        path,
        before,
        content.revision,
        OUTSIDE,
        size=len(content.data),
        time=time,
        mode=mode_of(content.stamp.mode),
    )


def _current(path: str, read: Callable[[str], Content]) -> Content | None:
    try:
        return read(path)
    except NotFoundError:
        return None
