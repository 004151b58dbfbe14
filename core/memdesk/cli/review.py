"""``memdesk review``: what agents and programs outside changed, judged on the command line."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from memdesk.checks import Check, Level
from memdesk.checks.covering import mask
from memdesk.checks.loss.loss import ALARM_WORDS
from memdesk.cli import complain
from memdesk.cli.damaged_records import complain_of_records
from memdesk.cli.loss_reports import losses_json
from memdesk.cli.options import ActorName, AsJson, Code, Folder, time_of
from memdesk.cli.output import opened, require_code, say, say_exactly, tell, writer
from memdesk.cli.progress import shown_progress
from memdesk.cli.replace import is_replacement, say_taken_back
from memdesk.cli.reports import brief, dump, moment, on_screen, said, table
from memdesk.cli.review_options import ReviewOptions, Stays, require_fitting
from memdesk.cli.review_reports import (
    blame_json,
    blame_lines,
    in_the_way,
    item_json,
    item_text,
    later_json,
    later_text,
    obstacle_json,
    reversal_json,
    reversal_text,
    row,
    stayed_text,
)
from memdesk.errors import NotFoundError, NotPermittedError, UsageError
from memdesk.history.history import EVERYTHING
from memdesk.model import Actor, Json, Origin
from memdesk.review import Done, Filter, Inbox, InboxOrder, Reversal, RevertError, ReviewItem
from memdesk.review.losses import losses_of
from memdesk.review.report import review_report
from memdesk.review.report_formats import junit, markdown, report_json, sarif, serious, unified
from memdesk.review.shell_code import ShellCode
from memdesk.review.shell_decisions import MOST_NAMED, ShellDecision, ShellDecisionLog, is_code_wanted
from memdesk.runtime.person import is_at_terminal
from memdesk.workspace import Workspace

group = typer.Typer()


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
ByWords: TypeAlias = Annotated[
    str | None, typer.Option("--words", metavar="TEXT", help="Only changes whose lines have these words.")
]
ByFinding: TypeAlias = Annotated[
    str | None,
    typer.Option("--finding", metavar="CHECK", help="Only changes in which this check found something."),
]
Since: TypeAlias = Annotated[
    str | None,
    typer.Option("--since", metavar="TIME", help="Only changes since TIME (ISO 8601, yesterday, 2d)."),
]
Until: TypeAlias = Annotated[
    str | None,
    typer.Option("--until", metavar="TIME", help="snooze: hide until TIME (ISO 8601, tomorrow, 3d)."),
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


WithLater: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--with-later", help="revert: also the later changes that build on it; --dry-run lists them."
    ),
]


Hunks: TypeAlias = Annotated[
    list[int] | None,
    typer.Option(
        "--hunk",
        metavar="N",
        help="accept, revert: only this hunk of one change (repeatable); 'show' numbers them.",
    ),
]


Reason: TypeAlias = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="revert: why; the agents that wrote it are told.")
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
        show_default="error",
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


@group.command()
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
    words: ByWords = None,
    finding: ByFinding = None,
    shape: Shaped = None,
    fail_on: Failing = None,
    until: Until = None,
    limit: Limit = None,
    sort: Sorted = None,
    dry_run: DryRun = False,
    leave: Leave = None,
    leave_rest: LeaveRest = False,
    part: Part = False,
    with_later: WithLater = False,
    hunk: Hunks = None,
    reason: Reason = "",
    with_alarms: Annotated[
        bool, typer.Option("--with-alarms", help="accept --all: also what would lose too much of a document.")
    ] = False,
    seen: Annotated[
        bool,
        typer.Option(
            "--seen", help="decisions: you know of them all; in a terminal, or with the code (--code)."
        ),
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
    if shape is not None or fail_on is not None:
        others = (
            ids,
            everything,
            limit,
            sort,
            dry_run,
            leave,
            leave_rest,
            part,
            with_later,
            hunk,
            until,
            as_json,
        )
        if shape is None or what is not ReviewTask.LIST or any((*others, with_later, reason)):
            raise UsageError("--format goes with list and the filters alone, and --fail-on with --format")
        level = None if fail_on is FailOn.NEVER else (fail_on or FailOn.ERROR).value
        if since and (words or finding):
            raise UsageError("--words and --finding are for what waits: with --format, leave out --since")
        looked_for = Filter(actor_filter, session, uri, words=words, finding=_check_of(finding))
        export(path, shape.value, level, looked_for, since or "")
        return
    only = Filter(actor_filter, session, uri, time_of(since, "--since"), words, _check_of(finding))
    order = None if sort is None else InboxOrder(sort.value)
    stays = Stays(tuple(leave or ()), leave_rest)
    until_time = time_of(until, "--until", ahead=True)
    names = tuple(ids or ())
    wish = ReviewOptions(
        names,
        everything,
        only,
        until_time,
        limit,
        order,
        dry_run,
        stays,
        part,
        with_alarms,
        tuple(hunk or ()),
        reason,
        with_later,
    )
    who = writer(context.obj, actor, None)
    _carry_out(path, what, wish, who, seen=seen, code=code, as_json=as_json)


def _carry_out(
    path: Path, what: ReviewTask, wish: ReviewOptions, who: Actor, *, seen: bool, code: str, as_json: bool
) -> None:
    """Do what was asked for. Raises UsageError for what does not go together."""
    session, dry_run = wish.only.session, wish.dry_run
    with opened(path, noting=False) as workspace:
        workspace.store.require(None)
        if seen and what is not ReviewTask.DECISIONS:
            raise UsageError("--seen goes with decisions alone")
        if what is ReviewTask.DECISIONS:
            if seen:
                know_decisions(workspace, who, code)
            say(decisions_report(workspace, as_json=as_json))
            return
        if what in _VERDICTS and not dry_run:
            require_code(workspace, who, code)
        if what is ReviewTask.UNDO and session is not None and is_replacement(workspace, session):
            say_taken_back(workspace, session, who, dry_run=dry_run, as_json=as_json)
            return
        ReviewCommand(workspace, wish, who, as_json=as_json).run(what.value)


def _check_of(name: str | None) -> str | None:
    """Return the check of a name. Raises UsageError where there is none."""
    if name is not None and name not in set(Check):
        raise UsageError(f"there is no check {name}; there are {', '.join(sorted(Check))}")
    return name


TOGETHER = 250
"""Changes that are looked at between two words about how far that is."""


class ReviewCommand:
    """Carries out one wish and prints what came of it."""

    def __init__(self, workspace: Workspace, wish: ReviewOptions, actor: Actor, *, as_json: bool) -> None:
        self._workspace, self._inbox = workspace, Inbox(workspace)
        self._wish, self._actor, self._as_json = wish, actor, as_json
        self._task = ""
        self._alarms: list[str] = []
        self._later: tuple[ReviewItem, ...] = ()

    def run(self, task: str) -> None:
        """Do what the word says. Raises UsageError for what does not belong to it."""
        self._check(task)
        self._task = task
        self._inbox.look_closely()
        match task:
            case "list":
                self._list()
            case "show":
                self._show()
            case "undo":
                self._undo()
            case "revert":
                self._revert()
            case "blame":
                self._blame(self._wish.only.uri or "")
            case _:
                self._decide(task)

    def _check(self, task: str) -> None:
        if task not in ("list", "show", "blame") and self._actor.origin is not Origin.HUMAN:
            raise NotPermittedError("agents cannot review changes: leave out --actor")
        require_fitting(self._wish, task)

    def _list(self) -> None:
        order = self._wish.order or InboxOrder.ATTENTION
        if order is InboxOrder.ATTENTION:
            self._examine()
        page = self._inbox.page(self._wish.limit or EVERYTHING, None, self._wish.only, order)
        complain_of_records(self._workspace)
        if self._as_json:
            say(dump([self._json(item) for item in page.items]))
        elif page.items:
            head = ("ID", "TIME", "WHO", "VIA", "WHAT", "SESSION", "DOCUMENT", "SAYS")
            say(table(head, (row(item, self._inbox.words(item)) for item in page.items)))
            if page.total > len(page.items):
                say(f"{page.total - len(page.items)} more wait")
        else:
            say("no changes to review")

    def _examine(self) -> None:
        """Look at all that waits, for what comes first; on a terminal, say how far that is."""
        with shown_progress() as line:
            if line is None:
                self._inbox.examine(only=self._wish.only)
                return
            total, done = self._inbox.count(self._wish.only), TOGETHER
            while not self._inbox.examine(TOGETHER, self._wish.only).is_all:
                line.step(done, total)
                done += TOGETHER

    def _show(self) -> None:
        items = self._items()
        if self._as_json:
            shown: list[Json] = [
                {
                    **item_json(detail, self._inbox.words(detail.item)),
                    "losses": losses_json(losses_of(detail)),
                }
                for detail in map(self._inbox.detail, items)
            ]
            say(dump(shown[0] if len(shown) == 1 and not self._wish.everything else shown))
        else:
            say("\n\n".join(item_text(self._inbox.detail(item)) for item in items))

    def _decide(self, task: str) -> None:
        if self._wish.hunks:
            self._judge_hunks(task)
            return
        items = self._items()
        if task == "accept" and self._wish.everything and not self._wish.with_alarms:
            items = [item for item in items if not self._rings(item)]
        ids = [item.id for item in items]
        if task == "accept":
            done = self._inbox.accept(ids, self._actor)
        elif task == "snooze":
            done = self._inbox.snooze(ids, self._wish.until or 0.0, self._actor)
        else:
            done = self._inbox.reopen(ids, self._actor)
        self._report(done)

    def _judge_hunks(self, task: str) -> None:
        """Accept or take back some hunks of one change; the change waits for the others."""
        hunks = {"accepted" if task == "accept" else "reverted": self._wish.hunks}
        self._report(self._told(partial(self._inbox.judge_hunks, self._wish.names[0], self._actor, **hunks)))

    def _rings(self, item: ReviewItem) -> bool:
        """Say whether too much of a document would be lost to accept it unseen; it then goes on waiting."""
        alarm = losses_of(self._inbox.detail(item)).alarm
        if alarm is None:
            return False
        self._alarms.append(item.id)
        words = f"{item.id} {item.uri}: {ALARM_WORDS[alarm]}; it goes on waiting (--with-alarms accepts it)"
        complain(on_screen(words))
        return True

    def _revert(self) -> None:
        if self._wish.hunks:
            self._judge_hunks("revert")
            return
        left, rest = self._left(), self._wish.stays.rest
        chosen = [item for item in self._items() if item.id not in left]
        gone = {item.id for item in chosen if self._is_gone(item)}
        ids = [item.id for item in chosen if item.id not in gone]
        for each in sorted(gone):
            complain(f"{each} was reverted already")
        together = self._inbox.together(ids) if self._wish.with_later and ids else None
        if together is not None:
            self._later = together.later
            if not together.plan.obstacles and not together.plan.documents:
                complain("nothing of it is there any more, with the later changes or without")
        later = [each.id for each in self._later]
        if self._wish.dry_run:
            self._preview(together.plan if together else self._inbox.plan(ids, part=self._wish.part))
        else:
            decide = partial(self._inbox.revert, ids, self._actor, reason=self._wish.reason, later=later)
            self._report(self._told(partial(decide, rest=rest, part=self._wish.part)))

    def _is_gone(self, item: ReviewItem) -> bool:
        """Say whether a change was reverted, and nothing of it has come back since that could be reverted."""
        return item.is_reverted and not self._inbox.plan([item.id]).documents

    def _undo(self) -> None:
        only, left, rest = self._wish.only, self._left(), self._wish.stays.rest
        if not self._inbox.undoable(only):
            self._say_why_nothing_is_left(only)
        if self._wish.dry_run:
            self._preview(self._inbox.plan_undo(only, left))
        else:
            self._report(self._told(lambda: self._inbox.undo_all(only, self._actor, leave=left, rest=rest)))

    def _say_why_nothing_is_left(self, only: Filter) -> None:
        """Say that all was taken back already. Raises NotFoundError for a session that nobody knows."""
        if self._inbox.everything(only):
            complain("all of it was reverted already")
        elif only.session is not None and not self._inbox.everything(Filter(session=only.session)):
            raise NotFoundError(
                f"no session {only.session!r} wrote here: memdesk review PATH list and "
                "memdesk history PATH list --json name them"
            )

    def _left(self) -> frozenset[str]:
        return frozenset(self._inbox.item(name).id for name in self._wish.stays.names)

    def _blame(self, uri: str) -> None:
        spans, text = self._inbox.blame(uri), mask(self._inbox.text(uri))
        if self._as_json:
            say(dump(blame_json(uri, spans, self._inbox.blame_parts(uri))))
        else:
            say("\n".join(blame_lines(spans, text)))

    def _items(self) -> list[ReviewItem]:
        if self._wish.everything:
            return list(self._inbox.pending(self._wish.only))
        found = {item.id: item for item in map(self._inbox.item, self._wish.names)}
        return list(found.values())

    def _told(self, decide: Callable[[], Done]) -> Done:
        """Decide; where something stands in the way, print what, for programs too."""
        try:
            return decide()
        except RevertError as error:
            if self._as_json:
                obstacles: list[Json] = [obstacle_json(obstacle) for obstacle in error.obstacles]
                raise typer.Exit(tell(error, conflicts=obstacles)) from error
            for obstacle in error.obstacles:
                complain(in_the_way(obstacle))
            self._offer_later(error)
            if len(self._wish.names) != 1:
                complain("nothing was changed; use --leave-rest to revert the others")
            raise typer.Exit(error.exit_status) from error

    def _offer_later(self, error: RevertError) -> None:
        """Say whether one change could go with the later ones that build on it."""
        names = self._wish.names
        if self._task != "revert" or self._wish.with_later or len(names) != 1:
            return
        found = self._inbox.together([each.item for each in error.obstacles])
        if found.is_possible and found.later:
            count = len(found.later)
            changes = "change" if count == 1 else "changes"
            complain(f"--with-later would revert it together with {count} later {changes}")

    def _preview(self, reversal: Reversal) -> None:
        """Print what would be taken back, and end as taking it back would."""
        if self._as_json:
            say(dump(reversal_json(reversal) | self._later_json()))
        else:
            say("\n".join([*self._later_lines(), reversal_text(reversal)]))
        if not reversal.obstacles:
            return
        if not self._wish.stays.rest:
            others = "; --leave-rest would revert the others" if reversal.ids else ""
            complain(f"nothing would be changed{others}")
        raise typer.Exit(RevertError.exit_status)

    def _report(self, done: Done) -> None:
        uris = (self._inbox.item(each).uri for each in done.ids[:MOST_NAMED])
        ShellDecisionLog(self._workspace).note(done.verdict, uris, self._actor, len(done.ids))
        documents: list[Json] = [
            {"uri": each.path, "before": each.before, "revision": each.after} for each in done.commits
        ]
        stayed: list[Json] = [obstacle_json(obstacle) for obstacle in done.stayed]
        if self._as_json:
            told: dict[str, Json] = {done.verdict: [*done.ids], "documents": documents}
            told |= {"set_aside": [*done.aside]} if done.aside else {}
            told |= {"alarms": [*self._alarms]} if self._alarms else {}
            told |= self._later_json()
            say(dump(told | ({"stayed": stayed} if self._may_leave else {})))
        else:
            lines = [*self._later_lines(), f"{done.verdict} {len(done.ids)}"]
            lines += [f"{on_screen(each.path)} {each.after or 'deleted'}" for each in done.commits]
            lines += [f"what stood there is kept: {on_screen(place)}" for place in done.aside]
            lines += [stayed_text(obstacle) for obstacle in done.stayed]
            say("\n".join(lines))
        if stayed:
            raise typer.Exit(RevertError.exit_status)

    def _later_json(self) -> dict[str, Json]:
        """Tell the later changes that go with those that were asked for, where these were wanted."""
        later: list[Json] = [later_json(each, self._inbox.words(each)) for each in self._later]
        return {"later": later} if self._wish.with_later else {}

    def _later_lines(self) -> list[str]:
        return [later_text(each, self._inbox.words(each)) for each in self._later]

    @property
    def _may_leave(self) -> bool:
        return self._task == "undo" or self._wish.stays.rest

    def _json(self, item: ReviewItem) -> Json:
        return item_json(self._inbox.detail(item), self._inbox.words(item))


FOUND = 1
"""The exit status where the checks found something that serious."""


def export(path: Path, shape: str, level: str | None, only: Filter, since: str) -> None:
    """Print a report. Exits with 1 where something was found that is as serious as ``level``, or more."""
    moment: float | None = None
    with suppress(UsageError):
        moment = time_of(since, "--since") if since else None
    worst = None if level is None else Level(level)
    with opened(path) as workspace:
        workspace.store.require(None)
        report = review_report(workspace, only, said, since, moment)
    match shape:
        case "markdown":
            say_exactly(markdown(report))
        case "diff":
            say_exactly(unified(report))
        case "junit":
            say_exactly(junit(report, worst))
        case "sarif":
            say(dump(sarif(report)))
        case _:
            say(dump(report_json(report)))
    found = serious(report, worst)
    if found:
        complain(f"the checks found {found} that are {level} or worse")
        raise typer.Exit(FOUND)


def know_decisions(workspace: Workspace, who: Actor, code: str) -> None:
    """Note that a person has seen what was decided. Raises NotPermittedError where none seems to ask."""
    if who.origin is not Origin.HUMAN:
        raise NotPermittedError("only a person can say that: leave out --actor")
    if is_code_wanted(workspace):
        ShellCode(workspace).require(who, code, always=True)
    elif not is_at_terminal():
        if not code:
            raise NotPermittedError(
                "from a program this needs the code that the window shows (--code); "
                "in a terminal it needs nothing: run the same command there"
            )
        ShellCode(workspace).require(who, code, always=True)
    ShellDecisionLog(workspace).seen()


def decisions_report(workspace: Workspace, *, as_json: bool) -> str:
    """Return the decisions, the newest first. Raises InvalidError where their record is damaged."""
    found = ShellDecisionLog(workspace).whole()[::-1]
    if as_json:
        return dump([_json(each) for each in found])
    rows = [_row(each) for each in found]
    if not rows:
        return "nothing was decided from a shell"
    return table(("TIME", "WHAT", "WHO", "VIA", "PROOF", "ABOUT"), rows)


def _json(decision: ShellDecision) -> Json:
    return {**asdict(decision), "names": [*decision.names], "time": moment(decision.time)}


def _row(decision: ShellDecision) -> tuple[str, ...]:
    more = decision.count - len(decision.names)
    about = ", ".join([*decision.names, *([f"{more} more"] if more > 0 else [])])
    when = (moment(decision.time) or "-")[:19]
    return (
        when,
        decision.what,
        brief(decision.by),
        decision.via,
        on_screen(decision.proof),
        on_screen(about),
    )
