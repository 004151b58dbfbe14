"""The operation log: one JSON line for every commit, and for every foreign version that was displaced."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from typing import NamedTuple, Protocol

from memdesk.model import Revision
from memdesk.store.fs.descriptors import require_no_hole, sync_file
from memdesk.store.fs.safe_root import (
    SafeRoot,
    open_file,
    open_record,
    opened_size,
    remove,
    sync_anew,
    write_all,
)
from memdesk.store.integrity.copies import NOBODY, RecordIntegrity
from memdesk.store.oplog.index import NAME as INDEX
from memdesk.store.oplog.index import (
    IndexDamagedError,
    LogIndex,
    checksum,
    covered_in,
    entry_of,
    opened_index,
    write_index,
)
from memdesk.store.oplog.operation import Operation, parse_line, placed, quoted
from memdesk.store.oplog.repair import broken_off, candidates, put_back
from memdesk.store.oplog.reverse_reader import (
    LINE,
    LogPosition,
    back,
    backwards,
    blocks,
    follow,
    indexed_line,
    lines_of,
)
from memdesk.text.cooperative import yielding

_WHOLE = re.compile(rb'\{"id": "([^"\0]*)"[^\0]*\}\n').fullmatch
"""Tells a line that seems to be as it was written."""

_NAME = "operations.jsonl"
_ALL = 1 << 62
_ABOUT = re.compile(rb'\{"id": "[^"\\]*", "path": ("[^"\\]*+(?:\\.[^"\\]*+)*+"), "before": ')


class OperationPage(NamedTuple):
    """Operations in the order they happened, and the offset after which newer ones will be."""

    operations: tuple[Operation, ...]
    offset: int


class Lineage(NamedTuple):
    """What happened to a document under all its names, the newest first, and where older things follow."""

    operations: tuple[Operation, ...]
    older: LogPosition | None = None


class OperationOffsets(NamedTuple):
    """Where operations are told of, by their ids, and from which offset on.

    Nobody can read what is ``hidden``: it does not end, or stands behind something else that does not.
    """

    places: dict[bytes, int]
    hidden: dict[bytes, int]
    start: int


class OperationLog:
    """The log of one workspace, in its private folder."""

    def __init__(self, private: SafeRoot, vouched: RecordIntegrity = NOBODY) -> None:
        self._private = private
        self._vouched = vouched
        self._end = -1

    @property
    def appended(self) -> int:
        """Where the log ended when something was last added to it; negative where that is not known."""
        return self._end

    def append(self, *operations: Operation) -> tuple[int, ...]:
        """Add operations (not yet durable: an intent stands behind them until they are); return where."""
        places = []
        held = self._vouched.start(self._private)
        with self._private.record(_NAME) as descriptor:
            end = opened_size(descriptor, _NAME)
            if end != self._end:
                require_no_hole(descriptor, _NAME)
            lines = b"\n" if end != self._end and _is_torn(descriptor, end) else b""
            for operation in operations:
                places.append(end + len(lines))
                lines += placed(operation, places[-1])
            self._end = -1
            grown = None if held is None else self._vouched.log.grow(held, descriptor, lines)
            write_all(descriptor, lines)
            self._vouched.log.grown(descriptor, grown)
            self._end = end + len(lines)
        return tuple(places)

    def append_lost(self, lost: Sequence[tuple[Operation, int | None]]) -> tuple[int, ...]:
        """Add operations that the log has lost, each where it was if that is known and free; return where."""
        known = [place for _, place in lost if place is not None]
        places: list[int | None] = [None] * len(lost)
        if known:
            with (
                self._private.folder(()) as folder,
                open_record(folder, _NAME, 0) as descriptor,
                self._vouched_anew(descriptor),
            ):
                if min(known) < covered_in(folder):
                    remove(folder, INDEX)
                places = [_put_back(descriptor, operation, place) for operation, place in lost]
        rest = [operation for (operation, _), place in zip(lost, places, strict=True) if place is None]
        added = iter(self.append(*rest) if rest else ())
        return tuple(next(added) if place is None else place for place in places)

    def find(self, ids: Iterable[bytes]) -> OperationOffsets:
        """Look for operations from the end on, until all are found."""
        missing, found, start = set(ids), OperationOffsets({}, {}, 0), 0
        with suppress(FileNotFoundError), self._opened() as (_, descriptor):
            start = os.fstat(descriptor).st_size
            if _is_torn(descriptor, start):
                found.hidden.update(broken_off(descriptor, start))
            lines = backwards(descriptor, start, b"", 0)
            while missing and (each := next(lines, None)):
                start, line = each
                for place, candidate in candidates(start, line):
                    whole = _WHOLE(candidate)
                    if whole and whole[1] in missing and parse_line(candidate):
                        (found.places if place == start else found.hidden)[whole[1]] = place
                missing.difference_update(found.places)
        if missing:
            self._end = -1
        return found._replace(start=start)

    def write_anew(self, start: int) -> None:
        """Write what was added from an offset on once more, durably: the system may have dropped it.

        What told of that once may not tell of it again, so all is opened anew.
        """
        with self._private.folder(()) as folder:
            with open_record(folder, _NAME, 0) as descriptor, self._vouched_anew(descriptor):
                while data := os.pread(descriptor, LINE, start):
                    os.lseek(descriptor, start, os.SEEK_SET)
                    write_all(descriptor, data)
                    start += len(data)
                sync_file(descriptor)
            sync_anew(folder)

    @contextmanager
    def _vouched_anew(self, descriptor: int) -> Iterator[None]:
        """Let what vouches for the log vouch for what is written into its midst, if it was right."""
        held = self._vouched.start(self._private)
        was_right = held is not None and self._vouched.log.is_right(held, descriptor)
        yield
        if held is not None and was_right:
            self._vouched.log.rewritten(held, descriptor)

    def is_proven(self, unit: str, lines: Iterable[tuple[bytes, int]]) -> bool:
        """Say whether this user's memdesk began a unit of work, or logged these lines there."""
        held = self._vouched.start(self._private)
        if held is None:
            return True
        logged = [self._vouched.log.has(held, line, place) for line, place in lines]
        return self._vouched.log.is_begun(held, unit) or (bool(logged) and all(logged))

    def begin(self, unit: str) -> None:
        """Note that this user's memdesk begins a unit of work, before anything tells of it."""
        held = self._vouched.start(self._private)
        if held is not None:
            self._vouched.log.begin(held, unit)

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

    def lineage(self, limit: int, place: LogPosition) -> Lineage:
        """Return the last operations on a document from a place back, under its former names too."""
        try:
            return self._lineage(limit, place, indexed=True)
        except IndexDamagedError:
            return self._lineage(limit, place, indexed=False)

    def latest(self, paths: Collection[str] | None = None) -> dict[str, Operation]:
        """Return the last operation on every document, in the order in which they happened.

        With ``paths`` only on these, in no order. What no index covers is read once, however many they are.
        What was logged late does not count.
        """
        try:
            found = self._latest(paths, indexed=True)
        except IndexDamagedError:
            found = self._latest(paths, indexed=False)
        late = [path for path, step in found.items() if step.late]
        if late:
            earlier = (self._before_late(path) for path in late)
            found |= {step.path: step for step in earlier if step is not None}
        return {path: step for path, step in found.items() if not step.late}

    def _before_late(self, path: str) -> Operation | None:
        """Return the last operation on a document that was not logged late."""
        return next((step for step in self.newest(_ALL, path).operations if not step.late), None)

    def index(self, slack: int = 1 << 20) -> bool:
        """Write the index anew where it lacks more than ``slack`` bytes (and a sixteenth), or is wrong.

        It is wrong where it is damaged, or somebody edited the log. Needs no lock; tells whether it wrote.
        """
        with suppress(FileNotFoundError), self._opened() as (folder, descriptor):
            covered, entries = _known(folder, descriptor)
            is_wrong = not covered and self._private.stamp((INDEX,)) is not None
            if is_wrong or os.fstat(descriptor).st_size - covered > max(slack, covered >> 4):
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

    def is_shorter_than_indexed(self) -> bool:
        """Say whether the index tells of a part of the log that is not there any more."""
        with suppress(FileNotFoundError), self._private.folder(()) as folder:
            covered = covered_in(folder)
            return covered > self.end()
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
                for offset, operation in back(descriptor, end, path, index):
                    found.append(operation)
                    if len(found) >= limit:
                        return OperationPage(tuple(found), offset)
        return OperationPage(tuple(found), 0)

    def _lineage(self, limit: int, place: LogPosition, *, indexed: bool) -> Lineage:
        found: list[Operation] = []
        with suppress(FileNotFoundError), self._opened() as (folder, descriptor):
            place = place._replace(offset=min(place.offset, os.fstat(descriptor).st_size))
            with opened_index(folder, descriptor) if indexed else nullcontext() as index:
                for operation, older in follow(descriptor, place, index):
                    found.append(operation)
                    if len(found) >= limit:
                        return Lineage(tuple(found), older if older.offset else None)
        return Lineage(tuple(found))

    def _latest(self, paths: Collection[str] | None, *, indexed: bool) -> dict[str, Operation]:
        last: dict[str, Operation] = {}
        with suppress(FileNotFoundError), self._opened() as (folder, descriptor):
            with opened_index(folder, descriptor) if indexed else nullcontext() as index:
                for operation in _indexed(descriptor, index, paths) if index else ():
                    last[operation.path] = operation
                covered = index.covered if index else 0
                newest = _newest_of(descriptor, covered, paths)
            for operation in self.read(covered).operations if newest is None else newest:
                if paths is None or operation.path in paths:
                    last.pop(operation.path, None)
                    last[operation.path] = operation
        return last

    @contextmanager
    def opened(self) -> Iterator[int]:
        """Open the log for reading. Raises FileNotFoundError where there is none."""
        with self._opened() as (_, descriptor):
            yield descriptor

    @contextmanager
    def _opened(self) -> Iterator[tuple[int, int]]:
        with self._private.folder(()) as folder, open_file(folder, _NAME, _NAME) as descriptor:
            require_no_hole(descriptor, _NAME)
            yield folder, descriptor

    @contextmanager
    def lines(self, after: int) -> Iterator[tuple[int, Iterator[bytes]]]:
        """Open the log from an offset on, or its beginning where it is shorter: where that is, the lines."""
        with self._opened() as (_, descriptor):
            start = after if after <= os.fstat(descriptor).st_size else 0
            with os.fdopen(os.dup(descriptor), "rb") as stream:
                stream.seek(start)
                yield start, lines_of(stream)


def _put_back(descriptor: int, operation: Operation, place: int | None) -> int | None:
    """Put an operation back where it was; None where that is not known, or not free."""
    is_back = place is not None and put_back(descriptor, placed(operation, place), place)
    return place if is_back else None


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


def _indexed(descriptor: int, index: LogIndex, paths: Collection[str] | None) -> Iterator[Operation]:
    """Yield the last operation that the index knows on each document, in order, or on each of these."""
    if paths is None:
        for offset in sorted(index.last_offsets()):
            yield indexed_line(descriptor, offset)
        return
    for path in paths:
        for _, operation in islice(back(descriptor, index.covered, path, index), 1):
            yield operation


def _newest_of(descriptor: int, start: int, paths: Collection[str] | None) -> list[Operation] | None:
    """Return the last operation on each document, in order; None where each line has to be read for that."""
    wanted = None if paths is None else {quoted(path).encode() for path in paths}
    found: dict[bytes, int] = {}
    lines = told = 0
    for block in yielding(blocks(descriptor, start), 1):
        lines += block.count(b"\n")
        for match in _ABOUT.finditer(block):
            told += 1
            if wanted is None or match[1] in wanted:
                found.pop(match[1], None)
                found[match[1]] = start + match.start()
        start += len(block)
    try:
        return [indexed_line(descriptor, offset) for offset in found.values()] if lines == told else None
    except IndexDamagedError:
        return None


def _known(folder: int, descriptor: int) -> tuple[int, list[bytes]]:
    """Return how much of the log the index covers, and its entries; nothing where it is not to be trusted."""
    with opened_index(folder, descriptor) as index, suppress(IndexDamagedError):
        if index and index.check == checksum(descriptor, index.covered):
            return index.covered, list(index.entries())
    return 0, []


def _index_lines(descriptor: int, offset: int, entries: list[bytes], end: int = _ALL) -> int:
    """Add an entry for every operation between two offsets; return where the last whole line ends."""
    with os.fdopen(os.dup(descriptor), "rb") as stream:
        stream.seek(offset)
        for line in yielding(lines_of(stream)):
            if offset >= end or (not line.endswith(b"\n") and len(line) < LINE):
                break
            operation = parse_line(line)
            if operation is not None:
                entries.append(entry_of(operation.path, offset))
            offset += len(line)
    return offset


def _is_torn(descriptor: int, size: int) -> bool:
    return size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"


MOST = 20_000
"""Documents whose end is remembered; with more of them, it is looked for anew."""


class Baseline(Protocol):
    """What was there before anything was logged of it, as somebody saw it once."""

    def is_taken(self) -> bool:
        """Say whether anybody looked."""
        ...

    def revision(self, path: str) -> Revision | None:
        """Return what a document was, None where there was none."""
        ...

    def text(self, revision: Revision | None) -> bytes | None:
        """Return the bytes of a revision, where they are at hand."""
        ...

    def step(self, path: str) -> Operation | None:
        """Return what another log of the same documents told of one last."""
        ...


class Untaken:
    """Stands for a folder at which nobody looked."""

    def is_taken(self) -> bool:
        """Say that nobody did."""
        return False

    def revision(self, path: str) -> Revision | None:
        """Return None."""
        del path
        return None

    def text(self, revision: Revision | None) -> bytes | None:
        """Return None."""
        del revision
        return None

    def step(self, path: str) -> Operation | None:
        """Return None."""
        del path
        return None


class End(NamedTuple):
    """What a document was known to be (None = there was none), and since when; ``step`` said so."""

    revision: Revision | None
    time: float = 0.0
    step: Operation | None = None


class Ends:
    """The end of the log for each document, else the baseline. Runs under the lock."""

    def __init__(self, log: OperationLog, baseline: Baseline) -> None:
        self.baseline = baseline
        self._log = log
        self._offset = 0
        self._last: dict[str, Operation | None] = {}

    def of(self, paths: Iterable[str]) -> dict[str, End]:
        """Return what documents are known to be; one of which nothing is known is left out."""
        wanted = frozenset(paths)
        self._follow(wanted)
        ends = ((path, self._end(path, self._last[path])) for path in wanted)
        return {path: end for path, end in ends if end is not None}

    def log(self, operations: Sequence[Operation]) -> tuple[int, ...]:
        """Log operations, as the log does; what comes right behind what is known need not be read again."""
        places = self._log.append(*operations)
        if self._last and places[0] == self._offset:
            self._take(operations, self._log.appended)
        return places

    def _take(self, operations: Iterable[Operation], end: int) -> None:
        """Take in what the log holds behind what is known, up to an end."""
        new = (step for step in operations if step.path in self._last and not step.late)
        self._last |= {step.path: step for step in new}
        self._offset = end

    def forget(self) -> None:
        """Look anew from now on: the log was changed before its end."""
        self._last.clear()

    def _end(self, path: str, step: Operation | None) -> End | None:
        other = self.baseline.step(path)
        if other is not None and (step is None or other.machine_time > step.machine_time):
            step = other
        if step is not None:
            return End(step.after, step.time, step)
        return End(self.baseline.revision(path)) if self.baseline.is_taken() else None

    def _follow(self, wanted: frozenset[str]) -> None:
        if self._log.end() < self._offset or len(self._last) > MOST:
            self._last.clear()
        if not self._last:
            self._offset = self._log.end()
        elif self._log.end() > self._offset:
            page = self._log.read(self._offset)
            self._take(page.operations, page.offset)
        missing = wanted - self._last.keys()
        if missing:
            self._last |= {**dict.fromkeys(missing), **self._log.latest(missing)}
