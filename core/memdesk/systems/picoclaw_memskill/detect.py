"""Where this family keeps memory, and what a path in it is."""

from __future__ import annotations

import re

from memdesk.model import Kind, Site
from memdesk.systems.dated_notes import NOTE_PATH
from memdesk.systems.family import Folder
from memdesk.systems.picoclaw_layout import (
    backup_holders,
    holders,
    inside,
    is_memory,
    joined,
    note_holders,
    site_root,
)

_MEMORY = "MEMORY.md"
_SURE = ("policy_overrides.json", ".last_longterm_compress")
_NAMES = {
    "policy_overrides.json": Kind.POLICY,
    ".last_longterm_compress": Kind.OTHER,
    "config.json": Kind.CONFIG,
}
_PATTERNS = (
    (NOTE_PATH, Kind.DAILY_NOTE),
    (re.compile(r"backups/[^/]+_MEMORY\.md"), Kind.BACKUP),
    (re.compile(r"policy_snapshots/[^/]+\.json"), Kind.POLICY_SNAPSHOT),
    (re.compile(r"sessions/[^/]+\.json"), Kind.SESSION),
)
_DATED = re.compile(rb"(?:\A|[^#])## \d{4}-\d\d-\d\d\s*(?:\n|\Z)")
_GENERATED = b"auto-generated from tiered memory"


def memories(folder: Folder) -> set[str]:
    """Return the memory folders that only this family can have written."""
    noted = note_holders(folder)
    found = holders(folder, *_SURE) | backup_holders(folder)
    return found | {memory for memory in holders(folder, _MEMORY) if _has_entries(folder, memory, noted)}


def sites(system: str, folder: Folder) -> tuple[Site, ...]:
    """Return the sites of every memory folder that only this family can have written."""
    claims: dict[str, set[tuple[str, Kind]]] = {}
    for memory in memories(folder):
        claims.setdefault(site_root(folder, memory), set()).add((joined(memory, _MEMORY), Kind.LONG_TERM))
    return tuple(Site(system, root, frozenset(claims[root])) for root in sorted(claims))


def kind_of(site: Site, path: str) -> Kind | None:
    """Return the kind of a path of the workspace to a site."""
    name = inside(site.root, path)
    if name is None:
        return None
    if name == _MEMORY:
        return Kind.LONG_TERM if (path, Kind.LONG_TERM) in site.claims else None
    known = _NAMES.get(name)
    if known is not None or "/" not in name:
        return known
    return next((kind for pattern, kind in _PATTERNS if pattern.fullmatch(name)), None)


def _has_entries(folder: Folder, memory: str, noted: set[str]) -> bool:
    """Judge a ``MEMORY.md``: dated entries speak for themselves, other text needs the right surroundings."""
    data = folder.read(joined(memory, _MEMORY))
    if data is None or _GENERATED in data[:400]:
        return False
    return is_memory(memory) or memory in noted or bool(_DATED.search(data))
