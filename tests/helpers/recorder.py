"""Subscribers for tests: one records batches, one keeps the view that a window would have."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from memdesk.model import Change, ChangeBatch, Revision, WatchState, revision_of
from memdesk.store.fs.scan import scan

PATIENCE = 600.0


class Recorder:
    """Keeps every batch and lets a test wait for what it expects."""

    def __init__(self) -> None:
        self.batches: list[ChangeBatch] = []
        self._news = threading.Condition()

    def __call__(self, batch: ChangeBatch) -> None:
        """Take a batch."""
        with self._news:
            self.batches.append(batch)
            self._news.notify_all()

    @property
    def changes(self) -> list[Change]:
        """Every change so far."""
        return [change for batch in self.batches for change in batch.changes]

    def of(self, uri: str) -> list[Change]:
        """Every change of one document so far."""
        return [change for change in self.changes if change.uri == uri]

    def until(self, predicate: Callable[[], bool]) -> None:
        """Wait until the predicate holds; looked at with every batch."""
        with self._news:
            assert self._news.wait_for(predicate, PATIENCE), self.batches[-5:]

    def until_state(self, state: WatchState) -> None:
        """Wait until the last batch has this state."""
        self.until(lambda: bool(self.batches) and self.batches[-1].state is state)

    def until_changed(self, uri: str, count: int = 1) -> Change:
        """Wait for so many changes of a document and return the last of them."""
        self.until(lambda: len(self.of(uri)) >= count)
        return self.of(uri)[-1]


class Mirror(Recorder):
    """What a window would show: revisions by uri, from batches alone, read anew where a batch says so."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self.root = root
        self.view = truth(root)

    def __call__(self, batch: ChangeBatch) -> None:
        """Apply a batch; whoever sees its effect finds it among the batches."""
        with self._news:
            if batch.rescan:
                self.view = truth(self.root)
            for change in batch.changes:
                if change.after is None:
                    self.view.pop(change.uri, None)
                else:
                    self.view[change.uri] = change.after
            super().__call__(batch)


def truth(root: Path) -> dict[str, Revision]:
    """Return the revision of every plain file in a folder."""
    found = {}
    for entry in scan(root):
        try:
            found[entry.uri] = revision_of((root / entry.uri).read_bytes())
        except FileNotFoundError:
            continue
    return found
