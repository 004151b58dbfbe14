"""Where an agent of this system keeps what, as paths of the opened folder."""

from __future__ import annotations

from memdesk.systems.agent_paths import MEMORY, below, outside
from memdesk.systems.picoclaw_layout import agent_workspace, joined, memory_folder
from memdesk.systems.tools import SiteMemory


def long_term_path(memory: SiteMemory) -> str:
    """Return where long-term memory is."""
    return joined(memory_folder(memory), "MEMORY.md")


def sessions_folder(memory: SiteMemory) -> str:
    """Return where the conversations are."""
    return joined(agent_workspace(memory_folder(memory)), "sessions")


def agent_path(memory: SiteMemory, path: str) -> str:
    """Return what an agent's path names. Raises ArgumentError where that is not in its workspace.

    The workspace is the folder around the memory folder. Where only the memory folder is open, nothing around
    it can be named.
    """
    folder = memory_folder(memory)
    home = joined(memory.root, folder).rstrip("/")
    if home.rpartition("/")[2] == MEMORY:
        home = home.rpartition("/")[0]
    parts = below(path, home)
    if folder.rpartition("/")[2] == MEMORY:
        return joined(agent_workspace(folder), "/".join(parts))
    if home == joined(memory.root, folder).rstrip("/"):
        return joined(folder, "/".join(parts[parts[0] == MEMORY and len(parts) > 1 :]))
    if parts[0] != MEMORY or len(parts) == 1:
        raise outside()
    return joined(folder, "/".join(parts[1:]))
