"""Find and replace in a text, above the text's lower edge."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QTextEdit, QWidget

from memdesk.text.replace import ReplaceQuery
from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.find_controls import IconButton, button, field, toggle
from memdesk_gui.widgets.layouts import in_row
from memdesk_gui.widgets.text.edits import BulkReplacement, qt_offsets
from memdesk_gui.widgets.text.text_view import TextView

SEARCH_DELAY_MS = 120
MOST_MATCHES = 100_000

Search = Callable[[Callable[[], "Matches"], Callable[["Matches"], object]], object]
"""Runs a search in the background and hands its result to a callback on the GUI thread."""


class Matches(NamedTuple):
    """Where the wanted text is: starts and ends in the document's positions, and in characters."""

    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


def find_all(text: str, wanted: str, *, case: bool, word: bool) -> Matches:
    """Return every place of ``wanted`` in the text, literally."""
    if not wanted:
        return Matches()
    pattern = re.escape(wanted)
    found = re.compile(rf"(?<!\w){pattern}(?!\w)" if word else pattern, 0 if case else re.IGNORECASE)
    spans = tuple(match.span() for match, _ in zip(found.finditer(text), range(MOST_MATCHES), strict=False))
    at = qt_offsets(text)
    return Matches(tuple(at(start) for start, _ in spans), tuple(at(end) for _, end in spans), spans)


class FindBar(QFrame):
    """Finds as the person types, shows how many there are, goes to the next, replaces one or all."""

    closed = Signal()
    """The bar was closed, and the focus goes back to the text."""
    replaced = Signal(int, int)
    """Every match was replaced: how many steps could be undone before, and how many can now."""

    def __init__(
        self,
        view: TextView,
        theme: Theme,
        search: Search,
        text: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._view, self._theme, self._search, self._text = view, theme, search, text
        self._matches = Matches()
        self._generation = 0
        self._run: BulkReplacement | None = None
        self.setProperty("role", "findbar")
        self._wanted = field(self.tr("Find"), self)
        self._new = field(self.tr("Replace with"), self)
        self._count = QLabel(self)
        self._count.setProperty("role", "small")
        self._case = toggle("Aa", self.tr("Match case"), self)
        self._word = toggle("W", self.tr("Whole words"), self)
        self._replacing: tuple[QWidget, ...] = ()
        self._build()
        self._timer = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._timer.timeout.connect(self.search_now)
        self._connect()
        self.hide()

    @property
    def matches(self) -> Matches:
        """The places found last."""
        return self._matches

    def open(self, *, replace: bool = False) -> None:
        """Show the bar with the selected text in it."""
        selected = self._view.textCursor().selectedText()
        if selected and "\u2029" not in selected:
            self._wanted.setText(selected)
        for widget in self._replacing:
            widget.setVisible(replace and not self._view.isReadOnly())
        self.show()
        self._wanted.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._wanted.selectAll()
        self.search_now()

    def close_bar(self) -> None:
        """Hide the bar and go back to the text."""
        self.hide()
        self._view.setExtraSelections([])
        self._view.setFocus()
        self.closed.emit()

    def search_now(self) -> None:
        """Look for the wanted text again."""
        self._generation += 1
        if not self.isVisible() or not self._view.ready:
            return
        work = partial(
            find_all,
            self._text(),
            self._wanted.text(),
            case=self._case.isChecked(),
            word=self._word.isChecked(),
        )
        self._search(work, partial(self._on_found, self._generation))

    def step(self, *, forward: bool = True) -> None:
        """Select the next or the previous match, round and round."""
        starts = self._matches.starts
        if not starts:
            return
        cursor = self._view.textCursor()
        if forward:
            index = bisect_left(starts, cursor.selectionEnd() if cursor.hasSelection() else cursor.position())
        else:
            index = bisect_left(starts, cursor.selectionStart()) - 1
        self._select(index % len(starts))

    def replace_one(self) -> None:
        """Replace the selected match and go to the next one."""
        index = self._selected_match()
        if index is not None and not self._view.isReadOnly():
            cursor = self._view.textCursor()
            cursor.insertText(self._query().instead_of(cursor.selectedText()))
            self._drop(index)
        self.step()

    def replace_all(self) -> None:
        """Replace every match; ``replaced`` tells of the steps of undo that it took."""
        if self._view.isReadOnly() or not self._matches.spans or self._run is not None:
            return
        starts, ends, _ = self._matches
        self._matches = Matches()
        self._view.setReadOnly(True)
        self._run = BulkReplacement(self._view.document(), starts, ends, self._query().instead_of, self)
        self._run.finished.connect(self.replaced)
        self._run.finished.connect(self._on_replaced)
        self._run.start()

    def _query(self) -> ReplaceQuery:
        return ReplaceQuery(self._wanted.text(), self._new.text(), case=self._case.isChecked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go backwards with Shift+Enter."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if watched is self._new:
                    self.replace_one()
                else:
                    self.step(forward=not shift)
                return True
        return super().eventFilter(watched, event)

    def _build(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(24, 8, 24, 8)
        grid.setSpacing(8)
        grid.addWidget(self._wanted, 0, 0)
        grid.addLayout(self._find_row(), 0, 1)
        one = button(self.tr("Replace"), self.replace_one, self)
        every = button(self.tr("Replace all"), self.replace_all, self)
        row = in_row(one, every, None)
        grid.addWidget(self._new, 1, 0)
        grid.addLayout(row, 1, 1)
        grid.setColumnStretch(0, 1)
        self._replacing = (self._new, one, every)

    def _find_row(self) -> QHBoxLayout:
        back = partial(self.step, forward=False)
        previous = IconButton(self._theme, "chevron-up", self.tr("Previous match"), back, self)
        following = IconButton(self._theme, "chevron-down", self.tr("Next match"), self.step, self)
        close = IconButton(self._theme, "close", self.tr("Close find"), self.close_bar, self)
        return in_row(self._case, self._word, previous, following, self._count, None, close, spacing=4)

    def _connect(self) -> None:
        self._wanted.textChanged.connect(self._search_soon)
        self._case.toggled.connect(self.search_now)
        self._word.toggled.connect(self.search_now)
        self._view.textChanged.connect(self._on_text_changed)
        self._view.viewed.connect(self._show_matches)
        self._view.attached.connect(self._timer.start)
        for line in (self._wanted, self._new):
            line.installEventFilter(self)

    def _search_soon(self, _text: str) -> None:
        self._timer.start()

    def _on_text_changed(self) -> None:
        if not self._view.ready:
            self._generation += 1
            self._matches = Matches()
        if self.isVisible() and self._run is None:
            self._timer.start()

    def _on_found(self, generation: int, matches: Matches) -> None:
        if generation != self._generation or not self.isVisible():
            return
        self._matches = matches
        self._show_matches()
        self._show_count()

    def _on_replaced(self) -> None:
        self._run = None
        self._view.setReadOnly(False)
        self.search_now()

    def _select(self, index: int) -> None:
        cursor = self._view.textCursor()
        cursor.setPosition(self._matches.starts[index])
        cursor.setPosition(self._matches.ends[index], QTextCursor.MoveMode.KeepAnchor)
        self._view.setTextCursor(cursor)
        self._view.ensureCursorVisible()
        self._show_matches()
        self._show_count()

    def _selected_match(self) -> int | None:
        cursor, (starts, ends, _) = self._view.textCursor(), self._matches
        index = bisect_left(starts, cursor.selectionStart())
        same = index < len(starts) and (starts[index], ends[index]) == (
            cursor.selectionStart(),
            cursor.selectionEnd(),
        )
        return index if same else None

    def _drop(self, index: int) -> None:
        """Forget a match that was replaced and move those after it; a new search follows anyway."""
        starts, ends, spans = self._matches
        moved = self._view.textCursor().position() - ends[index]
        self._matches = Matches(
            starts[:index] + tuple(at + moved for at in starts[index + 1 :]),
            ends[:index] + tuple(at + moved for at in ends[index + 1 :]),
            spans[:index] + spans[index + 1 :],
        )

    def _show_count(self) -> None:
        total, index = len(self._matches.starts), self._selected_match()
        if not self._wanted.text():
            self._count.setText("")
        elif index is not None:
            self._count.setText(self.tr("{index} of {total}").format(index=index + 1, total=total))
        else:
            self._count.setText(self.tr("%n matches", "", total) if total else self.tr("No match"))

    def _show_matches(self) -> None:
        """Mark the matches on the screen."""
        if self.isVisible():
            seen = [item.block for item in self._view.seen_blocks()]
            first = seen[0].position() if seen else 0
            last = seen[-1].position() + seen[-1].length() if seen else 0
            starts = self._matches.starts
            within = range(bisect_left(starts, first), bisect_right(starts, last))
            self._view.setExtraSelections(self._selections(within))

    def _selections(self, indices: Sequence[int]) -> list[QTextEdit.ExtraSelection]:
        made = []
        look = QTextCharFormat()
        look.setBackground(blend(self._theme.token("ground"), self._theme.token("foreign"), 0.3))
        for index in indices:
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self._view.document())
            cursor.setPosition(self._matches.starts[index])
            cursor.setPosition(self._matches.ends[index], QTextCursor.MoveMode.KeepAnchor)
            selection.cursor, selection.format = cursor, look
            made.append(selection)
        return made
