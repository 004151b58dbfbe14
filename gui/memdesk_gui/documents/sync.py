"""Carries out what the state of a buffer asks for: reading, comparing, merging and saving its file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal

from memdesk.model import OUTSIDE, Actor, Change, Nature, WatchState
from memdesk_gui.documents import sync_effects, sync_state
from memdesk_gui.documents.base_history import BaseStep, TextDigest
from memdesk_gui.documents.document_io import commit, compare, few, merge, read_document, without_secrets
from memdesk_gui.documents.readings import DiskComparison, Merged, Reading, SavedBuffer
from memdesk_gui.documents.sync_effects import Effect, Purpose, SyncNotice
from memdesk_gui.documents.sync_state import SyncState

if TYPE_CHECKING:
    from PySide6.QtGui import QTextDocument

    from memdesk.drafts.draft import Draft
    from memdesk.model import DocumentInfo
    from memdesk.text.diff import TextEdit
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.bridge.jobs import JobRunner
    from memdesk_gui.documents.secret_masks import SecretMasks


class SyncedText(Protocol):
    """What the synchronization needs of a buffer: its text, and to change it."""

    info: DocumentInfo
    person: Actor
    text_document: QTextDocument
    secrets: SecretMasks

    @property
    def editable(self) -> bool:
        """Whether the text can be edited now."""

    @property
    def dirty(self) -> bool:
        """Whether the text differs from its base."""

    def text(self) -> str:
        """Return the text, with what is being typed in a form."""

    def settled_text(self) -> str:
        """Return the text without that."""

    def edit(self, edits: Sequence[TextEdit]) -> None:
        """Apply edits in one step of undo."""

    def fill(self, reading: Reading) -> None:
        """Take a document just read."""

    def rebased(self, *, clean: bool) -> None:
        """Measure ``dirty`` from a new base."""


class DocumentSync(QObject):
    """Reads and writes the file of one buffer. Whatever fails, the buffer's text stays."""

    announced = Signal(object, object)
    """A :class:`~memdesk_gui.documents.sync_effects.SyncNotice`, and what it is about."""

    def __init__(self, text: SyncedText, bus: WorkspaceBus, jobs: JobRunner, parent: QObject) -> None:
        super().__init__(parent)
        self.state = SyncState()
        self._text, self._bus, self._jobs = text, bus, jobs
        text.text_document.contentsChanged.connect(self._on_contents_changed)
        self._ways: dict[type[Effect], Callable[[Any], object]] = {
            sync_effects.ReadFile: self._read,
            sync_effects.Compare: self._compare,
            sync_effects.ReadToReload: self._read_to_reload,
            sync_effects.CommitText: self._commit,
            sync_effects.SaveAgain: lambda _: self.save(),
            sync_effects.TryMerge: lambda effect: self._merge(effect.purpose),
            sync_effects.Fill: lambda effect: text.fill(effect.reading),
            sync_effects.Take: self._take,
            sync_effects.Edit: lambda effect: text.edit(effect.edits),
            sync_effects.Rebase: self._rebase,
            sync_effects.Mask: lambda effect: text.secrets.set_on_disk(effect.reading.covers),
            sync_effects.ForgetMasks: lambda _: text.secrets.forget(),
            sync_effects.ForgetUndo: lambda _: text.text_document.clearUndoRedoStacks(),
            sync_effects.ForgetPast: lambda _: self._go(sync_state.past_forgotten(self.state)),
            sync_effects.PurgeText: lambda effect: self.purge(
                partial(without_secrets, secrets=effect.secrets)
            ),
            sync_effects.Announce: self._announce,
            sync_effects.LookIfMissed: lambda _: self._go(sync_state.look_if_missed(self.state)),
        }

    def load(self) -> None:
        """Read the document from the beginning."""
        workspace, nature = self._bus.workspace, self._text.info.nature
        if workspace is None or nature is not Nature.FILE:
            self._go(sync_state.load_asked(self.state, nature.value if workspace else "closed"))
        else:
            self._go(sync_state.load_asked(self.state, "", read_only=workspace.read_only))

    def begin_new(self) -> None:
        """Begin an empty document where there is no file; the first save writes it."""
        self._go(sync_state.new_begun(self.state))

    def filled(self) -> None:
        """Note that the buffer's text is in place."""
        self._go(sync_state.filled(self.state))

    def close(self) -> None:
        """Drop everything under way."""
        self._go(sync_state.closed(self.state))

    def save(self) -> None:
        """Commit the text over its base, or anew where that is deleted; what is typed now stays unsaved."""
        self._text.text()  # what is being typed into a form is text, too, and makes it dirty
        if self._bus.workspace is not None and self._text.editable and self._text.dirty:
            self._go(sync_state.save_asked(self.state))

    def on_change(self, change: Change) -> None:
        """Take note of a change on disk; what we wrote ourselves is known by its revision."""
        self._go(sync_state.change_seen(self.state, change))

    def look(self, writer: Actor = OUTSIDE) -> None:
        """Compare the file with the text, as after an event that may concern it."""
        if self._bus.workspace is not None:
            self._go(sync_state.look_asked(self.state, writer))

    def purge(self, without: Callable[[str], str]) -> None:
        """Take a secret that was purged on disk out of text and base; no step of undo leads back to it."""
        text = self._text.text()
        edits = few(text, without(text)) if self._text.editable else ()
        self._go(sync_state.secret_purged(self.state, without, edits))

    def renamed(self, writer: Actor, former: str) -> None:
        """Note that somebody else gave the document another name; text and base are what they were."""
        self._go(sync_state.renamed(self.state, writer, former))

    def vanished(self) -> None:
        """Note that the whole workspace folder is gone."""
        self._go(sync_state.folder_vanished(self.state))

    def reload(self) -> None:
        """Take the text on disk instead of the buffer's; undo brings the buffer's back."""
        self._go(sync_state.reload_asked(self.state))

    def keep_mine(self) -> None:
        """Keep the buffer's text; the next save replaces what is on disk now."""
        self._go(sync_state.mine_kept(self.state))

    def write_back(self) -> None:
        """Save the text where something else stands in its place, which is moved out of the way."""
        self.keep_mine()
        self.save()

    def merge(self) -> None:
        """Merge the text as it is now with the file, if that goes without conflict."""
        self._go(sync_state.merge_asked(self.state, Purpose.TAKE))

    def preview_merge(self) -> None:
        """Find out what text and file would merge to."""
        self._go(sync_state.merge_asked(self.state, Purpose.PREVIEW))

    def take_merged(self, found: Merged) -> None:
        """Make the text what it merges to with the file, in one step of undo; nothing is saved yet."""
        self._go(sync_state.merge_taken(self.state, found))

    def take_draft(self, draft: Draft, edits: tuple[TextEdit, ...]) -> None:
        """Make the text a recovered one, made from its own base: what was saved since shows as a change."""
        self._go(sync_state.draft_taken(self.state, draft, edits, is_dirty=self._text.dirty))

    def dismiss(self) -> None:
        """Take the last error and note off the screen."""
        self._go(sync_state.dismissed(self.state))

    def report(self, error: Exception) -> None:
        """Tell that reading or saving failed."""
        self._go(sync_state.failed(self.state, error))

    def _go(self, step: sync_state.Step) -> None:
        """Be in the state that an event leads to, and do what it asks for."""
        self.state, effects = step
        for effect in effects:
            self._ways[type(effect)](effect)

    def _revision(self) -> int:
        return self._text.text_document.revision()

    def _announce(self, effect: sync_effects.Announce) -> None:
        if effect.notice is SyncNotice.UNFORESEEN:
            self._jobs.unhandled.emit(effect.about)
        else:
            self.announced.emit(effect.notice, effect.about)

    def _read(self, _effect: sync_effects.ReadFile) -> None:
        if (workspace := self._bus.workspace) is not None:
            work = partial(read_document, workspace, self._text.info)
            self._jobs.read(work, self._on_read, self._on_unread)

    def _on_read(self, reading: Reading) -> None:
        self._go(sync_state.read_done(self.state, reading))

    def _on_unread(self, error: Exception) -> None:
        self._go(sync_state.read_failed(self.state, error))

    def _compare(self, effect: sync_effects.Compare) -> None:
        if (workspace := self._bus.workspace) is None:
            self._go(sync_state.read_skipped(self.state))
            return
        text, revision = self._text.text(), self._revision()
        base, met = self.state.base, self.state.theirs
        work = partial(compare, workspace, self._text.info, base, text, effect.writer, met=met)
        self._jobs.read(work, partial(self._on_compared, revision), self._on_not_compared)

    def _on_compared(self, revision: int, found: DiskComparison) -> None:
        is_dirty, is_current = self._text.dirty, revision == self._revision()
        self._go(sync_state.compared(self.state, found, is_dirty=is_dirty, is_current=is_current))

    def _on_not_compared(self, error: Exception) -> None:
        is_vanished = self._bus.state is WatchState.VANISHED
        self._go(sync_state.compare_failed(self.state, error, is_vanished=is_vanished))

    def _read_to_reload(self, _effect: sync_effects.ReadToReload) -> None:
        if (workspace := self._bus.workspace) is None:
            self._go(sync_state.read_skipped(self.state))
        else:
            text, revision = self._text.text(), self._revision()
            work = partial(compare, workspace, self._text.info, self.state.base, text, self.state.writer)
            self._jobs.read(work, partial(self._on_reload_read, revision), self._on_not_reloaded)

    def _on_reload_read(self, revision: int, found: DiskComparison) -> None:
        is_dirty, is_current = self._text.dirty, revision == self._revision()
        self._go(sync_state.reload_read(self.state, found, is_dirty=is_dirty, is_current=is_current))

    def _on_not_reloaded(self, error: Exception) -> None:
        is_vanished = self._bus.state is WatchState.VANISHED
        self._go(sync_state.reload_failed(self.state, error, is_vanished=is_vanished))

    def _commit(self, effect: sync_effects.CommitText) -> None:
        workspace, text = self._bus.workspace, self._text
        if workspace is not None:
            uri, base = text.info.uri, self.state.base
            work = partial(commit, workspace, uri, base, text.text(), text.person, merging=effect.merging)
            self._jobs.write(work, self._on_saved, self._on_unsaved)

    def _on_saved(self, stored: SavedBuffer) -> None:
        is_whole = stored.base.text == self._text.text()
        self._go(sync_state.save_done(self.state, stored, is_whole=is_whole))

    def _on_unsaved(self, error: Exception) -> None:
        self._go(sync_state.save_failed(self.state, error))

    def _merge(self, purpose: Purpose) -> None:
        workspace, theirs = self._bus.workspace, self.state.theirs
        if workspace is None or theirs is None:
            self._go(sync_state.merge_failed(self.state, None))
            return
        text, revision = self._text.text(), self._revision()
        work = partial(merge, workspace, self._text.info, self.state.base, text, theirs)
        self._jobs.read(work, partial(self._on_merged, purpose, theirs, revision), self._on_not_merged)

    def _on_merged(self, purpose: Purpose, theirs: Reading, revision: int, found: Merged) -> None:
        if purpose is not Purpose.PREVIEW:
            self._text.text()  # what is being typed into a form is text, too
        is_current = revision == self._revision()
        self._go(sync_state.merge_found(self.state, purpose, theirs, found, is_current=is_current))

    def _on_not_merged(self, error: Exception) -> None:
        self._go(sync_state.merge_failed(self.state, error))

    def _take(self, effect: sync_effects.Take) -> None:
        before, was_dirty, old = self._digest(), self._text.dirty, self.state.base
        self._go(sync_state.base_taken(self.state, effect.base))
        self._text.edit(effect.edits)
        step = None
        if effect.edits:
            bases = (old, effect.base) if was_dirty else None
            step = BaseStep(before, self._digest(), bases, effect.writer)
        self._go(sync_state.edits_taken(self.state, step))

    def _rebase(self, effect: sync_effects.Rebase) -> None:
        is_clean = self._text.text() == self.state.base.text if effect.clean is None else effect.clean
        self._text.rebased(clean=is_clean)

    def _digest(self) -> TextDigest:
        return TextDigest(self._text.text_document.characterCount(), hash(self._text.settled_text()))

    def _on_contents_changed(self) -> None:
        # Most texts differ in size from where a step leads to: these need not be read as a whole.
        if not self.state.applying and self.state.steps.may_be_at(self._text.text_document.characterCount()):
            self._go(sync_state.text_became(self.state, self._digest()))
