"""Ctrl+C in the terminal and closing it close the window like its own button does; a polite kill ends it."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier


def _signals() -> tuple[signal.Signals, ...]:
    """Return what closes the window; a terminal that may go without us (``nohup``) does not."""
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is None or signal.getsignal(hangup) is signal.SIG_IGN:
        return signal.SIGINT, signal.SIGTERM
    return signal.SIGINT, signal.SIGTERM, hangup


class Interrupts(QObject):
    """Wakes the event loop for a signal, which Python alone would only notice at the next event.

    ``close`` may ask a person; ``end`` may not: who ends all processes waits for no answer, and then kills.
    """

    def __init__(
        self, close: Callable[[], object], end: Callable[[], object], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._close, self._end = close, end
        self._reader, self._writer = socket.socketpair()
        for side in (self._reader, self._writer):
            side.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_wake)
        self._before = {number: signal.signal(number, self._on_signal) for number in _signals()}
        self._wakeup = signal.set_wakeup_fd(self._writer.fileno())

    def restore(self) -> None:
        """Give the signals back."""
        signal.set_wakeup_fd(self._wakeup)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """Only be there: the default action would end the process at once."""

    def _on_wake(self) -> None:
        received = self._reader.recv(64)
        if signal.SIGTERM in received:
            self._end()
        else:
            self._close()
