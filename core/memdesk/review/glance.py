"""Changes that nobody saw happen: every document held against the log and the last look at the folder.

The last look is remembered outside of the folder. Until a change is found, nothing is created inside it.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from memdesk.courtesy import gently
from memdesk.errors import MemdeskError, NotFoundError
from memdesk.model import OUTSIDE, Actor, Content, FileEntry, FileStamp, Json, Nature, Origin, Revision, Via
from memdesk.paths import state_dir
from memdesk.state_file import read_json, write_text
from memdesk.store import Operation, Unlogged
from memdesk.workspace import Listing, Workspace

NAME = "glance.json"
FRESH = 2_000_000_000
"""Nanoseconds: a file that was written so shortly before the look may change without a visible sign."""

BATCH = 100
"""Documents that are logged under one hold of the lock."""

LOOKER = Actor("memdesk", Origin.FOREIGN, Via.OUTSIDE)
"""Whom others see holding the lock meanwhile."""


class Glimpse(NamedTuple):
    """A document as it was at the last look."""

    size: int
    modified: int
    changed: int
    inode: int
    revision: Revision

    def is_of(self, stamp: FileStamp) -> bool:
        """Tell whether the document still has the stamp that it had."""
        return (self.size, self.modified, self.changed, self.inode) == _signs(stamp)


class Look:
    """One look at a whole workspace, compared with the log and with the look before."""

    def __init__(self, workspace: Workspace, listing: Listing | None = None) -> None:
        self._workspace = workspace
        self._listing = listing or workspace.scan()
        self._file = glance_file(workspace.id)
        known = _read(self._file)
        self._known = known or {}
        self._is_first = known is None
        self._now: dict[str, Glimpse] = {}

    def take(self) -> tuple[Operation, ...]:
        """Return what came from outside unseen, the oldest first; it is in the log now if it may be."""
        last = self._workspace.latest_operations()
        files = [entry for entry in self._listing.entries if entry.nature is Nature.FILE]
        found = [*self._changed(files, last), *self._gone(files, last)]
        operations = self._recorded(found, last)
        if self._now != self._known or self._is_first:
            self._remember()
        return tuple(sorted(operations, key=lambda operation: operation.time))

    def _changed(self, files: Iterable[FileEntry], last: dict[str, Operation]) -> Iterator[Unlogged]:
        for entry in gently(files, 10):
            revision = self._revision(entry)
            if revision is None:
                continue
            step, known = last.get(entry.uri), self._known.get(entry.uri)
            before = step.after if step else known.revision if known else None
            if revision != before and (step or not self._is_first):
                yield Unlogged(entry.uri, before)

    def _gone(self, files: Iterable[FileEntry], last: dict[str, Operation]) -> Iterator[Unlogged]:
        there = {entry.uri for entry in files}
        for uri in {*self._known, *last} - there:
            step, known = last.get(uri), self._known.get(uri)
            before = step.after if step else known.revision if known else None
            if before is not None and not self._is_there(uri):
                yield Unlogged(uri, before)

    def _is_there(self, uri: str) -> bool:
        """Tell whether there is anything of this name, also where that cannot be told."""
        try:
            return self._workspace.store.stamp(uri) is not None
        except MemdeskError:
            return True

    def _revision(self, entry: FileEntry) -> Revision | None:
        known = self._known.get(entry.uri)
        if known is not None and known.is_of(entry.stamp):
            self._now[entry.uri] = known
            return known.revision
        try:
            content = self._workspace.read(entry.uri)
        except MemdeskError:
            if known is not None:
                self._now[entry.uri] = known
            return None
        self._keep(content)
        return content.revision

    def _keep(self, content: Content) -> None:
        """Remember a revision by the file's stamp; one that may change in the same moment has none."""
        signs = _signs(content.stamp)
        just_now = time.time_ns() - content.stamp.modified < FRESH
        self._now[content.uri] = Glimpse(*((-1, 0, 0, 0) if just_now else signs), content.revision)

    def _recorded(self, found: list[Unlogged], last: dict[str, Operation]) -> list[Operation]:
        if self._workspace.read_only:
            self._forget(found)
            unlogged = (_unrecorded(self._workspace, each, last.get(each.path)) for each in found)
            return [operation for operation in unlogged if operation is not None]
        store, made = self._workspace.store, list[Operation]()
        for start in range(0, len(found), BATCH):
            made += store.log_unlogged(found[start : start + BATCH], LOOKER)
        return made

    def _forget(self, found: Iterable[Unlogged]) -> None:
        """Let what may not be logged be found at the next look again."""
        for each in found:
            self._now.pop(each.path, None)
            if each.path in self._known:
                self._now[each.path] = self._known[each.path]

    def _remember(self) -> None:
        documents: dict[str, Json] = {uri: [*glimpse] for uri, glimpse in gently(self._now.items())}
        write_text(self._file, json.dumps({"version": 1, "documents": documents}))


def glance_file(workspace: str) -> Path:
    """Return where the last look at a workspace is remembered."""
    return state_dir() / "workspaces" / workspace / NAME


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
    return Operation(name, found.path, found.before, after, moment, OUTSIDE, size)


def _signs(stamp: FileStamp) -> tuple[int, int, int, int]:
    return stamp.size, stamp.modified, stamp.changed, stamp.inode


def _read(file: Path) -> dict[str, Glimpse] | None:
    documents = read_json(file).get("documents")
    if not isinstance(documents, dict):
        return None
    return {uri: glimpse for uri, fields in gently(documents.items()) if (glimpse := _glimpse(fields))}


def _glimpse(fields: Json) -> Glimpse | None:
    match fields:
        case [int(size), int(modified), int(changed), int(inode), str(revision)]:
            return Glimpse(size, modified, changed, inode, Revision(revision))
    return None
