"""Whether others on this machine get at our folder: it is made for its owner alone, whatever is around it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress

from memdesk.errors import MemdeskError
from memdesk.store.commit.displaced import FOLDER as DISPLACED
from memdesk.store.fs.own_folders import ASIDE
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.text.cooperative import yielding

_OTHERS = 0o077
_FOREIGN = frozenset({(ASIDE,), (DISPLACED,)})
_ENTERING = 0o033
"""What lets others into a folder; who may only list it gets at nothing in there."""


def is_open(private: SafeRoot) -> bool:
    """Tell whether the folder itself lets others in."""
    with suppress(OSError, MemdeskError), private.folder(()) as folder:
        return _lets_others(os.fstat(folder), _ENTERING)
    return False


def open_inside(private: SafeRoot) -> int:
    """Count the files and folders in it that are open, too; where it is not open itself, that is no harm.

    Displaced files of documents are as open as these were, and so is what was set aside.
    """
    return sum(map(_lets_others, yielding(_inside(private))))


def _inside(private: SafeRoot) -> Iterator[os.stat_result]:
    """Yield the status of every file and folder; links are passed over."""
    pending: list[tuple[str, ...]] = [()]
    while pending:
        parts = pending.pop()
        with suppress(OSError, MemdeskError), private.folder(parts) as folder, os.scandir(folder) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode) and (*parts, entry.name) not in _FOREIGN:
                    pending.append((*parts, entry.name))
                if not stat.S_ISLNK(status.st_mode):
                    yield status


def _lets_others(status: os.stat_result, rights: int = _OTHERS) -> bool:
    """Tell whether a mode says so; Windows has none that tells."""
    return os.name == "posix" and bool(status.st_mode & rights)
