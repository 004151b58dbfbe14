"""Where the core's threads meet Qt: one open workspace, its list, its details and its changes as signals."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from heapq import nlargest
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal, Slot

from memdesk.errors import MemdeskError
from memdesk.model import ChangeBatch, ChangeKind, DocumentDetail, DocumentInfo, Nature, Parsed, WatchState
from memdesk.text.cooperative import yielding
from memdesk_gui.bridge.jobs import Job, JobRunner

if TYPE_CHECKING:
    from memdesk.access.locks import LockRule
    from memdesk.workspace import Listing, Workspace

Opener = Callable[[Path, bool], "Workspace"]
"""Opens a folder, read-only if asked; injected so that the core's weight is loaded after the first paint."""

DRAIN_INTERVAL_MS = 50
DRAIN_SECONDS = 0.004
"""How long batches are published in one turn of the event loop."""
DETAIL_CHUNK = 64
DETAIL_CHUNK_SECONDS = 0.05
DETAIL_LIMIT = 5_000
DETAIL_SIZE_LIMIT = 4 << 20


class WorkspaceBus(QObject):
    """The open workspace as the panes see it. Every signal is emitted on the GUI thread."""

    opened = Signal()
    """A workspace is open; its list follows."""
    closed = Signal()
    """The workspace was closed; forget everything about it."""
    failed = Signal(object)
    """A workspace could not be opened: the exception."""
    begun = Signal(object)
    """The first documents (``Listing``) of a large folder that is still being walked; ``listed`` follows."""
    listed = Signal(object)
    """The list of documents (``Listing``), at first and after every rescan."""
    described = Signal(object)
    """Documents that were opened and parsed (tuple of ``DocumentDetail``, without data and record)."""
    changed = Signal(object)
    """What changed on disk (``ChangeBatch``)."""
    caught_up = Signal()
    """What changed from outside while nobody watched is in the log now: who shows that reads it again."""
    locks_read = Signal()
    """What is locked is known anew, see ``locks``."""
    state_changed = Signal(object)
    """How live the screen is (``WatchState``)."""
    activated = Signal(object)
    """The person looks at the document of this uri now (no Qt string: a name on disk need not be text)."""
    _wake = Signal()
    _first = Signal(object, object)

    def __init__(self, jobs: JobRunner, opener: Opener, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace: Workspace | None = None
        self.listing: Listing | None = None
        self.state = WatchState.STOPPED
        self.locks: tuple[LockRule, ...] = ()
        """What is locked against agents; nothing where that cannot be read."""
        self._jobs = jobs
        self._opener = opener
        self._learned: dict[str, DocumentInfo] = {}
        self._inbox: deque[ChangeBatch] = deque()
        self._details = DetailPass(self, jobs)
        self._unsubscribe: Callable[[], None] | None = None
        self._opening: Job | None = None
        self._timer = QTimer(self, singleShot=True, interval=DRAIN_INTERVAL_MS)
        self._timer.timeout.connect(self._drain)
        self._last_drain = 0.0
        self._wake.connect(self._on_wake, Qt.ConnectionType.QueuedConnection)
        self._first.connect(self._on_first, Qt.ConnectionType.QueuedConnection)

    def open(self, path: Path, *, read_only: bool = False) -> None:
        """Open a folder: ``opened`` and ``listed`` follow; or ``failed``, and the present one stays open."""
        self._forget_opening()
        self._opening = self._jobs.read(
            lambda: self._opener(path, read_only), self._on_opened, self._on_open_failed
        )

    def close(self) -> None:
        """Stop watching and forget the workspace."""
        self._forget_opening()
        if self.workspace is None:
            return
        if self._unsubscribe is not None:
            self._unsubscribe()
        workspace, self.workspace, self.listing = self.workspace, None, None
        self._details.clear()
        self._inbox.clear()
        self._learned.clear()
        # Not dropped at the end: its threads would go on while the process is taken apart.
        self._jobs.background(workspace.close, must_run=True)
        self._set_state(WatchState.STOPPED)
        self._on_locks(None, ())
        self.closed.emit()

    @property
    def is_missing(self) -> bool:
        """Whether the folder cannot be found: nothing read now is about it, and nothing can be written."""
        return self.state is WatchState.VANISHED

    def is_writable(self) -> bool:
        """Say whether a workspace is open, and there, that may be changed."""
        return self.workspace is not None and not self.workspace.read_only and not self.is_missing

    def info(self, uri: str) -> DocumentInfo | None:
        """Return what is known of a document that is listed or came later."""
        listed = None if self.listing is None else self.listing.by_uri.get(uri)
        return self._learned.get(uri, listed)

    def learn(self, infos: Iterable[DocumentInfo]) -> None:
        """Take note of documents as they are now, which the list was made too early for."""
        self._learned.update((info.uri, info) for info in infos)

    def describe(self, uris: Iterable[str]) -> None:
        """Have these documents opened and parsed next; ``described`` follows."""
        self._details.put_first(uris)

    def read_locks(self) -> None:
        """Find out what is locked; ``locks_read`` follows where that is not as before."""
        workspace = self.workspace
        if workspace is not None:
            self._jobs.background(partial(_locks_of, workspace), partial(self._on_locks, workspace))

    def _on_locks(self, workspace: Workspace | None, locks: tuple[LockRule, ...]) -> None:
        if self.workspace is workspace and locks != self.locks:
            self.locks = locks
            self.locks_read.emit()

    def _forget_opening(self) -> None:
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None

    def _on_open_failed(self, error: Exception) -> None:
        self._opening = None
        self.failed.emit(error)

    def _on_opened(self, workspace: Workspace) -> None:
        self._opening = None
        self.close()
        self.workspace = workspace
        self._unsubscribe = workspace.subscribe(self._receive, quick=True)
        self._set_state(WatchState.STARTING)
        self.opened.emit()
        self._scan(then=lambda: self._jobs.background(workspace.watch))

    def _scan(self, then: Callable[[], object] | None = None) -> None:
        workspace = self.workspace
        if workspace is None:
            return

        def on_listed(listing: Listing) -> None:
            QCoreApplication.sendPostedEvents(self)  # what the walk met first came before
            if self.workspace is not workspace:
                return
            self.listing = listing
            self._learned.clear()
            self.listed.emit(listing)
            self._details.start(workspace, listing)
            self.read_locks()
            if then is not None:
                then()

        on_first = partial(self._pass_first, workspace)
        self._jobs.read(lambda: workspace.scan(on_first), on_listed)

    def _pass_first(self, workspace: Workspace, listing: Listing) -> None:
        """Hand the first documents over to the GUI thread."""
        if shiboken6.isValid(self):
            self._first.emit(workspace, listing)

    @Slot(object, object)
    def _on_first(self, workspace: Workspace, listing: Listing) -> None:
        if self.workspace is workspace and self.listing is None:
            self.listing = listing
            self.begun.emit(listing)

    def _receive(self, batch: ChangeBatch) -> None:
        """Take a batch on whichever thread the core is; the GUI thread is woken once."""
        self._inbox.append(batch)
        if shiboken6.isValid(self):
            self._wake.emit()

    @Slot()
    def _on_wake(self) -> None:
        if self._timer.isActive() or not self._inbox:
            return
        waited = (time.monotonic() - self._last_drain) * 1000
        self._timer.start(max(0, math.ceil(DRAIN_INTERVAL_MS - waited)))

    @Slot()
    def _drain(self) -> None:
        self._last_drain = time.monotonic()
        while self._inbox and time.monotonic() - self._last_drain < DRAIN_SECONDS:
            self._publish(self._inbox.popleft())
        self._jobs.pause()
        if self._inbox:
            self._timer.start(0)

    def _publish(self, batch: ChangeBatch) -> None:
        self._set_state(batch.state)
        if batch.rescan:
            self._scan()
        self.changed.emit(batch)
        alive = (change.uri for change in batch.changes if change.kind is not ChangeKind.DELETED)
        self._details.put_first(alive)

    def _set_state(self, state: WatchState) -> None:
        if state is not self.state:
            self.state = state
            self.state_changed.emit(state)


def _locks_of(workspace: Workspace) -> tuple[LockRule, ...]:
    try:
        return workspace.guard.rules()
    except MemdeskError:
        return ()


class DetailPass:
    """Opens and parses documents one after the other in the background lane, the asked-for ones first."""

    def __init__(self, bus: WorkspaceBus, jobs: JobRunner) -> None:
        self._bus = bus
        self._jobs = jobs
        self._workspace: Workspace | None = None
        self._queue: dict[str, None] = {}
        self._running = False

    def start(self, workspace: Workspace, listing: Listing) -> None:
        """Begin with the newest documents of a list."""
        self._workspace = workspace
        self._jobs.background(lambda: _newest(listing), self._on_chosen)

    def put_first(self, uris: Iterable[str]) -> None:
        """Look at these before all others."""
        self._queue = dict.fromkeys(uris) | self._queue
        self._next()

    def clear(self) -> None:
        """Forget what was still to do."""
        self._workspace = None
        self._queue.clear()

    def _on_chosen(self, uris: tuple[str, ...]) -> None:
        if self._workspace is not None:
            self._queue |= dict.fromkeys(uris)
            self._next()

    def _next(self) -> None:
        workspace = self._workspace
        if self._running or workspace is None or not self._queue:
            return
        self._running = True
        uris = list(islice(self._queue, DETAIL_CHUNK))
        done = partial(self._on_described, workspace)
        self._jobs.background(lambda: _describe(workspace, uris), done, self._on_failed)

    def _on_described(
        self, workspace: Workspace, result: tuple[tuple[str, ...], tuple[DocumentDetail, ...]]
    ) -> None:
        self._running = False
        taken, details = result
        if workspace is self._workspace:
            for uri in taken:
                self._queue.pop(uri, None)
            if details:
                self._bus.learn(detail.info for detail in details)
                self._bus.described.emit(details)
        self._next()

    def _on_failed(self, error: Exception) -> None:
        self._running = False
        self._queue.clear()
        self._jobs.unhandled.emit(error)


def _newest(listing: Listing) -> tuple[str, ...]:
    """Return the documents to describe unasked: the agents' own, the newest first, none that is huge."""
    ours = (
        info
        for info in yielding(listing.documents)
        if info.nature is Nature.FILE and info.system is not None and info.size <= DETAIL_SIZE_LIMIT
    )
    return tuple(info.uri for info in nlargest(DETAIL_LIMIT, ours, key=attrgetter("modified")))


def _describe(workspace: Workspace, uris: list[str]) -> tuple[tuple[str, ...], tuple[DocumentDetail, ...]]:
    """Describe as many as fit into one slice of time; what cannot be read is only ticked off."""
    stop = time.monotonic() + DETAIL_CHUNK_SECONDS
    details: list[DocumentDetail] = []
    taken: list[str] = []
    for uri in yielding(uris, 1):
        taken.append(uri)
        with suppress(MemdeskError):
            detail = workspace.describe(uri)
            details.append(replace(detail, parsed=_shown(detail.parsed)))
        if time.monotonic() > stop:
            break
    return tuple(taken), tuple(details)


def _shown(parsed: Parsed) -> Parsed:
    """Return what panes show of a document, no secret in it; what it holds is asked for when it is opened."""
    from memdesk.checks.covering import mask

    title, summary = (mask(text, quick=True) for text in (parsed.title, parsed.summary))
    return replace(parsed, title=title, summary=summary, data=None, record=None)
