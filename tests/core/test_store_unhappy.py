"""What seldom happens: half of a swap by links, a disk that refuses recovery, no call that flushes all."""

from __future__ import annotations

import errno
import json
import os
from contextlib import nullcontext
from pathlib import Path

import pytest

from memdesk.errors import LockedError, NotFoundError, NotPermittedError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.runtime.clock import SystemClock
from memdesk.store import ANY, DocumentEdit, Operation, Store
from memdesk.store.access import existing_folder, why_read_only
from memdesk.store.commit import change as changes
from memdesk.store.commit import transaction as transactions
from memdesk.store.commit.displaced import discard
from memdesk.store.fs import descriptors as flush
from memdesk.store.fs import process_id as owner
from memdesk.store.fs.process_id import Owner, this_process
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.fs.swap import Swap, kernel_rename
from memdesk.store.metadata.folder import PrivateFolder
from memdesk.store.oplog import journal as intents
from memdesk.store.oplog.journal import Intent, JournalStep, opened_intents
from memdesk.store.oplog.operations import OperationLog
from memdesk.store.versions.blobs import VersionStore
from memdesk.store.versions.records import Records

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
DEAD = Owner(2**22 + 1, "1", this_process().boot)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    Store(folder).commit("first.md", b"first", None, ME)
    (folder / "a.md").write_bytes(b"old")
    for data in (b"old", b"new", b"made"):
        VersionStore(SafeRoot(folder / ".memdesk")).put(data)
    return folder


@pytest.fixture
def store(root):
    return Store(root)


def fails(number):
    def fail(*_arguments):
        raise OSError(number, os.strerror(number))

    return fail


def step(path, before, after, content=None):
    revisions = [None if data is None else revision_of(data) for data in (before, after)]
    return JournalStep(Operation(f"op-{path}", path, *revisions, 1.0, ME), temporary(path), content)


def temporary(path):
    return f".memdesk-op-{path}.tmp"


def begin(root, *steps):
    with opened_intents(SafeRoot(root / ".memdesk")) as journal:
        journal.begin(Intent(steps, DEAD))


def pending(root):
    with opened_intents(SafeRoot(root / ".memdesk")) as journal:
        return [intent for intent in journal.read() if not intent.is_settled]


def found(root):
    return {path.name: path.read_bytes() for path in root.iterdir() if path.is_file()}


BEFORE = {"first.md": b"first", "a.md": b"old"}


def refuse(*_args, **_named):
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_document_that_was_linked_and_not_yet_placed_is_taken_back_with_its_unit(store, root):
    (root / "made.md").write_bytes(b"made")
    os.link(root / "made.md", root / temporary("made.md"))
    begin(root, step("made.md", None, b"made"), step("a.md", b"old", b"new"))
    store.recover()
    assert (found(root), pending(root)) == (BEFORE, [])


def test_what_a_swap_by_links_had_displaced_is_live_again_with_its_unit(store, root):
    os.rename(root / "a.md", root / f"{temporary('a.md')}.pin")
    (root / "a.md").write_bytes(b"new")
    begin(root, step("a.md", b"old", b"new"), step("first.md", b"first", b"new"))
    store.recover()
    assert (found(root), pending(root)) == (BEFORE, [])


def test_an_undo_that_may_not_last_is_done_again(store, root, monkeypatch):
    (root / "made.md").write_bytes(b"made")
    begin(root, step("made.md", None, b"made"), step("a.md", b"old", b"new"))
    with monkeypatch.context() as broken:
        broken.setattr(changes, "sync_anew", refuse)
        store.recover()
    assert len(pending(root)) == 1
    assert Store(root).unfinished().operations[0].path == "made.md"
    assert (found(root), pending(root)) == (BEFORE, [])


def test_an_intent_waits_where_what_it_carries_cannot_be_kept(store, root, monkeypatch):
    begin(root, step("a.md", b"old", b"carried", b"carried"))
    with monkeypatch.context() as broken:
        broken.setattr(VersionStore, "mend", refuse)
        store.recover()
        assert store.commit("first.md", b"second", ANY, ME).operation
    assert len(pending(root)) == 1
    store.recover()
    assert pending(root) == []
    assert store.version(revision_of(b"carried")) == b"carried"


def test_without_a_call_that_flushes_all_the_records_are_flushed_one_by_one(store, root, monkeypatch):
    (root / "a.md").write_bytes(b"carried")
    begin(root, step("a.md", b"old", b"carried", b"carried"))
    flushed, fsync = [], os.fsync
    monkeypatch.setattr("memdesk.store.versions.records.sync_file_system", lambda _: False)
    monkeypatch.setattr(
        os, "fsync", lambda fd: (flushed.append(os.readlink(f"/proc/self/fd/{fd}")), fsync(fd))
    )
    store.recover()
    names = [Path(path).relative_to(root / ".memdesk") for path in flushed if ".memdesk" in path]
    assert Path("operations.jsonl") in names
    assert any(name.parts[0] == "history" and "@" in name.name for name in names)
    assert store.operations_of("a.md")[-1].after == revision_of(b"carried")
    assert pending(root) == []


@pytest.mark.parametrize("again", [False, True], ids=["same", "another"])
def test_what_is_saved_while_the_log_cannot_be_written_is_logged_later_in_order(root, monkeypatch, again):
    store = Store(root)
    with monkeypatch.context() as no_log:
        no_log.setattr(OperationLog, "append", fails(errno.EACCES))
        for text in (b"one", b"two", b"three"):
            store.commit("b.md", text, ANY, ME)
    assert store.operations_of("b.md") == ()
    store = Store(root) if again else store
    store.commit("b.md", b"four", ANY, ME)
    logged = store.operations_of("b.md")
    assert [each.after for each in logged] == [revision_of(t) for t in (b"one", b"two", b"three", b"four")]
    assert [each.before for each in logged] == [None, *(each.after for each in logged[:-1])]
    assert store.unfinished().operations == ()
    assert store.check().findings == ()


def test_what_cannot_be_logged_nor_marked_as_done_is_done_all_the_same(root, store, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(OperationLog, "append", fails(errno.ENOSPC))
        full.setattr(intents.WriteAheadJournal, "confirm", fails(errno.ENOSPC))
        store.commit("b.md", b"one", ANY, ME)
    store.recover()
    assert [each.after for each in store.operations_of("b.md")] == [revision_of(b"one")]


def test_a_temporary_that_somebody_writes_or_that_changes_stays(root, monkeypatch):
    (root / "t").write_bytes(b"x")
    kept = []
    with SafeRoot(root).folder(()) as folder:
        monkeypatch.setattr("memdesk.store.commit.displaced.read_opened", lambda *_: None)
        assert not discard(folder, "t", kept.append)
    assert (kept, (root / "t").exists()) == ([], True)


def test_only_a_folder_is_opened(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    assert existing_folder(tmp_path) == tmp_path.resolve()
    for name, said in (
        ("file", "is a file"),
        *((name, "there is no") for name in ("none", "loop", "no\0name")),
    ):
        with pytest.raises(NotFoundError, match=said):
            existing_folder(tmp_path / name)


@pytest.mark.parametrize(
    ("flags", "allowed", "reason"),
    [(0, True, None), (os.ST_RDONLY, True, "file_system"), (0, False, "permission")],
)
def test_why_nothing_can_be_saved_is_known(tmp_path, monkeypatch, flags, allowed, reason):
    class Mount:
        f_flag = flags

    monkeypatch.setattr(os, "statvfs", lambda _: Mount)
    monkeypatch.setattr(os, "access", lambda *_: allowed)
    assert why_read_only(tmp_path) == reason


GOOD = json.loads(intents._written(Intent((step("a.md", b"old", b"new", b"new"),), DEAD)))
STEP = GOOD["steps"][0]


@pytest.mark.parametrize(
    "fields",
    [
        GOOD | {"owner": {"pid": "1", "started": "1", "boot": ""}},
        GOOD | {"owner": None},
        GOOD | {"steps": []},
        GOOD | {"steps": [STEP | {"content": "no base 64"}]},
        GOOD | {"steps": [STEP | {"content": "\N{SNOWMAN}"}]},
        GOOD | {"steps": [STEP | {"temporary": 7}]},
        GOOD | {"steps": [STEP, STEP | {"operation": {}}]},
    ],
)
def test_an_intent_that_is_none_of_ours_is_passed_over(store, root, fields):
    begin(root, step("first.md", b"first", b"new"))
    with (root / ".memdesk" / "intents.jsonl").open("ab") as file:
        file.write(b"\n" + json.dumps(fields).encode() + b"\n")
    assert [intent.id for intent in pending(root)] == ["op-first.md"]
    store.recover()
    assert (found(root), pending(root)) == (BEFORE, [])


def test_the_run_of_the_system_need_not_be_known(tmp_path, monkeypatch):
    monkeypatch.setattr(owner, "_BOOT", tmp_path / "none")
    owner._boot.cache_clear()
    try:
        assert owner._boot() == ""
    finally:
        owner._boot.cache_clear()


def test_a_file_that_vanishes_before_it_is_replaced_is_looked_at_again(store, root, monkeypatch):
    write, gone = changes.CommitStep.write, []

    def late(self, data, model):
        write(self, data, model)
        if not gone:
            gone.append("a.md")
            (root / "a.md").unlink()

    monkeypatch.setattr(changes.CommitStep, "write", late)
    result = store.commit("a.md", b"new", ANY, ME)
    assert (gone, result.before, found(root)["a.md"]) == (["a.md"], None, b"new")


def test_a_folder_outside_is_used_again(tmp_path, monkeypatch):
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    make = os.mkdir

    def read_only(path, *args, **named):
        if Path(path).parent == workspace:
            raise OSError(errno.EROFS, "read only")
        make(path, *args, **named)

    monkeypatch.setattr(os, "mkdir", read_only)
    private = PrivateFolder(workspace)
    first = private.ensure()
    (first.path / "mark").touch()
    assert PrivateFolder(workspace).ensure().path == first.path
    assert (first.path / "mark").exists()
    assert os.listdir(workspace) == []


def test_a_folder_that_goes_while_it_is_made_keeps_a_new_document_from_being_made(store, root, monkeypatch):
    make = SafeRoot.make_folder

    def gone(place, parts, **named):
        yield from make(place, parts, **named)
        if parts == ("x",):
            (root / "x").rmdir()

    monkeypatch.setattr(SafeRoot, "make_folder", gone)
    with pytest.raises(NotFoundError):
        store.commit("x/new.md", b"new", None, ME)
    monkeypatch.undo()
    assert not (root / "x").exists()
    assert store.operations_of("x/new.md") == ()
    store.commit("x/new.md", b"new", None, ME)
    assert (root / "x/new.md").read_bytes() == b"new"


def test_an_index_that_cannot_be_read_is_no_finding_of_its_own(store, monkeypatch):
    monkeypatch.setattr(OperationLog, "is_index_right", refuse)
    assert store.check().ok


def test_a_leftover_that_cannot_be_looked_at_is_not_told(store, root, monkeypatch):
    (root / temporary("x")).touch()
    assert [finding.problem.code for finding in store.check().findings] == ["temporary_left"]
    stamp = SafeRoot.stamp

    def locked(self, parts):
        if parts[-1] == temporary("x"):
            raise NotPermittedError("no")
        return stamp(self, parts)

    monkeypatch.setattr(SafeRoot, "stamp", locked)
    assert store.check().findings == ()


def test_folders_that_were_made_for_nothing_go_again(root, monkeypatch):
    safe, made = SafeRoot(root), []

    def full(folder):
        made.append(folder)
        if len(made) == 2:
            refuse()

    monkeypatch.setattr("memdesk.store.fs.safe_root.sync_folder", full)
    with pytest.raises(OSError, match="Input"):
        safe.make_folder(("one", "two", "three"))
    assert not (root / "one" / "two").exists()


def test_the_beginning_of_a_document_is_enough_to_tell_what_it_is(store):
    assert [store.head("a.md", limit) for limit in (0, 2, 100)] == [b"", b"ol", b"old"]
    with pytest.raises(NotFoundError):
        store.head("none.md", 2)


def test_the_size_of_a_damaged_version_is_not_known(store, root):
    digest = revision_of(b"made").removeprefix("sha256:")
    (root / ".memdesk" / "history" / digest[:2] / digest).write_bytes(b"else")
    assert store.version_size(revision_of(b"made")) is None
    assert store.version_size(revision_of(b"never")) is None


def test_a_writer_that_is_always_faster_is_told_of(store, root, monkeypatch):
    def raced(_self, _parts):
        raise changes.RacedError

    monkeypatch.setattr(transactions.Transaction, "_to_do", raced)
    with pytest.raises(LockedError):
        store.commit("a.md", b"new", ANY, ME)
    assert (found(root), pending(root)) == (BEFORE, [])


def test_what_somebody_wrote_before_it_was_our_turn_is_not_written_again(store, root, monkeypatch):
    begin = Store._transaction

    def late(self, *requests):
        (root / "a.md").write_bytes(b"new")
        return begin(self, *requests)

    monkeypatch.setattr(Store, "_transaction", late)
    result = store.commit("a.md", b"new", ANY, ME)
    assert (result.operation, result.before, result.after) == ("", revision_of(b"new"), revision_of(b"new"))
    assert store.operations_of("a.md") == ()


@pytest.mark.parametrize("again", [None, b"other"])
def test_a_file_that_vanishes_while_it_is_looked_at_is_looked_at_again(store, root, monkeypatch, again):
    access, gone = os.access, []
    (root / "other").write_bytes(b"other")

    def vanish(name, *args, **named):
        if name == "a.md" and not gone:
            gone.append(name)
            (root / "a.md").unlink()
            if again:
                (root / "other").rename(root / "a.md")
            return False
        return access(name, *args, **named)

    monkeypatch.setattr(os, "access", vanish)
    assert store.commit("a.md", b"new", ANY, ME).before == (again and revision_of(again))
    assert (gone, found(root)["a.md"]) == (["a.md"], b"new")


class Swapping:
    """Puts nothing in any place; tells what it was asked."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def exchange(self, *_):
        answer = self.answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer


@pytest.fixture
def changing(root):
    """A function that makes a change of the root by hand."""
    records = Records.within(SafeRoot(root / ".memdesk"), SystemClock())
    with SafeRoot(root).folder(()) as folder:
        yield lambda what, swap=None: changes.CommitStep(what, folder, records, swap or Swap(kernel_rename()))


def test_a_new_version_like_no_other_is_for_its_owner_alone(changing, root):
    changing(step("made.md", None, b"made")).write(b"made", None)
    assert (root / temporary("made.md")).stat().st_mode & 0o777 == 0o600


def test_what_somebody_put_over_a_created_document_stays_live(changing, root, monkeypatch):
    (root / "made.md").write_bytes(b"theirs")
    monkeypatch.setattr(changes.CommitStep, "_is_as_made", lambda _: True)
    assert changing(step("made.md", None, b"made")).undo()
    assert found(root) == BEFORE | {"made.md": b"theirs"}


def test_what_has_the_name_of_our_temporary_but_is_not_it_stays(changing, root):
    made, theirs = root / "made.md", root / temporary("made.md")
    made.write_bytes(b"made")
    theirs.write_bytes(b"theirs")
    assert changing(step("made.md", None, b"made")).undo()
    assert (made.read_bytes(), theirs.read_bytes()) == (b"made", b"theirs")


@pytest.mark.parametrize("answers", [(FileNotFoundError(),), (True, True), (False,)])
def test_giving_back_ends_where_nothing_is_left_or_it_goes_on_for_ever(changing, root, monkeypatch, answers):
    monkeypatch.setattr(changes, "_BOUNCES", 2)
    swap = Swapping(*answers)
    (root / temporary("a.md")).write_bytes(b"neither")
    changing(step("a.md", b"old", b"new"), swap)._exchange_back(revision_of(b"old"))
    assert swap.answers == []
    assert found(root)["a.md"] == b"old"


def test_an_interruption_right_after_a_unit_was_confirmed_takes_all_of_it_back(store, root, monkeypatch):
    real = intents.WriteAheadJournal.confirm

    def confirm(self, intent):
        real(self, intent)
        raise KeyboardInterrupt

    monkeypatch.setattr(intents.WriteAheadJournal, "confirm", confirm)
    with pytest.raises(KeyboardInterrupt):
        store.commit_all([DocumentEdit("a.md", b"new", ANY), DocumentEdit("b.md", b"made", None)], ME)
    assert (found(root), pending(root)) == (BEFORE, [])
    Store(root).recover()
    assert found(root) == BEFORE


@pytest.mark.parametrize(
    ("refused", "is_readable", "is_writable"),
    [(os.R_OK, False, True), (os.X_OK, False, False), (os.W_OK, True, False), (0, True, True)],
)
def test_a_folder_needs_all_permissions_to_be_read_or_written(
    tmp_path, monkeypatch, refused, is_readable, is_writable
):
    monkeypatch.setattr(os, "access", lambda _, mode: not mode & refused)
    assert (why_read_only(tmp_path) is None) is is_writable
    with nullcontext() if is_readable else pytest.raises(NotPermittedError):
        existing_folder(tmp_path)


@pytest.mark.parametrize(("answer", "is_flushed"), [(0, True), (-1, False)])
def test_a_file_system_is_flushed_where_the_call_succeeds(monkeypatch, answer, is_flushed):
    asked = []
    monkeypatch.setattr(flush, "_syncfs", lambda: lambda folder: asked.append(folder) or answer)
    monkeypatch.setattr(flush, "is_relayed", lambda folder: folder == 8)
    assert flush.sync_file_system(7) is is_flushed
    assert not flush.sync_file_system(8)
    assert asked == [7]
    monkeypatch.setattr(flush, "_syncfs", lambda: None)
    assert not flush.sync_file_system(7)
