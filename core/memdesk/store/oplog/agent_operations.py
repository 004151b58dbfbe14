"""What agents and programs outside did, from the log's raw bytes: thousands are counted, few are parsed."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import NamedTuple

from memdesk.store.fs.descriptors import sync_file
from memdesk.store.oplog.index import samples
from memdesk.store.oplog.operation import Operation, parse_line
from memdesk.store.oplog.operations import OperationLog
from memdesk.store.oplog.reverse_reader import backwards, blocks
from memdesk.text.cooperative import yielding

_HEAD = b'{"id": "'
_ID = re.compile(rb'\{"id": "([^"]*)"')
_THEIRS = (b'"origin": "agent"', b'"origin": "foreign"')
_GONE, _MOVED = b'"after": null', b'"moved": "'
_DELETED = b'"after": null, "time": '
"""A longer mark is found sooner."""


class LogEntry(NamedTuple):
    """One line of the log that is not a person's, and where it begins."""

    id: str
    offset: int
    line: bytes

    def operation(self) -> Operation | None:
        """Return what the line tells, None where it is damaged."""
        return parse_line(self.line)


class LocatedOperation(NamedTuple):
    """An operation, and where its line begins."""

    offset: int
    operation: Operation


class Gist(NamedTuple):
    """What a stretch of the log tells, and where it ends.

    That is how many changes no person made, what ended a document's former name, and what mentions some
    texts, each the oldest first.
    """

    number: int
    renames: tuple[Operation, ...]
    mentioned: tuple[LocatedOperation, ...]
    end: int


def gist(log: OperationLog, after: int, end: int, texts: Collection[bytes]) -> Gist:
    """Read the lines between two offsets once; a rename counts as one change.

    No text in a line can hold the marks that are counted: its quotes would be escaped.
    """
    number, renames, mentioned = 0, list[Operation](), list[LocatedOperation]()
    with suppress(FileNotFoundError), log.opened() as descriptor:
        after = _start(descriptor, after)
        for block in yielding(blocks(descriptor, after, end), 1):
            ends = _ends(block)
            number += sum(block.count(mark) for mark in _THEIRS) - sum(map(_has_their_mark, ends))
            renames += filter(None, map(parse_line, ends))
            mentioned += _mentioned(block, after, texts)
            after += len(block)
    return Gist(number, tuple(renames), tuple(mentioned), after)


def ids(log: OperationLog, after: int, end: int) -> frozenset[bytes]:
    """Return the ids of all that was logged between two offsets."""
    found: set[bytes] = set()
    with suppress(FileNotFoundError), log.opened() as descriptor:
        for block in yielding(blocks(descriptor, _start(descriptor, after), end), 1):
            found.update(_ID.findall(block))
    return frozenset(found)


def seal(log: OperationLog, end: int, *, durable: bool = False) -> bytes:
    """Return what tells the log up to an offset from any other: a digest of its beginning and its end.

    Where that is to last, the log is made ``durable`` first: after a power cut it would seem to be another.
    """
    with suppress(FileNotFoundError), log.opened() as descriptor:
        if durable:
            sync_file(descriptor)
        return b"".join(samples(descriptor, end))
    return b""


def others_back(log: OperationLog, before: int, floor: int, mention: str) -> Iterator[LogEntry]:
    """Yield the lines between two offsets that are no person's (and hold a text), the last one first.

    Of the two operations that a rename is, only the one that began the new name is among them.
    """
    with suppress(FileNotFoundError), log.opened() as descriptor:
        end = min(before, os.fstat(descriptor).st_size)
        for offset, line in backwards(descriptor, end, mention.encode(), floor):
            if _is_theirs(line):
                yield LogEntry(_id(line), offset, line)


def others_on(log: OperationLog, after: int) -> Iterator[LogEntry]:
    """Yield the lines after an offset that are no person's, the first one first."""
    with suppress(FileNotFoundError), log.lines(after) as (start, lines):
        offset = start
        for line in lines:
            if _is_theirs(line) and line.endswith(b"\n"):
                yield LogEntry(_id(line), offset, line)
            offset += len(line)


def _start(descriptor: int, after: int) -> int:
    return after if after <= os.fstat(descriptor).st_size else 0


def _mentioned(block: bytes, start: int, texts: Collection[bytes]) -> Iterator[LocatedOperation]:
    """Yield the operations of a block in whose lines one of some texts stands."""
    if not any(text in block for text in texts):
        return
    for line in block.splitlines(keepends=True):
        operation = parse_line(line) if any(text in line for text in texts) else None
        if operation is not None:
            yield LocatedOperation(start, operation)
        start += len(line)


def _ends(block: bytes) -> list[bytes]:
    """Return the lines that tell of the end of a document's former name."""
    return [line for line in block.splitlines() if _is_end(line)] if _DELETED in block else []


def _has_their_mark(line: bytes) -> bool:
    return any(mark in line for mark in _THEIRS)


def _is_end(line: bytes) -> bool:
    return _GONE in line and _MOVED in line


def _is_theirs(line: bytes) -> bool:
    return line.startswith(_HEAD) and _has_their_mark(line) and not _is_end(line)


def _id(line: bytes) -> str:
    return line[len(_HEAD) : line.index(b'"', len(_HEAD))].decode("ascii", "replace")
