"""Where a Pegasus memory folder is, and what a path in it is."""

from __future__ import annotations

from memdesk.model import Kind
from memdesk.systems.family import Folder

_KINDS = {"facts": Kind.FACT, "episodes": Kind.EPISODE}


def memory_roots(folder: Folder) -> tuple[str, ...]:
    """Return the folders with a Markdown file right inside their ``facts`` or ``episodes``."""
    roots = {_root_of(shelf) for shelf in folder.folders() if _has_notes(folder, shelf)}
    return tuple(sorted(root for root in roots if root is not None))


def kind_of(root: str, path: str) -> Kind | None:
    """Return the kind of a path of the workspace to the memory folder at ``root``."""
    inside = below(root, path) if path.endswith(".md") else None
    if inside is None:
        return None
    folder, slash, _ = inside.partition("/")
    return _KINDS.get(folder) if slash else Kind.OTHER


def is_listed(path: str) -> bool:
    """Say whether the agent's own listing shows the file: right inside ``facts`` or ``episodes``."""
    return path.split("/")[-2:-1] in (["facts"], ["episodes"])


def below(root: str, path: str) -> str | None:
    """Return the path as seen from ``root``, or None where it is not in there."""
    if not root:
        return path
    length = len(root)
    return path[length + 1 :] if path[length : length + 1] == "/" and path.startswith(root) else None


def _has_notes(folder: Folder, shelf: str) -> bool:
    return shelf.rpartition("/")[2] in _KINDS and any(path.endswith(".md") for path in folder.under(shelf))


def _root_of(shelf: str) -> str | None:
    """Return the memory folder of a ``facts`` or ``episodes`` folder; None inside of another such folder."""
    parts = shelf.split("/")[:-1]
    return None if any(part in _KINDS for part in parts) else "/".join(parts)
