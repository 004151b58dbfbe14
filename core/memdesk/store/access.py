"""Whether a folder is there, and whether anything can be saved in it."""

from __future__ import annotations

import os
from pathlib import Path

from memdesk.errors import NotFoundError, NotPermittedError


def existing_folder(path: Path) -> Path:
    """Return the folder's real path. Raises NotFoundError, or NotPermittedError where nobody may look."""
    try:
        root = path.resolve(strict=True)
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
