"""A design tried out in a folder of its own: what a step may do there, and what came of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from memdesk.agents.model_jobs import ChatTurn, MemoryChat, ModelJobs, RunOutcome
from memdesk.agents.toolbox import Toolbox
from memdesk.errors import MemdeskError, ModelError
from memdesk.llm import ChatModel
from memdesk.model import Json, Via
from memdesk.runtime.atomic_file import write_text
from memdesk.runtime.person import agent
from memdesk.systems.tools import PromptContext, Reply
from memdesk.workspace import Workspace

_WRITER = agent("design-trial", Via.CLI)
_SHOWN = 160


class StepOutcome(StrEnum):
    """What came of a step."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    """It needs a model, and there is none."""


class NotAsDesignedError(MemdeskError):
    """A step saw something else than the design says."""

    code = "not_as_designed"


class Trial:
    """An agent's memory in a folder, its conversations and its jobs; restarted as often as a step wants."""

    def __init__(self, folder: Path, system: str, model: ChatModel | None) -> None:
        self.folder = folder
        self.system = system
        self._model = model
        self._workspace: Workspace | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self.restart()

    def restart(self) -> None:
        """Begin anew: nothing is known but what the folder holds."""
        self.close()
        self._workspace = Workspace.open(self.folder)
        self.toolbox = Toolbox(self._workspace)
        self._chat: MemoryChat | None = None

    def close(self) -> None:
        """Close the workspace."""
        if self._workspace is not None:
            self._workspace.close()
            self._workspace = None

    def new_session(self) -> None:
        """Begin another conversation."""
        self._chat = None

    def resume(self, session: str) -> None:
        """Begin anew, and go on with a conversation that the memory keeps."""
        self.restart()
        self._chat = MemoryChat(self.toolbox, self.model, _WRITER, self.system, session=session)

    def keep_up(self) -> list[str]:
        """Do what the policy asks for after what was said; return what the person is told of it.

        Raises NotAsDesignedError where a job that was begun failed.
        """
        assert self._chat is not None, "there was a conversation"
        jobs, told = self._jobs(), list[str]()
        before = {run.id for run in jobs.log.all()}
        self._chat.keep_up(jobs, told.append)
        new = [run for run in jobs.log.all() if run.id not in before]
        agreed(all(run.outcome is not RunOutcome.FAILED for run in new), " ".join(told))
        return told

    @property
    def now(self) -> datetime:
        """The moment, with the local offset."""
        assert self._workspace is not None, "a closed trial has no time"
        return datetime.fromtimestamp(self._workspace.clock.now()).astimezone()

    def say(self, message: str) -> ChatTurn:
        """Return what the model answers in this conversation."""
        if self._chat is None:
            self._chat = MemoryChat(self.toolbox, self.model, _WRITER, self.system)
        turn = self._chat.say(message)
        if turn.failure is not None:
            raise turn.failure
        return turn

    def think_back(self) -> Reply:
        """Let the model think back over this conversation, and keep what it wants to."""
        assert self._chat is not None, "there was a conversation"
        return self._chat.think_back(self._jobs())

    @property
    def model(self) -> ChatModel:
        """The model; only a step that needs one asks for it."""
        if self._model is None:
            raise ModelError("no model was named", "no_model")
        return self._model

    def call(self, name: str, **arguments: Json) -> Reply:
        """Call a tool as the agent."""
        return self.toolbox.call(self.toolbox.find(name, self.system), arguments, _WRITER).reply

    def job(self, name: str, **arguments: Json) -> Reply:
        """Run a job without a model."""
        return self.toolbox.call(self.toolbox.find(name, self.system, jobs=True), arguments, _WRITER).reply

    def by_model(self, name: str, **arguments: Json) -> Reply:
        """Run a job in which the model speaks."""
        jobs = self._jobs()
        planned = jobs.plan(jobs.find(name, self.system), arguments, self.model)
        return jobs.land(planned, _WRITER).outcome.reply

    def prompt(self, message: str = "") -> PromptContext:
        """Return what the agent's prompt gets for a message."""
        ((_, context), *_) = self.toolbox.contexts(self.system, message)
        return context

    def text(self, path: str) -> str:
        """Return what a file says as any editor shows it; nothing where it is missing."""
        file = self.folder / path
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    def write(self, path: str, text: str) -> None:
        """Write a file past memdesk, as a person does with an editor."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, text)

    def remove(self, path: str) -> None:
        """Delete a file past memdesk."""
        (self.folder / path).unlink()

    def names(self, folder: str, pattern: str = "*") -> list[str]:
        """Return the names of the files in a folder that fit a pattern."""
        return sorted(each.name for each in (self.folder / folder).glob(pattern) if each.is_file())

    def _jobs(self) -> ModelJobs:
        assert self._workspace is not None, "a closed trial does nothing"
        return ModelJobs(self._workspace, self.toolbox)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a design's own verification: it returns what it saw, or raises what it saw instead."""

    section: str
    title: str
    run: Callable[[Trial], str]
    needs_model: bool = False


@dataclass(frozen=True, slots=True)
class Design:
    """The verification of one design."""

    system: str
    title: str
    steps: tuple[Step, ...]
    elsewhere: tuple[tuple[str, str], ...] = ()
    """What the document asks for besides that no folder can show: the section, and how it is seen."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """What came of a step, and what was seen."""

    system: str
    section: str
    title: str
    needs_model: bool
    outcome: StepOutcome
    seen: str

    def as_json(self) -> dict[str, Json]:
        """Return it for programs."""
        return {
            "system": self.system,
            "section": self.section,
            "title": self.title,
            "needs_model": self.needs_model,
            "outcome": self.outcome.value,
            "seen": self.seen,
        }


def tried(design: Design, folder: Path, model: ChatModel | None) -> Iterator[StepResult]:
    """Try a design out, a step after the other; a step that fails keeps no other from being tried."""
    trial = Trial(folder, design.system, model)
    try:
        for step in design.steps:
            outcome, seen = _outcome(step, trial, has_model=model is not None)
            yield StepResult(design.system, step.section, step.title, step.needs_model, outcome, seen)
    finally:
        trial.close()


def _outcome(step: Step, trial: Trial, *, has_model: bool) -> tuple[StepOutcome, str]:
    if step.needs_model and not has_model:
        return StepOutcome.SKIPPED, "needs a model: name one with --model"
    try:
        return StepOutcome.PASSED, shown(step.run(trial))
    except (MemdeskError, OSError, UnicodeDecodeError) as error:
        return StepOutcome.FAILED, shown(error.message if isinstance(error, MemdeskError) else str(error))


def require(text: str, *, has: Iterable[str] = (), without: Iterable[str] = (), what: str) -> str:
    """Return a text that has all of these words and none of those. Raises NotAsDesignedError."""
    said = text.casefold()
    missing = [word for word in has if word.casefold() not in said]
    extra = [word for word in without if word.casefold() in said]
    if missing or extra:
        wrong = [f"lacks {', '.join(missing)}"] if missing else []
        wrong += [f"has {', '.join(extra)}"] if extra else []
        raise NotAsDesignedError(f"{what} {' and '.join(wrong)}: {shown(text) or 'nothing'}")
    return text


def agreed(is_so: bool, what: str) -> None:
    """Raise NotAsDesignedError where something is not as it should be; ``what`` says what was seen."""
    if not is_so:
        raise NotAsDesignedError(what)


def shown(text: str) -> str:
    """Return a text in one line, as long as it can be read at a glance."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
