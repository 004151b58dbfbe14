"""Other paths that lead to a folder: a part of a disk may be mounted at several places."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

TABLE = Path("/proc/self/mountinfo")

_ESCAPED = re.compile(r"\\([0-7]{3})")
_FIELDS = 5


class Mount(NamedTuple):
    """A mounted part of a disk: which disk, which folder on it, and where that is to be found."""

    device: str
    part: Path
    point: Path


def mounts() -> tuple[Mount, ...]:
    """Return what is mounted, what came last last; nothing where the system does not say."""
    try:
        return _told_by(TABLE.read_text("utf-8", "surrogateescape"))
    except OSError:
        return ()


@lru_cache(1)
def _told_by(table: str) -> tuple[Mount, ...]:
    """Return what a table names: it is asked with every folder that is opened, and seldom another one."""
    rows = (line.split(" ") for line in table.splitlines())
    return tuple(Mount(row[2], _path(row[3]), _path(row[4])) for row in rows if len(row) > _FIELDS)


def aliases(path: Path, mounted: tuple[Mount, ...]) -> Iterator[Path]:
    """Yield the other paths of a folder. ``path`` must be free of links."""
    around = [mount for mount in mounted if path.is_relative_to(mount.point)]
    if not around:
        return
    mine = max(reversed(around), key=lambda mount: len(mount.point.parts))
    place = mine.part / path.relative_to(mine.point)
    for other in mounted:
        if other.device == mine.device and other != mine and place.is_relative_to(other.part):
            found = other.point / place.relative_to(other.part)
            if found != path and _are_one(found, path):
                yield found


def _are_one(one: Path, other: Path) -> bool:
    """Say whether both are one folder: another disk may be mounted over one of them."""
    try:
        return os.path.samestat(os.lstat(one), os.lstat(other))
    except OSError:
        return False


def _path(text: str) -> Path:
    """Return a path of the table, in which some letters are written as their octal number."""
    raw = _ESCAPED.sub(lambda found: chr(int(found[1], 8)), text)
    return Path(raw)
