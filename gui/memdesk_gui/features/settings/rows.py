"""One row of the page for each setting: its words on the left, on the right what changes it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QWidget

from memdesk.runtime.settings import LONGEST_NAME, is_name
from memdesk_gui.context import AppContext
from memdesk_gui.features.settings.table import Control, Setting, group_name, state_text
from memdesk_gui.widgets.command_button import CommandButton
from memdesk_gui.widgets.find_controls import IconButton
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.spin_box import ChoiceBox

CONTROL_COLUMNS = 26
"""Characters that a control is wide."""


class SettingRow(QWidget):
    """Shows the value in force and takes another; a button brings the default back while it is not."""

    def __init__(self, context: AppContext, setting: Setting, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self.setting = context, setting
        self._folded = "\n".join(
            (setting.label, setting.about, setting.words, group_name(setting.group))
        ).casefold()
        self._show: Callable[[object], None] = lambda _value: None
        self.problem = role_label("", "danger", self)
        """Why what was entered is not taken."""
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.control = self._made_control()
        name = QCoreApplication.translate("Settings", "Reset {name} to its default").format(
            name=setting.label
        )
        self.reset = IconButton(context.theme, "undo", name, self._reset, self)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        self._fit()
        self._lay_out()
        self.refresh()

    def matches(self, words: list[str]) -> bool:
        """Whether all of these words are in what is said of the setting."""
        return all(word in self._folded for word in words)

    def refresh(self) -> None:
        """Show the value in force."""
        if self.setting.key:
            value = getattr(self._context.settings.value, self.setting.key)
            self._show(value)
            default = self.setting.default
            self.reset.setVisible(value != default)
            tip = QCoreApplication.translate("Settings", "Back to the default: {value}")
            self.reset.setToolTip(tip.format(value=state_text(self.setting, default)))
        else:
            self.reset.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Keep the controls below each other when letters have another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        self.control.setFixedWidth(self.fontMetrics().averageCharWidth() * CONTROL_COLUMNS)

    def _lay_out(self) -> None:
        self._label, about = QLabel(self.setting.label, self), role_label(self.setting.about, "small", self)
        self._label.setBuddy(self.control)
        about.setWordWrap(True)
        self.control.setAccessibleName(self.setting.label)
        self.control.setAccessibleDescription(self.setting.about)
        words = in_column(self._label, about, self.problem, spacing=0)
        in_row(
            (words, 1),
            (self.control, 0, Qt.AlignmentFlag.AlignVCenter),
            (self.reset, 0, Qt.AlignmentFlag.AlignVCenter),
            on=self,
            margins=(0, 8, 0, 8),
            spacing=16,
        )

    def _made_control(self) -> QWidget:
        match self.setting.control:
            case Control.SWITCH:
                return self._switch()
            case Control.COMMAND:
                text = QCoreApplication.translate("Settings", "Open…")
                return CommandButton(text, self._context.commands.action(self.setting.command), self)
            case Control.FONT | Control.FIXED_FONT:
                return self._choice_of([("", state_text(self.setting, "")), *_fonts(self.setting)])
            case Control.NAME:
                return self._name()
        return self._choice_of([*self.setting.choices])

    def _name(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setMaxLength(LONGEST_NAME)
        field.setPlaceholderText(state_text(self.setting, ""))

        def enter() -> None:
            name = field.text().strip()
            is_good = is_name(name)
            if is_good:
                self._choose(name)
            self.refresh()
            self._say_refused("" if is_good else name)

        field.editingFinished.connect(enter)
        self._show = lambda value: field.setText(str(value))
        return field

    def _say_refused(self, name: str) -> None:
        """Say why a name that was entered is not taken; nothing where it is."""
        if not name:
            words = ""
        elif not name.isprintable():
            words = QCoreApplication.translate(
                "Settings", "The name was not saved: it contains characters that cannot be shown."
            )
        else:
            words = QCoreApplication.translate(
                "Settings", "“{name}” was not saved: memdesk calls others by this name. Choose another name."
            ).format(name=name)
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        self.control.setAccessibleDescription(words or self.setting.about)

    def _switch(self) -> QCheckBox:
        switch = QCheckBox(self)
        switch.toggled.connect(self._choose)

        def show(value: object) -> None:
            switch.setChecked(bool(value))
            switch.setText(state_text(self.setting, value))

        self._show = show
        return switch

    def _choice_of(self, choices: list[tuple[str | int, str]]) -> ChoiceBox:
        box = ChoiceBox(self)
        for value, text in choices:
            box.addItem(text, value)
        box.activated.connect(lambda place: self._choose(box.itemData(place)))

        def show(value: object) -> None:
            place = box.findData(value)
            if place < 0:  # written by hand into the file
                box.addItem(state_text(self.setting, value), value)
                place = box.count() - 1
            box.setCurrentIndex(place)

        self._show = show
        return box

    def _choose(self, value: object) -> None:
        if value != getattr(self._context.settings.value, self.setting.key):
            self._context.choose(**{self.setting.key: value})

    def _reset(self) -> None:
        self.control.setFocus()
        self._choose(self.setting.default)


def _fonts(setting: Setting) -> list[tuple[str | int, str]]:
    fixed = setting.control is Control.FIXED_FONT
    families = filter(QFontDatabase.isFixedPitch if fixed else _is_shown, QFontDatabase.families())
    return [(family, family) for family in families]


def _is_shown(family: str) -> bool:
    return not QFontDatabase.isPrivateFamily(family)
