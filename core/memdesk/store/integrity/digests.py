"""Digests of the records as they are, to be kept where nobody who changes the records can change them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.store.fs.descriptors import require_no_hole
from memdesk.store.fs.safe_root import SafeRoot, open_file
from memdesk.store.integrity.copies import names_in
from memdesk.store.integrity.log_copy import LOG
from memdesk.text.cooperative import yielding

_BLOCK = 1 << 20


class RecordDigest(NamedTuple):
    """What a record is: its bytes counted, their SHA-256, and of a log how many whole lines these are."""

    size: int
    sha256: str
    lines: int | None = None


def digests(private: SafeRoot) -> dict[str, RecordDigest | None]:
    """Return the digest of each record and of the log; None for one that cannot be read."""
    return {name: _digest(private, name) for name in names_in(private)}


def log_digests(private: SafeRoot, sizes: Iterable[int]) -> dict[int, str]:
    """Return the SHA-256 of the log's beginnings of these sizes, as far as it reaches; it is read once."""
    found: dict[int, str] = {}
    wanted = sorted(set(sizes))
    digest, offset = hashlib.sha256(), 0
    with suppress(OSError, MemdeskError), private.folder(()) as folder, open_file(folder, LOG, LOG) as log:
        for size in wanted:
            for block in _blocks(log, offset, size):
                digest.update(block)
                offset += len(block)
            if offset < size:
                break
            found[size] = digest.hexdigest()
    return found


def _digest(private: SafeRoot, name: str) -> RecordDigest | None:
    *above, last = name.split("/")
    try:
        with private.folder(tuple(above)) as folder, open_file(folder, last, name) as record:
            require_no_hole(record, name)
            status = os.fstat(record)
            # a line that somebody is just writing, or that a crash broke off, may be another one later
            size = _whole_lines(record, status.st_size) if name == LOG else status.st_size
            digest, lines = hashlib.sha256(), 0
            for block in _blocks(record, 0, size):
                digest.update(block)
                lines += block.count(b"\n")
    except (OSError, MemdeskError):
        return None
    return RecordDigest(size, digest.hexdigest(), lines if name == LOG else None)


def _whole_lines(log: int, size: int) -> int:
    """Return up to where a log of this size has whole lines."""
    while size:
        start = max(0, size - _BLOCK)
        found = os.pread(log, size - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        size = start
    return 0


def _blocks(descriptor: int, start: int, end: int) -> Iterator[bytes]:
    def blocks() -> Iterator[bytes]:
        offset = start
        while block := os.pread(descriptor, min(_BLOCK, end - offset), offset):
            yield block
            offset += len(block)

    return iter(yielding(blocks(), 1))
