"""Tags in a table's cell: the chips of the form, without their signs."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem, QWidget

from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.lists.table import CELL
from memdesk_gui.widgets.text.covering import CoveringDelegate

GAP = 4
INSIDE = 8
"""The room between a chip's edge and its word."""


def chip_width(metrics: QFontMetrics, word: str) -> int:
    """Return the width of a chip with room for all of its word, whose exact width may be a fraction more."""
    return metrics.horizontalAdvance(word) + 1 + 2 * INSIDE


class TagsDelegate(CoveringDelegate):
    """Paints what a cell holds, separated by commas, as chips; those without room are an ellipsis."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Ask for room for all chips."""
        metrics = QFontMetrics(self._theme.small_font())
        words = [word for word in str(index.data() or "").split(", ") if word]
        chips = sum(chip_width(metrics, word) + GAP for word in words)
        return QSize(chips + 2 * CELL, super().sizeHint(option, index).height())

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the cell's ground, then chip after chip."""
        self.initStyleOption(option, index)
        words = [word for word in option.text.split(", ") if word]
        option.text = ""
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.small_font())
        self._paint_chips(painter, option.rect.adjusted(CELL - 3, 0, -CELL, 0), words)
        painter.restore()

    def _paint_chips(self, painter: QPainter, room: QRect, words: list[str]) -> None:
        metrics = QFontMetrics(self._theme.small_font())
        more = metrics.horizontalAdvance("…")
        height = metrics.height() + 4
        left, top = room.left(), room.center().y() - height // 2
        for place, word in enumerate(words):
            limit = room.right() - left - (more + GAP) * (place + 1 < len(words))
            wide = chip_width(metrics, word)
            if wide > limit and place:
                painter.setPen(self._theme.token("muted"))
                painter.drawText(left, room.top(), more, room.height(), Qt.AlignmentFlag.AlignVCenter, "…")
                return
            self._paint_chip(painter, QRect(left, top, min(wide, limit), height), word, metrics)
            left += wide + GAP

    def _paint_chip(self, painter: QPainter, rect: QRect, word: str, metrics: QFontMetrics) -> None:
        painter.setPen(self._theme.token("line"))
        painter.setBrush(self._theme.token("raised"))
        radius = rect.height() / 2
        painter.drawRoundedRect(rect, radius, radius)
        painter.setPen(self._theme.token("text"))
        inner = rect.adjusted(INSIDE, 0, -INSIDE, 0)
        shown = metrics.elidedText(word, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, shown)
