"""While the folder is gone, nothing is promised that cannot be kept, and nobody is accused."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from memdesk.errors import DiskFullError
from memdesk.model import Actor, Origin, Via, WatchState
from memdesk.store import ANY
from memdesk.workspace import Workspace

ROBIN = Actor("robin", Origin.AGENT, Via.MCP)
WREN = Actor("wren", Origin.AGENT, Via.MCP)
URI, OTHER = "facts/user.md", "facts/garden.md"


def says(desk, words):
    """Whether a label of the window that is to be seen has these words."""
    return any(words in each.text() for each in desk.window.findChildren(QLabel) if each.isVisible())


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / "episodes").mkdir()
    with Workspace.open(folder) as workspace:
        for uri, writer in ((URI, ROBIN), (OTHER, WREN)):
            workspace.commit(uri, b"# First\n\ntea and milk\n", ANY, writer)
    return folder


@pytest.fixture
def gone(run_desk, root, tmp_path):
    """The window at the inbox, the folder away."""
    desk = run_desk(root)
    desk.run("review.open")
    page = desk.window.features["ReviewCommands"]._page
    desk.until(lambda: page.line is not None and "milk" in page.card.diff.unified.toPlainText())
    root.rename(tmp_path / "aside")
    desk.until(lambda: desk.context.bus.state is WatchState.VANISHED)
    desk.away = tmp_path / "aside"
    return desk


def test_the_status_bar_does_not_promise_a_save(gone, root):
    assert "folder not found" in gone.window.status.summary()
    assert "ready to save" not in gone.window.status.summary()
    gone.away.rename(root)
    gone.until(lambda: "ready to save" in gone.window.status.summary())


def test_a_folder_that_is_only_read_is_not_ready_to_save(run_desk, root):
    desk = run_desk(root, read_only=True)
    desk.until(lambda: "read-only" in desk.window.status.summary())
    assert "ready to save" not in desk.window.status.summary()


def test_records_that_went_with_the_folder_are_not_damaged(gone):
    records = gone.window.features["RecordCommands"]
    records.look()
    gone.until(lambda: not records._looking)
    assert records.now.damaged == ()
    assert "damaged" not in gone.window.status.summary()


def test_nothing_is_judged_and_the_card_says_why(gone, root):
    page = gone.window.features["ReviewCommands"]._page
    commands = gone.context.commands
    for name in ("review.accept", "review.revert", "review.snooze"):
        commands.refresh()
        assert not commands.action(name).isEnabled(), name
    page.step(1)
    gone.until(lambda: "folder cannot be found" in page.card._said.text())
    assert not page.card.banner.isVisible()
    gone.away.rename(root)
    gone.until(lambda: page.may_decide and commands.action("review.accept").isEnabled())
    gone.until(page.card._said.isHidden)


@pytest.mark.parametrize("command", ["document.new", "review.rules", "memory.jobs", "backup.prune"])
def test_nothing_is_offered_that_has_to_write(gone, command):
    gone.context.commands.refresh()
    assert not gone.context.commands.action(command).isEnabled()


def test_lists_of_the_past_say_that_the_folder_is_away(gone):
    gone.context.documents.open(URI)
    gone.run("go.history")
    gone.until(lambda: says(gone, "The history cannot be read"))
    gone.run("go.backups")
    gone.until(lambda: says(gone, "Backups cannot be read"))
    assert not says(gone, "No backups here")


def test_old_copies_cannot_be_deleted_where_nothing_can_be_written(run_desk, root):
    desk = run_desk(root, read_only=True)
    desk.run("go.backups")
    page = desk.window.features["BackupCommands"].page
    desk.until(page.isVisible)
    assert not page.prune.isEnabled()


def test_a_document_that_cannot_be_saved_is_not_ready_to_be(run_desk, root):
    (root / "facts/photo.md").write_bytes(bytes(range(256)))
    desk = run_desk(root)
    desk.open(URI)
    desk.until(lambda: "ready to save" in desk.window.status.summary())
    desk.open("facts/photo.md")
    assert "ready to save" not in desk.window.status.summary()
    buffer = desk.open(URI)
    assert "ready to save" in desk.window.status.summary()
    buffer.disk.report(DiskFullError("no space"))
    desk.until(lambda: "ready to save" not in desk.window.status.summary())


def test_a_document_in_conflict_is_not_ready_to_be_saved(run_desk, root):
    desk = run_desk(root)
    buffer = desk.open(URI)
    desk.type_at(desk.editor.view, "tea", "pot")
    (root / URI).write_bytes(b"# First\n\ncoffee\n")
    desk.until(lambda: "conflict" in desk.banner(buffer))
    assert "ready to save" not in desk.window.status.summary()
    buffer.disk.keep_mine()
    desk.until(lambda: "ready to save" in desk.window.status.summary())
