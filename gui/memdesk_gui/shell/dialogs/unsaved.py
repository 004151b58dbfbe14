"""One question for all unsaved documents, asked only where they would otherwise be lost."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label

SHOWN_NAMES = 8


class UnsavedDialog(BaseDialog):
    """Save, discard or cancel."""

    save_chosen = Signal()
    """The texts shall be saved first."""
    discard_chosen = Signal()
    """The texts may be lost."""

    def __init__(self, names: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Unsaved changes"), parent)
        title = self.tr("Save the changes in %n documents?", "", len(names))
        self.body.addWidget(role_label(title, "title", self))
        shown = [*names[:SHOWN_NAMES], *(["…"] if len(names) > SHOWN_NAMES else [])]
        self.body.addWidget(role_label("\n".join(shown), "muted", self))
        self.body.addStretch(1)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 56)
        self.add_button(self.tr("Cancel"), self.close)
        self.add_button(self.tr("&Discard"), self._discard)
        text = self.tr("&Save") if len(names) == 1 else self.tr("&Save all")
        self.add_button(text, self._save, primary=True)

    def _save(self) -> None:
        self.close()
        self.save_chosen.emit()

    def _discard(self) -> None:
        self.close()
        self.discard_chosen.emit()
