"""A damaged record given back as it was written last; what stood in its place is set aside, never lost."""

from __future__ import annotations

import os
import time
from contextlib import suppress

from memdesk.errors import NotFoundError
from memdesk.model import Nature
from memdesk.store.fs.safe_root import SafeRoot, remove, sync_folder
from memdesk.store.integrity.copies import RecordIntegrity
from memdesk.store.integrity.log_copy import LOG
from memdesk.store.metadata.record import replace

_INDEX = "operations.index"


def restore(private: SafeRoot, vouched: RecordIntegrity, name: str) -> None:
    """Put a record, or the log, in the place of a damaged one. Under the workspace's lock.

    One that this user's memdesk never wrote goes. Raises NotFoundError where nothing vouches for any.
    """
    if vouched.begin() is None:
        raise NotFoundError(f"nothing outside of the workspace vouches for {name}")
    data, parts = vouched.vouched_bytes(name), tuple(name.split("/"))
    vouched.set_aside(name, vouched.bytes_now(private, name))
    if data is not None:
        private.make_folder(parts[:-1])
    with suppress(FileNotFoundError), private.folder(parts[:-1]) as folder:
        _clear(private, folder, parts)
        if data is not None:
            replace(folder, parts[-1], data)
        if name == LOG:
            remove(folder, _INDEX)
        sync_folder(folder)
    vouched.accept(private, name)


def _clear(private: SafeRoot, folder: int, parts: tuple[str, ...]) -> None:
    """Take away what stands in a record's place: what is no file keeps its content under another name."""
    stamp = private.stamp(parts)
    if stamp is not None and stamp.nature is not Nature.FILE:
        os.rename(parts[-1], f"{parts[-1]}.aside-{time.time_ns()}", src_dir_fd=folder, dst_dir_fd=folder)
    else:
        remove(folder, parts[-1])
