"""What is in front is handed on: to the clipboard or into a file, in three formats."""

from __future__ import annotations

import json

import pytest
from PySide6.QtWidgets import QApplication

from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace

URI = "memory/facts/user.md"
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")


@pytest.fixture
def desk(tmp_path, run_desk):
    facts = tmp_path / "agent" / "memory" / "facts"
    facts.mkdir(parents=True)
    (facts / "user.md").write_text("# User\n\n- Name: Ada\n")
    with Workspace.open(tmp_path / "agent") as workspace:
        workspace.commit(URI, b"# User\n\n- Name: Ada\n- Tea: oolong\n", ANY, BLOOP)
    return run_desk(tmp_path / "agent")


def copied(desk, qtbot, deed):
    with qtbot.waitSignal(QApplication.clipboard().dataChanged):
        deed()
    return QApplication.clipboard().text()


def test_what_is_in_front_is_copied_and_without_anything_it_says_what_to_open(desk, qtbot):
    assert not desk.offers("share.markdown")
    assert "first" in desk.context.commands.action("share.markdown").toolTip()
    desk.open(URI)
    text = copied(desk, qtbot, lambda: desk.run("share.markdown"))
    assert text.startswith(f"# History of `{URI}`")
    assert "+- Tea: oolong" in text
    made = json.loads(copied(desk, qtbot, lambda: desk.run("share.json")))
    assert made[0]["actor"] == "bloop"
    assert copied(desk, qtbot, lambda: desk.run("share.diff")).startswith(f"--- a/{URI}")
    pane = desk.window.inspector
    desk.until(lambda: pane.past.model.rowCount() > 0)
    pane.past.view.list.setCurrentIndex(pane.past.model.index(0))
    offered = {action.text(): action for action in pane.past_menu().actions()}
    text = copied(desk, qtbot, offered["Copy as Markdown"].trigger)
    assert text.startswith(f"# A change of `{URI}`")
    assert "+- Tea: oolong" in text
    desk.run("review.open")
    desk.settle()
    text = copied(desk, qtbot, lambda: desk.run("share.markdown"))
    assert text.startswith("# What waits for review in `agent`")
    assert "`+ Tea: oolong`" in text


def test_a_report_is_saved_in_the_format_of_its_name(desk, tmp_path):
    desk.open(URI)
    for name, begins in (("a.md", "# History"), ("a.diff", "--- a/"), ("a.json", "[")):
        desk.window.features["ShareCommands"].save(tmp_path / name)
        desk.until((tmp_path / name).exists)
        desk.settle()
        assert (tmp_path / name).read_text().startswith(begins), name
