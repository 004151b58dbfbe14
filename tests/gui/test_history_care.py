"""The history is checked on demand and tended in the background, while the window goes on."""

from __future__ import annotations

import json
import os
import threading
import time

import pytest
import shiboken6
from PySide6.QtGui import QGuiApplication

from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, Store
from memdesk_gui.features.history.check_dialog import HistoryCheckDialog

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
LONG_AGO = 1_600_000_000.0
URI = "facts/user.md"


def text(number):
    return f"# User\n\n{number}\n".encode()


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / "episodes").mkdir()
    return folder


def fill(root, count):
    store = Store(root, clock=FrozenClock(LONG_AGO))
    for number in range(count):
        store.commit(URI, text(number), ANY, AGENT)
    for path in (root / ".memdesk" / "history").rglob("*"):
        os.utime(path, (LONG_AGO, LONG_AGO))


def blob(root, data):
    digest = revision_of(data).removeprefix("sha256:")
    return root / ".memdesk" / "history" / digest[:2] / digest


def checked(desk):
    """Run the check and return the dialog with its report."""
    desk.run("history.check")
    [dialog] = desk.window.findChildren(HistoryCheckDialog)
    desk.until(dialog.copy.isEnabled)
    return dialog


def test_a_sound_history_is_said_to_be_sound_and_a_check_that_fails_says_why(run_desk, root, monkeypatch):
    fill(root, 3)
    desk = run_desk(root)
    dialog = checked(desk)
    assert dialog.verdict.text() == "All versions are intact"
    assert "3 versions kept, 30 B on disk." in dialog.facts.text()
    assert "3 changes recorded since" in dialog.facts.text()
    assert not dialog.problems.isVisible()
    assert dialog.accessibleName() == "Check history"
    desk.press(dialog, "Close")
    desk.until(lambda: not shiboken6.isValid(dialog))

    def fail():
        raise PermissionError("refused")

    monkeypatch.setattr(desk.bus.workspace.store, "tend", fail)
    desk.window.features["HistoryCare"].tend()
    desk.settle()
    assert desk.complaints() == [], "that it cannot be tended is no reason to complain"
    monkeypatch.setattr(desk.bus.workspace.store, "check", fail)
    desk.run("history.check")
    [dialog] = desk.window.findChildren(HistoryCheckDialog)
    desk.until(lambda: dialog.verdict.text() != "Reading every version…")
    assert not dialog.copy.isEnabled()


def test_what_is_wrong_is_listed_and_can_be_copied(run_desk, root):
    fill(root, 3)
    blob(root, text(1)).write_bytes(b"?")
    blob(root, text(0)).unlink()
    desk = run_desk(root)
    dialog = checked(desk)
    assert dialog.verdict.text() == "2 problems found"
    assert dialog.problems.isVisible()
    lines = dialog.problems.toPlainText().splitlines()
    assert [line.split(": ")[0] for line in lines] == [URI, URI]
    assert "is damaged" in lines[0]
    assert "is missing" in lines[1]
    desk.press(dialog, "Copy")
    assert QGuiApplication.clipboard().text() == dialog.text()
    assert lines[0] in dialog.text()
    desk.press(dialog, "Close")
    desk.until(lambda: not shiboken6.isValid(dialog))


def test_a_workspace_without_history_has_nothing_to_check(run_desk, root):
    (root / "facts" / "user.md").write_bytes(b"# User\n")
    desk = run_desk(root)
    assert checked(desk).verdict.text() == "No history yet. It starts with your first save."
    assert not (root / ".memdesk").exists()


def test_the_check_can_be_left_and_the_workspace_closed_under_it(run_desk, root, monkeypatch):
    fill(root, 2)
    desk = run_desk(root)
    store, begun, ended = desk.bus.workspace.store, threading.Event(), []

    def wait():
        begun.set()
        ended.append(store.homes()[0].store._closing.wait(300))
        return Store(root).check()

    monkeypatch.setattr(store, "check", wait)
    desk.run("history.check")
    desk.until(begun.is_set)
    [dialog] = desk.window.findChildren(HistoryCheckDialog)
    dialog.close()
    desk.run("workspace.close")
    desk.until(lambda: ended == [True])
    desk.settle()
    assert not desk.context.commands.action("history.check").isEnabled()


def test_old_versions_are_collected_in_the_background(run_desk, root):
    fill(root, 60)
    record = root / ".memdesk" / "collected.json"
    yesterday = json.dumps({"time": time.time() - 100_000, "capped": 0})
    record.write_text(yesterday)
    desk = run_desk(root)
    desk.until(lambda: record.read_text() != yesterday)
    assert not blob(root, text(9)).exists()
    assert blob(root, text(10)).exists()
    desk.run("view.history")
    desk.bus.activated.emit(URI)
    desk.until(lambda: desk.window.history.model.rowCount() == 60)
    model = desk.window.history.model
    kept = [model.item_at(model.index(row)).kept for row in range(60)]
    assert kept == [True] * 50 + [False] * 10
    assert model.item_at(model.index(59)).bytes == len(text(0))
