"""The folders in our own folder: each has to be one, or nothing can be kept in it."""

from __future__ import annotations

import os
import re
from contextlib import suppress

from memdesk.errors import MemdeskError
from memdesk.store.fs.safe_root import SafeRoot, misplaced_folder

ASIDE = "aside"
"""Where it is kept what stood in the place of a record or a document."""

_HISTORY = "history"
_FOLDERS = (ASIDE, _HISTORY, "quarantine", "displaced")
"""What the others are moved into comes first."""
_SHARD = re.compile("[0-9a-f]{2}")


def misplaced_folders(private: SafeRoot) -> dict[str, str]:
    """Return what stands in the place of our folders, and of those in the history, and is no folder."""
    found = {}
    with private.folder(()) as folder:
        for name in _FOLDERS:
            if (what := misplaced_folder(folder, name)) is not None:
                found[name] = what
    with suppress(OSError, MemdeskError), private.folder((_HISTORY,)) as history:
        with os.scandir(history) as entries:
            shards = sorted(entry.name for entry in entries if _SHARD.fullmatch(entry.name))
        for shard in shards:
            if (what := misplaced_folder(history, shard)) is not None:
                found[f"{_HISTORY}/{shard}"] = what
    return found
