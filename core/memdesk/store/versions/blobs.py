"""Every version the core saw, wrote or displaced: blobs named by the hash of their bytes."""

from __future__ import annotations

import math
import os
import re
import secrets
import stat
import time
import zlib
from collections import OrderedDict, deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import TypeAlias

from memdesk.errors import MemdeskError, NotFoundError, StorageError, UnsafePathError
from memdesk.model import FileStamp, Nature, Revision, revision_of
from memdesk.store.fs.descriptors import OwnedDescriptor, sync_file, sync_names
from memdesk.store.fs.os_errors import reading
from memdesk.store.fs.process_id import Owner, this_process
from memdesk.store.fs.safe_root import (
    LIMIT,
    HeldFolder,
    SafeRoot,
    create_file,
    exists,
    hold,
    open_file,
    read_file,
    remove,
    sync_folder,
    write_all,
)
from memdesk.store.versions.retention import KeptVersion

PACKED = ".z"
"""Appended to the name of a version that is packed."""

_COMPRESS_FROM = 4096
_PIECE = 256
_LARGE = 256 << 10
"""From here on a version is packed quickly rather than tightly: whoever commits waits for it."""


def name_of(digest: str, data: bytes) -> str:
    """Return the name under which a version is kept."""
    return digest + PACKED * (len(data) >= _COMPRESS_FROM)


def packed(data: bytes) -> bytes:
    """Return the bytes of a version as they are kept."""
    if len(data) < _COMPRESS_FROM:
        return data
    return zlib.compress(data, zlib.Z_BEST_SPEED if len(data) >= _LARGE else zlib.Z_DEFAULT_COMPRESSION)


def inflated(data: bytes) -> bytes:
    """Return what was packed, no more than a document may have; nothing where that is damaged."""
    stream = zlib.decompressobj()
    try:
        return stream.decompress(data, LIMIT)
    except zlib.error:
        return b""


def made_out(data: bytes) -> bytes:
    """Return as much of what was packed as comes before the first damage."""
    stream, found, size = zlib.decompressobj(), list[bytes](), 0
    with suppress(zlib.error):
        for start in range(0, len(data), _PIECE):
            found.append(stream.decompress(data[start : start + _PIECE], LIMIT - size))
            size += len(found[-1])
            if size >= LIMIT:
                break
    return b"".join(found)


def verified(data: bytes, revision: Revision) -> bytes:
    """Return the bytes of a version. Raises StorageError where they are not what its name says."""
    if revision_of(data) != revision:
        raise StorageError(f"the kept version {revision} is damaged", uri=revision)
    return data


_AT_ONCE = 8
"""Files that are flushed side by side: a file system makes durable in one go what waits at the same time."""


def name_of_ours() -> str:
    """Return a new name for a file that this process makes."""
    owner = this_process()
    return f"{owner.pid}@{owner.started}-{secrets.token_hex(4)}"


def is_given_up(name: str, boot: str) -> bool:
    """Say whether a name is of a file that a process made which is gone."""
    pid, at, started = name.partition("-")[0].partition("@")
    return bool(at) and pid.isdecimal() and not Owner(int(pid), started, boot).is_alive()


def make(folder: int, name: str, data: bytes, *, durable: bool) -> None:
    """Write a new file, flushed where it is to be durable."""
    with create_file(folder, name) as descriptor:
        write_all(descriptor, data)
        if durable:
            sync_file(descriptor)


@contextmanager
def made_together(folder: int, files: Mapping[str, bytes]) -> Iterator[None]:
    """Write new files, durable when the block begins; where it fails, what still has these names goes."""
    from concurrent.futures import ThreadPoolExecutor

    def make_one(name: str, data: bytes) -> None:
        make(folder, name, data, durable=True)

    try:
        with ThreadPoolExecutor(_AT_ONCE, "memdesk-keep") as pool:
            deque(pool.map(make_one, files, files.values()), 0)
        yield
    except BaseException:
        for name in files:
            remove(folder, name)
        raise


def make_named(folder: int, kept: int, name: str, data: bytes, *, durable: bool) -> None:
    """Write a file under a name that tells who does it, then give it its own in another folder."""
    temporary = name_of_ours()
    try:
        make(folder, temporary, data, durable=durable)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=kept)
    except BaseException:
        remove(folder, temporary)
        raise


def name_together(folder: int, kept: int, names: Mapping[str, str]) -> None:
    """Give files that are durable the names of their own in another folder, and make these durable."""
    for temporary, name in names.items():
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=kept)
    sync_folder(kept)
    sync_names(kept, *names.values())


def folder_made(root: SafeRoot, name: str) -> OwnedDescriptor:
    """Open a folder, made where missing (not yet durable)."""
    try:
        return root.folder((name,))
    except FileNotFoundError:
        root.make_folder((name,), durable=False)
        return root.folder((name,))


_FOLDER = "history"
_ASIDE = ".aside"
_FRESH = 3600.0
"""Seconds for which a version that was put need not be touched when it is put again."""
_REMEMBERED = 1000
_DIGEST = re.compile("[0-9a-f]{64}").fullmatch


Sure: TypeAlias = Callable[[Revision], bool]
"""Says whether a version that is there outlives a power cut, since the journal holds it as well."""


class VersionStore:
    """The blobs of one workspace, in its private folder."""

    def __init__(self, private: SafeRoot) -> None:
        self._private = private
        self._held: HeldFolder | None = None
        self._known: OrderedDict[Revision, float] = OrderedDict()

    def put(self, data: bytes) -> Revision:
        """Keep these bytes for good (durable when it returns) and return the revision that names them."""
        revision = revision_of(data)
        self._add(data, revision, durable=True)
        return revision

    def keep(self, data: bytes, revision: Revision, is_sure: Sure = lambda _: False) -> None:
        """Keep bytes of a known revision, as ``put`` does, unless this object kept them a while ago.

        What is there by its name is made durable, too, unless it ``is_sure`` to outlive a power cut: whoever
        put it there may have died before it was, or may be about to make it so.
        """
        if not self._is_known(data, revision):
            self._add(data, revision, durable=True, is_sure=is_sure)

    def note(self, data: bytes, revision: Revision) -> None:
        """Keep these bytes, not yet durable: an intent carries them until they are.

        They are hardly ever kept already, so nobody looks whether they are. Where the intent is never
        settled, recovery mends what a power cut has left of them.
        """
        if not self._is_known(data, revision):
            self._add(data, revision, durable=False, anew=True)

    def put_all(self, versions: Iterable[bytes], *, anew: bool = False) -> None:
        """Keep many versions as ``put`` (or ``rewrite``) does one by one, in a fraction of the time.

        Where this fails, some may be there by name that would not last: ``rewrite`` keeps these for good.
        """
        folder = self._folder()
        with folder.folder(()) as all_:
            files: dict[str, bytes] = {}
            shards: dict[str, dict[str, str]] = {}
            for data in set(versions):
                shard, name = _file_of(data, revision_of(data))
                with folder_made(folder, shard) as kept:
                    if anew or not _is_fresh(kept, name, data):
                        temporary = name_of_ours()
                        files[temporary] = packed(data)
                        shards.setdefault(shard, {})[temporary] = name
            with made_together(all_, files):
                self._sync_way(all_)
                for shard, those in shards.items():  # by its name, a version is taken for durable
                    with folder.folder((shard,)) as kept:
                        name_together(all_, kept, those)
                sync_folder(all_)  # they have no other name any longer

    def mend(self, data: bytes) -> None:
        """Keep these bytes for good, also where a power cut has left something else under their name."""
        try:
            self.get(revision_of(data))
        except MemdeskError:
            self.rewrite(data)

    def rewrite(self, data: bytes) -> None:
        """Keep these bytes for good, whether they were kept already or not."""
        self._add(data, revision_of(data), durable=True, anew=True)

    def sweep(self) -> None:
        """Remove what processes that are gone did not finish to keep."""
        boot = this_process().boot
        with suppress(FileNotFoundError), self._private.folder((_FOLDER,)) as folder:
            with os.scandir(folder) as entries:
                names = [entry.name for entry in entries]
            for name in names:
                if is_given_up(name, boot):
                    remove(folder, name)

    def _add(
        self,
        data: bytes,
        revision: Revision,
        *,
        durable: bool,
        anew: bool = False,
        is_sure: Sure = lambda _: True,
    ) -> None:
        folder = self._folder()
        shard, name = _file_of(data, revision)
        with folder.folder(()) as all_, folder_made(folder, shard) as kept:
            if anew or not _is_fresh(kept, name, data):
                make_named(all_, kept, name, packed(data), durable=durable)
            elif durable := not is_sure(revision):  # who wrote it may have come no further than that
                with open_file(kept, name, name) as descriptor:
                    sync_file(descriptor)
            if durable:
                self._sync_names(all_, kept, name)
        self._remember(revision)

    def _is_known(self, data: bytes, revision: Revision) -> bool:
        """Say whether this object kept a version a while ago, and it is still there.

        Somebody may have given our folder an older state back, or another process have removed it for good.
        """
        folder = self._folder()
        if time.monotonic() - self._known.get(revision, -math.inf) >= _FRESH:
            return False
        shard, name = _file_of(data, revision)
        with suppress(FileNotFoundError), folder.folder((shard,)) as kept:
            return exists(kept, name)
        return False

    def _remember(self, revision: Revision) -> None:
        """Take a version for kept for a while: nothing takes it from the history sooner."""
        while len(self._known) >= _REMEMBERED:
            self._known.popitem(last=False)
        self._known[revision] = time.monotonic()

    def _folder(self) -> HeldFolder:
        """Return the folder of all blobs, made where missing (not yet durable)."""
        held, sure = self._held, self._private.sure
        if held is None or not (_FOLDER in sure or held.is_there()):
            self._known.clear()
            self._private.make_folder((_FOLDER,), durable=False)
            self._held = held = hold(self._private, _FOLDER)
        sure.add(_FOLDER)
        return held

    def _sync_names(self, folder: int, kept: int, name: str) -> None:
        """Make a blob's name durable, and those of the folders that lead to it, whoever made them when."""
        sync_folder(kept)
        sync_names(kept, name)
        self._sync_way(folder)

    def _sync_way(self, folder: int) -> None:
        """Make durable the names of the folders that lead to all blobs."""
        sync_folder(folder)
        with self._private.folder(()) as private:
            sync_folder(private)

    def get(self, revision: Revision) -> bytes:
        """Return the bytes of a revision; NotFoundError where unknown, StorageError where damaged."""
        shard, name = _place(revision)
        for stored, unpack in ((name, bytes), (name + PACKED, inflated)):
            with reading(revision), suppress(FileNotFoundError):
                with self._private.folder((_FOLDER, shard)) as folder:
                    data = read_file(folder, stored, revision, 2 * LIMIT).data
                return verified(unpack(data), revision)
        raise NotFoundError(f"no version {revision} is known", uri=revision)

    def remains(self, revision: Revision) -> tuple[bytes, ...]:
        """Return what is still there of a revision, damaged or set aside, in every way it can be read."""
        shard, name = _place(revision)
        found: list[bytes] = []
        with reading(revision), self._private.folder((_FOLDER, shard)) as folder:
            for stored in (name, name + PACKED, name + _ASIDE, name + PACKED + _ASIDE):
                with suppress(FileNotFoundError):
                    data = read_file(folder, stored, revision, 2 * LIMIT).data
                    found += (data, made_out(data)) if PACKED in stored else (data,)
        return tuple(found)

    def remnants(self) -> tuple[Revision, ...]:
        """Return every version of which anything is there, damaged ones and those set aside, too."""
        files = (name.removesuffix(_ASIDE) for _, name, found in self._files() if stat.S_ISREG(found.st_mode))
        digests = (name.removesuffix(PACKED) for name in files if is_blob(name))
        return tuple(dict.fromkeys(Revision(f"sha256:{digest}") for digest in digests))

    def size(self, revision: Revision, known: int | None = None) -> int | None:
        """Return how many bytes a revision has, None where it is not kept; a ``known`` size is believed."""
        try:
            return (len(self.get(revision)) if known is None else known) if self.has(revision) else None
        except MemdeskError:
            return None

    def has(self, revision: Revision) -> bool:
        """Say whether a revision is kept."""
        with suppress(NotFoundError):
            return self._find(revision) is not None
        return False

    def blobs(self) -> Iterator[KeptVersion]:
        """Yield every version that is kept, in no order."""
        for _, name, status in self._files():
            if is_blob(name) and stat.S_ISREG(status.st_mode):
                revision = Revision("sha256:" + name.removesuffix(PACKED))
                yield KeptVersion(revision, status.st_size, status.st_mtime)

    def strays(self) -> Iterator[str]:
        """Yield the paths in the history of what is no version, nor about to go."""
        for shard, name, status in self._files():
            is_version = is_blob(name) and name.startswith(shard) and stat.S_ISREG(status.st_mode)
            if not is_version and not name.endswith(_ASIDE):
                yield f"{_FOLDER}/{shard}/{name}"

    def drop(self, revision: Revision, time: float) -> None:
        """Remove a version, unless it was put again after this time. Runs under the lock.

        ``put`` takes no lock. So the file is set aside first: whoever puts the same bytes from then on writes
        them anew, and whoever touched it before that is seen.
        """
        shard, name = _place(revision)
        with suppress(FileNotFoundError), self._private.folder((_FOLDER, shard)) as folder:
            for stored in (name, name + PACKED):
                with suppress(FileNotFoundError):
                    os.rename(stored, stored + _ASIDE, src_dir_fd=folder, dst_dir_fd=folder)
                    _settle(folder, stored + _ASIDE, time)

    def settle(self) -> None:
        """Put back what a dead process had set aside: it may have been wanted since. Runs under the lock.

        Whoever drops versions judges it anew, with all others.
        """
        for shard, name, status in [found for found in self._files() if found[1].endswith(_ASIDE)]:
            with self._private.folder((_FOLDER, shard)) as folder:
                if exists(folder, name.removesuffix(_ASIDE)) or not stat.S_ISREG(status.st_mode):
                    remove(folder, name)
                else:
                    _settle(folder, name, -math.inf)

    def clear(self, revisions: Container[Revision]) -> None:
        """Remove what a dead process had set aside of these versions. Runs under the lock."""
        for shard, name, _ in [found for found in self._files() if found[1].endswith(_ASIDE)]:
            digest = name.removesuffix(_ASIDE).removesuffix(PACKED)
            if Revision(f"sha256:{digest}") in revisions:
                with self._private.folder((_FOLDER, shard)) as folder:
                    remove(folder, name)
                    sync_folder(folder)

    def _find(self, revision: Revision) -> tuple[str, FileStamp] | None:
        """Return the file that holds a revision."""
        shard, name = _place(revision)
        for stored in (name, name + PACKED):
            stamp = self._private.stamp((_FOLDER, shard, stored))
            if stamp is not None and stamp.nature is Nature.FILE:
                return stored, stamp
        return None

    def _files(self) -> Iterator[tuple[str, str, os.stat_result]]:
        """Yield whatever lies in the history: folder, name, status."""
        for shard in self._shards():
            with ExitStack() as stack:
                for entry in self._entries(stack, (shard,)):
                    with suppress(FileNotFoundError):
                        yield shard, entry.name, entry.stat(follow_symlinks=False)

    def _shards(self) -> list[str]:
        with ExitStack() as stack:
            return sorted(entry.name for entry in self._entries(stack, ()))

    def _entries(self, stack: ExitStack, parts: tuple[str, ...]) -> Iterable[os.DirEntry[str]]:
        """Open a folder of the history for as long as the stack stands; none where there is no folder."""
        with suppress(FileNotFoundError, NotADirectoryError, UnsafePathError):
            folder = stack.enter_context(self._private.folder((_FOLDER, *parts)))
            return stack.enter_context(os.scandir(folder))
        return ()


def is_blob(name: str) -> bool:
    """Say whether a file of this name holds a version."""
    return _DIGEST(name.removesuffix(PACKED)) is not None


def _is_fresh(folder: int, name: str, data: bytes) -> bool:
    """Say whether a version is kept, undamaged, and see to it that no collecting under way takes it."""
    with suppress(OSError, MemdeskError), open_file(folder, name, name) as descriptor:
        status = os.fstat(descriptor)
        kept = os.read(descriptor, status.st_size + 1)
        if (inflated(kept) if name.endswith(PACKED) else kept) == data:
            if time.time() - status.st_mtime >= _FRESH:
                with suppress(PermissionError):
                    os.utime(name, dir_fd=folder, follow_symlinks=False)
            return True
    return False


def _settle(folder: int, aside: str, time: float) -> None:
    """Remove a version that was set aside, or put it back if it was wanted again after this time.

    What goes at any time goes for good: no power cut shall bring it back.
    """
    if os.stat(aside, dir_fd=folder, follow_symlinks=False).st_mtime > time:
        os.rename(aside, aside.removesuffix(_ASIDE), src_dir_fd=folder, dst_dir_fd=folder)
    else:
        os.unlink(aside, dir_fd=folder)
        if time == math.inf:
            sync_folder(folder)


def _file_of(data: bytes, revision: Revision) -> tuple[str, str]:
    """Return the folder and the name under which a version is kept."""
    shard, name = _place(revision)
    return shard, name_of(name, data)


def _place(revision: Revision) -> tuple[str, str]:
    digest = revision.removeprefix("sha256:")
    if not _DIGEST(digest):
        raise NotFoundError(f"{revision[:80]!r} is not a revision", uri=revision)
    return digest[:2], digest
