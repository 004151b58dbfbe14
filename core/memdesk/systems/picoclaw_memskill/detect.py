"""Where this system keeps memory, and what a path in it is."""

from __future__ import annotations

import re

from memdesk.model import Kind, Site
from memdesk.systems.agent_paths import MEMORY
from memdesk.systems.dated_notes import NOTE_PATH, is_dated
from memdesk.systems.index_memory import HEAD, is_index
from memdesk.systems.picoclaw_layout import (
    backup_holders,
    holders,
    inside,
    is_memory,
    joined,
    note_holders,
    parent,
    site_root,
)
from memdesk.systems.picoclaw_policy.layers import KEYS
from memdesk.systems.system import Folder
from memdesk.text.json import text as json_text

_MEMORY = "MEMORY.md"
_POLICY = "policy_overrides.json"
_STAMP = ".last_longterm_compress"
_NAMES = {
    _POLICY: Kind.POLICY,
    _STAMP: Kind.OTHER,
    "config.json": Kind.CONFIG,
}
_PATTERNS = (
    (NOTE_PATH, Kind.DAILY_NOTE),
    (re.compile(r"backups/[^/]+_MEMORY\.md"), Kind.BACKUP),
    (re.compile(r"policy_snapshots/[^/]+\.json"), Kind.POLICY_SNAPSHOT),
    (re.compile(r"sessions/[^/]+\.json"), Kind.SESSION),
)
_DATED = re.compile(rb"(?:\A|[^#])## \d{4}-\d\d-\d\d\s*(?:\n|\Z)")
_SESSION = re.compile(rb'\A\s*\{\s*"key"\s*:.*"messages"\s*:', re.DOTALL)
_CHANGES = re.compile(
    rb"(?:\A|\n)(?:# *\[?(?:change ?log|change history|release notes|releases|version history|"
    + "更新日志|更新记录|变更日志|变更记录|版本历史|发布说明".encode()
    + rb")|### (?:Added|Changed|Deprecated|Removed|Fixed|Security)[ \t\r]*(?:\n|\Z))",
    re.IGNORECASE,
)
"""A list of what changed in the versions of something, by its title or the headings that such lists have."""
_LOOK = 4096
_GENERATED = b"auto-generated from tiered memory"


def memories(folder: Folder) -> set[str]:
    """Return the memory folders that only this system can have written."""
    noted = note_holders(folder)
    found = holders(folder, _STAMP) | backup_holders(folder)
    found |= {memory for memory in holders(folder, _POLICY) if _has_policy(folder, memory)}
    return found | {memory for memory in holders(folder, _MEMORY) if _has_entries(folder, memory, noted)}


def sites(system: str, folder: Folder) -> tuple[Site, ...]:
    """Return the sites of every memory folder that only this system can have written."""
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
    """Judge a ``MEMORY.md``: dated entries speak for themselves, other text needs the right surroundings.

    An index of topic files is not this system's, nor is a list of a program's changes, nor a file with notes
    of ``2026-02-18.md`` around it.
    """
    data = folder.read(joined(memory, _MEMORY))
    if data is None or _GENERATED in data[:400] or _CHANGES.search(data) or _is_index(folder, memory, data):
        return False
    if memory in noted:
        return True
    places = (memory, joined(memory, MEMORY))
    if any(is_dated(path) for place in places for path in folder.under(place)):
        return False
    if _DATED.search(data):
        return True
    return is_memory(memory) and (
        _is_configured(folder, parent(memory))
        or _has_sessions(folder, parent(memory))
        or _is_bare(folder, memory, data)
    )


def _is_configured(folder: Folder, workspace: str) -> bool:
    """Say whether the agent's ``config.json``, in the workspace or around it, sets one of the parameters."""
    for home in dict.fromkeys((workspace, parent(workspace))):
        value = json_text.read(folder.read(joined(home, "config.json")) or b"").value
        block = value.get("memory") if isinstance(value, dict) else None
        if isinstance(block, dict) and any(name.lower() in KEYS for name in block):
            return True
    return False


def _is_bare(folder: Folder, memory: str, data: bytes) -> bool:
    """Whether a memory is made but nothing is in it yet: a title alone, and no other notes beside it.

    What lies in a hidden folder is a coding tool's.
    """
    hidden = any(name.startswith(".") for name in memory.split("/"))
    others = (path for path in folder.under(memory) if path != joined(memory, _MEMORY))
    lines = [line for line in data.split(b"\n") if line.strip()]
    titles = bool(lines) and all(line.startswith(b"# ") for line in lines)
    return titles and not hidden and not any(path.lower().endswith(".md") for path in others)


def _is_index(folder: Folder, memory: str, data: bytes) -> bool:
    names = (path.rpartition("/")[2] for path in folder.under(memory))
    return is_index(
        data.decode(errors="replace"), names, lambda name: folder.read(joined(memory, name), HEAD)
    )


def _has_policy(folder: Folder, memory: str) -> bool:
    """Judge overrides: by a parameter in them, else by the place; others use that name, too."""
    value = json_text.read(folder.read(joined(memory, _POLICY)) or b"").value
    if isinstance(value, dict) and any(name.lower() in KEYS for name in value):
        return True
    beside = joined(memory, _MEMORY) in folder.under(memory)
    return beside or (is_memory(memory) and (value is None or value == {}))


def _has_sessions(folder: Folder, workspace: str) -> bool:
    """Say whether conversations of such an agent lie beside its memory folder."""
    paths = (path for path in folder.under(joined(workspace, "sessions")) if path.endswith(".json"))
    return any(_SESSION.search(folder.read(path, _LOOK) or b"") for path in paths)
