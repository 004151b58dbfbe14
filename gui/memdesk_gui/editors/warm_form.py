"""The form of one warm memory."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from memdesk.model import Json
from memdesk.systems.evoclaw.records import WarmEntry
from memdesk_gui.editors.structured import SIDE, push_button
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.spin_box import EntryNumber, named
from memdesk_gui.widgets.text.entry_line import EntryLine
from memdesk_gui.widgets.text.value_field import ValueField

Changes: TypeAlias = "dict[str, Json]"


class WarmForm(QWidget):
    """Shows what a person may change of a memory and announces the changes."""

    edited = Signal(object)
    """Fields with their new values."""
    removal_wanted = Signal()
    """The person wants the memory removed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = ValueField(self.tr("Memory"), self)
        self.category = EntryLine(self.tr("Category"), self)
        self.importance = named(EntryNumber(self), self.tr("Importance"))
        self.importance.setRange(0.0, 1.0)
        self.importance.setSingleStep(0.05)
        self.remove_button = push_button(self.tr("Delete memory"), self, self.removal_wanted.emit)
        self._lay_out()
        self.text.edited.connect(lambda value: self.edited.emit({"text": value}))
        self.category.entered.connect(lambda text: self.edited.emit({"category": text.strip()}))
        self.importance.entered.connect(lambda value: self.edited.emit({"importance": round(value, 2)}))

    def show_entry(self, entry: WarmEntry) -> None:
        """Show a memory; what the person types right now is left alone."""
        self.text.set_value(entry.text)
        self.category.show_text(entry.category)
        self.importance.show_value(entry.importance or 0.0)

    def settle(self, changes: Changes) -> None:
        """Note that changes were carried out."""
        if "category" in changes:
            self.category.settle()
        if "importance" in changes:
            self.importance.settle()

    def begin(self) -> None:
        """Let the person write over the text."""
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.text.selectAll()

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self.text.set_editable(allowed)
        self.category.setReadOnly(not allowed)
        self.importance.setReadOnly(not allowed)
        self.importance.setEnabled(allowed)
        self.remove_button.setEnabled(allowed)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(SIDE, 16, 16, 16)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.addWidget(self.text, 0, 0, 1, 3)
        grid.addWidget(role_label(self.tr("Category"), "muted", self), 1, 0)
        grid.addWidget(self.category, 1, 1, 1, 2)
        grid.addWidget(role_label(self.tr("Importance"), "muted", self), 2, 0)
        grid.addWidget(self.importance, 2, 1, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(self.remove_button, 2, 2, Qt.AlignmentFlag.AlignRight)
        grid.setRowStretch(0, 1)
        grid.setColumnStretch(1, 1)
