"""What can be done with a result: that it must be found, or must not, becomes a memory test."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget


class FoundMenu(QMenu):
    """The menu of a result; ``expect`` is told whether it must be found."""

    def __init__(self, expect: Callable[[bool], object], parent: QWidget) -> None:
        super().__init__(parent)
        for words, must in (
            (self.tr("This &must be found"), True),
            (self.tr("This must &not be found"), False),
        ):
            self.addAction(words).triggered.connect(partial(expect, must))

    def show_at(self, place: QPoint) -> None:
        """Show the menu at a place of the screen; nothing waits for it."""
        self.popup(place)
