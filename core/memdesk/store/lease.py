"""Asks the kernel whether anybody has a file open for writing."""

from __future__ import annotations

import fcntl
import signal


def has_writer(descriptor: int) -> bool:
    """Say whether a plain file, opened by us for reading, is open for writing anywhere.

    A read lease is granted only where nobody writes. It is given back at once; should a writer come in that
    instant, the kernel tells us with a signal that is ignored by default. Where leases do not work: False.
    """
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except BlockingIOError:
        return True
    except OSError:
        return False
    fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    return False
