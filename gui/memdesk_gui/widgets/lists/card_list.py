"""A list of cards that can be dragged into another such list: words in two lines, facts, and how strong."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QMimeData, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem, QWidget

from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.lists.row_delegate import Index, RowDelegate
from memdesk_gui.widgets.lists.row_list import RowList
from memdesk_gui.widgets.lists.rows import KEY_ROLE, ROW_ROLE

MIME = "application/x-memdesk-card"
PADDING, BETWEEN, BAR = 8, 6, 3
LINES, FACTS = 2, 3
"""Lines of words on a card, and of what is told of them."""


class CardRow(NamedTuple):
    """A card as it is painted. ``strength`` (0 to 1) is drawn as a bar, ``soon`` puts ``leaving`` in red."""

    words: str
    topic: str = ""
    number: str = ""
    facts: str = ""
    leaving: str = ""
    soon: bool = False
    strength: float | None = None


class CardDelegate(RowDelegate):
    """The look of cards, all equally high."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, None, parent, marked=False)

    def row_height(self) -> int:
        """Return the height of the words, three lines of facts and the bar, with air around them."""
        small = self.fonts.small.metrics.height()
        return LINES * self.fonts.plain.metrics.height() + FACTS * small + BAR + 2 * PADDING + BETWEEN + 4

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one card; its frame, not its row, tells that it is chosen."""
        painter.save()
        painter.fillRect(option.rect, self.theme.token("ground"))  # over what the view paints of a chosen row
        self.paint_row(painter, option, index)
        painter.restore()

    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint what the model says of a card."""
        row: CardRow = index.data(ROW_ROLE)
        token = self.theme.token
        frame = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -BETWEEN + 0.5)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(token("human" if chosen else "line"), 2 if focused else 1))
        painter.setBrush(token("selection" if chosen else "raised"))
        painter.drawRoundedRect(frame, 6, 6)
        rect = option.rect.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        bottom = self._paint_words(painter, rect, row.words)
        small = self.fonts.small.metrics
        topic = QRect(rect.left(), bottom + 2, rect.width(), small.height())
        number = self.paint_detail(painter, topic, row.number, "text")
        self._paint_line(painter, topic.adjusted(0, 0, -number, 0), row.topic, "muted")
        facts = topic.translated(0, small.height())
        self._paint_line(painter, facts, row.facts, "muted")
        leaving = facts.translated(0, small.height())
        self._paint_line(painter, leaving, row.leaving, "danger" if row.soon else "muted")
        if row.strength is not None:
            self._paint_strength(painter, leaving.translated(0, small.height() + 2), row)

    def _paint_words(self, painter: QPainter, rect: QRect, words: str) -> int:
        """Paint words in at most two lines; return where the room for two lines ends."""
        metrics = self.fonts.plain.metrics
        layout = QTextLayout(words, self.fonts.plain.font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        first = layout.createLine()
        first.setLineWidth(rect.width())
        layout.endLayout()
        cut = first.textLength() if first.isValid() else 0
        painter.setPen(self.theme.token("text"))
        upper = QRect(rect.left(), rect.top(), rect.width(), metrics.height())
        self.fonts.plain.write(painter, upper, words[:cut].rstrip())
        rest = metrics.elidedText(words[cut:].lstrip(), Qt.TextElideMode.ElideRight, rect.width())
        self.fonts.plain.write(painter, upper.translated(0, metrics.height()), rest)
        return rect.top() + LINES * metrics.height()

    def _paint_line(self, painter: QPainter, rect: QRect, text: str, token: str) -> None:
        painter.setPen(self.theme.token(token))
        shown = self.fonts.small.metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        self.fonts.small.write(painter, rect, shown)

    def _paint_strength(self, painter: QPainter, rect: QRect, row: CardRow) -> None:
        token = self.theme.token
        track = QRectF(rect.left(), rect.top(), rect.width(), BAR)
        painter.fillRect(track, blend(token("raised"), token("line"), 0.8))
        track.setWidth(track.width() * max(0.0, min(1.0, row.strength or 0.0)))
        painter.fillRect(track, token("human"))


class CardList(RowList):
    """A column of cards. Left and right ask for the one beside; what is dropped here is told, not taken."""

    stepped = Signal(int)
    """The person wants the column at the left (-1) or at the right (1)."""
    dropped = Signal(str)
    """The card with this key was dropped here from another list."""
    chosen = Signal(str)
    """The person opens the card with this key."""

    def __init__(self, name: str, delegate: CardDelegate, parent: QWidget | None = None) -> None:
        super().__init__(name, delegate, None, parent)
        self._theme = delegate.theme
        self.takes = False
        """Whether a card can be dropped here now."""
        self.gives = False
        """Whether cards can be dragged from here."""
        self._over = False
        self.setProperty("panel", False)
        self.setAcceptDrops(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.doubleClicked.connect(lambda index: self.chosen.emit(str(index.data(KEY_ROLE))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the column beside, or open the card."""
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.modifiers():
            self.stepped.emit(-1 if key == Qt.Key.Key_Left else 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current_key():
            self.chosen.emit(self.current_key())
        else:
            super().keyPressEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Take the current card along."""
        del actions
        index = self.currentIndex()
        if not self.gives or not index.isValid():
            return
        data = QMimeData()
        data.setData(MIME, self.current_key().encode("utf-8", "surrogateescape"))
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.setPixmap(self.grab(self.visualRect(index).translated(self.viewport().pos())))
        drag.exec(Qt.DropAction.MoveAction)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Say whether the card can be dropped here."""
        self._answer(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Say whether the card can be dropped here."""
        self._answer(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Show no place for the card any more."""
        super().dragLeaveEvent(event)
        self._show_over(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell which card was dropped; whoever listens moves it."""
        self._show_over(False)
        if self._fits(event):
            event.setDropAction(Qt.DropAction.MoveAction)
            event.accept()
            self.dropped.emit(bytes(event.mimeData().data(MIME).data()).decode("utf-8", "surrogateescape"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards, and a frame where one can be dropped."""
        super().paintEvent(event)
        if self._over:
            painter = QPainter(self.viewport())
            painter.setPen(QPen(self._theme.token("human"), 2, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1), 6, 6)

    def _answer(self, event: QDragMoveEvent) -> None:
        fits = self._fits(event)
        self._show_over(fits)
        if fits:
            event.acceptProposedAction()
        else:
            event.ignore()

    def _fits(self, event: QDropEvent) -> bool:
        return self.takes and event.source() is not self and event.mimeData().hasFormat(MIME)

    def _show_over(self, over: bool) -> None:
        if over is not self._over:
            self._over = over
            self.viewport().update()
