"""What a replaced file keeps besides its bytes: mode, owner, attributes; and how many names it has."""

from __future__ import annotations

import errno
import os
import stat
from base64 import b64decode, b64encode
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from memdesk.store.fs.ownership import Owner, give, give_away_folder, make

_KEPT = ("user.", "system.posix_acl_access")
_MOST = 8 << 10
"""Bytes of attributes that are written down of a deleted file."""
_SHORT_NAME = "system.ntfs_dos_name"
"""The attribute by which ntfs-3g tells the name for DOS, which it counts among a file's names."""
_NO_MODES = frozenset({errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP})
_OPTIONAL = frozenset({errno.EOPNOTSUPP, errno.EPERM, errno.EACCES, errno.ENODATA})


OWN_MODE = 0o600
"""The mode of a file that is like no other."""


def mode_of(mode: int) -> int:
    """Return of a file's mode what a new version takes over: who may read, write and run it."""
    return stat.S_IMODE(mode) & 0o777


class FileAttributes(NamedTuple):
    """What an open file has besides its bytes, and how many names it has."""

    mode: int
    owner: Owner | None
    names: int
    attributes: tuple[tuple[str, bytes], ...]

    def give(self, target: int) -> None:
        """Give another open file the mode, owner and attributes, as far as this user may."""
        status = os.fstat(target)
        if self.owner is not None and self.owner != (status.st_uid, status.st_gid):
            give(target, self.owner)
        if stat.S_IMODE(status.st_mode) != self.mode:
            set_mode(target, self.mode)
        for name, value in self.attributes:
            _set_attribute(target, name, value)

    def packed(self) -> tuple[tuple[str, str], ...]:
        """Return the attributes as a line of the log holds them; none where they are too large for it."""
        if sum(len(value) for _, value in self.attributes) > _MOST:
            return ()
        return tuple((name, b64encode(value).decode()) for name, value in self.attributes)


def unpacked(attributes: tuple[tuple[str, str], ...]) -> tuple[tuple[str, bytes], ...]:
    """Return the attributes that a line of the log holds, but for those that no file of a user has."""
    found = []
    for name, text in attributes:
        with suppress(ValueError):
            if name.startswith(_KEPT):
                found.append((name, b64decode(text, validate=True)))
    return tuple(found)


def traits_of(source: int, status: os.stat_result | None = None) -> FileAttributes:
    """Return the traits of an open file."""
    status = status or os.fstat(source)
    attributes = [(name, _attribute(source, name)) for name in _attributes(source)]
    return FileAttributes(
        mode_of(status.st_mode),
        (status.st_uid, status.st_gid),
        1 if has_one_name(source, status) else status.st_nlink,
        tuple((name, value) for name, value in attributes if value is not None),
    )


def _attributes(source: int) -> list[str]:
    try:
        names = os.listxattr(source)
    except OSError as error:
        if error.errno not in _OPTIONAL:
            raise
        return []
    return [name for name in names if name.startswith(_KEPT)]


def _attribute(source: int, name: str) -> bytes | None:
    try:
        return os.getxattr(source, name)
    except OSError as error:
        if error.errno not in _OPTIONAL:
            raise
    return None


def _set_attribute(target: int, name: str, value: bytes) -> None:
    try:
        os.setxattr(target, name, value)
    except OSError as error:
        if error.errno not in _OPTIONAL:
            raise


def set_mode(descriptor: int, mode: int) -> None:
    """Set a file's mode (where the file system keeps any)."""
    try:
        os.fchmod(descriptor, mode)
    except OSError as error:
        if error.errno not in _NO_MODES:
            raise


def lets_owner_in(status: os.stat_result) -> bool:
    """Say whether the owner may read and write a file, and look into a folder; a umask may mask that."""
    wanted = stat.S_IRWXU if stat.S_ISDIR(status.st_mode) else stat.S_IRUSR | stat.S_IWUSR
    return status.st_mode & wanted == wanted


def make_own(name: str | Path, mode: int, parent: int | None = None) -> None:
    """Create a folder that its owner can use, whatever the umask is; root does it for another one."""
    is_given = make(name, mode, parent)
    try:
        status = os.stat(name, dir_fd=parent, follow_symlinks=False)
        if not lets_owner_in(status):
            _let_owner_in(name, status, parent)
        if not is_given:
            give_away_folder(name, parent)
    except BaseException:
        with suppress(OSError):
            os.rmdir(name, dir_fd=parent)
        raise


def _let_owner_in(name: str | Path, status: os.stat_result, parent: int | None) -> None:
    """Give a folder's owner all rights to it; nothing that a link in its place leads to."""
    mode = stat.S_IMODE(status.st_mode) | stat.S_IRWXU
    try:
        os.chmod(name, mode, dir_fd=parent, follow_symlinks=False)
    except (NotImplementedError, ValueError) as error:  # the system cannot, or it is a link
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP)) from error


def has_one_name(descriptor: int, status: os.stat_result) -> bool:
    """Say whether an open file has no second name; the short one that Windows gives it on NTFS is none."""
    if status.st_nlink == 2:
        with suppress(OSError, AttributeError):
            return bool(os.getxattr(descriptor, _SHORT_NAME))
    return status.st_nlink == 1
