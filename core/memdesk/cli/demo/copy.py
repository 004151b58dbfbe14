"""A throw-away copy of the bundled demo workspace whose newest note is today's."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from memdesk.runtime.clock import clock_from, local_time

WRITTEN = date(2026, 11, 20)
"""The day on which the bundled workspace is set; a copy moves every date by the distance to its own day."""

FIXED = "pegasus"
"""Its episodes are filed by month, so that folder keeps its dates: the past stays where it was."""

_DAY = re.compile(r"(?<!\d)20\d\d-[01]\d-[0-3]\d(?!\d)")
_COMPACT_DAY = re.compile(r"(?<!\d)20\d\d[01]\d[0-3]\d(?!\d)")
_SECONDS = re.compile(r"(?<![\w.])1[78]\d{8}(?!\w)")


def copy_demo(target: Path, today: date | None = None) -> Path:
    """Copy the demo workspace into the folder ``target`` (made where missing), set ``today``; return it."""
    shift = (today or local_time(clock_from(os.environ)).date()) - WRITTEN
    for source, path in _walk(files("memdesk_resources") / "demo" / "workspace"):
        moved = timedelta() if path.parts[0] == FIXED else shift
        _place(source.read_text(encoding="utf-8"), target / _moved_path(path, moved), moved)
    return target


def _walk(folder: Traversable, under: str = "") -> Iterator[tuple[Traversable, PurePosixPath]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        path = PurePosixPath(under, item.name)
        if item.is_dir():
            yield from _walk(item, str(path))
        else:
            yield item, path


def _place(text: str, path: Path, shift: timedelta) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = _moved_text(text, shift)
    if path.suffix == ".sql":
        with closing(sqlite3.connect(path.with_suffix(""))) as database:
            database.executescript(text)
    else:
        path.write_bytes(text.encode())


def _moved_text(text: str, shift: timedelta) -> str:
    text = _DAY.sub(lambda match: str(date.fromisoformat(match[0]) + shift), text)
    return _SECONDS.sub(lambda match: str(int(match[0]) + round(shift.total_seconds())), text)


def _moved_path(path: PurePosixPath, shift: timedelta) -> PurePosixPath:
    name = _DAY.sub(lambda match: str(date.fromisoformat(match[0]) + shift), path.name)
    compact = _COMPACT_DAY.search(name)
    if compact is None:
        return path.with_name(name)
    day = f"{date.fromisoformat(compact[0]) + shift:%Y%m%d}"
    name = name.replace(compact[0], day)
    monthly = path.parent.name.isdigit()
    return path.parent.with_name(day[:6]) / name if monthly else path.with_name(name)
