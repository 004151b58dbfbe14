"""The result of a merge, to be edited: conflicts are marked in it, never written into it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QTextDocument
from PySide6.QtWidgets import QWidget

from memdesk.text.merge.session import ConflictLines, Decision, MergeSession
from memdesk_gui.theme.theme import Theme, blend
from memdesk_gui.widgets.text.grammar import Grammar
from memdesk_gui.widgets.text.seen_block import SeenBlock
from memdesk_gui.widgets.text.text_view import TextView

EDGE = 2
LEAST_LINES = 3
"""Lines that are seen however low the view is."""


class MergeResultView(TextView):
    """Edits the result. Undo and redo are the merge's own: a decision is a step like any other."""

    undo_wanted = Signal()
    """The person wants the last decision back."""
    redo_wanted = Signal()
    """The person wants the decision again that was taken back."""

    def __init__(
        self,
        document: QTextDocument,
        theme: Theme,
        grammar: Grammar,
        *,
        mono: bool,
        parent: QWidget | None = None,
    ) -> None:
        self._places: Sequence[tuple[ConflictLines, Decision | None]] = ()
        self._current = 0
        super().__init__(document, theme, grammar, mono=mono, parent=parent)
        self.setAccessibleName(self.tr("Result"))
        self.setMinimumHeight(LEAST_LINES * self.fontMetrics().lineSpacing())

    def show_session(self, session: MergeSession, current: int) -> None:
        """Mark where the conflicts stand, and which one is looked at."""
        self._places = tuple(zip(session.places, session.decisions, strict=True))
        self._current = current
        undecided = self.tr("Not resolved yet: this is what is on disk.")
        self.gutter.set_problems({place.start: undecided for place, made in self._places if made is None})
        self.viewport().update()

    def go_to_place(self, place: ConflictLines) -> None:
        """Put the caret where a conflict begins."""
        self.go_to(place.start + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave undo and redo to the merge."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_wanted.emit()
        else:
            super().keyPressEvent(event)

    def paint_ground(self, painter: QPainter, seen: Sequence[SeenBlock]) -> None:
        """Paint the ground of conflicts, and a line where one left nothing."""
        first, last = seen[0].block.blockNumber(), seen[-1].block.blockNumber()
        near = [
            (index, place, made)
            for index, (place, made) in enumerate(self._places)
            if place.start <= last and place.end >= first
        ]
        for item in seen:
            for index, place, made in near:
                self._paint_line(painter, item, place, made, current=index == self._current)

    def _paint_line(
        self,
        painter: QPainter,
        seen: SeenBlock,
        place: ConflictLines,
        made: Decision | None,
        *,
        current: bool,
    ) -> None:
        number, width = seen.block.blockNumber(), self.viewport().width()
        if place.start <= number < place.end:
            ground = self._ground(made, 0.12 if current else 0.0)
            painter.fillRect(QRectF(0, seen.top, width, seen.height), ground)
        elif place.start == number == place.end:
            painter.fillRect(QRectF(0, seen.top, width, EDGE), self._ground(made, 0.8))

    def _ground(self, made: Decision | None, share: float) -> QColor:
        token = self._theme.token
        ground, ink = ("del_bg", "danger") if made is None else ("add_bg", "fine")
        return blend(token(ground), token(ink), share)
