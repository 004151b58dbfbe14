"""One commit of one document under the lock: look, compare, declare, change, record."""

from __future__ import annotations

import os
import time
from contextlib import suppress

from memdesk.errors import LockedError, MemdeskError, ReadOnlyError
from memdesk.model import Content
from memdesk.store.change import Change, RacedError
from memdesk.store.intent import Intent, this_process
from memdesk.store.lease import has_writer
from memdesk.store.lock import HeldLock
from memdesk.store.names import TEMPORARY
from memdesk.store.records import Records
from memdesk.store.request import CommitResult, Request
from memdesk.store.safe_root import open_file, read_file
from memdesk.store.swap import Swap

_ATTEMPTS = 20
_PATIENCE = 0.25
_PAUSE = 0.01


class Transaction:
    """Carries out a request in the open folder of its document."""

    def __init__(self, request: Request, folder: int, records: Records, swap: Swap, lock: HeldLock) -> None:
        self._request = request
        self._folder = folder
        self._name = request.path.rpartition("/")[2]
        self._records = records
        self._swap = swap
        self._lock = lock

    def run(self) -> CommitResult:
        """Commit, looking again whenever a writer that knows no lock came in between."""
        for _ in range(_ATTEMPTS):
            with suppress(RacedError):
                return self._attempt()
        raise self._busy()

    def _attempt(self) -> CommitResult:
        self._await_writers()
        current = self._current()
        revision = current.revision if current else None
        self._request.check(revision)
        if revision == self._request.after:
            return CommitResult("", self._request.path, revision, revision)
        if current:
            self._records.history.put(current.data)
        return self._apply(current)

    def _await_writers(self) -> None:
        deadline = time.monotonic() + _PATIENCE
        while self._is_being_written():
            if time.monotonic() > deadline:
                raise self._busy()
            time.sleep(_PAUSE)

    def _is_being_written(self) -> bool:
        try:
            with open_file(self._folder, self._name, self._request.path) as descriptor:
                return has_writer(descriptor)
        except FileNotFoundError:
            return False

    def _current(self) -> Content | None:
        try:
            content = read_file(self._folder, self._name, self._request.path)
        except FileNotFoundError:
            return None
        if not os.access(self._name, os.W_OK, dir_fd=self._folder):
            raise ReadOnlyError(f"{self._request.path} may not be written", uri=self._request.path)
        return content

    def _apply(self, current: Content | None) -> CommitResult:
        request = self._request
        before = current.revision if current else None
        size = None if request.new is None else len(request.new)
        operation = self._records.operation(request.path, before, request.after, request.actor, size=size)
        change = Change(
            request,
            current,
            folder=self._folder,
            temporary=f"{TEMPORARY}{operation.id}.tmp",
            records=self._records,
            swap=self._swap,
        )
        place = self._records.intents.begin(Intent(operation, change.temporary, this_process()))
        try:
            change.carry_out(self._lock)
        except BaseException:
            self._tidy(change, place)
            raise
        with suppress(OSError, MemdeskError):
            self._records.log.append(operation)
            self._tidy(change, place)
        return CommitResult(operation.id, request.path, before, request.after, change.detached)

    def _tidy(self, change: Change, place: range) -> None:
        """Remove the temporary and strike the intent. Where that fails, recovery does it later."""
        with suppress(OSError, MemdeskError):
            if change.dispose():
                self._records.intents.finish(place)

    def _busy(self) -> LockedError:
        path = self._request.path
        holder = "another program that is writing the file"
        return LockedError(f"{path} is in use by {holder}", uri=path, holder=holder)
