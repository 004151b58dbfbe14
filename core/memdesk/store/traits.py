"""What a replaced file keeps besides its bytes: mode, owner, extended attributes."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress

_KEPT = ("user.", "system.posix_acl_access")
_OPTIONAL = frozenset({errno.EOPNOTSUPP, errno.EPERM, errno.EACCES, errno.ENODATA})


def copy_traits(source: int, target: int) -> None:
    """Give an open file the mode, owner and attributes of another, as far as this user may."""
    old = os.fstat(source)
    new = os.fstat(target)
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with suppress(PermissionError):
            os.fchown(target, old.st_uid, old.st_gid)
    os.fchmod(target, stat.S_IMODE(old.st_mode) & 0o777)
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
