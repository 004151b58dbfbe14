"""The topic index: what it shows, how it folds and filters, and that nothing jumps when it changes."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QModelIndex, Qt

from core import evoclaw_files as example
from core.evoclaw_files import T0, go, skill
from memdesk.model import Kind
from memdesk.runtime.clock import FrozenClock
from memdesk.systems.evoclaw import EvoClaw
from memdesk.systems.evoclaw.tree import memory_tree
from memdesk_gui.editors.models.topics import HEAT_ROLE, TopicColumn, TopicModel
from memdesk_gui.editors.tree import TreeEditor

URI = "memory/memory-tree.json"


@pytest.fixture
def editor_of(desk_of, qtbot):
    editors = []

    def build(data):
        system = EvoClaw()
        desk = desk_of(
            {URI: data},
            kinds={URI: Kind.TREE},
            parse=lambda info, raw: system.parse(info.kind, URI, raw, None),
        )
        desk.context.clock = FrozenClock(T0 + 120)
        editor = TreeEditor(desk.open(URI), desk.context)
        editor.desk = desk
        qtbot.addWidget(editor)
        editor.show()
        qtbot.waitExposed(editor)
        editors.append(editor)
        return editor

    return build


def shown(editor, index=None, depth=0):
    """Return depth and cells of every row that is unfolded."""
    index = index or QModelIndex()
    found = []
    for row in range(editor.rows.rowCount(index)):
        child = editor.rows.index(row, 0, index)
        found.append((depth, *(child.siblingAtColumn(column).data() for column in TopicColumn)))
        if editor.view.isExpanded(child):
            found += shown(editor, child, depth + 1)
    return found


def change(editor, data):
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        editor.desk.workspace.write(URI, data)


def test_every_topic_is_shown_with_its_counts(editor_of):
    editor = editor_of(skill(example.TREE))
    assert shown(editor) == [
        (0, "All topics", "Memory root", "0 / 3", "0 / 4", ""),
        (1, "owner", "Owner", "1", "0", ""),
        (1, "projects", "Projects", "0 / 2", "4", "2 min ago"),
        (2, "boat", "Boat", "2", "0", "2 min ago"),
    ]
    assert editor.count.text() == "4 nodes"
    assert editor.view.accessibleName() == "Tree"


def test_counts_are_told_as_heat_beside_their_number(editor_of):
    model = editor_of(skill(example.TREE)).model
    assert model.heat("projects") == (0, 2, 1.0)
    assert model.heat("owner") == (1, 1, 0.5)
    assert model.heat("projects", TopicColumn.COLD) == (4, 4, 1.0)
    place = model.index_of("projects")
    warm = place.siblingAtColumn(TopicColumn.WARM)
    assert warm.data(HEAT_ROLE) == 1.0
    assert warm.data(Qt.ItemDataRole.ToolTipRole) == "0 here, 2 with the topics below it"
    assert place.siblingAtColumn(TopicColumn.SUMMARY).data(HEAT_ROLE) is None
    model.show(None)
    assert model.index_of("projects").data(HEAT_ROLE) is None


def test_the_nested_form_looks_the_same(editor_of):
    assert [row[1:3] for row in shown(editor_of(go(example.GO_TREE)))] == [
        ("All topics", "Memory Root"),
        ("projects", "Active projects"),
        ("boat", "Hull"),
    ]


def test_the_filter_keeps_the_way_to_what_it_finds(editor_of):
    editor = editor_of(skill(example.TREE))
    editor.open_find()
    assert editor.focusWidget() is editor.filter
    editor.filter.setText("boat")
    assert [row[1] for row in shown(editor)] == ["All topics", "projects", "boat"]
    editor.filter.setText("nothing like it")
    assert shown(editor) == []


def test_the_trail_is_the_path_and_a_path_is_revealed(editor_of):
    editor = editor_of(skill(example.TREE))
    assert editor.trail() == ()
    editor.filter.setText("owner")
    editor.reveal("projects/boat")
    assert editor.trail() == ("projects", "boat")
    assert editor.filter.text() == ""


def test_what_is_folded_stays_folded_when_the_file_changes(editor_of):
    editor = editor_of(skill(example.TREE))
    editor.view.collapse(editor.rows.mapFromSource(editor.model.index_of("projects")))
    editor.reveal("owner")
    change(editor, skill({**example.TREE, "owner/pets": {"desc": "Pets", "warm_count": 1}}))
    assert [row[1] for row in shown(editor)] == ["All topics", "owner", "pets", "projects"]
    assert editor.trail() == ("owner",)


def test_the_keyboard_folds_and_unfolds(editor_of, qtbot):
    editor = editor_of(skill(example.TREE))
    qtbot.keyClick(editor.view, Qt.Key.Key_Left)
    assert len(shown(editor)) == 1
    qtbot.keyClick(editor.view, Qt.Key.Key_Right)
    assert len(shown(editor)) == 4


def test_the_model_is_sound(qtmodeltester):
    model = TopicModel(FrozenClock(T0))
    qtmodeltester.check(model)
    model.show(memory_tree(example.TREE))
    qtmodeltester.check(model)
    boat = model.index_of("projects/boat")
    assert model.parent(boat) == model.index_of("projects")
    assert "2026" in boat.siblingAtColumn(TopicColumn.LAST).data(Qt.ItemDataRole.ToolTipRole)
    assert boat.data(Qt.ItemDataRole.ToolTipRole) == "projects/boat"
    right = boat.siblingAtColumn(TopicColumn.WARM).data(Qt.ItemDataRole.TextAlignmentRole)
    assert Qt.AlignmentFlag(right) & Qt.AlignmentFlag.AlignRight
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert not model.index_of("nowhere").isValid()
    model.show(None)
    assert model.rowCount() == 0


def done(editor, act):
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        act()


def typed(field, text):
    field.setText(text)
    field.setModified(True)
    field.editingFinished.emit()


def test_a_topic_is_added_named_described_and_removed(editor_of):
    before = skill(example.TREE)
    editor = editor_of(before)
    editor.view.setCurrentIndex(editor.rows.index(0, 0))
    done(editor, editor.add_button.click)
    assert editor.path() == "new-topic"
    assert editor.form.name.selectedText() == "new-topic"
    done(editor, lambda: typed(editor.form.name, "garden"))
    assert editor.path() == "garden"
    done(editor, lambda: typed(editor.form.words, "Beds and seeds"))
    tree = json.loads(editor.buffer.text())
    assert tree["garden"]["desc"] == "Beds and seeds"
    assert "garden" in tree["root"]["children"]
    done(editor, editor.form.remove_button.click)
    assert json.loads(editor.buffer.text()) == json.loads(before)


def test_a_topic_in_use_is_not_removed_and_says_why(editor_of):
    before = skill(example.TREE)
    editor = editor_of(before)
    editor.view.setCurrentIndex(editor.rows.index(0, 0, editor.rows.index(0, 0)))
    editor.form.remove_button.click()
    assert editor.buffer.text() == before.decode()
    assert editor._notice.text()


def test_the_root_keeps_its_name_and_place(editor_of):
    editor = editor_of(skill(example.TREE))
    editor.view.setCurrentIndex(editor.rows.index(0, 0))
    assert editor.form.name.isReadOnly()
    assert editor.form.words.isReadOnly()
    assert not editor.form.remove_button.isEnabled()


def test_the_index_of_go_is_only_shown(editor_of):
    editor = editor_of(go(example.GO_TREE))
    assert not editor.add_button.isEnabled()
    assert editor.form.words.isReadOnly()


@pytest.mark.parametrize(("width", "hidden"), [(500, True), (1400, False)])
def test_the_summary_has_room_at_every_width(editor_of, width, hidden):
    editor = editor_of(skill(example.TREE))
    editor.resize(width, 600)
    editor.desk.qtbot.waitUntil(lambda: editor.view.isColumnHidden(TopicColumn.LAST) is hidden)
    letters = editor.view.columnWidth(TopicColumn.SUMMARY) // editor.view.fontMetrics().averageCharWidth()
    assert letters >= 20
