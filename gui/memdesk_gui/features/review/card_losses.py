"""What a rewrite that waits for review lost, changed or made up, above how its texts differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.review.loss_words import loss_item, losses_headline
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.lists.finding_delegate import FindingDelegate
from memdesk_gui.widgets.lists.models.row_model import RowModel
from memdesk_gui.widgets.lists.row_list import RowList

if TYPE_CHECKING:
    from memdesk.checks.loss.loss import LossReport

MOST = 4
"""Rows that are seen at a time."""
SIDE = 24


class ReviewLosses(QWidget):
    """A headline and a short list of losses; it is not there where nothing was lost."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headline = role_label("", "title", self)
        self.headline.setContentsMargins(SIDE, 0, SIDE, 0)
        self.headline.setWordWrap(True)
        self.model = RowModel(self)
        self._delegate = FindingDelegate(context.theme, parent=self)
        self.list = RowList(self.tr("What was lost or changed"), self._delegate, parent=self)
        self.list.setProperty("panel", False)
        self.list.show_keyed(self.model)
        rows = in_row(self.list, margins=(SIDE // 2, 0, SIDE // 2, 0))
        in_column(self.headline, rows, on=self, margins=(0, 4, 0, 4), spacing=2)
        context.theme.changed.connect(self._fit)
        self.hide()

    def show_losses(self, report: LossReport | None) -> None:
        """Tell these losses; nothing is shown where there are none."""
        if not report:
            self.hide()
            return
        self.headline.setText(losses_headline(report))
        self.headline.setProperty("role", "danger" if report.alarm is not None else "title")
        self.headline.style().unpolish(self.headline)
        self.headline.style().polish(self.headline)
        self.model.set_items([loss_item(loss, place) for place, loss in enumerate(report.losses)])
        self._fit()
        self.show()

    def _fit(self) -> None:
        height = self._delegate.row_height()
        self.list.setMinimumHeight(height)  # where there is little room the others are scrolled to
        self.list.setMaximumHeight(min(len(self.model.items), MOST) * height)
