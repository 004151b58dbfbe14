"""The overview: what a workspace opens with, how it fills, stays current, and where its marks lead."""

from __future__ import annotations

import json
from datetime import date
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication

from memdesk.access.proposals import StagingRule
from memdesk.errors import StagedError
from memdesk.index.local_state.read_marks import ReadMarks
from memdesk.model import Actor, Origin, Via
from memdesk.review.approval import Approval
from memdesk.workspace import ANY, Workspace
from memdesk_gui.app import screenshot
from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_gui.widgets.day_bars import DayBar, DayBars
from memdesk_gui.widgets.link_section import LinkSection
from memdesk_gui.widgets.lists.link_row import LinkItem

BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
MEMORY = "memory/MEMORY.md"
WARM = "memory/warm-memory.json"
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


def entry(number):
    return {
        "id": f"{number:012x}",
        "text": f"Memory number {number}.",
        "category": "garden",
        "importance": 0.5,
        "created_at": 1_760_000_000.0,
        "access_count": number,
        "score": 0.5,
        "tier": "warm",
    }


@pytest.fixture
def run_desk(run_desk):
    """A function that starts the application as a person meets it."""
    return partial(run_desk, overview=True)


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "agent"
    (root / "memory").mkdir(parents=True)
    (root / MEMORY).write_text("# Memory\n\n## 2026-11-01\n\nThe dog is called Bob.\n")
    (root / WARM).write_text(json.dumps([entry(number) for number in range(3)]))
    return root


@pytest.fixture
def worked(folder):
    """The folder after an agent wrote since a person looked."""
    with Workspace.open(folder) as workspace:
        ReadMarks(workspace.local_state).open(workspace.scan().documents, 1.0)
        write(workspace, "Robin moved to Lyon.")
        workspace.commit("memory/keys.md", f"The token is {TOKEN} now.\n".encode(), ANY, BLOOP)
    return folder


def write(workspace, words):
    data = workspace.read(MEMORY).data + f"\n## 2026-11-20\n\n{words}\n".encode()
    workspace.commit(MEMORY, data, ANY, BLOOP)


def page_of(desk):
    page = desk.window.features["OverviewCommands"].page
    assert page is not None
    assert desk.window.area.covered_by(page)
    desk.until(lambda: page._figures.waits is not None and page._figures.past is not None)
    desk.settle()
    return page


def shown(section):
    return [row.item for row in section.rows if not row.isHidden()]


def press(desk, section, number):
    desk.qtbot.mouseClick(section.rows[number], Qt.MouseButton.LeftButton)


def test_writes_that_wait_for_approval_come_first_and_lead_to_their_rows(run_desk, worked):
    with Workspace.open(worked) as workspace:
        Approval(workspace).set_rules([StagingRule()], Actor("me", Origin.HUMAN, Via.GUI))
        with pytest.raises(StagedError):
            write(workspace, "Robin has a dog.")
    page = page_of(started := run_desk(worked))
    started.until(lambda: page.waiting.note.text() == "3")
    held = shown(page.waiting)[0]
    assert (held.title, held.words, held.badge) == ("MEMORY.md", "+ Robin has a dog.", "waits for approval")
    press(started, page.waiting, 0)
    inbox = started.window.features["ReviewCommands"]._page
    started.until(lambda: inbox.line is not None and inbox.line.staged is not None)


def test_a_workspace_opens_with_what_changed_and_what_waits(run_desk, worked):
    page = page_of(started := run_desk(worked))
    changed = {item.title: item for item in shown(page.changed)}
    assert changed["MEMORY.md"].words == "+ Robin moved to Lyon."
    assert "bloop" in changed["MEMORY.md"].detail
    assert "new" in changed["keys.md"].detail
    started.until(lambda: shown(page.waiting)[0].badge != "")
    risky, other = shown(page.waiting)
    assert (risky.title, other.title) == ("keys.md", "MEMORY.md")
    assert TOKEN not in risky.words
    assert [item.title for item in shown(page.writers)] == ["bloop"]
    assert shown(page.recalled)[0].title == "Memory number 2."
    assert next(item.title for item in shown(page.sizes)) == "Warm memory"
    assert not page.bars.isHidden()
    assert "2 changes" in page.bars._bars[-1].words
    assert "in 14 days · bloop +" in page._day.text()


def again(started):
    """Come back to the page."""
    started.run("go.overview")
    return page_of(started)


def number_of(section, title):
    return [item.title for item in shown(section)].index(title)


def test_a_picture_is_taken_once_the_page_has_all_it_will_show(run_desk, worked, tmp_path, monkeypatch):
    monkeypatch.setattr(screenshot, "PATIENCE_MS", 300_000)
    started = run_desk(worked)
    picture = screenshot.Screenshot(started.window, tmp_path / "page.png", with_workspace=True)
    with started.qtbot.waitSignal(picture.taken, timeout=300_000):
        picture.start()
    page = started.window.features["OverviewCommands"].page
    assert shown(page.waiting)[0].badge != ""


def test_each_mark_leads_to_what_it_tells_of(run_desk, worked):
    started = run_desk(worked)
    page = page_of(started)
    press(started, page.waiting, number_of(page.waiting, "MEMORY.md"))
    inbox = started.window.features["ReviewCommands"]._page
    assert started.window.area.covered_by(inbox)
    started.until(lambda: inbox.line is not None and inbox.line.items[0].uri == MEMORY)

    press(started, again(started).writers, 0)
    assert started.window.area.covered_by(inbox)
    assert inbox.filter.writers.key == "bloop"

    page = again(started)
    page.bars.setFocus()
    started.qtbot.keyClick(page.bars, Qt.Key.Key_End)
    assert "bloop +" in page._day.text()
    started.qtbot.keyClick(page.bars, Qt.Key.Key_Return)
    pane = started.window.features["SnapshotCommands"].pane
    assert started.window.area.covered_by(pane)
    started.until(lambda: pane._past is not None)
    assert date.fromtimestamp(pane._time) == page._days[-1].day

    press(started, again(started).recalled, 0)
    started.until(lambda: started.documents.current is not None and started.editor is not None)
    started.settle()
    assert started.documents.current.uri == WARM
    assert started.editor.warm.entry().text == "Memory number 2."

    page = again(started)
    press(started, page.changed, number_of(page.changed, "MEMORY.md"))
    started.until(lambda: started.documents.current.uri == MEMORY and started.editor is not None)
    started.settle()
    assert started.editor.position().startswith("Ln 9")


def test_it_stays_current_but_moves_nothing_while_a_person_reads(run_desk, worked, monkeypatch):
    started = run_desk(worked)
    page = page_of(started)
    with monkeypatch.context() as pointed:
        pointed.setattr(page._scroll, "underMouse", lambda: True)
        page._on_figures("waits")
        assert not page.pill.isHidden()
    QApplication.sendEvent(page._scroll, QEvent(QEvent.Type.Leave))
    assert page.pill.isHidden(), "the pointer left"
    write(started.bus.workspace, "The kiln is booked.")
    started.until(lambda: page.waiting.note.text() == "3")
    started.until(lambda: any("3 changes" in item.detail for item in shown(page.writers)))
    assert page.pill.isHidden(), "nobody pointed at it"
    started.settle()
    page.changed.rows[0].setFocus()
    seen = [item.title for item in shown(page.waiting)]
    write(started.bus.workspace, "The kiln is hot.")
    started.until(lambda: not page.pill.isHidden())
    started.until(lambda: page._figures.waits.total == 4)
    assert [item.title for item in shown(page.waiting)] == seen
    page.pill.click()
    assert page.pill.isHidden()
    assert page.waiting.note.text() == "4"


def test_documents_come_before_it_and_it_comes_back_by_command(run_desk, worked):
    started = run_desk(worked, at=MEMORY)
    assert started.documents.current.uri == MEMORY
    assert started.window.features["OverviewCommands"].page is None
    started.run("go.overview")
    page = page_of(started)
    assert shown(page.changed)
    started.qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert not started.window.area.covered


def test_an_empty_folder_says_what_will_be_here(run_desk, tmp_path):
    (tmp_path / "empty").mkdir()
    started = run_desk(tmp_path / "empty")
    page = page_of(started)
    assert page._pages.currentWidget() is page._empty


def test_a_folder_of_one_document_has_a_word_in_each_section(run_desk, tmp_path):
    root = tmp_path / "one"
    root.mkdir()
    (root / "note.md").write_text("One line.\n")
    page = page_of(run_desk(root))
    for section in (page.changed, page.waiting, page.troubles, page.growth, page.writers):
        assert not shown(section)
        assert section._empty.text()
    assert page.recalled.isHidden()
    assert [item.title for item in shown(page.sizes)] == ["Other files"]


def test_a_broken_document_is_among_the_problems(run_desk, folder):
    (folder / WARM).write_text('[\n  {"id": ')
    started = run_desk(folder)
    page = page_of(started)
    started.until(lambda: bool(shown(page.troubles)))
    assert shown(page.troubles)[0].key == f"{WARM}#L2"
    (folder / WARM).unlink()
    started.until(lambda: not shown(page.troubles))


def test_columns_stand_beside_each_other_where_there_is_room(run_desk, worked):
    started = run_desk(worked)
    page = page_of(started)

    def seen():
        left, right = (section.mapTo(page, QPoint(0, 0)).x() for section in (page.changed, page.growth))
        return 2 if right > left else 1

    for width, columns in ((420, 1), (1300, 2)):
        page.resize(width, 700)
        started.until(lambda columns=columns: seen() == columns)


def test_lines_are_reused_and_say_what_they_are(qtbot):
    section = LinkSection(Theme(Scheme.LIGHT), "Names")
    qtbot.addWidget(section)
    section.show_items([LinkItem("a", "One", "two", "three", badge="secret")], "none")
    first = section.rows[0]
    assert first.accessibleName() == "One, secret, three, two"
    section.show_items([LinkItem("b", "Other"), LinkItem("c", "Third")], "none")
    assert section.rows[0] is first
    assert section._empty.isHidden()
    with qtbot.waitSignal(section.chosen) as caught:
        section.rows[1].click()
    assert caught.args == ["c"]
    section.show_items([], "none")
    assert section._empty.text() == "none"


def test_days_are_chosen_by_key_and_pointer(qtbot):
    bars = DayBars(Theme(Scheme.LIGHT), "Growth")
    qtbot.addWidget(bars)
    bars.show_days([DayBar(1, 0, 0, 0, "1", "first"), DayBar(0, 2, 0, 1, "2", "second")])
    bars.resize(200, 100)
    said = []
    bars.pointed.connect(said.append)
    qtbot.keyClick(bars, Qt.Key.Key_Left)
    qtbot.keyClick(bars, Qt.Key.Key_Left)
    assert said == ["second", "first"]
    assert bars.accessibleDescription() == "first"
    with qtbot.waitSignal(bars.chosen) as caught:
        qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(150, 40))
    assert caught.args == [1]


def test_a_screen_reader_hears_which_folder_the_page_is_of(run_desk, folder):
    assert page_of(run_desk(folder)).accessibleName() == "agent"
