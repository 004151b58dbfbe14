"""``memdesk check``, ``quarantine`` and ``purge``: what the checks find, and what is done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Annotated, NamedTuple, TypeAlias

import typer

from memdesk.checks import Check, Finding
from memdesk.cli import complain
from memdesk.cli.options import ActorName, AsJson, Code, Folder, SessionId
from memdesk.cli.output import opened, require_code, say, writer
from memdesk.cli.reports import brief, dump, many, moment, on_screen, table
from memdesk.cli.streams import given
from memdesk.errors import NotFoundError, UsageError
from memdesk.findings import (
    Checked,
    ContentChecks,
    Dismissals,
    Purge,
    PurgePlan,
    Quarantine,
    Quarantined,
    redact,
)
from memdesk.model import Actor, Json
from memdesk.review.shell_decisions import QUARANTINED, REDACTED, ShellDecisionLog
from memdesk.systems.copies import is_copy
from memdesk.workspace import Workspace

group = typer.Typer()

Why: TypeAlias = Annotated[str, typer.Option("--why", metavar="TEXT", help="Reason, kept in the history.")]


class QuarantineTask(StrEnum):
    """What to do with the quarantine."""

    LIST = "list"
    ADD = "add"
    RESTORE = "restore"
    DROP = "drop"


_DONE = {QuarantineTask.RESTORE: "taken_out", QuarantineTask.DROP: "dropped"}


@group.command()
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
    wish = FindingOptions(tuple(redact_id or ()), tuple(dismiss or ()), tuple(recall or ()), why)
    who = writer(context.obj, actor, session)
    with opened(path, read_only=wish.is_empty, act=REDACTED) as workspace:
        if wish.dismiss:
            require_code(workspace, who, code)
        carry_out(workspace, uri, wish, who)
        ShellDecisionLog(workspace).note("dismissed", wish.dismiss, who)
        for said in check_report(workspace, uri, as_json=as_json):
            say(said)


@group.command()
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
    decided = what in (QuarantineTask.RESTORE, QuarantineTask.DROP)
    looks = what is QuarantineTask.LIST
    with opened(path, read_only=looks, noting=not decided, act=QUARANTINED) as workspace:
        if decided:
            require_code(workspace, who, code)
        # Afterwards the list no longer tells what a few digits of an id stood for.
        item = Quarantine(workspace).find(name or "") if decided else None
        said = quarantine_report(workspace, what, name or "", who, why, as_json=as_json)
        if item is not None:
            ShellDecisionLog(workspace).note(_DONE[what], [f"{item.name} ({item.id})"], who)
        say(said)


@group.command()
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
    secret = given().decode("utf-8", "surrogateescape") if stdin else None
    with opened(path, read_only=dry_run, noting=False) as workspace:
        if yes:
            require_code(workspace, who, code)
        said = purge_report(workspace, what or secret or "", who, done=yes, as_json=as_json)
        if yes:
            # without a word of what went
            ShellDecisionLog(workspace).note("purged", what or ["--stdin"], who)
        say(said)


_SHORTEST_PRINT = 6
_MOST_LEFT = 20
"""Documents that are named because they could not be checked; the rest is counted."""


class FindingOptions(NamedTuple):
    """What is to be done about findings, by their ids."""

    redact: tuple[str, ...] = ()
    dismiss: tuple[str, ...] = ()
    recall: tuple[str, ...] = ()
    why: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be changed."""
        return not (self.redact or self.dismiss or self.recall)


def carry_out(workspace: Workspace, uri: str | None, wish: FindingOptions, who: Actor) -> None:
    """Do what is wished about findings; check nothing where nothing is."""
    if wish.recall:
        Dismissals(workspace).recall(wish.recall, who)
    if not (wish.dismiss or wish.redact):
        return
    checked = tuple(_checked(workspace, uri))
    for one, named in _named(checked, wish.dismiss):
        Dismissals(workspace).dismiss(one.uri, named, who, wish.why)
    for one, named in _named(checked, wish.redact):
        redact(workspace, one.uri, [(finding.start, finding.end) for finding in named], one.revision, who)


def check_report(workspace: Workspace, uri: str | None, *, as_json: bool) -> Iterator[str]:
    """Check documents and yield what there is to look at; lines for a person as soon as they are known."""
    documents = findings = 0
    listed: list[Json] = []
    left: list[str] = []
    for one in _checked(workspace, uri, lambda name, why: left.append(f"{on_screen(name)}: {why}")):
        documents, findings = documents + 1, findings + len(one.findings)
        if as_json:
            listed += [finding_json(one.uri, finding) for finding in one.findings]
        elif one.findings:
            yield "\n".join(finding_line(one.uri, finding) for finding in one.findings)
    for said in left[:_MOST_LEFT]:
        complain(f"not checked: {said}")
    said = f"{many(findings, 'finding')} in {many(documents, 'document')}"
    yield dump(listed) if as_json else f"{said}, {len(left)} not checked" if left else said


def quarantine_report(
    workspace: Workspace, what: str, name: str, who: Actor, why: str, *, as_json: bool
) -> str:
    """List what is in quarantine, or move one thing there or back; return it."""
    kept = Quarantine(workspace)
    items = kept.items() if what == "list" else ()
    if what == "add":
        items = (kept.add(name, who, why),)
        for uri in kept.copies(items[0]):
            what = "a backup copy, which" if is_copy(uri) else "a document, which"
            complain(f"{on_screen(uri)} still has it: {what} agents can read")
    elif what != "list":
        items = (kept.find(name),)
        (kept.restore if what == "restore" else kept.drop)(items[0].id, who)
    return dump([quarantined_json(item) for item in items]) if as_json else quarantined_text(items)


def purge_report(
    workspace: Workspace, what: Sequence[str] | str, who: Actor, *, done: bool, as_json: bool
) -> str:
    """Purge what findings or documents name, or the secret itself; or tell only what that would do."""
    secrets = [what] if isinstance(what, str) else _secrets(workspace, what)
    plan = Purge(workspace).carry_out(secrets, who) if done else Purge(workspace).preview(secrets)
    return dump(plan_json(plan, done=done)) if as_json else plan_text(plan, done=done)


def _checked(
    workspace: Workspace,
    uri: str | None,
    passed_over: Callable[[str, str], object] = lambda _uri, _why: None,
) -> Iterator[Checked]:
    checks = ContentChecks(workspace)
    if uri is not None:
        return iter((checks.of(workspace.locate(uri)[0]),))
    return checks.every(passed_over=passed_over)


def _named(checked: Iterable[Checked], names: Sequence[str]) -> list[tuple[Checked, list[Finding]]]:
    """Return the findings that ids (or their beginnings) name, by document; a document's name stands for all
    secrets in it. Raises NotFoundError.
    """
    checked = tuple(checked)
    uris, met, found = {one.uri for one in checked}, set[str](), list[tuple[Checked, list[Finding]]]()
    for name in names:
        if len(name) < _SHORTEST_PRINT and name not in uris:
            raise UsageError(
                f"{on_screen(name)!r} is not the id of a finding: give {_SHORTEST_PRINT} digits of it or more"
            )
    for one in checked:
        by = {name: [each for each in one.findings if _is_named(name, one.uri, each)] for name in names}
        met |= {name for name, named in by.items() if named}
        named = [each for each in one.findings if any(each in some for some in by.values())]
        found += [(one, named)] if named else []
    for name in names:
        if name not in met:
            what = f"no secret in {on_screen(name)}" if name in uris else f"no finding {on_screen(name)}"
            raise NotFoundError(f"there is {what}")
    return found


def _secrets(workspace: Workspace, names: Iterable[str]) -> list[str]:
    """Return the secrets that findings' ids or documents name. Raises NotFoundError where there are none."""
    documents = tuple(_checked(workspace, None))
    found: list[str] = []
    for name in names:
        secrets = [
            one.text[finding.start : finding.end]
            for one in documents
            for finding in (*one.findings, *one.dismissed)
            if finding.check is Check.SECRET and _is_named(name, one.uri, finding)
        ]
        if not secrets:
            raise NotFoundError(
                f"no secret matches {on_screen(name)}; 'memdesk check PATH' lists the findings with their ids"
            )
        found += secrets
    return found


def _is_named(name: str, uri: str, finding: Finding) -> bool:
    if name == uri:
        return finding.check is Check.SECRET
    return len(name) >= _SHORTEST_PRINT and finding.fingerprint.startswith(name)


_DIGITS = 12


def finding_json(uri: str, finding: Finding) -> dict[str, Json]:
    """Return a finding as the contract shows it, with its place and id."""
    return {
        "id": finding.fingerprint,
        "uri": uri,
        "line": finding.line,
        "column": finding.column,
        "check": finding.check,
        "severity": finding.severity,
        "code": finding.code,
        "message": finding.message,
    }


def finding_line(uri: str, finding: Finding) -> str:
    """Return a finding on one line, for a person."""
    place = f"{uri}:{finding.line}:{finding.column}"
    return on_screen(
        f"{finding.severity}: {place}: {finding.message} [{finding.check} {finding.fingerprint}]"
    )


def quarantined_json(item: Quarantined) -> dict[str, Json]:
    """Return something in quarantine; what it says is for ``history`` to show."""
    return {
        "id": item.id,
        "uri": item.name,
        "time": moment(item.time),
        "actor": item.by,
        "why": item.why,
        "bytes": len(item.text.encode("utf-8", "surrogatepass")) or len(item.before),
        "revision": item.base,
    }


def quarantined_text(items: Sequence[Quarantined]) -> str:
    """Return what is in quarantine as a table."""
    rows = [(item.id, (moment(item.time) or "-")[:19], brief(item.by), item.name, item.why) for item in items]
    return table(("ID", "TIME", "BY", "WHAT", "WHY"), rows) if rows else "nothing is in quarantine"


def plan_json(plan: PurgePlan, *, done: bool) -> dict[str, Json]:
    """Return what a purge changes and removes."""
    return {
        "done": done,
        "documents": [*plan.documents],
        "versions": [
            {"uri": found.uri, "revision": found.revision, "time": moment(found.time)}
            for found in plan.versions
        ],
        "drafts": [*plan.drafts],
        "quarantine": [*plan.quarantine],
        "records": [*plan.records],
        "left": [*plan.left],
        "unread": [*plan.unread],
        "servers": [*plan.servers],
        "unsearched": [*plan.unsearched],
    }


def plan_text(plan: PurgePlan, *, done: bool) -> str:
    """Return what a purge changes and removes, for a person."""
    redacted, removed = (
        ("redacted", "removed") if done else ("would be redacted", "would be removed for good")
    )
    lines = [f"{uri}: {redacted}" for uri in plan.documents]
    lines += [
        f"{found.uri or '-'} {found.revision[7 : 7 + _DIGITS]}: version {removed}" for found in plan.versions
    ]
    lines += [f"{uri}: unsaved text {redacted}" for uri in plan.drafts]
    lines += [f"{name}: in quarantine, {redacted}" for name in plan.quarantine]
    lines += [f"{name}: reasons and comments, {redacted}" for name in plan.records]
    lines += [f"{uri}: HOLDS IT STILL, it cannot be changed here" for uri in plan.left]
    lines += [f"{uri}: COULD NOT BE LOOKED AT" for uri in plan.unread]
    lines += [f"MAY STILL BE IN THE INDEX SERVER: {why}" for why in plan.servers]
    lines += ["nothing that was searched holds it" if plan.unsearched else "nothing holds it"] * (not lines)
    lines += [f"{name}: NOT SEARCHED, it may keep copies of earlier versions" for name in plan.unsearched]
    if not done and not plan.is_empty:
        lines.append("This cannot be undone. Change the secret itself, too: others may have seen it.")
    return "\n".join(map(on_screen, lines))
