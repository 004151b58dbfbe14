"""Whether a folder is there, and whether anything can be saved in it."""

from __future__ import annotations

import os
from pathlib import Path

from memdesk.errors import NotFoundError, NotPermittedError, ReadOnlyError, UsageError

_WHY = {
    "file_system": "its file system is mounted for reading only",
    "permission": "you may not write in this folder",
    None: "it was opened for reading only",
}


def named_folder(text: str | Path) -> Path:
    """Return the folder of this name. Raises UsageError for none: it is not meant for the present one."""
    if not isinstance(text, str | Path):
        raise UsageError(f"the PATH of a folder is a text or a Path, not {type(text).__name__}")
    if not os.fspath(text):
        raise UsageError("the PATH of the folder is empty; name one ('.' for this one)")
    return Path(text)


def existing_folder(path: Path) -> Path:
    """Return the folder's real path. Raises NotFoundError, or NotPermittedError where nobody may look."""
    try:
        root = path.resolve(strict=True)
    except PermissionError as error:
        raise NotPermittedError(f"{path} may not be read") from error
    except (OSError, ValueError, RuntimeError) as error:
        raise NotFoundError(f"there is no folder {path}") from error
    if not root.is_dir():
        raise NotFoundError(f"{path} is a file, not a folder")
    if not os.access(root, os.R_OK | os.X_OK):
        raise NotPermittedError(f"{path} may not be read")
    return root


def why_read_only(root: Path) -> str | None:
    """Return why a folder cannot be written (``file_system``, ``permission``), None where it can."""
    if os.statvfs(root).f_flag & os.ST_RDONLY:
        return "file_system"
    return None if os.access(root, os.W_OK | os.X_OK) else "permission"


def refusal(root: Path, uri: str | None = None) -> ReadOnlyError:
    """Return the error that says why nothing can be saved in a folder that is open for reading only."""
    return ReadOnlyError(f"cannot save in {root}: {_WHY[why_read_only(root)]}", uri=uri)
