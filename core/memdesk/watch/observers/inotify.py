"""Linux says what happens in a folder: watchdog's threads, an emitter of ours that reads events in gulps.

While a thread of Python runs, the window's cannot: therefore nobody is woken for a single event of many, one
path is hinted at once per gulp, and what the core itself keeps in the folder is not watched at all. Nothing
is opened here, and nothing believed but that one must look.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import logging
import os
import select
import struct
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from watchdog.events import EVENT_TYPE_MODIFIED, FileSystemEvent, FileSystemEventHandler
from watchdog.observers.api import (
    DEFAULT_EMITTER_TIMEOUT,
    BaseObserver,
    EventEmitter,
    EventQueue,
    ObservedWatch,
)

from memdesk.store.fs.names import is_apart
from memdesk.text.cooperative import yielding
from memdesk.watch.observers.base import OnHint

GATHER_MS = 20
"""How long events gather in the kernel after many were read."""

SOON_MS = 5
"""The same after few: each version of a document that is written often shall be seen."""

_ON_ITS_WAY = 0.002
"""Seconds between two looks at whether an event was passed on."""

FEW = 1 << 10
"""Bytes of few events."""

GULP = 1 << 18
"""Bytes of events that are read at once."""

_MODIFY, _ATTRIB, _CLOSE_WRITE, _MOVED_FROM, _MOVED_TO = 0x2, 0x4, 0x8, 0x40, 0x80
_CREATE, _DELETE, _DELETE_SELF, _MOVE_SELF = 0x100, 0x200, 0x400, 0x800
_UNMOUNT, _OVERFLOW, _IGNORED, _IS_FOLDER = 0x2000, 0x4000, 0x8000, 0x40000000
_ONLY_FOLDERS, _NO_LINKS = 0x01000000, 0x02000000

_INSIDE = _MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE
_ASKED = _INSIDE | _ONLY_FOLDERS | _NO_LINKS
_ASKED_OF_ROOT = _ASKED | _DELETE_SELF | _MOVE_SELF
_COMPLETE = _MOVED_TO | _CLOSE_WRITE
_APPEARED = _CREATE | _MOVED_TO | _ATTRIB
_ROOT_GONE = _DELETE_SELF | _MOVE_SELF | _UNMOUNT | _IGNORED
_NOT_A_FILE = _IS_FOLDER | _DELETE_SELF | _MOVE_SELF | _UNMOUNT | _OVERFLOW | _IGNORED

_CANNOT_BE_WATCHED = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EACCES, errno.ENAMETOOLONG})
_HEAD = struct.Struct("iIII")

_logger = logging.getLogger(__name__)


@dataclass(unsafe_hash=True)
class GulpEvent(FileSystemEvent):
    """What a gulp of events is about: hints as an observer gives them, or that events were lost."""

    hints: tuple[tuple[str, bool, bool], ...] = ()
    is_lost: bool = False
    event_type = EVENT_TYPE_MODIFIED


class KernelEmitter(EventEmitter):
    """Watches one folder and all below it with inotify; queues an event for each gulp.

    Starting it raises OSError where the system has no watch left to give. It ends once the root is gone or
    cannot be watched as a whole any more.
    """

    # watchdog's own reader queues each event, and while it does the kernel's queue runs over: of 20,000 files
    # renamed into place at once 15,600 to 15,900 were never told, at 4 to 6 times the processor time of this
    # reader, which missed none (2 runs each, 2 busy cores, memory disk).

    def __init__(
        self,
        event_queue: EventQueue,
        watch: ObservedWatch,
        *,
        timeout: float = DEFAULT_EMITTER_TIMEOUT,
        event_filter: list[type[FileSystemEvent]] | None = None,
    ) -> None:
        super().__init__(event_queue, watch, timeout=timeout, event_filter=event_filter)
        self.name = "memdesk-events"
        self._root = watch.raw_path
        self._system = _System()
        self._prefixes: dict[int, str] = {}
        self._hints: list[tuple[str, bool, bool]] = []
        self._top = self._events = self._stopper = -1
        self._is_reading = False
        self._closing = threading.Lock()
        self._anything, self._stopped = select.poll(), select.poll()

    def on_thread_start(self) -> None:
        """Watch the folder."""
        self._events = self._system.open()
        self._stopper = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._top = self._system.add(self._events, self._root, _ASKED_OF_ROOT)
        self._prefixes[self._top] = ""
        self._add_below("")
        self._anything.register(self._events, select.POLLIN)
        for poll in (self._anything, self._stopped):
            poll.register(self._stopper, select.POLLIN)

    def on_thread_stop(self) -> None:
        """Wake the thread; one that never ran leaves nothing open."""
        with self._closing:
            if self._stopper >= 0:
                os.eventfd_write(self._stopper, 1)
        if not self.is_alive():
            self._close()

    def run(self) -> None:
        """Queue events until told to stop, or until no more will come."""
        try:
            super().run()
        finally:
            self._close()

    def queue_events(self, timeout: float) -> None:
        """Queue what the next gulp is about, once there is one."""
        del timeout  # what stops it wakes it
        if (self._stopper, select.POLLIN) in self._anything.poll():
            return
        is_last, self._is_reading = False, True
        try:
            gulp = os.read(self._events, GULP)
            is_last = not self._take(gulp)
        except OSError as error:
            _logger.warning("No more events for this folder: %s", error)
            self._lose()
            is_last = True
        hints, self._hints = tuple(self._hints), []
        if hints:
            self.queue_event(GulpEvent(self._root, hints=hints))
        self._is_reading = False
        if is_last:
            self.stop()
        else:
            self._stopped.poll(SOON_MS if len(gulp) < FEW else GATHER_MS)

    def has_queued(self) -> bool:
        """Tell whether every event of the kernel so far was queued."""
        with self._closing:
            if self._events < 0:
                return False
            waiting = fcntl.ioctl(self._events, termios.FIONREAD, bytes(4))
        # What is read is in the kernel no longer, and not queued yet: in this order neither is missed.
        return not any(waiting) and not self._is_reading

    def _lose(self) -> None:
        """Say that events were lost, behind what is known."""
        hints, self._hints = tuple(self._hints), []
        self.queue_event(GulpEvent(self._root, hints=hints, is_lost=True))

    def _close(self) -> None:
        with self._closing:
            for descriptor in (self._events, self._stopper):
                with suppress(OSError):
                    os.close(descriptor)
            self._events = self._stopper = -1

    def _take(self, gulp: bytes) -> bool:
        """Pass on what a gulp of events is about, each path once; False where no more will come."""
        happened: dict[tuple[int, bytes], int] = {}
        place, end, read = 0, len(gulp), _HEAD.unpack_from
        while place < end:
            watch, mask, _, length = read(gulp, place)
            place += 16 + length
            key = watch, gulp[place - length : place]
            if mask & _NOT_A_FILE:
                if not self._take_folder(watch, mask, key[1]):
                    return False
            else:
                happened[key] = happened.get(key, 0) | mask
        self._pass_on(happened)
        return True

    def _pass_on(self, happened: dict[tuple[int, bytes], int]) -> None:
        """Pass on what happened to files, by watch and padded name."""
        prefixes = self._prefixes
        for (watch, padded), mask in happened.items():
            name = os.fsdecode(padded.rstrip(b"\0"))
            prefix = prefixes.get(watch)
            if prefix is not None and name and not is_apart(name):
                self._hints.append((prefix + name, False, mask & _COMPLETE != 0))

    def _take_folder(self, watch: int, mask: int, padded: bytes) -> bool:
        """Follow folders as they come, go and move; False where the root is gone."""
        if mask & _OVERFLOW:
            self._add_below("")
            self._lose()
        elif watch == self._top and mask & _ROOT_GONE:
            self._lose()
            return False
        elif mask & _IGNORED:
            self._prefixes.pop(watch, None)
        elif watch in self._prefixes and mask & _IS_FOLDER:
            self._follow(self._prefixes[watch] + os.fsdecode(padded.rstrip(b"\0")), mask)
        return True

    def _follow(self, uri: str, mask: int) -> None:
        if is_apart(uri.rpartition("/")[2]):
            return
        if mask & _MOVED_FROM:
            self._forget(uri + "/")
        if mask & _APPEARED:
            self._add(uri)
        self._hints.append((uri, True, False))

    def _forget(self, prefix: str) -> None:
        """Watch a folder that moved away no longer; where it moved to, it is watched anew."""
        for watch in [watch for watch, own in self._prefixes.items() if own.startswith(prefix)]:
            del self._prefixes[watch]
            self._system.remove(self._events, watch)

    def _add(self, uri: str) -> None:
        """Watch a folder and all below it."""
        if self._watch_folder(uri):
            self._add_below(uri)

    def _add_below(self, uri: str) -> None:
        """Watch all folders below one; each before it is listed, so that none that is made now is missed."""
        pending = [uri]
        while pending:
            pending.extend(folder for folder in self._folders_in(pending.pop()) if self._watch_folder(folder))

    def _watch_folder(self, uri: str) -> bool:
        """Watch one folder, if it can be; raises OSError where watches have run out."""
        try:
            watch = self._system.add(self._events, f"{self._root}/{uri}", _ASKED)
        except OSError as error:
            if error.errno in _CANNOT_BE_WATCHED:
                return False
            raise
        self._prefixes[watch] = uri + "/"
        return True

    def _folders_in(self, uri: str) -> Iterator[str]:
        """Yield the folders directly inside of one; those that are not the person's are left out."""
        prefix = uri + "/" if uri else ""
        with suppress(OSError), os.scandir(f"{self._root}/{uri}") as names:
            for item in yielding(names):
                if item.is_dir(follow_symlinks=False) and not is_apart(item.name):
                    yield prefix + item.name


class KernelObserver:
    """Watches one folder and all below it with watchdog's observer and our emitter."""

    def __init__(self, root: Path, on_hint: OnHint, on_lost: Callable[[], object]) -> None:
        self._observer = BaseObserver(KernelEmitter)
        self._observer.name = "memdesk-hints"
        self._observer.schedule(_GulpHandler(on_hint, on_lost), os.fspath(root), recursive=True)
        (emitter,) = self._observer.emitters
        assert isinstance(emitter, KernelEmitter)  # as it was told to make them
        self._emitter = emitter

    def start(self) -> None:
        """Begin. Raises OSError where the system has no watch left to give."""
        try:
            self._observer.start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End; returns when the threads are gone."""
        self._observer.stop()
        if self._observer.is_alive():
            self._observer.join()

    def healthy(self) -> bool:
        """Tell whether events can still arrive."""
        return self._observer.is_alive() and self._emitter.is_alive()

    def passed_on(self, patience: float) -> bool:
        """Tell whether a hint was given of every event of the kernel so far; wait for those on their way."""
        end = time.monotonic() + patience
        while not self._emitter.has_queued() or self._observer.event_queue.unfinished_tasks:
            if time.monotonic() >= end or not self.healthy():
                return False
            time.sleep(_ON_ITS_WAY)
        return True


class _GulpHandler(FileSystemEventHandler):
    """Hands on what gulps are about."""

    def __init__(self, on_hint: OnHint, on_lost: Callable[[], object]) -> None:
        self._on_hint = on_hint
        self._on_lost = on_lost

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Hand on the hints of a gulp, then that others were lost."""
        if isinstance(event, GulpEvent):
            for hint in event.hints:
                self._on_hint(*hint)
            if event.is_lost:
                self._on_lost()


class _System:
    """The three calls of the kernel; they raise OSError."""

    def __init__(self) -> None:
        library = ctypes.CDLL(None, use_errno=True)
        self._init = library.inotify_init1
        self._add = library.inotify_add_watch
        self._add.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_uint32)
        self._remove = library.inotify_rm_watch

    def open(self) -> int:
        """Return a descriptor to read events from."""
        return _checked(self._init(os.O_CLOEXEC | os.O_NONBLOCK))

    def add(self, descriptor: int, path: str, mask: int) -> int:
        """Watch a path; return the number that its events have."""
        return _checked(self._add(descriptor, os.fsencode(path), mask))

    def remove(self, descriptor: int, watch: int) -> None:
        """Watch it no longer; one that is gone already is ignored."""
        self._remove(descriptor, watch)


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
