"""The page of jobs: what a model is at, what is due and why, what was done, and what that took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from memdesk_gui.features.jobs.runs import ModelRuns
from memdesk_gui.features.jobs.runs_text import OPENS, due_parts, pace_text, run_items, run_parts
from memdesk_gui.widgets.command_button import CommandButton
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.find_controls import IconButton
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.lists.models.row_model import RowModel
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.version_list import VersionList
from memdesk_gui.widgets.progress_row import ProgressRow
from memdesk_gui.wording.job_words import job_name

if TYPE_CHECKING:
    from memdesk.agents.model_jobs import DueJob, ModelRun
    from memdesk_gui.context import AppContext

ABOVE, BELOW = ("memory.jobs", "jobs.due", "jobs.model"), ("jobs.do", "jobs.go_on", "jobs.show")
"""Commands whose buttons stand in the head of the page, and below what is told of a row."""


class RunsPage(QWidget):
    """Lists runs and schedule; below the list, what is known of the current row."""

    left = Signal()
    """The person is done here."""
    selection_changed = Signal()
    """Another row is looked at."""

    def __init__(self, context: AppContext, runs: ModelRuns, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._runs = context, runs
        self.setAccessibleName(self.tr("Jobs of a model"))
        self.model, self.parts = RowModel(self), RowModel(self)
        self.list = VersionList(
            self.tr("Runs and schedule"), RowDelegate(context.theme, parent=self, marked=False), parent=self
        )
        self.part_list = VersionList(
            self.tr("What is known of it"),
            RowDelegate(context.theme, parent=self, marked=False),
            parent=self,
        )
        self._offered: dict[str, CommandButton] = {}
        self._count = role_label("", "muted", self)
        self._empty = EmptyState(
            context.theme, "info", "", action=context.commands.action("memory.jobs"), parent=self
        )
        self.progress = ProgressRow(self.tr("Progress of the job"), self)
        self._lay_out()
        self._connect()
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
        self._count.setText(words.format(model=now.model) if now.model else self.tr("No model is chosen."))
        # Where a model is chosen, its name stands in the head, and the settings have the rest.
        self._offered["jobs.model"].setVisible(not now.model)
        under_way = self._runs.under_way
        if under_way is None:
            self.progress.end()
        elif not self.progress.running:
            self.progress.begin()
        self._pages.setCurrentIndex(0 if items else 1)
        if items and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(1))
        self._show_parts()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._empty.set_text(
            self.tr("No model has worked here yet"),
            self.tr("What models did is listed here with what it took, and what a policy asks for."),
        )
        for rows in (self.list, self.part_list):
            rows.setProperty("panel", False)
        self.setFocusProxy(self.list)
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(_inset(self.part_list), 1)
        column.addLayout(self._buttons(BELOW))
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        for widget in (_inset(self.list), below):
            split.addWidget(widget)
            split.setStretchFactor(split.count() - 1, 1)
        self._pages = QStackedLayout()
        for page in (split, self._empty):
            self._pages.addWidget(page)
        progress = QVBoxLayout()
        progress.setContentsMargins(24, 0, 16, 0)
        progress.addWidget(self.progress)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._head())
        whole.addLayout(progress)
        whole.addLayout(self._pages, 1)

    def _head(self) -> QHBoxLayout:
        head = self._buttons(ABOVE)
        head.setContentsMargins(24, 8, 16, 8)
        head.insertWidget(0, role_label(self.tr("Jobs of a model"), "title", self))
        head.insertWidget(1, self._count)
        head.insertStretch(2, 1)
        close = IconButton(self._context.theme, "close", self.tr("Close this page"), self.left.emit, self)
        head.addWidget(close)
        return head

    def _buttons(self, names: tuple[str, ...]) -> QHBoxLayout:
        row, commands = QHBoxLayout(), self._context.commands
        row.setContentsMargins(24, 8, 24, 8)
        row.setSpacing(8)
        for name in names:
            text = commands.get(name).label
            self._offered[name] = CommandButton(text, commands.action(name), self)
            row.addWidget(self._offered[name])
        if names == BELOW:
            row.addStretch(1)
        return row

    def _connect(self) -> None:
        for rows, model in ((self.list, self.model), (self.part_list, self.parts)):
            rows.show_model(model, model.place, self._headings if model is self.parts else self._groups)
            model.changing.connect(rows.hold)
            model.settled.connect(rows.settle)
            rows.left.connect(self.left)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.opened.connect(lambda _index: self._context.commands.run("jobs.show"))
        self.part_list.opened.connect(self._open)
        self._runs.changed.connect(self.refresh)
        self.progress.looked.connect(self._on_progress)
        self.progress.cancelled.connect(self._runs.cancel)

    def _headings(self) -> list[int]:
        return [row for row, item in enumerate(self.parts.items) if item.row.heading]

    def _groups(self) -> list[int]:
        return [row for row, item in enumerate(self.model.items) if item.row.heading]

    def _key(self) -> str:
        item = self.model.item_at(self.list.currentIndex())
        return item.key if item is not None else ""

    def _on_current(self) -> None:
        self._show_parts()
        self.selection_changed.emit()

    def _show_parts(self) -> None:
        run, due = self.run, self.due
        if run is not None:
            self.parts.set_items(run_parts(run))
        else:
            self.parts.set_items([] if due is None else due_parts(due, self._runs.now.moment))

    def _on_progress(self) -> None:
        """Tell how far the run is, and how fast the model writes."""
        run = self._runs.under_way
        if run is None:
            return
        done, total, writing = run.progress.stand
        usage = run.progress.usage
        facts = [job_name(run.offer.task.name), run.model]
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

    def _open(self, index: QModelIndex) -> None:
        """Open the document that a row names, where it names one."""
        item = self.parts.item_at(index)
        uri = item.key.removeprefix(OPENS) if item is not None and item.key.startswith(OPENS) else ""
        listing = self._context.bus.listing
        if listing is not None and uri in listing.by_uri:
            self._context.bus.activated.emit(uri)


def _inset(rows: VersionList) -> QWidget:
    """Let the words of a list begin where those of the head do."""
    around = QWidget(rows.parentWidget())
    column = QVBoxLayout(around)
    column.setContentsMargins(12, 0, 12, 0)
    column.addWidget(rows)
    return around
