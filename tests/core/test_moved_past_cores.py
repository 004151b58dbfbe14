"""What a person decided about documents holds after a program past every core has moved their folder."""

from __future__ import annotations

import io
import json
import os
import sys

import pytest

from memdesk.cli import main
from memdesk.errors import ProtectedError
from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.store import ANY
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

ME, ROBIN = Actor("me", Origin.HUMAN, Via.GUI), Actor("robin", Origin.AGENT, Via.MCP)
OLD, NEW, OTHER = "notes/a.md", "moved/a.md", "moved/b.md"


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "root"
    (folder / "notes").mkdir(parents=True)
    (folder / OLD).write_bytes(b"# A\n\none\n")
    (folder / "notes" / "b.md").write_bytes(b"# B\n")
    return folder


def opened(root):
    return Workspace.open(root)


def write(workspace, uri, data=b"mine\n"):
    return workspace.commit(uri, data, ANY, ROBIN)


def test_a_lock_holds_where_the_same_bytes_lie_now(root):
    with opened(root) as workspace:
        Protection(workspace).protect(OLD, Lock.LOCKED, ME)
    (root / "notes").rename(root / "moved")
    with opened(root) as workspace:
        workspace.scan()
        for data in (b"mine\n", None):
            with pytest.raises(ProtectedError):
                write(workspace, NEW, data)
        write(workspace, OTHER)
        workspace.commit(NEW, b"a person's\n", ANY, ME)
        write(workspace, NEW)


def test_a_lock_holds_no_copy_while_its_document_is_there(root):
    with opened(root) as workspace:
        Protection(workspace).protect(OLD, Lock.LOCKED, ME)
    (root / "copy.md").write_bytes((root / OLD).read_bytes())
    with opened(root) as workspace:
        write(workspace, "copy.md")


def test_a_rule_of_the_gate_holds_where_the_same_bytes_lie_now(root, monkeypatch, capfd):
    def save(uri):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"mine\n")))
        return main(["--actor", "robin", "save", os.fspath(root), uri]), capfd.readouterr().err

    assert main(["approval", os.fspath(root), "rules", "--rule", "uri=notes/*"]) == 0
    (root / "notes").rename(root / "moved")
    status, said = save(NEW)
    assert (status, "waiting for a person's approval" in said) == (5, True)
    assert save("moved/new.md")[0] == 0


def test_a_lock_that_was_left_behind_is_told(root, capfd):
    with opened(root) as workspace:
        Protection(workspace).protect(OLD, Lock.LOCKED, ME)
    (root / "notes").rename(root / "moved")
    assert main(["verify", os.fspath(root), "--json"]) == 0
    problems = json.loads(capfd.readouterr().out)["problems"]
    assert [(one["uri"], one["severity"]) for one in problems if one["code"] == "lock_gone"] == [
        (OLD, "warning")
    ]
