"""The content checks go through all that waits, some items at a time, and go on where they left off."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from memdesk.review.decisions import Marks
from memdesk.review.items import Filter
from memdesk.review.pending import AFTER_ALL, Pending
from memdesk.review.scanner import ExaminingProgress, ReviewExaminer
from memdesk.store import LogEntry
from memdesk.workspace import Workspace


class _Left(NamedTuple):
    """What nobody looked at yet: all that stands before an offset in a log that ends there."""

    offset: int
    end: int


class Prescan:
    """Looks at the items of one workspace before a person does, the newest first."""

    def __init__(self, workspace: Workspace, pending: Pending, examiner: ReviewExaminer) -> None:
        self._store = workspace.store
        self._pending = pending
        self._examiner = examiner
        self._examined = 0
        self._left: _Left | None = None

    def go_on(self, marks: Marks, most: int, only: Filter) -> ExaminingProgress:
        """Look at so many new items at most."""
        end = self._store.operations_end()
        start = self._examined if self._examined <= end else 0
        left = self._left if only.is_empty else None
        before = left.offset if left is not None and left.end == end else AFTER_ALL
        passed, waiting = deque[int](maxlen=2), self._pending.undecided(marks, before)
        entries = _noted(takewhile(lambda entry: entry.offset >= start, waiting), passed)
        looked = self._examiner.look(self._pending.items(entries, marks, only), most)
        if only.is_empty:
            self._examined = end if looked.is_all else self._examined
            self._left = None if looked.is_all else _Left(passed[0], end)
        return looked


def _noted(entries: Iterable[LogEntry], passed: deque[int]) -> Iterator[LogEntry]:
    """Yield lines of the log, and note where the last ones stand."""
    for entry in entries:
        passed.append(entry.offset)
        yield entry
