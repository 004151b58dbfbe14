"""Putting a finished file in another's place without ever losing what was there."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress

from memdesk.model import Guarantee
from memdesk.store.fs.names import HALF
from memdesk.store.fs.renames import EXCHANGE, NOREPLACE, Rename
from memdesk.store.fs.safe_root import create_file, remove

PIN = ".pin"
"""Appended to a temporary's name: the second name of a displaced file where nothing can be exchanged."""

_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EPERM})
_NO_LINKS = _UNSUPPORTED | {errno.EMLINK, errno.EXDEV, errno.ERANGE}
"""A union of disks may keep two names apart, and a program that provides a folder may count no names."""


class Swap:
    """Exchange and place, by the kernel where the file system can, else with links.

    With links a foreign writer that renames between our two steps is displaced unseen: a window of some
    microseconds. Where there are no links either, only what was read before is known.
    """

    def __init__(self, rename: Rename | None) -> None:
        self._rename = rename
        self._has_linked = False
        self._promises: Guarantee | None = None

    @property
    def guarantee(self) -> Guarantee:
        """What an exchange promises, as far as any was made."""
        return self._promises or Guarantee.EXCHANGE

    def try_out(self, folder: int) -> None:
        """Find out what an exchange promises, with two files made for it, unless one was made before."""
        if self._promises is None:
            names = [f"{secrets.token_hex(8)}{HALF}" for _ in range(2)]
            try:
                for name in names:
                    create_file(folder, name).__exit__()
                self.exchange(folder, *names)
            finally:
                for name in names:
                    remove(folder, name)

    def names(self, temporary: str) -> tuple[str, ...]:
        """Return the names that a displaced file may have by now."""
        return (temporary, temporary + PIN) if self._has_linked else (temporary,)

    def exchange(self, folder: int, temporary: str, name: str) -> bool:
        """Put ``temporary`` in the place of ``name``; True: ``temporary`` now names what was displaced."""
        if self._flagged(folder, temporary, name, EXCHANGE):
            self._promises = self._promises or Guarantee.EXCHANGE
            return True
        self._has_linked = True
        displaced = _pin_and_rename(folder, temporary, name)
        self._promises = Guarantee.REPLACE  # else it was this file that could not be exchanged
        return displaced

    def place(self, folder: int, source: str, target: str) -> None:
        """Rename ``source`` to a name that must be free; FileExistsError where it is not."""
        if not self._flagged(folder, source, target, NOREPLACE):
            _link_and_unlink(folder, source, target)

    def _flagged(self, folder: int, source: str, target: str, flags: int) -> bool:
        if self._rename is None:
            return False
        try:
            self._rename(folder, source, target, flags)
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                raise
            return False
        return True


def _pin_and_rename(folder: int, temporary: str, name: str) -> bool:
    pin = temporary + PIN
    pinned = _linked(folder, name, pin)
    try:
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(FileNotFoundError):
            os.unlink(pin, dir_fd=folder)
        raise
    if pinned:
        _take_pin(folder, pin, temporary, name)
    return pinned


def _take_pin(folder: int, pin: str, temporary: str, name: str) -> None:
    """Give the displaced file the temporary's name; where that fails, its own again."""
    try:
        os.rename(pin, temporary, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        os.rename(pin, name, src_dir_fd=folder, dst_dir_fd=folder)
        raise


def _link_and_unlink(folder: int, source: str, target: str) -> None:
    if _linked(folder, source, target):
        try:
            os.unlink(source, dir_fd=folder)
        except OSError:
            os.unlink(target, dir_fd=folder)
            raise
        return
    with suppress(FileNotFoundError):
        os.stat(target, dir_fd=folder, follow_symlinks=False)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)
    os.rename(source, target, src_dir_fd=folder, dst_dir_fd=folder)


def _linked(folder: int, source: str, target: str) -> bool:
    try:
        os.link(source, target, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        return False
    return True
