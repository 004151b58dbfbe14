"""The difference of two texts, side by side or one under the other."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QStackedWidget, QWidget

from memdesk.text.diff_rows import DiffRow, DiffRows, RowKind
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.find_controls import IconButton, button
from memdesk_gui.widgets.labels import ElidedLabel, chip
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.lists.rows import counted_lines
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.tab_order import handing_on
from memdesk_gui.widgets.text.diff_text import HEAD, PART, DiffLine, DiffText

Run = Callable[[Callable[[], DiffRows], Callable[[DiffRows], object]], object]
"""Runs a comparison in the background and hands the result to a callback on the GUI thread."""

LEAST_CHARACTERS = 48
"""No view is made narrower than this."""
CHOICE_CHARACTERS = 104
"""A view narrower than this does not offer another layout."""


class DiffView(QWidget):
    """Compares two texts in the background and shows what changed, with next, previous and copy."""

    shown = Signal()
    """The difference asked for last is on the screen."""
    moved = Signal()
    """The caret may stand in another change."""

    def __init__(self, theme: Theme, run: Run, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Diff")
        self.diff = DiffRows((), (), 0, 0)
        self._theme, self._run, self._generation = theme, run, 0
        self._rows_of_unified: tuple[int, ...] = ()
        self._pointing = False
        self._signs: Mapping[int, str] = {}
        self._found: Sequence[Mapping[str, str]] = ()
        self._filled: set[bool] = set()
        self._titles = (ElidedLabel("muted", parent=self), ElidedLabel("muted", parent=self))
        self._counts = {token: chip("", token, self) for token in ("fine", "danger")}
        for count in self._counts.values():
            count.hide()
        self._same = QLabel(self.tr("No differences."), self)
        self.unified = self._text(theme, 2, self.tr("Changes"))
        self.layout_choice = Segments(self.tr("Layout of the comparison"), self)
        self.layout_choice.set_choices((("side", self.tr("Side by side")), ("unified", self.tr("Unified"))))
        self.layout_choice.chosen.connect(self.set_layout_kind)
        self._stack = QStackedWidget(self)
        self._build()
        self.set_layout_kind("unified")

    @cached_property
    def left(self) -> DiffText:
        """The text before; both sides are made when they are first asked for."""
        return self._text(self._theme, 1, self.tr("Before"))

    @cached_property
    def right(self) -> DiffText:
        """The text after."""
        made = self._text(self._theme, 1, self.tr("After"))
        made.show_found(self._found)
        return made

    @cached_property
    def _sides(self) -> QSplitter:
        split = QSplitter(self)
        split.setChildrenCollapsible(False)
        split.addWidget(self.left)
        split.addWidget(self.right)
        self._tie_scroll_bars()
        self._stack.addWidget(split)
        for before, after in pairwise((self.unified, self.left, self.right)):
            self.setTabOrder(before, after)
        return split

    @property
    def _by_side(self) -> bool:
        return self._stack.currentWidget() is not self.unified

    def minimumSizeHint(self) -> QSize:
        """Be content with a narrow place: what chooses the layout gives way there."""
        least = self.fontMetrics().averageCharWidth() * LEAST_CHARACTERS
        return QSize(least, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offer another layout only where there is room for the offer."""
        super().resizeEvent(event)
        self._fit_head()

    def add_control(self, control: QWidget) -> None:
        """Put a control of whoever shows the difference before the last one of its own."""
        self._row.insertWidget(self._row.count() - 1, control)

    def show_texts(self, old: str, new: str, old_title: str = "", new_title: str = "") -> None:
        """Compare two texts, with secrets covered; ``shown`` follows."""
        for label, title in zip(self._titles, (old_title, new_title), strict=True):
            label.setText(title)
        self._generation += 1
        self._run(partial(_differ, old, new), partial(self._on_diff, self._generation))

    def show_rows(self, rows: DiffRows, old_title: str = "", new_title: str = "") -> None:
        """Show a difference that was made elsewhere, with its secrets covered."""
        for label, title in zip(self._titles, (old_title, new_title), strict=True):
            label.setText(title)
        self._generation += 1
        self._on_diff(self._generation, rows)

    def set_layout_kind(self, kind: str) -> None:
        """Show the texts ``side`` by side or ``unified``."""
        self._stack.setCurrentWidget(self._sides if kind == "side" else self.unified)
        self.layout_choice.set_current(kind)
        self._fill()
        self._mark_current()
        self._mark_settled()
        self.moved.emit()

    def point(self) -> None:
        """Mark which of several changes is the current one; so does each step from one to another."""
        self._pointing = True
        self._mark_current()

    def settle(self, signs: Mapping[int, str]) -> None:
        """Let changes step back that are judged, each with its sign; changes count from 0."""
        self._signs = signs
        self._mark_settled()

    def show_found(self, *documents: Mapping[int, str]) -> None:
        """Mark changed lines of the later text (from 1) in which something was found, with what it is.

        Where several documents are shown below each other, each has its own.
        """
        self._found = [{str(line): said for line, said in words.items()} for words in documents]
        self.unified.show_found(self._found)
        if "right" in vars(self):
            self.right.show_found(self._found)

    def step(self, *, forward: bool = True) -> None:
        """Go to the next or previous change, round and round."""
        view, starts = self._place()
        if not starts:
            return
        at = view.textCursor().blockNumber()
        index = bisect_right(starts, at) if forward else bisect_left(starts, at) - 1
        view.go_to(starts[index % len(starts)])
        self.point()

    def go_to_first(self) -> None:
        """Go to the first change."""
        view, starts = self._place()
        if starts:
            view.go_to(starts[0])

    def show_change(self, number: int) -> None:
        """Go to a change, counted from 0; nothing where there is no such change."""
        view, starts = self._place()
        if 0 <= number < len(starts):
            view.go_to(starts[number])
            self.point()

    def current_change(self) -> int:
        """Return which change the caret stands in or behind, counted from 0; -1 where there is none."""
        view, starts = self._place()
        at = view.textCursor().blockNumber()
        return max(bisect_right(starts, at) - 1, 0) if starts else -1

    def copy(self) -> None:
        """Put the changes on the clipboard."""
        lines = (f"{line.sign or ' '} {line.text}" for line in unified_lines(self.diff.rows, self._words))
        QGuiApplication.clipboard().setText("\n".join(lines) + "\n")

    def _place(self) -> tuple[DiffText, tuple[int, ...]]:
        """Return the text with the caret and where in it the changes begin."""
        if self._by_side:
            return self.right, self.diff.starts
        return self.unified, tuple(self._rows_of_unified[row] for row in self.diff.starts)

    def _mark_current(self) -> None:
        current = self.current_change() if self._pointing and len(self.diff.starts) > 1 else -1
        rows = _rows_of(self.diff, current) if current >= 0 else range(0)
        if self._by_side:
            self.left.show_current(rows)
            self.right.show_current(rows)
            return
        if rows:
            lines = (*self._rows_of_unified, self.unified.blockCount())
            rows = range(lines[rows.start], lines[rows.stop])
        self.unified.show_current(rows)

    def _mark_settled(self) -> None:
        rows = {
            row: sign
            for change, sign in self._signs.items()
            if change < len(self.diff.starts)
            for row in _rows_of(self.diff, change)
        }
        if self._by_side:
            self.left.show_settled(rows)
            self.right.show_settled(rows)
            return
        lines = (*self._rows_of_unified, self.unified.blockCount())
        self.unified.show_settled(
            {line: sign for row, sign in rows.items() for line in range(lines[row], lines[row + 1])}
        )

    def _text(self, theme: Theme, columns: int, name: str) -> DiffText:
        made = DiffText(theme, columns, self)
        made.setAccessibleName(name)
        made.cursorPositionChanged.connect(self._on_moved)
        return made

    def _build(self) -> None:
        self._stack.addWidget(self.unified)
        self._row = self._head()
        self._same.setContentsMargins(24, 8, 24, 8)
        self._same.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._same.setProperty("role", "muted")
        self._same.hide()
        in_column(self._row, self._same, (self._stack, 1), on=self, margins=0, spacing=0)

    def _head(self) -> QHBoxLayout:
        back = partial(self.step, forward=False)
        self._ways = (
            IconButton(self._theme, "chevron-up", self.tr("Previous change"), back, self),
            IconButton(self._theme, "chevron-down", self.tr("Next change"), self.step, self),
            button(self.tr("Copy"), self.copy, self),
        )
        self._arrow = QLabel("→", self)
        return in_row(
            self._titles[0],
            self._arrow,
            self._titles[1],
            *self._counts.values(),
            None,
            *self._ways[:2],
            self.layout_choice,
            self._ways[2],
            margins=(24, 8, 24, 8),
            spacing=8,
        )

    def _fit_head(self) -> None:
        """Show in the head what there is room for: how much changed and the way to it go before all else."""
        row = self._row
        margins, gap = row.contentsMargins(), row.spacing()
        room = self.width() - margins.left() - margins.right() + gap

        def fits(*parts: QWidget) -> bool:
            return room >= sum(part.sizeHint().width() + gap for part in parts)

        counts = [count for count in self._counts.values() if count.text()]
        others = [each for each in map(self._added_at, range(row.count())) if each is not None]
        first = (*counts, *self._ways[:2], *others)
        named = (*self._titles, self._arrow)
        is_named = fits(*first, self._ways[2], *named)
        for each in named:
            each.setVisible(is_named)
        self._ways[2].setVisible(fits(*first, self._ways[2]))
        wide = self.fontMetrics().averageCharWidth() * CHOICE_CHARACTERS
        self.layout_choice.setVisible(self.width() >= wide)

    def _added_at(self, at: int) -> QWidget | None:
        """Return what stands at a place of the head, where somebody else put it there and shows it."""
        item = self._row.itemAt(at)
        found = item.widget() if item is not None else None
        mine = (*self._titles, self._arrow, *self._counts.values(), *self._ways, self.layout_choice)
        return found if found is not None and found not in mine and not found.isHidden() else None

    def _on_moved(self) -> None:
        self._mark_current()
        self.moved.emit()

    def _tie_scroll_bars(self) -> None:
        left, right = self.left.verticalScrollBar(), self.right.verticalScrollBar()
        left.valueChanged.connect(right.setValue)
        right.valueChanged.connect(left.setValue)

    def _on_diff(self, generation: int, diff: DiffRows) -> None:
        if generation != self._generation:
            return
        self.diff, self._rows_of_unified = diff, tuple(unified_starts(diff.rows))
        self._pointing, self._signs = False, {}
        told: dict[str, str] = {token: text for text, token in counted_lines(diff.added, diff.removed)}
        for token, label in self._counts.items():
            label.setText(told.get(token, ""))
            label.setVisible(token in told)
        self._fit_head()
        with handing_on(lambda: self._place()[0] if diff.rows else self._same):
            self._same.setVisible(not diff.rows)
            self._stack.setVisible(bool(diff.rows))
            for control in self._ways:
                control.setEnabled(bool(diff.rows))
        self._filled.clear()
        self._fill()
        self._mark_current()
        self._mark_settled()
        self.shown.emit()

    def _fill(self) -> None:
        """Put the difference into the layout in front; the other one gets it when it is asked for."""
        rows, by_side = self.diff.rows, self._by_side
        if by_side in self._filled:
            return
        self._filled.add(by_side)
        if by_side:
            self.left.show_lines(tuple(self._side(row, new=False) for row in rows))
            self.right.show_lines(tuple(self._side(row, new=True) for row in rows))
        else:
            self.unified.show_lines(tuple(unified_lines(rows, self._words)))

    def _words(self, row: DiffRow) -> str:
        if row.kind is RowKind.CUT:
            return self.tr("%n further rows are left out", "", row.skipped)
        if row.unended:
            return self.tr("⟦no newline at end⟧")
        return self.tr("%n unchanged lines", "", row.skipped)

    def _side(self, row: DiffRow, *, new: bool) -> DiffLine:
        text, number = (row.new, row.new_line) if new else (row.old, row.old_line)
        if row.kind in (RowKind.GAP, RowKind.CUT):
            return DiffLine(self._words(row), "⋯")
        if row.kind in _NAMING:
            return DiffLine(text, _NAMING[row.kind])
        if row.kind is (RowKind.REMOVED if new else RowKind.ADDED):
            return DiffLine("")
        if row.unended:
            return DiffLine(self._words(row), "+" if new else "-", ("",))
        changed = row.kind is not RowKind.SAME
        spans = row.new_spans if new else row.old_spans
        return DiffLine(text, ("+" if new else "-") if changed else "", (_told(number),), spans)


def _differ(old: str, new: str) -> DiffRows:
    """Compare; runs in the background, where the detectors of secrets are loaded, too."""
    from memdesk.checks.covering import covered_rows

    return covered_rows(old, new)


def unified_lines(rows: tuple[DiffRow, ...], words: Callable[[DiffRow], str]) -> Iterator[DiffLine]:
    """Yield the lines of the one-column view: of each change first what went, then what came."""
    waiting: list[DiffLine] = []
    for row in rows:
        if row.kind in _BETWEEN:
            yield from waiting
            waiting = []
        if row.kind in _NAMING:
            yield DiffLine(row.new, _NAMING[row.kind])
        if row.kind is RowKind.SAME:
            yield DiffLine(row.old, "", (_told(row.old_line), _told(row.new_line)))
        elif row.kind in (RowKind.GAP, RowKind.CUT):
            yield DiffLine(words(row), "⋯")
        if row.kind in (RowKind.CHANGED, RowKind.REMOVED):
            text = words(row) if row.unended else row.old
            yield DiffLine(text, "-", (_told(row.old_line), ""), row.old_spans)
        if row.kind in (RowKind.CHANGED, RowKind.ADDED):
            text = words(row) if row.unended else row.new
            waiting.append(DiffLine(text, "+", ("", _told(row.new_line)), row.new_spans))
    yield from waiting


_NAMING = {RowKind.HEAD: HEAD, RowKind.PART: PART}
"""Rows that name what is below them, with their signs."""
_BETWEEN = (RowKind.SAME, RowKind.GAP, RowKind.CUT, *_NAMING)
"""Rows that are part of no change."""


def _rows_of(diff: DiffRows, change: int) -> range:
    """Return the rows of a change: to its end where that is known, or up to the next row between changes."""
    start = diff.starts[change]
    if diff.ends:
        return range(start, diff.ends[change])
    ends = (row for row in range(start, len(diff.rows)) if diff.rows[row].kind in _BETWEEN)
    return range(start, next(ends, len(diff.rows)))


def _told(number: int | None) -> str:
    return "" if number is None else str(number)


def unified_starts(rows: tuple[DiffRow, ...]) -> Iterator[int]:
    """Yield for each row the line of the one-column view that it begins at."""
    at = 0
    for row in rows:
        yield at
        at += 2 if row.kind is RowKind.CHANGED else 1
