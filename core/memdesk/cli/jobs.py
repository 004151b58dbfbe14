"""``memdesk run`` and ``chat``: maintenance jobs, with a language model or without, and a talk with one."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, TypeAlias
from uuid import uuid4

import typer

from memdesk.agents.toolbox import Toolbox, offer_json
from memdesk.checks.covering import mask
from memdesk.cli import complain
from memdesk.cli.agents import (
    CallArguments,
    DryRun,
    SystemName,
    job_json,
    job_text,
    object_of,
    offers_text,
    shown_of,
)
from memdesk.cli.options import ActorName, AsJson, Folder, SessionId, a_name
from memdesk.cli.output import opened, say, writer
from memdesk.cli.progress import ProgressLine, shown_progress
from memdesk.cli.reports import dump, on_screen
from memdesk.cli.streams import lines_given
from memdesk.errors import ModelError, NotFoundError, UsageError
from memdesk.model import Actor, Json, Via
from memdesk.review.shell_decisions import JOB_RUN
from memdesk.runtime.clock import FrozenClock, local_time
from memdesk.runtime.person import agent
from memdesk.systems.asking import NO_LAST_TIME, DueReason, DueState
from memdesk.systems.calling import schema_of
from memdesk.workspace import Workspace

if TYPE_CHECKING:
    from memdesk.agents.model_jobs import (
        DueJob,
        MemoryChat,
        ModelJobs,
        ModelRun,
        PlannedChange,
        RunOrigin,
        TaskOffer,
    )
    from memdesk.llm import ChatModel, ModelSettings

group = typer.Typer()

ModelName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        help="The model that does it: provider:name, like ollama:llama3.2, openai:… or anthropic:…;"
        " 'chosen': the one that 'memdesk llm set' chose.",
    ),
]
CHOSEN = "chosen"
_NO_USE = frozenset({"key", "name", "not_installed"})
"""Failures of a model after which no other line of a talk would be answered."""
_HOLDS = {
    "approval": "waits for your approval",
    "done": "done already",
    "failed": "failed a short while ago",
}
_ALARMS = {
    "many_entries_lost": "more than a quarter of its entries would go",
    "pinned_entry_lost": "an entry that is pinned would go",
}


@dataclass(frozen=True, slots=True)
class ModelWish:
    """What was asked for on the command line."""

    job: str
    values: tuple[str, ...]
    arguments: Mapping[str, Json]
    model: str | None
    propose: bool = False
    dry_run: bool = False
    origin: RunOrigin | None = None


@group.command()
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
    with opened(path, read_only=looks, looking=True, act=JOB_RUN) as workspace:
        toolbox = Toolbox(workspace)
        if due or go_on:
            wish = ModelWish("", (), {}, model, propose=propose, dry_run=dry_run)
            say(
                run_due(workspace, toolbox, system, wish, actor, as_json=as_json)
                if due
                else resume_run(workspace, toolbox, wish, actor, as_json=as_json)
            )
            return
        if job is None:
            say(offered_jobs(workspace, toolbox, system, as_json=as_json))
            return
        wish = ModelWish(job, tuple(values or ()), object_of(args), model, propose=propose, dry_run=dry_run)
        if (done := run_by_model(workspace, toolbox, system, wish, actor, as_json=as_json)) is not None:
            say(done)
            return
        offer = toolbox.find(job, system, jobs=True)
        arguments = object_of(args) | _by_position(job, offer.tool.arguments.model_fields, values or [])
        with shown_progress() as line:
            outcome = (
                toolbox.preview(offer, arguments, line)
                if dry_run
                else toolbox.call(offer, arguments, who, line)
            )
        shown, is_done = shown_of(outcome), not dry_run
        say(
            dump(job_json(outcome, shown, done=is_done))
            if as_json
            else job_text(outcome, shown, done=is_done)
        )


@group.command()
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


def offered_jobs(workspace: Workspace, toolbox: Toolbox, system: str | None, *, as_json: bool) -> str:
    """Return what can be done here, with a model or without."""
    from memdesk.agents.model_jobs import ModelJobs

    jobs, tasks = toolbox.jobs(system), ModelJobs(workspace, toolbox).offers(system)
    if as_json:
        told: list[Json] = [{**offer_json(offer), "model": False} for offer in jobs]
        told += [_task_json(each) for each in tasks]
        return dump(told)
    count = Counter(system for system, _ in {(each.site.system, each.site.root) for each in tasks})
    lines = [
        f"{_usage(each)}  {_place(each) if count[each.site.system] > 1 else each.site.system}"
        f"\n    {each.task.description}"
        for each in tasks
    ]
    return "\n\n".join([offers_text(jobs), *lines] if jobs or not lines else lines)


def run_by_model(
    workspace: Workspace,
    toolbox: Toolbox,
    system: str | None,
    wish: ModelWish,
    actor: str | None,
    *,
    as_json: bool,
) -> str | None:
    """Let a model do the job and return what is to be printed; None where the job is none for a model.

    A model that is only chosen is asked where the job takes one and nobody says what it would answer.
    """
    settings = wished_model(wish.model)
    if settings is None:
        return None
    from memdesk.agents.model_jobs import ModelJobs

    jobs = ModelJobs(workspace, toolbox)
    try:
        offer = jobs.find(wish.job, system)
    except NotFoundError:
        if wish.model is not None:
            raise
        return None
    if wish.model in (None, CHOSEN):
        settings = _of_job(settings, offer)
    supplied = offer.task.supplied
    if wish.model is None and (not supplied or any(name in wish.arguments for name in supplied)):
        return None
    arguments = {
        **wish.arguments,
        **_by_position(offer.task.name, offer.task.arguments.model_fields, wish.values),
    }
    return _run(jobs, offer, replace(wish, arguments=arguments), settings, actor, as_json=as_json)


def resume_run(
    workspace: Workspace, toolbox: Toolbox, wish: ModelWish, actor: str | None, *, as_json: bool
) -> str:
    """Go on with the run that was cut off, and return what is to be printed."""
    from memdesk.agents.model_jobs import ModelJobs, RunOrigin
    from memdesk.agents.model_jobs.chosen import named_model
    from memdesk.llm.client import require_chosen

    jobs = ModelJobs(workspace, toolbox)
    left = jobs.cut_off()
    if left is None:
        raise UsageError("no job of a model was cut off here")
    run = left.run
    settings = require_chosen(wished_model(wish.model)) if wish.model else named_model(run.model, os.environ)
    offer = jobs.find(run.job, f"{run.system}@{run.place or '.'}")
    origin = RunOrigin(run.trigger, run.occasion, left)
    again = replace(wish, job=run.job, arguments=left.arguments, origin=origin)
    return _run(jobs, offer, again, settings, actor, as_json=as_json)


def run_due(
    workspace: Workspace,
    toolbox: Toolbox,
    system: str | None,
    wish: ModelWish,
    actor: str | None,
    *,
    as_json: bool,
) -> str:
    """Do what the policies here ask for now, one job after the other; return what is to be printed."""
    from memdesk.agents.model_jobs import ModelJobs, RunOrigin, RunTrigger
    from memdesk.llm.client import require_chosen

    jobs = ModelJobs(workspace, toolbox)
    places = {site for _, site in toolbox.places(system)}
    due = [each for each in jobs.due() if each.now and each.offer.site in places]
    settings = require_chosen(wished_model(wish.model)) if due else None
    done = []
    for each in due:
        assert settings is not None
        origin = RunOrigin(RunTrigger.POLICY, each.state.occasion)
        again = replace(wish, job=each.offer.task.name, arguments=each.state.arguments, origin=origin)
        mine = settings if wish.model not in (None, CHOSEN) else _of_job(settings, each.offer)
        done.append(_run(jobs, each.offer, again, mine, actor, as_json=as_json))
    if as_json:
        return f"[{','.join(done)}]"
    return "\n\n".join(done) or "no job is due"


def due_json(due: DueJob) -> dict[str, Json]:
    """Return how far a job is from being due, for programs."""
    state = due.state
    return {
        "system": due.offer.site.system,
        "place": due.offer.site.root,
        "job": due.offer.task.name,
        "now": due.now,
        "reason": state.reason.value,
        "have": state.have,
        "most": state.most,
        "about": state.about,
        "after": due.after or None,
        "hold": due.hold.value if due.hold else None,
    }


def due_text(due: DueJob, moment: float) -> str:
    """Return how far a job is from being due, in a line."""
    state = due.state
    far = f"{state.about}: {_far(state)}"
    held = _HOLDS[due.hold.value] if due.hold else ""
    after = f"not before {local_time(FrozenClock(due.after)):%Y-%m-%d %H:%M}" if due.after > moment else ""
    when = "due now" if due.now else "; ".join(filter(None, (held, after))) or "not due"
    return f"{due.offer.task.name}  {when}\n    {far}"


def _far(state: DueState) -> str:
    if state.reason is not DueReason.DAYS:
        unit = state.reason.value if state.have != 1 else state.reason.value.removesuffix("s")
        return f"{state.have} {unit}, due above {state.most}"
    if state.have >= NO_LAST_TIME:
        return "no last time is known, due after a day"
    days = {0: "less than a day", 1: "1 day"}.get(state.have, f"{state.have} days")
    return f"{days} since the last time, due after one"


def _of_job(settings: ModelSettings, offer: TaskOffer) -> ModelSettings:
    from memdesk.agents.model_jobs.chosen import model_of

    return model_of(settings, *offer.names)


def _run(
    jobs: ModelJobs,
    offer: TaskOffer,
    wish: ModelWish,
    settings: ModelSettings,
    actor: str | None,
    *,
    as_json: bool,
) -> str:
    from memdesk.agents.model_jobs.jobs import BY_A_PERSON

    planned = None
    try:
        with shown_progress() as line, jobs.alone(), _model(settings, line) as model:
            planned = jobs.plan(offer, wish.arguments, model, line, origin=wish.origin or BY_A_PERSON)
            return _finished(jobs, planned, settings, wish, actor, as_json=as_json)
    except KeyboardInterrupt:
        if planned is None:
            name = on_screen(offer.task.name)
            complain(
                f"{name} was stopped, and nothing was written; 'memdesk run PATH --go-on' goes on with it"
            )
        raise


def run_json(run: ModelRun) -> dict[str, Json]:
    """Return a run as programs are told of it."""
    return run.as_json()


def run_text(run: ModelRun) -> str:
    """Return what a run took, in one line."""
    cost = "" if run.cost is None else f", {run.cost:.4f} USD"
    pace = "" if run.pace is None else f" ({run.pace:.1f} a second)"
    tokens = f"{run.input_tokens} + {run.output_tokens} tokens{pace}"
    asked = f"{run.requests} request{'' if run.requests == 1 else 's'}"
    return f"{run.model}: {asked}, {tokens}, {run.seconds:.1f} s{cost}"


def _finished(
    jobs: ModelJobs,
    planned: PlannedChange,
    settings: ModelSettings,
    wish: ModelWish,
    actor: str | None,
    *,
    as_json: bool,
) -> str:
    for uri, finding in planned.findings:
        complain(on_screen(f"{uri}: {finding.message}"))
    for uri, alarm in planned.alarms:
        complain(on_screen(f"{uri}: {_ALARMS[alarm.value]}"))
    for named in planned.named:
        complain(on_screen(f"{named}: stands nowhere in what the model was given"))
    outcome, run, proposal = planned.outcome, planned.run, ""
    if wish.dry_run:
        jobs.keep_preview(planned)
    else:
        who = agent(actor or settings.label, Via.CLI)
        landed = jobs.land(planned, who, propose=wish.propose or settings.propose)
        outcome, run, proposal = landed.outcome, landed.run, landed.proposal
    done = not wish.dry_run and not proposal
    if not as_json:
        return f"{job_text(outcome, planned.shown, done=done)}\n{run_text(run)}"
    told = job_json(outcome, planned.shown, done=done)
    assert isinstance(told, dict)
    alarms: dict[str, Json] = {uri: alarm.value for uri, alarm in planned.alarms}
    told |= {"run": run_json(run), "proposal": proposal or None, "alarms": alarms}
    return dump({**told, "made_up": [*planned.named]})


def wished_model(name: str | None) -> ModelSettings | None:
    """Return the model that was named, or else the chosen one; None where there is neither."""
    from memdesk.agents.model_jobs.chosen import chosen_model, named_model
    from memdesk.llm.client import require_chosen

    if name is None:
        return chosen_model()
    return require_chosen(chosen_model()) if name == CHOSEN else named_model(name, os.environ)


def _model(settings: ModelSettings, line: ProgressLine | None) -> ChatModel:
    from memdesk.agents.model_jobs.chosen import reached

    return reached(settings) if line is None else reached(settings, follow=line.wrote)


def _by_position(job: str, fields: Collection[str], values: Sequence[str]) -> dict[str, Json]:
    """Name values in the order of the job's parameters."""
    if len(values) > len(fields):
        raise UsageError(f"{job} takes {len(fields)} values: {', '.join(fields) or 'none'}")
    return dict(zip(fields, values, strict=False))


def chat_over(
    workspace: Workspace,
    model: str | None,
    system: str | None,
    actor: Actor,
    *,
    read_only: bool,
    reflecting: bool = True,
) -> None:
    """Talk with an agent over one memory: a line in, an answer out, until the input ends.

    It is one run of the agent: what was remembered for the run alone is forgotten then. An agent that thinks
    back over a task does so, where ``reflecting``.
    """
    from memdesk.agents.model_jobs import MemoryChat, ModelJobs
    from memdesk.llm.client import require_chosen

    settings = require_chosen(wished_model(model))
    with shown_progress() as progress, _model(settings, progress) as connection:
        session = actor.session or f"chat-{uuid4().hex[:8]}"
        toolbox = Toolbox(workspace, run=session)
        talk = MemoryChat(toolbox, connection, actor, system, read_only=read_only, session=session)
        try:
            answered = _answer_lines(workspace, talk, progress)
        finally:
            if not read_only:
                toolbox.end_run(actor, system)
        if reflecting and talk.turns and talk.thinks_back:
            jobs = ModelJobs(workspace, toolbox)
            try:
                with jobs.alone():
                    complain(on_screen(mask(f"reflect: {talk.think_back(jobs).text}")))
            except ModelError as error:
                answered = False
                complain(on_screen(f"reflect: nothing of the talk was kept: {error.message}"))
    if not answered:
        raise typer.Exit(1)


def _answer_lines(workspace: Workspace, talk: MemoryChat, progress: ProgressLine | None) -> bool:
    """Answer each line of the input, and do what the memory's policy asks for after it.

    Where the model fails the talk goes on; return whether all lines were answered. Raises ModelError where no
    other line would be.
    """
    from memdesk.agents.model_jobs import ChatTurn, ModelJobs

    answered = True
    for line in lines_given():
        try:
            turn = talk.say(line)
        except ModelError as error:
            if error.fault in _NO_USE:
                raise
            turn = ChatTurn("", failure=error)
        if progress is not None:
            progress.clear()
        for name, said in turn.calls:
            complain(on_screen(f"{name}: {' '.join(turn.shown(said).split())[:160]}"))
        if turn.left_out:
            complain(f"The model does not take all of this talk: its {turn.left_out} oldest messages went.")
        if turn.failure is not None:
            answered = False
            kept = " What the tools did stays." if turn.calls else ""
            complain(on_screen(f"No answer: {turn.failure.message}.{kept} The talk goes on."))
            continue
        say(on_screen(turn.shown(turn.text), lines=True))
        if not turn.is_whole:
            complain("The answer is cut off here: the model ran out of tokens.")
        talk.keep_up(ModelJobs(workspace, talk.toolbox), lambda words: complain(on_screen(mask(words))))
    return answered


def _task_json(offer: TaskOffer) -> dict[str, Json]:
    return {
        "system": offer.site.system,
        "place": offer.site.root,
        "name": offer.task.name,
        "description": offer.task.description,
        "parameters": schema_of(offer.task.arguments),
        "model": True,
    }


def _place(offer: TaskOffer) -> str:
    """Return how a place is named with ``--system``."""
    return f"{offer.site.system}@{offer.site.root or '.'}"


def _usage(offer: TaskOffer) -> str:
    names = offer.task.arguments.model_fields
    words = ", ".join(name if each.is_required() else f"[{name}]" for name, each in names.items())
    return f"{offer.task.name}({words}) --model"
