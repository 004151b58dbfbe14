"""Quitting and starting again, damaged files of our own, crashes, and two windows on one folder."""

from __future__ import annotations

import logging
import shutil

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QTextOption

from helpers.originals import PEGASUS, PROFILE, put
from memdesk.runtime.paths import log_file, session_file, settings_file
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.shell.session import WindowSession
from memdesk_gui.theme.theme import Scheme

USER, TEAM = "memory/facts/user.md", "memory/facts/team.md"


@pytest.fixture
def root(tmp_path):
    return put(tmp_path / "agent", PEGASUS | PROFILE)


def quit_desk(desk):
    """Close the window as a person does, then end the process's part."""
    assert desk.window.close()
    desk.end()


def tabs(desk):
    return [buffer.uri for buffer in desk.window.area.tabs.buffers()]


def test_everything_is_as_it_was_left(run_desk, root):
    first = run_desk(root)
    for uri in (USER, TEAM, "memory/profile.json"):
        first.open(uri)
    first.open(TEAM)
    first.window.area.current_editor.set_caret(12)
    first.run("view.inspector")
    first.window.resize(1000, 700)
    first.run("view.theme_dark")
    left = tabs(first)
    quit_desk(first)
    again = run_desk()
    again.until(lambda: again.bus.listing is not None and len(tabs(again)) == len(left))
    again.settle()
    assert tabs(again) == left
    assert again.documents.current.uri == TEAM
    assert again.window.area.current_editor.caret() == 12
    assert again.window.docks["inspector"].isHidden()
    assert not again.window.docks["navigator"].isHidden()
    assert again.window.height() == 700
    assert again.context.theme.scheme is Scheme.DARK


def test_not_to_wrap_holds_for_later_documents_and_many_tabs_keep_their_titles_readable(run_desk, root):
    desk = run_desk(root)
    desk.run("view.wrap")
    desk.open(USER)
    assert desk.editor.view.wordWrapMode() == QTextOption.WrapMode.NoWrap
    desk.run("view.wrap")
    assert desk.editor.view.wordWrapMode() == QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    for uri in (*PEGASUS, *PROFILE):
        desk.open(uri)
    bar = desk.window.area.tabs
    room = [bar.tabRect(index).width() for index in range(bar.count())]
    needed = [bar.fontMetrics().horizontalAdvance(bar.tabText(index)) for index in range(bar.count())]
    assert all(width > text for width, text in zip(room, needed, strict=True))


DAMAGED = (
    (b"", b"theme = "),
    (b"{", b"\xff"),
    (b"\xff\xfe\x00", b'theme = 7\nzoom = "big"\n'),
    (b"[1, 2]", b"zoom = 100000\n"),
    (b'{"tabs": 3, "recent": [7], "last": {}}', b""),
)
"""What our own files may contain after an accident: the session, and the settings."""


def test_damaged_files_of_our_own_are_a_forgotten_session_and_the_default_settings(run_desk, root):
    session_file().parent.mkdir(parents=True)
    settings_file().parent.mkdir(parents=True)
    for session, settings in DAMAGED:
        session_file().write_bytes(session)
        settings_file().write_bytes(settings)
        desk = run_desk(root)
        assert desk.context.theme.scheme is Scheme.SYSTEM, settings
        assert desk.context.theme.zoom == 100, settings
        desk.open(USER)
        quit_desk(desk)
        assert WindowSession(session_file(), None).last() == root, session
    again = run_desk()
    again.until(lambda: again.bus.listing is not None)
    assert again.bus.workspace.root == root


def test_a_last_workspace_that_is_gone_leads_to_the_first_page(run_desk, root):
    quit_desk(run_desk(root))
    shutil.rmtree(root)
    again = run_desk()
    again.until(lambda: again.window.toast.text() != "")
    assert again.bus.workspace is None
    assert [recent.path for recent in again.window.workspaces.session.recent()] == [str(root)]


def test_a_folder_is_dragged_into_the_window(run_desk, root):
    desk = run_desk()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(root))])
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(9, 9).toPoint(), action, data, button, keys)
    desk.window.dragEnterEvent(enter)
    assert enter.isAccepted()
    desk.window.dropEvent(QDropEvent(QPointF(9, 9), action, data, button, keys))
    desk.until(lambda: desk.bus.listing is not None)
    assert desk.bus.workspace.root == root
    desk.settle()
    assert desk.window.workspaces.session.recent()[0].path == str(root)


def test_a_file_dragged_into_the_window_is_refused_politely(run_desk, root):
    desk = run_desk(root)
    buffer = desk.open(USER)
    desk.window.workspaces.open(root / USER)
    desk.until(lambda: desk.window.toast.text() != "")
    assert desk.bus.workspace is not None
    assert desk.documents.find(USER) is buffer


def test_an_unexpected_error_is_reported_and_what_was_typed_stays(run_desk, root):
    desk = run_desk(root)
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, "Lin Wei", " (mine)")

    words = "nobody expected " + "this"

    def fail():
        raise RuntimeError(words)

    desk.context.jobs.read(fail)
    desk.until(lambda: desk.desk.reporter.dialog is not None)
    report = desk.desk.reporter.dialog.report()
    assert f"RuntimeError: {words}" in report
    assert "Lin Wei" not in report
    log = log_file().read_text("utf-8")
    assert "RuntimeError" in log
    assert words not in log, "an error's words may quote a memory"
    desk.press(desk.desk.reporter.dialog, "Continue")
    assert "Lin Wei (mine)" in buffer.text()
    desk.run("document.save")
    desk.until(lambda: not buffer.dirty)
    desk.ring.records.clear()


def test_an_error_in_the_event_loop_is_reported_too(run_desk, root, qtbot):
    desk = run_desk(root)

    def fail():
        raise RuntimeError("nobody expected this either")

    with qtbot.captureExceptions() as caught:
        desk.desk.reporter.install()
        QTimer.singleShot(0, fail)
        desk.until(lambda: desk.desk.reporter.dialog is not None)
    assert caught == []
    assert "either" in desk.desk.reporter.dialog.report()
    desk.press(desk.desk.reporter.dialog, "Continue")
    assert [level for level, _ in desk.ring.records if level >= logging.ERROR]
    desk.ring.records.clear()


def test_two_windows_on_one_folder_see_each_other(run_desk, root):
    one, two = run_desk(root), run_desk(root)
    here, there = one.open(USER), two.open(USER)
    one.type_at(one.editor.view, "Lin Wei", " (one)")
    one.run("document.save")
    one.until(lambda: not here.dirty)
    two.until(lambda: "(one)" in there.text())
    assert not there.dirty
    two.type_at(two.editor.view, "(one)", " (two)")
    one.type_at(one.editor.view, "(one)", " (again)")
    two.run("document.save")
    two.until(lambda: not there.dirty)
    one.until(lambda: here.disk_state is DiskState.CHANGED)
    assert "(again)" in here.text()
    assert b"(one) (two)" in (root / USER).read_bytes()


def test_a_value_that_is_still_being_typed_is_saved_too(run_desk, root):
    desk = run_desk(root)
    desk.open("memory/profile.json#user_name")
    table = desk.editor.table
    cell = table.currentIndex().siblingAtColumn(1)
    table.setCurrentIndex(cell)
    table.edit(cell)
    field = desk.window.focusWidget()
    field.selectAll()
    desk.type(field, "Noor")
    desk.qtbot.keyClick(field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: b'"Noor"' in (root / "memory/profile.json").read_bytes())


def test_a_value_that_is_still_being_typed_is_asked_about_when_the_window_closes(run_desk, root):
    desk = run_desk(root)
    desk.open("memory/profile.json#user_name")
    table = desk.editor.table
    cell = table.currentIndex().siblingAtColumn(1)
    table.setCurrentIndex(cell)
    table.edit(cell)
    desk.type(desk.window.focusWidget(), "Noor")
    assert not desk.window.close()
    assert "Noor" in desk.documents.current.text()


def test_the_form_and_the_source_are_one_text(run_desk, root):
    desk = run_desk(root)
    buffer = desk.open("memory/profile.json#user_name")
    desk.type_at(desk.editor.value_field, "Mike", "!")
    desk.window.area.set_mode(EditorMode.SOURCE)
    assert '"Mike!"' in buffer.text()
    desk.type_at(desk.editor.view, '"user_name": "', "Ms ")
    desk.until(lambda: any(item.value == "Ms Mike!" for item in buffer.parsed.record.items))
    desk.window.area.set_mode(EditorMode.FORM)
    assert desk.editor.value_field.value() == "Ms Mike!"
    desk.run("edit.undo")
    desk.until(lambda: desk.editor.value_field.value() == "Mike!")
