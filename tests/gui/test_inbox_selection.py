"""Several rows of the inbox are chosen, shown together, and judged by one key with one undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from helpers.inbox_desk import InboxDesk
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.review import inbox_page
from memdesk_gui.features.review.change_pane import ChangePane

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
NAMES = ("four.md", "three.md", "two.md", "one.md")


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


@pytest.fixture
def inbox(run_desk, root):
    with Workspace.open(root) as agent:
        for place, name in enumerate(reversed(NAMES)):
            actor = Actor(f"agent{place}", Origin.AGENT, Via.MCP, "memory_write", f"s{place}")
            agent.commit(name, f"# Note\n\n- {name}\n".encode(), ANY, actor)
    found = InboxDesk(run_desk(root))
    found.appear()
    found.until(lambda: found.rows() == [*NAMES])
    return found


def choose(inbox, row, modifier):
    place = inbox.page.list.visualRect(inbox.page.model.index(row)).center()
    inbox.qtbot.mouseClick(inbox.page.list.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def shown(inbox):
    return [row.new for row in inbox.page.card.diff.diff.rows if row.kind == "head"]


def waits(inbox):
    return [button.text() for button in inbox.page.deeds.buttons[:2]]


def test_rows_are_chosen_by_keys_told_together_and_judged_with_one_undo(inbox, root):
    pane = inbox.window.findChild(ChangePane)
    assert (pane._title.text(), pane.writer.text()) == ("This change", "agent3")
    inbox.qtbot.keyClick(inbox.page.list, Qt.Key.Key_Down, SHIFT)
    inbox.until(lambda: shown(inbox) == [*NAMES[:2]])
    card = inbox.page.card
    assert card.writer.text() == pane.writer.text() == "agent3, agent2"
    assert card.writer.property("tone") == pane.writer.property("tone") == ""
    assert pane._title.text() == "These changes"
    assert "session" not in pane.facts.text()
    assert "2 changes" in pane.facts.text()
    inbox.go_to(NAMES[0])
    inbox.qtbot.keyClick(inbox.page.list, Qt.Key.Key_Down, SHIFT)
    inbox.qtbot.keyClick(inbox.page.list, Qt.Key.Key_Down, SHIFT)
    inbox.until(lambda: shown(inbox) == [*NAMES[:3]])
    assert waits(inbox) == ["Accept 3", "Revert 3"]
    inbox.press(Qt.Key.Key_A)
    inbox.until(lambda: inbox.rows() == ["one.md"])
    assert waits(inbox) == ["Accept", "Revert"]
    inbox.press(Qt.Key.Key_Z)
    inbox.until(lambda: inbox.rows() == [*NAMES])
    inbox.go_to(NAMES[0])
    choose(inbox, 2, CTRL)
    inbox.until(lambda: shown(inbox) == ["four.md", "two.md"])
    inbox.press(Qt.Key.Key_R)
    inbox.until(lambda: inbox.rows() == ["three.md", "one.md"])
    assert sorted(path.name for path in root.glob("*.md")) == ["one.md", "three.md"]
    inbox.press(Qt.Key.Key_Z)
    inbox.until(lambda: len([*root.glob("*.md")]) == 4)
    inbox.go_to(NAMES[0])
    inbox.until(lambda: inbox.rows() == [*NAMES])
    choose(inbox, 1, SHIFT)
    inbox.until(lambda: shown(inbox) == [*NAMES[:2]])
    with Workspace.open(root) as agent:
        agent.commit("five.md", b"# 5\n", ANY, Actor("other", Origin.AGENT, Via.MCP, "memory_write", "s9"))
    inbox.until(lambda: len(inbox.rows()) == 5)
    assert waits(inbox) == ["Accept 2", "Revert 2"]
    assert shown(inbox) == [*NAMES[:2]]
    inbox.press(Qt.Key.Key_J)
    assert waits(inbox) == ["Accept", "Revert"]


def test_a_row_that_is_gone_to_while_a_key_of_a_shortcut_is_held_is_chosen_alone(inbox):
    for key, modifier in ((Qt.Key.Key_Control, CTRL), (Qt.Key.Key_Shift, SHIFT)):
        inbox.qtbot.keyPress(inbox.page, key, modifier)
        try:
            for name in NAMES:
                inbox.go_to(name)
                assert (inbox.current(), len(inbox.page.ids)) == (name, 1)
            inbox.page.step(-1)
            assert (inbox.current(), len(inbox.page.ids)) == (NAMES[-2], 1)
        finally:
            inbox.qtbot.keyRelease(inbox.page, key)


def test_what_cannot_be_shown_together_is_judged_once_each_was_shown(inbox, monkeypatch):
    monkeypatch.setattr(inbox_page, "MOST_DOCUMENTS", 1)
    choose(inbox, 1, SHIFT)
    inbox.until(lambda: not inbox.page.card.diff.isVisible())
    inbox.press(Qt.Key.Key_A)
    assert inbox.reviewing.inbox.count() == 4
    inbox.go_to("three.md")
    inbox.until(lambda: inbox.page.card.diff.diff.added == 3)
    choose(inbox, 0, CTRL)
    inbox.until(lambda: waits(inbox) == ["Accept 2", "Revert 2"])
    inbox.press(Qt.Key.Key_A)
    inbox.until(lambda: inbox.rows() == [*NAMES[2:]])
