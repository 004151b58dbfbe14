"""Between Python text and a ``QTextDocument``: exact reading, minimal editing, filling in small portions."""

from __future__ import annotations

import re
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

from memdesk.text.diff import TextEdit

_WIDE = re.compile("[\U00010000-\U0010ffff]")

PORTION = 16 * 1024
"""Characters inserted at a time while a document fills."""
TURN_SECONDS = 0.008
"""How long filling may hold the event loop at a time."""
ONE_STEP = 2_000
"""Qt undoes a step as a whole: so many replacements take it some 20 ms."""
SHOWN_SECONDS = 0.25
"""How often views show how far a document is filled."""


def raw_text(document: QTextDocument) -> str:
    """Return the text exactly (``toPlainText`` would turn no-break spaces into spaces)."""
    return document.toRawText().replace("\u2029", "\n")


def _units(text: str) -> int:
    """Return how many positions a text takes in a document."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def qt_offsets(text: str) -> Callable[[int], int]:
    """Return the function from a character's index in ``text`` to its position in a document (UTF-16)."""
    if _units(text) == len(text):
        return int
    wide = [match.start() for match in _WIDE.finditer(text)]
    return lambda index: index + bisect_left(wide, index)


def apply_edits(document: QTextDocument, text: str, edits: Sequence[TextEdit]) -> None:
    """Change the document, which holds ``text``, as one step of undo; carets elsewhere stay in place."""
    spans, length = _spans(text, edits)
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    if length != document.characterCount() - 1:
        _replace_by(cursor, text)
    for edit, (start, end) in zip(reversed(edits), reversed(spans), strict=True):
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(edit.text)
    cursor.endEditBlock()


def _spans(text: str, edits: Sequence[TextEdit]) -> tuple[list[tuple[int, int]], int]:
    """Return where edits begin and end in a document that holds ``text``, and how long it is."""
    spans, at, units = [], 0, 0
    for edit in edits:
        start = units + _units(text[at : edit.start])
        units = start + _units(text[edit.start : edit.end])
        spans.append((start, units))
        at = edit.end
    return spans, units + _units(text[at:])


def _replace_by(cursor: QTextCursor, text: str) -> None:
    """Replace everything: half characters, which Python text leaves out, would shift every position."""
    cursor.select(QTextCursor.SelectionType.Document)
    cursor.insertText(text)


class Feeder(QObject):
    """Fills an empty document with a text of any size without holding up the event loop."""

    inserted = Signal(str)
    """This piece of the text is in the document now."""
    finished = Signal()
    """All of it is in the document."""
    left = Signal()
    """The turn of the event loop in which it was finished is over."""

    def __init__(self, document: QTextDocument, text: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._layout = document.documentLayout()
        self._shown = 0.0
        self._text = text
        self._at = 0
        self._finished = False
        self._bare = QTextBlock()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._turn)

    def clear(self) -> None:
        """Empty the document."""
        self._document.setUndoRedoEnabled(False)
        self._document.clear()

    def start(self) -> None:
        """Begin; a small text is in place when this returns."""
        self._timer.start()
        self._turn()

    def stop(self) -> None:
        """Leave the document as far as it is filled."""
        self._timer.stop()

    def _turn(self) -> None:
        if self._finished:
            self._timer.stop()
            self.left.emit()
            return
        stop = time.perf_counter() + TURN_SECONDS
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._bare = _prepare_layouts(self._bare, stop)
        while self._at < len(self._text) and time.perf_counter() < stop:
            piece = self._text[self._at : self._portion_end()]
            self._at += len(piece)
            self._insert(cursor, piece)
            self._bare = _prepare_layouts(self._bare, stop)
            self.inserted.emit(piece)
        if self._at >= len(self._text) and time.perf_counter() < stop:
            self._finish()

    def _portion_end(self) -> int:
        """Return where the next piece ends: a very long line comes whole: it is laid out anew for each."""
        end = self._at + PORTION
        if end >= len(self._text) or self._text.find("\n", self._at, end) >= 0:
            return end
        line = self._text.find("\n", end)
        return line + 1 if line >= 0 else len(self._text)

    def _insert(self, cursor: QTextCursor, piece: str) -> None:
        """Insert a piece; views hear of the first, the last, and some between: each has them paint.

        Within an edit block Qt does not look where in its row the last letter is.
        """
        block, now = cursor.block(), time.perf_counter()
        heard = now - self._shown > SHOWN_SECONDS or self._at >= len(self._text)
        self._layout.blockSignals(not heard)
        cursor.beginEditBlock()
        cursor.insertText(piece)
        cursor.endEditBlock()
        self._layout.blockSignals(False)
        self._shown = now if heard else self._shown
        self._bare = block

    def _finish(self) -> None:
        self._finished = True
        self._timer.start(1)  # not 0: whatever else is due comes first
        self._document.setUndoRedoEnabled(True)
        self._document.setModified(False)
        self.finished.emit()


def _prepare_layouts(block: QTextBlock, stop: float) -> QTextBlock:
    """Have the layouts from a block on made, or the first view makes those of all blocks at once.

    Return the block to go on with: each call of Qt may have to wait for another thread, and some are made for
    every block, so it ends once ``stop`` (of ``time.perf_counter``) is past.
    """
    while block.isValid() and time.perf_counter() < stop:
        block.layout()
        block = block.next()
    return block


class BulkReplacement(QObject):
    """Replaces very many places (in the document's own positions), a portion per turn.

    ``new`` says what is written in the place of a text.

    Up to ``ONE_STEP`` places are one step of Qt's undo; more of them are a step for each turn.
    """

    finished = Signal(int, int)
    """All is replaced: how many steps could be undone before, and how many now."""

    def __init__(
        self,
        document: QTextDocument,
        starts: Sequence[int],
        ends: Sequence[int],
        new: Callable[[str], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._starts, self._ends, self._new = starts, ends, new
        self._left = len(starts)
        self._cursor = QTextCursor(document)
        self._before = document.availableUndoSteps()
        self._joins = False
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._turn)

    def start(self) -> None:
        """Begin; nobody else may edit the document until ``finished``."""
        self._timer.start()
        self._turn()

    def _turn(self) -> None:
        stop = time.perf_counter() + TURN_SECONDS
        if self._joins:
            self._cursor.joinPreviousEditBlock()
        else:
            self._cursor.beginEditBlock()
            self._joins = len(self._starts) <= ONE_STEP
        while self._left and time.perf_counter() < stop:
            self._left -= 1
            self._cursor.setPosition(self._starts[self._left])
            self._cursor.setPosition(self._ends[self._left], QTextCursor.MoveMode.KeepAnchor)
            self._cursor.insertText(self._new(self._cursor.selectedText()))
        self._cursor.endEditBlock()
        if not self._left:
            self._timer.stop()
            self.finished.emit(self._before, self._document.availableUndoSteps())
