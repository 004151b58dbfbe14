"""Where drafts lie: below the path of a workspace, and where other paths have some of the same one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from memdesk.drafts.draft import DISCARDED, SUFFIX, Draft, read_draft, workspace_of
from memdesk.model import Identity
from memdesk.runtime.atomic_file import read_text, sync_folder, write_text
from memdesk.runtime.paths import state_dir

_ADOPTED = "adopted"


class _Adopted(NamedTuple):
    """Up to where unfinished saves became drafts, and those of which workspace."""

    offset: int
    workspace: Identity | None


def draft_folder(workspace: str) -> Path:
    """Return where the drafts of a workspace (named by its id) are kept."""
    return state_dir() / "workspaces" / workspace / "drafts"


def listed(folder: Path) -> list[Path]:
    """Return what is in a folder, by name; nothing where it cannot be told."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def every_draft(path: Path, workspace: Identity | None = None) -> Iterator[Draft]:
    """Yield all sound drafts below a folder, discarded ones and those of living processes too.

    With ``workspace`` also those that were kept of this very one where it lay before.
    """
    for folder in listed(path):
        for file in listed(folder):
            draft = read_draft(file) if _is_named_so(file) else None
            if draft is not None:
                yield draft
    for folder in elsewhere(path, workspace):
        yield from (draft for draft in drafts_of(folder, workspace) if draft.workspace == workspace)


def elsewhere(path: Path, workspace: Identity | None) -> Iterator[Path]:
    """Yield the folders in which other paths have drafts of a workspace, or of a copy of it."""
    for other in listed(path.parent.parent) if workspace is not None else ():
        if other != path.parent:
            yield from (folder for folder in listed(other / path.name) if _files_of(folder, workspace))


def drafts_of(folder: Path, workspace: Identity | None) -> list[Draft]:
    """Return the sound drafts of a workspace in a folder."""
    return [draft for file in _files_of(folder, workspace) if (draft := read_draft(file))]


def adopted(path: Path, workspace: Identity | None) -> int:
    """Return up to which offset of a workspace's unfinished saves they were adopted, wherever it lay then."""
    here = _adopted(path)
    is_other = workspace and here.workspace and here.workspace.token != workspace.token
    offsets = [0 if is_other else here.offset]
    for other in listed(path.parent.parent) if workspace is not None else ():
        found = _adopted(other / path.name)
        offsets += [found.offset] if found.workspace == workspace else []
    return max(offsets)


def note_adopted(path: Path, workspace: Identity | None, offset: int) -> None:
    """Keep the offset for :func:`adopted`."""
    write_text(path / _ADOPTED, json.dumps(_Adopted(offset, workspace)))


def _adopted(path: Path) -> _Adopted:
    try:
        offset, workspace = json.loads(read_text(path / _ADOPTED) or "[0, null]")
        return _Adopted(int(offset), None if workspace is None else Identity(*map(str, workspace)))
    except (ValueError, TypeError, RecursionError):
        return _Adopted(0, None)


def remove_unsound(path: Path, holds: Callable[[bytes], bool]) -> None:
    """Remove what holds something below a folder of drafts and is none: half-written, or damaged.

    Raises OSError where the disk refuses.
    """
    for folder in listed(path):
        for file in listed(folder):
            with suppress(FileNotFoundError):
                if read_draft(file) is None and holds(file.read_bytes()):
                    file.unlink()
                    sync_folder(folder)


def _files_of(folder: Path, workspace: Identity | None) -> list[Path]:
    files = ((file, workspace_of(file)) for file in listed(folder) if _is_named_so(file))
    return [file for file, of in files if workspace and of and of.token == workspace.token]


def _is_named_so(file: Path) -> bool:
    return file.suffix in (SUFFIX, f".{DISCARDED}")
