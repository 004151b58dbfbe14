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
from memdesk.drafts import draft_folder, every_draft
from memdesk.store import workspace_id

USER = "memory/facts/user.md"


@pytest.fixture
def killed(tmp_path):
    """A workspace in which a window was killed mid-typing, and at least how many letters were typed."""
    root = put(tmp_path, PEGASUS)
    drafts = draft_folder(workspace_id(root))
    env = os.environ | {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    command = [sys.executable, "-m", "helpers.typing_process", str(root), USER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env) as process:
        letters = next(int(line) for line in process.stdout if list(drafts.rglob("*.draft")))
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    return root, letters


def test_killed_mid_typing_and_the_text_comes_back(run_desk, killed):
    root, letters = killed
    assert (root / USER).read_bytes() == PEGASUS[USER]
    desk = run_desk(root)
    desk.until(lambda: desk.recovered() is not None and desk.recovered().draft is not None)
    desk.recovered().restore.click()
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
