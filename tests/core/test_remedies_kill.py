"""A purge or a move into quarantine is killed at each of its steps: nothing is lost, it can go on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import killing_remedies
from helpers.environment import unmeasured
from memdesk.findings import Quarantine
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY
from memdesk.workspace import Workspace

AGENT = Actor("robin", Origin.AGENT, Via.PYTHON)
PERSON = Actor("ada", Origin.HUMAN, Via.PYTHON)
SECRET = "hunter2-and-more"
NOTES = f"# Notes\n\npassword: {SECRET}\n"
PATHS = [str(Path(killing_remedies.__file__).parents[1]), *filter(None, sys.path)]


@pytest.fixture
def kill(memory_path):
    template = memory_path / "template"
    template.mkdir()
    (template / "a.md").write_text(NOTES)
    with Workspace.open(template) as desk:
        desk.commit("a.md", NOTES.replace("#", "##").encode(), ANY, AGENT)
        desk.commit("long.md", f"{SECRET}\n".encode() + os.urandom(6_000).hex().encode(), None, AGENT)
        desk.commit("other.md", b"other\n", None, AGENT)
        desk.commit("moved.md", NOTES.encode(), None, AGENT)
        Quarantine(desk).add("moved.md", PERSON)

    def every_step(role, wanted):
        done = subprocess.run(
            [sys.executable, killing_remedies.__file__, role, template, memory_path, wanted],
            env=unmeasured() | {"PYTHONPATH": os.pathsep.join(PATHS)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return every_step


@pytest.mark.slow
def test_a_killed_purge_leaves_a_sound_history_and_goes_on(kill):
    results = kill("purges", SECRET)
    assert len(results) > 12
    for result in results:
        assert result == {"first": [], "then": [], "traces": []}


def test_what_is_being_moved_is_in_one_place(kill):
    results = kill("moves", "a.md")
    assert len(results) > 4
    moved = NOTES.replace("#", "##")
    for result in results:
        assert moved in (result["there"], *result["held"])
        assert result["there"] is None or moved not in result["held"]
        assert ("a.md" in result["then"]) == (result["there"] is None)
        assert result["problems"] == []
    assert [results[0]["there"], results[-1]["there"]] == [moved, None]
