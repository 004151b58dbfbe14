"""No new name beside one that some systems take for the same: by case, or by how an accent is put on."""

from __future__ import annotations

import unicodedata
from types import SimpleNamespace

import pytest

from memdesk.errors import TwinError, failure_json
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, Edit
from memdesk.workspace import Workspace

BOT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write")
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
    edits = [Edit("new.md", b"new\n", None), Edit("notes/NOTE.md", b"twin\n", None)]
    with pytest.raises(TwinError):
        workspace.commit_all(edits, BOT)
    assert not (memory_path / "new.md").exists()


def test_a_folder_that_may_not_be_listed_is_written_into(workspace, memory_path, monkeypatch):
    def refuse(_folder):
        raise PermissionError

    monkeypatch.setattr("memdesk.store.disk.twins.os", SimpleNamespace(scandir=refuse))
    workspace.commit("notes/new.md", b"new\n", None, BOT)
    assert (memory_path / "notes" / "new.md").exists()
