"""What of our own data belongs to somebody else, so that whoever has the workspace can go on no longer."""

from __future__ import annotations

import os
import pwd
import shlex
import stat
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from memdesk.errors import NotYoursError
from memdesk.store.fs.names import PRIVATE

_LOOKED_AT = 20_000
"""Files and folders that are looked at at most, those that every save needs before the old versions."""
_READ_WRITE = os.R_OK | os.W_OK


def estranged(root: Path) -> NotYoursError | None:
    """Return the error for what belongs to somebody else in our folder, None where all of it can be used.

    Whoever does not own the workspace is not told to take our folder from those who may: None.
    """
    user, group = os.geteuid(), os.getegid()
    with suppress(OSError):
        if root.stat().st_uid != user:
            return None
        for path, status in islice(_within(root / PRIVATE), _LOOKED_AT):
            if status.st_uid != user and not _is_usable(path, status):
                part, owner = path.relative_to(root).as_posix(), _name(status.st_uid) or f"{status.st_uid}"
                me = f"{name}:" if (name := _name(user)) else f"{user}:{group}"
                command = f"sudo chown -R {me} {shlex.quote(os.fspath(root / PRIVATE))}"
                return NotYoursError(part, owner, command)
    return None


def _within(top: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield a folder and whatever is below it, what is deeper later; follows no link."""
    waiting = deque([top])
    while waiting:
        path = waiting.popleft()
        with suppress(FileNotFoundError, PermissionError):
            status = path.lstat()
            yield path, status
            if stat.S_ISDIR(status.st_mode):
                waiting.extend(sorted(path.iterdir()))


def _is_usable(path: Path, status: os.stat_result) -> bool:
    if stat.S_ISLNK(status.st_mode):
        return True
    return os.access(path, _READ_WRITE | os.X_OK if stat.S_ISDIR(status.st_mode) else _READ_WRITE)


def _name(user: int) -> str | None:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return None
