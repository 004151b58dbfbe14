"""Changes that nobody saw happen: documents held against the log and the last look at the folder.

Nothing is created in the folder until a change is found that has to be logged there.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping
from threading import Lock

from memdesk.courtesy import gently
from memdesk.errors import MemdeskError, NotFoundError
from memdesk.glimpses import MOST, SMALL, Glimpse, Glimpses, signs
from memdesk.model import OUTSIDE, Actor, Content, FileStamp, Nature, Origin, Revision, Via
from memdesk.review.renamed import Trace, renames
from memdesk.store import Operation, Unlogged
from memdesk.workspace import Listing, Workspace

FRESH = 2_000_000_000
"""Nanoseconds: a file that was written so shortly before the look may change without a visible sign."""

BATCH = 100
"""Documents that are logged under one hold of the lock."""

LOOKER = Actor("memdesk", Origin.FOREIGN, Via.OUTSIDE)
"""Whom others see holding the lock meanwhile."""

Last = Mapping[str, Operation]
"""The last operation on each document."""


class Looker:
    """Looks at one workspace and finds what the log does not tell. Safe to use from any thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._lock = Lock()
        self._known: Glimpses | None = None
        self._new: dict[str, Content] = {}

    def look(self, listing: Listing | None = None) -> tuple[Operation, ...]:
        """Look at everything. What is found is in the log then, where anything may be."""
        entries = (listing or self._workspace.scan()).entries
        stamps = {entry.uri: entry.stamp for entry in entries if entry.nature is Nature.FILE}
        with self._lock:
            known, end = self._glimpses(), self._workspace.store.operations_end()
            last = self._logged_since(known.end, end)
            whole = self._workspace.latest_operations() if last is None else last
            found = self._take(stamps, {*known.known, *whole} - stamps.keys(), whole)
            if whole:
                known.forget_texts(each.revision for uri, each in known.known.items() if uri not in whole)
            known.looked(end)
            return found

    def _logged_since(self, looked: int | None, end: int) -> Last | None:
        """Return the last operations since the last look, which found all that was before.

        None where the whole log counts: nobody looked yet, what was found could not be logged, or the log is
        another one.
        """
        if looked is None or looked > end or self._workspace.read_only:
            return None
        return {step.path: step for step in self._workspace.store.operations(looked).operations}

    def look_at(self, uris: Iterable[str]) -> tuple[Operation, ...]:
        """Look at some documents, of which somebody knows that they changed."""
        stamps, gone, last = dict[str, FileStamp](), set[str](), dict[str, Operation]()
        with self._lock:
            for uri in uris:
                stamp = self._stamp(uri)
                if stamp is not None and stamp.nature is Nature.FILE:
                    stamps[uri] = stamp
                gone |= set() if stamp is not None else {uri}
                newest = self._workspace.newest_operations(1, uri).operations
                last |= {uri: newest[0]} if newest else {}
            return self._take(stamps, gone, last)

    def _glimpses(self) -> Glimpses:
        if self._known is None:
            self._known = Glimpses(self._workspace.id)
        return self._known

    def _take(self, stamps: Mapping[str, FileStamp], gone: set[str], last: Last) -> tuple[Operation, ...]:
        known = self._glimpses()
        before = {uri: known.known.get(uri) for uri in (*stamps, *gone)}
        found = [*self._changed(stamps, last), *self._gone(gone, last)]
        moved = self._renames(found, stamps, before, last)
        found = _with_names(found, moved)
        operations: list[Operation] = []
        try:
            operations = self._recorded(found, moved, last)
        finally:
            logged_now = {operation.path for operation in operations}
            if self._workspace.read_only or any(each.path not in logged_now for each in found):
                for each in found:
                    known.put(each.path, before[each.path])
        logged = {*last, *(each.path for each in found)}
        known.keep((new.revision, new.data) for uri, new in self._new.items() if uri not in logged)
        self._new = {}
        known.save()
        return tuple(sorted(operations, key=lambda operation: operation.time))

    def _changed(self, stamps: Mapping[str, FileStamp], last: Last) -> Iterator[Unlogged]:
        known = self._glimpses()
        for uri, stamp in gently(stamps.items(), 10):
            before = self._before(uri, last)
            after = self._revision(uri, stamp)
            if after not in (None, before) and (uri in last or not known.is_first):
                yield Unlogged(uri, before, known.text(before))

    def _gone(self, uris: Iterable[str], last: Last) -> Iterator[Unlogged]:
        for uri in uris:
            before = self._before(uri, last)
            if not self._is_there(uri):
                self._glimpses().put(uri, None)
                if before is not None:
                    yield Unlogged(uri, before, self._glimpses().text(before))

    def _renames(
        self,
        found: Iterable[Unlogged],
        stamps: Mapping[str, FileStamp],
        before: Mapping[str, Glimpse | None],
        last: Last,
    ) -> dict[str, str]:
        """Return the new names of documents that went from where they were; ``before`` is the last look."""
        gone = [
            Trace(each.path, each.before, before[each.path], last.get(each.path))
            for each in found
            if each.path not in stamps and each.before is not None
        ]

        def is_new(uri: str) -> bool:
            return before[uri] is None and (uri not in last or last[uri].after is None)

        return renames(gone, self._glimpses().known, stamps, is_new) if gone else {}

    def _before(self, uri: str, last: Last) -> Revision | None:
        """Return what a document was: as the log ends, else as it was seen last."""
        step, known = last.get(uri), self._glimpses().known.get(uri)
        return step.after if step else known.revision if known else None

    def _stamp(self, uri: str) -> FileStamp | None:
        try:
            return self._workspace.store.stamp(uri)
        except MemdeskError:
            return None

    def _is_there(self, uri: str) -> bool:
        """Tell whether there is anything of this name, also where that cannot be told."""
        try:
            return self._workspace.store.stamp(uri) is not None
        except MemdeskError:
            return True

    def _revision(self, uri: str, stamp: FileStamp) -> Revision | None:
        """Return what a document is; it is read only where its stamp is another one than before."""
        known = self._glimpses().known.get(uri)
        if known is not None and known.is_of(stamp):
            return known.revision
        try:
            content = self._workspace.read(uri)
        except MemdeskError:
            return None
        is_fresh = time.time_ns() - content.stamp.modified < FRESH
        seen = (-1, 0, 0, 0) if is_fresh else signs(content.stamp)
        self._glimpses().put(uri, Glimpse(*seen, content.revision))
        if (known is None or known.revision != content.revision) and self._is_kept(content):
            self._new[uri] = content
        return content.revision

    def _is_kept(self, content: Content) -> bool:
        return len(content.data) <= SMALL and len(self._new) < MOST

    def _recorded(self, found: list[Unlogged], moved: Mapping[str, str], last: Last) -> list[Operation]:
        if self._workspace.read_only:
            unlogged = (_unrecorded(self._workspace, each, last.get(each.path)) for each in found)
            return [operation for operation in unlogged if operation is not None]
        store, made = self._workspace.store, list[Operation]()
        try:
            if moved:
                self._workspace.guard.follow(moved, LOOKER)
        finally:
            for start in range(0, len(found), BATCH):
                made += store.log_unlogged(found[start : start + BATCH], LOOKER)
        return made


def _with_names(found: Iterable[Unlogged], moved: Mapping[str, str]) -> list[Unlogged]:
    """Return what was found, what was renamed first: both names of it, the former one before the new one."""
    by_path = {each.path: each for each in found}
    named: list[Unlogged] = []
    for old, new in moved.items():
        by_path.pop(new, None)
        named += (by_path.pop(old)._replace(moved=new), Unlogged(new, moved=old))
    return [*named, *by_path.values()]


def _unrecorded(workspace: Workspace, found: Unlogged, last: Operation | None) -> Operation | None:
    """Return a change that may not be logged; its name is the same at every look."""
    try:
        content = workspace.read(found.path)
    except NotFoundError:
        content = None
    except MemdeskError:
        return None
    after = content.revision if content else None
    mark = hashlib.sha256(f"{found.path}\0{found.before}\0{after}".encode("utf-8", "surrogatepass"))
    name = f"seen-{mark.hexdigest()[:16]}"
    moment = content.stamp.modified / 1e9 if content else last.time if last else workspace.clock.now()
    size = len(content.data) if content else None
    return Operation(name, found.path, found.before, after, moment, OUTSIDE, size, moved=found.moved or None)
