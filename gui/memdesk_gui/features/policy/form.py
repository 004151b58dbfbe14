"""The parameters of a policy as a form, and the bar that applies what was entered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout, QWidget

from memdesk.model import Json
from memdesk.systems.picoclaw_policy.layers import PolicyLayer, PolicyValue, Setting
from memdesk_gui.editors.structured import SIDE, push_button
from memdesk_gui.features.policy.row import ParameterRow
from memdesk_gui.features.policy.words import author_text, change_text
from memdesk_gui.widgets.labels import ElidedLabel, hairline
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.wording.wording import moment_time

if TYPE_CHECKING:
    from memdesk.policy.timeline import PolicyStep
    from memdesk_gui.features.policy.controller import PolicyView


class PolicyForm(QWidget):
    """One row for each parameter."""

    entered = Signal()
    """What is to be set is something else now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[str, ParameterRow] = {}
        self._editable = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(SIDE, 0, SIDE, 0)
        self._column.setSpacing(0)

    def show_values(self, values: tuple[PolicyValue, ...], view: PolicyView | None) -> None:
        """Show what holds, and (once that is read) why and by whom it was set."""
        for value in values:
            if value.key not in self.rows:
                self._add_row(value)
            comment = view.standing.comment(value) if view is not None else None
            set_by = _setter(value, view.steps) if view is not None else None
            author = f"{author_text(set_by)}, {moment_time(set_by.time)}" if set_by is not None else ""
            tone = set_by.actor.origin.value if set_by is not None else ""
            self.rows[value.key].show_value(value, comment.text if comment else "", tone, author)

    def wishes(self) -> dict[str, Setting | None]:
        """Return what the person wants to be set (None: reset)."""
        found = ((key, row.wish()) for key, row in self.rows.items())
        return {key: wish[0] for key, wish in found if wish is not None}

    def is_wrong(self) -> bool:
        """Whether something was entered that agents would not act on."""
        return self.first_wrong() is not None

    def first_wrong(self) -> ParameterRow | None:
        """Return the first parameter with such a value."""
        return next((row for row in self.rows.values() if row.error), None)

    def words(self) -> str:
        """Return what is to be set in words."""
        rows = self.rows
        return ", ".join(
            change_text(key, rows[key].value.value, rows[key].below() if wish is None else wish)
            for key, wish in self.wishes().items()
        )

    def enter(self, settings: Mapping[str, Json]) -> None:
        """Enter overrides for the person: what they do not name is reset."""
        for key, row in self.rows.items():
            found = settings.get(key)
            row.enter(found if isinstance(found, int) else None)
        self.entered.emit()

    def take_back(self) -> None:
        """Forget what was entered."""
        for row in self.rows.values():
            row.take_back()
        self.entered.emit()

    def settle(self, carried_out: Mapping[str, Setting | None]) -> None:
        """Forget what was carried out; what was entered since, or for other parameters, still waits."""
        for key, row in self.rows.items():
            wish = row.wish()
            if wish is not None and key in carried_out and carried_out[key] == wish[0]:
                row.take_back()
        self.entered.emit()

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self._editable = allowed
        for row in self.rows.values():
            row.set_editable(allowed)

    def _add_row(self, value: PolicyValue) -> None:
        if self.rows:
            self._column.addWidget(hairline(self))
        row = self.rows[value.key] = ParameterRow(value, self)
        row.set_editable(self._editable)
        row.entered.connect(self.entered)
        self._column.addWidget(row)


class ApplyBar(QFrame):
    """What waits to be applied, with the way to say why."""

    applied = Signal(bool)
    """The person wants it: in the overrides, or (True) in the configuration."""
    trial_wanted = Signal()
    """The person wants to see what it would change."""
    taken_back = Signal()
    """The person does not want it any more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAccessibleName(self.tr("Values that are not applied yet"))
        self.words = ElidedLabel(parent=self)
        self.trial = push_button(self.tr("What would change"), self, self.trial_wanted.emit)
        self.trial.setProperty("link", True)
        self.why = QLineEdit(self)
        self.why.setAccessibleName(self.tr("Why"))
        self.why.setPlaceholderText(self.tr("Reason (not shown to agents)"))
        self.take_back = push_button(self.tr("Discard all"), self, self.taken_back.emit)
        self.config = push_button(self.tr("Write to config.json"), self, lambda: self.applied.emit(True))
        self.config.setToolTip(self.tr("Changes the configuration itself instead of overriding it"))
        self.apply = push_button(self.tr("Apply"), self, lambda: self.applied.emit(False))
        self.apply.setProperty("primary", True)
        self.apply.setToolTip(self.tr("Takes a snapshot, then writes the overrides"))
        self.why.returnPressed.connect(self.apply.click)
        self._lay_out()
        self.hide()

    def show_wishes(self, words: str, *, ready: bool, config: bool) -> None:
        """Show what waits; nothing hides the bar."""
        self.words.setText(words)
        self.words.setToolTip(words)
        self.apply.setEnabled(ready)
        self.config.setEnabled(ready)
        self.config.setVisible(config)
        self.setVisible(bool(words))

    def _lay_out(self) -> None:
        said = in_row(self.words, self.trial, None, spacing=8)
        buttons = in_row((self.why, 1), self.take_back, self.config, self.apply, spacing=8)
        in_column(said, buttons, on=self, margins=(SIDE, 8, SIDE, 8), spacing=8)


def _setter(value: PolicyValue, steps: tuple[PolicyStep, ...]) -> PolicyStep | None:
    """Return the change that gave a layer the value that holds, as far as that is known."""
    if value.origin is PolicyLayer.DEFAULT:
        return None
    layer = (step for step in steps if bool(step.config) is (value.origin is PolicyLayer.CONFIG))
    return next((step for step in layer if any(one.key == value.key for one in step.changes)), None)
