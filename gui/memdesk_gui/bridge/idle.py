"""The window first: threads that can wait work only while the event loop has nothing better to do.

Every call into Qt lets go of the interpreter and must get it back. Beside a busy thread that takes a tenth
of a millisecond each time, and painting a list makes hundreds of calls. So a thread that can wait does not
compete: it asks by an event that comes after all others, and works for one slice once that was answered.
"""

from __future__ import annotations

import threading
import time
from collections import deque

from PySide6.QtCore import QCoreApplication, QEvent, QObject

SLICE_SECONDS = 0.0015
"""How long a thread works between two questions, and can disturb what the window begins meanwhile."""
PATIENCE_SECONDS = 0.25
"""How long a thread waits for its answer: a window that stands still for long does not stop the work."""
AFTER_ALL_OTHERS = -100
"""Priority of the question among the events: behind painting."""


class IdleScheduler(QObject):
    """Lives in the GUI thread; any other thread asks it for a turn."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asking: deque[threading.Event] = deque()
        self._until = threading.local()
        self.suspended = False
        """Whether everybody may work: the GUI thread itself waits for them."""

    def take(self) -> None:
        """Return at once within a slice, else when the event loop has come to rest."""
        if self.suspended or time.monotonic() < getattr(self._until, "moment", 0.0):
            return
        answered = threading.Event()
        self._asking.append(answered)
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), AFTER_ALL_OTHERS)
        answered.wait(PATIENCE_SECONDS)
        self._until.moment = time.monotonic() + SLICE_SECONDS

    def event(self, event: QEvent) -> bool:
        """Answer whoever asks."""
        if event.type() != QEvent.Type.User:
            return super().event(event)
        while self._asking:
            self._asking.popleft().set()
        return True

    def suspend(self) -> None:
        """Let everybody work, until further notice."""
        self.suspended = True
        while self._asking:
            self._asking.popleft().set()

    def resume(self) -> None:
        """Have them ask again."""
        self.suspended = False
