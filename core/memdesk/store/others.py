"""What agents and programs outside did, from the log's raw bytes: thousands are counted, few are parsed."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import NamedTuple

from memdesk.courtesy import gently
from memdesk.store.log_walk import backwards, blocks
from memdesk.store.operation import Operation, parse_line
from memdesk.store.operations import OperationLog, OperationPage

_HEAD = b'{"id": "'
_ID = re.compile(rb'\{"id": "([^"]*)"')
_THEIRS = (b'"origin": "agent"', b'"origin": "foreign"')
_GONE, _MOVED = b'"after": null', b'"moved": "'
_DELETED = b'"after": null, "time": '
"""A longer mark is found sooner."""

_ALL = 1 << 62


class Entry(NamedTuple):
    """One line of the log that is not a person's, and where it begins."""

    id: str
    offset: int
    line: bytes

    def operation(self) -> Operation | None:
        """Return what the line tells, None where it is damaged."""
        return parse_line(self.line)


class Found(NamedTuple):
    """An operation, and where its line begins."""

    offset: int
    operation: Operation


class Tally(NamedTuple):
    """How many changes no person made, and the offset after which newer ones will be."""

    number: int
    offset: int


def tally(log: OperationLog, after: int) -> Tally:
    """Count the changes after an offset that no person made; a rename is one.

    No text in a line can hold the marks that are counted: its quotes would be escaped.
    """
    number = 0
    with suppress(FileNotFoundError), log.opened() as descriptor:
        after = _start(descriptor, after)
        for block in gently(blocks(descriptor, after), 1):
            number += sum(block.count(mark) for mark in _THEIRS) - _ends(block)
            after += len(block)
    return Tally(number, after)


def ids(log: OperationLog, after: int, end: int) -> frozenset[bytes]:
    """Return the ids of all that was logged between two offsets."""
    found: set[bytes] = set()
    with suppress(FileNotFoundError), log.opened() as descriptor:
        after = _start(descriptor, after)
        for block in gently(blocks(descriptor, after), 1):
            found.update(_ID.findall(block, 0, max(0, end - after)))
            after += len(block)
    return frozenset(found)


def mentioning(log: OperationLog, after: int, end: int, texts: Collection[bytes]) -> Iterator[Found]:
    """Yield the operations between two offsets in whose lines one of some texts stands, the oldest first."""
    with suppress(FileNotFoundError), log.opened() as descriptor:
        after = _start(descriptor, after)
        for block in gently(blocks(descriptor, after), 1):
            if any(text in block for text in texts):
                yield from _mentioned(block, after, end, texts)
            after += len(block)


def renames(log: OperationLog, after: int) -> OperationPage:
    """Return the operations after an offset that ended a document's former name, the oldest first."""
    found: list[Operation] = []
    with suppress(FileNotFoundError), log.opened() as descriptor:
        after = _start(descriptor, after)
        for block in gently(blocks(descriptor, after), 1):
            lines = block.splitlines() if _DELETED in block and _MOVED in block else ()
            found += filter(None, (parse_line(line) for line in lines if _is_end(line)))
            after += len(block)
    return OperationPage(tuple(found), after)


def others_back(log: OperationLog, before: int = _ALL, floor: int = 0, mention: str = "") -> Iterator[Entry]:
    """Yield the lines between two offsets that are no person's (and hold a text), the last one first.

    Of the two operations that a rename is, only the one that began the new name is among them.
    """
    with suppress(FileNotFoundError), log.opened() as descriptor:
        end = min(before, os.fstat(descriptor).st_size)
        for offset, line in backwards(descriptor, end, mention.encode(), floor):
            if _is_theirs(line):
                yield Entry(_id(line), offset, line)


def others_on(log: OperationLog, after: int) -> Iterator[Entry]:
    """Yield the lines after an offset that are no person's, the first one first."""
    with suppress(FileNotFoundError), log.lines(after) as (start, lines):
        offset = start
        for line in lines:
            if _is_theirs(line) and line.endswith(b"\n"):
                yield Entry(_id(line), offset, line)
            offset += len(line)


def _start(descriptor: int, after: int) -> int:
    return after if after <= os.fstat(descriptor).st_size else 0


def _mentioned(block: bytes, start: int, end: int, texts: Collection[bytes]) -> Iterator[Found]:
    for line in block.splitlines(keepends=True):
        operation = parse_line(line) if start < end and any(text in line for text in texts) else None
        if operation is not None:
            yield Found(start, operation)
        start += len(line)


def _ends(block: bytes) -> int:
    """Return how many lines tell of the end of a document's former name."""
    if _DELETED not in block:
        return 0
    return sum(_is_end(line) for line in block.splitlines() if any(mark in line for mark in _THEIRS))


def _is_end(line: bytes) -> bool:
    return _GONE in line and _MOVED in line


def _is_theirs(line: bytes) -> bool:
    return line.startswith(_HEAD) and any(mark in line for mark in _THEIRS) and not _is_end(line)


def _id(line: bytes) -> str:
    return line[len(_HEAD) : line.index(b'"', len(_HEAD))].decode("ascii", "replace")
