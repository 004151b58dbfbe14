"""A small menu that chooses whose rows are shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from memdesk.model import Actor
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.writer_mark import mark_icon
from memdesk_gui.wording.writers import listed_by, who


class WriterFilter(QToolButton):
    """Offers everybody who wrote, each with their mark; who that is is asked for when the menu is opened."""

    chosen = Signal(str)
    """Only this writer shall be shown (empty: all)."""

    def __init__(self, theme: Theme, writers: Callable[[], dict[str, Actor]], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._writers, self.key = theme, writers, ""
        self.setAccessibleName(self.tr("Filter by author"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setProperty("small", True)
        self.choices = QMenu(self)
        self.choices.aboutToShow.connect(self.fill)
        self.setMenu(self.choices)
        self.show_writer("")

    def show_writer(self, key: str) -> None:
        """Name the writer that is chosen."""
        self.key = key
        writer = self._writers().get(key)
        name = who(writer) if writer is not None else key or self.tr("all authors")
        self.setText(f"{name} ▾")

    def fill(self) -> None:
        """Offer everybody there is now; the one that is chosen comes under the keys."""
        self.choices.clear()
        self.choices.addAction(self.tr("all authors"), partial(self.chosen.emit, ""))
        for key, writer in sorted(self._writers().items(), key=lambda item: listed_by(item[1])):
            action = self.choices.addAction(who(writer), partial(self.chosen.emit, key))
            action.setIcon(mark_icon(writer.origin, self._theme, writer.name))
            if key == self.key:
                self.choices.setDefaultAction(action)
        self.choices.setActiveAction(self.choices.defaultAction() or self.choices.actions()[0])
