"""Keeps writers off a file for the moment in which it is read, and tells whether there are any."""

from __future__ import annotations

import fcntl
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from memdesk.model import Content
from memdesk.store.safe_root import open_file, read_opened


@contextmanager
def leased(descriptor: int) -> Iterator[bool]:
    """Keep writers off a plain file that we opened for reading; False where somebody is writing it already.

    The kernel lets whoever opens it for writing wait until the lease is given back, and tells us by a signal
    that is ignored by default. Where leases do not work nobody is kept off, nor noticed.
    """
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:
        yield not isinstance(error, BlockingIOError)
        return
    try:
        yield True
    finally:
        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)


def read_leased(folder: int, name: str, uri: str) -> Content | None:
    """Read a file of an open folder while nobody can write it; None where somebody is doing that.

    Without the lease, a reader could meet a writer in the midst of a write, and no stamp would tell.
    """
    with open_file(folder, name, uri) as descriptor, leased(descriptor) as is_ours:
        return read_opened(descriptor, os.fstat(descriptor), uri) if is_ours else None
