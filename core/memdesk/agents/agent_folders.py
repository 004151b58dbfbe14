"""The agents of this computer: which of the places that they are known to use are there.

Only names of folders are read, and none below those places: no file is opened, and nothing is created. What
cannot be read is not there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from memdesk.index.local_state.database import state_file
from memdesk.index.local_state.waiting import last_waiting
from memdesk.store import workspace_id
from memdesk.systems.agent_places import AGENT_PLACES, AgentPlace

MOST_NAMES = 1_000
"""Names that are read of one folder: an agent may have as many projects, and a start must not wait."""


class AgentFolder(NamedTuple):
    """A folder in which an agent keeps its memory."""

    agent: str
    path: Path
    systems: tuple[str, ...]
    """The systems that it may be of; none where it is opened as plain documents."""
    opened: bool
    """Whether memdesk has opened it before."""
    waiting: int | None
    """How many changes waited for a person when its review was last read; None where it never was."""
    why: str
    """What led to it: the environment variable that names it, or the known place in the person's home."""


def find_agents(environment: Mapping[str, str], home: Path) -> tuple[AgentFolder, ...]:
    """Return the folders of agents that are there, in the order of the table, each once.

    A link is followed inside of the person's home, or inside of the folder that a variable names.
    """
    found: dict[Path, AgentFolder] = {}
    for place in AGENT_PLACES:
        for base, limit, why in _bases(place, environment, home):
            for path in _folders(base, place.below):
                real = _real(path, limit)
                if real is not None and real not in found:
                    found[real] = _folder(place, path, why)
    return tuple(found.values())


def waiting_in(path: Path) -> int | None:
    """Return how many changes waited in a folder when its review was last read; None where it never was."""
    return last_waiting(workspace_id(path))


def _folder(place: AgentPlace, path: Path, why: str) -> AgentFolder:
    # What is kept of a folder outside of it is made when it is opened, and not before.
    opened = state_file(workspace_id(path)).parent.is_dir()
    waiting = waiting_in(path) if opened else None
    return AgentFolder(place.agent, path, place.systems, opened, waiting, why)


def _bases(place: AgentPlace, environment: Mapping[str, str], home: Path) -> Iterator[tuple[Path, Path, str]]:
    """Yield the folders a place may lie in, each with the one links may not leave, and with what names it."""
    named = environment.get(place.variable, "").strip() if place.variable else ""
    if named:
        base = _at_home(named, home)
        if base.is_absolute():
            yield base, base, place.variable
    if place.base:
        yield _at_home(place.base, home), home, place.base


def _at_home(name: str, home: Path) -> Path:
    return home / name[2:] if name.startswith("~/") else Path(name)


def _folders(base: Path, below: str) -> Iterator[Path]:
    """Yield what fits a place below its base, in the order of names."""
    part, _, rest = below.partition("/")
    if not part:
        yield base
    elif "*" not in part:
        yield from _folders(base / part, rest)
    else:
        for name in _names(base, part):
            yield from _folders(base / name, rest)


def _names(folder: Path, pattern: str) -> list[str]:
    with suppress(OSError), os.scandir(folder) as entries:
        return sorted(entry.name for entry in islice(entries, MOST_NAMES) if fnmatchcase(entry.name, pattern))
    return []


def _real(path: Path, limit: Path) -> Path | None:
    """Return the folder that a path leads to; None where it is none that may be read, or out of the limit."""
    with suppress(OSError, ValueError, RuntimeError):
        real = path.resolve(strict=True)
        inside = real.is_relative_to(limit.resolve())
        if inside and real.is_dir() and os.access(real, os.R_OK | os.X_OK):
            return real
    return None
