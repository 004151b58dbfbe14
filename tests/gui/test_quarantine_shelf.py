"""What is in quarantine has a list of its own, and why something was reverted stands in its history."""

from __future__ import annotations

import pytest

from memdesk.findings import Quarantine
from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.history import backups_model
from memdesk_gui.features.history.backups_model import QUARANTINE
from memdesk_gui.features.history.drop_dialog import QuarantineDropDialog
from memdesk_gui.widgets.lists.rows import ROW_ROLE

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write")
ADA = Actor("ada", Origin.HUMAN, Via.GUI)
NOTES = b"# Notes\n\n## Name\n\nAda\n\n## Tea\n\ngreen\n"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "notes.md").write_bytes(NOTES)
    return folder


def test_the_quarantine_lists_all_that_is_in_it_however_old(run_desk, root, monkeypatch):
    monkeypatch.setattr(backups_model, "PAGE", 2)
    with Workspace.open(root) as workspace:
        Quarantine(workspace).add("notes.md#Name", ADA)
        for number in range(6):
            workspace.commit("notes.md", b"# Notes\n\n## Tea\n\ngreen\n%d\n" % number, ANY, ADA)
    desk = run_desk(root)
    desk.run("go.quarantine")
    commands = desk.context.commands
    assert "go.quarantine" in commands
    page = desk.window.area.front
    desk.until(lambda: page.model.rowCount() == 1)
    assert page.choice.current() == QUARANTINE
    assert page.model.items[0].source == QUARANTINE
    desk.until(page.desk.can_restore)


def test_what_is_restored_leaves_the_quarantine_and_what_was_written_since_stays(run_desk, root):
    with Workspace.open(root) as workspace:
        Quarantine(workspace).add("notes.md#Name", ADA)
        workspace.commit("notes.md", (root / "notes.md").read_bytes() + b"\n## Cake\n\nlemon\n", ANY, AGENT)
    desk = run_desk(root)
    desk.run("go.quarantine")
    page = desk.window.area.front
    desk.until(lambda: page.model.rowCount() == 1)
    desk.until(page.desk.can_restore)
    page.desk.restore()
    desk.until(lambda: page.model.rowCount() == 0)
    text = (root / "notes.md").read_bytes()
    assert text == NOTES + b"\n## Cake\n\nlemon\n"
    assert Quarantine(desk.bus.workspace).items() == ()


def shown_quarantine(run_desk, root):
    desk = run_desk(root)
    desk.run("go.quarantine")
    page = desk.window.area.front
    desk.until(lambda: page.model.rowCount() == 1)
    desk.until(page.view.drop.isEnabled)
    return desk, page


def test_what_is_in_quarantine_can_be_restored_or_deleted_and_nothing_else(run_desk, root):
    with Workspace.open(root) as workspace:
        Quarantine(workspace).add("notes.md#Tea", ADA)
        workspace.commit("notes.md", b"# Notes\n\n## Name\n\nBob\n", ANY, ADA)
    desk, page = shown_quarantine(run_desk, root)
    view = page.view
    desk.until(page.desk.can_restore)
    offered = (view.restore, view.change, view.copy, view.pin, view.drop, view.looks)
    assert [each for each in offered if not each.isHidden()] == [view.restore, view.drop]
    assert view.current_change() == -1
    desk.until(lambda: page.model._effects.get(page.model.items[0].id) is not None)
    assert tuple(page.model._effects[page.model.items[0].id].counts) == (3, 0)
    page.choice._buttons["history"].click()
    desk.settle()
    desk.until(lambda: not view.looks.isHidden())
    assert view.drop.isHidden()
    assert not view.copy.isHidden()


def test_the_quarantine_tells_who_put_something_into_it(run_desk, root):
    with Workspace.open(root) as workspace:
        Quarantine(workspace).add("notes.md#Tea", AGENT)
    _desk, page = shown_quarantine(run_desk, root)
    row = page.model.index(0).data(ROW_ROLE)
    assert row.origin is Origin.AGENT
    assert row.who == "notes.md › Tea"
    assert page.view.restore.text() == "Restore into notes.md"
    assert "bloop" in page.model.words_of(page.model.items[0])


def test_what_was_written_back_can_be_deleted_from_quarantine_and_the_dialog_says_what_goes(run_desk, root):
    with Workspace.open(root) as workspace:
        Quarantine(workspace).add("notes.md#Tea", ADA)
        workspace.commit("notes.md", NOTES, ANY, ADA)
    desk, page = shown_quarantine(run_desk, root)
    assert page.view.pin.isHidden()
    page.view.drop.click()
    dialog = desk.window.findChild(QuarantineDropDialog)
    desk.until(dialog.go.isEnabled)
    assert "Tea" in dialog.what.text()
    assert "green" in dialog.text.toPlainText()
    dialog.go.click()
    desk.until(lambda: page.model.rowCount() == 0)
    assert Quarantine(desk.bus.workspace).items() == ()
    assert (root / "notes.md").read_bytes() == NOTES


def test_old_copies_are_deleted_only_where_copies_are_listed(run_desk, root):
    with Workspace.open(root) as workspace:
        Quarantine(workspace).add("notes.md#Tea", ADA)
    desk, page = shown_quarantine(run_desk, root)
    assert page.prune.isHidden()
    desk.run("go.backups")
    desk.until(lambda: not page.prune.isHidden())
    desk.until(lambda: page.model.rowCount() > 1)
    assert not page.view.pin.isHidden() or page.desk.backup.source == QUARANTINE


def test_why_something_was_reverted_stands_in_the_history_of_the_document(run_desk, root):
    with Workspace.open(root) as workspace:
        workspace.commit("notes.md", NOTES + b"more\n", ANY, AGENT)
        inbox = Inbox(workspace)
        inbox.look(workspace.scan())
        inbox.revert([item.id for item in inbox.page(9).items], ADA, reason="not true")
    desk = run_desk(root)
    desk.window.context.bus.activated.emit("notes.md")
    model = desk.window.history.model
    desk.window.docks["history"].show()

    def told():
        rows = (model.index(row).data(ROW_ROLE) for row in range(model.rowCount()))
        return any("“not true”" in row.words for row in rows)

    desk.until(told)
    place = next(
        model.index(n) for n in range(model.rowCount()) if "not true" in model.words_of(model.items[n])
    )
    assert "not true" in model.tip_of(model.items[place.row()])
