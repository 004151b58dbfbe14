"""Which run of an agent an entry belongs to; kept outside of the folder, as its file says nothing of it.

The entries go by a document's whole path: it is the same one whatever folder was opened. A file that cannot
be read or written only forgets, and then an entry is everybody's.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Container, Mapping
from pathlib import Path

from memdesk.runtime.paths import state_dir


class RunEntries:
    """The runs of entries below a folder."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def of(self, path: str) -> Mapping[str, str]:
        """Return the run that each entry of a document belongs to; those of nobody are left out."""
        try:
            with self._file(path).open(encoding="utf-8") as opened:
                return _read(opened.read())
        except (OSError, UnicodeError):
            return {}

    def add(self, path: str, entry: str, run: str, known: Container[str]) -> None:
        """Note that an entry belongs to a run; what is noted of entries that are not ``known`` goes."""
        file = self._file(path)
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "r+", encoding="utf-8") as opened:
                fcntl.flock(opened, fcntl.LOCK_EX)
                kept = {each: whose for each, whose in _read(opened.read()).items() if each in known}
                opened.seek(0)
                opened.truncate()
                json.dump({**kept, entry: run}, opened)
        except (OSError, UnicodeError):
            return

    def _file(self, path: str) -> Path:
        name = hashlib.sha256(os.fsencode(self._root / path)).hexdigest()[:32]
        return state_dir() / "runs" / f"{name}.json"


def _read(text: str) -> dict[str, str]:
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return {str(entry): str(run) for entry, run in found.items()} if isinstance(found, dict) else {}
