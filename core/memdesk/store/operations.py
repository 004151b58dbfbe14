"""The operation log: one JSON line for every commit, and for every foreign version that was displaced."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, NamedTuple

from memdesk.courtesy import gently
from memdesk.model import Actor, Json, Origin, Revision, Via
from memdesk.store.log_index import NAME as INDEX
from memdesk.store.log_index import (
    IndexDamagedError,
    LogIndex,
    entry_of,
    key_of,
    opened_index,
    write_index,
)
from memdesk.store.safe_root import SafeRoot, open_file, open_record, write_all

_NAME = "operations.jsonl"
_BLOCK = 1 << 18
_SHORT = 1 << 10
_ALL = 1 << 62
_LARGEST = 1 << 62
LINE = 1 << 20
"""No line of ours is as long."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One change of one document: from which revision to which (None = no file), when and by whom.

    ``size`` counts the bytes of ``after``; older logs do not have it. A change from outside has the time at
    which it was seen. Operations with the same ``unit`` happened together, all or none.
    """

    id: str
    path: str
    before: Revision | None
    after: Revision | None
    time: float
    actor: Actor
    size: int | None = None
    unit: str | None = None


class OperationPage(NamedTuple):
    """Operations in the order they happened, and the offset after which newer ones will be."""

    operations: tuple[Operation, ...]
    offset: int


class OperationLog:
    """The log of one workspace, in its private folder."""

    def __init__(self, private: SafeRoot) -> None:
        self._private = private

    def append(self, *operations: Operation) -> None:
        """Add operations (not yet durable: an intent stands behind them until they are)."""
        line = b"".join(json.dumps(pack(operation)).encode() + b"\n" for operation in operations)
        with self._private.folder(()) as folder, open_record(folder, _NAME, os.O_APPEND) as descriptor:
            write_all(descriptor, b"\n" * _is_torn(descriptor) + line)

    def sync(self) -> None:
        """Make durable what was added."""
        with self._private.folder(()) as folder, open_record(folder, _NAME, os.O_APPEND) as descriptor:
            os.fsync(descriptor)

    def read(self, after: int = 0) -> OperationPage:
        """Return what was logged after an offset; a torn last line waits, a bad one is skipped."""
        try:
            with self.lines(after) as (start, lines):
                return _page(start, lines)
        except FileNotFoundError:
            return OperationPage((), 0)

    def newest(self, limit: int, path: str | None = None, before: int | None = None) -> OperationPage:
        """Return the last operations (of one document) logged before an offset, the newest first.

        The page's offset is what to give as ``before`` for older ones; 0 where there are none.
        """
        try:
            return self._newest(limit, path, before, indexed=path is not None)
        except IndexDamagedError:
            return self._newest(limit, path, before, indexed=False)

    def latest(self) -> dict[str, Operation]:
        """Return the last operation on every document, in the order in which they happened."""
        try:
            return self._latest(indexed=True)
        except IndexDamagedError:
            return self._latest(indexed=False)

    def index(self, slack: int = 1 << 20) -> bool:
        """Write the index anew where it is damaged or lacks more than ``slack`` bytes (and a sixteenth).

        Needs no lock; tells whether it was written.
        """
        with suppress(FileNotFoundError), self._opened() as (folder, descriptor):
            covered, entries = _known(folder, descriptor)
            if os.fstat(descriptor).st_size - covered > max(slack, covered >> 4):
                end = _index_lines(descriptor, covered, entries)
                write_index(folder, descriptor, end, entries)
                return True
        return False

    def first(self) -> Operation | None:
        """Return the first operation, None where there is none at the beginning of the log."""
        with suppress(FileNotFoundError), self.lines(0) as (_, lines):
            return parse_line(next(lines, b""))
        return None

    def is_index_right(self) -> bool:
        """Say whether the index tells just what the log does; one that is not there is not wrong."""
        if self._private.stamp((INDEX,)) is None:
            return True
        with suppress(FileNotFoundError), self._opened() as (folder, descriptor):
            covered, entries = _known(folder, descriptor)
            found: list[bytes] = []
            _index_lines(descriptor, 0, found, covered)
            return covered > 0 and sorted(found) == entries
        return False

    def end(self) -> int:
        """Return the offset after which everything will be new."""
        stamp = self._private.stamp((_NAME,))
        return stamp.size if stamp else 0

    def read_of(self, path: str) -> tuple[Operation, ...]:
        """Return what was logged about one document, the oldest first."""
        return self.newest(_ALL, path).operations[::-1]

    def _newest(self, limit: int, path: str | None, before: int | None, *, indexed: bool) -> OperationPage:
        found: list[Operation] = []
        with suppress(FileNotFoundError), self._opened() as (folder, descriptor):
            end = os.fstat(descriptor).st_size
            end = end if before is None else min(before, end)
            with opened_index(folder, descriptor) if indexed else nullcontext() as index:
                for offset, operation in _back(descriptor, end, path, index):
                    found.append(operation)
                    if len(found) >= limit:
                        return OperationPage(tuple(found), offset)
        return OperationPage(tuple(found), 0)

    def _latest(self, *, indexed: bool) -> dict[str, Operation]:
        last: dict[str, Operation] = {}
        with suppress(FileNotFoundError), self._opened() as (folder, descriptor):
            with opened_index(folder, descriptor) if indexed else nullcontext() as index:
                for offset in sorted(index.last_offsets()) if index else ():
                    operation = _indexed(descriptor, offset)
                    last[operation.path] = operation
                page = self.read(index.covered if index else 0)
            for operation in page.operations:
                last.pop(operation.path, None)
                last[operation.path] = operation
        return last

    @contextmanager
    def _opened(self) -> Iterator[tuple[int, int]]:
        with self._private.folder(()) as folder, open_file(folder, _NAME, _NAME) as descriptor:
            yield folder, descriptor

    @contextmanager
    def lines(self, after: int) -> Iterator[tuple[int, Iterator[bytes]]]:
        """Open the log from an offset on, or its beginning where it is shorter: where that is, the lines."""
        with self._opened() as (_, descriptor):
            start = after if after <= os.fstat(descriptor).st_size else 0
            with os.fdopen(os.dup(descriptor), "rb") as stream:
                stream.seek(start)
                yield start, lines_of(stream)


def _page(offset: int, lines: Iterator[bytes]) -> OperationPage:
    operations = []
    for line in lines:
        if not line.endswith(b"\n") and len(line) < LINE:
            break
        offset += len(line)
        operation = parse_line(line)
        if operation:
            operations.append(operation)
    return OperationPage(tuple(operations), offset)


def _back(
    descriptor: int, end: int, path: str | None, index: LogIndex | None
) -> Iterator[tuple[int, Operation]]:
    """Yield operations (on one document) from an offset back, each with where its line begins."""
    mention = b"" if path is None else json.dumps(path).encode()
    covered = index.covered if index else 0
    for offset, line in _backwards(descriptor, end, mention, min(end, covered)):
        operation = parse_line(line)
        if operation is not None and path in (None, operation.path):
            yield offset, operation
    if index is None or path is None:
        return
    for offset in index.offsets(path, end):
        operation = _indexed(descriptor, offset)
        if key_of(operation.path) != key_of(path):
            raise IndexDamagedError
        if operation.path == path:
            yield offset, operation


def _backwards(descriptor: int, end: int, mention: bytes, floor: int) -> Iterator[tuple[int, bytes]]:
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


def _indexed(descriptor: int, offset: int) -> Operation:
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


def _known(folder: int, descriptor: int) -> tuple[int, list[bytes]]:
    """Return how much of the log the index covers, and its entries; nothing where it is damaged."""
    with opened_index(folder, descriptor) as index, suppress(IndexDamagedError):
        if index:
            return index.covered, list(index.entries())
    return 0, []


def _index_lines(descriptor: int, offset: int, entries: list[bytes], end: int = _ALL) -> int:
    """Add an entry for every operation between two offsets; return where the last whole line ends."""
    with os.fdopen(os.dup(descriptor), "rb") as stream:
        stream.seek(offset)
        for line in gently(lines_of(stream)):
            if offset >= end or (not line.endswith(b"\n") and len(line) < LINE):
                break
            operation = parse_line(line)
            if operation is not None:
                entries.append(entry_of(operation.path, offset))
            offset += len(line)
    return offset


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a record; one longer than any of ours comes in pieces."""
    return iter(partial(stream.readline, LINE), b"")


def pack(operation: Operation) -> dict[str, Json]:
    """Return an operation as JSON holds it."""
    actor = operation.actor
    fields: dict[str, Json] = {
        "id": operation.id,
        "path": operation.path,
        "before": operation.before,
        "after": operation.after,
        "time": operation.time,
        "actor": {
            "name": actor.name,
            "origin": actor.origin,
            "via": actor.via,
            "tool": actor.tool,
            "session": actor.session,
        },
        "size": operation.size,
    }
    return fields | {"unit": operation.unit} if operation.unit else fields


def unpack(fields: Json) -> Operation | None:
    """Return the operation that JSON holds, None where it is none."""
    match fields:
        case {
            "id": str(id),
            "path": str(path),
            "before": str() | None as before,
            "after": str() | None as after,
            "time": float() | int() as time,
            "actor": dict(actor),
            **more,
        }:
            who, size, unit = actor_of(actor), more.get("size"), more.get("unit")
            if who is not None:
                known, set_ = _size(size), unit if isinstance(unit, str) else None
                return Operation(id, path, _revision(before), _revision(after), time, who, known, set_)
    return None


def actor_of(fields: dict[str, Json]) -> Actor | None:
    """Return the writer that JSON holds, None where it is none."""
    match fields:
        case {
            "name": str(name),
            "origin": ("human" | "agent" | "foreign") as origin,
            "via": ("gui" | "cli" | "mcp" | "python" | "outside") as via,
            "tool": str() | None as tool,
            "session": str() | None as session,
        }:
            return Actor(name, Origin(origin), Via(via), tool, session)
    return None


def _size(value: object) -> int | None:
    """Return how many bytes a line tells of, None where no file can have as many."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST else None


def _revision(text: str | None) -> Revision | None:
    return None if text is None else Revision(text)


def parse_line(line: bytes) -> Operation | None:
    """Return the operation that a line of the log tells of, None where it is none of ours."""
    try:
        return unpack(json.loads(line)) if line.startswith(b"{") else None
    except (ValueError, RecursionError):
        return None


def _is_torn(descriptor: int) -> bool:
    size = os.fstat(descriptor).st_size
    return size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
