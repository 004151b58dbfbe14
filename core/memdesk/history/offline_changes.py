"""Changes that nobody saw happen: documents held against the log and the last look at the folder.

Nothing is created in the folder until a change is found that has to be logged there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping

from memdesk.errors import MemdeskError
from memdesk.history.rename_detection import GoneDocument, renames
from memdesk.model import OUTSIDE, Actor, FileStamp, Nature, Origin, Revision, Via
from memdesk.store import Operation, Present, Unlogged, state_of
from memdesk.text.cooperative import yielding
from memdesk.workspace import Listing, Workspace

BATCH = 100
"""Documents that are logged under one hold of the lock."""

LOOKER = Actor("memdesk", Origin.FOREIGN, Via.OUTSIDE)
"""Whom others see holding the lock meanwhile."""

Last = Mapping[str, Operation]
"""The last operation on each document."""


class OfflineChanges:
    """Looks at one workspace and finds what the log does not tell. Safe to use from any thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known = workspace.baseline

    def look(self, listing: Listing | None = None) -> tuple[Operation, ...]:
        """Look at everything. What is found is in the log then, where anything may be."""
        listing = listing or self._workspace.scan()
        stamps = {entry.uri: entry.stamp for entry in listing.entries if entry.nature is Nature.FILE}
        with self._known.lock:
            self._workspace.look_first(listing)
            known, end = self._known, self._workspace.store.operations_end()
            last = self._logged_since(known.end, end)
            whole = self._workspace.latest_operations() if last is None else last
            gone = {uri for uri, _ in yielding(known.revisions()) if uri not in stamps}
            found = self._take(stamps, gone | (whole.keys() - stamps.keys()), whole)
            if whole:
                known.forget_texts(revision for uri, revision in known.revisions() if uri not in whole)
            known.looked(end)
            return found

    def _logged_since(self, looked: int | None, end: int) -> Last | None:
        """Return the last operations since the last look, which found all that was before.

        None where the whole log counts: nobody looked yet, what was found could not be logged, or the log is
        another one.
        """
        if looked is None or looked > end or self._workspace.read_only:
            return None
        since = self._workspace.store.operations(looked).operations
        return {step.path: step for step in since if not step.late}

    def look_at(self, uris: Iterable[str], *, by_bytes: bool = False) -> tuple[Operation, ...]:
        """Look at some documents that may have changed; ``by_bytes`` whatever their stamps say."""
        stamps, gone, last = dict[str, FileStamp](), set[str](), dict[str, Operation]()
        with self._known.lock:
            for uri in uris:
                stamp = self._stamp(uri)
                if stamp is not None and stamp.nature is Nature.FILE:
                    stamps[uri] = stamp
                else:
                    gone.add(uri)
                last |= self._workspace.latest_operations((uri,))
            return self._take(stamps, gone, last, by_bytes=by_bytes)

    def _take(
        self, stamps: Mapping[str, FileStamp], gone: set[str], last: Last, *, by_bytes: bool = False
    ) -> tuple[Operation, ...]:
        known = self._known
        found = [*self._changed(stamps, last, by_bytes=by_bytes), *self._gone(gone, last)]
        moved = self._renames(found, stamps, last)
        found = _with_names(found, moved)
        operations: list[Operation] = []
        try:
            operations = self._recorded(found, moved, last)
        finally:
            told, met = {operation.path for operation in operations}, {each.path for each in found}
            is_told = not self._workspace.read_only and met <= told
            known.settle(() if is_told else met, {*last, *met})
        return tuple(sorted(operations, key=lambda operation: operation.time))

    def _changed(self, stamps: Mapping[str, FileStamp], last: Last, *, by_bytes: bool) -> Iterator[Unlogged]:
        known, same = self._known, set[str]()
        for uri, revision in () if by_bytes else known.same(stamps):
            same.add(uri)
            step = last.get(uri)
            if step is not None and step.after != revision:
                yield Unlogged(uri, step.after, known.text(step.after))
        for uri, stamp in yielding(stamps.items(), 10):
            if uri in same:
                continue
            before = self._before(uri, last)
            after = known.meet(uri, stamp, self._workspace.read, by_bytes=by_bytes)
            if after is None:
                yield from self._gone((uri,), last)
            elif after != before:
                yield Unlogged(uri, before, known.text(before))

    def _gone(self, uris: Iterable[str], last: Last) -> Iterator[Unlogged]:
        """Yield the documents that cannot be read: gone, or something else stands in their place."""
        for uri in uris:
            before = self._before(uri, last)
            state = state_of(uri, self._workspace.store)
            if state is not None and state.content is None:
                self._known.miss(uri)
                if before is not None:
                    yield Unlogged(uri, before, self._known.text(before))

    def _renames(
        self,
        found: Iterable[Unlogged],
        stamps: Mapping[str, FileStamp],
        last: Last,
    ) -> dict[str, str]:
        """Return the new names of documents that went from where they were."""
        known = self._known
        gone = [
            GoneDocument(each.path, each.before, known.entry(each.path), last.get(each.path))
            for each in found
            if each.path not in stamps and each.before is not None and self._is_clear(each.path)
        ]

        def is_new(uri: str) -> bool:
            return known.entry(uri) is None and (uri not in last or last[uri].after is None)

        revisions = {trace.revision for trace in gone}
        return renames(gone, known.with_revisions(revisions), stamps, is_new) if gone else {}

    def _before(self, uri: str, last: Last) -> Revision | None:
        """Return what a document was: as the log ends, else as it was seen last."""
        step = last.get(uri)
        return step.after if step else self._known.revision(uri)

    def _stamp(self, uri: str) -> FileStamp | None:
        try:
            return self._workspace.store.stamp(uri)
        except MemdeskError:
            return None

    def _is_clear(self, uri: str) -> bool:
        """Tell whether nothing stands where a document was."""
        return state_of(uri, self._workspace.store) == Present(None)

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
    state = state_of(found.path, workspace.store)
    if state is None:
        return None
    content = state.content
    after = content.revision if content else None
    mark = hashlib.sha256(f"{found.path}\0{found.before}\0{after}".encode("utf-8", "surrogatepass"))
    name = f"seen-{mark.hexdigest()[:16]}"
    moment = content.stamp.modified / 1e9 if content else last.time if last else workspace.clock.now()
    size = len(content.data) if content else None
    told = Operation(name, found.path, found.before, after, moment, OUTSIDE, size, moved=found.moved or None)
    return told._replace(instead=state.instead)
