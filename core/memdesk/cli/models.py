"""``memdesk llm``: the language model that jobs may ask, its key, a test of it, and what it did."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict, replace
from getpass import getpass
from typing import TYPE_CHECKING, Annotated

import typer

from memdesk.cli.options import AsJson, Folder
from memdesk.cli.output import opened, say
from memdesk.cli.reports import dump, on_screen
from memdesk.cli.streams import given
from memdesk.errors import UsageError
from memdesk.llm.settings import HOW, ToolStyle
from memdesk.model import Json
from memdesk.runtime.clock import FrozenClock, local_time

if TYPE_CHECKING:
    from memdesk.llm import ModelSettings

group = typer.Typer(
    name="llm",
    help="Choose the language model that jobs may ask, test it, and see what it did.",
    no_args_is_help=True,
)


@group.command("set")
def choose(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL", help="provider:name; ollama, openai, anthropic, or compatible with --url."
        ),
    ],
    *,
    url: Annotated[str, typer.Option("--url", metavar="URL", help="Where it is asked.")] = "",
    key: Annotated[
        str | None,
        typer.Option(
            "--key",
            metavar="-",
            help="'-': take its key from standard input (or ask for it) into the keyring of the system.",
        ),
    ] = None,
    no_key: Annotated[bool, typer.Option("--no-key", help="Remove its key from the keyring.")] = False,
    temperature: Annotated[
        float | None, typer.Option("--temperature", help="0 to 2; else as each job has it.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--timeout", metavar="SECONDS", help="For one request; else as each job has it."),
    ] = None,
    most_tokens: Annotated[
        int | None, typer.Option("--max-tokens", metavar="N", help="The most that an answer may have.")
    ] = None,
    retries: Annotated[int, typer.Option("--retries", metavar="N", help="After a failure.")] = 2,
    tools: Annotated[
        ToolStyle, typer.Option("--tools", help="actions: for an endpoint that knows no calls of tools.")
    ] = ToolStyle.NATIVE,
    propose: Annotated[
        bool, typer.Option("--propose", help="What its jobs write always waits for approval.")
    ] = False,
) -> None:
    """Choose the default model for jobs. Nothing is sent."""
    from memdesk.agents.model_jobs.chosen import chosen_model, save_model
    from memdesk.llm import keep_key
    from memdesk.llm.settings import bare_model

    wish = replace(
        bare_model(model),
        base_url=url.rstrip("/"),
        temperature=temperature,
        seconds=seconds,
        most_tokens=most_tokens,
        retries=retries,
        tools=tools,
        propose=propose,
    )
    wish.require_sound()
    before = chosen_model()
    same = before is not None and before.asked_at == wish.asked_at
    wish = replace(wish, key_kept=before is not None and same and before.key_kept and not no_key)
    if before is not None:
        wish = replace(wish, jobs=before.jobs, automatic=before.automatic)
    if key is not None:
        if key != "-":
            raise UsageError("--key takes '-': a key on a command line is seen by everybody; pipe it in")
        keep_key(wish, _key())
        wish = replace(wish, key_kept=True)
    elif no_key:
        keep_key(wish, None)
    save_model(wish)
    say(_told(wish))


@group.command()
def unset() -> None:
    """Choose no default model, and delete its key from the keyring."""
    from memdesk.agents.model_jobs.chosen import chosen_model, save_model
    from memdesk.llm import keep_key

    before = chosen_model()
    if before is not None and before.key_kept:
        keep_key(before, None)
    save_model(None)
    say("no model is chosen")


@group.command()
def show(as_json: AsJson = False) -> None:
    """Print the chosen model and its settings. Keys are never printed."""
    from memdesk.agents.model_jobs.chosen import chosen_model

    found = chosen_model()
    if as_json:
        say(dump(None if found is None else _json(found)))
    else:
        say(f"no model is chosen; choose one: {HOW}" if found is None else _told(found))


@group.command("test")
def try_out(
    model: Annotated[
        str | None, typer.Argument(metavar="MODEL", help="provider:name; else the chosen one.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Send the model one short test question and print the answer. It contains nothing of a memory."""
    from memdesk.agents.model_jobs.chosen import chosen_model, named_model, tried
    from memdesk.llm.client import require_chosen

    found = named_model(model, os.environ) if model else require_chosen(chosen_model())
    answer = tried(found)
    told: dict[str, Json] = {
        "ok": True,
        "model": found.label,
        "address": found.address or None,
        "answer": answer.text[:200],
        "seconds": round(answer.seconds, 2),
        "input_tokens": answer.input_tokens,
        "output_tokens": answer.output_tokens,
    }
    words = on_screen(" ".join(answer.text.split())[:80]) or "nothing"
    say(dump(told) if as_json else f"{found.label} answers after {answer.seconds:.1f} s: {words}")


@group.command("job")
def for_job(
    job: Annotated[str, typer.Argument(metavar="JOB", help="A job of a model, as 'memdesk run' names it.")],
    model: Annotated[
        str | None, typer.Argument(metavar="MODEL", help="provider:name; none: the chosen one again.")
    ] = None,
) -> None:
    """Let another model than the chosen one do a job."""
    from memdesk.agents.model_jobs.chosen import chosen_model, save_model
    from memdesk.agents.model_jobs.offers import is_task_name, task_names
    from memdesk.llm.client import require_chosen

    if not is_task_name(job):
        raise UsageError(f"{job} is no job of a model; 'memdesk llm job' takes {', '.join(task_names())}")
    found = require_chosen(chosen_model())
    others = {name: other for name, other in found.jobs.items() if name != job}
    save_model(replace(found, jobs=others if model is None else {**others, job: model}))
    say(f"{job}: {model or found.label}")


@group.command()
def explain(
    path: Folder,
    change: Annotated[str, typer.Argument(metavar="ID", help="The change, as 'memdesk review' names it.")],
    model: Annotated[
        str | None, typer.Option("--model", metavar="MODEL", help="provider:name; else the chosen one.")
    ] = None,
    language: Annotated[
        str, typer.Option("--language", help="In which language, like English or 中文.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Let a model explain a change: what came, what went, what to look at. Nothing is written."""
    from memdesk.agents.model_jobs.chosen import chosen_model, model_of, named_model, reached
    from memdesk.agents.model_jobs.explaining import explain_change
    from memdesk.checks.covering import mask
    from memdesk.errors import ModelError
    from memdesk.llm.client import require_chosen
    from memdesk.review import Inbox

    settings = (
        named_model(model, os.environ) if model else model_of(require_chosen(chosen_model()), "explain")
    )
    with opened(path, read_only=True) as workspace:
        inbox = Inbox(workspace)
        detail = inbox.detail(inbox.item(change))
        with reached(settings) as chat:
            try:
                said = explain_change(chat, detail.item.uri, detail.old, detail.new, language)
            except ValueError as error:
                raise ModelError(f"the model's answer cannot be used: {error}", "unusable") from error
    words = mask(said.text)
    if as_json:
        told: dict[str, Json] = {"id": detail.item.id, "uri": detail.item.uri, "text": words}
        say(dump({**told, "whole": said.whole, "model": settings.label, "seconds": said.answer.seconds}))
        return
    note = "" if said.whole else "\n(the change is longer than what the model was shown)"
    say(on_screen(words, lines=True) + note)


@group.command()
def due(path: Folder, as_json: AsJson = False) -> None:
    """List the jobs of which a memory's policy says when they are due, and how far each is from it."""
    from memdesk.agents.model_jobs import ModelJobs
    from memdesk.agents.toolbox import Toolbox
    from memdesk.cli.jobs import due_json, due_text

    with opened(path, read_only=True) as workspace:
        found = ModelJobs(workspace, Toolbox(workspace)).due()
        moment = workspace.clock.now()
    if as_json:
        say(dump([due_json(each) for each in found]))
        return
    lines = [on_screen(due_text(each, moment), lines=True) for each in found]
    say("\n".join(lines) or "no policy here asks for a job of a model")


@group.command()
def runs(path: Folder, as_json: AsJson = False) -> None:
    """List the model jobs run on a workspace, newest first: job, outcome, tokens, time, documents."""
    from memdesk.agents.model_jobs import ModelJobs
    from memdesk.agents.toolbox import Toolbox
    from memdesk.cli.jobs import run_json, run_text

    with opened(path, read_only=True) as workspace:
        jobs = ModelJobs(workspace, Toolbox(workspace))
        left = jobs.cut_off()
        every = (*((left.run,) if left else ()), *jobs.log.all())
    if as_json:
        say(dump([run_json(run) for run in every]))
        return
    lines = []
    for run in every:
        when = local_time(FrozenClock(run.time))
        what = ", ".join((*run.documents, *filter(None, (run.proposal, run.error))))
        lines.append(f"{when:%Y-%m-%d %H:%M}  {run.job}  {run.outcome.value}  {on_screen(what)}")
        lines.append(f"    {on_screen(run_text(run))}")
        if left is not None and run is left.run:
            lines.append(f"    {len(left.answers)} answers are kept; go on: memdesk run PATH --go-on")
    say("\n".join(lines) or "no model has worked here yet")


def _key() -> str:
    text = getpass("Key: ") if sys.stdin.isatty() else given().decode("utf-8", "replace")
    key = text.strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise UsageError("a key is one word of printable letters; nothing was kept")
    return key


def _json(found: ModelSettings) -> Json:
    told = {**asdict(found), "provider": found.provider.value, "tools": found.tools.value}
    return {**told, "model": found.label, "address": found.address or None, "local": found.is_local}


def _told(found: ModelSettings) -> str:
    where = found.address or f"{found.provider.value}'s own address"
    key = "key in the keyring" if found.key_kept else "no key kept"
    leaves = "nothing leaves this computer" if found.is_local else "memory that a job works on is sent there"
    lands = ", what it writes waits for approval" if found.propose else ""
    return f"{found.label} at {where}: {key}, {leaves}{lands}"
