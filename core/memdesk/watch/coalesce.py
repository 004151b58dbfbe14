"""Many hints become one look: pure bookkeeping, the caller brings the time and does the waiting."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

QUIET = 0.05
"""Seconds without a further hint after which a path is due."""

LONGEST = 0.25
"""Seconds after its first hint when a path is due at the latest."""

INTERVAL = 0.05
"""Least seconds between two looks, so that steady writing costs few of them."""

SHORT = 0.01
"""The same where few paths are due: each version of a document that is written often shall be seen."""

FEW = 8

TOGETHER = 0.025
"""What was hinted at so many seconds after a path that is due is looked at with it: a rename has two."""

LIMIT = 5_000
"""With more paths than this, looking at everything is cheaper."""


class Hints(NamedTuple):
    """Where something may have changed: single paths, folders as a whole, or anywhere."""

    paths: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()
    everything: bool = False


class Coalescer:
    """Collects hints until it is time to look. Times are seconds of any monotonic clock. Not thread-safe.

    Every path waits for its own quiet, so that one busy file delays no other; a path that is ``ready`` waits
    only for the interval between looks. ``_first`` and ``_last`` hold the times of a path's first and newest
    hint in the order of these times: the first item is due first.
    """

    def __init__(
        self,
        quiet: float = QUIET,
        longest: float = LONGEST,
        limit: int = LIMIT,
        interval: float = INTERVAL,
        short: float = SHORT,
    ) -> None:
        self._quiet = quiet
        self._longest = longest
        self._limit = limit
        self._interval = interval
        self._short = short
        self._taken = float("-inf")
        self._first: dict[str, float] = {}
        self._last: dict[str, float] = {}
        self._ready: dict[str, float] = {}
        self._folders: set[str] = set()
        self._all: float | None = None

    @property
    def everything(self) -> bool:
        """Whether single paths do not matter any more."""
        return self._all is not None

    def add(self, uri: str, now: float, *, folder: bool = False, ready: bool = False) -> bool:
        """Take in that something happened to a path (``folder``: to everything below it as well).

        Returns True where whoever waits must look at the deadline anew.
        """
        if self._all is not None:
            return False
        if folder:
            self._folders.add(uri)
        if uri in self._ready:
            return False
        news = not self._ready and (ready or not self._last)
        self._last.pop(uri, None)
        if ready:
            self._ready[uri] = now
        else:
            self._first.setdefault(uri, now)
            self._last[uri] = now
        if len(self._last) + len(self._ready) > self._limit:
            self.add_everything(now)
            return True
        return news

    def add_everything(self, now: float) -> None:
        """Take in that anything may have changed."""
        self._all = now if self._all is None else self._all
        for waiting in (self._first, self._last, self._ready, self._folders):
            waiting.clear()

    def deadline(self) -> float | None:
        """Return when the next look is due, or None where there is nothing to look at."""
        if self._all is not None:
            return self._all + self._quiet
        waits = ((self._ready, 0.0), (self._last, self._quiet), (self._first, self._longest))
        due = [next(iter(waiting.values())) + wait for waiting, wait in waits if waiting]
        is_few = len(self._ready) + len(self._last) <= FEW
        return max(min(due), self._taken + (self._short if is_few else self._interval)) if due else None

    def waiting(self) -> Hints:
        """Return all that was hinted at, due or not, and keep it."""
        paths = frozenset((*self._ready, *self._last))
        return Hints(paths - self._folders, frozenset(self._folders), self.everything)

    def take(self, now: float) -> Hints:
        """Return what is due and keep the rest."""
        self._taken = now
        if self._all is not None:
            self._all = None
            return Hints(everything=True)
        late = takewhile(lambda uri: now >= self._first[uri] + self._longest, self._first)
        due = frozenset((*self._ready, *self._calm(now), *late))
        self._ready.clear()
        for uri in due:
            self._first.pop(uri, None)
            self._last.pop(uri, None)
        folders = due & self._folders
        self._folders -= folders
        return Hints(due - folders, folders)

    def _calm(self, now: float) -> list[str]:
        """Return the paths that had their quiet, with those that were hinted at together with them."""
        calm = list(takewhile(lambda uri: now >= self._last[uri] + self._quiet, self._last))
        end = self._last[calm[-1]] + TOGETHER if calm else 0.0
        return calm and list(takewhile(lambda uri: self._last[uri] <= end, self._last))
