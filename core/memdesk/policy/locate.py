"""Where a policy is: the memory folder of an agent whose system has one."""

from __future__ import annotations

from collections.abc import Iterable

from memdesk.agents.toolbox import Toolbox
from memdesk.agents.transaction import Recollection, ToolTransaction
from memdesk.errors import NotFoundError, UsageError
from memdesk.model import Kind, Site
from memdesk.systems.agent_paths import MEMORY
from memdesk.systems.picoclaw_layout import joined, memory_folder, parent
from memdesk.systems.picoclaw_memskill import PicoClawMemSkill
from memdesk.systems.picoclaw_memskill.copying import SNAPSHOTS
from memdesk.systems.picoclaw_memskill.overrides import OVERRIDES
from memdesk.systems.picoclaw_memskill.policy import config_places
from memdesk.workspace import Workspace

SYSTEM = PicoClawMemSkill.id


def site_of(folder: str) -> Site:
    """Return a memory folder as the one place that its agent keeps its memory in."""
    root = parent(folder) if folder.rpartition("/")[2] == MEMORY else folder
    return Site(SYSTEM, root, frozenset({(joined(folder, "MEMORY.md"), Kind.LONG_TERM)}))


def memory_at(workspace: Workspace, folder: str) -> ToolTransaction:
    """Return a memory folder as a call has it; nothing that is written to it is ever committed."""
    return ToolTransaction(workspace, site_of(folder), Recollection(workspace), counting=False)


def folder_of(uri: str) -> str:
    """Return the memory folder of overrides or of a snapshot."""
    folder = parent(uri)
    return parent(folder) if folder.rpartition("/")[2] == SNAPSHOTS else folder


def folder_near(sites: Iterable[Site], uri: str) -> str:
    """Return the memory folder of a policy's document: overrides, a snapshot, or a configuration.

    Raises NotFoundError where no agent reads this configuration.
    """
    if uri.rpartition("/")[2] == OVERRIDES or parent(uri).rpartition("/")[2] == SNAPSHOTS:
        return folder_of(uri)
    ours = (site for site in sites if site.system == SYSTEM)
    folders = sorted({parent(path) for site in ours for path, _ in site.claims})
    found = next((folder for folder in folders if uri in config_places(folder)), None)
    if found is None:
        raise NotFoundError(f"no agent with a policy reads {uri}", uri=uri)
    return found


def find_folder(workspace: Workspace, system: str | None = None) -> str:
    """Return the memory folder with a policy. Raises NotFoundError for none, UsageError for several.

    ``system`` chooses a place, ``ID@FOLDER``; where none is found there, that is where one would begin.
    """
    sites = {site.root for each, site in Toolbox(workspace).places(system) if each.id == SYSTEM}
    if not sites:
        raise NotFoundError(
            f"there is no policy here: only PicoClaw MemSkill agents ({SYSTEM}) have one, and none was found"
        )
    if len(sites) > 1:
        there = ", ".join(f"{SYSTEM}@{root}" for root in sorted(sites))
        raise UsageError(f"this workspace has {len(sites)} policies; choose one with --system: {there}")
    chosen = next(site for each, site in Toolbox(workspace).places(system) if each.id == SYSTEM)
    return memory_folder(ToolTransaction(workspace, chosen, Recollection(workspace), writable=False))
