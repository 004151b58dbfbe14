"""The records of one workspace, together: what was kept and what happened."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from memdesk.model import OUTSIDE, Actor, Content, Instead, Revision, revision_of
from memdesk.runtime.clock import Clock, ToldClock, machine_time
from memdesk.store.fs.attributes import FileAttributes, mode_of, unpacked
from memdesk.store.fs.descriptors import sync_file_system
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.integrity.copies import NOBODY, RecordIntegrity
from memdesk.store.oplog.operation import Operation, clipped
from memdesk.store.oplog.operations import Baseline, Ends, OperationLog, Untaken
from memdesk.store.oplog.unfinished import Unfinished
from memdesk.store.versions.blobs import VersionStore

_FEW = 20


@dataclass(frozen=True, slots=True)
class Records:
    """History, operation log and what did not happen, in one private folder."""

    private: SafeRoot
    history: VersionStore
    log: OperationLog
    unfinished: Unfinished
    clock: Clock
    ends: Ends
    vouched: RecordIntegrity

    @classmethod
    def within(
        cls,
        private: SafeRoot,
        clock: Clock,
        baseline: Baseline | None = None,
        vouched: RecordIntegrity = NOBODY,
    ) -> Records:
        """Return the records kept in this folder, over what was there before, and what vouches for them."""
        log = OperationLog(private, vouched)
        ends = Ends(log, baseline or Untaken())
        return cls(private, VersionStore(private), log, Unfinished(private, vouched), clock, ends, vouched)

    def operation(
        self,
        path: str,
        before: Revision | None,
        after: Revision | None,
        actor: Actor,
        *,
        size: int | None = None,
        time: float | None = None,
        unit: str | None = None,
        mode: int | None = None,
        moved: str | None = None,
        traits: FileAttributes | None = None,
        late: bool = False,
        instead: Instead | None = None,
    ) -> Operation:
        """Return a new operation of now, or of the time given; ``traits`` are of a file that is to go.

        Where the environment tells the time, it has the machine's, too.
        """
        now = self.clock.now() if time is None else time
        machine = machine_time(self.clock) if isinstance(self.clock, ToldClock) else None
        name = f"{int(now * 1000):012x}-{secrets.token_hex(5)}"
        owner, attributes = (traits.owner, traits.packed()) if traits else (None, ())
        told = (size, unit, moved, mode, owner, attributes, late, machine, instead)
        return Operation(name, path, before, after, now, clipped(actor), *told)

    def last_mode(self, path: str) -> int | None:
        """Return the mode that a document was last known to have, None where that is not known."""
        traits = self.last_traits(path)
        return traits.mode if traits else None

    def last_traits(self, path: str) -> FileAttributes | None:
        """Return what is known of a document's file as it was last, None where nothing is."""
        for operation in self.log.newest(_FEW, path).operations:
            if operation.mode is not None:
                return FileAttributes(operation.mode, operation.owner, 1, unpacked(operation.attributes))
        return None

    def flush(self) -> bool:
        """Make durable all that was logged and noted; False where that failed, or cannot be done at once."""
        with self.private.folder(()) as folder:
            return sync_file_system(folder)

    def write_anew(self, start: int, versions: Iterable[bytes]) -> None:
        """Write what was logged from an offset on, and these versions, once more, durably."""
        self.log.write_anew(start)
        self.history.put_all(versions, anew=True)

    def catch_up(self, path: str, now: Content | None) -> None:
        """Log what somebody did past every core, where a document is not what it is known to be.

        ``now`` is kept already. Runs under the lock, before anything is logged on top of it.
        """
        end = self.ends.of((path,)).get(path)
        if end is None or end.revision == (now.revision if now else None):
            return
        old = None if end.step else self.ends.baseline.text(end.revision)
        if old is not None:
            self.history.put(old)
        self.log.append(self.found(path, end.revision, now, end.time))

    def found(
        self,
        path: str,
        before: Revision | None,
        now: Content | None,
        since: float,
        instead: Instead | None = None,
    ) -> Operation:
        """Return the change from outside that a document is ``now``; ``since`` then it was ``before``.

        When it happened is not known better than by the file's own time.
        """
        if now is None:
            return self.operation(path, before, None, OUTSIDE, mode=self.last_mode(path), instead=instead)
        return self.operation(
            path,
            before,
            now.revision,
            OUTSIDE,
            size=len(now.data),
            time=self.moment(now.stamp.modified, since),
            mode=mode_of(now.stamp.mode),
        )

    def moment(self, nanoseconds: int, since: float) -> float:
        """Return a file's own time, unless that is before what happened before, or still to come."""
        return min(max(nanoseconds / 1e9, since), max(self.clock.now(), since))

    def keep_foreign(
        self, path: str, before: Revision | None, data: bytes, mode: int | None = None, *, late: bool = False
    ) -> None:
        """Keep a version that a process outside the core put there, and log it as its change.

        It is ``late`` where the document is something else by now.
        """
        after = self.history.put(data)
        self.log.append(self.operation(path, before, after, OUTSIDE, size=len(data), mode=mode, late=late))

    def keep_found(self, path: str, before: Revision | None, data: bytes) -> None:
        """Keep bytes found in our hands afterwards: unless known, they are a foreign version."""
        if not self.history.has(revision_of(data)):
            self.keep_foreign(path, before, data, late=True)
