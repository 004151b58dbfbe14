"""Why a proposal is rejected: asked once, told to whoever wrote it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label

LONGEST = 500
"""Letters of a reason that are kept."""


class RejectionDialog(BaseDialog):
    """Asks for the reason; without one the proposal can be rejected, too."""

    wanted = Signal(str)
    """It is to be rejected, for this reason."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Reject"), parent)
        self.body.addWidget(role_label(self.tr("Reject the proposal"), "title", self))
        said = self.tr("The agent and the next run of the job are told the reason. Nothing is changed.")
        note = role_label(said, "muted", self)
        note.setWordWrap(True)
        self.body.addWidget(note)
        self.why = QLineEdit(self)
        self.why.setMaxLength(LONGEST)
        self.why.setPlaceholderText(self.tr("Reason for rejecting"))
        self.why.setAccessibleName(self.tr("Reason for rejecting"))
        self.body.addWidget(self.why)
        self.body.addStretch(1)
        self.add_button(self.tr("Cancel"), self.close)
        self.add_button(self.tr("Reject"), self._go, primary=True)
        self.resize_by_text(64, 13)
        self.why.setFocus()

    def _go(self) -> None:
        self.wanted.emit(self.why.text().strip())
        self.close()
