"""Which model is to do a job again: one that is chosen for some job, or another by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.spin_box import ChoiceBox
from memdesk_gui.wording.wording import error_text

if TYPE_CHECKING:
    from memdesk.llm.settings import ModelSettings


class RerunDialog(BaseDialog):
    """Asks for the model; what it comes to is a proposal of its own, beside the one that is there."""

    wanted = Signal(str)
    """The job is to be done again by this model, ``provider:name``."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Do it again with another model"), parent)
        self.body.addWidget(role_label(self.tr("Do it again with another model"), "title", self))
        said = self.tr("What it comes to is a proposal of its own; the one you see waits beside it.")
        note = role_label(said, "muted", self)
        note.setWordWrap(True)
        self.body.addWidget(note)
        self.model = ChoiceBox(self)
        line = QLineEdit(self.model)
        line.setPlaceholderText("ollama:qwen3")
        self.model.setEditable(True)
        self.model.setLineEdit(line)
        self.model.setAccessibleName(self.tr("Model"))
        self.body.addWidget(self.model)
        self.said = role_label("", "danger", self)
        self.said.setWordWrap(True)
        self.body.addWidget(self.said)
        self.body.addStretch(1)
        self.add_button(self.tr("Cancel"), self.close)
        self.go = self.add_button(self.tr("Do it again"), self._go, primary=True)
        self.resize_by_text(64, 14)
        context.jobs.read(_names, self._on_names)
        self.model.setFocus()

    def _on_names(self, names: tuple[str, ...]) -> None:
        self.model.addItems(names)

    def _go(self) -> None:
        from memdesk.errors import UsageError
        from memdesk.llm.settings import bare_model

        name = self.model.currentText().strip()
        try:
            bare_model(name)
        except UsageError as error:
            self.said.setText(error_text(error))
            return
        self.wanted.emit(name)
        self.close()


def _names() -> tuple[str, ...]:
    """Return the models that a person chose, for all jobs or for one."""
    from memdesk.agents.model_jobs.chosen import chosen_model

    chosen: ModelSettings | None = chosen_model()
    return () if chosen is None else tuple(dict.fromkeys((chosen.label, *chosen.jobs.values())))
