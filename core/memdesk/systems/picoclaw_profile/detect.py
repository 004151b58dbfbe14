"""Where a profile is, and what a path beside it is."""

from __future__ import annotations

import re

from memdesk.model import Kind
from memdesk.systems.dated_notes import NOTE_PATH
from memdesk.systems.picoclaw_layout import (
    has_begun,
    holders,
    inside,
    is_memory,
    joined,
    note_holders,
    site_root,
)
from memdesk.systems.picoclaw_profile.rows import rows_of
from memdesk.systems.system import Folder
from memdesk.text.json import text as json_text

_OTHER_SYSTEM = ("MEMORY.md", "policy_overrides.json", ".last_longterm_compress")
_KINDS = {"profile.json": Kind.PROFILE, "USER.md": Kind.OTHER}
_COPY = re.compile(r"(?:USER|MEMORY)\.md(?:\.\d+)?\.bak")


def site_roots(folder: Folder) -> tuple[str, ...]:
    """Return the sites of the system's memory folders."""
    return tuple(sorted({site_root(folder, memory) for memory in memories(folder)}))


def memories(folder: Folder) -> set[str]:
    """Return every memory folder that has a profile, or daily notes as agents begin them and nothing else."""
    noted = note_holders(folder)
    found = {memory for memory in holders(folder, "profile.json") if _has_profile(folder, memory, noted)}
    alone = noted - holders(folder, *_OTHER_SYSTEM)
    return found | {
        memory for memory in alone if is_memory(memory or folder.name) or has_begun(folder, memory)
    }


def kind_of(root: str, path: str) -> Kind | None:
    """Return the kind of a path of the workspace to the site at ``root``."""
    name = inside(root, path)
    if name is None:
        return None
    if _COPY.fullmatch(name):
        return Kind.BACKUP
    return Kind.DAILY_NOTE if NOTE_PATH.fullmatch(name) else _KINDS.get(name)


def _has_profile(folder: Folder, memory: str, noted: set[str]) -> bool:
    """Judge a ``profile.json``: texts as agents lay them out speak for themselves.

    Many programs have a file of this name, so all others need the right place.
    """
    data = folder.read(joined(memory, "profile.json"))
    if data is None:
        return False
    values = json_text.read(data).value
    if values is not None and not isinstance(values, dict):
        return False
    if values and any(isinstance(value, list | dict) for value in values.values()):
        return False
    if is_memory(memory or folder.name) or memory in noted:
        return True
    rows = rows_of(data.decode(errors="replace"))
    return rows is not None and list(rows.texts) == sorted(rows.texts)
