"""Work on the GUI thread that is cut into steps, so that the window is painted and answers in between."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer


class Steps(QObject):
    """Runs a generator to its first ``yield`` at once, then one step in every turn of the event loop."""

    def __init__(self, steps: Iterator[None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self._timer = QTimer(self, interval=1)
        self._timer.timeout.connect(self._next)
        self._timer.start()
        self._next()

    @property
    def running(self) -> bool:
        """Whether there are steps to come."""
        return self._timer.isActive()

    def cancel(self) -> None:
        """Leave out the steps that have not been made."""
        self._timer.stop()

    def _next(self) -> None:
        try:
            next(self._steps)
        except StopIteration:
            self._timer.stop()
        except BaseException:
            self._timer.stop()
            raise
