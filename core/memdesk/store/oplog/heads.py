"""How the log ends for each document, followed: what a document is known to be before anybody looks at it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from memdesk.model import Revision
from memdesk.store.oplog.operation import Operation
from memdesk.store.oplog.operations import OperationLog

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
        if self._last:
            page = self._log.read(self._offset)
            self._offset = page.offset
            new = (step for step in page.operations if step.path in self._last and not step.late)
            self._last |= {step.path: step for step in new}
        else:
            self._offset = self._log.end()
        missing = wanted - self._last.keys()
        if missing:
            self._last |= {**dict.fromkeys(missing), **self._log.latest(missing)}
