"""A commit is killed before each of its system calls: the document is old or new, recovery tidies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import killing
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Store

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
PATHS = [str(Path(killing.__file__).parents[1]), *filter(None, sys.path)]


@pytest.fixture
def kill(tmp_path):
    template = tmp_path / "template"
    template.mkdir()
    (template / "a.md").write_text("old")
    (template / "first.md").touch()
    Store(template).commit("first.md", b"first", ANY, ME)

    def every_call(role, path, new, renames):
        done = subprocess.run(
            [sys.executable, killing.__file__, role, template, tmp_path, path, new, renames],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return every_call


WAYS = pytest.mark.parametrize("renames", ["exchange", "links"])
CHANGES = pytest.mark.parametrize(
    ("path", "old", "new"),
    [("a.md", "old", "new"), ("b.md", None, "new"), ("x/y/b.md", None, "new"), ("a.md", "old", "")],
    ids=["replace", "create", "create in new folders", "delete"],
)


def check(result, path, new):
    """The document did not change by recovery, and nothing but documents is left."""
    wanted = new or None
    assert result["live"] == result["seen"]
    assert result["pending"] == 0
    expected = {"a.md", "first.md", path} - ({path} if result["live"] is None else set())
    assert set(result["found"]) == expected
    after = revision_of(new.encode()) if new else None
    assert result["logged"] == ([after] if result["live"] == wanted else [])


@WAYS
@CHANGES
def test_a_killed_commit_leaves_old_or_new(kill, path, old, new, renames):
    results = kill("commits", path, new, renames)
    assert len(results) > 50
    assert {result["seen"] for result in results} == {old, new or None}
    for result in results:
        check(result, path, new)


def test_a_killed_recovery_is_done_again(kill):
    results = kill("recoveries", "a.md", "new", "exchange")
    assert len(results) > 20
    assert {result["live"] for result in results} == {"new"}
    for result in results:
        check(result, "a.md", "new")
