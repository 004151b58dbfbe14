"""What the commands for agents print."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from memdesk.cli.reports import on_screen
from memdesk.model import Json, Site
from memdesk.prompts import joined
from memdesk.store import Edit
from memdesk.systems.tools import Piece, PromptContext
from memdesk.text.diff import unified
from memdesk.text.encoding import whole_text
from memdesk.text.tokens import estimate
from memdesk.toolbox import Offer, Outcome


def offers_text(offers: Iterable[Offer]) -> str:
    """Return a list of tools for a person: each with its parameters, those in brackets may be left out."""
    every = tuple(offers)
    places = {(offer.system.id, offer.site.root) for offer in every}
    count = Counter(system for system, _ in places)
    lines = (_offer_lines(one, one.address if count[one.system.id] > 1 else one.system.id) for one in every)
    return "\n\n".join(lines) or "nothing of this is offered here"


def context_json(query: str, contexts: Sequence[tuple[Site, PromptContext]]) -> Json:
    """Return the contexts of the families found, and the chunks that they are made of."""
    text = joined(found for _, found in contexts).text
    chunks: list[Json] = [
        _chunk_json(site, piece) for site, found in contexts for piece in found.pieces if piece.uri
    ]
    each: list[Json] = [
        {
            "system": site.system,
            "root": site.root,
            "role": found.role,
            "text": found.text,
            "variables": found.variables,
            "problems": [*found.problems],
        }
        for site, found in contexts
    ]
    size = len(text.encode("utf-8", "surrogatepass"))
    return {
        "query": query,
        "text": text,
        "bytes": size,
        "tokens": estimate(text),
        "chunks": chunks,
        "contexts": each,
    }


def job_json(outcome: Outcome, *, done: bool) -> Json:
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


def job_text(outcome: Outcome, *, done: bool) -> str:
    """Return what a job did, or the diff of what it would do, for a person."""
    said = on_screen(outcome.reply.text, lines=True)
    if done:
        return said
    pairs = zip(outcome.edits, outcome.before, strict=True)
    diffs = "".join(_diff(edit, before) for edit, before in pairs)
    return f"{on_screen(diffs, lines=True)}{said}" if diffs else said


def _offer_lines(offer: Offer, where: str) -> str:
    properties, required = offer.schema.get("properties"), offer.schema.get("required")
    names = list(properties) if isinstance(properties, dict) else []
    needed = required if isinstance(required, list) else []
    words = ", ".join(name if name in needed else f"[{name}]" for name in names)
    return f"{offer.tool.name}({words})  {where}\n    {offer.tool.description}"


def _chunk_json(site: Site, piece: Piece) -> Json:
    return {
        "system": site.system,
        "uri": piece.uri,
        "heading": piece.heading,
        "text": piece.text,
        "score": piece.score,
        "why": piece.why,
    }


def _diff(edit: Edit, before: bytes | None) -> str:
    old, new = _readable(before), _readable(edit.new)
    if old is None or new is None:
        return f"{json.dumps(edit.uri)}: binary, {len(edit.new or b'')} bytes\n"
    names = (edit.uri if before is not None else "nothing", edit.uri if edit.new is not None else "nothing")
    return "".join(f"{line}\n" for line in unified(old, new, names))


def _readable(data: bytes | None) -> str | None:
    return "" if data is None else whole_text(data)
