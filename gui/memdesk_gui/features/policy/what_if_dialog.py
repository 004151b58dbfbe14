"""What other limits would move out of a warm tier: five numbers, and at once both sides beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from memdesk_gui.features.policy.what_if import WhatIfModel, eviction_rows
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.lists.table import PlainTable
from memdesk_gui.widgets.spin_box import DecimalBox, named
from memdesk_gui.wording.wording import error_text

if TYPE_CHECKING:
    from memdesk.policy.evoclaw_eviction import EvictionRow

WAIT_MS = 150
KIB = 1024


class WhatIfDialog(BaseDialog):
    """Asks for limits of a warm tier, and shows what the next consolidation would do on them."""

    asked = Signal(object)
    """The person wants to know what these would do: ``NAME=NUMBER`` for each that is not as now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Try other limits"), parent)
        self.fields: dict[str, DecimalBox] = {}
        self._now: dict[str, float] = {}
        self.problem = role_label("", "danger", self)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.model = WhatIfModel(theme, self)
        self.table = PlainTable(self.tr("Preview"), self.model, (4, 3, 3), self)
        said = role_label(
            self.tr("Shows which memories the next consolidation would archive. Nothing is written."),
            "muted",
            self,
        )
        said.setWordWrap(True)
        self.body.addWidget(said)
        self.body.addLayout(self._grid())
        self.body.addWidget(self.problem)
        self.body.addWidget(self.table, 1)
        self.add_button(self.tr("Close"), self.close, primary=True)
        self._waiting = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._waiting.timeout.connect(self.ask)
        self.resize_by_text(100, 34)

    def ask(self) -> None:
        """Ask what the limits in the fields would do."""
        changed = {name for name, held in self._now.items() if self.fields[name].value() != held}
        amounts = {name: self.fields[name].value() * _unit(name) for name in self.fields if name in changed}
        self.asked.emit(tuple(f"{name}={amount:.10g}" for name, amount in amounts.items()))

    def show_row(self, found: EvictionRow) -> None:
        """Show both sides; the fields begin with the limits that hold."""
        for name, field in self.fields.items():
            if name not in self._now:
                field.blockSignals(True)
                field.setValue(getattr(found.now, name) / _unit(name))
                field.blockSignals(False)
                self._now[name] = field.value()
        self.problem.hide()
        self.model.set_records(eviction_rows(found))

    def show_failure(self, error: Exception) -> None:
        """Say why nothing is known."""
        self.problem.setText(error_text(error))
        self.problem.show()
        self.model.set_records(())

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setColumnStretch(2, 1)
        lines = (
            ("retention_days", 1, self.tr("Archive memories older than"), self.tr("days")),
            ("threshold", 2, self.tr("and with a score below"), ""),
            ("warm_bytes", 0, self.tr("Archive the lowest scores when the tier exceeds"), self.tr("KB")),
            ("fade_days", 1, self.tr("A score falls to 37 % in"), self.tr("days")),
            ("boost", 2, self.tr("Each recall raises it by (share)"), ""),
        )
        for row, (name, digits, words, unit) in enumerate(lines):
            grid.addWidget(role_label(words, "", self), row, 0)
            grid.addWidget(self._field(name, digits, f"{words} {unit}".strip()), row, 1)
            grid.addWidget(role_label(unit, "muted", self), row, 2)
        return grid

    def _field(self, name: str, digits: int, words: str) -> DecimalBox:
        field = self.fields[name] = named(DecimalBox(self), words)
        field.setDecimals(digits)
        field.setRange(10.0**-digits, 99_999.0)
        field.setSingleStep(0.05 if digits > 1 else 1.0)
        field.valueChanged.connect(self._later)
        return field

    def _later(self) -> None:
        self._waiting.start()


def _unit(name: str) -> int:
    return KIB if name == "warm_bytes" else 1
