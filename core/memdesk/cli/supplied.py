"""``memdesk supplied``: what agents were given, kept for some days where a person wants that."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from memdesk.agents.supplied import KeptSupplies, PartState, Supplied, SuppliedPart, states_of
from memdesk.cli.options import AsJson, Folder, time_of
from memdesk.cli.output import opened, say
from memdesk.cli.reports import dump, many, on_screen
from memdesk.errors import UsageError
from memdesk.model import Json, Via
from memdesk.runtime.person import person

group = typer.Typer()

_NOT_KEPT = "nothing is kept of what agents are given"


class SuppliedTask(StrEnum):
    """What to do with what was supplied."""

    LIST = "list"
    SHOW = "show"
    KEEP = "keep"


@group.command(context_settings={"ignore_unknown_options": True})
def supplied(
    path: Folder,
    what: Annotated[SuppliedTask, typer.Argument(metavar="list|show|keep", help="What to do.")],
    which: Annotated[
        str | None,
        typer.Argument(metavar="ID|DAYS", help="show: which; keep: for how many days (0: not at all)."),
    ] = None,
    *,
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="list: only to this session.")
    ] = None,
    actor: Annotated[
        str | None, typer.Option("--actor", metavar="NAME", help="list: only to this agent.")
    ] = None,
    entry: Annotated[
        str | None,
        typer.Option("--entry", metavar="URI", help="list: only what had this document or part of one."),
    ] = None,
    text: Annotated[
        str | None, typer.Option("--text", metavar="WORDS", help="list: only what had these words.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="TIME", help="list: only from then on (ISO 8601, yesterday, 2d)."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what agents were given: contexts and answers, and what became of each memory since.

    Nothing is kept before 'keep DAYS'. What was supplied need not have been used.
    """
    if which is not None and which.startswith("-") and what is not SuppliedTask.KEEP:
        raise UsageError(f"no such option: {which}")
    if (which is None) != (what is SuppliedTask.LIST):
        raise UsageError(f"supplied {what} {'takes no argument' if which else 'needs one: an ID, or DAYS'}")
    begun = time_of(since, "--since")
    with opened(path, read_only=what is not SuppliedTask.KEEP) as workspace:
        kept = KeptSupplies(workspace)
        if what is SuppliedTask.KEEP:
            kept.keep_for(_days(which or ""), person(Via.CLI))
            say(dump({"keep_days": kept.days}) if as_json else _kept_text(kept))
            return
        if what is SuppliedTask.SHOW:
            found = kept.find(which or "")
            states = states_of(workspace, found)
            say(dump(_shown(found, states)) if as_json else _shown_text(found, states))
            return
        listed = [
            each
            for each in kept.all()
            if (session is None or each.session == session)
            and (actor is None or each.actor == actor)
            and (begun is None or each.machine_time >= begun)
            and (entry is None or any(part.is_of(entry) for part in each.parts))
            and (text is None or text.casefold() in each.text.casefold())
        ]
        report: Json = [_brief(each) for each in listed]
        say(dump(report) if as_json else "\n".join(map(_line, listed)) or _none(kept))


def _days(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise UsageError(f"supplied keep takes a number of days, 0 for not at all, and this is {word!r}")
    return int(word[:9])


def _kept_text(kept: KeptSupplies) -> str:
    return f"what agents are given is kept for {many(kept.days, 'day')}" if kept.days else _NOT_KEPT


def _none(kept: KeptSupplies) -> str:
    if kept.days:
        return "nothing of this kind was supplied"
    return f"{_NOT_KEPT}; 'memdesk supplied PATH keep DAYS' begins it"


def _brief(found: Supplied) -> dict[str, Json]:
    return {
        "id": found.id,
        "time": _when(found),
        "actor": found.actor,
        "session": found.session or None,
        "via": found.via,
        "system": found.system,
        "root": found.root,
        "tool": found.tool or None,
        "query": found.query,
        "tokens": found.tokens,
        "memories": len(found.parts),
    }


def _shown(found: Supplied, states: tuple[PartState | None, ...]) -> Json:
    parts: list[Json] = [
        {**_part(part), "now": None if state is None else state.value}
        for part, state in zip(found.parts, states, strict=True)
    ]
    settings = dict(found.settings or {})
    more: dict[str, Json] = {
        "budget": found.budget,
        "left_out": found.left_out,
        "settings": settings,
        "text": found.text,
    }
    return {**_brief(found), **more, "supplied": parts}


def _part(part: SuppliedPart) -> dict[str, Json]:
    return {
        "uri": part.uri,
        "lines": None if part.lines is None else [*part.lines],
        "revision": part.revision,
        "heading": part.heading,
        "text": part.text,
        "score": part.score,
        "parts": dict(part.parts or {}),
        "matched": [*part.matched],
        "why": part.why,
    }


def _when(found: Supplied) -> str:
    return datetime.fromtimestamp(found.time).astimezone().isoformat(timespec="seconds")


def _memories(found: Supplied) -> str:
    return "1 memory" if len(found.parts) == 1 else f"{len(found.parts)} memories"


def _line(found: Supplied) -> str:
    how = found.tool or "context"
    session = f" ({on_screen(found.session)})" if found.session else ""
    asked = f"  {on_screen(found.query)}" if found.query else ""
    who = f"{on_screen(found.actor)}{session}"
    return f"{found.id}  {_when(found)}  {who}  {how}  {_memories(found)}{asked}"


def _shown_text(found: Supplied, states: tuple[PartState | None, ...]) -> str:
    lines = [_line(found)]
    for part, state in zip(found.parts, states, strict=True):
        score = "" if part.score is None else f"  score {part.score:.3g}"
        now = "" if state is None else f"  now: {state.value}"
        lines += [f"{on_screen(part.uri)}{score}{now}", f"    {on_screen(' '.join(part.text.split())[:160])}"]
    return "\n".join(lines)
