"""A small menu that chooses whose rows are shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from memdesk_gui.theme import Theme


class WriterFilter(QToolButton):
    """Offers everybody who wrote; the names are asked for when the menu is opened."""

    chosen = Signal(str)
    """Only this writer shall be shown (empty: all)."""

    def __init__(self, theme: Theme, names: Callable[[], dict[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self._names, self.key = names, ""
        self.setAccessibleName(self.tr("Whose versions are shown"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFont(theme.small_font())
        self.choices = QMenu(self)
        self.choices.aboutToShow.connect(self.fill)
        self.setMenu(self.choices)
        self.show_writer("")

    def show_writer(self, key: str) -> None:
        """Name the writer that is chosen."""
        self.key = key
        name = self._names().get(key, key) if key else self.tr("all writers")
        self.setText(f"{name} ▾")

    def fill(self) -> None:
        """Offer everybody there is now."""
        self.choices.clear()
        self.choices.addAction(self.tr("all writers"), partial(self.chosen.emit, ""))
        for key, name in sorted(self._names().items()):
            self.choices.addAction(name, partial(self.chosen.emit, key))
