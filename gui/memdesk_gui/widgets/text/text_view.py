"""The text of a document with everything around it: margin, writers, current line, hidden characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import shiboken6
from PySide6.QtCore import QEvent, QMargins, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QPlainTextEdit, QWidget

from memdesk.text.authorship import Authors
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.text import text_paint
from memdesk_gui.widgets.text.covering import CoveredEdit
from memdesk_gui.widgets.text.grammar import Grammar
from memdesk_gui.widgets.text.gutter import Gutter
from memdesk_gui.widgets.text.highlighter import Highlighter
from memdesk_gui.widgets.text.layout import wrapping
from memdesk_gui.widgets.text.seen_block import SeenBlock

TOP = 8
AT_ONCE_CHARACTERS = 1024 * 1024
"""A longer text is put into the view one step after the other."""
COLUMN_CHARACTERS = 90
"""Text is not wider than this many average characters, however wide the window."""


class TextView(CoveredEdit):
    """Shows and edits a buffer's text document; it neither knows files nor systems."""

    viewed = Signal()
    """What is on the screen is another part of the text."""
    undo_pressed = Signal()
    """The keys of undo were pressed here."""
    redo_pressed = Signal()
    """The keys of redo were pressed here."""
    attached = Signal()
    """The text is in the view; a large one comes a moment after the view itself."""

    def __init__(
        self,
        document: QTextDocument,
        theme: Theme,
        grammar: Grammar,
        *,
        mono: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._mono = theme, mono
        self.authors: Authors = ()
        self._target, self.ready, self._place = document, False, 0
        self._stale = False
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setCursorWidth(2)
        self.setTabChangesFocus(False)
        self.gutter = Gutter(self, theme)
        self.highlighter = Highlighter(grammar, theme, self._seen_numbers, self)
        self._take_theme()
        theme.text_changed.connect(self._on_theme_changed)
        self.updateRequest.connect(self._on_update_request)
        self.blockCountChanged.connect(self._lay_out)
        document.contentsChanged.connect(self._select_nothing)
        self.cursorPositionChanged.connect(self.viewport().update)
        self.cursorPositionChanged.connect(self.gutter.update)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self._lay_out()
        if document.characterCount() > AT_ONCE_CHARACTERS:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
            QTimer.singleShot(0, self, self._prepare)
        else:
            self._prepare()
            self._attach()

    def when_ready(self, act: Callable[[], object]) -> None:
        """Do something to the text now, or as soon as it is in the view."""
        if self.ready:
            act()
        else:
            self.attached.connect(act, Qt.ConnectionType.SingleShotConnection)

    def hold(self) -> None:
        """Show how a large text comes into the document, until ``release``; nothing is edited or coloured.

        What changes the width of the text afterwards costs a pass over all lines, so it gets its room now.
        """
        if self.document() is not self._target:
            return
        self.ready, self._place = False, self.textCursor().position()
        self.setReadOnly(True)
        self.highlighter.rest()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._lay_out()
        caret = QTextCursor(self._target)
        caret.setKeepPositionOnInsert(True)
        self.setTextCursor(caret)

    def release(self, *, read_only: bool) -> None:
        """Note that the text is there."""
        if not self.ready and self.document() is self._target:
            caret = self.textCursor()
            caret.setKeepPositionOnInsert(False)
            place = caret.position() or min(self._place, self._target.characterCount() - 1)
            caret.setPosition(place)
            self.setTextCursor(caret)
            if place:
                self.centerCursor()
            self._begin()
        self.setReadOnly(read_only)

    def _select_nothing(self) -> None:
        """Take back what Qt does with a caret that keeps its place: it selects all that comes in there."""
        if self.ready or self.document() is not self._target:
            return
        caret = self.textCursor()
        if caret.hasSelection():
            caret.clearSelection()
            self.setTextCursor(caret)

    def line_count(self) -> int:
        """Return the number of lines of the text, even before it is in the view."""
        known = 0 if self.ready else len(self.authors)
        return max(known, self._target.blockCount())

    def set_authors(self, authors: Authors) -> None:
        """Show who wrote each line."""
        if authors != self.authors:
            self.authors = authors
            self.gutter.set_authors(authors)

    def go_to(self, line: int, column: int = 1) -> None:
        """Put the caret at a line and column (from 1) and show them a third from the top."""
        block = self.document().findBlockByNumber(max(0, min(line, self.blockCount()) - 1))
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(column - 1, block.length() - 1))
        self.setTextCursor(cursor)
        self.centerCursor()

    def column(self) -> int:
        """Return the caret's column, counted in characters from 1."""
        cursor = self.textCursor()
        return (
            len(
                cursor.block()
                .text()
                .encode("utf-16-le")[: 2 * cursor.positionInBlock()]
                .decode("utf-16-le", "ignore")
            )
            + 1
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Take over the looks that changed meanwhile."""
        super().showEvent(event)
        if self._stale:
            self._on_theme_changed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the margin and the column in place, before lines are broken: they get no other width later.

        Whoever types in the last lines goes on to see the caret where a banner comes and takes their room.
        """
        self._lay_out()
        super().resizeEvent(event)
        height, before = event.size().height(), event.oldSize().height()
        if height < before and self.hasFocus() and height < self.cursorRect().bottom() < before:
            self.ensureCursorVisible()

    def changeEvent(self, event: QEvent) -> None:
        """Leave the document's font to ``_take_theme``: every change of it costs a pass over all lines."""
        if event.type() == QEvent.Type.FontChange:
            QAbstractScrollArea.changeEvent(self, event)
        else:
            super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the current line and the selection's gaps below the text, badges above it."""
        painter, seen = QPainter(self.viewport()), tuple(self.seen_blocks())
        text_paint.current_line(painter, self, seen, self._theme)
        self.paint_ground(painter, seen)
        text_paint.selection(painter, self, seen)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setFont(self._theme.small_font())
        text_paint.badges(painter, self, seen, self._theme, self.highlighter.badge_width)

    def paint_ground(self, painter: QPainter, seen: Sequence[SeenBlock]) -> None:
        """Paint what else is below the text (a subclass may)."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a press in the room between two lines for one on the nearer line."""
        super().mousePressEvent(self._snapped(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select by the nearer line."""
        super().mouseMoveEvent(self._snapped(event))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the word of the nearer line."""
        super().mouseDoubleClickEvent(self._snapped(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave undo and redo to whoever owns the text."""
        if self.isReadOnly():
            super().keyPressEvent(event)
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_pressed.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_pressed.emit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave Ctrl+wheel to the window, which zooms all text; scroll otherwise."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._theme.zoom_by(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def _take_theme(self) -> None:
        font = self._theme.mono_font() if self._mono else self._theme.content_font()
        font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
        self.setFont(font)
        self._take_wrap()
        if self.ready:
            self._target.setDefaultFont(font)
        self.setTabStopDistance(4 * QFontMetricsF(font).horizontalAdvance(" "))

    def _take_wrap(self) -> None:
        wanted = wrapping(self._target) if self._theme.wrap else QTextOption.WrapMode.NoWrap
        if self.wordWrapMode() != wanted:
            self.setWordWrapMode(wanted)

    def _prepare(self) -> None:
        """Give the text its font; each such step takes a while where there are very many lines."""
        if self._target.defaultFont() != self.font():
            self._target.setDefaultFont(self.font())
        if self._target.characterCount() > AT_ONCE_CHARACTERS:
            QTimer.singleShot(0, self, self._attach)

    def _attach(self) -> None:
        self._take_wrap()
        self.setDocument(self._target)
        self._begin()

    def _begin(self) -> None:
        self.ready = True
        self.highlighter.watch(self._target)
        self._lay_out()
        self.attached.emit()

    def _on_theme_changed(self) -> None:
        """Follow at once what is seen; a text behind another one follows when it comes to the front."""
        self._stale = not self.isVisible()
        if self._stale:
            return
        self._take_theme()
        self.highlighter.refresh()
        self._lay_out()
        self.viewport().update()

    def _lay_out(self) -> None:
        margin, width = self.gutter.needed_width(self.line_count()), self.width()
        column = QFontMetricsF(self.font()).averageCharWidth() * COLUMN_CHARACTERS
        bar = self.verticalScrollBar().sizeHint().width()
        right = max(24.0, width - margin - bar - column) if not self._mono else 0.0
        margins = QMargins(margin, TOP, int(right), 0)
        if self.viewportMargins() != margins:
            self.setViewportMargins(margins)
        rect = self.contentsRect()
        self.gutter.setGeometry(QRect(rect.left(), rect.top() + TOP, margin, rect.height() - TOP))

    def _on_update_request(self, _rect: QRect, dy: int) -> None:
        self.gutter.scroll(0, dy) if dy else self.gutter.update()
        self._look()

    def _on_scrolled(self) -> None:
        self.gutter.update()
        self._look()
        self.viewed.emit()

    def _look(self) -> None:
        if shiboken6.isValid(self.highlighter):  # a view that goes loses its colours first
            self.highlighter.look()

    def _seen_numbers(self) -> range:
        first = self.firstVisibleBlock().blockNumber()
        return range(first, first + sum(1 for _ in self.seen_blocks()))

    def _snapped(self, event: QMouseEvent) -> QMouseEvent:
        y = self._nearest_line(event.position().y())
        if y == event.position().y():
            return event
        place = QPointF(event.position().x(), y)
        move = place - event.position()
        return QMouseEvent(
            event.type(),
            place,
            event.scenePosition() + move,
            event.globalPosition() + move,
            event.button(),
            event.buttons(),
            event.modifiers(),
            event.pointingDevice(),
        )

    def _nearest_line(self, y: float) -> float:
        """Return ``y``, or the nearest place that is on a line where ``y`` is between two."""
        for seen in self.seen_blocks():
            if seen.top <= y < seen.top + seen.height:
                return _inside(seen, y)
        return y


def _inside(seen: SeenBlock, y: float) -> float:
    layout = seen.block.layout()
    spans = [
        (seen.top + line.y(), seen.top + line.y() + line.height())
        for line in (layout.lineAt(index) for index in range(layout.lineCount()))
    ]
    near = [min(max(y, top), bottom - 1) for top, bottom in spans]
    return min(near, key=lambda place: abs(place - y), default=y)
