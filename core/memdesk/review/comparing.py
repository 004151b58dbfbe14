"""Documents held against the log by their bytes: a stamp is a hint that whoever writes can forge or avoid.

A write through a mapped page need not change any time, and a time can be set back. So all documents are read
now and then, a piece at a time; only where one is not what it is known to be is there a look at it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

from memdesk.errors import MemdeskError, NotFoundError
from memdesk.history.offline_changes import OfflineChanges
from memdesk.model import Revision
from memdesk.runtime.clock import machine_time
from memdesk.store import Operation
from memdesk.text.cooperative import yielding
from memdesk.workspace import Workspace

PIECE = 500
"""Documents that are read between two looks at whether somebody writes, or has had enough."""

EVERY = 86_400.0
"""Seconds after which all documents are compared anew."""

SMALL = 2_000
"""Documents of a folder in which a command compares all of them each time: that takes a moment."""

PAUSE = 0.02
"""Seconds for which whoever is writing just now is given way, once for each piece."""


class Compared(NamedTuple):
    """The changes that a piece of a comparison found; ``is_all`` where it is done."""

    found: tuple[Operation, ...] = ()
    is_all: bool = False


class Comparison:
    """One pass over all documents of a workspace. For one thread at a time."""

    def __init__(self, workspace: Workspace, looker: OfflineChanges) -> None:
        self._workspace, self._looker = workspace, looker
        self._known = workspace.baseline
        self._place, self._end = 0, -1
        self._ends: dict[str, Revision | None] = {}

    def go_on(self, stop: Callable[[], bool] = lambda: False, most: int = PIECE) -> Compared:
        """Compare at least so many documents more. Raises LockedError where a change cannot be logged."""
        if self._end < 0:
            self._end = self._known.last()
            steps = self._workspace.latest_operations()
            self._ends = {uri: step.after for uri, step in yielding(steps.items())}
        found, done = list[Operation](), 0
        while done < most and not stop():
            rows = [row for row in self._known.after(self._place, PIECE) if row[0] <= self._end]
            if not rows:
                self._known.note_compared(machine_time(self._workspace.clock))
                return Compared(tuple(found), True)
            strange = self._strange((uri, revision) for _, uri, revision in rows)
            if strange:
                found += self._looker.look_at(strange, by_bytes=True)
            self._place = rows[-1][0]
            done += len(rows)
            if self._workspace.lock_holder() is not None:
                time.sleep(PAUSE)
        return Compared(tuple(found))

    def _strange(self, known: Iterable[tuple[str, Revision]]) -> list[str]:
        """Return the documents that are not what the log ends with, or what they were at the last look."""
        folders, strange = self._workspace.store.open_folders(), list[str]()
        rest = iter(yielding(known, 20))
        try:
            for uri, revision in islice(rest, PIECE):
                try:
                    now: Revision | None = folders.read(uri).revision
                except NotFoundError:
                    now = None
                except MemdeskError:
                    strange.append(uri)
                    continue
                if now != self._ends.get(uri, revision):
                    strange.append(uri)
        finally:
            folders.close()
        return strange
