"""Which ``memory.json`` holds compartments, or which file that a workspace names in its place."""

from __future__ import annotations

import re

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems import choices
from memdesk.systems.aigentic.choices import read
from memdesk.systems.aigentic.records import COMPARTMENTS
from memdesk.systems.system import Folder
from memdesk.text.json.spans import spans

FILE = "memory.json"
CORRUPT = ".corrupt-"
"""What follows the file's name in the name of a copy of it that could not be read; then comes the moment."""

_TRACE = re.compile(rb'"(%s)"\s*:\s*(?:\[|null)' % "|".join(COMPARTMENTS).encode())
_BEGINNING = re.compile(rb"\s*\{\s*" + _TRACE.pattern)


def memory_files(folder: Folder) -> tuple[str, ...]:
    """Return the paths of the files that hold compartments or are what damage left of them."""
    return tuple(
        path
        for path in folder.named(FILE)
        if holds_compartments(data := folder.read(path)) or (data is not None and _has_copy(folder, path))
    )


def chosen_files(folder: Folder) -> dict[str, str]:
    """Return the files that ``memdesk.toml`` names as a memory's own, each with the memory's folder.

    One at the top holds for every folder that has no nearer one.
    """
    said = {path.rpartition("/")[0]: _storage_path(folder.read(path)) for path in folder.named(choices.FILE)}
    found = {}
    for root, name in said.items():
        if name is None or name == FILE:
            continue
        for path in folder.named(name.rpartition("/")[2]):
            home = path.removesuffix(name).rstrip("/") if f"/{path}".endswith(f"/{name}") else None
            is_meant = home is not None and (home == root or (not root and home not in said))
            if is_meant and holds_compartments(folder.read(path)):
                found[path] = home or ""
    return found


def _storage_path(data: bytes | None) -> str | None:
    try:
        return None if data is None else read(data).storage_path
    except InvalidError:
        return None


def _has_copy(folder: Folder, path: str) -> bool:
    """Say whether a copy of it that could not be read lies beside a file."""
    return any(other.startswith(path + CORRUPT) for other in folder.under(path.rpartition("/")[0]))


def holds_compartments(data: bytes | None) -> bool:
    """Judge by the compartments: two by their names, or an entry in one; a torn file has only traces of them.

    Many programs have a file of this name, and what is empty tells nothing.
    """
    if data is None:
        return False
    traces = {found[1] for found in _TRACE.finditer(data.replace(b"\0", b""))}
    if not traces:
        return False
    try:
        value = spans(data.decode()).value
    except (UnicodeDecodeError, InvalidError):
        return len(traces) > 1 or _BEGINNING.match(data) is not None
    if not isinstance(value, dict):
        return False
    found = [value[name] for name in COMPARTMENTS if name in value]
    return len(found) > 1 or any(
        _is_entry(item) for items in found for item in (items if isinstance(items, list) else ())
    )


def _is_entry(item: Json) -> bool:
    return isinstance(item, dict) and {"id", "content"} <= item.keys()
