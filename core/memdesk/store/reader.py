"""The documents of one workspace as they are now, for whoever reads them: creates nothing, locks nothing."""

from __future__ import annotations

from collections.abc import Callable

from memdesk.errors import MemdeskError
from memdesk.model import Content, FileStamp, Instead
from memdesk.store.fs.name_collisions import listed_as
from memdesk.store.fs.names import split_path
from memdesk.store.fs.open_folders import OpenFolders
from memdesk.store.fs.os_errors import reading
from memdesk.store.fs.safe_root import LIMIT, SafeRoot, listed


class Reader:
    """Reads below one root, never through a link."""

    def __init__(self, root: SafeRoot) -> None:
        self._root = root

    def read(self, path: str, limit: int = LIMIT) -> Content:
        """Return a document's bytes as they were at one moment."""
        return self._root.read(split_path(path), limit)

    def head(self, path: str, limit: int) -> bytes:
        """Return the first ``limit`` bytes of a document."""
        return self._root.head(split_path(path), limit)

    def stamp(self, path: str) -> FileStamp | None:
        """Return what a path names now (links are not followed), None where there is nothing."""
        return self._root.stamp(split_path(path))

    def instead(self, path: str) -> Instead | None:
        """Return what keeps a path from being a document that can be read; see :meth:`SafeRoot.instead`."""
        return self._root.instead(split_path(path))

    def listed_as(self, path: str) -> str:
        """Return a path as this disk lists it; one that ignores case finds a document by others, too."""
        try:
            return listed_as(self._root, path)
        except (OSError, MemdeskError):
            return path

    def still(self, path: str, stamp: FileStamp) -> Callable[[], bool]:
        """Return what says whether a document is as it was when it had this stamp.

        It takes one look at the disk, however deep the document lies, and nothing else.
        The stamp names the file itself, so it does not matter which links may be on the way by now.
        """
        return self._root.still(path, stamp)

    def names(self, folder: str) -> tuple[tuple[str, FileStamp], ...]:
        """Return what lies directly in a folder (``""`` = the root), sorted; nothing where it is missing."""
        with reading(folder):
            try:
                with self._root.folder(split_path(folder) if folder else ()) as descriptor:
                    return listed(descriptor)
            except FileNotFoundError:
                return ()

    def open_folders(self) -> OpenFolders:
        """Return what reads many documents in one go."""
        return OpenFolders(self._root)
