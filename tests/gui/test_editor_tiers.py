"""The tiers: what the page and the table show, and that ages and scores move with the clock."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtGui import QGuiApplication

from core import evoclaw_files as example
from core.evoclaw_files import T0, go, skill
from memdesk.model import Kind
from memdesk.systems.evoclaw import EvoClaw
from memdesk.systems.evoclaw.edit_hot import HotPart
from memdesk.systems.evoclaw.records import WarmEntry
from memdesk.systems.evoclaw.warm import warm_memory
from memdesk_gui.editors.models import warm_details
from memdesk_gui.editors.models.warm import SORT_ROLE, WarmColumn, WarmModel
from memdesk_gui.editors.tiers import TiersEditor
from memdesk_gui.widgets.lists.models.passages import PassageModel
from memdesk_gui.widgets.lists.passages import PASSAGE_ROLE, SHOWN_CHARACTERS, PassageList, PassageRow

DAY = 86_400.0
HOT, WARM = "memory/hot-memory-state.json", "memory/warm-memory.json"


@dataclass
class Hands:
    """A clock the test turns."""

    moment: float = T0

    def now(self):
        return self.moment


@pytest.fixture
def clock():
    return Hands()


@pytest.fixture
def editor_of(desk_of, clock, qtbot):
    """Return a function that opens a tier with these bytes."""
    editors = []

    def build(uri, data):
        kind = Kind.HOT if "hot" in uri else Kind.WARM
        system = EvoClaw()
        desk = desk_of(
            {uri: data},
            kinds={uri: kind},
            parse=lambda info, raw: system.parse(info.kind, info.uri, raw, None),
        )
        desk.context.clock = clock
        editor = TiersEditor(desk.open(uri), desk.context)
        editor.desk = desk
        qtbot.addWidget(editor)
        editor.resize(800, 600)
        editor.show()
        qtbot.waitExposed(editor)
        editors.append(editor)
        return editor

    return build


def passages(model):
    return [model.index(row).data(PASSAGE_ROLE) for row in range(model.rowCount())]


def column(editor, number):
    rows = editor.warm.rows
    return [rows.index(row, number).data() for row in range(rows.rowCount())]


def change(editor, uri, data):
    """Let the file change on disk and wait until the editor shows it."""
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        editor.desk.workspace.write(uri, data)


def test_the_hot_tier_is_a_page_of_parts(editor_of):
    editor = editor_of(HOT, skill(example.HOT))
    shown = passages(editor.hot.model)
    assert [(p.text, p.detail) for p in shown if p.heading] == [
        ("Identity", ""),
        ("Owner", ""),
        ("Projects", "1"),
        ("Tasks", "1"),
        ("Events", "1"),
        ("Lessons", "1"),
        ("More in the file", ""),
    ]
    assert [(p.lead, p.text) for p in shown if not p.heading] == [
        ("Agent", "Pip"),
        ("Owner", "Nora"),
        ("Personality", "patient"),
        ("Loves", "tea, maps"),
        ("Time zone", "Europe/Oslo"),
        ("Boat", "repaint the hull"),
        ("pending", "Buy primer"),
        ("", "Launch on 3 May"),
        ("boats", "Sand before painting"),
        ("Mood", "calm"),
    ]
    assert [p.detail for p in shown if p.key == "lessons.0"] == ["just now · 0.90"]
    assert editor.pages.currentWidget() is editor.hot
    assert editor.accessibleName() == "Tiers"
    assert not editor.warm.filter.isVisible()


def test_the_go_programs_hot_tier_has_dates_and_priorities(editor_of):
    shown = {p.key: p for p in passages(editor_of(HOT, go(example.GO_HOT)).hot.model)}
    assert shown["tasks.0"].detail.startswith("high · due ")
    assert shown["identity.relationship_start"].lead == "Together since"
    assert "T" not in shown["identity.relationship_start"].text
    assert shown["identity.relationship_start"].tip
    assert shown["projects.0"].detail.startswith("active · ")
    assert shown["owner.preferences"].text == "theme: dark"


@pytest.mark.parametrize("width", [150, 200, 290])
def test_no_lead_of_the_details_is_cut_where_they_are_narrow(editor_of, width):
    panel = editor_of(WARM, skill(example.WARM)).warm.panel
    look, metrics = panel.itemDelegate(), panel.fontMetrics()
    for passage in passages(panel.model()):
        places = look._columns(QRect(0, 0, width, 400), passage)
        assert places.lead.width() >= metrics.horizontalAdvance(passage.lead)
        assert places.text.top() >= places.lead.top() + metrics.height() or not passage.lead
        assert places.text.width() >= width - 48


def test_headings_cannot_be_chosen_and_the_trail_names_them(editor_of):
    editor = editor_of(HOT, skill(example.HOT))
    assert not editor.hot.model.index(0).flags() & Qt.ItemFlag.ItemIsSelectable
    assert editor.trail() == ()
    editor.reveal("lessons")
    assert editor.trail() == ("Lessons",)
    editor.reveal("tasks.0")
    assert editor.trail() == ("Tasks",)
    editor.reveal("nowhere")
    assert editor.trail() == ("Tasks",)
    for name, part in (
        ("owner_profile", "Owner"),
        ("active_context", "Projects"),
        ("mood", "More in the file"),
    ):
        editor.reveal(name)
        assert editor.trail() == (part,)


def test_the_current_passage_stays_when_the_file_changes(editor_of):
    editor = editor_of(HOT, skill(example.HOT))
    editor.reveal("tasks.0")
    more = {**example.HOT, "critical_lessons": example.HOT["critical_lessons"] * 2}
    change(editor, HOT, skill(more))
    assert editor.trail() == ("Tasks",)
    assert [p.detail for p in passages(editor.hot.model) if p.key == "lessons"] == ["2"]


def test_the_warm_tier_is_a_table_with_the_best_memory_first(editor_of):
    editor = editor_of(WARM, skill(example.WARM))
    assert column(editor, WarmColumn.SCORE) == ["0.96", "0.40", ""]
    assert column(editor, WarmColumn.TIER) == ["hot", "warm", ""]
    assert column(editor, WarmColumn.AGE) == ["just now", "just now", ""]
    assert column(editor, WarmColumn.ACCESSES) == ["2", "0", "0"]
    assert editor.count.text() == "3 entries"
    assert editor.trail() == ("Primer is at https://shop.example/primer, mix wi…",)
    assert editor.warm.filter.isVisible()


def test_a_narrow_table_leaves_room_for_the_text(editor_of, qtbot):
    editor = editor_of(WARM, skill(example.WARM))
    view = editor.warm.view
    letter = view.fontMetrics().averageCharWidth()
    for characters, hidden in ((60, True), (118, True), (160, False)):
        editor.resize(characters * letter, 600)
        qtbot.waitUntil(lambda hidden=hidden: view.isColumnHidden(WarmColumn.IMPORTANCE) == hidden)
        assert view.isColumnHidden(WarmColumn.ACCESSES) == hidden
        assert view.columnWidth(WarmColumn.TEXT) > view.columnWidth(WarmColumn.SCORE)


def test_scores_and_ages_are_those_of_now(editor_of, clock):
    editor = editor_of(WARM, skill(example.WARM))
    clock.moment += 3 * DAY
    editor.refresh()
    assert column(editor, WarmColumn.SCORE)[0] == "0.87"
    assert column(editor, WarmColumn.AGE)[0] == "3 days ago"
    assert passages(editor.warm.details)[1].text.startswith("0.87 now, hot")


def test_columns_sort_by_value(editor_of):
    editor = editor_of(WARM, skill(example.WARM))
    editor.warm.rows.sort(WarmColumn.ACCESSES, Qt.SortOrder.AscendingOrder)
    assert column(editor, WarmColumn.ACCESSES) == ["0", "0", "2"]
    editor.warm.rows.sort(WarmColumn.CATEGORY, Qt.SortOrder.AscendingOrder)
    assert column(editor, WarmColumn.CATEGORY) == ["owner", "projects/boat", "projects/boat"]


def test_the_filter_finds_links_and_chinese(editor_of):
    editor = editor_of(WARM, skill(example.WARM))
    editor.open_find()
    assert editor.focusWidget() is editor.warm.filter
    for words, found in (("shop.example/primer", 1), ("船叫", 1), ("boat", 2), ("boat stir", 1), ("", 3)):
        editor.warm.filter.setText(words)
        assert editor.warm.rows.rowCount() == found


def test_the_details_name_links_and_commands_as_plain_text(editor_of):
    editor = editor_of(WARM, skill(example.WARM))
    shown = {(p.lead, p.text) for p in passages(editor.warm.details)}
    assert ("Links", "https://shop.example/primer") in shown
    assert ("Commands", "stir -n 3") in shown
    assert ("Details", "colour: red") in shown
    assert ("More in the file", "search method: tree") in shown
    assert ("Score", "0.96 now, hot · importance 0.80, used 2× · 0.79 in the file, hot") in shown


def test_a_memory_is_revealed_even_if_filtered_out(editor_of):
    editor = editor_of(WARM, skill(example.WARM))
    editor.warm.filter.setText("primer")
    editor.reveal("1a1b2c3d4e5f")
    assert editor.trail() == ("船叫 Bris",)
    assert editor.warm.filter.text() == ""
    editor.reveal("nobody")
    assert editor.trail() == ("船叫 Bris",)


def test_the_current_memory_stays_when_another_comes(editor_of):
    editor = editor_of(WARM, skill(example.WARM))
    editor.reveal("1a1b2c3d4e5f")
    change(editor, WARM, skill([{"id": "new", "text": "new", "category": "x"}, *example.WARM]))
    assert editor.trail() == ("船叫 Bris",)
    assert editor.warm.rows.rowCount() == 4


def test_a_changed_memory_is_shown_in_its_row(editor_of):
    editor = editor_of(WARM, skill(example.WARM))
    other = [{**example.WARM[0], "text": "moved to the harbour shop"}, *example.WARM[1:]]
    change(editor, WARM, skill(other))
    assert editor.trail() == ("moved to the harbour shop",)


def test_the_go_programs_warm_tier(editor_of):
    editor = editor_of("dump/warm.json", go(example.GO_WARM))
    assert column(editor, WarmColumn.TEXT) == ["The hull needs primer"]
    assert ("Details", "emotion: calm") in {(p.lead, p.text) for p in passages(editor.warm.details)}


def test_an_empty_tier_has_no_memory_to_show(editor_of):
    editor = editor_of(WARM, b"[]")
    assert editor.trail() == ()
    assert passages(editor.warm.details) == []


def test_tool_tips_tell_the_exact_time_and_what_the_file_says(editor_of):
    rows = editor_of(WARM, skill(example.WARM)).warm.rows
    tip = Qt.ItemDataRole.ToolTipRole
    assert "2026" in rows.index(0, WarmColumn.AGE).data(tip)
    assert rows.index(0, WarmColumn.SCORE).data(tip) == "In the file: 0.79 hot"
    assert rows.index(0, WarmColumn.TEXT).data(tip) == example.WARM[0]["text"]
    assert rows.index(0, WarmColumn.CATEGORY).data(tip) == "projects/boat"
    assert rows.index(0, WarmColumn.ACCESSES).data(tip) is None


def test_numbers_stand_at_the_right(editor_of):
    model = editor_of(WARM, skill(example.WARM)).warm.model
    role = Qt.ItemDataRole.TextAlignmentRole
    assert Qt.AlignmentFlag(model.index(0, WarmColumn.SCORE).data(role)) & Qt.AlignmentFlag.AlignRight
    assert model.index(0, WarmColumn.TEXT).data(role) is None
    assert model.headerData(WarmColumn.SCORE, Qt.Orientation.Horizontal, role) is not None
    assert model.headerData(0, Qt.Orientation.Vertical) is None


def test_copy_takes_the_whole_passage(editor_of, qtbot):
    editor = editor_of(HOT, skill(example.HOT))
    editor.reveal("lessons.0")
    qtbot.keyClick(editor.hot.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Sand before painting"
    qtbot.keyClick(editor.hot.view, Qt.Key.Key_Up)
    assert editor.trail() == ("Events",)


def test_the_warm_model_is_sound(qtmodeltester, clock):
    model = WarmModel(clock)
    model.show(warm_memory(example.WARM).entries)
    qtmodeltester.check(model)
    assert model.index(2, WarmColumn.IMPORTANCE).data(SORT_ROLE) == -1.0
    assert model.data(QModelIndex()) is None


def test_numbers_beyond_reason_are_shown_without_harm(clock):
    strange = [
        {"text": "a", "category": "b", "importance": 1e308, "created_at": -1e300, "access_count": 1e300},
        {"text": "a", "category": "b", "importance": -5, "created_at": 253402300799, "score": 1e308},
        {
            "text": "a",
            "category": "b",
            "importance": 0.5,
            "created_at": -62135596800,
            "access_count": 10**400,
        },
    ]
    model = WarmModel(clock)
    model.show(warm_memory(strange).entries)
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.EditRole, SORT_ROLE)
    for row in range(3):
        for number in WarmColumn:
            assert [model.index(row, number).data(role) for role in roles]
        assert warm_details.passages_of(model.entries[row], clock.now())


def test_the_passage_model_is_sound(qtmodeltester):
    model = PassageModel()
    model.show([PassageRow("Part", heading=True), PassageRow("text", "lead", "detail", "tip", key="a")])
    qtmodeltester.check(model)
    assert model.index(1).data() == "lead · text · detail"
    assert model.index(1).data(Qt.ItemDataRole.ToolTipRole) == "tip"
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole) is None


def test_a_long_text_is_wrapped_and_a_huge_one_cut(desk_of, qtbot):
    desk = desk_of({})
    view, model = PassageList("Page", desk.theme), PassageModel()
    qtbot.addWidget(view)
    view.setModel(model)
    view.resize(600, 400)
    model.show(
        [
            PassageRow("word " * 100),
            PassageRow("x" * SHOWN_CHARACTERS * 50),
            PassageRow("y" * SHOWN_CHARACTERS),
        ]
    )
    view.show()
    qtbot.waitExposed(view)
    heights = [view.sizeHintForIndex(model.index(row)).height() for row in range(3)]
    assert heights[0] > 3 * view.fontMetrics().height()
    assert heights[1] <= heights[2] + 2 * view.fontMetrics().height()
    view.resize(300, 400)
    assert view.sizeHintForIndex(model.index(0)).height() > heights[0]


def test_a_memory_is_edited_in_the_form_and_only_it_changes(editor_of):
    before = skill(example.WARM)
    editor = editor_of(WARM, before)
    form = editor.warm.form
    entry = editor.warm.entry()
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        form.category.setText("projects/kiln")
        form.category.setModified(True)
        form.category.editingFinished.emit()
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        form.importance.setValue(0.35)
    after = json.loads(editor.buffer.text())
    old = json.loads(before)
    assert after[entry.key]["category"] == "projects/kiln"
    assert after[entry.key]["importance"] == 0.35
    assert [item for place, item in enumerate(after) if place != entry.key] == [
        item for place, item in enumerate(old) if place != entry.key
    ]


def test_a_memory_is_added_and_written_at_once(editor_of):
    editor = editor_of(WARM, skill(example.WARM))
    count = editor.warm.model.rowCount()
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        editor.add()
    assert editor.warm.model.rowCount() == count + 1
    assert editor.warm.form.text.value() == "New memory"
    assert editor.warm.form.text.textCursor().selectedText() == "New memory"


def test_a_memory_is_deleted_and_undo_brings_it_back(editor_of):
    before = skill(example.WARM)
    editor = editor_of(WARM, before)
    count = editor.warm.model.rowCount()
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        editor.warm.form.remove_button.click()
    assert editor.warm.model.rowCount() == count - 1
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        editor.buffer.text_document.undo()
    assert editor.buffer.text() == before.decode()


@pytest.mark.parametrize(
    ("importance", "days", "words"),
    [
        (0.9, 1, "Stays while"),
        (0.2, 1, "Stays until"),
        (0.2, 40, "Next consolidation"),
        (0.9, 31, "Stays while"),
    ],
)
def test_the_details_say_what_the_next_consolidation_does(qapp, importance, days, words):
    entry = WarmEntry(0, "a", "text", "c", importance, T0 - days * DAY)
    assert warm_details.future(entry, T0).startswith(words)


def test_the_form_needs_no_pydantic():
    code = "import sys, memdesk_gui.editors.tiers, memdesk_gui.editors.tree; print('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def typed(field, text):
    field.setText(text)
    field.setModified(True)
    field.editingFinished.emit()


def done(editor, act):
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        act()


def test_the_hot_tier_is_edited_as_a_form_and_only_that_changes(editor_of):
    before = skill(example.HOT)
    editor = editor_of(HOT, before)
    editor.reveal("lessons.0")
    form = editor.hot.form
    assert list(form.fields) == ["text", "category", "importance"]
    done(editor, lambda: typed(form.fields["importance"], "0,9"))
    done(editor, lambda: typed(form.fields["text"], "Measure, then claim."))
    after, old = json.loads(editor.buffer.text()), json.loads(before)
    assert (after["critical_lessons"][0]["text"], after["critical_lessons"][0]["importance"]) == (
        "Measure, then claim.",
        0.9,
    )
    after["critical_lessons"][0] |= {
        name: old["critical_lessons"][0][name] for name in ("text", "importance")
    }
    assert after == old


def test_a_number_that_is_none_is_refused_with_the_rule(editor_of):
    before = skill(example.HOT)
    editor = editor_of(HOT, before)
    editor.reveal("lessons.0")
    typed(editor.hot.form.fields["importance"], "very")
    assert editor.buffer.text() == before.decode()
    assert editor._notice.text()


@pytest.mark.parametrize("part", list(HotPart))
def test_anything_is_added_written_at_once_and_deleted_again(editor_of, part):
    before = skill(example.HOT)
    editor = editor_of(HOT, before)
    done(editor, lambda: editor.begin(part))
    first = next(iter(editor.hot.form.fields.values()))
    assert first.selectedText() == "New"
    done(editor, editor.hot.form.remove_button.click)
    assert json.loads(editor.buffer.text()) == json.loads(before)
