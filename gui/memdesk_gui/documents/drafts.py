"""Keeps the unsaved text of open documents outside the window while it is typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.runtime.clock import SystemClock, machine_time

if TYPE_CHECKING:
    from memdesk.drafts.draft import Draft
    from memdesk.drafts.folder import DraftFolder
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.bridge.jobs import JobRunner
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.documents.open_documents import OpenDocuments
    from memdesk_gui.documents.readings import Base

DRAFT_MS = 1_000
"""How long typing may stay unkept."""


class MergedDraft(NamedTuple):
    """The result of a merge that a person wrote into, and the version on disk that it is made over."""

    text: str
    over: Base

    def without(self, without: Callable[[str], str]) -> MergedDraft:
        """Return both without what was purged."""
        return MergedDraft(without(self.text), replace(self.over, text=without(self.over.text)))


class Drafts(QObject):
    """The drafts of the open documents; of a merge, that of its result beside that of the text."""

    unkept = Signal()
    """Typed text cannot be kept any more, be it that the disk refuses or that there is too much of it."""

    def __init__(self, documents: OpenDocuments, bus: WorkspaceBus, jobs: JobRunner) -> None:
        super().__init__(documents)
        self._documents, self._bus, self._jobs = documents, bus, jobs
        self.folder: DraftFolder | None = None
        """Where drafts of the open workspace are; used in the lane of drafts alone."""
        self._waiting: dict[DocumentBuffer, None] = {}
        self._kept: set[str] = set()
        self._results: dict[DocumentBuffer, Callable[[], MergedDraft | None]] = {}
        self._waiting_results: dict[DocumentBuffer, None] = {}
        self._failing = False
        self._discarded: set[DocumentBuffer] = set()
        self.now: Callable[[], float] = SystemClock().now
        """Tells the time in the open workspace."""
        self._timer = QTimer(self, singleShot=True, interval=DRAFT_MS)
        self._timer.timeout.connect(self.keep_now)
        bus.opened.connect(self._on_workspace)
        bus.closed.connect(self._on_workspace_closed)
        documents.opened.connect(self._on_opened)
        documents.closed.connect(self._on_closed)
        documents.renamed.connect(self._on_renamed)
        documents.purged.connect(self._on_purged)

    def keep_now(self) -> None:
        """Keep what was typed since the last time."""
        self._timer.stop()
        waiting, self._waiting = self._waiting, {}
        for buffer in waiting:
            self._keep(buffer)
        results, self._waiting_results = self._waiting_results, {}
        for buffer in results:
            self._keep_result(buffer)

    def note_result(self, buffer: DocumentBuffer, written: Callable[[], MergedDraft | None]) -> None:
        """Have what a person writes into the result of a merge kept soon, beside the document's text."""
        self._results[buffer], self._waiting_results[buffer] = written, None
        self._start()

    def drop_result(self, buffer: DocumentBuffer) -> None:
        """Forget the draft of a merge that ended, once the text that it may have become is kept."""
        self._waiting_results.pop(buffer, None)
        if self._results.pop(buffer, None) is not None and self.folder is not None:
            self._keep(buffer)
            self._jobs.keep(partial(self.folder.drop, buffer.uri, of_merge=True))

    def abandon(self, buffers: tuple[DocumentBuffer, ...]) -> None:
        """Note that the person wants the unsaved text of these documents gone; their closing follows."""
        self._discarded.update(buffers)

    def take_over(self, recovered: Draft, buffer: DocumentBuffer) -> None:
        """Keep the text that a recovered draft has become, and only then forget that draft."""
        if self.folder is not None:
            self._kept.add(buffer.uri)
            work = partial(self.folder.hand_over, recovered, self.draft_of(buffer))
            self._jobs.keep(work, self._on_kept)

    def draft_of(self, buffer: DocumentBuffer) -> Draft:
        """Return a document's text as a draft."""
        from memdesk.drafts.draft import Draft

        return Draft(buffer.uri, buffer.text(), buffer.base, buffer.base_text, self.now())

    def draft_of_result(self, buffer: DocumentBuffer, written: MergedDraft) -> Draft:
        """Return the result as made from what it was merged with: it is what to save over that."""
        over = written.over
        draft = replace(self.draft_of(buffer), text=written.text, base=over.revision)
        return replace(draft, base_text=over.text, of_merge=True)

    def _on_workspace(self) -> None:
        from memdesk.drafts.folder import DraftFolder
        from memdesk.drafts.places import draft_folder

        workspace = self._bus.workspace
        if workspace is not None:
            self.now = partial(machine_time, workspace.clock)
            self.folder = DraftFolder(draft_folder(workspace.id), lambda: workspace.store.identity)

    def _on_workspace_closed(self) -> None:
        """Let go of the folder, after the documents were closed."""
        if self.folder is not None:
            self._jobs.keep(self.folder.close)
        self.folder = None
        self._kept.clear()

    def _on_opened(self, buffer: DocumentBuffer) -> None:
        note = partial(self._note, buffer)
        buffer.text_document.contentsChanged.connect(note)
        buffer.dirty_changed.connect(note)
        buffer.saved.connect(note)

    def _note(self, buffer: DocumentBuffer, *_: object) -> None:
        """Have a document's text kept soon; a clean one has nothing to keep any more."""
        # one that was closed still speaks while its text is taken apart
        if buffer not in self._documents.buffers():
            return
        if buffer.dirty:
            self._discarded.discard(buffer)
            self._waiting[buffer] = None
            self._start()
        else:
            self._waiting.pop(buffer, None)
            self._drop(buffer)

    def _start(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _on_closed(self, buffer: DocumentBuffer) -> None:
        """Forget the draft with its document, unless the workspace was closed over text nobody gave up."""
        self._waiting.pop(buffer, None)
        given_up = buffer in self._discarded or self._bus.workspace is not None
        self._discarded.discard(buffer)
        if given_up:
            self.drop_result(buffer)
            self._drop(buffer)
        else:
            self._keep(buffer)
            self._keep_result(buffer)
            self._waiting_results.pop(buffer, None)
            self._results.pop(buffer, None)

    def _on_renamed(self, buffer: DocumentBuffer, old: str) -> None:
        """Keep the text under the new name before the draft of the old one goes."""
        if old == buffer.uri:
            return
        self._keep(buffer)
        if self.folder is not None and buffer in self._results:
            self._keep_result(buffer)
            self._jobs.keep(partial(self.folder.drop, old, of_merge=True))
        if self.folder is not None and old in self._kept:
            self._kept.discard(old)
            self._jobs.keep(partial(self.folder.drop, old))

    def _on_purged(self, _without: Callable[[str], str]) -> None:
        """Keep open texts as they are without the secret."""
        for buffer in self._documents.buffers():
            if buffer.dirty:
                self._keep(buffer)
            else:
                self._drop(buffer)

    def _keep(self, buffer: DocumentBuffer) -> None:
        if self.folder is not None and buffer.dirty:
            self._kept.add(buffer.uri)
            self._jobs.keep(partial(self.folder.keep, self.draft_of(buffer)), self._on_kept)

    def _keep_result(self, buffer: DocumentBuffer) -> None:
        written = self._results[buffer]() if buffer in self._results else None
        if self.folder is not None and written is not None:
            draft = self.draft_of_result(buffer, written)
            self._jobs.keep(partial(self.folder.keep, draft), self._on_kept)

    def _on_kept(self, kept: bool) -> None:
        """Tell once that keeping fails, until it goes well again."""
        failing, self._failing = self._failing, not kept
        if self._failing and not failing:
            self.unkept.emit()

    def _drop(self, buffer: DocumentBuffer) -> None:
        if self.folder is not None and buffer.uri in self._kept:
            self._kept.discard(buffer.uri)
            self._jobs.keep(partial(self.folder.drop, buffer.uri))
