"""Why what was found is fine: asked once, kept with the finding."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label

MOST = 5
"""Findings that are named."""


class DismissalDialog(BaseDialog):
    """Names what is not to be shown any more, and asks for the reason."""

    wanted = Signal(str)
    """The findings are to be dismissed for this reason."""

    def __init__(self, found: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Dismiss"), parent)
        title = self.tr("Dismiss %n findings", "", len(found))
        self.body.addWidget(role_label(title, "title", self))
        for words in found[:MOST]:
            label = role_label(f"• {words}", "", self)
            label.setWordWrap(True)
            self.body.addWidget(label)
        if len(found) > MOST:
            more = self.tr("and %n more", "", len(found) - MOST)
            self.body.addWidget(role_label(more, "muted", self))
        said = self.tr("The document stays as it is. You can have them shown again with Undo.")
        note = role_label(said, "muted", self)
        note.setWordWrap(True)
        self.body.addWidget(note)
        self.why = QLineEdit(self)
        self.why.setPlaceholderText(self.tr("Reason for dismissing"))
        self.why.setAccessibleName(self.tr("Reason for dismissing"))
        self.why.textChanged.connect(self._on_text)
        self.body.addWidget(self.why)
        self.body.addStretch(1)
        self.add_button(self.tr("Cancel"), self.close)
        self.go = self.add_button(self.tr("Dismiss"), self._go, primary=True)
        self.go.setEnabled(False)
        self.resize_by_text(64, 13)
        self.why.setFocus()

    def _on_text(self, text: str) -> None:
        self.go.setEnabled(bool(text.strip()))

    def _go(self) -> None:
        self.wanted.emit(self.why.text().strip())
        self.close()
