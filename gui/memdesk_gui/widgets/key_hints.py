"""The keys of a page's commands in a row, for whoever does not know them by heart yet."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk_gui.widgets.labels import role_label


class KeyHints(QWidget):
    """Each key in a small cap, with the word for what it does; nothing where there is no room for all."""

    def __init__(self, hints: Iterable[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QWidget(self)
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for key, word in hints:
            cap = role_label(key, "key", self._row)
            cap.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            row.addWidget(cap)
            row.addWidget(role_label(word, "muted", self._row))
            row.addSpacing(8)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Ask for room for all of them."""
        return self._row.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Do without where there is none."""
        return QSize(0, self._row.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show all of them or nothing."""
        super().resizeEvent(event)
        wanted = self._row.sizeHint()
        self._row.setGeometry(0, 0, wanted.width(), self.height())
        self._row.setVisible(self.width() >= wanted.width())
