"""Change batches on their way to whoever subscribed, in one order for all."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from typing import TypeAlias

from memdesk.model import Change, ChangeBatch, WatchState

Subscriber: TypeAlias = Callable[[ChangeBatch], object]
"""Receives every batch on the thread that found the changes; must be quick and thread-safe."""

_logger = logging.getLogger(__name__)


class Feed:
    """Numbers batches and hands them to every subscriber; one that fails does not stop the others."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._subscribers: dict[object, Subscriber] = {}
        self._sequence = 0
        self.state = WatchState.STOPPED

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Add a subscriber; calling what is returned removes it."""
        key = object()
        with self._lock:
            self._subscribers[key] = subscriber
        return lambda: self._unsubscribe(key)

    def publish(self, changes: Iterable[Change] = (), *, rescan: bool = False) -> None:
        """Send changes to everybody."""
        with self._lock:
            self._sequence += 1
            batch = ChangeBatch(tuple(changes), self.state, self._sequence, rescan)
            for subscriber in tuple(self._subscribers.values()):
                _deliver(subscriber, batch)

    def change_state(self, state: WatchState, *, rescan: bool = False) -> None:
        """Tell everybody how true the screen is, if that is news or they are to look anew."""
        with self._lock:
            news = state is not self.state
            self.state = state
            if news or rescan:
                self.publish(rescan=rescan)

    def _unsubscribe(self, key: object) -> None:
        with self._lock:
            self._subscribers.pop(key, None)


def _deliver(subscriber: Subscriber, batch: ChangeBatch) -> None:
    try:
        subscriber(batch)
    except Exception:
        _logger.exception("A subscriber failed on batch %d", batch.sequence)
