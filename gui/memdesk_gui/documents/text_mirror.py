"""The exact text of a document at any moment, without asking the document for all of it."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextDocument

from memdesk_gui.widgets.text.edits import raw_text


class TextMirror(QObject):
    """Follows a document line by line as it changes; a whole large document takes too long to copy out."""

    def __init__(self, document: QTextDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._lines = [""]
        self._joined: str | None = ""
        self._paused = False
        document.contentsChange.connect(self._on_contents_change)

    def text(self) -> str:
        """Return the whole text, its lines separated by newlines."""
        if self._joined is None:
            self._joined = "\n".join(self._lines)
        return self._joined

    def pause(self) -> None:
        """Follow no longer, until ``resume``: the document is being filled, from the beginning."""
        self._paused, self._lines = True, [""]

    def append(self, piece: str) -> None:
        """Take a piece of the text that the document is being filled with."""
        first, *others = piece.split("\n")
        self._lines[-1] += first
        self._lines += others

    def resume(self, text: str) -> None:
        """Follow again: the document holds this text, all pieces of which were appended."""
        self._paused, self._joined = False, text
        if len(self._lines) != self._document.blockCount():
            self._take(raw_text(self._document))

    def _take(self, text: str) -> None:
        self._lines, self._joined = text.split("\n"), text

    def _on_contents_change(self, position: int, _removed: int, added: int) -> None:
        if self._paused:
            return
        document, self._joined = self._document, None
        first = document.findBlock(position).blockNumber()
        last = document.findBlock(min(position + added, document.characterCount() - 1)).blockNumber()
        grown = document.blockCount() - len(self._lines)
        self._lines[first : last + 1 - grown] = self._blocks(first, last)
        if len(self._lines) != document.blockCount():
            self._take(raw_text(document))

    def _blocks(self, first: int, last: int) -> list[str]:
        block, texts = self._document.findBlockByNumber(first), []
        for _ in range(last - first + 1):
            texts.append(block.text())
            block = block.next()
        return texts
