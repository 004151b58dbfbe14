"""What every document is called now: the renames of the log, followed."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

from memdesk.review.log_summary import LogSummary
from memdesk.store import Operation


class Renames:
    """The renames of one workspace. Safe to use from any thread."""

    def __init__(self, summary: LogSummary) -> None:
        self._summary = summary
        self._lock = Lock()
        self._renames: tuple[Operation, ...] = ()
        self._left: dict[str, list[Operation]] = {}

    def now(self, uri: str, since: float) -> str:
        """Return the name that the document now has which had this name at a time."""
        left, met = self._ends(), set[str]()
        while step := next((each for each in left.get(uri, ()) if _is_next(each, since, met)), None):
            met.add(step.id)
            uri, since = step.moved or uri, step.machine_time
        return uri

    def _ends(self) -> dict[str, list[Operation]]:
        """Return the ends of former names by name, the oldest first."""
        renames = self._summary.now().renames
        with self._lock:
            if renames != self._renames:
                self._renames, self._left = renames, _by_name(renames)
            return self._left


def _by_name(renames: Iterable[Operation]) -> dict[str, list[Operation]]:
    left: dict[str, list[Operation]] = {}
    for step in renames:
        left.setdefault(step.path, []).append(step)
    return left


def _is_next(step: Operation, since: float, met: set[str]) -> bool:
    return step.machine_time >= since and step.id not in met
