"""How often parts of documents were read since that was last noted in them; kept outside the folder.

A read changes no document, so what it adds to a count waits here until the next change takes it along,
whichever process makes that. The counts go by a document's whole path: it is the same one whatever folder was
opened. A file that cannot be read or written only forgets.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from memdesk.runtime.paths import state_dir
from memdesk.systems.tools import Reads


class ReadCounts:
    """The counts of calls below a folder. For one thread; others, in any process, add to the same."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._counts: dict[str, Reads] = {}
        self._known: dict[str, Reads] = {}

    def of(self, path: str) -> Reads:
        """Return the counts of a document with all that was added elsewhere; whoever reads, adds to them."""
        counts = self._counts.setdefault(path, {})
        known = self._known.get(path, {})
        self._take(path, {part: times - known.get(part, 0) for part, times in counts.items()})
        return counts

    def noted(self, path: str) -> None:
        """Take in that a change has noted the counts in the document."""
        counts = self._counts.setdefault(path, {})
        counts.clear()
        self._take(path, {part: -times for part, times in self._known.pop(path, {}).items()})

    def keep(self) -> None:
        """Write down what was added."""
        for path, counts in self._counts.items():
            if counts != self._known.get(path, {}):
                self.of(path)

    def _take(self, path: str, more: Mapping[tuple[str, ...], int]) -> None:
        """Add to what is kept, and go on from that; where nothing can be kept, from what is known."""
        kept = _exchange(self._file(path), more)
        if kept is not None:
            self._known[path] = kept
            self._counts[path].clear()
            self._counts[path].update(kept)

    def _file(self, path: str) -> Path:
        name = hashlib.sha256(os.fsencode(self._root / path)).hexdigest()[:32]
        return state_dir() / "reads" / f"{name}.json"


def _exchange(file: Path, more: Mapping[tuple[str, ...], int]) -> Reads | None:
    """Add to the counts in a file and return them all; None where that cannot be done."""
    changes = any(more.values())
    try:
        if changes:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT if changes else os.O_RDONLY
        with os.fdopen(os.open(file, flags | os.O_CLOEXEC, 0o600), "r+" if changes else "r") as opened:
            fcntl.flock(opened, fcntl.LOCK_EX if changes else fcntl.LOCK_SH)
            counts = _read(opened)
            if changes:
                for part, times in more.items():
                    counts[part] = counts.get(part, 0) + times
                counts = {part: times for part, times in counts.items() if times > 0}
                opened.seek(0)
                opened.truncate()
                json.dump([[*part, times] for part, times in counts.items()], opened)
            return counts
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeError):
        return None


def _read(opened: TextIO) -> Reads:
    try:
        rows = json.loads(opened.read() or "[]")
        return {tuple(map(str, parts)): int(times) for *parts, times in rows if parts}
    except (ValueError, TypeError, RecursionError):
        return {}
