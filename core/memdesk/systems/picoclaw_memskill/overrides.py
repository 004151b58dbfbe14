"""A change of the policy as one unit: a snapshot of the overrides first, then the overrides.

Agents do the same, so they read the snapshots, too: the bytes of the overrides before a change, under the
moment of the change. Where there were no overrides, there is nothing to take; a reflection keeps that there
were none, as the design has a snapshot before each.
"""

from __future__ import annotations

from memdesk.model import Kind
from memdesk.systems.picoclaw_layout import joined, memory_folder
from memdesk.systems.picoclaw_memskill.copying import SNAPSHOTS, copy_paths
from memdesk.systems.picoclaw_policy.reading import settings_in
from memdesk.systems.picoclaw_policy.values import Wishes
from memdesk.systems.picoclaw_policy.writing import overrides_with
from memdesk.systems.tools import SiteMemory

OVERRIDES = "policy_overrides.json"
_NO_OVERRIDES = b"{}"


def overrides_path(memory: SiteMemory) -> str:
    """Return where the overrides are."""
    return joined(memory_folder(memory), OVERRIDES)


def snapshots_folder(memory: SiteMemory) -> str:
    """Return where the snapshots are."""
    return joined(memory_folder(memory), SNAPSHOTS)


def replace_overrides(memory: SiteMemory, after: bytes | None) -> str | None:
    """Put other overrides (None = none) in the place of these; return the path of the snapshot of these."""
    path = overrides_path(memory)
    before = memory.read(path)
    if before == after:
        return None
    snapshot = take_snapshot(memory)
    if after is None:
        memory.delete(path)
    else:
        memory.write(path, after)
    return snapshot


def suppose_overrides(memory: SiteMemory, wishes: Wishes) -> None:
    """Put other overrides into a memory that is never committed; damaged ones count as none, as now."""
    path = overrides_path(memory)
    data = memory.read(path)
    data = overrides_with(data if settings_in(data) is not None else None, wishes, path)
    if data is not None:
        memory.write(path, data)


def reflected_overrides(memory: SiteMemory, after: bytes | None) -> str | None:
    """Put what a reflection set in the place of the overrides; return the path of the snapshot, if any.

    There is one before each: of the same overrides, and of none where they are begun.
    """
    path = overrides_path(memory)
    before = memory.read(path)
    if before is None and after is not None:
        snapshot = snapshot_path(memory)
        memory.write(snapshot, _NO_OVERRIDES)
        memory.write(path, after)
        return snapshot
    return take_snapshot(memory) if before == after else replace_overrides(memory, after)


def take_snapshot(memory: SiteMemory) -> str | None:
    """Keep the overrides as they are, and return where; None where there are none."""
    before = memory.read(overrides_path(memory))
    if before is None:
        return None
    path = snapshot_path(memory)
    memory.write(path, before)
    return path


def snapshot_path(memory: SiteMemory) -> str:
    """Return a free name for a snapshot taken now; no snapshot ever takes the place of another."""
    taken = set(memory.names(snapshots_folder(memory)))
    names = copy_paths(Kind.POLICY, overrides_path(memory), memory.now)
    return next(name for name in names if name not in taken)
