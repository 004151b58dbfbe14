"""A list in which no row is selected while something else than its current row is in front."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent

from memdesk_gui.widgets.lists.current_row import select_current
from memdesk_gui.widgets.lists.row_list import RowList


class Aside(QObject):
    """Takes the selection off a list, and gives it back; its keys begin at the row where they were."""

    def __init__(self, view: RowList) -> None:
        super().__init__(view)
        self._view, self._is_on = view, False
        view.installEventFilter(self)

    def turn(self, on: bool) -> None:
        """Step aside, or back."""
        self._is_on = on
        self.settle()
        if not on:
            select_current(self._view)

    def settle(self) -> None:
        """Select nothing after rows came and went, unless the keys are here."""
        if self._is_on and not self._view.hasFocus():
            self._view.clearSelection()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Let the selection go when the keys leave, but not for a menu."""
        if self._is_on and isinstance(event, QFocusEvent) and event.lostFocus():
            self._leave(event.reason())
        return False

    def _leave(self, reason: Qt.FocusReason) -> None:
        if reason != Qt.FocusReason.PopupFocusReason:
            self._view.clearSelection()
