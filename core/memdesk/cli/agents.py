"""The commands that do what an agent does: its tools, the context of its prompt, its MCP server."""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, TypeAlias

import typer

from memdesk.agents.context_trace import ContextCandidate, ContextTrace
from memdesk.agents.prompt import BETWEEN, joined
from memdesk.agents.toolbox import BoundTool, Toolbox, ToolResult, offer_json
from memdesk.checks.covering import mask
from memdesk.cli import complain
from memdesk.cli.options import AsJson, Folder, SessionId, a_name
from memdesk.cli.output import opened, say, say_exactly, tell, writer
from memdesk.cli.reports import dump, on_screen
from memdesk.cli.streams import ReaderGoneError, given
from memdesk.errors import ArgumentError, MemdeskError, StorageError, UsageError
from memdesk.findings.unowned import unowned_indexes
from memdesk.model import Json
from memdesk.review.masking import cover_lines
from memdesk.store import DocumentEdit
from memdesk.systems.calling import members_of
from memdesk.systems.index_memory import left_out
from memdesk.systems.why import grounds_of
from memdesk.text.diff import in_unified
from memdesk.text.encoding import whole_text
from memdesk.text.tokens import estimate
from memdesk.workspace import Workspace

group = typer.Typer()

SystemName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--system",
        metavar="ID",
        help="Use only this system. If the workspace has several of it, use ID@FOLDER.",
    ),
]
DryRun: TypeAlias = Annotated[
    bool, typer.Option("--dry-run", help="Show what would change without changing anything.")
]
Reflecting: TypeAlias = Annotated[
    bool,
    typer.Option("--reflecting", help="Use the tools of an agent's reflection step (Pegasus)."),
]
CallArguments: TypeAlias = Annotated[
    str,
    typer.Option("--args", metavar="JSON", help="The arguments as a JSON object; '-': from standard input."),
]


@group.command()
def tools(
    path: Folder, *, system: SystemName = None, reflecting: Reflecting = False, as_json: AsJson = False
) -> None:
    """List the tools that agents can call here. --json adds the schema of their arguments."""
    with opened(path, read_only=True) as workspace:
        offers = Toolbox(workspace, reflecting=reflecting).tools(system)
        say(dump([offer_json(offer) for offer in offers]) if as_json else offers_text(offers))


@group.command()
def tool(
    context: typer.Context,
    path: Folder,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The tool ('memdesk tools' lists them).")],
    *,
    system: SystemName = None,
    args: CallArguments = "{}",
    actor: Annotated[
        str | None,
        typer.Option(
            "--actor", metavar="NAME", callback=a_name, help="Record NAME as the author (default: 'agent')."
        ),
    ] = None,
    session: SessionId = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Call a tool the way an agent does. Always prints JSON."""
    del as_json
    who = writer(context.obj, actor, session, unnamed="agent")
    try:
        with opened(path, read_only=dry_run, looking=True) as workspace:
            toolbox = Toolbox(workspace)
            offer, arguments = toolbox.find(name, system), object_of(args)
            if dry_run:
                would = toolbox.preview(offer, arguments)
                say(dump(job_json(would, shown_of(would), done=False)))
                return
            reply = toolbox.call(offer, arguments, who).reply
    except MemdeskError as error:
        raise typer.Exit(tell(error)) from error
    say(dump({"ok": True, "text": reply.text, "data": reply.data}))


@group.command()
def context(
    call: typer.Context,
    path: Folder,
    *,
    system: SystemName = None,
    query: Annotated[str, typer.Option("--query", metavar="Q", help="The user's message.")] = "",
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            metavar="N",
            min=0,
            help="Limit each agent's text to about N tokens, leaving out the least relevant parts first.",
        ),
    ] = None,
    actor: Annotated[
        str | None,
        typer.Option(
            "--actor",
            metavar="NAME",
            callback=a_name,
            help="The agent that receives it; 'memdesk supplied' lists it under this name.",
        ),
    ] = None,
    session: SessionId = None,
    supposing: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="KEY=VALUE",
            help="As it would be with another setting of the policy or of memdesk.toml, like"
            " retrieve_limit=3 (repeatable); nothing is written.",
        ),
    ] = None,
    reflecting: Reflecting = False,
    as_json: AsJson = False,
) -> None:
    """Print the memory text that goes into the agent's prompt. --json adds why each part is in it."""
    supposed = dict(map(_setting, supposing or ()))
    to = writer(call.obj, actor, session, unnamed="agent") if actor or session else None
    with opened(path, read_only=to is None, noting=False) as workspace:
        toolbox = Toolbox(workspace, reflecting=reflecting)
        traces = toolbox.explained(system, query, budget, supposed) if as_json or supposed else ()
        contexts = [(each.site, each.context) for each in traces] or toolbox.contexts(
            system, query, budget, supplied_to=to
        )
        for uri in unowned_indexes(workspace):
            complain(left_out(uri))
    for problem in dict.fromkeys(problem for _, found in contexts for problem in found.problems):
        complain(problem)
    if as_json:
        say(dump(context_json(query, budget, traces)))
    else:
        say_exactly(joined(found for _, found in contexts).text)


@group.command()
def mcp(
    context: typer.Context,
    path: Folder,
    *,
    system: SystemName = None,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Serve only tools that do not write.")
    ] = False,
    reflecting: Reflecting = False,
    actor: Annotated[
        str | None,
        typer.Option(
            "--actor",
            metavar="NAME",
            callback=a_name,
            help="Record NAME as the author (default: the MCP client's name).",
        ),
    ] = None,
    session: SessionId = None,
) -> None:
    """Serve tools, documents and contexts to an agent over MCP (stdio)."""
    label = context.obj
    # What waits for a client's next word cannot be woken; a call that is cut off is as safe as at a kill.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from memdesk.agents.mcp import MemoryServer  # takes longer to load than all else

    with Workspace.open(path, read_only=read_only) as workspace:
        who = (actor or label.actor, session or label.session)
        try:
            MemoryServer(workspace, system, *who, reflecting=reflecting).serve()
        except BrokenPipeError as error:
            raise ReaderGoneError from error
        except OSError as error:
            raise StorageError(f"lost the connection to the MCP client: {error.strerror}") from error


def _setting(word: str) -> tuple[str, str]:
    key, mark, value = word.partition("=")
    if not mark or not key:
        raise UsageError(f"--with takes KEY=VALUE, like retrieve_limit=3; this is {word!r}")
    return key.strip(), value.strip()


def object_of(text: str) -> dict[str, Json]:
    """Return the arguments, from standard input where that is asked for."""
    try:
        found = json.loads(given() if text == "-" else text, object_pairs_hook=members_of)
    except (ValueError, RecursionError) as error:
        raise ArgumentError(
            "--args", f"is not JSON ({error})", 'Pass an object like {"key": "value"}.'
        ) from None
    if not isinstance(found, dict):
        raise ArgumentError("--args", "must be a JSON object", 'Pass an object like {"key": "value"}.')
    return found


def offers_text(offers: Iterable[BoundTool]) -> str:
    """Return a list of tools for a person: each with its parameters, those in brackets may be left out."""
    every = tuple(offers)
    places = {(offer.system.id, offer.site.root) for offer in every}
    count = Counter(system for system, _ in places)
    lines = (_offer_lines(one, one.address if count[one.system.id] > 1 else one.system.id) for one in every)
    return "\n\n".join(lines) or "nothing of this is offered here"


def context_json(query: str, budget: int | None, traces: Sequence[ContextTrace]) -> Json:
    """Return the contexts of the systems found, the chunks that they are made of, and what was left out."""
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


def shown_of(outcome: ToolResult) -> Callable[[str], str]:
    """Return what covers the secrets of a memory in what a person is told of a job."""
    covers = outcome.covers()
    return lambda words: mask(covers.shown(words))


def job_json(outcome: ToolResult, shown: Callable[[str], str], *, done: bool) -> Json:
    """Return what a job did or would do, in words as they are ``shown``."""
    changes: list[Json] = [
        {"uri": edit.uri, "diff": _diff(edit, before)}
        for edit, before in zip(outcome.edits, outcome.before, strict=True)
    ]
    return {
        "ok": True,
        "done": done,
        "text": shown(outcome.reply.text),
        "data": _shown(outcome.reply.data, shown),
        "changes": changes,
    }


def job_text(outcome: ToolResult, shown: Callable[[str], str], *, done: bool) -> str:
    """Return what a job did, or the diff of what it would do, in words as they are ``shown``."""
    said = on_screen(shown(outcome.reply.text), lines=True)
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
    lines = in_unified(mask(old).split("\n"), cover_lines(old, new), names)
    return "".join(f"{line}\n" for line in lines)


def _shown(value: Json, shown: Callable[[str], str]) -> Json:
    """Return a value with each text in it as it is shown."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return {key: _shown(each, shown) for key, each in value.items()}
    return [_shown(each, shown) for each in value] if isinstance(value, list) else value


def _readable(data: bytes | None) -> str | None:
    return "" if data is None else whole_text(data)
