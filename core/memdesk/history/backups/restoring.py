"""Carries a way back out: one unit of the copy that the system keeps and of the document itself."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.errors import ConflictError, InvalidError, NotFoundError, require_person
from memdesk.findings.quarantine import Quarantine
from memdesk.findings.quarantined import Quarantined
from memdesk.history.backups.backup import Backup, BackupSource, quarantine_id
from memdesk.history.backups.ways import RestoreSides, RestoreStrategy, WholeRestore
from memdesk.history.current import current_content
from memdesk.history.history import History, doing
from memdesk.model import Actor, Content, DocumentInfo
from memdesk.ops.merge import check, shape_of
from memdesk.ops.save import copy_name
from memdesk.store import ANY, Base, CommitResult, DocumentEdit
from memdesk.systems.copies import CopyReason, copied
from memdesk.text.merge.merge import MergeShape
from memdesk.workspace import Workspace

TRIES = 5
"""How often a restore begins anew where somebody else writes at the same time."""


class RestoreResult(NamedTuple):
    """What a restore did to the document, and all commits of it (to be undone as one).

    ``copy`` is the file that keeps what was there before, where the system has such files.
    """

    document: CommitResult
    results: tuple[CommitResult, ...] = ()
    copy: str | None = None


class BackupRestore:
    """Restores into the documents of one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._history = History(workspace)

    def content(self, backup: Backup) -> bytes:
        """Return a backup's bytes, from where they are kept."""
        if backup.source is BackupSource.QUARANTINE:
            return self.quarantined(backup).before
        if backup.source is not BackupSource.COPY:
            return self._history.content(backup.uri, backup.revision)
        try:
            return self._workspace.read(backup.uri).data
        except NotFoundError:
            if backup.revision is None:
                raise
            return self._history.content(backup.uri, backup.revision)

    def sides(self, backup: Backup, into: str | None = None) -> RestoreSides:
        """Return a backup's bytes and those of its document as it is now."""
        uri = _target(backup, into)
        current = current_content(self._workspace, uri)
        shape = _shape(uri, self._workspace.info(uri) if current is not None else None)
        data = self.content(backup)
        if backup.source is BackupSource.QUARANTINE:
            data = Quarantine(self._workspace).brought_back(self.quarantined(backup))
        return RestoreSides(uri, data, None if current is None else current.data, shape)

    def restore(
        self, backup: Backup, way: RestoreStrategy, actor: Actor, *, base: Base = ANY, into: str | None = None
    ) -> RestoreResult:
        """Bring a document back; see :meth:`memdesk.history.backups.Backups.restore`."""
        if backup.source is BackupSource.QUARANTINE:
            require_person(actor, "take something out of quarantine")
            if isinstance(way, WholeRestore) and into is None:
                # It moves: what was written since stays, and it is in quarantine no more.
                moved = Quarantine(self._workspace).restore(self.quarantined(backup).id, actor)
                return RestoreResult(moved, (moved,))
        uri, data = _target(backup, into), self.content(backup)
        for left in reversed(range(TRIES)):
            current = current_content(self._workspace, uri)
            found = None if current is None else current.revision
            if base is not ANY and base != found:
                raise ConflictError(f"{uri} is not what was last seen", uri=uri, base=base, current=found)
            try:
                return self._put(uri, data, current, way, doing(actor, "restore"))
            except ConflictError as error:
                if not left or (base is not ANY and error.uri == uri):
                    raise
        raise AssertionError("the last try returns or raises")

    def quarantined(self, backup: Backup) -> Quarantined:
        """Return the item in quarantine that a backup stands for. Raises NotFoundError."""
        items = Quarantine(self._workspace).items()
        found = next((item for item in items if quarantine_id(item.id) == backup.id), None)
        if found is None:
            raise NotFoundError(f"{backup.uri} is not in quarantine any more", uri=backup.of)
        return found

    def _put(
        self, uri: str, data: bytes, current: Content | None, way: RestoreStrategy, actor: Actor
    ) -> RestoreResult:
        if current is None:
            sides = RestoreSides(uri, data, None, _shape(uri, None))
            with self._workspace.clearing((uri,), actor):
                results = self._workspace.commit_all(
                    [DocumentEdit(uri, way.made(sides), None, like=uri)], actor
                )
            return RestoreResult(results[0], results)
        info = self._workspace.info(uri)
        new = way.made(RestoreSides(uri, data, current.data, _shape(uri, info)))
        if new == current.data:
            return RestoreResult(CommitResult("", uri, current.revision, current.revision))
        check(self._workspace, info, new, current.data)
        edits = [DocumentEdit(uri, new, current.revision, like=uri)]
        copy = copy_name(self._workspace, info)
        if copy is not None:
            edits.insert(0, DocumentEdit(copy, current.data, None, like=uri))
        results = self._workspace.commit_all(edits, actor)
        return RestoreResult(results[-1], results, copy)


def _target(backup: Backup, into: str | None) -> str:
    of = into or backup.of
    if of is None and backup.reason == CopyReason.NAMED_LIKE:
        message = (
            f"{backup.uri} is named like a copy, but {copied(backup.uri)} is not known to have been this; "
            "say which it is to go into, or restore it as a copy"
        )
        raise InvalidError(message, uri=backup.uri, reason="named_like_copy")
    if of is None:
        message = (
            f"the name of {backup.uri} does not show which document it is a copy of; "
            "say which it is to go into, or restore it as a copy"
        )
        raise InvalidError(message, uri=backup.uri, reason="no_original")
    return of


def _shape(uri: str, info: DocumentInfo | None) -> MergeShape:
    if info is not None:
        return shape_of(info)
    return MergeShape.JSON if uri.lower().endswith(".json") else MergeShape.LINES
