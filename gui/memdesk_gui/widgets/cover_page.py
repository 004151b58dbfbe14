"""A page that takes the editor's place until the person leaves it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.find_controls import IconButton


class CoverPage(QWidget):
    """A page on the window's ground; Escape leaves it, and so does the cross that a head may show."""

    left = Signal()
    """The person is done here."""
    fronted = Signal(bool)
    """Whether the page is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Say that the page is in front."""
        super().showEvent(event)
        self.fronted.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Say that something else is in front."""
        super().hideEvent(event)
        self.fronted.emit(False)

    def close_button(self, theme: Theme) -> IconButton:
        """Return the cross for the head."""
        return IconButton(theme, "close", self.tr("Close this page"), self.left.emit, self)
