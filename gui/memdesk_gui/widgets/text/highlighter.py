"""Colours for text, block by block. Large texts are coloured where they are looked at."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextDocument,
    QTextLayout,
)

from memdesk.text.invisible import hidden
from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.text.edits import qt_offsets
from memdesk_gui.widgets.text.grammar import Grammar, Ink

ABOVE = 200
"""Lines above the screen that are coloured with it: a fence that begins there may reach into it."""
EAGER_CHARACTERS = 8 * 1024
EAGER_LINES = 200
"""Texts of more characters or lines are coloured only where they are looked at."""
COLORED_CHARACTERS = 32 * 1024
"""Longer lines are not coloured: Qt lays a line out anew, as a whole, for its colours."""
HEADING_SCALES = (1.4, 1.2, 1.08, 1.0, 1.0, 1.0)


class Inks:
    """The formats of a theme for every style of ink."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._faint = blend(theme.token("muted"), theme.token("ground"), 0.35)
        self._formats = self._words() | self._headings()

    def __getitem__(self, style: str) -> QTextCharFormat:
        return self._formats[style]

    def gap(self, width: float) -> QTextCharFormat:
        """Return the format of a character that is followed by room for a badge."""
        made = QTextCharFormat()
        made.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        made.setFontLetterSpacing(width)
        return made

    def _words(self) -> dict[str, QTextCharFormat]:
        token, make = self._theme.token, self._format
        return {
            "mark": make(self._faint),
            "quote": make(token("muted")),
            "bold": make(weight=QFont.Weight.DemiBold),
            "italic": make(italic=True),
            "link": make(token("human")),
            "code": make(mono=True, ground=token("panel")),
            "block": make(mono=True),
            "fence": make(self._faint, mono=True),
            "key": make(token("human")),
            "text": make(token("text")),
            "number": make(token("foreign")),
            "word": make(token("agent")),
        }

    def _headings(self) -> dict[str, QTextCharFormat]:
        levels = list(enumerate(HEADING_SCALES, 1))
        titles = {f"h{level}": self._format(weight=QFont.Weight.Bold, scale=scale) for level, scale in levels}
        return titles | {f"m{level}": self._format(self._faint, scale=scale) for level, scale in levels}

    def _format(
        self,
        color: QColor | None = None,
        *,
        weight: QFont.Weight | None = None,
        italic: bool = False,
        mono: bool = False,
        ground: QColor | None = None,
        scale: float = 0.0,
    ) -> QTextCharFormat:
        made = QTextCharFormat()
        if color is not None:
            made.setForeground(color)
        if weight is not None:
            made.setFontWeight(weight)
        if italic:
            made.setFontItalic(True)
        if mono:
            made.setFontFamilies([self._theme.mono_font().family()])
        if ground is not None:
            made.setBackground(ground)
        if scale:
            made.setFontPointSize(self._theme.content_font().pointSizeF() * scale)
        return made


class Highlighter(QSyntaxHighlighter):
    """Colours a document by a grammar and makes room for the badges of hidden characters.

    ``seen`` tells which of its blocks are on the screen.
    """

    def __init__(self, grammar: Grammar, theme: Theme, seen: Callable[[], range], parent: QObject) -> None:
        super().__init__(parent)
        self._grammar, self._seen = grammar, seen
        self._theme = theme
        self._target: QTextDocument | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._color_seen)
        self._take_theme()

    @property
    def eager(self) -> bool:
        """Whether the whole document is coloured, not only what was looked at."""
        return self.document() is not None

    def rest(self) -> None:
        """Colour nothing until the next ``watch``: the document is being filled."""
        if self.eager:
            self.setDocument(None)
        elif self._target is not None:
            self._target.contentsChange.disconnect(self._on_contents_change)
        self._target = None

    def watch(self, document: QTextDocument) -> None:
        """Colour this document from now on."""
        self._target = document
        if not _is_large(document):
            self.setDocument(document)
        else:
            document.contentsChange.connect(self._on_contents_change)

    def refresh(self) -> None:
        """Take over the theme's colours and fonts."""
        self._take_theme()
        if self.eager:
            self.rehighlight()
        elif self._target is not None:
            self._forget(self._target.firstBlock(), self._target.blockCount())
            self._timer.start(0)

    def look(self) -> None:
        """Colour what is on the screen, where the document is not coloured as a whole."""
        if not self.eager and self._target is not None:
            self._timer.start(0)

    def highlightBlock(self, text: str) -> None:
        """Colour one block (called by Qt)."""
        if _is_large(self.document()):
            self.setCurrentBlockState(-1)
            self._timer.start(0)
            return
        inks, state = self._ink(text, self.previousBlockState())
        self.setCurrentBlockState(state)
        at = qt_offsets(text)
        for ink in inks:
            self.setFormat(at(ink.start), at(ink.start + ink.length) - at(ink.start), self._inks[ink.style])
        for start, length, gap in self._gaps(text):
            format_ = self.format(start)
            format_.merge(gap)
            self.setFormat(start, length, format_)

    def _ink(self, text: str, state: int) -> tuple[list[Ink], int]:
        """Return the inks of a line and the state after it; a very long line has none, for Qt's sake."""
        return self._grammar(text, state) if len(text) <= COLORED_CHARACTERS else ([], state)

    def _take_theme(self) -> None:
        self._inks = Inks(self._theme)
        self._badge_metrics = QFontMetricsF(self._theme.small_font())

    def badge_width(self, label: str) -> float:
        """Return the room a hidden character's badge takes."""
        return self._badge_metrics.horizontalAdvance(label) + self._badge_metrics.horizontalAdvance("n")

    def _gaps(self, text: str) -> list[tuple[int, int, QTextCharFormat]]:
        """Return the characters behind which badges stand, with the format that leaves room for them.

        That is the one before what is hidden; where a line begins with that, it is the first hidden one.
        """
        found, at = hidden(text), qt_offsets(text)
        before = ((max(0, each.start - 1), each.label) for each in found)
        return [
            (at(place), at(place + 1) - at(place), self._inks.gap(self.badge_width(label)))
            for place, label in before
        ]

    def _color_seen(self) -> None:
        if self._target is None or not shiboken6.isValid(self._target):  # a window that goes takes it first
            return
        if self.eager and _is_large(self._target):
            self._grow(self._target)
        seen = self._seen()
        block, fresh = self._target.findBlockByNumber(max(0, seen.start - ABOVE)), []
        while block.isValid() and block.blockNumber() < seen.stop:
            if block.userState() < 0:
                had = bool(block.layout().formats())
                self._color(block)
                if had or block.layout().formats():
                    fresh.append(block)
            block = block.next()
        if fresh:
            start, last = fresh[0].position(), fresh[-1]
            self._target.markContentsDirty(start, last.position() + last.length() - start)

    def _grow(self, document: QTextDocument) -> None:
        self.rest()
        self.watch(document)
        self._forget(document.firstBlock(), document.blockCount())

    def _color(self, block: QTextBlock) -> None:
        """Colour a block of a large text; user state 0 = coloured, above = inside a fence of that length."""
        text, before = block.text(), block.previous().userState()
        inks, state = self._ink(text, before if before > 0 else -1)
        at = qt_offsets(text)
        ranges = [
            _range(at(ink.start), at(ink.start + ink.length) - at(ink.start), self._inks[ink.style])
            for ink in inks
        ]
        ranges += [_range(*gap) for gap in self._gaps(text)]
        block.setUserState(max(0, state))
        block.layout().setFormats(ranges)

    def _on_contents_change(self, position: int, _removed: int, added: int) -> None:
        if self._target is None:
            return
        first = self._target.findBlock(position)
        last = self._target.findBlock(position + added)
        self._forget(first, last.blockNumber() - first.blockNumber() + 1)
        self._timer.start(0)

    @staticmethod
    def _forget(block: QTextBlock, count: int) -> None:
        for _ in range(count):
            if not block.isValid():
                return
            block.setUserState(-1)
            block = block.next()


def _is_large(document: QTextDocument) -> bool:
    return document.blockCount() > EAGER_LINES or document.characterCount() > EAGER_CHARACTERS


def _range(start: int, length: int, format_: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, format_
    return made
