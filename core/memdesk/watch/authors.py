"""Who wrote a revision: looked up in the operation log, where every core writes what it did."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.model import Actor, Origin, Revision
from memdesk.store.oplog.operation import Operation
from memdesk.store.oplog.operations import OperationPage

KEPT = 512
"""Operations remembered per document until the watcher sees their result: some seconds of a busy agent's."""

_logger = logging.getLogger(__name__)


class RecordedWriter(NamedTuple):
    """Who brought a document to a revision, and its other name where a rename did that."""

    actor: Actor
    moved: str = ""
    before: Revision | None = None
    """What stood there before what was logged since the document was last seen."""


class Authors:
    """Follows the operation log. Not thread-safe: it belongs to the watcher's thread, except :meth:`mine`."""

    def __init__(self, read: Callable[[int], OperationPage], end: Callable[[], int]) -> None:
        self._read = read
        self._end = end
        self._offset: int | None = None
        self._pending: dict[str, deque[Operation]] = {}
        self._mine: set[str] = set()
        self._complained = False

    def begin(self) -> None:
        """Leave out everything that was logged before this is called first: it is not news."""
        if self._offset is None:
            try:
                self._offset = self._end()
            except MemdeskError as error:
                self._complain(error)

    def mine(self, operation: str) -> None:
        """Leave out an operation of this process: it was announced already."""
        self._mine.add(operation)

    def of(self, uri: str, after: Revision | None) -> RecordedWriter | None:
        """Return who brought the document to this revision, None where no core logged it so far."""
        pending = self._pending.get(uri, deque())
        before = pending[0].before if pending else None
        while any(operation.after == after for operation in pending):
            operation = pending.popleft()
            if operation.after == after and operation.id not in self._mine:
                return RecordedWriter(operation.actor, operation.moved or "", before)
        return None

    def follow(self) -> None:
        """Read what was logged since the last time; a log that cannot be read names nobody.

        What came from outside was written by no core, whoever logged that it was seen.
        """
        try:
            page = self._read(self._offset or 0)
        except MemdeskError as error:
            self._complain(error)
            return
        self._offset = page.offset
        for operation in page.operations:
            if operation.id in self._mine:
                self._mine.discard(operation.id)
            elif operation.actor.origin is not Origin.FOREIGN:
                self._pending.setdefault(operation.path, deque(maxlen=KEPT)).append(operation)

    def _complain(self, error: MemdeskError) -> None:
        if not self._complained:
            self._complained = True
            _logger.warning("The operation log cannot be read, so nobody is named: %s", error)
