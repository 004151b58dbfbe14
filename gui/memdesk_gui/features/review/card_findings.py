"""What the content checks found in a change that waits for review, and what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk_gui.commands import State
from memdesk_gui.context import AppContext
from memdesk_gui.editors.command_buttons import EditorCommandButton
from memdesk_gui.features.review.approval import Found
from memdesk_gui.features.review.finding_words import finding_item
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.lists.finding_delegate import FindingDelegate
from memdesk_gui.widgets.lists.models.row_model import RowItem, RowModel
from memdesk_gui.widgets.lists.row_list import RowList

if TYPE_CHECKING:
    from memdesk.checks import Finding

MOST = 3
"""Rows that are seen at a time."""
DEEDS = ("review.redact", "review.quarantine", "review.lock", "review.dismiss")


class ReviewFindings(QWidget):
    """A short list of findings above the buttons; it is not there where nothing was found."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._found: tuple[Finding, ...] = ()
        self._buttons: dict[str, EditorCommandButton] = {}
        self.model = RowModel(self)
        self._delegate = FindingDelegate(context.theme, parent=self)
        self.list = RowList(self.tr("What was found"), self._delegate, parent=self)
        self.list.setProperty("panel", False)
        self.list.show_keyed(self.model)
        self.list.selectionModel().currentChanged.connect(context.commands.pushing(State.CHOSEN))
        self.deeds = QWidget(self)
        self._lay_out()
        context.theme.changed.connect(self._fit)
        self.hide()

    def show_findings(self, found: tuple[Finding, ...]) -> None:
        """List these, with what can be done about them."""
        self._list(found, [finding_item(each, place) for place, each in enumerate(found)])
        self._buttons["review.redact"].setVisible(any(each.check.value == "secret" for each in found))
        self.deeds.show()

    def show_proposed(self, found: Found) -> None:
        """List what was found in a write that waits: it is in no document yet, to be changed there."""
        several = len({uri for uri, _ in found}) > 1
        items = [finding_item(each, at, uri if several else "") for at, (uri, each) in enumerate(found)]
        self._list(tuple(each for _, each in found), items)
        self.deeds.hide()

    def _list(self, found: tuple[Finding, ...], items: list[RowItem]) -> None:
        self._found = found
        self.model.set_items(items)
        self._fit()
        self.setVisible(bool(found))

    def chosen(self) -> tuple[Finding, ...]:
        """Return the finding that the person has gone to, or else all of them."""
        row = self.list.currentIndex().row()
        return (self._found[row],) if 0 <= row < len(self._found) else self._found

    def _lay_out(self) -> None:
        deeds = QHBoxLayout(self.deeds)
        deeds.setContentsMargins(24, 4, 24, 0)
        deeds.setSpacing(8)
        for command_id in DEEDS:
            made = EditorCommandButton(command_id, self._context, self)
            made.setText(self._context.commands.get(command_id).label)
            made.setAccessibleName(made.text())
            made.setObjectName(f"{command_id}.button")
            made.clicked.connect(made.run)
            self._buttons[command_id] = made
            deeds.addWidget(made)
        deeds.addStretch(1)
        rows = in_row(self.list, margins=(12, 0, 12, 0))
        in_column(rows, self.deeds, on=self, margins=(0, 4, 0, 4), spacing=0)

    def _fit(self) -> None:
        height = self._delegate.row_height()
        self.list.setMinimumHeight(height)  # where there is little room the others are scrolled to
        self.list.setMaximumHeight(min(len(self._found), MOST) * height)
