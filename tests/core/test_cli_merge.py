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
    assert "conflict: merge them" in err
    assert (root / URI).read_bytes() == MINE
    assert (root / COPY).exists()


def test_json_of_no_system_is_merged_only_where_it_stays_json(run, root):
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


@pytest.mark.parametrize("copy", ["facts/user 2.md", "facts/user-LAPTOP.md", "facts/user (1).md"])
def test_a_copy_whose_name_says_little_is_told_by_what_it_holds(run, root, copy):
    """It has a document beside it that it was plainly made from; else it is a document of its own."""
    text = b"# User\n\nThe tea is green.\nThe dog is Bob.\nThe cat is Tom.\n"
    (root / COPY).unlink()
    (root / URI).write_bytes(text)
    (root / copy).write_bytes(b"# Trip\n\nA week in Rome.\n")
    assert "conflict" not in run("verify")[1]
    assert run("merge", copy)[0] == 2
    (root / copy).write_bytes(text + b"\nMore.\n")
    (root / copy.replace("user", "none")).write_bytes(text)
    assert f"warning: {copy}: a conflict copy of {URI}" in run("verify")[1]
    problems = {
        info["uri"]: info["problems"] for info in json.loads(run("inspect", "--json")[1])["documents"]
    }
    assert [(problem["code"], problem["severity"]) for problem in problems[copy]] == [
        ("conflict_copy", "warning")
    ]
    assert not problems[copy.replace("user", "none")]
    assert run("merge", copy)[0] == 0
    assert (root / URI).read_bytes() == text + b"\nMore.\n"


def test_of_several_documents_it_is_the_one_that_is_there(run, root):
    copy = "facts/user-my-laptop-safeBackup-0001.md"
    (root / COPY).rename(root / copy)
    assert f"a conflict copy of {URI}" in run("verify")[1]
    assert run("merge", copy)[0] == 0
    assert (root / URI).read_bytes() == BOTH


def test_a_version_of_long_ago_is_no_base(run, root):
    """Else all that has come since would be a conflict."""
    (root / URI).write_bytes(b"# User\n\n- a\n- b\n- c\n")
    (root / COPY).write_bytes(b"# User\n\n- a\n- b\n- c\n- d\n")
    assert run("merge", COPY)[0] == 0
    assert (root / URI).read_bytes() == b"# User\n\n- a\n- b\n- c\n- d\n"


def test_a_person_says_what_any_other_copy_is_one_of(run, root):
    (root / "other.md").write_bytes(MINE + b"four\n")
    status, _, err = run("merge", "other.md")
    assert (status, "--into" in err) == (2, True)
    assert "+four" in run("merge", "other.md", "--into", URI, "--dry-run")[1]
    assert run("merge", "other.md", "--into", URI)[0] == 0
    assert (root / URI).read_bytes() == MINE + b"four\n"
    assert not (root / "other.md").exists()


@pytest.mark.parametrize(("into", "status"), [("none.md", 1), (COPY, 2), (f"./{COPY}", 2), ("facts", 5)])
def test_what_cannot_be_merged_into_is_refused(run, root, into, status):
    assert run("merge", COPY, "--into", into)[0] == status
    assert (root / COPY).read_bytes() == THEIRS


def test_a_copy_is_merged_into_the_named_document_rather_than_its_own(run, root):
    (root / "else.md").write_bytes(THEIRS + b"four\n")
    assert run("merge", COPY, "--into", "else.md")[0] == 0
    assert (root / "else.md").read_bytes() == THEIRS + b"four\n"
    assert (root / URI).read_bytes() == MINE


@pytest.fixture
def seen(root, run):
    """Return a function that has a document of another program seen, then an agent change it, then a copy."""

    def build(before, now, copied):
        name = "q (Kim's conflicted copy 2026-02-18).md"
        (root / "q.md").write_bytes(before)
        assert run("inspect")[0] == 0
        with Workspace.open(root) as workspace:
            workspace.commit("q.md", now, ANY, Actor("bot", Origin.AGENT, Via.CLI))
        (root / name).write_bytes(copied)
        return name

    return build


def test_what_was_deleted_since_the_copy_was_made_stays_deleted(run, root, seen):
    copy = seen(b"# Q\n\n- a\n- z\n", b"# Q\n\n- z\n", b"# Q\n\n- a\n- z\n- kim\n")
    assert run("merge", copy)[0] == 0
    assert (root / "q.md").read_bytes() == b"# Q\n\n- z\n- kim\n"


@pytest.mark.parametrize("rest", [b"", b"- z\n"])
def test_a_line_that_both_changed_is_a_conflict(run, root, seen, rest):
    copy = seen(*(b"# Q\n\n- %b\n" % line + rest for line in (b"a", b"a bot", b"a kim")))
    assert run("merge", copy)[0] == 3
    assert (root / "q.md").read_bytes() == b"# Q\n\n- a bot\n" + rest
    assert (root / copy).read_bytes() == b"# Q\n\n- a kim\n" + rest


@pytest.mark.parametrize(
    ("mine", "theirs", "merged"),
    [
        (b"\xef\xbb\xbf# M\r\n\r\n- a\r\n", b"# M\n\n- a\n- b\n", b"\xef\xbb\xbf# M\r\n\r\n- a\r\n- b\r\n"),
        (b"# M\n\n- a\n", b"\xef\xbb\xbf# M\r\n\r\n- a\r\n- b\r\n", b"# M\n\n- a\n- b\n"),
        ("# M\n\n- a\n".encode("utf-16"), b"# M\n\n- a\n- b\n", "# M\n\n- a\n- b\n".encode("utf-16")),
        (b"# M\r\n\n- a\n", b"# M\n\n- a\n- b\n", b"# M\r\n\n- a\n- b\n"),
    ],
)
def test_the_document_stays_stored_as_it_is(run, root, mine, theirs, merged):
    (root / URI).write_bytes(mine)
    (root / COPY).write_bytes(theirs)
    assert run("merge", COPY)[0] == 0
    assert (root / URI).read_bytes() == merged


def test_a_copy_in_another_encoding_is_told_of_with_what_to_do(run, root):
    (root / COPY).write_bytes("- caf\u00e9\n".encode("latin-1"))
    status, _, err = run("merge", COPY)
    assert (status, f"{COPY} is not UTF-8 text" in err, "save it as UTF-8" in err) == (3, True, True)
    assert (root / COPY).exists()
    (root / COPY).rename(root / "x")
    (root / URI).rename(root / COPY)
    (root / "x").rename(root / URI)
    assert f"{URI} is not UTF-8 text" in run("merge", COPY)[2]
