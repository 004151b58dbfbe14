"""Where in the operation log each document's lines begin: a file that may be missing, stale or damaged.

It is written whole and put in place at once, never while a commit waits. It covers the log up to an offset;
what was logged later is looked for in the log itself. Every page has a checksum, and samples of the log tell
whether it is still the one that was indexed: what cannot be trusted is not used, and is written anew.
"""

from __future__ import annotations

import os
import secrets
import struct
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.store.fs.descriptors import sync_file
from memdesk.store.fs.names import HALF
from memdesk.store.fs.safe_root import create_file, open_file, remove, write_all
from memdesk.text.cooperative import yielding

NAME = "operations.index"
PAGE = 4096
SAMPLE = 4096
"""Bytes at either end of what is covered that must still be the same."""

_MAGIC = b"memdesk operations 2"
_HEAD = struct.Struct(">20sQQ16s16sI")
_FOOT = struct.Struct(">II")
_ENTRY = 16
_PAIR = struct.Struct(">QQ")
_BLOCK = 1 << 20
_PER_PAGE = (PAGE - _FOOT.size) // _ENTRY


class IndexDamagedError(Exception):
    """The index is not what was written, or does not belong to this log: read the log instead."""


class _Head(NamedTuple):
    magic: bytes
    covered: int
    entries: int
    first: bytes
    last: bytes
    check: int


class LogIndex:
    """The index of a log, open for reading. ``covered`` is where the part of the log that it knows ends."""

    def __init__(self, descriptor: int, log: int) -> None:
        self._descriptor = descriptor
        head = _read_head(descriptor)
        if os.fstat(log).st_size < head.covered or (head.first, head.last) != samples(log, head.covered):
            raise IndexDamagedError
        self.covered = head.covered
        self.check = head.check
        """The checksum of all that the index knows of the log."""
        self._count = head.entries
        self._held = -1, b""

    def offsets(self, path: str, before: int) -> Iterator[int]:
        """Yield where the lines about a document begin, the last one before an offset first."""
        key = key_of(path)
        place = self._place(key + before.to_bytes(8, "big")) - 1
        while place >= 0 and (entry := self._entry(place))[:8] == key:
            yield int.from_bytes(entry[8:], "big")
            place -= 1

    def last_offsets(self) -> Iterator[int]:
        """Yield where the last line about each document begins."""
        bodies = map(self._body, range(-(-self._count // _PER_PAGE)))
        pairs = chain.from_iterable(map(_PAIR.iter_unpack, bodies))
        for _, lines in groupby(pairs, itemgetter(0)):
            [(_, offset)] = deque(lines, 1)
            yield offset

    def entries(self) -> Iterator[bytes]:
        """Yield every entry in order: a document's key, then an offset."""
        for number in range(-(-self._count // _PER_PAGE)):
            body = self._body(number)
            yield from (body[at : at + _ENTRY] for at in range(0, len(body), _ENTRY))

    def _place(self, entry: bytes) -> int:
        """Return how many entries stand before this one."""
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self._entry(middle) < entry else (low, middle)
        return low

    def _entry(self, place: int) -> bytes:
        number, within = divmod(place, _PER_PAGE)
        if self._held[0] != number:
            self._held = number, self._body(number)
        return self._held[1][within * _ENTRY : (within + 1) * _ENTRY]

    def _body(self, number: int) -> bytes:
        held = min(_PER_PAGE, self._count - number * _PER_PAGE)
        page = _checked(os.pread(self._descriptor, PAGE, (number + 1) * PAGE), number + 1)
        return page[: held * _ENTRY]


@contextmanager
def opened_index(folder: int, log: int) -> Iterator[LogIndex | None]:
    """Open the index that lies beside a log; None where there is none that can be trusted."""
    with ExitStack() as stack:
        index = None
        with suppress(OSError, MemdeskError, IndexDamagedError):
            index = LogIndex(stack.enter_context(open_file(folder, NAME, NAME)), log)
        yield index


def covered_in(folder: int) -> int:
    """Return up to where an index knows its log, whatever became of that; 0 where there is no sound one."""
    with suppress(OSError, MemdeskError, IndexDamagedError), open_file(folder, NAME, NAME) as descriptor:
        return _read_head(descriptor).covered
    return 0


def write_index(folder: int, log: int, covered: int, entries: Iterable[bytes]) -> None:
    """Put an index in place that knows the log up to ``covered``.

    That part of the log is made durable first: after a power cut it would seem to have been cut off.
    """
    sync_file(log)
    ordered = sorted(entries)
    temporary = f"{NAME}.{secrets.token_hex(4)}{HALF}"
    head = _HEAD.pack(_MAGIC, covered, len(ordered), *samples(log, covered), checksum(log, covered))
    try:
        with create_file(folder, temporary) as descriptor:
            write_all(descriptor, b"".join(_pages(head, ordered)))
            sync_file(descriptor)
        os.rename(temporary, NAME, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        remove(folder, temporary)
        raise


def entry_of(path: str, offset: int) -> bytes:
    """Return the entry for a line that begins at an offset."""
    return key_of(path) + offset.to_bytes(8, "big")


def key_of(path: str) -> bytes:
    """Return the eight bytes that stand for a document; lines are still compared by its name."""
    return _digest(path.encode("utf-8", "surrogatepass"), 8)


def samples(log: int, covered: int) -> tuple[bytes, bytes]:
    """Return what tells one log from another: digests of the beginning and the end of its covered part."""
    first = os.pread(log, min(SAMPLE, covered), 0)
    start = max(0, covered - SAMPLE)
    return _digest(first, 16), _digest(os.pread(log, covered - start, start), 16)


def checksum(log: int, covered: int) -> int:
    """Return the checksum of the covered part of a log; unlike the samples, it tells of any change there."""
    check = 0
    for start in yielding(range(0, covered, _BLOCK), 1):
        check = zlib.crc32(os.pread(log, min(_BLOCK, covered - start), start), check)
    return check


def _pages(head: bytes, entries: Sequence[bytes]) -> Iterator[bytes]:
    bodies = (entries[at : at + _PER_PAGE] for at in range(0, len(entries), _PER_PAGE))
    for number, body in enumerate((head, *(b"".join(body) for body in bodies))):
        padded = body.ljust(PAGE - _FOOT.size, b"\0")
        yield padded + _FOOT.pack(number, zlib.crc32(padded))


def _read_head(descriptor: int) -> _Head:
    body = _checked(os.pread(descriptor, PAGE, 0), 0)
    head = _Head(*_HEAD.unpack_from(body))
    if head.magic != _MAGIC:
        raise IndexDamagedError
    return head


def _checked(page: bytes, number: int) -> bytes:
    """Return what a page holds, if it is the page that was written here."""
    body, foot = page[: -_FOOT.size], page[-_FOOT.size :]
    if len(page) != PAGE or _FOOT.unpack(foot) != (number, zlib.crc32(body)):
        raise IndexDamagedError
    return body


def _digest(data: bytes, size: int) -> bytes:
    import hashlib

    return hashlib.blake2b(data, digest_size=size).digest()
