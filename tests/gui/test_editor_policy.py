"""The policy's table and the snapshots below it."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from helpers.families import options
from memdesk.model import Kind
from memdesk.policy.layers import effective_policy
from memdesk_gui.editors.policy import PolicyEditor
from memdesk_gui.models.policy import Column, PolicyModel

OVERRIDES = "memory/policy_overrides.json"
SNAPSHOTS = ("memory/policy_snapshots/20260220_103147.json", "memory/policy_snapshots/20260221_103147.json")
FILES = {
    OVERRIDES: b'{"retrieve_limit": 8, "recent_days": 0, "evolution_enabled": true}',
    "config.json": json.dumps({"memory": {"retrieve_limit": 5, "session_summary_keep_count": 6}}).encode(),
    **dict.fromkeys(SNAPSHOTS, b"{}"),
    "other/policy_snapshots/20260220_103147.json": b"{}",
}
KINDS = {
    OVERRIDES: Kind.POLICY,
    "config.json": Kind.CONFIG,
    **dict.fromkeys([uri for uri in FILES if "snapshots" in uri], Kind.POLICY_SNAPSHOT),
}


@pytest.fixture
def editor_of(desk_of, qtbot):
    def build(uri=OVERRIDES, files=FILES):
        desk = desk_of(**options("picoclaw-memskill", files, KINDS))
        editor = PolicyEditor(desk.open(uri), desk.context)
        editor.desk = desk
        qtbot.addWidget(editor)
        editor.show()
        return editor

    return build


def rows(editor):
    model = editor.model
    return {
        model.index(row, 0).data(): [model.index(row, column).data() for column in range(1, 7)]
        for row in range(model.rowCount())
    }


def test_every_value_tells_where_it_comes_from(editor_of):
    editor = editor_of()
    assert editor.table.accessibleName() == "Policy"
    shown = rows(editor)
    assert len(shown) == 9
    assert shown["retrieve_limit"] == ["8", "● override", "10", "5", "8", ""]
    assert shown["session_summary_keep_count"] == ["6", "◐ config", "4", "6", "–", ""]
    assert shown["session_relevant_history_limit"] == ["0", "○ default", "0", "–", "–", ""]
    assert shown["evolution_enabled"] == ["on", "● override", "off", "–", "on", ""]
    assert shown["recent_days"][:2] == ["3", "○ default"]
    assert "default holds" in shown["recent_days"][5]
    assert editor.count.text().startswith("3 ")


def test_the_configuration_shows_the_same_policy(editor_of):
    editor = editor_of("config.json")
    assert rows(editor)["retrieve_limit"][0] == "8"


def test_parameters_explain_themselves(editor_of):
    editor = editor_of()
    tip = editor.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("retrieve_limit\nPieces of memory")
    editor.reveal("evolution_enabled")
    assert editor.trail() == ("evolution_enabled",)
    editor.reveal("unknown")
    assert editor.trail() == ("evolution_enabled",)


def test_layers_that_agents_ignore_are_told(desk_of):
    desk = desk_of({})
    model = PolicyModel(desk.theme)
    model.set_records(effective_policy({"recent_days": "x"}, {"retrieve_limit": "x"}))
    notes = {model.index(row, 0).data(): model.index(row, 6).data() for row in range(9)}
    assert "overrides have a wrong value" in notes["retrieve_limit"]
    assert "configuration has a wrong value" in notes["recent_days"]


def test_snapshots_are_listed_newest_first_and_open(editor_of, qtbot):
    editor = editor_of()
    listed = [editor.snapshots.index(row, 1).data() for row in range(editor.snapshots.rowCount())]
    assert listed == ["20260221_103147.json", "20260220_103147.json"]
    with qtbot.waitSignal(editor.desk.documents.opened):
        editor.snapshot_table.activated.emit(editor.snapshots.index(1, 0))
    assert editor.desk.documents.current.uri == SNAPSHOTS[0]
    editor.desk.settle()


def test_without_snapshots_their_part_is_not_there(editor_of):
    editor = editor_of(files={OVERRIDES: b"{}"})
    assert not editor.snapshot_table.isVisible()


def test_a_change_of_the_overrides_is_shown(editor_of, qtbot):
    editor = editor_of()
    editor.desk.workspace.write(OVERRIDES, b'{"retrieve_limit": 30}')
    qtbot.waitUntil(lambda: rows(editor)["retrieve_limit"][0] == "30")


def test_nothing_in_the_tables_can_be_edited(editor_of):
    editor = editor_of()
    assert not editor.model.index(0, 1).flags() & Qt.ItemFlag.ItemIsEditable


def test_where_there_is_no_room_lesser_columns_give_way(editor_of, qtbot):
    editor = editor_of()
    editor.resize(1200, 500)
    hidden = [editor.table.isColumnHidden(column) for column in Column]
    assert not any(hidden[: Column.NOTE])
    editor.resize(480, 500)
    qtbot.waitUntil(lambda: editor.table.isColumnHidden(Column.OVERRIDE))
    assert not any(
        editor.table.isColumnHidden(column) for column in (Column.KEY, Column.VALUE, Column.ORIGIN)
    )


def test_the_page_scrolls_as_a_whole(editor_of, qtbot):
    editor = editor_of()
    editor.resize(700, 260)
    bar = editor._page.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert not editor.table.verticalScrollBar().isVisible()
    editor.snapshot_table.setCurrentIndex(editor.snapshots.index(1, 0))
    assert bar.value() > 0
