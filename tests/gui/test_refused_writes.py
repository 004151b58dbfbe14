"""What agents were refused stands in the activity, with the way to the locks."""

from __future__ import annotations

import pytest

from memdesk.errors import InvalidError, ProtectedError
from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.text.guard import Lock
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.inspector.lock_dialog import LocksDialog
from memdesk_gui.widgets.lists.rows import ROW_ROLE

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "8f2c")
ADA = Actor("ada", Origin.HUMAN, Via.GUI)
NOTES = b"# Notes\n\n## Name\n\nAda\n\n## Tea\n\ngreen\n"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "notes.md").write_bytes(NOTES)
    return folder


def refuse(root):
    with Workspace.open(root) as workspace, pytest.raises(ProtectedError):
        workspace.commit("notes.md", NOTES.replace(b"Ada", b"Bob"), ANY, AGENT)


def refused_rows(desk):
    model = desk.window.activity.model
    places = [model.index(row) for row in range(model.rowCount())]
    return [place for place in places if place.data(ROW_ROLE).fate == "refused"]


def test_a_refused_write_is_told_with_its_reason_and_leads_to_the_locks(run_desk, root):
    desk = run_desk(root)
    with Workspace.open(root) as workspace:
        Protection(workspace).protect("notes.md#Name", Lock.LOCKED, ADA, "my name stays")
    refuse(root)
    activity = desk.window.activity
    activity._beside.look()
    desk.until(lambda: len(refused_rows(desk)) == 1)
    row = refused_rows(desk)[0].data(ROW_ROLE)
    assert (row.who, row.through, row.title) == ("bloop", "memory_write", "notes.md")
    assert row.words == "“Name” is locked · “my name stays”"
    refuse(root)
    activity._beside.look()
    desk.until(lambda: "2 times" in refused_rows(desk)[0].data(ROW_ROLE).words)
    assert len(refused_rows(desk)) == 1
    activity.filter.setText("bloop refused name")
    assert activity.model.rowCount() == 1
    menu = activity.menu_for(activity.model.index(0))
    menu.actions()[0].trigger()
    desk.until(lambda: desk.window.findChild(LocksDialog) is not None)
    activity.open_document(activity.model.index(0))
    desk.until(lambda: desk.window.context.documents.current is not None)
    assert desk.window.context.documents.current.uri == "notes.md"


def test_a_write_that_a_damaged_record_held_back_is_told(run_desk, root):
    desk = run_desk(root)
    with Workspace.open(root) as workspace:
        Protection(workspace).protect("notes.md#Name", Lock.LOCKED, ADA, "my name stays")
    (root / ".memdesk/protected.json").write_bytes(b"{")
    with Workspace.open(root) as workspace, pytest.raises(InvalidError):
        workspace.commit("notes.md", NOTES + b"more\n", ANY, AGENT)
    activity = desk.window.activity
    activity._beside.look()
    desk.until(lambda: len(refused_rows(desk)) == 1)
    row = refused_rows(desk)[0].data(ROW_ROLE)
    assert row.words == "a record of memdesk is damaged · “protected.json”"
