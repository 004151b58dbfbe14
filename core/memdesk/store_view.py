"""What a workspace hands on to its store: what happened, who writes now, what saving promises."""

from __future__ import annotations

from collections.abc import Collection

from memdesk.errors import MemdeskError
from memdesk.model import Guarantee, Instead, Revision
from memdesk.store import Lineage, LockHolder, LogPosition, Operation, OperationPage, Store


class StoreView:
    """The questions of a workspace that its store answers. From any thread."""

    store: Store

    @property
    def guarantee(self) -> Guarantee:
        """What saving promises here where somebody writes past memdesk; may be found out only now."""
        return self.store.guarantee

    def exists(self, uri: str) -> bool:
        """Tell whether a path names anything now."""
        try:
            return self.store.stamp(uri) is not None
        except MemdeskError:
            return False

    def instead(self, uri: str) -> Instead | None:
        """Return what stands where a document should be and cannot be read; None where nothing does."""
        try:
            return self.store.instead(uri)
        except MemdeskError:
            return None

    def lock_holder(self) -> LockHolder | None:
        """Say who is writing through a core right now, None where nobody is."""
        return self.store.lock_holder()

    def history(self, uri: str) -> tuple[Operation, ...]:
        """Return what the core knows to have happened to a document, oldest first."""
        self.store.meet([uri])
        return self.store.operations_of(uri)

    def unfinished(self, after: int = 0) -> OperationPage:
        """Resolve what dead processes began; return the saves (after an offset) that they did not finish."""
        return self.store.unfinished(after)

    def latest_operations(self, uris: Collection[str] | None = None) -> dict[str, Operation]:
        """Return the last thing that is known to have happened to each document (or to these)."""
        if uris is None:
            self.store.survey()
        else:
            self.store.meet([*uris])
        return self.store.latest_operations(uris)

    def newest_operations(
        self, limit: int, uri: str | None = None, before: int | None = None
    ) -> OperationPage:
        """Return the last operations (on one document), newest first, and the offset of older ones."""
        if uri is None:
            self.store.survey()
        else:
            self.store.meet([uri])
        return self.store.newest_operations(limit, uri, before)

    def lineage(self, uri: str, limit: int, before: LogPosition | None = None) -> Lineage:
        """Return the last operations on a document under all its names, or those before an earlier page."""
        self.store.meet([uri])
        return self.store.lineage(uri, limit, before)

    def version(self, revision: Revision) -> bytes:
        """Return the bytes of any version that was kept."""
        return self.store.version(revision)
