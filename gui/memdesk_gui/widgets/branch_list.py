"""A row list whose rows fold: branches with what is in them, driven by a tree's keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent

from memdesk_gui.widgets.row_list import RowList

if TYPE_CHECKING:
    from collections.abc import Callable


class BranchList(RowList):
    """The list of branches and documents, with a tree's keys."""

    chosen = Signal(QModelIndex)
    """A row was clicked, or Enter was pressed on it."""
    folded = Signal(QModelIndex, bool)
    """A branch shall open (True) or close."""
    left = Signal()
    """Escape was pressed."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, fold with the arrow keys, leave with Escape; the rest is the list's."""
        act = self._actions().get(Qt.Key(event.key()))
        if act is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            act()

    def _actions(self) -> dict[Qt.Key, Callable[[], None]]:
        current, key = self.currentIndex(), Qt.Key
        choose = partial(self.chosen.emit, current)
        return {
            key.Key_Return: choose,
            key.Key_Enter: choose,
            key.Key_Right: partial(self.folded.emit, current, True),
            key.Key_Left: partial(self.folded.emit, current, False),
            key.Key_Escape: self.left.emit,
        }
