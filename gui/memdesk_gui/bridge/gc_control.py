"""Garbage is collected on the GUI thread alone, in small portions.

Python's own collector runs on whichever thread happens to make the next object. On a worker it would destroy
widgets from there, which ends the process; and a full collection stops all threads.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

PERIOD_MS = 100
"""Short, for all that came since the last time is walked over in one go."""
YOUNG = 2_500
"""New objects from which looking for garbage among them is worth it."""
MANY = 10_000
"""Objects that are taken for lasting when as many have come; a collection of fewer takes some 10 ms."""
FEW = 1_000
"""New objects that are left alone for as long as nothing else was collected."""
REST_TICKS = 300
"""Periods between two collections of everything, which are made only while no work is under way."""


class Collector(QObject):
    """Collects what is new while there is work, everything when there is none.

    What is there at the start, and what a large load leaves behind, is set aside (``gc.freeze``): reference
    counts still free it, but no collection walks over it again until :meth:`reconsider`.
    """

    def __init__(self, is_busy: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_busy = is_busy
        self._was_enabled = gc.isenabled()
        self._survivors = self._ticks = 0
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(self.tick)

    def start(self) -> None:
        """Take the collecting over from Python."""
        gc.disable()
        gc.freeze()
        self._timer.start()

    def stop(self) -> None:
        """Give it back."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def tick(self) -> None:
        """Do the next portion, if there is one."""
        young = gc.get_count()[0]
        self._ticks += 1
        if young >= YOUNG:
            self._collect_young(young)
        elif self._ticks >= REST_TICKS and self._survivors + young >= FEW and not self._is_busy():
            gc.collect()
            self._survivors = self._ticks = 0

    def reconsider(self) -> None:
        """Walk over everything again at the next full collection: what was set aside may be garbage now."""
        gc.unfreeze()
        self._survivors = 0

    def _collect_young(self, young: int) -> None:
        """Collect the new objects; set them aside with the rest where a load has brought very many.

        What outlived one such look may have been under way just then, so all is looked at once more before.
        """
        if young < MANY:
            young -= gc.collect(0)
        self._survivors += young
        if young < MANY <= self._survivors:
            self._survivors -= gc.collect()
        if self._survivors >= MANY:
            gc.freeze()
            self._survivors = 0
