"""One look at one document: is what is on disk news, and whose?"""

from __future__ import annotations

import stat
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from memdesk.clock import Clock
from memdesk.errors import LockedError, MemdeskError, NotFoundError
from memdesk.model import OUTSIDE, Actor, Change, ChangeKind, Content, FileEntry, FileStamp, Nature, Revision
from memdesk.store import Sighting
from memdesk.text.diff import counts
from memdesk.watch.ledger import Advance, Ledger, PutOffError

RACY_SECONDS = 2.0
"""A file written so recently may be written again without any visible sign but its bytes."""

PATIENCE = 20
"""How often a look is put off while some core may still be about to log that it wrote."""


class Disk(Protocol):
    """What the watcher needs of the store."""

    def read(self, path: str) -> Content:
        """Return a file's bytes at one moment."""
        ...

    def stamp(self, path: str) -> FileStamp | None:
        """Return what a path names now, or None."""
        ...

    def busy(self) -> bool:
        """Tell whether some core is in the middle of a commit."""
        ...


class Log(Protocol):
    """Who wrote what, as far as cores wrote it."""

    def follow(self) -> None:
        """Read what was logged since the last time."""
        ...

    def of(self, uri: str, after: Revision | None) -> Actor | None:
        """Return who brought a document to this revision, None where no core did."""
        ...


class Sight(NamedTuple):
    """What was found of one document, and the ledger's ticket from before it was looked at."""

    uri: str
    ticket: int
    entry: FileEntry | None
    content: Content | None


class Findings(NamedTuple):
    """Changes that are certain, and documents to look at again soon because they are being written."""

    changes: list[Change]
    put_off: list[str]


def forget(_sighting: Sighting) -> None:
    """Keep nothing."""


class Examiner:
    """Compares documents on disk with what was announced. For one thread.

    ``witness`` receives every version that came from outside, before its change is announced.
    """

    def __init__(
        self,
        disk: Disk,
        ledger: Ledger,
        log: Log,
        clock: Clock,
        now: Callable[[], float] = time.time,
        *,
        witness: Callable[[Sighting], object] = forget,
    ) -> None:
        self._witness = witness
        self._disk = disk
        self._ledger = ledger
        self._log = log
        self._clock = clock
        self._now = now
        self._waited: Counter[str] = Counter()
        self.racy: set[str] = set()
        """Documents that may differ from what was announced although their stamp does not."""

    def entry(self, uri: str) -> FileEntry | None:
        """Return what a path names now; a folder counts as nothing."""
        try:
            stamp = self._disk.stamp(uri)
        except MemdeskError:
            return None
        if stamp is None or stat.S_ISDIR(stamp.mode):
            return None
        return FileEntry(uri, stamp, stamp.nature)

    def examine(self, found: Iterable[tuple[str, FileEntry | None]]) -> Findings:
        """Return what is news about these documents, given what their paths name (None = nothing)."""
        findings = Findings([], [])
        sights = [sight for uri, entry in found if (sight := self._sight(uri, entry, findings.put_off))]
        if sights:
            busy = self._disk.busy()
            self._log.follow()
            for sight in sights:
                self._judge(sight, busy, findings)
        return findings

    def _sight(self, uri: str, entry: FileEntry | None, put_off: list[str]) -> Sight | None:
        """Look at a document; None where it is as announced, or cannot be looked at now."""
        if not self._is_worth_a_look(uri, entry):
            return None
        try:
            ticket = self._ledger.begin_look(uri)
            return Sight(uri, ticket, *self._read(entry))
        except PutOffError:
            put_off.append(uri)
            return None

    def _is_worth_a_look(self, uri: str, entry: FileEntry | None) -> bool:
        """Say no where the announced stamp is there, unless the file is so new that this proves nothing."""
        if entry is not None and abs(self._now() - entry.stamp.modified / 1e9) < RACY_SECONDS:
            self.racy.add(uri)
            return True
        self.racy.discard(uri)
        return entry is None or entry != self._ledger.entry(uri)

    def _read(self, entry: FileEntry | None) -> tuple[FileEntry | None, Content | None]:
        """Return the entry as it is when its bytes are read; the bytes are None where they cannot be."""
        if entry is None or entry.nature is not Nature.FILE:
            return entry, None
        try:
            content = self._disk.read(entry.uri)
        except NotFoundError:
            return None, None
        except LockedError as error:
            raise PutOffError(entry.uri) from error
        except MemdeskError:
            return entry, None
        return entry._replace(stamp=content.stamp), content

    def _judge(self, sight: Sight, busy: bool, findings: Findings) -> None:
        """Decide whether a sight is news, and whose."""
        uri, ticket, entry, content = sight
        try:
            actor = self._author(uri, content, busy)
            advance = self._ledger.advance(uri, entry, content, ticket)
        except PutOffError:
            findings.put_off.append(uri)
            return
        if advance is not None:
            change = make_change(uri, advance, actor, self._clock.now())
            if actor is OUTSIDE and (content is not None or change.kind is ChangeKind.DELETED):
                self._witness(_sighting(change, advance))
            findings.changes.append(change)

    def _author(self, uri: str, content: Content | None, busy: bool) -> Actor:
        """Ask the log; while some core may be between writing and logging, put it off a few times."""
        if self._ledger.is_known(uri, content):
            return OUTSIDE
        actor = self._log.of(uri, content.revision if content else None)
        if actor is None and busy and self._waited[uri] < PATIENCE:
            self._waited[uri] += 1
            raise PutOffError(uri)
        del self._waited[uri]
        return actor or OUTSIDE


def make_change(uri: str, advance: Advance, actor: Actor, moment: float) -> Change:
    """Return the change to announce for a step of a document."""
    added, removed = _count_lines(advance)
    return Change(uri, advance.kind, advance.before, advance.after, actor, moment, added, removed)


def _sighting(change: Change, advance: Advance) -> Sighting:
    old = advance.old if change.before is not None else None
    return Sighting(change.uri, change.before, change.after, change.time, old, advance.new)


def _count_lines(advance: Advance) -> tuple[int | None, int | None]:
    old = b"" if advance.kind is ChangeKind.CREATED else advance.old
    new = b"" if advance.kind is ChangeKind.DELETED else advance.new
    if old is None or new is None or b"\0" in old or b"\0" in new:
        return None, None
    if not old or not new:
        return _lines(new), _lines(old)
    return counts(old.decode("utf-8", "replace"), new.decode("utf-8", "replace"))


def _lines(data: bytes) -> int:
    return data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
