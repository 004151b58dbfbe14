"""What the values in the form would change, before they are applied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from memdesk_gui.editors.structured import SIDE, inset
from memdesk_gui.features.policy.what_if import WhatIfModel, what_if_rows
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.lists.table import PlainTable

if TYPE_CHECKING:
    from memdesk.policy.what_if import WhatIf


class PolicyTrial(QWidget):
    """A message to try, and both sides of what it would be given."""

    asked = Signal()
    """The person wants another message tried."""
    opened = Signal(str)
    """The person wants to see a document."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.query = QLineEdit(self)
        self.query.setAccessibleName(self.tr("Test message"))
        self.query.setPlaceholderText(self.tr("Test message (leave empty to use recent questions)"))
        self.model = WhatIfModel(theme, self)
        self.table = PlainTable(self.tr("Preview"), self.model, (4, 3, 3), self)
        self.table.show_whole()
        self.hint = role_label(
            self.tr(
                "Enter other values above to see here what agents would be given, side by side with now."
            ),
            "muted",
            self,
        )
        self.hint.setWordWrap(True)
        self._lay_out()
        self.query.returnPressed.connect(self.asked)
        self.table.activated.connect(self._on_activated)
        self.show_trial(None)

    def show_trial(self, found: WhatIf | None) -> None:
        """Show both sides, or that there is nothing to try."""
        self.model.set_records(what_if_rows(found) if found is not None else ())
        self.table.setVisible(found is not None)
        self.hint.setVisible(found is None)
        self.table.updateGeometry()

    def _on_activated(self, index: QModelIndex) -> None:
        uri = self.model.record(index.row()).uri
        if uri:
            self.opened.emit(uri)

    def _lay_out(self) -> None:
        heading = role_label(self.tr("Preview"), "group", self)
        heading.setContentsMargins(SIDE, 0, SIDE, 8)
        self.hint.setContentsMargins(SIDE, 8, SIDE, 0)
        in_column(
            heading,
            inset(self.query, self, short=True),
            self.hint,
            inset(self.table, self),
            on=self,
            margins=(0, 24, 0, 24),
            spacing=0,
        )
