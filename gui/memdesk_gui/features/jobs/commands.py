"""The way to the jobs on a memory, and what is told when one is done."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from shiboken6 import isValid

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.documents.file_operations import FileOperationEvent, OperationDirection
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.jobs.ask_commands import AskCommands
from memdesk_gui.features.jobs.runs import ModelRuns
from memdesk_gui.wording.job_words import job_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.access.proposals import Staged
    from memdesk.agents.model_jobs import DueJob, ModelRun, TaskOffer
    from memdesk.agents.toolbox import BoundTool, ToolResult
    from memdesk.model import DocumentInfo, Json, Site
    from memdesk.ops.files import WriteSteps
    from memdesk.workspace import Workspace
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.features.history.restore import Restorer
    from memdesk_gui.features.jobs.by_model import ModelOutcome, ModelPlan
    from memdesk_gui.features.jobs.dialog import MemoryJobsDialog
    from memdesk_gui.features.jobs.jobs import JobRequest, Offer
    from memdesk_gui.features.jobs.progress import JobProgress
    from memdesk_gui.features.jobs.runs_page import RunsPage
    from memdesk_gui.features.shell import Shell

_PAGE_AFTER = State.WORKSPACE, State.JOBS, State.SHOWN, State.CHOSEN


class JobCommands(Feature):
    """Does to a memory as a whole what its system offers."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self.runs = ModelRuns(window.context, self._sites, self)
        self.runs.done.connect(self._on_run)
        self.runs.refused.connect(window.show_error)
        self.runs.changed.connect(window.context.commands.pushing(State.JOBS))
        window.rerun_wanted.connect(self._ask_model)
        window.job_wanted.connect(self.open)
        self.page: RunsPage | None = None
        self.asking = AskCommands(window, self._sites)
        window.context.documents.files.happened.connect(self._on_turned)
        window.context.bus.closed.connect(self._leave)

    def possible(self) -> bool:
        """Say whether there is a memory here that may be changed."""
        bus = self._window.context.bus
        return bus.is_writable() and bus.listing is not None

    def _is_free(self) -> bool:
        return self.possible() and self.runs.under_way is None and bool(self.runs.now.model)

    def _has_due(self) -> bool:
        return self._is_free() and any(each.now for each in self.runs.now.due)

    def _can_go_on(self) -> bool:
        left, run = self.runs.now.cut_off, self._run()
        return self._is_free() and left is not None and run is left.run

    @command(
        "jobs.open",
        lambda self: self.tr("Jobs of a &model"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 6, 6),
    )
    def show_page(self) -> None:
        """Show what models did here, and what is due."""
        if self.page is None:
            from memdesk_gui.features.jobs.runs_page import RunsPage

            self.page = RunsPage(self._window.context, self.runs)
            self.page.left.connect(self._leave)
            self.page.selection_changed.connect(self._window.context.commands.pushing(State.CHOSEN))
        self._window.area.cover(self.page)
        self.page.setFocus()
        self.runs.followed = True
        self.runs.look()

    def _leave(self) -> None:
        self._window.area.leave(self.page)

    def _shown(self) -> RunsPage | None:
        """Return the page where it is in the editor's place."""
        return self.page if self._window.area.covered_by(self.page) else None

    def _due(self) -> DueJob | None:
        page = self._shown()
        return page.due if page is not None else None

    def _run(self) -> ModelRun | None:
        page = self._shown()
        return page.run if page is not None else None

    def _has_result(self) -> bool:
        run = self._run()
        return run is not None and run.outcome.value in ("committed", "proposed")

    @command("jobs.due", lambda self: self.tr("Do what is due"), enabled=_has_due, after=_PAGE_AFTER)
    def _do_all_due(self) -> None:
        self.runs.do_due()

    @command(
        "jobs.do",
        lambda self: self.tr("Do this job now"),
        enabled=lambda self: self._is_free() and self._due() is not None,
        after=_PAGE_AFTER,
    )
    def _do_due(self) -> None:
        if (due := self._due()) is not None:
            self.runs.begin_due(due)

    @command(
        "jobs.go_on",
        lambda self: self.tr("Go on with what was cut off"),
        enabled=_can_go_on,
        after=_PAGE_AFTER,
    )
    def _go_on(self) -> None:
        self.runs.go_on()

    @command("jobs.model", lambda self: self.tr("Choose the model…"))
    def _choose_model(self) -> None:
        self._window.context.commands.run("settings.model")

    @command(
        "jobs.show",
        lambda self: self.tr("Show what the job changed"),
        enabled=_has_result,
        after=_PAGE_AFTER,
    )
    def _show(self) -> None:
        """Show what a run wrote in the history of the document, or where it waits."""
        run = self._run()
        if run is None:
            return
        commands, listing = self._window.context.commands, self._window.context.bus.listing
        if run.outcome.value == "proposed":
            self._window.proposal_wanted.emit(run.proposal)
            return
        uri = next((each for each in run.documents if listing is not None and each in listing.by_uri), None)
        if uri is not None:
            self._window.context.documents.activate(uri)
            commands.run("go.history")

    def _on_run(self, offer: TaskOffer, landed: ModelOutcome) -> None:
        """Tell what a run of the schedule came to."""
        name = job_name(offer.tool.name, offer.site.system)
        workspace = self._window.context.bus.workspace
        if landed.proposal:
            self._tell_of_proposal(name, landed.proposal)
        elif workspace is not None:
            words = self.tr("{job}: done.").format(job=name)
            self._restorer.announce(workspace, words, name, landed.outcome.results)

    @cached_property
    def _restorer(self) -> Restorer:
        from memdesk_gui.features.history.restore import Restorer

        restorer = Restorer(self._window.context, self)
        restorer.done.connect(self._window.announce)
        return restorer

    @command(
        "memory.jobs",
        lambda self: self.tr("&Jobs on this memory…"),
        enabled=possible,
        after=(State.WORKSPACE,),
        menu=(Menu.FILE, 7, 1),
    )
    def open(self, wish: JobRequest | None = None) -> None:
        """Show the jobs; one that is wished for with its values."""
        workspace = self._window.context.bus.workspace
        if workspace is None:
            return
        from memdesk.agents.toolbox import Toolbox
        from memdesk_gui.features.jobs.dialog import MemoryJobsDialog

        dialog = MemoryJobsDialog(self._window.context, Toolbox(workspace, self._sites), wish, self._window)
        dialog.wanted.connect(partial(self._do, dialog))
        dialog.landing.connect(partial(self._land, dialog))
        dialog.open()

    def _sites(self) -> tuple[Site, ...]:
        listing = self._window.context.bus.listing
        return listing.sites if listing is not None else ()

    def _do(
        self, dialog: MemoryJobsDialog, offer: BoundTool, arguments: dict[str, Json], progress: JobProgress
    ) -> None:
        """Do a job in the write lane; the dialog shows how far it is and closes when it is done."""
        context = self._window.context
        workspace = context.bus.workspace
        if workspace is None:
            return
        from memdesk.agents.toolbox import Toolbox

        toolbox = Toolbox(workspace, self._sites)
        work = partial(toolbox.call, offer, arguments, context.documents.person, progress)
        done = partial(self._on_done, dialog, workspace, offer)
        context.jobs.write(work, done, partial(self._on_failed, dialog))

    def _land(self, dialog: MemoryJobsDialog, plan: ModelPlan, propose: bool) -> None:
        """Carry out in the write lane what a model came to, or keep it for approval."""
        context = self._window.context
        workspace = context.bus.workspace
        if workspace is None:
            return
        from memdesk_gui.features.jobs.by_model import land_plan

        asked = plan.planned.arguments.model_dump(mode="json", exclude_unset=True)
        done = partial(self._on_landed, dialog, workspace, plan.planned.offer, asked)
        context.jobs.write(partial(land_plan, plan, propose=propose), done, partial(self._on_failed, dialog))

    def _on_landed(
        self,
        dialog: MemoryJobsDialog,
        workspace: Workspace,
        offer: TaskOffer,
        arguments: Mapping[str, Json],
        landed: ModelOutcome,
    ) -> None:
        if not landed.proposal:
            self._on_done(dialog, workspace, offer, landed.outcome)
            return
        is_wanted = isValid(dialog) and dialog.by_parts
        self.runs.requests[landed.proposal] = arguments
        if isValid(dialog):
            dialog.accept()
        if is_wanted:
            self._window.proposal_wanted.emit(landed.proposal)
        else:
            self._tell_of_proposal(job_name(offer.tool.name, offer.site.system), landed.proposal)

    def _tell_of_proposal(self, name: str, proposal: str) -> None:
        """Tell that what a job came to waits, and lead to it."""
        self._window.kept_for_approval.emit()
        look = QAction(self.tr("Look at it"), self)
        look.triggered.connect(lambda: self._window.proposal_wanted.emit(proposal))
        self._window.announce(self.tr("{job}: kept for your approval in the inbox.").format(job=name), look)

    def _ask_model(self, staged: Staged) -> None:
        """Ask which model is to do a job again, and let it."""
        from memdesk_gui.features.jobs.rerun_dialog import RerunDialog

        dialog = RerunDialog(self._window.context, self._window)
        dialog.wanted.connect(partial(self.runs.begin_again, staged.id))
        dialog.wanted.connect(self.show_page)
        dialog.open()

    def _on_done(
        self, dialog: MemoryJobsDialog, workspace: Workspace, offer: Offer, outcome: ToolResult
    ) -> None:
        from memdesk.ops.files import steps_of

        if isValid(dialog):
            dialog.accept()
        name = job_name(offer.tool.name, offer.site.system)
        self._restorer.announce(workspace, self.tr("{job}: done.").format(job=name), name, outcome.results)
        self._go_along(steps_of(outcome.results))

    def _on_turned(self, event: FileOperationEvent) -> None:
        """Go along with what was taken back or done again, too."""
        from memdesk.ops.files import WriteSteps

        if event.operation is not None and event.error is None:
            step = (
                event.operation.step.inverse()
                if event.way is OperationDirection.UNDO
                else event.operation.step
            )
            if isinstance(step, WriteSteps):
                self._go_along(step)

    def _on_failed(self, dialog: MemoryJobsDialog, error: Exception) -> None:
        if isValid(dialog):
            dialog.show_failure(error)
        else:
            self._restorer.refuse(self.open, error)

    def _go_along(self, step: WriteSteps) -> None:
        """Where the document in front was put into others, or back, show the first of these in its place."""
        context = self._window.context
        current, workspace = context.documents.current, context.bus.workspace
        gone = {put.uri for put in step.puts if put.after is None}
        new = [put.uri for put in step.puts if put.before is None]
        if workspace is not None and current is not None and current.uri in gone and new:
            context.jobs.read(partial(workspace.info, new[0]), partial(self._change_over, current))

    def _change_over(self, old: DocumentBuffer, new: DocumentInfo) -> None:
        """Show a new document in the place of the one in front, unless that has unsaved text."""
        context = self._window.context
        if context.documents.current is old and not old.dirty:
            context.bus.learn((new,))
            context.documents.open(new.uri)
            context.documents.close(old)
