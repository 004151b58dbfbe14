"""``memdesk backups``: what documents can be restored from, and restoring them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Annotated, NamedTuple, TypeAlias

import typer

from memdesk.cli import complain
from memdesk.cli.history import diff_json
from memdesk.cli.options import ActorName, AsJson, Code, Folder, SessionId, WithQuarantined
from memdesk.cli.output import base_of, opened, require_code, say, say_bytes, tell, writer
from memdesk.cli.reports import brief, dump, many, moment, on_screen, problem_json, problem_line, table
from memdesk.errors import ConflictError, UsageError
from memdesk.findings import require_kept_away
from memdesk.history.backups import (
    Backup,
    Backups,
    BackupSource,
    ChangesRestore,
    KeepRule,
    MissingEntriesRestore,
    Pruning,
    RestoreStrategy,
    SectionRestore,
    WholeRestore,
)
from memdesk.history.history import VersionTexts
from memdesk.model import Actor, Json, Severity
from memdesk.review.shell_decisions import RESTORED, ShellDecisionLog
from memdesk.text.diff import unified
from memdesk.text.encoding import decode, whole_text
from memdesk.workspace import ANY, Base, Workspace

group = typer.Typer()


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


@group.command(name="backups")
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
    with opened(path, noting=what is not BackupTask.PRUNE, act=RESTORED) as workspace:
        return BackupTasks(workspace, wish, who, as_json=as_json).run(what)


_REASONS = {
    "before_change": "before a change",
    "policy_snapshot": "policy snapshot",
    "unreadable": "was unreadable",
    "taken_over": "was imported",
    "named_like": "only named like a copy",
    "version": "version",
    "deleted": "deleted",
    "quarantined": "in quarantine",
}
_OPTIONS = {
    "list": {"of", "source"},
    "show": set[str](),
    "diff": {"against_next", "into"},
    "restore": {"sections", "missing", "changes", "copy", "into", "base", "dry_run", "with_quarantined"},
    "pin": set[str](),
    "unpin": set[str](),
    "prune": {"of", "keep_last", "keep_days", "dry_run"},
    "verify": {"of"},
}
_NO_IDS = frozenset({"list", "prune", "verify"})
_MANY_IDS = frozenset({"pin", "unpin"})


class BackupOptions(NamedTuple):
    """What was asked for, option by option."""

    ids: tuple[str, ...] = ()
    of: str | None = None
    source: str | None = None
    against_next: bool = False
    sections: tuple[str, ...] = ()
    missing: bool = False
    changes: tuple[int, ...] = ()
    copy: bool = False
    into: str | None = None
    base: Base = ANY
    keep_last: int | None = None
    keep_days: float | None = None
    dry_run: bool = False
    with_quarantined: bool = False
    code: str = ""


class BackupTasks:
    """Carries out one wish, and prints what came of it."""

    def __init__(self, workspace: Workspace, wish: BackupOptions, actor: Actor, *, as_json: bool) -> None:
        self._workspace, self._wish, self._actor, self._as_json = workspace, wish, actor, as_json
        self._backups = Backups(workspace)

    def run(self, task: str) -> int:
        """Do what the word says; return the exit status. Raises UsageError for what does not belong to it."""
        self._require_fitting(task)
        tasks: dict[str, Callable[[], int]] = {
            "list": self._list,
            "show": self._show,
            "diff": self._diff,
            "restore": self._restore,
            "pin": self._pin,
            "unpin": self._unpin,
            "prune": self._prune,
            "verify": self._verify,
        }
        return tasks[task]()

    def _require_fitting(self, task: str) -> None:
        given = {
            name for name, value in self._wish._asdict().items() if value != BackupOptions()._asdict()[name]
        }
        if given - {"ids", "code"} - _OPTIONS[task]:
            raise UsageError(f"backups {task} does not take these options")
        count = len(self._wish.ids)
        if task in _NO_IDS and count:
            raise UsageError(f"backups {task} takes no ID")
        if task not in _NO_IDS and (not count or (count > 1 and task not in _MANY_IDS)):
            raise UsageError(f"backups {task} needs the ID of a backup ('memdesk backups PATH list')")

    def _list(self) -> int:
        source = self._wish.source
        found = [one for one in self._backups.all(self._wish.of) if source in (None, one.source)]
        say(dump([backup_json(one) for one in found]) if self._as_json else _table(found))
        return 0

    def _show(self) -> int:
        backup = self._one()
        data = self._backups.content(backup)
        if self._as_json:
            parts = self._backups.parts(backup) if backup.of is not None else ()
            sections: list[Json] = [
                {"name": part.name, "level": part.level, "state": part.state} for part in parts
            ]
            say(dump({**backup_json(backup), "text": whole_text(data), "sections": sections}))
        else:
            say_bytes(data, whole_text(data))
        return 0

    def _diff(self) -> int:
        backup, wish = self._one(), self._wish
        other = self._backups.following(backup) if wish.against_next else None
        texts = self._backups.texts(backup, other, wish.into)
        head: dict[str, Json] = {"id": backup.id, "uri": wish.into or backup.of}
        self._say_diff(texts, {**head, "with": other.id if other else "now"}, backup.id)
        return 0

    def _restore(self) -> int:
        backup, wish = self._one(), self._wish
        if wish.copy:
            if wish.sections or wish.missing or wish.changes or wish.base is not ANY or wish.dry_run:
                raise UsageError("a copy is a whole new document: only --into goes with --copy")
            self._require_kept_away(backup, decode(self._backups.content(backup)).text)
            result = self._backups.restore_copy(backup, self._actor, wish.into or "")
            self._say_restored(result.path, result.operation, result.before, result.after, None)
            return 0
        way = self._way()
        if wish.dry_run:
            preview = self._backups.preview(backup, way, wish.into)
            self._say_diff(preview.texts, {"id": backup.id, "uri": wish.into or backup.of}, "now")
            return 0
        self._require_kept_away(backup, self._backups.preview(backup, way, wish.into).texts.new)
        try:
            done = self._backups.restore(backup, way, self._actor, base=wish.base, into=wish.into)
        except ConflictError as error:
            raise typer.Exit(tell(error)) from error
        document = done.document
        self._say_restored(document.path, document.operation, document.before, document.after, done.copy)
        return 0

    def _require_kept_away(self, backup: Backup, new: str) -> None:
        """Refuse what would bring back something in quarantine, unless a person wants just that."""
        if backup.source is not BackupSource.QUARANTINE:
            uri, wanted = self._wish.into or backup.of or backup.uri, self._wish.with_quarantined
            require_kept_away(self._workspace, uri, new, self._actor, wanted=wanted)

    def _way(self) -> RestoreStrategy:
        wish = self._wish
        if (bool(wish.sections) + bool(wish.changes) + wish.missing) > 1:
            raise UsageError("only one of --section, --change and --missing can be meant")
        if wish.sections:
            return SectionRestore(wish.sections)
        if wish.changes:
            return ChangesRestore(frozenset(number - 1 for number in wish.changes))
        return MissingEntriesRestore() if wish.missing else WholeRestore()

    def _pin(self) -> int:
        for backup in [self._backups.find(name) for name in self._wish.ids]:
            self._backups.pin(backup, self._actor)
        return self._say_pinned()

    def _unpin(self) -> int:
        for backup in [self._backups.find(name) for name in self._wish.ids]:
            self._backups.unpin(backup, self._actor)
        return self._say_pinned()

    def _say_pinned(self) -> int:
        found = [one for one in self._backups.all() if one.pinned]
        say(dump([backup_json(one) for one in found]) if self._as_json else _table(found))
        return 0

    def _prune(self) -> int:
        wish = self._wish
        plan = self._backups.pruning(KeepRule(wish.keep_last, wish.keep_days), wish.of)
        if not wish.dry_run:
            require_code(self._workspace, self._actor, wish.code)
            self._backups.prune(plan, self._actor)
            gone = [one.uri for one in plan.gone]
            ShellDecisionLog(self._workspace).note("pruned", gone, self._actor)
        if self._as_json:
            say(dump(_pruning_json(plan, dry_run=wish.dry_run)))
        else:
            for line in _pruning_lines(plan, dry_run=wish.dry_run):
                say(line)
        return 0

    def _verify(self) -> int:
        found = tuple(self._backups.check(self._wish.of))
        wrong = sum(one.problem.severity is not Severity.WARNING for one in found)
        if self._as_json:
            problems: list[Json] = [{"uri": uri, **problem_json(problem)} for uri, problem in found]
            say(dump({"ok": not wrong, "problems": problems}))
        else:
            for uri, problem in found:
                say(problem_line(uri, problem))
            say(many(len(found), "problem") if found else "no problems found")
        if wrong:
            complain(many(wrong, "problem"))
        return 1 if wrong else 0

    def _one(self) -> Backup:
        return self._backups.find(self._wish.ids[0])

    def _say_diff(self, texts: VersionTexts, head: dict[str, Json], left: str) -> None:
        if self._as_json:
            say(dump({**head, **diff_json(texts)}))
        elif texts.binary:
            say(f"binary, {'the same' if texts.old == texts.new else 'different'}")
        else:
            for line in unified(texts.old, texts.new, (f"{head['uri']} {left}", f"{head['uri']}")):
                say(on_screen(line))

    def _say_restored(
        self, uri: str, operation: str, before: str | None, after: str | None, copy: str | None
    ) -> None:
        report: dict[str, Json] = {"uri": uri, "operation": operation or None, "before": before}
        report |= {"revision": after, "copy": copy}
        say(dump(report) if self._as_json else f"{on_screen(uri)} {after}")


def backup_json(backup: Backup) -> dict[str, Json]:
    """Return a backup as the contract lists it."""
    actor = backup.actor
    return {
        "id": backup.id,
        "uri": backup.uri,
        "of": backup.of,
        "time": moment(backup.time),
        "bytes": backup.bytes,
        "reason": backup.reason,
        "pinned": backup.pinned,
        "source": backup.source,
        "revision": backup.revision,
        "actor": actor.name if actor else None,
        "tool": actor.tool if actor else None,
        "problem": backup.problem or None,
    }


def _table(found: Iterable[Backup]) -> str:
    head = ("ID", "TIME", "BYTES", "PIN", "REASON", "WHO", "OF", "KEPT AS")
    return table(head, (_row(one) for one in found))


def _row(backup: Backup) -> tuple[str, ...]:
    size = "-" if backup.bytes is None else str(backup.bytes)
    who = brief(backup.actor.name) if backup.actor else "-"
    reason = backup.problem or _REASONS.get(backup.reason, backup.reason)
    if backup.of is None and backup.source == "copy" and backup.reason == "before_change":
        reason = backup.problem or "nobody knows who made it"
    when, kept = (moment(backup.time) or "-")[:19], backup.uri if backup.source == "copy" else backup.source
    return (backup.id, when, size, "*" if backup.pinned else "", reason, who, backup.of or "?", kept)


def _pruning_json(plan: Pruning, *, dry_run: bool) -> dict[str, Json]:
    return {
        "dry_run": dry_run,
        "removed": [backup_json(one) for one in plan.gone],
        "bytes": plan.bytes,
        "kept": plan.kept,
        "pinned": plan.pinned,
    }


def _pruning_lines(plan: Pruning, *, dry_run: bool) -> Iterator[str]:
    for backup in plan.gone:
        yield f"{backup.id} {on_screen(backup.uri)}"
    done = "would be removed" if dry_run else "removed; the history keeps them for a while"
    yield f"{len(plan.gone)} copies in {plan.bytes} bytes {done}; {plan.kept} stay, {plan.pinned} pinned"
