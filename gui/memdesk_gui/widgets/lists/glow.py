"""Light on rows that just changed: a second and a half, then it fades."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.model import Origin
from memdesk_gui.theme.theme import Theme

STEADY_SECONDS = 1.5
FADE_SECONDS = 0.6
FRAME_MS = 50
MOST = 200


class Glow(QObject):
    """Which rows are lit, in whose colour and how brightly. With reduced motion nothing is."""

    ticked = Signal()
    """Lit rows look different now."""

    def __init__(
        self, theme: Theme, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self._lit: dict[str, tuple[Origin, float]] = {}
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_frame)

    def light(self, keys: Iterable[str], origin: Origin) -> None:
        """Light these rows in the writer's colour."""
        new = dict.fromkeys(keys, (origin, self._clock()))
        if self._theme.reduced_motion or not new:
            return
        self._lit |= new
        for key in list(self._lit)[:-MOST] if len(self._lit) > MOST else ():
            del self._lit[key]
        self._wait()
        self.ticked.emit()

    def brightness(self, key: str) -> tuple[Origin, float] | None:
        """Return the colour and the brightness (0..1) of a row, or None where it is dark."""
        if key not in self._lit:
            return None
        origin, since = self._lit[key]
        fading = self._clock() - since - STEADY_SECONDS
        return origin, min(1.0, max(0.0, 1 - fading / FADE_SECONDS))

    def clear(self) -> None:
        """Put all lights out."""
        self._lit.clear()
        self._timer.stop()

    def _on_frame(self) -> None:
        over = self._clock() - STEADY_SECONDS - FADE_SECONDS
        self.ticked.emit()
        self._lit = {key: lit for key, lit in self._lit.items() if lit[1] > over}
        if self._lit:
            self._wait()
        else:
            self._timer.stop()
            self.ticked.emit()

    def _wait(self) -> None:
        """Come back when the first row begins to fade; while one is fading, with every frame."""
        steady = min(since for _, since in self._lit.values()) + STEADY_SECONDS - self._clock()
        self._timer.start(max(FRAME_MS, int(steady * 1000)))
