"""``memdesk check``, ``quarantine`` and ``purge``: what the checks find, and what is done about it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

import typer

from memdesk.cli.options import ActorName, AsJson, Code, Folder, SessionId
from memdesk.cli.output import opened, require_code, say, writer
from memdesk.cli.streams import given
from memdesk.errors import UsageError
from memdesk.review.shell_decisions import ShellDecisionLog

findings = typer.Typer()

Why: TypeAlias = Annotated[str, typer.Option("--why", metavar="TEXT", help="Reason, kept in the history.")]


class QuarantineTask(StrEnum):
    """What to do with the quarantine."""

    LIST = "list"
    ADD = "add"
    RESTORE = "restore"
    DROP = "drop"


_DONE = {QuarantineTask.RESTORE: "taken_out", QuarantineTask.DROP: "dropped"}


@findings.command()
def check(
    context: typer.Context,
    path: Folder,
    uri: Annotated[
        str | None, typer.Argument(metavar="URI", help="A document; leave it out to check all of them.")
    ] = None,
    *,
    redact_id: Annotated[
        list[str] | None,
        typer.Option("--redact", metavar="ID|URI", help="Replace this secret with [redacted] (repeatable)."),
    ] = None,
    dismiss: Annotated[
        list[str] | None, typer.Option("--dismiss", metavar="ID|URI", help="Hide this finding (repeatable).")
    ] = None,
    recall: Annotated[
        list[str] | None,
        typer.Option("--recall", metavar="ID", help="Show a dismissed finding again (repeatable)."),
    ] = None,
    why: Why = "",
    code: Code = "",
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> None:
    """Find secrets, hidden text, prompt injections and contradictions. Also odd links and stale dates."""
    from memdesk.cli.finding_tasks import FindingOptions, check_report

    wish = FindingOptions(tuple(redact_id or ()), tuple(dismiss or ()), tuple(recall or ()), why)
    who = writer(context.obj, actor, session)
    with opened(path, read_only=wish.is_empty) as workspace:
        if wish.dismiss:
            require_code(workspace, who, code)
        said = check_report(workspace, uri, wish, who, as_json=as_json)
        ShellDecisionLog(workspace).note("dismissed", wish.dismiss, who)
        say(said)


@findings.command()
def quarantine(
    context: typer.Context,
    path: Folder,
    what: Annotated[QuarantineTask, typer.Argument(metavar="list|add|restore|drop", help="What to do.")],
    name: Annotated[
        str | None,
        typer.Argument(metavar="URI|ID", help="add: a document or URI#PART; else what is listed."),
    ] = None,
    *,
    why: Why = "",
    code: Code = "",
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> None:
    """Hide documents or parts of them from agents, or restore them."""
    who = writer(context.obj, actor, session)
    if (name is None) != (what is QuarantineTask.LIST) or (why and what is not QuarantineTask.ADD):
        raise UsageError(
            f"quarantine {what} takes {'nothing more' if what is QuarantineTask.LIST else 'one name'}"
        )
    from memdesk.cli.finding_tasks import quarantine_report

    with opened(path, read_only=what is QuarantineTask.LIST) as workspace:
        if what in (QuarantineTask.RESTORE, QuarantineTask.DROP):
            require_code(workspace, who, code)
        said = quarantine_report(workspace, what, name or "", who, why, as_json=as_json)
        if what in (QuarantineTask.RESTORE, QuarantineTask.DROP):
            ShellDecisionLog(workspace).note(_DONE[what], [name or ""], who)
        say(said)


@findings.command()
def purge(
    context: typer.Context,
    path: Folder,
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID|URI", help="A secret by its finding's id; all secrets of a document."),
    ] = None,
    *,
    stdin: Annotated[bool, typer.Option("--stdin", help="Read the secret from standard input.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be deleted, and where.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete now. This cannot be undone.")] = False,
    code: Code = "",
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> None:
    """Permanently remove a secret. From documents, drafts, quarantine and history; this cannot be undone."""
    who = writer(context.obj, actor, session)
    if dry_run == yes:
        raise UsageError(
            "a purge cannot be undone: run it with --dry-run to preview, then with --yes to delete"
        )
    if bool(what) == stdin:
        raise UsageError("choose the secret: give the id of a finding, a document, or --stdin")
    from memdesk.cli.finding_tasks import purge_report

    secret = given().decode("utf-8", "surrogateescape") if stdin else None
    with opened(path, read_only=dry_run) as workspace:
        if yes:
            require_code(workspace, who, code)
        said = purge_report(workspace, what or secret or "", who, done=yes, as_json=as_json)
        if yes:
            # without a word of what went
            ShellDecisionLog(workspace).note("purged", what or ["--stdin"], who)
        say(said)
