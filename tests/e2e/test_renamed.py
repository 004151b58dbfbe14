"""Somebody else gives an open document another name: its tab goes along, with what is not saved yet."""

from __future__ import annotations

import os

import pytest

from helpers.originals import PEGASUS, put
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import Workspace
from memdesk_gui.documents.documents import DiskState

USER, NEW = "memory/facts/user.md", "memory/facts/person.md"
BLOOP = Actor("bloop", Origin.AGENT, Via.PYTHON)


@pytest.fixture
def folder(tmp_path):
    return put(tmp_path / "agent", PEGASUS)


def past_memdesk(folder, old, new):
    """Rename as a program that knows nothing of memdesk."""
    os.rename(folder / old, folder / new)


def through_memdesk(folder, old, new):
    """Rename as an agent's core does."""
    with Workspace.open(folder) as other:
        other.rename(old, new, BLOOP)


WAYS = {"another program": past_memdesk, "bloop": through_memdesk}


@pytest.mark.parametrize("who", WAYS)
def test_an_open_document_goes_along_with_its_unsaved_text(run_desk, folder, who):
    desk = run_desk(folder)
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, "# ", "My ")
    WAYS[who](folder, USER, NEW)
    desk.until(lambda: buffer.uri == NEW)
    desk.until(lambda: buffer.disk_state is DiskState.SAME)
    assert (desk.documents.find(USER), desk.documents.find(NEW)) == (None, buffer)
    assert buffer.dirty
    assert desk.note(buffer) == f"{who} renamed this document; its old name was {USER}."
    assert desk.banner(buffer) == ""
    tabs = desk.window.area.tabs
    assert tabs.tabText(tabs.currentIndex()) == "person.md"
    desk.save()
    assert (folder / NEW).read_text().startswith("# My ")
    assert not (folder / USER).exists()


def test_what_is_undone_and_typed_after_a_rename_is_the_same_text(run_desk, folder):
    desk = run_desk(folder)
    before = (folder / USER).read_text()
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, "# ", "x")
    past_memdesk(folder, USER, NEW)
    desk.until(lambda: buffer.uri == NEW)
    desk.settle()
    buffer.undo()
    assert buffer.text() == before
    assert not buffer.dirty


def test_the_note_of_a_rename_goes_with_the_next_change(run_desk, folder):
    desk = run_desk(folder)
    buffer = desk.open(USER)
    past_memdesk(folder, USER, NEW)
    desk.until(lambda: "renamed this" in desk.note(buffer))
    (folder / NEW).write_text("# Else\n")
    desk.until(lambda: desk.note(buffer).startswith("another program updated this"))
    assert buffer.text() == "# Else\n"


def test_the_persons_own_rename_is_no_news(run_desk, folder):
    desk = run_desk(folder)
    buffer = desk.open(USER)
    desk.documents.files.rename(USER, NEW, lambda error: None)
    desk.until(lambda: buffer.uri == NEW)
    desk.settle()
    assert desk.note(buffer) == ""


def test_a_document_replaced_by_its_backups_original_stays_where_it_is(run_desk, folder):
    """A program that moves the old version aside before it writes the new one renames nothing."""
    desk = run_desk(folder)
    buffer = desk.open(USER)
    (folder / "fresh.tmp").write_text("# Fresh\n")
    os.rename(folder / USER, folder / "memory/facts/user.md.bak")
    os.rename(folder / "fresh.tmp", folder / USER)
    desk.until(lambda: buffer.text() == "# Fresh\n")
    assert buffer.uri == USER
