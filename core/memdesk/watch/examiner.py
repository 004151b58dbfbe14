"""One look at one document: is what is on disk news, and whose?"""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple, Protocol

from memdesk.errors import LockedError, MemdeskError, NotFoundError
from memdesk.model import (
    OUTSIDE,
    Change,
    ChangeKind,
    Content,
    FileEntry,
    FileStamp,
    Instead,
    Nature,
    Revision,
)
from memdesk.runtime.clock import Clock
from memdesk.store import ExternalVersion, LockHolder
from memdesk.store.fs.stamps import COARSE, is_coarse, is_racy
from memdesk.text.cooperative import yielding
from memdesk.watch.authors import RecordedWriter
from memdesk.watch.known_state import Advance, KnownState, PutOffError, make_change
from memdesk.watch.moves import Moves

PATIENCE = 20
"""How often a look is put off at most while some core may still be about to log that it wrote."""

_UNKNOWN = RecordedWriter(OUTSIDE)

PIECE = 16
"""Documents that are dealt with before the window gets its turn."""


class WatchedFiles(Protocol):
    """What the watcher looks at: the documents of a folder."""

    def read(self, path: str) -> Content:
        """Return a file's bytes at one moment."""
        ...

    def stamp(self, path: str) -> FileStamp | None:
        """Return what a path names now, or None."""
        ...

    def instead(self, path: str) -> Instead | None:
        """Return what keeps a path from being a document that can be read, None where nothing does."""
        ...

    def close(self) -> None:
        """Keep nothing open that was kept open to look at several documents."""
        ...


class Log(Protocol):
    """Who wrote what, as far as cores wrote it."""

    def follow(self) -> None:
        """Read what was logged since the last time."""
        ...

    def of(self, uri: str, after: Revision | None) -> RecordedWriter | None:
        """Return who brought a document to this revision, None where no core did."""
        ...


class Observation(NamedTuple):
    """What was found of one document, and the ledger's ticket from before it was looked at."""

    uri: str
    ticket: int
    entry: FileEntry | None
    content: Content | None
    instead: Instead | None = None


class Wait(NamedTuple):
    """What a look was put off for: the commit that may have made this revision, and how often it was."""

    after: Revision | None
    holder: LockHolder
    times: int


class Findings(NamedTuple):
    """Changes that are certain, and documents to look at again soon because they are being written."""

    changes: list[Change]
    put_off: list[str]


def forget(_sightings: list[ExternalVersion]) -> None:
    """Keep nothing."""


class DocumentExaminer:
    """Compares documents on disk with what was announced. For one thread.

    ``busy`` tells which core is in the middle of a commit, None where none is.
    ``witness`` receives the versions that came from outside, before their changes are announced.
    """

    def __init__(
        self,
        disk: WatchedFiles,
        ledger: KnownState,
        log: Log,
        clock: Clock,
        now: Callable[[], float] = time.time,
        *,
        busy: Callable[[], LockHolder | None],
        witness: Callable[[list[ExternalVersion]], object] = forget,
    ) -> None:
        self._witness = witness
        self._disk = disk
        self._busy = busy
        self._ledger = ledger
        self._log = log
        self._clock = clock
        self._now = now
        self._moves = Moves(now)
        self._waits: dict[str, Wait] = {}
        self._met: dict[str, tuple[FileStamp, float]] = {}
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
        try:
            looks = yielding(found, PIECE)
            sights = [sight for uri, entry in looks if (sight := self._sight(uri, entry, findings.put_off))]
            sights += self._under_former_names(sights, findings.put_off)
        finally:
            self._disk.close()
        if sights:
            self._judge(sights, findings)
        return findings

    def _sight(self, uri: str, entry: FileEntry | None, put_off: list[str]) -> Observation | None:
        """Look at a document; None where it is as announced, or cannot be looked at now."""
        now = self._now()
        if not self._is_worth_a_look(uri, entry, now):
            return None
        try:
            ticket = self._ledger.begin_look(uri)
            entry, content = self._read(entry)
        except PutOffError:
            put_off.append(uri)
            return None
        self._note_race(uri, entry, now)
        return Observation(uri, ticket, entry, content, None if content else self._instead(uri))

    def _instead(self, uri: str) -> Instead | None:
        """Return what stands where no document can be read, None where that is nothing or cannot be told."""
        try:
            return self._disk.instead(uri)
        except MemdeskError:
            return None

    def _note_race(self, uri: str, entry: FileEntry | None, now: float) -> None:
        """Note whether a document may change again and keep its stamp.

        Where a stamp is in whole seconds, its clock may be a network's, or be set to another time zone: so it
        is young, too, if it was met lately.
        """
        if entry is not None and is_racy(entry.stamp, now):
            self.racy.add(uri)
            return
        stamp, since = self._met.pop(uri, (None, now))
        if entry is not None and stamp != entry.stamp:
            since = now
        if entry is None or not is_coarse(entry.stamp) or abs(now - since) >= COARSE:
            self.racy.discard(uri)
            return
        self._met[uri] = entry.stamp, since
        self.racy.add(uri)

    def _under_former_names(self, sights: list[Observation], put_off: list[str]) -> list[Observation]:
        """Look also where files that are new under their names were announced: a rename is told whole."""
        ledger = self._ledger
        new = [entry for uri, _, entry, *_ in sights if entry is not None and ledger.entry(uri) is None]
        names = ledger.names_of(new) - {sight.uri for sight in sights} if new else set()
        return [sight for uri in sorted(names) if (sight := self._sight(uri, self.entry(uri), put_off))]

    def _is_worth_a_look(self, uri: str, entry: FileEntry | None, now: float) -> bool:
        """Say no where the announced stamp is there, unless the file is so new that this proves nothing."""
        announced = self._ledger.entry(uri)
        if entry is None:
            return announced is not None or self._ledger.has_revision(uri)
        return entry != announced or uri in self.racy or is_racy(entry.stamp, now)

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

    def _judge(self, sights: list[Observation], findings: Findings) -> None:
        """Tell what is news. Only where no core logged it, ask whether one is about to, and look again."""
        self._log.follow()
        judged = [(sight, self._author(sight)) for sight in sights]
        strange = [sight for sight, written in judged if written is None]
        if strange:
            busy = self._busy()
            self._log.follow()
            judged = [pair for pair in judged if pair[1] is not None]
            for sight in strange:
                written = self._author(sight)
                if written is None and busy is not None and self._is_patient(sight, busy):
                    findings.put_off.append(sight.uri)
                else:
                    judged.append((sight, written))
        self._settle(judged, findings)

    def _author(self, sight: Observation) -> RecordedWriter | None:
        """Return whom the log names; it is not asked about what is no news."""
        if self._ledger.is_known(sight.uri, sight.content):
            return _UNKNOWN
        return self._log.of(sight.uri, sight.content.revision if sight.content else None)

    def _is_patient(self, sight: Observation, busy: LockHolder) -> bool:
        """Tell whether to wait for a commit that may be between writing and logging; not for a later one."""
        after = sight.content.revision if sight.content else None
        waited = self._waits.get(sight.uri) or Wait(None, busy, 0)
        is_new = waited.after != after or not waited.times or not waited.holder.pid
        holder = busy if is_new else waited.holder
        self._waits[sight.uri] = Wait(after, holder, waited.times + 1)
        return waited.times < PATIENCE and (holder == busy or not busy.pid)

    def _settle(self, judged: list[tuple[Observation, RecordedWriter | None]], findings: Findings) -> None:
        """Move the ledger to what was found; what moved it is a change."""
        moment = self._clock.now()
        news: list[tuple[Change, Advance]] = []
        for (uri, ticket, entry, content, instead), written in yielding(judged, PIECE):
            actor, moved, before = written or _UNKNOWN
            self._waits.pop(uri, None)
            try:
                advance = self._ledger.advance(uri, entry, content, ticket)
            except PutOffError:
                findings.put_off.append(uri)
                continue
            if advance is not None:
                change = make_change(uri, advance, actor, moment, moved)
                if change.before is None and change.kind is ChangeKind.MODIFIED:
                    # Nobody had read the document: the log knows what was replaced.
                    change = replace(change, before=before)
                news.append((replace(change, instead=instead), advance))
        findings.changes.extend(self._moves.named((change, advance.stamp) for change, advance in news))
        self._bear_witness(zip(findings.changes, (advance for _, advance in news), strict=True))

    def _bear_witness(self, news: Iterable[tuple[Change, Advance]]) -> None:
        """Have kept what came from outside and could be read, or went, or has something in its place."""
        seen = [
            _sighting(change, advance)
            for change, advance in news
            if change.actor is OUTSIDE and _is_known(change)
        ]
        if seen:
            self._witness(seen)


def _is_known(change: Change) -> bool:
    is_gone = change.kind is ChangeKind.DELETED or change.instead is not None
    return change.after is not None or is_gone


def _sighting(change: Change, advance: Advance) -> ExternalVersion:
    old = advance.old if change.before is not None else None
    changed = advance.stamp.changed / 1e9 if advance.stamp is not None and change.after is not None else None
    return ExternalVersion(
        change.uri,
        change.before,
        change.after,
        change.time,
        old,
        advance.new,
        advance.mode,
        change.moved,
        changed,
        change.instead,
    )
