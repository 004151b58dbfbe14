"""The items that wait for a person: the end of the log, read once and followed, less what was decided."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from threading import Lock

from memdesk.errors import NotFoundError, UsageError
from memdesk.review.items import Filter, ReviewItem, item_of
from memdesk.review.marks import Mark, Marks
from memdesk.store import Entry, Operation
from memdesk.store.operation import written
from memdesk.workspace import Workspace

_UNREAD = 1 << 62
"""Where changes stand that may not be logged: after everything that is."""


class Pending:
    """The items of one workspace. Every method may be called from any thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._lock = Lock()
        self._entries: dict[str, Entry] = {}
        self._start, self._end = 0, 0
        self._read: dict[str, Operation] = {}
        self._unlogged: tuple[Operation, ...] = ()

    def unlogged(self, operations: Iterable[Operation]) -> None:
        """Take changes in that may not be logged: those of the last look, in place of earlier ones."""
        self._unlogged = tuple(operations)

    def undecided(self, marks: Marks, before: int | None = None) -> list[Entry]:
        """Return what waits for a decision (and was logged before an offset), the oldest first."""
        self._follow(marks.floor)
        now = self._workspace.clock.now()
        entries = [*self._entries.values(), *self._unrecorded()]
        if before is not None:
            entries = entries[: bisect_left(entries, before, key=lambda entry: entry.offset)]
        return [entry for entry in entries if not _decided(marks.by_id.get(entry.id), now)]

    def items(self, entries: Iterable[Entry], marks: Marks, only: Filter) -> Iterator[ReviewItem]:
        """Yield those of the lines that are asked for as items; damaged ones are left out."""
        for entry in entries:
            operation = self._operation(entry) if only.is_empty or only.may_take(entry) else None
            if operation is not None:
                item = item_of(operation, marks.by_id.get(entry.id))
                if only.takes(item):
                    yield item

    def named(self, name: str, marks: Marks) -> ReviewItem:
        """Return the item that an id, or the beginning of one, names, decided or not."""
        if not name:
            raise NotFoundError("a change to review needs an id")
        self._follow(marks.floor)
        known = (*self._entries.values(), *self._unrecorded())
        found = _beginning(known, name) or _beginning(self._workspace.store.others().entries, name)
        if len(found) > 1 and all(entry.id != name for entry in found):
            raise UsageError(f"{name} names {len(found)} changes; give more of the id")
        exact = [entry for entry in found if entry.id == name] or found
        operation = self._operation(exact[0]) if exact else None
        if operation is None:
            raise NotFoundError(f"there is no change {name} to review")
        return item_of(operation, marks.by_id.get(operation.id))

    def in_order(self, names: Collection[str], marks: Marks) -> tuple[ReviewItem, ...]:
        """Return the items with these whole ids, the one that was logged last first."""
        self._follow(marks.floor)
        entries = {entry.id: entry for entry in (*self._entries.values(), *self._unrecorded())}
        if not set(names) <= set(entries):
            entries = {entry.id: entry for entry in self._workspace.store.others().entries} | entries
        wanted = [entries[name] for name in names if name in entries]
        wanted.sort(key=lambda entry: entry.offset, reverse=True)
        return tuple(self.items(wanted, marks, Filter()))

    def everything(self, only: Filter, marks: Marks) -> tuple[ReviewItem, ...]:
        """Return all that was ever logged and is asked for, decided or not, the newest first."""
        entries = (*self._workspace.store.others().entries, *self._unrecorded())
        return tuple(self.items(reversed(entries), marks, only))

    def decided_up_to(self, marks: Marks) -> int:
        """Return the offset of the log below which nothing waits, nor ever will again."""
        self._follow(marks.floor)
        final = (entry.id in marks.by_id and marks.by_id[entry.id].until is None for entry in self._all())
        waiting = (entry.offset for entry, is_final in zip(self._all(), final, strict=True) if not is_final)
        return next(waiting, self._end)

    def above(self, floor: int) -> list[str]:
        """Return the items that were logged from an offset on."""
        return [entry.id for entry in self._all() if entry.offset >= floor]

    def _all(self) -> list[Entry]:
        return list(self._entries.values())

    def _unrecorded(self) -> tuple[Entry, ...]:
        unlogged = enumerate(self._unlogged)
        return tuple(Entry(each.id, _UNREAD + place, written(each).encode()) for place, each in unlogged)

    def _operation(self, entry: Entry) -> Operation | None:
        found = self._read.get(entry.id)
        if found is None:
            found = entry.operation()
            if found is not None:
                self._read[entry.id] = found
        return found

    def _follow(self, floor: int) -> None:
        """Read what was logged since the last time; a log that became shorter is another one."""
        with self._lock:
            end = self._workspace.store.operations_end()
            if end < self._end or floor > self._end:
                start = floor if floor <= end else 0
                self._entries, self._start, self._end = {}, start, start
            new = self._workspace.store.others(self._end)
            self._entries |= {entry.id: entry for entry in new.entries}
            self._end = new.offset or self._end


def _decided(mark: Mark | None, now: float) -> bool:
    return mark is not None and mark.holds(now)


def _beginning(entries: Iterable[Entry], name: str) -> list[Entry]:
    return [entry for entry in entries if entry.id.startswith(name)]
