"""The store of one workspace: read a document, commit a version, ask what happened."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from memdesk.clock import Clock, SystemClock
from memdesk.errors import LockedError, NotFoundError, ReadOnlyError, TooLargeError
from memdesk.model import Actor, Content, FileStamp, Revision, revision_of
from memdesk.store.faults import reading, writing
from memdesk.store.history import History
from memdesk.store.lock import HeldLock, Holder, LockLostError, WorkspaceLock
from memdesk.store.names import split_path, trouble, unsafe
from memdesk.store.operations import Operation, OperationLog, OperationPage
from memdesk.store.private import PrivateFolder
from memdesk.store.records import Records
from memdesk.store.recovery import recover
from memdesk.store.request import ANY, Base, CommitResult, Request
from memdesk.store.safe_root import LIMIT, SafeRoot
from memdesk.store.swap import Swap, kernel_rename
from memdesk.store.transaction import Transaction
from memdesk.store.witness import Sighting, Witness

_LOCK_TRIES = 5


class Store:
    """The bytes of a workspace. Reading creates nothing; every change goes through ``commit``."""

    def __init__(
        self,
        root: Path,
        *,
        read_only: bool = False,
        lock_timeout: float = 10.0,
        clock: Clock | None = None,
    ) -> None:
        resolved = root.resolve()
        self._root = SafeRoot(resolved)
        self._private = PrivateFolder(resolved)
        self._read_only = read_only
        self._lock_timeout = lock_timeout
        self._clock = clock or SystemClock()
        self._swap = Swap(kernel_rename())
        self._witness = Witness()

    def read(self, path: str, limit: int = LIMIT) -> Content:
        """Return a document's bytes as they were at one moment."""
        return self._root.read(split_path(path), limit)

    def head(self, path: str, limit: int) -> bytes:
        """Return the first ``limit`` bytes of a document."""
        return self._root.head(split_path(path), limit)

    def stamp(self, path: str) -> FileStamp | None:
        """Return what a path names now (links are not followed), None where there is nothing."""
        return self._root.stamp(split_path(path))

    def commit(self, path: str, new: bytes | None, base: Base, actor: Actor) -> CommitResult:
        """Put ``new`` (None = delete) in the place of ``base``: atomic, durable, the old version kept.

        ``base`` is the revision the caller last saw, None where there must be no file, or ``ANY``. Raises
        ConflictError where the document is something else; LockedError, ReadOnlyError or StorageError where
        it cannot be written. Then the document on disk is as it was.
        """
        request = _request(path, new, base, actor)
        with writing(path):
            current = self._current(path)
            request.check(current)
            if current == request.after:
                return CommitResult("", path, current, current)
            return self._carry_out(request, current)

    def recover(self) -> None:
        """Resolve what a dead process left unfinished; does nothing where nothing was ever committed."""
        private = self._private.find()
        if private and not self._read_only:
            with writing("the workspace"), self._lock(private).hold("memdesk", "recover"):
                recover(self._root, Records.within(private, self._clock))

    def keep_seen(self, sightings: Sequence[Sighting]) -> None:
        """Keep and log versions that came from outside. For one thread.

        Where nothing was ever committed, or nothing may be written, nothing is kept.
        """
        private = self._private.find()
        if private and not self._read_only:
            records = Records.within(private, self._clock)
            with writing("the history"):
                self._witness.keep(sightings, records)
                with self._lock(private).hold("memdesk", "history"):
                    self._witness.log(sightings, records)

    def version(self, revision: Revision) -> bytes:
        """Return the bytes of any version that was kept."""
        private = self._private.find()
        if private is None:
            raise NotFoundError("nothing was kept for this workspace yet", uri=revision)
        return History(private).get(revision)

    def operations(self, after: int = 0) -> OperationPage:
        """Return the operations logged after an offset (0 = all), and the offset to ask for next."""
        private = self._private.find()
        with reading("the operation log"):
            return OperationLog(private).read(after) if private else OperationPage((), 0)

    def operations_end(self) -> int:
        """Return the offset to ask ``operations`` for what comes from now on."""
        private = self._private.find()
        return OperationLog(private).end() if private else 0

    def newest_operations(
        self, limit: int, path: str | None = None, before: int | None = None
    ) -> OperationPage:
        """Return the last operations (of one document), newest first, and the offset where older ones end."""
        private = self._private.find()
        with reading("the operation log"):
            return OperationLog(private).newest(limit, path, before) if private else OperationPage((), 0)

    def latest_operations(self) -> dict[str, Operation]:
        """Return the last operation on every document that was ever logged."""
        private = self._private.find()
        with reading("the operation log"):
            return OperationLog(private).latest() if private else {}

    def version_size(self, revision: Revision, known: int | None = None) -> int | None:
        """Return a version's size, None where it is not kept; a size that is ``known`` is believed."""
        private = self._private.find()
        return None if private is None else History(private).size(revision, known)

    def operations_of(self, path: str) -> tuple[Operation, ...]:
        """Return the operations on one document, oldest first."""
        private = self._private.find()
        with reading("the operation log"):
            return OperationLog(private).read_of(path) if private else ()

    def lock_holder(self) -> Holder | None:
        """Say who holds the workspace lock now, None where nobody does."""
        private = self._private.find()
        return self._lock(private).holder() if private else None

    def _current(self, path: str) -> Revision | None:
        try:
            return self.read(path).revision
        except NotFoundError:
            return None

    def _carry_out(self, request: Request, current: Revision | None) -> CommitResult:
        if self._read_only:
            raise ReadOnlyError("the workspace is open for reading only", uri=request.path)
        for _ in range(_LOCK_TRIES):
            private = self._private.ensure()
            if current is None:
                self._check_names(request.path)
            with suppress(LockLostError):
                return self._run(request, private)
        raise LockedError("the workspace lock keeps being removed", uri=request.path)

    def _run(self, request: Request, private: SafeRoot) -> CommitResult:
        records = Records.within(private, self._clock)
        if request.new is not None:
            records.history.put(request.new)
        with self._lock(private).hold(request.actor.name, f"save {request.path}") as lock:
            recover(self._root, records)
            return self._transact(request, records, lock)

    def _transact(self, request: Request, records: Records, lock: HeldLock) -> CommitResult:
        parent = split_path(request.path)[:-1]
        may_create = request.new is not None and (request.base is None or request.base is ANY)
        made = self._root.make_folder(parent) if may_create else ()
        try:
            with self._root.folder(parent) as folder:
                return Transaction(request, folder, records, self._swap, lock).run()
        except BaseException:
            self._root.drop_folders(made)
            raise

    def _lock(self, private: SafeRoot) -> WorkspaceLock:
        return WorkspaceLock(private, self._clock, self._lock_timeout)

    def _check_names(self, path: str) -> None:
        """Refuse to create names that make trouble elsewhere, unless the document had them before."""
        parts = split_path(path)
        for depth, name in enumerate(parts, start=1):
            reason = trouble(name)
            if reason and self._root.stamp(parts[:depth]) is None and not self.operations_of(path):
                raise unsafe(path, reason)


def _request(path: str, new: bytes | None, base: Base, actor: Actor) -> Request:
    split_path(path)
    if new is not None and len(new) > LIMIT:
        raise TooLargeError(f"{path} would be larger than {LIMIT} bytes", uri=path)
    return Request(path, new, None if new is None else revision_of(new), base, actor)
