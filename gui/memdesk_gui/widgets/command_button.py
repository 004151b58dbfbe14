"""A push button that does what a command's action does, and is offered when that is."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QWidget


class CommandButton(QPushButton):
    """Follows its action: whether it can be done now, and what its tool tip says."""

    def __init__(self, text: str, action: QAction, parent: QWidget, *, primary: bool = False) -> None:
        super().__init__(text, parent)
        self._action = action
        self.setObjectName(f"{action.objectName()}.button")
        self.setAccessibleName(text)
        self.setProperty("primary", primary)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def set_words(self, text: str) -> None:
        """Call what it does by other words."""
        self.setText(text)
        self.setAccessibleName(text)

    def _follow(self) -> None:
        self.setEnabled(self._action.isEnabled())
        self.setToolTip(self._action.toolTip())
