"""The page of jobs: what a model is at, what is due and why, what was done, and what that took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from memdesk_gui.features.jobs.runs import ModelRuns
from memdesk_gui.features.jobs.runs_text import (
    OPENS,
    due_parts,
    pace_text,
    run_items,
    run_parts,
    writing_text,
)
from memdesk_gui.features.list_page import ListPage
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.progress_row import ProgressRow
from memdesk_gui.wording.job_words import job_name

if TYPE_CHECKING:
    from memdesk.agents.model_jobs import DueJob, ModelRun
    from memdesk_gui.context import AppContext

ABOVE, BELOW = ("memory.jobs", "jobs.due", "jobs.model"), ("jobs.do", "jobs.go_on", "jobs.show")
"""Commands whose buttons stand in the head of the page, and below what is told of a row."""


class RunsPage(ListPage):
    """Lists runs and schedule; below the list, what is known of the current row."""

    def __init__(self, context: AppContext, runs: ModelRuns, parent: QWidget | None = None) -> None:
        names = self.tr("Runs and schedule"), self.tr("What is known of it")
        title = self.tr("Jobs of a model")
        super().__init__(context, title, names, parent, above=ABOVE, below=BELOW, opens="jobs.show")
        self._runs = runs
        self._empty = self._add_page("info", "memory.jobs")
        self.progress = ProgressRow(self.tr("Progress of the job"), self)
        row = in_column(self.progress, margins=(24, 0, 16, 0))
        self._whole.insertLayout(1, row)
        runs.changed.connect(self.refresh)
        self.progress.looked.connect(self._on_progress)
        self.progress.cancelled.connect(runs.cancel)
        self.refresh()

    @property
    def run(self) -> ModelRun | None:
        """The run of the current row."""
        now, key = self._runs.now, self._key()
        if now.cut_off is not None and key == f"run {now.cut_off.run.id}":
            return now.cut_off.run
        return next((run for run in now.runs if key == f"run {run.id}"), None)

    @property
    def due(self) -> DueJob | None:
        """The job of the schedule of the current row."""
        number = self._key().removeprefix("due ")
        due = self._runs.now.due
        return due[int(number)] if number.isdecimal() and int(number) < len(due) else None

    def refresh(self) -> None:
        """Show what is known now."""
        now = self._runs.now
        items = run_items(now)
        self.model.set_items(items)
        words = self.tr("{model}, asked by itself when a job is due") if now.automatic else "{model}"
        unchosen = self.tr("No model is chosen.") if self._runs.is_known else ""
        self._count.setText(words.format(model=now.model) if now.model else unchosen)
        if self._runs.is_known:
            self._empty.set_text(
                self.tr("No model has worked here yet"),
                self.tr("What models did is listed here with what it took, and what a policy asks for."),
            )
        else:
            self._empty.set_text(self.tr("Reading the jobs…"))
        # Where a model is chosen, its name stands in the head, and the settings have the rest.
        self.buttons["jobs.model"].setVisible(not now.model)
        under_way = self._runs.under_way
        if under_way is None:
            self.progress.end()
        elif not self.progress.running:
            self.progress.begin()
        self._pages.setCurrentIndex(0 if items else 1)
        if items and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(1))
        self.show_parts()

    def _key(self) -> str:
        item = self.model.item_at(self.list.currentIndex())
        return item.key if item is not None else ""

    def show_parts(self) -> None:
        """Show what a run took and wrote, or why a job is due."""
        run, due = self.run, self.due
        if run is not None:
            self.parts.set_items(run_parts(run, self._runs.now.made_up.get(run.proposal, ())))
        else:
            self.parts.set_items([] if due is None else due_parts(due, self._runs.now.moment))

    def address_of(self, key: str) -> str:
        """Return the document that a row names."""
        return key.removeprefix(OPENS) if key.startswith(OPENS) else ""

    def _on_progress(self) -> None:
        """Tell how far the run is, and how fast the model writes."""
        run = self._runs.under_way
        if run is None:
            return
        done, total, writing = run.progress.stand
        usage = run.progress.usage
        written = writing_text(run.progress.writing_now)
        facts = [job_name(run.offer.task.name, run.offer.site.system), written or run.model]
        if run.progress.cancelled:
            facts.append(self.tr("Cancelling…"))
        elif writing:
            self.progress.cancel.setEnabled(False)
            facts.append(self.tr("Writing…"))
        if usage is not None and usage.requests:
            words = self.tr("{sent} + {answered} tokens")
            facts.append(words.format(sent=usage.input_tokens, answered=usage.output_tokens))
            facts.append(pace_text(usage.pace))
        self.progress.show_steps(" · ".join(filter(None, facts)), done, total)
