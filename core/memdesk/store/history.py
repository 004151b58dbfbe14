"""Every version the core saw, wrote or displaced: blobs named by the hash of their bytes."""

from __future__ import annotations

import os
import secrets
import zlib
from contextlib import suppress

from memdesk.errors import MemdeskError, NotFoundError, StorageError
from memdesk.model import Revision, revision_of
from memdesk.store.faults import reading
from memdesk.store.intent import Owner, this_process
from memdesk.store.safe_root import LIMIT, SafeRoot, create_file, read_file, remove, sync_folder, write_all

_FOLDER = "history"
_COMPRESS_FROM = 4096
_PACKED = ".z"


class History:
    """The blobs of one workspace, in its private folder."""

    def __init__(self, private: SafeRoot) -> None:
        self._private = private

    def put(self, data: bytes) -> Revision:
        """Keep these bytes for good (durable when it returns) and return the revision that names them."""
        revision = revision_of(data)
        if not self.has(revision):
            shard, name = _place(revision)
            self._private.make_folder((_FOLDER, shard))
            packed = len(data) >= _COMPRESS_FROM
            with self._private.folder((_FOLDER,)) as folder, self._private.folder((_FOLDER, shard)) as kept:
                _store(folder, kept, name + _PACKED * packed, zlib.compress(data) if packed else data)
        return revision

    def sweep(self) -> None:
        """Remove what processes that are gone did not finish to keep."""
        with suppress(FileNotFoundError), self._private.folder((_FOLDER,)) as folder:
            with os.scandir(folder) as entries:
                names = [entry.name for entry in entries]
            for name in names:
                pid, at, started = name.partition("-")[0].partition("@")
                if at and pid.isdecimal() and not Owner(int(pid), started).is_alive():
                    remove(folder, name)

    def get(self, revision: Revision) -> bytes:
        """Return the bytes of a revision; NotFoundError where unknown, StorageError where damaged."""
        shard, name = _place(revision)
        for stored, unpack in ((name, bytes), (name + _PACKED, _inflate)):
            with reading(revision):
                try:
                    with self._private.folder((_FOLDER, shard)) as folder:
                        return _verified(
                            unpack(read_file(folder, stored, revision, 2 * LIMIT).data), revision
                        )
                except FileNotFoundError:
                    continue
        raise NotFoundError(f"no version {revision} is known", uri=revision)

    def size(self, revision: Revision, known: int | None = None) -> int | None:
        """Return how many bytes a revision has, None where it is not kept; a ``known`` size is believed."""
        try:
            return (len(self.get(revision)) if known is None else known) if self.has(revision) else None
        except MemdeskError:
            return None

    def has(self, revision: Revision) -> bool:
        """Say whether a revision is kept."""
        shard, name = _place(revision)
        return any(self._private.stamp((_FOLDER, shard, stored)) for stored in (name, name + _PACKED))


def _place(revision: Revision) -> tuple[str, str]:
    digest = revision.removeprefix("sha256:")
    if len(digest) != 64 or not set(digest) <= set("0123456789abcdef"):
        raise NotFoundError(f"{revision[:80]!r} is not a revision", uri=revision)
    return digest[:2], digest


def _store(folder: int, kept: int, name: str, data: bytes) -> None:
    """Write a version under a name that tells who does it, then give it its own."""
    owner = this_process()
    temporary = f"{owner.pid}@{owner.started}-{secrets.token_hex(4)}"
    try:
        with create_file(folder, temporary) as descriptor:
            write_all(descriptor, data)
            os.fsync(descriptor)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=kept)
    except BaseException:
        remove(folder, temporary)
        raise
    sync_folder(kept)


def _inflate(data: bytes) -> bytes:
    stream = zlib.decompressobj()
    try:
        return stream.decompress(data, LIMIT)
    except zlib.error:
        return b""


def _verified(data: bytes, revision: Revision) -> bytes:
    if revision_of(data) != revision:
        raise StorageError(f"the kept version {revision} is damaged", uri=revision)
    return data
