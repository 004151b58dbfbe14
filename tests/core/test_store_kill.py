"""A commit is killed before each change on the disk: the document is old or new, recovery tidies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import killing
from helpers.environment import unmeasured
from helpers.sizes import size
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Store

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
AGENT = Actor("bloop", Origin.AGENT, Via.PYTHON)
PATHS = [str(Path(killing.__file__).parents[1]), *filter(None, sys.path)]


@pytest.fixture
def kill(memory_path):
    template = memory_path / "template"
    template.mkdir()
    for name, text in OLD.items():
        (template / name).write_text(text)
    (template / "first.md").touch()
    Store(template).commit("first.md", b"first", ANY, ME)

    def every_call(role, edits, renames):
        done = subprocess.run(
            [sys.executable, killing.__file__, role, template, memory_path, json.dumps(edits), renames],
            env=unmeasured() | {"PYTHONPATH": os.pathsep.join(PATHS)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return every_call


WAYS = pytest.mark.parametrize("renames", ["exchange", "links"])
OLD = {"a.md": "old", "c.md": "gone"}
REPLACE = {"a.md": "new"}
UNIT = {"x/b.md": "new name", "a.md": "new", "c.md": None}
CHANGES = pytest.mark.parametrize(
    "edits",
    [REPLACE, {"b.md": "new"}, {"x/y/b.md": "new"}, {"a.md": None}, UNIT],
    ids=["replace", "create", "create in new folders", "delete", "unit"],
)


def former(edits):
    return {path: OLD.get(path) for path in edits}


def check(result, edits):
    """All is old or all is new, is logged where it is new, and nothing but documents is left."""
    live = result["live"]
    assert live in (former(edits), edits)
    assert result["pending"] == 0
    expected = OLD | {"first.md": ""} | live
    assert result["found"] == sorted(path for path, text in expected.items() if text is not None)
    after = {path: [text and revision_of(text.encode())] for path, text in edits.items()}
    assert result["logged"] == (after if live == edits else {path: [] for path in edits})
    assert len(result["units"]) <= 1


@WAYS
@CHANGES
def test_a_killed_commit_leaves_old_or_new(kill, edits, renames):
    results = kill("commits", edits, renames)
    assert len(results) > size(12, 4)
    assert [results[0]["live"], results[-1]["live"]] == [former(edits), edits]
    for result in results:
        check(result, edits)
    mixed = [result for result in results if result["seen"] != result["live"]]
    assert bool(mixed) is (len(edits) > 1)


def test_keeping_many_versions_from_outside_is_killed_anywhere_and_logs_none_that_is_not_there(kill):
    results = kill("sightings", {}, "")
    assert len(results) > 20
    for result in results:
        assert [code for code in result["found"] if code != "log_torn"] == []
        assert (result["left"], result["ok"]) == ([], True)
        assert sorted(result["logged"]) == sorted(["first.md", *(f"{n}.md" for n in range(killing.SEEN))])


def test_a_killed_collecting_leaves_every_version_that_is_to_stay(kill, memory_path):
    for number in range(3):
        Store(memory_path / "template").commit("a.md", str(number).encode(), ANY, AGENT)
    results = kill("collections", {}, "")
    assert len(results) > 15
    seen = [result["seen"] for result in results]
    assert seen[0] == list("012")
    assert seen[-1] == list("12")
    for result in results:
        assert result["seen"][-2:] == result["kept"] == list("12")
        assert result["left"] == []


def test_a_killed_recovery_is_done_again(kill):
    results = kill("recoveries", REPLACE, "exchange")
    assert len(results) > 10
    for result in results:
        check(result, REPLACE)
        assert result["live"] == REPLACE


def test_a_killed_undoing_of_a_unit_is_done_again(kill):
    results = kill("recoveries", UNIT, "exchange")
    assert len(results) > 15
    for result in results:
        check(result, UNIT)
        assert result["live"] == former(UNIT)
