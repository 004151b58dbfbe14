"""Databases: tables, rows that come in pages, sizes of binary values, nothing to edit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QLabel

from core import evoclaw_files as example
from memdesk.model import Kind
from memdesk.systems.evoclaw import EvoClaw
from memdesk.systems.sqlite_bytes import BinaryValue, Table
from memdesk_gui.editors.database import DatabaseEditor
from memdesk_gui.editors.models.database import RowsModel

URI = "data/cold.db"
ROWS = 450


def large_database():
    return example.database(
        """CREATE TABLE cold_memory (id INTEGER, category TEXT, vector BLOB, created_at INTEGER);
        CREATE TABLE agents (name TEXT);""",
        [
            (
                "INSERT INTO cold_memory VALUES (?, ?, ?, ?)",
                [(number, "a\nb", b"\0" * 2048, 1_795_000_000) for number in range(ROWS)],
            ),
            ("INSERT INTO agents VALUES (?)", [("pip",)]),
        ],
    )


@pytest.fixture
def editor_of(desk_of, qtbot):
    editors = []

    def build(data):
        system = EvoClaw()
        desk = desk_of(
            {URI: data},
            kinds={URI: Kind.COLD},
            parse=lambda info, raw: system.parse(info.kind, URI, raw, None),
        )
        editor = DatabaseEditor(desk.open(URI), desk.context)
        editor.desk = desk
        qtbot.addWidget(editor)
        editor.show()
        qtbot.waitExposed(editor)
        editors.append(editor)
        return editor

    return build


def test_the_table_of_memories_is_shown_first(editor_of):
    editor = editor_of(large_database())
    assert [editor.tables.itemText(row) for row in range(editor.tables.count())] == ["agents", "cold_memory"]
    assert editor.trail() == ("cold_memory",)
    assert editor.count.text() == f"{ROWS} rows"
    cells = [editor.model.index(0, column).data() for column in range(4)]
    assert cells == ["0", "a b", "2.0 KB", "1795000000"]


def test_it_says_that_it_is_read_only_and_why(editor_of):
    editor = editor_of(large_database())
    assert any("Read-only" in label.text() for label in editor.findChildren(QLabel))


def test_further_rows_come_when_they_are_asked_for(editor_of, qtbot):
    editor = editor_of(large_database())
    assert editor.model.rowCount() == 200
    editor.view.scrollToBottom()
    qtbot.waitUntil(lambda: editor.model.rowCount() == 400)
    editor.view.scrollToBottom()
    qtbot.waitUntil(lambda: editor.model.rowCount() == ROWS)
    assert not editor.model.canFetchMore(QModelIndex())
    assert editor.model.index(ROWS - 1, 0).data() == str(ROWS - 1)


def test_another_table_can_be_chosen_and_revealed(editor_of):
    editor = editor_of(large_database())
    editor.reveal("agents")
    assert (editor.trail(), editor.model.index(0, 0).data()) == (("agents",), "pip")
    assert editor.count.text().startswith("1 ")
    editor.reveal("nowhere")
    assert editor.trail() == ("agents",)


def test_the_table_looked_at_stays_when_the_file_changes(editor_of):
    editor = editor_of(large_database())
    editor.reveal("agents")
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        editor.desk.workspace.write(
            URI, example.database("CREATE TABLE agents (name TEXT); CREATE TABLE cold_memory (id TEXT)")
        )
    assert editor.trail() == ("agents",)
    assert editor.model.rowCount() == 0


def test_a_file_that_is_gone_meanwhile_is_said(editor_of, qtbot):
    editor = editor_of(large_database())
    del editor.desk.workspace.files[URI]
    editor.model.fetchMore(QModelIndex())
    qtbot.waitUntil(lambda: any("exist" in label.text() for label in editor.findChildren(QLabel)))


def test_a_damaged_database_says_so(editor_of):
    editor = editor_of(large_database()[:5000])
    assert editor.trail() == ()
    assert any("damaged" in label.text() for label in editor.findChildren(QLabel))


def test_the_model_is_sound(qtmodeltester):
    model = RowsModel()
    qtmodeltester.check(model)
    model.show(
        Table(
            "t", ("n", "text", "b", "none", "created_at"), 3, ((1, "x", BinaryValue(9), None, 1_795_000_000),)
        )
    )
    qtmodeltester.check(model)
    role, tip = Qt.ItemDataRole.TextAlignmentRole, Qt.ItemDataRole.ToolTipRole
    assert [model.index(0, column).data(role) is None for column in range(5)] == [
        False,
        True,
        False,
        True,
        False,
    ]
    assert model.headerData(0, Qt.Orientation.Horizontal, role) == model.index(0, 0).data(role)
    assert (model.index(0, 2).data(), model.index(0, 3).data()) == ("9 B", "–")
    assert model.index(0, 1).data(tip) == "x"
    assert model.index(0, 0).data(tip) is None
    assert "2026" in model.index(0, 4).data(tip)


def test_a_page_of_another_table_comes_too_late():
    model = RowsModel()
    model.show(Table("t", ("n",), 3, ((1,),)))
    asked = []
    model.wanted.connect(asked.append)
    model.fetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    assert asked == [1]
    model.append(Table("other", ("n",), 9, ((7,),)))
    assert model.rowCount() == 1
    model.append(Table("t", ("n",), 3, ()))
    assert not model.canFetchMore(QModelIndex())
