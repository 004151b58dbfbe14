"""What is deleted with something in quarantine: said before it is gone for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.wording import error_text
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk_gui.features.history.backup_actions import QuarantinedFacts

LONGEST = 20_000
"""Letters of the text that are shown."""
NAMED = 3
"""Documents that are named in which the text stands still."""


class QuarantineDropDialog(BaseDialog):
    """Names what goes, shows its text, and says what stays."""

    wanted = Signal()
    """It is to be deleted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Delete from quarantine"), parent)
        self.what = role_label("", "title", self)
        self.what.setWordWrap(True)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("What is deleted"))
        self.text.setTabChangesFocus(True)
        self.text.hide()
        self.stays = role_label("", "muted", self)
        self.stays.setWordWrap(True)
        self.body.addWidget(self.what)
        self.body.addWidget(self.text, 1)
        self.body.addWidget(self.stays)
        self.body.addStretch(0)
        self.add_button(self.tr("Cancel"), self.close)
        self.go = self.add_button(self.tr("Delete permanently"), self._go, primary=True)
        self.go.setEnabled(False)
        self.resize_by_text(72, 20)

    def show_item(self, facts: QuarantinedFacts) -> None:
        """Say what goes and what stays."""
        name, part = printable(facts.uri), printable(facts.part)
        said = self.tr("Delete {part} of {name} from the quarantine?") if part else ""
        whole = self.tr("Delete the document {name} from the quarantine?")
        self.what.setText((said or whole).format(part=part, name=name))
        self.text.setPlainText(facts.text[:LONGEST])
        self.text.setVisible(bool(facts.text))
        words = []
        if facts.copies:
            named = ", ".join(printable(uri) for uri in facts.copies[:NAMED])
            named = named if len(facts.copies) <= NAMED else f"{named} …"
            words.append(self.tr("The same text is in {names}, and stays there.").format(names=named))
        words.append(self.tr("It can no longer be restored from here, and this cannot be undone."))
        words.append(self.tr("memdesk no longer warns when an agent writes it again."))
        words.append(self.tr("Older versions in the history still contain it."))
        self.stays.setText(sentences(words))
        self.go.setEnabled(True)

    def show_failure(self, error: Exception) -> None:
        """Say why nothing can be deleted."""
        self.what.setText(error_text(error))

    def _go(self) -> None:
        self.wanted.emit()
        self.close()
