"""A title over a list that takes no more room than its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import ElidedLabel, set_tip
from memdesk_gui.widgets.layouts import in_row
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.row_list import RowList

if TYPE_CHECKING:
    from memdesk_gui.widgets.lists.models.keyed_list import KeyedListModel


class TitledList(QWidget):
    """A titled list that is only there when it has rows, and then as high as they are."""

    def __init__(
        self,
        title: str,
        theme: Theme,
        parent: QWidget,
        *,
        least: int,
        most: int,
        marked: bool = False,
        delegate: RowDelegate | None = None,
    ) -> None:
        super().__init__(parent)
        self._least, self._most = least, most
        self._delegate = delegate or RowDelegate(theme, parent=self, marked=marked)
        self.list = RowList(title, self._delegate, parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(4)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetMinAndMaxSize)
        # A long title must not make a narrow pane wider than it is.
        heading = ElidedLabel("title", parent=self)
        heading.setText(title)
        set_tip(heading, title)
        heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        beside = in_row(heading, margins=(12, 0, 12, 0))
        column.addLayout(beside)
        column.addWidget(self.list)
        theme.changed.connect(self._fit)
        self.list.fitted.connect(self._fit)
        self.hide()

    def show_keyed(self, model: KeyedListModel[Any]) -> None:
        """Show a model that is always reset as a whole."""
        self.list.show_keyed(model)
        model.modelReset.connect(self.list.fit_rows)
        model.modelReset.connect(self._fit)

    def _fit(self) -> None:
        model, height = self.list.model(), self._delegate.row_height()
        rows = model.rowCount() if model is not None else 0
        self.setVisible(rows > 0)
        self.list.setMinimumHeight(min(rows, self._least) * height)
        self.list.setMaximumHeight(min(rows, self._most) * height)
