"""A text that takes the height it needs, up to some lines; beyond them it is scrolled."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from memdesk_gui.widgets.labels import role_label


class BoundedLabel(QScrollArea):
    """Shows plain text over the whole width."""

    def __init__(self, name: str, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = lines
        self._label = role_label("", "", self)
        self._label.setWordWrap(True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setWidgetResizable(True)
        self.setWidget(self._label)
        for ground in (self.viewport(), self._label):
            ground.setAutoFillBackground(False)
        self.setText("")

    def text(self) -> str:
        """Return what it shows."""
        return self._label.text()

    def setText(self, text: str) -> None:
        """Show another text from its beginning; without any it takes no room."""
        self._label.setText(text)
        self.setVisible(bool(text))
        self.verticalScrollBar().setValue(0)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the height of the text at this width, bounded."""
        most = self.fontMetrics().lineSpacing() * self._most
        return QSize(self.width(), min(self._label.heightForWidth(self.viewport().width()), most))

    def minimumSizeHint(self) -> QSize:
        """Return no width of its own."""
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that another width needs."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
