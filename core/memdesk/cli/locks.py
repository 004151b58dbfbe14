"""``memdesk protect``: what a person locks against agents."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from memdesk.cli.options import ActorName, AsJson, Code, Folder
from memdesk.cli.output import opened, require_code, say, writer
from memdesk.cli.reports import brief, dump, moment, on_screen, table
from memdesk.errors import UsageError
from memdesk.model import Json
from memdesk.ops.locks import LockRule, Protection
from memdesk.review.shell_decisions import ShellDecisionLog
from memdesk.text.guard import Lock

group = typer.Typer()


@group.command()
def protect(
    context: typer.Context,
    path: Folder,
    uri: Annotated[
        str | None,
        typer.Argument(metavar="URI", help="A document, or URI#PART; leave it out to list the locks."),
    ] = None,
    *,
    append_only: Annotated[
        bool, typer.Option("--append-only", help="Let agents add text, but not change or delete any.")
    ] = False,
    release: Annotated[bool, typer.Option("--release", help="Remove the lock.")] = False,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="Reason shown to agents.")] = "",
    code: Code = "",
    actor: ActorName = None,
    as_json: AsJson = False,
) -> None:
    """Lock documents or parts of them against agents, or list the locks."""
    if release and (append_only or why):
        raise UsageError("--release takes neither --append-only nor --why")
    if uri is None and (release or append_only or why):
        raise UsageError("choose what to lock or to release: a document, or URI#PART")
    who = writer(context.obj, actor, None)
    with opened(path) as workspace:
        protection = Protection(workspace)
        if uri is None:
            rules = protection.rules()
        else:
            if release or any(rule.name == uri for rule in protection.rules()):
                require_code(workspace, who, code)  # another lock in its place may let through more
            lock = Lock.APPEND_ONLY if append_only else Lock.LOCKED
            rules = (protection.release(uri, who) if release else protection.protect(uri, lock, who, why),)
            ShellDecisionLog(workspace).note("unlocked" if release else "locked", [uri], who)
    say(dump([_rule_json(rule) for rule in rules]) if as_json else _text(rules))


def _rule_json(rule: LockRule) -> Json:
    return {**asdict(rule), "time": moment(rule.time)}


def _text(rules: tuple[LockRule, ...]) -> str:
    rows = [(rule.lock, brief(rule.by), rule.name, on_screen(rule.why)) for rule in rules]
    return table(("LOCK", "BY", "DOCUMENT", "WHY"), rows) if rows else "nothing is locked"
