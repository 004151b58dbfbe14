"""A small button whose words give way where there is little room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from memdesk_gui.widgets.labels import set_tip


class ElidedButton(QToolButton):
    """Shows as much of its words as fits, without the middle where that is not all of them.

    What is ``behind`` them, as an arrow, is never left out.
    """

    MOST, LEAST = 36, 8
    """Characters that it asks for, and those that it keeps in the narrowest window."""

    def __init__(self, parent: QWidget | None = None, *, behind: str = "") -> None:
        super().__init__(parent)
        self._whole, self._behind = "", behind
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def show_words(self, text: str, tip: str) -> None:
        """Show words as far as there is room; the tip says all of them."""
        self._whole = text
        set_tip(self, tip)
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:
        """Ask for room for the words, within bounds: whatever they are, what is beside looks the same."""
        return self._sized(min(self._advance(self._whole), self.MOST * self._character()))

    def minimumSizeHint(self) -> QSize:
        """Be content with a few characters: long words do not keep the window wide."""
        return self._sized(min(self._advance(self._whole), self.LEAST * self._character()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as fits."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self._fit()

    def _fit(self) -> None:
        room = max(self.width() - self._around(), self._character())
        fitting = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, room)
        shown = f"{fitting}{self._behind}" if fitting else ""
        if shown != self.text():
            self.setText(shown)

    def _sized(self, words: int) -> QSize:
        return QSize(words + self._around(), super().sizeHint().height())

    def _around(self) -> int:
        """Return the width of all that is not the words: the sign, the frame, and the air."""
        words = self.text().removesuffix(self._behind)
        return super().sizeHint().width() - self._advance(words)

    def _advance(self, text: str) -> int:
        # a text is cut where its exact width is a fraction above the rounded one
        return self.fontMetrics().horizontalAdvance(text) + 1

    def _character(self) -> int:
        return self.fontMetrics().averageCharWidth()
