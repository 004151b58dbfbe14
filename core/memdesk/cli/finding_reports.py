"""What the command line prints of findings, of the quarantine and of a purge. Secrets are masked."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.checks import Finding
from memdesk.cli.reports import brief, moment, on_screen, table
from memdesk.findings import PurgePlan, Quarantined
from memdesk.model import Json

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
    lines += ["nothing holds it"] if not lines else []
    if not done and not plan.is_empty:
        lines.append("This cannot be undone. Change the secret itself, too: others may have seen it.")
    return "\n".join(map(on_screen, lines))
