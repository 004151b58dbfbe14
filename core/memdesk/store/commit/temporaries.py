"""Temporaries that have done their work: removed once what they hold is kept."""

from __future__ import annotations

import os
from collections.abc import Callable

from memdesk.store.fs.lease import Leased
from memdesk.store.fs.safe_root import open_file, read_opened, remove

Keep = Callable[[bytes], object]
"""Keeps the bytes that a temporary was found to hold; raises where that is not possible."""

Park = Callable[[str], bool]
"""Sets a temporary aside where nobody can say whether somebody is writing it; tells whether it could."""


def discard(folder: int, name: str, keep: Keep, park: Park | None = None) -> bool:
    """Keep what a temporary holds, then remove it, or park it. False where somebody is still writing it."""
    try:
        with open_file(folder, name, name) as descriptor, (lease := Leased(descriptor)) as is_ours:
            if lease.is_certain and _is_kept(descriptor, name, keep) and lease.is_unbroken:
                remove(folder, name)
                return True
            if park and park(name):
                return True
            if is_ours and not lease.is_certain and _is_kept(descriptor, name, keep):
                remove(folder, name)
                return True
            return False
    except FileNotFoundError:
        return True


def _is_kept(descriptor: int, name: str, keep: Keep) -> bool:
    content = read_opened(descriptor, os.fstat(descriptor), name)
    if content is None:
        return False
    keep(content.data)
    return True
