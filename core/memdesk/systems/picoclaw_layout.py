"""Where PicoClaw agents of both kinds keep their files, as seen from what the person opened.

A site is the agent's workspace (its ``memory`` folder holds the memory), the folder around that workspace
where ``config.json`` lies beside it, or a memory folder on its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING

from memdesk.model import Site
from memdesk.systems.agent_paths import MEMORY, is_memory_folder
from memdesk.systems.dated_notes import blank_note, note_date
from memdesk.systems.system import Blank, Folder

if TYPE_CHECKING:
    from memdesk.systems.tools import SiteMemory

WORKSPACE = "workspace"

_MONTH = re.compile(r"(?:^|/)\d{6}\Z")
_NOTE = re.compile(r"(?:^|/)(\d{6})/\1\d{2}\.md\Z")
_BACKUPS = re.compile(r"(?:^|/)backups\Z")
_BACKUP = re.compile(r"(?:^|/)backups/\d{8}_\d{6}[^/]*_MEMORY\.md\Z")
_HEAD = 64
_LOOKED_AT = 200
_MARKS = ("profile.json", "MEMORY.md")
_AROUND = (f"{WORKSPACE}/{MEMORY}/", f"{MEMORY}/", f"{WORKSPACE}/")


def parent(path: str) -> str:
    """Return the folder of a path, ``""`` for the workspace."""
    return path.rpartition("/")[0]


def joined(folder: str, name: str) -> str:
    """Return the path of a name in a folder."""
    return f"{folder}/{name}" if folder else name


def is_memory(folder: str) -> bool:
    """Say whether a folder is called ``memory``."""
    return folder.rpartition("/")[2] == MEMORY


def inside(root: str, path: str) -> str | None:
    """Return a path as seen from the memory folder or the workspace around it; None outside of the site."""
    if root:
        if not path.startswith(root + "/"):
            return None
        path = path[len(root) + 1 :]
    for prefix in _AROUND:
        if path.startswith(prefix):
            return path[len(prefix) :]
    return path


def site_root(folder: Folder, memory: str) -> str:
    """Return the site of a memory folder: the workspace, or what holds it and its configuration."""
    if not is_memory(memory):
        return memory
    workspace = parent(memory)
    around = parent(workspace)
    if workspace.rpartition("/")[2] == WORKSPACE and joined(around, "config.json") in folder.under(around):
        return around
    return workspace


def memory_folder(memory: SiteMemory) -> str:
    """Return the memory folder of a site; where none is yet, the one that an agent would make."""
    root = memory.site.root
    claimed = sorted(parent(path) for path, _ in memory.site.claims)
    if claimed:
        return claimed[0]
    if is_memory(root):
        return root
    new = root if is_memory_folder(memory) else joined(root, MEMORY)
    return next(_memory_folders(memory, root), new)


def agent_workspace(memory_folder: str) -> str:
    """Return the folder that an agent calls its workspace."""
    return parent(memory_folder) if is_memory(memory_folder) else memory_folder


def _memory_folders(memory: SiteMemory, root: str) -> Iterator[str]:
    """Yield what is a memory folder in a site, the surest first."""
    folders = memory.folders(root)
    for place in (joined(root, MEMORY), joined(root, f"{WORKSPACE}/{MEMORY}")):
        if place in folders or (
            joined(root, WORKSPACE) in folders and place in memory.folders(parent(place))
        ):
            yield place
    files = (path.rpartition("/")[2] for path in memory.names(root))
    if any(name in _MARKS for name in files) or any(_MONTH.search(path) for path in folders):
        yield root


def holders(folder: Folder, *names: str) -> set[str]:
    """Return the folders that hold a file of one of these names."""
    return {parent(path) for name in names for path in folder.named(name)}


def note_holders(folder: Folder) -> set[str]:
    """Return the folders whose ``YYYYMM`` folders hold notes."""
    return _holders_of(folder, _MONTH, _NOTE)


def has_begun(folder: Folder, memory: str) -> bool:
    """Say whether a note in a folder begins with its day, as agents of both kinds begin theirs."""
    months = (path for path in folder.folders() if parent(path) == memory and _MONTH.search(path))
    notes = (path for month in sorted(months) for path in folder.under(month) if _NOTE.search(path))
    return any(
        (folder.read(path, _HEAD) or b"").startswith(f"# {note_date(path)}".encode())
        for path in islice(notes, _LOOKED_AT)
    )


def backup_holders(folder: Folder) -> set[str]:
    """Return the folders whose ``backups`` folder holds copies of ``MEMORY.md``."""
    return _holders_of(folder, _BACKUPS, _BACKUP)


def blank_notes(site: Site, folder: Folder, memories: Iterable[str], day: date) -> tuple[Blank, ...]:
    """Return the note of a day to begin in each of a site's memory folders."""
    inside_it = (memory for memory in sorted(memories) if site_root(folder, memory) == site.root)
    return tuple(blank_note(joined(memory, f"{day:%Y%m}"), f"{day:%Y%m%d}", day) for memory in inside_it)


def _holders_of(folder: Folder, shelf: re.Pattern[str], file: re.Pattern[str]) -> set[str]:
    """Return what holds a folder of one name with a file of another in it."""
    shelves = (path for path in folder.folders() if shelf.search(path))
    return {parent(path) for path in shelves if any(file.search(name) for name in folder.under(path))}
