"""A row list whose rows fold: branches with what is in them, driven by a tree's keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QWidget

from memdesk_gui.widgets.lists.row_list import RowList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memdesk_gui.widgets.lists.glow import Glow
    from memdesk_gui.widgets.lists.row_delegate import RowDelegate


class BranchList(RowList):
    """The list of branches and documents, with a tree's keys."""

    chosen = Signal(QModelIndex)
    """Enter was pressed on a row, or it was clicked twice."""
    looked = Signal(QModelIndex)
    """A row was clicked once."""
    folded = Signal(QModelIndex, bool)
    """A branch shall open (True) or close."""
    left = Signal()
    """Escape was pressed."""

    def __init__(
        self, name: str, delegate: RowDelegate, glow: Glow | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, delegate, glow, parent)
        self._is_entering = False
        self.clicked.connect(self._on_clicked)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click."""
        self._is_entering = False
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Choose the row; the click that ends this is no other one."""
        super().mouseDoubleClickEvent(event)
        self._is_entering = True
        self.chosen.emit(self.indexAt(event.position().toPoint()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, fold with the arrow keys, leave with Escape; the rest is the list's."""
        act = self._actions().get(Qt.Key(event.key()))
        if act is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            act()

    def keyboardSearch(self, search: str) -> None:
        """Go to the row that begins with what is typed; not where letters decide about the current row.

        A letter that decides nothing just then would go elsewhere, and the next one decide about that.
        """
        if not any(len(keys.toString()) == 1 for keys in self._keys_here()):
            super().keyboardSearch(search)

    def _keys_here(self) -> Iterator[QKeySequence]:
        place: QWidget | None = self
        while place is not None and not place.isWindow():
            yield from (keys for action in place.actions() for keys in action.shortcuts())
            place = place.parentWidget()

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

    def _on_clicked(self, index: QModelIndex) -> None:
        """Stay here, whatever is shown: the keys go on meaning the row."""
        if not self._is_entering:
            self.looked.emit(index)
            self.setFocus(Qt.FocusReason.MouseFocusReason)
