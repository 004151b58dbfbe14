"""Turns what the operating system refuses into the core's coded errors."""

from __future__ import annotations

import errno
from collections.abc import Callable

from memdesk.errors import (
    DiskFullError,
    LockedError,
    MemdeskError,
    NotAFileError,
    NotFoundError,
    NotPermittedError,
    ReadOnlyError,
    StorageError,
    UnsafePathError,
)

_REFUSED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_NOT_A_FILE = frozenset({errno.ELOOP, errno.EISDIR, errno.ENXIO, errno.ENODEV})
_MISSING = frozenset({errno.ENOENT, errno.ENOTDIR})


_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class _Guard:
    """Turns what the system refuses in a block into a coded error."""

    __slots__ = ("_needed", "_refused", "_uri")

    def __init__(self, uri: str, refused: Callable[[str], MemdeskError], needed: int = 0) -> None:
        self._uri = uri
        self._refused = refused
        self._needed = needed

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Raise the coded error."""
        if isinstance(error, OSError):
            raise _translate(error, self._uri, self._refused, self._needed) from error


def reading(uri: str) -> _Guard:
    """Raise a coded error for whatever goes wrong while this document is read."""
    return _Guard(uri, _unreadable)


def writing(uri: str, needed: int = 0) -> _Guard:
    """Raise a coded error for whatever goes wrong while this document, of so many bytes, is written."""
    return _Guard(uri, _read_only, needed)


def _translate(error: OSError, uri: str, refused: Callable[[str], MemdeskError], needed: int) -> MemdeskError:
    if error.errno in _REFUSED:
        return refused(uri)
    if error.errno in _MISSING:
        return NotFoundError(f"{uri}: there is no such file", uri=uri)
    if error.errno in _NOT_A_FILE:
        return NotAFileError(f"{uri} is not a plain file", uri=uri)
    if error.errno == errno.ENAMETOOLONG:
        return UnsafePathError(f"{uri}: the name is too long", uri=uri)
    if error.errno == errno.EAGAIN:
        holder = "another program that keeps it for itself"
        return LockedError(f"{uri} is in use by {holder}", uri=uri, holder=holder)
    reason = error.strerror or str(error)
    if error.errno not in _FULL:
        return StorageError(f"{uri}: {reason}", uri=uri)
    if needed:
        reason += f"; {needed} bytes are needed, and as many for the history. Nothing was changed"
    return DiskFullError(f"{uri}: {reason}", uri=uri)


def _unreadable(uri: str) -> MemdeskError:
    return NotPermittedError(f"{uri} may not be read", uri=uri)


def _read_only(uri: str) -> MemdeskError:
    return ReadOnlyError(f"{uri} may not be written", uri=uri)
