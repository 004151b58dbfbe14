"""The items that wait for a person: the end of the log, counted once and followed, less what was decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from threading import Lock

from memdesk.errors import NotFoundError, UsageError
from memdesk.history.backups.originals import Originals
from memdesk.model import Origin
from memdesk.review.agent_copies import adds_copy
from memdesk.review.current_names import Renames
from memdesk.review.decisions import Marks, RecordedDecision
from memdesk.review.items import Filter, ReviewItem, item_of
from memdesk.review.log_summary import LogSummary, Summary
from memdesk.runtime.clock import machine_time
from memdesk.store import LogEntry, Operation
from memdesk.store.oplog.operation import quoted, written
from memdesk.text.cooperative import yielding
from memdesk.workspace import Workspace

UNRECORDED = 1 << 62
"""The offset from which on changes stand that may not be logged: after everything that is."""

AFTER_ALL = UNRECORDED << 1
"""The offset after everything."""

_REMEMBERED = 50_000
_UNIT = b'"unit": "'


class Pending:
    """The items of one workspace. Every method may be called from any thread."""

    def __init__(self, workspace: Workspace, summary: LogSummary) -> None:
        self._workspace = workspace
        self._store = workspace.store
        self._summary = summary
        self._originals = Originals(workspace)
        self._lock = Lock()
        self._counted = Summary()
        self._ids: frozenset[bytes] = frozenset()
        self._ids_end = 0
        self._parsed: dict[str, Operation] = {}
        self._unrecorded: tuple[LogEntry, ...] = ()

    def unlogged(self, operations: Iterable[Operation]) -> None:
        """Take changes in that may not be logged: those of the last look, in place of earlier ones."""
        told = (
            each
            for each in operations
            if not (adds_copy(each, self._originals) or (each.moved and each.after is None))
        )
        numbered = enumerate(told, UNRECORDED)
        self._unrecorded = tuple(LogEntry(each.id, at, written(each).encode()) for at, each in numbered)

    def unlogged_too(self, operations: Iterable[Operation]) -> None:
        """Take more changes in that may not be logged, beside those of the last look."""
        known = {each.id: each for each in map(self._operation, self._unrecorded) if each is not None}
        self.unlogged((known | {each.id: each for each in operations}).values())

    def count(self, marks: Marks) -> int:
        """Return how many items wait; no line is read for that."""
        counted, now = self._follow(marks.floor), machine_time(self._workspace.clock)
        left_out = sum(offset >= marks.floor for offset in counted.copies.values())
        total = counted.number + len(self._unrecorded) - left_out
        if not marks.by_id and not marks.reopened:
            return total
        known = self._known(counted)
        reopened = {
            each for each in marks.reopened if each.encode() not in known and each not in counted.copies
        }
        decided = (each for each, mark in marks.by_id.items() if mark.holds(now))
        gone = sum(each.encode() in known or each in reopened for each in decided)
        return max(0, total + len(reopened) - gone)

    def undecided(self, marks: Marks, before: int = AFTER_ALL) -> Iterator[LogEntry]:
        """Yield what waits (of what stands before an offset), the newest first."""
        counted, now = self._follow(marks.floor), machine_time(self._workspace.clock)
        unrecorded = (entry for entry in reversed(self._unrecorded) if entry.offset < before)
        logged = self._store.others_back(min(before, counted.end), marks.floor)
        older = self._reopened(marks, counted, before)
        for entry in chain(unrecorded, logged, older):
            if not _decided(marks.by_id.get(entry.id), now) and entry.id not in counted.copies:
                yield entry

    def items(self, entries: Iterable[LogEntry], marks: Marks, only: Filter) -> Iterator[ReviewItem]:
        """Yield those of the lines that are asked for as items; damaged ones are left out."""
        for entry in entries:
            operation = self._operation(entry) if only.is_empty or only.may_take(entry) else None
            if operation is not None:
                item = item_of(operation, marks.by_id.get(entry.id))
                if only.takes(item):
                    yield item

    def replaced(self) -> Iterator[Operation]:
        """Yield the changes that left something else in a document's place, waiting or not."""
        yield from self._summary.now().replaced
        unrecorded = (self._operation(entry) for entry in self._unrecorded)
        yield from (step for step in unrecorded if step is not None and step.instead is not None)

    def unreviewed(self, marks: Marks, names: Renames, *, outside: bool = False) -> dict[str, int]:
        """Return how much of agents waits in each document, by its name now, the one written last first.

        What an agent deleted is no document any more. ``outside``: what others than agents wrote counts, too.
        """
        newest, counts = dict[str, ReviewItem](), Counter[str]()
        for item in self.items(yielding(self.undecided(marks), 100), marks, Filter()):
            if outside or item.actor.origin is Origin.AGENT:
                newest.setdefault(item.uri, item)
                counts[item.uri] += 1
        there = (item for item in newest.values() if item.after is not None)
        return {names.now(item.uri, item.machine_time): counts[item.uri] for item in there}

    def named(self, name: str, marks: Marks) -> ReviewItem:
        """Return the item that an id, or the beginning of one, names, decided or not."""
        found = {entry.id: entry for entry in self._beginning(name)} if name else {}
        if len(found) > 1 and name not in found:
            raise UsageError(f"{name} matches {len(found)} changes; give more digits of the id")
        entry = found.get(name) or next(iter(found.values()), None)
        operation = self._operation(entry) if entry else None
        if operation is None:
            raise NotFoundError(
                f"there is no change {name} to review; 'memdesk review PATH list' lists the changes"
            )
        return item_of(operation, marks.by_id.get(operation.id))

    def in_order(self, names: Collection[str], marks: Marks) -> tuple[ReviewItem, ...]:
        """Return the items with these whole ids, the one that was logged last first.

        Raises NotFoundError where there is one that does not exist.
        """
        self.check(names)
        return self.known(names, marks, Filter())

    def known(self, names: Collection[str], marks: Marks, only: Filter) -> tuple[ReviewItem, ...]:
        """Return those of the items with these whole ids that are asked for, the one logged last first."""
        return tuple(self.items(self._found(set(names), AFTER_ALL), marks, only))

    def of_units(self, units: frozenset[str], marks: Marks) -> tuple[ReviewItem, ...]:
        """Return the items of some units, the one that was logged last first."""
        wanted = {quoted(unit).encode() for unit in units}
        entries = self._store.others_back(mention=_UNIT.decode())
        within = (entry for entry in entries if _unit(entry.line) in wanted)
        return tuple(self.items(within, marks, Filter()))

    def everything(self, only: Filter, marks: Marks) -> tuple[ReviewItem, ...]:
        """Return all that was ever logged and is asked for, decided or not, the newest first."""
        copies = self._summary.now().copies
        logged = (entry for entry in self._store.others_back() if entry.id not in copies)
        return tuple(self.items(chain(reversed(self._unrecorded), logged), marks, only))

    def check(self, names: Collection[str]) -> None:
        """Raise NotFoundError where one of these items does not exist."""
        missing = set(names) - {entry.id for entry in self._found(set(names), AFTER_ALL)}
        if missing:
            raise NotFoundError(f"there is no change {min(missing)} to review")

    def waiting(self, names: frozenset[str], marks: Marks) -> frozenset[str]:
        """Return those of some changes that wait."""
        now = machine_time(self._workspace.clock)
        return frozenset(
            each for each in self.unjudged(names, marks) if not _decided(marks.by_id.get(each), now)
        )

    def unjudged(self, names: frozenset[str], marks: Marks) -> frozenset[str]:
        """Return those of some changes that wait, or will wait again."""
        if not names:
            return frozenset()
        known = self._known(self._follow(marks.floor))
        logged = (each for each in names if each.encode() in known or each in marks.reopened)
        return frozenset(each for each in logged if not _is_final(marks.by_id.get(each)))

    def decided_up_to(self, marks: Marks) -> int:
        """Return the offset of the log below which nothing waits, nor will again by itself."""
        counted = self._follow(marks.floor)
        for entry in self._store.others_on(marks.floor):
            if not _is_final(marks.by_id.get(entry.id)) and entry.id not in counted.copies:
                return entry.offset
        return counted.end

    def above(self, floor: int) -> frozenset[str]:
        """Return the ids of all that was logged from an offset on."""
        return frozenset(each.decode() for each in self._store.logged_ids(floor, self._counted.end))

    def _beginning(self, name: str) -> Iterator[LogEntry]:
        entries = chain(reversed(self._unrecorded), self._store.others_back(mention=f'{{"id": "{name}'))
        return (entry for entry in entries if entry.id.startswith(name))

    def _found(self, names: set[str], before: int) -> Iterator[LogEntry]:
        """Yield the lines with these ids that stand before an offset; no line beyond the last one is read."""
        left = set(names)
        for entry in chain(reversed(self._unrecorded), self._store.others_back(before)) if left else ():
            if entry.id in left and entry.offset < before:
                yield entry
                left.discard(entry.id)
                if not left:
                    return

    def _reopened(self, marks: Marks, counted: Summary, before: int) -> Iterator[LogEntry]:
        """Yield the items below the floor that somebody made wait again."""
        known = self._known(counted) if marks.reopened else frozenset()
        older = {each for each in marks.reopened if each.encode() not in known}
        return self._found(older, min(before, marks.floor))

    def _known(self, counted: Summary) -> frozenset[bytes]:
        """Return the ids of all from the floor on, also of what may not be logged."""
        with self._lock:
            if self._ids_end < counted.end:
                start = self._ids_end or counted.floor
                new = self._store.logged_ids(start, counted.end)
                self._ids |= new - {each.encode() for each in counted.copies}
                self._ids_end = counted.end
            ids = self._ids
        unrecorded = {entry.id.encode() for entry in self._unrecorded}
        return ids | unrecorded if unrecorded else ids

    def _operation(self, entry: LogEntry) -> Operation | None:
        found = self._parsed.get(entry.id)
        if found is None:
            found = entry.operation()
            if found is not None:
                if len(self._parsed) >= _REMEMBERED:
                    self._parsed.clear()
                self._parsed[entry.id] = found
        return found

    def _follow(self, floor: int) -> Summary:
        """Return what the log tells by now; one that became shorter is another one."""
        with self._lock:
            known, self._counted = self._counted, self._summary.now(floor)
            if self._counted.end < known.end or floor != known.floor:
                self._parsed.clear()
                self._ids, self._ids_end = frozenset(), 0
            return self._counted


def _is_final(mark: RecordedDecision | None) -> bool:
    return mark is not None and mark.is_final


def _unit(line: bytes) -> bytes:
    """Return the unit of a line of the log, quoted; no text in a line can hold the mark."""
    return b'"' + line.partition(_UNIT)[2].partition(b'"')[0] + b'"'


def _decided(mark: RecordedDecision | None, now: float) -> bool:
    return mark is not None and mark.holds(now)
