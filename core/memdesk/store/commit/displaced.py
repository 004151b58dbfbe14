"""Displaced files: removed once what they hold is kept, or set aside while somebody may be writing them.

Mostly the system tells that nobody has a displaced file open for writing: then it goes at once. Where it does
not tell, because the file is another user's or the file system knows no leases, the file is parked here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.model import Revision, revision_of
from memdesk.store.fs.lease import Leased
from memdesk.store.fs.safe_root import SafeRoot, open_file, read_opened, remove
from memdesk.store.oplog.operation import Operation
from memdesk.store.versions.records import Records

Keep = Callable[[bytes], object]
"""Keeps the bytes that a temporary was found to hold; raises where that is not possible."""

Park = Callable[[str], bool]
"""Sets a temporary aside where nobody can say whether somebody is writing it; tells whether it could."""


def discard(folder: int, name: str, keep: Keep, park: Park | None = None) -> bool:
    """Keep what a temporary holds, then remove it, or park it. False where somebody is still writing it."""
    try:
        with open_file(folder, name, name) as descriptor, (lease := Leased(descriptor)) as is_ours:
            if lease.is_certain and _is_kept(descriptor, name, keep) and lease.is_unbroken:
                remove(folder, name)
                return True
            if park and park(name):
                return True
            if is_ours and not lease.is_certain and _is_kept(descriptor, name, keep):
                remove(folder, name)
                return True
            return False
    except FileNotFoundError:
        return True


def _is_kept(descriptor: int, name: str, keep: Keep) -> bool:
    content = read_opened(descriptor, os.fstat(descriptor), name)
    if content is None:
        return False
    keep(content.data)
    return True


FOLDER = "displaced"

SECONDS = 5.0
"""For how long a displaced file is parked at least."""

_PAGE = 200
_PAGES = 50


class LateWrite(NamedTuple):
    """What was written into a document's file after it had been displaced: over which version, and what."""

    path: str
    before: Revision
    after: Revision
    data: bytes


class DisplacedFiles:
    """The parked files of one workspace, in its private folder."""

    def __init__(self, private: SafeRoot) -> None:
        self._private = private

    def park(self, folder: int, name: str, operation: Operation) -> bool:
        """Set aside what an operation displaced; False where that is not possible."""
        if operation.before is None:
            return False
        try:
            self._private.make_folder((FOLDER,), durable=False)
            with self._private.folder((FOLDER,)) as aside:
                parked = f"{operation.id}-{operation.before.removeprefix('sha256:')}"
                os.rename(name, parked, src_dir_fd=folder, dst_dir_fd=aside)
        except (OSError, MemdeskError):
            return False
        return True

    def is_any(self) -> bool:
        """Say whether anything is parked."""
        return bool(self._names())

    def written(self, records: Records) -> Iterator[Operation]:
        """Yield the operations after which somebody wrote into the file that was set aside; reads only."""
        for name in self._names():
            number, before = _parts(name)
            with suppress(OSError, MemdeskError):
                if self._private.read((FOLDER, name)).revision != before:
                    operation = _displacing(number, records)
                    if operation is not None:
                        yield operation

    def leave(self, records: Records, now: float | None = None) -> Iterator[LateWrite]:
        """Let go of what was parked long enough; keep, log, yield what was written late. Under the lock.

        What somebody is still writing stays until another time.
        """
        now = time.time() if now is None else now
        with suppress(FileNotFoundError), self._private.folder((FOLDER,)) as aside:
            for name in self._names():
                status = os.stat(name, dir_fd=aside, follow_symlinks=False)
                late: list[LateWrite] = []
                is_due = not 0 <= now - status.st_ctime < SECONDS
                if is_due and discard(aside, name, partial(_keep_late, late, name, records)):
                    yield from late

    def _names(self) -> list[str]:
        with (
            suppress(OSError, MemdeskError),
            self._private.folder((FOLDER,)) as aside,
            os.scandir(aside) as entries,
        ):
            return sorted(entry.name for entry in entries)
        return []


def _keep_late(late: list[LateWrite], name: str, records: Records, data: bytes) -> None:
    """Keep and log what a parked file holds, unless that was displaced; note it, if its document is known."""
    number, before = _parts(name)
    after = revision_of(data)
    if after == before:
        return
    records.history.put(data)
    operation = _displacing(number, records)
    if operation is not None:
        records.keep_foreign(operation.path, before, data, operation.mode, late=True)
        late.append(LateWrite(operation.path, before, after, data))


def _parts(name: str) -> tuple[str, Revision]:
    """Return the operation and the version that a parked file is named after."""
    number, _, digest = name.rpartition("-")
    return number, Revision(f"sha256:{digest}")


def _displacing(number: str, records: Records) -> Operation | None:
    """Return the operation of this name, which was among the last ones when the file was parked."""
    before: int | None = None
    for _ in range(_PAGES):
        page = records.log.newest(_PAGE, before=before)
        for operation in page.operations:
            if operation.id == number:
                return operation
        if not page.offset:
            break
        before = page.offset
    return None
