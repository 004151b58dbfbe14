"""A look at everything that is kept for a workspace, to find what is wrong. Reads only, creates nothing."""

from __future__ import annotations

import os
import stat
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from memdesk.errors import MemdeskError, NotPermittedError, StorageError
from memdesk.model import Origin, Problem, Revision, Severity
from memdesk.runtime.clock import machine_time
from memdesk.store.commit.displaced import FOLDER as DISPLACED
from memdesk.store.commit.displaced import DisplacedFiles
from memdesk.store.external.recorder import SEEN_LIMIT
from memdesk.store.fs.names import HALF, PRIVATE, TEMPORARY
from memdesk.store.fs.own_folders import ASIDE
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.metadata.folder import IGNORED
from memdesk.store.metadata.record import linked_records, misplaced_records, read_record
from memdesk.store.oplog.audit import LogAudit, survey
from memdesk.store.oplog.journal import Intent, glance, is_usable, journal, strange_lines
from memdesk.store.oplog.operation import Operation
from memdesk.store.purge import RECORD as PURGED
from memdesk.store.purge import purged_revisions
from memdesk.store.versions.gc import chosen_rules, last_collected, next_plan
from memdesk.store.versions.pins import RECORD as PINS
from memdesk.store.versions.pins import pins_in
from memdesk.store.versions.records import Records
from memdesk.store.versions.retention import KeptVersion, Plan, RetentionRules, Use, uses_of
from memdesk.text.cooperative import yielding

OPERATIONS = "operations.jsonl"
LOG = f"{PRIVATE}/{OPERATIONS}"
JOURNAL = f"{PRIVATE}/intents.jsonl"
INDEX = f"{PRIVATE}/operations.index"
MOST_LINES = 20
"""Lines of the log that are named one by one."""

_OLD = 3600.0
_PIECE = 5
_SMALL = 64 << 10
_UNREADABLE = (OSError, MemdeskError)


class IntegrityFinding(NamedTuple):
    """Something wrong, and the document or the file of ours that it is about."""

    uri: str
    problem: Problem


class Subset(NamedTuple):
    """One part of several into which the versions are divided by their revision, counted from 1."""

    part: int = 1
    parts: int = 1

    def holds(self, revision: Revision) -> bool:
        """Say whether a version is in this part."""
        return int(revision.removeprefix("sha256:")[:8], 16) % self.parts == self.part - 1


class HistoryReport(NamedTuple):
    """What there is, and what is wrong with it.

    ``gone`` counts versions that the log tells of and that are not kept any more, by the rules; ``unseen``
    counts changes that began from something no core had seen; ``collectable`` is what the rules take next.
    """

    operations: int
    versions: int
    bytes: int
    checked: int
    gone: int
    unseen: int
    since: float | None
    collectable: Plan
    findings: tuple[IntegrityFinding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong; warnings are not."""
        return all(finding.problem.severity is Severity.WARNING for finding in self.findings)


class Verifier:
    """The check of one workspace; everything in it is read once."""

    def __init__(self, root: SafeRoot, records: Records, rules: RetentionRules | None = None) -> None:
        self._root, self._private, self._records = root, records.private, records
        self._rules = rules
        self._findings: list[IntegrityFinding] = []

    def run(self, subset: Subset, stop: Callable[[], bool]) -> HistoryReport:
        """Check all but the versions outside of a subset; ends early, with what was found, once told to."""
        known = journal_of(journal(self._private))
        log = self._log()
        uses = uses_of(log.operations, machine_time(self._records.clock))
        kept = self._kept()
        checked = self._check_versions(kept, uses, subset, stop)
        gone = self._check_missing(log.operations, kept, uses)
        pinned = self._check_pins(kept)
        self._check_log(log, known, kept, pinned)
        self._check_places()
        self._check_links()
        self._check_leftovers()
        self._check_late()
        self._check_modes()
        self._check_ignored()
        return HistoryReport(
            operations=len(log.operations),
            versions=len(kept),
            bytes=sum(blob.bytes for blob in kept.values()),
            checked=checked,
            gone=gone,
            unseen=self._check_gaps(log.operations),
            since=min((step.time for step in log.operations), default=None),
            collectable=next_plan(log, kept.values(), pinned, self._records, self._rules or chosen_rules()),
            findings=tuple(self._findings),
        )

    def glance(self) -> tuple[IntegrityFinding, ...]:
        """Return what can be told without reading the log or a version: what stands in our folder."""
        self._check_places()
        self._check_links()
        self._check_journal()
        self._check_modes()
        self._check_ignored()
        return tuple(self._findings)

    def _log(self) -> LogAudit:
        try:
            log = survey(self._records.log)
        except _UNREADABLE as error:
            self._tell(LOG, "log_unreadable", f"the operation log cannot be read: {error}")
            return LogAudit()
        for line in log.malformed[:MOST_LINES]:
            self._tell(LOG, "log_malformed", "a line of the operation log cannot be understood", line=line)
        if len(log.malformed) > MOST_LINES:
            more = len(log.malformed) - MOST_LINES
            self._tell(LOG, "log_malformed_more", f"{more} more lines cannot be understood", str(more))
        for line in log.torn[:MOST_LINES]:
            message = "a line of the operation log breaks off; what it was about was logged again"
            self._tell(LOG, "log_torn", message, line=line, severity=Severity.WARNING)
        return log

    def _kept(self) -> dict[Revision, KeptVersion]:
        kept: dict[Revision, KeptVersion] = {}
        try:
            for blob in self._records.history.blobs():
                known = kept.get(blob.revision)
                kept[blob.revision] = blob._replace(bytes=blob.bytes + known.bytes) if known else blob
            for stray in self._records.history.strays():
                message = "this does not belong into the history"
                self._tell(f"{PRIVATE}/{stray}", "history_stray", message, severity=Severity.WARNING)
        except _UNREADABLE as error:
            self._tell(f"{PRIVATE}/history", "history_unreadable", f"the history cannot be read: {error}")
        return kept

    def _check_versions(
        self,
        kept: dict[Revision, KeptVersion],
        uses: dict[Revision, Use],
        subset: Subset,
        stop: Callable[[], bool],
    ) -> int:
        """Read every version of a subset and compare it with its name; return how many."""
        checked = 0
        for revision in yielding(filter(subset.holds, kept), _PIECE):
            if stop():
                break
            checked += 1
            try:
                self._records.history.get(revision)
            except StorageError as error:
                if not self._is_being_kept(revision):
                    self._blame(revision, uses, "version_damaged", error)
            except NotPermittedError as error:
                self._blame(revision, uses, "version_unreadable", error)
            except MemdeskError as error:
                if self._is_there(revision):  # else it was collected since it was listed
                    self._blame(revision, uses, "version_damaged", error)
        return checked

    def _is_being_kept(self, revision: Revision) -> bool:
        """Say whether a commit keeps a version just now: until that is done, its intent carries the bytes."""
        begun = (intent for intent in glance(self._private) if intent.owner.is_alive())
        if any(step.operation.after == revision for intent in begun for step in intent.steps):
            return True
        try:
            self._records.history.get(revision)
        except MemdeskError:
            return False
        return True

    def _blame(self, revision: Revision, uses: dict[Revision, Use], code: str, error: MemdeskError) -> None:
        """Tell what is wrong with a version."""
        self._tell(self._owner(revision, uses), code, error.message, _short(revision))

    def _check_missing(
        self, operations: Iterable[Operation], kept: dict[Revision, KeptVersion], uses: dict[Revision, Use]
    ) -> int:
        """Tell of versions that should be there; return how many are rightly gone."""
        last = last_collected(self._private)
        capped, now = last.capped if last else 0.0, machine_time(self._records.clock)
        promised, gone, least = _promised(operations) - self._purged(), 0, self._rules or RetentionRules()
        for revision, use in yielding(uses.items()):
            if revision in kept:
                continue
            # Whatever the person chose since: when versions went, the rules may have been others, never less.
            is_due = use.stays(now, least) and (use.rank < least.always or use.until > capped)
            if not is_due or revision not in promised:
                gone += 1
            elif not self._is_there(revision):
                message = f"the version {_short(revision)} should be in the history and is not"
                self._tell(use.path, "version_missing", message, _short(revision))
        return gone

    def _check_gaps(self, operations: Iterable[Operation]) -> int:
        """Tell where something came past every core that the log does not tell of; return how often."""
        gaps = Counter(_breaks(operations))
        for path, number in gaps.most_common(MOST_LINES):
            message = f"{number} changes from outside are missing in the log of this document"
            self._tell(path, "log_gap", message, str(number), severity=Severity.WARNING)
        return gaps.total()

    def _check_pins(self, kept: dict[Revision, KeptVersion]) -> frozenset[Revision]:
        """Tell of pinned versions that are not there; return all that are pinned."""
        try:
            pins = pins_in(read_record(self._private, PINS))
        except _UNREADABLE as error:
            self._tell(f"{PRIVATE}/{PINS}", "pins_damaged", str(error))
            return frozenset()
        purged = self._purged()
        for pin in pins:
            if pin.revision not in kept and pin.revision not in purged and not self._is_there(pin.revision):
                message = f"the pinned version {_short(pin.revision)} is not in the history"
                self._tell(pin.uri, "version_missing", message, _short(pin.revision))
        return frozenset(pin.revision for pin in pins)

    def _purged(self) -> frozenset[Revision]:
        """Return the versions that a person had removed for good."""
        try:
            return purged_revisions(self._private)
        except _UNREADABLE as error:
            uri = f"{PRIVATE}/{PURGED}"
            if not any(finding.uri == uri for finding in self._findings):
                self._tell(uri, "purge_damaged", str(error))
            return frozenset()

    def _is_there(self, revision: Revision) -> bool:
        """Say whether a version came meanwhile; where that cannot be seen, something else was told."""
        try:
            return self._records.history.has(revision)
        except MemdeskError:
            return True

    def _check_log(
        self, log: LogAudit, known: Journal, kept: dict[Revision, KeptVersion], pinned: frozenset[Revision]
    ) -> None:
        """Tell that the log has lost something, and whether its index is right."""
        if any(finding.uri == LOG and finding.problem.code != "log_torn" for finding in self._findings):
            self._check_index()
        elif is_shortened(log, known, self._records):
            self._tell(LOG, "log_shortened", "the operation log has lost entries that it had")
        elif log.moved_up is not None:
            self._tell(LOG, "log_edited", "the log before this was cut or changed", line=log.moved_up)
        elif not log.operations and (number := untold(kept.values(), known, pinned, self._records)):
            had_one = self._private.stamp((OPERATIONS,)) or last_collected(self._private)
            message = f"the operation log is empty, but {number} versions are stored"
            severity = Severity.ERROR if had_one else Severity.WARNING
            self._tell(LOG, "log_empty", message, str(number), severity=severity)
        else:
            self._check_index()

    def _check_index(self) -> None:
        try:
            right = self._records.log.is_index_right()
        except _UNREADABLE:
            return
        if not right:
            message = "the index of the operation log is wrong; it is not used, and may be deleted"
            self._tell(INDEX, "index_damaged", message)

    def _check_leftovers(self) -> None:
        names = [path for path in _temporaries(self._root) if self._is_left(path)]
        alive = {step.temporary for intent in self._check_journal() for step in intent.steps}
        for path in names:
            if path.rpartition("/")[2].removesuffix(".pin") not in alive and self._is_left(path):
                self._tell(path, "temporary_left", "a temporary file of memdesk was left behind")

    def _check_journal(self) -> list[Intent]:
        """Tell what the journal holds of saves that came to no end; return what is under way."""
        pending = glance(self._private)
        for intent in pending:
            if not intent.owner.is_alive():
                path = intent.steps[0].operation.path
                if not is_usable(intent):
                    message = (
                        f"the journal has a save that is forged or unusable (of {path!r:.300}); "
                        "the next save puts it away"
                    )
                    self._tell(JOURNAL, "journal_forged", message, path[:300])
                    continue
                message = "a save was interrupted; the next one brings it to an end"
                self._tell(path, "unfinished", message)
        if strange := strange_lines(self._private):
            number = str(len(strange))
            message = f"{number} lines of the journal are none that memdesk writes; they count for nothing"
            self._tell(JOURNAL, "journal_malformed", message, number, line=strange[0])
        return [intent for intent in pending if intent.owner.is_alive()]

    def _check_late(self) -> None:
        """Tell of what was written into files that saves had replaced, and that nobody has kept yet."""
        for operation in DisplacedFiles(self._private).written(self._records):
            message = (
                "another program wrote to an old copy of this file during a save; the next save "
                "stores that text in the history"
            )
            self._tell(operation.path, "written_late", message, severity=Severity.WARNING)

    def _check_places(self) -> None:
        """Tell what stands in the place of our own files, and is none."""
        with suppress(OSError, MemdeskError):
            for name, what in misplaced_records(self._private):
                message = f"{what} is in its place; 'memdesk verify PATH --set-aside' moves that aside"
                self._tell(f"{PRIVATE}/{name}", "record_misplaced", message, what)

    def _check_links(self) -> None:
        """Tell which of our records have another name, by which they can be changed in their place."""
        with suppress(OSError, MemdeskError):
            for name in linked_records(self._private):
                message = (
                    "another name leads to this record (a hard link), by which it can be changed; what is "
                    "changed is told, but remove that name: find DIR -samefile FILE"
                )
                self._tell(f"{PRIVATE}/{name}", "record_linked", message, severity=Severity.WARNING)

    def _check_modes(self) -> None:
        """Tell whether others get into our folder, and at how much of it; some file systems know no modes."""
        if is_open(self._private):
            number = open_inside(self._private)
            message = (
                f"other users can read this folder and {number} items in it; the next save "
                "restricts it to you"
            )
            self._tell(PRIVATE, "private_open", message, str(number), severity=Severity.WARNING)

    def _check_ignored(self) -> None:
        """Tell where version control takes our folder for part of the memory: all history goes with it."""
        with suppress(OSError, MemdeskError), self._private.folder(()):
            if not any(map(self._private.stamp, ((IGNORED,), (OPERATIONS,), ("history",)))):
                return  # whoever made our folder died there: it has nothing yet, and the next save fills it
            lines = list[bytes]()
            with suppress(OSError, MemdeskError):  # git reads no folder and no link
                lines = self._private.read((IGNORED,), _SMALL).data.split()
            if b"*" not in lines or any(line.startswith(b"!") for line in lines):
                message = (
                    "this file no longer keeps memdesk's history out of version control; it should have one "
                    "line: *"
                )
                self._tell(f"{PRIVATE}/{IGNORED}", "not_ignored", message, severity=Severity.WARNING)

    def _is_left(self, path: str) -> bool:
        """Say whether a temporary is there; our own folder's are used without an intent, for moments."""
        with suppress(MemdeskError):
            stamp = self._root.stamp(tuple(path.split("/")))
            is_ours = path.startswith(f"{PRIVATE}/")
            return stamp is not None and (not is_ours or stamp.modified / 1e9 < time.time() - _OLD)
        return False

    def _owner(self, revision: Revision, uses: dict[Revision, Use]) -> str:
        """Return the document of a version, or the folder where it lies."""
        shard = revision.removeprefix("sha256:")[:2]
        return uses[revision].path if revision in uses else f"{PRIVATE}/history/{shard}"

    def _tell(
        self,
        uri: str,
        code: str,
        message: str,
        *arguments: str,
        line: int | None = None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        problem = Problem(code, message, line, severity=severity, arguments=arguments)
        self._findings.append(IntegrityFinding(uri, problem))


def _promised(operations: Iterable[Operation]) -> set[Revision]:
    """Return the revisions whose bytes were kept: of the core's commits, and of what was seen whole."""
    found: set[Revision | None] = set()
    for step in operations:
        if step.actor.origin is not Origin.FOREIGN:
            found |= {step.before, step.after}
        elif step.size is not None and step.size <= SEEN_LIMIT:
            found.add(step.after)
    return {revision for revision in found if revision is not None}


def _breaks(operations: Iterable[Operation]) -> Iterator[str]:
    """Yield the document of every operation that began from something else than that was before."""
    states: dict[str, Revision | None] = {}
    for step in operations:
        if not step.late:
            if step.before != states.get(step.path, step.before):
                yield step.path
            states[step.path] = step.after


def _temporaries(root: SafeRoot) -> Iterator[str]:
    """Yield the paths of all files in the workspace that have the names of our temporaries."""
    pending: list[tuple[str, ...]] = [()]
    while pending:
        parts = pending.pop()
        with suppress(*_UNREADABLE), root.folder(parts) as folder, os.scandir(folder) as entries:
            for entry in entries:
                is_ours = parts[:1] == (PRIVATE,)
                if entry.is_dir(follow_symlinks=False):
                    if (*parts, entry.name) == (PRIVATE, ASIDE):
                        continue
                    pending.append((*parts, entry.name))
                elif entry.name.startswith(TEMPORARY) or (is_ours and entry.name.endswith(HALF)):
                    yield "/".join((*parts, entry.name))


def _short(revision: Revision) -> str:
    return revision.removeprefix("sha256:")[:12]


_OTHERS = 0o077
_FOREIGN = frozenset({(ASIDE,), (DISPLACED,)})
_ENTERING = 0o033
"""What lets others into a folder; who may only list it gets at nothing in there."""


def is_open(private: SafeRoot) -> bool:
    """Tell whether the folder itself lets others in."""
    with suppress(OSError, MemdeskError), private.folder(()) as folder:
        return _lets_others(os.fstat(folder), _ENTERING)
    return False


def open_inside(private: SafeRoot) -> int:
    """Count the files and folders in it that are open, too; where it is not open itself, that is no harm.

    Displaced files of documents are as open as these were, and so is what was set aside.
    """
    return sum(map(_lets_others, yielding(_inside(private))))


def _inside(private: SafeRoot) -> Iterator[os.stat_result]:
    """Yield the status of every file and folder; links are passed over."""
    pending: list[tuple[str, ...]] = [()]
    while pending:
        parts = pending.pop()
        with suppress(OSError, MemdeskError), private.folder(parts) as folder, os.scandir(folder) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode) and (*parts, entry.name) not in _FOREIGN:
                    pending.append((*parts, entry.name))
                if not stat.S_ISLNK(status.st_mode):
                    yield status


def _lets_others(status: os.stat_result, rights: int = _OTHERS) -> bool:
    """Tell whether a mode says so; Windows has none that tells."""
    return os.name == "posix" and bool(status.st_mode & rights)


_SETTLED = 3600.0
"""Seconds after which what was put into the history has been logged, or never will be."""


class Journal(NamedTuple):
    """What the journal tells: which operations were logged, and all versions that it is about."""

    logged: frozenset[str]
    revisions: frozenset[Revision]


def journal_of(intents: Iterable[Intent]) -> Journal:
    """Return what intents tell of the log. They are to be read before it, since it goes on meanwhile."""
    known = [(intent, step.operation) for intent in intents for step in intent.steps]
    logged = frozenset(operation.id for intent, operation in known if intent.is_settled)
    versions = {version for _, operation in known for version in (operation.before, operation.after)}
    return Journal(logged, frozenset(version for version in versions if version is not None))


def is_shortened(log: LogAudit, journal: Journal, records: Records) -> bool:
    """Tell whether the log has certainly lost something: the journal or the index knows more of it."""
    missing = journal.logged.difference(operation.id for operation in log.operations)
    return bool(missing) or records.log.is_shorter_than_indexed()


def untold(
    kept: Iterable[KeptVersion], journal: Journal, pinned: Iterable[Revision], records: Records
) -> int:
    """Count the versions that no empty log explains: not pinned, nor from saves that came to no end."""
    lost = records.unfinished.read().operations
    known = {*journal.revisions, *pinned, *(operation.after for operation in lost)}
    latest = time.time() - _SETTLED
    return sum(blob.revision not in known and blob.time < latest for blob in kept)
