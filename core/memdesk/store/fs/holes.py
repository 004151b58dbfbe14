"""Holes in our own records: nothing was ever written there, and reading them takes as long as if it were."""

from __future__ import annotations

import os

from memdesk.errors import StorageError
from memdesk.store.fs.names import PRIVATE

_HOLE = 1 << 20
"""Bytes of a hole that no crash leaves: no line of ours is as long."""


def hole_in(descriptor: int) -> int:
    """Return how many bytes the first large hole of an open file has, 0 where there is none."""
    size = os.fstat(descriptor).st_size
    if size < _HOLE:
        return 0
    before = os.lseek(descriptor, 0, os.SEEK_CUR)
    try:
        end = 0
        while end < size:
            start = os.lseek(descriptor, end, os.SEEK_HOLE)
            if start >= size:
                return 0
            try:
                end = os.lseek(descriptor, start, os.SEEK_DATA)
            except OSError:  # nothing follows
                end = size
            if end - start >= _HOLE:
                return end - start
        return 0
    except OSError:  # the file system knows no holes
        return 0
    finally:
        os.lseek(descriptor, before, os.SEEK_SET)


def require_no_hole(descriptor: int, name: str) -> None:
    """Raise StorageError for a record with a hole: it is not read, however large it claims to be."""
    hole = hole_in(descriptor)
    if hole:
        raise StorageError(
            f"{PRIVATE}/{name} has {hole} bytes in which nothing was ever written, so memdesk did not write "
            "it; 'memdesk verify PATH --set-aside' puts it away",
            uri=f"{PRIVATE}/{name}",
        )
