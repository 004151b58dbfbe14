"""What a replaced file keeps besides its bytes: mode, owner, extended attributes."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress

_KEPT = ("user.", "system.posix_acl_access")
_OPTIONAL = frozenset({errno.EOPNOTSUPP, errno.EPERM, errno.EACCES, errno.ENODATA})


OWN_MODE = 0o600
"""The mode of a file that is like no other."""


def mode_of(mode: int) -> int:
    """Return of a file's mode what a new version takes over: who may read, write and run it."""
    return stat.S_IMODE(mode) & 0o777


def copy_traits(source: int, target: int) -> None:
    """Give an open file the mode, owner and attributes of another, as far as this user may."""
    old = os.fstat(source)
    new = os.fstat(target)
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with suppress(PermissionError):
            os.fchown(target, old.st_uid, old.st_gid)
    os.fchmod(target, mode_of(old.st_mode))
    for name in _attributes(source):
        _copy_attribute(source, target, name)


def _attributes(source: int) -> list[str]:
    try:
        names = os.listxattr(source)
    except OSError as error:
        if error.errno not in _OPTIONAL:
            raise
        return []
    return [name for name in names if name.startswith(_KEPT)]


def _copy_attribute(source: int, target: int, name: str) -> None:
    try:
        os.setxattr(target, name, os.getxattr(source, name))
    except OSError as error:
        if error.errno not in _OPTIONAL:
            raise
