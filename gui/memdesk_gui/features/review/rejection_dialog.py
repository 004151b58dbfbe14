"""Why a proposal is rejected or a change reverted: asked once, told to whoever wrote it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label

LONGEST = 500
"""Letters of a reason that are kept."""


class RejectionDialog(BaseDialog):
    """Asks for the reason; without one it can be done, too.

    ``reverts`` says how many changes are to be reverted, 0 that a proposal is to be rejected.
    """

    wanted = Signal(str)
    """It is to be done, for this reason."""

    def __init__(self, parent: QWidget | None = None, *, reverts: int = 0) -> None:
        word = self.tr("Revert") if reverts else self.tr("Reject")
        title, said = (
            self.tr("Reject the proposal"),
            self.tr("The agent and the next run of the job are told the reason. Nothing is changed."),
        )
        if reverts:
            title = self.tr("Revert %n changes", "", reverts)
            said = self.tr("The agent is told the reason at its next call. Later changes stay.")
        super().__init__(word, parent)
        self.body.addWidget(role_label(title, "title", self))
        note = role_label(said, "muted", self)
        note.setWordWrap(True)
        self.body.addWidget(note)
        self.why = QLineEdit(self)
        self.why.setMaxLength(LONGEST)
        asked = self.tr("Reason for reverting") if reverts else self.tr("Reason for rejecting")
        self.why.setPlaceholderText(asked)
        self.why.setAccessibleName(asked)
        self.body.addWidget(self.why)
        self.body.addStretch(1)
        self.add_button(self.tr("Cancel"), self.close)
        self.add_button(word, self._go, primary=True)
        self.resize_by_text(64, 13)
        self.why.setFocus()

    def _go(self) -> None:
        self.wanted.emit(self.why.text().strip())
        self.close()
