"""What a model made up is kept with the write that waits, is told to who judges it, and goes with it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from memdesk.access.made_up_names import LONGEST_NAME, MOST_NAMES
from memdesk.access.proposals import RECORD, contents
from memdesk.cli.commands import app
from memdesk.model import Actor, Origin, Via
from memdesk.review.approval import Approval
from memdesk.runtime.person import person
from memdesk.store import ANY, DocumentEdit
from memdesk.workspace import Workspace

URI = "facts/user.md"
AGENT = Actor("bloop", Origin.AGENT, Via.MCP)
KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / "episodes").mkdir()
    (folder / URI).write_text("# User\n\n> Summary: nobody\n\nlikes tea\n")
    return folder


def propose(root, text, *names):
    with Workspace.open(root) as workspace:
        return workspace.propose([DocumentEdit(URI, text.encode(), ANY)], AGENT, names)


def waiting(root):
    with Workspace.open(root) as workspace:
        gate = Approval(workspace)
        return [gate.made_up(each) for each in gate.waiting()]


def rewrite(root, change):
    """Change what the record tells of the one write that waits."""
    with Workspace.open(root) as workspace:
        [line] = workspace.store.record(RECORD).decode().splitlines()
        fields = json.loads(line)
        change(fields["staged"])
        workspace.store.put_record(RECORD, json.dumps(fields).encode() + b"\n", AGENT)


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_it_is_there_when_the_folder_is_opened_again_and_once_a_decision_is_taken_back(root):
    propose(root, "likes tea with Zed\n", "Zed", "Zed", "4711")
    assert waiting(root) == [("Zed", "4711")]
    with Workspace.open(root) as workspace:
        gate, me = Approval(workspace), person(Via.GUI)
        [staged] = gate.waiting()
        results = gate.approve(staged.id, staged.revision, me)
        assert gate.waiting() == ()
        gate.take_back(staged, results, me)
        assert gate.waiting() == (staged,)
    assert waiting(root) == [("Zed", "4711")]


def test_the_command_line_tells_it_where_writes_are_listed_and_shown(root):
    name = propose(root, "likes tea with Zed and 1\u202e2\n", "Zed", "1\u202e2")
    told = "stands nowhere in what the model was given: Zed, "
    listed, shown = run("approval", root, "list").stdout, run("approval", root, "show", name).stdout
    assert f"{name}: {told}" in listed
    assert told in shown
    assert "\u202e" not in listed + shown
    [listed] = json.loads(run("approval", root, "list", "--json").stdout)
    assert listed["made_up"] == ["Zed", "1\u202e2"]


def test_a_write_that_was_kept_without_it_is_as_it_was(root):
    propose(root, "likes coffee\n")
    with Workspace.open(root) as workspace:
        assert b"made_up" not in workspace.store.record(RECORD)
    assert waiting(root) == [()]
    assert "stands nowhere" not in run("approval", root, "list").stdout
    assert json.loads(run("approval", root, "list", "--json").stdout)[0]["made_up"] == []


@pytest.mark.parametrize("told", ["Zed", 7, None, {"a": 1}, [], [1, None, ["x"], " "]])
def test_what_is_no_list_of_names_names_nothing(root, told):
    propose(root, "likes coffee\n", "Zed")
    rewrite(root, lambda staged: staged.update(made_up=told))
    assert waiting(root) == [()]


def test_no_more_is_read_than_is_kept(root):
    propose(root, "likes coffee\n", *(f"Zed{number}" for number in range(MOST_NAMES + 9)))
    assert len(waiting(root)[0]) == MOST_NAMES
    many = ["\ud800x", "y" * 9_000, *(f"Zed{number}" for number in range(9_000))]
    rewrite(root, lambda staged: staged.update(made_up=many))
    [names] = waiting(root)
    assert (len(names), names[0], len(names[1])) == (MOST_NAMES, "?x", LONGEST_NAME)


def test_a_secret_and_a_part_of_one_are_covered(root):
    propose(root, f"token {KEY} is of Zed\n", KEY, KEY[4:16], "Zed")
    [names] = waiting(root)
    assert names[-1] == "Zed"
    out = run("approval", root, "list").stdout + run("approval", root, "list", "--json").stdout
    assert not any(each in " ".join(names) + out for each in (KEY, KEY[4:16]))


def test_what_is_cleaned_out_of_a_write_is_cleaned_out_of_what_it_names(root):
    propose(root, f"token {KEY} is of Zed\n", KEY, KEY[4:16], "Zed")
    with Workspace.open(root) as workspace:
        assert {KEY.encode(), b"Zed"} <= set(contents(workspace.store.record(RECORD)))
        with workspace.exclusive(person(Via.GUI)):
            workspace.staging.clean(lambda data: data.replace(KEY.encode(), b"-"), person(Via.GUI))
        assert KEY[4:16].encode() not in workspace.store.record(RECORD)
    assert waiting(root) == [("Zed",)]
