"""Small records of ours beside the history (what a person locked, say): read whole, replaced or added to."""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from typing import NamedTuple

from memdesk.errors import MemdeskError, NotFoundError
from memdesk.model import Json
from memdesk.store.fs.descriptors import hole_in, sync_file
from memdesk.store.fs.names import HALF
from memdesk.store.fs.own_folders import ASIDE, misplaced_folders
from memdesk.store.fs.safe_root import (
    SafeRoot,
    create_file,
    exists,
    misplaced,
    open_file,
    open_record,
    remove,
    sync_folder,
    write_all,
)
from memdesk.store.integrity.copies import CABINETS

LIMIT = 16 << 20
"""Bytes that a record may have."""

_RECORDS = (".json", ".jsonl", ".toml")
_HALVES = tuple(f"{ending}{HALF}" for ending in _RECORDS)
_OTHER_FILES = frozenset({"lock", "line", "identity"})
_LOGS = frozenset({"operations.jsonl", "intents.jsonl", "unfinished.jsonl", "purged.json"})
"""What tells of changes: written by the store alone."""


def record_names(private: SafeRoot) -> tuple[str, ...]:
    """Return the names of all records that are there."""
    with private.folder(()) as folder, os.scandir(folder) as entries:
        names = sorted(entry.name for entry in entries)
    return tuple(name for name in names if name.endswith(_RECORDS) and name not in _LOGS)


class Misplaced(NamedTuple):
    """Something else in the place of a file of ours: its name, and what it is (a folder, say)."""

    name: str
    what: str


def misplaced_records(private: SafeRoot) -> tuple[Misplaced, ...]:
    """Return what stands in the place of records, the lock and the line, and is no file; or of folders."""
    with private.folder(()) as folder, os.scandir(folder) as entries:
        names = sorted(entry.name for entry in entries)
        found = ((name, _what_is_wrong(folder, name)) for name in names if _is_for_a_file(name))
        files = tuple(Misplaced(name, what) for name, what in found if what is not None)
    folders = (Misplaced(name, what) for name, what in misplaced_folders(private).items())
    return (*folders, *files)


def linked_records(private: SafeRoot) -> tuple[str, ...]:
    """Return the records that have another name somewhere, by which they can be changed in their place."""
    found = []
    for parts in ((), *((name,) for name in CABINETS)):
        with suppress(FileNotFoundError), private.folder(parts) as folder, os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(_RECORDS) and entry.is_file(follow_symlinks=False):
                    with suppress(FileNotFoundError):
                        if entry.stat(follow_symlinks=False).st_nlink > 1:
                            found.append("/".join((*parts, entry.name)))
    return tuple(sorted(found))


def _what_is_wrong(folder: int, name: str) -> str | None:
    what = misplaced(folder, name)
    if what is None and name in _LOGS:
        with suppress(OSError, MemdeskError), open_file(folder, name, name) as descriptor:
            hole = hole_in(descriptor)
            return f"a file with {hole} bytes in which nothing was ever written" if hole else None
    return what


def _is_misplaced(private: SafeRoot, name: str) -> bool:
    return any(one.name == name for one in misplaced_records(private))


def _is_for_a_file(name: str) -> bool:
    return name.endswith(_RECORDS) or name in _OTHER_FILES


def set_aside(private: SafeRoot, name: str) -> str:
    """Move what stands in the place of a record out of the way, unopened; return where it is then.

    Needs no lock: where the lock's own place is taken, nobody can have it.
    """
    *above, last = name.split("/")
    if not _is_misplaced(private, name):
        raise NotFoundError(f"nothing is in the place of {name}, so there is nothing to set aside")
    place = f"{name.replace('/', '-')}-{secrets.token_hex(4)}"
    # before what stands in the place of that folder is away, nothing can be put there
    away = () if name == ASIDE else (ASIDE,)
    if away:
        private.make_folder(away)
    with private.folder(tuple(above)) as folder, private.folder(away) as there:
        os.rename(last, place, src_dir_fd=folder, dst_dir_fd=there)
        sync_folder(folder)
    return "/".join((*away, place))


def read_record(private: SafeRoot, name: str) -> bytes | None:
    """Return a record's bytes, None where there is none."""
    sure, absent = private.sure, f"no {name}"
    if absent in sure:
        return None
    try:
        with private.folder(()) as folder:
            if not exists(folder, name):
                sure.add(absent)
                return None
    except FileNotFoundError:
        return None
    return private.read((name,), LIMIT).data


def items_in(data: bytes | None, name: str) -> list[Json]:
    """Return the items of a record that is one list of this name; none where there is no record.

    Raises ValueError (or RecursionError) for a record of any other shape: it is damaged, not empty.
    """
    if data is None:
        return []
    record: Json = json.loads(data)
    if isinstance(record, dict) and record.keys() == {name} and isinstance(items := record[name], list):
        return items
    raise ValueError(f"it is not one list of {name}")


def with_line(data: bytes | None, line: bytes) -> bytes:
    """Return what a record becomes by :func:`append_record`."""
    old = data or b""
    return old + b"\n" * (bool(old) and not old.endswith(b"\n")) + line + b"\n"


def append_record(private: SafeRoot, name: str, line: bytes) -> None:
    """Add a line to a record, durably; what a crash left of one before is ended. Under the lock."""
    with private.folder(()) as folder:
        is_new = not exists(folder, name)
        with open_record(folder, name, os.O_APPEND) as descriptor:
            size = os.fstat(descriptor).st_size
            is_torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
            write_all(descriptor, b"\n" * is_torn + line + b"\n")
            sync_file(descriptor)
        if is_new:
            sync_folder(folder)


def replace_record(private: SafeRoot, name: str, data: bytes) -> None:
    """Put a record in the place of the old one, durably. Under the workspace's lock."""
    with private.folder(()) as folder:
        replace(folder, name, data)


def remove_halves(private: SafeRoot) -> None:
    """Remove the records that dead processes left half-written. Under the workspace's lock."""
    for parts in _folders(private):
        with private.folder(parts) as folder, os.scandir(folder) as entries:
            for name in [entry.name for entry in entries if entry.name.endswith(_HALVES)]:
                remove(folder, name)


def _folders(private: SafeRoot) -> list[tuple[str, ...]]:
    """Return the folders in which records are: our own, and those in it."""
    with private.folder(()) as folder, os.scandir(folder) as entries:
        return [(), *((entry.name,) for entry in entries if entry.is_dir(follow_symlinks=False))]


def replace(folder: int, name: str, data: bytes) -> None:
    """Put a file of ours in an open folder in the place of the old one, durably."""
    temporary = f"{name}{HALF}"
    remove(folder, temporary)
    try:
        with create_file(folder, temporary) as descriptor:
            write_all(descriptor, data)
            sync_file(descriptor)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(OSError):
            remove(folder, temporary)
        raise
    sync_folder(folder)
