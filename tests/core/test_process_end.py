"""The end of a process in which a thread may still write: nothing is closed under it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from memdesk.index.local_state.database import StateDatabase

SCRIPT = """
import atexit, os, sys

opened = {}

def named(number):
    try:
        return os.readlink(f"/proc/self/fd/{number}")
    except OSError:
        return None

def tell():
    print(len(opened) > 3, [name for number, name in opened.items() if named(number) != name])
    print(workspace.local_state.get("kept"))

# Registered before all others, so it is called after them.
atexit.register(tell)

from pathlib import Path

from memdesk.model import Via
from memdesk.runtime.person import person
from memdesk.store import ANY
from memdesk.workspace import Workspace

workspace = Workspace.open(Path(sys.argv[1]))
workspace.commit("note.md", b"a note\\n", ANY, person(Via.CLI))
workspace.local_state.put("kept", "still here")
opened.update((number, named(number)) for number in map(int, os.listdir("/proc/self/fd")) if number > 2)
opened = {number: name for number, name in opened.items() if name and name.startswith("/")}
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_record_is_closed_while_a_thread_may_use_it(tmp_path):
    (tmp_path / "note.md").write_text("as it was\n")
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)], capture_output=True, text=True, timeout=300
    )
    assert ended.stdout == "True []\nstill here\n", ended.stderr
    assert ended.stderr == ""


def test_a_wrong_call_is_not_taken_for_damage(caplog):
    state = StateDatabase("0" * 32)
    state.put("kept", "as it was")
    connection = state._opened()
    connection.close()
    assert state.get("kept") is None
    state.close()
    assert state.get("kept") == "as it was"
    assert "damaged" not in caplog.text
    state.close()
