"""The passages of a change are judged each for itself, by key and by button, and undone together."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from helpers.inbox_desk import InboxDesk
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.review.rejection_dialog import RejectionDialog

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
OTHER = Actor("frost", Origin.AGENT, Via.MCP, "memory_write", "s2")
NOTES = "notes.md"
OLD = b"# Tea\n\n- one\n- two\n- three\n- four\n- five\n"
NEW = OLD.replace(b"- one", b"- ONE").replace(b"- three\n", b"").replace(b"five", b"five\n- six")
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / NOTES).write_bytes(OLD)
    return folder


@pytest.fixture
def inbox(run_desk, root):
    with Workspace.open(root) as agent:
        agent.commit(NOTES, NEW, ANY, AGENT)
    found = InboxDesk(run_desk(root))
    found.appear()
    found.until(found.page.card.passages.isVisible)
    return found


def said(inbox):
    return inbox.page.card.passages._said.text()


def judge(inbox, key):
    inbox.qtbot.keyClick(inbox.page.list, key, SHIFT)


def test_keys_judge_passages_and_the_change_waits_for_the_rest(inbox, root):
    assert said(inbox) == "Passage 1 of 3"
    judge(inbox, Qt.Key.Key_A)
    inbox.until(lambda: said(inbox) == "Passage 2 of 3")
    judge(inbox, Qt.Key.Key_R)
    inbox.until(lambda: said(inbox) == "Passage 3 of 3")
    assert (root / NOTES).read_bytes() == OLD.replace(b"- one", b"- ONE").replace(b"five", b"five\n- six")
    assert inbox.rows() == [NOTES]
    assert inbox.page.deeds.buttons[1].text() == "Revert rest"
    inbox.press(Qt.Key.Key_R)
    inbox.until(lambda: inbox.rows() == [])
    assert (root / NOTES).read_bytes() == OLD.replace(b"- one", b"- ONE")
    inbox.press(Qt.Key.Key_Z)
    inbox.until(lambda: (root / NOTES).read_bytes() == NEW)
    inbox.until(lambda: said(inbox) == "Passage 1 of 3")


def test_a_reason_for_the_rest_leaves_the_passage_that_was_accepted(inbox, root):
    judge(inbox, Qt.Key.Key_A)
    inbox.until(lambda: said(inbox) == "Passage 2 of 3")
    inbox.press(Qt.Key.Key_Y)
    dialog = inbox.window.findChild(RejectionDialog)
    dialog.why.setText("three of five")
    dialog._go()
    inbox.until(lambda: inbox.rows() == [])
    assert (root / NOTES).read_bytes() == OLD.replace(b"- one", b"- ONE")


def test_a_passage_that_is_judged_steps_back_with_its_sign(inbox):
    inbox.press(Qt.Key.Key_N)
    inbox.page.card.passages.buttons[0].click()
    inbox.until(lambda: said(inbox) == "Passage 3 of 3")
    text = inbox.page.card.diff.unified
    assert {text._lines[row].text: sign for row, sign in text._settled.items()} == {"- three": "✓"}
    inbox.press(Qt.Key.Key_P)
    assert said(inbox) == "Passage 2 of 3 · accepted"
    assert not any(button.isEnabled() for button in inbox.page.card.passages.buttons)
    judge(inbox, Qt.Key.Key_A)
    assert inbox.page.card.banner.spoken() == "This passage is reviewed already. Go to the next one."
    inbox.press(Qt.Key.Key_N)
    assert all(button.isEnabled() for button in inbox.page.card.passages.buttons)


def test_a_change_of_one_passage_offers_none(inbox, root):
    with Workspace.open(root) as agent:
        agent.commit("new.md", b"# New\n", ANY, OTHER)
    inbox.until(lambda: "new.md" in inbox.rows())
    inbox.go_to("new.md")
    inbox.until(lambda: not inbox.page.card.passages.isVisible())
    inbox.until(lambda: inbox.page.card.is_one_passage)
    judge(inbox, Qt.Key.Key_R)
    assert inbox.page.card.banner.spoken() == "This change is a single passage. Use Accept or Revert."


def test_keys_for_passages_say_in_the_card_of_a_group_what_to_do(inbox, root):
    with Workspace.open(root) as agent:
        agent.commit(NOTES, NEW + b"- seven\n", ANY, AGENT)
    inbox.until(lambda: inbox.page.model.items[0].is_head)
    inbox.page.list.setCurrentIndex(inbox.page.model.index(0))
    inbox.desk.settle()
    judge(inbox, Qt.Key.Key_A)
    assert "Press → to open the group" in inbox.page.card.banner.spoken()
    inbox.press(Qt.Key.Key_E)
    assert "edit one change at a time" in inbox.page.card.banner.spoken()


def test_several_changes_of_a_document_offer_passages_only_one_by_one(run_desk, root):
    with Workspace.open(root) as agent:
        agent.commit(NOTES, OLD.replace(b"one", b"ONE"), ANY, AGENT)
        agent.commit(NOTES, NEW, ANY, AGENT)
    inbox = InboxDesk(run_desk(root))
    inbox.appear()
    inbox.until(lambda: inbox.page.card.diff.diff.rows)
    assert inbox.page.line.is_head
    assert inbox.page.card.passages.isHidden()
    judge(inbox, Qt.Key.Key_R)
    inbox.desk.settle()
    assert (root / NOTES).read_bytes() == NEW


def test_a_long_line_is_broken_in_the_card_and_the_next_stands_below_all_of_it(inbox, root):
    words = " ".join(f"word{number}" for number in range(200))
    with Workspace.open(root) as agent:
        agent.commit("long.md", f"{words}\n- next\n".encode(), ANY, OTHER)
    inbox.until(lambda: "long.md" in inbox.rows())
    inbox.go_to("long.md")
    inbox.until(lambda: inbox.page.card.diff.diff.added == 2)
    text = inbox.page.card.diff.unified
    assert text.horizontalScrollBar().maximum() == 0
    (_, first, long), (_, second, short) = text.seen()
    assert (first.text, second.text) == (words, "- next")
    assert long.height() >= 3 * short.height()
    assert short.top() == long.bottom()
