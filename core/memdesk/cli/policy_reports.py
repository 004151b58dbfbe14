"""What ``memdesk policy`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from memdesk.cli.reports import brief, moment, on_screen, table
from memdesk.model import Json
from memdesk.policy.editor import EffectivePolicy
from memdesk.policy.evoclaw_eviction import EvictionOutcome, EvictionRow, Fate
from memdesk.policy.stale_readers import StaleReader, StaleReaders
from memdesk.policy.timeline import PolicyStep
from memdesk.policy.what_if import QueryRow, SessionRow, Summing, WhatIf
from memdesk.systems.picoclaw_policy.changes import KeyChange
from memdesk.systems.picoclaw_policy.layers import IgnoredReason, PolicyValue
from memdesk.systems.tools import PromptPiece

REVISION = len("sha256:") + 12
"""Characters of a revision that are shown."""

_RULES = {
    IgnoredReason.NOT_POSITIVE: "what is set is not above 0, so the default holds",
    IgnoredReason.CONFIG_IGNORED: "the configuration has a wrong value and is ignored",
    IgnoredReason.OVERRIDE_IGNORED: "the overrides have a wrong value and are ignored",
}


def show_json(standing: EffectivePolicy) -> dict[str, Json]:
    """Return every parameter as the contract shows it, with rule, reason and the configuration read."""
    return {
        value.key: {**_plain(value), **_why(standing, value), "config_file": standing.config or None}
        for value in standing.values
    }


def show_text(standing: EffectivePolicy) -> str:
    """Return every parameter for a person."""
    rows = [_row(standing, value) for value in standing.values]
    head = ("PARAMETER", "VALUE", "FROM", "DEFAULT", "CONFIG", "OVERRIDE", "NOTE")
    lines = [table(head, rows), f"config: {on_screen(standing.config or 'none')}{_beside(standing)}"]
    return "\n".join([*lines, *([on_screen(standing.damaged)] if standing.damaged else [])])


def _beside(standing: EffectivePolicy) -> str:
    return "" if standing.is_config_writable or not standing.config else " (beside the opened folder)"


def changes_json(changes: Iterable[KeyChange]) -> list[Json]:
    """Return differences, key by key."""
    return [change._asdict() for change in changes]


def changes_text(changes: Iterable[KeyChange]) -> list[str]:
    """Return differences for a person."""
    return [on_screen(f"{change.key}: {_said(change.old)} → {_said(change.new)}") for change in changes]


def steps_json(steps: Iterable[PolicyStep]) -> list[Json]:
    """Return changes and the snapshots that were taken before them."""
    return [
        {
            "snapshot": step.name,
            "uri": step.snapshot,
            "config": step.config or None,
            "time": moment(step.time),
            "by": step.author,
            "actor": step.actor.name,
            "via": step.actor.via,
            "tool": step.actor.tool,
            "session": step.actor.session,
            "reason": step.reason or None,
            "settings": None if step.old is None else dict(step.old),
            "changes": changes_json(step.changes),
        }
        for step in steps
    ]


def steps_text(steps: Iterable[PolicyStep]) -> str:
    """Return changes for a person."""
    rows = [
        ((moment(step.time) or "-")[:19], _name(step), brief(step.author), brief(step.actor.name), _did(step))
        for step in steps
    ]
    return table(("TIME", "SNAPSHOT", "BY", "WHO", "CHANGED"), rows) if rows else "there are none"


def holders_json(found: StaleReaders) -> dict[str, Json]:
    """Return who may still act on an older policy."""
    return {
        "since": None if found.since is None else moment(found.since),
        "writers": [
            {
                "actor": writer.actor.name,
                "via": writer.actor.via,
                "session": writer.actor.session,
                "first": moment(writer.first),
                "last": moment(writer.last),
                "old": writer.certain,
            }
            for writer in found.writers
        ],
    }


def holders_lines(found: StaleReaders) -> list[str]:
    """Return the same for a person."""
    when = None if found.since is None else moment(found.since)
    if when is None:
        return []
    lines = [f"agents that were started before {when[:19]} still use the old values"]
    return [*lines, *(f"  {on_screen(_writer(writer))}" for writer in found.writers)]


def what_if_json(found: WhatIf) -> dict[str, Json]:
    """Return both sides of everything."""
    return {
        "changes": changes_json(found.changes),
        "queries": [_query_json(row) for row in found.queries],
        "sessions": [asdict(row) for row in found.sessions],
        "long_term": asdict(found.long_term),
        "left_out": list(found.left_out),
    }


def what_if_text(found: WhatIf) -> str:
    """Return what would be otherwise, for a person."""
    lines = changes_text(found.changes) or ["the policy would be the same"]
    for row in found.queries:
        lines += ["", *_query_lines(row)]
    lines += ["", *(_session_line(row) for row in found.sessions)] if found.sessions else []
    term = found.long_term
    lines.append(f"{on_screen(term.uri)} ({term.bytes} B): compressed {_switch(term.now, term.then)}")
    lines += [f"left out, for it cannot be read: {on_screen(uri)}" for uri in found.left_out]
    return "\n".join(lines)


def eviction_json(row: EvictionRow) -> Json:
    """Return what would leave a warm tier, and every score, now and then."""
    return {
        "agent": row.agent,
        "uri": row.uri,
        "entries": len(row.fates),
        "limits": {"now": asdict(row.now), "then": asdict(row.then)},
        "now": _leaving_json((fate, fate.now) for fate in row.fates),
        "then": _leaving_json((fate, fate.then) for fate in row.fates),
        "scores": [{"id": fate.id, "now": fate.now.score, "then": fate.then.score} for fate in row.fates],
    }


def eviction_text(row: EvictionRow) -> str:
    """Return what would leave a warm tier, and why, for a person."""
    now = sum(fate.now.reason is not None for fate in row.fates)
    then = sum(fate.then.reason is not None for fate in row.fates)
    lines = [f"{row.uri} ({len(row.fates)} memories): {now} → {then} leave"]
    for fate in (fate for fate in row.fates if fate.now.reason or fate.then.reason):
        did = "leaves as now" if fate.now.reason else "would leave"
        word, why = (did, fate.then.why) if fate.then.reason else ("would stay", fate.now.why)
        lines.append(f"  {fate.id}  {word} ({why}): {' '.join(fate.text.split())[:80]}")
    return "\n".join(map(on_screen, lines))


def _leaving_json(sides: Iterable[tuple[Fate, EvictionOutcome]]) -> list[Json]:
    return [
        {"id": fate.id, "category": fate.category, "text": fate.text, "score": side.score, "why": side.why}
        for fate, side in sides
        if side.reason
    ]


def _plain(value: PolicyValue) -> dict[str, Json]:
    found = value.as_json()
    return found if isinstance(found, dict) else {}


def _why(standing: EffectivePolicy, value: PolicyValue) -> dict[str, Json]:
    comment = standing.comment(value)
    return {"why": None if comment is None else comment.text}


def _row(standing: EffectivePolicy, value: PolicyValue) -> tuple[str, ...]:
    comment = standing.comment(value)
    rule = _RULES[value.note] if value.note else ""
    notes = "; ".join(filter(None, (rule, comment.text if comment else "")))
    layers = (value.value, value.origin, value.default, value.config, value.override)
    return (value.key, *map(_said, layers), notes)


def _said(value: Json) -> str:
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _did(step: PolicyStep) -> str:
    if step.old is None or step.new is None:
        return "what was set cannot be read"
    said = ", ".join(f"{one.key} {_said(one.old)} → {_said(one.new)}" for one in step.changes) or "nothing"
    where = f"{step.config}: " if step.config else ""
    return f"{where}{said} ({step.reason})" if step.reason else f"{where}{said}"


def _name(step: PolicyStep) -> str:
    """Return what a change is rolled back by; the beginning of a revision will do."""
    return step.name if step.snapshot else step.name[:REVISION]


def _writer(writer: StaleReader) -> str:
    session = f" in session {writer.actor.session}" if writer.actor.session else ""
    last = (moment(writer.last) or "")[:19]
    known = "it began before: it has the old values" if writer.certain else "when it began is not known"
    return f"{writer.actor.name} ({writer.actor.via}){session} last wrote at {last}; {known}"


def _query_json(row: QueryRow) -> Json:
    return {
        "query": row.query,
        "now": {"tokens": row.tokens_now, "pieces": [_piece_json(piece) for piece in row.now]},
        "then": {"tokens": row.tokens_then, "pieces": [_piece_json(piece) for piece in row.then]},
        "added": [piece.uri for piece in row.added],
        "removed": [piece.uri for piece in row.removed],
        "along": [asdict(along) for along in row.along],
    }


def _piece_json(piece: PromptPiece) -> Json:
    return {
        "uri": piece.uri,
        "heading": piece.heading,
        "score": piece.score,
        "why": piece.why,
        "text": piece.text,
    }


def _query_lines(row: QueryRow) -> Iterator[str]:
    yield on_screen(
        f"“{row.query}”: {_amount(row.now, row.tokens_now)} → {_amount(row.then, row.tokens_then)}"
    )
    added = {piece.uri for piece in row.added}
    removed = {piece.uri for piece in row.removed}
    for piece in (*row.now, *row.added):
        mark = "+" if piece.uri in added else "-" if piece.uri in removed else " "
        yield on_screen(f"  {mark} {piece.uri}  {' '.join(piece.text.split())[:80]}")
    for along in row.along:
        if along.now != along.then:
            yield on_screen(f"  {along.uri}: {along.now} → {along.then} messages go along")


def _amount(pieces: tuple[PromptPiece, ...], tokens: int) -> str:
    return f"{len(pieces)} pieces, {tokens} tokens"


def _session_line(row: SessionRow) -> str:
    now, then = _fate(row.now), _fate(row.then)
    said = now if now == then else f"{now} → {then}"
    return on_screen(f"{row.uri} ({row.messages} messages, {row.tokens} tokens): {said}")


def _fate(side: Summing) -> str:
    return f"{side.summed_up} summed up, {side.kept} kept" if side.due else "not summed up"


def _switch(now: bool, then: bool) -> str:
    words = {True: "yes", False: "no"}
    return words[now] if now == then else f"{words[now]} → {words[then]}"
