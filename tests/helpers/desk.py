"""A whole desk for editor tests: a workspace in memory behind the real bus, jobs and documents."""

from __future__ import annotations

import threading
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from memdesk.errors import ConflictError, NotFoundError
from memdesk.index.local_state.baseline import FolderBaseline
from memdesk.index.local_state.database import StateDatabase
from memdesk.model import (
    Actor,
    Change,
    ChangeBatch,
    ChangeKind,
    Content,
    DocumentInfo,
    FileStamp,
    Kind,
    Nature,
    Origin,
    Parsed,
    Via,
    WatchState,
    revision_of,
)
from memdesk.runtime.clock import FrozenClock
from memdesk.store import CommitResult, Lineage, OperationPage
from memdesk.watch.catalog import LeftOut
from memdesk_gui.bridge.bus import WorkspaceBus
from memdesk_gui.bridge.jobs import JobRunner
from memdesk_gui.commands import CommandRegistry
from memdesk_gui.context import AppContext
from memdesk_gui.documents.documents import Documents
from memdesk_gui.features.area.page import DocumentPage
from memdesk_gui.theme.theme import Scheme, Theme

BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, tool="memory_append")
STAMP = FileStamp(1, 1, 0, 0, 0, 0o100644)


class MemoryWorkspace:
    """Documents in memory with the workspace's calls; ``gate`` holds commits back, ``refusal`` fails them."""

    def __init__(self, files, parse=None, kinds=None, natures=None):
        self.root = Path("/workspace")
        self.id = "in-memory"
        self.registry = {}
        self.local_state = StateDatabase(self.id)
        self.baseline = FolderBaseline(self.local_state)
        self.clock = FrozenClock(1_800_000_000.0)
        self.files, self.seen = dict(files), []
        self.kinds, self.natures = kinds or {}, natures or {}
        self.read_only, self.read_only_reason = False, None
        self.refusal = None
        self.gate = threading.Event()
        self.gate.set()
        self.reads = []
        self.log = []
        self._parse = parse or (lambda info, data: Parsed(title=info.title))
        self._subscribers = []
        self._sequence = 0
        self.sites = ()
        self.store = SimpleNamespace(record=lambda name: None, identity=None, identify=lambda: None)

    def unannounced(self):
        """Return None: nobody watches."""
        return

    def info(self, uri):
        kind, nature = self.kinds.get(uri, Kind.FACT), self.natures.get(uri, Nature.FILE)
        system = "pegasus" if kind is not Kind.OTHER else None
        size = len(self.files.get(uri, b""))
        return DocumentInfo(uri, system, kind, uri.rpartition("/")[2], size, 0, nature)

    def scan(self, on_first=None):
        documents = tuple(self.info(uri) for uri in {**self.files, **self.natures})
        by_uri = {info.uri: info for info in documents}
        return SimpleNamespace(documents=documents, sites=(), by_uri=by_uri, left_out=LeftOut())

    def read(self, uri):
        self.reads.append(uri)
        if uri not in self.files:
            raise NotFoundError("gone", uri=uri)
        data = self.files[uri]
        return Content(uri, data, revision_of(data), STAMP)

    def parse(self, info, data):
        return self._parse(info, data)

    def describe(self, uri):
        raise NotFoundError("not described here", uri=uri)

    def newest_operations(self, limit, uri=None, before=None):
        steps = [step for step in reversed(self.log) if uri in (None, step.path)]
        return OperationPage(tuple(steps[:limit]), 0)

    def lineage(self, uri, limit, before=None):
        return Lineage(self.newest_operations(limit, uri).operations)

    def latest_operations(self):
        return {step.path: step for step in self.log}

    def version(self, revision):
        kept = {revision_of(data): data for data in (*self.files.values(), *self.seen)}
        if revision not in kept:
            raise NotFoundError("not kept")
        return kept[revision]

    def unfinished(self, after=0):
        return OperationPage((), 0)

    def commit_all(self, edits, actor):
        return tuple(self.commit(edit.uri, edit.new, edit.base, actor) for edit in edits)

    def commit(self, uri, new, base, actor):
        self.gate.wait(300)
        if self.refusal is not None:
            raise self.refusal
        current = revision_of(self.files[uri]) if uri in self.files else None
        if current != base:
            raise ConflictError("changed", uri=uri, base=base, current=current)
        self.seen += [self.files[uri]] if uri in self.files else []
        self.write(uri, new, actor)
        return CommitResult("op", uri, current, revision_of(new))

    def exclusive(self, actor):
        return nullcontext()

    def instead(self, uri):
        return None

    def clearing(self, uris, actor):
        return nullcontext(())

    def write(self, uri, data, actor=BLOOP):
        """Change a document as ``actor`` would (None deletes it) and announce it."""
        before = revision_of(self.files[uri]) if uri in self.files else None
        if data is None:
            del self.files[uri]
        else:
            self.files[uri] = data
        kind = ChangeKind.DELETED if data is None else ChangeKind.MODIFIED
        after = None if data is None else revision_of(data)
        self.announce((Change(uri, kind, before, after, actor, 0.0),))

    def announce(self, changes=(), state=WatchState.LIVE, rescan=False):
        """Tell the subscribers."""
        self._sequence += 1
        for subscriber in self._subscribers:
            subscriber(ChangeBatch(tuple(changes), state, self._sequence, rescan))

    def subscribe(self, fn, *, quick=False):
        self._subscribers.append(fn)
        return lambda: self._subscribers.remove(fn)

    def watch(self):
        self.announce()

    def close(self):
        self._subscribers.clear()
        self.local_state.close()


def change(buffer, old, new):
    """Replace a word of a text as typing does."""
    cursor = QTextCursor(buffer.text_document)
    at = buffer.text().index(old)
    cursor.setPosition(at)
    cursor.setPosition(at + len(old), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(new)


class Desk:
    """A workspace in memory (or a given one), open in the real bus, with everything an editor is given."""

    def __init__(self, qtbot, files, scheme=Scheme.LIGHT, workspace=None, **options):
        self.qtbot = qtbot
        self.workspace = workspace or MemoryWorkspace(files, **options)
        self._root = QObject()
        self.jobs = JobRunner(self._root)
        self.bus = WorkspaceBus(self.jobs, lambda path, read_only: self.workspace, self._root)
        self.documents = Documents(self.bus, self.jobs, self._root)
        self.theme = Theme(scheme, parent=self._root)
        self.unhandled = []
        self.jobs.unhandled.connect(self.unhandled.append)
        self.context = AppContext(
            settings=None,
            bus=self.bus,
            jobs=self.jobs,
            commands=CommandRegistry(self.theme),
            theme=self.theme,
            documents=self.documents,
        )
        self.bus.open(self.workspace.root)
        self.settle()

    def settle(self):
        """Wait until nothing is under way any more."""
        self.qtbot.waitUntil(lambda: not self.jobs.is_busy and self.bus.listing is not None)

    def open(self, uri):
        """Open a document and wait until it is shown."""
        buffer = self.documents.open(uri)
        self.qtbot.waitUntil(lambda: buffer.stage != "loading")
        return buffer

    def close(self):
        """End everything here, in the GUI thread: the collector may run in any other."""
        self.bus.close()
        self.jobs.wait_for_done()
        self.jobs.shutdown()
        shiboken6.delete(self._root)


def shown_page(desk, uri="facts/user.md"):
    """Show a document of a desk in its page, as the window does; return the page."""
    pages = []
    desk.documents.opened.connect(lambda buffer: pages.append(DocumentPage(buffer, desk.context)))
    desk.documents.open(uri)
    page = pages[0]
    desk.qtbot.addWidget(page)
    page.resize(1000, 400)
    with desk.qtbot.waitExposed(page):
        page.show()
    desk.qtbot.waitUntil(lambda: page.editor is not None)
    desk.settle()
    return page
