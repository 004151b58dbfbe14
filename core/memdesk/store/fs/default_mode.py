"""Who may read a new document: whoever may read those nearest to it; where there is none, its owner alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import and_
from pathlib import PurePosixPath

from memdesk.store.fs.attributes import OWN_MODE, mode_of, set_mode
from memdesk.store.fs.names import is_apart
from memdesk.store.fs.safe_root import SafeRoot

_LOOKED_AT = 64
"""Names of a folder that are looked at; more tell nothing new."""
_GRANTED = 0o664
"""What others are given at most: nobody may write a new document but its owner and group."""
_OWN = 0o700
"""What the owner needs, to put anything into a folder."""


def mode_nearby(root: SafeRoot, parts: tuple[str, ...]) -> int:
    """Return the mode of a new document: what all of those beside it have, or else in the folder above.

    Of the documents in a folder those with its ending count, all where there is none.
    """
    for depth in range(len(parts) - 1, -1, -1):
        try:
            with root.folder(parts[:depth]) as folder:
                found = dict(islice(_modes(folder), _LOOKED_AT))
        except OSError:
            continue
        ending = PurePosixPath(parts[-1]).suffix
        alike = [mode for name, mode in found.items() if name.endswith(ending)] or [*found.values()]
        if alike:
            return reduce(and_, alike) & _GRANTED | OWN_MODE
    return OWN_MODE


def folder_mode(mode: int) -> int:
    """Return the mode of a folder for documents of a mode: who may read these may look into it."""
    return mode | (mode & 0o444) >> 2


def make_as_open(root: SafeRoot, folder: tuple[str, ...], mode: int) -> tuple[tuple[str, ...], ...]:
    """Make what is missing of a folder, as open as one of this mode; return what had to be made.

    Whose group its files get is the matter of the folder above.
    """
    wanted = mode_of(mode) | _OWN
    made = root.make_folder(folder, mode=wanted)
    try:
        for each in made:
            with root.folder(each) as descriptor:
                set_mode(descriptor, wanted | os.fstat(descriptor).st_mode & stat.S_ISGID)
    except BaseException:
        root.drop_folders(made)
        raise
    return made


def _modes(folder: int) -> Iterator[tuple[str, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_file(follow_symlinks=False) and not is_apart(entry.name):
                yield entry.name, entry.stat(follow_symlinks=False).st_mode
