"""Compartments: the table, the form, and what they write."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from helpers.parsed_documents import options
from memdesk.model import OUTSIDE, Actor, Kind, Origin, Via
from memdesk_gui.editors.entries import EntriesEditor
from memdesk_gui.editors.models.entries import CONTENT, PRIORITY, TAGS
from memdesk_gui.widgets.lists.table import CELL
from memdesk_gui.widgets.lists.tags_delegate import INSIDE

URI = "memory.json"


def entry(identity, content, **more):
    stamp = "2026-11-21T20:10:35Z"
    return {
        "id": identity,
        "content": content,
        **more,
        "created_at": stamp,
        "updated_at": stamp,
        "access_count": 2,
        "priority": more.pop("priority", 5),
    }


MEMORY = json.dumps(
    {
        "plan": [],
        "run": [entry("r-1", "total = 42")],
        "session": [
            entry("s-1", "likes <tea>", category="taste", tags=["user", ""], metadata={"source": "chat"}),
            entry("s-2", "second\nline", priority=9),
        ],
        "strange": [entry("x-1", "kept")],
    },
    indent=2,
)


@pytest.fixture
def editor_of(desk_of, qtbot):
    def build(text=MEMORY, **more):
        desk = desk_of(**options("aigentic", {URI: text.encode(), **more}, {URI: Kind.COMPARTMENTS}))
        editor = EntriesEditor(desk.open(URI), desk.context)
        editor.desk = desk
        qtbot.addWidget(editor)
        editor.show()
        return editor

    return build


def settle(qtbot, editor):
    qtbot.waitUntil(lambda: json.loads(editor.buffer.text()) == editor.buffer.parsed.data)
    editor.desk.settle()


def contents(editor):
    rows = range(editor.proxy.rowCount())
    return [editor.proxy.index(row, CONTENT).data(Qt.ItemDataRole.EditRole) for row in rows]


def data(editor, compartment="session"):
    return json.loads(editor.buffer.text())[compartment]


def test_the_fullest_compartment_is_shown_first_with_its_size(editor_of):
    editor = editor_of()
    assert editor.compartment == "session"
    assert contents(editor) == ["likes <tea>", "second\nline"]
    assert editor.meter.text.text() == "41 / 10,000 characters"
    assert editor.count.text().startswith("2 ")
    assert editor.table.accessibleName() == "Entries table"
    assert editor.form.isVisible()
    assert editor.trail() == ("session", "likes <tea>")


def test_tags_are_chips_in_the_table_too(editor_of):
    editor = editor_of()
    cell = editor.proxy.index(0, TAGS)
    assert (cell.data(), cell.data(Qt.ItemDataRole.ToolTipRole)) == ("user", "user")
    image = editor.table.viewport().grab(editor.table.visualRect(cell)).toImage()
    colours = {image.pixelColor(x, image.height() // 2).name() for x in range(image.width())}
    assert editor.context.theme.token("raised").name() in colours


def test_another_compartment_is_a_choice_away(editor_of):
    editor = editor_of()
    editor.compartments._choose("run")
    assert contents(editor) == ["total = 42"]
    assert editor.count.text().startswith("1 ")


def test_compartments_that_agents_do_not_know_are_only_shown(editor_of):
    editor = editor_of()
    editor.reveal("strange/x-1")
    assert contents(editor) == ["kept"]
    assert not editor.add_button.isEnabled()
    assert editor.form.content.isReadOnly()


def test_the_form_shows_and_writes_every_field(editor_of, qtbot):
    editor = editor_of()
    editor.reveal("session/s-1")
    form = editor.form
    assert form.content.toPlainText() == "likes <tea>"
    assert (form.category.text(), form.tags.tags(), form.priority.currentText()) == ("taste", ["user"], "5")
    assert form.metadata.pairs() == {"source": "chat"}
    assert editor.trail() == ("session", "likes <tea>")
    qtbot.keyClicks(form.content, "He ")
    form.category.setText("drinks")
    form.category.setModified(True)
    form.category.editingFinished.emit()
    qtbot.keyClick(form.tags.line, Qt.Key.Key_Backspace)
    qtbot.keyClicks(form.tags.line, "a, b,c,,")
    form.priority.setCurrentIndex(7)
    form.priority.activated.emit(7)
    settle(qtbot, editor)
    changed = data(editor)[0]
    assert changed["content"] == "He likes <tea>"
    assert (changed["category"], changed["tags"], changed["priority"]) == ("drinks", ["a", "b", "c"], 8)
    assert changed["updated_at"] != changed["created_at"]
    assert data(editor)[1] == json.loads(MEMORY)["session"][1]


def test_leaving_a_field_untouched_writes_nothing(editor_of):
    editor = editor_of()
    editor.reveal("session/s-1")
    editor.form.tags.line.editingFinished.emit()
    editor.form.category.editingFinished.emit()
    assert editor.buffer.text() == MEMORY


def test_metadata_pairs_are_added_changed_and_removed(editor_of, qtbot):
    editor = editor_of()
    editor.reveal("session/s-1")
    table = editor.form.metadata
    table.item(1, 0).setText("lang")
    table.item(1, 1).setText("en")
    settle(qtbot, editor)
    assert data(editor)[0]["metadata"] == {"source": "chat", "lang": "en"}
    table.item(0, 0).setText("")
    settle(qtbot, editor)
    assert data(editor)[0]["metadata"] == {"lang": "en"}
    assert table.rowCount() == 2


def test_empty_content_is_refused_with_a_word(editor_of, qtbot):
    editor = editor_of()
    editor.reveal("session/s-2")
    editor.form.content.selectAll()
    qtbot.keyClick(editor.form.content, Qt.Key.Key_Delete)
    assert editor.buffer.text() == MEMORY
    assert editor._notice.isVisible()
    qtbot.keyClicks(editor.form.content, "again")
    assert not editor._notice.isVisible()
    assert data(editor)[1]["content"] == "again"


def test_a_new_entry_is_there_to_be_written(editor_of, qtbot):
    editor = editor_of()
    editor.compartments._choose("plan")
    editor.add_button.click()
    settle(qtbot, editor)
    assert contents(editor) == ["New entry"]
    assert editor.form.content.textCursor().selectedText() == "New entry"
    assert data(editor, "plan")[0]["created_at"] == data(editor, "plan")[0]["updated_at"]


def test_deleting_chooses_the_next_entry(editor_of, qtbot):
    editor = editor_of()
    editor.reveal("session/s-1")
    qtbot.keyClick(editor.table, Qt.Key.Key_Delete)
    settle(qtbot, editor)
    assert contents(editor) == ["second\nline"]
    assert editor.trail() == ("session", "second ⏎ line")
    editor.form.delete_button.click()
    settle(qtbot, editor)
    assert not editor.form.isVisible()
    editor.delete()
    assert data(editor) == []


def test_rows_are_sorted_and_filtered(editor_of, qtbot):
    editor = editor_of()
    editor.table.sortByColumn(PRIORITY, Qt.SortOrder.DescendingOrder)
    assert contents(editor) == ["second\nline", "likes <tea>"]
    editor.open_find()
    qtbot.keyClicks(editor.filter, "TEA")
    assert contents(editor) == ["likes <tea>"]


def test_a_change_on_disk_is_shown_with_the_same_entry_chosen(editor_of, qtbot):
    editor = editor_of()
    editor.reveal("session/s-2")
    editor.desk.workspace.write(URI, MEMORY.replace("second\\nline", "third").encode())
    qtbot.waitUntil(lambda: "third" in contents(editor))
    assert editor.form.content.toPlainText() == "third"


def test_a_read_only_workspace_is_shown_without_a_way_to_change_it(editor_of, monkeypatch):
    editor = editor_of()
    disk = editor.buffer.disk
    monkeypatch.setattr(disk, "state", replace(disk.state, reason="workspace"))
    editor.reveal("session/s-1")
    assert not editor.add_button.isEnabled()
    assert not editor.form.delete_button.isEnabled()
    assert editor.form.content.isReadOnly()
    assert editor.form.category.isReadOnly()
    editor.add()
    assert editor.buffer.text() == MEMORY


def test_an_overfull_compartment_warns(editor_of):
    editor = editor_of(json.dumps({"run": [entry("a", "x" * 12_000)]}))
    assert editor.meter.text.text() == "12,000 / 10,000 characters"
    assert editor.meter.text.property("role") == "danger"


def test_metadata_is_added_and_removed_with_buttons(editor_of, qtbot):
    editor = editor_of()
    form = editor.form
    qtbot.mouseClick(form.remove_pair, Qt.MouseButton.LeftButton)
    assert form.metadata.pairs() == {}
    qtbot.mouseClick(form.add_pair, Qt.MouseButton.LeftButton)
    assert form.metadata.state() == form.metadata.State.EditingState
    assert form.metadata.currentRow() == form.metadata.rowCount() - 1
    form.metadata.item(0, 0).setText("source")
    assert form.metadata.pairs() == {"source": ""}


def test_a_program_that_writes_meanwhile_is_warned_of(editor_of, qtbot):
    editor = editor_of()
    workspace = editor.desk.workspace
    assert not editor.caution.isVisible()
    with qtbot.waitSignal(editor.desk.bus.changed):
        workspace.write(URI, MEMORY.encode() + b"\n", actor=Actor("agent", Origin.AGENT, Via.MCP))
    assert not editor.caution.isVisible()
    workspace.write(URI, MEMORY.encode(), actor=OUTSIDE)
    qtbot.waitUntil(editor.caution.isVisible)
    assert "restart it after you save" in editor.caution.text()


def test_the_limit_is_the_chosen_one(editor_of):
    editor = editor_of(**{"memdesk.toml": b"[aigentic]\nsize_limit = 50\n"})
    assert editor.meter.text.text() == "41 / 50 characters"
    editor.reveal("session/s-1")
    editor.form.edited.emit({"category": "a much longer taste"})
    assert data(editor)[0]["category"] == "taste"
    assert "55 of 50 characters" in editor._notice.text()


def test_a_short_tag_is_whole_in_a_narrow_window(editor_of):
    table = editor_of().table
    table.resize(530, 300)
    QApplication.processEvents()
    chip = table.fontMetrics().horizontalAdvance("invoice…") + 2 * INSIDE
    assert table.columnWidth(TAGS) - 2 * CELL >= chip
