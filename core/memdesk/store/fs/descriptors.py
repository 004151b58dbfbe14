"""Open descriptors, lent for a block that closes them."""

from __future__ import annotations

import os


class OwnedDescriptor:
    """An open descriptor for one block, which closes it. Made for every file: a generator would cost more."""

    __slots__ = ("_is_kept", "descriptor")

    def __init__(self, descriptor: int, *, is_kept: bool = False) -> None:
        self.descriptor = descriptor
        self._is_kept = is_kept

    def __enter__(self) -> int:
        """Return the descriptor."""
        return self.descriptor

    def __exit__(self, *_error: object) -> None:
        """Close it, unless somebody keeps it open; what that says has nothing to tell."""
        if not self._is_kept:
            close_read(self.descriptor)


class WriteDescriptor(OwnedDescriptor):
    """A descriptor for writing: what closing it says is an error, unless there was one already."""

    __slots__ = ()

    def __exit__(self, *error: object) -> None:
        """Close it."""
        if any(error):
            close_read(self.descriptor)
        else:
            os.close(self.descriptor)


def close_read(descriptor: int) -> None:
    """Close what was only read: an error has nothing to tell then."""
    try:
        os.close(descriptor)
    except OSError:
        return
