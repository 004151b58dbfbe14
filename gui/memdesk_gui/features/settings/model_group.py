"""The part of the settings about the language model: each line of the table as a row, in force at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QWidget

from memdesk_gui.features.settings.model_store import (
    ModelChoice,
    ModelReply,
    read_choice,
    try_model,
    write_choice,
    write_key,
)
from memdesk_gui.features.settings.model_table import MODEL_ROWS, NONE, Entry, ModelRow, said
from memdesk_gui.features.settings.rows import CONTROL_COLUMNS
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.labels import role_label, set_role
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.spin_box import ChoiceBox, DecimalBox, NumberBox, named
from memdesk_gui.wording import wording
from memdesk_gui.wording.job_words import job_name

if TYPE_CHECKING:
    from memdesk.llm import ModelSettings
    from memdesk_gui.context import AppContext


class ModelSettingRow(QWidget):
    """A line of the table: its words on the left, on the right what it is entered with."""

    def __init__(self, row: ModelRow, group: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.row = row
        self._folded = "\n".join((row.label, row.about, row.words, group)).casefold()
        self._label, about = QLabel(row.label, self), role_label(row.about, "small", self)
        about.setWordWrap(True)
        words = in_column(self._label, about, spacing=0)
        self.side = QWidget(self)
        self.controls = QHBoxLayout(self.side)
        self.controls.setContentsMargins(0, 0, 0, 0)
        self.controls.setSpacing(8)
        in_row(
            (words, 1),
            (self.side, 0, Qt.AlignmentFlag.AlignVCenter),
            on=self,
            margins=(0, 8, 0, 8),
            spacing=16,
        )
        self._fit()

    def add(self, control: QWidget, *, wide: bool = True) -> None:
        """Put a control beside those that are there; the first one has the name of the row."""
        if not self.controls.count():
            control.setAccessibleName(self.row.label)
            control.setAccessibleDescription(self.row.about)
            self._label.setBuddy(control)
            self.side.setFocusProxy(control)
        self.controls.addWidget(control, 1 if wide else 0)

    def matches(self, words: list[str]) -> bool:
        """Whether all of these words are in what is said of the row."""
        return all(word in self._folded for word in words)

    def changeEvent(self, event: QEvent) -> None:
        """Keep the controls below each other when letters have another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        self.side.setFixedWidth(self.fontMetrics().averageCharWidth() * (CONTROL_COLUMNS + 8))


class ModelGroup(QWidget):
    """Shows the chosen model and takes another; what cannot be chosen yet is said, and not in force."""

    def __init__(self, context: AppContext, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._choice: ModelChoice | None = None
        self._shown: dict[str, Callable[[Any], None]] = {}
        self._values: dict[str, Callable[[], object]] = {}
        self.rows: dict[str, ModelSettingRow] = {}
        self.notice = role_label("", "small", self)
        self.notice.setWordWrap(True)
        self.notice.setContentsMargins(0, 8, 0, 0)
        self.notice.hide()
        column = in_column(self.notice, on=self, margins=0, spacing=0)
        for each in MODEL_ROWS:
            row = self.rows[each.key] = ModelSettingRow(each, title, self)
            self._fill(row)
            column.addWidget(row)
        self.result = role_label("", "muted", self)
        self.result.setWordWrap(True)
        self.result.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.result)
        self.setEnabled(False)
        self.read()

    @property
    def settings(self) -> ModelSettings | None:
        """The chosen model."""
        return self._choice.settings if self._choice is not None else None

    def read(self) -> None:
        """Show what is chosen now: a command may have chosen another one."""
        self._context.jobs.read(read_choice, self._show)

    def narrow(self, words: list[str]) -> bool:
        """Show the rows that have all of these words, and return whether there are any."""
        for row in self.rows.values():
            row.setVisible(row.matches(words))
        found = any(row.matches(words) for row in self.rows.values())
        self.result.setVisible(found and bool(self.result.text()))
        self.notice.setVisible(found and bool(self.notice.text()))
        self.setVisible(found)
        return found

    def enter(self) -> None:
        """Give the keyboard to the first row that is shown."""
        row = next((row for row in self.rows.values() if not row.isHidden()), None)
        if row is not None:
            row.side.setFocus(Qt.FocusReason.TabFocusReason)

    def entered(self) -> ModelSettings | None:
        """Return the model as it is entered, None where that is none. Raises UsageError."""
        from memdesk.llm import ModelSettings, Provider
        from memdesk.llm.settings import ToolStyle

        values: dict[str, Any] = {key: value() for key, value in self._values.items()}
        kind = values.pop("provider")
        if kind == NONE:
            return None
        before = self.settings
        found = ModelSettings(
            Provider(kind),
            values.pop("name"),
            tools=ToolStyle(values.pop("tools")),
            jobs=before.jobs if before is not None else {},
            key_kept=before is not None and before.key_kept,
            **values,
        )
        found.require_sound()
        return found

    def _fill(self, row: ModelSettingRow) -> None:
        each = row.row
        match each.entry:
            case Entry.CHOICE:
                self._add_choice(row)
            case Entry.TEXT:
                line = QLineEdit(self)
                row.add(line)
                line.editingFinished.connect(self._enter)
                self._shown[each.key] = lambda value: line.setText(str(value or ""))
                self._values[each.key] = lambda: line.text().strip().rstrip("/")
            case Entry.WHOLE | Entry.DECIMAL:
                self._add_number(row)
            case Entry.SWITCH:
                self._add_switch(row)
            case Entry.KEY:
                self._add_key(row)
            case Entry.JOBS:
                self._add_jobs(row)
            case Entry.TEST:
                self.test = button(self.tr("Test the model"), self._test, self)
                row.controls.addStretch(1)
                row.controls.addWidget(self.test)

    def _add_choice(self, row: ModelSettingRow) -> None:
        box = ChoiceBox(self)
        for value, text in row.row.choices:
            box.addItem(said(text), value)
        row.add(box)
        box.activated.connect(self._enter)
        self._shown[row.row.key] = lambda value: box.setCurrentIndex(max(0, box.findData(str(value or NONE))))
        self._values[row.row.key] = box.currentData

    def _add_number(self, row: ModelSettingRow) -> None:
        each = row.row
        box: NumberBox | DecimalBox
        if each.entry is Entry.WHOLE:
            box = whole = named(NumberBox(self), each.label)
            whole.setRange(int(each.limits[0]), int(each.limits[1]))
            whole.setSingleStep(int(each.step))
        else:
            box = decimal = named(DecimalBox(self), each.label)
            decimal.setDecimals(1)
            decimal.setRange(*each.limits)
            decimal.setSingleStep(each.step)
        if each.left:
            box.setSpecialValueText(self.tr("As the job has it"))
        box.setKeyboardTracking(False)
        row.add(box)
        box.valueChanged.connect(self._enter)
        lowest = box.minimum()

        def value() -> object:
            return None if each.left and box.value() == lowest else box.value()

        def show(now: float | None) -> None:
            shown = lowest if now is None else now
            if isinstance(box, NumberBox):
                box.setValue(int(shown))
            else:
                box.setValue(float(shown))

        self._shown[each.key], self._values[each.key] = show, value

    def _add_switch(self, row: ModelSettingRow) -> None:
        switch = QCheckBox(self)
        row.add(switch)

        def show(value: object) -> None:
            switch.setChecked(bool(value))
            switch.setText(self.tr("On") if value else self.tr("Off"))

        show(False)
        switch.toggled.connect(show)
        switch.toggled.connect(self._enter)
        self._shown[row.row.key], self._values[row.row.key] = show, switch.isChecked

    def _add_key(self, row: ModelSettingRow) -> None:
        self.key = QLineEdit(self)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        row.add(self.key)
        self.keep = button(self.tr("Keep"), self._keep, self)
        self.keep.setToolTip(self.tr("Keep the key in the keyring of the system"))
        self.forget = button(self.tr("Remove"), self._forget, self)
        self.forget.setToolTip(self.tr("Remove the key from the keyring of the system"))
        for each in (self.keep, self.forget):
            row.add(each, wide=False)
        self.key.returnPressed.connect(self._keep)
        self.key.textChanged.connect(self._fit_key)

    def _add_jobs(self, row: ModelSettingRow) -> None:
        both = QWidget(self)
        self.job, self.other = ChoiceBox(both), QLineEdit(both)
        in_column(self.job, self.other, on=both, margins=0, spacing=4)
        both.setFocusProxy(self.job)
        row.add(both)
        self.job.setAccessibleName(row.row.label)
        self.other.setAccessibleName(self.tr("Model of this job"))
        self.job.currentIndexChanged.connect(self._show_other)
        self.other.editingFinished.connect(self._enter_other)

    def _show(self, choice: ModelChoice) -> None:
        from memdesk.llm import ModelSettings, Provider

        self._choice = choice
        now = choice.settings or ModelSettings(Provider.OLLAMA, "")
        self.setEnabled(True)
        for key, show in self._shown.items():
            row = self.rows[key]
            row.blockSignals(True)
            controls = [control for control in row.side.findChildren(QWidget) if not control.signalsBlocked()]
            for control in controls:
                control.blockSignals(True)
            show(NONE if key == "provider" and choice.settings is None else getattr(now, key))
            for control in controls:
                control.blockSignals(False)
            row.blockSignals(False)
        if self.job.count() != len(choice.jobs):
            self.job.clear()
            for name in choice.jobs:
                self.job.addItem(_job_text(name), name)
        self._show_other()
        self._fit_rows()

    def _fit_rows(self) -> None:
        """Offer what is of use with the kind of model that is entered."""
        kind = self._values["provider"]()
        for key, row in self.rows.items():
            row.side.setEnabled(key == "provider" or kind != NONE)
        self._fit_key()

    def _fit_key(self) -> None:
        found = self.settings
        kept = found is not None and found.key_kept
        self.key.setPlaceholderText(self.tr("A key is kept") if kept else self.tr("No key is kept"))
        self.keep.setEnabled(found is not None and bool(self.key.text().strip()))
        self.forget.setEnabled(kept)
        self.test.setEnabled(found is not None)

    def _enter(self) -> None:
        from memdesk.errors import UsageError

        self._fit_rows()
        try:
            wish = self.entered()
        except UsageError:
            self._say(self._missing(), "danger")
            return
        if wish != self.settings:
            self._write(partial(write_choice, wish))

    def _missing(self) -> str:
        """Say what is not right yet of what is entered."""
        address = str(self._values["base_url"]())
        if not self._values["name"]():
            return self.tr("Give the name of the model; until then nothing changes.")
        if not address:
            return self.tr("Give the address, like http://localhost:8080/v1; until then nothing changes.")
        return self.tr("An address is http://… or https://…, without a name, a key or a query in it.")

    def _write(self, work: Callable[[], ModelSettings | None]) -> None:
        self._context.jobs.write(work, self._on_written, self._on_failed)

    def _on_written(self, settings: ModelSettings | None) -> None:
        jobs = self._choice.jobs if self._choice is not None else ()
        self._choice = ModelChoice(settings, jobs)
        self._say("")
        self._fit_rows()
        self._show_other()

    def _on_failed(self, error: Exception) -> None:
        self._say(wording.error_text(error), "danger")

    def _keep(self) -> None:
        found, key = self.settings, self.key.text().strip()
        self.key.clear()
        if found is not None and key:
            self._write(partial(write_key, found, key))

    def _forget(self) -> None:
        found = self.settings
        if found is not None:
            self._write(partial(write_key, found, None))

    def _show_other(self) -> None:
        found, job = self.settings, self.job.currentData()
        self.other.setText(_model_of(found, job) if found is not None else "")
        self.other.setPlaceholderText(found.label if found is not None else "")

    def _enter_other(self) -> None:
        from dataclasses import replace

        from memdesk.errors import UsageError

        found, job, other = self.settings, self.job.currentData(), self.other.text().strip()
        if found is None or other == _model_of(found, job):
            return
        left = {job} if other else {job, _bare(job)}
        others = {name: model for name, model in found.jobs.items() if name not in left}
        wish = replace(found, jobs={**others, job: other} if other else others)
        try:
            wish.require_sound()
        except UsageError:
            self._say(self.tr("A model is named like ollama:llama3.2, openai:… or anthropic:…"), "danger")
            return
        self._write(partial(write_choice, wish))

    def _test(self) -> None:
        found = self.settings
        if found is None:
            return
        self.test.setEnabled(False)
        words = self.tr("{model} is asked…").format(model=found.label)
        self._tell(words, "muted")
        self._context.jobs.read(partial(try_model, found), self._on_tested, self._on_not_tested)

    def _on_tested(self, result: ModelReply) -> None:
        self.test.setEnabled(True)
        words = self.tr("{model} answered after {seconds} s: “{answer}”")
        said_back = result.answer or self.tr("nothing")
        self._tell(
            words.format(model=result.model, seconds=f"{result.seconds:.1f}", answer=said_back), "muted"
        )

    def _on_not_tested(self, error: Exception) -> None:
        self.test.setEnabled(True)
        self._tell(wording.error_text(error), "danger")

    def _tell(self, words: str, role: str) -> None:
        set_role(self.result, role)
        self.result.setText(words)
        self.result.show()

    def _say(self, words: str, role: str = "small") -> None:
        set_role(self.notice, role)
        self.notice.setText(words)
        self.notice.setVisible(bool(words))


def _bare(job: str) -> str:
    """Return what a job is called whose name several systems have."""
    return job.rpartition("/")[2]


def _job_text(job: str) -> str:
    return job_name(_bare(job), job.rpartition("/")[0])


def _model_of(settings: ModelSettings, job: str) -> str:
    """Return the model of a job alone; one of all jobs of its name counts, too."""
    return settings.jobs.get(job) or settings.jobs.get(_bare(job), "")
