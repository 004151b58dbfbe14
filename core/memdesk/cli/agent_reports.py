"""What the commands for agents print."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from memdesk.agents.context_trace import ContextCandidate, ContextTrace
from memdesk.agents.prompt import BETWEEN, joined
from memdesk.agents.toolbox import BoundTool, ToolResult
from memdesk.cli.reports import on_screen
from memdesk.model import Json
from memdesk.store import DocumentEdit
from memdesk.systems.why import grounds_of
from memdesk.text.diff import unified
from memdesk.text.encoding import whole_text
from memdesk.text.tokens import estimate


def offers_text(offers: Iterable[BoundTool]) -> str:
    """Return a list of tools for a person: each with its parameters, those in brackets may be left out."""
    every = tuple(offers)
    places = {(offer.system.id, offer.site.root) for offer in every}
    count = Counter(system for system, _ in places)
    lines = (_offer_lines(one, one.address if count[one.system.id] > 1 else one.system.id) for one in every)
    return "\n\n".join(lines) or "nothing of this is offered here"


def context_json(query: str, budget: int | None, traces: Sequence[ContextTrace]) -> Json:
    """Return the contexts of the families found, the chunks that they are made of, and what was left out."""
    text = joined(each.context for each in traces).text
    chunks: list[Json] = []
    begin = 0
    for trace in traces:
        for start, end, rank in trace.stretches:
            place: dict[str, Json] = {"start": begin + start, "end": begin + end}
            chunks.append(chunk_json(trace, trace.candidates[rank - 1]) | place)
        begin += len(trace.context.text) + (len(BETWEEN) if trace.context.text else 0)
    below: list[Json] = [chunk_json(trace, candidate) for trace in traces for candidate in trace.below]
    return {
        "query": query,
        "budget": budget,
        "text": text,
        "bytes": len(text.encode("utf-8", "surrogatepass")),
        "tokens": estimate(text),
        "chunks": chunks,
        "left_out": below,
        "contexts": [_context_json(trace) for trace in traces],
    }


def chunk_json(trace: ContextTrace, found: ContextCandidate) -> dict[str, Json]:
    """Return a memory that was weighed for a prompt, as programs are told of it."""
    told: dict[str, Json] = {
        "system": trace.site.system,
        "root": trace.site.root,
        "uri": found.uri,
        "address": found.address,
        "lines": None if found.first is None else [found.first, found.last],
        "heading": found.heading,
        "text": found.text,
        "rank": found.rank,
        "score": found.score,
        "parts": dict(found.parts),
        "matched": [*found.matched],
        "why": found.why,
        "grounds": _grounds(found.why),
        "tokens": found.tokens,
        "bytes": found.bytes,
        "revision": found.revision,
    }
    if found.reason is None:
        return told
    return {**told, "reason": found.reason.value, "limit": found.limit, "setting": found.setting or None}


def _grounds(why: str) -> list[Json]:
    return [{"code": each.code.value, "about": [*each.about]} for each in grounds_of(why)]


def _context_json(trace: ContextTrace) -> Json:
    found, cutoff = trace.context, trace.cutoff
    return {
        "system": trace.site.system,
        "root": trace.site.root,
        "role": found.role,
        "text": found.text,
        "variables": found.variables,
        "problems": [*found.problems],
        "bytes": trace.bytes,
        "tokens": trace.tokens,
        "settings": dict(found.settings),
        "supposed": dict(trace.supposed),
        "cutoff": None if cutoff is None else {**cutoff._asdict(), "reason": cutoff.reason.value},
        "left_out": {reason.value: count for reason, count in trace.left_out.items()},
    }


def job_json(outcome: ToolResult, *, done: bool) -> Json:
    """Return what a job did or would do."""
    changes: list[Json] = [
        {"uri": edit.uri, "diff": _diff(edit, before)}
        for edit, before in zip(outcome.edits, outcome.before, strict=True)
    ]
    return {
        "ok": True,
        "done": done,
        "text": outcome.reply.text,
        "data": outcome.reply.data,
        "changes": changes,
    }


def job_text(outcome: ToolResult, *, done: bool) -> str:
    """Return what a job did, or the diff of what it would do, for a person."""
    said = on_screen(outcome.reply.text, lines=True)
    if done:
        return said
    pairs = zip(outcome.edits, outcome.before, strict=True)
    diffs = "".join(_diff(edit, before) for edit, before in pairs)
    return f"{on_screen(diffs, lines=True)}{said}" if diffs else said


def _offer_lines(offer: BoundTool, where: str) -> str:
    properties, required = offer.schema.get("properties"), offer.schema.get("required")
    names = list(properties) if isinstance(properties, dict) else []
    needed = required if isinstance(required, list) else []
    words = ", ".join(name if name in needed else f"[{name}]" for name in names)
    return f"{offer.tool.name}({words})  {where}\n    {offer.tool.description}"


def _diff(edit: DocumentEdit, before: bytes | None) -> str:
    old, new = _readable(before), _readable(edit.new)
    if old is None or new is None:
        return f"{json.dumps(edit.uri)}: binary, {len(edit.new or b'')} bytes\n"
    names = (edit.uri if before is not None else "nothing", edit.uri if edit.new is not None else "nothing")
    return "".join(f"{line}\n" for line in unified(old, new, names))


def _readable(data: bytes | None) -> str | None:
    return "" if data is None else whole_text(data)
