"""The first page: recent folders with what waits in them, agents found here, and how all of them open."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFileSystemModel,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
)

from memdesk.model import Via
from memdesk.ops.save import save
from memdesk.review import Inbox
from memdesk.runtime.paths import session_file
from memdesk.runtime.person import agent
from memdesk.workspace import ANY, Workspace
from memdesk_gui.app import start
from memdesk_gui.shell.welcome import FIRST_AGENTS, FolderRows


@pytest.fixture
def home(user_directories):
    return user_directories


def made(home, *names):
    """Make these folders of agents, each with a note in it."""
    folders = [home / name for name in names]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "MEMORY.md").write_text("# Memory\n\nGreen tea.\n")
    return folders


def recent(*folders):
    """Let these have been open before."""
    session_file().parent.mkdir(parents=True, exist_ok=True)
    entries = [{"path": str(folder), "pinned": False} for folder in folders]
    session_file().write_text(json.dumps({"recent": entries, "last": ""}))


class FirstPage:
    """A window without a workspace."""

    def __init__(self, desk):
        self.desk = desk
        self.page = desk.window.area.home
        desk.until(lambda: self.page._look.agents is not None)
        desk.settle()

    @property
    def rows(self):
        [rows] = [rows for rows in self.page.findChildren(FolderRows) if not rows.isHidden()]
        return rows

    def buttons(self):
        return [button for button in self.rows.findChildren(QPushButton) if not button.isHidden()]

    def names(self):
        return [button.text() for button in self.buttons()]

    def button(self, path):
        return self.rows.findChild(QPushButton, str(path))

    def words(self):
        return [label.text() for label in self.page.findChildren(QLabel) if label.isVisible()]

    def opens(self, folder):
        self.desk.until(lambda: self.desk.bus.listing is not None)
        self.desk.settle()
        return self.desk.bus.workspace.root == folder.resolve()


@pytest.fixture
def first_page(run_desk):
    return lambda **options: FirstPage(run_desk(**options))


def test_agents_found_here_open_with_one_click(home, first_page):
    hermes, pico = made(home, ".hermes/memories", ".picoclaw/workspace")
    first = first_page()
    assert first.names() == ["PicoClaw", "Hermes"]
    assert {"~/.hermes/memories", "~/.picoclaw/workspace", "Agents found on this computer"} <= {
        *first.words()
    }
    assert str(pico) in first.button(pico).accessibleDescription()
    assert "opens as plain documents" in first.button(hermes).accessibleDescription()
    first.desk.qtbot.mouseClick(first.button(hermes), Qt.MouseButton.LeftButton)
    assert first.opens(hermes)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_an_agent_opens_with_a_key(home, first_page, key):
    [pico] = made(home, ".picoclaw/workspace")
    first = first_page()
    while not first.button(pico).hasFocus():
        first.desk.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    first.desk.qtbot.keyClick(first.button(pico), key)
    assert first.opens(pico)


def test_where_there_is_no_agent_the_page_says_so(first_page):
    first = first_page()
    assert first.names() == []
    assert any(text.startswith("No agent was found") for text in first.words())
    assert "Agents found on this computer" not in first.words()


def test_the_window_says_at_once_that_a_folder_is_being_read(home, first_page):
    [pico] = made(home, ".picoclaw/workspace")
    first = first_page()
    first.button(pico).click()
    assert not first.page.isVisible()
    assert first.opens(pico)


def test_the_panes_of_a_folder_opened_from_the_first_page_have_their_proportions(home, first_page):
    [pico] = made(home, ".picoclaw/workspace")
    first = first_page(size=(1440, 900))
    first.button(pico).click()
    assert first.opens(pico)
    docks = first.desk.window.docks
    assert docks["navigator"].width() > 1440 * 0.18
    assert docks["inspector"].width() > 1440 * 0.2


def test_a_folder_that_cannot_be_opened_brings_the_first_page_back(home, first_page):
    [pico] = made(home, ".picoclaw/workspace")
    first = first_page()
    (pico / "MEMORY.md").unlink()
    pico.rmdir()
    first.button(pico).click()
    assert not first.page.isVisible()
    first.desk.until(first.page.isVisible)


def test_the_demo_is_told_at_once_and_its_failure(first_page, monkeypatch):
    first = first_page()
    monkeypatch.setattr("memdesk_gui.app.demo._start", failing)
    first.desk.run("workspace.demo")
    assert not first.page.isVisible()
    first.desk.until(first.page.isVisible)


def failing(target):
    """Make no demo."""
    raise OSError(28, "no space", str(target))


def test_a_recent_folder_tells_what_waits_and_is_listed_once(home, first_page):
    pico, hermes = made(home, ".picoclaw/workspace", ".hermes/memories")
    for folder, writes in ((pico, 2), (hermes, 1)):
        with Workspace.open(folder) as workspace:
            workspace.look_first()
            for number in range(writes):
                save(workspace, f"{number}.md", b"Green tea.\n", ANY, agent("bloop", Via.CLI))
            Inbox(workspace).page()
    recent(pico, home / "gone")
    first = first_page()
    assert first.names() == ["workspace", "gone", "Hermes"]
    assert {"2 to review", "1 to review", "not found"} <= {*first.words()}
    assert "2 to review" in first.button(pico).accessibleDescription()
    assert not first.button(home / "gone").isEnabled()


def test_what_waits_is_known_anew_when_the_folder_is_closed(home, first_page):
    [pico] = made(home, ".picoclaw/workspace")
    first = first_page()
    first.button(pico).click()
    assert first.opens(pico)
    desk = first.desk
    save(desk.bus.workspace, "MEMORY.md", b"# Memory\n\nBlack tea.\n", ANY, agent("bloop", Via.CLI))
    desk.until(lambda: desk.window.features["ReviewCommands"].total == 1)
    desk.window.workspaces.close()
    desk.until(lambda: "1 to review" in first.words())
    assert first.names() == ["workspace"]


def test_many_agents_are_shown_when_asked_for(home, first_page):
    made(home, *(f".claude/projects/{number}/memory" for number in range(FIRST_AGENTS + 3)))
    first = first_page()
    *agents, more = first.buttons()
    assert len(agents) == FIRST_AGENTS
    assert more.text() == f"Show all {FIRST_AGENTS + 3}"
    more.click()
    assert first.names() == ["Claude Code"] * (FIRST_AGENTS + 3)


def test_the_keyboard_stays_where_it_is_when_the_list_is_drawn_anew(home, first_page):
    [pico] = made(home, ".picoclaw/workspace")
    recent(pico)
    first = first_page()
    first.button(pico).setFocus()
    made(home, ".hermes/memories")
    first.page.refresh()
    first.desk.until(lambda: "Hermes" in first.names())
    assert first.button(pico).hasFocus()
    pin = first.rows.findChild(QToolButton)
    pin.setFocus()
    pin.click()
    assert QApplication.focusWidget().accessibleName() == "Unpin workspace"


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
def test_every_row_can_be_read_or_scrolled_to(home, first_page, size):
    made(home, ".picoclaw/workspace", *(f".claude/projects/{number}{'x' * 90}/memory" for number in range(9)))
    first = first_page(size=size)
    first.buttons()[-1].click()
    first.desk.settle()
    assert first.desk.window.width() == size[0]
    assert all(
        button.mapTo(first.page, button.rect().topRight()).x() < first.page.width()
        for button in first.buttons()
    )
    last = first.buttons()[-1]
    last.setFocus()
    first.desk.until(lambda: last.mapTo(first.page, last.rect().bottomLeft()).y() < first.page.height())


def test_the_folder_dialog_shows_hidden_folders(home, first_page):
    made(home, ".picoclaw/workspace", "Documents")
    first = first_page()
    first.desk.context.commands.run("workspace.open")
    [dialog] = first.desk.window.findChildren(QFileDialog)
    files = dialog.findChild(QFileSystemModel)
    place = files.index(str(home))

    def listed():
        return {files.index(row, 0, place).data() for row in range(files.rowCount(place))}

    first.desk.until(lambda: {".picoclaw", "Documents"} <= listed())
    assert dialog.directory().absolutePath() == str(home)
    dialog.findChild(QLineEdit).setText(str(home / ".picoclaw" / "workspace"))
    dialog.accept()
    assert first.opens(home / ".picoclaw" / "workspace")


@pytest.mark.parametrize(
    ("room", "size", "fills"),
    [((1024, 600), (1024, 600), True), ((1440, 860), (1440, 860), True), ((1920, 1050), (1440, 900), False)],
)
def test_the_first_window_fits_the_screen(run_desk, monkeypatch, room, size, fills):
    monkeypatch.setattr(start, "room_for", lambda window: QSize(*room))
    window = run_desk().window
    assert window.isMaximized() is fills
    assert (window.normalGeometry() if fills else window).size() == QSize(*size)
    assert window.minimumSizeHint().boundedTo(QSize(1024, 600)) == window.minimumSizeHint()
