"""The bytes of a version as they are kept: small ones as they are, others packed."""

from __future__ import annotations

import zlib

from memdesk.store.disk.safe_root import LIMIT

PACKED = ".z"
"""Appended to the name of a version that is packed."""

_COMPRESS_FROM = 4096
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
