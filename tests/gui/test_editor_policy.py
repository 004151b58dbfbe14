"""The policy's page: what holds and why, values entered, tried and applied, changes taken back."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt

from memdesk.errors import InvalidError, NotFoundError
from memdesk.model import Actor, Origin, Via
from memdesk.policy.editor import AgentPolicy
from memdesk.runtime.clock import FrozenClock
from memdesk.runtime.person import person
from memdesk.workspace import ANY, Workspace
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.source import is_broken
from memdesk_gui.features.policy.editor import PolicyEditor
from memdesk_gui.features.policy.what_if import read_eviction
from memdesk_gui.features.policy.what_if_dialog import WhatIfDialog
from memdesk_gui.features.policy.words import layers_text, note_text
from memdesk_gui.shell.dialogs.unsaved import UnsavedDialog
from memdesk_gui.theme.theme import Scheme, Theme

OVERRIDES = "memory/policy_overrides.json"
SNAPSHOT = "memory/policy_snapshots/20261109_220315.json"
NOW = '{\n  "retrieve_limit": 8,\n  "evolution_enabled": true\n}'
FILES = {
    OVERRIDES: NOW,
    SNAPSHOT: '{\n  "retrieve_limit": 15,\n  "recent_days": 5\n}',
    "config.json": '{"memory": {"retrieve_limit": 5, "session_summary_keep_count": 0}}',
    "memory/MEMORY.md": "## 2026-11-20\n\nlikes tea\n\nlikes cats",
    "sessions/cli_main.json": '{"messages": [{"role": "user", "content": "likes?"}]}',
}
CLOCK = FrozenClock(datetime(2026, 11, 22, 10, tzinfo=UTC).timestamp())
BOT = Actor("bloop", Origin.AGENT, Via.MCP, session="s1")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    for uri, text in FILES.items():
        (folder / uri).parent.mkdir(parents=True, exist_ok=True)
        (folder / uri).write_text(text, encoding="utf-8")
        os.utime(folder / uri, (CLOCK.moment - 3600, CLOCK.moment - 3600))
    return folder


@pytest.fixture
def page_of(desk_of, root, qtbot):
    """Return a function that opens a document of the folder in the policy's page."""

    def build(uri=OVERRIDES):
        desk = desk_of({}, workspace=Workspace.open(root, clock=CLOCK))
        editor = PolicyEditor(desk.open(uri), desk.context)
        qtbot.addWidget(editor)
        editor.resize(900, 900)
        editor.show()
        qtbot.waitUntil(lambda: editor._view is not None)
        return Page(editor, desk, root)

    return build


class Page:
    """The page, driven by a person."""

    def __init__(self, editor, desk, root):
        self.editor, self.desk, self.qtbot, self.root = editor, desk, desk.qtbot, root
        self.form, self.bar, self.past, self.trial = editor.form, editor.bar, editor.past, editor.trial

    def type(self, key, text):
        """Put another text into a parameter's field."""
        field = self.form.rows[key].field
        field.selectAll()
        self.qtbot.keyClicks(field, text)

    def click(self, button):
        """Press a button."""
        assert button.isVisible(), button.text()
        self.qtbot.mouseClick(button, LEFT)

    def told(self, text):
        """Wait until the notice says something."""
        self.qtbot.waitUntil(lambda: text in self.editor.notice.spoken())
        self.desk.settle()

    def notice(self):
        """Return what the notice says."""
        return self.editor.notice.spoken()

    def config(self):
        """Return the block of the configuration on disk."""
        return json.loads((self.root / "config.json").read_text(encoding="utf-8"))["memory"]

    def overrides(self):
        """Return what is on disk."""
        return json.loads((self.root / OVERRIDES).read_text(encoding="utf-8"))

    def changes(self):
        """Return the rows of the changes."""
        model = self.past.model
        return [
            tuple(model.index(row, column).data() for column in range(4)) for row in range(model.rowCount())
        ]


def test_the_page_is_of_one_colour(page_of, qapp):
    theme = Theme(Scheme.LIGHT)
    theme.apply(qapp)
    editor = page_of().editor
    page = editor._page.widget()
    assert page.grab().toImage().pixelColor(2, page.height() - 2) == theme.token("ground")
    assert editor._page.viewport().grab().toImage().pixelColor(2, 2) == theme.token("ground")


def test_what_a_parameter_does_is_never_cut(page_of):
    page = page_of()
    for width in (560, 900):
        page.editor.resize(width, 700)
        page.desk.qtbot.waitUntil(lambda width=width: page.form.width() <= width)
        for row in page.form.rows.values():
            page.desk.qtbot.waitUntil(
                lambda label=row._about: label.heightForWidth(label.width()) <= label.height()
            )


def test_every_value_tells_where_it_comes_from(page_of):
    page = page_of()
    rows = page.form.rows
    assert page.editor.accessibleName() == "Policy"
    assert {key: row.origin.text() for key, row in rows.items() if row.origin.text() != "default"} == {
        "retrieve_limit": "override",
        "evolution_enabled": "override",
    }
    assert rows["retrieve_limit"].field.text() == "8"
    assert rows["evolution_enabled"].switch.current() == "True"
    assert "Pieces of memory" in rows["retrieve_limit"]._about.text()
    assert "default 10 · config 5" in rows["retrieve_limit"]._about.text()
    assert "default applies" in rows["session_summary_keep_count"]._note.text()
    assert page.editor.count.text().startswith("2 ")
    assert not page.bar.isVisible()


def test_a_value_is_entered_and_applied_with_a_snapshot_and_why(page_of):
    page = page_of()
    page.type("recent_days", "2")
    assert page.form.rows["recent_days"].origin.text() == "not applied"
    assert page.bar.words.text() == "recent_days 3 → 2"
    assert page.overrides() == json.loads(NOW)
    page.qtbot.keyClicks(page.bar.why, "long notes")
    page.qtbot.keyClick(page.bar.why, Qt.Key.Key_Return)
    page.told("recent_days – → 2. Agents started before")
    assert page.overrides() == {"retrieve_limit": 8, "recent_days": 2, "evolution_enabled": True}
    page.qtbot.waitUntil(lambda: "“long notes”" in page.form.rows["recent_days"]._about.text())
    assert len(list((page.root / SNAPSHOT).parent.iterdir())) == 2
    assert not page.bar.isVisible()
    assert page.changes()[0] == ("recent_days", "–", "2", "you")
    page.editor.notice.choose("Undo")
    page.told("recent_days 2 → –")
    assert page.overrides() == json.loads(NOW)


def test_what_agents_would_not_act_on_is_told_in_place_and_not_applied(page_of):
    page = page_of()
    page.type("recent_days", "2")
    page.type("retrieve_limit", "0")
    row = page.form.rows["retrieve_limit"]
    assert "must be above 0" in row._note.text()
    assert not page.bar.apply.isEnabled()
    page.click(row.reset)
    assert (row.field.text(), row._note.isVisible()) == ("8", False)
    assert page.bar.apply.isEnabled()
    page.click(page.bar.take_back)
    assert not page.bar.isVisible()
    assert page.form.rows["recent_days"].field.text() == "3"


def test_a_parameter_is_reset_to_the_configuration(page_of):
    page = page_of()
    page.click(page.form.rows["retrieve_limit"].reset)
    assert page.form.rows["retrieve_limit"].field.text() == "5"
    page.form.rows["evolution_enabled"].switch._choose("False")
    assert page.bar.words.text() == "retrieve_limit 8 → 5, evolution_enabled on → off"
    page.click(page.bar.apply)
    page.told("retrieve_limit 8 → –")
    assert page.overrides() == {"evolution_enabled": False}


def test_the_configuration_is_written_by_its_own_button_only(page_of):
    page = page_of()
    page.type("recent_days", "2")
    page.click(page.bar.config)
    page.told("recent_days – → 2")
    assert page.overrides() == json.loads(NOW)
    assert json.loads((page.root / "config.json").read_text())["memory"]["recent_days"] == 2


def test_changes_of_the_configuration_are_listed_and_taken_back_only_after_a_yes(page_of):
    page = page_of()
    AgentPolicy(page.desk.workspace, "memory").set_config({"retrieve_limit": 6}, BOT)
    page.qtbot.waitUntil(lambda: page.changes()[0] == ("config.json › retrieve_limit", "5", "6", "bloop"))
    page.past.table.selectRow(0)
    assert page.past.config.text() == "Roll back retrieve_limit to 5 in config.json…"
    assert [button.isVisible() for button in (page.past.one, page.past.all, page.past.enter)] == [False] * 3
    assert [page.editor.can_roll_back(whole=whole) for whole in (True, False)] == [False, False]
    assert page.past.older.count() == 2
    page.click(page.past.config)
    assert (
        "This changes config.json itself instead of adding an override: retrieve_limit 6 → 5."
        in page.notice()
    )
    assert page.config()["retrieve_limit"] == 6
    page.editor.notice.choose("Write to config.json")
    page.told("retrieve_limit 6 → 5. Agents started before")
    assert page.config()["retrieve_limit"] == 5
    assert page.overrides() == json.loads(NOW)


def test_the_overrides_are_deleted_and_that_is_undone(page_of):
    page = page_of()
    page.click(page.editor.drop)
    page.told("retrieve_limit 8 → –")
    assert not (page.root / OVERRIDES).exists()
    page.editor.notice.choose("Undo")
    page.told("retrieve_limit – → 8")
    assert (page.root / OVERRIDES).read_text() == NOW


def test_changes_tell_who_and_can_be_taken_back_whole_or_by_key(page_of):
    page = page_of()
    AgentPolicy(page.desk.workspace, "memory").set({"retrieve_limit": 3}, BOT)
    page.qtbot.waitUntil(lambda: len(page.changes()) == 4)
    assert page.changes() == [
        ("retrieve_limit", "8", "3", "bloop"),
        ("retrieve_limit", "15", "8", "reflection"),
        ("recent_days", "5", "–", "reflection"),
        ("evolution_enabled", "–", "on", "reflection"),
    ]
    page.past.table.selectRow(1)
    assert page.editor.trail() == ("retrieve_limit",)
    assert page.past.one.text() == "Roll back retrieve_limit to 15"
    assert page.past.differences.text().splitlines()[0] == "retrieve_limit 15 → 3"
    page.click(page.past.one)
    page.told("retrieve_limit 3 → 15")
    page.qtbot.waitUntil(lambda: len(page.changes()) == 5)
    page.past.table.selectRow(4)
    page.click(page.past.all)
    page.told("recent_days – → 5")
    assert page.overrides() == {"retrieve_limit": 15, "recent_days": 5}


def test_the_snapshot_of_a_change_is_opened(page_of):
    page = page_of()
    with page.qtbot.waitSignal(page.desk.documents.opened):
        page.past.table.activated.emit(page.past.model.index(0, 0))
    assert page.desk.documents.current.uri == SNAPSHOT
    page.desk.settle()


def test_any_two_states_are_compared(page_of):
    page = page_of()
    older, newer = page.past.older, page.past.newer
    assert older.itemText(0) == "Now"
    newer.setCurrentIndex(1)
    assert page.past.differences.text() == "No difference"
    older.setCurrentIndex(0)
    assert "retrieve_limit 8 → 15" in page.past.differences.text()


def test_an_earlier_state_is_tried_in_the_form_first(page_of):
    page = page_of()
    page.click(page.past.enter)
    assert page.form.wishes() == {"retrieve_limit": 15, "recent_days": 5, "evolution_enabled": None}
    page.click(page.bar.take_back)
    assert page.form.wishes() == {}


def test_what_would_change_is_shown_beside_what_is(page_of):
    page = page_of()
    assert page.trial.hint.isVisible()
    page.type("retrieve_limit", "1")
    page.qtbot.waitUntil(lambda: page.trial.model.rowCount() > 0)
    shown = [page.trial.model.record(row) for row in range(page.trial.model.rowCount())]
    assert shown[0].title == "“likes?”"
    removed = [row for row in shown if row.mark == "removed"]
    page.trial.query.setText("likes")
    with page.qtbot.waitSignal(page.editor.steering.tried):
        page.qtbot.keyClick(page.trial.query, Qt.Key.Key_Return)
    shown = [page.trial.model.record(row) for row in range(page.trial.model.rowCount())]
    removed = [row for row in shown if row.mark == "removed"]
    assert [(row.uri, row.now, row.then) for row in removed] == [("memory/MEMORY.md#L3", "likes tea", "–")]
    assert [row.now for row in shown if row.uri.startswith("sessions")] == ["not summed up"]
    with page.qtbot.waitSignal(page.desk.documents.opened):
        page.trial.table.activated.emit(
            page.trial.model.index_of(f"{removed[0].title}/{removed[0].uri}/likes tea")
        )
    page.click(page.bar.trial)
    page.click(page.bar.take_back)
    assert page.trial.hint.isVisible()
    page.desk.settle()


def test_a_key_that_an_agent_changed_meanwhile_is_not_overwritten(page_of):
    page = page_of()
    page.type("retrieve_limit", "4")
    page.editor.steering._again = True
    page.editor.steering._reading = True
    AgentPolicy(page.desk.workspace, "memory").set({"retrieve_limit": 3}, BOT)
    page.click(page.bar.apply)
    page.told("changed")
    assert page.overrides()["retrieve_limit"] == 3
    page.editor.steering._reading = False


def test_a_session_that_goes_on_is_told_to_have_the_old_values(page_of):
    page = page_of()
    page.desk.workspace.commit("memory/MEMORY.md", b"one", ANY, BOT)
    page.type("recent_days", "2")
    page.click(page.bar.apply)
    page.told("recent_days")
    later = Workspace.open(page.root, clock=FrozenClock(CLOCK.moment + 60))
    later.commit("memory/MEMORY.md", b"two", ANY, BOT)
    page.editor.steering.refresh()
    page.qtbot.waitUntil(page.editor.running.isVisible)
    assert page.editor.running.text().startswith("bloop was last active at")


def test_damaged_overrides_are_told_and_the_way_back_is_there(page_of, root):
    (root / OVERRIDES).write_text('{"retrieve_limit": 8,')
    page = page_of()
    assert not is_broken(page.editor.buffer)
    assert page.editor._notice.isVisible()
    page.type("recent_days", "2")
    page.click(page.bar.apply)
    page.told("damaged")
    page.past.table.selectRow(0)
    page.click(page.past.all)
    page.told("retrieve_limit – → 15")
    assert page.overrides() == {"retrieve_limit": 15, "recent_days": 5}


def test_the_configurations_page_is_the_same_policy(page_of, root):
    (root / OVERRIDES).unlink()
    page = page_of("config.json")
    assert page.form.rows["retrieve_limit"].field.text() == "5"
    assert not page.editor.drop.isVisible()
    page.type("recent_days", "2")
    page.click(page.bar.apply)
    page.told("recent_days – → 2")
    assert page.overrides() == {"recent_days": 2}


def test_a_configuration_that_no_agent_reads_is_only_shown(desk_of, tmp_path, qtbot):
    (tmp_path / "far" / "away" / "more").mkdir(parents=True)
    (tmp_path / "far/away/more/config.json").write_text('{"memory": {"recent_days": 2}}')
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/MEMORY.md").write_text("## 2026-11-20\n\nx")
    desk = desk_of({}, workspace=Workspace.open(tmp_path))
    editor = PolicyEditor(desk.open("far/away/more/config.json"), desk.context)
    qtbot.addWidget(editor)
    editor.show()
    qtbot.waitUntil(editor._notice.isVisible)
    assert not editor.steering.possible


def test_unsaved_text_has_to_go_first(page_of):
    page = page_of()
    page.type("recent_days", "2")
    page.editor.buffer.replace("{}")
    assert page.form.rows["recent_days"].field.isReadOnly()
    assert not page.bar.apply.isEnabled()
    assert not page.past.all.isEnabled()
    assert "unsaved text" in page.editor._notice.text()
    page.editor.buffer.undo()
    page.qtbot.waitUntil(lambda: not page.editor.buffer.dirty)
    assert page.editor._notice.text() == ""
    assert page.past.all.isEnabled()


def test_overrides_saved_as_text_take_a_snapshot_first(page_of):
    page = page_of()
    page.editor.buffer.replace('{"retrieve_limit": 6}')
    with page.qtbot.waitSignal(page.editor.buffer.saved):
        page.editor.buffer.disk.save()
    page.qtbot.waitUntil(lambda: page.changes()[0] == ("retrieve_limit", "8", "6", "you"))
    step = page.past.model.record(0).step
    assert (page.root / step.snapshot).read_text() == NOW
    page.past.table.selectRow(0)
    page.click(page.past.all)
    page.told("retrieve_limit 6 → 8")
    assert (page.root / OVERRIDES).read_text() == NOW


def test_the_fragment_of_a_uri_is_gone_to(page_of):
    page = page_of()
    page.editor.reveal("evolution_enabled")
    page.editor.reveal("unknown")
    page.editor.resize(520, 300)
    page.qtbot.waitUntil(lambda: page.editor._page.verticalScrollBar().maximum() > 0)
    row = page.form.rows["recent_days"]
    page.qtbot.waitUntil(lambda: row.field.mapTo(page.editor, row.field.rect().topRight()).x() < 520)


def test_layers_that_agents_ignore_are_told():
    from memdesk.systems.picoclaw_policy.layers import effective_policy

    values = {one.key: one for one in effective_policy({"recent_days": "x"}, {"retrieve_limit": "x"})}
    assert "overrides have a wrong value" in note_text(values["retrieve_limit"])
    assert "configuration has a wrong value" in note_text(values["recent_days"])
    assert layers_text(values["recent_days"]) == ""


DAY = 86_400.0
WARM = "evo/memory/warm-memory.json"


def warm(name, days, importance):
    """Return a memory of a warm tier of so many days."""
    return {
        "id": name,
        "text": f"about {name}",
        "category": "garden",
        "importance": importance,
        "created_at": CLOCK.moment - days * DAY,
        "access_count": 0,
        "tier": "warm",
    }


@pytest.fixture
def tier(root):
    """Put the warm tier of an EvoClaw agent into the folder."""
    (root / WARM).parent.mkdir(parents=True)
    (root / WARM).write_text(json.dumps([warm("young", 12, 0.2), warm("old", 40, 0.5), warm("new", 1, 0.9)]))


def test_both_sides_of_a_warm_tier_are_shown(tier, root, qtbot):
    workspace = Workspace.open(root, clock=CLOCK)
    dialog = WhatIfDialog(Theme(Scheme.LIGHT))
    dialog.asked.connect(lambda wishes: dialog.show_row(read_eviction(workspace, WARM, wishes)))
    qtbot.addWidget(dialog)
    dialog.ask()

    def shown():
        rows = [tuple(dialog.model.record(row))[1:4] for row in range(dialog.model.rowCount())]
        return [tuple(cell.replace("leaves", "leave") for cell in row) for row in rows]

    assert shown() == [
        ("1 archived", "1 archived", ""),
        ("0.13 · archived, faded", "0.13 · archived, faded", ""),
        ("0.13 · stays", "0.13 · stays", ""),
        ("0.87 · stays", "0.87 · stays", ""),
    ]
    assert {name: field.value() for name, field in dialog.fields.items()} == {
        "retention_days": 30.0,
        "threshold": 0.3,
        "warm_bytes": 50.0,
        "fade_days": 30.0,
        "boost": 0.1,
    }
    with qtbot.waitSignal(dialog.asked) as asked:
        dialog.fields["retention_days"].setValue(5)
    assert asked.args == [("retention_days=5",)]
    assert shown()[:2] == [
        ("1 archived", "2 archived", "changed"),
        ("0.13 · stays", "0.13 · archived, faded", "removed"),
    ]
    dialog.fields["retention_days"].setValue(30)
    with qtbot.waitSignal(dialog.asked):
        dialog.fields["fade_days"].setValue(300)
    assert shown()[1] == ("0.13 · archived, faded", "0.44 · stays", "added")
    assert shown()[3] == ("0.87 · stays", "0.90 · stays", "changed")
    (root / "memdesk.toml").write_text("[evoclaw]\nretention_days = -1\n")
    with pytest.raises(InvalidError) as caught:
        read_eviction(workspace, WARM, ())
    dialog.show_failure(caught.value)
    assert not dialog.problem.isHidden()
    assert dialog.model.rowCount() == 0
    (root / "memdesk.toml").unlink()
    with pytest.raises(NotFoundError):
        read_eviction(workspace, "memory/MEMORY.md", ())


@pytest.fixture
def window(run_desk, root, tier):
    return run_desk(root)


class Person:
    """A person whose clicks and keys are counted."""

    def __init__(self, qtbot):
        self.qtbot, self.actions = qtbot, 0

    def click(self, widget, place=None):
        """Click once."""
        self.actions += 1
        self.qtbot.mouseClick(widget, LEFT, pos=place or widget.rect().center())


def test_rolling_back_one_key_costs_at_most_four_actions(window, root, qtbot):
    person = Person(qtbot)
    view = window.window.navigator.list
    window.window.navigator.reveal(OVERRIDES)
    place = window.window.navigator.model.place(OVERRIDES)
    person.click(view.viewport(), view.visualRect(place).center())
    window.until(lambda: isinstance(window.editor, PolicyEditor) and window.editor.past.isVisible())
    past = window.editor.past
    window.editor._page.ensureWidgetVisible(past)
    person.click(past.table.viewport(), past.table.visualRect(past.model.index(0, 0)).center())
    window.context.commands.refresh()
    assert window.context.commands.action("policy.rollback").isEnabled()
    person.click(past.one)
    window.until(lambda: "15" in (root / OVERRIDES).read_text())
    assert json.loads((root / OVERRIDES).read_text()) == {"retrieve_limit": 15, "evolution_enabled": True}
    assert person.actions <= 4
    window.settle()
    window.run("policy.rollback_all")
    window.until(lambda: "recent_days" in (root / OVERRIDES).read_text())
    window.settle()
    buffer = window.documents.current
    assert window.note(buffer) == ""
    person.click(window.editor.drop)
    window.until(lambda: not (root / OVERRIDES).exists())
    window.settle()
    assert window.banner(buffer) == ""
    assert "Undo" in [choice.text for choice in window.editor.notice.message.choices]
    window.open(WARM)
    window.context.commands.refresh()
    assert not window.context.commands.action("policy.rollback").isEnabled()
    qtbot.mouseClick(window.editor.what_if, LEFT)
    dialog = window.window.findChild(WhatIfDialog)
    window.until(lambda: dialog.model.rowCount() == 4)
    dialog.close()


@pytest.fixture
def policy_window(run_desk, root):
    desk = run_desk(root, at=OVERRIDES)
    desk.until(lambda: desk.window.area.current_editor is not None)
    page = desk.window.area.current_editor.findChild(PolicyEditor)
    desk.until(lambda: page._view is not None and page.steering.possible)
    return desk, page


def test_ctrl_s_applies_what_was_typed(policy_window, root):
    desk, page = policy_window
    field = page.form.rows["recent_days"].field
    field.setFocus()
    field.selectAll()
    desk.qtbot.keyClicks(field, "2")
    desk.settle()
    assert desk.context.commands.action("document.save").isEnabled()
    desk.qtbot.keyClick(field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: "recent_days – → 2" in page.notice.spoken())
    assert json.loads((root / OVERRIDES).read_text())["recent_days"] == 2
    desk.settle()
    assert not desk.context.commands.action("document.save").isEnabled()


def test_ctrl_s_says_which_value_is_wrong_and_goes_there(policy_window, root):
    desk, page = policy_window
    wrong = page.form.rows["recent_days"]
    for key, text in (("retrieve_limit", "9"), ("recent_days", "many")):
        page.form.rows[key].field.setFocus()
        page.form.rows[key].field.selectAll()
        desk.qtbot.keyClicks(page.form.rows[key].field, text)
    page.bar.why.setFocus()
    desk.qtbot.keyClick(page.bar.why, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert page.notice.spoken() == f"Not applied: {wrong.error}"
    assert page.notice.spoken().count("recent_days") == 1
    assert wrong.field.hasFocus()
    assert (root / OVERRIDES).read_text() == NOW


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_both_times_that_are_compared_can_be_read(run_desk, root, lang):
    desk = run_desk(root, at=OVERRIDES, lang=lang, size=(1024, 640))
    desk.until(lambda: desk.window.area.current_editor is not None)
    page = desk.window.area.current_editor.findChild(PolicyEditor)
    desk.until(page.past.isVisible)
    page.past.newer.setCurrentIndex(page.past.newer.count() - 1)
    for size in ((1024, 640), (1440, 900)):
        desk.window.resize(*size)
        desk.settle()
        for box in (page.past.older, page.past.newer):
            desk.until(lambda box=box: box.width() >= box.sizeHint().width())
            assert box.mapTo(page, box.rect().bottomRight()).x() < page.width(), size


def deleted_elsewhere(root):
    """Delete the overrides as another window does."""
    with Workspace.open(root, clock=CLOCK) as other:
        AgentPolicy(other, "memory").drop(person(Via.GUI))


@pytest.mark.parametrize("unsaved", [True, False])
def test_what_another_window_deletes_is_told(policy_window, root, unsaved):
    desk, _page = policy_window
    buffer = desk.documents.current
    if unsaved:
        buffer.replace(NOW.replace("8", "9"))
        desk.until(lambda: buffer.dirty)
    deleted_elsewhere(root)
    desk.until(lambda: "deleted this file" in desk.banner(buffer))
    assert [choice.text for choice in desk.page(buffer).banner.message.choices] == [
        "Keep as unsaved",
        "Close",
    ]


def enter(desk, page, key, text):
    """Type a value into the form."""
    field = page.form.rows[key].field
    field.setFocus()
    field.selectAll()
    desk.qtbot.keyClicks(field, text)
    desk.settle()


def choose(desk, text):
    """Press a button of the question that is asked at closing."""
    dialog = desk.window.findChild(UnsavedDialog)
    assert dialog is not None
    desk.press(dialog, text)


def is_closed(desk):
    return not (desk.documents.buffers() and desk.window.isVisible())


def shown_again(desk, root):
    """Show the policy in a window that a closing left without it."""
    if desk.bus.workspace is None:
        desk.window.workspaces.open(root, OVERRIDES)
        desk.until(lambda: desk.documents.find(OVERRIDES) is not None)
    else:
        desk.open(OVERRIDES)
    desk.until(lambda: desk.window.area.current_editor is not None)
    page = desk.window.area.current_editor.findChild(PolicyEditor)
    desk.until(lambda: page._view is not None and page.steering.possible)
    desk.settle()
    return page


def test_values_that_are_not_applied_are_asked_for_at_closing(policy_window, root):
    desk, page = policy_window
    for closing, days in (("document.close", 2), ("workspace.close", 4)):
        for answer in ("Discard", "Save"):
            before = (root / OVERRIDES).read_text()
            closed_with(desk, page, closing, days, answer)
            assert ((root / OVERRIDES).read_text() == before) is (answer == "Discard"), closing
            page = shown_again(desk, root)
        assert json.loads((root / OVERRIDES).read_text())["recent_days"] == days, closing


@pytest.mark.parametrize(("answer", "held"), [("Discard", None), ("Save", 2)])
def test_values_that_are_not_applied_are_asked_for_at_the_end(policy_window, root, answer, held):
    desk, page = policy_window
    closed_with(desk, page, "app.quit", 2, answer)
    assert json.loads((root / OVERRIDES).read_text()).get("recent_days") == held
    assert held or (root / OVERRIDES).read_text() == NOW


def closed_with(desk, page, closing, days, answer):
    """Enter a value, close before it is applied, and answer the question."""
    enter(desk, page, "recent_days", str(days))
    desk.run(closing)
    assert not is_closed(desk), closing
    choose(desk, answer)
    desk.until(lambda: is_closed(desk))
    desk.settle()
    desk.until(lambda: desk.window.findChild(UnsavedDialog) is None)


def test_cancel_at_closing_leaves_the_values_in_the_form(policy_window, root):
    desk, page = policy_window
    enter(desk, page, "recent_days", "2")
    desk.run("document.close")
    choose(desk, "Cancel")
    assert not is_closed(desk)
    assert page.form.rows["recent_days"].field.text() == "2"
    assert page.waits()


def test_a_value_that_is_wrong_stops_the_closing_and_is_gone_to(policy_window, root):
    desk, page = policy_window
    enter(desk, page, "recent_days", "many")
    desk.run("document.close")
    choose(desk, "Save")
    desk.settle()
    assert not is_closed(desk)
    assert "whole number" in page.notice.spoken()
    assert page.form.rows["recent_days"].field.hasFocus()
    assert desk.offers("document.save_all")
    enter(desk, page, "recent_days", "3")
    page.bar.apply.click()
    desk.until(lambda: not page.waits())
    desk.settle()
    assert not is_closed(desk)


def test_values_behind_the_source_are_asked_for_too(policy_window, root):
    desk, page = policy_window
    enter(desk, page, "recent_days", "2")
    desk.window.area.set_mode(EditorMode.SOURCE)
    desk.run("document.close")
    choose(desk, "Save")
    desk.until(lambda: is_closed(desk))
    assert json.loads((root / OVERRIDES).read_text())["recent_days"] == 2


def test_ctrl_z_takes_a_rollback_back_and_does_it_again(policy_window, root):
    desk, page = policy_window
    page.steering.set({"recent_days": 2}, "", config=False)
    desk.until(lambda: "– → 2" in page.notice.spoken())
    desk.settle()
    page.steering.set({"recent_days": 4}, "", config=False)
    desk.until(lambda: "2 → 4" in page.notice.spoken())
    desk.settle()
    page.past.table.selectRow(0)
    desk.run("policy.rollback")
    desk.until(lambda: "4 → 2" in page.notice.spoken())
    desk.settle()

    def days():
        return json.loads((root / OVERRIDES).read_text())["recent_days"]

    desk.run("edit.undo")
    desk.until(lambda: days() == 4)
    desk.until(lambda: "2 → 4" in page.notice.spoken())
    desk.settle()
    desk.run("edit.redo")
    desk.until(lambda: days() == 2)
    desk.settle()
    assert not page.buffer.dirty


def test_undo_beyond_the_last_change_of_the_policy_leaves_the_hidden_text_alone(policy_window, root):
    desk, page = policy_window
    page.steering.set({"recent_days": 2}, "", config=False)
    desk.until(lambda: "– → 2" in page.notice.spoken())
    desk.settle()
    desk.run("edit.undo")
    desk.until(lambda: json.loads((root / OVERRIDES).read_text()) == json.loads(NOW))
    desk.settle()
    desk.until(lambda: page.buffer.text() == (root / OVERRIDES).read_text())
    assert not desk.offers("edit.undo")
    assert desk.context.commands.action("edit.undo").toolTip() == "Nothing to undo here."
    assert not page.buffer.dirty
    desk.run("edit.redo")
    desk.settle()
    assert not desk.offers("edit.redo")
    assert not page.buffer.dirty
    assert page.buffer.text() == (root / OVERRIDES).read_text()


def test_what_is_typed_while_something_else_is_applied_waits(page_of):
    page = page_of()
    page.type("recent_days", "2")
    page.click(page.bar.apply)
    page.type("session_summary_keep_count", "7")
    page.bar.why.setText("later")
    page.told("recent_days")
    assert page.overrides()["recent_days"] == 2
    assert page.form.wishes() == {"session_summary_keep_count": 7}
    assert page.form.rows["session_summary_keep_count"].field.text() == "7"
    assert page.bar.why.text() == "later"


def test_a_field_that_is_typed_in_is_left_alone_by_an_agents_policy(page_of):
    page = page_of()
    page.editor.activateWindow()
    row = page.form.rows["retrieve_limit"]
    row.field.setFocus()
    page.qtbot.waitUntil(row.field.hasFocus)
    row.field.selectAll()
    page.qtbot.keyClicks(row.field, row.field.text())
    assert page.form.wishes() == {}
    (page.root / OVERRIDES).write_text('{"retrieve_limit": 19}', encoding="utf-8")
    typed = row.field.text()
    page.editor.steering.refresh()
    page.qtbot.waitUntil(lambda: row.value.value == 19)
    assert row.field.text() == typed
    assert page.form.wishes() == {"retrieve_limit": int(typed)}
