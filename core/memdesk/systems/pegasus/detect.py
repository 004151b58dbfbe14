"""Where a Pegasus memory folder is, and what a path in it is."""

from __future__ import annotations

from collections.abc import Iterable

from memdesk.model import Kind

_KINDS = {"facts": Kind.FACT, "episodes": Kind.EPISODE}


def memory_roots(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the folders with a Markdown file right inside their ``facts`` or ``episodes``."""
    notes = (path for path in paths if path.endswith(".md"))
    roots = {_root_of(path) for path in notes if "facts/" in path or "episodes/" in path}
    return tuple(sorted(root for root in roots if root is not None))


def kind_of(root: str, path: str) -> Kind | None:
    """Return the kind of a path of the workspace to the memory folder at ``root``."""
    inside = below(root, path)
    if inside is None or not inside.endswith(".md"):
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
    return path.removeprefix(root + "/") if path.startswith(root + "/") else None


def _root_of(path: str) -> str | None:
    """Return the memory folder that a path speaks for; the outermost ``facts`` or ``episodes`` counts."""
    parts = path.split("/")
    first = next((index for index, part in enumerate(parts) if part in _KINDS), None)
    return "/".join(parts[:first]) if first == len(parts) - 2 else None
