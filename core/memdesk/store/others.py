"""What agents and programs outside did, as the log's own lines: thousands are counted, few are parsed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from memdesk.courtesy import gently
from memdesk.store.log_walk import LINE
from memdesk.store.operation import Operation, parse_line
from memdesk.store.operations import OperationLog

_HEAD = b'{"id": "'
_HUMAN = b'"origin": "human"'
_NOT_HUMAN = (b'"origin": "agent"', b'"origin": "foreign"')
_GONE, _MOVED = b'"after": null', b'"moved": "'


class Entry(NamedTuple):
    """One line of the log that is not a person's, and where it begins."""

    id: str
    offset: int
    line: bytes

    def operation(self) -> Operation | None:
        """Return what the line tells, None where it is damaged."""
        return parse_line(self.line)


class Others(NamedTuple):
    """Lines in the order they were logged, and the offset after which newer ones will be."""

    entries: tuple[Entry, ...]
    offset: int


def others(log: OperationLog, after: int) -> Others:
    """Return the lines after an offset that are no person's.

    Of the two operations that a rename is, only the one that began the new name is among them.
    """
    try:
        with log.lines(after) as (start, lines):
            return _read(start, lines)
    except FileNotFoundError:
        return Others((), 0)


def _read(offset: int, lines: Iterator[bytes]) -> Others:
    found = []
    for line in gently(lines):
        if not line.endswith(b"\n") and len(line) < LINE:
            break
        if _is_theirs(line):
            found.append(Entry(line[len(_HEAD) : line.index(b'"', len(_HEAD))].decode(), offset, line))
        offset += len(line)
    return Others(tuple(found), offset)


def _is_theirs(line: bytes) -> bool:
    """Tell it from the raw bytes: no text in a line can hold these marks, its quotes would be escaped."""
    if _HUMAN in line or not line.startswith(_HEAD) or not line.isascii():
        return False
    return any(mark in line for mark in _NOT_HUMAN) and not (_GONE in line and _MOVED in line)
