"""The window as a whole, on a real folder: opening, saving, closing, restoring, dropping, themes, layout."""

from __future__ import annotations

import errno
import json
import os
import shutil
from functools import partial

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QWidget

from memdesk import workspace as workspaces
from memdesk.checks.covering import mask_line
from memdesk.runtime.clock import SystemClock
from memdesk.runtime.log import RingHandler
from memdesk.runtime.paths import settings_file
from memdesk.runtime.settings import SettingsFile
from memdesk.store import store
from memdesk.watch import mounts
from memdesk.watch.observers.inotify import KernelObserver
from memdesk.workspace import ANY, Workspace
from memdesk_gui.bridge.bus import WorkspaceBus
from memdesk_gui.bridge.jobs import JobRunner
from memdesk_gui.commands import Command, CommandRegistry, Menu, State
from memdesk_gui.commands import command as declared
from memdesk_gui.context import AppContext
from memdesk_gui.documents.documents import Documents, Stage
from memdesk_gui.documents.state import DiskState
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.warm_form import WarmForm
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.settings.shortcuts_model import ShortcutsModel
from memdesk_gui.shell import main_window
from memdesk_gui.shell.dialogs.log import LogDialog
from memdesk_gui.shell.dialogs.unsaved import UnsavedDialog
from memdesk_gui.shell.main_window import MainWindow
from memdesk_gui.shell.session import WindowSession
from memdesk_gui.shell.toolbar import FolderButton
from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_resources import FOLDER

USER = "memory/facts/user.md"
PROFILE = "memory/facts/project.md"
WARM = "memory/warm-memory.json"


@pytest.fixture
def folder(tmp_path):
    facts = tmp_path / "agent" / "memory" / "facts"
    facts.mkdir(parents=True)
    (facts / "user.md").write_text("# User\n\n> Summary: name\n\n- Name: Ada\n")
    (facts / "project.md").write_text("# Project\n\n> Summary: goal\n\n- Goal: kiln\n")
    return tmp_path / "agent"


class Shell:
    """A window with everything behind it."""

    def __init__(self, qtbot, session_path=None):
        self.qtbot = qtbot
        self.root = QObject()
        self.theme = Theme(Scheme.LIGHT, parent=self.root)
        self.theme.apply(QApplication.instance())
        self.jobs = JobRunner(self.root)
        self.bus = WorkspaceBus(
            self.jobs, lambda path, read_only: Workspace.open(path, read_only=read_only), self.root
        )
        self.documents = Documents(self.bus, self.jobs, self.root)
        self.context = AppContext(
            settings=SettingsFile(settings_file()),
            bus=self.bus,
            jobs=self.jobs,
            commands=CommandRegistry(self.theme, self.root),
            theme=self.theme,
            documents=self.documents,
        )
        self.session = WindowSession(session_path, self.jobs.write)
        self.ring = RingHandler(mask_line)
        self.window = MainWindow(self.context, self.session, self.ring, SystemClock().now)
        self.unhandled = []
        self.jobs.unhandled.connect(self.unhandled.append)
        self.window.resize(1200, 800)

    def show(self):
        self.window.restore(self.session.layout(), expecting=False)
        self.window.show()
        self.qtbot.waitExposed(self.window)

    def open(self, path, at="", **options):
        self.window.workspaces.open(path, at, **options)
        self.qtbot.waitUntil(lambda: self.bus.listing is not None)
        self.settle()

    def settle(self):
        self.qtbot.waitUntil(lambda: not self.jobs.is_busy)

    def document(self, uri):
        buffer = self.documents.open(uri)
        self.qtbot.waitUntil(lambda: buffer.stage is not Stage.LOADING)
        return buffer

    def dialog(self, kind):
        return next(iter(self.window.findChildren(kind)), None)

    def press(self, dialog, text):
        buttons = [
            button for button in dialog.findChildren(QPushButton) if button.text().replace("&", "") == text
        ]
        self.qtbot.mouseClick(buttons[0], Qt.MouseButton.LeftButton)

    def run(self, command):
        self.context.commands.refresh()
        return self.context.commands.run(command)

    def end(self):
        self.bus.close()
        self.jobs.wait_for_done()
        self.jobs.shutdown()
        shiboken6.delete(self.window)
        shiboken6.delete(self.root)


@pytest.fixture
def shell(qtbot):
    made = Shell(qtbot)
    made.show()
    yield made
    unhandled = [*made.unhandled]
    made.end()
    assert unhandled == []


@pytest.mark.parametrize("command", ["view.history", "time.document", "time.workspace"])
def test_nothing_of_a_window_that_is_gone_is_left(qtbot, folder, command):
    before = QApplication.allWidgets()
    shell = Shell(qtbot)
    shell.show()
    shell.open(folder, USER)
    shell.run(command)
    shell.settle()
    shell.end()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert [widget for widget in QApplication.allWidgets() if widget not in before] == []


def test_a_folder_fills_the_window_and_without_one_only_the_first_page_is_there(shell, folder):
    assert shell.window.windowTitle() == "[*]memdesk"
    field, docks = shell.window.top_bar.find_field, shell.window.docks
    assert all(dock.isHidden() for dock in docks.values())
    assert any(
        "See what your agents remember" in label.text() for label in shell.window.area.findChildren(QLabel)
    )
    assert not field.isEnabled()
    assert not shell.run("view.inspector")
    assert not shell.run("document.save")
    shell.open(folder)
    assert field.isEnabled()
    assert [name for name, dock in docks.items() if dock.isHidden()] == ["history", "context"]
    shell.qtbot.waitUntil(lambda: "live" in shell.window.status.summary())
    assert "agent" in shell.window.windowTitle()
    assert shell.session.recent()[0].path == str(folder)
    assert shell.documents.current is None
    assert shell.window.area.covered_by(shell.window.features["OverviewCommands"].page)
    menu = shell.window.recent_menu
    menu.fill()
    next(action for action in menu.actions() if action.text() == "&Pin this folder").trigger()
    assert [entry.pinned for entry in shell.session.recent()] == [True]
    shell.run("workspace.close")
    shell.settle()
    assert shell.bus.workspace is None
    assert shell.documents.buffers() == ()
    assert all(dock.isHidden() for dock in docks.values())


def test_the_keys_begin_at_the_first_pages_first_deed(shell, folder):
    def held():
        focus = shell.window.focusWidget()
        return focus.text().replace("&", "") if isinstance(focus, QPushButton) else None

    assert held() == "Open folder…"
    shell.open(folder)
    assert held() is None
    shell.run("workspace.close")
    shell.settle()
    assert held() == "Open folder…"


def test_a_folder_that_is_not_there_is_told_on_the_first_page(shell, tmp_path):
    shell.window.workspaces.open(tmp_path / "none")
    shell.qtbot.waitUntil(lambda: shell.window.toast.text() != "")
    assert shell.bus.workspace is None
    assert all(dock.isHidden() for dock in shell.window.docks.values())


def test_a_command_is_added_in_one_place(shell, folder):
    """Its declaration is all: the keys, the palette and the table of keys read the registry."""
    shell.open(folder)
    ran = []
    shell.context.commands.add(
        Command(
            "note.eleventh",
            "Count the &notes",
            partial(ran.append, 1),
            "Ctrl+Alt+F11",
            menu=(Menu.HELP, 1, 9),
        )
    )
    shell.qtbot.keyClick(
        shell.window, Qt.Key.Key_F11, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    )
    assert ran == [1]
    table = ShortcutsModel(shell.context.commands, shell.window)
    row = table.row_of("note.eleventh")
    assert [table.index(row, column).data() for column in (0, 1)] == ["Count the notes", "Ctrl+Alt+F11"]
    listed = [action.objectName() for action in shell.window.menuBar().actions()[-1].menu().actions()]
    assert listed[-4:] == ["records.look", "note.eleventh", "", "help.about"]


def test_undo_and_redo_say_what_they_concern_and_are_offered_only_where_there_is_anything(shell, folder):
    shell.open(folder)
    buffer = shell.document(USER)
    commands = shell.context.commands

    def offered():
        commands.settle()
        actions = [commands.action(f"edit.{way}") for way in ("undo", "redo")]
        return [action.text() if action.isEnabled() else None for action in actions]

    assert offered() == [None, None]
    buffer.replace("mine")
    assert offered() == ["Undo edit in user.md", None]
    shell.run("edit.undo")
    assert offered() == [None, "Redo edit in user.md"]
    assert commands.action("edit.undo").text() == "&Undo"
    edit = next(menu for menu in shell.window.menuBar().findChildren(QMenu) if menu.title() == "&Edit")
    listed = {action.objectName() for action in edit.actions()}
    assert "edit.redo" in listed
    assert "files.redo" in listed
    edit.aboutToShow.emit()
    assert "files.redo" not in {action.objectName() for action in edit.actions()}


def test_what_is_listed_only_while_it_is_possible_comes_back_with_its_keys(shell, folder):
    (folder / "memory" / "warm-memory.json").write_text("[]")  # has one view only
    shell.open(folder)
    menus = {each.title(): each for each in shell.window.menuBar().findChildren(QMenu)}

    def listed(title):
        menus[title].aboutToShow.emit()
        return {action.objectName() for action in menus[title].actions()}

    views = {"view.write", "view.split", "view.read", "view.form", "view.source"}
    for _ in range(2):
        shell.document(USER)
        assert listed("&View") & views == {"view.write", "view.split", "view.read"}
        shell.document(WARM)
        assert listed("&View") & views == set()
        assert not {name for name in listed("&Edit") if name.startswith(("merge.use", "history."))}
    shell.document(USER)
    shell.context.commands.settle()
    shell.qtbot.keyClick(shell.window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    shell.qtbot.waitUntil(lambda: shell.window.area.current_editor.mode() is EditorMode.READ)


def test_the_key_of_a_view_that_a_document_has_not_says_which_it_has(shell, folder):
    (folder / "memory" / "warm-memory.json").write_text("[]")
    shell.open(folder)
    shell.document(WARM)
    shell.context.commands.settle()
    shell.qtbot.keyClick(shell.window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert shell.window.toast.text() == "This document has only one view."


def test_editing_marks_reverting_and_saving_unmark(shell, folder):
    shell.open(folder)
    buffer = shell.document(USER)
    buffer.replace("mine")
    shell.run("document.revert")
    assert not buffer.dirty
    shell.run("edit.undo")
    assert buffer.text() == "mine"
    shell.run("edit.redo")
    assert not buffer.dirty
    assert not shell.run("document.save")
    buffer.replace(buffer.text().replace("Ada", "Grace"))
    assert shell.window.isWindowModified()
    assert shell.window.area.tabs.mark_of(buffer) == "dirty"
    with shell.qtbot.waitSignal(buffer.saved):
        assert shell.run("document.save")
    assert not shell.window.isWindowModified()
    assert (folder / USER).read_text().endswith("- Name: Grace\n")
    buffers = [shell.document(uri) for uri in (USER, PROFILE)]
    for buffer in buffers:
        buffer.replace(buffer.text() + "- More: yes\n")
    shell.run("document.save_all")
    shell.qtbot.waitUntil(lambda: not shell.documents.dirty())
    assert all((folder / uri).read_text().endswith("- More: yes\n") for uri in (USER, PROFILE))


def test_that_unsaved_text_cannot_be_kept_is_told(shell, folder, monkeypatch):
    shell.open(folder)
    monkeypatch.setattr("memdesk.drafts.draft.LIMIT", 10)
    shell.document(USER).replace("mine")
    shell.qtbot.waitUntil(lambda: "cannot be backed up" in shell.window.toast.text())


def test_closing_a_tab_asks_for_its_unsaved_text_and_does_as_it_is_told(shell, folder):
    shell.open(folder)
    before = (folder / USER).read_bytes()

    def closed(answer, text="mine"):
        buffer = shell.document(USER)
        shell.documents.set_current(buffer)
        if text:
            buffer.replace(text)
        shell.run("document.close")
        if answer:
            shell.press(shell.dialog(UnsavedDialog), answer)
        shell.settle()
        shell.qtbot.waitUntil(lambda: shell.dialog(UnsavedDialog) is None)
        return buffer

    closed("", text="")
    assert shell.documents.find(USER) is None, "a clean tab just closes"
    buffer = closed("Cancel")
    assert shell.documents.find(USER) is buffer
    assert buffer.text() == "mine"
    closed("Discard")
    assert shell.documents.find(USER) is None
    assert (folder / USER).read_bytes() == before
    closed("Save")
    shell.qtbot.waitUntil(lambda: shell.documents.find(USER) is None)
    assert (folder / USER).read_text() == "mine"


@pytest.fixture
def warm(shell, tmp_path):
    """The form of a warm memory, in the window."""
    copy = shutil.copytree(FOLDER / "demo" / "workspace" / "evoclaw", tmp_path / "evoclaw")
    shell.open(copy, WARM)
    shell.window.activateWindow()
    shell.qtbot.waitUntil(lambda: shell.documents.current.stage is Stage.READY)
    shell.settle()
    return copy, shell.window.area.current_editor.findChild(WarmForm)


@pytest.mark.parametrize(("field", "typed"), [("category", "typed"), ("importance", "0.37")])
@pytest.mark.parametrize("command", ["document.close", "workspace.close"])
def test_what_is_half_typed_in_a_field_is_asked_for_at_closing(shell, warm, command, field, typed):
    copy, form = warm
    target = getattr(form, field)
    target.setFocus()
    shell.qtbot.waitUntil(target.hasFocus)
    target.selectAll()
    shell.qtbot.keyClicks(target, typed)
    shell.run(command)
    shell.press(shell.dialog(UnsavedDialog), "Save")
    shell.qtbot.waitUntil(lambda: not shell.documents.buffers())
    assert typed in (copy / WARM).read_text()


def test_closing_from_the_banner_of_a_deleted_document_asks_only_for_what_was_typed(shell, folder):
    shell.open(folder)
    buffer = shell.document(USER)
    buffer.replace("mine")
    (folder / USER).unlink()
    shell.qtbot.waitUntil(lambda: buffer.disk_state is DiskState.DELETED)
    shell.window.area.page(buffer).banner.choose("Close")
    assert shell.documents.find(USER) is buffer
    shell.press(shell.dialog(UnsavedDialog), "Save")
    shell.qtbot.waitUntil(lambda: shell.documents.find(USER) is None)
    assert (folder / USER).read_text() == "mine"
    shell.settle()
    buffer = shell.document(USER)
    (folder / USER).unlink()
    shell.qtbot.waitUntil(lambda: buffer.disk_state is DiskState.DELETED)
    shell.window.area.page(buffer).banner.choose("Close")
    assert shell.documents.find(USER) is None


def test_the_window_asks_once_for_all_unsaved_documents(shell, folder):
    shell.open(folder)
    for uri in (USER, PROFILE):
        shell.document(uri).replace("mine")
    assert not shell.window.close()
    assert not shell.window.close()
    assert len(shell.window.findChildren(UnsavedDialog)) == 1
    shell.press(shell.dialog(UnsavedDialog), "Save all")
    shell.qtbot.waitUntil(lambda: not shell.window.isVisible())
    assert (folder / USER).read_text() == (folder / PROFILE).read_text() == "mine"


def test_a_save_that_fails_keeps_the_window_open(shell, folder):
    shell.open(folder)
    buffer = shell.document(USER)
    buffer.replace("mine")
    (folder / USER).write_text("theirs\n")
    shell.window.close()
    shell.press(shell.dialog(UnsavedDialog), "Save")
    shell.settle()
    shell.qtbot.waitUntil(lambda: buffer.disk_state is DiskState.CHANGED)
    assert shell.window.isVisible()
    assert buffer.text() == "mine"
    assert (folder / USER).read_text() == "theirs\n"


def test_a_change_outside_appears_and_marks_the_tab(shell, folder):
    shell.open(folder)
    first, second = shell.document(USER), shell.document(PROFILE)
    shell.documents.set_current(second)
    shell.qtbot.waitUntil(lambda: "live" in shell.window.status.summary())
    (folder / USER).write_text("# User\n\n- Name: Lin\n")
    shell.qtbot.waitUntil(lambda: "Lin" in first.text())
    shell.qtbot.waitUntil(lambda: shell.window.area.tabs.mark_of(first) == "foreign")
    shell.documents.set_current(first)
    assert shell.window.area.tabs.mark_of(first) == ""


def test_what_the_person_changed_themselves_marks_no_tab(shell, folder):
    shell.open(folder)
    first, second = shell.document(USER), shell.document(PROFILE)
    shell.documents.set_current(second)
    person = shell.documents.person
    shell.context.bus.workspace.commit(USER, b"# User\n\n- Name: Lin\n", ANY, person)
    shell.qtbot.waitUntil(lambda: "Lin" in first.text())
    shell.settle()
    assert shell.window.area.tabs.mark_of(first) == ""


def test_a_conflict_raises_the_banner_and_compare_shows_both(shell, folder):
    shell.open(folder)
    buffer = shell.document(USER)
    shell.qtbot.waitUntil(lambda: "live" in shell.window.status.summary())
    buffer.replace("mine")
    (folder / USER).write_text("theirs\n")
    page = shell.window.area.page(buffer)
    shell.qtbot.waitUntil(lambda: page.banner.message is not None)
    page.banner.choose("Compare")
    shell.settle()
    page.end_comparison()
    page.banner.choose("Reload")
    shell.qtbot.waitUntil(lambda: buffer.text() == "theirs\n")


def click(shell, button):
    """Press a button by mouse, which brings the keyboard to buttons that want it."""
    shell.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def button(parent, name):
    """Return a button on the screen, or None."""
    buttons = filter(QPushButton.isVisible, parent.findChildren(QPushButton))
    return next((each for each in buttons if each.accessibleName() == name), None)


def test_what_is_pressed_in_the_toolbar_leaves_the_keys_where_they_were(shell, folder):
    shell.open(folder)
    buffer = shell.document(USER)
    view = shell.window.area.current_editor.view
    view.setFocus()
    shell.qtbot.keyClicks(view, "mine ")
    shell.context.commands.refresh()
    click(shell, button(shell.window.top_bar, "Save"))
    shell.qtbot.waitUntil(lambda: not buffer.dirty)
    assert QApplication.focusWidget() is view


@pytest.mark.parametrize("words", ["Merge", "Reload"])
def test_what_is_chosen_in_the_banner_leads_to_the_text_and_undo_takes_it_back(shell, folder, words):
    shell.open(folder)
    buffer = shell.document(USER)
    shell.qtbot.waitUntil(lambda: "live" in shell.window.status.summary())
    mine = "# User\n\n> Summary: name\n\n- Name: Ada\n- Tea: green\n"
    buffer.replace(mine)
    (folder / USER).write_text("# Person\n\n> Summary: name\n\n- Name: Ada\n")
    page = shell.window.area.page(buffer)
    shell.qtbot.waitUntil(lambda: button(page.banner, "Merge") is not None)
    shell.window.navigator.list.setFocus()
    click(shell, button(page.banner, words))
    shell.qtbot.waitUntil(lambda: buffer.text() != mine)
    assert QApplication.focusWidget() is page.editor.view
    shell.run("edit.undo")
    assert buffer.text() == mine


def test_tab_goes_from_the_tabs_to_the_banner_and_the_text(shell, folder):
    shell.open(folder)
    buffer = shell.document(USER)
    shell.qtbot.waitUntil(lambda: "live" in shell.window.status.summary())
    buffer.replace("mine\n")
    (folder / USER).write_text("theirs\n")
    page = shell.window.area.page(buffer)
    shell.qtbot.waitUntil(lambda: button(page.banner, "Merge…") is not None)
    view, passed = page.editor.view, []
    view.setFocus()
    while (focus := QApplication.focusWidget()) is not shell.window.area.tabs:
        passed.append(focus.accessibleName())
        shell.qtbot.keyClick(focus, Qt.Key.Key_Backtab)
        assert len(passed) < 12, passed
    assert passed[passed.index("Reload") :] == ["Reload", "Keep mine", "Compare", "Merge…", "Write"]


def tab_round(shell, key):
    """Press a key until the keyboard is where it began; return where it was."""
    shell.window.navigator.filter.setFocus()
    begun, passed = QApplication.focusWidget(), []
    while not passed or passed[-1] is not begun:
        shell.qtbot.keyClick(QApplication.focusWidget(), key)
        assert QApplication.focusWidget() not in passed, names(passed)
        passed.append(QApplication.focusWidget())
    return set(passed)


def names(widgets):
    return [f"{type(widget).__name__} {widget.accessibleName()}" for widget in widgets]


def test_tab_goes_through_all_that_is_seen_and_back_to_where_it_began(shell, folder):
    shell.open(folder, USER, read_only=True)
    shell.qtbot.waitUntil(lambda: shell.documents.current is not None)
    shell.settle()
    panes = ("view.history", "view.context", "view.inspector")
    for pane in panes:
        if not shell.window.docks[pane.partition(".")[2]].in_front:
            shell.run(pane)
        shell.settle()
        seen = {
            each
            for each in shell.window.findChildren(QWidget)
            if each.focusPolicy() & Qt.FocusPolicy.TabFocus and not each.visibleRegion().isEmpty()
            if each.isEnabled() and each.focusProxy() is None
        }
        forth = tab_round(shell, Qt.Key.Key_Tab)
        assert names(seen - forth) == [], pane
        assert tab_round(shell, Qt.Key.Key_Backtab) == forth, pane
        assert names(each for each in forth - seen if each.visibleRegion().isEmpty()) == [], pane


def test_tab_goes_through_the_window_as_it_is_read(shell, folder):
    shell.open(folder, USER)
    shell.qtbot.waitUntil(lambda: shell.documents.current is not None)
    shell.run("go.overview")
    shell.settle()
    window = shell.window
    docks = [window.docks[name].widget() for name in ("navigator", "inspector", "activity")]
    regions = [window.top_bar, docks[0], window.area, *docks[1:]]
    at = window.top_bar.findChild(FolderButton)
    at.setFocus()
    passed = [QApplication.focusWidget()]
    while len(passed) < 2 or QApplication.focusWidget() is not at:
        shell.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        passed.append(QApplication.focusWidget())
    passed.pop()
    places = [next(n for n, region in enumerate(regions) if region.isAncestorOf(each)) for each in passed]
    assert places == sorted(places), names(passed)
    assert {0, 1, 2, 4} <= set(places)
    inside = [each for each, place in zip(passed, places, strict=True) if place == 1]
    lines = [each.mapToGlobal(QPoint(0, 0)).y() for each in inside[2:]]
    assert inside[0] is window.navigator.filter
    assert lines == sorted(lines), names(inside)


def test_tab_goes_into_a_page_that_has_the_keyboard_as_a_whole(shell, folder):
    (folder / "memory" / "policy_overrides.json").write_text('{"recent_days": 5}')
    shell.open(folder)
    shell.document("memory/policy_overrides.json")
    shell.qtbot.waitUntil(lambda: shell.window.area.current_editor is not None)
    page = shell.window.area.current_editor
    shell.settle()
    page.setFocus()
    shell.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert page.isAncestorOf(QApplication.focusWidget())


def test_the_toolbar_is_whole_in_a_small_window_and_does_not_move_as_counts_change(shell, folder):
    shell.open(folder, USER)
    shell.window.resize(1024, 640)
    shell.settle()
    bar = shell.window.top_bar
    field = bar.find_field
    words = field.fontMetrics().horizontalAdvance(field.text())
    assert field.width() > words + field.iconSize().width()

    def places():
        shell.settle()
        return [field.geometry(), *(button.geometry() for button in (bar._review, bar._save))]

    shell.window.resize(1200, 800)
    before = places()
    bar.show_waiting(14)
    bar.show_dirty(3)
    assert places() == before
    menu = shell.window.recent_menu
    menu.popup(shell.window.mapToGlobal(shell.window.rect().center()))
    assert menu.layoutDirection() == shell.window.layoutDirection()
    assert menu.testAttribute(Qt.WidgetAttribute.WA_SetLayoutDirection)
    menu.hide()


def test_documents_are_gone_to_by_quick_open_and_by_their_tabs(shell, folder):
    shell.open(folder, USER)
    assert shell.documents.current.uri == USER
    assert shell.window.windowTitle().startswith("[*]user.md")
    assert shell.run("go.quick_open")
    chooser = shell.window.features["Searching"].quick_open
    shell.qtbot.keyClicks(chooser.field, "proj")
    shell.qtbot.waitUntil(lambda: len(chooser.model.items) == 1)
    shell.qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    assert shell.documents.current.uri == PROFILE
    shell.settle()
    shell.run("go.next_tab")
    assert shell.documents.current.uri == USER
    shell.run("go.previous_tab")
    assert shell.documents.current.uri == PROFILE
    tabs = shell.window.area.tabs
    for left in ([USER], []):
        shell.qtbot.mouseClick(tabs, Qt.MouseButton.MiddleButton, pos=tabs.tabRect(len(left)).center())
        assert [buffer.uri for buffer in shell.documents.buffers()] == left


def test_views_and_panes_are_switched_by_commands(shell, folder):
    shell.open(folder, USER)
    shell.settle()
    shell.run("view.read")
    assert shell.window.area.current_editor.mode() is EditorMode.READ
    assert not shell.run("view.form")
    shell.run("view.inspector")
    assert shell.window.docks["inspector"].isHidden()
    shell.run("view.reset_layout")
    assert not shell.window.docks["inspector"].isHidden()


def test_lists_of_what_is_found_hang_under_the_field_in_the_toolbar(shell, folder):
    shell.open(folder, USER)
    searching, field = shell.window.features["Searching"], shell.window.top_bar.find_field
    for command_id, list_of in (
        ("search.bar", lambda: searching.bar),
        ("go.quick_open", lambda: searching.quick_open),
        ("go.palette", lambda: searching.palette),
    ):
        shell.run(command_id)
        middle = field.mapTo(shell.window, field.rect().center()).x()
        assert abs(list_of().geometry().center().x() - middle) <= 1, command_id
        assert list_of().isVisible(), command_id


def test_the_palette_runs_a_command(shell):
    assert shell.run("go.palette")
    chooser = shell.window.features["Searching"].palette
    shell.qtbot.keyClicks(chooser.field, "light and dark")
    shell.qtbot.waitUntil(lambda: len(chooser.model.items) > 0)
    shell.settle()
    shell.qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    assert shell.theme.dark


def test_a_key_finds_what_became_possible_in_the_same_turn(shell):
    runs, allowed = [], []
    commands = shell.context.commands
    command = Command(
        "test.key",
        "Key",
        lambda: runs.append(1),
        "Ctrl+Alt+J",
        enabled=lambda: bool(allowed),
        after=(State.TEXT,),
    )
    shell.window.addAction(commands.add(command))
    allowed.append(1)
    commands.push(State.TEXT)
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    shell.qtbot.keyClick(shell.window, Qt.Key.Key_J, modifiers)
    assert runs == [1]


def test_a_very_long_name_pushes_no_pane_away(shell, folder):
    name = f"memory/facts/{'long-' * 40}.md"
    (folder / name).write_text("# Long\n", encoding="utf-8")
    shell.open(folder, USER)
    least = shell.window.area.minimumSizeHint().width()
    shell.document(name)
    tabs = shell.window.area.tabs
    assert tabs.tabRect(1).width() <= tabs.fontMetrics().averageCharWidth() * 40
    assert name in tabs.tabToolTip(1)
    assert shell.window.area.minimumSizeHint().width() == least


def test_the_summary_is_renewed_by_its_key(shell, folder):
    action = shell.context.commands.action("edit.summary")
    assert (action.shortcut().toString(), action.isEnabled()) == ("F5", False)
    shell.open(folder, USER)
    shell.qtbot.waitUntil(action.isEnabled)
    buffer = shell.documents.current
    buffer.replace(buffer.text() + "- Town: Ely\n")
    shell.context.commands.run("edit.summary")
    shell.qtbot.waitUntil(lambda: "> Summary: name, town\n" in buffer.text())


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_long_folder_does_not_keep_the_window_wide(run_desk, tmp_path, lang):
    root = tmp_path / "a folder in which one agent of many keeps what it remembers" / ("W" * 120)
    root.mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Facts\n")
    desk = run_desk(root, at="MEMORY.md", size=(1024, 640), lang=lang)
    desk.until(lambda: desk.window.context.documents.current is not None)
    bar = desk.window.top_bar
    desk.window.resize(bar.minimumSizeHint().width(), 640)
    desk.settle()
    assert bar.minimumSizeHint().width() <= 900
    assert desk.window.width() <= 900
    field, button = bar.find_field, bar._path
    words = field.fontMetrics().horizontalAdvance(field.text())
    assert field.width() > words + field.iconSize().width()
    assert button.width() <= 900 / 4
    assert "…" in button.text()
    assert str(root) in button.toolTip()


def test_the_theme_is_toggled(shell):
    assert shell.run("view.theme")
    assert shell.theme.dark
    shell.run("view.theme_light")
    assert not shell.theme.dark


def test_tabs_and_carets_come_back(qtbot, folder, tmp_path):
    path = tmp_path / "state" / "session.json"
    shell = Shell(qtbot, path)
    shell.show()
    shell.open(folder, USER)
    shell.document(PROFILE)
    shell.window.area.current_editor.set_caret(9)
    shell.documents.activate(USER)
    assert shell.window.close()
    shell.end()
    again = Shell(qtbot, path)
    again.show()
    assert again.session.last() == folder
    again.open(folder)
    assert [buffer.uri for buffer in again.window.area.tabs.buffers()] == [USER, PROFILE]
    assert again.documents.current.uri == USER
    again.document(PROFILE)
    again.settle()
    assert again.window.area.current_editor.caret() == 9
    again.end()


def test_a_tab_whose_file_is_gone_is_not_restored(qtbot, folder, tmp_path):
    path = tmp_path / "session.json"
    path.write_text(json.dumps({"tabs": {str(folder): [{"uri": "gone.md"}, {"uri": USER, "current": True}]}}))
    shell = Shell(qtbot, path)
    shell.show()
    shell.open(folder)
    assert [buffer.uri for buffer in shell.documents.buffers()] == [USER]
    shell.end()


def dragged(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def test_a_folder_can_be_dropped(shell, folder):
    data = dragged(folder)
    actions, buttons, keys = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPointF(9, 9).toPoint(), actions, data, buttons, keys)
    shell.window.dragEnterEvent(enter)
    assert enter.isAccepted()
    shell.window.dropEvent(QDropEvent(QPointF(9, 9), actions, data, buttons, keys))
    shell.qtbot.waitUntil(lambda: shell.bus.listing is not None)


def test_two_things_cannot_be_dropped(shell, folder):
    enter = QDragEnterEvent(
        QPointF(9, 9).toPoint(),
        Qt.DropAction.CopyAction,
        data := dragged(folder, folder.parent),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter.setAccepted(False)
    shell.window.dragEnterEvent(enter)
    assert not enter.isAccepted()
    assert data.hasUrls()


def told_of(shell, words):
    """Return the tool tip of the part of the status bar that says this."""
    shell.qtbot.waitUntil(lambda: words in shell.window.status.summary())
    return next(
        label.toolTip() for label in shell.window.status.findChildren(QLabel) if label.text() == words
    )


def test_where_files_cannot_be_exchanged_the_status_bar_says_what_that_means(shell, folder, monkeypatch):
    monkeypatch.setattr(store, "kernel_rename", lambda: None)
    shell.open(folder, USER)
    shell.bus.workspace.commit(PROFILE, b"# Project\n", ANY, shell.documents.person)
    assert "cannot swap two files" in told_of(shell, "limited protection")
    shell.bus.close()
    shell.qtbot.waitUntil(lambda: "reduced" not in shell.window.status.summary())


def test_a_folder_on_a_network_is_told_in_the_status_bar(shell, folder, tmp_path, monkeypatch):
    device = os.lstat(folder).st_dev
    table = tmp_path / "mountinfo"
    table.write_text(f"36 35 {os.major(device)}:{os.minor(device)} / {folder} rw - cifs //server/x rw\n")
    monkeypatch.setattr(mounts, "_TABLE", table)
    shell.open(folder)
    assert "on a network" in told_of(shell, "limited protection")


def test_what_it_means_that_a_folder_is_only_looked_at_now_and_then_is_told(shell, folder, monkeypatch):
    def refuse(_observer):
        raise OSError(errno.ENOSPC, "no watch left")

    monkeypatch.setattr(KernelObserver, "start", refuse)
    shell.open(folder)
    assert "fs.inotify.max_user_watches" in told_of(shell, "checking every few seconds")
    folder.rename(folder.with_name("moved"))
    assert "waits" in told_of(shell, "folder not found")


def test_on_a_disk_as_most_are_nothing_is_said_of_it(shell, folder):
    shell.open(folder, USER)
    shell.bus.workspace.commit(PROFILE, b"# Project\n", ANY, shell.documents.person)
    shell.qtbot.waitUntil(lambda: "ready to save" in shell.window.status.summary())
    shell.settle()
    assert "reduced" not in shell.window.status.summary()


@pytest.mark.parametrize(
    ("reason", "words"), [("file_system", "is mounted"), ("permission", "do not have permission")]
)
def test_why_a_folder_is_read_only_is_told(shell, folder, monkeypatch, reason, words):
    monkeypatch.setattr(workspaces, "why_read_only", lambda root: reason)
    shell.open(folder, USER)
    assert words in told_of(shell, "read-only")
    page = shell.window.area.page(shell.documents.current)
    assert page.banner.spoken() == f"This workspace is open read-only. {told_of(shell, 'read-only')}"


def test_a_read_only_folder_says_so(shell, folder):
    shell.open(folder, USER, read_only=True)
    assert "read-only" in told_of(shell, "read-only")
    assert not shell.documents.current.editable


def test_the_log_follows(shell):
    shell.window.open_log()
    dialog = shell.dialog(LogDialog)
    import logging

    shell.ring.handle(logging.makeLogRecord({"msg": "hello", "levelno": 30, "levelname": "WARNING"}))
    shell.qtbot.waitUntil(lambda: "hello" in dialog.text())
    dialog.close()
    assert shell.ring.listener is None


def test_each_dialog_opens_and_closes(shell):
    from memdesk_gui.widgets.dialog import BaseDialog

    for command in ("help.open", "help.about"):
        assert shell.run(command)
        dialog = next(each for each in shell.window.findChildren(BaseDialog) if each.isVisible())
        assert dialog.accessibleName(), command
        assert dialog.size().boundedTo(dialog.screen().availableSize()) == dialog.size(), command
        dialog.close()
        assert not dialog.isVisible(), command


def test_the_help_is_searched_and_stays_open_beside_the_window(shell, folder):
    from memdesk_gui.shell.dialogs.help import NAME_ROLE, HelpDialog

    assert shell.run("help.open")
    [dialog] = shell.window.findChildren(HelpDialog)
    assert not dialog.isModal()

    def pages():
        rows = (dialog.list.item(row) for row in range(dialog.list.count()))
        return [item.data(NAME_ROLE) for item in rows if not item.isHidden()]

    every = pages()
    dialog.search.setText("PICOCLAW_HOME  pegasus")
    shell.qtbot.waitUntil(lambda: pages() == ["02-open.md"])
    assert dialog.name() == "02-open.md"
    shell.qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.search.setText("approve")
    assert dialog.name() == "29-approval.md", "the page that is about it comes first"
    dialog.search.setText("no page has this word: zyxw")
    assert (pages(), dialog.nothing.isHidden()) == ([], False)
    dialog.search.clear()
    assert (pages(), dialog.nothing.isHidden()) == (every, True)
    shell.open(folder, USER)
    assert shell.run("help.open")
    assert shell.window.findChildren(HelpDialog) == [dialog]
    dialog.close()


def test_a_help_page_shows_its_own_picture(shell):
    from memdesk_gui.shell.dialogs.help import NAME_ROLE, HelpDialog

    assert shell.run("help.open")
    dialog = shell.dialog(HelpDialog)
    pages = {dialog.list.item(row).data(NAME_ROLE): row for row in range(dialog.list.count())}
    picture = "\ufffc"
    for name, pictures in (("14-policy.md", 1), ("03-window.md", 0)):
        dialog.list.setCurrentRow(pages[name])
        title = dialog.list.currentItem().text()
        shell.qtbot.waitUntil(lambda title=title: dialog.page.toPlainText().startswith(title))
        assert dialog.page.toPlainText().count(picture) == pictures
    dialog.close()


def test_recent_workspaces_are_offered_and_greyed_when_gone(shell, folder, tmp_path):
    shell.session.opened(tmp_path / "gone")
    shell.session.opened(folder)
    menu = shell.window.recent_menu
    menu.fill()
    shell.settle()
    states = {action.text().partition("\t")[0]: action.isEnabled() for action in menu.actions()}
    assert states["agent"]
    assert not states["gone"]
    next(action for action in menu.actions() if action.text().startswith("agent")).trigger()
    shell.qtbot.waitUntil(lambda: shell.bus.listing is not None)
    shell.settle()


def test_every_command_of_the_contract_is_there_and_no_two_share_a_shortcut_unless_only_one_can_run(shell):
    assert {
        "workspace.open",
        "document.save",
        "policy.rollback",
        "document.save_all",
        "document.revert",
        "go.quick_open",
        "search.everywhere",
        "go.palette",
        "view.theme",
        "help.open",
    } <= {command.id for command in shell.context.commands}
    assert shell.context.commands.action("view.navigator").toolTip() == "Navigator (Ctrl+B)"
    taken = {}
    for command in shell.context.commands:
        for keys in shell.context.commands.action(command.id).shortcuts():
            taken.setdefault(keys.toString(), []).append(command.id)
    shared = {keys: ids for keys, ids in taken.items() if len(ids) > 1}
    assert shared == {
        "Ctrl+1": ["view.write", "view.form"],
        "Ctrl+2": ["view.split", "view.source"],
        "Alt+Up": ["merge.previous", "entry.up"],
        "Alt+Down": ["merge.next", "entry.down"],
    }


class WeatherCommands(Feature):
    """A feature that the window was not written for."""

    said = None

    @declared("weather.look", lambda _self: "&Weather…", menu=(Menu.HELP, 1, 9))
    def look(self):
        """Say what it is like."""
        self.said = "sunny"

    def attach(self):
        """Note what stands by now."""
        self.attached_to = self._window.area, self._window.navigator

    def prepare(self):
        """Count how often the panes are made."""
        self.panes = [*getattr(self, "panes", ()), self._window.inspector]
        yield


def test_a_feature_needs_nothing_but_its_line_in_the_registry(monkeypatch, qtbot, folder, tmp_path):
    monkeypatch.setattr(main_window, "FEATURES", (*main_window.FEATURES, WeatherCommands))
    shell = Shell(qtbot, tmp_path / "session")
    try:
        weather, window = shell.window.features["WeatherCommands"], shell.window
        [help_menu] = [menu for menu in window.menuBar().findChildren(QMenu) if menu.title() == "&Help"]
        help_menu.aboutToShow.emit()
        assert "&Weather…" in [action.text() for action in help_menu.actions()]
        shell.context.commands.run("weather.look")
        assert weather.said == "sunny"
        assert weather.attached_to == (window.area, window.navigator)
        shell.open(folder)
        other = shutil.copytree(folder, tmp_path / "other")
        shell.window.workspaces.open(other)
        shell.qtbot.waitUntil(lambda: shell.bus.workspace is not None and shell.bus.workspace.root == other)
        assert weather.panes == [window.inspector]
    finally:
        shell.end()


def test_every_control_has_a_name_and_the_status_bar_tells_the_document(shell, folder):
    from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit, QTabBar

    shell.open(folder, USER)
    shell.settle()
    kinds = (QAbstractButton, QAbstractItemView, QLineEdit, QTabBar)
    bare = [
        widget
        for kind in kinds
        for widget in shell.window.findChildren(kind)
        if widget.isVisible()
        and not widget.accessibleName()
        and not (isinstance(widget, QAbstractButton) and widget.text())
    ]
    assert [f"{type(widget).__name__} in {type(widget.parent()).__name__}" for widget in bare] == []
    shell.qtbot.waitUntil(lambda: "LF" in shell.window.status.summary())
    summary = shell.window.status.summary()
    assert "UTF-8" in summary
    assert "Ln 1" in summary
    assert f"{os.stat(folder / USER).st_size} B" in summary


def test_the_edit_menu_works_on_the_field_with_the_focus(shell, folder):
    shell.window.show()
    shell.open(folder, USER)
    field = shell.window.navigator.filter
    field.setText("kiln")
    shell.window.activateWindow()
    field.setFocus()
    shell.qtbot.waitUntil(field.hasFocus)
    for command in ("edit.select_all", "edit.cut"):
        shell.context.commands.run(command)
    assert field.text() == ""
    shell.context.commands.run("edit.paste")
    assert field.text() == "kiln"
