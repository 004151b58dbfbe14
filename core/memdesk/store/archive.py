"""What was kept and logged of one workspace, for whoever asks: reads only, creates nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from contextlib import suppress

from memdesk.errors import InvalidError, MemdeskError, NotFoundError
from memdesk.model import Identity, Revision
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.integrity.copies import IntegrityState, names_in, unproven_in
from memdesk.store.integrity.damage import Damage
from memdesk.store.integrity.digests import RecordDigest, digests, log_digests
from memdesk.store.integrity.log_copy import LOG
from memdesk.store.metadata.folder import PrivateFolder
from memdesk.store.metadata.record import read_record, record_names
from memdesk.store.metadata.record_folder import RecordFolder
from memdesk.store.oplog.agent_operations import Gist, LogEntry, gist, ids, others_back, others_on, seal
from memdesk.store.oplog.operation import Operation, quoted
from memdesk.store.oplog.operations import Lineage, OperationLog, OperationPage
from memdesk.store.oplog.reverse_reader import LogPosition
from memdesk.store.purge import versions_with
from memdesk.store.versions.blobs import VersionStore


class Archive:
    """The records of one workspace, wherever they are; there need not be any."""

    def __init__(self, private: PrivateFolder) -> None:
        self._private = private

    @property
    def is_begun(self) -> bool:
        """Whether anything was ever written: there are records."""
        return self._private.find() is not None

    def log_folder(self) -> SafeRoot | None:
        """Return the folder of the operation log, None where nothing was ever written."""
        return self._private.find()

    @property
    def identity(self) -> Identity | None:
        """What tells this workspace from all others, as it was last seen; never looks at the disk."""
        return self._private.identity

    def identify(self) -> Identity | None:
        """Look at what tells this workspace from all others; None as long as nothing was ever written."""
        return self._private.identify()

    def version(self, revision: Revision) -> bytes:
        """Return the bytes of any version that was kept."""
        private = self._private.find()
        if private is None:
            raise NotFoundError("nothing was kept for this workspace yet", uri=revision)
        with self._private.reading(revision):
            return VersionStore(private).get(revision)

    def operations(self, after: int = 0) -> OperationPage:
        """Return the operations logged after an offset (0 = all), and the offset to ask for next."""
        private = self.log_folder()
        with self._private.reading("the operation log"):
            return OperationLog(private).read(after) if private else OperationPage((), 0)

    def gist(self, after: int, end: int, texts: Collection[str]) -> Gist:
        """Return how much between two offsets is no person's, the renames, and what has one of the texts."""
        private = self.log_folder()
        with self._private.reading("the operation log"):
            wanted = [quoted(text)[1:-1].encode() for text in texts]
            return gist(OperationLog(private), after, end, wanted) if private else Gist(0, (), (), 0)

    def seal(self, end: int) -> bytes:
        """Return what tells the operation log up to an offset from any other."""
        private = self.log_folder()
        with self._private.reading("the operation log"):
            return seal(OperationLog(private), end) if private else b""

    def logged_ids(self, after: int, end: int) -> frozenset[bytes]:
        """Return the ids of all operations logged between two offsets."""
        private = self.log_folder()
        with self._private.reading("the operation log"):
            return ids(OperationLog(private), after, end) if private else frozenset()

    def others_back(self, before: int = sys.maxsize, floor: int = 0, mention: str = "") -> Iterator[LogEntry]:
        """Yield what agents and programs outside did between two offsets, the newest first, unparsed."""
        private = self.log_folder()
        with self._private.reading("the operation log"):
            yield from others_back(OperationLog(private), before, floor, mention) if private else ()

    def others_on(self, after: int) -> Iterator[LogEntry]:
        """Yield what agents and programs outside did after an offset, the oldest first, unparsed."""
        private = self.log_folder()
        with self._private.reading("the operation log"):
            yield from others_on(OperationLog(private), after) if private else ()

    def operations_end(self) -> int:
        """Return the offset to ask ``operations`` for what comes from now on."""
        private = self.log_folder()
        return OperationLog(private).end() if private else 0

    def newest_operations(
        self, limit: int, path: str | None = None, before: int | None = None
    ) -> OperationPage:
        """Return the last operations (of one document), newest first, and the offset where older ones end."""
        private = self.log_folder()
        with self._private.reading("the operation log"):
            return OperationLog(private).newest(limit, path, before) if private else OperationPage((), 0)

    def lineage(self, path: str, limit: int, before: LogPosition | None = None) -> Lineage:
        """Return the last operations on a document under all its names, newest first, and where older are."""
        private = self.log_folder()
        place = before or LogPosition(sys.maxsize, (path,))
        with self._private.reading("the operation log"):
            return OperationLog(private).lineage(limit, place) if private else Lineage(())

    def latest_operations(self, paths: Collection[str] | None = None) -> dict[str, Operation]:
        """Return the last operation on every document that was ever logged, or on these alone."""
        private = self.log_folder()
        with self._private.reading("the operation log"):
            return OperationLog(private).latest(paths) if private else {}

    def version_size(self, revision: Revision, known: int | None = None) -> int | None:
        """Return a version's size, None where it is not kept; a size that is ``known`` is believed."""
        private = self._private.find()
        return None if private is None else VersionStore(private).size(revision, known)

    def operations_of(self, path: str) -> tuple[Operation, ...]:
        """Return the operations on one document, oldest first."""
        private = self.log_folder()
        with self._private.reading("the operation log"):
            return OperationLog(private).read_of(path) if private else ()

    def record(self, name: str) -> bytes | None:
        """Return one of our own records beside the history, None where nobody wrote it yet.

        Raises UnsafePathError where our folder is a link or a file: nobody knows what was written;
        InvalidError where the record is not what this user's memdesk wrote last.
        """
        private = self._private.find_sure()
        with self._private.reading(name):
            data = read_record(private, name) if private else None
        damage = self._private.vouched.judge(private or SafeRoot(self._private.inside), name, data)
        if damage is not None:
            raise damage.error(private.path if private else self._private.inside)
        return data

    def vouched_record(self, name: str) -> bytes | None:
        """Return a record as far as it is proven: as it is, else as this user's memdesk wrote it last."""
        try:
            return self.record(name)
        except InvalidError:
            return self._private.vouched.kept(name)

    def raw_record(self, name: str) -> bytes | None:
        """Return a record as it is, damaged or not; None where there is none that can be read."""
        private = self._private.find()
        with suppress(MemdeskError, OSError):
            return read_record(private, name) if private else None
        return None

    def damages(self, *, whole: bool = False) -> tuple[Damage, ...]:
        """Return every record of ours that is not what this user's memdesk wrote last.

        ``whole``: the log is compared byte by byte, though its stamp tells of no change.
        """
        private = self._private.find() or SafeRoot(self._private.inside)
        return self._private.vouched.damages(private, whole=whole)

    def vouching(self) -> IntegrityState:
        """Return since when anything outside vouches for records, and which could hide something before."""
        private, begin = self._private.find(), self._private.vouched.begin()
        if begin is not None:
            told, shared = begin.is_told, begin.is_shared
            return IntegrityState(
                begin.time or None, begin.found, told, shared, begin.was_gone, begin.was_changed
            )
        is_gone = self._private.vouched.is_gone()
        if private is None:
            return IntegrityState(None, is_gone=is_gone)
        # Where something vouched before and was removed, everything is in doubt.
        return IntegrityState(None, names_in(private) if is_gone else unproven_in(private), is_gone=is_gone)

    def vouching_told(self) -> None:
        """Note that a person was told since when anything vouches for the records."""
        self._private.vouched.told(self._private.find())

    def record_digests(self) -> dict[str, RecordDigest | None]:
        """Return the digest of each record and of the log as they are; None for what cannot be read."""
        private = self._private.find()
        return digests(private) if private else {}

    def log_digests(self, name: str, sizes: Iterable[int]) -> dict[int, str]:
        """Return the SHA-256 of the beginnings of the log that have these sizes, as far as it reaches."""
        private = self._private.find()
        return log_digests(private, sizes) if private and name == LOG else {}

    def damage_lines(self, name: str) -> tuple[str, ...]:
        """Return the lines in which a record differs from what is kept of it."""
        private = self._private.find() or SafeRoot(self._private.inside)
        return self._private.vouched.difference(private, name)

    def records(self) -> tuple[str, ...]:
        """Return the names of our own records beside the history."""
        private = self._private.find()
        with self._private.reading("our own records"):
            return record_names(private) if private else ()

    def versions_with(
        self,
        holds: Callable[[bytes], bool],
        known: Container[Revision] = (),
        stop: Callable[[], bool] = bool,
    ) -> dict[Revision, bool]:
        """Return all kept versions but the known ones, each with whether it holds what is looked for."""
        private = self._private.find()
        with self._private.reading("the history"):
            return dict(versions_with(VersionStore(private), holds, known, stop)) if private else {}

    def cabinet(self, folder: str) -> RecordFolder:
        """Return records of ours that have a folder beside the history; there need not be any yet."""
        return RecordFolder(self._private, folder)
