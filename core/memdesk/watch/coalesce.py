"""Many hints become one look: pure bookkeeping, the caller brings the time and does the waiting."""

from __future__ import annotations

from typing import NamedTuple

QUIET = 0.05
"""Seconds without a further hint after which the collected ones are due."""

LONGEST = 0.25
"""Seconds after the first hint when they are due at the latest."""

LIMIT = 5_000
"""With more paths than this, looking at everything is cheaper."""


class Hints(NamedTuple):
    """Where something may have changed: single paths, folders as a whole, or anywhere."""

    paths: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()
    everything: bool = False


class Coalescer:
    """Collects hints until it is time to look. Times are seconds of any monotonic clock. Not thread-safe."""

    def __init__(self, quiet: float = QUIET, longest: float = LONGEST, limit: int = LIMIT) -> None:
        self._quiet = quiet
        self._longest = longest
        self._limit = limit
        self._paths: set[str] = set()
        self._folders: set[str] = set()
        self._first: float | None = None
        self._last = 0.0
        self.everything = False
        """Whether single paths do not matter any more."""

    def add(self, uri: str, now: float, *, folder: bool = False) -> None:
        """Take in that something happened to a path (``folder``: to everything below it as well)."""
        self._touch(now)
        if self.everything:
            return
        (self._folders if folder else self._paths).add(uri)
        if len(self._paths) + len(self._folders) > self._limit:
            self.add_everything(now)

    def add_everything(self, now: float) -> None:
        """Take in that anything may have changed."""
        self._touch(now)
        self.everything = True
        self._paths.clear()
        self._folders.clear()

    def deadline(self) -> float | None:
        """Return when to look, or None where there is nothing to look at."""
        if self._first is None:
            return None
        return min(self._last + self._quiet, self._first + self._longest)

    def take(self) -> Hints:
        """Return what was collected and begin anew."""
        hints = Hints(frozenset(self._paths), frozenset(self._folders), self.everything)
        self._paths.clear()
        self._folders.clear()
        self._first = None
        self.everything = False
        return hints

    def _touch(self, now: float) -> None:
        self._last = now
        if self._first is None:
            self._first = now
