"""Temporaries that have done their work: removed once what they hold is kept."""

from __future__ import annotations

import os
from collections.abc import Callable

from memdesk.model import FileStamp
from memdesk.store.lease import has_writer
from memdesk.store.safe_root import open_file, read_file, remove, stamp_of

Keep = Callable[[bytes], object]
"""Keeps the bytes that a temporary was found to hold; raises where that is not possible."""


def discard(folder: int, name: str, keep: Keep, known: FileStamp | None = None) -> bool:
    """Keep what a temporary holds, then remove it. False where somebody is still writing it: it stays.

    ``known`` is the stamp under which its bytes were last seen and kept.
    """
    try:
        with open_file(folder, name, name) as descriptor:
            if has_writer(descriptor):
                return False
            is_known = stamp_of(os.fstat(descriptor)) == known
        if not is_known:
            keep(read_file(folder, name, name).data)
    except FileNotFoundError:
        return True
    remove(folder, name)
    return True
