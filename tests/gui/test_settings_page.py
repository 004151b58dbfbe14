"""The page of settings: every setting has its row, a change is in force at once, keys can be changed."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDialog, QLineEdit, QPushButton

from memdesk.checks.covering import mask_line
from memdesk.runtime.clock import SystemClock
from memdesk.runtime.log import RingHandler
from memdesk.runtime.paths import settings_file
from memdesk.runtime.settings import Settings, SettingsFile
from memdesk.workspace import Workspace
from memdesk_gui.bridge.bus import WorkspaceBus
from memdesk_gui.bridge.jobs import JobRunner
from memdesk_gui.commands import CommandRegistry
from memdesk_gui.context import AppContext
from memdesk_gui.documents.documents import Documents
from memdesk_gui.features.search.controller import SearchDesk
from memdesk_gui.features.settings.table import SETTINGS, Control
from memdesk_gui.shell.agent_commands import connection
from memdesk_gui.shell.dialogs.agents import AgentsDialog
from memdesk_gui.shell.main_window import MainWindow
from memdesk_gui.shell.session import WindowSession
from memdesk_gui.theme.theme import Scheme, Theme

ROWS = [each for each in SETTINGS if each.key]


class SettingsDesk:
    """A window without a workspace, showing its settings."""

    def __init__(self, qtbot):
        self.qtbot, self.root = qtbot, QObject()
        self.settings = SettingsFile(settings_file())
        self.theme = Theme(Scheme.SYSTEM, parent=self.root)
        self.theme.apply(QApplication.instance())
        self.jobs = JobRunner(self.root)
        bus = WorkspaceBus(self.jobs, lambda path, read_only: Workspace.open(path), self.root)
        self.commands = CommandRegistry(self.theme, self.root)
        documents = Documents(bus, self.jobs, self.root)
        context = AppContext(self.settings, bus, self.jobs, self.commands, self.theme, documents)
        session = WindowSession(None, self.jobs.write)
        self.window = MainWindow(context, session, RingHandler(mask_line), SystemClock().now)
        self.window.resize(1024, 700)
        self.window.restore(None, expecting=False)
        self.window.show()
        qtbot.waitExposed(self.window)

    def page(self):
        self.commands.run("settings.open")
        return self.window.features["SettingsCommands"].page

    def row(self, key):
        return next(row for row in self.page().rows if row.setting.key == key)

    def shortcuts(self, command):
        self.commands.run("settings.shortcuts")
        view = self.window.features["SettingsCommands"].page.shortcuts
        view.select(command)
        return view

    def keys(self, command):
        return [keys.toString() for keys in self.commands.action(command).shortcuts()]

    def stored(self):
        """What another start would read."""
        self.settle()
        return SettingsFile(self.settings.path).value

    def settle(self):
        self.qtbot.waitUntil(lambda: not self.jobs.is_busy)

    def found(self, query):
        """The rows of the palette for these words: name and detail."""
        self.commands.run("go.palette")
        palette = self.window.features["Searching"].palette
        palette.field.setText(query)
        self.settle()
        rows = [(item.row.title, item.row.detail) for item in palette.model.items]
        palette.leave()
        return rows

    def begin(self, qtbot):
        """Go into the hands of a test, as a window that was just started."""
        self.qtbot = qtbot
        self.window.activateWindow()
        assert self.settings.value == Settings()
        assert not any(dialog.isVisible() for dialog in self.window.findChildren(QDialog))

    def clear(self):
        """Take back what a test chose, typed and opened."""
        self.settings.choose(shortcuts={}, **{each.key: each.default for each in ROWS})
        self.settings.write()
        page = self.window.features["SettingsCommands"].page
        if page is not None:
            for row in page.rows:
                if isinstance(row.control, QLineEdit):
                    choose(row, row.setting.default)
            page.field.clear()
            page.shortcuts.refresh()
            if page.isVisible():
                self.window.area.uncover()
        self.settle()

    def end(self):
        self.settings.choose(shortcuts={}, **{each.key: each.default for each in ROWS})
        self.jobs.wait_for_done()
        self.jobs.shutdown()
        shiboken6.delete(self.window)
        shiboken6.delete(self.root)


@pytest.fixture(scope="module")
def windows(shared_looks):
    """The window that the tests share, once one needs it."""
    made = []
    yield made
    for desk in made:
        desk.end()


@pytest.fixture
def desk(qtbot, windows):
    if not windows:
        windows.append(SettingsDesk(qtbot))
    windows[0].begin(qtbot)
    yield windows[0]
    windows[0].clear()


@pytest.fixture
def own_desk(qtbot):
    """A window for what cannot be taken back."""
    made = SettingsDesk(qtbot)
    yield made
    made.end()


def choose(row, value):
    """Choose a value in a row as a person does."""
    control = row.control
    if isinstance(control, QCheckBox):
        if control.isChecked() is not value:
            control.click()
        return
    if isinstance(control, QLineEdit):
        control.setText(f" {value} ")
        control.editingFinished.emit()
        return
    assert isinstance(control, QComboBox)
    place = control.findData(value)
    assert place >= 0
    control.setCurrentIndex(place)
    control.activated.emit(place)


def another(row):
    """A value that a row offers and that is not the default."""
    if isinstance(row.control, QCheckBox):
        return not row.setting.default
    if isinstance(row.control, QLineEdit):
        return "Mei Lin"
    values = [row.control.itemData(place) for place in range(row.control.count())]
    return next((value for value in values if value != row.setting.default), None)


def test_every_field_of_the_settings_has_a_row_and_no_row_is_of_another(desk):
    shown = sorted(row.setting.key for row in desk.page().rows if row.setting.key)
    assert shown == sorted(each.name for each in fields(Settings) if each.name != "shortcuts")


def test_every_row_has_a_control_with_its_name(desk):
    for row in desk.page().rows:
        assert row.control.accessibleName() == row.setting.label
        assert row.control.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert [each.command in desk.commands for each in SETTINGS if each.command] == [True] * 5


@pytest.mark.parametrize("key", [each.key for each in ROWS])
def test_what_is_chosen_is_stored_and_the_default_comes_back(desk, key):
    row = desk.row(key)
    assert row.reset.isHidden()
    value = another(row)
    if value is None:
        pytest.skip("this machine has no other font")
    choose(row, value)
    assert getattr(desk.stored(), key) == value
    assert not row.reset.isHidden()
    row.reset.click()
    assert getattr(desk.stored(), key) == row.setting.default
    assert row.reset.isHidden()
    assert row.control.hasFocus()


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("interface_size", 120, "120 %"),
        ("zoom", 97, "97 %"),
        ("autosave", 5, "5 seconds after typing"),
        ("keep_days", 45, "For 45 days"),
        ("history_mb", 300, "300 MB"),
    ],
)
def test_a_value_that_only_the_file_offers_has_its_unit(desk, key, value, words):
    desk.settings.choose(**{key: value})
    assert desk.row(key).control.currentText() == words


def test_the_look_follows_at_once(desk):
    points = QApplication.font().pointSizeF()
    for key, value in (("theme", "dark"), ("interface_size", 150), ("zoom", 125), ("wrap", False)):
        choose(desk.row(key), value)
    choose(desk.row("reduced_motion"), True)
    theme = desk.theme
    assert (theme.dark, theme.zoom, theme.wrap, theme.reduced_motion) == (True, 125, False, True)
    assert QApplication.font().pointSizeF() == pytest.approx(points * 1.5)
    desk.row("interface_size").reset.click()
    assert QApplication.font().pointSizeF() == pytest.approx(points)


@pytest.mark.parametrize(
    ("key", "font"),
    [
        ("interface_font", lambda desk: QApplication.font()),
        ("content_font", lambda desk: desk.theme.content_font()),
        ("mono_font", lambda desk: desk.theme.mono_font()),
    ],
)
def test_a_font_follows_at_once(desk, key, font):
    row = desk.row(key)
    value = another(row)
    if value is None:
        pytest.skip("this machine has no other font")
    choose(row, value)
    assert font(desk).families()[0] == value


def test_the_page_follows_what_commands_change(desk):
    row = desk.row("theme")
    desk.commands.run("view.theme_dark")
    desk.commands.run("view.wrap")
    desk.commands.run("view.zoom_in")
    assert row.control.currentData() == "dark"
    assert not desk.row("wrap").control.isChecked()
    assert desk.row("zoom").control.currentText() == "110 %"
    assert desk.stored() == Settings(theme="dark", wrap=False, zoom=110)


def test_notifications_and_the_order_of_the_inbox_are_those_of_the_review(desk):
    choose(desk.row("notify"), True)
    choose(desk.row("newest_first"), True)
    review = desk.window.features["ReviewCommands"]
    assert review.notifying.wanted
    assert review.reviewing.by_time


def test_the_search_has_the_model_that_is_chosen_now(desk_of):
    memory = desk_of({"user.md": b"# User\n\nAda has a kiln.\n"})
    settings = SettingsFile(settings_file())
    search = SearchDesk(model=lambda: settings.value.embedding_provider)
    search.fill(memory.workspace, memory.workspace.scan().documents)
    settings.choose(embedding_provider="hashing-256")
    while not search.learn(memory.workspace).is_all:
        pass
    assert search.meaning.provider.name == "hashing-256"
    settings.choose(embedding_provider="none")
    assert search.meaning is None
    assert search.learn(memory.workspace).total == 0
    search.close()
    settings.choose(embedding_provider="")


def test_rows_are_found_by_their_other_words(desk):
    page = desk.page()
    page.field.setText("animation")
    assert [row.setting.key for row in page.rows if not row.isHidden()] == ["reduced_motion"]
    page.field.setText("no such thing")
    assert all(row.isHidden() for row in page.rows)
    desk.qtbot.keyClick(page.field, Qt.Key.Key_Escape)
    assert not any(row.isHidden() for row in page.rows)
    desk.qtbot.keyClick(page.field, Qt.Key.Key_Escape)
    assert not page.isVisible()


def test_the_keyboard_goes_from_the_field_to_what_it_found(desk):
    page = desk.page()
    page.field.setText("lang")
    desk.qtbot.keyClick(page.field, Qt.Key.Key_Return)
    assert desk.row("language").control.accessibleName() == "Language"
    page.field.setText("lang")
    desk.qtbot.keyClick(page.field, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is next(
        row.control for row in page.rows if row.setting.key == "language"
    )


@pytest.mark.parametrize(
    ("query", "row"),
    [
        ("setting", ("Settings", "Ctrl+,")),
        ("lang", ("Settings: Language", "As the system")),
        ("shortcut", ("Keyboard shortcuts", "")),
        ("colour", ("Settings: Theme", "As the system")),
        ("animation", ("Settings: Reduced motion", "Off")),
        ("line break", ("Wrap long lines", "On · Alt+Z")),
        ("alert", ("Notify me about changes to review", "Off")),
        ("preferences", ("Settings", "Ctrl+,")),
    ],
)
def test_the_palette_finds_settings_by_other_words_and_shows_how_they_are(desk, query, row):
    assert row in desk.found(query)


def test_the_palette_leads_to_the_row(desk):
    desk.commands.run("settings.language")
    assert QApplication.focusWidget() is desk.window.features["SettingsCommands"].page.rows[7].control
    assert QApplication.focusWidget().accessibleName() == "Language"


def test_keys_are_changed_stored_and_brought_back(desk):
    view = desk.shortcuts("view.wrap")
    view.keys.setKeySequence(QKeySequence("Ctrl+Alt+W"))
    view.use.click()
    assert desk.keys("view.wrap") == ["Ctrl+Alt+W"]
    assert desk.stored().shortcuts == {"view.wrap": ("Ctrl+Alt+W",)}
    assert "Ctrl+Alt+W" in desk.commands.action("view.wrap").toolTip()
    view.reset.click()
    assert desk.keys("view.wrap") == ["Alt+Z"]
    assert desk.stored().shortcuts == {}


def test_who_has_the_keys_is_told_and_loses_them_only_when_they_are_taken(desk):
    view = desk.shortcuts("view.wrap")
    view.keys.setKeySequence(QKeySequence("Ctrl+O"))
    assert "Ctrl+O" in view.warning.text()
    assert "Open folder" in view.warning.text()
    assert "Ctrl+O" in desk.keys("workspace.open")
    view.use.click()
    assert desk.keys("view.wrap") == ["Ctrl+O"]
    assert "Ctrl+O" not in desk.keys("workspace.open")


def test_a_reset_tells_of_who_has_the_keys_now(desk):
    view = desk.shortcuts("workspace.open")
    view.keys.setKeySequence(QKeySequence("Alt+Z"))
    view.use.click()
    view.select("view.wrap")
    assert desk.keys("view.wrap") == []
    view.reset.click()
    assert desk.keys("view.wrap") == []
    assert "Open folder" in view.warning.text()
    view.use.click()
    assert (desk.keys("view.wrap"), desk.keys("workspace.open")) == (["Alt+Z"], [])


def test_all_keys_are_brought_back_at_once(desk):
    view = desk.shortcuts("view.wrap")
    view.remove.click()
    assert desk.keys("view.wrap") == []
    assert desk.stored().shortcuts == {"view.wrap": ()}
    view.reset_all.click()
    assert desk.keys("view.wrap") == ["Alt+Z"]
    assert not view.reset_all.isEnabled()


@pytest.mark.parametrize("keys", ["X", "Shift+X", "Left", "Return"])
def test_keys_that_are_needed_for_typing_are_refused(desk, keys):
    view = desk.shortcuts("view.wrap")
    view.keys.setKeySequence(QKeySequence(keys))
    assert not view.use.isEnabled()
    assert "typing" in view.warning.text()


def test_views_that_come_with_the_same_keys_take_turns_without_a_warning(desk):
    view = desk.shortcuts("view.write")
    view.remove.click()
    view.reset.click()
    assert desk.keys("view.write") == desk.keys("view.form") == ["Ctrl+1"]


def test_commands_are_found_by_their_keys(desk):
    view = desk.shortcuts("view.wrap")
    desk.window.features["SettingsCommands"].page.field.setText("alt+z")
    assert view.command.id == "view.wrap"
    assert view.table.model().rowCount() == 1


def test_tab_leaves_the_field_for_keys(desk):
    view = desk.shortcuts("view.wrap")
    view.keys.setFocus()
    desk.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert not view.keys.isAncestorOf(QApplication.focusWidget())
    assert view.keys.keySequence().toString() == "Alt+Z"


def test_keys_of_an_earlier_start_hold(qtbot):
    SettingsFile(settings_file()).path.parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text('[shortcuts]\n"view.wrap" = ["F7"]\n"no.command" = ["F8"]\n', "utf-8")
    desk = SettingsDesk(qtbot)
    assert desk.keys("view.wrap") == ["F7"]
    desk.end()


def test_what_is_switched_is_a_switch(desk):
    kinds = {row.setting.key: type(row.setting.default) for row in desk.page().rows if row.setting.key}
    switches = {each.key for each in ROWS if each.control is Control.SWITCH}
    assert switches == {key for key, kind in kinds.items() if kind is bool}


def test_a_name_that_is_none_stays_out(desk):
    row = desk.row("person_name")
    row.control.setText("Mei\u202eLin")
    row.control.editingFinished.emit()
    assert desk.stored().person_name == ""
    assert row.control.text() == ""


def test_why_a_name_is_refused_is_said_beside_the_field(desk):
    row = desk.row("person_name")
    assert row.problem.isHidden()
    for refused, word in (("outside", "outside"), ("a\u202eb", "characters")):
        row.control.setText(refused)
        row.control.editingFinished.emit()
        assert not row.problem.isHidden()
        assert word in row.problem.text()
        assert row.control.accessibleDescription() == row.problem.text()
    row.control.setText("Ada")
    row.control.editingFinished.emit()
    assert row.problem.isHidden()
    assert desk.stored().person_name == "Ada"


def test_the_agents_of_this_computer_are_listed_and_open(own_desk, user_directories, monkeypatch):
    desk = own_desk
    folder = user_directories / ".picoclaw" / "workspace"
    folder.mkdir(parents=True)
    opened = []
    monkeypatch.setattr(desk.window.workspaces, "open", lambda path, at="": opened.append(path))
    desk.window.folder_wanted.connect(lambda path, _at: opened.append(path))
    desk.commands.run("workspace.agents")
    dialog = desk.window.findChild(AgentsDialog)
    desk.qtbot.waitUntil(lambda: dialog.rows.findChild(QPushButton) is not None)
    button = dialog.rows.findChild(QPushButton)
    assert button.accessibleName() == "PicoClaw"
    button.click()
    assert folder in opened


def test_where_no_agent_is_found_any_folder_can_be_opened(own_desk, user_directories, monkeypatch):
    desk, asked = own_desk, []
    monkeypatch.setattr(desk.window.workspaces, "ask", lambda: asked.append(True))
    desk.commands.run("workspace.agents")
    dialog = desk.window.findChild(AgentsDialog)
    desk.qtbot.waitUntil(lambda: dialog.said.text().startswith("No agent was found"))
    dialog.open_button.click()
    assert asked


def test_what_an_agent_needs_to_connect_names_the_folder():
    found = json.loads(connection(Path("/home/mei/agent")))
    assert found["mcpServers"]["memory"]["args"][-2:] == ["mcp", "/home/mei/agent"]
