"""A small menu that chooses what a list begins with: what needs attention, or the newest."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget


class SortChoice(QToolButton):
    """Names the order in force and offers both."""

    chosen = Signal(bool)
    """The newest shall come first (True), or what needs attention."""

    def __init__(self, *, by_time: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("What comes first"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setProperty("small", True)
        self._words = (self.tr("needs attention first"), self.tr("newest first"))
        self.choices = QMenu(self)
        for value, words in zip((False, True), self._words, strict=True):
            self.choices.addAction(words, partial(self._choose, value))
        self.setMenu(self.choices)
        self.show_order(by_time=by_time)

    def _choose(self, by_time: bool) -> None:
        self.show_order(by_time=by_time)
        self.chosen.emit(by_time)

    def show_order(self, *, by_time: bool) -> None:
        """Name this order as the one in force."""
        self.setText(f"{self._words[by_time]} ▾")
