"""The only way into a folder: a walk of descriptors that follows no link and opens only plain files."""

from __future__ import annotations

import errno
import os
import stat
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import TypeAlias

from memdesk.errors import LockedError, NotAFileError, TooLargeError, UnsafePathError
from memdesk.model import Content, FileStamp, Instead, Occupant, revision_of
from memdesk.store.fs.attributes import (
    Owner,
    create,
    has_one_name,
    lets_owner_in,
    make_own,
    open_or_create,
    set_mode,
)
from memdesk.store.fs.descriptors import OwnedDescriptor, WriteDescriptor, close_read, sync_file
from memdesk.store.fs.names import PRIVATE, is_apart
from memdesk.store.fs.os_errors import reading

LIMIT = 64 << 20
"""The largest document in bytes that is read or written whole."""

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CLOEXEC
_RECORD = os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_CHUNK = 1 << 20
_READS = 5
_ELSE = {
    stat.S_IFLNK: "a link",
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_OCCUPANTS = {
    stat.S_IFLNK: Occupant.LINK,
    stat.S_IFDIR: Occupant.FOLDER,
    stat.S_IFIFO: Occupant.PIPE,
    stat.S_IFSOCK: Occupant.SOCKET,
    stat.S_IFREG: Occupant.FILE,
}
_LONGEST_TARGET = 1_000
_STATE = attrgetter("st_dev", "st_ino", "st_size", "st_mtime_ns", "st_ctime_ns", "st_mode")


class SafeRoot:
    """A folder and what lies below it. ``path`` must be free of links itself (resolve it first)."""

    def __init__(self, path: Path, descriptor: int | None = None) -> None:
        self.path = path
        self._descriptor = descriptor
        self._prefix = f"{path}/"

    @property
    def sure(self) -> set[str]:
        """What was looked at since anything may have happened to it, and can be added to after a look.

        Nothing, unless the folder is held open. Get it before the look: if anything happens meanwhile, what
        is added then is forgotten.
        """
        return set()

    def folder(self, parts: tuple[str, ...]) -> OwnedDescriptor:
        """Open a folder below the root, lent for a block."""
        if self._descriptor is None:
            descriptor = os.open(self.path, _FOLDER)
        elif parts:
            descriptor, parts = _descend(self._descriptor, parts[0]), parts[1:]
        else:
            return OwnedDescriptor(self._descriptor, is_kept=True)
        for part in parts:
            try:
                below = _descend(descriptor, part)
            finally:
                close_read(descriptor)
            descriptor = below
        return OwnedDescriptor(descriptor)

    def make_folder(
        self, parts: tuple[str, ...], *, durable: bool = True, mode: int = 0o700
    ) -> tuple[tuple[str, ...], ...]:
        """Create whatever of this folder is missing and return what had to be made."""
        made: list[tuple[str, ...]] = []
        parent = self.folder(())
        try:
            for depth, name in enumerate(parts, start=1):
                try:
                    below = _descend(parent.descriptor, name)
                except FileNotFoundError:
                    if _make(parent.descriptor, name, mode):
                        made.append(parts[:depth])
                        if durable:
                            sync_folder(parent.descriptor)
                    below = _descend(parent.descriptor, name)
                parent.__exit__()
                parent = OwnedDescriptor(below)
        except BaseException:
            self.drop_folders(tuple(made))
            raise
        finally:
            parent.__exit__()
        return tuple(made)

    def drop_folders(self, folders: tuple[tuple[str, ...], ...]) -> None:
        """Remove folders that were made for nothing, deepest first; those in use stay."""
        for parts in reversed(folders):
            with suppress(OSError, UnsafePathError), self.folder(parts[:-1]) as parent:
                os.rmdir(parts[-1], dir_fd=parent)

    def record(self, name: str) -> OwnedDescriptor:
        """Open a file of our own in this folder for appending, created where missing, lent for a block."""
        with self.folder(()) as folder:
            return open_record(folder, name, os.O_APPEND)

    def read(self, parts: tuple[str, ...], limit: int = LIMIT) -> Content:
        """Return a file's bytes as they were at one moment."""
        uri = "/".join(parts)
        with reading(uri), self.folder(parts[:-1]) as parent:
            return read_file(parent, parts[-1], uri, limit)

    def head(self, parts: tuple[str, ...], limit: int) -> bytes:
        """Return the first ``limit`` bytes of a file, all where it is shorter; enough to tell what it is."""
        uri = "/".join(parts)
        with reading(uri), self.folder(parts[:-1]) as parent, open_file(parent, parts[-1], uri) as descriptor:
            return b"".join(_chunks(descriptor, limit))

    def stamp(self, parts: tuple[str, ...]) -> FileStamp | None:
        """Return what a path names now (a link is not followed), or None where there is nothing."""
        with reading("/".join(parts)):
            try:
                with self.folder(parts[:-1]) as parent:
                    return stamp_of(os.stat(parts[-1], dir_fd=parent, follow_symlinks=False))
            except FileNotFoundError:
                return None

    def instead(self, parts: tuple[str, ...]) -> Instead | None:
        """Return what keeps a path from being a document: anything but a plain file, or one not to be read.

        None where the document is there, and where there is nothing. A link is read, never followed.
        """
        with reading("/".join(parts)):
            try:
                return self._instead(parts)
            except FileNotFoundError:
                return None

    def _instead(self, parts: tuple[str, ...]) -> Instead | None:
        for depth, name in enumerate(parts):
            above = len(parts) - depth - 1
            try:
                with self.folder(parts[:depth]) as parent:
                    status = os.stat(name, dir_fd=parent, follow_symlinks=False)
                    form = stat.S_IFMT(status.st_mode)
                    if above and form == stat.S_IFDIR:
                        continue
                    if not above and form == stat.S_IFREG:
                        what = _refusal(parent, name, status)
                        return Instead(what) if what else None
                    target = os.readlink(name, dir_fd=parent) if form == stat.S_IFLNK else ""
                    return Instead(_OCCUPANTS.get(form, Occupant.DEVICE), above, target[:_LONGEST_TARGET])
            except PermissionError:
                return Instead(Occupant.UNREADABLE, min(above + 1, len(parts) - 1))
        return None

    def still(self, path: str, stamp: FileStamp) -> Callable[[], bool]:
        """Return what says, as often as it is asked, whether a path names a file with this very stamp."""
        place = os.fsencode(f"{self._prefix}{path}")  # as the system takes it: nothing to encode at each look
        inode, size, modified, changed = stamp.inode, stamp.size, stamp.modified, stamp.changed
        look = os.lstat

        def is_still() -> bool:
            try:
                found = look(place)
            except OSError:
                return False
            same = found.st_mtime_ns == modified and found.st_ctime_ns == changed
            return same and found.st_ino == inode and found.st_size == size

        return is_still


def stamp_of(result: os.stat_result) -> FileStamp:
    """Return the stamp of what ``stat`` described."""
    return FileStamp._make(_STATE(result))


def listed(folder: int) -> tuple[tuple[str, FileStamp], ...]:
    """Return the names in an open folder with their stamps, sorted; what is ours is none of them."""
    with os.scandir(folder) as entries:
        names = sorted(entry.name for entry in entries if not is_apart(entry.name))
    found = ((name, _stamp_in(folder, name)) for name in names)
    return tuple((name, stamp) for name, stamp in found if stamp is not None)


def _stamp_in(folder: int, name: str) -> FileStamp | None:
    try:
        return stamp_of(os.stat(name, dir_fd=folder, follow_symlinks=False))
    except FileNotFoundError:
        return None


def read_file(folder: int, name: str, uri: str, limit: int = LIMIT) -> Content:
    """Read a plain file of an open folder; retried while somebody is writing it."""
    for _ in range(_READS):
        descriptor = open_plain(folder, name, uri)
        try:
            content = read_opened(descriptor, plain_status(descriptor, uri), uri, limit)
        finally:
            close_read(descriptor)
        if content:
            return content
    raise LockedError(f"{uri} is being written by another program", uri=uri)


def read_opened(
    descriptor: int,
    status: os.stat_result,
    uri: str,
    limit: int = LIMIT,
    *,
    known: Content | None = None,
    is_still: bool = False,
) -> Content | None:
    """Read a plain file that was just opened; None where somebody changed it meanwhile.

    Nobody can where it ``is_still``. Where it holds the same as what is ``known``, the revision is known too.
    """
    before = stamp_of(status)
    data = _read_all(descriptor, before.size, uri, limit)
    if len(data) != before.size or not (is_still or _is_unchanged(before, os.fstat(descriptor))):
        return None
    is_same = known is not None and known.data == data
    return Content(uri, data, known.revision if known and is_same else revision_of(data), before)


def open_file(folder: int, name: str, uri: str) -> OwnedDescriptor:
    """Open a plain file for reading; a link, device, socket, FIFO or folder is refused unopened."""
    descriptor = open_plain(folder, name, uri)
    try:
        plain_status(descriptor, uri)
    except BaseException:
        close_read(descriptor)
        raise
    return OwnedDescriptor(descriptor)


def create_file(folder: int, name: str, owner: Owner | None = None) -> OwnedDescriptor:
    """Create a file as ``create`` does, lent for writing; an error of closing it counts."""
    descriptor = create(folder, name, _NEW, owner)
    try:
        set_mode(descriptor, 0o600)
    except BaseException:
        close_read(descriptor)
        raise
    return WriteDescriptor(descriptor)


def open_record(folder: int, name: str, flags: int) -> OwnedDescriptor:
    """Open a file of our own for writing, created (0600) where missing; never one with a second name.

    What has to last is flushed meanwhile: closing it has nothing to tell.
    """
    require_place(folder, name)
    descriptor = open_or_create(folder, name, flags | _RECORD)
    try:
        status = os.fstat(descriptor)
        _require_plain(status, name)
        if not has_one_name(descriptor, status):
            raise UnsafePathError(f"{name} is also known by another name, so it is not written", uri=name)
        if not lets_owner_in(status):
            set_mode(descriptor, 0o600)
    except BaseException:
        close_read(descriptor)
        raise
    return OwnedDescriptor(descriptor)


def require_place(folder: int, name: str) -> None:
    """Raise NotAFileError, which names the record, where something else stands in a file's place.

    Nothing is opened for that: a pipe would let us wait.
    """
    what = misplaced(folder, name)
    if what is not None:
        way = "'memdesk verify PATH --set-aside' puts it away"
        message = f"{PRIVATE}/{name} is not memdesk's file but {what}; {way}"
        raise NotAFileError(message, uri=f"{PRIVATE}/{name}")


def misplaced_folder(folder: int, name: str) -> str | None:
    """Say what stands in the place of a folder of ours; None where it is a folder, or nothing."""
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except OSError:
        return None
    if stat.S_ISDIR(mode):
        return None
    return "a file" if stat.S_ISREG(mode) else _ELSE.get(stat.S_IFMT(mode), "something else")


def misplaced(folder: int, name: str) -> str | None:
    """Say what stands in the place of a file of ours; None where it is a file, or nothing."""
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except OSError:
        return None
    return None if stat.S_ISREG(mode) else _ELSE.get(stat.S_IFMT(mode), "something else")


def opened_size(descriptor: int, name: str) -> int:
    """Return the size of a file of our own that is open; UnsafePathError where it has a second name."""
    status = os.fstat(descriptor)
    if not has_one_name(descriptor, status):
        raise UnsafePathError(f"{name} is also known by another name, so it is not written", uri=name)
    return status.st_size


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte, however many the system takes at a time."""
    rest: bytes | memoryview = data
    while rest:
        written = os.write(descriptor, rest)
        if written == len(rest):
            return
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = memoryview(rest)[written:]


def sync_folder(folder: int) -> None:
    """Make the names in this folder survive a power cut (where the file system can)."""
    sync_file(folder)


def sync_anew(folder: int) -> None:
    """Do the same after a sync that may have failed: a descriptor that told of an error tells it only once.

    Its next sync may say that all is well whatever became of the names. A new one is asked about names that
    were changed back meanwhile, and are written anew by that.
    """
    with OwnedDescriptor(os.open(".", _FOLDER, dir_fd=folder)) as again:
        sync_folder(again)


def exists(folder: int, name: str) -> bool:
    """Say whether an open folder has anything of this name."""
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def remove(folder: int, name: str) -> None:
    """Remove a file that may be gone already."""
    with suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)


def _descend(folder: int, part: str) -> int:
    try:
        return os.open(part, _FOLDER, dir_fd=folder)
    except OSError as error:
        if error.errno in {errno.ENOTDIR, errno.ELOOP} and _is_link(folder, part):
            raise UnsafePathError(f"{part} is a link, which is never followed", uri=part) from error
        raise


def open_plain(folder: int, name: str, uri: str) -> int:
    """Open a file that was a plain one a moment ago; what was opened, :func:`plain_status` tells."""
    _require_plain(os.stat(name, dir_fd=folder, follow_symlinks=False), uri)
    return os.open(name, _FILE, dir_fd=folder)


def plain_status(descriptor: int, uri: str) -> os.stat_result:
    """Return what the system says of an open file, which must be a plain one."""
    status = os.fstat(descriptor)
    _require_plain(status, uri)
    return status


def _is_link(folder: int, part: str) -> bool:
    return stat.S_ISLNK(os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode)


def _make(parent: int, name: str, mode: int) -> bool:
    try:
        make_own(name, mode, parent)
    except FileExistsError:
        return False
    return True


def _require_plain(result: os.stat_result, uri: str) -> None:
    if not stat.S_ISREG(result.st_mode):
        what = _ELSE.get(stat.S_IFMT(result.st_mode), "something else")
        raise NotAFileError(f"{uri} is not a plain file but {what}, which is never opened", uri=uri)


def _refusal(folder: int, name: str, status: os.stat_result) -> Occupant | None:
    """Return why a plain file is not read, None where it is."""
    if status.st_size > LIMIT:
        return Occupant.TOO_LARGE
    try:
        os.close(os.open(name, _FILE, dir_fd=folder))
    except PermissionError:
        return Occupant.UNREADABLE
    return None


def _is_unchanged(before: FileStamp, status: os.stat_result) -> bool:
    """Tell whether an open file is as it was; one replaced meanwhile is the whole former version."""
    after = stamp_of(status)
    return after == before or (not status.st_nlink and after._replace(changed=before.changed) == before)


def _read_all(descriptor: int, size: int, uri: str, limit: int) -> bytes:
    """Read to the end; where the file is as large as expected, the first read tells that it is the end.

    Only a read lets other threads run meanwhile: putting parts of a large file together would not.
    """
    if size > limit:
        raise TooLargeError(f"{uri} is larger than {limit} bytes", uri=uri)
    data = os.read(descriptor, min(size, limit) + 1)
    if len(data) != size:
        data += b"".join(_chunks(descriptor, limit + 1 - len(data)))
    if len(data) > limit:
        raise TooLargeError(f"{uri} is larger than {limit} bytes", uri=uri)
    return data


def _chunks(descriptor: int, limit: int) -> Iterator[bytes]:
    """Yield at most ``limit`` bytes in parts."""
    while limit and (chunk := os.read(descriptor, min(_CHUNK, limit))):
        yield chunk
        limit -= len(chunk)


_Identity: TypeAlias = tuple[int, int]
_SECOND = 1_000_000_000
_COARSE = 20_000_000
"""Nanoseconds by which the times of a folder may lag behind what happens in it."""


class HeldFolder(SafeRoot):
    """A folder held open for as long as this object is in use, and so are the records in it once opened."""

    def __init__(self, path: Path, descriptor: int) -> None:
        super().__init__(path, descriptor)
        self._folder = descriptor
        self._open = [descriptor]
        self._records: dict[str, tuple[int, _Identity]] = {}
        # Never at the end of the process: a thread may still write, and the system closes them all then.
        weakref.finalize(self, _close_all, self._open).atexit = False
        self._name = os.fspath(path)
        self._identity = _identity(os.fstat(descriptor))
        self._times: tuple[int, int, int] | None = None
        self._sure: set[str] = set()

    @property
    def sure(self) -> set[str]:
        """What was looked at since the last time that anything happened in the folder."""
        return self._sure

    def look(self) -> None:
        """Be sure of nothing any longer, if any name in it was given, taken or changed since the last time.

        Times that are so young that another change might leave them as they are prove nothing the next time;
        nor do whole seconds: a disk that keeps no parts of them (FAT) may keep but every other one.
        """
        status = os.fstat(self._folder)
        times = status.st_mtime_ns, status.st_ctime_ns, status.st_nlink
        if times != self._times:
            self._sure = set()
            is_old = max(status.st_mtime_ns, status.st_ctime_ns) < time.time_ns() - _COARSE
            is_fine = status.st_mtime_ns % _SECOND and status.st_ctime_ns % _SECOND
            self._times = times if is_old and is_fine else None

    def record(self, name: str) -> OwnedDescriptor:
        """Lend a file of our own as it was opened before, if its name still stands for it.

        Whether it got a second name meanwhile, :func:`opened_size` tells.
        """
        sure, known = self._sure, self._records.get(name)
        if known is None or (name not in sure and known[1] != self._named(name, known[0])):
            descriptor = super().record(name).descriptor
            self._open.append(descriptor)
            known = self._records[name] = descriptor, _identity(os.fstat(descriptor))
        sure.add(name)
        return OwnedDescriptor(known[0], is_kept=True)

    def _named(self, name: str, opened: int) -> _Identity | None:
        """Return what tells a file without a second name from others, None where there is no such file.

        The file may be the one that was ``opened`` by this name.
        """
        try:
            status = os.stat(name, dir_fd=self._folder, follow_symlinks=False)
        except FileNotFoundError:
            return None
        return _identity(status) if has_one_name(opened, status) else None

    def is_there(self) -> bool:
        """Say whether it still is the folder at its path."""
        try:
            return _identity(os.lstat(self._name)) == self._identity
        except OSError:
            return False


def hold(root: SafeRoot, *parts: str) -> HeldFolder:
    """Return a folder below another, held open, so that it is not looked up for every use."""
    with root.folder(parts) as descriptor:
        return HeldFolder(root.path.joinpath(*parts), os.dup(descriptor))


def _close_all(descriptors: list[int]) -> None:
    for descriptor in descriptors:
        close_read(descriptor)


def _identity(status: os.stat_result) -> _Identity:
    return status.st_dev, status.st_ino
