"""The backups of a workspace: listed, read, compared, brought back, pinned, pruned, checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from memdesk.errors import MemdeskError, NotFoundError, UsageError, require_person
from memdesk.findings.quarantined import Quarantined
from memdesk.history.backups.backup import ID_DIGITS, Backup, BackupSource
from memdesk.history.backups.copies import copies, copies_now
from memdesk.history.backups.listing import BackupCursor, BackupList, BackupPage
from memdesk.history.backups.originals import Originals
from memdesk.history.backups.pinning import Pins
from memdesk.history.backups.prune import KeepRule, Pruning, pruning
from memdesk.history.backups.restoring import BackupRestore, RestoreResult
from memdesk.history.backups.ways import RestoreStrategy, parts
from memdesk.history.history import EVERYTHING, VersionTexts, doing
from memdesk.model import Actor, DocumentInfo, Problem, Severity, revision_of
from memdesk.ops.names import dated
from memdesk.runtime.clock import machine_time
from memdesk.store import ANY, Base, CommitResult, DocumentEdit, IntegrityFinding
from memdesk.store.fs.names import PRIVATE
from memdesk.systems.copies import CopyReason, copied
from memdesk.text.encoding import decode
from memdesk.text.restore_parts import RestorablePart
from memdesk.workspace import Workspace

BATCH = 100
"""Copies that are deleted as one unit."""

_DIGITS = frozenset("0123456789abcdef")


class RestorePreview(NamedTuple):
    """A document now and as a way back would make it."""

    texts: VersionTexts
    changes: bool
    """Whether anything would be changed."""


class Backups:
    """The backups of one workspace. Every method may be called from any thread.

    ``documents`` are those of a listing, where there is one already; it need not be quite up to date.
    """

    def __init__(self, workspace: Workspace, documents: Iterable[DocumentInfo] | None = None) -> None:
        self._workspace = workspace
        self._documents = None if documents is None else tuple(documents)
        self._restoring = BackupRestore(workspace)
        self._pins = Pins(workspace)

    def page(
        self, of: str | None = None, limit: int = EVERYTHING, before: BackupCursor | None = None
    ) -> BackupPage:
        """Return the newest backups (of one document), or those older than an earlier page."""
        if self._documents is None:
            documents = self._workspace.documents()
        else:
            documents = tuple(copies_now(self._workspace, self._documents))
        listed = BackupList(self._workspace, documents, of)
        page = listed.page(limit, before)
        while page.older is not None and not page.backups:
            page = listed.page(limit, page.older)
        return page

    def all(self, of: str | None = None) -> tuple[Backup, ...]:
        """Return every backup (of one document), the newest first."""
        return self.page(of).backups

    def of_file(self, info: DocumentInfo) -> Backup | None:
        """Return the backup that a document itself is, None where it is no copy of another."""
        steps = self._workspace.newest_operations(1, info.uri).operations
        pinned = {pin.uri: pin.revision for pin in self._pins.all() if pin.is_file}
        logged = {step.path: step for step in steps}
        return next(copies((info,), logged, pinned, Originals(self._workspace)), None)

    def find(self, name: str) -> Backup:
        """Return the backup that an id, or a beginning of one, names."""
        prefix = name.casefold()
        if not prefix or not set(prefix) <= _DIGITS or len(prefix) > ID_DIGITS:
            raise UsageError(f"{name!r} is not the id of a backup; 'memdesk backups PATH list' lists them")
        found = [backup for backup in self.all() if backup.id.startswith(prefix)]
        if len(found) > 1:
            raise UsageError(f"{name} matches {len(found)} backups; give more digits of the id")
        if not found:
            raise NotFoundError(f"there is no backup {name}; 'memdesk backups PATH list' lists them")
        return found[0]

    def content(self, backup: Backup) -> bytes:
        """Return a backup's bytes."""
        return self._restoring.content(backup)

    def following(self, backup: Backup) -> Backup | None:
        """Return the next newer backup of the same document, None where that is the document itself."""
        newer = [one for one in self.all(backup.of) if one.of == backup.of] if backup.of else []
        ids = [one.id for one in newer]
        at = ids.index(backup.id) if backup.id in ids else 0
        return newer[at - 1] if at else None

    def texts(self, backup: Backup, other: Backup | None = None, into: str | None = None) -> VersionTexts:
        """Return a backup beside its document as it is now, or beside another backup, as text."""
        new = self.content(other) if other is not None else self._restoring.sides(backup, into).now
        texts = decode(self.content(backup)), decode(new or b"")
        return VersionTexts(texts[0].text, texts[1].text, any(text.reason == "binary" for text in texts))

    def quarantined(self, backup: Backup) -> Quarantined:
        """Return the item in quarantine that a backup stands for. Raises NotFoundError."""
        return self._restoring.quarantined(backup)

    def parts(self, backup: Backup, into: str | None = None) -> tuple[RestorablePart, ...]:
        """Return what of a backup can be brought back by itself, and what became of each part of it."""
        return parts(self._restoring.sides(backup, into))

    def preview(self, backup: Backup, way: RestoreStrategy, into: str | None = None) -> RestorePreview:
        """Return what a way back would make of the document; changes nothing."""
        sides = self._restoring.sides(backup, into)
        now, made = sides.now or b"", way.made(sides)
        texts = decode(now), decode(made)
        binary = any(text.reason == "binary" for text in texts)
        return RestorePreview(VersionTexts(texts[0].text, texts[1].text, binary), sides.now != made)

    def restore(
        self, backup: Backup, way: RestoreStrategy, actor: Actor, *, base: Base = ANY, into: str | None = None
    ) -> RestoreResult:
        """Bring a document back in some way. What it was before is kept, as its system does, too.

        Where somebody writes meanwhile, that is not lost: the way is taken once more over what they wrote, or
        with ``base`` (the revision that was looked at) ConflictError is raised.
        """
        return self._restoring.restore(backup, way, actor, base=base, into=into)

    def restore_copy(self, backup: Backup, actor: Actor, name: str = "") -> CommitResult:
        """Write a backup into a new document beside the present one, or under this name."""
        if backup.source is BackupSource.QUARANTINE:
            require_person(actor, "take something out of quarantine")
        of = backup.of or backup.uri
        place = name or dated(of, backup.time, self._workspace.exists)
        edit = DocumentEdit(place, self.content(backup), None, like=of)
        return self._workspace.commit_all([edit], doing(actor, "restore"))[0]

    def pin(self, backup: Backup, actor: Actor) -> None:
        """Keep a backup whatever the rules say. Raises UsageError for what no rule takes anyway."""
        if backup.source is BackupSource.QUARANTINE:
            raise UsageError("quarantined items are never deleted automatically, so they need no pin")
        self._pins.put(backup, self.content(backup), actor)

    def unpin(self, backup: Backup, actor: Actor) -> None:
        """Let the rules decide about a backup again. Raises NotPermittedError where an agent asks."""
        self._pins.remove(backup, actor)

    def pruning(self, keep: KeepRule, of: str | None = None) -> Pruning:
        """Return which copies beside the documents would go; changes nothing."""
        return pruning(self.all(of), keep, machine_time(self._workspace.clock))

    def prune(self, plan: Pruning, actor: Actor) -> tuple[CommitResult, ...]:
        """Delete copies by ordinary commits; the history keeps them as it does any old version.

        Raises NotPermittedError where an agent asks.
        """
        require_person(actor, "remove backups")
        results: list[CommitResult] = []
        rest = iter(plan.gone)
        while batch := list(islice(rest, BATCH)):
            pinned = {pin.uri for pin in self._pins.all() if pin.is_file}
            edits = [DocumentEdit(one.uri, None, ANY) for one in batch if one.uri not in pinned]
            results += self._workspace.commit_all(edits, doing(actor, "prune")) if edits else ()
        return tuple(results)

    def check(self, of: str | None = None) -> Iterator[IntegrityFinding]:
        """Read every backup and compare it with what is known of it; yield what is wrong."""
        for name, what in self._workspace.store.misplaced():
            if name.partition("/")[0] == "history":
                message = f"{what} is in its place; 'memdesk verify PATH --set-aside' moves that aside"
                uri = f"{PRIVATE}/{name}"
                yield IntegrityFinding(uri, Problem("not_a_file", message))
        for backup in self.all(of):
            problem = self._wrong(backup)
            if problem is not None:
                yield IntegrityFinding(backup.uri, problem)

    def _wrong(self, backup: Backup) -> Problem | None:
        try:
            data = self.content(backup)
        except MemdeskError as error:
            return Problem(error.code, f"{backup.id} cannot be read: {error.message}")
        if backup.revision is not None and revision_of(data) != backup.revision:
            return Problem("changed", f"{backup.id} is not what was written any more")
        if backup.reason == CopyReason.NAMED_LIKE:
            message = (
                f"{backup.id} is named like a copy, but {copied(backup.uri)} is not known to have been this"
            )
            return Problem("named_like_copy", message, severity=Severity.WARNING)
        if backup.source is BackupSource.COPY and backup.of is None:
            message = (
                f"the name of {backup.id} does not show which document it is a copy of; use --into "
                "URI or --copy"
            )
            return Problem("no_original", message, severity=Severity.WARNING)
        return None
