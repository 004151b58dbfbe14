"""Two write the same lines: the conflict is decided in the real window, with keys alone."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from helpers.originals import PEGASUS, PROFILE, put
from memdesk_gui.documents.documents import DiskState

USER, PREFERENCES = "memory/facts/user.md", "memory/profile.json"
ALT, CONTROL, SHIFT = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def scene(run_desk, second_process, tmp_path):
    """A window on a workspace, and another process beside it."""
    root = put(tmp_path / "agent", PEGASUS | PROFILE)
    return run_desk(root), second_process(root), root


def press(desk, key, modifiers=Qt.KeyboardModifier.NoModifier):
    """Press a key where the focus is."""
    desk.qtbot.keyClick(QApplication.focusWidget() or desk.window, key, modifiers)
    desk.settle()


def merge_by_keys(desk, buffer):
    """Open the merge with its keys."""
    desk.until(lambda: buffer.disk_state is DiskState.CHANGED and buffer.disk.state.found is not None)
    press(desk, Qt.Key.Key_M, CONTROL | SHIFT)
    desk.until(lambda: desk.window.area.merging is not None)
    page = desk.window.area.merging
    desk.until(lambda: page.work.session is not None)
    assert page.result.hasFocus()
    return page


def test_a_conflict_is_decided_with_keys_alone(scene):
    desk, other, root = scene
    original = PEGASUS[USER].decode()
    lines = [line for line in original.split("\n") if line.startswith("- ")]
    first, last = lines[0], lines[-1]
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, first, " (mine)")
    desk.type_at(desk.editor.view, last, " (mine)")
    theirs = original.replace(first, f"{first} (theirs)").replace(last, f"{last} (theirs)")
    other.commit(USER, theirs.encode())
    mine = buffer.text()
    page = merge_by_keys(desk, buffer)
    assert page.conflicts == 2
    press(desk, Qt.Key.Key_Left, ALT)
    desk.until(lambda: page.work.session.open == 1)
    press(desk, Qt.Key.Key_Right, ALT)
    desk.until(lambda: page.work.session.open == 0)
    press(desk, Qt.Key.Key_Z, CONTROL)
    desk.until(lambda: page.work.session.open == 1)
    press(desk, Qt.Key.Key_B, ALT)
    desk.until(lambda: page.work.usable)
    assert buffer.text() == mine
    assert (root / USER).read_bytes() == theirs.encode()
    press(desk, Qt.Key.Key_Return, CONTROL)
    desk.until(lambda: desk.window.area.merging is None)
    desk.save()
    decided = theirs.replace(f"{first} (theirs)", f"{first} (mine)")
    decided = decided.replace(f"{last} (theirs)", f"{last} (theirs)\n{last} (mine)")
    assert (root / USER).read_bytes() == decided.encode()


def test_every_command_waits_for_a_merge_and_looking_at_a_conflict_changes_nothing(scene):
    desk, other, root = scene
    desk.open(USER)
    desk.context.commands.refresh()
    for name in ("open", "next", "previous", "mine", "theirs", "both", "base", "use", "close"):
        assert not desk.context.commands.run(f"merge.{name}")
    line = next(line for line in PEGASUS[USER].decode().split("\n") if line.startswith("- "))
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, line, " (mine)")
    theirs = PEGASUS[USER].replace(line.encode(), line.encode() + b" (theirs)")
    other.replace(USER, theirs)
    mine = buffer.text()
    page = merge_by_keys(desk, buffer)
    press(desk, Qt.Key.Key_Left, ALT)
    desk.until(lambda: page.work.usable)
    other.replace(USER, theirs + b"\nmore\n")
    desk.until(page.notice.isVisible)
    desk.until(lambda: page.work.usable)
    press(desk, Qt.Key.Key_Escape)
    assert desk.window.area.merging is None
    assert (buffer.text(), (root / USER).read_bytes()) == (mine, theirs + b"\nmore\n")
    assert "conflict" in desk.banner(buffer)


def test_the_document_undoes_what_was_used(scene):
    desk, other, root = scene
    original = json.loads(PROFILE[PREFERENCES])
    key = "theme_preference"
    buffer = desk.open(PREFERENCES)
    desk.run("view.source")
    buffer.replace(buffer.text().replace(json.dumps(original[key], ensure_ascii=False), '"mine"', 1))
    other.write(PREFERENCES, json.dumps(original | {key: "theirs"}, indent=2, ensure_ascii=False).encode())
    page = merge_by_keys(desk, buffer)
    assert page.columns.title(0) == "Conflict 1 of 1 · theme_preference"
    press(desk, Qt.Key.Key_Left, ALT)
    desk.until(lambda: page.work.usable)
    press(desk, Qt.Key.Key_Return, CONTROL)
    desk.until(lambda: desk.window.area.merging is None)
    assert json.loads(buffer.text())[key] == "mine"
    press(desk, Qt.Key.Key_Z, CONTROL)
    desk.until(lambda: buffer.disk_state is DiskState.CHANGED)
    assert json.loads((root / PREFERENCES).read_bytes())[key] == "theirs"


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_which_conflict_this_is_can_be_read_in_a_small_window(run_desk, second_process, tmp_path, lang):
    root = put(tmp_path / "agent", PEGASUS | PROFILE)
    desk = run_desk(root, lang=lang, size=(1024, 640))
    buffer = desk.open(USER)
    first = next(line for line in PEGASUS[USER].decode().split("\n") if line.startswith("- "))
    desk.type_at(desk.editor.view, first, " (mine)")
    second_process(root).commit(USER, PEGASUS[USER].replace(first.encode(), f"{first} (theirs)".encode()))
    title = merge_by_keys(desk, buffer)._title
    # The row is laid out anew a turn after its text came.
    desk.until(lambda: 0 < title.fontMetrics().horizontalAdvance(title.fitting()) <= title.width())
    assert title.fitting() in title.text()
    desk.window.resize(1440, 900)
    desk.until(lambda: title.fitting() == title.text())
