"""Puts lines back into the operation log where a disk lost them from its middle and kept what came later."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from memdesk.store.fs.safe_root import write_all
from memdesk.store.oplog.operation import parse_line, place_of
from memdesk.store.oplog.reverse_reader import LINE

_BEGUN = re.compile(rb'\{"id": "([^"\0]*)"').match


def put_back(descriptor: int, line: bytes, at: int) -> bool:
    """Write a line where it was, behind a line's end; False where another one is, or the log ends sooner.

    What is cut short here counts as lost again, and is put back by whoever comes next.
    """
    stop, size = at + len(line), os.fstat(descriptor).st_size
    if 0 <= at <= size < stop:
        return _ended(descriptor, line, at, size)
    if not 0 <= at < stop <= size:
        return False
    if any(found != (at, line) for found in _whole_lines(descriptor, at, stop)):
        return False
    os.lseek(descriptor, max(0, at - 1), os.SEEK_SET)
    write_all(descriptor, (b"\n" if at else b"") + line)
    return True


def _ended(descriptor: int, line: bytes, at: int, size: int) -> bool:
    """Write the rest of a line with whose beginning, or right before which, the log ends."""
    begun = os.pread(descriptor, size - at + 1, at - 1) if at else b"\n" + os.pread(descriptor, size, 0)
    is_its = begun == b"\n" + line[: size - at]
    if is_its:
        os.lseek(descriptor, size, os.SEEK_SET)
        write_all(descriptor, line[size - at :])
    return is_its


def broken_off(descriptor: int, size: int) -> dict[bytes, int]:
    """Return of the line that a log ends with, and that does not end, the id and where it begins."""
    low = max(0, size - LINE)
    data = os.pread(descriptor, size - low, low)
    begin = data.rfind(b"\n") + 1
    begun = _BEGUN(data, begin)
    return {begun[1]: low + begin} if begun else {}


def candidates(start: int, line: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield what may be a line of ours, and where it begins: all of it, or what tells to begin within it.

    What is before that took the place of other lines, with the end of the last one.
    """
    yield start, line
    place = place_of(line)
    if start < place < start + len(line):
        yield place, line[place - start :]


def _whole_lines(descriptor: int, at: int, stop: int) -> Iterator[tuple[int, bytes]]:
    """Yield the whole lines of which anything stands between two offsets, and where they begin."""
    low = max(0, at - LINE)
    data = os.pread(descriptor, stop + LINE - low, low)
    start = low + data.rfind(b"\n", 0, at - low) + 1
    end = data.find(b"\n", stop - 1 - low) + 1
    for line in data[start - low : end or len(data)].splitlines(keepends=True):
        found = (each for each in candidates(start, line) if parse_line(each[1]))
        yield from (each for each in found if each[0] < stop and each[0] + len(each[1]) > at)
        start += len(line)
