"""Who wrote each row of a list, table or tree: a bar before its text, and words where a pointer rests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QToolTip

from memdesk_gui.theme.icons import icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.writer_bar import WIDTH, Bar, paint_bar
from memdesk_gui.wording.writers import plain_tip

Index = QModelIndex | QPersistentModelIndex

LEFT = 2
"""Where the bar begins."""
SIGN = 12
"""The side of a lock."""
REACH = 11
"""How far from the edge a pointer is on the bar."""


@dataclass(frozen=True, slots=True)
class RowBars:
    """Tells of rows who wrote them, as far as that is known."""

    bar_of: Callable[[Index], Bar | None]
    words_of: Callable[[Index], str]
    theme: Theme
    locked: Callable[[Index], str] = lambda _index: ""
    """What is said of a row that is locked."""

    def paint(self, painter: QPainter, index: Index, row: QRect) -> None:
        """Paint the bar of a row at its left edge."""
        bar = self.bar_of(index)
        if bar is not None:
            place = QRectF(row.left() + LEFT, row.top() + 3, WIDTH, row.height() - 6)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_bar(painter, place, bar, self.theme.author_color(bar.origin, bar.author))

    def paint_lock(self, painter: QPainter, index: Index, row: QRect) -> None:
        """Paint the sign of a locked row at its upper right."""
        if self.locked(index):
            place = QRect(row.right() - SIGN - LEFT, row.top() + LEFT, SIGN, SIGN)
            icon("lock", self.theme, "muted").paint(painter, place)

    def tell(self, event: QEvent, view: QAbstractItemView) -> bool:
        """Say who wrote the row where a pointer rests on its bar; False where the event is another one."""
        if not isinstance(event, QHelpEvent):
            return False
        index = view.indexAt(event.pos()).siblingAtColumn(0)
        words = self.words_of(index) if index.isValid() and event.pos().x() <= REACH else ""
        if words:
            QToolTip.showText(event.globalPos(), plain_tip(words), view)
        return bool(words)
