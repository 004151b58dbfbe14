"""Counts the system calls of a piece of code and lets one of them fail, or kills the process there."""

from __future__ import annotations

import errno
import os
import signal
from contextlib import contextmanager

from memdesk.store import store as facade
from memdesk.store.fs.swap import kernel_rename

CALLS = (
    "open",
    "close",
    "read",
    "write",
    "pwrite",
    "lseek",
    "pread",
    "fsync",
    "stat",
    "lstat",
    "fstat",
    "access",
    "mkdir",
    "rmdir",
    "rename",
    "link",
    "unlink",
    "fchmod",
    "ftruncate",
    "listxattr",
    "dup",
)
WRITING = frozenset(
    {"open", "write", "pwrite", "fsync", "mkdir", "rename", "link", "fchmod", "ftruncate", "renameat2"}
)

CHANGING = frozenset(
    {
        "open",
        "write",
        "pwrite",
        "mkdir",
        "rmdir",
        "rename",
        "link",
        "unlink",
        "fchmod",
        "ftruncate",
        "renameat2",
    }
)
"""Calls after which something else is on the disk; ``open`` where it makes or empties a file."""


class Faults:
    """Stands before every call; ``at`` is the number of the call that something happens to."""

    def __init__(self, at=0, code=None, renames=True):
        self.at = at
        self.code = code
        self.renames = renames
        self.trace = []

    def reach(self, name):
        """Count a call; say whether it is the one."""
        self.trace.append(name)
        if len(self.trace) != self.at:
            return False
        if self.code is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return True

    def wrap(self, name, real):
        """Return the function with the fault before it (after it for ``close``, which always closes)."""

        def wrapped(*arguments, **keywords):
            hit = self.reach(name)
            if hit and name == "close":
                real(*arguments, **keywords)
            if hit:
                raise OSError(self.code, os.strerror(self.code))
            return real(*arguments, **keywords)

        return wrapped

    def kernel_rename(self):
        """Stand in for the store's way to the kernel's rename."""
        return self.wrap("renameat2", kernel_rename()) if self.renames else None

    @contextmanager
    def armed(self):
        """Let the calls of this block go through here."""
        real = {name: getattr(os, name) for name in CALLS}
        maker = facade.kernel_rename
        try:
            for name, function in real.items():
                setattr(os, name, self.wrap(name, function))
            facade.kernel_rename = self.kernel_rename
            yield self
        finally:
            facade.kernel_rename = maker
            for name, function in real.items():
                setattr(os, name, function)


class Changes(Faults):
    """Counts only the calls that change what is on the disk.

    A process that is killed between two of them leaves the same, whatever it reads there.
    """

    def wrap(self, name, real):
        """Let the calls through that change nothing, uncounted."""
        if name not in CHANGING:
            return real
        counted = super().wrap(name, real)
        if name != "open":
            return counted

        def opened(path, flags, *arguments, **keywords):
            return (counted if flags & (os.O_CREAT | os.O_TRUNC) else real)(
                path, flags, *arguments, **keywords
            )

        return opened


def codes_for(name):
    """Return what a call of this name may fail with."""
    return (errno.EIO, errno.ENOSPC) if name in WRITING else (errno.EIO,)


def read_of(path, monkeypatch):
    """Return a list that gets the number of bytes of each piece that is read of a file."""
    read, inode, pread = [], path.stat().st_ino, os.pread

    def count(descriptor, size, offset):
        data = pread(descriptor, size, offset)
        read.append(len(data) if os.fstat(descriptor).st_ino == inode else 0)
        return data

    monkeypatch.setattr(os, "pread", count)
    return read
