"""A text that wraps, also within a long word, a path or Chinese, up to some lines."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from memdesk_gui.widgets.labels import TALLER

_WIDTHS = 16
"""Widths of which a label keeps the lines."""


def wrapped_lines(text: str, font: QFont, width: int, most: int) -> list[str]:
    """Return the lines of a text at a width; only the last of more than ``most`` loses its end."""
    layout = QTextLayout(text, font)
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    starts: list[int] = []
    layout.beginLayout()
    while len(starts) <= most:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(1, width))
        starts.append(line.textStart())
    layout.endLayout()
    # Qt counts in UTF-16, where a letter beyond the basic plane is two
    units = text.encode("utf-16-le")
    ends = [*starts[1:], len(units) // 2]
    lines = [units[2 * a : 2 * b].decode("utf-16-le").rstrip() for a, b in zip(starts, ends, strict=True)]
    if len(lines) > most:
        rest = units[2 * starts[most - 1] :].decode("utf-16-le")
        lines[most - 1 :] = [QFontMetrics(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)]
    return lines


class WrappedLabel(QLabel):
    """Takes as many lines as its text needs, but ``least`` always and never more than ``most``."""

    def __init__(
        self, role: str = "", parent: QWidget | None = None, *, least: int = 1, most: int = 3
    ) -> None:
        super().__init__(parent)
        self._least, self._most = least, most
        self._wrapped: dict[tuple[str, str, int], list[str]] = {}
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Return True: a narrow label is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines that the text has at a width."""
        return max(self._least, len(self._lines(width))) * self.fontMetrics().lineSpacing() + TALLER

    def sizeHint(self) -> QSize:
        """Ask for room for the whole text in one line."""
        width = self.fontMetrics().horizontalAdvance(self.text()) + 2
        return QSize(width, self._least * self.fontMetrics().lineSpacing() + TALLER)

    def minimumSizeHint(self) -> QSize:
        """Allow the label to be as narrow as a few characters."""
        return QSize(self.fontMetrics().averageCharWidth() * 4, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint line below line."""
        painter, metrics = QPainter(self), self.fontMetrics()
        top = TALLER // 2 + metrics.ascent()
        for number, line in enumerate(self._lines(self.width())):
            painter.drawText(0, top + number * metrics.lineSpacing(), line)

    def _lines(self, width: int) -> list[str]:
        # A layout asks for the same few widths again and again while a window is built.
        key = (self.text(), self.font().key(), width)
        if key not in self._wrapped:
            if len(self._wrapped) >= _WIDTHS:
                self._wrapped.clear()
            self._wrapped[key] = wrapped_lines(self.text(), self.font(), width, self._most)
        return self._wrapped[key]

    def changeEvent(self, event: QEvent) -> None:
        """Ask for another height when the font changed."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
