"""The window first: threads that can wait work only while the event loop has nothing better to do.

Every call into Qt lets go of the interpreter and must get it back. Beside a busy thread that takes a tenth
of a millisecond each time, and painting a list makes hundreds of calls. So a thread that can wait does not
compete: it asks by a timer that runs out after all events, and works for one slice once that was answered.
"""

from __future__ import annotations

import threading
import time
from collections import deque

from PySide6.QtCore import QObject, Qt, QTimer, Signal

SLICE_SECONDS = 0.0015
"""How long a thread works between two questions, and can disturb what the window begins meanwhile."""
PATIENCE_SECONDS = 0.25
"""How long a thread waits for its answer: a window that stands still for long does not stop the work."""


class IdleScheduler(QObject):
    """Lives in the GUI thread; any other thread asks it for a turn."""

    _asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asking: deque[threading.Event] = deque()
        self._is_asked = False
        # A timer that is kept, no event of Python's own for each question: when Qt frees such an event, the
        # bindings may take it for a wrapper that an object left behind at the same address, and crash.
        self._rest = QTimer(self, singleShot=True, interval=0)
        self._rest.timeout.connect(self._answer)
        self._asked.connect(self._rest.start, Qt.ConnectionType.QueuedConnection)
        self._until = threading.local()
        self.suspended = False
        """Whether everybody may work: the GUI thread itself waits for them."""

    def take(self) -> None:
        """Return at once within a slice, else when the event loop has come to rest."""
        if self.suspended or time.monotonic() < getattr(self._until, "moment", 0.0):
            return
        answered = threading.Event()
        self._asking.append(answered)
        if not self._is_asked:
            self._is_asked = True
            self._asked.emit()
        answered.wait(PATIENCE_SECONDS)
        self._until.moment = time.monotonic() + SLICE_SECONDS

    def _answer(self) -> None:
        """Answer whoever asks."""
        # Before the answers: who asks after this asks again.
        self._is_asked = False
        while self._asking:
            self._asking.popleft().set()

    def suspend(self) -> None:
        """Let everybody work, until further notice."""
        self.suspended = True
        while self._asking:
            self._asking.popleft().set()

    def resume(self) -> None:
        """Have them ask again."""
        self.suspended = False
