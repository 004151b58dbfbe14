"""How often costly work may be done: at an interval, and never for more than a share of the time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

DUTY = 0.05
"""The largest share of the time that repeated work may take."""


class RateLimiter:
    """Says when work is due again. ``clock`` is monotonic and in seconds."""

    def __init__(self, interval: float, clock: Callable[[], float]) -> None:
        self.interval = interval
        self._clock = clock
        self._costs: deque[float] = deque(maxlen=2)
        self._last = float("-inf")

    @property
    def _cost(self) -> float:
        """How long the work takes; once it may take longer, because a disk or the machine stood still."""
        return min(self._costs, default=0.0)

    def next(self) -> float:
        """Return the moment from which the work is due."""
        return self._last + max(self.interval, self._cost / DUTY)

    def bearable(self) -> float:
        """Return the moment from which work on request is due: it takes half of the time at most."""
        return self._last + self._cost

    def due(self) -> bool:
        """Tell whether the work is due now."""
        return self._clock() >= self.next()

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Do the work inside; how long it takes decides when it is due again."""
        start = self._clock()
        try:
            yield
        finally:
            self._last = self._clock()
            self._costs.append(self._last - start)
