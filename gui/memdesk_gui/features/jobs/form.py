"""The form of the values that a job asks for."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLineEdit, QPlainTextEdit, QWidget

from memdesk_gui.features.jobs.jobs import Field, InputShape
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.spin_box import ChoiceBox
from memdesk_gui.wording.job_words import choice_name, value_name, value_tip

LINES = 5
"""Lines of a long text that are seen at a time."""


class JobForm(QWidget):
    """The values that a job asks for."""

    changed = Signal()
    """A value is another one."""

    def __init__(self, fields: tuple[Field, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fields = fields
        self.controls = {field.name: self._control(field) for field in fields}
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        for field in fields:
            form.addRow(role_label(value_name(field.name), "muted", self), self.controls[field.name])

    def values(self) -> dict[str, str]:
        """Return what was chosen, by name; what is left out is empty."""
        return {field.name: self._value(field) for field in self._fields}

    def _control(self, field: Field) -> QWidget:
        if field.shape is InputShape.CHOICE:
            combo = ChoiceBox(self)
            for choice in field.choices:
                combo.addItem(choice_name(choice) if choice else self.tr("(not set)"), choice)
            combo.setCurrentIndex(max(0, combo.findData(field.start)))
            combo.currentTextChanged.connect(self.changed)
            control: QWidget = combo
        elif field.shape is InputShape.SWITCH:
            box = QCheckBox(self)
            box.setChecked(field.start == "true")
            box.toggled.connect(self.changed)
            control = box
        elif field.shape is InputShape.LINES:
            text = QPlainTextEdit(field.start, self)
            text.setProperty("field", True)
            text.setTabChangesFocus(True)
            text.setFixedHeight(text.fontMetrics().lineSpacing() * LINES + 16)
            text.textChanged.connect(self.changed)
            control = text
        else:
            line = QLineEdit(field.start, self)
            line.textChanged.connect(self.changed)
            control = line
        control.setAccessibleName(value_name(field.name))
        control.setToolTip(value_tip(field.said))
        return control

    def _value(self, field: Field) -> str:
        control = self.controls[field.name]
        if isinstance(control, ChoiceBox):
            return str(control.currentData())
        if isinstance(control, QCheckBox):
            return "true" if control.isChecked() else "false"
        if isinstance(control, QPlainTextEdit):
            return control.toPlainText()
        return control.text() if isinstance(control, QLineEdit) else ""
