"""Which run of an agent an entry belongs to; kept outside of the folder, as its file says nothing of it.

The entries go by a document's whole path: it is the same one whatever folder was opened. A file that cannot
be read or written only forgets, and then an entry is everybody's. Each process of a run that has entries
holds a lock until it ends: a run whose lock is free has ended, though nobody said so.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Container, Mapping
from contextlib import suppress
from pathlib import Path

from memdesk.runtime.paths import state_dir

_held: dict[Path, int] = {}
"""The locks of the runs of this process, open until it ends."""


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

    def ended(self, path: str) -> frozenset[str]:
        """Return the entries of a document whose run has ended without a word: its process is gone."""
        runs = self.of(path)
        over = {run for run in set(runs.values()) if _is_over(run)}
        return frozenset(entry for entry, run in runs.items() if run in over)

    def add(self, path: str, entry: str, run: str, known: Container[str]) -> None:
        """Note that an entry belongs to a run; what is noted of entries that are not ``known`` goes."""
        file = self._file(path)
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _hold(run)
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "r+", encoding="utf-8") as opened:
                fcntl.flock(opened, fcntl.LOCK_EX)
                noted = _read(opened.read())
                kept = {each: whose for each, whose in noted.items() if each in known} | {entry: run}
                opened.seek(0)
                opened.truncate()
                json.dump(kept, opened)
            for gone in {*noted.values()} - {*kept.values()}:
                if _is_over(gone):
                    _lock(gone).unlink(missing_ok=True)
        except (OSError, UnicodeError):
            return

    def _file(self, path: str) -> Path:
        name = hashlib.sha256(os.fsencode(self._root / path)).hexdigest()[:32]
        return state_dir() / "runs" / f"{name}.json"


def _lock(run: str) -> Path:
    return state_dir() / "runs" / f"{hashlib.sha256(run.encode('utf-8', 'replace')).hexdigest()[:32]}.lock"


def _hold(run: str) -> None:
    """Hold the lock of a run of this process from now on."""
    file = _lock(run)
    if file in _held:
        return
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    with suppress(OSError):  # whoever asks whether the run is over has it for this moment
        # Shared: processes with the same session are one run, which lasts as long as any of them.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    _held[file] = descriptor


def _is_over(run: str) -> bool:
    """Say whether a run had a lock that nobody holds any more."""
    file = _lock(run)
    if file in _held:
        return False
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    else:
        return True
    finally:
        os.close(descriptor)


def _read(text: str) -> dict[str, str]:
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return {str(entry): str(run) for entry, run in found.items()} if isinstance(found, dict) else {}
