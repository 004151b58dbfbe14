"""Undo of all that is done with whole documents and drafts: one stack, the last step first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

MOST = 200
"""How many steps can be undone."""

Ended = Callable[[bool], object]
"""Hears whether the step goes on to the other side (True), or stays where it was and may work later."""
Turn = Callable[[Ended], bool]
"""Begins to undo or redo a step; False where nothing of it is left to be done, so that it is dropped."""


@dataclass(frozen=True, eq=False, slots=True)
class UndoStep:
    """What was done, in a few words, and the ways back and forth.

    A way need not call ``Ended``: the step is then gone, as what met somebody's change is never undone.
    """

    label: str
    undo: Turn
    redo: Turn


class UndoStack(QObject):
    """The steps that were done, and those that were undone."""

    changed = Signal()
    """Something else can be undone or redone."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._done: list[UndoStep] = []
        self._undone: list[UndoStep] = []
        self._cleared = 0

    @property
    def undoable(self) -> UndoStep | None:
        """What would be undone."""
        return self._done[-1] if self._done else None

    @property
    def redoable(self) -> UndoStep | None:
        """What would be redone."""
        return self._undone[-1] if self._undone else None

    def push(self, step: UndoStep) -> None:
        """Add what was done just now; what was undone before cannot be redone any longer."""
        self._done = [*self._done, step][-MOST:]
        self._undone = []
        self.changed.emit()

    def undo(self) -> None:
        """Undo the last step of which anything is left."""
        while self._done:
            step = self._done.pop()
            if step.undo(partial(self._settle, step, self._cleared, True)):
                break
        self.changed.emit()

    def redo(self) -> None:
        """Redo what was undone last."""
        while self._undone:
            step = self._undone.pop()
            if step.redo(partial(self._settle, step, self._cleared, False)):
                break
        self.changed.emit()

    def remove(self, step: UndoStep) -> None:
        """Forget a step that was undone in another way."""
        self._done = [each for each in self._done if each is not step]
        self.changed.emit()

    def clear(self) -> None:
        """Forget everything."""
        self._done, self._undone = [], []
        self._cleared += 1
        self.changed.emit()

    def _settle(self, step: UndoStep, cleared: int, was_undo: bool, went: bool) -> None:
        # what was under way as the workspace was closed has no place in the next one
        if cleared == self._cleared:
            (self._undone if went == was_undo else self._done).append(step)
            self.changed.emit()
