"""The one facade of the core: a folder of memories, listed, read, written and watched."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import Self, TypeAlias

from memdesk.access.gate import WriteGate
from memdesk.access.locks import LockPolicy
from memdesk.access.proposals import ProposalQueue
from memdesk.errors import AmbiguousAddressError, InvalidError, MemdeskError, NoDocumentError, NotAFileError
from memdesk.index.local_state.baseline import MOST, FolderBaseline
from memdesk.index.local_state.database import StateDatabase
from memdesk.model import (
    Actor,
    Change,
    Content,
    DocumentDetail,
    DocumentInfo,
    FileEntry,
    Guarantee,
    Instead,
    Kind,
    Nature,
    Origin,
    Parsed,
    Problem,
    ProposedStep,
    Revision,
    Severity,
    Site,
    WatchState,
)
from memdesk.runtime.clock import Clock, clock_from
from memdesk.store import (
    ANY,
    Base,
    CommitResult,
    DocumentEdit,
    JointStore,
    Lineage,
    LockHolder,
    LogPosition,
    Operation,
    OperationPage,
    Store,
    Unlogged,
    other_names,
    renaming,
    workspace_id,
)
from memdesk.store.access import existing_folder, why_read_only
from memdesk.store.commit.request import Still, always
from memdesk.store.fs.names import refuse_depth
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.fs.scan import walk
from memdesk.store.locking.lock import Waiting, tell_nobody
from memdesk.store.maintenance import LateWrites, Maintenance
from memdesk.systems.registry import load_systems
from memdesk.systems.system import Blank, Registry
from memdesk.text.conflict_name import ConflictName, conflict_names, possible_names, resembles
from memdesk.text.encoding import whole_text
from memdesk.text.fragment import lines_of
from memdesk.watch.authors import Authors
from memdesk.watch.catalog import NAMED, Catalog, LeftOut, Listing, SystemReport, listing_of
from memdesk.watch.examiner import DocumentExaminer
from memdesk.watch.feed import Feed, Subscriber
from memdesk.watch.history_writer import HistoryWriter
from memdesk.watch.known_state import KnownState, make_change
from memdesk.watch.mounts import is_network
from memdesk.watch.watcher import Watcher, WatchIntervals

_CONFIG = "config.json"
_BESIDE = {f"../{_CONFIG}": 0, f"../../{_CONFIG}": 1}
"""What is read outside of the opened folder, and how many folders above it that lies."""

_WITH_PARTS = (".md", ".markdown", ".json", ".jsonl", ".txt", ".toml", ".yaml", ".yml")
"""How names of documents end that can have parts, be they there or not."""

FIRST = 1_000
"""Documents after which a list can be begun."""
LOCK_TIMEOUT = 10.0
"""How long a write waits for its turn, in seconds; the window, before which a person sits, waits less."""

__all__ = [
    "ANY",
    "Base",
    "CommitResult",
    "DocumentEdit",
    "LeftOut",
    "Listing",
    "SystemReport",
    "WatchIntervals",
    "Workspace",
]


_Edits: TypeAlias = "Sequence[DocumentEdit]"
_Steps: TypeAlias = "Sequence[ProposedStep]"


class Workspace:
    """An open folder. Every method may be called from any thread."""

    def __init__(
        self, root: Path, store: Store, registry: Registry, clock: Clock, read_only_reason: str | None = None
    ) -> None:
        self.root = root
        self.registry = registry
        self.read_only_reason = read_only_reason
        """Why nothing can be saved: ``requested``, ``file_system``, ``permission``; None where it can."""
        self.store = store
        """The bytes beneath, for whoever takes care of them."""
        self._clock = clock
        self.local_state = StateDatabase(self.id)
        self.baseline = FolderBaseline(self.local_state)
        """What every document was at the last look."""
        store.baseline = self.baseline
        self._ledger = KnownState()
        self._catalog = Catalog(registry, self._peek, name=root.resolve().name)
        self.guard = LockPolicy(store, lambda uri, data: self.parse(self.info(uri), data))
        """Holds agents to what a person has locked."""
        self.staging = ProposalQueue(store, self.guard, clock.now)
        """Keeps writes of agents for a person's approval, where a person wants that."""
        self._gate = WriteGate(store, self.guard, self.staging, clock.now)
        self._feed = Feed()
        self.require_folder = self._feed.require_folder
        """Raises NotFoundError where the folder is gone, also before that is told."""
        self.unannounced = self._feed.unannounced
        """Returns what is heard to have changed and no batch has told of yet; None: scan to know."""
        self.latecomers = LateWrites(store)
        """Takes in what somebody writes into a file that a save has replaced already."""
        self._tending = Maintenance(self.latecomers.tend, store.close)
        self._authors = Authors(store.operations, store.operations_end)
        self._lock = threading.Lock()
        self._watcher: Watcher | None = None
        self._keeper: HistoryWriter | None = None
        self._listed = False

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        read_only: bool = False,
        clock: Clock | None = None,
        lock_timeout: float = LOCK_TIMEOUT,
        waiting: Waiting = tell_nobody,
    ) -> Self:
        """Open a workspace or a memory folder. Cheap: nothing is scanned, created or locked.

        A write waits ``lock_timeout`` seconds for its turn at most; then LockedError is raised. After a
        moment ``waiting`` is told whom it waits for.
        """
        root = existing_folder(path)
        clock = clock or clock_from(os.environ)
        reason = "requested" if read_only else why_read_only(root)
        store = JointStore(
            root, read_only=reason is not None, lock_timeout=lock_timeout, clock=clock, waiting=waiting
        )
        return cls(root, store, load_systems(), clock, reason)

    def __enter__(self) -> Self:
        """Return the workspace, to be closed at the end of the block."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close the workspace."""
        self.close()

    @property
    def read_only(self) -> bool:
        """Whether nothing can be saved here."""
        return self.read_only_reason is not None

    @cached_property
    def is_remote(self) -> bool:
        """Whether the folder lies on a network, where others write whom no lock of this machine holds."""
        return is_network(self.root)

    @property
    def clock(self) -> Clock:
        """What tells the time here."""
        return self._clock

    @property
    def id(self) -> str:
        """The name under which anything about this folder is kept outside of it."""
        return workspace_id(self.root)

    @property
    def state(self) -> WatchState:
        """How true the screen is."""
        return self._feed.state

    def scan(self, on_first: Callable[[Listing], object] | None = None) -> Listing:
        """Walk the folder, detect the systems and classify every file.

        The first time, ``on_first`` receives what the walk met first, judged by itself alone, so that a list
        can be used while a large folder is still being walked; small folders have no such part.
        """
        self._authors.begin()
        entries, left_out = self._walk(None if self._listed else on_first)
        documents = tuple(info for batch in self._catalog.build(entries) for info in batch)
        self._ledger.begin(entries)
        self._listed = True
        return replace(listing_of(entries, self._catalog.sites, documents), left_out=left_out)

    def look_first(self, listing: Listing | None = None) -> None:
        """Remember what every document is, unless somebody did: whatever changes from now on is noticed.

        That is remembered beside the person's state; nothing is created in the folder. Where somebody is just
        looking, nobody waits for that.
        """
        if self.baseline.is_first and self.baseline.lock.acquire(blocking=False):
            try:
                entries = (listing or self.scan()).entries
                # What the watcher remembers of all that is read would be as large as a large folder.
                self.baseline.begin(entries, self.read if len(entries) <= MOST else self.store.read)
            finally:
                self.baseline.lock.release()

    def meet(self, uris: Iterable[str], actor: Actor) -> None:
        """Log what programs past every core did to documents, before something is decided about them.

        Raises as ``commit`` does where nothing can be recorded.
        """
        self.look_first()
        if self.baseline.is_taken():
            self.store.log_unlogged([Unlogged(uri) for uri in uris], actor)

    def documents(self) -> tuple[DocumentInfo, ...]:
        """Return every document of the folder as it is now, by uri."""
        return tuple(sorted(self.scan().documents))

    @property
    def sites(self) -> tuple[Site, ...]:
        """The systems' places as the folder was last listed; none before that."""
        return self._catalog.sites

    def systems(self, listing: Listing | None = None) -> tuple[SystemReport, ...]:
        """Return the systems' places and the documents that each keeps there."""
        return self._catalog.reports(listing or self.scan())

    def locate(self, uri: str) -> tuple[str, str]:
        """Return the document and the part that a uri names; a name on disk may hold a ``#`` itself.

        ``URI#`` is the whole document. Raises NotFoundError, and AmbiguousAddressError where a
        uri names both a document and a part of another one.
        """
        places = [(uri, ""), *addressed(uri)]
        there = [place for place in places if self.exists(place[0])]
        for path, part in there[1:]:
            if part and self._is_file(path) and self.guard.parts(path, part, data := self.read(path).data):
                lines = lines_of(part, whole_text(data) or "")
                raise AmbiguousAddressError(
                    uri, path, (f"{there[0][0]}#", *(f"{path}#{line}" for line in lines))
                )
        if there:
            return there[0]
        path = places[-1][0]
        self.store.stamp(path)
        raise NoDocumentError(path, uri=uri)

    def info(self, uri: str) -> DocumentInfo:
        """Return what a uri names now, unopened. Raises NotFoundError where there is nothing."""
        if not self._listed:
            self.scan()
        stamp = self.store.stamp(uri)
        if stamp is None:
            raise NoDocumentError(uri, uri=uri)
        entry = self._ledger.entry(uri) if stat.S_ISDIR(stamp.mode) else FileEntry(uri, stamp, stamp.nature)
        if entry is None:
            raise NotAFileError(f"{uri} is a folder", uri=uri)
        return self._catalog.info(entry)

    def kind(self, uri: str) -> Kind | None:
        """Return what a path is to the system that keeps it, be it there or not; None where none does."""
        if not self._listed:
            self.scan()
        return self._catalog.kind(uri)

    def blanks(self, day: date | None = None) -> tuple[Blank, ...]:
        """Return the documents that a person can begin on a day (today), as the systems here keep them."""
        return self._catalog.blanks(day or date.fromtimestamp(self._clock.now()))

    def read(self, uri: str) -> Content:
        """Return a document's bytes at one moment. Links and special files are refused unopened."""
        content = self.store.read(uri)
        self._ledger.seen(content)
        return content

    def parse(self, info: DocumentInfo, data: bytes) -> Parsed:
        """Parse bytes as the document's system does; a file without system has only its title."""
        return self._catalog.parse(info, data)

    def describe(self, uri: str) -> DocumentDetail:
        """Open and parse a document. What cannot be opened is described by its problem."""
        return self.describe_listed(self.info(uri))

    def describe_listed(self, info: DocumentInfo) -> DocumentDetail:
        """Open and parse a document of a listing. What cannot be opened is described by its problem."""
        try:
            content = self.read(info.uri)
        except MemdeskError as error:
            severity = Severity.ERROR if info.nature is Nature.FILE else Severity.WARNING
            code = error.code if info.nature is Nature.FILE else info.nature.value
            message = error.message if info.nature is not Nature.UNREADABLE else f"{info.uri} may not be read"
            problem = Problem(code, message, severity=severity)
            return DocumentDetail(info, None, Parsed(title=info.title, problems=(problem,)))
        parsed, copy = self.parse(info, content.data), self.copy_of(info.uri, content.data)
        if copy is not None:
            parsed = replace(parsed, problems=(*parsed.problems, _copy_problem(copy)))
        return DocumentDetail(info, content.revision, parsed)

    def copy_of(self, uri: str, data: bytes | None = None) -> ConflictName | None:
        """Return the document that this one is a conflict copy of, as a sync client leaves them.

        Where its name alone does not tell, it is one where there is a document of that name and both have
        most of their text in common. ``data`` is what it is, where that was read already.
        """
        names = tuple(conflict_names(uri))
        if names:
            return next((name for name in names if self._is_file(name.uri)), names[0])
        return next((name for name in possible_names(uri) if self._is_copy(uri, data, name)), None)

    def _is_copy(self, uri: str, data: bytes | None, name: ConflictName) -> bool:
        try:
            if not self._is_file(name.uri):
                return False
            mine = self.read(uri).data if data is None else data
            original = self.read(name.uri).data
        except MemdeskError:
            return False
        return resembles(whole_text(mine) or "", whole_text(original) or "")

    def commit(self, uri: str, new: bytes | None, base: Base, actor: Actor) -> CommitResult:
        """Write a document (None deletes it) if it is what the caller last saw; announce it at once."""
        return self.commit_all([DocumentEdit(uri, new, base)], actor)[0]

    def commit_all(
        self, edits: Sequence[DocumentEdit], actor: Actor, *, let_in: bool = False, still: Still = always
    ) -> tuple[CommitResult, ...]:
        """Write documents, all or none, if each is what the caller last saw; announce them together.

        Raises ProtectedError where an agent would change what a person has locked, StagedError where what it
        writes is kept for a person's approval, InvalidError where it would take the address of a part. What a
        person ``let_in`` passes all three, whoever wrote it.
        """
        if not let_in and actor.origin is not Origin.HUMAN:
            if actor.origin is Origin.AGENT:
                for edit in edits:
                    self.require_no_part(edit)
            return self._gate.passed(edits, actor, partial(self.commit_all, let_in=True))
        for edit in edits:
            if edit.new is not None:
                refuse_depth(edit.uri, self.exists)
        self.require_folder()
        self.look_first()
        writing = self._ledger.committing(*(edit.uri for edit in edits))
        is_return = any(edit.is_return for edit in edits)
        with self.guard.returning(edits, actor) if is_return else nullcontext(), writing:
            results = self.store.commit_all(edits, actor, still)
            moved = other_names(edits)
            changes = tuple(
                self._take_in(edit, result, actor, moved.get(edit.uri, ""))
                for edit, result in zip(edits, results, strict=True)
                if result.operation
            )
        if changes:
            self._announce(changes)
            self._tending.committed()
            self.latecomers.committed()
        return results

    def propose(self, edits: _Edits, actor: Actor, made_up: Sequence[str] = (), steps: _Steps = ()) -> str:
        """Keep an agent's edits for a person's approval instead of writing them; return the id.

        ``made_up`` is what they name that a model was not given, ``steps`` what they are made of: both are
        kept with them.
        Raises what :meth:`commit_all` does, but for StagedError.
        """
        for edit in edits:
            self.require_no_part(edit)
        return self._gate.proposed(edits, actor, made_up, steps)

    def require_let(self, edits: Sequence[DocumentEdit], actor: Actor) -> None:
        """Raise ProtectedError or StagedError where :meth:`commit_all` would; nothing is written or kept."""
        self._gate.require_let(edits, actor)

    def exclusive(self, actor: Actor) -> AbstractContextManager[None]:
        """Let no other core write meanwhile: nobody comes between what this thread reads and commits inside.

        Be quick, wait for no thread. Raises LockedError (in time), NotFoundError where the folder is gone.
        """
        self.require_folder()
        return self.store.exclusive(actor)

    @contextmanager
    def clearing(self, uris: Iterable[str], actor: Actor) -> Iterator[tuple[str, ...]]:
        """Move what stands in the place of documents out of their way, for what is written inside.

        Yields where that is by now: links, folders, pipes and all else are kept in our folder, as they are.
        Nobody else writes meanwhile. Raises as ``exclusive`` does; where nothing is in the way, it is free.
        Only a person clears the way.
        """
        is_person = actor.origin is Origin.HUMAN
        blocked = [uri for uri in uris if is_person and self.instead(uri) is not None]
        if not blocked:
            yield ()
            return
        with self.exclusive(actor):
            aside = [self.store.move_aside(uri, actor) for uri in blocked]
            yield tuple(place for place in aside if place is not None)

    def rename(self, uri: str, new_uri: str, actor: Actor) -> tuple[CommitResult, ...]:
        """Give a document a new name that is free, with its mode, attributes and locks; one unit.

        Raises ConflictError where the name is taken.
        """
        with self.guard.following({uri: new_uri}, actor):
            return self.commit_all(renaming(self.store.read(uri), new_uri), actor)

    def _is_file(self, path: str) -> bool:
        try:
            stamp = self.store.stamp(path)
        except MemdeskError:
            return False
        return stamp is not None and stamp.nature is Nature.FILE

    def require_no_part(self, edit: DocumentEdit) -> None:
        """Raise InvalidError where an agent's new document would have the address of another one's part."""
        if edit.new is None or "#" not in edit.uri or self.exists(edit.uri):
            return
        for path, part in addressed(edit.uri):
            if path.lower().endswith(_WITH_PARTS) or self._is_file(path):
                message = f"{edit.uri} is the address of {part!r} in {path}: no agent begins a document there"
                raise InvalidError(message, uri=edit.uri)

    def _take_in(self, edit: DocumentEdit, result: CommitResult, actor: Actor, moved: str) -> Change:
        self._authors.mine(result.operation)
        step = self._ledger.committed(edit.uri, result.before, result.after, edit.new, result.stamp)
        return make_change(edit.uri, step, actor, self._clock.now(), moved)

    def subscribe(self, subscriber: Subscriber, *, quick: bool = False) -> Callable[[], None]:
        """Receive every change batch until the workspace is closed; calling what is returned ends it sooner.

        One that is ``quick`` is waited for, so it must return at once; another has a thread of its own.
        """
        return self._feed.subscribe(subscriber, quick=quick)

    def watch(self, rhythm: WatchIntervals | None = None) -> None:
        """Begin to watch the folder; changes since the last scan are announced too. Returns at once."""
        with self._lock:
            if self._watcher is None:
                self._watcher = self._new_watcher(rhythm or WatchIntervals())
                self._watcher.start()
                self.latecomers.begin()

    def set_focused(self, focused: bool) -> None:
        """Tell whether a person is looking; the folder is scanned more rarely while nobody is."""
        if self._watcher is not None:
            self._watcher.set_focused(focused)

    def close(self) -> None:
        """Stop watching; returns when no thread is left."""
        self._tending.end()
        self.latecomers.end()
        with self._lock:
            parts, self._watcher, self._keeper = (self._watcher, self._keeper), None, None
        for part in (each for each in parts if each is not None):
            part.stop()
        self._feed.close()
        self.local_state.close()

    def _new_watcher(self, rhythm: WatchIntervals) -> Watcher:
        self._authors.begin()
        self._keeper = HistoryWriter(self.guard.keep_seen)
        disk, busy, keep = self.store.open_folders(), self.store.lock_holder, self._keeper.take
        return Watcher(
            self.root,
            self._ledger,
            DocumentExaminer(disk, self._ledger, self._authors, self._clock, busy=busy, witness=keep),
            feed=self._feed,
            announce=self._announce,
            renew=self._renew,
            rhythm=rhythm,
        )

    def _walk(self, on_first: Callable[[Listing], object] | None) -> tuple[tuple[FileEntry, ...], LeftOut]:
        entries: list[FileEntry] = []
        kept: list[str] = []
        left, names = 0, list[str]()
        for content in walk(self.root):
            entries.extend(content.entries)
            kept.extend(content.kept)
            left += len(content.apart)
            names.extend(content.apart[: NAMED - len(names)])
            if on_first is not None and len(entries) >= FIRST:
                on_first(self._first_listing(tuple(entries)))
                on_first = None
        self.store.learn(kept)
        return tuple(entries), LeftOut(left, tuple(sorted(names)))

    def _first_listing(self, entries: tuple[FileEntry, ...]) -> Listing:
        """Judge the entries met so far; from here on single documents can be looked up."""
        documents = self._catalog.renew(entries).infos(entries)
        self._listed = True
        return listing_of(entries, self._catalog.sites, documents)

    def _renew(self, entries: list[FileEntry]) -> None:
        self._catalog.renew(entries)
        self._listed = True

    def _announce(self, changes: tuple[Change, ...]) -> None:
        self._catalog.update(changes)
        moved = self._catalog.redetect()
        if changes or moved:
            self._feed.publish(changes, rescan=moved)

    def beside(self, path: str, limit: int) -> bytes | None:
        """Return an agent's configuration beside the opened folder, or one above; None for anything else.

        That is all that is ever read out there: the workspace that an agent opens has it around itself.
        """
        steps = _BESIDE.get(path)
        if steps is None:
            return None
        root = self.root.resolve()
        try:
            return SafeRoot(root.parents[steps]).head((_CONFIG,), limit)
        except (MemdeskError, IndexError):
            return None

    def _peek(self, path: str, limit: int) -> bytes | None:
        if is_beside(path):
            return self.beside(path, limit)
        try:
            return self.store.head(path, limit)
        except MemdeskError:
            return None

    @property
    def guarantee(self) -> Guarantee:
        """What saving promises here where somebody writes past memdesk; may be found out only now."""
        return self.store.guarantee

    def exists(self, uri: str) -> bool:
        """Tell whether a path names anything now."""
        try:
            return self.store.stamp(uri) is not None
        except MemdeskError:
            return False

    def instead(self, uri: str) -> Instead | None:
        """Return what stands where a document should be and cannot be read; None where nothing does."""
        try:
            return self.store.instead(uri)
        except MemdeskError:
            return None

    def lock_holder(self) -> LockHolder | None:
        """Say who is writing through a core right now, None where nobody is."""
        return self.store.lock_holder()

    def history(self, uri: str) -> tuple[Operation, ...]:
        """Return what the core knows to have happened to a document, oldest first."""
        self.store.meet([uri])
        return self.store.operations_of(uri)

    def unfinished(self, after: int = 0) -> OperationPage:
        """Resolve what dead processes began; return the saves (after an offset) that they did not finish."""
        return self.store.unfinished(after)

    def latest_operations(self, uris: Collection[str] | None = None) -> dict[str, Operation]:
        """Return the last thing that is known to have happened to each document (or to these)."""
        if uris is None:
            self.store.survey()
        else:
            self.store.meet([*uris])
        return self.store.latest_operations(uris)

    def newest_operations(
        self, limit: int, uri: str | None = None, before: int | None = None
    ) -> OperationPage:
        """Return the last operations (on one document), newest first, and the offset of older ones."""
        if uri is None:
            self.store.survey()
        else:
            self.store.meet([uri])
        return self.store.newest_operations(limit, uri, before)

    def lineage(self, uri: str, limit: int, before: LogPosition | None = None) -> Lineage:
        """Return the last operations on a document under all its names, or those before an earlier page."""
        self.store.meet([uri])
        return self.store.lineage(uri, limit, before)

    def version(self, revision: Revision) -> bytes:
        """Return the bytes of any version that was kept."""
        return self.store.version(revision)


def _copy_problem(name: ConflictName) -> Problem:
    message = f"a conflict copy of {name.uri} that a sync client left; memdesk merge makes one of both"
    return Problem("conflict_copy", message, severity=Severity.WARNING, arguments=(name.uri,))


def addressed(uri: str) -> list[tuple[str, str]]:
    """Return the documents and the parts that a uri with ``#`` can name, the longest document first."""
    cuts = [index for index, letter in enumerate(uri) if letter == "#"]
    return [(uri[:index], uri[index + 1 :]) for index in reversed(cuts)]


def is_beside(path: str) -> bool:
    """Say whether a path is of the configuration beside the opened folder, or above it."""
    return path in _BESIDE
