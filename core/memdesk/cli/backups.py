"""``memdesk backups``: what documents can be brought back from, and bringing them back."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

import typer

from memdesk.cli.options import ActorName, AsJson, Code, Folder, SessionId, WithQuarantined
from memdesk.cli.output import base_of, opened, writer

backups = typer.Typer()


class BackupTask(StrEnum):
    """What to do with backups."""

    LIST = "list"
    SHOW = "show"
    DIFF = "diff"
    RESTORE = "restore"
    PIN = "pin"
    UNPIN = "unpin"
    PRUNE = "prune"
    VERIFY = "verify"


class Kept(StrEnum):
    """Where backups are kept."""

    COPY = "copy"
    HISTORY = "history"
    DELETED = "deleted"
    QUARANTINE = "quarantine"


What: TypeAlias = Annotated[
    BackupTask, typer.Argument(metavar="|".join(BackupTask), show_default=False, help="What to do.")
]
Ids: TypeAlias = Annotated[
    list[str] | None, typer.Argument(metavar="ID", help="Backups by id, or its first digits.")
]
Of: TypeAlias = Annotated[
    str | None, typer.Option("--of", metavar="URI", help="Only backups of this document.")
]
Headings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--section",
        metavar="HEADING",
        help="restore: only this section with its subsections, or this key or entry (repeatable).",
    ),
]
Changes: TypeAlias = Annotated[
    list[int] | None,
    typer.Option("--change", metavar="N", help="restore: only change N of what diff shows (repeatable)."),
]
From: TypeAlias = Annotated[
    Kept | None, typer.Option("--source", help="list: only backups from this source.")
]
Next: TypeAlias = Annotated[
    bool,
    typer.Option("--next", help="diff: compare with the next newer backup instead of the current document."),
]
Filling: TypeAlias = Annotated[
    bool, typer.Option("--missing", help="restore: add only missing parts; keep the current content.")
]
AsCopy: TypeAlias = Annotated[bool, typer.Option("--copy", help="restore: create a new document instead.")]
Into: TypeAlias = Annotated[
    str | None, typer.Option("--into", metavar="URI", help="restore, diff: use this document instead.")
]
Over: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--base",
        metavar="REVISION",
        help="restore: only if the document is still at REVISION, otherwise exit 3.",
    ),
]
KeepLast: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", min=0, help="prune: keep N copies of each document.")
]
KeepDays: TypeAlias = Annotated[
    float | None, typer.Option(metavar="D", min=0, help="prune: keep copies of the last D days.")
]
DryRun: TypeAlias = Annotated[
    bool, typer.Option("--dry-run", help="restore, prune: show what would change without changing anything.")
]


@backups.command(name="backups")
def backups_command(
    context: typer.Context,
    path: Folder,
    what: What,
    ids: Ids = None,
    *,
    of: Of = None,
    source: From = None,
    against_next: Next = False,
    section: Headings = None,
    missing: Filling = False,
    change: Changes = None,
    copy: AsCopy = False,
    into: Into = None,
    base: Over = None,
    keep_last: KeepLast = None,
    keep_days: KeepDays = None,
    dry_run: DryRun = False,
    with_quarantined: WithQuarantined = False,
    code: Code = "",
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> int:
    """List, compare, restore, pin, prune and check backups.

    'restore' makes a document exactly what the backup is; --section, --change and --missing bring only parts
    of it back, and what was there before is kept in any case.
    """
    from memdesk.cli.backup_tasks import BackupOptions, BackupTasks

    who = writer(context.obj, actor, session)
    sections, changes = tuple(section or ()), tuple(change or ())
    kept = (keep_last, keep_days, dry_run, with_quarantined)
    wish = BackupOptions(
        tuple(ids or ()),
        of,
        source,
        against_next,
        sections,
        missing,
        changes,
        copy,
        into,
        base_of(base),
        *kept,
        code,
    )
    with opened(path) as workspace:
        return BackupTasks(workspace, wish, who, as_json=as_json).run(what)
