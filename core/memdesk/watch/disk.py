"""The store as the watcher sees it."""

from __future__ import annotations

from memdesk.model import Content, FileStamp, Instead
from memdesk.store import LockHolder, Store


class StoreDisk:
    """What an examiner asks of the disk, answered by the store. For one thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._folders = store.open_folders()

    def read(self, path: str) -> Content:
        """Return a file's bytes at one moment."""
        return self._folders.read(path)

    def stamp(self, path: str) -> FileStamp | None:
        """Return what a path names now, or None."""
        return self._folders.stamp(path)

    def instead(self, path: str) -> Instead | None:
        """Return what keeps a path from being a document that can be read, None where nothing does."""
        return self._folders.instead(path)

    def let_go(self) -> None:
        """Close the folders that were kept open since the last time."""
        self._folders.close()

    def busy(self) -> LockHolder | None:
        """Return which core is in the middle of a commit, None where none is."""
        return self._store.lock_holder()
