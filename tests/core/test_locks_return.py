"""A document that comes back under a name that it had before a rename is locked as it is now."""

from __future__ import annotations

import pytest

from memdesk.errors import ProtectedError, StorageError
from memdesk.history.history import History
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.ops.files import delete, steps_of
from memdesk.ops.folders import rename_folder
from memdesk.ops.locks import RECORD, Protection
from memdesk.store import ANY
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
AGENT = Actor("robin", Origin.AGENT, Via.PYTHON)
ONE, TWO = b"one\n", b"one\ntwo\n"
OLD, NEW = "a.md", "b.md"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / OLD).write_bytes(ONE)
    return folder


@pytest.fixture
def desk(root):
    with Workspace.open(root) as workspace:
        yield workspace


@pytest.fixture
def renamed(desk):
    """The document is renamed, written and locked."""
    desk.rename(OLD, NEW, ADA)
    desk.commit(NEW, TWO, ANY, ADA)
    Protection(desk).protect(NEW, Lock.LOCKED, ADA)


def locked(desk):
    return [rule.uri for rule in desk.guard.rules()]


def restored(desk, delete_later=True):
    targets = {OLD: revision_of(ONE)} | ({NEW: None} if delete_later else {})
    return History(desk).restore_all(targets, ADA)


def test_a_restore_from_before_a_rename_takes_the_lock_back(desk, renamed):
    restored(desk)
    assert locked(desk) == [OLD]
    with pytest.raises(ProtectedError):
        desk.commit(OLD, b"agent", ANY, AGENT)


def test_the_lock_goes_along_when_that_is_undone_and_done_again(desk, renamed):
    step = steps_of(restored(desk)).inverse()
    step.carry_out(desk, ADA)
    assert (desk.exists(OLD), locked(desk)) == (False, [NEW])
    step.inverse().carry_out(desk, ADA)
    assert (desk.exists(NEW), locked(desk)) == (False, [OLD])


def test_the_history_undoes_it_with_the_lock(desk, renamed):
    results = restored(desk)
    History(desk).undo_all(results, ADA)
    assert locked(desk) == [NEW]


def test_after_two_renames_the_lock_goes_back_and_forth_too(desk, renamed):
    desk.rename(NEW, "c.md", ADA)
    results = History(desk).restore_all({OLD: revision_of(ONE), "c.md": None}, ADA)
    assert locked(desk) == [OLD]
    History(desk).undo_all(results, ADA)
    assert locked(desk) == ["c.md"]


def test_where_the_newer_name_stays_both_are_locked(desk, renamed):
    restored(desk, delete_later=False)
    assert locked(desk) == [OLD, NEW]


@pytest.mark.parametrize("who", [ADA, AGENT])
def test_one_version_of_it_comes_back_locked(desk, renamed, who):
    History(desk).restore(OLD, revision_of(ONE), who)
    assert locked(desk) == [OLD, NEW]


def test_another_document_that_had_the_old_name_since_comes_back_open(desk, renamed):
    desk.commit(OLD, b"another\n", None, AGENT)
    step = delete(desk, OLD, ADA)
    step.inverse().carry_out(desk, ADA)
    assert locked(desk) == [NEW]
    desk.commit(OLD, b"agent", ANY, AGENT)


def test_a_deleted_document_comes_back_with_its_lock(desk, renamed):
    step = delete(desk, NEW, ADA)
    step.inverse().carry_out(desk, ADA)
    assert locked(desk) == [NEW]


def test_a_restore_that_fails_leaves_the_locks_as_they_were(desk, renamed, monkeypatch):
    def full(*_):
        raise StorageError("full")

    monkeypatch.setattr(desk.store, "commit_all", full)
    with pytest.raises(StorageError):
        restored(desk)
    assert locked(desk) == [NEW]


def test_a_damaged_record_of_locks_keeps_no_person_from_restoring(desk, renamed):
    desk.store.put_record(RECORD, b"{", ADA)
    restored(desk)
    assert desk.exists(OLD)


def test_documents_of_a_renamed_folder_come_back_locked(desk, root):
    (root / "old").mkdir()
    (root / "old" / "n.md").write_bytes(ONE)
    rename_folder(desk, "old", "new", ADA)
    Protection(desk).protect("new/n.md", Lock.LOCKED, ADA)
    results = History(desk).restore_all({"old/n.md": revision_of(ONE), "new/n.md": None}, ADA)
    assert locked(desk) == ["old/n.md"]
    History(desk).undo_all(results, ADA)
    assert locked(desk) == ["new/n.md"]
