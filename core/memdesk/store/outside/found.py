"""What nobody saw happen: documents that are not what the log ends with, logged as changes from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from memdesk.errors import MemdeskError, NotFoundError
from memdesk.model import OUTSIDE, Content, Revision
from memdesk.store.disk.traits import mode_of
from memdesk.store.history.records import Records
from memdesk.store.log.operation import Operation
from memdesk.store.outside.witness import SEEN_LIMIT


class Unlogged(NamedTuple):
    """A document that seems to be something else than the log says.

    ``before`` is the revision that it was known to have where the log says nothing of it, ``old`` its bytes
    where somebody has them; ``moved`` is the other name of one that was renamed.
    """

    path: str
    before: Revision | None = None
    old: bytes | None = None
    moved: str = ""


def keep_all(unlogged: Iterable[Unlogged], read: Callable[[str], Content], records: Records) -> None:
    """Keep what is about to be logged: this takes the time that a disk needs, but no lock."""
    for each in unlogged:
        _keep(each, _now(each, read) or (), records)


def log_all(
    unlogged: Sequence[Unlogged], read: Callable[[str], Content], records: Records
) -> tuple[Operation, ...]:
    """Log documents as they are, where the log does not end with that; runs under the lock."""
    records.ends.of({name for each in unlogged for name in (each.path, each.moved)})  # all at one go
    return tuple(chain.from_iterable(_log(each, read, records) for each in unlogged))


def _log(unlogged: Unlogged, read: Callable[[str], Content], records: Records) -> tuple[Operation, ...]:
    """Log one document; of one that was renamed also how the new name began, as long as it is free to."""
    now = _now(unlogged, read)
    if now is None:
        return ()
    content, renamed = now
    ends = records.ends.of((unlogged.path, unlogged.moved))
    known, taken = ends.get(unlogged.path), ends.get(unlogged.moved)
    before, since = (known.revision, known.time) if known else (unlogged.before, 0.0)
    if before == (content.revision if content else None):
        return ()
    is_free = taken is None or taken.revision is None
    if renamed is not None and renamed.revision == before and is_free:
        operations = _rename(unlogged.path, renamed, since, records)
    else:
        operations = (records.found(unlogged.path, before, content, since),)
    _keep(unlogged, now, records)
    records.log.append(*operations)
    return operations


def _now(unlogged: Unlogged, read: Callable[[str], Content]) -> tuple[Content | None, Content | None] | None:
    """Return the document, or where it is gone the one of its other name; None where that cannot be told."""
    try:
        content = _current(unlogged.path, read)
        return content, _current(unlogged.moved, read) if unlogged.moved and content is None else None
    except MemdeskError:
        return None


def _keep(unlogged: Unlogged, now: Iterable[Content | None], records: Records) -> None:
    """Keep the versions that are at hand and not too large."""
    for data in (unlogged.old, *(content.data for content in now if content is not None)):
        if data is not None and len(data) <= SEEN_LIMIT:
            records.history.put(data)


def _rename(path: str, content: Content, since: float, records: Records) -> tuple[Operation, ...]:
    """Return the two operations that a rename is: how the new name began, and how the former one ended."""
    new, revision, mode = content.uri, content.revision, mode_of(content.stamp.mode)
    time = records.moment(content.stamp.changed, since)
    begin = records.operation(
        new, None, revision, OUTSIDE, size=len(content.data), time=time, mode=mode, moved=path
    )
    return begin, records.operation(path, revision, None, OUTSIDE, time=time, mode=mode, moved=new)


def _current(path: str, read: Callable[[str], Content]) -> Content | None:
    try:
        return read(path)
    except NotFoundError:
        return None
