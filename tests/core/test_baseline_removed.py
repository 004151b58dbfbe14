"""What memdesk saw of a folder, removed past it: no document that changed meanwhile passes for known."""

from __future__ import annotations

import json
import shutil

import pytest

from memdesk.cli import main
from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox
from memdesk.workspace import ANY, Workspace

ANN = Actor("ann", Origin.HUMAN, Via.GUI)
LARGE = "x" * (300 << 10)


@pytest.fixture
def looked(tmp_path):
    """A folder at which somebody looked, and of which nothing is logged."""
    root = tmp_path / "agent"
    root.mkdir()
    for name, text in {"kept.md": "tea\n", "changed.md": "tea as well\n", "large.md": LARGE}.items():
        (root / name).write_text(text)
    assert waiting(root) == set()
    return root


def waiting(root):
    with Workspace.open(root) as workspace:
        inbox = Inbox(workspace)
        inbox.look()
        return {item.uri for item in inbox.pending()}


def state(root):
    with Workspace.open(root) as workspace:
        return workspace.local_state.file


def remove(file):
    for path in file.parent.glob(f"{file.name}*"):
        path.unlink()


def test_a_document_that_changed_meanwhile_waits(looked):
    file = state(looked)
    remove(file)
    (looked / "changed.md").write_text("gin\n")
    assert waiting(looked) == {"changed.md", "large.md"}, "of the large one no text is kept"
    assert waiting(looked) == {"changed.md", "large.md"}


def test_verify_tells_of_it_before_anybody_looks(looked, capfd):
    remove(state(looked))
    (looked / "changed.md").write_text("gin\n")
    assert main(["verify", str(looked), "--json"]) == 1
    problems = json.loads(capfd.readouterr().out)["problems"]
    told = {problem["uri"] for problem in problems if problem["code"] == "unknown_before"}
    assert told == {"changed.md", "large.md"}


def test_something_else_in_the_place_of_the_file_hides_nothing(looked):
    file = state(looked)
    remove(file)
    file.mkdir()
    (looked / "changed.md").write_text("gin\n")
    assert "changed.md" in waiting(looked)


def test_a_damaged_file_hides_nothing(looked):
    file = state(looked)
    remove(file)
    file.write_bytes(b"no database at all, but long enough to be taken for one" * 40)
    (looked / "changed.md").write_text("gin\n")
    assert "changed.md" in waiting(looked)


def test_the_kept_texts_gone_with_it_hide_nothing(looked):
    file = state(looked)
    remove(file)
    shutil.rmtree(file.parent / "baseline")
    (looked / "changed.md").write_text("gin\n")
    assert "changed.md" in waiting(looked)


def test_nothing_waits_that_the_log_knows(looked):
    file = state(looked)
    (looked / "large.md").write_text(LARGE + "y")
    assert waiting(looked) == {"large.md"}
    with Workspace.open(looked) as workspace:
        before = len(workspace.store.operations().operations)
    remove(file)
    assert waiting(looked) == {"large.md"}
    with Workspace.open(looked) as workspace:
        assert len(workspace.store.operations().operations) == before


def test_a_first_look_that_was_cut_short_is_still_the_first(looked):
    file = state(looked)
    with Workspace.open(looked) as workspace:
        workspace.local_state.write("DELETE FROM meta WHERE name = ?", [("baseline",)])
        workspace.local_state.write("DELETE FROM baseline WHERE uri = ?", [(b"large.md",)])
    for trace in [*file.parent.glob("*.taken"), *file.parent.parent.glob("*.taken")]:
        trace.unlink()
    assert waiting(looked) == set()


@pytest.mark.parametrize("whole", [False, True])
def test_all_that_was_known_gone_at_once_hides_nothing(looked, whole, capfd):
    file = state(looked)
    if whole:
        shutil.rmtree(file.parent)
    else:
        remove(file)
        shutil.rmtree(file.parent / "baseline")
        (file.parent / "baseline.taken").unlink()
    (looked / "changed.md").write_text("gin\n")
    assert "unknown_before" in {problem["code"] for problem in problems(looked, capfd)[1]}
    assert "changed.md" in waiting(looked)


def problems(root, capfd):
    capfd.readouterr()
    status = main(["verify", str(root), "--json"])
    return status, json.loads(capfd.readouterr().out)["problems"]


@pytest.mark.parametrize("level", [0, 1])
def test_verify_tells_of_what_stands_where_the_last_look_is_kept(looked, level, capfd):
    file = state(looked)
    place = (file, file.parent)[level]
    shutil.rmtree(file.parent)
    if level:
        place.write_text("in the way")
    else:
        place.mkdir(parents=True)
    status, told = problems(looked, capfd)
    assert status == 1
    codes = [problem["code"] for problem in told]
    assert (codes[0], {*codes[1:]}) == ("state_unusable", {"unknown_before"})
    assert str(place) in told[0]["message"]


@pytest.mark.parametrize("text", ["", "# nothing\n", "*\n!history\n"])
def test_verify_tells_where_version_control_would_take_the_history(looked, text, capfd):
    with Workspace.open(looked) as workspace:
        workspace.commit("kept.md", b"coffee\n", ANY, ANN)
    assert "not_ignored" not in {problem["code"] for problem in problems(looked, capfd)[1]}
    (looked / ".memdesk" / ".gitignore").write_text(text)
    assert "not_ignored" in {problem["code"] for problem in problems(looked, capfd)[1]}


def test_verify_says_nothing_of_version_control_where_there_is_no_history(looked, capfd):
    assert "not_ignored" not in {problem["code"] for problem in problems(looked, capfd)[1]}
