"""Reads the operation log backwards: all of it, what is about one document, or about its former names too."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import partial
from heapq import heappop, heappush
from typing import BinaryIO, NamedTuple

from memdesk.store.oplog.index import IndexDamagedError, LogIndex, key_of
from memdesk.store.oplog.operation import Operation, parse_line

LINE = 1 << 20
"""No line of ours is as long."""

ALL = 1 << 62
"""No log is as long."""

_BLOCK = 1 << 18
_PIECE = 1 << 16
"""Bytes read at once of much; for more, Python would ask the system for memory anew each time."""

_SHORT = 1 << 10


class LogPosition(NamedTuple):
    """Where a walk goes on: before an offset, along these names of a document (none: through everything)."""

    offset: int
    names: tuple[str, ...] = ()


class WalkedOperation(NamedTuple):
    """An operation on a walk, and the place behind it."""

    operation: Operation
    place: LogPosition


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a record; one longer than any of ours comes in pieces."""
    return iter(partial(stream.readline, LINE), b"")


def follow(descriptor: int, place: LogPosition, index: LogIndex | None) -> Iterator[WalkedOperation]:
    """Walk back along the names of a document; where it got one by a rename, along its former one too.

    Of the two operations that a rename is, the one that ended the former name is left out.
    """
    names = list(place.names)
    heads: list[tuple[int, Operation, Iterator[tuple[int, Operation]]]] = []

    def go_on(lines: Iterator[tuple[int, Operation]]) -> None:
        head = next(lines, None)
        if head is not None:
            heappush(heads, (-head[0], head[1], lines))

    for name in place.names:
        go_on(back(descriptor, place.offset, name, index))
    while heads:
        before, operation, lines = heappop(heads)
        go_on(lines)
        if operation.after is None and operation.moved in names:
            continue
        if operation.before is None and operation.moved is not None and operation.moved not in names:
            names.append(operation.moved)
            go_on(_before(operation, back(descriptor, -before, operation.moved, index)))
        yield WalkedOperation(operation, LogPosition(-before, tuple(names)))


def _before(rename: Operation, lines: Iterator[tuple[int, Operation]]) -> Iterator[tuple[int, Operation]]:
    """Leave out how the former name ended: where that was seen before the new name was, it tells of none."""
    last = next(lines, None)
    if last is not None and (last[1].after, last[1].before) != (None, rename.after):
        yield last
    yield from lines


def back(
    descriptor: int, end: int, path: str | None, index: LogIndex | None
) -> Iterator[tuple[int, Operation]]:
    """Yield operations (on one document) from an offset back, each with where its line begins."""
    mention = b"" if path is None else json.dumps(path).encode()
    covered = index.covered if index else 0
    for offset, line in backwards(descriptor, end, mention, min(end, covered)):
        operation = parse_line(line)
        if operation is not None and path in (None, operation.path):
            yield offset, operation
    if index is None or path is None:
        return
    for offset in index.offsets(path, end):
        operation = indexed_line(descriptor, offset)
        if key_of(operation.path) != key_of(path):
            raise IndexDamagedError
        if operation.path == path:
            yield offset, operation


def blocks(descriptor: int, start: int, stop: int = ALL) -> Iterator[bytes]:
    """Yield the log between two offsets in pieces of whole lines."""
    size = _PIECE
    while block := os.pread(descriptor, min(size, max(0, stop - start)), start):
        end = block.rfind(b"\n") + 1
        if not end and len(block) < size:
            return
        size = _PIECE if end else size * 2
        if end:
            yield block[:end]
            start += end


def backwards(descriptor: int, end: int, mention: bytes, floor: int) -> Iterator[tuple[int, bytes]]:
    """Yield the whole lines between two offsets that hold these bytes, last first, with where they begin."""
    while end > floor:
        start = max(floor, end - _BLOCK)
        block = os.pread(descriptor, end - start, start)
        cut = block.find(b"\n") + 1 if start > floor else 0
        start, block, end = _whole(start, block, cut)
        at = start + len(block)
        for line in reversed(block.splitlines(keepends=True) if mention in block else ()):
            at -= len(line)
            if mention in line and line.endswith(b"\n"):
                yield at, line


def _whole(start: int, block: bytes, cut: int) -> tuple[int, bytes, int]:
    """Cut a block's incomplete first line off, unless nothing were left; the next block ends there."""
    cut = cut if cut < len(block) else 0
    return start + cut, block[cut:], start + cut


def indexed_line(descriptor: int, offset: int) -> Operation:
    """Return the operation whose line begins here, as the index says."""
    size = _SHORT
    line = os.pread(descriptor, size, offset)
    while b"\n" not in line and len(line) == size <= LINE:
        size *= 8
        line = os.pread(descriptor, size, offset)
    operation = parse_line(line[: line.find(b"\n") + 1])
    if operation is None:
        raise IndexDamagedError
    return operation
