"""A row-like button for a command, with a mark and how many there are."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from memdesk.model import Origin
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.lists.row_delegate import GAP, MARGIN, MARK_ROOM, ROW_AIR, Fonts
from memdesk_gui.widgets.writer_mark import paint_mark


class CountedButton(QAbstractButton):
    """Looks like a row of a list: bold and marked while there is something to count."""

    def __init__(self, theme: Theme, text: str, action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._count, self._action = theme, 0, action
        self._origin = Origin.AGENT
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        theme.changed.connect(self.update)
        self._follow()

    def set_count(self, count: int) -> None:
        """Show how many there are."""
        if count != self._count:
            self._count = count
            self.setAccessibleDescription(str(count) if count else "")
            self.update()

    def set_origin(self, origin: Origin) -> None:
        """Show by whom what is counted is."""
        if origin is not self._origin:
            self._origin = origin
            self.update()

    def sizeHint(self) -> QSize:
        """Take the room of a row."""
        return QSize(120, Fonts.of(self._theme).plain.metrics.height() + ROW_AIR)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the row."""
        painter, fonts, token = QPainter(self), Fonts.of(self._theme), self._theme.token
        if self.isChecked() or self.underMouse():
            painter.fillRect(self.rect(), token("selection"))
        if self.hasFocus():
            painter.fillRect(QRect(0, 0, 2, self.height()), token("human"))
        rect = self.rect().adjusted(MARGIN + GAP, 0, -MARGIN, 0)
        if self._count:
            middle = QPointF(rect.left() + 4, rect.center().y() + 0.5)
            paint_mark(
                painter, middle, fonts.plain.metrics.height() * 0.38, self._origin, token(self._origin.value)
            )
        voice = fonts.bold if self._count else fonts.plain
        painter.setPen(token("text" if self.isEnabled() else "muted"))
        count = str(self._count) if self._count else ""
        room = rect.adjusted(MARK_ROOM, 0, -fonts.small.advance(count) - GAP, 0)
        words = voice.metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        voice.write(painter, room, words)
        painter.setPen(token("muted"))
        fonts.small.write(painter, rect, count, right=True)

    def _follow(self) -> None:
        self.setEnabled(self._action.isEnabled())
        self.setChecked(self._action.isChecked())
