"""The command that steers an agent: ``memdesk policy``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

import typer

from memdesk.cli.options import ActorName, AsJson, Folder, SessionId
from memdesk.cli.output import opened, writer

policies = typer.Typer()


class PolicyTask(StrEnum):
    """What to do with a policy."""

    SHOW = "show"
    SET = "set"
    UNSET = "unset"
    SNAPSHOTS = "snapshots"
    CHANGES = "changes"
    DIFF = "diff"
    ROLLBACK = "rollback"
    WHATIF = "whatif"


What: TypeAlias = Annotated[
    PolicyTask,
    typer.Argument(metavar="show|set|unset|snapshots|changes|diff|rollback|whatif", help="What to do."),
]
Words: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="WORD",
        help="set: KEY VALUE; unset: KEY...; diff: [FROM [TO]]; rollback: SNAPSHOT; whatif: KEY=VALUE...",
    ),
]
Queries: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--query", metavar="Q", help="whatif: test with this message (repeatable; default: recent questions)."
    ),
]


@policies.command()
def policy(
    context: typer.Context,
    path: Folder,
    what: What,
    words: Words = None,
    *,
    key: Annotated[
        str | None, typer.Option("--key", metavar="KEY", help="rollback: only this parameter.")
    ] = None,
    query: Queries = None,
    window: Annotated[
        int | None,
        typer.Option("--window", metavar="N", min=1, help="whatif: size of the model's context, in tokens."),
    ] = None,
    config: Annotated[
        bool, typer.Option("--config", help="set, unset, rollback: in config.json, not in the overrides.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="unset: delete all overrides and return to the configuration.")
    ] = False,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="Reason (not shown to agents).")] = "",
    system: Annotated[
        str | None,
        typer.Option("--system", metavar="ID@FOLDER", help="Which agent, if the workspace has several."),
    ] = None,
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> None:
    """Show, change, compare, try out and roll back an agent's policy.

    A change writes the overrides only, with a snapshot of them first. SNAPSHOT is a file's name without
    .json, a revision of the overrides, or 'none'; diff takes 'now' too. 'changes' lists those of
    config.json, too; 'rollback REVISION --config' writes that. 'whatif --system evoclaw NAME=NUMBER'
    shows what would leave the warm tier with other limits.
    """
    from memdesk.cli.policy import PolicyCommand, PolicyOptions, say_eviction

    who = writer(context.obj, actor, session)
    wish = PolicyOptions(tuple(words or ()), key, tuple(query or ()), why, config, everything, window)
    reads = what in (
        PolicyTask.SHOW,
        PolicyTask.SNAPSHOTS,
        PolicyTask.CHANGES,
        PolicyTask.DIFF,
        PolicyTask.WHATIF,
    )
    with opened(path, read_only=reads) as workspace:
        if system is not None and system.startswith("evoclaw") and what is PolicyTask.WHATIF:
            say_eviction(workspace, system, wish, as_json=as_json)
            return
        PolicyCommand(workspace, system, wish, who, as_json=as_json).run(what)
