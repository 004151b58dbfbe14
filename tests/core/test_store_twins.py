"""No new name beside one that some systems take for the same: by case, or by how an accent is put on."""

from __future__ import annotations

import os
import unicodedata
from types import SimpleNamespace

import pytest

from memdesk.access.locks import Lock, LockRule
from memdesk.access.proposals import StagingRule
from memdesk.errors import ConflictError, ProtectedError, StagedError, StorageError, TwinError, failure_json
from memdesk.model import Actor, Origin, Via
from memdesk.ops.files import rename
from memdesk.ops.folders import rename_folder
from memdesk.ops.locks import Protection
from memdesk.review.approval import Approval
from memdesk.store import ANY, DocumentEdit
from memdesk.store.fs.name_collisions import are_one
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.workspace import Workspace

BOT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write")
ME = Actor("me", Origin.HUMAN, Via.GUI)
CAFE = "caf\u00e9.md"
APART = unicodedata.normalize("NFD", CAFE)


@pytest.fixture
def workspace(memory_path):
    with Workspace.open(memory_path) as workspace:
        workspace.commit("notes/Note.md", b"one\n", None, BOT)
        workspace.commit(CAFE, b"au lait\n", None, BOT)
        yield workspace


@pytest.mark.parametrize("base", [None, ANY])
@pytest.mark.parametrize(
    ("uri", "twin"),
    [
        ("notes/note.md", "notes/Note.md"),
        ("notes/NOTE.MD", "notes/Note.md"),
        ("Notes/other.md", "notes"),
        ("NOTES/deep/other.md", "notes"),
        (APART, CAFE),
        (APART.upper(), CAFE),
    ],
)
def test_a_twin_is_refused_and_nothing_is_left_of_it(workspace, memory_path, uri, twin, base):
    with pytest.raises(TwinError) as refused:
        workspace.commit(uri, b"two\n", base, BOT)
    assert refused.value.exit_status == 5
    told = failure_json(refused.value)
    assert (told["code"], told["twin"]) == ("twin", twin)
    assert {path.name for path in memory_path.iterdir()} == {"notes", CAFE, ".memdesk"}
    assert {path.name for path in (memory_path / "notes").iterdir()} == {"Note.md"}
    assert workspace.version(workspace.read("notes/Note.md").revision) == b"one\n"


def test_a_name_that_is_only_like_another_one_is_taken(workspace):
    for uri in ("notes/Note2.md", "notes/Note.txt", "Note.md", "cafe.md"):
        workspace.commit(uri, b"two\n", None, BOT)


def test_a_document_gets_another_case_and_its_first_name_back(workspace, memory_path):
    first = workspace.rename("notes/Note.md", "notes/note.md", BOT)
    assert [path.name for path in (memory_path / "notes").iterdir()] == ["note.md"]
    assert first
    workspace.rename("notes/note.md", "notes/Note.md", BOT)
    assert [path.name for path in (memory_path / "notes").iterdir()] == ["Note.md"]


@pytest.fixture
def folding(monkeypatch):
    """A disk that takes names which differ only by case for one, and tells the one that it was given."""

    def told(name, folder):
        there = os.listdir(folder) if folder is not None else []
        alike = (other for other in there if other.lower() == str(name).lower())
        return name if name in there else next(alike, name)

    def folded(call):
        return lambda name, *rest, dir_fd=None, **more: call(told(name, dir_fd), *rest, dir_fd=dir_fd, **more)

    for name in ("open", "stat", "access"):
        monkeypatch.setattr(os, name, folded(getattr(os, name)))


@pytest.fixture
def full_at_the_second(workspace, monkeypatch):
    """A disk that refuses the second of several units."""
    commit_all, done = workspace.commit_all, []

    def refuse_the_second(edits, actor):
        done.append(edits)
        if len(done) == 2:
            raise StorageError("no room")
        return commit_all(edits, actor)

    monkeypatch.setattr(workspace, "commit_all", refuse_the_second)


def test_a_disk_that_ignores_case_gives_a_document_another_case_all_the_same(workspace, memory_path, folding):
    workspace.guard.put([LockRule("notes/Note.md", "", Lock.LOCKED, "me", 1.0)], ME)
    rename(workspace, "notes/Note.md", "notes/NOTE.md", ME)
    assert [path.name for path in (memory_path / "notes").iterdir()] == ["NOTE.md"]
    paths = {step.path for step in workspace.lineage("notes/NOTE.md", 10).operations}
    assert {"notes/Note.md", "notes/NOTE.md"} <= paths
    assert [rule.uri for rule in workspace.guard.rules()] == ["notes/NOTE.md"]
    rename(workspace, "notes/NOTE.md", "notes/Note.md", ME)
    assert [path.name for path in (memory_path / "notes").iterdir()] == ["Note.md"]


@pytest.mark.parametrize(
    ("uri", "other", "is_one"),
    [
        ("notes/Note.md", "notes/note.md", True),
        ("notes/Note.md", "notes/Note.md", False),
        ("notes/Note.md", "notes/absent.md", False),
        ("notes/Note.md", "note.md", False),
        ("notes/NOTE.md", "notes/note.md", False),
    ],
    ids=["another case", "the same name", "nothing", "another folder", "neither is listed"],
)
@pytest.mark.usefixtures("workspace", "folding")
def test_only_another_case_of_the_listed_name_is_the_same_document(memory_path, uri, other, is_one):
    assert are_one(SafeRoot(memory_path), uri, other) is is_one


@pytest.mark.parametrize("new", [b"the agent's\n", None])
@pytest.mark.parametrize("uri", ["notes/note.md", "NOTES/Note.md", "NOTES/NOTE.MD"])
@pytest.mark.parametrize("locked", ["notes/Note.md", "notes/NOTE.md"])
@pytest.mark.usefixtures("folding")
def test_no_other_case_of_its_name_leads_past_a_lock(workspace, memory_path, uri, new, locked):
    Protection(workspace).protect(locked, Lock.LOCKED, ME)
    for name in (uri, "notes/Note.md", locked):
        for base in (ANY, workspace.read("notes/Note.md").revision):
            with pytest.raises(ProtectedError):
                workspace.commit(name, new, base, BOT)
    assert (memory_path / "notes/Note.md").read_bytes() == b"one\n"


@pytest.mark.parametrize("uri", ["notes/note.md", "NOTES/Note.md", "NOTES/NOTE.MD", "notes/note.md/deep.md"])
@pytest.mark.parametrize("is_folding", [True, False])
def test_nothing_comes_by_another_case_of_a_locked_name_that_is_gone(
    workspace, memory_path, uri, is_folding, request
):
    if is_folding:
        request.getfixturevalue("folding")
    Protection(workspace).protect("notes/Note.md", Lock.LOCKED, ME)
    (memory_path / "notes/Note.md").unlink()
    with pytest.raises((ProtectedError, TwinError)):
        workspace.commit(uri, b"the agent's\n", ANY, BOT)
    assert list((memory_path / "notes").iterdir()) == []
    workspace.commit("notes/Other.md", b"the agent's\n", ANY, BOT)


@pytest.mark.parametrize("uri", ["held/a.md", "HELD/a.md", "Held/deep/a.md"])
def test_what_is_to_wait_waits_by_any_case_of_a_folder_that_is_not_there_yet(workspace, uri):
    Approval(workspace).set_rules([StagingRule(uri="held/*")], ME)
    with pytest.raises(StagedError):
        workspace.commit(uri, b"the agent's\n", ANY, BOT)
    workspace.commit("heldout/a.md", b"the agent's\n", ANY, BOT)


def test_no_other_case_of_its_name_leads_past_approval(workspace, memory_path, folding):
    Approval(workspace).set_rules([StagingRule(uri="notes/Note.*")], ME)
    for uri in ("notes/note.md", "NOTES/Note.md", "notes/Note.md"):
        with pytest.raises(StagedError):
            workspace.commit(uri, b"the agent's\n", ANY, BOT)
    assert (memory_path / "notes/Note.md").read_bytes() == b"one\n"


@pytest.mark.usefixtures("folding")
def test_what_is_not_locked_may_be_written_by_any_case_of_its_name(workspace):
    Protection(workspace).protect(CAFE, Lock.LOCKED, ME)
    edits = [DocumentEdit("notes/note.md", b"two\n", ANY)]
    with workspace.guard.passing(workspace.guard.rules(), edits, BOT) as passed:
        assert passed == edits


def test_a_short_name_stands_for_what_is_listed(workspace, memory_path, monkeypatch):
    """Windows gives long names short ones, which no folder lists."""
    stat, short = os.stat, "NOTE~1.MD"

    def found(name, **how):
        return stat("Note.md" if str(name).upper() == short else name, **how)

    monkeypatch.setattr(os, "stat", found)
    assert workspace.store.listed_as(f"notes/{short}") == "notes/Note.md"


def test_two_documents_that_differ_by_case_keep_their_names_and_locks(workspace, memory_path):
    (memory_path / "notes/note.md").write_bytes(b"others\n")
    Protection(workspace).protect("notes/Note.md", Lock.LOCKED, ME)
    assert [workspace.store.listed_as(f"notes/{name}") for name in ("note.md", "Note.md", "NOTE.md")] == [
        "notes/note.md",
        "notes/Note.md",
        "notes/NOTE.md",
    ]
    workspace.commit("notes/note.md", b"two\n", ANY, BOT)
    with pytest.raises(ProtectedError):
        workspace.commit("notes/Note.md", b"two\n", ANY, BOT)


def test_a_name_that_no_document_can_have_is_listed_as_it_is(workspace):
    assert workspace.store.listed_as("notes/Note.md/below") == "notes/Note.md/below"


@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_tells_case_apart_has_no_two_names_for_a_document(workspace, memory_path, there):
    if there:
        (memory_path / "notes/note.md").write_bytes(b"others\n")
    assert not are_one(SafeRoot(memory_path), "notes/Note.md", "notes/note.md")


def test_such_a_disk_gives_a_folder_another_case_with_all_in_it(workspace, memory_path, folding):
    (memory_path / "notes/void").mkdir()
    workspace.commit("notes/deep/other.md", b"two\n", None, ME)
    workspace.guard.put([LockRule("notes/Note.md", "", Lock.LOCKED, "me", 1.0)], ME)
    step = rename_folder(workspace, "notes", "Notes", ME)
    names = {path.relative_to(memory_path).as_posix() for path in memory_path.rglob("*")}
    assert {name for name in names if name.lower().startswith("notes")} == {
        "Notes",
        "Notes/Note.md",
        "Notes/deep",
        "Notes/deep/other.md",
        "Notes/void",
    }
    assert [rule.uri for rule in workspace.guard.rules()] == ["Notes/Note.md"]
    step.inverse().carry_out(workspace, ME)
    assert {path.name for path in memory_path.iterdir()} == {"notes", CAFE, ".memdesk"}


def test_a_folder_that_cannot_get_another_case_keeps_its_name(
    workspace, memory_path, folding, full_at_the_second
):
    with pytest.raises(StorageError):
        rename_folder(workspace, "notes", "NOTES", ME)
    assert {path.name for path in memory_path.iterdir()} == {"notes", CAFE, ".memdesk"}


def test_what_cannot_get_another_case_keeps_its_name(workspace, memory_path, folding, full_at_the_second):
    with pytest.raises(StorageError):
        rename(workspace, "notes/Note.md", "notes/note.md", ME)
    assert [path.name for path in (memory_path / "notes").iterdir()] == ["Note.md"]


def test_a_document_that_another_case_names_is_not_replaced_on_such_a_disk(workspace, folding):
    workspace.commit("notes/other.md", b"two\n", None, ME)
    with pytest.raises(ConflictError):
        rename(workspace, "notes/other.md", "notes/note.md", ME)


def test_twins_that_others_made_stay_editable_and_come_back(workspace, memory_path):
    twin = memory_path / "notes" / "note.md"
    twin.write_bytes(b"others\n")
    changed = workspace.commit("notes/note.md", b"edited\n", workspace.read("notes/note.md").revision, BOT)
    assert twin.read_bytes() == b"edited\n"
    workspace.commit("notes/Note.md", b"edited, too\n", ANY, BOT)
    workspace.commit("notes/note.md", None, changed.after, BOT)
    workspace.commit("notes/note.md", b"edited\n", None, BOT)
    assert twin.read_bytes() == b"edited\n"


def test_both_of_a_unit_come_or_none(workspace, memory_path):
    edits = [DocumentEdit("new.md", b"new\n", None), DocumentEdit("notes/NOTE.md", b"twin\n", None)]
    with pytest.raises(TwinError):
        workspace.commit_all(edits, BOT)
    assert not (memory_path / "new.md").exists()


@pytest.mark.parametrize("folder", ["notes", "void"])
def test_a_folder_that_a_unit_does_not_empty_keeps_its_name(workspace, memory_path, folder):
    """One document stays in the first; in the second there is none that could go."""
    workspace.commit("notes/stays.md", b"two\n", None, BOT)
    (memory_path / "void").mkdir()
    edits = [
        DocumentEdit("notes/Note.md", None, ANY),
        DocumentEdit(f"{folder.upper()}/new.md", b"new\n", None),
    ]
    with pytest.raises(TwinError) as refused:
        workspace.commit_all(edits, BOT)
    assert failure_json(refused.value)["twin"] == folder
    assert (memory_path / "notes" / "Note.md").read_bytes() == b"one\n"


def test_a_folder_that_may_not_be_listed_is_written_into(workspace, memory_path, monkeypatch):
    def refuse(_folder):
        raise PermissionError

    monkeypatch.setattr("memdesk.store.fs.name_collisions.os", SimpleNamespace(scandir=refuse))
    workspace.commit("notes/new.md", b"new\n", None, BOT)
    assert (memory_path / "notes" / "new.md").exists()
