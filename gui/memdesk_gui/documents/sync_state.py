"""How a buffer stands to its file: a state machine without Qt.

There is a function for each event. It takes the state, and returns the state after the event with the effects
that it asks for, in order (:mod:`~memdesk_gui.documents.sync_effects`).
:class:`~memdesk_gui.documents.sync.DocumentSync` carries them out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from memdesk.drafts.draft import Draft
from memdesk.errors import ConflictError, MemdeskError, NotFoundError
from memdesk.model import OUTSIDE, Actor, Change, ChangeKind, Instead, Parsed
from memdesk.text.authorship import nobody
from memdesk.text.diff import TextEdit
from memdesk.text.encoding import TextForm
from memdesk.text.merge.result import MergeResult
from memdesk_gui.documents.base_history import BaseHistory, BaseStep, TextDigest
from memdesk_gui.documents.readings import (
    PURGE,
    Base,
    DiskComparison,
    Merged,
    Reading,
    ReplacedError,
    SavedBuffer,
    replaced,
)
from memdesk_gui.documents.state import DiskState, Stage
from memdesk_gui.documents.sync_effects import (
    Announce,
    CommitText,
    Compare,
    Edit,
    Effect,
    Fill,
    ForgetMasks,
    ForgetPast,
    ForgetUndo,
    LookIfMissed,
    Mask,
    PurgeText,
    Purpose,
    ReadFile,
    ReadToReload,
    Rebase,
    SaveAgain,
    SyncNotice,
    Take,
    TryMerge,
)

READ_ONLY_WORKSPACE = "workspace"
"""The reason not to edit that is not the document's own."""
UNDOABLE_CHARACTERS = 1024 * 1024
"""A reload that brings more text than this is read in like a new document, without undo."""
_NOTHING = Base(None, "", TextForm(), ())
_NO_STEPS = BaseHistory()


@dataclass(frozen=True, slots=True)
class SyncState:
    """All that is known of a buffer's file, and what is under way."""

    stage: Stage = Stage.LOADING
    disk: DiskState = DiskState.SAME
    read_only: bool = False
    """Whether the workspace is only read."""
    refusal: str = ""
    """Why the document is not shown: a nature, or an error's code."""
    reason: str | None = None
    """Why the text cannot be edited; None where it can."""
    base: Base = _NOTHING
    theirs: Reading | None = None
    """What is on disk, where that is not the base and was not taken over."""
    writer: Actor = OUTSIDE
    """Who changed the file last, as far as known."""
    error: MemdeskError | None = None
    instead: Instead | None = None
    """What stands in the place of the document."""
    note: Actor | None = None
    """Whose change was taken over last, until the person has read of it."""
    former: str = ""
    """The document's name before ``note`` gave it another."""
    found: Merged | None = None
    """What text and file merge to, or why they do not; None while that is not known."""
    made: MergeResult | None = None
    """The merge that the note is about."""
    made_is_saved: bool = False
    """Whether what it made is on disk."""
    met: ConflictError | None = None
    """What a save failed with as it met a version that nobody knew of; it is still to be done."""
    steps: BaseHistory = _NO_STEPS
    taken_out: Actor | None = None
    """Whose change undo has just taken out of the text."""
    closed: bool = False
    saving: bool = False
    save_again: bool = False
    comparing: bool = False
    reloading: bool = False
    missed: bool = False
    """Whether the file may have changed since it was last compared."""
    trying: bool = False
    try_again: bool = False
    applying: bool = False
    """Whether the text is just taking a change over."""

    @property
    def is_busy(self) -> bool:
        """Whether the file is being read or written: what comes of it may be older than what is told now."""
        return self.stage is Stage.LOADING or self.saving or self.comparing or self.reloading

    @property
    def is_text(self) -> bool:
        """Whether the whole document is shown as text that could be written back as it is."""
        return self.reason in (None, READ_ONLY_WORKSPACE)

    @property
    def can_merge(self) -> bool:
        """Whether text and file can be merged, be it with a person's help."""
        return self.found is not None and self.found.result.changes > 0


Step: TypeAlias = "tuple[SyncState, tuple[Effect, ...]]"


def load_asked(state: SyncState, refusal: str, *, read_only: bool = False) -> Step:
    """The document is to be read from the beginning; ``refusal`` says why it cannot be."""
    state = replace(state, stage=Stage.LOADING, error=None, note=None, read_only=read_only)
    state, told = _on_disk(state, DiskState.SAME)
    if not refusal:
        return state, (*told, ReadFile())
    state, refused = _refuse(state, refusal)
    return state, told + refused


def read_done(state: SyncState, reading: Reading) -> Step:
    """The document was read."""
    if state.closed:
        return state, ()
    workspace = READ_ONLY_WORKSPACE if state.read_only else None
    state = replace(state, base=reading.base, stage=Stage.LOADING, reason=reading.reason or workspace)
    state, told = _with_steps(state, _NO_STEPS)
    return state, (*told, Mask(reading), Fill(reading))


def read_failed(state: SyncState, error: Exception) -> Step:
    """The document could not be read."""
    state, refused = _refuse(state, error.code if isinstance(error, MemdeskError) else "failed")
    state, told = failed(state, error)
    return state, refused + told


def new_begun(state: SyncState) -> Step:
    """An empty document is begun where there is no file; the first save writes it."""
    state = replace(state, stage=Stage.LOADING, refusal="", error=None)
    return read_done(state, Reading(Base(None, "", TextForm(), nobody("")), Parsed()))


def filled(state: SyncState) -> Step:
    """The text is in the buffer."""
    return look_if_missed(replace(state, stage=Stage.READY))


def closed(state: SyncState) -> Step:
    """The buffer is let go of: nothing that is under way reports back."""
    return replace(state, closed=True), ()


def save_asked(state: SyncState) -> Step:
    """Unsaved text of a buffer that can be edited is to be saved; what is typed from now on stays unsaved.

    What was written since is merged in, unless the person has just taken such a merge back.
    """
    if state.saving:
        return replace(state, save_again=True), ()
    told: tuple[Effect, ...] = ()
    if state.disk is DiskState.DELETED:
        state, told = mine_kept(state)
    merging = state.disk is DiskState.SAME or not state.steps.is_taken_back
    return replace(state, saving=True), (*told, CommitText(merging))


def save_done(state: SyncState, stored: SavedBuffer, *, is_whole: bool) -> Step:
    """A save was made; ``is_whole``: nothing was typed meanwhile."""
    if state.closed:
        return replace(state, saving=False), ()
    state = replace(state, saving=False, error=None, theirs=None)
    done: tuple[Effect, ...] = ()
    if stored.merged is None or not is_whole:
        state, told = _on_disk(replace(state, base=stored.base), DiskState.SAME)
        done = (*told, Rebase(is_whole))
    if stored.merged is not None:
        state, taken = _take_in(state, stored.merged, stored.writer, is_whole=is_whole)
        done += taken
    if stored.merged is None or not is_whole:
        state, settled = _settle(state)
        done += settled
    again = (SaveAgain(),) if state.save_again else ()
    return replace(state, save_again=False), (*done, Announce(SyncNotice.SAVED), *again, LookIfMissed())


def save_failed(state: SyncState, error: Exception) -> Step:
    """A save was not made."""
    state = replace(state, saving=False, save_again=False)
    if state.closed:
        return state, ()
    if not isinstance(error, ConflictError):
        state, told = failed(state, error)
        return state, (*told, LookIfMissed())
    told = () if state.disk is DiskState.SAME else (Announce(SyncNotice.FAILED, error),)
    if state.disk is DiskState.SAME:
        state = replace(state, met=error)
    state, looked = look_asked(state)
    return state, (*told, *looked, LookIfMissed())


def change_seen(state: SyncState, change: Change) -> Step:
    """The watcher reports a change; what was written here is known by its revision.

    While the file is read or written, a change back to the text that is shown counts, too: what is being
    read may be the one between.
    """
    is_own = change.after is not None and change.after == state.base.revision
    if is_own and not state.is_busy and state.disk not in (DiskState.CHANGED, DiskState.DELETED):
        return state, ()
    is_gone = change.kind is ChangeKind.DELETED or change.instead is not None
    if is_gone and state.stage is Stage.READY and not state.saving:
        state = replace(state, instead=change.instead, missed=state.missed or state.is_busy)
        return _on_disk(state, DiskState.DELETED, change.actor)
    return look_asked(state, change.actor)


def look_asked(state: SyncState, writer: Actor = OUTSIDE) -> Step:
    """The file may have changed, by this writer as far as known."""
    if state.closed or state.stage is Stage.REFUSED:
        return state, ()
    if state.is_busy:
        return replace(state, missed=True), ()
    return replace(state, comparing=True), (Compare(writer),)


def look_if_missed(state: SyncState) -> Step:
    """Look once more; who is met then is found in the log: it need not be who was missed."""
    if not state.missed or state.saving:
        return state, ()
    return look_asked(replace(state, missed=False))


def read_skipped(state: SyncState) -> Step:
    """There is no workspace to read the file in."""
    return replace(state, comparing=False, reloading=False), ()


def compared(state: SyncState, found: DiskComparison, *, is_dirty: bool, is_current: bool) -> Step:
    """The file was read again beside the text.

    ``is_dirty``: there is unsaved text. ``is_current``: the text is still the one that was compared.
    """
    state, effects = _compared(replace(state, comparing=False), found, is_dirty, is_current)
    return state, (*effects, LookIfMissed())


def _compared(state: SyncState, found: DiskComparison, is_dirty: bool, is_current: bool) -> Step:
    theirs, writer = found.theirs, found.writer
    if state.closed or state.saving:
        return replace(state, missed=True), ()
    if theirs.base.revision == state.base.revision:
        state, told = _on_disk(replace(state, theirs=None), DiskState.SAME)
        return _give_up(state, told)
    if theirs.base.text == state.base.text:
        state, told = _on_disk(replace(state, base=theirs.base, theirs=None), DiskState.SAME)
        return _give_up(state, (*told, Rebase(None)))
    if is_dirty and found.purged:
        return replace(state, theirs=None, writer=writer), (PurgeText(found.purged),)
    if is_dirty and found.edits:
        return _conflicting(state, found)
    if not is_current:
        return replace(state, missed=True), ()
    return _take(state, found, is_dirty=is_dirty)


def _conflicting(state: SyncState, found: DiskComparison) -> Step:
    """Unsaved text and the file are both other ones than the base."""
    masked: tuple[Effect, ...] = ()
    if not found.repeats(state.theirs, state.writer):
        state, masked = replace(state, theirs=found.theirs, writer=found.writer), (Mask(found.theirs),)
    state, told = _on_disk(state, DiskState.CHANGED)
    effects = (*masked, *told)
    if state.met is None:
        return state, effects
    state, asked = merge_asked(replace(state, met=None), Purpose.DECIDE)
    return state, effects + asked


def compare_failed(state: SyncState, error: Exception, *, is_vanished: bool) -> Step:
    """The file could not be read again; ``is_vanished``: the whole workspace is gone."""
    return _unread(replace(state, comparing=False), error, is_vanished)


def _unread(state: SyncState, error: Exception, is_vanished: bool) -> Step:
    instead = error.instead if isinstance(error, ReplacedError) else None
    state = replace(state, met=None, instead=instead)
    if isinstance(error, NotFoundError):
        state, told = _on_disk(state, DiskState.VANISHED if is_vanished else DiskState.DELETED)
    else:
        state, told = failed(state, error)
    return state, (*told, LookIfMissed())


def reload_asked(state: SyncState) -> Step:
    """The person wants what is on disk instead of the text; undo brings the text back."""
    if state.theirs is None or state.reloading:
        return state, ()
    return replace(state, reloading=True), (ReadToReload(),)


def reload_failed(state: SyncState, error: Exception, *, is_vanished: bool) -> Step:
    """The file could not be read for a reload; the arguments are those of :func:`compare_failed`."""
    return _unread(replace(state, reloading=False), error, is_vanished)


def reload_read(state: SyncState, found: DiskComparison, *, is_dirty: bool, is_current: bool) -> Step:
    """What is on disk was read for a reload; the arguments are those of :func:`compared`."""
    state = replace(state, reloading=False)
    if state.closed:
        return state, ()
    state, effects = _take(state, found, is_dirty=is_dirty) if is_current else reload_asked(state)
    return state, (*effects, LookIfMissed())


def mine_kept(state: SyncState) -> Step:
    """The person keeps the text; the next save replaces what is on disk now."""
    if state.disk is DiskState.DELETED:
        state = replace(state, base=replace(state.base, revision=None))
    elif state.theirs is not None:
        state = replace(state, base=replaced(state.theirs, state.base.form))
    state, told = _on_disk(replace(state, theirs=None), DiskState.SAME)
    return state, (*told, Rebase(clean=False))


def merge_asked(state: SyncState, purpose: Purpose) -> Step:
    """Text and file are to be merged; one preview is tried at a time."""
    if state.closed:
        return state, ()
    if purpose is Purpose.PREVIEW:
        if state.trying:
            return replace(state, try_again=True), ()
        state = replace(state, try_again=False, trying=state.theirs is not None)
    return state, () if state.theirs is None else (TryMerge(purpose),)


def merge_found(
    state: SyncState, purpose: Purpose, theirs: Reading, found: Merged, *, is_current: bool
) -> Step:
    """A merge of the text with ``theirs`` was tried; ``is_current``: the text is still that one."""
    if state.closed:
        return state, ()
    holds = theirs is state.theirs
    if purpose is Purpose.PREVIEW:
        state = replace(state, trying=False)
        state, told = _with_found(state, found) if holds else (state, ())
        state, again = merge_asked(state, purpose) if state.try_again else (state, ())
        return state, told + again
    if not (holds and is_current):
        return merge_asked(state, purpose)
    if purpose is Purpose.TAKE and found.edits is not None:
        return merge_taken(state, found)
    state, told = _with_found(state, found)
    undecided = purpose is Purpose.DECIDE and found.result.conflicts
    return state, (*told, Announce(SyncNotice.UNDECIDED)) if undecided else told


def merge_failed(state: SyncState, error: Exception | None) -> Step:
    """A merge cannot be made: the text may hold what cannot be stored, or the workspace is closed (None)."""
    state = replace(state, trying=False)
    told: tuple[Effect, ...] = ()
    if state.theirs is not None and error is not None and not state.closed:
        state, told = _with_found(state, Merged(state.theirs, MergeResult(None, 0), None))
    foreseen = error is None or isinstance(error, MemdeskError)
    return state, told if foreseen else (*told, Announce(SyncNotice.UNFORESEEN, error))


def merge_taken(state: SyncState, found: Merged, *, is_saved: bool = False) -> Step:
    """The text becomes what it merges to with the file, in one step of undo."""
    state = replace(
        state, theirs=None, former="", note=state.writer, made=found.result, made_is_saved=is_saved, met=None
    )
    take = Take(found.theirs.base, found.edits or (), state.writer)
    state, told = _on_disk(state, DiskState.SAME)
    reloaded = Announce(SyncNotice.RELOADED, state.writer)
    before = Announce(SyncNotice.ABOUT_TO_RELOAD)
    return state, (before, Mask(found.theirs), take, Rebase(None), *told, reloaded)


def base_taken(state: SyncState, base: Base) -> Step:
    """The text begins to take a change over: from here on it is measured from this base."""
    return replace(state, base=base, applying=True), ()


def edits_taken(state: SyncState, step: BaseStep | None) -> Step:
    """The text has taken a change over in one step of undo; None where it said the same already."""
    state = replace(state, applying=False)
    return (state, ()) if step is None else _with_steps(state, state.steps.took(step))


def text_became(state: SyncState, digest: TextDigest) -> Step:
    """The text is another one: undo or redo may have led it to where a step begins or ends."""
    if state.applying:
        return state, ()
    if undone := state.steps.undone_to(digest):
        steps, step = undone
        return _measure_from(state, steps, step, 0)
    if redone := state.steps.redone_to(digest):
        steps, step = redone
        return _measure_from(state, steps, step, 1)
    return state, ()


def renamed(state: SyncState, writer: Actor, former: str) -> Step:
    """Somebody else gave the document another name; text and base are what they were."""
    return _told(replace(state, note=writer, former=former))


def folder_vanished(state: SyncState) -> Step:
    """The whole workspace folder is gone."""
    return _on_disk(state, DiskState.VANISHED)


def draft_taken(state: SyncState, draft: Draft, edits: tuple[TextEdit, ...], *, is_dirty: bool) -> Step:
    """The text becomes a recovered one, made from its own base: what was saved since shows as a change."""
    giving_up = (Announce(SyncNotice.GIVING_UP),) if is_dirty and edits else ()
    is_newer = draft.base != state.base.revision
    looked: tuple[Effect, ...] = ()
    if is_newer:
        base = Base(draft.base, draft.base_text, state.base.form, nobody(draft.base_text))
        state, looked = look_asked(replace(state, base=base))
    return state, (*giving_up, Edit(edits), Rebase(clean=False), *looked)


def secret_purged(state: SyncState, without: Callable[[str], str], edits: tuple[TextEdit, ...]) -> Step:
    """A secret was purged on disk; ``edits`` take it out of the text."""
    state = replace(state, base=replace(state.base, text=without(state.base.text)))
    state, told = _with_steps(state, _NO_STEPS)
    state, looked = look_asked(state, state.writer)
    purged = Announce(SyncNotice.PURGED, without)
    return state, (ForgetMasks(), Edit(edits), ForgetUndo(), *told, purged, *looked)


def dismissed(state: SyncState) -> Step:
    """The person has read the last error and note."""
    state, hushed = _with_taken_out(replace(state, error=None, note=None, former=""), None)
    state, told = _told(state)
    return state, hushed + told


def failed(state: SyncState, error: Exception) -> Step:
    """Reading or saving failed; so did something else that concerns the document."""
    if state.closed:
        return state, ()
    if not isinstance(error, MemdeskError):
        return state, (Announce(SyncNotice.UNFORESEEN, error),)
    state, told = _told(replace(state, error=error))
    return state, (*told, Announce(SyncNotice.FAILED, error))


def _refuse(state: SyncState, code: str) -> Step:
    if state.closed:
        return state, ()
    return replace(state, stage=Stage.REFUSED, refusal=code), (Announce(SyncNotice.LOADED),)


def _told(state: SyncState) -> Step:
    """Others look at the state anew; a merge that is offered is one with what is on disk now."""
    if state.closed:
        return state, ()
    changed = (Announce(SyncNotice.CHANGED),)
    if state.note is None:
        state = replace(state, made=None)
    if state.theirs is None:
        return replace(state, found=None), changed
    if state.found is not None and state.found.theirs is state.theirs:
        return state, changed
    state, asked = merge_asked(state, Purpose.PREVIEW)
    return state, asked + changed


def _on_disk(state: SyncState, disk: DiskState, writer: Actor | None = None) -> Step:
    # That there is no file is said by the state, and better than by the error.
    error = None if isinstance(state.error, NotFoundError) else state.error
    # A merge that is under way with what is no longer there may not be taken.
    theirs = None if disk in (DiskState.DELETED, DiskState.VANISHED) else state.theirs
    return _told(replace(state, disk=disk, error=error, theirs=theirs, writer=writer or state.writer))


def _take(state: SyncState, found: DiskComparison, *, is_dirty: bool) -> Step:
    """The text becomes what is on disk."""
    writer, theirs = found.writer, found.theirs
    state = replace(state, theirs=None, former="", met=None)
    if theirs.reason or _is_vast(found) or not state.is_text:
        giving_up = (Announce(SyncNotice.GIVING_UP),) if is_dirty else ()
        state, read = read_done(replace(state, note=writer), theirs)
        effects: tuple[Effect, ...] = (*giving_up, *read)
    else:
        state = replace(state, note=writer if found.edits else state.note)
        take = Take(theirs.base, found.edits, writer)
        effects = (Announce(SyncNotice.ABOUT_TO_RELOAD), Mask(theirs), take, Rebase(clean=True))
        effects += (ForgetPast(),) if writer.tool == PURGE else ()
    state, told = _on_disk(state, DiskState.SAME)
    return replace(state, made=None), (*effects, *told, Announce(SyncNotice.RELOADED, writer))


def _take_in(state: SyncState, merged: Merged, writer: Actor, *, is_whole: bool) -> Step:
    """Take what a save was merged with into the text; into what was typed meanwhile, by a merge."""
    state = replace(state, writer=writer)
    if is_whole:
        state, effects = merge_taken(state, merged, is_saved=True)
    else:
        state, effects = _on_disk(replace(state, theirs=merged.theirs), DiskState.CHANGED)
        state, asked = merge_asked(state, Purpose.TAKE)
        effects += asked
    return state, (*effects, ForgetPast()) if writer.tool == PURGE else effects


def past_forgotten(state: SyncState) -> Step:
    """No step of undo leads back any more."""
    state, told = _with_steps(state, _NO_STEPS)
    return state, (ForgetUndo(), *told)


def _settle(state: SyncState) -> Step:
    """The text is saved as the person wrote it: of an earlier merge nothing is left to say."""
    note = None if state.made is not None else state.note
    state = replace(state, note=note, met=None, made=None, made_is_saved=False)
    return _with_steps(state, state.steps.settled())


def _give_up(state: SyncState, told: tuple[Effect, ...]) -> Step:
    """A save met versions without end, of which none is there any more: that is to be told."""
    if state.met is None:
        return state, told
    state, failure = failed(replace(state, met=None), state.met)
    return state, told + failure


def _measure_from(state: SyncState, steps: BaseHistory, step: BaseStep, which: int) -> Step:
    """Undo (0) or redo (1) led past a step: the text is measured from the base of then, if there is one."""
    state = replace(state, note=None)
    taken_out = step.writer if which == 0 and step.bases is None else None
    state, told = _with_taken_out(replace(state, steps=steps), taken_out)
    if step.bases is None:
        return state, told
    state, looked = look_asked(replace(state, base=step.bases[which]), state.writer)
    return state, (Rebase(clean=False), *looked, *told)


def _with_steps(state: SyncState, steps: BaseHistory) -> Step:
    return _with_taken_out(replace(state, steps=steps), None)


def _with_taken_out(state: SyncState, writer: Actor | None) -> Step:
    if writer is state.taken_out:
        return state, ()
    return replace(state, taken_out=writer), (Announce(SyncNotice.TAKEN_OUT_CHANGED),)


def _with_found(state: SyncState, found: Merged) -> Step:
    return replace(state, found=found), (Announce(SyncNotice.MERGE_CHANGED),)


def _is_vast(found: DiskComparison) -> bool:
    return sum(len(edit.text) for edit in found.edits) > UNDOABLE_CHARACTERS
