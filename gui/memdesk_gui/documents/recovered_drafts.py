"""What windows that died left unsaved: offered until the person uses or discards it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Qt, Signal

from memdesk_gui.documents.state import LeftBehind, Stage

if TYPE_CHECKING:
    from memdesk.drafts.draft import Draft
    from memdesk.drafts.folder import DraftFolder
    from memdesk.text.diff import TextEdit
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.bridge.jobs import JobRunner
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.documents.drafts import Drafts, MergedDraft
    from memdesk_gui.documents.open_documents import OpenDocuments
    from memdesk_gui.documents.sync import DocumentSync

_log = logging.getLogger("memdesk.drafts")

Unfinished: TypeAlias = "tuple[tuple[Draft, ...], int]"
"""Saves that processes died in, and the offset to ask for newer ones."""


class RecoveredDrafts(QObject):
    """The texts of windows that died, of saves that failed with their process, and those put aside lately."""

    changed = Signal()
    """``left`` is another one."""
    arrived = Signal()
    """What was left behind in the workspace just opened is known: there is something."""
    put_aside = Signal()
    """A text that was unsaved and is no longer shown was put where discarded ones are."""

    def __init__(self, documents: OpenDocuments, drafts: Drafts, bus: WorkspaceBus, jobs: JobRunner) -> None:
        super().__init__(documents)
        self.left = LeftBehind()
        self._documents, self._drafts, self._bus, self._jobs = documents, drafts, bus, jobs
        bus.opened.connect(self._on_workspace)
        bus.closed.connect(partial(self._show, LeftBehind()))
        documents.opened.connect(self._on_opened)
        documents.purged.connect(self._on_purged)

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
        from memdesk_gui.documents.document_io import few

        text, revision = buffer.text(), buffer.text_document.revision()
        self._jobs.read(partial(few, text, draft.text), partial(self._put, buffer.disk, revision, draft))

    def discard(self, draft: Draft) -> None:
        """Put a recovered draft aside; for some days it can be brought back."""
        folder = self._drafts.folder
        if folder is not None and draft in self.left.drafts:
            self._take_off(draft)
            moved = partial(self._on_discarded, folder, draft)
            self._jobs.keep(partial(folder.discard, draft, self._drafts.now()), moved)

    def keep_aside(self, buffer: DocumentBuffer, written: MergedDraft) -> None:
        """Keep the result of a merge that ended for some days, as if it was recovered and discarded."""
        self._put_aside(self._drafts.draft_of_result(buffer, written))

    def bring_back(self, draft: Draft) -> None:
        """Make a discarded draft a recovered one again."""
        folder = self._drafts.folder
        if folder is not None and draft in self.left.discarded:
            self._take_off(draft)
            moved = partial(self._on_brought_back, folder)
            self._jobs.keep(partial(folder.bring_back, draft), moved)

    def _put(self, disk: DocumentSync, revision: int, draft: Draft, edits: tuple[TextEdit, ...]) -> None:
        buffer = self._documents.find(draft.uri)
        if buffer is None or buffer.disk is not disk or self._drafts.folder is None:
            return
        if revision != buffer.text_document.revision():
            self.use(buffer, draft)
            return
        disk.take_draft(draft, edits)
        self._drafts.take_over(draft, buffer)
        self._take_off(draft)

    def _give_up(self, buffer: DocumentBuffer) -> None:
        self._put_aside(self._drafts.draft_of(buffer))

    def _put_aside(self, draft: Draft) -> None:
        folder = self._drafts.folder
        if folder is not None:
            self._jobs.keep(partial(folder.put_aside, draft), partial(self._on_put_aside, folder))

    def _on_put_aside(self, folder: DraftFolder, kept: Draft | None) -> None:
        if folder is self._drafts.folder and kept is not None:
            self._show(self.left._replace(discarded=(kept, *self.left.discarded)))
            self.put_aside.emit()

    def _take_off(self, draft: Draft) -> None:
        drafts, discarded = (tuple(kept for kept in part if kept is not draft) for part in self.left)
        self._show(LeftBehind(drafts, discarded))

    def _on_discarded(self, folder: DraftFolder, draft: Draft, moved: Draft | None) -> None:
        """List a draft as discarded; one that could not be put aside stays what it was."""
        if folder is self._drafts.folder and moved is not None:
            self._show(self.left._replace(discarded=(moved, *self.left.discarded)))
        elif folder is self._drafts.folder:
            self._show(self.left._replace(drafts=(draft, *self.left.drafts)))

    def _on_brought_back(self, folder: DraftFolder, moved: Draft | None) -> None:
        if folder is self._drafts.folder and moved is not None:
            self._show(self.left._replace(drafts=(moved, *self.left.drafts)))

    def _show(self, left: LeftBehind) -> None:
        self.left = left
        self.changed.emit()

    def _on_workspace(self) -> None:
        from memdesk_gui.documents.document_io import unsaved

        workspace, folder = self._bus.workspace, self._drafts.folder
        if workspace is not None and folder is not None:
            self._jobs.keep(partial(unsaved, workspace, folder), partial(self._on_recovered, folder))

    def _look_for_unfinished(self, folder: DraftFolder, after: int) -> None:
        """Have saves that processes died in listed, too: that may wait for the lock of the workspace."""
        from memdesk_gui.documents.document_io import unfinished

        workspace = self._bus.workspace
        if folder is self._drafts.folder and workspace is not None and not workspace.read_only:
            found = partial(self._on_unfinished, folder, after)
            self._jobs.background(partial(unfinished, workspace, after), found, _log_error)

    def _on_unfinished(self, folder: DraftFolder, after: int, found: Unfinished) -> None:
        """Adopt what is not known as typed text already."""
        drafts, offset = found
        typed = {(draft.uri, draft.text) for part in self.left for draft in part}
        if folder is self._drafts.folder and offset != after:
            new = tuple(draft for draft in drafts if (draft.uri, draft.text) not in typed)
            adopted = partial(self._on_adopted, folder)
            self._jobs.keep(partial(folder.adopt, new, offset), adopted)

    def _on_adopted(self, folder: DraftFolder, drafts: tuple[Draft, ...]) -> None:
        if folder is self._drafts.folder and drafts:
            self._show(self.left._replace(drafts=(*drafts, *self.left.drafts)))
            self.arrived.emit()

    def _on_recovered(self, folder: DraftFolder, left: LeftBehind) -> None:
        if folder is self._drafts.folder and any(left):
            self._show(left)
            if left.drafts:
                self.arrived.emit()
        self._jobs.keep(folder.adopted, partial(self._look_for_unfinished, folder))

    def _on_opened(self, buffer: DocumentBuffer) -> None:
        buffer.giving_up.connect(partial(self._give_up, buffer))

    def _on_purged(self, without: Callable[[str], str]) -> None:
        """Forget a secret."""
        self._show(LeftBehind(*(tuple(_without(draft, without) for draft in part) for part in self.left)))


def _without(draft: Draft, without: Callable[[str], str]) -> Draft:
    return replace(draft, text=without(draft.text), base_text=without(draft.base_text))


def _log_error(error: Exception) -> None:
    """Note that unfinished saves cannot be looked for now; they are at the next start."""
    _log.warning("Unfinished saves are not listed: %s", error)
