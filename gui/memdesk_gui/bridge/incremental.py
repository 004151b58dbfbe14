"""Work on the GUI thread that is cut into steps, so that the window is painted and answers in between."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer

BUSY_SECONDS = 0.003
"""A turn of the event loop in which this thread worked for longer had something else to do."""
PATIENCE = 3
"""Busy turns in a row that are waited for."""


class IncrementalTask(QObject):
    """Runs a generator to its first ``yield`` at once, then a step per turn that has nothing else to do."""

    def __init__(self, steps: Iterator[None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self._worked = time.thread_time()
        self._waited = 0
        self._timer = QTimer(self, interval=1)
        self._timer.timeout.connect(self._turn)
        self._timer.start()
        self._next()

    @property
    def running(self) -> bool:
        """Whether there are steps to come."""
        return self._timer.isActive()

    def cancel(self) -> None:
        """Leave out the steps that have not been made."""
        self._timer.stop()

    def _turn(self) -> None:
        before, self._worked = self._worked, time.thread_time()
        self._waited += 1
        if self._worked - before < BUSY_SECONDS or self._waited >= PATIENCE:
            self._waited = 0
            self._next()

    def _next(self) -> None:
        try:
            next(self._steps)
        except StopIteration:
            self._timer.stop()
        except BaseException:
            self._timer.stop()
            raise
