"""One operation log of what several homes logged, for whoever reads: kept outside of all folders."""

from __future__ import annotations

import fcntl
import heapq
import json
import os
import tempfile
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from operator import attrgetter
from pathlib import Path
from shutil import rmtree
from threading import RLock
from typing import NamedTuple, TypeAlias

from memdesk.errors import MemdeskError, NotPermittedError
from memdesk.model import Json
from memdesk.runtime.paths import state_dir
from memdesk.store.archive import Archive
from memdesk.store.fs.os_errors import reading
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.homes import Home
from memdesk.store.metadata.folder import PrivateFolder, workspace_id
from memdesk.store.metadata.record import replace
from memdesk.store.oplog.index import NAME as INDEX
from memdesk.store.oplog.operation import Operation
from memdesk.store.oplog.operations import OperationLog

_LOG = "operations.jsonl"
_STATE = "followed.json"

_Followed: TypeAlias = tuple[tuple[Home, int], ...]
"""The homes, and up to where the log of each was followed."""


class MirroredHome(NamedTuple):
    """A home, and what was logged there."""

    home: Home
    archive: Archive

    def end(self) -> int:
        """Return where its log ends; at its beginning for whoever may not read it."""
        with suppress(NotPermittedError):
            return self.archive.operations_end()
        return 0

    def read(self, after: int) -> tuple[list[Operation], int]:
        """Return what was logged after an offset, by the names of the opened folder, and where it ends."""
        with suppress(NotPermittedError):
            page = self.archive.operations(after)
            return [*filter(None, (inward(self.home, each) for each in page.operations))], page.offset
        return [], 0

    def seal(self, end: int) -> str:
        """Return what tells its log up to an offset from any other."""
        with suppress(NotPermittedError):
            return self.archive.seal(end).hex()
        return ""


class Mirror(PrivateFolder):
    """The folder of the log that several homes have together. Safe to use from any thread.

    What is there at first is in the order in which it happened, what is logged from then on in the order in
    which it is met. What nobody may read is not in here.
    """

    def __init__(self, root: Path, sources: Callable[[], Sequence[MirroredHome]]) -> None:
        super().__init__(root)
        self._sources = sources
        self._lock = RLock()
        self._followed: _Followed | None = None
        self._place: SafeRoot | None = None

    def find(self) -> SafeRoot:
        """Return the folder, its log brought up to date."""
        with self._lock:
            place = self._place = self._place or self._made()
            sources = self._sources()
            if self._followed != tuple((source.home, source.end()) for source in sources):
                with reading("the operation log"), place.folder(()) as folder, _alone(folder):
                    self._followed = _follow(place, folder, sources)
            return place

    def _made(self) -> SafeRoot:
        """Return the folder, made where it is missing; where none can be made, one for this process alone."""
        path = state_dir() / "workspaces" / workspace_id(self._root) / "joint"
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            (path / _STATE).touch(mode=0o600)
        except OSError:
            path = Path(tempfile.mkdtemp(prefix="memdesk-"))
            weakref.finalize(self, rmtree, path, ignore_errors=True)
        return SafeRoot(path.resolve())


def inward(home: Home, operation: Operation) -> Operation | None:
    """Return an operation by the names of the opened folder, None where it is about nothing in there."""
    path = home.inward(operation.path)
    moved = None if operation.moved is None else home.inward(operation.moved)
    return None if path is None else operation._replace(path=path, moved=moved)


def _follow(place: SafeRoot, folder: int, sources: Sequence[MirroredHome]) -> _Followed:
    """Add what is new in the logs to the one of all; return up to where each is followed."""
    log = OperationLog(place)
    ends = _known_ends(place, sources, log.end())
    if ends is None:
        for name in (_LOG, INDEX):
            with suppress(FileNotFoundError):
                os.unlink(name, dir_fd=folder)
    pages = [source.read(end) for source, end in zip(sources, ends or [0] * len(sources), strict=True)]
    told = heapq.merge(*(operations for operations, _ in pages), key=attrgetter("time"))
    if any(operations for operations, _ in pages):
        log.append(*told)
    followed = tuple((source.home, end) for source, (_, end) in zip(sources, pages, strict=True))
    listed: list[Json] = [
        [os.fspath(home.root), home.here, home.there, end, source.seal(end)]
        for source, (home, end) in zip(sources, followed, strict=True)
    ]
    replace(folder, _STATE, json.dumps({"size": log.end(), "followed": listed}).encode())
    return followed


def _known_ends(place: SafeRoot, sources: Sequence[MirroredHome], size: int) -> list[int] | None:
    """Return up to where each log is in the one of all; None where that is of other homes, or other logs."""
    try:
        state = json.loads(place.read((_STATE,)).data)
        ends = [int(end) for *_, end, _ in state["followed"]]
        listed = [
            [os.fspath(source.home.root), source.home.here, source.home.there, end, source.seal(end)]
            for source, end in zip(sources, ends, strict=True)
        ]
        is_same = state["size"] == size and state["followed"] == listed
        return ends if is_same and all(map(_reaches, sources, ends)) else None
    except (MemdeskError, OSError, ValueError, KeyError, TypeError):
        return None


def _reaches(source: MirroredHome, end: int) -> bool:
    return source.end() >= end


@contextmanager
def _alone(folder: int) -> Iterator[None]:
    """Let no other process follow the logs meanwhile."""
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(folder, fcntl.LOCK_UN)
