"""Somebody else holds the workspace: who it is, that a save goes on when it can, and how it gives up."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt

from helpers.originals import PEGASUS, put
from memdesk.errors import LockedError
from memdesk.history.history import History
from memdesk_gui.app import start
from memdesk_gui.features.history.restore import Restorer

USER = "memory/facts/user.md"


def test_a_save_waits_for_seconds_not_for_minutes():
    assert start.LOCK_TIMEOUT == 5.0


@pytest.fixture
def folder(tmp_path):
    return put(tmp_path / "agent", PEGASUS)


def press_save(desk):
    """Press Ctrl+S; nothing is waited for."""
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)


def test_a_save_that_waits_names_who_it_waits_for_and_goes_on(run_desk, second_process, folder, monkeypatch):
    monkeypatch.setattr(start, "LOCK_TIMEOUT", 60.0)
    desk, other = run_desk(folder), second_process(folder)
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, "# ", "My ")
    other.hold()
    press_save(desk)
    desk.until(lambda: "waiting for bloop" in desk.window.status.summary())
    assert "ready to save" not in desk.window.status.summary()
    assert "bloop" in desk.window.status._waiting.toolTip()
    desk.type_at(desk.editor.view, "# My", " own")
    assert buffer.dirty
    with desk.qtbot.waitSignal(buffer.saved):
        other.release()
    desk.until(lambda: "waiting for" not in desk.window.status.summary())
    desk.until(lambda: "ready to save" in desk.window.status.summary())
    desk.save()
    assert (folder / USER).read_text().startswith("# My own ")


def test_a_save_that_waited_too_long_can_be_tried_again(run_desk, second_process, folder, monkeypatch):
    monkeypatch.setattr(start, "LOCK_TIMEOUT", 0.05)
    desk, other = run_desk(folder), second_process(folder)
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, "# ", "My ")
    before = (folder / USER).read_bytes()
    other.hold()
    press_save(desk)
    desk.until(lambda: isinstance(buffer.error, LockedError))
    assert "bloop" in desk.banner(buffer)
    assert "Your text stays open" in desk.banner(buffer)
    assert (folder / USER).read_bytes() == before
    other.release()
    with desk.qtbot.waitSignal(buffer.saved):
        desk.page(buffer).banner.choose("Try again")
    assert (folder / USER).read_text().startswith("# My ")
    assert desk.banner(buffer) == ""


def test_a_deed_that_waited_too_long_can_be_tried_again(run_desk, second_process, folder, monkeypatch):
    monkeypatch.setattr(start, "LOCK_TIMEOUT", 0.05)
    desk, other = run_desk(folder), second_process(folder)
    desk.open(USER)
    other.hold()
    desk.documents.files.delete(USER)
    toast = desk.window.toast
    desk.until(lambda: "bloop" in toast.text())
    assert (folder / USER).exists()
    other.release()
    toast._button.click()
    desk.until(lambda: not (folder / USER).exists())
    desk.settle()
    other.hold()
    desk.documents.undo.undo()
    desk.until(lambda: "bloop" in toast.text())
    other.release()
    toast._button.click()
    desk.until((folder / USER).exists)


def test_a_restore_that_waited_too_long_can_be_tried_again(run_desk, second_process, folder, monkeypatch):
    monkeypatch.setattr(start, "LOCK_TIMEOUT", 0.05)
    desk, other = run_desk(folder), second_process(folder)
    before = (folder / USER).read_bytes()
    other.commit(USER, b"# other\n")
    restorer = Restorer(desk.context, desk.window)
    last, *_, first = History(desk.bus.workspace).versions(USER)
    other.hold()
    whole = partial(restorer.whole, first, last.revision)
    for restore in (whole, lambda: restorer.everything({USER: first.revision}, 0.0)):
        with desk.qtbot.waitSignal(restorer.done) as told:
            restore()
        words, action = told.args
        assert ("bloop" in words, action.text()) == (True, "Try again")
    other.release()
    action.trigger()
    desk.until(lambda: (folder / USER).read_bytes() == before)
    desk.settle()
