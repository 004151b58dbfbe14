"""Change batches on their way to whoever subscribed, in one order for all."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from memdesk.errors import FolderGoneError
from memdesk.model import Change, ChangeBatch, WatchState

WAITING = 1_000
"""Batches that wait for a slow subscriber at most; beyond that it is told to look at everything anew."""

_JOIN_SECONDS = 5.0

Subscriber: TypeAlias = Callable[[ChangeBatch], object]
"""Receives every batch. One that is ``quick`` gets it on the thread that made the commit or found the change,
before that goes on; any other on a thread of its own, where nobody waits for it."""

_logger = logging.getLogger(__name__)


class Feed:
    """Numbers batches and hands them to every subscriber; one that fails does not stop the others."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._subscribers: dict[object, Subscriber] = {}
        self._sequence = 0
        self.state = WatchState.STOPPED
        self.require_root: Callable[[], object] = bool
        """What raises FolderGoneError where the folder is gone and nobody told it yet: its watcher knows."""
        self.heard_of: Callable[[], frozenset[str] | None] = frozenset
        """What tells of paths that something was heard of and that are not announced yet."""

    def subscribe(self, subscriber: Subscriber, *, quick: bool = False) -> Callable[[], None]:
        """Add a subscriber; calling what is returned removes it."""
        key = object()
        with self._lock:
            self._subscribers[key] = subscriber if quick else Outbox(subscriber)
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

    def unannounced(self) -> frozenset[str] | None:
        """Return the documents that changed, as far as is heard, and that no batch has told of yet.

        None where there is no telling, as where nobody watches: whoever must know then scans the folder.
        """
        return self.heard_of() if self.state is WatchState.LIVE else None

    def require_folder(self) -> None:
        """Raise FolderGoneError where the folder is gone: what stands in its place now is another one."""
        if self.state is WatchState.VANISHED:
            raise FolderGoneError("the folder is gone")
        self.require_root()

    def close(self) -> None:
        """End; what was published is delivered before this returns, unless a subscriber hangs."""
        with self._lock:
            subscribers = tuple(self._subscribers.values())
            self._subscribers.clear()
        for subscriber in subscribers:
            if isinstance(subscriber, Outbox):
                subscriber.end()

    def _unsubscribe(self, key: object) -> None:
        with self._lock:
            subscriber = self._subscribers.pop(key, None)
        if isinstance(subscriber, Outbox):
            subscriber.drop()


class Outbox:
    """Batches on their way to one subscriber that may take its time: it has a thread, which waits for it."""

    def __init__(self, subscriber: Subscriber) -> None:
        self._subscriber = subscriber
        self._wake = threading.Condition()
        self._waiting: deque[ChangeBatch] = deque()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="memdesk-feed", daemon=True)
        self._thread.start()

    def __call__(self, batch: ChangeBatch) -> None:
        """Take a batch; returns at once."""
        with self._wake:
            if len(self._waiting) >= WAITING:
                self._waiting.clear()
                batch = replace(batch, changes=(), rescan=True)
            self._waiting.append(batch)
            self._wake.notify()

    def drop(self) -> None:
        """Deliver nothing more. Does not wait for a delivery under way."""
        with self._wake:
            self._waiting.clear()
            self._ended = True
            self._wake.notify()

    def end(self) -> None:
        """Deliver what waits, then end."""
        with self._wake:
            self._ended = True
            self._wake.notify()
        if self._thread is not threading.current_thread():
            self._thread.join(_JOIN_SECONDS)

    def _run(self) -> None:
        while (batch := self._next()) is not None:
            _deliver(self._subscriber, batch)

    def _next(self) -> ChangeBatch | None:
        with self._wake:
            while not self._waiting and not self._ended:
                self._wake.wait()
            return self._waiting.popleft() if self._waiting else None


def _deliver(subscriber: Subscriber, batch: ChangeBatch) -> None:
    try:
        subscriber(batch)
    except Exception:
        _logger.exception("A subscriber failed on batch %d", batch.sequence)
