"""``memdesk verify-design``: what two designs have a person do to see that they work, done and watched."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memdesk.cli.jobs import ModelName, wished_model
from memdesk.cli.options import AsJson
from memdesk.cli.output import say
from memdesk.cli.reports import dump, on_screen
from memdesk.errors import ReadOnlyError, StorageError, UsageError
from memdesk.model import Json
from memdesk.store.access import named_folder

if TYPE_CHECKING:
    from memdesk.agents.design_trials import Design, StepResult

group = typer.Typer()

NO_MODEL = "none"
FAILED = 1
"""The exit status where a step saw something else than its design says."""


@group.command("verify-design")
def verify_design(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH",
            help="A new or an empty folder; each memory is made in it.",
            parser=named_folder,
        ),
    ],
    *,
    model: ModelName = None,
    system: Annotated[
        str | None, typer.Option("--system", metavar="ID", help="Only picoclaw-memskill, or only pegasus.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Try two designs out as their documents say: MemSkill's section 4, and section 10 of Pegasus.

    Conversations with the model, and looks at the folder. Without a model ('--model none', or none chosen)
    what needs none is tried. Exit 1 if a step fails. The memories stay in PATH.
    """
    from memdesk.agents.design_trials import tried

    designs = _designs(system)
    _require_empty(path)
    settings = None if model == NO_MODEL else wished_model(model)
    results: list[StepResult] = []
    with ExitStack() as stack:
        chat = None
        if settings is not None:
            from memdesk.agents.model_jobs.chosen import reached

            chat = stack.enter_context(reached(settings))
        _begin(path)
        for design in designs:
            if not as_json:
                say(f"{design.title} ({path / design.system})")
            for result in tried(design, path / design.system, chat):
                results.append(result)
                if not as_json:
                    say(_line(result))
            if not as_json:
                for section, words in design.elsewhere:
                    say(f"  {'':<8}{section:<6}{words}")
    counts = Counter(each.outcome.value for each in results)
    label = settings.label if settings else None
    if as_json:
        say(dump(_json(path, label, counts, results) | {"elsewhere": _elsewhere(designs)}))
    else:
        said = f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped"
        say(f"{said}; {f'with {label}' if label else 'without a model'}")
    return FAILED if counts["failed"] else 0


def _designs(system: str | None) -> tuple[Design, ...]:
    from memdesk.agents.design_trials import DESIGNS

    found = tuple(design for design in DESIGNS if system in (None, design.system))
    if not found:
        known = ", ".join(design.system for design in DESIGNS)
        raise UsageError(f"--system takes one of {known}; {system!r} has no trial")
    return found


def _require_empty(path: Path) -> None:
    """Refuse a folder with something in it: what a trial writes is nobody's memory."""
    try:
        is_used = path.exists() and (not path.is_dir() or any(path.iterdir()))
    except OSError as error:
        raise StorageError(f"{path} cannot be looked at: {error.strerror}") from error
    if is_used:
        raise UsageError(f"{path} has something in it; name a new or an empty folder for the trial")


def _begin(path: Path) -> None:
    """Make the folder. Raises a coded error where it cannot be written into."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except PermissionError as error:
        raise ReadOnlyError(f"{path} cannot be made: {error.strerror}") from error
    except OSError as error:
        raise StorageError(f"{path} cannot be made: {error.strerror}") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ReadOnlyError(f"{path} may not be written")


def _line(result: StepResult) -> str:
    return on_screen(
        f"  {result.outcome.value:<8}{result.section:<6}{result.title}\n{'':16}{result.seen}", lines=True
    )


def _elsewhere(designs: tuple[Design, ...]) -> Json:
    """Return what the documents ask for besides, for programs."""
    return [
        {"system": design.system, "section": section, "title": words}
        for design in designs
        for section, words in design.elsewhere
    ]


def _json(path: Path, label: str | None, counts: Counter[str], results: list[StepResult]) -> dict[str, Json]:
    return {
        "folder": str(path),
        "model": label,
        "ok": not counts["failed"],
        "passed": counts["passed"],
        "failed": counts["failed"],
        "skipped": counts["skipped"],
        "steps": [each.as_json() for each in results],
    }
