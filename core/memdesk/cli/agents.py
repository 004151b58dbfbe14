"""The commands that do what an agent does: its tools, its prompt's context, its MCP server, its jobs."""

from __future__ import annotations

import json
import signal
from typing import Annotated, TypeAlias

import typer

from memdesk.agents.prompt import joined
from memdesk.agents.toolbox import BoundTool, Toolbox, offer_json
from memdesk.cli import complain
from memdesk.cli.agent_reports import context_json, job_json, job_text, offers_text
from memdesk.cli.model_jobs import ModelName, ModelWish, chat_over, offered_jobs, run_by_model, run_due
from memdesk.cli.model_jobs import go_on as resume
from memdesk.cli.options import ActorName, AsJson, Folder, SessionId, a_name
from memdesk.cli.output import opened, say, say_exactly, tell, writer
from memdesk.cli.progress import shown_progress
from memdesk.cli.reports import dump
from memdesk.cli.streams import ReaderGoneError, given
from memdesk.errors import ArgumentError, MemdeskError, StorageError, UsageError
from memdesk.findings.unowned import unowned_indexes
from memdesk.model import Json
from memdesk.systems.calling import members_of
from memdesk.systems.index_memory import left_out
from memdesk.workspace import Workspace

agents = typer.Typer()

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


@agents.command()
def tools(
    path: Folder, *, system: SystemName = None, reflecting: Reflecting = False, as_json: AsJson = False
) -> None:
    """List the tools that agents can call here. --json adds the schema of their arguments."""
    with opened(path, read_only=True) as workspace:
        offers = Toolbox(workspace, reflecting=reflecting).tools(system)
        say(dump([offer_json(offer) for offer in offers]) if as_json else offers_text(offers))


@agents.command()
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
            offer, arguments = toolbox.find(name, system), _object(args)
            if dry_run:
                would = toolbox.preview(offer, arguments)
                say(dump(job_json(would, done=False)))
                return
            reply = toolbox.call(offer, arguments, who).reply
    except MemdeskError as error:
        raise typer.Exit(tell(error)) from error
    say(dump({"ok": True, "text": reply.text, "data": reply.data}))


@agents.command()
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
    with opened(path, read_only=to is None) as workspace:
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


@agents.command()
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
    from memdesk.agents.mcp import MemoryServer

    label = context.obj
    # What waits for a client's next word cannot be woken; a call that is cut off is as safe as at a kill.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with Workspace.open(path, read_only=read_only) as workspace:
        who = (actor or label.actor, session or label.session)
        try:
            MemoryServer(workspace, system, *who, reflecting=reflecting).serve()
        except BrokenPipeError as error:
            raise ReaderGoneError from error
        except OSError as error:
            raise StorageError(f"lost the connection to the MCP client: {error.strerror}") from error


@agents.command()
def run(
    context: typer.Context,
    path: Folder,
    job: Annotated[
        str | None, typer.Argument(metavar="JOB", help="The job's name; leave it out to list the jobs.")
    ] = None,
    values: Annotated[
        list[str] | None, typer.Argument(metavar="VALUE", help="The job's arguments, in order.")
    ] = None,
    *,
    model: ModelName = None,
    propose: Annotated[
        bool,
        typer.Option("--propose", help="With a model: hold what it would write for a person's approval."),
    ] = False,
    due: Annotated[
        bool, typer.Option("--due", help="Do the jobs of a model that the memory's own policy asks for now.")
    ] = False,
    go_on: Annotated[
        bool, typer.Option("--go-on", help="Go on with the job of a model that was cut off.")
    ] = False,
    system: SystemName = None,
    args: CallArguments = "{}",
    dry_run: DryRun = False,
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> None:
    """Run a maintenance job, or list the jobs. Jobs consolidate, rebuild, refresh or migrate a memory.

    With a model named or chosen ('memdesk llm set') also what takes one: compress, summarize, evolve …
    """
    who = writer(context.obj, actor, session)
    if (job is not None) + due + go_on > 1:
        raise UsageError("--due and --go-on choose the job themselves: name none, and give one of them")
    looks = dry_run or (job is None and not due and not go_on)
    with opened(path, read_only=looks, looking=True) as workspace:
        toolbox = Toolbox(workspace)
        if due or go_on:
            wish = ModelWish("", (), {}, model, propose=propose, dry_run=dry_run)
            say(
                run_due(workspace, toolbox, system, wish, actor, as_json=as_json)
                if due
                else resume(workspace, toolbox, wish, actor, as_json=as_json)
            )
            return
        if job is None:
            say(offered_jobs(workspace, toolbox, system, as_json=as_json))
            return
        wish = ModelWish(job, tuple(values or ()), _object(args), model, propose=propose, dry_run=dry_run)
        if (done := run_by_model(workspace, toolbox, system, wish, actor, as_json=as_json)) is not None:
            say(done)
            return
        offer = toolbox.find(job, system, jobs=True)
        arguments = _object(args) | _by_position(offer, values or [])
        with shown_progress() as line:
            outcome = (
                toolbox.preview(offer, arguments, line)
                if dry_run
                else toolbox.call(offer, arguments, who, line)
            )
        say(dump(job_json(outcome, done=not dry_run)) if as_json else job_text(outcome, done=not dry_run))


@agents.command()
def chat(
    context: typer.Context,
    path: Folder,
    *,
    model: ModelName = None,
    system: SystemName = None,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Give the agent only tools that do not write.")
    ] = False,
    no_reflection: Annotated[
        bool, typer.Option("--no-reflection", help="Pegasus: do not think back over the talk at its end.")
    ] = False,
    actor: Annotated[
        str | None,
        typer.Option(
            "--actor", metavar="NAME", callback=a_name, help="Record NAME as the author (default: 'agent')."
        ),
    ] = None,
    session: SessionId = None,
) -> None:
    """Talk to a small agent that uses this memory. It has the memory's context and tools."""
    who = writer(context.obj, actor, session, unnamed="agent")
    with opened(path, read_only=read_only, looking=True) as workspace:
        chat_over(workspace, model, system, who, read_only=read_only, reflecting=not no_reflection)


def _setting(word: str) -> tuple[str, str]:
    key, mark, value = word.partition("=")
    if not mark or not key:
        raise UsageError(f"--with takes KEY=VALUE, like retrieve_limit=3; this is {word!r}")
    return key.strip(), value.strip()


def _by_position(offer: BoundTool, values: list[str]) -> dict[str, Json]:
    """Name values in the order of the job's parameters."""
    fields = offer.tool.arguments.model_fields
    if len(values) > len(fields):
        raise UsageError(f"{offer.tool.name} takes {len(fields)} values: {', '.join(fields) or 'none'}")
    return dict(zip(fields, values, strict=False))


def _object(text: str) -> dict[str, Json]:
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
