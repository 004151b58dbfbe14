"""What is read and done for one backup, in the read pool and the write lane."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication

from memdesk.model import DocumentInfo
from memdesk_gui.features.history.backup_view import MISSING, NEXT, SECTIONS
from memdesk_gui.widgets.lists.part_list import PartRow
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.history.backups import Backup, KeepRule, Pruning, RestoreStrategy
    from memdesk.history.history import VersionTexts
    from memdesk.model import Actor, Revision
    from memdesk.store import CommitResult
    from memdesk.text.restore_parts import RestorablePart
    from memdesk.workspace import Workspace


def read_file(workspace: Workspace, info: DocumentInfo) -> Backup | None:
    """Return the backup that a document itself is."""
    from memdesk.history.backups import Backups

    return Backups(workspace, (info,)).of_file(info)


class BackupRequest(NamedTuple):
    """How a backup is looked at: the way back, and the sections that are chosen."""

    look: str
    chosen: frozenset[int] = frozenset()


class BackupComparison(NamedTuple):
    """A backup as it is looked at: two texts, its parts, and what the document was meanwhile.

    ``rows`` are the parts that are not as they were, ``alike`` counts the others; ``next`` is the newer
    backup it is compared with; ``changes`` says whether restoring would do anything.
    """

    texts: VersionTexts
    rows: list[PartRow]
    alike: int
    now: Revision | None
    changes: bool
    next: Backup | None = None


class QuarantinedFacts(NamedTuple):
    """What is deleted with something in quarantine: a part of a document, or (no part) the whole.

    ``copies`` are the documents in which its text stands still.
    """

    uri: str
    part: str
    text: str
    copies: tuple[str, ...]


def read_look(
    workspace: Workspace, documents: Iterable[DocumentInfo], backup: Backup, wanted: BackupRequest
) -> BackupComparison:
    """Return what a way back would make of the document, or what came next."""
    from memdesk.history.backups import Backups
    from memdesk.history.history import History, VersionTexts

    backups = Backups(workspace, documents)
    if backup.of is None:
        texts = backups.texts(backup, backup)
        return BackupComparison(VersionTexts(texts.old, texts.old, texts.binary), [], 0, None, False)
    now, parts = History(workspace).now(backup.of), _rows(backups.parts(backup))
    if wanted.look == NEXT:
        following = backups.following(backup)
        return BackupComparison(backups.texts(backup, following), *parts, now, True, following)
    if wanted.look == SECTIONS and not wanted.chosen:
        text = backups.texts(backup).new
        return BackupComparison(VersionTexts(text, text), *parts, now, False)
    preview = backups.preview(backup, way_of(wanted))
    return BackupComparison(preview.texts, *parts, now, preview.changes)


def restore(
    workspace: Workspace, backup: Backup, wanted: BackupRequest, base: Revision | None, person: Actor
) -> tuple[CommitResult, ...]:
    """Bring a document back as it was looked at. Runs in the write lane, like what follows."""
    from memdesk.history.backups import Backups

    return Backups(workspace).restore(backup, way_of(wanted), person, base=base).results


def brings(workspace: Workspace, backup: Backup, way: RestoreStrategy) -> dict[str, bytes]:
    """Return what a document is going to hold; nothing where just what is in quarantine is taken out."""
    from memdesk.history.backups import Backups
    from memdesk.history.backups.backup import BackupSource

    if backup.source is BackupSource.QUARANTINE or backup.of is None:
        return {}
    return {backup.of: Backups(workspace).preview(backup, way).texts.new.encode("utf-8", "surrogatepass")}


def way_of_change(number: int) -> RestoreStrategy:
    """Return the way that takes one change since a backup back."""
    from memdesk.history.backups import ChangesRestore

    return ChangesRestore(frozenset({number}), from_now=True)


def restore_change(
    workspace: Workspace, backup: Backup, number: int, base: Revision | None, person: Actor
) -> tuple[CommitResult, ...]:
    """Take one change since a backup back."""
    from memdesk.history.backups import Backups

    return Backups(workspace).restore(backup, way_of_change(number), person, base=base).results


def restore_copy(workspace: Workspace, backup: Backup, person: Actor) -> CommitResult:
    """Put a backup into a new document."""
    from memdesk.history.backups import Backups

    return Backups(workspace).restore_copy(backup, person)


def set_pinned(workspace: Workspace, backup: Backup, person: Actor, *, pinned: bool) -> None:
    """Pin a backup, or take its pin off."""
    from memdesk.history.backups import Backups

    backups = Backups(workspace)
    (backups.pin if pinned else backups.unpin)(backup, person)


def read_quarantined(workspace: Workspace, backup: Backup) -> QuarantinedFacts:
    """Return what would be deleted with something in quarantine."""
    from memdesk.checks.covering import mask
    from memdesk.findings import Quarantine
    from memdesk.history.backups import Backups

    item = Backups(workspace).quarantined(backup)
    copies = Quarantine(workspace).copies(item)
    text = mask(item.text) if item.part else ""
    return QuarantinedFacts(item.uri, item.part, text, copies)


def drop(workspace: Workspace, backup: Backup, person: Actor) -> None:
    """Delete something from quarantine."""
    from memdesk.findings import Quarantine
    from memdesk.history.backups import Backups

    Quarantine(workspace).drop(Backups(workspace).quarantined(backup).id, person)


def read_pruning(workspace: Workspace, documents: Iterable[DocumentInfo], keep: KeepRule) -> Pruning:
    """Return which copies beside documents would go."""
    from memdesk.history.backups import Backups

    return Backups(workspace, documents).pruning(keep)


def prune(workspace: Workspace, plan: Pruning, person: Actor) -> tuple[CommitResult, ...]:
    """Delete copies, which the history keeps for a while."""
    from memdesk.history.backups import Backups

    return Backups(workspace).prune(plan, person)


def way_of(wanted: BackupRequest) -> RestoreStrategy:
    """Return the way back that a person looks at."""
    from memdesk.history.backups import MissingEntriesRestore, SectionRestore, WholeRestore

    if wanted.look == SECTIONS:
        return SectionRestore(numbers=wanted.chosen)
    return MissingEntriesRestore() if wanted.look == MISSING else WholeRestore()


def _rows(parts: tuple[RestorablePart, ...]) -> tuple[list[PartRow], int]:
    """Return the parts that are not as they were, and how many others there are."""
    rows = [
        PartRow(number, _name(part), _note(part), part.level)
        for number, part in enumerate(parts)
        if part.state != "same"
    ]
    return rows, len(parts) - len(rows)


def _name(part: RestorablePart) -> str:
    return printable(part.name) or QCoreApplication.translate("Backups", "(beginning)")


def _note(part: RestorablePart) -> str:
    state = (
        QCoreApplication.translate("Backups", "missing now")
        if part.state == "missing"
        else QCoreApplication.translate("Backups", "changed since")
    )
    return f"{state} · {printable(part.summary)}" if part.summary else state
