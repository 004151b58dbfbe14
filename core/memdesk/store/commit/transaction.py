"""A commit under the lock, of one document or several as a unit: look, compare, declare, change, record."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import NamedTuple

from memdesk.errors import LockedError, MemdeskError, NotFoundError, ReadOnlyError
from memdesk.model import Content, Revision
from memdesk.store.commit.change import CommitStep, RacedError
from memdesk.store.commit.request import CommitResult, Request
from memdesk.store.fs.attributes import OWN_MODE, FileAttributes, mode_of, traits_of
from memdesk.store.fs.default_mode import folder_mode, make_as_open, mode_nearby
from memdesk.store.fs.descriptors import sync_names
from memdesk.store.fs.lease import LeasedDocument, look
from memdesk.store.fs.name_collisions import refuse_twin
from memdesk.store.fs.names import TEMPORARY, split_path
from memdesk.store.fs.os_errors import reading, writing
from memdesk.store.fs.process_id import this_process
from memdesk.store.fs.safe_root import SafeRoot, open_file, sync_folder
from memdesk.store.fs.swap import Swap
from memdesk.store.fs.writers import FileWriter, writers_of
from memdesk.store.locking.lock import HeldLock
from memdesk.store.oplog.journal import Intent, JournalStep, WriteAheadJournal, unit_of
from memdesk.store.oplog.operation import Operation
from memdesk.store.versions.records import Records

_ATTEMPTS = 20
_HELD = 16
"""Documents of one unit that are held open from the look to the end at most."""
_PATIENCE = 0.25
_PAUSE = 0.01


class CommitContext(NamedTuple):
    """The workspace, our records of it, the journal, and the way to put files in each other's place."""

    root: SafeRoot
    records: Records
    intents: WriteAheadJournal
    swap: Swap


@contextmanager
def opened_parents(
    root: SafeRoot, requests: Sequence[Request], known: Callable[[str], object]
) -> Iterator[dict[tuple[str, ...], int]]:
    """Open the folders of documents, made where missing; what was made for nothing goes again.

    Where all that is to be done in a folder is to delete what is gone with it, there is none to open. Raises
    TwinError for a new name that is a twin of another one, unless the document was ``known`` by it.
    """
    leaving = {request.path for request in requests if request.new is None}
    made: list[tuple[str, ...]] = []
    folders: dict[tuple[str, ...], int] = {}
    try:
        with ExitStack() as stack:
            for request in requests:
                with writing(request.path):
                    if request.may_create:
                        refuse_twin(root, request.path, leaving, known)
                        made.extend(_made(root, request))
                    if request.parent not in folders:
                        folders |= _folder_of(root, request, stack)
            yield folders
    except BaseException:
        root.drop_folders(tuple(made))
        raise


def _made(root: SafeRoot, request: Request) -> Iterator[tuple[str, ...]]:
    """Make what is missing of a document's folder, as open as the document will be, and yield it.

    A folder for what is renamed is as open as the one that it leaves, counted upwards from the document: one
    that is renamed with all that is in it lets in whom it let in before.
    """
    if not request.parent or root.stamp(request.parent) is not None:
        return
    if request.moved is None:
        nearby_mode = folder_mode(mode_nearby(root, (*request.parent, request.name)))
        yield from root.make_folder(request.parent, mode=nearby_mode)
        return
    # Folders that were just made are empty, so that the answer is the same for all of them.
    nearby: int | None = None
    for depth in range(1, len(request.parent) + 1):
        folder, left = request.parent[:depth], _mode_left(root, request, depth)
        if left is None:
            if nearby is None:
                nearby = folder_mode(mode_nearby(root, (*request.parent, request.name)))
            yield from root.make_folder(folder, mode=nearby)
        else:
            yield from make_as_open(root, folder, left)


def _mode_left(root: SafeRoot, request: Request, depth: int) -> int | None:
    """Return the mode of the folder in whose place one is made for a renamed document, None without any."""
    left = split_path(request.moved)[:-1] if request.moved is not None else ()
    place = depth + len(left) - len(request.parent)
    stamp = root.stamp(left[:place]) if place > 0 else None
    return None if stamp is None else stamp.mode


def _folder_of(root: SafeRoot, request: Request, stack: ExitStack) -> dict[tuple[str, ...], int]:
    """Open a document's folder, if any. ConflictError where it is gone with the version that was seen."""
    try:
        return {request.parent: stack.enter_context(root.folder(request.parent))}
    except FileNotFoundError:
        request.check(None)
        if request.new is not None:
            raise
        return {}


class _Part(NamedTuple):
    """A request and what was there when it was looked at."""

    request: Request
    looked: LeasedDocument | None
    current: Content | None
    before: Revision | None


class Transaction:
    """Carries out requests for different documents, all or none. ``folders`` are those of the documents."""

    def __init__(
        self,
        desk: CommitContext,
        lock: HeldLock,
        requests: Sequence[Request],
        folders: Mapping[tuple[str, ...], int],
    ) -> None:
        self.left = 0
        """How many attempts left something to recovery."""
        self.parked = False
        """Whether a file that was displaced was set aside, since somebody might still write it."""
        self._root = desk.root
        self._records = desk.records
        self._intents = desk.intents
        self._swap = desk.swap
        self._lock = lock
        self._requests = requests
        self._folders = folders

    def run(self) -> tuple[CommitResult, ...]:
        """Commit, looking again whenever a writer that knows no lock came in between."""
        for _ in range(_ATTEMPTS):
            with suppress(RacedError), self._looked() as parts:
                changes = self._changes(self._to_do(parts))
                if changes:
                    with self._declared(changes):
                        self._carry_out(changes)
                done = {part.request.path: change for part, change in changes}
                return tuple(_result(part, done.get(part.request.path)) for part in parts)
        request = self._requests[0]
        raise _busy(request.path, self._folders.get(request.parent), request.name)

    @contextmanager
    def _looked(self) -> Iterator[Sequence[_Part]]:
        """Look at all documents, which are held open, as far as they are few, for what is done inside."""
        parts: list[_Part] = []
        try:
            for request in self._requests:
                looked = self._look(request)
                content = looked.content if looked else None
                parts.append(_Part(request, looked, content, content.revision if content else None))
                if len(parts) > _HELD:
                    _let_go(parts[-1].looked)
            yield parts
        finally:
            for part in parts:
                _let_go(part.looked)

    def _to_do(self, parts: Sequence[_Part]) -> list[_Part]:
        """Compare all bases, then return what is to be changed; what that replaces is kept and known."""
        for part in parts:
            part.request.check(part.before)
        todo = [part for part in parts if part.before != part.request.after]
        for part in todo:
            if part.current:
                self._records.history.keep(part.current.data, part.current.revision, self._intents.carries)
            self._records.catch_up(part.request.path, part.current)
        return todo

    def _look(self, request: Request) -> LeasedDocument | None:
        """Read what is there, once nobody is writing it."""
        folder = self._folders.get(request.parent)
        if folder is None:  # gone, with the document that is to be deleted
            return None
        with writing(request.path):
            looked = _settled_look(folder, request)
            try:
                if looked and not os.access(request.name, os.W_OK, dir_fd=folder):
                    raise _refused(folder, request, looked)
            except BaseException:
                _let_go(looked)
                raise
        return looked

    def _changes(self, todo: Sequence[_Part]) -> list[tuple[_Part, CommitStep]]:
        unit = secrets.token_hex(8) if len(todo) > 1 else None
        changes = []
        for part in todo:
            operation = self._operation(part, unit)
            step = JournalStep(operation, f"{TEMPORARY}{operation.id}.tmp", part.request.carried)
            folder = self._folders[part.request.parent]
            changes.append((part, CommitStep(step, folder, self._records, self._swap, part.looked)))
        return changes

    def _operation(self, part: _Part, unit: str | None) -> Operation:
        request = part.request
        size = None if request.new is None else len(request.new)
        return self._records.operation(
            request.path,
            part.before,
            request.after,
            request.actor,
            size=size,
            unit=unit,
            mode=self._mode(part),
            moved=request.moved,
            traits=part.looked.traits if part.looked and request.new is None else None,
        )

    def _mode(self, part: _Part) -> int:
        """Return the mode of the document, or the one that it will have."""
        if part.current:
            return mode_of(part.current.stamp.mode)
        like = part.request.like
        if like is None:
            return mode_nearby(self._root, split_path(part.request.path))
        with suppress(NotFoundError):
            stamp = self._root.stamp(split_path(like))
            if stamp is not None:
                return mode_of(stamp.mode)
        known = self._records.last_mode(like)
        return OWN_MODE if known is None else known

    @contextmanager
    def _declared(self, changes: Sequence[tuple[_Part, CommitStep]]) -> Iterator[None]:
        """Declare the changes that are made inside, and record them; as it was before where that fails."""
        only = [change for _, change in changes]
        intent = Intent(tuple(change.step for change in only), this_process())
        self._records.log.begin(unit_of(intent))
        place = self._intents.begin(intent)
        self.left += 1
        try:
            yield
            if len(changes) > 1:
                self._intents.confirm(intent)
        except BaseException:
            with suppress(OSError, MemdeskError):
                self._take_back(only, intent, place)
            raise
        with suppress(OSError, MemdeskError):
            self._record(only, intent)
            return
        # What comes on top of it is not logged sooner; it must not look as if this had not happened then.
        with suppress(OSError, MemdeskError):
            self._intents.confirm(intent)

    def _carry_out(self, changes: Sequence[tuple[_Part, CommitStep]]) -> None:
        """Make the changes, visible and durable when this returns."""
        for part, change in changes:
            with writing(part.request.path, len(part.request.new or b"")):
                self._write(part, change)
        self._lock.check()
        for part, change in changes:
            with writing(part.request.path):
                change.require_unchanged()
        for part, change in changes:
            with writing(part.request.path):
                change.carry_out()
        for folder in {change.folder for _, change in changes}:
            sync_folder(folder)
        for _, change in changes:
            sync_names(change.folder, *change.names)

    def _write(self, part: _Part, change: CommitStep) -> None:
        if part.request.new is not None:
            traits = part.looked.traits if part.looked else self._model(part.request.like)
            change.write(part.request.new, traits)

    def _model(self, like: str | None) -> FileAttributes | None:
        """Return what a new file takes over from another document."""
        if like is None:
            return None
        *parents, name = split_path(like)
        with (
            suppress(NotFoundError),
            reading(like),
            self._root.folder(tuple(parents)) as folder,
            open_file(folder, name, like) as descriptor,
        ):
            return traits_of(descriptor)
        return self._records.last_traits(like)

    def _take_back(self, changes: Sequence[CommitStep], intent: Intent, place: range) -> None:
        """Undo what was done. Where that fails, or may not last, recovery does it again."""
        undone = [(change, not change.begun or _try(change.undo)) for change in reversed(changes)]
        disposed = [is_undone is not None and _try(change.dispose) for change, is_undone in undone]
        if not all(is_undone for _, is_undone in undone):
            self._intents.take_back(intent, (change.step for change, is_undone in undone if is_undone))
        elif not all(disposed):
            self._intents.undo(intent)
        else:
            if not self._intents.strike(place):
                self._intents.drop(intent)
            self.left -= 1

    def _record(self, changes: Sequence[CommitStep], intent: Intent) -> None:
        """Keep and log what was done, and tidy up; what is left of that, recovery does later.

        Nothing of it is flushed: until it is durable, the intent stands behind it.
        """
        for change in changes:
            if change.step.content is not None and change.operation.after is not None:
                self._records.history.note(change.step.content, change.operation.after)
        places = self._records.ends.log([change.operation for change in changes])
        logged = intent._replace(places=places)
        disposed = [change.dispose() for change in changes]
        self.parked = any(change.parked for change in changes)
        if all(disposed):
            self._intents.settle(logged)
            self.left -= 1
        else:
            self._intents.confirm(logged)


def _result(part: _Part, change: CommitStep | None) -> CommitResult:
    request = part.request
    if change is None:
        return CommitResult("", request.path, part.before, request.after)
    operation, detached = change.operation.id, change.detached
    return CommitResult(operation, request.path, part.before, request.after, detached, stamp=change.stamp)


def _try(deed: Callable[[], bool]) -> bool | None:
    """Do something that can be done again later; None where it failed, which concerns nothing else."""
    try:
        return deed()
    except (OSError, MemdeskError):
        return None


def _let_go(looked: LeasedDocument | None) -> None:
    if looked:
        looked.close()


def _refused(folder: int, request: Request, looked: LeasedDocument) -> Exception:
    """Return what to raise where a document may not be written, or is gone or another one by now."""
    with suppress(FileNotFoundError):
        if looked.is_at(folder, request.name):
            return ReadOnlyError(f"{request.path} may not be written", uri=request.path)
    return RacedError()


def _settled_look(folder: int, request: Request) -> LeasedDocument | None:
    """Open and read a document once nobody is writing it; None where there is none."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            found = look(folder, request.name, request.path)
        except FileNotFoundError:
            return None
        except BlockingIOError:
            found = None
        if found:
            return found
        if time.monotonic() > deadline:
            raise _busy(request.path, folder, request.name)
        time.sleep(_PAUSE)


def _busy(path: str, folder: int | None, name: str) -> LockedError:
    """Return what to raise where a document stays open for writing: who has it, where that is told."""
    writers: tuple[FileWriter, ...] = ()
    with suppress(OSError):
        writers = (
            writers_of(os.stat(name, dir_fd=folder, follow_symlinks=False)) if folder is not None else ()
        )
    holder = ", ".join(writer.describe() for writer in writers) or "another program that is writing the file"
    told = f"{holder}, which has it open for writing" if writers else holder
    return LockedError(f"{path} is in use by {told}", uri=path, holder=holder)
