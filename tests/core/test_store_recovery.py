"""Recovery: done is logged, undone is forgotten, nothing goes that is not kept."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys

import pytest

from helpers.faults import read_of
from memdesk.errors import TooLargeError
from memdesk.model import OUTSIDE, Actor, Origin, Via, revision_of
from memdesk.store import ANY, ExternalVersion, Operation, Store
from memdesk.store.commit import recovery
from memdesk.store.commit.change import CommitStep
from memdesk.store.commit.transaction import Transaction
from memdesk.store.external import unlogged as found
from memdesk.store.external.unlogged import Unlogged
from memdesk.store.fs import process_id as owner
from memdesk.store.fs.process_id import Owner, this_process
from memdesk.store.fs.safe_root import LIMIT, SafeRoot
from memdesk.store.oplog import journal as intent_log
from memdesk.store.oplog.journal import Intent, JournalStep, opened_intents
from memdesk.store.oplog.operation import unproven
from memdesk.store.oplog.operations import OperationLog
from memdesk.store.oplog.unfinished import Unfinished
from memdesk.store.versions.blobs import VersionStore

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
BOOT = this_process().boot
DEAD = Owner(2**22 + 1, "1", BOOT)
OPERATION = Operation("op", "a.md", revision_of(b"old"), revision_of(b"new"), 1.0, ME)
UNPROVEN = unproven(OPERATION)
"""What is told of it where nothing but the journal, which anybody can write to, tells who wrote it."""
TEMPORARY = ".memdesk-op.tmp"


def intent(operation=OPERATION, temporary=TEMPORARY, owner=DEAD):
    return Intent((JournalStep(operation, temporary),), owner)


INTENT = intent()


@pytest.fixture
def root(tmp_path):
    (tmp_path / "first.md").touch()
    Store(tmp_path).commit("first.md", b"first", ANY, ME)
    (tmp_path / "a.md").write_bytes(b"old")
    return tmp_path


@pytest.fixture
def intents(root):
    with opened_intents(SafeRoot(root / ".memdesk")) as intents:
        yield intents


@pytest.fixture
def store(root):
    return Store(root)


def pending(intents):
    return tuple(intent for intent in intents.read() if not intent.is_settled)


def names(root):
    return sorted(set(os.listdir(root)) - {".memdesk", "first.md"})


def test_an_intent_is_struck_when_it_is_finished(intents):
    place = intents.begin(INTENT)
    assert pending(intents) == (INTENT,)
    intents.strike(place)
    assert pending(intents) == ()


def test_an_intent_is_begun_that_can_just_be_read_and_no_longer_one(intents, monkeypatch):
    intents.begin(INTENT)
    line = len(intents.begin(INTENT)) - len(b"\n")
    other = intent(OPERATION._replace(id="o2"))
    monkeypatch.setattr(intent_log, "_LONGEST", line)
    intents.begin(other)
    assert pending(intents)[-1] == other
    monkeypatch.setattr(intent_log, "_LONGEST", line - 1)
    with pytest.raises(TooLargeError):
        intents.begin(other)


def test_an_intent_is_not_struck_under_a_later_one(intents):
    place = intents.begin(INTENT)
    intents.begin(intent(OPERATION._replace(id="op2"), ".memdesk-2.tmp"))
    intents.strike(place)
    assert len(pending(intents)) == 2


def test_an_intent_that_could_not_be_written_is_not_there(intents, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full"):
        intents.begin(INTENT)
    assert pending(intents) == ()


def test_what_was_done_is_logged_once(store, root, intents):
    VersionStore(SafeRoot(root / ".memdesk")).put(b"old")
    (root / "a.md").write_bytes(b"new")
    (root / TEMPORARY).write_bytes(b"old")
    intents.begin(INTENT)
    intents.begin(INTENT)
    store.recover()
    assert store.operations_of("a.md") == (UNPROVEN,)
    assert store.version(revision_of(b"old")) == b"old"
    assert names(root) == ["a.md"]
    assert pending(intents) == ()


def test_what_was_done_comes_to_an_end_though_the_new_version_is_damaged(store, root, intents):
    history = VersionStore(SafeRoot(root / ".memdesk"))
    history.put(b"old")
    digest = history.put(b"new").removeprefix("sha256:")
    (root / ".memdesk/history" / digest[:2] / digest).write_bytes(b"damaged")
    (root / "a.md").write_bytes(b"new")
    (root / TEMPORARY).write_bytes(b"old")
    intents.begin(INTENT)
    store.recover()
    assert (names(root), pending(intents)) == (["a.md"], ())
    assert [step.id for step in store.operations_of("a.md")] == ["op"]


def test_what_cannot_be_looked_at_waits_for_the_next_one(store, root, intents, monkeypatch):
    (root / TEMPORARY).write_bytes(b"new")
    intents.begin(INTENT)

    def refuse(*_):
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as broken:
        broken.setattr(recovery, "discard", refuse)
        store.recover()
    assert (names(root), len(pending(intents))) == ([TEMPORARY, "a.md"], 1)
    store.recover()
    assert (names(root), pending(intents)) == (["a.md"], ())


def seen(store):
    store.keep_seen([ExternalVersion("a.md", OPERATION.before, OPERATION.after, 1.0, b"old", b"new")])


def looked_for(store):
    assert store.log_unlogged([Unlogged("a.md", OPERATION.before)], ME) == ()


def test_what_changes_before_it_is_logged_is_kept_as_well(store, root, monkeypatch):
    keep_all = found.keep_all

    def kept_too_early(*each):
        keep_all(*each)
        (root / "a.md").write_bytes(b"newer")

    monkeypatch.setattr("memdesk.store.store.keep_all", kept_too_early)
    [logged] = store.log_unlogged([Unlogged("a.md")], ME)
    assert store.version(logged.after) == b"newer"


@pytest.mark.parametrize("look", [seen, looked_for])
def test_what_was_done_by_a_core_is_not_taken_for_one_from_outside(store, root, intents, look):
    (root / "a.md").write_bytes(b"new")
    intents.begin(INTENT)
    look(store)
    assert store.operations_of("a.md") == (UNPROVEN,)


def test_what_was_not_done_is_forgotten_but_its_text_is_kept(store, root, intents):
    (root / TEMPORARY).write_bytes(b"new")
    intents.begin(INTENT)
    store.commit("a.md", b"other", ANY, ME)
    assert [operation.after for operation in store.operations_of("a.md")] == [revision_of(b"other")]
    assert store.version(revision_of(b"new")) == b"new"
    assert names(root) == ["a.md"]


def test_what_was_not_done_is_told_once_with_its_text_kept(store, root, intents):
    VersionStore(SafeRoot(root / ".memdesk")).put(b"new")
    intents.begin(INTENT)
    page = store.unfinished()
    assert page.operations == (UNPROVEN,)
    assert store.unfinished(page.offset).operations == ()
    assert store.unfinished(page.offset + 999).operations == (UNPROVEN,)
    intents.begin(INTENT)
    store.recover()
    assert store.unfinished().operations == (UNPROVEN,)
    assert pending(intents) == ()


def test_what_was_done_or_deletes_or_is_not_kept_is_not_told(store, root, intents):
    intents.begin(INTENT)
    intents.begin(intent(OPERATION._replace(id="gone", after=None)))
    (root / "b.md").write_bytes(b"new")
    intents.begin(intent(OPERATION._replace(id="done", path="b.md"), ".memdesk-done.tmp"))
    assert store.unfinished().operations == ()
    with (root / ".memdesk/unfinished.jsonl").open("ab") as log:
        log.write(b"{torn")
    assert store.unfinished().operations == ()


def test_where_all_was_finished_nothing_is_unfinished(store):
    store.commit("a.md", b"new", ANY, ME)
    assert store.unfinished() == ((), 0)


def test_what_is_told_as_unfinished_lasts(tmp_path, monkeypatch):
    synced, fsync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda at: (synced.append(os.fstat(at).st_ino), fsync(at)))
    unfinished = Unfinished(SafeRoot(tmp_path))
    unfinished.add()
    assert synced == []
    unfinished.add(OPERATION)
    [file] = tmp_path.iterdir()
    assert synced == [file.stat().st_ino, tmp_path.stat().st_ino]
    assert unfinished.read().operations == (OPERATION,)


def test_where_nothing_was_ever_committed_nothing_is_unfinished(tmp_path):
    assert Store(tmp_path).unfinished() == ((), 0)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("is_done", [True, False])
def test_what_became_of_it_is_known_after_a_power_cut_too(root, intents, monkeypatch, is_done):
    (root / "a.md").write_bytes(b"new" if is_done else b"old")
    intents.begin(INTENT)
    Store(root).commit("first.md", b"second", ANY, ME)
    assert pending(intents) == ()
    (root / ".memdesk/operations.jsonl").write_bytes(b"")
    monkeypatch.setattr(owner, "_boot", lambda: "later")
    Store(root).recover()
    assert Store(root).operations_of("a.md") == (UNPROVEN,) * is_done


def test_what_could_not_be_logged_is_logged_later(store, root, intents, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "full")

    (root / "a.md").write_bytes(b"new")
    intents.begin(INTENT)
    with monkeypatch.context() as broken:
        broken.setattr(OperationLog, "append", full)
        store.recover()
    assert pending(intents) == (INTENT,)
    store.recover()
    assert store.operations_of("a.md") == (UNPROVEN,)


def test_a_unit_that_was_done_in_part_is_undone_and_told_as_a_whole(store, root, intents):
    (root / "notes").mkdir()
    (root / "notes/made.md").write_bytes(b"made")
    made = OPERATION._replace(id="made", path="notes/made.md", before=None, after=revision_of(b"made"))
    steps = JournalStep(made, ".memdesk-made.tmp", b"made"), JournalStep(OPERATION, TEMPORARY, b"new")
    intents.begin(Intent(steps, DEAD))
    assert store.unfinished().operations == (unproven(made), UNPROVEN)
    assert os.listdir(root / "notes") == []
    assert names(root) == ["a.md", "notes"]


@pytest.mark.parametrize("is_undone", [False, True])
def test_what_others_wrote_into_a_file_of_ours_is_theirs(store, root, intents, is_undone):
    (root / "a.md").write_bytes(b"old" if is_undone else b"new")
    (root / TEMPORARY).write_bytes(b"theirs")
    intents.begin(INTENT)
    if is_undone:
        intents.undo(INTENT)
    store.recover()
    *_, last = store.operations_of("a.md")
    assert (last.actor, last.after) == (OUTSIDE, revision_of(b"theirs"))
    assert names(root) == ["a.md"]


@pytest.mark.parametrize("way", ["commit", "recover"])
def test_what_a_dead_process_half_kept_goes_with_what_it_left_unfinished(store, root, intents, way):
    half = root / f".memdesk/history/{DEAD.pid}@1-half"
    half.write_bytes(b"ha")
    if way == "commit":
        intents.begin(INTENT)
        store.commit("first.md", b"second", ANY, ME)
    else:
        store.recover()
    assert not half.exists()


def test_a_finished_deletion_is_logged(store, root, intents):
    (root / "a.md").rename(root / TEMPORARY)
    intents.begin(intent(OPERATION._replace(after=None)))
    store.recover()
    assert store.operations_of("a.md")[0].after is None
    assert store.version(revision_of(b"old")) == b"old"
    assert names(root) == []


def test_a_pinned_file_is_kept_too(store, root, intents):
    (root / (TEMPORARY + ".pin")).write_bytes(b"pinned")
    intents.begin(INTENT)
    store.recover()
    assert store.version(revision_of(b"pinned")) == b"pinned"
    assert names(root) == ["a.md"]


def test_what_a_living_process_does_is_left_to_it(store, root, intents):
    (root / TEMPORARY).write_bytes(b"new")
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        with open(f"/proc/{process.pid}/stat", encoding="utf-8") as status:
            started = status.read().rpartition(")")[2].split()[19]
        intents.begin(intent(owner=Owner(process.pid, started, BOOT)))
        store.recover()
        assert names(root) == [TEMPORARY, "a.md"]
        assert len(pending(intents)) == 1
        process.communicate(b"\n")
    store.recover()
    assert names(root) == ["a.md"]
    assert pending(intents) == ()


def test_what_a_process_did_that_has_ended_is_logged_though_nobody_asked_about_it_yet(store, root):
    """In a container without an init it is never asked about, and stays in the list of processes."""
    child = os.fork()
    if not child:
        Transaction._record = lambda *_: os._exit(0)
        Store(root).commit("a.md", b"dead", ANY, ME)
        os._exit(1)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    try:
        store.commit("a.md", b"later", revision_of(b"dead"), ME)
        told = [operation.after for operation in store.operations_of("a.md")]
    finally:
        status = os.waitpid(child, 0)[1]
    assert status == 0
    assert told == [revision_of(b"dead"), revision_of(b"later")]
    assert names(root) == ["a.md"]


def test_what_somebody_still_writes_is_left_for_later(store, root, intents):
    intents.begin(INTENT)
    with (root / TEMPORARY).open("ab") as writer:
        store.recover()
        assert names(root) == [TEMPORARY, "a.md"]
        writer.write(b"the tail")
    store.recover()
    assert store.version(revision_of(b"the tail")) == b"the tail"
    assert names(root) == ["a.md"]


@pytest.mark.parametrize("written", [b"", b"ne", b"new"])
def test_what_of_ours_was_left_for_later_is_no_version_from_outside(store, root, intents, written):
    VersionStore(SafeRoot(root / ".memdesk")).put(b"new")
    (root / TEMPORARY).write_bytes(written)
    intents.begin(INTENT)
    with (root / TEMPORARY).open("ab"):
        store.commit("a.md", b"other", ANY, ME)
    store.recover()
    assert [operation.after for operation in store.operations_of("a.md")] == [revision_of(b"other")]
    assert store.version(revision_of(written)) == written
    assert names(root) == ["a.md"]
    assert pending(intents) == ()


def test_what_was_undone_is_not_undone_again_once_it_was_made_anew(store, root, intents):
    made = OPERATION._replace(id="made", path="b.md", before=None, after=revision_of(b"made"))
    (root / "a.md").write_bytes(b"new")
    (root / TEMPORARY).write_bytes(b"old")
    (root / ".memdesk-made.tmp").write_bytes(b"made")
    intents.begin(Intent((JournalStep(OPERATION, TEMPORARY), JournalStep(made, ".memdesk-made.tmp")), DEAD))
    with (root / ".memdesk-made.tmp").open("ab"):
        store.recover()
        assert (root / "a.md").read_bytes() == b"old"
        for path, text in (("a.md", b"new"), ("first.md", b"second")):
            store.commit(path, text, ANY, ME)
        assert (root / "a.md").read_bytes() == b"new"
    store.recover()
    assert (root / "a.md").read_bytes() == b"new"
    assert (names(root), pending(intents)) == (["a.md"], ())


def test_what_was_done_is_not_told_as_unfinished_once_it_was_overwritten(store, root, intents):
    for kept in (b"old", b"new"):
        VersionStore(SafeRoot(root / ".memdesk")).put(kept)
    (root / "a.md").write_bytes(b"new")
    (root / TEMPORARY).write_bytes(b"old")
    intents.begin(INTENT)
    with (root / TEMPORARY).open("ab"):
        for path, text in (("first.md", b"second"), ("a.md", b"newer"), ("first.md", b"third")):
            store.commit(path, text, ANY, ME)
    assert store.unfinished().operations == ()
    assert [operation.after for operation in store.operations_of("a.md")] == [
        revision_of(text) for text in (b"new", b"newer")
    ]
    assert (names(root), pending(intents)) == (["a.md"], ())


def test_what_was_done_with_something_left_over_stays_done_when_others_write_over_it(
    store, root, monkeypatch
):
    with monkeypatch.context() as held:
        held.setattr(CommitStep, "dispose", lambda _: False)
        store.commit("a.md", b"new", ANY, ME)
    (root / "a.md").write_bytes(b"theirs")
    assert store.unfinished().operations == ()
    assert [operation.after for operation in store.operations_of("a.md")] == [revision_of(b"new")]
    assert names(root) == ["a.md"]


def test_what_cannot_be_looked_at_in_the_place_of_what_is_left_over_stays(store, root, intents):
    (root / "a.md").write_bytes(b"new")
    intents.begin(INTENT)
    intents.confirm(INTENT)
    (root / TEMPORARY).mkdir()
    (root / TEMPORARY / "theirs.md").write_bytes(b"theirs")
    store.recover()
    assert [intent.id for intent in pending(intents)] == ["op"]
    assert (root / TEMPORARY / "theirs.md").read_bytes() == b"theirs"
    assert store.commit("a.md", b"newer", revision_of(b"new"), ME).before == revision_of(b"new")
    assert [step.after for step in store.operations_of("a.md")] == [
        revision_of(b"new"),
        revision_of(b"newer"),
    ]


@pytest.mark.parametrize("text", [b"old", b"new"])
def test_what_has_to_wait_is_written_down_once(store, root, intents, text):
    (root / "a.md").write_bytes(text)
    (root / TEMPORARY).write_bytes(b"other")
    intents.begin(INTENT)
    with (root / TEMPORARY).open("ab"):
        store.recover()
        size = (root / ".memdesk/intents.jsonl").stat().st_size
        store.recover()
        assert (root / ".memdesk/intents.jsonl").stat().st_size == size


@pytest.mark.parametrize("text", [b"old", b"new"])
def test_what_has_to_wait_does_not_have_all_of_the_log_read_each_time(
    store, root, intents, text, monkeypatch
):
    log = root / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes() * 5_000)
    (root / "a.md").write_bytes(text)
    (root / TEMPORARY).write_bytes(b"other")
    intents.begin(INTENT)
    with (root / TEMPORARY).open("ab"):
        store.recover()
        store.commit("first.md", b"between", ANY, ME)  # without an index, its end is looked for once
        read = read_of(log, monkeypatch)
        store.commit("first.md", b"second", ANY, ME)
    assert sum(read) < log.stat().st_size / 2


def test_what_came_to_nothing_is_not_looked_for_in_all_of_the_log(store, root, intents, monkeypatch):
    log = root / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes() * 5_000)
    begun = (
        JournalStep(OPERATION, TEMPORARY),
        JournalStep(OPERATION._replace(id="made", path="b.md"), ".memdesk-made.tmp"),
    )
    intents.begin(Intent(begun, DEAD))
    read = read_of(log, monkeypatch)
    store.recover()
    assert (root / ".memdesk/intents.jsonl").read_bytes() == b""
    assert sum(read) < log.stat().st_size / 2


def test_our_own_unfinished_business_is_ours_to_finish(store, root, intents):
    (root / TEMPORARY).write_bytes(b"new")
    intents.begin(intent(owner=this_process()))
    store.recover()
    assert names(root) == ["a.md"]


@pytest.mark.parametrize(
    "temporary", ["a.md", "../a.md", "first.md", ".memdesk-x/../../a.md", "", ".memdesk/lock"]
)
def test_an_intent_cannot_make_recovery_remove_a_document(store, root, intents, temporary):
    intents.begin(intent(temporary=temporary))
    store.recover()
    assert (root / "a.md").read_bytes() == b"old"
    assert (root / "first.md").read_bytes() == b"first"
    assert (root / ".memdesk/lock").exists()
    assert pending(intents) == ()


@pytest.mark.parametrize("path", ["../outside.md", "/etc/passwd", ".memdesk/lock", "", "link/a.md"])
def test_an_intent_cannot_lead_out_of_the_workspace(store, root, intents, path):
    (root / "link").symlink_to("/")
    intents.begin(intent(OPERATION._replace(path=path)))
    store.recover()
    assert store.operations_of(path) == ()


def test_a_folder_that_is_gone_needs_no_recovery(store, root, intents):
    intents.begin(intent(OPERATION._replace(path="gone/a.md")))
    store.recover()
    assert pending(intents) == ()


@pytest.mark.parametrize(
    "line", [b"\n", b"{\n", b"[]\n", b'{"operation": {}, "temporary": "x"}\n', b"[" * 99_999]
)
def test_a_line_that_is_no_intent_means_nothing(store, root, intents, line):
    (root / ".memdesk/intents.jsonl").write_bytes(line)
    assert pending(intents) == ()
    store.commit("a.md", b"new", ANY, ME)
    assert (root / "a.md").read_bytes() == b"new"


def test_an_intent_with_a_broken_operation_means_nothing(root, intents):
    intents.begin(INTENT)
    path = root / ".memdesk/intents.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"human"', b'"nobody"'))
    assert pending(intents) == ()


def test_a_process_without_a_start_is_not_alive():
    assert not DEAD.is_alive()
    assert not Owner(os.getpid(), "", BOOT).is_alive()
    assert this_process().is_alive()
    assert not Owner(os.getpid(), "1", BOOT).is_alive()


def put_link(path):
    path.symlink_to("first.md")


def put_folder(path):
    path.mkdir()
    (path / "inside.md").write_bytes(b"of somebody else")


def put_too_much(path):
    path.touch()
    os.truncate(path, LIMIT + 1)


@pytest.mark.parametrize("after", [b"new", None])
@pytest.mark.parametrize("put", [put_too_much, put_folder, put_link, os.mkfifo])
def test_what_is_no_document_and_was_displaced_by_one_who_died_is_given_back(
    store, root, intents, put, after
):
    """Somebody put it there after the last look, and the commit died before it saw that."""
    operation = OPERATION._replace(after=after and revision_of(after))
    (root / "a.md").unlink()
    put(root / "a.md")
    kind = stat.S_IFMT((root / "a.md").lstat().st_mode)
    (root / "a.md").rename(root / TEMPORARY)
    if after is not None:
        (root / "a.md").write_bytes(after)
    intents.begin(Intent((JournalStep(operation, TEMPORARY, after),), DEAD))
    store.recover()
    assert (names(root), pending(intents)) == (["a.md"], ())
    assert stat.S_IFMT((root / "a.md").lstat().st_mode) == kind
    assert store.operations_of("a.md") == ()
    assert put is not put_folder or (root / "a.md/inside.md").read_bytes() == b"of somebody else"


def test_what_is_no_document_is_given_back_in_a_folder_too(store, root, intents):
    (root / "notes").mkdir()
    put_link(root / "notes" / TEMPORARY)
    (root / "notes/a.md").write_bytes(b"new")
    operation = OPERATION._replace(path="notes/a.md")
    intents.begin(Intent((JournalStep(operation, TEMPORARY, b"new"),), DEAD))
    store.recover()
    assert (os.listdir(root / "notes"), pending(intents)) == (["a.md"], ())
    assert (root / "notes/a.md").is_symlink()
    assert store.operations_of("notes/a.md") == ()


def test_a_document_of_just_the_size_that_can_be_kept_is_one(store, root, intents, monkeypatch):
    monkeypatch.setattr(recovery, "LIMIT", len(b"new"))
    (root / "a.md").rename(root / TEMPORARY)
    (root / "a.md").write_bytes(b"new")
    intents.begin(INTENT)
    store.recover()
    assert (root / "a.md").read_bytes() == b"new"
    assert OPERATION.id in [logged.id for logged in store.operations_of("a.md")]


@pytest.mark.parametrize("put", [put_too_much, put_folder, put_link, os.mkfifo])
def test_what_was_given_back_by_one_who_died_then_keeps_nobody_waiting(store, root, intents, put):
    (root / "a.md").unlink()
    put(root / "a.md")
    (root / TEMPORARY).write_bytes(b"new")
    intents.begin(intent())
    store.recover()
    assert (names(root), pending(intents)) == (["a.md"], ())
