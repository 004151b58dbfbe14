"""``memdesk approval``: what agents may write only once a person has let it in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict
from enum import StrEnum
from typing import Annotated, TypeAlias

import typer

from memdesk.access.proposals import RECORD, Proposal, Staged, StagingRule
from memdesk.access.proposed_steps import with_needed
from memdesk.agents.toolbox import Toolbox
from memdesk.checks.covering import mask
from memdesk.cli import complain
from memdesk.cli.findings import finding_json, finding_line
from memdesk.cli.loss_reports import loss_lines, losses_json
from memdesk.cli.options import ActorName, AsJson, Code, Folder
from memdesk.cli.output import opened, say, writer
from memdesk.cli.reports import brief, dump, moment, on_screen, table
from memdesk.errors import MemdeskError, UsageError
from memdesk.model import Actor, Json, ProposedStep
from memdesk.review.approval import Approval, documents
from memdesk.review.losses import losses_of
from memdesk.review.masking import Judged
from memdesk.review.proposal_parts import PartChoice
from memdesk.review.shell_decisions import ShellDecisionLog
from memdesk.text.diff import Hunk, in_unified
from memdesk.workspace import Workspace

group = typer.Typer()


class ApprovalTask(StrEnum):
    """What to do at the gate."""

    LIST = "list"
    SHOW = "show"
    APPROVE = "approve"
    REFUSE = "refuse"
    RULES = "rules"
    CODE = "code"


What: TypeAlias = Annotated[
    ApprovalTask, typer.Argument(metavar="list|show|approve|refuse|rules|code", help="What to do.")
]
Ids: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(metavar="ID", help="Writes by id, or its first digits."),
]
Rules: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="RULE",
        help="rules: what has to wait, as actor=NAME,uri=PATH,part=PART,findings,losses (each may be left "
        "out, '*' matches anything; losses: a rewrite that loses a pinned entry or more than a quarter "
        "of all; 'all': every write of an agent). Several are given one by one.",
    ),
]
On: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--on", help="code: require it also for reviewing, unlocking and changing rules from a shell."
    ),
]
Off: TypeAlias = Annotated[
    bool, typer.Option("--off", help="rules: turn approval off; code: require it for approving only.")
]
DryRun: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="rules: count the past writes these rules would have held, without saving them."
    ),
]

Parts: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--part",
        metavar="[PATH=]N,N",
        help="approve: only these parts of the write, as 'show' numbers them; of one document, or PATH's. "
        "A step brings the steps that it needs.",
    ),
]
Reason: TypeAlias = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="refuse: why; its writer and the next run are told.")
]


@group.command()
def approval(
    context: typer.Context,
    path: Folder,
    what: What,
    ids: Ids = None,
    *,
    code: Code = "",
    rule: Rules = None,
    part: Parts = None,
    reason: Reason = "",
    on: On = False,
    off: Off = False,
    dry_run: DryRun = False,
    actor: ActorName = None,
    as_json: AsJson = False,
) -> None:
    """Approve or refuse agent writes that need approval; set the rules for that."""
    if (what is not ApprovalTask.RULES and (rule or dry_run)) or (
        off and what not in (ApprovalTask.RULES, ApprovalTask.CODE)
    ):
        raise UsageError("--rule and --dry-run belong to: rules; --off to: rules, code")
    if (on and what is not ApprovalTask.CODE) or (on and off):
        raise UsageError("--on belongs to: code; it is either --on or --off")
    if bool(ids) is (what in (ApprovalTask.LIST, ApprovalTask.RULES, ApprovalTask.CODE)):
        raise UsageError(
            f"approval {what} "
            f"{'takes no ID' if ids else 'needs the ID of a write; use approval list to see them'}"
        )
    if (part and (what is not ApprovalTask.APPROVE or len(ids or ()) != 1)) or (
        reason and what is not ApprovalTask.REFUSE
    ):
        raise UsageError("--part belongs to: approve, with one ID; --reason to: refuse")
    who = writer(context.obj, actor, None)
    with opened(path) as workspace:
        desk = ApprovalCommand(workspace, who, code, as_json=as_json)
        if what is ApprovalTask.CODE:
            desk.code(wanted=on if on or off else None)
        elif what is ApprovalTask.RULES:
            desk.rules([_rule(text) for text in rule or ()], off=off, dry_run=dry_run)
        else:
            desk.judge(what, ids or [], part or [], reason)


class ApprovalCommand:
    """Carries out one wish at the gate and prints what came of it."""

    def __init__(self, workspace: Workspace, who: Actor, code: str, *, as_json: bool) -> None:
        self._workspace, self._who, self._code, self._as_json = workspace, who, code, as_json
        self._approval = Approval(workspace)

    def judge(self, what: ApprovalTask, ids: list[str], parts: list[str], reason: str) -> None:
        """List or show what waits, let it in or let it go."""
        gate = self._approval
        self._workspace.store.require(None)
        if what is ApprovalTask.LIST:
            for number in gate.damaged():
                complain(
                    f"line {number} of {RECORD} is unreadable, so the write it describes is not "
                    "listed: fix or delete that line"
                )
        found = gate.waiting() if what is ApprovalTask.LIST else tuple(gate.find(name) for name in ids)
        for staged in found:
            if what is ApprovalTask.APPROVE:
                choices = _choices(parts, staged) if parts else None
                gate.approve(staged.id, staged.revision, self._who, self._code, choices)
                self._tell_brought(staged, choices)
                self._note("approved", documents(staged)[0])
            elif what is ApprovalTask.REFUSE:
                gate.refuse(staged.id, self._who, self._code, reason)
                self._note("refused", documents(staged)[0])
        if self._as_json:
            say(dump([self._json(staged) for staged in found]))
        elif what is ApprovalTask.SHOW:
            for staged in found:
                self._show_all(staged)
        else:
            say(self._text(found) if found else "nothing waits for approval")
            if what is ApprovalTask.LIST:
                self._tell_made_up(found)

    def _show_all(self, staged: Staged) -> None:
        real, copies = documents(staged)
        sizes = self._sizes(staged)
        if sizes is not None:
            say("a prompt gets about {} tokens of this memory, and with this {}".format(*sizes))
        for line in self._made_up(staged):
            say(line)
        for number, step in enumerate(staged.steps, 1):
            needs = f" (needs part {_numbers(step.needs)})" if step.needs else ""
            say(f"part {number}: {on_screen(mask(_step_text(step)))}{needs}")
        for each in real:
            self._show(each, in_steps=bool(staged.steps))
        for each in copies:
            say(f"keeps a copy first: {on_screen(each.uri)}")

    def _tell_brought(
        self, staged: Staged, choices: Mapping[str, PartChoice] | Collection[int] | None
    ) -> None:
        """Say which steps came in because others need them."""
        if choices is None or isinstance(choices, Mapping) or self._as_json:
            return
        brought = sorted(with_needed(staged.steps, choices) - {*choices})
        if brought:
            say(f"with part {_numbers(brought)}, which that needs")

    def _tell_made_up(self, found: tuple[Staged, ...]) -> None:
        for staged in found:
            for line in self._made_up(staged):
                say(f"{staged.id}: {line}")

    def _made_up(self, staged: Staged) -> Iterator[str]:
        """Yield what a write names that its model was not given, in one line, where it names any."""
        names = self._approval.made_up(staged)
        if names:
            yield f"stands nowhere in what the model was given: {on_screen(', '.join(names))}"

    def _sizes(self, staged: Staged) -> tuple[int, int] | None:
        """Return how many tokens a prompt gets before and after; None where that cannot be worked out."""
        try:
            return Toolbox(self._workspace).context_tokens({each.uri: each.new for each in staged.proposals})
        except MemdeskError:
            return None

    def _text(self, found: tuple[Staged, ...]) -> str:
        rows = [
            (
                staged.id,
                (moment(staged.time) or "-")[:19],
                brief(staged.actor.name),
                brief(staged.actor.tool or ""),
                ", ".join(dict.fromkeys(self._checks(staged))) or "-",
                on_screen(", ".join(each.uri for each in documents(staged)[0])),
            )
            for staged in found
        ]
        return table(("ID", "TIME", "WHO", "WHAT", "FOUND", "DOCUMENTS"), rows)

    def _checks(self, staged: Staged) -> Iterator[str]:
        return (found.check for _uri, found in self._approval.findings(staged))

    def code(self, *, wanted: bool | None) -> None:
        """Say whether decisions from a shell need the code; switch that."""
        shell = self._approval.shell
        if wanted is not None:
            shell.want(self._who, self._code, wanted=wanted)
            ShellDecisionLog(self._workspace).note("code", ["on" if wanted else "off"], self._who)
        needed = shell.is_wanted
        words = "every decision from a shell needs the code" if needed else "only approving needs the code"
        say(dump({"needed": needed}) if self._as_json else words)

    def _note(self, what: str, proposals: tuple[Proposal, ...]) -> None:
        ShellDecisionLog(self._workspace).note(what, [each.uri for each in proposals], self._who)

    def rules(self, rules: list[StagingRule], *, off: bool, dry_run: bool) -> None:
        """Show, try or set what has to wait."""
        if off and rules:
            raise UsageError("--off takes no --rule")
        if dry_run:
            tried = self._approval.dry_run(rules or self._approval.rules)
            words = f"these rules would have kept {tried.held} of {tried.looked_at} writes of agents"
            say(dump(asdict(tried)) if self._as_json else words)
            return
        if off or rules:
            self._approval.set_rules(rules, self._who, self._code)
            ShellDecisionLog(self._workspace).note(
                "rules", [_rule_text(rule) for rule in rules] or ["none"], self._who
            )
        held = self._approval.rules
        words = "\n".join(map(_rule_text, held)) or "every write passes"
        say(dump([rule.fields() for rule in held]) if self._as_json else words)

    def _json(self, staged: Staged) -> dict[str, Json]:
        real, copies = documents(staged)
        sizes = self._sizes(staged)
        return {
            "id": staged.id,
            "revision": f"sha256:{staged.revision}",
            "time": moment(staged.time),
            "actor": staged.actor.name,
            "via": staged.actor.via,
            "tool": staged.actor.tool,
            "session": staged.actor.session,
            "rule": staged.rule.fields(),
            "made_up": [*self._approval.made_up(staged)],
            "steps": [_step_json(number, each) for number, each in enumerate(staged.steps, 1)],
            "documents": [self._document(each) for each in real],
            "copies": [each.uri for each in copies],
            "context_tokens": None if sizes is None else {"before": sizes[0], "after": sizes[1]},
        }

    def _document(self, proposal: Proposal) -> Json:
        judged = self._approval.judged(proposal)
        findings: list[Json] = [finding_json(proposal.uri, found) for found in judged.findings]
        return {
            "uri": proposal.uri,
            "diff": _difference(proposal.uri, judged),
            "parts": [_part_json(number, hunk) for number, hunk in enumerate(judged.hunks, 1)],
            "findings": findings,
            "losses": losses_json(losses_of(judged)),
        }

    def _show(self, proposal: Proposal, *, in_steps: bool) -> None:
        """Print what a write would change in a document; what was found in it stands first."""
        judged = self._approval.judged(proposal)
        for found in judged.findings:
            say(f"! {finding_line(proposal.uri, found)}")
        for line in loss_lines(losses_of(judged)):
            say(on_screen(line))
        say(on_screen(_difference(proposal.uri, judged), lines=True))
        if len(judged.hunks) > 1 and not in_steps:
            for number, hunk in enumerate(judged.hunks, 1):
                first = next((line for line in (*hunk.new, *hunk.old) if line.strip()), "")
                counts = f"-{len(hunk.old)} +{len(hunk.new)}"
                say(f"part {number}: line {hunk.old_start + 1}, {counts}: {on_screen(first[:60])}")


def _difference(uri: str, judged: Judged) -> str:
    return "\n".join(in_unified(judged.old.split("\n"), judged.hunks, (uri, uri)))


def _part_json(number: int, hunk: Hunk) -> Json:
    return {
        "number": number,
        "line": hunk.old_start + 1,
        "removed": len(hunk.old),
        "added": len(hunk.new),
    }


def _numbers(counted: Iterable[int]) -> str:
    return ", ".join(str(number + 1) for number in counted)


def _step_text(step: ProposedStep) -> str:
    between = ": " if step.act == "add" else " → "
    return f"{step.act} {between.join(filter(None, (step.name, step.other)))}"


def _step_json(number: int, step: ProposedStep) -> Json:
    return {
        "number": number,
        "act": step.act,
        "name": mask(step.name),
        "other": mask(step.other),
        "needs": [each + 1 for each in step.needs],
    }


def _choices(parts: list[str], staged: Staged) -> dict[str, PartChoice] | frozenset[int]:
    """Return which parts of which documents are meant, or which steps. Raises UsageError."""
    real, _ = documents(staged)
    if staged.steps:
        if any("=" in text for text in parts):
            raise UsageError("this write is made of steps: --part N,N")
        return frozenset().union(*map(_listed, parts))
    chosen: dict[str, frozenset[int]] = {}
    for text in parts:
        uri, equals, numbers = text.rpartition("=")
        if not equals:
            if len(real) != 1:
                raise UsageError("this write has several documents: --part PATH=N,N")
            uri = real[0].uri
        chosen[uri] = chosen.get(uri, frozenset()) | _listed(numbers)
    return {uri: PartChoice(numbers) for uri, numbers in chosen.items()}


def _listed(numbers: str) -> frozenset[int]:
    """Return the parts that are listed, counted from 0. Raises UsageError."""
    found = frozenset(int(each) - 1 for each in numbers.split(",") if each.strip().isdecimal())
    if len(found) != len(numbers.split(",")) or -1 in found:
        raise UsageError(f"{numbers!r} is no list of parts; write their numbers, like 1,3")
    return found


def _rule(text: str) -> StagingRule:
    fields: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = part.strip().partition("=")
        if text.strip() == "all" or (key in ("findings", "losses") and not equals):
            fields[key] = "1"
        elif key in ("actor", "uri", "part") and value:
            fields[key] = value
        else:
            raise UsageError(
                f"{part!r} is not a condition; use actor=NAME, uri=PATH, part=PART, findings, losses or all"
            )
    if "part" in fields and ("uri" not in fields or "*" in fields["uri"]):
        raise UsageError("part=PART needs uri=PATH of one document")
    actor, uri, part = (fields.get(key, "") for key in ("actor", "uri", "part"))
    return StagingRule(actor, uri, part, findings="findings" in fields, losses="losses" in fields)


def _rule_text(rule: StagingRule) -> str:
    parts = [f"{key}={value}" for key, value in rule.fields().items() if value and value is not True]
    return on_screen(
        ",".join([*parts, *(key for key in ("findings", "losses") if getattr(rule, key))]) or "all"
    )
