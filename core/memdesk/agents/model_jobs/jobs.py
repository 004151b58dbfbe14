"""Lets a model do a job on a memory: plan it, show what would change, then commit or propose that.

Nothing is locked while the model is asked. What it came to is committed over exactly what it was made from;
where that has changed meanwhile, the same answers are applied to what is there now if the questions are still
the same, else nothing is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple
from uuid import uuid4

from memdesk.agents.model_jobs.asking import ModelAssistant, StaleAnswersError, Usage
from memdesk.agents.model_jobs.offers import TaskOffer
from memdesk.agents.model_jobs.runs import ModelRun, RunLog, RunOutcome, RunTrigger
from memdesk.agents.model_jobs.schedule import DueJob, due_among
from memdesk.agents.model_jobs.unfinished import UnfinishedRun, UnfinishedRuns
from memdesk.agents.toolbox import Toolbox, ToolResult, checked_arguments, none_here
from memdesk.checks import Check, Finding, Level, check_text
from memdesk.checks.covering import cover_names, covers_for, mask
from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.checks.loss.loss import Alarm
from memdesk.checks.loss.made_up import as_read, made_up
from memdesk.checks.loss.report import loss_report
from memdesk.errors import (
    CancelledError,
    ConflictError,
    LockedError,
    MemdeskError,
    ModelError,
    StagedError,
    UsageError,
)
from memdesk.llm import ChatModel
from memdesk.model import Actor, Json, Kind
from memdesk.systems.document_tasks import TASKS
from memdesk.systems.system import AsksModels
from memdesk.systems.tools import Arguments, CallProgress, Reply, SteppedReply
from memdesk.text.encoding import decode
from memdesk.workspace import Workspace

REASONS = 3
"""Reasons for which a person rejected earlier tries that a model is told, the last ones."""
MOST_NAMED = 12
"""Things that a model made up that are named to a person, the first ones."""
TRIES = 5
"""How often what a model came to is applied anew, where others keep writing."""


_GRAVE = frozenset({Check.SECRET, Check.INVISIBLE_TEXT, Check.INSTRUCTION, Check.LINK, Check.ENCODED})
"""What no model has a reason to add to a memory."""


_CHOICES = frozenset({Kind.POLICY, Kind.POLICY_SNAPSHOT})


class RunOrigin(NamedTuple):
    """What a run comes from: who began it, for which occasion, and the run that was cut off before."""

    trigger: RunTrigger = RunTrigger.PERSON
    occasion: str = ""
    before: UnfinishedRun | None = None


BY_A_PERSON = RunOrigin()


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """What a job would change, not written yet; ``findings`` are what the content checks find in it."""

    offer: TaskOffer
    arguments: Arguments
    outcome: ToolResult
    run: ModelRun
    assistant: ModelAssistant
    findings: tuple[tuple[str, Finding], ...] = ()
    alarms: tuple[tuple[str, Alarm], ...] = ()
    """The documents of which too much would go, and why a person has to look."""
    made_up: tuple[str, ...] = ()
    """What it names that stands nowhere in what the model was given: names, numbers, dates, links."""

    covers: SecretMask = NO_COVERS
    """The secrets of what the model was given, and of what it would write."""

    @property
    def named(self) -> tuple[str, ...]:
        """What it made up, as a person is told: secrets, and parts of them, are covered."""
        new = (as_read(decode(edit.new).text) for edit in self.outcome.edits if edit.new is not None)
        return cover_names(self.made_up, "\n".join(new))

    def shown(self, words: str) -> str:
        """Return what is said of it without the secrets of the memory, also where a few words quote them."""
        return mask(self.covers.shown(words))

    @property
    def is_suspicious(self) -> bool:
        """Whether a person has to look at it before it is written."""
        return bool(self.alarms or self.made_up) or any(
            found.severity is Level.ERROR or (found.check in _GRAVE and found.severity is not Level.INFO)
            for _, found in self.findings
        )


@dataclass(frozen=True, slots=True)
class LandedChange:
    """What came of a planned change: ``proposal`` is the id under which it waits, where it does."""

    outcome: ToolResult
    run: ModelRun
    proposal: str = ""


class ModelJobs:
    """The jobs of one workspace in which a model speaks. For one thread at a time."""

    def __init__(self, workspace: Workspace, toolbox: Toolbox) -> None:
        self._workspace, self._toolbox = workspace, toolbox
        self._folder = workspace.local_state.file.parent
        self.log = RunLog(self._folder)
        """What was done before."""
        self._unfinished = UnfinishedRuns(self._folder)

    def offers(self, system: str | None = None) -> tuple[TaskOffer, ...]:
        """Return what a model can do here, at every place of its system."""
        return tuple(
            TaskOffer(each, site, task)
            for each, site in self._toolbox.places(system)
            for task in (*(each.model_tasks() if isinstance(each, AsksModels) else ()), *TASKS)
        )

    def find(self, name: str, system: str | None = None) -> TaskOffer:
        """Return the one job of this name. Raises NotFoundError for none, UsageError for several."""
        offers = self.offers(system)
        found = [each for each in offers if name in (each.task.name, *each.task.aliases)]
        if not found:
            raise none_here("job of a model", name, (each.task.name for each in offers))
        if len(found) > 1:
            where = ", ".join(f"{each.site.system}@{each.site.root}" for each in found)
            raise UsageError(f"{name} is a job of several memories here; choose with --system: {where}")
        return found[0]

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let no other job of a model run on this workspace meanwhile. Raises LockedError where one does."""
        from filelock import FileLock, Timeout

        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(self._folder / "model_job.lock")
        try:
            lock.acquire(blocking=False)
        except Timeout as error:
            message = "another job of a model is at work on this workspace"
            raise LockedError(message, holder="a job of a model") from error
        try:
            yield
        finally:
            lock.release()

    def plan(
        self,
        offer: TaskOffer,
        arguments: Mapping[str, Json],
        model: ChatModel,
        progress: CallProgress | None = None,
        *,
        told: Callable[[Usage], None] | None = None,
        origin: RunOrigin = BY_A_PERSON,
    ) -> PlannedChange:
        """Ask the model and return what would change; nothing is written. ``told`` follows what it takes.

        Of a run that was cut off, what was answered then is not asked again. Another one that was cut off is
        noted as that. Raises ArgumentError, ModelError, and CancelledError where ``progress`` does.
        """
        checked = checked_arguments(offer.task.arguments, arguments)
        before, left = origin.before, self._unfinished.read()
        answers = {} if before is None else dict(before.answers)
        if left is not None and (before is None or before.run.id != left.run.id):
            self.log.add(left.run)
        assistant = ModelAssistant(
            model, told=told, known=answers, kept=self._unfinished.answered, advice=self._advice(offer)
        )
        run = ModelRun(
            uuid4().hex[:12] if before is None else before.run.id,
            self._workspace.clock.now(),
            offer.site.system,
            offer.site.root,
            offer.task.name,
            model.settings.label,
            RunOutcome.PREVIEWED,
            trigger=origin.trigger,
            occasion=origin.occasion,
        )
        self._unfinished.begin(UnfinishedRun(run, arguments, answers))
        begin = time.monotonic()
        try:
            outcome = self._worked_out(offer, checked, assistant, progress)
        except MemdeskError as error:
            ended = RunOutcome.CANCELLED if isinstance(error, CancelledError) else RunOutcome.FAILED
            fault = error.fault if isinstance(error, ModelError) else ""
            counted = _counted(run, assistant.usage, begin)
            self._end(replace(counted, outcome=ended, error=error.code, fault=fault))
            if isinstance(error, ModelError):
                said = mask(covers_for("\n".join(assistant.given)).shown(error.message))
                raise ModelError(said, error.fault) from error
            raise
        documents = tuple(edit.uri for edit in outcome.edits)
        run = replace(_counted(run, assistant.usage, begin), documents=documents)
        found, alarms = tuple(self._found_in(outcome)), tuple(self._alarms_in(offer, outcome))
        named, covers = self._made_up(offer, assistant, outcome), outcome.covers(*assistant.given)
        return PlannedChange(offer, checked, outcome, run, assistant, found, alarms, named, covers)

    def keep_preview(self, planned: PlannedChange) -> None:
        """Note that a plan was made, and is not carried out."""
        self._end(planned.run)

    def running(self) -> UnfinishedRun | None:
        """Return the run that is under way here, in whichever process."""
        return self._unfinished.read() if self._is_busy() else None

    def cut_off(self) -> UnfinishedRun | None:
        """Return the last run where its process ended before it was done: it can go on."""
        return None if self._is_busy() else self._unfinished.read()

    def due(self) -> tuple[DueJob, ...]:
        """Return the jobs of which the policies here say when they are due, those of now first."""
        offers = ((each, self._toolbox.transaction(each.site)) for each in self.offers())
        waiting = self._workspace.staging.desk().waiting
        found = due_among(offers, self.log.all(), waiting, self._workspace.clock.now())
        return tuple(sorted(found, key=lambda each: not each.now))

    def _advice(self, offer: TaskOffer) -> str:
        """Return why a person rejected what this job came to before; empty where nobody said."""
        root = offer.site.root
        reasons = [
            each.reason
            for each in self._workspace.staging.desk().rejected.values()
            if each.tool == offer.task.name and any(_is_inside(uri, root) for uri in each.documents)
        ]
        if not reasons:
            return ""
        said = "\n".join(f"- {reason}" for reason in reasons[-REASONS:])
        return f"A person rejected what came of this task before, and said why. Do better by that:\n{said}"

    def _is_busy(self) -> bool:
        try:
            with self.alone():
                return False
        except LockedError:
            return True

    def _end(self, run: ModelRun) -> None:
        self.log.add(run)
        self._unfinished.end()

    def land(self, planned: PlannedChange, actor: Actor, *, propose: bool = False) -> LandedChange:
        """Commit what was planned as that agent's write, past locks and rules; or propose it to a person.

        It is proposed where that is wanted, where the content checks find something grave in it, where a
        text would lose too much, and where it names what the model was not given. Raises
        ConflictError where a document it rests on has changed, and whatever a commit raises.
        """
        who = replace(actor, tool=planned.offer.task.name, session=planned.run.id)
        try:
            landed = self._landed(planned, who, propose=propose or planned.is_suspicious)
        except MemdeskError as error:
            self._end(replace(planned.run, outcome=RunOutcome.FAILED, error=error.code))
            raise
        self._end(landed.run)
        return landed

    def _landed(self, planned: PlannedChange, actor: Actor, *, propose: bool) -> LandedChange:
        outcome = planned.outcome
        for _ in range(TRIES):
            if not outcome.edits:
                run = replace(planned.run, outcome=RunOutcome.UNCHANGED, documents=())
                return LandedChange(outcome, run)
            try:
                return self._written(planned, outcome, actor, propose=propose)
            except ConflictError as error:
                outcome = self._anew(planned, error)
        return self._written(planned, outcome, actor, propose=propose)

    def _written(
        self, planned: PlannedChange, outcome: ToolResult, actor: Actor, *, propose: bool
    ) -> LandedChange:
        name = ""
        steps = outcome.reply.steps if isinstance(outcome.reply, SteppedReply) else ()
        if propose or (steps and self._would_wait(outcome, actor)):
            name = self._workspace.propose(outcome.edits, actor, planned.made_up, steps)
        else:
            try:
                results = self._workspace.commit_all(outcome.edits, actor)
            except StagedError as error:
                name = error.name
            else:
                written = tuple(dict.fromkeys(one.operation for one in results if one.operation))
                run = replace(planned.run, outcome=RunOutcome.COMMITTED, operations=written)
                return LandedChange(replace(outcome, results=results), run)
        named = ", ".join(planned.named[:MOST_NAMED])
        why = f" Stands nowhere in what the model was given: {named}." if named else ""
        said = Reply(f"{outcome.reply.text} It waits for approval as {name}.{why}", outcome.reply.data)
        run = replace(planned.run, outcome=RunOutcome.PROPOSED, proposal=name)
        return LandedChange(replace(outcome, reply=said), run, name)

    def _would_wait(self, outcome: ToolResult, actor: Actor) -> bool:
        """Say whether a rule keeps a write for a person, who then is to choose among its steps."""
        try:
            self._workspace.require_let(outcome.edits, actor)
        except StagedError:
            return True
        return False

    def _anew(self, planned: PlannedChange, error: ConflictError) -> ToolResult:
        """Apply the same answers to what is there now. Raises the conflict where they do not fit it."""
        planned.assistant.only_known = True
        try:
            return self._worked_out(planned.offer, planned.arguments, planned.assistant, None)
        except StaleAnswersError as stale:
            message = f"{error.uri}: {stale.message}"
            raise ConflictError(message, uri=error.uri, base=error.base, current=error.current) from error

    def _worked_out(
        self,
        offer: TaskOffer,
        arguments: Arguments,
        assistant: ModelAssistant,
        progress: CallProgress | None,
    ) -> ToolResult:
        memory = self._toolbox.transaction(offer.site, progress)
        reply = offer.task.run(memory, arguments, assistant)
        edits = memory.edits()
        return ToolResult(reply, edits, tuple(memory.before(edit.uri) for edit in edits))

    def _alarms_in(self, offer: TaskOffer, outcome: ToolResult) -> Iterator[tuple[str, Alarm]]:
        """Yield the memories of which a rewrite would lose too much.

        Conversations and tiers are not among them: what goes there is summed up, or moves on.
        """
        memory = self._toolbox.transaction(offer.site)
        for edit, before in zip(outcome.edits, outcome.before, strict=True):
            is_told = edit.uri.lower().endswith(".md") or memory.kind(edit.uri) is Kind.COMPARTMENTS
            if is_told and before is not None and edit.new is not None:
                alarm = loss_report(decode(before).text, decode(edit.new).text).alarm
                if alarm is not None:
                    yield edit.uri, alarm

    def _made_up(self, offer: TaskOffer, assistant: ModelAssistant, outcome: ToolResult) -> tuple[str, ...]:
        """Return what would be written of what the model made up; a policy's numbers are its to choose."""
        memory = self._toolbox.transaction(offer.site)
        before = [decode(each).text for each in outcome.before if each is not None]
        written = "\n".join(
            as_read(decode(edit.new).text)
            for edit in outcome.edits
            if edit.new is not None and memory.kind(edit.uri) not in _CHOICES
        )
        today = date.fromtimestamp(self._workspace.clock.now())
        found = made_up(assistant.said, (*assistant.given, *before), today) if written else ()
        return tuple(fact.words for fact in found if fact.words in written)

    def _found_in(self, outcome: ToolResult) -> Iterator[tuple[str, Finding]]:
        """Yield what the checks find in what is written and not in what it replaces; a copy adds nothing."""
        today = date.fromtimestamp(self._workspace.clock.now())
        pairs = tuple(zip(outcome.edits, outcome.before, strict=True))
        known = {found.fingerprint for edit, before in pairs for found in _checked(edit.uri, before, today)}
        for edit, _ in pairs:
            is_copy = edit.new in outcome.before
            for found in () if is_copy else _checked(edit.uri, edit.new, today):
                if found.fingerprint not in known:
                    yield edit.uri, found


def _is_inside(uri: str, root: str) -> bool:
    return not root or uri.startswith(f"{root}/")


def _checked(uri: str, data: bytes | None, today: date) -> tuple[Finding, ...]:
    return check_text(decode(data or b"").text, today=today, uri=uri)


def _counted(run: ModelRun, usage: Usage, begin: float) -> ModelRun:
    return replace(
        run,
        requests=usage.requests,
        input_bytes=usage.input_bytes,
        output_bytes=usage.output_bytes,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost=usage.cost,
        seconds=round(time.monotonic() - begin, 3),
    )
