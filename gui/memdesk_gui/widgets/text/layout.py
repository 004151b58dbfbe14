"""The layout of documents: lines with room between them, which ``QPlainTextEdit`` itself does not offer."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer
from PySide6.QtGui import QFont, QTextBlock, QTextDocument, QTextLayout, QTextOption
from PySide6.QtWidgets import QPlainTextDocumentLayout

LONG_LINE = 10_000
"""Characters of a line from which on it is wrapped anywhere. Qt looks for the end of a word from every
row anew: a line of 100,000 characters without a space would take a minute."""
KEPT_LINE = 3_000_000
"""Characters of a line up to which a long one stays worked out, at some 50 bytes each: else every blink of
the caret in a line of a megabyte holds up the window for a tenth of a second."""
AIR = 0.16
"""Room above and below each line, as a share of the line's own height."""


class RoomyLayout(QPlainTextDocumentLayout):
    """Lays lines out as the base does, then moves them apart, block by block, when a block is first seen."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.air = AIR
        self.wrapping = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
        self._grown = QTimer(self, singleShot=True, interval=0)
        self._grown.timeout.connect(lambda: self.documentSizeChanged.emit(self.documentSize()))

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return the room a block takes; its lines are in their places afterwards."""
        block.layout().setCacheEnabled(LONG_LINE < block.length() <= KEPT_LINE)
        rect = super().blockBoundingRect(block)
        if rect.isNull():  # of a block that is hidden, or none
            return rect
        layout = block.layout()
        if layout.lineAt(0).y() == 0.0 and self.air:
            if layout.lineCount() > 1 and block.length() <= LONG_LINE:
                self._wrap_at_words(block)
            self._spread(block)
            rect = super().blockBoundingRect(block)
        last = layout.lineAt(layout.lineCount() - 1)
        return rect.adjusted(0, 0, 0, last.height() * self.air)

    def _wrap_at_words(self, block: QTextBlock) -> None:
        """Break no words of a line that is not long only because another one of the document is."""
        option = QTextOption(self.document().defaultTextOption())
        if option.wrapMode() != QTextOption.WrapMode.WrapAnywhere:
            return
        layout = block.layout()
        width, place, before = layout.lineAt(0).width(), layout.lineAt(0).x(), layout.lineCount()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        height = 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLeadingIncluded(True)
            line.setLineWidth(width)
            line.setPosition(QPointF(place, height))
            height += line.height()
        layout.endLayout()
        if layout.lineCount() != before:
            block.setLineCount(layout.lineCount())
            self._grown.start()

    def _spread(self, block: QTextBlock) -> None:
        layout, y = block.layout(), 0.0
        for index in range(layout.lineCount()):
            line = layout.lineAt(index)
            y += line.height() * self.air
            line.setPosition(QPointF(line.x(), y))
            y += line.height() * (1 + self.air)


class LevelLayout(QPlainTextDocumentLayout):
    """Gives every line the same height, whatever fonts its characters come from: columns stay level."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.ascent = 0.0
        """How far below its top the letters of every line stand."""
        self.height = 0.0
        """How high every line is."""

    def measure(self, font: QFont) -> None:
        """Take the height of a line from a font and those that it falls back to."""
        layout = QTextLayout("Ág记", font)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        self.ascent, self.height = line.ascent(), line.height()

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return the room a block takes; each of its lines stands on the same height as all others."""
        rect = super().blockBoundingRect(block)
        layout = block.layout()
        if layout.lineCount() and self.height and not rect.isNull():
            for row in range(layout.lineCount()):
                line = layout.lineAt(row)
                line.setPosition(QPointF(line.x(), row * self.height + self.ascent - line.ascent()))
            rect.setHeight(self.height * layout.lineCount())
        return rect


def has_long_line(text: str) -> bool:
    """Tell whether some line is so long that looking for the ends of its words would freeze the window."""
    at = 0
    while at + LONG_LINE < len(text):
        end = text.rfind("\n", at, at + LONG_LINE)
        if end < 0:
            return True
        at = end + 1
    return False


def fit_wrapping(document: QTextDocument, text: str) -> None:
    """Have an empty document wrap as the text that comes needs it (views ask for :func:`wrapping`)."""
    layout, modes = document.documentLayout(), QTextOption.WrapMode
    mode = modes.WrapAnywhere if has_long_line(text) else modes.WrapAtWordBoundaryOrAnywhere
    if isinstance(layout, RoomyLayout) and layout.wrapping != mode:
        layout.wrapping = mode
        option = document.defaultTextOption()
        option.setWrapMode(mode)
        document.setDefaultTextOption(option)


def wrapping(document: QTextDocument) -> QTextOption.WrapMode:
    """Return how a document's lines are to be wrapped where they are wrapped at all."""
    layout = document.documentLayout()
    usual = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    return layout.wrapping if isinstance(layout, RoomyLayout) else usual


def roomy_document(parent: QObject) -> QTextDocument:
    """Return an empty document with room between its lines.

    It already wraps as ``QPlainTextEdit`` does: changing that later costs a pass over all lines.
    """
    document = QTextDocument(parent)
    document.setDocumentLayout(RoomyLayout(document))
    option = document.defaultTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    return document
