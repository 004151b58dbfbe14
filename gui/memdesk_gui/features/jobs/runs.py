"""The runs of models on the open workspace: what was, what is under way, what is due, and that done."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk_gui.features.jobs.progress import JobProgress

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memdesk.agents.model_jobs import DueJob, ModelRun, RunOrigin, TaskOffer, UnfinishedRun
    from memdesk.model import Json, Site
    from memdesk.workspace import Workspace
    from memdesk_gui.context import AppContext
    from memdesk_gui.features.jobs.by_model import ModelOutcome, ModelPlan

REST_MS = 2_000
"""How long memory rests before it is asked what is due: an agent writes many documents in a row."""
FIRST_MS = 30_000
"""How long after a folder was opened it is first asked: opening has more to do."""
LOOK_MS = 600_000
"""How often that is asked without any change: some jobs are due by the time."""


class RunsNow(NamedTuple):
    """What the page shows: the runs of the workspace, the newest first, and what is due."""

    runs: tuple[ModelRun, ...] = ()
    due: tuple[DueJob, ...] = ()
    cut_off: UnfinishedRun | None = None
    running: UnfinishedRun | None = None
    """What is under way, in whichever process."""
    model: str = ""
    automatic: bool = False
    moment: float = 0.0
    made_up: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """What proposals that wait name that no model was given, by their ids."""


@dataclass(eq=False, slots=True)
class RunUnderWay:
    """A run of this window, with how far it is."""

    offer: TaskOffer
    model: str
    arguments: Mapping[str, Json] = field(default_factory=dict)
    named: bool = False
    """Whether a person named the model: then what comes of it is looked at before it is written."""
    progress: JobProgress = field(default_factory=JobProgress)


class ModelRuns(QObject):
    """Reads what is known of runs, and does one at a time. ``sites`` are the memories that are listed."""

    changed = Signal()
    """What is known of the runs is another."""
    done = Signal(object, object)
    """A run ended: the ``TaskOffer`` and its ``ModelOutcome``."""
    refused = Signal(object)
    """A run failed: the exception."""

    def __init__(self, context: AppContext, sites: Callable[[], tuple[Site, ...]], parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._sites = context, sites
        self.now = RunsNow()
        self.under_way: RunUnderWay | None = None
        self.requests: dict[str, Mapping[str, Json]] = {}
        """What was asked for where it came to a proposal: known while the window is open, in no file."""
        self.followed = False
        """Whether somebody looks at what is known, so that it is read after every change."""
        self.is_known = False
        """Whether what models did here has been read."""
        self._is_reading = self._is_stale = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.look)
        self._looks = QTimer(self, interval=LOOK_MS)
        self._looks.timeout.connect(self.look)
        bus = context.bus
        bus.listed.connect(self._on_listed)
        bus.changed.connect(self._on_changed)
        bus.closed.connect(self._on_closed)

    def look(self) -> None:
        """Read what is known of the runs, and begin what is due where that was asked for."""
        workspace = self._context.bus.workspace
        if workspace is None:
            return
        if self._is_reading:
            self._is_stale = True
            return
        self._is_reading = True
        work = partial(_read, workspace, self._sites)
        self._context.jobs.background(work, self._on_read, self._on_unread)

    def do_due(self) -> None:
        """Do the first job that is due now; the next ones follow it."""
        due = next((each for each in self.now.due if each.now), None)
        if due is not None:
            self.begin_due(due)

    def begin_due(self, due: DueJob) -> None:
        """Do a job of the schedule, whether it is due or not."""
        from memdesk.agents.model_jobs import RunOrigin, RunTrigger

        trigger = RunTrigger.POLICY if due.now else RunTrigger.PERSON
        self._begin(due.offer, due.state.arguments, RunOrigin(trigger, due.state.occasion))

    def go_on(self) -> None:
        """Go on with the run that was cut off."""
        left = self.now.cut_off
        if left is None:
            return
        from memdesk.agents.model_jobs import RunOrigin

        run = left.run
        workspace = self._context.bus.workspace
        if workspace is not None:
            work = partial(_offer_of, workspace, self._sites, run.job, f"{run.system}@{run.place or '.'}")
            origin = RunOrigin(run.trigger, run.occasion, left)
            self._context.jobs.read(
                work, lambda offer: self._begin(offer, left.arguments, origin), self.refused.emit
            )

    def begin_again(self, proposal: str, model: str) -> None:
        """Do the job that came to a proposal again with another model; what comes of it is proposed, too."""
        workspace = self._context.bus.workspace
        if workspace is not None and self.under_way is None:
            arguments = self.requests.get(proposal, {})
            work = partial(_offer_behind, workspace, self._sites, proposal)
            self._context.jobs.read(
                work, lambda offer: self._begin(offer, arguments, None, model), self.refused.emit
            )

    def cancel(self) -> None:
        """End what is under way; nothing is written."""
        if self.under_way is not None:
            self.under_way.progress.cancel()

    def _begin(
        self, offer: TaskOffer, arguments: Mapping[str, Json], origin: RunOrigin | None, model: str = ""
    ) -> None:
        workspace = self._context.bus.workspace
        if workspace is None or self.under_way is not None:
            return
        run = self.under_way = RunUnderWay(offer, model or self.now.model, arguments, bool(model))
        from memdesk_gui.features.jobs.by_model import work_out

        work = partial(work_out, workspace, offer, arguments, run.progress, origin, model_name=model)
        self._context.jobs.read(work, partial(self._land, run), partial(self._on_failed, run))
        self.changed.emit()

    def _land(self, run: RunUnderWay, plan: ModelPlan) -> None:
        if run.progress.cancelled:
            self._end(run)
            return
        from memdesk_gui.features.jobs.by_model import land_plan

        work = partial(land_plan, plan, propose=run.named)
        self._context.jobs.write(work, partial(self._on_done, run), partial(self._on_failed, run))

    def _on_done(self, run: RunUnderWay, outcome: ModelOutcome) -> None:
        self._end(run)
        if outcome.proposal:
            self.requests[outcome.proposal] = run.arguments
        self.done.emit(run.offer, outcome)

    def _on_failed(self, run: RunUnderWay, error: Exception) -> None:
        cancelled = run.progress.cancelled
        self._end(run)
        if not cancelled:
            self.refused.emit(error)

    def _end(self, run: RunUnderWay) -> None:
        if self.under_way is run:
            self.under_way = None
        self.changed.emit()
        self.look()

    def _on_read(self, now: RunsNow) -> None:
        self._is_reading = False
        if now != self.now or not self.is_known:
            self.now, self.is_known = now, True
            self.changed.emit()
        if self._is_stale:
            self._is_stale = False
            self.look()
        elif now.automatic and now.model and self.under_way is None and now.running is None:
            self.do_due()

    def _on_unread(self, _error: Exception) -> None:
        # What cannot be read is told where it is opened; here there is nothing to show.
        self._is_reading = self._is_stale = False
        self.is_known = True
        self.changed.emit()

    def _on_listed(self, _listing: object) -> None:
        if not self._looks.isActive():
            self._looks.start()
            self._rest.start(FIRST_MS)

    def _on_changed(self, _batch: object) -> None:
        if self.followed or self.now.automatic:
            self._rest.start(REST_MS)

    def _on_closed(self) -> None:
        self.cancel()
        self._rest.stop()
        self._looks.stop()
        self.now, self.under_way, self.is_known = RunsNow(), None, False
        self.requests.clear()
        self.changed.emit()


def _read(workspace: Workspace, sites: Callable[[], tuple[Site, ...]]) -> RunsNow:
    from memdesk.agents.model_jobs import ModelJobs
    from memdesk.agents.model_jobs.chosen import chosen_model
    from memdesk.agents.toolbox import Toolbox

    jobs, chosen = ModelJobs(workspace, Toolbox(workspace, sites)), chosen_model()
    label, automatic = (chosen.label, chosen.automatic) if chosen is not None else ("", False)
    due = () if workspace.read_only else jobs.due()
    moment = workspace.clock.now()
    running = jobs.running()
    left = None if running is not None else jobs.cut_off()
    named = _made_up(workspace)
    return RunsNow(jobs.log.all(), due, left, running, label, automatic, moment, named)


def _made_up(workspace: Workspace) -> Mapping[str, tuple[str, ...]]:
    """Return what the proposals that wait name that no model was given."""
    from memdesk.review.approval import Approval

    waiting = workspace.staging.desk().waiting.values()
    marked = [each for each in waiting if each.made_up]
    gate = Approval(workspace) if marked else None
    return {each.id: gate.made_up(each) for each in marked} if gate is not None else {}


def _offer_of(
    workspace: Workspace, sites: Callable[[], tuple[Site, ...]], job: str, system: str
) -> TaskOffer:
    from memdesk.agents.model_jobs import ModelJobs
    from memdesk.agents.toolbox import Toolbox

    return ModelJobs(workspace, Toolbox(workspace, sites)).find(job, system)


def _offer_behind(workspace: Workspace, sites: Callable[[], tuple[Site, ...]], proposal: str) -> TaskOffer:
    """Return the job that came to a proposal. Raises NotFoundError where none is known."""
    from memdesk.agents.model_jobs import ModelJobs
    from memdesk.agents.toolbox import Toolbox
    from memdesk.errors import NotFoundError

    jobs = ModelJobs(workspace, Toolbox(workspace, sites))
    run = next((each for each in jobs.log.all() if each.proposal == proposal), None)
    if run is None:
        raise NotFoundError(f"no job of a model came to {proposal}")
    return jobs.find(run.job, f"{run.system}@{run.place or '.'}")
