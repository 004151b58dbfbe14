"""Whom it belongs to what root makes: not to root, but to whoever has the folder that it is made in.

An agent in a container, or one that is run by sudo, writes as root into the folder of a person. Were its
files root's, the person could not go on there: what we make is for its owner alone. So root makes it as that
owner, in one step: nobody comes between, neither the end of the process nor another one of root's.

Where that is refused, each is given away through its own descriptor before anything relies on it. What was
there before is never given away: a person could have put another file, or a link to one, in its place. Should
root be stopped between the two calls, or another process of root's use what is made before it is given away,
it stays root's, and whoever meets that is told so.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TypeAlias

from memdesk.store.fs.descriptors import OwnedDescriptor, close_read

Owner: TypeAlias = tuple[int, int]
"""A user and a group."""

_IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
_NOBODY = 65534
"""Stands for all users whom this system, or this user namespace, does not know."""
_ASK = -1
"""No user, and no group: who is acted for is told, and stays."""
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


def create(folder: int, name: str, flags: int, owner: Owner | None = None) -> int:
    """Create and open a file (0600) of an open folder that must not exist.

    Where root makes it, it belongs to the folder's owner; or it is root's still, and will get this ``owner``.
    """
    flags |= os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    if not _IS_ROOT:
        return os.open(name, flags, 0o600, dir_fd=folder)
    status = os.fstat(folder)
    with suppress(PermissionError), _acting_for(*(owner or (status.st_uid, status.st_gid))):
        return os.open(name, flags, 0o600, dir_fd=folder)
    made = os.open(name, flags, 0o600, dir_fd=folder)
    if owner is None:
        try:
            _pass_on(made, os.fstat(made), status)
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


def make(name: str | Path, mode: int, parent: int | None) -> bool:
    """Make a folder; False where it is root's and should be given to the owner of the one that it is in."""
    if _IS_ROOT:
        above, own_name = os.path.split(name)
        with OwnedDescriptor(os.open(above or ".", _FOLDER, dir_fd=parent)) as folder:
            status = os.fstat(folder)
            with suppress(PermissionError), _acting_for(status.st_uid, status.st_gid):
                os.mkdir(own_name, mode, dir_fd=folder)
                return True
    os.mkdir(name, mode, dir_fd=parent)
    return not _IS_ROOT


def give_away_folder(name: str | Path, parent: int | None) -> None:
    """Give a folder that root has just made to the owner of the one that it is in.

    Whoever may write there may have put another one in its place: that one is left alone, unless it is empty,
    root's and no other disk's, so that nothing is gained by it.
    """
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
    if status.st_uid == 0 and _is_somebody(folder.st_uid):
        give(made, (folder.st_uid, folder.st_gid))


def _is_somebody(user: int) -> bool:
    """Say whether this is another user than root, and one that is known."""
    return user not in (0, _NOBODY)


@contextmanager
def _acting_for(user: int, group: int) -> Iterator[None]:
    """Let what this thread makes belong to another user; PermissionError where that is refused, or is nobody.

    The system asks for this user's rights meanwhile, and knows it of this thread alone.
    """
    functions = _functions() if _is_somebody(user) else None
    if functions is None:
        raise PermissionError
    (set_user, set_group), own_user, own_group = functions, os.geteuid(), os.getegid()
    try:
        set_group(group)
        set_user(user)
        if (set_user(_ASK), set_group(_ASK)) != (user, group):
            raise PermissionError
        yield
    finally:
        set_user(own_user)
        set_group(own_group)


@cache
def _functions() -> tuple[Callable[[int], int], Callable[[int], int]] | None:
    """Return what sets a thread's user and group for files; each returns the former one, whatever it did."""
    library = ctypes.CDLL(None)
    user, group = getattr(library, "setfsuid", None), getattr(library, "setfsgid", None)
    return None if user is None or group is None else (user, group)
