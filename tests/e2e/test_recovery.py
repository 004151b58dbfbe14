"""A window that is killed while a person types: the next one has the text."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtWidgets import QApplication

from helpers.originals import PEGASUS, put
from memdesk.drafts.places import draft_folder, every_draft
from memdesk.model import Via
from memdesk.runtime.person import person
from memdesk.store import workspace_id
from memdesk.workspace import Workspace
from memdesk_gui.app import start
from memdesk_gui.shell.dialogs.unsaved import UnsavedDialog

USER = "memory/facts/user.md"


def typing(root):
    """Start a window that types into a document."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    command = [sys.executable, "-m", "helpers.typing_process", str(root), USER]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)


@pytest.fixture
def root(tmp_path):
    return put(tmp_path / "root", PEGASUS)


@pytest.fixture
def killed(root):
    """A workspace in which a window was killed mid-typing, and at least how many letters were typed."""
    drafts = draft_folder(workspace_id(root))
    with typing(root) as process:
        letters = next(int(line) for line in process.stdout if list(drafts.rglob("*.draft")))
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    return root, letters


def test_killed_mid_typing_and_the_text_comes_back(run_desk, killed):
    root, letters = killed
    assert (root / USER).read_bytes() == PEGASUS[USER]
    desk = run_desk(root)
    desk.until(lambda: desk.recovered() is not None and desk.recovered().draft is not None)
    desk.recovered().view.restore.click()
    desk.until(lambda: desk.documents.current is not None and desk.documents.current.uri == USER)
    buffer = desk.documents.current
    desk.until(lambda: buffer.dirty)
    typed = len(buffer.text()) - len(buffer.text().lstrip("x"))
    assert letters - 40 <= typed
    assert typed >= 1
    assert buffer.text().lstrip("x") == PEGASUS[USER].decode()
    desk.save()
    assert (root / USER).read_text(encoding="utf-8") == "x" * typed + PEGASUS[USER].decode()
    desk.settle()
    desk.end()
    assert list(draft_folder(workspace_id(root)).rglob("*.draft")) == []


@pytest.fixture
def used(root):
    """The same workspace, in which something was saved once."""
    with Workspace.open(root) as workspace:
        workspace.commit("memory/other.md", b"saved\n", None, person(Via.CLI))


def test_killed_mid_typing_and_the_text_is_found_where_the_folder_lies_now(run_desk, used, killed, tmp_path):
    root, _ = killed
    moved = root.rename(tmp_path / "moved")
    desk = run_desk(moved)
    desk.until(lambda: desk.recovered() is not None and desk.recovered().draft is not None)
    desk.recovered().view.restore.click()
    desk.until(lambda: [buffer.text()[0] for buffer in desk.documents.dirty()] == ["x"])
    desk.save()
    assert (moved / USER).read_text(encoding="utf-8").lstrip("x") == PEGASUS[USER].decode()
    desk.settle()
    desk.end()
    for path in (root, moved):
        assert list(draft_folder(workspace_id(path)).rglob("*.draft")) == []


def test_what_is_typed_is_kept_at_once_when_the_session_ends(run_desk, tmp_path):
    """No test can emit what Qt does: somebody listens, and what that does waits for nothing."""
    root = put(tmp_path, PEGASUS)
    signal_name = SIGNAL("commitDataRequest(QSessionManager&)")
    before = QApplication.instance().receivers(signal_name)
    desk = run_desk(root)
    assert QApplication.instance().receivers(signal_name) == before + 1
    buffer = desk.open(USER)
    buffer.replace("typed a moment ago\n")
    disk = threading.Event()
    desk.context.jobs.keep(disk.wait)
    desk.desk.keep_for_session_end()
    disk.set()
    assert desk.context.jobs.wait_for_done()
    kept = [draft.text for draft in every_draft(draft_folder(workspace_id(root)))]
    assert kept == ["typed a moment ago\n"]
    assert desk.window.isVisible()


def test_ended_from_outside_a_window_asks_nothing_and_the_text_comes_back(run_desk, tmp_path):
    root = put(tmp_path, PEGASUS)
    desk = run_desk(root)
    buffer = desk.open(USER)
    buffer.replace("typed a moment ago\n")
    assert not desk.window.close()
    assert desk.window.findChild(UnsavedDialog).isVisible()
    desk.desk.end_unasked()
    assert not desk.window.isVisible()
    desk.end()
    again = run_desk(root)
    again.until(lambda: again.recovered() is not None and again.recovered().draft is not None)
    assert again.recovered().draft.text == "typed a moment ago\n"
    assert (root / USER).read_bytes() == PEGASUS[USER]


def test_a_session_that_goes_on_after_all_is_asked_about_again(run_desk, tmp_path, monkeypatch):
    monkeypatch.setattr(start, "SESSION_END_MS", 1)
    desk = run_desk(put(tmp_path, PEGASUS))
    desk.open(USER).replace("typed a moment ago\n")
    desk.desk.keep_for_session_end()
    desk.until(lambda: desk.window.asks)
    assert not desk.window.close()
    assert desk.window.isVisible()


def test_a_polite_kill_is_not_held_up_by_unsaved_text(tmp_path):
    root = put(tmp_path, PEGASUS)
    drafts = draft_folder(workspace_id(root))
    with typing(root) as process:
        assert next(line for line in process.stdout if list(drafts.rglob("*.draft")))
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
    assert process.returncode == 0
    assert [draft.text.lstrip("x") for draft in every_draft(drafts)] == [PEGASUS[USER].decode()]
