"""One parameter of a policy: its name, what it does, its value, and where that comes from."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QSizePolicy, QWidget

from memdesk.errors import InvalidError
from memdesk.systems.picoclaw_policy.layers import PolicyLayer, PolicyValue, Setting
from memdesk.systems.picoclaw_policy.values import read_setting
from memdesk_gui.editors.structured import push_button
from memdesk_gui.features.policy.words import layer_text, layers_text, meaning, note_text, setting_text
from memdesk_gui.widgets.labels import ElidedLabel, chip, role_label, set_tip, set_tone
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.wording.wording import error_text

DIGITS = 9
"""Digits that a field has room for."""

SHOWN_CHARACTERS = 200
"""What is said of a parameter in the form; an agent's reason may be long, and the tool tip has it whole."""


class ParameterRow(QWidget):
    """Shows a parameter; what the person enters waits until it is applied."""

    entered = Signal()
    """The person entered another value, took one back, or wants the parameter reset."""

    def __init__(self, value: PolicyValue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = value.key
        self.value = value
        self.is_switch = isinstance(value.default, bool)
        self.reset_wanted = False
        self.error = ""
        self._tone = ""
        self.field = QLineEdit(self)
        self.switch = Segments(value.key, self)
        self._name = ElidedLabel("title", parent=self)
        self._name.setText(value.key)
        set_tip(self._name, value.key)
        self._about = role_label("", "small", self)
        self._note = role_label("", "danger", self)
        self.origin = chip("", "", self)
        self.reset = push_button(self.tr("Reset"), self, self._on_reset)
        self._lay_out()
        self._fill()
        self.field.textEdited.connect(self._on_entered)
        self.switch.chosen.connect(self._on_entered)

    @property
    def control(self) -> QWidget:
        """The field or the switch."""
        return self.switch if self.is_switch else self.field

    def wish(self) -> tuple[Setting | None] | None:
        """Return the value to set, (None,) to reset it, or None where it stays as it is or is wrong."""
        if self.reset_wanted:
            return (None,)
        entered = self._entered()
        return None if entered is None or entered == self.value.value else (entered,)

    def show_value(self, value: PolicyValue, why: str, tone: str, author: str) -> None:
        """Show what holds; what the person entered and did not apply stays."""
        being_typed = self.field.isModified() and self.field.hasFocus()
        waiting = self.wish() is not None or bool(self.error) or being_typed
        self.value = value
        if not waiting:
            self._fill()
        said = [meaning(self.key), layers_text(value), f"“{why}”" if why else ""]
        words = " · ".join(filter(None, said))
        self._about.setText(words if len(words) <= SHOWN_CHARACTERS else f"{words[:SHOWN_CHARACTERS]}…")
        set_tip(self._about, "\n".join(filter(None, said)))
        set_tip(self.origin, author)
        self._tone = tone
        self._show_state()

    def take_back(self) -> None:
        """Forget what was entered."""
        self.reset_wanted, self.error = False, ""
        self._fill()
        self._show_state()

    def enter(self, value: Setting | None) -> None:
        """Enter a value for the person (None: reset)."""
        self.take_back()
        if value is None:
            self.reset_wanted = self.value.override is not None
        elif self.is_switch:
            self.switch.set_current(str(bool(value)))
        else:
            self.field.setText(str(value))
        self._show_state()

    def below(self) -> Setting:
        """Return what holds without the override."""
        return self.value.default if self.value.config is None else self.value.config

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self.field.setReadOnly(not allowed)
        self.switch.setEnabled(allowed)
        self.reset.setEnabled(allowed)

    def _entered(self) -> Setting | None:
        if self.is_switch:
            return self.switch.current() == str(True)
        try:
            return read_setting(self.key, self.field.text())
        except InvalidError:
            return None

    def _on_entered(self) -> None:
        self.reset_wanted = False
        self.error = self._wrong()
        self._show_state()
        self.entered.emit()

    def _wrong(self) -> str:
        try:
            read_setting(self.key, "true" if self.is_switch else self.field.text())
        except InvalidError as error:
            return error_text(error)
        return ""

    def _on_reset(self) -> None:
        if self.wish() is None and not self.error:
            self.enter(None)
        else:
            self.take_back()
        self.entered.emit()

    def _fill(self) -> None:
        self._fill_with(self.value.value)

    def _show_state(self) -> None:
        """Show whether a value waits, and what can be done about it."""
        waits = self.wish() is not None
        if self.reset_wanted:
            self._fill_with(self.below())
        self.origin.setText(self.tr("not applied") if waits else layer_text(self.value.origin))
        set_tone(self.origin, "human" if waits else self._tone)
        note = self.error or note_text(self.value)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        taken_back = waits or bool(self.error)
        self.reset.setText(self.tr("Discard") if taken_back else self.tr("Reset"))
        self.reset.setAccessibleName(f"{self.reset.text()} {self.key}")
        self.reset.setToolTip(
            self.tr("now {value}").format(value=setting_text(self.value.value))
            if taken_back
            else self.tr("back to {value}").format(value=setting_text(self.below()))
        )
        self.reset.setVisible(taken_back or self.value.override is not None)

    def _fill_with(self, value: Setting) -> None:
        self.field.setText("" if self.is_switch else str(value))
        self.switch.set_current(str(bool(value)))

    def _lay_out(self) -> None:
        self.field.setAccessibleName(self.key)
        self.switch.set_choices(((str(False), setting_text(False)), (str(True), setting_text(True))))
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.field.setFixedWidth(self.fontMetrics().averageCharWidth() * DIGITS + 24)
        self.field.setVisible(not self.is_switch)
        self.switch.setVisible(self.is_switch)
        for label in (self._name, self._about):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for label in (self._about, self._note):
            label.setWordWrap(True)
        self.reset.setProperty("link", True)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 0, 4)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(0)
        grid.addWidget(self._name, 0, 0)
        grid.addWidget(self._about, 1, 0)
        grid.addWidget(self.reset, 0, 1, 2, 1, Qt.AlignmentFlag.AlignCenter)
        grid.addWidget(self.origin, 0, 2, 2, 1, Qt.AlignmentFlag.AlignCenter)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        grid.addWidget(self.control, 0, 3, 2, 1, side)
        grid.addWidget(self._note, 2, 0, 1, 4)
        grid.setColumnStretch(0, 1)
        grid.setRowMinimumHeight(1, self.reset.sizeHint().height())
        for column, widest in ((2, layer_text(PolicyLayer.OVERRIDE)), (3, "0" * DIGITS)):
            grid.setColumnMinimumWidth(column, self.fontMetrics().horizontalAdvance(widest) + 24)
