"""Locks against agents, set by a person in the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from memdesk.errors import ProtectedError
from memdesk.model import Actor, Origin, Via
from memdesk.ops.files import rename
from memdesk.ops.locks import Protection
from memdesk.store import ANY
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace
from memdesk_gui.features.inspector.lock_dialog import LocksDialog
from memdesk_gui.features.inspector.locks import read_lockables, read_locks
from memdesk_gui.widgets.lists.rows import ROW_ROLE

PERSON = Actor("ada", Origin.HUMAN, Via.GUI)
AGENT = Actor("robin", Origin.AGENT, Via.MCP)
NOTES = "# Notes\n\n## Tea\n\ngreen\n\n### Cups\n\ntwo\n"
ENTRIES = '{"plan": [], "run": [{"id": "r1", "content": "counted 42"}], "session": []}'


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "workspace"
    (folder / "facts").mkdir(parents=True)
    (folder / "facts" / "tea.md").write_text(NOTES)
    (folder / "memory.json").write_text(ENTRIES)
    return folder


@pytest.fixture
def workspace(root):
    with Workspace.open(root) as opened:
        yield opened


def named(parts):
    return [(part.part, part.label, part.level) for part in parts]


def test_headings_of_a_text_can_be_locked(qapp, workspace):
    assert named(read_lockables(workspace, "facts/tea.md")) == [
        ("", "", 0),
        ("Notes", "Notes", 1),
        ("Tea", "Tea", 2),
        ("Cups", "Cups", 3),
    ]


def test_keys_and_entries_of_json_can_be_locked(qapp, workspace):
    parts = named(read_lockables(workspace, "memory.json"))
    assert ("run", "run", 1) in parts
    assert ("run/r1", "counted 42", 2) in parts


def test_parameters_of_a_policy_can_be_locked_one_by_one(qapp, root):
    (root / "memory").mkdir()
    (root / "memory" / "policy_overrides.json").write_text('{"recent_days": 2}')
    with Workspace.open(root) as workspace:
        parts = named(read_lockables(workspace, "memory/policy_overrides.json"))
        assert parts == [("", "", 0), ("recent_days", "recent_days", 1)]
        Protection(workspace).protect("memory/policy_overrides.json#recent_days", Lock.LOCKED, PERSON)
        with pytest.raises(ProtectedError):
            workspace.commit("memory/policy_overrides.json", b'{"recent_days": 3}', ANY, AGENT)
        workspace.commit("memory/policy_overrides.json", b'{"recent_days": 2, "x": 1}', ANY, AGENT)


def test_a_lock_on_what_is_gone_is_still_listed(qapp, workspace, root):
    Protection(workspace).protect("facts/tea.md#Tea", Lock.LOCKED, PERSON, "agreed")
    (root / "facts" / "tea.md").write_text("# Notes\n")
    gone = read_lockables(workspace, "facts/tea.md")[-1]
    assert (gone.part, gone.lock, gone.why, gone.by) == ("Tea", Lock.LOCKED, "agreed", "ada")
    [item] = read_locks(workspace, "facts/tea.md")
    assert (item.row.title, item.row.detail, item.tip) == ("Tea", "locked", "Locked by ada: agreed")


def test_a_renamed_document_stays_locked(workspace):
    Protection(workspace).protect("facts/tea.md", Lock.LOCKED, PERSON)
    rename(workspace, "facts/tea.md", "facts/drinks.md", PERSON)
    with pytest.raises(ProtectedError):
        workspace.commit("facts/drinks.md", b"", ANY, AGENT)


@pytest.fixture
def desk(run_desk, root):
    return run_desk(root, at="facts/tea.md")


def test_a_person_locks_a_section_and_sees_it(desk):
    desk.context.commands.action("document.lock").trigger()
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, LocksDialog))
    desk.until(lambda: dialog.model.rowCount() == 4)
    assert not dialog.use.isEnabled()
    dialog.list.select("#Tea")
    dialog.lock.chosen.emit("append_only")
    dialog.why.textEdited.emit("ask me")
    assert dialog.model.index(2).data(ROW_ROLE).detail == "append only"
    dialog.use.click()
    desk.until(lambda: desk.window.toast.text() == "Locks saved.")
    locks = desk.window.inspector.locks
    desk.until(lambda: [item.row.title for item in locks.model.items] == ["Tea"])
    rule = Protection(desk.bus.workspace).of("facts/tea.md")["Tea"]
    assert (rule.lock, rule.why) == (Lock.APPEND_ONLY, "ask me")
    with pytest.raises(ProtectedError):
        desk.bus.workspace.commit("facts/tea.md", b"# Notes\n", ANY, AGENT)


def test_what_is_set_back_is_no_change(desk):
    desk.context.commands.action("document.lock").trigger()
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, LocksDialog))
    desk.until(lambda: dialog.model.rowCount() == 4)
    dialog.lock.chosen.emit("locked")
    assert dialog.use.isEnabled()
    dialog.lock.chosen.emit("free")
    assert not dialog.use.isEnabled()
    dialog.close()


def lock_tea(desk):
    desk.context.commands.action("document.lock").trigger()
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, LocksDialog))
    desk.until(lambda: dialog.model.rowCount() == 4)
    dialog.list.select("#Tea")
    dialog.lock.chosen.emit("locked")
    dialog.use.click()
    desk.until(lambda: desk.window.toast.text() == "Locks saved.")
    desk.settle()


def locked(desk):
    return list(Protection(desk.bus.workspace).of("facts/tea.md"))


def test_undo_takes_a_lock_back_and_no_text(desk):
    buffer = desk.documents.current
    buffer.replace(NOTES + "more\n")
    lock_tea(desk)
    desk.run("edit.undo")
    desk.until(lambda: desk.window.toast.text() == "Lock changes undone.")
    assert (locked(desk), buffer.text()) == ([], NOTES + "more\n")
    desk.run("edit.redo")
    desk.until(lambda: desk.window.toast.text() == "Locks saved.")
    assert (locked(desk), buffer.text()) == (["Tea"], NOTES + "more\n")
    desk.window.toast._button.click()
    desk.until(lambda: not locked(desk))
    desk.settle()
    desk.run("edit.undo")
    assert (locked(desk), buffer.text()) == ([], NOTES)


def test_what_is_typed_after_a_lock_is_what_undo_takes_back(desk):
    buffer = desk.documents.current
    lock_tea(desk)
    buffer.replace(NOTES + "more\n")
    desk.run("edit.undo")
    desk.settle()
    assert (locked(desk), buffer.text()) == (["Tea"], NOTES)


def test_the_key_in_the_text_takes_a_lock_back_too(desk):
    buffer, view = desk.documents.current, desk.editor.view
    buffer.replace(NOTES + "more\n")
    lock_tea(desk)
    view.setFocus()
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    for modifiers, told, parts in (
        (control, "Lock changes undone.", []),
        (control | shift, "Locks saved.", ["Tea"]),
    ):
        desk.qtbot.keyClick(view, Qt.Key.Key_Z, modifiers)
        desk.until(lambda told=told: desk.window.toast.text() == told)
        assert (locked(desk), buffer.text()) == (parts, NOTES + "more\n")
