"""The bytes of a version as they are kept: small ones as they are, others packed."""

from __future__ import annotations

import zlib
from contextlib import suppress

from memdesk.errors import StorageError
from memdesk.model import Revision, revision_of
from memdesk.store.fs.safe_root import LIMIT

PACKED = ".z"
"""Appended to the name of a version that is packed."""

_COMPRESS_FROM = 4096
_PIECE = 256
_LARGE = 256 << 10
"""From here on a version is packed quickly rather than tightly: whoever commits waits for it."""


def name_of(digest: str, data: bytes) -> str:
    """Return the name under which a version is kept."""
    return digest + PACKED * (len(data) >= _COMPRESS_FROM)


def packed(data: bytes) -> bytes:
    """Return the bytes of a version as they are kept."""
    if len(data) < _COMPRESS_FROM:
        return data
    return zlib.compress(data, zlib.Z_BEST_SPEED if len(data) >= _LARGE else zlib.Z_DEFAULT_COMPRESSION)


def inflated(data: bytes) -> bytes:
    """Return what was packed, no more than a document may have; nothing where that is damaged."""
    stream = zlib.decompressobj()
    try:
        return stream.decompress(data, LIMIT)
    except zlib.error:
        return b""


def made_out(data: bytes) -> bytes:
    """Return as much of what was packed as comes before the first damage."""
    stream, found, size = zlib.decompressobj(), list[bytes](), 0
    with suppress(zlib.error):
        for start in range(0, len(data), _PIECE):
            found.append(stream.decompress(data[start : start + _PIECE], LIMIT - size))
            size += len(found[-1])
            if size >= LIMIT:
                break
    return b"".join(found)


def verified(data: bytes, revision: Revision) -> bytes:
    """Return the bytes of a version. Raises StorageError where they are not what its name says."""
    if revision_of(data) != revision:
        raise StorageError(f"the kept version {revision} is damaged", uri=revision)
    return data
