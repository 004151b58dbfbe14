"""The copies that agents take before a change: backups are for the backups page, nobody has to judge each.

Only that one was added is left out of the review. A copy that somebody changes, removes, renames or puts in
the place of one that was there before waits for a person as any other change does.
"""

from __future__ import annotations

from collections.abc import Container
from threading import Lock

from memdesk.model import Origin
from memdesk.store import Operation, Store
from memdesk.systems.copies import KEPT_IN, is_kept_before_change


class Taken:
    """The copies that were taken in one workspace, found as the log grows. For any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._end = 0
        self._paths: set[str] = set()
        self._offsets: dict[bytes, int] = {}

    def up_to(self, end: int) -> dict[bytes, int]:
        """Return where in the log, as far as it goes, a copy was only added, by the operation's id."""
        with self._lock:
            if end < self._end:
                self._end, self._paths, self._offsets = 0, set(), {}
            if end > self._end:
                new = {}
                for offset, step in self._store.mentioning(self._end, end, KEPT_IN):
                    if adds_copy(step, self._paths):
                        new[step.id.encode()] = offset
                    self._paths.add(step.path)
                self._end, self._offsets = end, self._offsets | new
            return self._offsets


def adds_copy(step: Operation, known: Container[str] = ()) -> bool:
    """Tell whether agents or programs outside only added a copy with this, of a name not known before."""
    begins = step.before is None and step.after is not None and not step.moved
    theirs = step.actor.origin is not Origin.HUMAN
    return begins and theirs and is_kept_before_change(step.path) and step.path not in known
