"""The store as the watcher sees it."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.model import Content, FileStamp
from memdesk.store import Store


@dataclass(frozen=True, slots=True)
class StoreDisk:
    """What an examiner asks of the disk, answered by the store."""

    store: Store

    def read(self, path: str) -> Content:
        """Return a file's bytes at one moment."""
        return self.store.read(path)

    def stamp(self, path: str) -> FileStamp | None:
        """Return what a path names now, or None."""
        return self.store.stamp(path)

    def busy(self) -> bool:
        """Tell whether some core is in the middle of a commit."""
        return self.store.lock_holder() is not None
