"""What the editors of plain text share: the view, the find bar, the caret's place, who wrote which line."""

from __future__ import annotations

import re
from functools import partial

from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QWidget

from memdesk.model import Actor
from memdesk.text.encoding import LineNumbers
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.base import Editor
from memdesk_gui.editors.chunk_marks import ChunkMarks
from memdesk_gui.editors.lock_marks import LockMarks
from memdesk_gui.widgets.text.find_bar import FindBar
from memdesk_gui.widgets.text.grammar import Grammar
from memdesk_gui.widgets.text.text_view import TextView
from memdesk_gui.wording.wording import document_title

_LINE = re.compile(r"L(\d+)(?:[:C](\d+)|-L?\d+)?")


class TextEditor(Editor):
    """An editor of text. Subclasses choose the grammar and the font."""

    def __init__(
        self,
        buffer: DocumentBuffer,
        context: AppContext,
        parent: QWidget | None,
        *,
        grammar: Grammar,
        mono: bool,
    ) -> None:
        super().__init__(buffer, context, parent)
        self.view = TextView(buffer.text_document, context.theme, grammar, mono=mono, parent=self)
        self.view.setAccessibleName(self.tr("Text of {title}").format(title=document_title(buffer.info)))
        self.view.setReadOnly(not buffer.editable)
        self._numbers = LineNumbers(buffer.form)
        self.view.gutter.number_of = lambda piece: self.numbers().line(piece)
        self._show_authors()
        LockMarks(self.view.gutter, lambda line: self.numbers().piece(line), buffer, context)
        ChunkMarks(self.view.gutter, lambda line: self.numbers().piece(line), buffer, context)
        self._find_bar: FindBar | None = None
        self.setAccessibleName("Editor")
        self.setFocusProxy(self.view)
        self._anchor: QTextCursor | None = None
        self._connect()
        self._on_arriving()

    @property
    def find_bar(self) -> FindBar:
        """The bar below the text, made when it is first asked for."""
        if self._find_bar is None:
            buffer, context = self.buffer, self.context
            self._find_bar = FindBar(self.view, context.theme, context.jobs.read, buffer.text, self)
            self._find_bar.replaced.connect(buffer.steps.note)
            self.body.addWidget(self._find_bar)
        return self._find_bar

    def numbers(self) -> LineNumbers:
        """Return what tells the lines of the file from those that the view shows."""
        if self._numbers.form is not self.buffer.form:
            self._numbers = LineNumbers(self.buffer.form)
        return self._numbers

    def open_find(self) -> None:
        """Open the find bar."""
        self.find_bar.open()

    def open_replace(self) -> None:
        """Open the find bar with its second row."""
        self.find_bar.open(replace=True)

    def hide_find(self) -> None:
        """Hide the find bar."""
        if self._find_bar is not None:
            self._find_bar.hide()

    def reveal(self, fragment: str) -> None:
        """Show a line (``L12``) or the line that holds these words."""
        self.view.when_ready(lambda: self._reveal(fragment))

    def _reveal(self, fragment: str) -> None:
        if place := _LINE.fullmatch(fragment):
            self.view.go_to(self.numbers().piece(int(place[1])), int(place[2] or 1))
        elif line := self.line_of(fragment):
            self.view.go_to(line)

    def line_of(self, fragment: str) -> int | None:
        """Return the line (from 1) that a fragment names."""
        index = self.buffer.text().find(fragment)
        return None if index < 0 else self.buffer.text().count("\n", 0, index) + 1

    def foot(self) -> int:
        """Return the height of the find bar while it is open."""
        bar = self._find_bar
        return bar.height() if bar is not None and bar.isVisible() else 0

    def changes(self) -> tuple[int, ...]:
        """Return where something begins that others wrote since the person last looked."""
        return self.buffer.origins.changes()

    def go_to_change(self, by: int) -> None:
        """Put the caret at the next (1) or previous (-1) of these lines."""
        lines, here = self.changes(), self.view.textCursor().blockNumber() + 1
        if lines and by > 0:
            self.view.go_to(next((line for line in lines if line > here), lines[0]))
        elif lines:
            self.view.go_to(next((line for line in reversed(lines) if line < here), lines[-1]))

    def place(self) -> OriginTarget | None:
        """Return the caret's line."""
        return OriginTarget(self.view.textCursor().blockNumber() + 1)

    def caret(self) -> int:
        """Return the caret's place."""
        return self.view.textCursor().position()

    def set_caret(self, position: int) -> None:
        """Put the caret back where it was."""
        self.view.when_ready(lambda: self._put_caret(position))

    def _put_caret(self, position: int) -> None:
        cursor = self.view.textCursor()
        cursor.setPosition(max(0, min(position, self.buffer.text_document.characterCount() - 1)))
        self.view.setTextCursor(cursor)
        self.view.centerCursor()

    def position(self) -> str:
        """Return line and column of the caret."""
        line = self.numbers().line(self.view.textCursor().blockNumber() + 1)
        return self.tr("Ln {line}, Col {column}").format(line=line, column=self.view.column())

    def _undo(self) -> None:
        """Take back what was done last, which may be no step of the text."""
        if not self.context.documents.undo.undo_first():
            self.buffer.undo()

    def _redo(self) -> None:
        if not self.context.documents.undo.redo_first():
            self.buffer.redo()

    def _connect(self) -> None:
        buffer = self.buffer
        self.view.cursorPositionChanged.connect(self.position_changed)
        buffer.arriving.connect(self._on_arriving)
        buffer.loaded.connect(self._on_loaded)
        buffer.steps.running.connect(self._on_running)
        self.view.undo_pressed.connect(self._undo)
        self.view.redo_pressed.connect(self._redo)
        buffer.parsed_changed.connect(self._show_authors)
        buffer.origins.changed.connect(self._show_authors)
        buffer.about_to_reload.connect(self._before_reload)
        buffer.reloaded.connect(self._after_reload)
        self._shortcut(QKeySequence.StandardKey.FindNext, self._find_again)
        self._shortcut(QKeySequence.StandardKey.FindPrevious, partial(self._find_again, forward=False))

    def _shortcut(self, key: QKeySequence.StandardKey, act: object) -> None:
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.activated.connect(act)

    def _find_again(self, *, forward: bool = True) -> None:
        if self._find_bar is not None:
            self._find_bar.step(forward=forward)

    def _show_authors(self) -> None:
        buffer, origins = self.buffer, self.buffer.origins
        self.view.set_authors(origins.writers(buffer.authors, buffer.person))
        self.view.gutter.set_unreviewed(origins.unreviewed())
        self.view.gutter.set_fresh(origins.fresh())

    def _on_arriving(self) -> None:
        """Show how the text comes, where it does not come at once."""
        if self.buffer.settling:
            self._show_authors()
            self.view.hold()

    def _on_running(self, running: bool) -> None:
        self.view.setReadOnly(running or not self.buffer.editable)

    def _on_loaded(self) -> None:
        self.view.release(read_only=not self.buffer.editable)

    def _before_reload(self) -> None:
        """Remember the line at the top; lines that come above it must not move what is being read."""
        self._anchor = QTextCursor(self.view.firstVisibleBlock())

    def _after_reload(self, _writer: Actor) -> None:
        if self._anchor is not None:
            self.view.verticalScrollBar().setValue(self._anchor.block().firstLineNumber())
            self._anchor = None
