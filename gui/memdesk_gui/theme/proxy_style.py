"""The style below the style sheet: a line of words stands where Latin letters would, whatever its script."""

from __future__ import annotations

from functools import lru_cache
from math import floor

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QTextLayout
from PySide6.QtWidgets import QProxyStyle

FIRST_HIGH = "\u2e80"
"""The first sign of the scripts whose letters come from a font with higher lines."""


class LevelStyle(QProxyStyle):
    """Fusion, which alone sets words with Chinese in them lower than the words beside them."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    def drawItemText(
        self,
        painter: QPainter,
        rect: QRect,
        flags: int,
        palette: QPalette | Qt.GlobalColor | QColor,
        enabled: bool,
        text: str,
        role: QPalette.ColorRole = QPalette.ColorRole.NoRole,
    ) -> None:
        """Paint the words of a button, tab, label, heading or menu."""
        if flags & Qt.AlignmentFlag.AlignVCenter.value and max(text, default="") >= FIRST_HIGH:
            rect = rect.translated(0, _sunk(painter.font().toString(), rect.height()))
        super().drawItemText(painter, rect, flags, palette, enabled, text, role)


@lru_cache(256)
def _sunk(font: str, height: int) -> int:
    """Return the way from where Chinese stands in a place of this height to where Latin letters do."""
    return _baseline(font, "h", height) - _baseline(font, "记", height)


def _baseline(description: str, letter: str, height: int) -> int:
    font = QFont()
    font.fromString(description)
    layout = QTextLayout(letter, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return floor((height + line.ascent() - line.descent()) / 2 + 0.5)
