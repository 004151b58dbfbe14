"""``memdesk merge``: what a sync client left beside a document, merged into it where that is certain."""

from __future__ import annotations

import json
import os

import pytest

from memdesk.cli import main
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
URI, COPY = "facts/user.md", "facts/user.sync-conflict-21001123-050001-K3HJ2QL.md"
OLD, MINE, THEIRS, BOTH = (
    b"one\ntwo\n\nthree\n",
    b"ONE\ntwo\n\nthree\n",
    b"one\ntwo\n\nTHREE\n",
    b"ONE\ntwo\n\nTHREE\n",
)


@pytest.fixture
def root(tmp_path):
    with Workspace.open(tmp_path) as workspace:
        workspace.commit(URI, OLD, ANY, ME)
        workspace.commit(URI, MINE, ANY, ME)
    (tmp_path / COPY).write_bytes(THEIRS)
    return tmp_path


@pytest.fixture
def run(root, capfd):
    def run(word, *words):
        status = main([word, os.fspath(root), *words])
        return status, *capfd.readouterr()

    return run


def test_verify_tells_of_a_copy_and_fails_not_for_it(run):
    status, out, _ = run("verify")
    assert status == 0
    assert f"warning: {COPY}: a conflict copy of {URI} that a sync client left" in out
    problem = json.loads(run("verify", "--json")[1])["problems"][0]
    assert (problem["uri"], problem["code"], problem["severity"]) == (COPY, "conflict_copy", "warning")


def test_a_copy_is_merged_and_deleted_as_one_unit(run, root):
    assert "-one" not in run("merge", COPY, "--dry-run")[1]
    status, out, err = run("merge", COPY, "--dry-run")
    assert (status, err) == (0, "")
    assert "+THREE" in out
    assert json.loads(run("merge", COPY, "--dry-run", "--json")[1])["merged"] == BOTH.decode()
    assert (root / URI).read_bytes() == MINE
    status, out, _ = run("merge", COPY, "--json")
    assert (status, json.loads(out)["copy"]) == (0, COPY)
    assert (root / URI).read_bytes() == BOTH
    assert not (root / COPY).exists()
    with Workspace.open(root) as workspace:
        last = workspace.store.operations().operations[-2:]
    assert {operation.path for operation in last} == {URI, COPY}
    assert len({operation.unit for operation in last}) == 1


def test_what_both_changed_in_the_same_place_is_a_conflict(run, root):
    (root / COPY).write_bytes(b"One!\ntwo\n\nthree\n")
    status, out, err = run("merge", COPY, "--json")
    assert (status, json.loads(out)["code"]) == (3, "conflict")
    assert "differ in the same place" in err
    assert (root / URI).read_bytes() == MINE
    assert (root / COPY).exists()


def test_json_of_no_family_is_merged_only_where_it_stays_json(run, root):
    name, copy = "own.json", "own (conflicted copy 2100-11-23).json"
    (root / name).write_bytes(b'{"a": 1}')
    (root / copy).write_bytes(b'{"b": 1}')
    assert run("merge", copy)[0] == 0
    assert json.loads((root / name).read_bytes()) == {"a": 1, "b": 1}
    (root / name).write_bytes(b"[1,\n2]\n")
    (root / copy).write_bytes(b"[1,\n3,\n2\n")
    assert run("merge", copy)[0] == 3
    assert (root / name).read_bytes() == b"[1,\n2]\n"


@pytest.mark.parametrize(
    ("copy", "status"),
    [
        (URI, 2),
        ("facts/none.sync-conflict-20261123-050001-K3HJ2QL.md", 1),
        ("a (conflicted copy 2100-11-23).md", 1),
    ],
)
def test_what_is_no_copy_or_not_there_is_told(run, root, copy, status):
    (root / "a (conflicted copy 2100-11-23).md").write_bytes(b"alone\n")
    assert run("merge", copy)[0] == status
    assert (root / "a (conflicted copy 2100-11-23).md").read_bytes() == b"alone\n"


def test_a_copy_that_is_no_text_is_left_alone(run, root):
    (root / COPY).write_bytes(b"\x00\xff\x01")
    assert run("merge", COPY)[0] == 3
    assert (root / COPY).read_bytes() == b"\x00\xff\x01"
