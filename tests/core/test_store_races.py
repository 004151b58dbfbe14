"""Several processes write one file: no update is lost among cores, no foreign version is lost to them."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import racing
from memdesk.model import OUTSIDE, revision_of
from memdesk.store import Store

PATHS = [str(Path(racing.__file__).parents[1]), *filter(None, sys.path)]


def start(role, root, times):
    return subprocess.Popen(
        [sys.executable, racing.__file__, role, root, str(times)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(PATHS)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def result(process):
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return json.loads(out)


@pytest.fixture
def root(tmp_path):
    (tmp_path / "n.md").write_text("0")
    return tmp_path


def test_no_increment_is_lost_among_cores(root):
    for process in [start("count", root, 40) for _ in range(3)]:
        result(process)
    assert (root / "n.md").read_text() == "120"
    log = Store(root).operations_of("n.md")
    assert len(log) == 120
    assert all(earlier.after == later.before for earlier, later in itertools.pairwise(log))


def test_nobody_comes_between_what_is_read_and_written_exclusively(root):
    """Without the lock a commit would end in a conflict, which ends the process with an error."""
    counters = [start("exclusive", root, 20) for _ in range(4)]
    refused = sum(result(process)["refused"] for process in counters)
    assert int((root / "n.md").read_text()) == 80 - refused
    log = Store(root).operations_of("n.md")
    assert len(log) == 80 - refused
    assert all(earlier.after == later.before for earlier, later in itertools.pairwise(log))


def test_no_foreign_version_is_lost_to_the_core(tmp_path):
    root = tmp_path / "workspace"
    root.mkdir()
    (root / "n.md").write_text("0")
    foreign = start("rename", root, 0)
    assert foreign.stdout.readline() == "begun\n"
    saved = result(start("save", root, 40))
    (tmp_path / "stop").touch()
    written = result(foreign)
    store = Store(root)
    store.recover()
    safe = {*written["displaced"], (root / "n.md").read_text()}
    for number in range(1, written["written"] + 1):
        version = f"foreign {number}"
        assert version in safe or store.version(revision_of(version.encode())) == version.encode()
    assert saved["committed"]
    assert [name for name in os.listdir(root) if name not in {".memdesk", "n.md"}] == []
    for found in store.operations_of("n.md"):
        assert store.version(found.after).startswith(b"foreign " if found.actor == OUTSIDE else b"core ")
