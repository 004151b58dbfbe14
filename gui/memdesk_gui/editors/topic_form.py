"""The form of one topic of the index."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from memdesk_gui.editors.structured import SIDE, push_button
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.text.covering import CoveredLine


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
        self._path = self._awaited = ""
        self._allowed = True
        self.name = QLineEdit(self)
        self.name.setAccessibleName(self.tr("Topic"))
        self.words = CoveredLine(self)
        self.words.setAccessibleName(self.tr("Description"))
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
        self.name.editingFinished.connect(self._on_name)
        self.words.editingFinished.connect(self._on_words)

    def show_topic(self, path: str, description: str) -> None:
        """Show a topic (the root has no path); a field that the person types in right now is left alone."""
        other, self._path = path != self._path, path
        name = path.rpartition("/")[2]
        for field, text in ((self.name, name), (self.words, description)):
            writing = field.hasFocus() and field.isModified() and not other
            if field.text() != text and not writing:
                field.setText(text)
        self._refresh()
        if path and path == self._awaited:
            self._awaited = ""
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.selectAll()

    def begin_when_shown(self, path: str) -> None:
        """Let the person write over the name of a topic as soon as it is shown."""
        self._awaited = path

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

    def _on_name(self) -> None:
        if self.name.isModified() and not self.name.isReadOnly():
            self.name.setModified(False)
            self.renamed.emit(self.name.text().strip())

    def _on_words(self) -> None:
        if self.words.isModified() and not self.words.isReadOnly():
            self.words.setModified(False)
            self.described.emit(self.words.text().strip())
