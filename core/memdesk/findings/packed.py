"""What is packed in a file, as far as one step of unpacking shows it; never more than fits into memory."""

from __future__ import annotations

import bz2
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO

MOST = 64 << 20
"""Bytes that are unpacked of one file."""

_GZIP, _ZLIB = b"\x1f\x8b", (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")


def unpacked(data: bytes) -> Iterator[bytes]:
    """Yield what gzip, zlib, bzip2, xz or zip packed into these bytes; what is damaged only up to there."""
    if data.startswith(_GZIP):
        yield _inflated(data, 31)
    elif data.startswith(_ZLIB):
        yield _inflated(data, zlib.MAX_WBITS)
    elif data.startswith(b"BZh"):
        yield _taken(bz2.BZ2Decompressor(), data)
    elif data.startswith(b"\xfd7zXZ\0"):
        yield _taken(lzma.LZMADecompressor(memlimit=MOST), data)
    elif data.startswith(b"PK\x03\x04"):
        yield from _members(data)


def _inflated(data: bytes, bits: int) -> bytes:
    found = b""
    while data and len(found) < MOST:  # gzip files may be put one behind the other
        stream = zlib.decompressobj(bits)
        try:
            found += stream.decompress(data, MOST - len(found))
        except zlib.error:
            break
        data = stream.unused_data
    return found


def _taken(stream: bz2.BZ2Decompressor | lzma.LZMADecompressor, data: bytes) -> bytes:
    try:
        return stream.decompress(data, MOST)
    except (OSError, lzma.LZMAError, EOFError):
        return b""


def _members(data: bytes) -> Iterator[bytes]:
    left = MOST
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            for member in archive.infolist():
                yield member.filename.encode("utf-8", "surrogateescape")
                with archive.open(member) as file:
                    part = file.read(left)
                left -= len(part)
                yield part
                if left <= 0:
                    return
    except (OSError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, EOFError):
        return
