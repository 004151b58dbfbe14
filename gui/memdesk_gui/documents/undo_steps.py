"""Undo of what is too much for one step of Qt: its steps are taken back together, a portion per turn."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextDocument

from memdesk_gui.widgets.text.edits import TURN_SECONDS


class LongSteps(QObject):
    """Undo and redo of a document; what was noted as one long step counts as one."""

    running = Signal(bool)
    """A long step begins to be taken back or made again (nobody may edit meanwhile), or that is done."""

    def __init__(self, document: QTextDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._spans: dict[int, int] = {}
        self._step: Callable[[], object] = document.undo
        self._is_done: Callable[[], bool] = lambda: True
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._turn)
        document.undoCommandAdded.connect(self._forget_overwritten)

    def note(self, before: int, after: int) -> None:
        """Take Qt's steps from one number of available steps to another for one."""
        self._spans[after] = before

    def undo(self) -> None:
        """Take the last step back."""
        goal = self._spans.get(self._document.availableUndoSteps())
        if goal is None:
            self._begin(self._document.undo, lambda: True)
        else:
            self._begin(self._document.undo, lambda: self._document.availableUndoSteps() <= goal)

    def redo(self) -> None:
        """Make the step again that was taken back last."""
        starts = {before: after for after, before in self._spans.items()}
        goal = starts.get(self._document.availableUndoSteps(), 0)
        self._begin(self._document.redo, lambda: self._document.availableUndoSteps() >= goal)

    def _begin(self, step: Callable[[], object], is_done: Callable[[], bool]) -> None:
        if self._timer.isActive():
            return
        self._step, self._is_done = step, is_done
        self._step()
        if not self._is_done():
            self.running.emit(True)
            self._timer.start()

    def _turn(self) -> None:
        stop = time.perf_counter() + TURN_SECONDS
        while not self._is_done() and time.perf_counter() < stop:
            self._step()
        if self._is_done():
            self._timer.stop()
            self.running.emit(False)

    def _forget_overwritten(self) -> None:
        """Forget what a new step cut off."""
        newest = self._document.availableUndoSteps()
        self._spans = {after: before for after, before in self._spans.items() if after < newest}
