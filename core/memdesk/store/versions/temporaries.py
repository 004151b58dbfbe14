"""Files that are being made, under names that tell who makes them, until they get their own."""

from __future__ import annotations

import os
import secrets
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from memdesk.store.fs.descriptors import OwnedDescriptor
from memdesk.store.fs.flush import sync_file, sync_names
from memdesk.store.fs.process_id import Owner, this_process
from memdesk.store.fs.safe_root import SafeRoot, create_file, remove, sync_folder, write_all

_AT_ONCE = 8
"""Files that are flushed side by side: a file system makes durable in one go what waits at the same time."""


def name_of_ours() -> str:
    """Return a new name for a file that this process makes."""
    owner = this_process()
    return f"{owner.pid}@{owner.started}-{secrets.token_hex(4)}"


def is_given_up(name: str, boot: str) -> bool:
    """Say whether a name is of a file that a process made which is gone."""
    pid, at, started = name.partition("-")[0].partition("@")
    return bool(at) and pid.isdecimal() and not Owner(int(pid), started, boot).is_alive()


def make(folder: int, name: str, data: bytes, *, durable: bool) -> None:
    """Write a new file, flushed where it is to be durable."""
    with create_file(folder, name) as descriptor:
        write_all(descriptor, data)
        if durable:
            sync_file(descriptor)


@contextmanager
def made_together(folder: int, files: Mapping[str, bytes]) -> Iterator[None]:
    """Write new files, durable when the block begins; where it fails, what still has these names goes."""
    from concurrent.futures import ThreadPoolExecutor

    def make_one(name: str, data: bytes) -> None:
        make(folder, name, data, durable=True)

    try:
        with ThreadPoolExecutor(_AT_ONCE, "memdesk-keep") as pool:
            deque(pool.map(make_one, files, files.values()), 0)
        yield
    except BaseException:
        for name in files:
            remove(folder, name)
        raise


def make_named(folder: int, kept: int, name: str, data: bytes, *, durable: bool) -> None:
    """Write a file under a name that tells who does it, then give it its own in another folder."""
    temporary = name_of_ours()
    try:
        make(folder, temporary, data, durable=durable)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=kept)
    except BaseException:
        remove(folder, temporary)
        raise


def name_together(folder: int, kept: int, names: Mapping[str, str]) -> None:
    """Give files that are durable the names of their own in another folder, and make these durable."""
    for temporary, name in names.items():
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=kept)
    sync_folder(kept)
    sync_names(kept, *names.values())


def folder_made(root: SafeRoot, name: str) -> OwnedDescriptor:
    """Open a folder, made where missing (not yet durable)."""
    try:
        return root.folder((name,))
    except FileNotFoundError:
        root.make_folder((name,), durable=False)
        return root.folder((name,))
