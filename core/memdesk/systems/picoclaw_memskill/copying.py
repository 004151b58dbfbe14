"""The names of the copies that are kept of long-term memory and of the policy before a change."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import count

from memdesk.model import Kind
from memdesk.systems.picoclaw_layout import joined, parent

BACKUPS = "backups"
SNAPSHOTS = "policy_snapshots"


def copy_paths(kind: Kind, path: str, now: datetime) -> Iterator[str]:
    """Yield names for the copy of a document: the moment, and a number where that is taken.

    The second copy of a second is ``YYYYMMDD_HHMMSS_2_MEMORY.md``, and so on: the name still begins with the
    moment and ends as agents have it, and no copy ever takes the place of another.
    """
    ways = {Kind.LONG_TERM: (BACKUPS, "_MEMORY.md"), Kind.POLICY: (SNAPSHOTS, ".json")}
    if kind in ways:
        folder, ending = ways[kind]
        place = joined(parent(path), folder)
        yield from (joined(place, f"{now:%Y%m%d_%H%M%S}{number}{ending}") for number in _numbers())


def _numbers() -> Iterator[str]:
    yield ""
    yield from (f"_{number}" for number in count(2))
