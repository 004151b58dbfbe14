"""The store of an opened folder whose records may lie in several places: one truth, wherever it is opened.

As long as there are no records but its own, every call goes to its own store as it is.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import TypeVar

from memdesk.errors import (
    MemdeskError,
    NotFoundError,
    NotPermittedError,
    ReadOnlyError,
    TwinError,
)
from memdesk.model import Actor, Guarantee, Identity, Revision
from memdesk.runtime.clock import Clock
from memdesk.store.archive import Archive
from memdesk.store.commit.displaced import LateWrite
from memdesk.store.commit.request import CommitResult, DocumentEdit, Still, always
from memdesk.store.external.recorder import ExternalVersion
from memdesk.store.external.unlogged import Unlogged
from memdesk.store.fs.names import PRIVATE, is_ours
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.homes import HERE, Home, Homes
from memdesk.store.integrity.copies import IntegrityState
from memdesk.store.integrity.damage import Damage
from memdesk.store.integrity.digests import RecordDigest
from memdesk.store.joint_records import JointRecordFolder, merged, parted
from memdesk.store.locking.lock import LockHolder, Waiting, tell_nobody
from memdesk.store.metadata.folder import PrivateFolder
from memdesk.store.metadata.record_folder import RecordFolder
from memdesk.store.mirror import Mirror, MirroredHome, inward
from memdesk.store.oplog.operation import Operation
from memdesk.store.oplog.operations import OperationPage
from memdesk.store.reader import Reader
from memdesk.store.store import HomeStore, Store
from memdesk.store.verify import HistoryReport, IntegrityFinding, Subset
from memdesk.store.versions.retention import Plan

_Thing = TypeVar("_Thing")
_ANY_RECORD = "protected.json"
"""A record that is read to find out whether any may be."""
_UNUSABLE = (NotPermittedError, ReadOnlyError)


class JointStore(Store):
    """The bytes of an opened folder, and the records of all that governs what is in it.

    A document belongs to the nearest home at or above it: its versions and what is written down of it go
    there. What is written passes the lock of every home that the document is in, the outermost first.
    """

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

        def make(place: Path) -> Store:
            store = Store(place, read_only=read_only, lock_timeout=lock_timeout, clock=clock, waiting=waiting)
            store.baseline = _HomeBaseline(self, store)
            return store

        self.baseline = None
        self._make = make
        self._own = make(resolved)
        self._stores: dict[tuple[int, int], Store] = {}
        self._homes = Homes(resolved)
        self._mirror = Mirror(resolved, self._sources)
        self._guard = RLock()
        self._parts: tuple[HomeStore, ...] = (HomeStore(HERE, self._own),)
        self._renew()
        self.has_parked = False

    def homes(self) -> tuple[HomeStore, ...]:
        """Return every home that is known with its store, the outermost first."""
        return self._parts

    def learn(self, folders: Iterable[str]) -> None:
        """Take in all folders below that hold one of ours: somebody has looked through everything."""
        self._homes.learn(folders)
        self._renew()

    def survey(self) -> None:
        """Look for what lies below, unless somebody has looked through everything."""
        self._homes.survey()
        self._renew()

    def meet(self, paths: Sequence[str]) -> None:
        """Look what governs documents: which homes are on the way to them."""
        self._homes.meet(paths)
        self._renew()

    def require(self, paths: Sequence[str] | None) -> None:
        """Make sure that all is known that governs documents (None: any). Raises NotPermittedError else."""
        if paths is None:
            self.survey()
        else:
            self.meet(paths)
        for part in self._parts:
            if part.store is not self._own and (paths is None or _governs(part, paths)):
                try:
                    part.store.record(_ANY_RECORD)
                except NotPermittedError as error:
                    message = (
                        f"what {part.home.root} says of its documents holds here, too, and may not be read; "
                        "nothing was changed"
                    )
                    raise NotPermittedError(message, uri=min(paths or (), default=None)) from error

    def commit_all(
        self, edits: Sequence[DocumentEdit], actor: Actor, still: Still = always
    ) -> tuple[CommitResult, ...]:
        """Commit edits of different documents as a unit, where their records are kept; see :class:`Store`."""
        paths = [name for edit in edits for name in (edit.uri, edit.like) if name is not None]
        self.meet(paths)
        parts = self._parts
        if self._is_alone(parts):
            results = self._own.commit_all(edits, actor, still)
        else:
            chosen = self._chosen(paths)
            governing = [part for part in parts if _governs(part, paths) and _has_lock(part, chosen)]
            mapped = [_outward_edit(chosen.home, edit) for edit in edits]
            with ExitStack() as stack, _told_inside(chosen.home):
                _take_turns(stack, governing, chosen, actor)
                done = chosen.store.commit_all(mapped, actor, still)
            results = tuple(result._replace(path=edit.uri) for result, edit in zip(done, edits, strict=True))
        self.has_parked = any(part.store.has_parked for part in parts)
        return results

    @contextmanager
    def exclusive(self, actor: Actor) -> Iterator[None]:
        """Keep every other core from writing meanwhile to anything in here; see :class:`Store`."""
        parts = self._renew()
        with ExitStack() as stack:
            _take_turns(stack, parts, self._chosen(()), actor)
            yield

    def recover(self) -> None:
        """Resolve what a dead process left unfinished."""
        for part in self._each():
            part.store.recover()

    def late(self, *, at_once: bool = False) -> tuple[LateWrite, ...]:
        """Return what was written into displaced files that were set aside; see :class:`Store`."""
        found: list[LateWrite] = []
        for part in self._each():
            with suppress(*_UNUSABLE):
                for late in part.store.late(at_once=at_once):
                    path = part.home.inward(late.path)
                    found += [] if path is None else [late._replace(path=path)]
        self.has_parked = any(part.store.has_parked for part in self._parts)
        return tuple(found)

    def unfinished(self, after: int = 0) -> OperationPage:
        """Resolve what dead processes left unfinished; return what they did not do, of the nearest home."""
        self.recover()
        nearest = self._chosen(())
        page = nearest.store.unfinished(after)
        told = (inward(nearest.home, operation) for operation in page.operations)
        return OperationPage(tuple(filter(None, told)), page.offset)

    def keep_seen(self, sightings: Sequence[ExternalVersion]) -> None:
        """Keep and log versions that came from outside, each where its document belongs. For one thread."""
        self.meet([sighting.path for sighting in sightings])
        with ExitStack() as rest:
            for part, mine in self._by_part(sightings, lambda each: each.path):
                named = [
                    each._replace(
                        path=part.home.outward(each.path) or each.path,
                        moved=_outward_moved(part.home, each.moved),
                    )
                    for each in mine
                ]
                rest.callback(part.store.keep_seen, named)

    def log_unlogged(self, unlogged: Sequence[Unlogged], actor: Actor) -> tuple[Operation, ...]:
        """Keep and log documents that are not what the log ends with, each where it belongs."""
        self.meet([each.path for each in unlogged])
        logged: list[Operation] = []
        for part, mine in self._by_part(unlogged, lambda each: each.path):
            named = [
                each._replace(
                    path=part.home.outward(each.path) or each.path,
                    moved=_outward_moved(part.home, each.moved),
                )
                for each in mine
            ]
            done = part.store.log_unlogged(named, actor)
            logged += filter(None, (inward(part.home, operation) for operation in done))
        return tuple(logged)

    def tend(self) -> None:
        """Care for every history, as :meth:`Store.tend` does."""
        for part in self._each():
            with suppress(*_UNUSABLE):
                part.store.tend()

    def check(self, subset: Subset | None = None) -> HistoryReport:
        """Look for whatever is wrong with any history; reads only."""
        parts = self._each()
        reports = [part.store.check(subset) for part in parts]
        return _joined(parts, reports)

    def glance(self) -> tuple[IntegrityFinding, ...]:
        """Return what is wrong in the folders of all homes as far as a glance shows it."""
        return tuple(
            finding._replace(uri=uri)
            for part in self._each()
            for finding in part.store.glance()
            if (uri := _finding_uri(part.home, finding.uri)) is not None
        )

    def close(self) -> None:
        """End what is done at leisure; everything else can still be asked for."""
        for store in (self._own, *self._stores.values()):
            store.close()

    def damages(self, *, whole: bool = False) -> tuple[Damage, ...]:
        """Return the records of all homes that are damaged, each by the name that it has from here."""
        self.survey()
        return tuple(
            damage._replace(name=_record_name(part.home, damage.name))
            for part in self._each()
            for damage in part.store.damages(whole=whole)
        )

    def linked(self) -> tuple[str, ...]:
        """Return the records of all homes that have another name somewhere, as they are named from here."""
        return tuple(_record_name(part.home, name) for part in self._each() for name in part.store.linked())

    def vouching(self) -> IntegrityState:
        """Return since when anything outside vouches for the records of all homes."""
        told = [(part.home, part.store.vouching()) for part in self._each()]
        before = tuple(
            _record_name(home, name) for home, each in told for name in each.before if each.is_news
        )
        since = [each.since for _, each in told if each.is_news or len(told) == 1]
        is_shared = any(each.is_shared for _, each in told)
        begun = None if None in since else max(filter(None, since), default=0.0)
        news = [each for _, each in told if each.is_news]
        is_gone, is_changed = any(each.is_gone for each in news), any(each.is_changed for each in news)
        return IntegrityState(begun, before, not news, is_shared, is_gone, is_changed)

    def vouching_told(self) -> None:
        """Note that a person was told since when anything vouches for the records."""
        for part in self._each():
            part.store.vouching_told()

    def record_digests(self) -> dict[str, RecordDigest | None]:
        """Return the digest of each record of all homes, by the name that it has from here."""
        self.survey()
        return {
            _record_name(part.home, name): digest
            for part in self._each()
            for name, digest in part.store.record_digests().items()
        }

    def log_digests(self, name: str, sizes: Iterable[int]) -> dict[int, str]:
        """Return the SHA-256 of the beginnings of the log that has this name from here."""
        part, own = self._record(name)
        return part.store.log_digests(own, sizes)

    def damage_lines(self, name: str) -> tuple[str, ...]:
        """Return the lines in which a record differs from what is kept of it."""
        part, own = self._record(name)
        return part.store.damage_lines(own)

    def accept_record(self, name: str, actor: Actor) -> None:
        """Vouch for a record as it is now, under the name that it has from here."""
        part, own = self._record(name)
        part.store.accept_record(own, actor)

    def share_records(self, is_shared: bool, actor: Actor) -> None:
        """Note whether another memdesk writes into any of the homes, too."""
        for part in self._each():
            part.store.share_records(is_shared, actor)

    def restore_record(self, name: str, actor: Actor) -> None:
        """Give a record back as it was written last, under the name that it has from here."""
        part, own = self._record(name)
        part.store.restore_record(own, actor)

    def _record(self, name: str) -> tuple[HomeStore, str]:
        """Return where a record is kept, and its name there."""
        for part in self._each():
            prefix = _record_name(part.home, "")
            if prefix and name.startswith(prefix):
                return part, name.removeprefix(prefix)
        own = next((part for part in self._parts if part.home == HERE), self._chosen(()))
        return own, name.removeprefix(f"{PRIVATE}/")

    def put_record(self, name: str, data: bytes, actor: Actor) -> None:
        """Replace a list of what is about documents: each item where its document belongs."""
        if self._is_alone(self._parts):
            self._own.put_record(name, data, actor)
            return
        with self.exclusive(actor):
            parts = self._parts
            records = [(part.home, part.store.record(name)) for part in parts]
            parted_data = parted(data, records, lambda uri: self._chosen((uri,)).home)
            for part, new in zip(parts, parted_data, strict=True):
                if new is not None:
                    part.store.put_record(name, new, actor)

    def append_record(self, name: str, line: bytes, actor: Actor) -> None:
        """Add a line to a record of the nearest home."""
        self._chosen(()).store.append_record(name, line, actor)

    def keep(self, data: bytes, actor: Actor, path: str | None = None) -> Revision:
        """Keep bytes in the history where a document belongs; see :class:`Store`."""
        return self._chosen(() if path is None else (path,)).store.keep(data, actor)

    def purge(self, revisions: frozenset[Revision], actor: Actor) -> None:
        """Remove versions for good from every history."""
        for part in self._each():
            part.store.purge(revisions, actor)

    def move_aside(self, path: str, actor: Actor) -> str | None:
        """Move what stands in the place of a document into the folder of its home; see :class:`Store`."""
        self.meet([path])
        part = self._chosen((path,))
        with _told_inside(part.home):
            return part.store.move_aside(part.home.outward(path) or path, actor)

    def lock_holder(self) -> LockHolder | None:
        """Say who holds one of the locks now, None where nobody does."""
        holders = (part.store.lock_holder() for part in self._each())
        return next((holder for holder in holders if holder is not None), None)

    @property
    def guarantee(self) -> Guarantee:
        """What saving promises here; see :class:`Store`."""
        return self._chosen(()).store.guarantee

    @property
    def tried_guarantee(self) -> Guarantee | None:
        """What saving promises here, as far as that was tried out."""
        return self._chosen(()).store.tried_guarantee

    def log_folder(self) -> SafeRoot | None:
        """Return where the log of all is, brought up to date."""
        if self._is_alone(self._renew()):
            return self._own.log_folder()
        self.survey()
        return self._mirror.find()

    @property
    def identity(self) -> Identity | None:
        """What tells this folder from all others, as it was last seen."""
        return _identity_in(self._chosen(()).home, self._chosen(()).store.identity)

    def identify(self) -> Identity | None:
        """Look at what tells this folder from all others."""
        nearest = self._chosen(())
        return _identity_in(nearest.home, nearest.store.identify())

    @property
    def is_begun(self) -> bool:
        """Whether there are records of what is in here."""
        return any(part.store.is_begun for part in self._parts)

    def version(self, revision: Revision) -> bytes:
        """Return the bytes of any version that was kept, in whichever history."""
        if self._is_alone(self._parts):
            return self._own.version(revision)
        for part in self._parts:
            with suppress(NotFoundError, NotPermittedError):
                return part.store.version(revision)
        raise NotFoundError("this version is in no history that is here", uri=revision)

    def version_size(self, revision: Revision, known: int | None = None) -> int | None:
        """Return a version's size, None where no history has it."""
        sizes = (part.store.version_size(revision, known) for part in self._parts)
        return next((size for size in sizes if size is not None), None)

    def versions_with(
        self,
        holds: Callable[[bytes], bool],
        known: Container[Revision] = (),
        stop: Callable[[], bool] = bool,
    ) -> dict[Revision, bool]:
        """Return all kept versions but the known ones, each with whether it holds what is looked for."""
        found: dict[Revision, bool] = {}
        for part in self._each():
            found |= part.store.versions_with(holds, known, stop)
        return found

    def record(self, name: str) -> bytes | None:
        """Return a list of what is about documents, of all homes; of any other record what each has."""
        if self._is_alone(self._parts):
            return self._own.record(name)
        records: list[tuple[Home, bytes | None]] = []
        for part in self._parts:
            with suppress(NotPermittedError):
                records.append((part.home, part.store.record(name)))
        if name.endswith(".json"):
            return merged(records)
        return b"".join(data for _, data in records if data) or None

    def records(self) -> tuple[str, ...]:
        """Return the names of all records."""
        return tuple(sorted({name for part in self._each() for name in part.store.records()}))

    def cabinet(self, folder: str) -> RecordFolder:
        """Return records that have a folder of their own, of all homes."""
        cabinets: dict[int, RecordFolder] = {}

        def found() -> list[tuple[Home, RecordFolder]]:
            return [
                (part.home, cabinets.setdefault(id(part.store), part.store.cabinet(folder)))
                for part in self._each()
            ]

        return JointRecordFolder(found, lambda uri: self._chosen((uri,)).home)

    def _renew(self) -> tuple[HomeStore, ...]:
        """Look which homes are there by now."""
        with self._guard:
            around, below = self._homes.around(), self._homes.below()
            if not around and not below:
                self._parts = (HomeStore(HERE, self._own),)
            else:
                is_own = not around or self._own.is_begun or self._homes.is_own_kept()
                own = [HomeStore(HERE, self._own)] if is_own else []
                self._parts = (
                    *self._with_stores(reversed(around)),
                    *own,
                    *self._with_stores(below),
                ) or (HomeStore(HERE, self._own),)
            return self._parts

    def step_elsewhere(self, store: Store, path: str) -> Operation | None:
        """Return what is known last of a document of one store, where others have records of it, too."""
        home = self.home_of(store)
        view = home.inward(path)
        if view is None or sum(part.home.outward(view) is not None for part in self._parts) == 1:
            return None
        last = self.latest_operations((view,)).get(view)
        return None if last is None else last._replace(path=path)

    def home_of(self, store: Store) -> Home:
        """Return the home whose records a store has."""
        return next((part.home for part in self._each() if part.store is store), HERE)

    def _with_stores(self, homes: Iterable[Home]) -> Iterator[HomeStore]:
        """Yield homes with their stores: one for each folder, by whatever path it was found."""
        for home in homes:
            with suppress(OSError):  # it has just gone
                status = home.root.stat()
                key = status.st_dev, status.st_ino
                if key not in self._stores:
                    is_own = os.path.samestat(status, self._root.path.stat())
                    self._stores[key] = self._own if is_own else self._make(home.root)
                yield HomeStore(home, self._stores[key])

    def _is_alone(self, parts: tuple[HomeStore, ...]) -> bool:
        return len(parts) == 1 and parts[0].store is self._own

    def _each(self) -> list[HomeStore]:
        """Return each store once."""
        return [*{id(part.store): part for part in reversed(self._parts)}.values()][::-1]

    def _sources(self) -> list[MirroredHome]:
        return [MirroredHome(part.home, part.store) for part in self._each()]

    def _chosen(self, paths: Iterable[str]) -> HomeStore:
        """Return the nearest home that has all of these documents."""
        paths = tuple(paths)

        def has_all(home: Home) -> bool:
            return all(home.outward(path) is not None for path in paths) if paths else not home.here

        return next(part for part in reversed(self._parts) if has_all(part.home))

    def _by_part(
        self, things: Iterable[_Thing], path_of: Callable[[_Thing], str]
    ) -> list[tuple[HomeStore, list[_Thing]]]:
        """Return which of some things about documents belong to which home."""
        found: dict[int, tuple[HomeStore, list[_Thing]]] = {}
        for thing in things:
            part = self._chosen((path_of(thing),))
            found.setdefault(id(part), (part, []))[1].append(thing)
        return [*found.values()]


def _governs(part: HomeStore, paths: Iterable[str]) -> bool:
    return any(part.home.outward(path) is not None for path in paths)


def _has_lock(part: HomeStore, chosen: HomeStore) -> bool:
    """Say whether a home has a lock, or is to get one."""
    return part.store is chosen.store or part.store.is_begun


class _HomeBaseline:
    """What a home's documents were before anything was logged of them, as the opened folder knows it."""

    def __init__(self, joint: JointStore, store: Store) -> None:
        self._joint, self._store = joint, store

    def is_taken(self) -> bool:
        """Say whether anybody looked."""
        known = self._joint.baseline
        return known is not None and known.is_taken()

    def revision(self, path: str) -> Revision | None:
        """Return what a document was, None where there was none."""
        known, view = self._joint.baseline, self._joint.home_of(self._store).inward(path)
        return None if known is None or view is None else known.revision(view)

    def text(self, revision: Revision | None) -> bytes | None:
        """Return the bytes of a revision, where they are at hand."""
        known = self._joint.baseline
        return None if known is None else known.text(revision)

    def step(self, path: str) -> Operation | None:
        """Return what is known of a document last, where other homes have records of it, too."""
        return self._joint.step_elsewhere(self._store, path)


def _take_turns(stack: ExitStack, parts: Iterable[HomeStore], chosen: HomeStore, actor: Actor) -> None:
    """Hold the locks of homes, the outermost first; without those that this user may not lock.

    What is written belongs to the ``chosen`` one, whose lock has to be had.
    """
    for part in parts:
        try:
            stack.enter_context(part.store.exclusive(actor))
        except _UNUSABLE:
            if part.store is chosen.store:
                raise


def _outward_edit(home: Home, edit: DocumentEdit) -> DocumentEdit:
    """Return an edit by the names of a home that has all of its documents."""
    like = None if edit.like is None else home.outward(edit.like)
    return edit._replace(uri=home.outward(edit.uri) or edit.uri, like=like)


def _outward_moved(home: Home, moved: str) -> str:
    return (home.outward(moved) or "") if moved else ""


@contextmanager
def _told_inside(home: Home) -> Iterator[None]:
    """Let an error name its document as the opened folder does."""
    try:
        yield
    except MemdeskError as error:
        uri = None if error.uri is None else home.inward(error.uri)
        if uri is not None and error.uri:
            # behind a slash it is the end of a whole path, which is right as it is
            error.message = re.sub(f"(?<!/){re.escape(error.uri)}", lambda _: uri, error.message)
            error.args, error.uri = (error.message,), uri
        if isinstance(error, TwinError):
            error.twin = home.inward(error.twin) or error.twin
        raise


def _joined(parts: Sequence[HomeStore], reports: Sequence[HistoryReport]) -> HistoryReport:
    """Return what is said of several histories as one."""
    plans = [report.collectable for report in reports]
    plan = Plan(
        tuple(blob for each in plans for blob in each.gone),
        sum(each.bytes for each in plans),
        sum(each.kept for each in plans),
        sum(each.kept_bytes for each in plans),
        max(each.capped for each in plans),
    )
    findings = [
        finding._replace(uri=uri)
        for part, report in zip(parts, reports, strict=True)
        for finding in report.findings
        if (uri := _finding_uri(part.home, finding.uri)) is not None
    ]
    return HistoryReport(
        operations=sum(report.operations for report in reports),
        versions=sum(report.versions for report in reports),
        bytes=sum(report.bytes for report in reports),
        checked=sum(report.checked for report in reports),
        gone=sum(report.gone for report in reports),
        unseen=sum(report.unseen for report in reports),
        since=min((report.since for report in reports if report.since is not None), default=None),
        collectable=plan,
        findings=tuple(findings),
    )


def _finding_uri(home: Home, uri: str) -> str | None:
    """Return where something wrong is, as the opened folder calls it; None where it is about another part."""
    if is_ours(uri.partition("/")[0]):
        return f"{home.root}/{uri}" if home.there else home.here + uri
    return home.inward(uri)


def _record_name(home: Home, name: str) -> str:
    """Return what a record of a home is called from the opened folder."""
    if home == HERE:
        return name
    return f"{home.root}/{PRIVATE}/{name}" if home.there else f"{home.here}{PRIVATE}/{name}"


def _identity_in(home: Home, identity: Identity | None) -> Identity | None:
    """Return what tells a part of a workspace from others, and from the whole of it."""
    if identity is None or not home.there:
        return identity
    token = hashlib.sha256(f"{identity.token}/{home.there}".encode("utf-8", "surrogateescape")).hexdigest()
    return Identity(token[: len(identity.token)], identity.file)
