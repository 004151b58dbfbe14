"""The profile's table: what it shows, what an edit writes, what it refuses."""

from __future__ import annotations

import json
import threading
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from helpers.parsed_documents import options
from memdesk.model import Kind
from memdesk_gui.editors import profile
from memdesk_gui.editors.models.profile import KEY, VALUE
from memdesk_gui.editors.profile import ProfileEditor
from memdesk_gui.widgets.lists.row_keys import RowKeys
from memdesk_gui.widgets.tab_order import follow_layout

URI = "memory/profile.json"
PROFILE = (
    '{\n  "": "nameless",\n  "city": "Ghent \\u0026 Hull",\n  "style": "short\\nplain",\n  "咖啡": "黑"\n}'
)


@pytest.fixture
def editor_of(desk_of, qtbot):
    def build(text, **more):
        files = {URI: text.encode() if isinstance(text, str) else text}
        desk = desk_of(**options("picoclaw-profile", files, {URI: Kind.PROFILE}), **more)
        editor = ProfileEditor(desk.open(URI), desk.context)
        editor.desk = desk
        qtbot.addWidget(editor)
        editor.show()
        return editor

    return build


def settle(qtbot, editor):
    qtbot.waitUntil(lambda: json.loads(editor.buffer.text()) == editor.buffer.parsed.data)
    editor.desk.settle()


def keys(editor):
    return [
        editor.proxy.index(row, KEY).data(Qt.ItemDataRole.EditRole) for row in range(editor.proxy.rowCount())
    ]


def choose(editor, key):
    editor.table.select_row(editor.proxy.mapFromSource(editor.model.index_of(key)))


def test_keys_and_values_are_listed(editor_of):
    editor = editor_of(PROFILE)
    assert keys(editor) == ["", "city", "style", "咖啡"]
    assert editor.count.text().startswith("4 ")
    assert editor.proxy.index(0, KEY).data() == "(empty key)"
    assert editor.proxy.index(2, VALUE).data() == "short ⏎ plain"
    assert editor.table.accessibleName() == "Profile table"
    assert editor.value_field.toPlainText() == "nameless"
    assert editor.trail() == ()


def test_typing_a_value_changes_only_its_bytes(editor_of, qtbot):
    editor = editor_of(PROFILE)
    choose(editor, "city")
    assert editor.trail() == ("city",)
    editor.value_field.selectAll()
    qtbot.keyClicks(editor.value_field, "<Bruges>")
    assert editor.buffer.text() == PROFILE.replace("Ghent \\u0026 Hull", "\\u003cBruges\\u003e")
    settle(qtbot, editor)
    assert editor.value_field.toPlainText() == "<Bruges>"
    assert editor.proxy.index(1, VALUE).data() == "<Bruges>"
    with qtbot.waitSignal(editor.buffer.saved):
        editor.buffer.disk.save()
    assert editor.desk.workspace.files[URI] == editor.buffer.text().encode()


def test_what_is_typed_in_a_row_is_one_edit_made_off_the_window(editor_of, qtbot, monkeypatch):
    made, set_value = [], profile.set_value

    def recorded(*arguments, **named):
        made.append(threading.current_thread())
        return set_value(*arguments, **named)

    monkeypatch.setattr(profile, "set_value", recorded)
    editor = editor_of(PROFILE)
    buffer = editor.buffer
    choose(editor, "city")
    editor.value_field.selectAll()
    qtbot.keyClicks(editor.value_field, "The old town of Bruges")
    assert (made, buffer.dirty) == ([], True)
    qtbot.waitUntil(lambda: not buffer.typing.is_open)
    assert len(made) == 1
    assert made[0] is not threading.main_thread()
    settle(qtbot, editor)
    assert editor.proxy.index(1, VALUE).data() == "The old town of Bruges"
    buffer.undo()
    assert (buffer.text(), buffer.dirty) == (PROFILE, False)
    buffer.redo()
    assert buffer.dirty


def test_no_key_is_lost_however_the_typing_ends(editor_of, qtbot):
    editor = editor_of(PROFILE)
    buffer, files = editor.buffer, editor.desk.workspace.files
    choose(editor, "city")
    editor.value_field.selectAll()
    qtbot.keyClicks(editor.value_field, "Bruges")
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()
    assert json.loads(files[URI])["city"] == "Bruges"
    qtbot.keyClicks(editor.value_field, "1")
    choose(editor, "style")
    editor.value_field.selectAll()
    qtbot.keyClicks(editor.value_field, "Mara")
    editor.key_field.setText("who")
    editor.key_field.setModified(True)
    editor.key_field.editingFinished.emit()
    found = json.loads(buffer.text())
    assert (found["city"], found["who"]) == ("Bruges1", "Mara")
    qtbot.keyClicks(editor.value_field, "!")
    buffer.undo()
    assert json.loads(buffer.text()) == found


def test_what_comes_from_disk_does_not_take_the_keys_being_typed(editor_of, qtbot):
    editor = editor_of(PROFILE)
    choose(editor, "city")
    editor.value_field.selectAll()
    qtbot.keyClicks(editor.value_field, "Bru")
    editor.desk.workspace.write(URI, PROFILE.replace("Ghent", "Gent").encode())
    qtbot.keyClicks(editor.value_field, "ges")
    qtbot.waitUntil(lambda: editor.buffer.disk_state == "changed")
    assert editor.value_field.toPlainText() == "Bruges"
    settle(qtbot, editor)
    assert editor.value_field.toPlainText() == "Bruges"
    assert json.loads(editor.buffer.text())["city"] == "Bruges"


def test_a_value_of_several_lines_is_edited_below_and_not_in_the_cell(editor_of, qtbot):
    editor = editor_of('{"a": "one\\r\\ntwo", "b": "x"}')
    choose(editor, "a")
    assert not editor.proxy.index(0, VALUE).flags() & Qt.ItemFlag.ItemIsEditable
    assert editor.proxy.index(1, VALUE).flags() & Qt.ItemFlag.ItemIsEditable
    qtbot.keyClicks(editor.value_field, "X")
    assert editor.buffer.text() == '{"a": "Xone\\r\\ntwo", "b": "x"}'


def test_cells_edit_values_and_names(editor_of, qtbot):
    editor = editor_of(PROFILE)
    editor.proxy.setData(editor.proxy.index(1, VALUE), "Lyon")
    settle(qtbot, editor)
    editor.proxy.setData(editor.proxy.index(1, KEY), "town")
    settle(qtbot, editor)
    assert keys(editor) == ["", "style", "town", "咖啡"]
    assert editor.buffer.text() == (
        '{\n  "": "nameless",\n  "style": "short\\nplain",\n  "town": "Lyon",\n  "咖啡": "黑"\n}'
    )


def test_the_key_field_renames_and_a_taken_name_is_refused(editor_of, qtbot):
    editor = editor_of(PROFILE)
    choose(editor, "city")
    editor.key_field.clear()
    qtbot.keyClicks(editor.key_field, "style")
    editor.key_field.editingFinished.emit()
    assert editor.buffer.text() == PROFILE
    assert editor._notice.isVisible()
    assert editor.key_field.text() == "style"
    qtbot.keyClick(editor.key_field, Qt.Key.Key_Escape)
    assert editor.key_field.text() == "city"
    editor.key_field.clear()
    qtbot.keyClicks(editor.key_field, "town")
    editor.key_field.editingFinished.emit()
    settle(qtbot, editor)
    assert not editor._notice.isVisible()
    assert editor.trail() == ("town",)


def test_a_name_that_is_taken_is_refused_in_its_cell_too(editor_of, qtbot):
    editor = editor_of(PROFILE)
    choose(editor, "style")
    for name, said in (("city", "The key “city” already exists. Choose another name."), ("mood", "")):
        editor.table.edit(editor.proxy.index(editor.table.currentIndex().row(), KEY))
        cell = editor.table.findChild(QLineEdit)
        cell.selectAll()
        qtbot.keyClicks(cell, name)
        qtbot.keyClick(cell, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: editor.table.state() == editor.table.State.NoState)
        qtbot.waitUntil(lambda: editor.table.findChild(QLineEdit) is None)
        assert editor._notice.text() == said
    settle(qtbot, editor)
    assert keys(editor) == ["", "city", "mood", "咖啡"]
    assert editor.trail() == ("mood",)


def test_what_is_typed_on_a_row_filters_and_escape_brings_all_back(editor_of, qtbot):
    editor = editor_of(PROFILE)
    editor.activateWindow()
    editor.table.setFocus()
    qtbot.waitUntil(editor.table.hasFocus)
    qtbot.keyClicks(editor.table, "s")
    assert editor.filter.hasFocus()
    qtbot.keyClicks(editor.filter, "ho")
    assert keys(editor) == ["style"]
    assert editor.buffer.text() == PROFILE
    qtbot.keyClick(editor.filter, Qt.Key.Key_Down)
    assert editor.table.hasFocus()
    assert editor.trail() == ("style",)
    qtbot.keyClicks(editor.table, "x")
    assert editor.filter.text() == "shox"
    qtbot.keyClick(editor.filter, Qt.Key.Key_Escape)
    assert keys(editor) == ["", "city", "style", "咖啡"]
    assert editor.table.hasFocus()
    qtbot.keyClick(editor.table, Qt.Key.Key_F2)
    assert editor.table.state() == editor.table.State.EditingState


def test_adding_begins_to_name_the_new_key(editor_of, qtbot):
    editor = editor_of('{"new_key": "x"}')
    editor.filter.setText("nothing has this")
    editor.add_button.click()
    settle(qtbot, editor)
    assert keys(editor) == ["new_key", "new_key_2"]
    assert editor.trail() == ("new_key_2",)
    assert editor.table.state() == editor.table.State.EditingState


def test_deleting_chooses_the_next_key_and_can_be_undone(editor_of, qtbot):
    editor = editor_of(PROFILE)
    choose(editor, "style")
    qtbot.keyClick(editor.table, Qt.Key.Key_Delete)
    settle(qtbot, editor)
    assert keys(editor) == ["", "city", "咖啡"]
    assert editor.trail() == ("咖啡",)
    editor.buffer.text_document.undo()
    settle(qtbot, editor)
    assert editor.buffer.text() == PROFILE
    choose(editor, "咖啡")
    editor.delete_button.click()
    settle(qtbot, editor)
    assert editor.trail() == ("style",)


def test_the_filter_shows_what_matches_keys_or_values(editor_of, qtbot):
    editor = editor_of(PROFILE)
    editor.open_find()
    qtbot.keyClicks(editor.filter, "hull")
    assert keys(editor) == ["city"]
    editor.reveal("style")
    assert keys(editor) == ["", "city", "style", "咖啡"]
    assert editor.trail() == ("style",)
    editor.reveal("missing")
    assert editor.trail() == ("style",)


def test_values_that_are_no_text_are_marked_and_become_text_when_edited(editor_of, qtbot):
    editor = editor_of('{"a": "x", "n": 3}')
    cell = editor.proxy.index(1, VALUE)
    assert cell.data() == "3"
    assert "Not a text" in cell.data(Qt.ItemDataRole.ToolTipRole)
    assert not cell.flags() & Qt.ItemFlag.ItemIsEditable
    assert editor.add_button.isEnabled()
    choose(editor, "n")
    qtbot.keyClicks(editor.value_field, "three")
    assert editor.buffer.text() == '{"a": "x", "n": "three"}'


def test_a_change_on_disk_is_shown_with_the_same_key_chosen(editor_of, qtbot):
    editor = editor_of(PROFILE)
    choose(editor, "咖啡")
    editor.desk.workspace.write(URI, '{"a": "new", "咖啡": "白"}'.encode())
    qtbot.waitUntil(lambda: keys(editor) == ["a", "咖啡"])
    assert editor.trail() == ("咖啡",)
    assert editor.value_field.toPlainText() == "白"
    editor.desk.workspace.write(URI, b"{}")
    qtbot.waitUntil(lambda: keys(editor) == [])
    assert not editor.value_field.isVisible()


def test_text_that_does_not_parse_is_not_edited_by_form(editor_of, qtbot):
    editor = editor_of(PROFILE)
    choose(editor, "city")
    editor.buffer.replace(PROFILE[:-1])
    qtbot.waitUntil(lambda: bool(editor.buffer.problems))
    assert editor._notice.isVisible()
    assert not editor.add_button.isEnabled()
    assert editor.value_field.isReadOnly()
    editor.add()
    assert editor.buffer.text() == PROFILE[:-1]


def test_read_only_text_is_shown_without_a_way_to_change_it(editor_of):
    editor = editor_of('{"a": "\\u0000", "b": "x"}')
    choose(editor, "a")
    assert editor.value_field.isReadOnly()
    choose(editor, "b")
    assert not editor.value_field.isReadOnly()


def active(editor, qtbot):
    editor.activateWindow()
    editor.table.setFocus()
    qtbot.waitUntil(editor.table.hasFocus)
    return editor


@pytest.mark.parametrize("key", [Qt.Key.Key_F2, Qt.Key.Key_Return])
def test_f2_and_enter_edit_the_value_wherever_the_row_was_pressed(editor_of, qtbot, key):
    editor = active(editor_of(PROFILE), qtbot)
    place = editor.table.visualRect(editor.proxy.index(1, KEY)).center()
    qtbot.mouseClick(editor.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert editor.table.currentIndex().column() == VALUE
    qtbot.keyClick(editor.table, key)
    cell = editor.table.findChild(QLineEdit)
    qtbot.keyClicks(cell, "Berlin")
    qtbot.keyClick(cell, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: editor.table.findChild(QLineEdit) is None)
    settle(qtbot, editor)
    found = json.loads(editor.buffer.text())
    assert found["city"] == "Berlin"
    assert [*found] == ["", "city", "style", "咖啡"]


def test_a_value_of_several_lines_is_edited_below_the_table(editor_of, qtbot):
    editor = active(editor_of(PROFILE), qtbot)
    choose(editor, "style")
    qtbot.keyClick(editor.table, Qt.Key.Key_F2)
    assert editor.value_field.hasFocus()
    qtbot.keyClicks(editor.value_field, "!")
    assert json.loads(editor.buffer.text())["style"] == "short\nplain!"


def test_arrows_go_to_the_key_and_then_f2_renames_it(editor_of, qtbot):
    editor = active(editor_of(PROFILE), qtbot)
    choose(editor, "city")
    qtbot.keyClick(editor.table, Qt.Key.Key_Left)
    qtbot.keyClick(editor.table, Qt.Key.Key_F2)
    cell = editor.table.findChild(QLineEdit)
    assert cell.text() == "city"
    qtbot.keyClicks(cell, "town")
    qtbot.keyClick(cell, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: editor.table.findChild(QLineEdit) is None)
    settle(qtbot, editor)
    assert editor.trail() == ("town",)


def test_undoing_a_rename_keeps_the_row(editor_of, qtbot):
    editor = active(editor_of(PROFILE), qtbot)
    choose(editor, "style")
    for name in ("manner", "way"):
        editor.proxy.setData(editor.table.currentIndex().siblingAtColumn(KEY), name)
        settle(qtbot, editor)
        assert editor.trail() == (name,)
    for name in ("manner", "style"):
        editor.buffer.undo()
        settle(qtbot, editor)
        assert editor.trail() == (name,)
        assert editor.table.currentIndex().data(Qt.ItemDataRole.EditRole) == "short\nplain"
    editor.buffer.redo()
    settle(qtbot, editor)
    assert editor.trail() == ("manner",)


def test_a_filter_says_how_much_it_hides_and_when_nothing_matches(editor_of, qtbot):
    editor = editor_of(PROFILE)
    editor.filter.setText("hull")
    assert editor.count.text() == "4 keys · 3 hidden by the filter"
    before = editor.table.viewport().grab().toImage()
    editor.filter.setText("no such thing")
    assert editor.count.text() == "4 keys · 4 hidden by the filter"
    assert editor.table.viewport().grab().toImage() != before
    editor.filter.clear()
    assert editor.count.text() == "4 keys"


def test_the_menu_of_a_row_offers_what_its_keys_do(editor_of, qtbot):
    editor = active(editor_of(PROFILE), qtbot)
    choose(editor, "style")
    place = editor.table.visualRect(editor.proxy.index(1, VALUE)).center()
    menus = []
    keys_of = editor.table.findChild(RowKeys)
    offered = keys_of._menu
    keys_of._menu = lambda: menus.append(offered()) or menus[-1]
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, place, editor.table.viewport().mapToGlobal(place)
    )
    QApplication.sendEvent(editor.table.viewport(), event)
    assert editor.trail() == ("city",)
    words = {action.text().partition("\t")[0]: action for action in menus[0].actions() if action.text()}
    assert {"Edit", "Rename key", "Copy", "Delete"} <= {*words}
    words["Copy"].trigger()
    assert QApplication.clipboard().text() == "Ghent & Hull"
    words["Rename key"].trigger()
    assert editor.table.findChild(QLineEdit).text() == "city"
    menus[0].close()


def test_tab_goes_from_key_to_value_to_deleting(editor_of, qtbot):
    editor = active(editor_of(PROFILE), qtbot)
    follow_layout(editor)
    controls = (editor.key_field, editor.value_field, editor.delete_button)
    controls[0].setFocus()
    for before, after in pairwise(controls):
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        assert after.hasFocus()
