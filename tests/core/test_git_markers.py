"""Marks of a git merge in a memory: what is one, what its sides are, and who tells of it."""

from __future__ import annotations

import json
import os

import pytest

from memdesk.cli import main
from memdesk.errors import InvalidError
from memdesk.model import Severity
from memdesk.ops.merge import check
from memdesk.text.git_markers import UNKNOWN, marked, versions
from memdesk.text.merge.merge import MergeShape
from memdesk.text.merge.resume import begin
from memdesk.text.merge.session import Decision, Sources
from memdesk.workspace import Workspace

MERGE = "# Notes\n\n<<<<<<< HEAD\nred\n=======\nblue\n>>>>>>> laptop\n\nend\n"
DIFF3 = "a\n<<<<<<< HEAD\nred\n||||||| 1a2b3c4\ngreen\n=======\nblue\n>>>>>>> laptop\nz\n"


def sides(text, *, prose=True, by_key=False):
    return tuple(versions(marked(text, prose=prose), by_key=by_key))


def test_the_sides_of_a_merge_are_what_stands_between_its_marks():
    assert sides(MERGE) == (
        f"# Notes\n\n{UNKNOWN}\n\nend\n",
        "# Notes\n\nred\n\nend\n",
        "# Notes\n\nblue\n\nend\n",
    )
    assert sides(DIFF3) == ("a\ngreen\nz\n", "a\nred\nz\n", "a\nblue\nz\n")
    assert marked(MERGE, prose=True).places == ((2, 7),)


@pytest.mark.parametrize(
    ("text", "mine", "theirs"),
    [
        (MERGE.replace("\n", "\r\n"), "# Notes\n\nred\n\nend\n", "# Notes\n\nblue\n\nend\n"),
        ("<<<<<<<<<<< a\nx\n===========\ny\n>>>>>>>>>>> b\n", "x\n", "y\n"),
        ("<<<<< a\nx\n=====\ny\n>>>>> b", "x", "y"),
        ("<<<<<<<\nx\n=======\ny\n>>>>>>>\n", "x\n", "y\n"),
        ("<<<<<<< a\n=======\ny\n>>>>>>> b\n", "", "y\n"),
        ("<<<<<<< a\nx\n=======\n>>>>>>> b\n", "x\n", ""),
        ("<<<<<<< a\nTitle\n------\n=======\ny\n>>>>>>> b\n", "Title\n------\n", "y\n"),
    ],
)
def test_marks_of_any_length_and_line_end_are_known(text, mine, theirs):
    assert sides(text)[1:] == (mine, theirs)


def test_the_base_of_several_bases_has_conflicts_of_its_own():
    inner = "<<<<<<<<< Temporary 1\nx\n=========\ny\n>>>>>>>>> Temporary 2\n"
    text = f"<<<<<<< a\nmine\n||||||| merged\n{inner}=======\ntheirs\n>>>>>>> b\n"
    assert sides(text) == (inner, "mine\n", "theirs\n")


def test_what_is_marked_inside_of_a_side_belongs_to_it():
    text = f"<<<<<<< a\n{MERGE}=======\ny\n>>>>>>> b\n"
    assert sides(text)[1:] == (MERGE, "y\n")


def test_fences_open_on_a_side_and_closed_behind_it_hide_no_later_conflict():
    text = "<<<<<<< a\n```sh\n=======\n```bash\n>>>>>>> b\nls\n```\n" + MERGE
    assert len(marked(text, prose=True).conflicts) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Title\n=======\n\ntext\n",
        "Title\n=====\n",
        f"How it looks:\n\n```\n{MERGE}```\n",
        f"~~~text\n{MERGE}```\n~~~\n",
        f"```\n{MERGE}",
        "> " + MERGE.replace("\n", "\n> "),
        "    " + MERGE.replace("\n", "\n    "),
        "<<<<<<<HEAD\nx\n=======\ny\n>>>>>>>laptop\n",
        "a <<<<<<< b\n",
        ">>>>>>>\n",
        "<<<<\nx\n====\ny\n>>>>\n",
        ">>>>>> a quote in a quote\n",
        ">>>>>>> a quote of a quote, seven deep\n",
        "> so\n>>>>>>> agreed\n",
        ">>>>>>> agreed\n>>>>>> so it is\n",
    ],
)
def test_what_only_looks_like_marks_is_none(text):
    assert marked(text, prose=True).places == ()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\n<<<<<<< HEAD\nred\n", 1),
        ("red\n=======\nblue\n>>>>>>> laptop\n", 3),
        (">>>>>>> 1a2b3c4 (Words)\n", 0),
        ("blue\n>>>>>>> Updated upstream\n", 1),
        ("red\n=======\n> blue\n>>>>>>> a subject, in words\n", 3),
    ],
)
def test_a_mark_that_was_left_behind_is_told(text, line):
    found = marked(text, prose=True)
    assert (found.conflicts, found.left) == ((), (line,))


def test_fences_are_nothing_in_json():
    assert marked(f'"```"\n```\n{MERGE}', prose=False).conflicts


def merged(text, *, shape=MergeShape.LINES, by_key=False):
    return begin(Sources(*sides(text, prose=shape is MergeShape.LINES, by_key=by_key), shape))


@pytest.mark.parametrize(
    "text", [MERGE, DIFF3, "<<<<<<< a\n- x\n=======\n- y\n>>>>>>> b\n", "a\n" + MERGE[9:]]
)
def test_every_conflict_of_git_is_one_to_be_decided(text):
    """Git has said that nobody but a person can tell: nothing is joined, and the base is in no result."""
    session = merged(text)
    assert (len(session.conflicts), session.open) == (1, 1)
    for decision in (Decision.MINE, Decision.THEIRS, Decision.BOTH):
        assert UNKNOWN not in session.take(0, decision).text
    assert session.take(0, Decision.MINE).text == sides(text)[1]


JSON = '{\n  "a": 1,\n<<<<<<< HEAD\n  "b": 2\n=======\n  "b": 3,\n  "c": 4\n>>>>>>> laptop\n}\n'


def test_json_is_merged_by_its_keys():
    session = merged(JSON, shape=MergeShape.JSON, by_key=True)
    assert [conflict.path for conflict in session.conflicts] == [("b",)]
    assert json.loads(session.take(0, Decision.MINE).text) == {"a": 1, "b": 2, "c": 4}


def test_a_list_of_json_and_what_is_no_json_is_merged_too():
    assert sides("[\n<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n]", prose=False, by_key=True)[0] == "[]"
    assert (
        sides("{\n<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n}", prose=False, by_key=True)[0]
        == f"{{\n{UNKNOWN}\n}}"
    )


@pytest.fixture
def root(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/MEMORY.md").write_text(MERGE)
    (tmp_path / "memory/profile.json").write_text(JSON)
    (tmp_path / "memory/left.md").write_text("# Left\n\nred\n>>>>>>> laptop\n")
    (tmp_path / "memory/fine.md").write_text("Title\n=======\n\ntext\n")
    (tmp_path / "memory/wide.md").write_bytes(MERGE.encode("utf-16"))
    (tmp_path / "memory/signed.md").write_bytes(MERGE[9:].encode("utf-8-sig"))
    return tmp_path


def test_inspect_verify_and_check_tell_of_them(root, capfd):
    def run(*words):
        return main([words[0], os.fspath(root), *words[1:]]), json.loads(capfd.readouterr().out)

    documents = {info["uri"]: info["problems"] for info in run("inspect", "--json")[1]["documents"]}
    first = {uri: (found[0]["code"], found[0]["line"]) for uri, found in documents.items() if found}
    told = {
        "memory/MEMORY.md": ("git_markers", 3),
        "memory/profile.json": ("git_markers", 3),
        "memory/left.md": ("git_mark_left", 4),
        "memory/wide.md": ("git_markers", 3),
        "memory/signed.md": ("git_markers", 1),
    }
    assert first == told
    status, report = run("verify", "--json")
    assert status == 1
    assert {problem["uri"] for problem in report["problems"]} == set(told)
    found = [one for one in run("check", "--json")[1] if one["check"] == "git_markers"]
    assert {(one["uri"], one["line"], one["severity"]) for one in found} == {
        (uri, line, "error") for uri, (_, line) in told.items()
    }


def test_nothing_is_merged_so_that_it_holds_marks(root):
    with Workspace.open(root) as workspace:
        info = workspace.info("memory/fine.md")
        with pytest.raises(InvalidError) as caught:
            check(workspace, info, MERGE.encode(), b"fine\n")
        assert caught.value.reason == "git_markers"
        check(workspace, info, MERGE.encode(), MERGE.encode() + MERGE.encode())
        assert workspace.describe("memory/MEMORY.md").parsed.problems[0].severity is Severity.ERROR
