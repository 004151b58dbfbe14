"""Keeps unsaved text outside the window while it is typed, and offers what a window that died left behind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.clock import SystemClock
from memdesk.drafts import Draft, DraftFolder, draft_folder
from memdesk_gui.disk_link import DiskLink, Stage
from memdesk_gui.loading import few, unsaved

if TYPE_CHECKING:
    from memdesk.text.diff import Edit
    from memdesk_gui.buffer import DocumentBuffer
    from memdesk_gui.bus import WorkspaceBus
    from memdesk_gui.documents import Documents
    from memdesk_gui.jobs import JobRunner

DRAFT_MS = 1_000
"""How long typing may stay unkept."""


class Drafts(QObject):
    """The drafts of the open documents, and the recovered ones until the person uses or discards them."""

    changed = Signal()
    """``recovered`` is another one."""
    arrived = Signal()
    """What was left behind in the workspace just opened is known: there is something."""

    def __init__(self, documents: Documents, bus: WorkspaceBus, jobs: JobRunner) -> None:
        super().__init__(documents)
        self.recovered: dict[str, Draft] = {}
        self._documents, self._bus, self._jobs = documents, bus, jobs
        self._folder: DraftFolder | None = None
        self._waiting: dict[DocumentBuffer, None] = {}
        self._kept: set[str] = set()
        self._discarded: set[DocumentBuffer] = set()
        self._now: Callable[[], float] = SystemClock().now
        self._timer = QTimer(self, singleShot=True, interval=DRAFT_MS)
        self._timer.timeout.connect(self.keep_now)
        bus.opened.connect(self._on_workspace)
        bus.closed.connect(self._on_workspace_closed)
        documents.opened.connect(self._on_opened)
        documents.closed.connect(self._on_closed)

    def keep_now(self) -> None:
        """Keep what was typed since the last time."""
        self._timer.stop()
        waiting, self._waiting = self._waiting, {}
        for buffer in waiting:
            self._keep(buffer)

    def abandon(self, buffers: tuple[DocumentBuffer, ...]) -> None:
        """Note that the person wants the unsaved text of these documents gone; their closing follows."""
        self._discarded.update(buffers)

    def found(self, buffer: DocumentBuffer) -> Draft | None:
        """Return the recovered draft of a document."""
        return self.recovered.get(buffer.uri)

    def usable(self, buffer: DocumentBuffer) -> bool:
        """Whether a recovered draft can become the document's text."""
        if buffer.stage is Stage.REFUSED:
            workspace = self._bus.workspace
            return buffer.refusal == "not_found" and workspace is not None and not workspace.read_only
        return buffer.editable

    def use(self, buffer: DocumentBuffer) -> None:
        """Make a recovered draft the unsaved text of its document, in one step of undo."""
        draft = self.found(buffer)
        if draft is None or not self.usable(buffer):
            return
        if buffer.stage is Stage.REFUSED:
            buffer.disk.begin_new()
        text, revision = buffer.text(), buffer.text_document.revision()
        self._jobs.read(partial(few, text, draft.text), partial(self._put, buffer.disk, revision, draft))

    def discard(self, buffer: DocumentBuffer) -> None:
        """Remove a recovered draft for good."""
        draft = self.recovered.pop(buffer.uri, None)
        if draft is not None and self._folder is not None:
            self._jobs.write(partial(self._folder.forget, draft))
            self.changed.emit()

    def _put(self, disk: DiskLink, revision: int, draft: Draft, edits: tuple[Edit, ...]) -> None:
        buffer = self._documents.find(draft.uri)
        if buffer is None or buffer.disk is not disk:
            return
        if revision != buffer.text_document.revision():
            self.use(buffer)
            return
        disk.take_draft(draft, edits)
        self._keep(buffer)
        self.discard(buffer)

    def _on_workspace(self) -> None:
        workspace = self._bus.workspace
        if workspace is not None:
            self._now = workspace.clock.now
            folder = self._folder = DraftFolder(draft_folder(workspace.id))
            self._jobs.write(partial(unsaved, workspace, folder), partial(self._on_recovered, folder))

    def _on_workspace_closed(self) -> None:
        """Let go of the folder, after the documents were closed."""
        if self._folder is not None:
            self._jobs.write(self._folder.close)
        self._folder = None
        self.recovered = {}
        self._kept.clear()

    def _on_recovered(self, folder: DraftFolder, drafts: tuple[Draft, ...]) -> None:
        if folder is self._folder and drafts:
            self.recovered = {draft.uri: draft for draft in drafts}
            self.changed.emit()
            self.arrived.emit()

    def _on_opened(self, buffer: DocumentBuffer) -> None:
        note = partial(self._note, buffer)
        buffer.text_document.contentsChanged.connect(note)
        buffer.dirty_changed.connect(note)
        buffer.saved.connect(note)

    def _note(self, buffer: DocumentBuffer, *_: object) -> None:
        """Have a document's text kept soon; a clean one has nothing to keep any more."""
        if buffer.dirty:
            self._discarded.discard(buffer)
            self._waiting[buffer] = None
            if not self._timer.isActive():
                self._timer.start()
        else:
            self._waiting.pop(buffer, None)
            self._drop(buffer)

    def _on_closed(self, buffer: DocumentBuffer) -> None:
        """Forget the draft with its document, unless the workspace was closed over text nobody gave up."""
        self._waiting.pop(buffer, None)
        given_up = buffer in self._discarded or self._bus.workspace is not None
        self._discarded.discard(buffer)
        if given_up:
            self._drop(buffer)
        else:
            self._keep(buffer)

    def _keep(self, buffer: DocumentBuffer) -> None:
        if self._folder is not None and buffer.dirty:
            self._kept.add(buffer.uri)
            draft = Draft(buffer.uri, buffer.text(), buffer.base, buffer.base_text, self._now())
            self._jobs.write(partial(self._folder.keep, draft))

    def _drop(self, buffer: DocumentBuffer) -> None:
        if self._folder is not None and buffer.uri in self._kept:
            self._kept.discard(buffer.uri)
            self._jobs.write(partial(self._folder.drop, buffer.uri))
