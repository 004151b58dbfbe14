"""Whom it belongs to what root makes: not to root, but to whoever has the folder that it is made in.

An agent in a container, or one that is run by sudo, writes as root into the folder of a person. Were its
files root's, the person could not go on there: what we make is for its owner alone. So each is given away
through its own descriptor before anything relies on it. What was there before is never given away: a person
could have put another file, or a link to one, in its place.

Should root be stopped between the two calls, what it made stays root's, and whoever meets that is told so.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from memdesk.store.disk.lent import close_read

Owner: TypeAlias = tuple[int, int]
"""A user and a group."""

_IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
_NOBODY = 65534
"""Stands for all users whom this system, or this user namespace, does not know."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_UNGIVEN = frozenset({errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP})
"""Root of a user namespace may give nothing to users it does not know; some file systems know no owners."""


def give(descriptor: int, owner: Owner) -> None:
    """Give an open file or folder to a user and a group, where this process may."""
    try:
        os.fchown(descriptor, *owner)
    except OSError as error:
        if error.errno not in _UNGIVEN:
            raise


def create(folder: int, name: str, flags: int, *, is_owned: bool = False) -> int:
    """Create and open a file (0600) of an open folder that must not exist.

    It belongs to the folder's owner where root makes it, unless it ``is_owned``: will get another one.
    """
    made = os.open(name, flags | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=folder)
    if _IS_ROOT and not is_owned:
        try:
            _pass_on(made, os.fstat(made), os.fstat(folder))
        except BaseException:
            close_read(made)
            raise
    return made


def open_or_create(folder: int, name: str, flags: int) -> int:
    """Open a file of an open folder, created as :func:`create` does where missing."""
    if not _IS_ROOT:
        return os.open(name, flags | os.O_CREAT | os.O_NOFOLLOW, 0o600, dir_fd=folder)
    while True:
        with suppress(FileNotFoundError):
            return os.open(name, flags | os.O_NOFOLLOW, dir_fd=folder)
        with suppress(FileExistsError):
            return create(folder, name, flags)


def give_away_folder(name: str | Path, parent: int | None) -> None:
    """Give a folder that root has just made to the owner of the one that it is in.

    Whoever may write there may have put another one in its place: that one is left alone, unless it is empty,
    root's and no other disk's, so that nothing is gained by it.
    """
    if _IS_ROOT:
        made = os.open(name, _FOLDER, dir_fd=parent)
        try:
            status, above = os.fstat(made), os.stat("..", dir_fd=made)
            with os.scandir(made) as entries:
                is_empty = next(entries, None) is None
            if is_empty and status.st_dev == above.st_dev:
                _pass_on(made, status, above)
        finally:
            close_read(made)


def _pass_on(made: int, status: os.stat_result, folder: os.stat_result) -> None:
    if status.st_uid == 0 and folder.st_uid not in (0, _NOBODY):
        give(made, (folder.st_uid, folder.st_gid))
