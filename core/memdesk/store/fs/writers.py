"""Which processes have a file open for writing, as far as the system tells this user."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_LONGEST = 120
"""Letters of a command that are told."""
_MOST = 5
"""Processes that are told."""


class FileWriter(NamedTuple):
    """A process that has a file open for writing."""

    pid: int
    command: str

    def describe(self) -> str:
        """Return it in one line for people."""
        return f"pid {self.pid} ({self.command})" if self.command else f"pid {self.pid}"


def writers_of(status: os.stat_result) -> tuple[FileWriter, ...]:
    """Return the processes that have this file open for writing, or mapped so; none where nobody tells."""
    found: list[FileWriter] = []
    with suppress(OSError):
        for place in sorted(_PROC.iterdir()):
            if place.name.isdecimal() and int(place.name) != os.getpid() and _writes(place, status):
                found.append(FileWriter(int(place.name), _command(place)))
                if len(found) == _MOST:
                    break
    return tuple(found)


def _writes(place: Path, status: os.stat_result) -> bool:
    with suppress(OSError, ValueError, IndexError):
        return any(
            _is_open(place, name, status) for name in sorted(each.name for each in (place / "fd").iterdir())
        )
    return False


def _is_open(place: Path, name: str, status: os.stat_result) -> bool:
    with suppress(OSError, ValueError, IndexError):
        there = (place / "fd" / name).stat()
        if (there.st_dev, there.st_ino) == (status.st_dev, status.st_ino):
            return any(_access(line) != os.O_RDONLY for line in _flags(place, name))
    return False


def _flags(place: Path, name: str) -> Iterator[str]:
    lines = (place / "fdinfo" / name).read_text(encoding="ascii", errors="replace").splitlines()
    return (line.split()[1] for line in lines if line.startswith("flags:"))


def _access(octal: str) -> int:
    return int(octal, 8) & os.O_ACCMODE


def _command(place: Path) -> str:
    """Return what a process was started as, on one short line."""
    with suppress(OSError):
        words = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        said = " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())
        return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"
    return ""
