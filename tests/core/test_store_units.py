"""Several documents in one commit: all of it or nothing, whoever or whatever comes in between."""

from __future__ import annotations

import errno
import itertools
import os
import resource
import stat

import pytest

from memdesk.errors import ConflictError, StorageError, TooLargeError, UnsafePathError, UsageError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, DocumentEdit, Store, other_names
from memdesk.store import store as facade
from memdesk.store.commit import request
from memdesk.store.commit.change import CommitStep
from memdesk.store.commit.recovery import Recovery
from memdesk.store.commit.transaction import Transaction
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.oplog import journal as intent
from memdesk.store.oplog.journal import WriteAheadJournal, opened_intents

ME = Actor("me", Origin.HUMAN, Via.GUI)
A, B, NEW, FOREIGN = b"text of a", b"text of b", b"new", b"foreign"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "a.md").write_bytes(A)
    (tmp_path / "b.md").write_bytes(B)
    return tmp_path


@pytest.fixture
def store(root):
    return Store(root, lock_timeout=300)


def documents(root):
    files = (path for path in root.rglob("*") if path.is_file() and ".memdesk" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def pending(root):
    with opened_intents(SafeRoot(root / ".memdesk")) as intents:
        return tuple(intent for intent in intents.read() if not intent.is_settled)


def rename(old, new, data):
    return [DocumentEdit(new, data, None, like=old), DocumentEdit(old, None, revision_of(data))]


def foreign(root, name):
    (root / "foreign.tmp").write_bytes(FOREIGN)
    (root / "foreign.tmp").replace(root / name)


def interfere(monkeypatch, method, action, at=1):
    """Act just before a step of a change is done for the n-th time."""
    real, calls = getattr(CommitStep, method), []

    def wrapped(self, *arguments):
        calls.append(self)
        if len(calls) == at:
            action()
        return real(self, *arguments)

    monkeypatch.setattr(CommitStep, method, wrapped)


def fail(code):
    def act(*_):
        raise OSError(code, os.strerror(code))

    return act


def refusing(real, name):
    def wrapped(self, place):
        if place.step.operation.path == name:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return real(self, place)

    return wrapped


def test_a_rename_keeps_the_bytes_the_mode_and_the_attributes(store, root):
    (root / "a.md").chmod(0o640)
    os.setxattr(root / "a.md", "user.origin", b"agent")
    os.link(root / "a.md", root / "twin")
    created, deleted = store.commit_all(rename("a.md", "x/c.md", A), ME)
    assert documents(root) == {"x/c.md": A, "b.md": B, "twin": A}
    assert stat.S_IMODE((root / "x/c.md").stat().st_mode) == 0o640
    assert os.getxattr(root / "x/c.md", "user.origin") == b"agent"
    assert (created.path, created.before, created.after) == ("x/c.md", None, revision_of(A))
    assert (deleted.path, deleted.before, deleted.after) == ("a.md", revision_of(A), None)
    assert not created.detached
    assert store.version(revision_of(A)) == A


def test_only_what_gets_another_name_has_one():
    renamed = [DocumentEdit("new.md", A, None, like="a.md"), DocumentEdit("a.md", None, ANY)]
    assert other_names(renamed) == {"new.md": "a.md", "a.md": "new.md"}
    assert (
        other_names([DocumentEdit("a.md", None, ANY, like="a.md"), DocumentEdit("b.md", A, ANY, like="b.md")])
        == {}
    )


def test_the_operations_of_a_unit_share_its_id(store):
    single = store.commit("b.md", NEW, ANY, ME)
    results = store.commit_all(rename("a.md", "c.md", A), ME)
    alone, *together = store.operations().operations
    assert (alone.id, alone.unit) == (single.operation, None)
    assert [operation.id for operation in together] == [result.operation for result in results]
    assert len({operation.unit for operation in together}) == 1
    assert together[0].unit


def test_a_unit_of_one_that_changes_something_is_a_single_commit(store):
    results = store.commit_all([DocumentEdit("a.md", A, ANY), DocumentEdit("b.md", NEW, revision_of(B))], ME)
    assert [bool(result.operation) for result in results] == [False, True]
    assert [operation.unit for operation in store.operations().operations] == [None]


def test_what_is_so_already_is_not_written(store, root):
    results = store.commit_all(
        [DocumentEdit("a.md", A, revision_of(A)), DocumentEdit("c.md", None, None)], ME
    )
    assert [(result.operation, result.before == result.after) for result in results] == [("", True)] * 2
    assert store.commit_all([], ME) == ()
    assert not (root / ".memdesk").exists()


@pytest.mark.parametrize("base", [None, ANY])
@pytest.mark.parametrize("name", ["c.md", "con.md", "x/c.md", "x/y/c.md"])
def test_a_unit_may_delete_what_is_gone_already_with_its_folder_too(store, root, name, base):
    gone, changed = store.commit_all(
        [DocumentEdit(name, None, base), DocumentEdit("a.md", NEW, revision_of(A))], ME
    )
    assert (gone.operation, gone.before, gone.after) == ("", None, None)
    assert changed.after == revision_of(NEW)
    assert documents(root) == {"a.md": NEW, "b.md": B}
    assert not (root / "x").exists()


@pytest.mark.parametrize(
    "edit",
    [
        DocumentEdit("b.md", NEW, revision_of(A)),
        DocumentEdit("b.md", None, None),
        DocumentEdit("c.md", NEW, revision_of(B)),
    ],
)
def test_one_wrong_base_keeps_all_from_being_written(store, root, edit):
    with pytest.raises(ConflictError) as caught:
        store.commit_all([DocumentEdit("a.md", NEW, revision_of(A)), edit], ME)
    assert caught.value.uri == edit.uri
    assert documents(root) == {"a.md": A, "b.md": B}


def test_a_name_that_is_taken_meanwhile_is_a_conflict(store, root, monkeypatch):
    interfere(monkeypatch, "carry_out", lambda: foreign(root, "c.md"))
    with pytest.raises(ConflictError) as caught:
        store.commit_all(rename("a.md", "c.md", A), ME)
    assert (caught.value.uri, caught.value.current) == ("c.md", revision_of(FOREIGN))
    assert documents(root) == {"a.md": A, "b.md": B, "c.md": FOREIGN}


@pytest.mark.parametrize("new", [NEW, None])
def test_a_foreign_version_met_midway_undoes_what_was_done(store, root, monkeypatch, new):
    interfere(monkeypatch, "carry_out", lambda: foreign(root, "b.md"), at=2)
    with pytest.raises(ConflictError) as caught:
        store.commit_all(
            [DocumentEdit("a.md", new, revision_of(A)), DocumentEdit("b.md", new, revision_of(B))], ME
        )
    assert (caught.value.uri, caught.value.current) == ("b.md", revision_of(FOREIGN))
    assert documents(root) == {"a.md": A, "b.md": FOREIGN}
    assert [operation.path for operation in store.operations().operations] == ["b.md"]


def test_any_goes_over_a_foreign_version_met_midway(store, root, monkeypatch):
    interfere(monkeypatch, "carry_out", lambda: foreign(root, "b.md"), at=2)
    results = store.commit_all([DocumentEdit("a.md", NEW, ANY), DocumentEdit("b.md", NEW, ANY)], ME)
    assert [result.before for result in results] == [revision_of(A), revision_of(FOREIGN)]
    assert documents(root) == {"a.md": NEW, "b.md": NEW}
    assert store.version(revision_of(FOREIGN)) == FOREIGN


def test_a_foreign_version_that_follows_one_that_is_undone_stays(store, root, monkeypatch):
    interfere(monkeypatch, "carry_out", fail(errno.EIO), at=2)
    interfere(monkeypatch, "undo", lambda: foreign(root, "a.md"))
    with pytest.raises(StorageError):
        store.commit_all([DocumentEdit("a.md", NEW, ANY), DocumentEdit("b.md", NEW, ANY)], ME)
    assert documents(root) == {"a.md": FOREIGN, "b.md": B}
    assert store.version(revision_of(A)) == A


def test_what_is_no_file_any_more_is_not_undone(store, root, monkeypatch):
    def act():
        (root / "a.md").unlink()
        (root / "a.md").mkdir()

    interfere(monkeypatch, "carry_out", fail(errno.EIO), at=2)
    interfere(monkeypatch, "undo", act)
    with pytest.raises(StorageError):
        store.commit_all([DocumentEdit("a.md", NEW, ANY), DocumentEdit("b.md", NEW, ANY)], ME)
    assert (root / "a.md").is_dir()
    assert documents(root) == {"b.md": B}


def test_what_nothing_could_hand_over_is_undone_from_the_history(root, monkeypatch):
    monkeypatch.setattr(facade, "kernel_rename", lambda: None)
    monkeypatch.setattr(os, "link", lambda *_, **__: fail(errno.EPERM)())
    interfere(monkeypatch, "carry_out", fail(errno.EIO), at=3)
    (root / "a.md").chmod(0o640)
    with pytest.raises(StorageError):
        Store(root).commit_all(
            [DocumentEdit("a.md", NEW, ANY), DocumentEdit("c.md", NEW, ANY), DocumentEdit("b.md", None, ANY)],
            ME,
        )
    assert documents(root) == {"a.md": A, "b.md": B}
    assert stat.S_IMODE((root / "a.md").stat().st_mode) == 0o640


def test_an_error_names_the_document_it_met(store, root, monkeypatch):
    interfere(monkeypatch, "carry_out", fail(errno.ENOSPC), at=2)
    with pytest.raises(StorageError) as caught:
        store.commit_all([DocumentEdit("a.md", NEW, ANY), DocumentEdit("b.md", NEW, ANY)], ME)
    assert caught.value.uri == "b.md"
    assert documents(root) == {"a.md": A, "b.md": B}


def test_a_model_outside_is_an_error(store, root):
    with pytest.raises(UnsafePathError) as caught:
        store.commit_all(
            [DocumentEdit("x/c.md", NEW, None, like="../a.md"), DocumentEdit("a.md", None, ANY)], ME
        )
    assert caught.value.uri == "../a.md"
    assert documents(root) == {"a.md": A, "b.md": B}
    assert not (root / "x").exists()


@pytest.mark.parametrize("like", ["never.md", "never/a.md", "b.md/c.md"])
def test_a_new_document_like_one_that_never_was_has_the_mode_of_a_new_one(store, root, like):
    store.commit_all([DocumentEdit("x/c.md", NEW, None, like=like)], ME)
    assert stat.S_IMODE((root / "x" / "c.md").stat().st_mode) == 0o600


def test_a_document_is_changed_once_in_a_unit(store, root):
    with pytest.raises(UsageError):
        store.commit_all([DocumentEdit("a.md", NEW, ANY), DocumentEdit("a.md", None, ANY)], ME)
    assert documents(root) == {"a.md": A, "b.md": B}


def stop_before_tidying(monkeypatch):
    monkeypatch.setattr(WriteAheadJournal, "settle", fail(errno.EIO))
    monkeypatch.setattr(CommitStep, "dispose", fail(errno.EIO))


def test_a_unit_that_was_done_is_never_undone(store, root, monkeypatch):
    """Although its records are lost and one of its documents is something else already."""
    with monkeypatch.context() as context:
        stop_before_tidying(context)
        store.commit_all([DocumentEdit("a.md", NEW, ANY), DocumentEdit("b.md", NEW, ANY)], ME)
    (root / ".memdesk/operations.jsonl").unlink()
    foreign(root, "b.md")
    store.recover()
    assert documents(root) == {"a.md": NEW, "b.md": FOREIGN}
    assert {operation.path for operation in store.operations().operations} == {"a.md", "b.md"}
    assert store.version(revision_of(B)) == B


def test_a_unit_that_could_not_be_undone_at_once_is_undone_later(store, root, monkeypatch):
    with monkeypatch.context() as context:
        interfere(context, "carry_out", fail(errno.EIO), at=2)
        context.setattr(CommitStep, "undo", fail(errno.EIO))
        with pytest.raises(StorageError):
            store.commit_all([DocumentEdit("a.md", NEW, ANY), DocumentEdit("b.md", None, ANY)], ME)
    assert (root / "a.md").read_bytes() == NEW
    store.recover()
    assert documents(root) == {"a.md": A, "b.md": B}
    assert store.operations().operations == ()


def three(store):
    return store.commit_all([DocumentEdit(name, NEW, ANY) for name in ("a.md", "b.md", "c.md")], ME)


def test_what_cannot_be_undone_keeps_no_other_document_from_being_undone(store, root, monkeypatch):
    with monkeypatch.context() as context:
        interfere(context, "carry_out", fail(errno.EIO), at=3)
        interfere(context, "undo", fail(errno.EACCES))
        with pytest.raises(StorageError):
            three(store)
    assert [(root / name).read_bytes() for name in ("a.md", "b.md")] == [A, NEW]
    store.recover()
    assert documents(root) == {"a.md": A, "b.md": B}


@pytest.mark.parametrize("method", ["undo", "dispose"])
def test_what_is_saved_again_after_a_unit_was_undone_in_part_is_never_taken_back(
    store, root, monkeypatch, method
):
    """Neither where undoing is tried once more, in vain, nor where it is done at last."""
    with monkeypatch.context() as context:
        interfere(context, "carry_out", fail(errno.EIO), at=3)
        interfere(context, method, fail(errno.EACCES))
        with pytest.raises(StorageError):
            three(store)
    with monkeypatch.context() as context:
        context.setattr(Recovery, "_undo", refusing(Recovery._undo, "b.md"))
        store.commit("a.md", NEW, ANY, ME)
    store.recover()
    assert pending(root) == ()
    assert documents(root) == {"a.md": NEW, "b.md": B}
    assert [found.path for found in store.operations().operations] == ["a.md"]


def test_what_others_write_after_a_unit_was_undone_in_part_is_theirs(store, root, monkeypatch):
    """Even where it is what the unit would have written."""
    with monkeypatch.context() as context:
        interfere(context, "carry_out", fail(errno.EIO), at=3)
        interfere(context, "undo", fail(errno.EACCES))
        with pytest.raises(StorageError):
            three(store)
    (root / "a.md").write_bytes(NEW)
    store.recover()
    assert pending(root) == ()
    assert documents(root) == {"a.md": NEW, "b.md": B}


@pytest.mark.parametrize("is_tidied", [False, True], ids=["", "tidied"])
def test_what_recovery_could_undo_in_part_may_be_saved_again(store, root, monkeypatch, is_tidied):
    """Also where somebody has removed meanwhile what was left over of it."""
    with monkeypatch.context() as context:
        crash(context, at=3)
        with pytest.raises(KeyboardInterrupt):
            three(store)
    with monkeypatch.context() as context:
        context.setattr(Recovery, "_undo", refusing(Recovery._undo, "b.md"))
        store.recover()
        assert [(root / name).read_bytes() for name in ("a.md", "b.md")] == [A, NEW]
        for left in root.glob(".memdesk-*.tmp") if is_tidied else ():
            left.unlink()
        store.commit("a.md", NEW, ANY, ME)
    Store(root).recover()
    assert pending(root) == ()
    assert documents(root) == {"a.md": NEW, "b.md": B}


def test_what_could_not_be_undone_for_good_is_looked_at_again(store, root, monkeypatch):
    with monkeypatch.context() as context:
        interfere(context, "carry_out", fail(errno.EIO), at=2)
        context.setattr("memdesk.store.commit.change.sync_anew", fail(errno.EIO))
        with pytest.raises(StorageError):
            store.commit_all([DocumentEdit("a.md", NEW, ANY), DocumentEdit("b.md", None, ANY)], ME)
        assert documents(root) == {"a.md": A, "b.md": B}
        assert len(pending(root)) == 1
    store.recover()
    assert pending(root) == ()
    assert documents(root) == {"a.md": A, "b.md": B}


def test_a_unit_whose_end_cannot_be_written_down_is_undone(store, root, monkeypatch):
    monkeypatch.setattr(WriteAheadJournal, "confirm", fail(errno.ENOSPC))
    with pytest.raises(StorageError):
        store.commit_all(rename("a.md", "c.md", A), ME)
    assert documents(root) == {"a.md": A, "b.md": B}
    assert store.operations().operations == ()


def test_a_log_that_cannot_be_written_is_filled_in_later(store, monkeypatch):
    with monkeypatch.context() as context:
        context.setattr("memdesk.store.oplog.operations.OperationLog.append", fail(errno.ENOSPC))
        results = store.commit_all(rename("a.md", "c.md", A), ME)
    assert store.operations().operations == ()
    store.recover()
    assert [found.id for found in store.operations().operations] == [result.operation for result in results]


def crash(monkeypatch, at):
    """End a commit before its n-th change, with nothing taken back."""

    def die():
        raise KeyboardInterrupt

    interfere(monkeypatch, "carry_out", die, at)
    monkeypatch.setattr(Transaction, "_take_back", lambda *_: None)


def test_a_unit_of_more_than_travels_in_the_journal_is_undone_as_a_whole(root, store, monkeypatch):
    monkeypatch.setattr(request, "TOGETHER", 3_000)
    monkeypatch.setattr(intent, "_LONGEST", 8_000)
    texts = {f"{number}.md": b"%d" % number * 1_000 for number in range(10)}
    before = documents(root)
    edits = [DocumentEdit(path, data, None) for path, data in texts.items()]
    with monkeypatch.context() as crashing:
        crash(crashing, 5)
        with pytest.raises(KeyboardInterrupt):
            store.commit_all(edits, ME)
    assert len(documents(root)) > len(before) + 4
    Store(root).recover()
    assert documents(root) == before
    assert [store.version(revision_of(data)) for data in texts.values()] == [*texts.values()]
    assert len(store.unfinished().operations) == len(texts)


@pytest.mark.parametrize("over", [0, 1])
def test_up_to_16_mib_of_a_unit_travel_in_the_journal(over):
    edits = [DocumentEdit(f"{number}.md", b"x" * (64 << 10), None) for number in range(256)]
    more = [DocumentEdit("more.md", b"x" * over, None), DocumentEdit("large.md", b"x" * (65 << 10), None)]
    carried = [each.carried for each in request.requests_of([*edits, *more], ME)]
    assert carried == ([None] * 258 if over else [*(edit.new for edit in edits), b"", None])


def test_a_unit_that_nobody_could_read_in_the_journal_is_refused(root, store, monkeypatch):
    monkeypatch.setattr(intent, "_LONGEST", 3_000)
    before = documents(root)
    with pytest.raises(TooLargeError, match="10 documents"):
        store.commit_all([DocumentEdit(f"{number}.md", b"new", None) for number in range(10)], ME)
    assert (documents(root), pending(root)) == (before, ())


def test_no_folder_is_left_of_a_unit_that_ran_out_of_descriptors(root, store):
    before, left = sorted(os.listdir(root)), []
    edits = [DocumentEdit(f"{number}/deep/new.md", b"new", None) for number in range(40)]
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    for spare in range(4, 60, 5):
        resource.setrlimit(resource.RLIMIT_NOFILE, (_limit_that_leaves(spare), limits[1]))
        try:
            store.commit_all(edits, ME)
            break
        except StorageError:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
            left.append(sorted(set(os.listdir(root)) - {".memdesk"}))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert left == [before] * len(left) != []
    assert len(documents(root)) == 42


def _limit_that_leaves(count):
    """Return below which number so many descriptors are free: others may have left gaps among theirs."""
    taken = {int(name) for name in os.listdir("/proc/self/fd")}
    free = (number for number in itertools.count() if number not in taken)
    return next(itertools.islice(free, count, None))
