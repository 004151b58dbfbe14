"""Where a Pegasus memory folder is, and what a path in it is."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memdesk.model import Kind
from memdesk.systems.system import Folder

_SUMMARY = re.compile(rb"^> ?Summary:", re.MULTILINE)
_PAIR = re.compile("^[-*+] (?:\\*\\*)?[^:：*\n]{1,80}(?:\\*\\*)?(?:：|:)".encode(), re.MULTILINE)
_HEADING = re.compile(rb"^##? ", re.MULTILINE)
_MONTH = re.compile(r"\d{4}-\d\d(?!\d|-\d\d(?:\D|\Z))")
_FACTS = ("user.md", "memory.md")
_LOOK = 4096
_LOOKED_AT = 200
_KINDS = {"facts": Kind.FACT, "episodes": Kind.EPISODE}


def memory_roots(folder: Folder) -> tuple[str, ...]:
    """Return the folders whose ``facts`` and ``episodes`` hold what agents of this system write."""
    shelves: dict[str, list[str]] = {}
    for shelf in folder.folders():
        root = _root_of(shelf) if shelf.rpartition("/")[2] in _KINDS else None
        if root is not None:
            shelves.setdefault(root, []).append(shelf)
    return tuple(sorted(root for root, found in shelves.items() if _is_memory(folder, root, found)))


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


def _is_memory(folder: Folder, root: str, shelves: list[str]) -> bool:
    """Judge by what the files hold: many a project has a folder called ``facts`` or ``episodes``.

    A Summary line speaks for itself. A key with a value, or the entries of a month, need the right place;
    without any of them both folders must have the names that agents give.
    """
    paths = [path for shelf in sorted(shelves) for path in folder.under(shelf) if path.endswith(".md")]
    heads: dict[str, bytes] = {}
    for path in paths[:_LOOKED_AT]:
        heads[path] = folder.read(path, _LOOK) or b""
        if _SUMMARY.search(heads[path]):
            return True
    placed = len(shelves) > 1 or (root or folder.name).rpartition("/")[2] == "memory"
    return placed and (any(_is_shaped(path, head) for path, head in heads.items()) or _are_named(heads))


def _are_named(paths: Iterable[str]) -> bool:
    """Say whether there are a fact and a month under the names that agents give them."""
    named = [path.split("/")[-2:] for path in paths]
    has_fact = any(shelf == "facts" and name in _FACTS for shelf, name in named)
    return has_fact and any(shelf == "episodes" and _MONTH.match(name) for shelf, name in named)


def _is_shaped(path: str, head: bytes) -> bool:
    """Say whether a fact has a key with a value, or a month a heading or a key, or nothing yet."""
    shelf, name = path.split("/")[-2:]
    if shelf == "facts":
        return bool(_PAIR.search(head))
    is_begun = not head.strip() or _HEADING.search(head) or _PAIR.search(head)
    return bool(_MONTH.match(name) and is_begun)


def _root_of(shelf: str) -> str | None:
    """Return the memory folder of a ``facts`` or ``episodes`` folder; None inside of another such folder."""
    parts = shelf.split("/")[:-1]
    return None if any(part in _KINDS for part in parts) else "/".join(parts)
