"""``memdesk history`` as scripts see it."""

from __future__ import annotations

import json
import os
import sys
import types

import pytest

from memdesk.cli import main
from memdesk.findings import Quarantine
from memdesk.history.backups import Backups, BackupSource
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.workspace import ANY, Workspace

URI = "facts/user.md"
ONE, TWO = b"one\ntwo\nthree\n", b"one\nTWO\nthree\nfour\n"
ME = Actor("me", Origin.HUMAN, Via.PYTHON)
AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / "facts" / "user.md").write_bytes(ONE)
    with Workspace.open(folder) as workspace:
        workspace.commit(URI, TWO, ANY, AGENT)
    return folder


@pytest.fixture
def history(capfd, root):
    """Run ``memdesk history ROOT ...``: exit status, stdout, stderr."""

    def run(*words):
        status = main(["history", os.fspath(root), *words])
        out, err = capfd.readouterr()
        return status, out, err

    return run


class TestWhatIsInQuarantine:
    """An older version does not bring it back by the way."""

    NOTES = "# Memory\n\n## Coffee\n\nnever\n\n## Access\n\nask Ada for the key\n"

    @pytest.fixture
    def quarantined(self, root):
        """A section that was moved away, and what was written since."""
        with Workspace.open(root) as workspace:
            first = workspace.commit("notes.md", self.NOTES.encode(), None, ME).after
            item = Quarantine(workspace).add("notes.md#Access", ME)
            rest = workspace.read("notes.md").data
            workspace.commit("notes.md", rest.replace(b"never", b"in the morning"), ANY, AGENT)
        return first, item.id

    def test_a_person_is_told_and_may_say_so(self, history, root, quarantined):
        first, name = quarantined
        status, _, err = history("restore", "notes.md", first)
        assert status == 5
        assert f"notes.md#Access ({name})" in err
        assert "--with-quarantined" in err
        assert "Ada" not in (root / "notes.md").read_text()
        assert history("restore", "notes.md", first, "--with-quarantined")[0] == 0
        assert (root / "notes.md").read_text() == self.NOTES

    @pytest.mark.parametrize("more", [(), ("--copy",), ("--with-quarantined",)])
    def test_an_agent_brings_nothing_back(self, history, root, quarantined, more):
        before = {path.name: path.read_bytes() for path in root.glob("*.md")}
        status, _, err = history("restore", "notes.md", quarantined[0], "--actor", "bloop", *more)
        assert (status, "agents cannot" in err) == (5, True)
        assert {path.name: path.read_bytes() for path in root.glob("*.md")} == before

    def test_other_changes_are_restored(self, history, root, quarantined):
        assert history("restore", "notes.md", quarantined[0], "--change", "1")[0] == 0
        assert "never" in (root / "notes.md").read_text()
        assert history("restore", "notes.md", quarantined[0], "--change", "1")[0] == 5
        assert history("restore", URI, revision_of(ONE))[0] == 0

    def test_a_whole_document_stays_away(self, history, root):
        with Workspace.open(root) as workspace:
            Quarantine(workspace).add(URI, ME)
        assert history("restore", URI, revision_of(ONE))[0] == 5
        assert not (root / URI).exists()
        assert main(["backups", os.fspath(root), "restore", self.backup(root, BackupSource.HISTORY)]) == 5
        assert main(["backups", os.fspath(root), "restore", self.backup(root, BackupSource.QUARANTINE)]) == 0
        assert (root / URI).read_bytes() == TWO

    def backup(self, root, source):
        with Workspace.open(root) as workspace:
            return next(one.id for one in Backups(workspace).all(URI) if one.source is source)


def test_list_has_the_shape_of_the_contract(history):
    status, out, _ = history("list", URI, "--json")
    newest, first = json.loads(out)
    assert status == 0
    assert newest["time"]
    assert newest | {"time": ""} == {
        "revision": revision_of(TWO),
        "uri": URI,
        "time": "",
        "actor": "bloop",
        "via": "mcp",
        "tool": "memory_append",
        "session": "s1",
        "bytes": len(TWO),
        "kept": True,
        "change": "modified",
        "moved": None,
        "instead": None,
        "name": None,
    }
    assert (first["revision"], first["actor"], first["change"]) == (revision_of(ONE), "outside", "created")
    assert json.loads(history("list", "--json")[1]) == [newest, first]


def test_list_prints_a_table(history):
    status, out, _ = history("list")
    head, newest, _ = out.splitlines()
    assert (status, head.split()[0]) == (0, "TIME")
    assert newest.split()[2:] == ["bloop", "mcp", "memory_append", str(len(TWO)), URI, "TWO"]


def test_show_prints_a_version_as_it_was(history):
    assert history("show", URI, revision_of(ONE)[:15])[1].encode() == ONE
    assert history("show", URI)[1].encode() == TWO
    found = json.loads(history("show", URI, revision_of(ONE), "--json")[1])
    assert (found["text"], found["revision"]) == (ONE.decode(), revision_of(ONE))


def test_diff_with_now_between_two_and_of_the_last_change(history, root):
    status, out, _ = history("diff", URI, revision_of(ONE))
    assert status == 0
    assert out.splitlines()[2:] == [
        "@@ -1,3 +1,3 @@", " one", "-two", "+TWO", " three", "@@ -3,0 +4,1 @@", "+four",
    ]  # fmt: skip
    assert history("diff", URI)[1] == out
    found = json.loads(history("diff", URI, revision_of(TWO), revision_of(ONE), "--json")[1])
    assert (found["from"], found["to"], found["added"], found["removed"]) == (
        revision_of(TWO), revision_of(ONE), 1, 2,
    )  # fmt: skip
    assert found["changes"][0] == {"number": 1, "old_line": 2, "old": ["TWO"], "new_line": 2, "new": ["two"]}
    (root / URI).write_bytes(b"\0")
    assert history("diff", URI, revision_of(ONE))[1] == "binary, different\n"
    assert json.loads(history("diff", URI, "--json")[1])["binary"]


def test_restore_is_a_commit_that_can_be_taken_back(history, root):
    status, out, _ = history("restore", URI, revision_of(ONE)[:12], "--actor", "helper", "--json")
    done = json.loads(out)
    assert (status, done["uri"], done["before"], done["revision"]) == (
        0,
        URI,
        revision_of(TWO),
        revision_of(ONE),
    )
    assert (root / URI).read_bytes() == ONE
    newest = json.loads(history("list", "--json")[1])[0]
    assert (newest["actor"], newest["tool"]) == ("helper", "restore")
    assert history("restore", URI, done["before"])[0] == 0
    assert (root / URI).read_bytes() == TWO


def test_any_two_versions_are_compared_and_an_undone_undo_is_done_again(history, root):
    texts = [b"one\n", b"one\ntwo\n", b"one\ntwo\nthree\n", b"three\n"]
    with Workspace.open(root) as workspace:
        for text in texts:
            workspace.commit(URI, text, ANY, AGENT)
    for old in texts:
        for new in texts:
            found = json.loads(history("diff", URI, revision_of(old), revision_of(new), "--json")[1])
            lines = {*old.splitlines()}, {*new.splitlines()}
            assert (found["added"], found["removed"]) == (len(lines[1] - lines[0]), len(lines[0] - lines[1]))
    states = [texts[3]]
    for _ in range(4):
        before = json.loads(history("restore", URI, revision_of(texts[0]), "--json")[1])["before"]
        states.append((root / URI).read_bytes())
        assert history("restore", URI, before)[0] == 0
        states.append((root / URI).read_bytes())
    assert states == [texts[3], *[texts[0], texts[3]] * 4]


def test_a_version_that_is_not_kept_is_listed_and_said_to_be_gone(history, root):
    digest = revision_of(ONE).removeprefix("sha256:")
    (root / ".memdesk" / "history" / digest[:2] / digest).unlink()
    listed = json.loads(history("list", URI, "--json")[1])
    assert [version["kept"] for version in listed] == [True, False]
    assert "not kept" in history("list", URI)[1].splitlines()[-1]
    for words in (("show", URI, digest), ("diff", URI, digest), ("restore", URI, digest)):
        status, out, err = history(*words)
        assert (status, out) == (1, "")
        assert "is no longer stored" in err
        assert len(err.splitlines()) == 1


def test_restore_one_change_or_a_copy(history, root):
    assert history("restore", URI, revision_of(ONE), "--change", "2")[0] == 0
    assert (root / URI).read_bytes() == b"one\nTWO\nthree\n"
    copy = history("restore", URI, revision_of(ONE), "--copy")[1].split()[0]
    assert (root / copy).read_bytes() == ONE


def test_a_renamed_document_is_listed_compared_and_restored_under_its_new_name(history, root):
    with Workspace.open(root) as workspace:
        workspace.rename(URI, "facts/me.md", ME)
    _, out, _ = history("list", "facts/me.md", "--json")
    assert [(found["uri"], found["name"], found["moved"], found["change"]) for found in json.loads(out)] == [
        ("facts/me.md", None, URI, "created"),
        ("facts/me.md", URI, None, "modified"),
        ("facts/me.md", URI, None, "created"),
    ]
    _, out, _ = history("list", "facts/me.md")
    assert [line.split("  ")[-1].strip() for line in out.splitlines()[1:]] == [
        f"{URI} → facts/me.md",
        "TWO",
        "+ one",
    ]
    assert "renamed" in out
    assert f"{URI} → facts/me.md" in history("list", URI)[1].splitlines()[1]
    assert history("list", "--deleted", "--json")[1] == "[]\n"
    _, out, _ = history("diff", "facts/me.md", revision_of(ONE)[:20], "--json")
    assert (json.loads(out)["added"], json.loads(out)["removed"]) == (2, 1)
    assert history("restore", "facts/me.md", revision_of(ONE)[:20])[0] == 0
    assert (root / "facts" / "me.md").read_bytes() == ONE
    assert not (root / URI).exists()


def test_a_deleted_document_is_listed_and_brought_back(history, root):
    (root / URI).unlink()
    [gone] = json.loads(history("list", "--deleted", "--json")[1])
    assert (gone["uri"], gone["revision"], gone["change"]) == (URI, revision_of(TWO), "deleted")
    assert json.loads(history("list", "facts/other.md", "--deleted", "--json")[1]) == []
    assert history("restore", URI)[0] == 0
    assert (root / URI).read_bytes() == TWO


def test_a_restore_over_something_else_is_a_conflict(history, root):
    words = ("restore", URI, revision_of(ONE), "--base", revision_of(b"other"))
    status, out, err = history(*words)
    assert (status, json.loads(out)["conflict"]["current"]) == (3, revision_of(TWO))
    assert history(*words, "--json") == (status, out, err)
    assert len(err.splitlines()) == 1
    assert (root / URI).read_bytes() == TWO


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("show",), 2),
        (("restore", URI), 2),
        (("restore", URI, "xyz"), 2),
        (("restore", URI, revision_of(ONE), "--change", "9"), 2),
        (("restore", URI, revision_of(ONE), "--change", "1", "--copy"), 2),
        (("restore", URI, revision_of(ONE), revision_of(TWO)), 2),
        (("list", URI, revision_of(ONE)), 2),
        (("list", URI, "--copy"), 2),
        (("show", URI, "--deleted"), 2),
        (("forget", URI), 2),
        (("list", "facts/none.md"), 1),
        (("show", URI, "0123456789"), 1),
        (("show", "../outside.md"), 5),
    ],
)
def test_bad_input_is_said_in_one_line(history, root, words, status):
    result = history(*words)
    assert (result[0], result[1]) == (status, "")
    assert len(result[2].splitlines()) == 1
    assert (root / URI).read_bytes() == TWO


def test_a_terminal_gets_text_that_cannot_steer_it(history, root, monkeypatch, capfd):
    with Workspace.open(root) as workspace:
        workspace.commit(URI, b"red \x1b[31m\n", ANY, AGENT)
    written = []
    screen = types.SimpleNamespace(isatty=lambda: True, write=written.append, flush=lambda: None)
    monkeypatch.setattr(sys, "stdout", screen)
    assert main(["history", os.fspath(root), "show", URI]) == 0
    assert "".join(written) == "red \\x1b[31m\n"


def test_a_document_renamed_while_nobody_watched_is_listed_with_its_past(history, root):
    long = ONE + b"A line that is long enough for the document to be known again by it.\n"
    with Workspace.open(root) as workspace:
        workspace.commit(URI, long, ANY, ME)
    (root / URI).rename(root / "facts" / "me.md")
    newest, before, *_ = json.loads(history("list", "facts/me.md", "--json")[1])
    assert (newest["change"], newest["moved"]) == ("created", URI)
    assert (before["name"], before["revision"]) == (URI, revision_of(long))
    assert history("show", "facts/me.md", revision_of(TWO)[:20])[1].encode() == TWO
    assert json.loads(history("list", "--deleted", "--json")[1]) == []


@pytest.mark.parametrize("task", ["show", "diff", "restore"])
def test_a_version_of_another_document_is_refused_with_its_name(history, root, task):
    with Workspace.open(root) as workspace:
        other = workspace.commit("notes.md", b"other\n", None, AGENT).after
    status, out, err = history(task, URI, other[:20])
    assert (status, out) == (1, "")
    known = f"'memdesk history PATH list {URI}' lists its versions"
    assert err == f"memdesk: {URI} has no version {other[:20]}; {known}; that is a version of notes.md\n"
    status, _, err = history(task, URI, "0000000000")
    assert (status, err) == (1, f"memdesk: {URI} has no version 0000000000; {known}\n")
    status, _, err = history(task, "nope.md", other[:20])
    assert (status, err) == (1, "memdesk: nope.md: no version of such a document is known\n")


def test_what_was_there_at_the_first_look_reads_as_first_seen(capfd, tmp_path):
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "old.md").write_bytes(b"from before\n")
    assert main(["history", os.fspath(tmp_path / "new"), "list", "old.md"]) == 0
    line = capfd.readouterr()[0].splitlines()[1]
    assert "  -  " in line
    assert "as first seen" in line
    assert "outside" not in line


def test_the_list_says_what_was_created_and_deleted_whatever_the_tool(history, root):
    with Workspace.open(root) as workspace:
        workspace.commit("notes.md", b"one\n", None, AGENT)
        workspace.commit("notes.md", b"two\n", ANY, AGENT)
        workspace.commit("notes.md", None, ANY, AGENT)
    lines = history("list", "notes.md")[1].splitlines()[1:]
    told = ["deleted · memory_append", " memory_append ", "created · memory_append"]
    assert [words in line for words, line in zip(told, lines, strict=True)] == [True] * 3
    assert "·" not in lines[1]


@pytest.mark.parametrize("revision", ["", "sha256:ab", "tea"])
def test_what_is_no_revision_is_told_with_how_short_one_may_be(history, revision):
    status, _, err = history("diff", URI, revision)
    assert status == 2
    assert err == (
        f"memdesk: {revision!r} is not a version id (sha256:… or its first 4 digits at least); "
        "'memdesk history PATH list' shows them\n"
    )
