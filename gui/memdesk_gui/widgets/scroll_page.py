"""What is scrolled from top to bottom where there is too little room for all of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class ScrollPage(QScrollArea):
    """A page, form or pane that is never cut off at its side; the focus is always in sight."""

    def __init__(self, page: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = page
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(page)

    def minimumSizeHint(self) -> QSize:
        """Be as wide as the page has to be, beside the bar that scrolls it."""
        bar = self.verticalScrollBar().sizeHint().width()
        width = self._page.minimumSizeHint().width() + bar
        return QSize(width, super().minimumSizeHint().height())
