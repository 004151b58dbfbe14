"""What was typed and found no place: said in a line, to be copied from there."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from memdesk_gui.widgets.labels import ElidedLabel, set_tip
from memdesk_gui.widgets.layouts import in_row


class LeftBar(QFrame):
    """Keeps texts that the person typed for something that is not there any more, until they are given up."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: list[str] = []
        self.setProperty("surface", "panel")
        self.setAccessibleName(self.tr("Typed and not stored"))
        self.words = ElidedLabel(parent=self)
        self.copy = QPushButton(self.tr("Copy"), self)
        self.copy.setAccessibleName(self.tr("Copy what was typed"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text()))
        self.drop = QPushButton(self.tr("Discard"), self)
        self.drop.setAccessibleName(self.tr("Discard what was typed"))
        self.drop.clicked.connect(self._drop)
        self._row = in_row(self.words, None, self.copy, self.drop, on=self, margins=(24, 8, 24, 8), spacing=8)
        self.hide()

    def text(self) -> str:
        """Return what is kept, one text a line."""
        return "\n".join(self._texts)

    def keep(self, texts: Iterable[str]) -> None:
        """Keep more."""
        self._texts += texts
        shown = self.tr("Typed and not stored: {text}").format(text=" ⏎ ".join(self.text().splitlines()))
        self.words.setText(shown)
        set_tip(self.words, self.text())
        self.setVisible(bool(self._texts))

    def _drop(self) -> None:
        self._texts.clear()
        self.hide()
