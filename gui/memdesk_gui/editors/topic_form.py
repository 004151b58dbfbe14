"""The form of one topic of the index."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from memdesk_gui.editors.structured import SIDE, push_button
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.text.entry_line import EntryLine


class TopicForm(QWidget):
    """Shows a topic's name and description and announces what the person changes."""

    renamed = Signal(str)
    """The topic gets this name."""
    described = Signal(str)
    """The topic gets this description."""
    removal_wanted = Signal()
    """The person wants the topic removed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = ""
        self._allowed = True
        self.name = EntryLine(self.tr("Topic"), self)
        self.words = EntryLine(self.tr("Description"), self)
        self.remove_button = push_button(self.tr("Remove topic"), self, self.removal_wanted.emit)
        grid = QGridLayout(self)
        grid.setContentsMargins(SIDE, 12, SIDE, 12)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.addWidget(role_label(self.tr("Topic"), "muted", self), 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.remove_button, 0, 2)
        grid.addWidget(role_label(self.tr("Description"), "muted", self), 1, 0)
        grid.addWidget(self.words, 1, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        self.name.entered.connect(lambda text: self.renamed.emit(text.strip()))
        self.words.entered.connect(lambda text: self.described.emit(text.strip()))

    def show_topic(self, path: str, description: str) -> None:
        """Show a topic (the root has no path); what the person types right now is left alone."""
        self._path = path
        self.name.show_text(path.rpartition("/")[2])
        self.words.show_text(description)
        self._refresh()

    def begin(self) -> None:
        """Let the person write over the name."""
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.name.selectAll()

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes."""
        self._allowed = allowed
        self._refresh()

    def _refresh(self) -> None:
        chosen = self._allowed and bool(self._path)
        for field in (self.name, self.words):
            if field.isReadOnly() == chosen:
                field.setReadOnly(not chosen)
                field.style().unpolish(field)  # the style sheet tells what cannot be written apart
                field.style().polish(field)
        self.remove_button.setEnabled(chosen)
