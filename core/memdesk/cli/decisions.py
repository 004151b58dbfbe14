"""What ``memdesk review decisions`` prints: what was decided from shells in the person's name."""

from __future__ import annotations

from dataclasses import asdict

from memdesk.cli.reports import brief, dump, moment, on_screen, table
from memdesk.model import Json
from memdesk.review.shell_decisions import ShellDecision, ShellDecisionLog
from memdesk.workspace import Workspace


def decisions_report(workspace: Workspace, *, as_json: bool) -> str:
    """Return the decisions, the newest first."""
    found = ShellDecisionLog(workspace).all()[::-1]
    if as_json:
        return dump([_json(each) for each in found])
    rows = [_row(each) for each in found]
    return (
        table(("TIME", "WHAT", "WHO", "VIA", "ABOUT"), rows) if rows else "nothing was decided from a shell"
    )


def _json(decision: ShellDecision) -> Json:
    return {**asdict(decision), "names": [*decision.names], "time": moment(decision.time)}


def _row(decision: ShellDecision) -> tuple[str, ...]:
    more = decision.count - len(decision.names)
    about = ", ".join([*decision.names, *([f"{more} more"] if more > 0 else [])])
    when = (moment(decision.time) or "-")[:19]
    return (when, decision.what, brief(decision.by), decision.via, on_screen(about))
