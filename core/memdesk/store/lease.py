"""Keeps writers off a file for the moment in which it is read, and tells whether there are any."""

from __future__ import annotations

import fcntl
import signal

from memdesk.model import Content
from memdesk.store.lent import Lent
from memdesk.store.safe_root import open_plain, read_opened
from memdesk.store.traits import Traits, traits_of


class Leased:
    """A plain file that we opened for reading, kept from writers; False where somebody is writing it already.

    The kernel lets whoever opens it for writing wait until the lease is given back, and tells us by a signal
    that is ignored by default. Where leases do not work nobody is kept off, nor noticed.
    """

    __slots__ = ("_descriptor", "_has_lease")

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._has_lease = False

    def __enter__(self) -> bool:
        """Take the lease, and say whether nobody else is writing."""
        try:
            fcntl.fcntl(self._descriptor, fcntl.F_SETSIG, signal.SIGURG)
            fcntl.fcntl(self._descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        except OSError as error:
            return not isinstance(error, BlockingIOError)
        self._has_lease = True
        return True

    def __exit__(self, *_error: object) -> None:
        """Give the lease back."""
        if self._has_lease:
            try:
                fcntl.fcntl(self._descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
            except OSError:
                return


def read_leased(folder: int, name: str, uri: str) -> Content | None:
    """Read a file of an open folder while nobody can write it; None where somebody is doing that.

    Without the lease, a reader could meet a writer in the midst of a write, and no stamp would tell.
    """
    descriptor, status = open_plain(folder, name, uri)
    with Lent(descriptor), Leased(descriptor) as is_ours:
        return read_opened(descriptor, status, uri) if is_ours else None


def read_with_traits(folder: int, name: str, uri: str) -> tuple[Content, Traits] | None:
    """Read a file as ``read_leased`` does, and what it has besides its bytes."""
    descriptor, status = open_plain(folder, name, uri)
    with Lent(descriptor), Leased(descriptor) as is_ours:
        content = read_opened(descriptor, status, uri) if is_ours else None
        return (content, traits_of(descriptor)) if content else None
