"""What is told of a change that came before anybody had read the document."""

from __future__ import annotations

import pytest

from memdesk.model import OUTSIDE, Actor, Change, ChangeKind, Origin, Via, revision_of
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.history.texts import Known, look, versions

OLD, NEW = b"# Notes\n\n- tea\n- rain\n", b"# Notes\n\n- tea\n- rain\n- a dog\n"
BOT = Actor("bloop", Origin.AGENT, Via.MCP)


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "a.md").write_bytes(OLD)
    with Workspace.open(tmp_path) as workspace:
        yield workspace


def change(kind=ChangeKind.MODIFIED):
    return Change("a.md", kind, None, revision_of(NEW), OUTSIDE, 1.0)


def test_the_log_tells_what_it_was(workspace):
    workspace.commit("a.md", NEW, ANY, BOT)
    known = look(workspace, change())
    assert known._replace(words=None) == Known(True, 1, 0)
    assert known.words is not None
    assert known.words.text == "a dog"
    assert versions(workspace, change()).before == OLD.decode()


def test_where_nobody_knows_nothing_is_counted(workspace, tmp_path):
    (tmp_path / "a.md").write_bytes(NEW)
    assert look(workspace, change()) == Known(False)
    assert versions(workspace, change()) is None


def test_all_of_a_new_document_is_new(workspace):
    workspace.commit("a.md", NEW, ANY, BOT)
    assert look(workspace, change(ChangeKind.CREATED)).added == 5
