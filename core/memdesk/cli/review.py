"""``memdesk review``: what agents and programs outside changed, judged on the command line."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from memdesk.cli.options import ActorName, AsJson, Code, Folder, time_of
from memdesk.cli.output import opened, require_code, say, writer
from memdesk.errors import UsageError

reviews = typer.Typer()


class ReviewTask(StrEnum):
    """What to do with the changes that wait."""

    LIST = "list"
    SHOW = "show"
    ACCEPT = "accept"
    REVERT = "revert"
    SNOOZE = "snooze"
    REOPEN = "reopen"
    UNDO = "undo"
    BLAME = "blame"
    DECISIONS = "decisions"


What: TypeAlias = Annotated[
    ReviewTask,
    typer.Argument(metavar="list|show|accept|revert|snooze|reopen|undo|blame|decisions", help="What to do."),
]
Ids: TypeAlias = Annotated[
    list[str] | None, typer.Argument(metavar="ID", help="Changes by id, or its first digits.")
]
Everything: TypeAlias = Annotated[
    bool, typer.Option("--all", help="Every pending change that matches the filters.")
]
ByActor: TypeAlias = Annotated[
    str | None, typer.Option("--actor-filter", metavar="NAME", help="Only changes by this author.")
]
BySession: TypeAlias = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="Only changes of this session.")
]
ByUri: TypeAlias = Annotated[
    str | None, typer.Option("--uri", metavar="URI", help="Only changes of this document; blame: which one.")
]
Since: TypeAlias = Annotated[
    str | None, typer.Option("--since", metavar="TIME", help="Only changes since TIME (ISO 8601).")
]
Until: TypeAlias = Annotated[
    str | None, typer.Option("--until", metavar="TIME", help="snooze: hide until TIME (ISO 8601).")
]
Limit: TypeAlias = Annotated[
    int | None, typer.Option("--limit", min=1, metavar="N", help="list: show at most N changes.")
]
DryRun: TypeAlias = Annotated[
    bool, typer.Option("--dry-run", help="revert, undo: show the result without changing anything.")
]
Leave: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--leave", metavar="ID", help="undo, revert --all: leave this change out (repeatable)."),
]
LeaveRest: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--leave-rest",
        help="undo, revert: skip changes that cannot be reverted; exit 3 if any were skipped.",
    ),
]


Part: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--part", help="revert: if the text has changed since, revert the part that is still there."
    ),
]


class Shape(StrEnum):
    """How a report is written."""

    MARKDOWN = "markdown"
    DIFF = "diff"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"


class FailOn(StrEnum):
    """Which findings make a report fail."""

    NEVER = "never"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


Shaped: TypeAlias = Annotated[
    Shape | None,
    typer.Option(
        "--format",
        metavar="markdown|diff|json|sarif|junit",
        help="list: print a report to hand on, of what waits or of all --since a time, operation or commit.",
    ),
]
Failing: TypeAlias = Annotated[
    FailOn | None,
    typer.Option(
        "--fail-on",
        metavar="never|info|warning|error",
        help="--format: exit 1 where the checks found something as serious, or more.",
        show_default="warning",
    ),
]


class Sorting(StrEnum):
    """What a list begins with."""

    ATTENTION = "attention"
    TIME = "time"


Sorted: TypeAlias = Annotated[
    Sorting | None,
    typer.Option(
        "--sort",
        metavar="attention|time",
        help="list: what broke a lock, then what the content checks found something in, then the newest "
        "(attention); or the newest first whatever was found (time).",
        show_default="attention",
    ),
]


_VERDICTS = frozenset(
    {ReviewTask.ACCEPT, ReviewTask.REVERT, ReviewTask.SNOOZE, ReviewTask.REOPEN, ReviewTask.UNDO}
)


@reviews.command()
def review(
    context: typer.Context,
    path: Folder = Path(),
    what: What = ReviewTask.LIST,
    ids: Ids = None,
    *,
    everything: Everything = False,
    actor_filter: ByActor = None,
    session: BySession = None,
    uri: ByUri = None,
    since: Since = None,
    shape: Shaped = None,
    fail_on: Failing = None,
    until: Until = None,
    limit: Limit = None,
    sort: Sorted = None,
    dry_run: DryRun = False,
    leave: Leave = None,
    leave_rest: LeaveRest = False,
    part: Part = False,
    with_alarms: Annotated[
        bool, typer.Option("--with-alarms", help="accept --all: also what would lose too much of a document.")
    ] = False,
    code: Code = "",
    actor: ActorName = None,
    as_json: AsJson = False,
) -> None:
    """Review changes by agents and other programs: accept or revert them.

    'revert' removes changes and keeps later ones; 'snooze' hides them until a time; 'reopen' returns
    them to the list, whatever was decided, and writes no document; 'undo' reverts all changes of a
    --session, or --since a time, in one step: all or nothing unless something is left out; 'blame' shows
    which write brought each line of a --uri; 'decisions' lists what was decided from shells in your name.
    """
    from memdesk.cli.replace import is_replacement, say_taken_back
    from memdesk.cli.review_command import ReviewCommand, ReviewOptions, Stays
    from memdesk.review import Filter, InboxOrder

    if shape is not None or fail_on is not None:
        from memdesk.cli.review_export import export

        others = (ids, everything, limit, sort, dry_run, leave, leave_rest, part, until, as_json)
        if shape is None or what is not ReviewTask.LIST or any(others):
            raise UsageError("--format goes with list and the filters alone, and --fail-on with --format")
        level = None if fail_on is FailOn.NEVER else (fail_on or FailOn.WARNING).value
        export(path, shape.value, level, Filter(actor_filter, session, uri), since or "")
        return
    only = Filter(actor_filter, session, uri, time_of(since, "--since"))
    order = None if sort is None else InboxOrder(sort.value)
    stays = Stays(tuple(leave or ()), leave_rest)
    until_time = time_of(until, "--until")
    names = tuple(ids or ())
    wish = ReviewOptions(names, everything, only, until_time, limit, order, dry_run, stays, part, with_alarms)
    who = writer(context.obj, actor, None)
    with opened(path) as workspace:
        workspace.store.require(None)
        if what is ReviewTask.DECISIONS:
            from memdesk.cli.decisions import decisions_report

            say(decisions_report(workspace, as_json=as_json))
            return
        if what in _VERDICTS and not dry_run:
            require_code(workspace, who, code)
        if what is ReviewTask.UNDO and session is not None and is_replacement(workspace, session):
            say_taken_back(workspace, session, who, dry_run=dry_run, as_json=as_json)
            return
        ReviewCommand(workspace, wish, who, as_json=as_json).run(what.value)
