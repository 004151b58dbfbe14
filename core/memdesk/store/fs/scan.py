"""What is in a folder right now: one walk that opens no file and follows no link."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

from memdesk.errors import NotFoundError
from memdesk.model import FileEntry, FileStamp, Nature
from memdesk.store.fs.names import PRIVATE, is_apart
from memdesk.store.fs.safe_root import stamp_of
from memdesk.text.cooperative import yielding

Snapshot: TypeAlias = Mapping[str, FileEntry]
"""The entries of a folder by uri."""

PIECE = 200
"""Names of one folder that are looked at in one go; a larger folder comes in several pieces."""

_FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_GONE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})
_LOST = frozenset({errno.ENOTCONN, errno.ESTALE, errno.ENODEV, errno.ENXIO, errno.EIO, errno.ESHUTDOWN})
"""The disk was pulled out, the program behind a folder has died, or the network has."""


class FolderContent(NamedTuple):
    """What one folder (or a piece of a large one) holds directly: entries, and uris of sub-folders.

    ``kept`` is the folder itself where our own is among what it holds; ``apart`` are the names in it that are
    no documents: version control's, a sync client's, temporaries.
    """

    entries: list[FileEntry]
    folders: list[str]
    kept: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()


class ScanDifference(NamedTuple):
    """What two looks at a folder differ by: the entries that came or are others now, the uris that went."""

    created: dict[str, FileEntry]
    modified: dict[str, FileEntry]
    deleted: tuple[str, ...]


def is_private(uri: str) -> bool:
    """Tell whether the path is no document's: our own or version control's, or inside a folder of these."""
    return any(is_apart(part) for part in uri.split("/"))


def walk(root: Path, under: str = "") -> Iterator[FolderContent]:
    """Yield the content of every folder at and below ``under``, parents before children, in pieces.

    A folder that cannot be listed becomes one entry of nature ``UNREADABLE``; what vanishes meanwhile is left
    out. Raises ``NotFoundError`` when ``under`` itself is gone, or the root cannot be read any longer.
    """
    base = os.fspath(root)
    pending = [under]
    while pending:
        folder = pending.pop()
        try:
            for content in yielding(_list_folder(base, folder), 1):
                pending.extend(content.folders)
                yield content
        except OSError as error:
            if folder == under and (error.errno in _GONE or (not folder and error.errno in _LOST)):
                raise NotFoundError(f"the folder is gone: {root / under}", uri=under) from error
            yield FolderContent(_unreadable(base, folder, error), [])


def scan(root: Path, under: str = "") -> list[FileEntry]:
    """Return every entry at and below ``under``."""
    return [entry for content in walk(root, under) for entry in content.entries]


def names_in(root: Path, folder: str) -> list[str]:
    """Return every name in a folder, ours and version control's among them. Raises OSError, as for a link."""
    descriptor = os.open(f"{os.fspath(root)}/{folder}", _FOLDER_FLAGS)
    try:
        with os.scandir(descriptor) as names:
            return [item.name for item in names]
    finally:
        os.close(descriptor)


def snapshot(entries: Iterable[FileEntry]) -> dict[str, FileEntry]:
    """Return the entries by uri."""
    return {entry.uri: entry for entry in yielding(entries)}


def diff(before: Snapshot, after: Iterable[FileEntry]) -> ScanDifference:
    """Return how ``after`` differs from ``before``.

    Of a scan that is handed over as it is made, nothing is kept but the differences: freeing 100,000 entries
    at once would stop all threads for as long as 50 ms.
    """
    created: dict[str, FileEntry] = {}
    modified: dict[str, FileEntry] = {}
    gone = set(before)
    for entry in yielding(after):
        uri = entry.uri
        gone.discard(uri)
        known = before.get(uri)
        if known is None:
            created[uri] = entry
        elif known != entry:
            modified[uri] = entry
    return ScanDifference(
        created, modified, tuple(uri for uri in yielding(before) if uri in gone) if gone else ()
    )


def _list_folder(base: str, folder: str) -> Iterator[FolderContent]:
    """List one folder through its descriptor, so that no link on the way is followed; at least one piece."""
    descriptor = os.open(f"{base}/{folder}" if folder else base, _FOLDER_FLAGS)
    prefix = folder + "/" if folder else ""
    try:
        with os.scandir(descriptor) as names:
            piece = list(islice(names, PIECE))
            yield _collect(piece, prefix)
            while len(piece) == PIECE:
                piece = list(islice(names, PIECE))
                yield _collect(piece, prefix)
    finally:
        os.close(descriptor)


def _collect(names: Iterable[os.DirEntry[str]], prefix: str) -> FolderContent:
    """Turn directory entries into records. This loop is what a scan costs: it calls nothing it can avoid."""
    entries: list[FileEntry] = []
    folders: list[str] = []
    kept: tuple[str, ...] = ()
    apart: list[str] = []
    make = tuple.__new__
    plain = stat.S_IFREG
    # Files of a folder have few devices and modes: one number stands for all that are equal.
    same: dict[int, int] = {}
    for item in names:
        name = item.name
        if name[0] == "." and is_apart(name):
            if name == PRIVATE:
                kept = (prefix[:-1],)
            else:
                apart.append(prefix + name)
            continue
        try:
            if item.is_dir(follow_symlinks=False):
                folders.append(prefix + name)
                continue
            status = item.stat(follow_symlinks=False)
        except OSError:
            continue
        mode, device = status.st_mode, status.st_dev
        mode, device = same.setdefault(mode, mode), same.setdefault(device, device)
        modified, changed = status.st_mtime_ns, status.st_ctime_ns
        if changed == modified:
            changed = modified
        stamp = make(FileStamp, (device, status.st_ino, status.st_size, modified, changed, mode))
        nature = Nature.FILE if mode & 0o170000 == plain else stamp.nature
        entries.append(make(FileEntry, (prefix + name, stamp, nature)))
    return FolderContent(entries, folders, kept, tuple(apart))


def _unreadable(base: str, folder: str, error: OSError) -> list[FileEntry]:
    """Return the entry that stands for a folder nobody can look into; nothing where it is gone."""
    if error.errno in _GONE:
        return []
    try:
        stamp = stamp_of(os.lstat(f"{base}/{folder}"))
    except OSError:
        stamp = FileStamp(0, 0, 0, 0, 0, stat.S_IFDIR)
    return [FileEntry(folder, stamp, Nature.UNREADABLE)]
