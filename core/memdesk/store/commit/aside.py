"""What stands in the way of a document: moved into our folder, never opened, followed or deleted."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from time import gmtime, strftime

from memdesk.errors import ConflictError
from memdesk.model import Actor, Instead, Occupant
from memdesk.store.fs.names import PRIVATE, split_path
from memdesk.store.fs.os_errors import writing
from memdesk.store.fs.own_folders import ASIDE
from memdesk.store.fs.safe_root import SafeRoot, sync_folder
from memdesk.store.versions.records import Records

_LONGEST = 180


def move_aside(root: SafeRoot, private: SafeRoot, uri: str, instead: Instead, time: float) -> str:
    """Move what stands in the place of a document away; return where it is by now. Runs under the lock.

    Raises ConflictError where it is something else meanwhile: nothing was moved then.
    """
    place = instead.place(uri)
    parts = split_path(place)
    with writing(place):
        private.make_folder((ASIDE,))
        name = f"{strftime('%Y%m%dT%H%M%SZ', gmtime(time))}-{secrets.token_hex(4)}-{parts[-1][:_LONGEST]}"
        with root.folder(parts[:-1]) as here, private.folder((ASIDE,)) as there:
            os.rename(parts[-1], name, src_dir_fd=here, dst_dir_fd=there)
            if _is_another(os.stat(name, dir_fd=there, follow_symlinks=False), instead):
                _put_back(there, name, here, parts[-1])
                message = f"{place} is something else by now; nothing was changed"
                raise ConflictError(message, uri=place, base=None, current=None)
            sync_folder(there)
            sync_folder(here)
    return f"{PRIVATE}/{ASIDE}/{name}"


def log_gone(records: Records, uri: str, instead: Instead, actor: Actor) -> None:
    """Log that the documents are gone that were moved away with a folder, or were the file that was moved."""
    place = instead.place(uri)
    last = records.log.latest() if instead.what in (Occupant.FOLDER, Occupant.FILE) else {}
    moved = {path: step for path, step in last.items() if _is_in(path, place, uri) and step.after is not None}
    steps = (records.operation(path, step.after, None, actor) for path, step in moved.items())
    records.log.append(*steps)


def _is_in(path: str, place: str, uri: str) -> bool:
    return path.startswith(f"{uri}/") or (place != uri and path == place)


def _is_another(status: os.stat_result, instead: Instead) -> bool:
    """Tell whether a document came in the place of what stood there, between the look and the move."""
    is_file = stat.S_ISREG(status.st_mode)
    return is_file and instead.what not in (Occupant.FILE, Occupant.TOO_LARGE, Occupant.UNREADABLE)


def _put_back(there: int, name: str, here: int, old: str) -> None:
    """Give a file its name back; where that is taken again, it stays aside: nothing is replaced."""
    with suppress(FileExistsError):
        os.link(name, old, src_dir_fd=there, dst_dir_fd=here, follow_symlinks=False)
        os.unlink(name, dir_fd=there)
