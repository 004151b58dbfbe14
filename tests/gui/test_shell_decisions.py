"""Decisions from a shell in the window: told in the activity, and the code for them switched on."""

from __future__ import annotations

import pytest

from memdesk.cli import main
from memdesk.model import Actor, Origin, Via
from memdesk.review.shell_code import ShellCode
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.review.approval_dialog import ApprovalDialog

AGENT = Actor("bloop", Origin.AGENT, Via.MCP)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "notes.md").write_bytes(b"# Notes\n")
    with Workspace.open(folder) as workspace:
        workspace.commit("notes.md", b"# Notes\n\nan order\n", ANY, AGENT)
    return folder


def told(desk):
    model = desk.window.activity.model
    return [model.words_of(model.item_at(model.index(row, 0))) for row in range(model.rowCount())]


def test_a_verdict_from_a_shell_stands_in_the_activity(run_desk, root):
    desk = run_desk(root)
    desk.until(lambda: any("bloop" in line for line in told(desk)))
    assert main(["review", str(root), "accept", "--all"]) == 0
    desk.window.activity._beside.look()
    desk.until(lambda: any("accepted from a shell" in line and "notes.md" in line for line in told(desk)))
    assert main(["protect", str(root), "notes.md"]) == 0
    assert main(["protect", str(root), "notes.md", "--release"]) == 0
    desk.window.activity._beside.look()
    desk.until(lambda: any("unlocked from a shell" in line for line in told(desk)))
    assert sum("from a shell" in line for line in told(desk)) == 3


def test_the_code_is_switched_on_in_the_window_and_shown_there(run_desk, root):
    desk = run_desk(root)
    gate = desk.window.features["ReviewCommands"].gate
    desk.run("review.rules")
    dialog = desk.window.findChild(ApprovalDialog)
    assert not dialog.shell.isChecked()
    dialog.shell.setChecked(True)
    dialog._save()
    desk.until(lambda: gate.now.code != "")
    assert main(["review", str(root), "accept", "--all"]) == 5
    assert main(["review", str(root), "accept", "--all", "--code", gate.now.code]) == 0
    with Workspace.open(root) as workspace:
        assert ShellCode(workspace).is_wanted
