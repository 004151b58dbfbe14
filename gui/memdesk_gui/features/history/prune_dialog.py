"""Which copies beside the documents are kept: two numbers, and at once what would go and what that frees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QListWidget, QWidget

from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.spin_box import NumberBox, named
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.wording import error_text, size_text
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.history.backups import Pruning

WAIT_MS = 150
LISTED = 200
"""Copies that are named one by one."""
LAST, DAYS = 20, 30


class PruningDialog(BaseDialog):
    """Asks what is to stay, and shows a dry run of that."""

    asked = Signal(int, int)
    """The person wants to know what would go if the last N copies and those of the last D days stayed."""
    wanted = Signal(object)
    """What was shown is to be removed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Delete old agent copies"), parent)
        self._plan: Pruning | None = None
        said = role_label(
            self.tr(
                "Deletes backup copies that agents keep beside their documents. Pinned copies "
                "stay. memdesk’s history keeps the deleted contents as long as any old version."
            ),
            "muted",
            self,
        )
        said.setWordWrap(True)
        self.last = self._number(self.tr("Copies of each document"), LAST)
        self.days = self._number(self.tr("Days"), DAYS)
        self.outcome = role_label("", "title", self)
        self.outcome.setAccessibleName(self.tr("What will be deleted"))
        self.outcome.setWordWrap(True)
        self.listed = QListWidget(self)
        self.listed.setProperty("panel", True)
        self.listed.setAccessibleName(self.tr("Copies to be deleted"))
        self.listed.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.listed.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        fields = QGridLayout()
        fields.setHorizontalSpacing(8)
        fields.addWidget(role_label(self.tr("Keep the newest"), "", self), 0, 0)
        fields.addWidget(self.last, 0, 1)
        fields.addWidget(role_label(self.tr("copies of each document"), "", self), 0, 2)
        fields.addWidget(role_label(self.tr("and everything from the last"), "", self), 1, 0)
        fields.addWidget(self.days, 1, 1)
        fields.addWidget(role_label(self.tr("days"), "", self), 1, 2)
        fields.setColumnStretch(2, 1)
        self.body.addWidget(said)
        self.body.addLayout(fields)
        self.body.addWidget(self.outcome)
        self.body.addWidget(self.listed, 1)
        self.add_button(self.tr("Cancel"), self.close)
        self.remove = self.add_button(self.tr("Delete"), self._remove, primary=True)
        self.remove.setEnabled(False)
        self._waiting = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._waiting.timeout.connect(self._ask)
        self.resize_by_text(84, 26)

    def begin(self) -> None:
        """Ask for the first time."""
        self._ask()

    def show_plan(self, plan: Pruning) -> None:
        """Show what would go."""
        self._plan = plan
        size, count = size_text(plan.bytes), len(plan.gone)
        if count:
            words = [self.tr("Deletes %n copies and frees {size}.", "", count).format(size=size)]
        else:
            words = [self.tr("Nothing to delete with these settings.")]
        words.append(self.tr("%n copies stay.", "", plan.kept))
        if plan.pinned:
            words.append(self.tr("%n of them only because they are pinned.", "", plan.pinned))
        self.outcome.setText(sentences(words))
        self.listed.clear()
        self.listed.addItems([printable(backup.uri) for backup in plan.gone[:LISTED]])
        if count > LISTED:
            self.listed.addItem(self.tr("… and %n more", "", count - LISTED))
        text = self.tr("Delete %n copies", "", count)
        self.remove.setText(text)
        self.remove.setAccessibleName(text)
        self.remove.setEnabled(count > 0)

    def show_failure(self, error: Exception) -> None:
        """Say why nothing is known."""
        self.outcome.setText(error_text(error))
        self.remove.setEnabled(False)

    def _number(self, name: str, value: int) -> NumberBox:
        field = named(NumberBox(self), name)
        field.setRange(0, 100_000)
        field.setValue(value)
        field.valueChanged.connect(self._later)
        return field

    def _later(self) -> None:
        self.remove.setEnabled(False)
        self._waiting.start()

    def _ask(self) -> None:
        self.asked.emit(self.last.value(), self.days.value())

    def _remove(self) -> None:
        if self._plan is not None:
            self.wanted.emit(self._plan)
            self.close()
