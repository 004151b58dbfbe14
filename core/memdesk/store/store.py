"""The store of one workspace: read a document, commit a version, ask what happened."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from memdesk.errors import LockedError, MemdeskError, NotFoundError
from memdesk.model import Actor, Guarantee, Origin, Revision
from memdesk.runtime.clock import Clock, SystemClock
from memdesk.store.access import refusal
from memdesk.store.archive import Archive
from memdesk.store.commit.aside import log_gone, move_aside
from memdesk.store.commit.displaced import DisplacedFiles, LateWrite
from memdesk.store.commit.recovery import Recovery
from memdesk.store.commit.request import (
    Base,
    CommitResult,
    DocumentEdit,
    OutdatedError,
    Request,
    Still,
    always,
    requests_of,
    unchanged,
)
from memdesk.store.commit.transaction import CommitContext, Transaction, opened_parents
from memdesk.store.external.recorder import ExternalRecorder, ExternalVersion
from memdesk.store.external.unlogged import Unlogged, keep_all, log_all
from memdesk.store.fs.names import refuse_trouble
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.fs.swap import Swap, kernel_rename
from memdesk.store.homes import HERE, Home
from memdesk.store.integrity.copies import is_vouched
from memdesk.store.integrity.log_copy import LOG
from memdesk.store.locking.lock import Exclusion, LockHolder, LockLostError, Waiting, tell_nobody
from memdesk.store.metadata.folder import PrivateFolder
from memdesk.store.metadata.record import (
    Misplaced,
    append_record,
    linked_records,
    misplaced_records,
    read_record,
    replace_record,
    set_aside,
    with_line,
)
from memdesk.store.metadata.restoring import restore
from memdesk.store.oplog.journal import FULL, JournalPosition, opened_intents
from memdesk.store.oplog.operation import Operation, parse_line
from memdesk.store.oplog.operations import Baseline, OperationLog, OperationPage
from memdesk.store.oplog.unfinished import Unfinished
from memdesk.store.purge import purge
from memdesk.store.reader import Reader
from memdesk.store.verify import HistoryReport, IntegrityFinding, Subset, Verifier
from memdesk.store.versions.gc import Collection
from memdesk.store.versions.records import Records

_LOCK_TRIES = 5


class HomeStore(NamedTuple):
    """One of the homes of what an opened folder holds, and its store, which has names of its own."""

    home: Home
    store: Store


class CopiedLog(NamedTuple):
    """Where the copy of a log is that vouches for it, and what it tells of."""

    place: Path
    steps: tuple[Operation, ...]


class Store(Archive, Reader):
    """The bytes of a workspace. Reading creates nothing; every change goes through ``commit``."""

    def __init__(
        self,
        root: Path,
        *,
        read_only: bool = False,
        lock_timeout: float = 10.0,
        clock: Clock | None = None,
        waiting: Waiting = tell_nobody,
    ) -> None:
        resolved = root.resolve()
        Archive.__init__(self, PrivateFolder(resolved))
        Reader.__init__(self, SafeRoot(resolved))
        self._read_only = read_only
        self._clock = clock or SystemClock()
        self._exclusion = Exclusion(self._clock, lock_timeout, waiting)
        self._swap = Swap(kernel_rename())
        self._witness = ExternalRecorder()
        self._closing = threading.Event()
        self._mark: JournalPosition | None = None
        self._records: Records | None = None
        self.baseline: Baseline | None = None
        """Tells what was there before anything was logged of it, where anybody looked."""
        self.has_parked = False
        """Whether a file that was displaced was set aside: ask :meth:`late` after some seconds."""

    def homes(self) -> tuple[HomeStore, ...]:
        """Return every home of what is in here with its store, the outermost first."""
        return (HomeStore(HERE, self),)

    def nearest(self) -> HomeStore:
        """Return the nearest folder, at or above the opened one, that has records; with its store."""
        return [part for part in self.homes() if not part.home.here][-1]

    def learn(self, folders: Iterable[str]) -> None:
        """Take in all folders below that hold one of ours; a store of one home has no use for them."""

    def survey(self) -> None:
        """Look for homes below, unless somebody has looked through everything; see ``learn``."""

    def meet(self, paths: Sequence[str]) -> None:
        """Look what governs documents: which homes are on the way to them."""

    def require(self, paths: Sequence[str] | None) -> None:
        """Make sure that all is known that governs documents (None: any). Raises NotPermittedError else."""

    def commit(self, path: str, new: bytes | None, base: Base, actor: Actor) -> CommitResult:
        """Put ``new`` (None = delete) in the place of ``base``: atomic, durable, the old version kept.

        ``base`` is the revision the caller last saw, None where there must be no file, or ``ANY``. Raises
        ConflictError where the document is something else; LockedError, ReadOnlyError or StorageError where
        it cannot be written. Then the document on disk is as it was.
        """
        return self.commit_all([DocumentEdit(path, new, base)], actor)[0]

    def commit_all(
        self, edits: Sequence[DocumentEdit], actor: Actor, still: Still = always
    ) -> tuple[CommitResult, ...]:
        """Commit edits of different documents as a unit: all of them are made or none, also in a crash.

        All bases are compared before anything is changed. Raises as ``commit`` does; then no document has
        changed. A rename creates the new name ``like`` the old one and deletes that. Raises OutdatedError
        where it is not ``still`` so, once nobody else can write, that this may be done.
        """
        requests = requests_of(edits, actor)
        if not self._is_ready_for(requests):
            with suppress(LockedError):  # whoever is writing one is waited for under the lock
                done = [self._is_done(request) for request in requests]
                if all(done):
                    return tuple(map(unchanged, requests))
        with self._private.writing(requests[0].path, sum(len(request.new or b"") for request in requests)):
            if self._read_only:
                raise refusal(self._root.path, requests[0].path)
            for request in requests:
                if request.may_create:
                    refuse_trouble(request.path, self._root.stamp, self.operations_of)
            for _ in range(_LOCK_TRIES):
                begun = self._transaction(requests, still)
                with suppress(LockLostError), self._private.let_go_on_failure(), begun as transaction:
                    return transaction.run()
                self._private.let_go()
            raise LockedError("the workspace lock keeps being removed", uri=requests[0].path)

    @contextmanager
    def exclusive(self, actor: Actor) -> Iterator[None]:
        """Keep every other core from writing meanwhile, for what is read, changed and committed as one.

        What this thread commits inside is committed under the same lock; whoever waits for it is shown the
        actor. Be quick, and let no other thread's work be waited for. Nothing is rolled back at the end: what
        was committed stays. Raises as ``commit`` does where the lock cannot be had: LockedError,
        ReadOnlyError or StorageError.
        """
        with self._private.let_go_on_failure(), ExitStack() as stack:
            with self._private.writing("the workspace"):
                self._take_turn(stack, actor)
            yield

    def recover(self) -> None:
        """Resolve what a dead process left unfinished; does nothing where nothing was ever committed."""
        private = self._private.find()
        if private and not self._read_only:
            hold = self._exclusion.hold(private, "memdesk", "recover")
            doubt = self._private.let_go_on_failure()
            with self._private.writing("the workspace"), doubt, hold, opened_intents(private) as intents:
                records = self._records_plain(private)
                recovery = Recovery(CommitContext(self._root, records, intents, self._swap))
                if recovery.run():
                    recovery.empty()

    def late(self, *, at_once: bool = False) -> tuple[LateWrite, ...]:
        """Return what was written into displaced files that were set aside; kept and logged as foreign.

        What was set aside less than some seconds ago is left for another time, unless ``at_once``.
        """
        private = self._private.find()
        parking = DisplacedFiles(private) if private and not self._read_only else None
        found: tuple[LateWrite, ...] = ()
        if private and parking and parking.is_any():
            with self._private.writing("the workspace"), self._exclusion.hold(private, "memdesk", "history"):
                now = math.inf if at_once else None
                found = tuple(parking.leave(self._records_plain(private), now))
        self.has_parked = parking is not None and parking.is_any()
        return found

    def unfinished(self, after: int = 0) -> OperationPage:
        """Resolve what dead processes left unfinished; return saves that were thereby found not to be done.

        ``after`` is the offset of an earlier page.
        """
        self.recover()
        private = self._private.find()
        with self._private.reading("the unfinished saves"):
            return Unfinished(private).read(after) if private else OperationPage((), 0)

    def keep_seen(self, sightings: Sequence[ExternalVersion]) -> None:
        """Keep and log versions that came from outside. For one thread.

        What a core wrote that died before it logged it, is logged as the core's first. Where nothing may be
        written, nothing is kept. What goes wrong with one version is raised when the others are kept; that
        one is not logged: the log would promise what is not there.
        """
        if self._read_only:
            return
        with self._private.writing("the history"):
            private = self._private.ensure()
            records = self._records_over(private)
            kept: list[ExternalVersion] = []
            try:
                self._witness.keep(sightings, records, kept)
            finally:
                with self._exclusion.hold(private, "memdesk", "history"):
                    self._settle(records)
                    self._witness.log(kept, records, self)

    def log_unlogged(self, unlogged: Sequence[Unlogged], actor: Actor) -> tuple[Operation, ...]:
        """Keep and log documents that are not what the log ends with; what no longer differs is left out.

        Raises as ``commit`` does where nothing can be recorded.
        """
        if not unlogged:
            return ()
        if self._read_only:
            raise refusal(self._root.path)
        with self._private.writing("the history"):
            keep_all(unlogged, self, self._records_over(self._private.held()))
        with self.exclusive(actor), self._private.writing("the history"):
            records = self._records_over(self._private.held())
            self._settle(records)
            return log_all(unlogged, self, records)

    def tend(self) -> None:
        """Bring the log's index up to date, and once a day collect what no rule keeps any longer.

        For whoever has time; never delays a commit by more than some milliseconds. Ends early on ``close``.
        Where nothing was ever committed, or nothing may be written, it does nothing.
        """
        private = self._private.find()
        if private and not self._read_only and not self._closing.is_set():
            with self._private.writing("the history"):
                OperationLog(private).index()
                hold = partial(self._exclusion.hold, private, "memdesk", "collect old versions")
                collection = Collection(self._records_plain(private), hold)
                if collection.is_due():
                    collection.collect(self._closing.is_set)

    def check(self, subset: Subset | None = None) -> HistoryReport:
        """Look for whatever is wrong with the history; reads only. Ends early on ``close``.

        Raises UnsafePathError where something else is in the place of our own folder.
        """
        private = self._private.find_sure()
        records = self._records_plain(private or SafeRoot(self._private.inside))
        return Verifier(self._root, records).run(subset or Subset(), self._closing.is_set)

    def glance(self) -> tuple[IntegrityFinding, ...]:
        """Return what is wrong in our own folder as far as a glance shows it; reads no log and no version."""
        private = self._private.find()
        return Verifier(self._root, self._records_plain(private)).glance() if private else ()

    def close(self) -> None:
        """End what is done at leisure; everything else can still be asked for."""
        self._closing.set()

    def put_record(self, name: str, data: bytes, actor: Actor) -> None:
        """Replace one of our own records, whole and durably. Raises as ``commit`` does."""
        with self.exclusive(actor), self._private.writing(name):
            private = self._private.held()
            with self._private.vouched.becoming(private, name, data):
                replace_record(private, name, data)

    @property
    def guarantee(self) -> Guarantee:
        """What saving promises here, as far as that could be tried out; else EXCHANGE."""
        return self.tried_guarantee or self._swap.guarantee

    @property
    def tried_guarantee(self) -> Guarantee | None:
        """What saving promises here, tried out in our own folder; None where there is none to write in."""
        private = None if self._read_only else self._private.find()
        if private is None:
            return None
        with suppress(OSError, MemdeskError), private.folder(()) as folder:
            self._swap.try_out(folder)
        return self._swap.guarantee

    def keep(self, data: bytes, actor: Actor, path: str | None = None) -> Revision:
        """Keep bytes in the history that no document need have; they stay only if they are pinned.

        They are about the document of a ``path``, where one is given.
        """
        del path
        with self.exclusive(actor), self._private.writing("the history"):
            return self._records_in(self._private.held()).history.put(data)

    def append_record(self, name: str, line: bytes, actor: Actor) -> None:
        """Add a line to one of our own records, durably. Raises as ``commit`` does."""
        with self.exclusive(actor), self._private.writing(name):
            private, vouched = self._private.held(), self._private.vouched
            if not is_vouched(name):
                append_record(private, name, line)
                return
            with vouched.becoming(private, name, with_line(read_record(private, name), line)):
                append_record(private, name, line)

    def accept_record(self, name: str, actor: Actor) -> None:
        """Vouch for a record, or the log, as it is now: a person has looked. Raises as ``commit`` does."""
        with self.exclusive(actor), self._private.writing(name):
            self._private.vouched.accept(self._private.held(), name)

    def share_records(self, is_shared: bool, actor: Actor) -> None:
        """Note whether another memdesk writes into the folder, too. Raises as ``commit`` does."""
        with self.exclusive(actor), self._private.writing("the records"):
            self._private.vouched.start(self._private.held())
            self._private.vouched.share(is_shared)

    def restore_record(self, name: str, actor: Actor) -> None:
        """Give a record, or the log, back as this user's memdesk wrote it last; what is there is set aside.

        Raises as ``commit`` does, NotFoundError where nothing is kept of it outside.
        """
        with self.exclusive(actor), self._private.writing(name):
            restore(self._private.held(), self._private.vouched, name)

    def purge_set_aside(self, holds: Callable[[bytes], bool]) -> None:
        """Remove what was set aside of records, outside of the workspace, and holds something."""
        self._private.vouched.purge(holds)

    def copied_log(self) -> CopiedLog | None:
        """Return the copy of the log that vouches for it, None where nothing does."""
        lines = self._private.vouched.vouched_bytes(LOG)
        if lines is None:
            return None
        told = map(parse_line, lines.splitlines(keepends=True))
        return CopiedLog(self._private.vouched.log_place, tuple(step for step in told if step is not None))

    def purge(self, revisions: frozenset[Revision], actor: Actor) -> None:
        """Remove versions for good: no way leads back. Raises as ``commit`` does."""
        with self.exclusive(actor), self._private.writing("the history"):
            private = self._private.held()
            with opened_intents(private) as intents:
                purge(CommitContext(self._root, self._records_in(private), intents, self._swap), revisions)

    def misplaced(self) -> tuple[Misplaced, ...]:
        """Return what stands in the place of our own records and is no file."""
        private = self._private.find()
        with self._private.reading("our own records"):
            return misplaced_records(private) if private else ()

    def linked(self) -> tuple[str, ...]:
        """Return our own records that have another name somewhere, by which they can be changed."""
        private = self._private.find()
        with self._private.reading("our own records"):
            return linked_records(private) if private else ()

    def set_aside(self, name: str) -> str:
        """Move what stands in the place of a record out of the way; return where it is then."""
        with self._private.writing(name):
            private = self._private.find()
            if private is None:
                raise NotFoundError(f"nothing is in the place of {name}, so there is nothing to set aside")
            place = set_aside(private, name)
        self._private.let_go()
        return place

    def move_aside(self, path: str, actor: Actor) -> str | None:
        """Move what stands in the place of a document, or of a folder that it was in, into our folder.

        Returns where it is by now, None where nothing is in the way. It is never opened, followed or deleted.
        Raises as ``commit`` does.
        """
        with self.exclusive(actor), self._private.writing(path):
            instead = self.instead(path)
            if instead is None:
                return None
            private = self._private.held()
            place = move_aside(self._root, private, path, instead, self._clock.now())
            log_gone(self._records_in(private), path, instead, actor)
            return place

    def lock_holder(self) -> LockHolder | None:
        """Say who holds the workspace lock now, None where nobody does."""
        private = self._private.find()
        return self._exclusion.holder(private) if private else None

    def _take_turn(self, stack: ExitStack, actor: Actor) -> None:
        if self._read_only:
            raise refusal(self._root.path)
        is_person = actor.origin is Origin.HUMAN
        self._private.vouched.may_begin |= is_person
        for _ in range(_LOCK_TRIES):
            with suppress(LockLostError):
                held = self._private.held()
                stack.enter_context(self._exclusion.hold(held, actor.name, "update", is_person=is_person))
                return
            self._private.let_go()
        raise LockedError("the workspace lock keeps being removed")

    def _is_ready_for(self, requests: Sequence[Request]) -> bool:
        """Say whether the documents need not be looked at before the lock is taken.

        Otherwise, where there is a conflict or nothing to do, this waits for nobody and leaves no trace.
        """
        is_small = all(request.is_small_replacement for request in requests)
        return is_small and not self._read_only and self._private.is_held()

    def _is_done(self, request: Request) -> bool:
        with self._private.writing(request.path):
            return request.is_done(self.read)

    @contextmanager
    def _transaction(self, requests: Sequence[Request], still: Still) -> Iterator[Transaction]:
        """Hold the lock, the journal and the folders of documents for what is committed inside."""
        private, first = self._private.held(), requests[0]
        records = self._records_in(private)
        is_person = first.actor.origin is Origin.HUMAN
        self._private.vouched.may_begin |= is_person
        for request in requests:
            if request.new is not None and request.after is not None and request.carried is None:
                records.history.keep(request.new, request.after)
        with (
            self._exclusion.hold(
                private, first.actor.name, f"save {first.path}", is_person=is_person
            ) as lock,
            opened_intents(private) as intents,
            opened_parents(self._root, requests, self.operations_of) as folders,
        ):
            if not still():
                raise OutdatedError
            desk = CommitContext(self._root, records, intents, self._swap)
            is_clean = self._is_clean(desk)
            transaction = Transaction(desk, lock, requests, folders)
            yield transaction
            self.has_parked |= transaction.parked
            if is_clean and not transaction.left:
                self._move_on(desk)

    def _settle(self, records: Records) -> None:
        """Resolve what a dead process left unfinished, before anything is logged after it."""
        with opened_intents(records.private) as intents:
            desk = CommitContext(self._root, records, intents, self._swap)
            self._is_clean(desk)

    def _is_clean(self, desk: CommitContext) -> bool:
        """Resolve what a dead process left unfinished; False where something of that has to wait."""
        return desk.intents.mark() == self._mark or Recovery(desk).run(self._mark)

    def _move_on(self, desk: CommitContext) -> None:
        """Remember up to where nothing is left to do in the journal, and empty it when it has grown."""
        with suppress(OSError, MemdeskError), self._private.let_go_on_failure():
            self._mark = desk.intents.mark()
            if self._mark.size > FULL:
                Recovery(desk).empty()

    def _records_in(self, private: SafeRoot) -> Records:
        """Return the records in a folder of ours; those of one that is held open know what they kept."""
        if self._records is None or self._records.private is not private:
            self._records = self._records_over(private)
        return self._records

    def _records_over(self, private: SafeRoot) -> Records:
        """Return the records in a folder of ours, over what was there before them."""
        return Records.within(private, self._clock, self.baseline, self._private.vouched)

    def _records_plain(self, private: SafeRoot) -> Records:
        """Return the records in a folder of ours, whatever was there before them."""
        return Records.within(private, self._clock, None, self._private.vouched)
