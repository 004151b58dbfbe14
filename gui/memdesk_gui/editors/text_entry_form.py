"""The form of one entry of a Markdown document."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QToolButton, QWidget

from memdesk.model import Kind
from memdesk_gui.editors.models.text_entries import TextEntry
from memdesk_gui.editors.structured import SIDE, field_label, push_button
from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.text.entry_line import EntryLine
from memdesk_gui.widgets.text.value_field import ValueField


class TextEntryForm(QWidget):
    """Shows an entry's title and text and announces what the person wants of it."""

    retitled = Signal(str)
    """The entry gets this title."""
    rewritten = Signal(str)
    """The person types this text."""
    moved = Signal(int)
    """The entry goes up (-1) or down (1)."""
    delete_requested = Signal()
    """The person wants the entry deleted."""

    def __init__(self, kind: Kind, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        keyed = kind is Kind.FACT
        self._names = (self.tr("Key"), self.tr("Value")) if keyed else (self.tr("Heading"), self.tr("Text"))
        self.title = EntryLine(self._names[0], self)
        self.content = ValueField(self._names[1], self)
        self.up = self._arrow("chevron-up", self.tr("Move up"), "Alt+Up", -1)
        self.down = self._arrow("chevron-down", self.tr("Move down"), "Alt+Down", 1)
        self.delete_button = push_button(self.tr("Delete entry"), self, self.delete_requested.emit)
        self.buttons = QHBoxLayout()
        self._lay_out()
        self.title.entered.connect(self.retitled)
        self.content.edited.connect(self.rewritten)
        theme.changed.connect(self._draw)
        self._draw()

    def show_entry(self, entry: TextEntry, *, other: bool) -> None:
        """Show an entry, the same as before or another; what the person writes right now is left alone."""
        self.title.show_text(entry.title)
        if other or self.content.value().strip("\n") != entry.body.strip("\n"):
            self.content.set_value(entry.body)

    def begin(self, *, at_title: bool) -> None:
        """Let the person write over a new entry."""
        field = self.title if at_title else self.content
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self.title.setReadOnly(not allowed)
        self.content.set_editable(allowed)
        self.delete_button.setEnabled(allowed)

    def set_movable(self, up: bool, down: bool) -> None:
        """Allow or forbid each way."""
        self.up.setEnabled(up)
        self.down.setEnabled(down)

    def add_button(self, button: QPushButton) -> None:
        """Put a button beside those that move the entry."""
        self.buttons.insertWidget(2, button)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(SIDE, 16, SIDE, 16)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        for row, (name, field) in enumerate(zip(self._names, (self.title, self.content), strict=True)):
            grid.addWidget(field_label(name, self), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field, row, 1)
        self.buttons.setSpacing(8)
        self.buttons.addWidget(self.up)
        self.buttons.addWidget(self.down)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.delete_button)
        grid.addLayout(self.buttons, 2, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(1, 1)

    def _arrow(self, name: str, text: str, keys: str, step: int) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setAccessibleName(text)
        button.setToolTip(f"{text} ({keys})")
        button.clicked.connect(lambda: self.moved.emit(step))
        return button

    def _draw(self) -> None:
        for button in (self.up, self.down):
            button.setIcon(icon(button.objectName(), self._theme, "text"))
