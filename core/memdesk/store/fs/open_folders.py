"""Many documents looked at in one go: their folders are opened once, not for every document."""

from __future__ import annotations

import os
from contextlib import ExitStack

from memdesk.model import Content, FileStamp, Instead
from memdesk.store.fs.names import split_path
from memdesk.store.fs.os_errors import reading
from memdesk.store.fs.safe_root import LIMIT, SafeRoot, read_file, stamp_of

KEPT = 64
"""Folders that are open at a time at most."""


class OpenFolders:
    """Reads documents of one root, keeping the folders open that it came through, until :meth:`close`.

    What is read is true of the moment at which its folder was opened, so nobody shall keep this for long.
    For one thread.
    """

    def __init__(self, root: SafeRoot) -> None:
        self._root = root
        self._held = ExitStack()
        self._folders: dict[str, int] = {}

    def stamp(self, path: str) -> FileStamp | None:
        """Return what a path names now (links are not followed), None where there is nothing."""
        with reading(path):
            try:
                folder, name = self._place(path)
                return stamp_of(os.stat(name, dir_fd=folder, follow_symlinks=False))
            except FileNotFoundError:
                return None

    def read(self, path: str, limit: int = LIMIT) -> Content:
        """Return a document's bytes as they were at one moment."""
        with reading(path):
            folder, name = self._place(path)
            return read_file(folder, name, path, limit)

    def instead(self, path: str) -> Instead | None:
        """Return what keeps a path from being a document that can be read; looked at anew, from the root."""
        return self._root.instead(split_path(path))

    def close(self) -> None:
        """Let go of all folders; they are opened anew when they are needed."""
        self._folders.clear()
        self._held.close()

    def _place(self, path: str) -> tuple[int, str]:
        """Return the descriptor of a path's folder, and its name there."""
        folder, _, name = path.rpartition("/")
        found = self._folders.get(folder)
        if found is None:
            split_path(path)
            return self._open(folder), name
        if not _is_plain(name):
            split_path(name)
        return found, name

    def _open(self, folder: str) -> int:
        if len(self._folders) >= KEPT:
            self.close()
        found = self._held.enter_context(self._root.folder(tuple(folder.split("/")) if folder else ()))
        self._folders[folder] = found
        return found


def _is_plain(name: str) -> bool:
    """Tell whether a name needs no closer look."""
    return name.isascii() and 0 < len(name) < 200 and name[0] != "." and "\0" not in name
