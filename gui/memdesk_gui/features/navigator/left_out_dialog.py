"""The names in the folder that are no documents: version control's, sync clients', temporaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QListWidget, QWidget

from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.watch.catalog import LeftOut


class LeftOutDialog(BaseDialog):
    """Lists them, and says why they are no documents."""

    def __init__(self, left_out: LeftOut, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Names left out of the list"), parent)
        said = self.tr(
            "These belong to version control, to a sync client or to memdesk, or are temporary. They are no "
            "documents, so agents that read them read what is not reviewed here."
        )
        self.said = role_label(said, "muted", self)
        self.said.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Names left out of the list"))
        self.list.addItems([printable(name) for name in left_out.names])
        self.body.addWidget(self.said)
        self.body.addWidget(self.list, 1)
        if left_out.number > len(left_out.names):
            self.body.addWidget(role_label(self.tr("Only the first are named here."), "muted", self))
        self.add_button(self.tr("Close"), self.close, primary=True)
        self.resize_by_text(72, 22)
