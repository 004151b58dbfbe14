"""How a buffer stands to its file: whatever happens in whatever order, nobody's words are lost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from helpers.sizes import size
from memdesk.errors import ConflictError, NotFoundError, StorageError
from memdesk.model import Actor, Change, ChangeKind, Origin, Parsed, Via, revision_of
from memdesk.text.authorship import nobody
from memdesk.text.diff import edits
from memdesk.text.encoding import TextForm
from memdesk.text.merge.merge import merge
from memdesk_gui.documents import sync_state
from memdesk_gui.documents.base_history import BaseStep, TextDigest
from memdesk_gui.documents.readings import Base, DiskComparison, Merged, Reading, SavedBuffer
from memdesk_gui.documents.state import DiskState, Stage
from memdesk_gui.documents.sync_effects import Announce, Purpose, SyncNotice
from memdesk_gui.documents.sync_state import SyncState

BLOOP = Actor(Origin.AGENT, "bloop", via=Via.MCP)
FIRST = "title\n\nfirst\n"


def base_of(text):
    return Base(revision_of(text.encode()), text, TextForm(), nobody(text))


def reading_of(text):
    return Reading(base_of(text), Parsed())


def words(text):
    return set((text or "").split())


class World:
    """A buffer, its file and the workers between them, as the window has them, in plain Python."""

    def __init__(self, text=FIRST):
        self.state = SyncState()
        self.file, self.versions = text, {text}
        self.text, self.revision = "", 0
        self.undo_steps, self.redo_steps = [], []
        self.jobs, self.told = [], []
        self.given_up = set()
        """Words that the person took out of the text or of the file on purpose."""
        self.go(sync_state.load_asked(self.state, ""))

    @property
    def dirty(self):
        return self.text != self.state.base.text or self.state.base.revision is None

    def go(self, step):
        self.state, effects = step
        for effect in effects:
            getattr(self, "do_" + type(effect).__name__)(effect)

    # What the effects do.

    def do_ReadFile(self, _effect):
        self.later(lambda: reading_of(self.file), self.on_read)

    def on_read(self, reading):
        self.go(sync_state.read_done(self.state, reading))

    def do_Fill(self, effect):
        self.put(effect.reading.base.text, step=False)
        self.undo_steps, self.redo_steps = [], []
        self.go(sync_state.filled(self.state))

    def do_Compare(self, effect):
        assert self.waiting("compare") == 0, "two comparisons at once"
        text, revision = self.text, self.revision
        self.later(
            lambda: self.compared(text, effect.writer),
            lambda found: self.on_compared(found, revision),
            "compare",
        )

    def compared(self, text, writer):
        if self.file is None:
            return NotFoundError("gone")
        return DiskComparison(reading_of(self.file), writer, edits(text, self.file))

    def on_compared(self, found, revision):
        if isinstance(found, Exception):
            self.go(sync_state.compare_failed(self.state, found, is_vanished=False))
            return
        facts = {"is_dirty": self.dirty, "is_current": revision == self.revision}
        self.go(sync_state.compared(self.state, found, **facts))

    def do_ReadToReload(self, _effect):
        text, revision = self.text, self.revision
        self.later(
            lambda: self.compared(text, self.state.writer), lambda found: self.on_reload_read(found, revision)
        )

    def on_reload_read(self, found, revision):
        if isinstance(found, Exception):
            self.go(sync_state.reload_failed(self.state, found, is_vanished=False))
            return
        if revision == self.revision:
            self.given_up |= words(self.text)
        facts = {"is_dirty": self.dirty, "is_current": revision == self.revision}
        self.go(sync_state.reload_read(self.state, found, **facts))

    def do_CommitText(self, effect):
        assert self.waiting("commit") == 0, "two saves at once"
        base, text = self.state.base, self.text
        self.later(lambda: self.commit(base, text, effect.merging), self.on_committed, "commit")

    def commit(self, base, text, merging):
        now = self.file
        known = now is None if base.revision is None else now is not None and now == base.text
        if known:
            self.write(text)
            return SavedBuffer(base_of(text))
        result = (
            merge(base.text, text, now) if merging and base.revision is not None and now is not None else None
        )
        if result is None or result.text is None:
            current = None if now is None else revision_of(now.encode())
            return ConflictError("changed", base=base.revision, current=current)
        self.write(result.text)
        merged = Merged(reading_of(result.text), result, edits(text, result.text))
        return SavedBuffer(base_of(text), merged, BLOOP)

    def write(self, text):
        lost = words(self.file) - words(text) - self.given_up
        assert not lost, f"a save takes out of the file what nobody has given up: {lost}"
        self.file = text
        self.versions.add(text)

    def on_committed(self, stored):
        if isinstance(stored, Exception):
            self.go(sync_state.save_failed(self.state, stored))
        else:
            is_whole = stored.base.text == self.text
            self.go(sync_state.save_done(self.state, stored, is_whole=is_whole))

    def do_SaveAgain(self, _effect):
        self.save()

    def do_TryMerge(self, effect):
        text, revision, base = self.text, self.revision, self.state.base
        theirs, purpose = self.state.theirs, effect.purpose
        self.later(
            lambda: self.merged(base, text, theirs),
            lambda found: self.on_merged(found, purpose, theirs, revision),
        )

    def merged(self, base, text, theirs):
        result = merge(base.text, text, theirs.base.text)
        return Merged(theirs, result, None if result.text is None else edits(text, result.text))

    def on_merged(self, found, purpose, theirs, revision):
        is_current = revision == self.revision
        self.go(sync_state.merge_found(self.state, purpose, theirs, found, is_current=is_current))

    def do_Take(self, effect):
        before, was_dirty, old = self.digest(), self.dirty, self.state.base
        self.go(sync_state.base_taken(self.state, effect.base))
        self.edit(effect.edits)
        step = None
        if effect.edits:
            step = BaseStep(before, self.digest(), (old, effect.base) if was_dirty else None, effect.writer)
        self.go(sync_state.edits_taken(self.state, step))

    def do_Edit(self, effect):
        self.edit(effect.edits)

    def do_Announce(self, effect):
        assert not self.state.closed, "a closed buffer still tells something"
        self.told.append(effect.notice)

    def do_LookIfMissed(self, _effect):
        self.go(sync_state.look_if_missed(self.state))

    def do_Rebase(self, _effect):
        """What is unsaved is worked out from the texts here."""

    def do_Mask(self, _effect):
        """No secrets here."""

    def do_ForgetUndo(self, _effect):
        self.undo_steps, self.redo_steps = [], []

    # What people, agents and workers do.

    def digest(self):
        return TextDigest(len(self.text), hash(self.text))

    def put(self, text, *, step=True):
        if step:
            self.undo_steps.append(self.text)
            self.redo_steps = []
        self.text = text
        self.revision += 1

    def edit(self, changes):
        text = self.text
        for start, end, new in reversed(changes):
            text = text[:start] + new + text[end:]
        if changes:
            self.put(text)
            self.noticed()

    def noticed(self):
        if not self.state.applying and self.state.steps.may_be_at(len(self.text)):
            self.go(sync_state.text_became(self.state, self.digest()))

    def type(self, text):
        self.put(text)
        self.noticed()
        self.go(sync_state.merge_asked(self.state, Purpose.PREVIEW))

    def back(self, source, target):
        before = self.text
        target.append(self.text)
        self.text = source.pop()
        self.revision += 1
        self.given_up |= words(before) - words(self.text)
        self.noticed()

    def save(self):
        if self.state.stage is Stage.READY and self.dirty:
            self.go(sync_state.save_asked(self.state))

    def keep_mine(self):
        theirs = self.state.theirs
        self.given_up |= words(theirs.base.text) if theirs is not None else set()
        self.go(sync_state.mine_kept(self.state))

    def agent_writes(self, text):
        self.file = text
        if text is not None:
            self.versions.add(text)

    def watcher_tells(self):
        kind = ChangeKind.DELETED if self.file is None else ChangeKind.MODIFIED
        after = None if self.file is None else revision_of(self.file.encode())
        self.go(sync_state.change_seen(self.state, Change("a.md", kind, None, after, BLOOP, 0.0)))

    def later(self, work, done, kind=""):
        self.jobs.append([kind, work, done, None])

    def waiting(self, kind):
        return sum(job[0] == kind for job in self.jobs)

    def work(self, index):
        """Let a worker do its work; the window hears of it later."""
        job = self.jobs[index % len(self.jobs)]
        if job[3] is None:
            job[3] = (job[1](),)

    def finish(self, index):
        job = self.jobs.pop(index % len(self.jobs))
        result = job[3] or (job[1](),)
        job[2](result[0])

    def settle(self, *, told_first=False):
        """Let everything come to its end; the watcher may tell before the workers report, or after."""
        if told_first:
            self.watcher_tells()
        while self.jobs:
            self.finish(0)
        if not told_first:
            self.watcher_tells()
        while self.jobs:
            self.finish(0)


class Machine(RuleBasedStateMachine):
    """Any order of what people, agents, the watcher and the workers do."""

    def __init__(self):
        super().__init__()
        self.world, self.count, self.typed = World(), 0, set()
        self.world.settle()

    def word(self, who):
        self.count += 1
        return f"{who}{self.count}"

    @rule(where=st.sampled_from(["first", "last"]))
    def type_a_line(self, where):
        text, word = self.world.text, self.word("typed")
        self.typed.add(word)
        title, rest = text.split("\n", 1) if "\n" in text else (text, "")
        self.world.type(f"{title} {word}\n{rest}" if where == "first" else f"{text}\n{word}\n")

    @rule(where=st.sampled_from(["first", "last"]))
    def agent_writes(self, where):
        text, word = self.world.file or FIRST, self.word("agent")
        title, rest = text.split("\n", 1)
        self.world.agent_writes(f"{title} {word}\n{rest}" if where == "first" else f"{text}\n{word}\n")

    @rule(data=st.data())
    def an_agent_goes_back(self, data):
        self.world.agent_writes(data.draw(st.sampled_from(sorted(self.world.versions))))

    @rule()
    def agent_deletes(self):
        self.world.agent_writes(None)

    @rule()
    def watcher_tells(self):
        self.world.watcher_tells()

    @rule()
    def save(self):
        self.world.save()

    @rule()
    def keep_mine(self):
        self.world.keep_mine()

    @rule()
    def reload(self):
        self.world.go(sync_state.reload_asked(self.world.state))

    @rule()
    def merge(self):
        self.world.go(sync_state.merge_asked(self.world.state, Purpose.TAKE))

    @rule()
    def dismiss(self):
        self.world.go(sync_state.dismissed(self.world.state))

    @precondition(lambda self: self.world.undo_steps)
    @rule()
    def undo(self):
        self.world.back(self.world.undo_steps, self.world.redo_steps)

    @precondition(lambda self: self.world.redo_steps)
    @rule()
    def redo(self):
        self.world.back(self.world.redo_steps, self.world.undo_steps)

    @precondition(lambda self: self.world.jobs)
    @rule(index=st.integers(0, 5))
    def work(self, index):
        self.world.work(index)

    @precondition(lambda self: self.world.jobs)
    @rule(index=st.integers(0, 5))
    def finish(self, index):
        self.world.finish(index)

    @rule(told_first=st.booleans())
    def settle(self, told_first):
        """Once all is quiet, the state says how text and file stand to each other."""
        world = self.world
        world.settle(told_first=told_first)
        state = world.state
        assert not any((state.is_busy, state.trying, state.applying))
        if world.file is None:
            assert state.disk is DiskState.DELETED
        elif state.disk is DiskState.SAME:
            assert state.base.text == world.file or state.theirs is None
            assert world.dirty or world.text == world.file
        else:
            assert state.disk is DiskState.CHANGED
            assert world.dirty
            assert state.theirs.base.text == world.file

    @invariant()
    def what_was_typed_is_there(self):
        there = words(self.world.text) | set().union(*map(words, self.world.versions)) | self.world.given_up
        assert self.typed <= there

    @invariant()
    def an_offered_merge_is_one_with_what_is_on_disk(self):
        state = self.world.state
        assert (
            state.found is None or state.theirs is None or state.found.theirs is state.theirs or state.trying
        )

    def teardown(self):
        self.world.go(sync_state.closed(self.world.state))
        while self.world.jobs:
            self.world.finish(0)


TestAnyOrder = Machine.TestCase
TestAnyOrder.settings = settings(
    max_examples=size(5000, 150), stateful_step_count=size(60, 30), deadline=None
)


def loaded(**given):
    world = World(**given)
    world.settle()
    return world


def test_a_document_is_ready_once_its_text_is_there():
    world = World()
    assert world.state.stage is Stage.LOADING
    world.settle()
    assert (world.state.stage, world.text, world.state.disk) == (Stage.READY, FIRST, DiskState.SAME)


def test_a_document_that_cannot_be_read_is_refused_with_its_reason():
    state, effects = sync_state.read_failed(SyncState(), StorageError("no"))
    assert (state.stage, state.refusal) == (Stage.REFUSED, "storage")
    assert next(effect.notice for effect in effects if isinstance(effect, Announce)) is SyncNotice.LOADED


def test_an_outside_change_is_taken_over_where_nothing_is_unsaved():
    world = loaded()
    world.agent_writes(FIRST + "more\n")
    world.settle()
    assert (world.text, world.state.disk, world.state.note) == (FIRST + "more\n", DiskState.SAME, BLOOP)


def test_a_change_that_is_taken_back_while_it_is_being_read_leaves_the_text_as_it_was():
    world = loaded()
    world.agent_writes(FIRST + "more\n")
    world.watcher_tells()
    world.work(0)
    world.agent_writes(FIRST)
    world.settle(told_first=True)
    assert (world.text, world.state.disk) == (FIRST, DiskState.SAME)


def test_what_is_written_while_the_document_is_read_anew_is_met():
    world = loaded()
    world.go(sync_state.load_asked(world.state, ""))
    world.agent_writes(FIRST + "more\n")
    world.work(0)
    world.agent_writes(FIRST)
    world.settle(told_first=True)
    assert (world.text, world.state.disk) == (FIRST, DiskState.SAME)


def test_undo_of_a_change_taken_over_is_told():
    world = loaded()
    world.agent_writes(FIRST + "more\n")
    world.settle()
    world.back(world.undo_steps, world.redo_steps)
    assert (world.text, world.state.taken_out) == (FIRST, BLOOP)


def test_undo_of_a_merge_measures_from_the_base_before_it():
    world = loaded()
    world.type(FIRST + "mine\n")
    world.agent_writes("theirs\n" + FIRST)
    world.settle()
    world.go(sync_state.merge_asked(world.state, Purpose.TAKE))
    world.settle()
    assert world.text == "theirs\n" + FIRST + "mine\n"
    world.back(world.undo_steps, world.redo_steps)
    assert (world.state.base.text, world.text) == (FIRST, FIRST + "mine\n")
    world.settle()
    assert world.state.disk is DiskState.CHANGED


def test_what_is_saved_beside_an_agents_write_is_merged_with_it():
    world = loaded()
    world.type(FIRST + "mine\n")
    world.agent_writes("theirs\n" + FIRST)
    world.save()
    world.settle()
    assert world.file == world.text == "theirs\n" + FIRST + "mine\n"
    assert world.state.made_is_saved
    assert not world.dirty


def test_a_save_that_conflicts_asks_the_person():
    world = loaded()
    world.type(FIRST.replace("title", "mine"))
    world.agent_writes(FIRST.replace("title", "theirs"))
    world.save()
    world.settle()
    assert SyncNotice.UNDECIDED in world.told
    assert (world.state.disk, world.file) == (DiskState.CHANGED, FIRST.replace("title", "theirs"))


def test_what_is_typed_while_a_save_is_under_way_is_saved_after_it():
    world = loaded()
    world.type(FIRST + "one\n")
    world.save()
    world.type(FIRST + "one\ntwo\n")
    world.save()
    world.settle()
    assert world.file == FIRST + "one\ntwo\n"


def test_a_closed_buffer_tells_nothing():
    world = loaded()
    world.agent_writes("other\n")
    world.watcher_tells()
    world.go(sync_state.closed(world.state))
    world.told.clear()
    world.settle()
    assert world.told == []


@pytest.mark.parametrize("disk", [DiskState.DELETED, DiskState.CHANGED])
def test_own_words_come_back_by_keep_mine(disk):
    world = loaded()
    world.type(FIRST + "mine\n")
    world.agent_writes(None if disk is DiskState.DELETED else FIRST + "theirs\n")
    world.settle()
    assert world.state.disk is disk
    world.keep_mine()
    world.save()
    world.settle()
    assert "mine" in world.file
    assert world.state.disk is DiskState.SAME


def test_the_error_of_a_missing_file_gives_way_to_the_state():
    state = replace(SyncState(stage=Stage.READY), error=NotFoundError("gone"))
    assert sync_state.folder_vanished(state)[0].error is None
