"""How a policy came to be what it is: its changes, what differs between any two of them, the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from memdesk.model import Json
from memdesk.systems.picoclaw_policy.changes import key_changes
from memdesk.systems.picoclaw_policy.layers import KEYS
from memdesk_gui.editors.structured import SIDE, inset, push_button
from memdesk_gui.features.policy.changes_model import ChangeRow, ChangesModel, change_rows
from memdesk_gui.features.policy.words import change_text, setting_text
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.lists.table import PlainTable
from memdesk_gui.widgets.spin_box import ChoiceBox
from memdesk_gui.wording.wording import moment_time

if TYPE_CHECKING:
    from memdesk.policy.timeline import PolicyStep
    from memdesk_gui.features.policy.controller import PolicyView

SHOWN = 200
"""Rows that the page shows; the command line lists all."""


class PolicyPast(QWidget):
    """The changes as a table; below it what can be done with the chosen one."""

    chosen = Signal()
    """Another change is chosen, or none."""
    rolled_back = Signal(str, str)
    """The person wants this state back: all of it, or only this key."""
    config_wanted = Signal(object)
    """The person wants the key of this :class:`ChangeRow` back in the configuration."""
    opened = Signal(str)
    """The person wants to see a snapshot itself."""
    entered = Signal(object)
    """The person wants these overrides in the form, to look at what they would change."""

    def __init__(self, theme: Theme, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: PolicyView | None = None
        self._allowed = False
        self.model = ChangesModel(theme, now, self)
        self.table = PlainTable(self.tr("Changes of the policy"), self.model, (4, 0, 0, 2, 2), self)
        self.table.show_whole()
        self.one = push_button("", self, lambda: self.roll_back(whole=False))
        self.all = push_button("", self, lambda: self.roll_back(whole=True))
        self.config = push_button("", self, self._on_config)
        self.enter = push_button(self.tr("Try in the form"), self, self._on_enter)
        self.older, self.newer = (self._states(name) for name in (self.tr("Compare"), self.tr("with")))
        self.differences = role_label("", "muted", self)
        self.differences.setWordWrap(True)
        Ageing(self.table.viewport().update, self)
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(self._on_chosen)
        self.table.activated.connect(self._on_activated)
        for box in (self.older, self.newer):
            box.currentIndexChanged.connect(self._compare)

    def show_view(self, view: PolicyView) -> None:
        """Show the changes; the chosen one stays chosen."""
        row = self.row()
        self._view = view
        self.model.set_records(change_rows(view.steps)[:SHOWN])
        self._fill_states(view)
        place = self.model.index_of(row.name) if row is not None else self.model.index(0, 0)
        self.table.select_row(place)
        self.table.updateGeometry()
        self.setVisible(bool(view.steps))
        self._on_chosen()

    def fit(self, width: int) -> None:
        """Put below each other what a page is too narrow for beside each other: the buttons, the times."""
        buttons = (self.one, self.all, self.config, self.enter)
        wanted = sum(button.sizeHint().width() + 8 for button in buttons if not button.isHidden())
        directions = QBoxLayout.Direction
        beside = wanted <= width - 2 * SIDE
        self._buttons.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        wanted = sum(part.sizeHint().width() + 8 for part in self._compared)
        self._place_times(2 if wanted <= width - 2 * SIDE else 1)

    def row(self) -> ChangeRow | None:
        """Return the chosen change and key."""
        index = self.table.currentIndex()
        return self.model.record(index.row()) if index.isValid() else None

    def can_roll_back(self, *, whole: bool) -> bool:
        """Whether the chosen change, or only its key, can be taken back."""
        row = self.row()
        if row is None or not self._allowed or row.step.old is None or row.step.config:
            return False
        return whole or (row.change is not None and row.change.key in KEYS)

    def roll_back(self, *, whole: bool) -> None:
        """Ask for the state before the chosen change."""
        row = self.row()
        if row is not None and self.can_roll_back(whole=whole):
            self.rolled_back.emit(row.step.name, "" if whole or row.change is None else row.change.key)

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid the way back."""
        self._allowed = allowed
        self._on_chosen()

    def _on_chosen(self) -> None:
        row = self.row()
        change = row.change if row is not None else None
        config = row is not None and bool(row.step.config)
        known = change is not None and change.key in KEYS
        for button, shown in ((self.one, known and not config), (self.config, known and config)):
            button.setVisible(shown)
        for button in (self.all, self.enter):
            button.setVisible(not config)
        if change is not None:
            said = {"key": change.key, "value": setting_text(change.old)}
            self._name(self.one, self.tr("Roll back {key} to {value}").format(**said))
            self._name(self.config, self.tr("Roll back {key} to {value} in config.json…").format(**said))
        self._name(self.all, self.tr("Roll back to before this change"))
        for button, whole in ((self.one, False), (self.all, True)):
            button.setEnabled(self.can_roll_back(whole=whole))
        self.config.setEnabled(self._allowed)
        self.enter.setEnabled(self.can_roll_back(whole=True))
        if row is not None and not config:
            self.older.setCurrentIndex(self.older.findData(row.step.name))
        self.chosen.emit()

    def _on_config(self) -> None:
        row = self.row()
        if row is not None and row.step.config and row.change is not None:
            self.config_wanted.emit(row)

    def _on_activated(self, index: QModelIndex) -> None:
        step = self.model.record(index.row()).step
        if step.snapshot or step.config:
            self.opened.emit(step.snapshot or step.config)

    def _on_enter(self) -> None:
        row = self.row()
        if row is not None and row.step.old is not None:
            self.entered.emit(row.step.old)

    def _compare(self) -> None:
        names = [str(box.currentData()) for box in (self.older, self.newer)]
        old, new = (self._settings(name) for name in names)
        if old is None or new is None:
            self.differences.setText(self.tr("One of them cannot be read."))
            return
        said = [change_text(*change) for change in key_changes(old, new)]
        self.differences.setText("\n".join(said) or self.tr("No difference"))

    def _settings(self, name: str) -> dict[str, Json] | None:
        view = self._view
        if view is None:
            return {}
        if name == "now":
            return None if view.standing.damaged else dict(view.standing.overrides)
        step = next((step for step in _states(view) if step.name == name), None)
        return None if step is None or step.old is None else dict(step.old)

    def _fill_states(self, view: PolicyView) -> None:
        now = (self.tr("Now"), "now")
        states = [now, *((moment_time(step.time), step.name) for step in _states(view))]
        for box in (self.older, self.newer):
            chosen = box.currentData()
            box.blockSignals(True)
            box.clear()
            for text, name in states[: SHOWN + 1]:
                box.addItem(text, name)
            box.setCurrentIndex(max(0, box.findData(chosen)))
            box.blockSignals(False)
        self._compare()

    def _states(self, name: str) -> ChoiceBox:
        box = ChoiceBox(self)
        box.setAccessibleName(name)
        box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        box.setMinimumWidth(box.fontMetrics().averageCharWidth() * 8)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return box

    @staticmethod
    def _name(button: QPushButton, text: str) -> None:
        button.setText(text)
        button.setAccessibleName(text)

    def _lay_out(self) -> None:
        self._buttons = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._times = QGridLayout()
        for row in (self._buttons, self._times):
            row.setContentsMargins(SIDE, 8, SIDE, 0)
            row.setSpacing(8)
        for button in (self.one, self.all, self.config, self.enter):
            self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self._buttons.addStretch(1)
        before, other = QLabel(self.tr("Compare before"), self), QLabel(self.tr("with"), self)
        self._compared = (before, self.older, other, self.newer)
        self._place_times(2)
        self.differences.setContentsMargins(SIDE, 8, SIDE, 0)
        heading = role_label(self.tr("Changes"), "group", self)
        heading.setContentsMargins(SIDE, 0, SIDE, 0)
        in_column(
            heading,
            inset(self.table, self),
            self._buttons,
            self._times,
            self.differences,
            on=self,
            margins=(0, 24, 0, 0),
            spacing=0,
        )

    def _place_times(self, beside: int) -> None:
        """Put the times that are compared, each with its label, into rows of so many."""
        for place, part in enumerate(self._compared):
            self._times.addWidget(part, *divmod(place, 2 * beside))
        self._times.setColumnStretch(1, 1)
        self._times.setColumnStretch(3, beside - 1)


def _states(view: PolicyView) -> list[PolicyStep]:
    """Return the changes before which there was a state of the overrides."""
    return [step for step in view.steps if not step.config]
