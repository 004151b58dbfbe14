"""Jobs on a memory as a whole: chosen, shown before they are done, done as one unit with one undo."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QSplitter,
    QStackedLayout,
    QStackedWidget,
    QWidget,
)

from memdesk.errors import ArgumentError, MemdeskError
from memdesk_gui.context import AppContext
from memdesk_gui.features.context.preview import place_name, places_of
from memdesk_gui.features.jobs.by_model import ModelOffers, ModelPlan, ask_model, read_model_offers
from memdesk_gui.features.jobs.form import JobForm
from memdesk_gui.features.jobs.jobs import (
    Field,
    JobRequest,
    Offer,
    Outlook,
    arguments_of,
    fields_of,
    read_jobs,
    read_outlook,
)
from memdesk_gui.features.jobs.progress import JobProgress
from memdesk_gui.features.jobs.runs_text import writing_text
from memdesk_gui.widgets.bounded_label import BoundedLabel
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.lists.models.row_model import RowItem, RowModel
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.row_list import RowList
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.widgets.progress_row import ProgressRow
from memdesk_gui.widgets.text.diff_view import DiffView
from memdesk_gui.wording import wording
from memdesk_gui.wording.job_words import job_name, job_text, model_job_text

if TYPE_CHECKING:
    from memdesk.agents.model_jobs import TaskOffer
    from memdesk.agents.toolbox import BoundTool, Toolbox
    from memdesk.workspace import Workspace

TYPING_MS = 250
NAMES, NAMES_OF_ONE = 56, 40
"""Characters of the list of jobs: their names and their systems' fit, or those of one memory alone."""
DOCUMENTS, FEW_DOCUMENTS = 4, 3
"""More documents that it would change are scrolled."""
ANSWER_LINES, FEW_LINES = 5, 3
"""More lines of what a job would do are scrolled."""
LOW = 700
"""On a screen lower than this, the difference gets the room of some documents and lines."""


class MemoryJobsDialog(BaseDialog):
    """A list of jobs, the form of the chosen one, and what it would change."""

    wanted = Signal(object, object, object)
    """Do this job (an ``BoundTool``) with these arguments, and tell this ``JobProgress`` how far it is."""
    landing = Signal(object, bool)
    """Carry out this ``ModelPlan``, or (True) keep it for approval."""

    def __init__(
        self,
        context: AppContext,
        toolbox: Toolbox,
        wish: JobRequest | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Jobs on this memory"), parent)
        self._context, self._toolbox, self._wish = context, toolbox, wish
        self._offers: tuple[Offer, ...] = ()
        self._by_model: frozenset[int] = frozenset()
        self._model = ""
        self._plan: ModelPlan | None = None
        self._asked = 0
        self._progress = JobProgress()
        self._doing = False
        self.outlook = Outlook("", ())
        self.jobs, self.touched = RowModel(self), RowModel(self)
        self.form: JobForm | None = None
        self._waiting = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._waiting.timeout.connect(self._look)
        self._make_parts()
        self._lay_out()
        self.add_button(self.tr("Close"), self.close)
        self.by_parts = False
        """Whether the person wants to go through what is kept for approval part by part."""
        self.parts = self.add_button(self.tr("Look at it by parts"), self._look_by_parts)
        self.propose = self.add_button(self.tr("Keep for approval"), partial(self._land, propose=True))
        self._offer_approval(False)
        self.do = self.add_button(self.tr("Run this job"), self._do, primary=True)
        self.do.setEnabled(False)
        self.resize_by_text(160, 52)
        jobs = partial(_read_offers, context.bus.workspace, toolbox, wish.system if wish else None)
        context.jobs.read(jobs, self._on_jobs, self._on_failed)

    def choose(self, row: int) -> None:
        """Show the form of a job and what it would do."""
        offer = self._offers[row]
        if self.form is not None:
            self._column.removeWidget(self.form)
            self.form.deleteLater()
        self._title.setText(f"{job_name(offer.tool.name, offer.site.system)} · {self._place(offer)}")
        words = model_job_text if row in self._by_model else job_text
        self._said.setText(words(offer.tool.name, offer.tool.description))
        self.form = JobForm(self._fields(offer), self)
        self.form.changed.connect(self._waiting.start)
        self._column.insertWidget(2, self.form)
        self._look()

    def show_failure(self, error: Exception) -> None:
        """Say why the job was not done; it can be tried again."""
        self._set_doing(False)
        self._answer.setText(wording.error_text(error))
        for each in (self.parts, self.propose):
            each.setEnabled(True)
        self.do.setEnabled(bool(self.outlook.touched))

    def done(self, result: int) -> None:
        """Leave; what is still being worked out is not needed any more."""
        self._progress.cancel()
        self.progress.end()
        super().done(result)

    def _make_parts(self) -> None:
        theme = self._context.theme
        self.list = RowList(self.tr("Jobs"), RowDelegate(theme, parent=self, marked=False), parent=self)
        self.list.show_model(self.jobs, self.jobs.place)
        self.list.selectionModel().currentChanged.connect(self._on_chosen)
        self._title, self._said = role_label("", "title", self), role_label("", "muted", self)
        self._said.setWordWrap(True)
        self._is_low = (self.parentWidget() or self).screen().availableSize().height() < LOW
        most = FEW_LINES if self._is_low else ANSWER_LINES
        self._answer = BoundedLabel(self.tr("What it would do"), most, self)
        self.changes = RowList(self.tr("What it would change"), RowDelegate(theme, parent=self), parent=self)
        self.changes.show_model(self.touched, self.touched.place)
        self.changes.selectionModel().currentChanged.connect(self._on_document)
        self.diff = DiffView(theme, self._context.jobs.read, self)
        self.diff.unified.wrap()
        no_text = self.tr("This document is no text"), self.tr("Its new contents are listed above.")
        self._no_text = EmptyState(theme, "info", *no_text, parent=self)
        self._none = EmptyState(theme, "info", self.tr("Reading the jobs…"), parent=self)
        self.progress = ProgressRow(self.tr("Progress of the job"), self)
        self.progress.looked.connect(self._on_progress)
        self.progress.cancelled.connect(self._cancel)

    def _lay_out(self) -> None:
        right = QWidget(self)
        self._column = in_column(
            self._title, self._said, self._answer, on=right, margins=(16, 0, 0, 0), spacing=8
        )
        documents, place = QWidget(right), QWidget(right)
        self._contents = QStackedWidget(documents)
        self._contents.addWidget(self.diff)
        self._contents.addWidget(self._no_text)
        in_column(self.changes, (self._contents, 1), on=documents, margins=0)
        self._pages = QStackedLayout(place)
        self._pages.addWidget(self._none)
        self._pages.addWidget(documents)
        self._column.addWidget(place, 1)
        self._column.addWidget(self.progress)
        parts = QSplitter(Qt.Orientation.Horizontal, self)
        parts.addWidget(self.list)
        parts.addWidget(right)
        parts.setStretchFactor(1, 3)
        parts.setChildrenCollapsible(False)
        self._halves = parts
        self.body.addWidget(parts, 1)

    def _on_jobs(self, found: tuple[tuple[BoundTool, ...], ModelOffers]) -> None:
        jobs, by_model = found
        offers: tuple[Offer, ...] = (*jobs, *by_model.offers)
        self._offers = offers
        self._by_model, self._model = frozenset(range(len(jobs), len(offers))), by_model.model
        rows = [
            RowItem(
                str(number), ListRow(job_name(offer.tool.name, offer.site.system), self._whose(number, offer))
            )
            for number, offer in enumerate(offers)
        ]
        self.jobs.set_items(rows)
        width = self.fontMetrics().averageCharWidth() * (NAMES_OF_ONE if self._is_of_one else NAMES)
        self._halves.setSizes([width, max(self._halves.width() - width, width)])
        if offers:
            names = [offer.tool.name for offer in offers]
            wished = self._wish.job if self._wish is not None else ""
            self.list.select(str(names.index(wished)) if wished in names else "0")
        else:
            self._none.set_text(
                self.tr("Nothing to do here"), self.tr("No agent in this folder has maintenance jobs.")
            )

    def _on_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self.choose(index.row())

    def _look(self) -> None:
        """Work out what the job would do now."""
        offer = self._offer()
        if self._is_by_model:
            self._show_unasked()
        elif offer is not None and self.form is not None:
            self._asked += 1
            self._plan = None
            self._offer_approval(False)
            self.do.setEnabled(False)
            self._begin()
            job = cast("BoundTool", offer)
            work = partial(read_outlook, self._toolbox, job, self.form.values(), self._progress)
            done, failed = partial(self._on_outlook, self._asked), partial(self._on_no_outlook, self._asked)
            self._context.jobs.write(work, done, failed)

    @property
    def _is_by_model(self) -> bool:
        return self.list.currentIndex().row() in self._by_model

    def _show_unasked(self) -> None:
        """Say that a model is asked only when a person wants that, and which one."""
        self._asked += 1
        self._plan = None
        self._progress.cancel()
        self.progress.end()
        self._on_failed_quietly()
        self._offer_approval(False)
        self.do.setText(self.tr("Ask the model"))
        self.do.setEnabled(bool(self._model))
        if self._model:
            said = self.tr(
                "{model} is asked when you press the button; nothing is written before you have seen it."
            )
            self._none.set_text(self.tr("The model was not asked yet"), said.format(model=self._model))
        else:
            said = self.tr("Choose one in the settings, under “Language model”.")
            self._none.set_text(self.tr("No model is chosen"), said)

    def _ask(self, offer: TaskOffer) -> None:
        """Let the model work out what would change, beside all else."""
        workspace = self._context.bus.workspace
        if workspace is None or self.form is None:
            return
        self._asked += 1
        self._set_doing(True)
        self._begin()
        work = partial(ask_model, workspace, offer, self.form.values(), self._progress)
        done, failed = partial(self._on_plan, self._asked), partial(self._on_no_plan, self._asked)
        self._context.jobs.read(work, done, failed)

    def _on_plan(self, asked: int, plan: ModelPlan) -> None:
        if asked != self._asked:
            return
        self._set_doing(False)
        self._on_outlook(asked, plan.outlook)
        changes = bool(plan.outlook.touched)
        self._plan = plan if changes else None
        self._offer_approval(changes)
        if not changes:
            self.do.setText(self.tr("Ask the model"))
            self.do.setEnabled(True)

    def _on_no_plan(self, asked: int, error: Exception) -> None:
        if asked == self._asked:
            self._set_doing(False)
            self._on_failed(error)

    def _land(self, *, propose: bool) -> None:
        if self._waiting.isActive():  # other values were entered since the model answered
            self._waiting.stop()
            self._look()
        if self._plan is not None:
            self._set_doing(True)
            for each in (self.parts, self.propose):
                each.setEnabled(False)
            self._begin()
            self.landing.emit(self._plan, propose)

    def _offer_approval(self, offered: bool) -> None:
        """Offer to keep for approval what a model came to, or not."""
        for each in (self.parts, self.propose):
            each.setVisible(offered)
            each.setEnabled(offered)

    def _look_by_parts(self) -> None:
        self.by_parts = True
        self._land(propose=True)

    def _begin(self) -> None:
        """Follow a new piece of work in place of the one before, which is not needed any more."""
        self._progress.cancel()
        self._progress = JobProgress()
        self.progress.begin()

    def _on_progress(self) -> None:
        """Show how far the work is."""
        done, total, writing = self._progress.stand
        if writing:
            self.progress.cancel.setEnabled(False)
            self.progress.show_steps(self.tr("Writing %n documents…", "", writing), 0, 0)
        elif self._progress.cancelled:
            self.progress.show_steps(self.tr("Cancelling…"), done, total)
        elif total:
            words = self.tr("Step {done} of {total}").format(done=done + 1, total=total)
            self.progress.show_steps(words, done, total)
        else:
            words = writing_text(self._progress.writing_now) or self.tr("Working…")
            self.progress.show_steps(words, 0, 0)

    def _cancel(self) -> None:
        self._progress.cancel()
        self._on_progress()

    def _set_doing(self, doing: bool) -> None:
        """While the job is done, nothing else is chosen here."""
        self._doing = doing
        for control in (self.list, self.form):
            if control is not None:
                control.setEnabled(not doing)
        self.do.setEnabled(not doing)
        if not doing:
            self.progress.end()

    def _on_outlook(self, asked: int, outlook: Outlook) -> None:
        if asked != self._asked:
            return
        self.progress.end()
        self.outlook = outlook
        self._answer.setText(outlook.answer)
        self.touched.set_items(outlook.items())
        count = len(outlook.touched)
        self._pages.setCurrentIndex(1 if count else 0)
        self._none.set_text(self.tr("Nothing would change"))
        self.do.setEnabled(count > 0)
        self.do.setText(self.tr("Change %n documents", "", count) if count else self.tr("Run this job"))
        if count:
            most = FEW_DOCUMENTS if self._is_low else DOCUMENTS
            self.changes.setFixedHeight(min(count, most) * self.changes.rowHeight(0))
            self.changes.select(outlook.foremost.uri)

    def _on_no_outlook(self, asked: int, error: Exception) -> None:
        if asked == self._asked:
            self._on_failed(error)

    def _on_failed(self, error: Exception) -> None:
        """Say why the job cannot be done as asked for."""
        self.progress.end()
        self._on_failed_quietly()
        self._none.set_text(self.tr("This cannot be done"), _why(error))

    def _on_failed_quietly(self) -> None:
        """Show nothing that would change."""
        self._answer.setText("")
        self.touched.set_items(())
        self._pages.setCurrentIndex(0)

    def _on_document(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        one = self.outlook.touched[index.row()]
        self._contents.setCurrentWidget(self.diff if one.is_text else self._no_text)
        if one.before is not None and one.after is not None:
            self.diff.show_texts(one.before, one.after, self.tr("Before"), self.tr("After"))

    def _whose(self, row: int, offer: Offer) -> str:
        """Return whose memory a job is for, where there are several, and that a model does it."""
        if self._is_of_one:
            return self.tr("model") if row in self._by_model else ""
        place = self._place(offer)
        return self.tr("{place} · model").format(place=place) if row in self._by_model else place

    @property
    def _is_of_one(self) -> bool:
        """Whether all jobs are for the same memory, which the title of each names."""
        return len({offer.site for offer in self._offers}) == 1

    def _place(self, offer: Offer) -> str:
        """Return whose memory a job is for."""
        [place] = places_of((offer.site,))
        return place_name(place, places_of(tuple(dict.fromkeys(one.site for one in self._offers))))

    def _fields(self, offer: Offer) -> tuple[Field, ...]:
        """Return what a job asks for; it begins with what was wished for."""
        fields, wish = fields_of(offer), self._wish
        if wish is None or wish.job != offer.tool.name:
            return fields
        return tuple(field._replace(start=wish.values.get(field.name, field.start)) for field in fields)

    def _offer(self) -> Offer | None:
        row = self.list.currentIndex().row()
        return self._offers[row] if 0 <= row < len(self._offers) else None

    def _do(self) -> None:
        offer = self._offer()
        if offer is None or self.form is None or not self.do.isEnabled():
            return
        if self._is_by_model and self._plan is not None:
            self._land(propose=False)
            return
        self._waiting.stop()  # else looking anew would give up what begins here
        try:
            arguments = arguments_of(offer, self.form.values())
        except MemdeskError as error:
            self._on_failed(error)
            return
        if self._is_by_model:
            self._ask(cast("TaskOffer", offer))
            return
        self._set_doing(True)
        self._begin()
        self.wanted.emit(offer, arguments, self._progress)


def _read_offers(
    workspace: Workspace | None, toolbox: Toolbox, system: str | None
) -> tuple[tuple[BoundTool, ...], ModelOffers]:
    """Return the jobs that are done by rules, and those that a model can do."""
    jobs = read_jobs(toolbox, system)
    return jobs, ModelOffers((), "") if workspace is None else read_model_offers(workspace, toolbox, system)


def _why(error: Exception) -> str:
    """Return why a job cannot be done; of a wrong value also which one, in the job's own words."""
    said = wording.error_text(error)
    return f"{said}\n{error.message}" if isinstance(error, ArgumentError) else said
