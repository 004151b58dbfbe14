"""A folder that stays open between its uses, and so do the records in it."""

from __future__ import annotations

import os
import time
import weakref
from pathlib import Path
from typing import TypeAlias

from memdesk.store.fs.attributes import has_one_name
from memdesk.store.fs.descriptors import OwnedDescriptor, close_read
from memdesk.store.fs.safe_root import SafeRoot

_Identity: TypeAlias = tuple[int, int]
_SECOND = 1_000_000_000
_COARSE = 20_000_000
"""Nanoseconds by which the times of a folder may lag behind what happens in it."""


class HeldFolder(SafeRoot):
    """A folder held open for as long as this object is in use, and so are the records in it once opened."""

    def __init__(self, path: Path, descriptor: int) -> None:
        super().__init__(path, descriptor)
        self._folder = descriptor
        self._open = [descriptor]
        self._records: dict[str, tuple[int, _Identity]] = {}
        # Never at the end of the process: a thread may still write, and the system closes them all then.
        weakref.finalize(self, _close_all, self._open).atexit = False
        self._name = os.fspath(path)
        self._identity = _identity(os.fstat(descriptor))
        self._times: tuple[int, int, int] | None = None
        self._sure: set[str] = set()

    @property
    def sure(self) -> set[str]:
        """What was looked at since the last time that anything happened in the folder."""
        return self._sure

    def look(self) -> None:
        """Be sure of nothing any longer, if any name in it was given, taken or changed since the last time.

        Times that are so young that another change might leave them as they are prove nothing the next time;
        nor do whole seconds: a disk that keeps no parts of them (FAT) may keep but every other one.
        """
        status = os.fstat(self._folder)
        times = status.st_mtime_ns, status.st_ctime_ns, status.st_nlink
        if times != self._times:
            self._sure = set()
            is_old = max(status.st_mtime_ns, status.st_ctime_ns) < time.time_ns() - _COARSE
            is_fine = status.st_mtime_ns % _SECOND and status.st_ctime_ns % _SECOND
            self._times = times if is_old and is_fine else None

    def record(self, name: str) -> OwnedDescriptor:
        """Lend a file of our own as it was opened before, if its name still stands for it.

        Whether it got a second name meanwhile, :func:`opened_size` tells.
        """
        sure, known = self._sure, self._records.get(name)
        if known is None or (name not in sure and known[1] != self._named(name, known[0])):
            descriptor = super().record(name).descriptor
            self._open.append(descriptor)
            known = self._records[name] = descriptor, _identity(os.fstat(descriptor))
        sure.add(name)
        return OwnedDescriptor(known[0], is_kept=True)

    def _named(self, name: str, opened: int) -> _Identity | None:
        """Return what tells a file without a second name from others, None where there is no such file.

        The file may be the one that was ``opened`` by this name.
        """
        try:
            status = os.stat(name, dir_fd=self._folder, follow_symlinks=False)
        except FileNotFoundError:
            return None
        return _identity(status) if has_one_name(opened, status) else None

    def is_there(self) -> bool:
        """Say whether it still is the folder at its path."""
        try:
            return _identity(os.lstat(self._name)) == self._identity
        except OSError:
            return False


def hold(root: SafeRoot, *parts: str) -> HeldFolder:
    """Return a folder below another, held open, so that it is not looked up for every use."""
    with root.folder(parts) as descriptor:
        return HeldFolder(root.path.joinpath(*parts), os.dup(descriptor))


def _close_all(descriptors: list[int]) -> None:
    for descriptor in descriptors:
        close_read(descriptor)


def _identity(status: os.stat_result) -> _Identity:
    return status.st_dev, status.st_ino
