"""Paths as agents spell them: relative to their workspace or absolute, with dots and doubled slashes.

Links are no business of this module: whatever follows one is refused where files are opened.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memdesk.errors import ArgumentError

if TYPE_CHECKING:
    from memdesk.systems.tools import SiteMemory

MEMORY = "memory"
"""What agents call the folder that their memory is in."""

_DRIVE = re.compile(r"[A-Za-z]:")


def below(path: str, home: str, parameter: str = "path") -> tuple[str, ...]:
    """Return the parts of a path below an absolute one. Raises ArgumentError for any other path."""
    _refuse_strange(path, parameter)
    root = _parts(home)
    parts = _parts(path if path.startswith("/") else f"{home}/{path}")
    if parts[: len(root)] != root:
        raise outside(parameter)
    if parts == root or path.endswith(("/", "/.", "/..")):
        raise ArgumentError(parameter, "names a folder", "Name a file in it; nothing was changed.")
    return tuple(parts[len(root) :])


def is_memory_folder(memory: SiteMemory) -> bool:
    """Say whether a site is a memory folder itself by its name, be it the opened folder or one in it."""
    place = f"{memory.root}/{memory.site.root}".rstrip("/")
    return place.rpartition("/")[2] == MEMORY


def outside(parameter: str = "path") -> ArgumentError:
    """Return what refuses a path that leads out of an agent's workspace."""
    fix = "Name a file below the workspace, like memory/notes.md; nothing was changed."
    return ArgumentError(parameter, "leads out of the workspace", fix)


def _parts(path: str) -> list[str]:
    """Return the parts of an absolute path, without dots."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return parts


def _refuse_strange(path: str, parameter: str) -> None:
    if not path.strip():
        raise ArgumentError(parameter, "is empty", "Name a file, like memory/notes.md; nothing was changed.")
    if "\0" in path or "\\" in path or _DRIVE.match(path):
        rule = "holds what a path here cannot have (a backslash, a drive or NUL)"
        raise ArgumentError(parameter, rule, "Write / between folders; nothing was changed.")
