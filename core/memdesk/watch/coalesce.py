"""Many hints become one look: pure bookkeeping, the caller brings the time and does the waiting."""

from __future__ import annotations

from typing import NamedTuple

QUIET = 0.05
"""Seconds without a further hint after which a path is due."""

LONGEST = 0.25
"""Seconds after its first hint when a path is due at the latest."""

LIMIT = 5_000
"""With more paths than this, looking at everything is cheaper."""


class Hints(NamedTuple):
    """Where something may have changed: single paths, folders as a whole, or anywhere."""

    paths: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()
    everything: bool = False


class Coalescer:
    """Collects hints until it is time to look. Times are seconds of any monotonic clock. Not thread-safe.

    Every path waits for its own quiet, so that one busy file delays no other. ``_first`` and ``_last`` hold
    the times of a path's first and newest hint in the order of these times: the first item is due first.
    """

    def __init__(self, quiet: float = QUIET, longest: float = LONGEST, limit: int = LIMIT) -> None:
        self._quiet = quiet
        self._longest = longest
        self._limit = limit
        self._first: dict[str, float] = {}
        self._last: dict[str, float] = {}
        self._folders: set[str] = set()
        self._all: float | None = None

    @property
    def everything(self) -> bool:
        """Whether single paths do not matter any more."""
        return self._all is not None

    def add(self, uri: str, now: float, *, folder: bool = False) -> bool:
        """Take in that something happened to a path (``folder``: to everything below it as well).

        Returns True where whoever waits must look at the deadline anew.
        """
        if self._all is not None:
            return False
        news = not self._last
        self._first.setdefault(uri, now)
        self._last.pop(uri, None)
        self._last[uri] = now
        if folder:
            self._folders.add(uri)
        if len(self._last) > self._limit:
            self.add_everything(now)
            return True
        return news

    def add_everything(self, now: float) -> None:
        """Take in that anything may have changed."""
        self._all = now if self._all is None else self._all
        self._first.clear()
        self._last.clear()
        self._folders.clear()

    def deadline(self) -> float | None:
        """Return when the next look is due, or None where there is nothing to look at."""
        if self._all is not None:
            return self._all + self._quiet
        if not self._last:
            return None
        return min(
            next(iter(self._last.values())) + self._quiet, next(iter(self._first.values())) + self._longest
        )

    def take(self, now: float) -> Hints:
        """Return what is due and keep the rest."""
        if self._all is not None:
            self._all = None
            return Hints(everything=True)
        due = [uri for uri, last in self._last.items() if self._is_due(uri, last, now)]
        for uri in due:
            del self._first[uri], self._last[uri]
        folders = self._folders.intersection(due)
        self._folders -= folders
        return Hints(frozenset(due) - folders, frozenset(folders))

    def _is_due(self, uri: str, last: float, now: float) -> bool:
        return now >= last + self._quiet or now >= self._first[uri] + self._longest
