"""Events as hints on any system, by watchdog: nothing is opened, nothing believed but that one must look."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from memdesk.store.fs.scan import is_private
from memdesk.watch.observers.base import OnHint

EVENTS: list[type[FileSystemEvent]] = [
    FileMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileClosedEvent,
    FileModifiedEvent,
    DirMovedEvent,
    DirCreatedEvent,
    DirDeletedEvent,
]
"""What is asked for. Opening and reading are left out, else our own reading would feed the queue."""

_JOIN_SECONDS = 5.0
_OVERFLOW_LOG = "watchdog.observers.inotify_c"
_STOP_LOG = "watchdog.observers.inotify"
_TWICE = "Callback with id"
"""What watchdog warns of when a folder and one inside it are created at once and it meets the inner one
twice. It does no harm, unless warnings are errors: then the one thread that reads all events would end."""


class PortableObserver:
    """Watches one folder with watchdog. Its events say of no file that it is complete."""

    def __init__(self, root: Path, on_hint: OnHint, on_lost: Callable[[], object]) -> None:
        self._observer: BaseObserver | None = None
        self._overflow = _OverflowHandler(on_lost)
        self._root = root
        self._handler = _HintHandler(os.fspath(root), on_hint, on_lost)

    def start(self) -> None:
        """Begin. Raises OSError where the system has no watch left to give."""
        self._observer = Observer()
        warnings.filterwarnings("ignore", _TWICE, RuntimeWarning)
        logging.getLogger(_OVERFLOW_LOG).addHandler(self._overflow)
        logging.getLogger(_STOP_LOG).addFilter(_mentions_no_stop)
        try:
            self._observer.schedule(self._handler, os.fspath(self._root), recursive=True, event_filter=EVENTS)
            self._observer.start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End; returns when the observer's threads are gone."""
        logging.getLogger(_OVERFLOW_LOG).removeHandler(self._overflow)
        if self._observer is None:
            return
        self._observer.stop()
        if self._observer.is_alive():
            self._observer.join(_JOIN_SECONDS)
        logging.getLogger(_STOP_LOG).removeFilter(_mentions_no_stop)

    def healthy(self) -> bool:
        """Tell whether events can still arrive."""
        if self._observer is None or not self._observer.is_alive():
            return False
        reader = getattr(self._observer, "_inotify_fd", self._observer)
        emitters = self._observer.emitters
        return reader.is_alive() and bool(emitters) and all(emitter.is_alive() for emitter in emitters)

    def passed_on(self, patience: float) -> bool:  # noqa: ARG002
        """Tell that there is no telling: what the system still holds is not known."""
        return False


class _HintHandler(FileSystemEventHandler):
    """Turns each event into the one or two paths it is about."""

    def __init__(self, root: str, on_hint: OnHint, on_lost: Callable[[], object]) -> None:
        self._root = root
        self._prefix = root.rstrip("/") + "/"
        self._on_hint = on_hint
        self._on_lost = on_lost

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Pass on what an event is about."""
        for path in (event.src_path, event.dest_path):
            if path:
                self._pass_on(os.fsdecode(path), event.is_directory)

    def _pass_on(self, path: str, folder: bool) -> None:
        if path == self._root:
            self._on_lost()
        elif path.startswith(self._prefix):
            uri = path[len(self._prefix) :]
            if not is_private(uri):
                self._on_hint(uri, folder, False)


class _OverflowHandler(logging.Handler):
    """watchdog mentions lost events in its log only, so that is where to listen for them."""

    def __init__(self, on_lost: Callable[[], object]) -> None:
        super().__init__(logging.WARNING)
        self._on_lost = on_lost

    def emit(self, record: logging.LogRecord) -> None:
        """Pass on that events were lost."""
        if "overflow" in str(record.msg):
            self._on_lost()


def _mentions_no_stop(record: logging.LogRecord) -> bool:
    """Keep watchdog from logging an error whenever one of its threads is stopped while it waits."""
    return "thread is inactive" not in str(record.msg)
