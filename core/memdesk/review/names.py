"""What every document is called now: the renames of the log, read once and followed."""

from __future__ import annotations

from threading import Lock

from memdesk.store import Operation
from memdesk.workspace import Workspace


class Names:
    """The renames of one workspace. Safe to use from any thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._store = workspace.store
        self._lock = Lock()
        self._end = 0
        self._left: dict[str, list[Operation]] = {}

    def now(self, uri: str, since: float) -> str:
        """Return the name that the document now has which had this name at a time."""
        left, met = self._followed(), set[str]()
        while step := next((each for each in left.get(uri, ()) if _is_next(each, since, met)), None):
            met.add(step.id)
            uri, since = step.moved or uri, step.time
        return uri

    def _followed(self) -> dict[str, list[Operation]]:
        """Return the ends of former names by name, those too that were logged since the last time."""
        with self._lock:
            end = self._store.operations_end()
            if end < self._end:
                self._end, self._left = 0, {}
            if end > self._end:
                page = self._store.renames(self._end)
                for step in page.operations:
                    self._left = self._left | {step.path: [*self._left.get(step.path, ()), step]}
                self._end = page.offset
            return self._left


def _is_next(step: Operation, since: float, met: set[str]) -> bool:
    return step.time >= since and step.id not in met
