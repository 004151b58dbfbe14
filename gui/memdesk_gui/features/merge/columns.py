"""Base, mine and theirs side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from memdesk.text.invisible import spelled
from memdesk.text.json.edit import PLAIN
from memdesk.text.merge.chunks import ChunkKind, MergeChunk
from memdesk.text.merge.rows import MergeRow, MergeRowKind, MergeRowPiece, merge_rows
from memdesk.text.merge.session import Decision, MergeSession
from memdesk_gui.features.merge.column import GAP, HEAD, LEFT, OPEN, OWN, TAKEN, MergeColumn
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import ElidedLabel
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.text.diff_text import DiffLine

Rows = tuple[MergeRow, ...]
Run = Callable[[Callable[[], Rows], Callable[[Rows], object]], object]
"""Computes rows in the background and hands them to a callback on the GUI thread."""

THREE_COLUMNS = 96
"""A view with room for fewer characters shows two columns, without the base, unless somebody asks for it."""
LEAST_LINES = 3
"""Lines of each side that are seen however low the view is."""
SIDES = ("base", "mine", "theirs")


class MergeColumns(QWidget):
    """Shows what each side has at every change; the columns scroll as one."""

    chosen = Signal(int)
    """The person put the caret into this conflict."""
    base_shown = Signal(bool)
    """The common base is shown now, or not any more."""

    def __init__(self, theme: Theme, run: Run, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._run = theme, run
        self._session: MergeSession | None = None
        self._chunks: tuple[MergeChunk, ...] = ()
        self._drawn: tuple[MergeChunk, ...] = ()
        self._rows: Rows = ()
        self._decisions: tuple[Decision | None, ...] = ()
        self._fitted = (0, True)
        self._at: tuple[int, ...] = ()
        self._ranges: tuple[range, ...] = ()
        self._lines: dict[str, list[DiffLine]] = {side: [] for side in SIDES}
        self._current, self._generation = 0, 0
        self._wants_base: bool | None = None
        self._titles = {side: ElidedLabel("muted", parent=self) for side in SIDES}
        self.columns = {side: MergeColumn(theme, "human", self) for side in SIDES}
        self._names()
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._fit)
        theme.text_changed.connect(self._timer.start)
        self._build()
        self._tie()

    @property
    def has_base(self) -> bool:
        """Whether the base is shown."""
        return not self._holders[0].isHidden()

    def show_base(self, wanted: bool) -> None:
        """Show the base or not, however wide the view is."""
        self._wants_base = wanted
        self._timer.start()

    def set_names(self, mine: str, theirs: str, tone: str) -> None:
        """Name the sides, and show theirs in the colour of who made it."""
        for side, name in (("mine", mine), ("theirs", theirs)):
            self._titles[side].setText(name)
            self.columns[side].setAccessibleName(name)
        self.columns["theirs"].set_tone(tone)

    def show_session(self, session: MergeSession, current: int) -> None:
        """Show a merge and which conflict of it is looked at."""
        self._session, moved = session, current != self._current
        self._current = current
        if session.chunks is not self._chunks:
            self._chunks = session.chunks
            self._at = tuple(_conflicts(session.chunks))
            self._break()
            return
        if session.decisions != self._decisions and self._drawn is self._chunks:
            self._take_decisions(session.decisions)
        if moved and not self._rows_of(current):
            self._break()
        elif moved:
            self.go_to_current()
        self._mark()

    def go_to_current(self) -> None:
        """Bring the conflict that is looked at onto the screen."""
        rows = self._rows_of(self._current)
        for column in self.columns.values():
            if rows:
                with QSignalBlocker(column):
                    column.go_to(rows.start)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew for another width."""
        super().resizeEvent(event)
        self._timer.start()

    def _names(self) -> None:
        words = {"base": self.tr("Common version"), "mine": self.tr("Mine"), "theirs": self.tr("On disk")}
        for side, word in words.items():
            self._titles[side].setText(word)
            self.columns[side].setAccessibleName(word)
            self.columns[side].setMinimumHeight(LEAST_LINES * self.columns[side].fontMetrics().lineSpacing())

    def _build(self) -> None:
        split = QSplitter(self)
        split.setChildrenCollapsible(False)
        self._holders = tuple(QWidget(split) for _ in SIDES)
        for side, holder in zip(SIDES, self._holders, strict=True):
            title = in_row(self._titles[side], None, margins=(24, 0, 8, 0))
            in_column(title, (self.columns[side], 1), on=holder, margins=0, spacing=4)
            split.addWidget(holder)
        in_row(split, on=self, margins=0)
        split.splitterMoved.connect(self._timer.start)
        self._split = split

    def _tie(self) -> None:
        bars = [self.columns[side].verticalScrollBar() for side in SIDES]
        for bar in bars:
            for other in bars:
                if other is not bar:
                    bar.valueChanged.connect(other.setValue)
        for column in self.columns.values():
            column.cursorPositionChanged.connect(partial(self._choose, column))

    def _choose(self, column: MergeColumn) -> None:
        row = column.textCursor().blockNumber()
        if self._session is None or row >= len(self._rows):
            return
        if self._rows[row].chunk in self._at:
            self.chosen.emit(self._at.index(self._rows[row].chunk))

    def _fit(self) -> None:
        """Show as many columns as there is room for, and break the lines to their width."""
        advance = max(1, self.columns["mine"].fontMetrics().horizontalAdvance("0"))
        roomy = self.width() >= THREE_COLUMNS * advance
        wanted = roomy if self._wants_base is None else self._wants_base
        if wanted != self.has_base:
            self._holders[0].setVisible(wanted)
            self._split.setSizes([self.width() // 3] * 3)
            self.base_shown.emit(wanted)
        if (self._cells(), wanted) != self._fitted:
            self._break()

    def _cells(self) -> int:
        """Return how many characters fit into the narrowest column."""
        shown = [column for column in self.columns.values() if column.isVisible()]
        return min((column.cells() for column in shown), default=40)

    def _break(self) -> None:
        """Make the rows around the conflict that is looked at."""
        self._generation += 1
        self._fitted = self._cells(), self.has_base
        around = self._at[self._current] if self._current < len(self._at) else 0
        work = partial(merge_rows, self._chunks, self._fitted[0], around)
        self._run(work, partial(self._on_rows, self._generation))

    def _on_rows(self, generation: int, rows: Rows) -> None:
        if generation != self._generation or self._session is None:
            return
        self._rows, self._decisions, self._drawn = rows, self._session.decisions, self._chunks
        self._ranges = tuple(_ranges(rows, self._at))
        heads = self._heads()
        for side, column in self.columns.items():
            signs = self._signs(side)
            shown = heads if side == self._first() else [""] * len(heads)
            self._lines[side] = [self._line(row, getattr(row, side), signs, shown) for row in rows]
            with QSignalBlocker(column):
                column.show_lines(self._lines[side])
        self._mark()
        self.go_to_current()

    def _take_decisions(self, decisions: tuple[Decision | None, ...]) -> None:
        """Give the lines of what was decided otherwise their new signs."""
        before, self._decisions = self._decisions, decisions
        for index, rows in enumerate(self._ranges):
            if index < len(before) and before[index] == decisions[index]:
                continue
            for side, lines in self._lines.items():
                sign = _sign(side, decisions[index])
                for at in rows[1:]:
                    lines[at] = lines[at]._replace(sign=sign if lines[at].sign else "")

    def _mark(self) -> None:
        for side, column in self.columns.items():
            column.mark(self._lines[side], self._rows_of(self._current))

    def _rows_of(self, conflict: int) -> range:
        """Return the rows of a conflict."""
        return self._ranges[conflict] if conflict < len(self._ranges) else range(0)

    def _first(self) -> str:
        """Return the first column that is shown: it has the heads."""
        return "base" if self.has_base else "mine"

    def _line(
        self, row: MergeRow, piece: MergeRowPiece | None, signs: list[str], heads: list[str]
    ) -> DiffLine:
        if row.kind is MergeRowKind.HEAD:
            return DiffLine(heads[row.chunk], HEAD)
        if row.kind is MergeRowKind.GAP:
            return DiffLine(self.tr("%n unchanged lines", "", row.skipped), GAP)
        if row.kind is MergeRowKind.CUT:
            return DiffLine(self.tr("The rest is left out here."), GAP)
        if piece is None:
            return DiffLine("")
        sign = "" if row.kind is MergeRowKind.SAME else signs[row.chunk]
        return DiffLine(piece.text, sign, (), piece.spans)

    def _signs(self, side: str) -> list[str]:
        """Return for each chunk what became of this side of it."""
        decisions = iter(self._session.decisions if self._session is not None else ())
        return [
            _sign(side, next(decisions, None)) if chunk.kind is ChunkKind.CONFLICT else _own(side, chunk.kind)
            for chunk in self._chunks
        ]

    def _heads(self) -> list[str]:
        """Return what stands above each change."""
        words = {
            ChunkKind.MINE: self.tr("Merged: only you changed this"),
            ChunkKind.THEIRS: self.tr("Merged: only they changed this"),
            ChunkKind.ALIKE: self.tr("Merged: both made the same change"),
            ChunkKind.JOINED: self.tr("Merged: both added at the end, theirs first"),
        }
        conflicts = count(1)
        return [
            _with_place(words[chunk.kind], chunk) if chunk.kind in words else self._head(chunk, conflicts)
            for chunk in self._chunks
        ]

    def _head(self, chunk: MergeChunk, conflicts: Iterator[int]) -> str:
        return self.title(next(conflicts) - 1) if chunk.kind is ChunkKind.CONFLICT else ""

    def title(self, conflict: int) -> str:
        """Return which of the conflicts this is, and where."""
        return self._title(conflict, self.tr("Conflict {number} of {count}"))

    def brief_title(self, conflict: int) -> str:
        """Return the same without saying that it is a conflict."""
        return self._title(conflict, self.tr("{number} of {count}"))

    def _title(self, conflict: int, words: str) -> str:
        if self._session is None or conflict >= len(self._session.conflicts):
            return ""
        which = words.format(number=conflict + 1, count=len(self._session.conflicts))
        chunk = self._session.conflicts[conflict]
        line = self.tr("line {line}")
        return (
            _with_place(which, chunk) if chunk.line is None else f"{which} · {line.format(line=chunk.line)}"
        )


def _conflicts(chunks: Sequence[MergeChunk]) -> Iterator[int]:
    return (at for at, chunk in enumerate(chunks) if chunk.kind is ChunkKind.CONFLICT)


def _ranges(rows: Rows, conflicts: Sequence[int]) -> Iterator[range]:
    """Yield the rows of each conflict; of one that is left out, none."""
    found: dict[int, range] = {}
    for at, row in enumerate(rows):
        found[row.chunk] = range(found[row.chunk].start if row.chunk in found else at, at + 1)
    return (found.get(index, range(0)) for index in conflicts)


def _with_place(words: str, chunk: MergeChunk) -> str:
    """Add the way to a chunk's place in JSON."""
    return " · ".join(part for part in (words, " › ".join(map(_step, chunk.path))) if part)


def _step(step: str | int) -> str:
    """Return a key or an id in one line, as JSON writes it but for the quotes."""
    return spelled(PLAIN.write(step)).removeprefix('"').removesuffix('"') or '""'


def _sign(side: str, decision: Decision | None) -> str:
    if decision is None:
        return OPEN if side != "base" else LEFT
    taken = {Decision.MINE: ("mine",), Decision.THEIRS: ("theirs",), Decision.BOTH: ("mine", "theirs")}
    return TAKEN if side in taken.get(decision, ()) else LEFT


def _own(side: str, kind: ChunkKind) -> str:
    changed = {
        ChunkKind.MINE: ("mine",),
        ChunkKind.THEIRS: ("theirs",),
        ChunkKind.ALIKE: ("mine", "theirs"),
        ChunkKind.JOINED: ("mine", "theirs"),
    }
    return OWN if side in changed.get(kind, ()) else LEFT
