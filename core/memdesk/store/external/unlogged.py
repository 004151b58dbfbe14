"""What nobody saw happen: documents that are not what the log ends with, logged as changes from outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from memdesk.model import OUTSIDE, Content, Revision
from memdesk.store.external.recorder import SEEN_LIMIT
from memdesk.store.external.state import DocumentSource, Present, state_of
from memdesk.store.fs.attributes import mode_of
from memdesk.store.oplog.operation import Operation
from memdesk.store.versions.records import Records


class Unlogged(NamedTuple):
    """A document that seems to be something else than the log says.

    ``before`` is the revision that it was known to have where the log says nothing of it, ``old`` its bytes
    where somebody has them; ``moved`` is the other name of one that was renamed.
    """

    path: str
    before: Revision | None = None
    old: bytes | None = None
    moved: str = ""


def keep_all(unlogged: Iterable[Unlogged], disk: DocumentSource, records: Records) -> None:
    """Keep what is about to be logged: this takes the time that a disk needs, but no lock."""
    for each in unlogged:
        now = state_of(each.path, disk)
        renamed = _renamed(each, now, disk)
        _keep(each, [content for content in (now and now.content, renamed) if content], records)


def log_all(unlogged: Sequence[Unlogged], disk: DocumentSource, records: Records) -> tuple[Operation, ...]:
    """Log documents as they are, where the log does not end with that; runs under the lock."""
    records.ends.of({name for each in unlogged for name in (each.path, each.moved)})  # all at one go
    return tuple(chain.from_iterable(_log(each, disk, records) for each in unlogged))


def _log(unlogged: Unlogged, disk: DocumentSource, records: Records) -> tuple[Operation, ...]:
    """Log one document; of one that was renamed also how the new name began, as long as it is free to."""
    now = state_of(unlogged.path, disk)
    if now is None:
        return ()
    content, renamed = now.content, _renamed(unlogged, now, disk)
    ends = records.ends.of((unlogged.path, unlogged.moved))
    known, taken = ends.get(unlogged.path), ends.get(unlogged.moved)
    before, since = (known.revision, known.time) if known else (unlogged.before, 0.0)
    if unlogged.old is None and known is not None and known.step is None:
        # Of what no history has, whoever looked before has the bytes; after this, nobody would have them.
        unlogged = unlogged._replace(old=records.ends.baseline.text(before))
    if before == (content.revision if content else None):
        return ()
    is_free = taken is None or taken.revision is None
    if renamed is not None and renamed.revision == before and is_free:
        operations = _rename(unlogged.path, renamed, since, records)
    else:
        operations = (records.found(unlogged.path, before, content, since, now.instead),)
    _keep(unlogged, [found for found in (content, renamed) if found], records)
    records.log.append(*operations)
    return operations


def _renamed(unlogged: Unlogged, now: Present | None, disk: DocumentSource) -> Content | None:
    """Return the document of the other name, where there is nothing under the former one any more."""
    if not unlogged.moved or now is None or now != Present(None):
        return None
    other = state_of(unlogged.moved, disk)
    return other.content if other else None


def _keep(unlogged: Unlogged, now: Iterable[Content], records: Records) -> None:
    """Keep the versions that are at hand and not too large."""
    for data in (unlogged.old, *(content.data for content in now)):
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
