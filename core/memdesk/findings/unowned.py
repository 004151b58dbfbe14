"""What looks like a memory and is no known system's."""

from __future__ import annotations

from memdesk.errors import MemdeskError
from memdesk.systems.index_memory import FILE, is_index
from memdesk.workspace import Workspace


def unowned_indexes(workspace: Workspace) -> tuple[str, ...]:
    """Return the indexes of topic files in a workspace that no system keeps."""
    infos = workspace.documents()
    named = [info.uri for info in infos if info.system is None and info.uri.rpartition("/")[2] == FILE]
    beside: dict[str, list[str]] = {uri.rpartition("/")[0]: [] for uri in named}
    for info in infos:
        folder, _, name = info.uri.rpartition("/")
        if folder in beside:
            beside[folder].append(name)
    return tuple(uri for uri in named if _is_index(workspace, uri, beside[uri.rpartition("/")[0]]))


def _is_index(workspace: Workspace, uri: str, beside: list[str]) -> bool:
    folder = uri[: len(uri) - len(FILE)]

    def read(name: str) -> bytes | None:
        try:
            return workspace.read(folder + name).data
        except MemdeskError:
            return None

    return is_index((read(FILE) or b"").decode(errors="replace"), beside, read)
