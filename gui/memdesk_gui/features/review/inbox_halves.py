"""The two halves of the inbox: what waits on the left, the change that is looked at on the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from memdesk_gui.features.review.card import ReviewCard
from memdesk_gui.features.review.deeds import ReviewDeeds
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.lists.row_list import RowList

SHARE = 0.4
"""How much of the width the list has, where the buttons below the change have room in the rest."""
LEAST_CHARACTERS = 36
"""The list is made no narrower than this: what a change says must be told from what the next one says."""


class InboxHalves(QSplitter):
    """Divides its width by what both need, until the person moves the line between them."""

    def __init__(self, rows: RowList, card: ReviewCard, deeds: ReviewDeeds, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._least = self.fontMetrics().averageCharWidth() * LEAST_CHARACTERS
        self._deeds, self._moved = deeds, False
        right = QWidget(self)
        in_column((card, 1), deeds, on=right, margins=0, spacing=0)
        rows.setMinimumWidth(self._least)
        self.addWidget(rows)
        self.addWidget(right)
        self.setStretchFactor(1, 1)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        self.splitterMoved.connect(self._on_moved)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the change the room of its buttons, as far as the list stays readable."""
        super().resizeEvent(event)
        if not self._moved:
            room = self.width() - self.handleWidth()
            rows = max(self._least, min(round(room * SHARE), room - self._deeds.sizeHint().width()))
            self.setSizes([rows, room - rows])

    def _on_moved(self) -> None:
        self._moved = True
