"""Keeps writers off a file for the moment in which it is read, and tells whether there are any."""

from __future__ import annotations

import fcntl
import os
import signal

from memdesk.model import Content
from memdesk.store.fs.attributes import FileAttributes, traits_of
from memdesk.store.fs.descriptors import OwnedDescriptor, close_read, has_other_side
from memdesk.store.fs.safe_root import open_plain, plain_status, read_opened


class Leased:
    """A plain file that we opened for reading, kept from writers; False where somebody is writing it already.

    The kernel lets whoever opens it for writing wait until the lease is given back, and tells us by a signal.
    We ask for one that is ignored by default, with each lease: giving it back makes it one that ends us.
    Where leases do not work nobody is kept off, nor noticed; on a file with another side, nobody who is
    there.
    """

    __slots__ = ("_has_lease", "_holds_all", "descriptor")

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._has_lease = False
        self._holds_all = False

    @property
    def is_certain(self) -> bool:
        """Whether the system says so; nobody knows where leases do not work, or would not hold everybody."""
        return self._has_lease and self._holds_all

    @property
    def is_unbroken(self) -> bool:
        """Whether nobody came to write it since the lease was taken: neither waits nor went on without us.

        Whoever had looked the file up under its former name may come as late as that, and the system lets
        nobody wait for longer than some time, which may be over when a process has stood still.
        """
        return self.is_certain and fcntl.fcntl(self.descriptor, fcntl.F_GETLEASE) == fcntl.F_RDLCK

    def __enter__(self) -> bool:
        """Take the lease, and say whether nobody else is writing."""
        try:
            fcntl.fcntl(self.descriptor, fcntl.F_SETSIG, signal.SIGURG)
            fcntl.fcntl(self.descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        except OSError as error:
            return not isinstance(error, BlockingIOError)
        self._has_lease = True
        self._holds_all = not has_other_side(self.descriptor)
        return True

    def __exit__(self, *_error: object) -> None:
        """Give the lease back."""
        self.give_back()

    def give_back(self) -> None:
        """Let whoever waits write, if the lease was taken."""
        if self._has_lease:
            self._has_lease = False
            try:
                fcntl.fcntl(self.descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
            except OSError:
                return


def read_leased(folder: int, name: str, uri: str) -> Content | None:
    """Read a file of an open folder while nobody can write it; None where somebody is doing that.

    Without the lease, a reader could meet a writer in the midst of a write, and no stamp would tell.
    """
    descriptor = open_plain(folder, name, uri)
    with OwnedDescriptor(descriptor), Leased(descriptor) as is_ours:
        return read_opened(descriptor, plain_status(descriptor, uri), uri) if is_ours else None


class LeasedDocument:
    """A document as it was read while nobody was writing it: still open, to be known again once displaced."""

    __slots__ = ("content", "lease", "traits")

    def __init__(self, lease: Leased, content: Content, traits: FileAttributes) -> None:
        self.lease = lease
        """Of the open file."""
        self.content = content
        self.traits = traits

    def is_at(self, folder: int, name: str) -> bool:
        """Say whether this name of an open folder stands for the file; no, once it is closed."""
        if self.lease.descriptor < 0:
            return False
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        stamp = self.content.stamp
        return (status.st_ino, status.st_dev) == (stamp.inode, stamp.device)

    def is_still(self, folder: int, name: str) -> bool:
        """Say whether this name of an open folder stands for the file, as long and as old as it was read."""
        try:
            status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        stamp = self.content.stamp
        known = (stamp.inode, stamp.device, stamp.size, stamp.modified)
        return (status.st_ino, status.st_dev, status.st_size, status.st_mtime_ns) == known

    def read_again(self) -> Content | None:
        """Return what is in it now; None where somebody is writing it. The lease is kept."""
        if not self.lease.__enter__():
            return None
        os.lseek(self.lease.descriptor, 0, os.SEEK_SET)
        return _read(self.lease, os.fstat(self.lease.descriptor), self.content.uri, self.content)

    def close(self) -> None:
        """Let go of the file."""
        if self.lease.descriptor >= 0:
            close_read(self.lease.descriptor)
            self.lease.descriptor = -1


def look(folder: int, name: str, uri: str) -> LeasedDocument | None:
    """Open and read a file as ``read_leased`` does, to be closed by whoever called."""
    descriptor = open_plain(folder, name, uri)
    lease = Leased(descriptor)
    try:
        with lease as is_ours:
            status = plain_status(descriptor, uri)
            content = _read(lease, status, uri) if is_ours else None
            if content:
                return LeasedDocument(lease, content, traits_of(descriptor, status))
    except BaseException:
        close_read(descriptor)
        raise
    close_read(descriptor)
    return None


def _read(lease: Leased, status: os.stat_result, uri: str, known: Content | None = None) -> Content | None:
    return read_opened(lease.descriptor, status, uri, known=known, is_still=lease.is_certain)
