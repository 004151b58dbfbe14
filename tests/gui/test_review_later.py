"""A change that cannot go alone is reverted with the later ones that build on it, after a look at these."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from helpers.inbox_desk import InboxDesk
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.history.recent_changes import change_of
from memdesk_gui.features.review.later_dialog import LaterDialog

BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
ROBIN = Actor("robin", Origin.AGENT, Via.MCP, "memory_write", "s2")
FIRST = b"# Doors\n\n- one\n"
WAY = "Revert with 1 later change…"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "doors.md").write_bytes(FIRST)
    return folder


def write(root, data, actor=BLOOP):
    with Workspace.open(root) as agent:
        return agent.commit("doors.md", data, ANY, actor).operation


@pytest.fixture
def shown(root):
    """A change that another one rewrote, and to which a third one added."""
    first = write(root, FIRST + b"- the door is red\n")
    write(root, FIRST + b"- the gate is blue\n", ROBIN)
    write(root, FIRST + b"- the gate is blue\n- tea at four\n", ROBIN)
    return first


@pytest.fixture
def inbox(run_desk, root, shown):
    found = InboxDesk(run_desk(root))
    found.appear()
    found.until(lambda: len(found.reviewing.waiting.items) == 3)
    found.window.features["ReviewCommands"].show_change(shown)
    found.until(lambda: found.page.ids == (shown,))
    return found


def choices(inbox):
    message = inbox.page.card.banner.message
    return [choice.text for choice in message.choices] if message is not None else []


def buttons(widget):
    return {each.text(): each for each in widget.findChildren(QPushButton) if each.isVisible()}


def dialog_of(inbox):
    inbox.until(lambda: inbox.window.findChild(LaterDialog) is not None)
    return inbox.window.findChild(LaterDialog)


def test_the_card_offers_the_way_where_a_revert_would_be_refused(inbox, root):
    last = (root / "doors.md").read_bytes()
    inbox.until(lambda: WAY in choices(inbox))
    inbox.page.card.banner.choose(WAY)
    dialog = dialog_of(inbox)
    assert dialog.verdict.text() == (
        "Reverts this change and 1 later change that builds on it. Keeps the rest."
    )
    rows = [dialog.list.parts.index(row).data() for row in range(dialog.list.parts.rowCount())]
    assert len(rows) == 2
    assert "the gate is blue" in rows[0]
    assert rows[0].startswith("robin · ")
    assert rows[1].startswith("this change · bloop · ")
    assert not any("doors.md" in row for row in rows)
    inbox.until(lambda: dialog.diff.diff.removed == 1)
    dialog.go.click()
    inbox.until(lambda: (root / "doors.md").read_bytes() == FIRST + b"- tea at four\n")
    inbox.until(lambda: len(inbox.reviewing.waiting.items) == 1)
    assert inbox.toast().startswith("2 changes reverted")
    inbox.desk.run("review.undo")
    inbox.until(lambda: (root / "doors.md").read_bytes() == last)
    inbox.until(lambda: len(inbox.reviewing.waiting.items) == 3)


def test_a_long_list_leaves_room_for_what_becomes_of_the_document(run_desk, root, shown):
    for word in (b"green", b"white", b"black", b"brown", b"grey", b"red"):
        write(root, FIRST + b"- the gate is " + word + b"\n- tea at four\n")
    inbox = InboxDesk(run_desk(root, size=(1024, 640)))
    inbox.appear()
    inbox.until(lambda: len(inbox.reviewing.waiting.items) == 9)
    inbox.window.features["ReviewCommands"].show_change(shown)
    inbox.until(lambda: inbox.page.ids == (shown,) and inbox.page.may_decide)
    inbox.press(Qt.Key.Key_T)
    dialog = dialog_of(inbox)
    inbox.until(lambda: dialog.diff.diff.removed == 1)
    assert dialog.list.parts.rowCount() == 8
    assert dialog.list.height() <= dialog.diff.unified.height()


def test_a_key_leads_there_and_the_refusal_offers_it_too(inbox, root):
    inbox.press(Qt.Key.Key_R)
    inbox.until(lambda: WAY in choices(inbox))
    inbox.press(Qt.Key.Key_T)
    dialog = dialog_of(inbox)
    dialog.list.setFocus()
    inbox.qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert (root / "doors.md").read_bytes().endswith(b"- the gate is blue\n- tea at four\n")


def test_what_can_go_alone_is_said_to(inbox, root):
    last = inbox.reviewing.waiting.items[0]
    inbox.window.features["ReviewCommands"].show_change(last.id)
    inbox.until(lambda: inbox.page.ids == (last.id,) and inbox.page.may_decide)
    assert WAY not in choices(inbox)
    inbox.press(Qt.Key.Key_T)
    assert dialog_of(inbox).verdict.text() == "No later change builds on this one: it can be reverted alone."


def test_whoever_writes_into_it_meanwhile_has_the_card_say_so(inbox, root):
    inbox.until(lambda: WAY in choices(inbox))
    inbox.page.card.banner.choose(WAY)
    dialog = dialog_of(inbox)
    write(root, (root / "doors.md").read_bytes().replace(b"gate is blue", b"gate is open"), BLOOP)
    last = (root / "doors.md").read_bytes()
    dialog.go.click()
    inbox.until(lambda: "Revert with 2 later changes…" in choices(inbox))
    assert (root / "doors.md").read_bytes() == last


@pytest.mark.parametrize("place", ["activity", "inspector"])
def test_where_a_change_is_looked_at_elsewhere_the_refusal_offers_the_way(run_desk, root, shown, place):
    inbox = InboxDesk(run_desk(root))
    inbox.until(lambda: len(inbox.reviewing.waiting.items) == 3)
    with Workspace.open(root) as workspace:
        step = next(each for each in workspace.history("doors.md") if each.id == shown)
    change = change_of(step)
    deeds = {deed.text: deed for deed in getattr(inbox.window, place).deeds(change)}
    deeds["Revert"].run()
    inbox.until(lambda: WAY in buttons(inbox.window.toast))
    assert "later" in inbox.toast() or "since" in inbox.toast()
    buttons(inbox.window.toast)[WAY].click()
    dialog = dialog_of(inbox)
    assert dialog.list.parts.rowCount() == 2
    dialog.go.click()
    inbox.until(lambda: (root / "doors.md").read_bytes() == FIRST + b"- tea at four\n")
    assert inbox.toast().startswith("2 changes reverted")
