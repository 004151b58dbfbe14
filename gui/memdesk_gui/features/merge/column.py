"""One side of a merge: its lines, level with those of the other sides, and what became of each change."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.text.diff_text import DiffLine, DiffText

HEAD, GAP, OPEN, TAKEN, LEFT, OWN = "head", "gap", "open", "taken", "left", "own"
"""What a line of the column is: the head of a change, a gap, a line of an open conflict, one that was taken,
one that was not, and one that merges by itself."""

_GLYPHS = {GAP: "⋯", OPEN: "!", TAKEN: "✓", OWN: "+"}


class MergeColumn(DiffText):
    """Shows one side; the change that is looked at has a bar and a bold head."""

    def __init__(self, theme: Theme, tone: str, parent: QWidget | None = None) -> None:
        self._tone = tone
        super().__init__(theme, 0, parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # lines are broken to fit

    def set_tone(self, tone: str) -> None:
        """Mark what this side changed in the colour of who wrote it: human, agent, foreign."""
        self._tone = tone
        self.viewport().update()

    def mark(self, lines: Sequence[DiffLine], current: range) -> None:
        """Show the same lines with other signs, and which of them are looked at."""
        self._lines = lines
        self.show_current(current)
        self._mark_words()
        self.update()
        self.viewport().update()

    def cells(self) -> int:
        """Return how many characters fit into a line."""
        room = self.contentsRect().width() - self.margin_width() - self.verticalScrollBar().sizeHint().width()
        space = 2 * self.document().documentMargin()
        return int((room - space) / max(1, self.fontMetrics().horizontalAdvance("0")))

    def ground(self, sign: str) -> QColor | None:
        """Return the colour behind a line."""
        token = self._theme.token
        if sign == OWN:
            return blend(token("ground"), token(self._tone), 0.12)
        names = {HEAD: "panel", GAP: "panel", OPEN: "del_bg", TAKEN: "add_bg"}
        return token(names[sign]) if sign in names else None

    def ink(self, sign: str) -> QColor:
        """Return the colour of a line's glyph."""
        return self._theme.token({OPEN: "danger", TAKEN: "fine", OWN: self._tone}.get(sign, "muted"))

    def glyph(self, sign: str) -> str:
        """Return what stands before a line, so that no colour is needed to tell it."""
        return _GLYPHS.get(sign, "")

    def _marks(self, number: int, line: DiffLine) -> list[QTextEdit.ExtraSelection]:
        """Mark what is new in a line, on its own ground, and the heads."""
        if line.sign in (HEAD, GAP):
            return [self._head(number)]
        made = super()._marks(number, line)
        ground = self.ground(line.sign) or self._theme.token("ground")
        for mark in made:
            mark.format.setBackground(blend(ground, self.ink(line.sign), 0.22))
        return made

    def _head(self, number: int) -> QTextEdit.ExtraSelection:
        look = QTextCharFormat()
        current = number in self.current
        look.setForeground(self._theme.token("text" if current else "muted"))
        look.setFontWeight(QFont.Weight.DemiBold if current else QFont.Weight.Normal)
        made = QTextEdit.ExtraSelection()
        made.cursor = QTextCursor(self.document().findBlockByNumber(number))
        made.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        made.format = look
        return made
