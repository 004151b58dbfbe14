"""Temporaries that have done their work: removed once what they hold is kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from memdesk.model import FileStamp
from memdesk.store.lease import Leased
from memdesk.store.safe_root import open_file, read_opened, remove, stamp_of

Keep = Callable[[bytes], object]
"""Keeps the bytes that a temporary was found to hold; raises where that is not possible."""


class Displaced(NamedTuple):
    """A temporary that holds what a document was: the stamp under which its bytes were last seen and kept.

    ``park`` sets it aside where nobody can say whether somebody is writing it, and tells whether it could.
    """

    stamp: FileStamp
    park: Callable[[str], bool]


def discard(folder: int, name: str, keep: Keep, known: Displaced | None = None) -> bool:
    """Keep what a temporary holds, then remove it. False where somebody is still writing it: it stays."""
    try:
        with open_file(folder, name, name) as descriptor:
            return discard_opened(Leased(descriptor), folder, name, keep, known)
    except FileNotFoundError:
        return True


def discard_opened(lease: Leased, folder: int, name: str, keep: Keep, known: Displaced | None) -> bool:
    """Discard a temporary that is open already."""
    with lease as is_ours:
        if not is_ours or not _is_kept(lease.descriptor, name, keep, known):
            return False
        if lease.is_certain or not (known and known.park(name)):
            remove(folder, name)
    return True


def _is_kept(descriptor: int, name: str, keep: Keep, known: Displaced | None) -> bool:
    status = os.fstat(descriptor)
    if known is None or stamp_of(status) != known.stamp:
        os.lseek(descriptor, 0, os.SEEK_SET)
        content = read_opened(descriptor, status, name)
        if content is None:
            return False
        keep(content.data)
    return True
