"""The thread that keeps the screen true: hints say where to look, periodic scans find what no hint told."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from os.path import ismount
from pathlib import Path

from memdesk.errors import FolderGoneError, NotFoundError
from memdesk.model import Change, FileEntry, WatchState
from memdesk.store.fs.scan import snapshot, walk
from memdesk.text.cooperative import same_manners
from memdesk.watch.coalesce import LIMIT, Coalescer, Hints
from memdesk.watch.examiner import DocumentExaminer
from memdesk.watch.feed import Feed
from memdesk.watch.known_state import KnownState
from memdesk.watch.mounts import is_network
from memdesk.watch.observers import observe
from memdesk.watch.observers.base import Observer
from memdesk.watch.pace import RateLimiter

BATCH = 200
"""Documents looked at, and therefore at most announced, at a time."""

PATIENCE = 0.1
"""Seconds that whoever asks what is not announced yet waits for events at most."""

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WatchIntervals:
    """How a workspace is watched; all times in seconds."""

    focused: float = 2.0
    background: float = 10.0
    polling: float = 1.0
    vanished: float = 0.5
    folders: int = 5_000
    retry: float = 60.0
    """Events that the system refused are asked for again after so long."""
    poll: bool = False
    """Never ask for events, scan only."""


class Watcher:
    """Watches one workspace on a thread of its own and announces what changed.

    ``announce`` receives changes that are certain, at most ``BATCH`` at a time; ``renew`` a whole scan where
    nobody shall rely on anything that was announced before.
    """

    def __init__(
        self,
        root: Path,
        ledger: KnownState,
        examiner: DocumentExaminer,
        *,
        feed: Feed,
        announce: Callable[[tuple[Change, ...]], object],
        renew: Callable[[list[FileEntry]], object],
        rhythm: WatchIntervals,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._root = root
        self._ledger = ledger
        self._examiner = examiner
        self._feed = feed
        feed.require_root = self.require_root
        feed.heard_of = self.unannounced
        self._announce = announce
        self._renew = renew
        self._rhythm = rhythm
        self._clock = clock
        self._wake = threading.Condition()
        self._hints = Coalescer()
        self._looking = Hints()
        self._pace = RateLimiter(rhythm.focused, clock)
        self._interval = rhythm.focused
        self._stopping = False
        self._polling = rhythm.poll
        self._observer: Observer | None = None
        self._refused: float | None = None
        self._identity: tuple[int, int] | None = None
        self._mounted = False
        self._is_lost = False
        self._thread = threading.Thread(target=same_manners(self._run), name="memdesk-watch", daemon=True)

    def start(self) -> None:
        """Begin; changes since the ledger's baseline are announced first."""
        self._feed.change_state(WatchState.STARTING)
        self._thread.start()

    def stop(self) -> None:
        """End; returns when the thread is gone."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self._thread.join()

    def set_focused(self, focused: bool) -> None:
        """Look more often while somebody looks, and at once when they begin to."""
        self._interval = self._rhythm.focused if focused else self._rhythm.background
        if focused:
            self.hint_everything()

    def hint(self, uri: str, folder: bool = False, placed: bool = False) -> None:
        """Have a path looked at soon; at once where a known document is complete: the next may follow."""
        ready = placed and self._ledger.entry(uri) is not None
        with self._wake:
            if self._hints.add(uri, self._clock(), folder=folder, ready=ready):
                self._wake.notify()

    def hint_everything(self) -> None:
        """Have the whole folder looked at soon."""
        with self._wake:
            self._hints.add_everything(self._clock())
            self._wake.notify()

    def unannounced(self) -> frozenset[str] | None:
        """Return the paths that something was heard of and that are not announced yet.

        None where there is no telling: without events, or where a folder or all of it may have changed. Waits
        a moment for events that are on their way. For any thread.
        """
        observer = self._observer
        if observer is None or not observer.passed_on(PATIENCE):
            return None
        with self._wake:
            waiting, looking = self._hints.waiting(), self._looking
        if waiting.everything or waiting.folders or looking.everything or looking.folders:
            return None
        return waiting.paths | looking.paths

    def _run(self) -> None:
        try:
            self._resume()
            while not self._stopping:
                self._turn(self._wait())
                self._looking = Hints()
        except Exception:
            _logger.exception("The watcher failed; changes are not announced any more")
        finally:
            self._stop_observer()
            self._feed.change_state(WatchState.STOPPED)

    def _wait(self) -> Hints:
        """Return the hints once they are due, or a hint at everything where a periodic look is due first."""
        with self._wake:
            while not self._stopping:
                now, due, look = self._clock(), self._due(), self._pace.next()
                if due is not None and due <= now:
                    self._looking = self._hints.take(now)
                    return self._looking
                if look <= now:
                    return Hints(everything=True)
                self._wake.wait(min(look, due if due is not None else look) - now)
        return Hints()

    def _due(self) -> float | None:
        """Return when to follow the hints; scans on request take half of the time at most."""
        deadline = self._hints.deadline()
        if deadline is None or not self._hints.everything:
            return deadline
        return max(deadline, self._pace.bearable())

    def _turn(self, hints: Hints) -> None:
        """Look once: at the root's health, then where the hints say."""
        try:
            if self._root_identity() != self._identity:
                self._lose_root()
            elif self._identity is not None and hints.everything:
                self._reconcile()
            elif self._identity is not None and (hints.paths or hints.folders):
                self._look_at(hints)
        except NotFoundError:
            self._lose_root()
        if self._identity is None:
            self._resume()
        elif self._needs_observer():
            self._start_observer()
            self._feed.change_state(self._live_state())
            self.hint_everything()

    def _needs_observer(self) -> bool:
        """Say whether no more events arrive, or it is time to ask again for those that were refused."""
        if self._observer is not None:
            return not self._observer.healthy()
        return self._refused is not None and self._clock() >= self._refused + self._rhythm.retry

    def _resume(self) -> None:
        """Begin to watch a root that has (re)appeared; until it does, look for it now and then."""
        self._identity = self._root_identity()
        if self._identity is None:
            self._feed.change_state(WatchState.VANISHED)
            self._pace.interval = self._rhythm.vanished
            with self._pace.measured():
                return
        self._mounted = self._mounted or ismount(self._root)
        returned = self._feed.state is WatchState.VANISHED
        self._start_observer()
        try:
            self._take(
                list(self._scan())
            ) if returned or not self._ledger.has_baseline() else self._reconcile()
        except NotFoundError:
            self._identity = None
            return
        self._is_lost = False
        self._feed.change_state(self._live_state(), rescan=returned)

    def _lose_root(self) -> None:
        """Tell that the root is gone; what was in it is not announced as deleted, it may come back."""
        self._is_lost = True
        self._identity = None
        self._stop_observer()
        self._feed.change_state(WatchState.VANISHED)

    def _root_identity(self) -> tuple[int, int] | None:
        """Tell which folder the root is; None where it, or the disk that was mounted there, is gone."""
        if self._mounted and not ismount(self._root):
            return None
        try:
            status = os.lstat(self._root)
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def require_root(self) -> None:
        """Raise FolderGoneError where the root is gone, also before that is told. For any thread."""
        if self._is_lost:
            raise FolderGoneError(f"the folder is gone: {self._root}")
        self._require_root()

    def _require_root(self) -> None:
        """Raise FolderGoneError where the root went while it was looked at: what was missed may be with it.

        A folder that another program provides may still be known when that has died: so it is asked itself.
        """
        try:
            os.statvfs(self._root)
            is_there = self._identity in {None, self._root_identity()}
        except OSError:
            is_there = False
        if not is_there:
            raise FolderGoneError(f"the folder is gone: {self._root}")

    def _present(self, entry: FileEntry | None) -> FileEntry | None:
        """Return what was found, once it is certain that nothing is missing for want of the root."""
        if entry is None:
            self._require_root()
        return entry

    def _start_observer(self) -> None:
        self._stop_observer()
        self._refused = None
        if self._polling or is_network(self._root):
            return
        observer = observe(self._root, self.hint, self.hint_everything)
        try:
            observer.start()
        except OSError as error:
            _logger.warning("No events for this folder, it is scanned instead: %s", error)
            self._refused = self._clock()
            return
        self._observer = observer

    def _stop_observer(self) -> None:
        observer, self._observer = self._observer, None
        if observer is not None:
            observer.stop()

    def _live_state(self) -> WatchState:
        return WatchState.POLLING if self._observer is None else WatchState.LIVE

    def _reconcile(self) -> None:
        """Compare the whole folder with what was announced."""
        self._pace.interval = self._interval if self._observer is not None else self._rhythm.polling
        with self._pace.measured():
            found = self._ledger.compare(self._scan())
            self._require_root()
            entries = {uri: self._ledger.entry(uri) for uri in self._examiner.racy}
            entries |= found.created | found.modified | dict.fromkeys(found.deleted)
            if len(entries) > LIMIT:
                self._take(list(self._scan()))
                self._feed.publish(rescan=True)
            elif entries:
                self._examine(entries, entries.get)
        self._announce(())

    def _take(self, entries: list[FileEntry]) -> None:
        """Take the folder as it is; nobody has seen it yet, or everybody is told to look anew."""
        self._ledger.reset(entries)
        self._renew(entries)

    def _scan(self) -> Iterator[FileEntry]:
        """Walk the folder. One with very many folders is polled, the system's watches are few."""
        folders = 1
        for content in walk(self._root):
            yield from content.entries
            folders += len(content.folders)
        if folders > self._rhythm.folders and self._observer is not None:
            self._polling = True
            self._stop_observer()
            self._feed.change_state(WatchState.POLLING)

    def _look_at(self, hints: Hints) -> None:
        """Look at single paths, and into the folders among them."""
        entries: dict[str, FileEntry] = {}
        uris = hints.paths | hints.folders
        if hints.folders:
            uris |= self._ledger.below(hints.folders)
        for folder in topmost(hints.folders):
            entries.update(self._inside(folder))
        self._examine(uris | entries.keys(), lambda uri: entries.get(uri) or self._examiner.entry(uri))

    def _inside(self, folder: str) -> dict[str, FileEntry]:
        """Return what is in a folder; nothing where it is gone or not a folder."""
        try:
            return snapshot(entry for content in walk(self._root, folder) for entry in content.entries)
        except NotFoundError:
            return {}

    def _examine(self, uris: Iterable[str], look: Callable[[str], FileEntry | None]) -> None:
        """Announce what is news among these paths; what is being written is looked at again soon.

        New names come first: where a file got one, its former name is looked at with it.
        """
        rest = iter(sorted(uris, key=lambda uri: (self._ledger.entry(uri) is not None, uri)))
        while part := list(islice(rest, BATCH)):
            changes, put_off = self._examiner.examine((uri, self._present(look(uri))) for uri in part)
            self._announce(tuple(changes))
            for uri in put_off:
                self.hint(uri)


def topmost(folders: Iterable[str]) -> list[str]:
    """Return the folders that are not inside another one of them."""
    found: list[str] = []
    for folder in sorted(folders, key=lambda name: name.split("/")):
        if not found or not folder.startswith(found[-1] + "/"):
            found.append(folder)
    return found
