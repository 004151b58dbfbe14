"""What a file has besides its bytes: whom it belongs to, mode, attributes; and how many names it has.

An agent in a container, or one that is run by sudo, writes as root into the folder of a person. Were its
files root's, the person could not go on there: what we make is for its owner alone. So root makes it as the
owner of the folder that it is made in, in one step: nobody comes between, neither the end of the process nor
another one of root's.

Where that is refused, each is given away through its own descriptor before anything relies on it. What was
there before is never given away: a person could have put another file, or a link to one, in its place. Should
root be stopped between the two calls, or another process of root's use what is made before it is given away,
it stays root's, and whoever meets that is told so.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

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
