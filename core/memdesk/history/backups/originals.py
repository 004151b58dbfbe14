"""Which bytes were ever those of a document: what has a copy's name is one only where it holds such bytes."""

from __future__ import annotations

from threading import Lock

from memdesk.errors import MemdeskError
from memdesk.history.history import EVERYTHING
from memdesk.model import DocumentInfo, Revision
from memdesk.store import Operation
from memdesk.systems.copies import copied
from memdesk.workspace import Workspace

FEW = 50
"""Changes of a document among which what was copied lately mostly is."""


class Originals:
    """Asks the log and the first look of one workspace. Safe to use from any thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._lock = Lock()
        self._end = -1
        self._all: dict[str, frozenset[Revision]] = {}

    def had(self, uri: str, revision: Revision) -> bool:
        """Tell whether a document is known to have been this once, under any of its names."""
        if self._workspace.baseline.revision(uri) == revision:
            return True
        return revision in self._revisions(uri, FEW) or revision in self._everything(uri)

    def are_of(self, copy: str, revision: Revision) -> bool:
        """Tell whether bytes under a copy's name were those of the document that it names."""
        original = copied(copy)
        return original is not None and self.had(original, revision)

    def is_copy(self, info: DocumentInfo, last: Operation | None) -> bool:
        """Tell whether a file is what its name says. ``last`` is what the log tells last of it.

        What was there at the first look, before anything was logged, is believed: nothing is known of it.
        """
        known = self._workspace.baseline
        if not known.is_taken() or (last is None and known.revision(info.uri) is not None):
            return True
        if last is not None and last.after is not None and last.size == info.size:
            return self.are_of(info.uri, last.after)
        try:
            return self.are_of(info.uri, self._workspace.read(info.uri).revision)
        except MemdeskError:
            return True

    def _everything(self, uri: str) -> frozenset[Revision]:
        end = self._workspace.store.operations_end()
        with self._lock:
            if end != self._end:
                self._end, self._all = end, {}
            if uri not in self._all:
                self._all[uri] = self._revisions(uri, EVERYTHING)
            return self._all[uri]

    def _revisions(self, uri: str, most: int) -> frozenset[Revision]:
        steps = self._workspace.lineage(uri, most).operations
        sides = (side for step in steps for side in (step.before, step.after))
        return frozenset(side for side in sides if side is not None)
