"""Keeps unsaved text outside the window while it is typed, and offers what a window that died left behind."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from memdesk.clock import SystemClock
from memdesk_gui.document_state import Stage

if TYPE_CHECKING:
    from memdesk.drafts import Draft, DraftFolder
    from memdesk.text.diff import Edit
    from memdesk_gui.bus import WorkspaceBus
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.documents.disk_link import DiskLink
    from memdesk_gui.documents.documents import Documents
    from memdesk_gui.documents.loading import Base
    from memdesk_gui.jobs import JobRunner

_log = logging.getLogger("memdesk.drafts")

Unfinished: TypeAlias = "tuple[tuple[Draft, ...], int]"
"""Saves that processes died in, and the offset to ask for newer ones."""

DRAFT_MS = 1_000
"""How long typing may stay unkept."""


class Written(NamedTuple):
    """The result of a merge that a person wrote into, and the version on disk that it is made over."""

    text: str
    over: Base

    def without(self, without: Callable[[str], str]) -> Written:
        """Return both without what was purged."""
        return Written(without(self.text), replace(self.over, text=without(self.over.text)))


class LeftBehind(NamedTuple):
    """Drafts of windows that died, and those that the person discarded lately; the newest first."""

    drafts: tuple[Draft, ...] = ()
    discarded: tuple[Draft, ...] = ()


class Drafts(QObject):
    """The drafts of the open documents, and the recovered ones until the person uses or discards them."""

    changed = Signal()
    """``left`` is another one."""
    arrived = Signal()
    """What was left behind in the workspace just opened is known: there is something."""
    put_aside = Signal()
    """A text that was unsaved and is no longer shown was put where discarded ones are."""
    unkept = Signal()
    """Typed text cannot be kept any more, be it that the disk refuses or that there is too much of it."""

    def __init__(self, documents: Documents, bus: WorkspaceBus, jobs: JobRunner) -> None:
        super().__init__(documents)
        self.left = LeftBehind()
        self._documents, self._bus, self._jobs = documents, bus, jobs
        self._folder: DraftFolder | None = None
        self._waiting: dict[DocumentBuffer, None] = {}
        self._kept: set[str] = set()
        self._results: dict[DocumentBuffer, Callable[[], Written | None]] = {}
        self._waiting_results: dict[DocumentBuffer, None] = {}
        self._failing = False
        self._discarded: set[DocumentBuffer] = set()
        self._now: Callable[[], float] = SystemClock().now
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

    def note_result(self, buffer: DocumentBuffer, written: Callable[[], Written | None]) -> None:
        """Have what a person writes into the result of a merge kept soon, beside the document's text."""
        self._results[buffer], self._waiting_results[buffer] = written, None
        self._start()

    def drop_result(self, buffer: DocumentBuffer) -> None:
        """Forget the draft of a merge that ended, once the text that it may have become is kept."""
        self._waiting_results.pop(buffer, None)
        if self._results.pop(buffer, None) is not None and self._folder is not None:
            self._keep(buffer)
            self._jobs.keep(partial(self._folder.drop, buffer.uri, of_merge=True))

    def abandon(self, buffers: tuple[DocumentBuffer, ...]) -> None:
        """Note that the person wants the unsaved text of these documents gone; their closing follows."""
        self._discarded.update(buffers)

    def found(self, buffer: DocumentBuffer) -> Draft | None:
        """Return the newest recovered draft of a document."""
        return next((draft for draft in self.left.drafts if draft.uri == buffer.uri), None)

    def usable(self, buffer: DocumentBuffer) -> bool:
        """Whether a recovered draft can become the document's text."""
        if buffer.stage is Stage.REFUSED:
            workspace = self._bus.workspace
            return buffer.refusal == "not_found" and workspace is not None and not workspace.read_only
        return buffer.editable

    def restore(self, draft: Draft) -> None:
        """Open the document of a recovered draft and make this its unsaved text."""
        buffer = self._documents.open(draft.uri)
        use = partial(self.use, buffer, draft)
        if buffer.stage is Stage.LOADING:
            buffer.loaded.connect(use, Qt.ConnectionType.SingleShotConnection)
        else:
            use()

    def use(self, buffer: DocumentBuffer, draft: Draft) -> None:
        """Make a recovered draft the unsaved text of its document, in one step of undo."""
        if draft not in (*self.left.drafts, *self.left.discarded) or not self.usable(buffer):
            return
        if buffer.stage is Stage.REFUSED:
            buffer.disk.begin_new()
        from memdesk_gui.documents.loading import few

        text, revision = buffer.text(), buffer.text_document.revision()
        self._jobs.read(partial(few, text, draft.text), partial(self._put, buffer.disk, revision, draft))

    def discard(self, draft: Draft) -> None:
        """Put a recovered draft aside; for some days it can be brought back."""
        if self._folder is not None and draft in self.left.drafts:
            self._take_off(draft)
            moved = partial(self._on_discarded, self._folder, draft)
            self._jobs.keep(partial(self._folder.discard, draft, self._now()), moved)

    def keep_aside(self, buffer: DocumentBuffer, written: Written) -> None:
        """Keep the result of a merge that ended for some days, as if it was recovered and discarded."""
        self._put_aside(self._draft_of_result(buffer, written))

    def bring_back(self, draft: Draft) -> None:
        """Make a discarded draft a recovered one again."""
        if self._folder is not None and draft in self.left.discarded:
            self._take_off(draft)
            moved = partial(self._on_brought_back, self._folder)
            self._jobs.keep(partial(self._folder.bring_back, draft), moved)

    def _put(self, disk: DiskLink, revision: int, draft: Draft, edits: tuple[Edit, ...]) -> None:
        buffer = self._documents.find(draft.uri)
        if buffer is None or buffer.disk is not disk or self._folder is None:
            return
        if revision != buffer.text_document.revision():
            self.use(buffer, draft)
            return
        disk.take_draft(draft, edits)
        self._kept.add(buffer.uri)
        self._jobs.keep(partial(self._folder.hand_over, draft, self._draft_of(buffer)), self._on_kept)
        self._take_off(draft)

    def _give_up(self, buffer: DocumentBuffer) -> None:
        self._put_aside(self._draft_of(buffer))

    def _put_aside(self, draft: Draft) -> None:
        if self._folder is not None:
            work = partial(self._folder.put_aside, draft)
            self._jobs.keep(work, partial(self._on_put_aside, self._folder))

    def _on_put_aside(self, folder: DraftFolder, kept: Draft | None) -> None:
        if folder is self._folder and kept is not None:
            self._show(self.left._replace(discarded=(kept, *self.left.discarded)))
            self.put_aside.emit()

    def _take_off(self, draft: Draft) -> None:
        drafts, discarded = (tuple(kept for kept in part if kept is not draft) for part in self.left)
        self._show(LeftBehind(drafts, discarded))

    def _on_discarded(self, folder: DraftFolder, draft: Draft, moved: Draft | None) -> None:
        """List a draft as discarded; one that could not be put aside stays what it was."""
        if folder is self._folder and moved is not None:
            self._show(self.left._replace(discarded=(moved, *self.left.discarded)))
        elif folder is self._folder:
            self._show(self.left._replace(drafts=(draft, *self.left.drafts)))

    def _on_brought_back(self, folder: DraftFolder, moved: Draft | None) -> None:
        if folder is self._folder and moved is not None:
            self._show(self.left._replace(drafts=(moved, *self.left.drafts)))

    def _show(self, left: LeftBehind) -> None:
        self.left = left
        self.changed.emit()

    def _on_workspace(self) -> None:
        from memdesk.drafts import DraftFolder, draft_folder
        from memdesk_gui.documents.loading import unsaved

        workspace = self._bus.workspace
        if workspace is not None:
            self._now = workspace.clock.now
            folder = self._folder = DraftFolder(draft_folder(workspace.id))
            self._jobs.keep(partial(unsaved, workspace, folder), partial(self._on_recovered, folder))

    def _on_workspace_closed(self) -> None:
        """Let go of the folder, after the documents were closed."""
        if self._folder is not None:
            self._jobs.keep(self._folder.close)
        self._folder = None
        self._kept.clear()
        self._show(LeftBehind())

    def _look_for_unfinished(self, folder: DraftFolder, after: int) -> None:
        """Have saves that processes died in listed, too: that may wait for the lock of the workspace."""
        from memdesk_gui.documents.loading import unfinished

        workspace = self._bus.workspace
        if folder is self._folder and workspace is not None and not workspace.read_only:
            found = partial(self._on_unfinished, folder, after)
            self._jobs.background(partial(unfinished, workspace, after), found, _log_error)

    def _on_unfinished(self, folder: DraftFolder, after: int, found: Unfinished) -> None:
        """Adopt what is not known as typed text already."""
        drafts, offset = found
        typed = {(draft.uri, draft.text) for part in self.left for draft in part}
        if folder is self._folder and offset != after:
            new = tuple(draft for draft in drafts if (draft.uri, draft.text) not in typed)
            adopted = partial(self._on_adopted, folder)
            self._jobs.keep(partial(folder.adopt, new, offset), adopted)

    def _on_adopted(self, folder: DraftFolder, drafts: tuple[Draft, ...]) -> None:
        if folder is self._folder and drafts:
            self._show(self.left._replace(drafts=(*drafts, *self.left.drafts)))
            self.arrived.emit()

    def _on_recovered(self, folder: DraftFolder, left: LeftBehind) -> None:
        if folder is self._folder and any(left):
            self._show(left)
            if left.drafts:
                self.arrived.emit()
        self._jobs.keep(folder.adopted, partial(self._look_for_unfinished, folder))

    def _on_opened(self, buffer: DocumentBuffer) -> None:
        note = partial(self._note, buffer)
        buffer.text_document.contentsChanged.connect(note)
        buffer.dirty_changed.connect(note)
        buffer.saved.connect(note)
        buffer.giving_up.connect(partial(self._give_up, buffer))

    def _note(self, buffer: DocumentBuffer, *_: object) -> None:
        """Have a document's text kept soon; a clean one has nothing to keep any more."""
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
        if self._folder is not None and buffer in self._results:
            self._keep_result(buffer)
            self._jobs.keep(partial(self._folder.drop, old, of_merge=True))
        if self._folder is not None and old in self._kept:
            self._kept.discard(old)
            self._jobs.keep(partial(self._folder.drop, old))

    def _on_purged(self, without: Callable[[str], str]) -> None:
        """Forget a secret, also where its text was on the way into a draft."""
        self.left = LeftBehind(*(tuple(_without(draft, without) for draft in part) for part in self.left))
        self.changed.emit()
        for buffer in self._documents.buffers():
            if buffer.dirty:
                self._keep(buffer)
            else:
                self._drop(buffer)

    def _keep(self, buffer: DocumentBuffer) -> None:
        if self._folder is not None and buffer.dirty:
            self._kept.add(buffer.uri)
            self._jobs.keep(partial(self._folder.keep, self._draft_of(buffer)), self._on_kept)

    def _keep_result(self, buffer: DocumentBuffer) -> None:
        written = self._results[buffer]() if buffer in self._results else None
        if self._folder is not None and written is not None:
            draft = self._draft_of_result(buffer, written)
            self._jobs.keep(partial(self._folder.keep, draft), self._on_kept)

    def _on_kept(self, kept: bool) -> None:
        """Tell once that keeping fails, until it goes well again."""
        failing, self._failing = self._failing, not kept
        if self._failing and not failing:
            self.unkept.emit()

    def _draft_of(self, buffer: DocumentBuffer) -> Draft:
        from memdesk.drafts import Draft

        return Draft(buffer.uri, buffer.text(), buffer.base, buffer.base_text, self._now())

    def _draft_of_result(self, buffer: DocumentBuffer, written: Written) -> Draft:
        """Return the result as made from what it was merged with: it is what to save over that."""
        over = written.over
        draft = replace(self._draft_of(buffer), text=written.text, base=over.revision)
        return replace(draft, base_text=over.text, of_merge=True)

    def _drop(self, buffer: DocumentBuffer) -> None:
        if self._folder is not None and buffer.uri in self._kept:
            self._kept.discard(buffer.uri)
            self._jobs.keep(partial(self._folder.drop, buffer.uri))


def _without(draft: Draft, without: Callable[[str], str]) -> Draft:
    return replace(draft, text=without(draft.text), base_text=without(draft.base_text))


def _log_error(error: Exception) -> None:
    """Note that unfinished saves cannot be looked for now; they are at the next start."""
    _log.warning("Unfinished saves are not listed: %s", error)
