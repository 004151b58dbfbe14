"""Small texts in the window's few voices, and the hairline between things."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QLabel, QSizePolicy, QWidget

from memdesk_gui.wording.writers import plain_tip


def role_label(text: str, role: str, parent: QWidget | None = None) -> QLabel:
    """Return a label with a role of the style sheet: muted, small, group, title, heading or danger."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label


WIDEST_CHIP = 32
"""Characters that a chip has room for: agents give themselves names, which must not widen the window."""


class Chip(QLabel):
    """A rounded tag; the middle of a text of more than so many characters is left out."""

    most = WIDEST_CHIP

    def setText(self, text: str) -> None:
        """Show a text; a screen reader is told all of it."""
        room = self.fontMetrics().averageCharWidth() * self.most
        super().setText(self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, room))
        self.setAccessibleName(text)


def chip(text: str, tone: str = "", parent: QWidget | None = None, *, most: int = WIDEST_CHIP) -> QLabel:
    """Return a rounded tag; tone is human, agent, foreign, danger, fine or nothing."""
    label = Chip(parent)
    label.most = most
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", "chip")
    label.setProperty("tone", tone)
    label.setText(text)
    label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return label


def set_tone(widget: QWidget, tone: str) -> None:
    """Give a chip or a banner another tone."""
    if widget.property("tone") != tone:
        widget.setProperty("tone", tone)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def set_role(label: QLabel, role: str) -> None:
    """Give a label another role."""
    if label.property("role") != role:
        label.setProperty("role", role)
        label.style().unpolish(label)
        label.style().polish(label)


def set_tip(widget: QWidget, text: str) -> None:
    """Give a widget a tool tip in which nothing is markup, and tell a screen reader the text alone."""
    widget.setToolTip(plain_tip(text))
    widget.setAccessibleDescription(text)


def hairline(parent: QWidget | None = None, *, vertical: bool = False) -> QFrame:
    """Return a line one device pixel thick."""
    line = QFrame(parent)
    line.setProperty("role", "hairline")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


def scroll_edge(area: QAbstractScrollArea) -> QFrame:
    """Return the line to be put above rows, seen once they are scrolled and so go under what is above."""
    line = hairline(area.parentWidget())
    policy = line.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    line.setSizePolicy(policy)
    area.verticalScrollBar().valueChanged.connect(lambda value: line.setVisible(value > 0))
    line.hide()
    return line


TALLER = 2
"""What Chinese letters, which come from another font, need beyond the height of the label's own."""


class ElidedLabel(QLabel):
    """A one-line label that gives way: what does not fit is cut, the whole is in its tool tip.

    Where the text does not fit, ``brief`` is shown instead, if there is one. Texts in ``whole`` are never
    cut: there is room for the longest of them, whichever is shown.
    """

    def __init__(
        self,
        role: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
        *,
        whole: tuple[str, ...] = (),
    ) -> None:
        super().__init__(parent)
        self._mode, self._whole = mode, whole
        self.brief = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Allow the label to shrink to a few characters, but not below what is never cut."""
        metrics = self.fontMetrics()
        least = max(map(self._width, self._whole), default=metrics.averageCharWidth() * 4)
        return QSize(least, metrics.height() + TALLER)

    def sizeHint(self) -> QSize:
        """Ask for room for the whole text."""
        return QSize(self._width(self.text()), self.fontMetrics().height() + TALLER)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as much of the text as fits, on the same line whatever letters are in it."""
        painter, metrics = QPainter(self), self.fontMetrics()
        shown = metrics.elidedText(self.fitting(), self._mode, self.width())
        painter.drawText(0, (self.height() - metrics.height()) // 2 + metrics.ascent(), shown)

    def fitting(self) -> str:
        """Return the text, or its brief form where there is no room for the text."""
        return self.brief if self.brief and self._width(self.text()) > self.width() else self.text()

    def changeEvent(self, event: QEvent) -> None:
        """Ask for another size when the font changed."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()

    def _width(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text) + 2
