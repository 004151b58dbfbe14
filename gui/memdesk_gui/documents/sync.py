"""A buffer's link to its file: reading, saving, and what to do when the file changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.errors import ConflictError, MemdeskError, NotFoundError
from memdesk.model import OUTSIDE, Actor, Change, ChangeKind, Instead, Nature, Parsed, WatchState
from memdesk.text.authorship import nobody
from memdesk.text.encoding import TextForm
from memdesk_gui.documents.auto_merge import AutoMerge
from memdesk_gui.documents.base_history import BaseHistory
from memdesk_gui.documents.document_io import (
    PURGE,
    Base,
    DiskComparison,
    Merged,
    Reading,
    ReplacedError,
    SavedBuffer,
    commit,
    compare,
    few,
    read_document,
    replaced,
    without_secrets,
)
from memdesk_gui.documents.state import DiskState, Stage

if TYPE_CHECKING:
    from memdesk.drafts.draft import Draft
    from memdesk.text.diff import TextEdit
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.bridge.jobs import JobRunner
    from memdesk_gui.documents.buffer import DocumentBuffer

READ_ONLY_WORKSPACE = "workspace"
"""The reason not to edit that is not the document's own."""
UNDOABLE_CHARACTERS = 1024 * 1024
"""A reload that brings more text than this is read in like a new document, without undo."""


class DocumentSync(QObject):
    """Reads and writes the file of one buffer. Whatever fails, the buffer's text stays."""

    def __init__(self, buffer: DocumentBuffer, bus: WorkspaceBus, jobs: JobRunner) -> None:
        super().__init__(buffer)
        self.stage, self.state = Stage.LOADING, DiskState.SAME
        self.refusal = self.former = ""
        self.reason: str | None = None
        self.base = Base(None, "", TextForm(), ())
        self.theirs: Reading | None = None
        self.writer: Actor = OUTSIDE
        self.error: MemdeskError | None = None
        self.instead: Instead | None = None
        self.note: Actor | None = None
        self._buffer, self._bus, self._jobs = buffer, bus, jobs
        self._saving = self._save_again = self._closed = self._missed = False
        self._looking = 0
        self.taken = BaseHistory(buffer, self)
        self.merging = AutoMerge(buffer, self, bus, jobs)

    @property
    def is_text(self) -> bool:
        """Whether the whole document is shown as text that could be written back as it is."""
        return self.reason in (None, READ_ONLY_WORKSPACE)

    @property
    def saving(self) -> bool:
        """Whether a save is under way."""
        return self._saving

    def load(self) -> None:
        """Read the document from the beginning."""
        self.stage, self.error, self.note = Stage.LOADING, None, None
        self._set_state(DiskState.SAME)
        workspace, info = self._bus.workspace, self._buffer.info
        if info.nature is not Nature.FILE or workspace is None:
            self._refuse(info.nature.value if workspace else "closed")
            return
        self._jobs.read(partial(read_document, workspace, info), self._on_read, self._on_unread)

    def filled(self) -> None:
        """Note that the buffer's text is in place."""
        self.stage = Stage.READY
        self._look_at_missed()

    def close(self) -> None:
        """Drop everything under way."""
        self._closed = True

    def save(self) -> None:
        """Commit the text over its base, or anew where that is deleted; what is typed now stays unsaved.

        What was written since is merged in, unless the person has just taken such a merge back.
        """
        workspace, text = self._bus.workspace, self._buffer.text()
        if workspace is None or not self._buffer.editable or not self._buffer.dirty:
            return
        if self._saving:
            self._save_again = True
            return
        if self.state is DiskState.DELETED:
            self.keep_mine()
        self._saving = True
        merging = self.state is DiskState.SAME or not self.taken.is_taken_back
        who, uri = self._buffer.person, self._buffer.uri
        work = partial(commit, workspace, uri, self.base, text, who, merging=merging)
        self._jobs.write(work, self._on_saved, self._on_unsaved)

    def on_change(self, change: Change) -> None:
        """Take note of a change on disk; what we wrote ourselves is known by its revision."""
        known = change.after is not None and change.after == self.base.revision
        if known and self.state not in (DiskState.CHANGED, DiskState.DELETED):
            return
        is_gone = change.kind is ChangeKind.DELETED or change.instead is not None
        if is_gone and self.stage is Stage.READY and not self._saving:
            self.instead = change.instead
            self._set_state(DiskState.DELETED, change.actor)
        else:
            self.look(change.actor)

    def look(self, writer: Actor = OUTSIDE) -> None:
        """Compare the file with the text, as after an event that may concern it."""
        workspace = self._bus.workspace
        if workspace is None or self._closed or self.stage is Stage.REFUSED:
            return
        if self._saving or self.stage is Stage.LOADING or self._looking:
            self._missed = True
            return
        self._looking = 1
        text, revision = self._buffer.text(), self._buffer.text_document.revision()
        work = partial(compare, workspace, self._buffer.info, self.base, text, writer, met=self.theirs)
        self._jobs.read(work, partial(self._on_compared, revision), self._on_unseen)

    def purge(self, without: Callable[[str], str]) -> None:
        """Take a secret that was purged on disk out of text and base; no step of undo leads back to it."""
        text = self._buffer.text()
        self._buffer.secrets.forget()
        self.base = replace(self.base, text=without(self.base.text))
        self._buffer.edit(few(text, without(text)) if self._buffer.editable else ())
        self._buffer.text_document.clearUndoRedoStacks()
        self.taken.forget()
        self._buffer.purged.emit(without)
        self.look(self.writer)

    def renamed(self, writer: Actor, former: str) -> None:
        """Note that somebody else gave the document another name; text and base are what they were."""
        self.note, self.former = writer, former
        self._buffer.disk_changed.emit()

    def vanished(self) -> None:
        """Note that the whole workspace folder is gone."""
        self._set_state(DiskState.VANISHED)

    def reload(self) -> None:
        """Take the text on disk instead of the buffer's; undo brings the buffer's back."""
        theirs, workspace = self.theirs, self._bus.workspace
        if theirs is not None and workspace is not None:
            text, revision = self._buffer.text(), self._buffer.text_document.revision()
            work = partial(compare, workspace, self._buffer.info, self.base, text, self.writer)
            self._jobs.read(work, partial(self._on_reload, revision), self._on_unseen)

    def keep_mine(self) -> None:
        """Keep the buffer's text; the next save replaces what is on disk now."""
        if self.state is DiskState.DELETED:
            self.base = replace(self.base, revision=None)
        elif self.theirs is not None:
            self.base = replaced(self.theirs, self.base.form)
        self.theirs = None
        self._set_state(DiskState.SAME)
        self._buffer.rebased(clean=False)

    def write_back(self) -> None:
        """Save the text where something else stands in its place, which is moved out of the way."""
        self.keep_mine()
        self.save()

    def take_merged(self, found: Merged) -> None:
        """Make the text what it merges to with the file, in one step of undo; nothing is saved yet."""
        self._buffer.about_to_reload.emit()
        self.theirs, self.former = None, ""
        self._buffer.secrets.set_on_disk(found.theirs.covers)
        self.taken.take(found.theirs.base, found.edits or (), self.writer)
        self._buffer.rebased(clean=self._buffer.text() == self.base.text)
        self.note = self.writer
        self._set_state(DiskState.SAME)
        self._buffer.reloaded.emit(self.writer)

    def begin_new(self) -> None:
        """Begin an empty document where there is no file; the first save writes it."""
        self.stage, self.refusal, self.error = Stage.LOADING, "", None
        self._on_read(Reading(Base(None, "", TextForm(), nobody("")), Parsed()))

    def take_draft(self, draft: Draft, edits: Sequence[TextEdit]) -> None:
        """Make the text a recovered one, made from its own base: what was saved since shows as a change."""
        if self._buffer.dirty and edits:
            self._buffer.giving_up.emit()
        is_newer = draft.base != self.base.revision
        if is_newer:
            self.base = Base(draft.base, draft.base_text, self.base.form, nobody(draft.base_text))
        self._buffer.edit(edits)
        self._buffer.rebased(clean=False)
        if is_newer:
            self.look()

    def dismiss(self) -> None:
        """Take the last error and note off the screen."""
        self.error, self.note, self.former = None, None, ""
        self.taken.hush()
        self._buffer.disk_changed.emit()

    def _on_read(self, reading: Reading) -> None:
        if self._closed:
            return
        self.base, self.stage = reading.base, Stage.LOADING
        self.taken.forget()
        self.reason = reading.reason or self._workspace_reason()
        self._buffer.secrets.set_on_disk(reading.covers)
        self._buffer.fill(reading.base.text, reading.parsed, reading.base.authors, reading.pages)

    def _workspace_reason(self) -> str | None:
        workspace = self._bus.workspace
        return READ_ONLY_WORKSPACE if workspace is not None and workspace.read_only else None

    def _on_unread(self, error: Exception) -> None:
        self._refuse(error.code if isinstance(error, MemdeskError) else "failed")
        self.report(error)

    def _refuse(self, code: str) -> None:
        if self._closed:
            return
        self.stage, self.refusal = Stage.REFUSED, code
        self._buffer.loaded.emit()

    def _on_saved(self, stored: SavedBuffer) -> None:
        self._saving = False
        self.error = self.theirs = None
        is_whole = stored.base.text == self._buffer.text()
        if stored.merged is None or not is_whole:
            self.base = stored.base
            self._set_state(DiskState.SAME)
            self._buffer.rebased(clean=is_whole)
        if stored.merged is not None:
            self._take_in(stored.merged, stored.writer, is_whole=is_whole)
        self._buffer.saved.emit()
        self._after_save()

    def _take_in(self, merged: Merged, writer: Actor, *, is_whole: bool) -> None:
        """Take what a save was merged with into the text; into what was typed meanwhile, by a merge."""
        self.writer = writer
        if is_whole:
            self.merging.use(merged, saved=True)
        else:
            self.theirs = merged.theirs
            self._set_state(DiskState.CHANGED)
            self.merging.take()
        if writer.tool == PURGE:
            self._buffer.text_document.clearUndoRedoStacks()
            self.taken.forget()

    def _on_unsaved(self, error: Exception) -> None:
        self._saving = self._save_again = False
        if isinstance(error, ConflictError):
            if self.state is DiskState.SAME:
                self.merging.met = error
            else:
                self._buffer.failed.emit(error)
            self.look()
        else:
            self.report(error)
        self._after_save()

    def _after_save(self) -> None:
        if self._save_again:
            self._save_again = False
            self.save()
        self._look_at_missed()

    def _look_at_missed(self) -> None:
        """Look once more; who is met then is found in the log: it need not be who was missed."""
        if self._missed and not self._saving:
            self._missed = False
            self.look()

    def _on_compared(self, revision: int, found: DiskComparison) -> None:
        self._looking = 0
        theirs, writer = found.theirs, found.writer
        if self._closed or self._saving:
            self._missed = True
        elif theirs.base.revision == self.base.revision:
            self.theirs = None
            self._set_state(DiskState.SAME)
            self.merging.give_up()
        elif theirs.base.text == self.base.text:
            self._rest_on(theirs.base)
            self.merging.give_up()
        elif self._buffer.dirty and found.purged:
            self.theirs, self.writer = None, writer
            self.purge(partial(without_secrets, secrets=found.purged))
        elif self._buffer.dirty and found.edits:
            if not found.repeats(self.theirs, self.writer):
                self.theirs, self.writer = theirs, writer
                self._buffer.secrets.set_on_disk(theirs.covers)
            self._set_state(DiskState.CHANGED)
            self.merging.find_conflict()
        elif revision != self._buffer.text_document.revision():
            self._missed = True
        else:
            self._take(found)
        self._look_at_missed()

    def _rest_on(self, base: Base) -> None:
        """Measure the text from a version that says the same as its base."""
        self.base, self.theirs = base, None
        self._set_state(DiskState.SAME)
        self._buffer.rebased(clean=self._buffer.text() == base.text)

    def _on_reload(self, revision: int, found: DiskComparison) -> None:
        if revision != self._buffer.text_document.revision():
            self.reload()
        else:
            self._take(found)

    def _on_unseen(self, error: Exception) -> None:
        self._looking, self.merging.met = 0, None
        self.instead = error.instead if isinstance(error, ReplacedError) else None
        if isinstance(error, NotFoundError):
            gone = self._bus.state is WatchState.VANISHED
            self._set_state(DiskState.VANISHED if gone else DiskState.DELETED)
        else:
            self.report(error)
        self._look_at_missed()

    def _take(self, found: DiskComparison) -> None:
        """Make the text what is on disk."""
        writer = found.writer
        self.theirs, self.former = None, ""
        if found.theirs.reason or _is_vast(found) or not self.is_text:
            self.note = writer
            if self._buffer.dirty:
                self._buffer.giving_up.emit()
            self._on_read(found.theirs)
        else:
            self._buffer.about_to_reload.emit()
            self._buffer.secrets.set_on_disk(found.theirs.covers)
            self.taken.take(found.theirs.base, found.edits, writer)
            self._buffer.rebased(clean=True)
            self.note = writer if found.edits else self.note
            if writer.tool == PURGE:
                self._buffer.text_document.clearUndoRedoStacks()
                self.taken.forget()
        self._set_state(DiskState.SAME)
        self._buffer.reloaded.emit(writer)

    def _set_state(self, state: DiskState, writer: Actor | None = None) -> None:
        self.state = state
        self.error = None if isinstance(self.error, NotFoundError) else self.error  # the state says more
        self.writer = writer or self.writer
        if not self._closed:
            self._buffer.disk_changed.emit()

    def report(self, error: Exception) -> None:
        """Tell that reading or saving failed."""
        if self._closed:
            return
        if isinstance(error, MemdeskError):
            self.error = error
            self._buffer.disk_changed.emit()
            self._buffer.failed.emit(error)
        else:
            self._jobs.unhandled.emit(error)


def _is_vast(found: DiskComparison) -> bool:
    return sum(len(edit.text) for edit in found.edits) > UNDOABLE_CHARACTERS
