"""The inbox as a tab of its own: it has room, speaks of the change, and gives the room back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QTabBar

from helpers.inbox_desk import InboxDesk
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.history.change_dialog import ChangeDialog

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
OTHER = Actor("scout", Origin.AGENT, Via.MCP, "memory_patch", "s2")
USER, NOTES = "facts/user.md", "notes.md"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / USER).write_bytes(b"# User\n")
    (folder / NOTES).write_bytes(b"# Notes\n")
    return folder


@pytest.fixture
def write(root):
    """A function that writes as an agent does, through another opening of the workspace."""

    def build(uri, data, actor=AGENT):
        with Workspace.open(root) as agent:
            return agent.commit(uri, data, ANY, actor)

    return build


@pytest.fixture
def open_inbox(run_desk, root):
    def build(**options):
        inbox = InboxDesk(run_desk(root, **options))
        inbox.appear()
        return inbox

    return build


def lines_seen(diff):
    """How many lines of a difference are on the screen as a whole."""
    text = diff.unified
    line = text.cursorRect(text.textCursor()).height()
    first, last = text.cursorForPosition(text.viewport().rect().topLeft()), text.textCursor()
    height = text.viewport().height()
    seen = 0
    last = first
    while text.cursorRect(last).top() + line <= height:
        seen += 1
        if not last.movePosition(last.MoveOperation.NextBlock):
            break
    return seen


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
@pytest.mark.parametrize(("size", "least"), [((1440, 900), (12, 25)), ((1024, 640), (7, 14))])
def test_rows_and_lines_have_room(open_inbox, write, size, least, lang):
    rows, lines = least
    for place in range(12):
        write((USER, NOTES)[place % 2], f"# It\n\n- fact {place}\n".encode(), (AGENT, OTHER)[place % 2])
    write("long.md", "".join(f"- step {place}\n" for place in range(60)).encode())
    inbox = open_inbox(at=NOTES, size=size, lang=lang)
    page = inbox.page
    inbox.until(lambda: page.card.diff.diff.added == 60 and page.model.rowCount() >= 12)
    assert (inbox.window.width(), inbox.window.height()) == size
    assert page.list.viewport().height() // page.list.verticalHeader().defaultSectionSize() >= rows
    assert lines_seen(page.card.diff) >= lines
    foot = page.card.mapTo(page, page.card.rect().bottomLeft()).y()
    assert all(
        button.isVisible() and button.mapTo(page, button.rect().topLeft()).y() > foot
        for button in page.deeds.buttons
    )
    assert all(button.width() >= button.sizeHint().width() for button in page.deeds.buttons)


def test_rows_stay_readable_beside_other_panes_and_what_lost_its_button_is_in_the_menu(open_inbox, write):
    write(USER, b"# User\n\n- Mei\n", AGENT)
    inbox = open_inbox(at=NOTES, size=(1280, 800))
    page, docks = inbox.page, inbox.window.docks
    for name in ("navigator", "inspector"):
        docks[name].show()
    accept, revert, *others = page.deeds.buttons
    inbox.until(lambda: not all(button.isVisible() for button in others))
    assert page.list.width() >= page.fontMetrics().averageCharWidth() * 36
    assert accept.isVisible()
    assert revert.isVisible()
    page._fill_choices()
    commands = inbox.desk.context.commands
    assert {commands.action("review.edit"), commands.action("review.snooze")} <= {
        *page.deeds.choices.actions()
    }
    inbox.window.resize(1920, 800)
    inbox.until(lambda: all(button.isVisible() for button in others))


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_what_is_said_of_a_change_is_not_cut_in_a_small_window(open_inbox, write, lang):
    write(USER, b"# User\n\n- Mei\n", AGENT)
    write(NOTES, b"# Notes\n\n- tea\n", AGENT)
    write(USER, b"# User\n\n- Mei\n- Hao\n", OTHER)
    inbox = open_inbox(at=NOTES, size=(1024, 640), lang=lang)
    inbox.until(lambda: len(inbox.rows()) >= 3)
    inbox.go_to(USER)
    pane = inbox.window.features["ReviewCommands"]._beside
    inbox.until(lambda: not pane.same_document[1].isHidden())
    assert pane._content.width() <= pane.width()


def test_the_tab_stays_while_a_document_is_looked_at_and_is_closed_by_its_key(open_inbox, write):
    write(USER, b"# User\n\n- Mei\n")
    inbox = open_inbox(at=NOTES)
    area, tabs = inbox.window.area, inbox.window.area.tabs
    assert inbox.window.windowTitle().startswith("(1) [*]Review inbox")
    assert [tabs.tabText(place) for place in range(tabs.count())] == ["Review inbox", NOTES]
    assert tabs.currentIndex() == 0
    assert [(button.accessibleName(), button.key) for button in inbox.page.deeds.buttons] == [
        ("Accept", "A"),
        ("Revert", "R"),
        ("Edit, then accept", "E"),
        ("Snooze", "S"),
    ]
    assert not tabs.property("covered")
    inbox.desk.run("go.overview")
    assert tabs.property("covered"), "no tab looks as if it were in front"
    inbox.qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(0).center())
    assert area.covered_by(inbox.page), "what covered it gives it back"
    inbox.press(Qt.Key.Key_Escape)
    assert tabs.currentIndex() == 1
    assert NOTES in inbox.window.windowTitle()
    tabs.setCurrentIndex(0)
    assert area.covered_by(inbox.page)
    inbox.desk.run("go.next_tab")
    assert not area.covered_by(inbox.page)
    inbox.desk.run("go.next_tab")
    assert area.covered_by(inbox.page)
    inbox.desk.run("document.close")
    assert tabs.count() == 1
    assert inbox.desk.documents.current is not None
    assert area.front is not inbox.page


def test_a_pane_that_was_hidden_stays_so_and_a_document_closed_beside_the_inbox_leaves_it_in_front(
    open_inbox, write
):
    write(USER, b"# User\n\n- Mei\n")
    inbox = open_inbox(at=NOTES)
    docks = inbox.window.docks
    inbox.press(Qt.Key.Key_Escape)
    for name in ("activity", "inspector"):
        docks[name].hide()
    inbox.desk.run("review.open")
    inbox.press(Qt.Key.Key_Escape)
    assert not inbox.desk.context.commands.action("review.open").isChecked()
    assert docks["activity"].isHidden()
    assert docks["inspector"].isHidden()
    inbox.desk.run("review.open")
    tabs = inbox.window.area.tabs
    tabs.tabButton(1, QTabBar.ButtonPosition.RightSide).click()
    inbox.desk.settle()
    assert inbox.desk.documents.current is None
    assert inbox.window.area.covered_by(inbox.page)
    inbox.press(Qt.Key.Key_Escape)
    assert tabs.count() == 0


def test_the_panes_make_room_and_come_back(open_inbox, write):
    write(USER, b"# User\n\n- Mei\n")
    inbox = open_inbox(at=NOTES, size=(1024, 640))
    docks = inbox.window.docks
    assert docks["activity"].isHidden()
    assert docks["navigator"].isHidden()
    assert inbox.window.features["ReviewCommands"]._beside.isVisible()
    inbox.press(Qt.Key.Key_Escape)
    assert docks["activity"].isVisible()
    assert docks["navigator"].isVisible()
    assert docks["inspector"].widget() is inbox.window.inspector
    assert inbox.window.inspector.isVisible()
    inbox.window.resizeDocks([docks["navigator"]], [230], Qt.Orientation.Horizontal)
    inbox.until(lambda: docks["navigator"].width() == 230)
    inbox.desk.run("review.open")
    inbox.until(docks["navigator"].isHidden)
    inbox.press(Qt.Key.Key_Escape)
    inbox.until(lambda: docks["navigator"].width() == 230)
    assert inbox.window.width() == 1024
    inbox.window.resize(1440, 640)
    inbox.desk.run("review.open")
    inbox.desk.settle()
    assert docks["navigator"].isVisible()
    inbox.window.resize(1024, 640)
    inbox.until(docks["navigator"].isHidden)
    inbox.press(Qt.Key.Key_Escape)
    inbox.until(docks["navigator"].isVisible)


def test_the_pane_beside_speaks_of_the_change_and_leads_to_others(open_inbox, write):
    write(USER, b"# User\n\n- Mei\n")
    write(NOTES, b"# Notes\n\n- rain\n", OTHER)
    write(NOTES, b"# Notes\n\n- rain\n- sun\n")
    inbox = open_inbox()
    beside = inbox.window.features["ReviewCommands"]._beside
    inbox.until(lambda: beside.same_session[0].rowCount() == 1 and beside.same_document[0].rowCount() == 1)
    assert beside.writer.text() == "bloop"
    assert NOTES in beside.facts.text()
    assert "session s1" in beside.facts.text()
    inbox.until(lambda: beside.same_session[0].items[0].row.title == "+ Mei")
    beside.same_session[1].list.clicked.emit(beside.same_session[0].index(0))
    inbox.until(lambda: inbox.current() == USER)
    inbox.press(Qt.Key.Key_A)
    inbox.go_to(NOTES)
    inbox.until(lambda: [item.row.detail for item in beside.same_session[0].items] == ["accepted"])


@pytest.mark.parametrize(("button", "left"), [("Accept", b"# User\n\n- Mei\n"), ("Revert", b"# User\n")])
def test_a_row_of_the_activity_leads_to_a_verdict_by_two_clicks(open_inbox, write, root, button, left):
    write(USER, b"# User\n\n- Mei\n")
    inbox = open_inbox(at=NOTES)
    inbox.press(Qt.Key.Key_Escape)
    activity = inbox.window.activity
    inbox.until(lambda: activity.model.items and activity.model.items[0].known)
    row = activity.list.visualRect(activity.model.index(0))
    place = QPoint(row.right() - 20, row.center().y())
    inbox.qtbot.mouseClick(activity.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    inbox.until(lambda: inbox.window.findChildren(ChangeDialog))
    dialog = inbox.window.findChild(ChangeDialog)
    words = [each.text() for each in dialog.findChildren(QPushButton)]
    assert {"Accept", "Revert", "Open in review", "Open document"} <= {*words}
    inbox.desk.press(dialog, button)
    inbox.until(lambda: inbox.reviewing.total == 0)
    assert (root / USER).read_bytes() == left
