"""A conversation, read-only: who said what."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.models.conversation import passages_of
from memdesk_gui.editors.structured import StructuredEditor
from memdesk_gui.widgets.lists.models.passages import PassageModel
from memdesk_gui.widgets.lists.passages import PassageList
from memdesk_gui.widgets.lists.rows import KEY_ROLE


class SessionEditor(StructuredEditor):
    """Shows the messages of a conversation, whichever system stored it."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.model = PassageModel(self)
        self.view = PassageList(self.tr("Conversation"), context.theme, self)
        self.view.setModel(self.model)
        self.view.selectionModel().currentChanged.connect(self.trail_changed)
        self.setFocusProxy(self.view)
        self.body.addLayout(self.top_row())
        self.body.addWidget(self.view, 1)
        self.finish()

    def refresh(self) -> None:
        """Show the messages; the current one stays the current one."""
        key = self.view.currentIndex().data(KEY_ROLE)
        self.model.show(passages_of(self.buffer.parsed.data))
        if key and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.row_of(key))

    def set_editable(self, allowed: bool) -> None:
        """Change nothing: a conversation is shown, not edited."""

    def trail(self) -> tuple[str, ...]:
        """Return the number of the current message."""
        key = self.view.currentIndex().data(KEY_ROLE)
        return (self.tr("message {number}").format(number=int(key) + 1),) if key and key.isdigit() else ()

    def reveal(self, fragment: str) -> None:
        """Go to a message by its index."""
        index = self.model.row_of(fragment)
        if index.isValid():
            self.view.reveal(index)
