"""Each thing that ``memdesk verify`` finds is told where a person looks, too; a table walks every code."""

from __future__ import annotations

import ast
import inspect
import json
import os
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from memdesk.access.proposals import StagingRule
from memdesk.agents.memory_tests.expectation import MemoryTest
from memdesk.agents.memory_tests.kept import KeptTests
from memdesk.cli import main
from memdesk.cli import verify as shell_verify
from memdesk.errors import MemdeskError
from memdesk.findings import Quarantine
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.ops.locks import Protection
from memdesk.review import Inbox, own_check
from memdesk.review.approval import Approval
from memdesk.review.own_check import MENDS_ITSELF, OwnCheck
from memdesk.review.shell_decisions import ShellDecisionLog
from memdesk.store import ANY, Subset
from memdesk.store import verify as store_verify
from memdesk.store.fs.process_id import Owner, this_process
from memdesk.store.oplog.journal import Intent, JournalStep, written_line
from memdesk.store.oplog.operation import Operation
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
SHELL = Actor("me", Origin.HUMAN, Via.CLI)
ROBIN = Actor("robin", Origin.AGENT, Via.MCP)


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "root"
    (folder / "notes").mkdir(parents=True)
    with Workspace.open(folder) as workspace:
        Inbox(workspace).look()
        for number in range(3):
            workspace.commit("notes/n.md", b"# %d\n\n## Part\n\nx\n" % number, ANY, ME)
        workspace.commit("notes/m.md", b"# M\n", ANY, ME)
        Protection(workspace).protect("notes/n.md", Lock.APPEND_ONLY, ME)
        assert not KeptTests(workspace).is_changed()
        Approval(workspace).set_rules([StagingRule(uri="held/*")], ME)
        workspace.store.put_record("pins.json", b'{"pins": []}', ME)
        workspace.store.purge(frozenset({revision_of(b"gone")}), ME)
        Quarantine(workspace).add("notes/n.md#Part", ME)
        workspace.store.vouching_told()
        Inbox(workspace).look()
    return folder


def rewrite(name, change):
    def make(root):
        place = root / ".memdesk" / name
        place.write_bytes(change(place.read_bytes() if place.exists() else b""))

    return make


def no_file(name):
    def make(root):
        place = root / ".memdesk" / name
        place.unlink(missing_ok=True)
        place.mkdir()

    return make


def version_of(root, change):
    name = revision_of(b"# 0\n\n## Part\n\nx\n").removeprefix("sha256:")
    (place,) = root.glob(f".memdesk/history/*/*{name[2:]}*")
    change(place)


def old_history(root):
    rewrite("operations.jsonl", lambda _: b"")(root)
    rewrite("intents.jsonl", lambda _: b"")(root)
    (root / ".memdesk/operations.index").unlink(missing_ok=True)
    for path in (root / ".memdesk/history").rglob("*"):
        os.utime(path, (1, 1))


def state(root):
    with Workspace.open(root) as workspace:
        return workspace.local_state.file


def unusable_state(root):
    place = state(root)
    shutil.rmtree(place.parent)
    place.mkdir(parents=True)


def removed_state(root):
    place = state(root)
    (root / "notes/new.md").write_text("gin\n")
    with Workspace.open(root) as workspace:
        Inbox(workspace).look()
    for path in place.parent.glob("state.sqlite*"):
        path.unlink()
    log = root / ".memdesk/operations.jsonl"
    log.write_bytes(b"".join(line for line in log.read_bytes().splitlines(True) if b"new.md" not in line))


def unseen(root):
    place = root / "notes/m.md"
    with Workspace.open(root) as workspace:
        Inbox(workspace).look()
    old = place.stat()
    time = (old.st_atime_ns, old.st_mtime_ns - 10**10)
    os.utime(place, ns=time)
    with Workspace.open(root) as workspace:
        Inbox(workspace).look()
    with Workspace.open(root) as workspace:
        known = workspace.baseline.entry("notes/m.md")
    place.write_bytes(b"# G\n")
    os.utime(place, ns=time)
    with Workspace.open(root) as workspace:  # whoever can set the clock can forge this one, too
        statement = "UPDATE baseline SET changed = ?, inode = ? WHERE uri = ?"
        workspace.local_state.write(
            statement, [(place.stat().st_ctime_ns, place.stat().st_ino, b"notes/m.md")]
        )
    assert known is not None


def replaced(root):
    (root / "notes/m.md").unlink()
    (root / "notes/m.md").mkdir()


def decided(root):
    with Workspace.open(root) as workspace:
        ShellDecisionLog(workspace).note("accepted", ["notes/n.md"], SHELL)


def forged_intent(root):
    step = Operation("forged", "notes/m.md", None, revision_of(b"gin"), 1.0, ME)
    intent = Intent(
        (JournalStep(step, "../../etc/passwd", b"gin"),), Owner(2**22 + 1, "1", this_process().boot)
    )
    rewrite("intents.jsonl", lambda data: data + written_line(intent))(root)


def vouching(name, change):
    def make(root):
        place = state(root).parent / "vouched" / name
        change(place)

    return make


def stray(root):
    folder = root / ".memdesk/history/ab"
    folder.mkdir(exist_ok=True)
    (folder / "rubbish").touch()


WAYS = {
    "log_unreadable": no_file("operations.jsonl"),
    "log_malformed": rewrite("operations.jsonl", lambda data: b"{}\n" + data),
    "log_malformed_more": rewrite("operations.jsonl", lambda data: b"{}\n" * 30 + data),
    "log_shortened": rewrite("operations.jsonl", lambda data: data[: data.index(b"\n") + 1]),
    "log_edited": rewrite("operations.jsonl", lambda data: data[data.index(b"\n") + 1 :]),
    "log_empty": old_history,
    "index_damaged": rewrite("operations.index", lambda _: b"x" * 64),
    "history_stray": stray,
    "history_unreadable": lambda root: (
        shutil.rmtree(root / ".memdesk/history"),
        (root / ".memdesk/history").write_text("x"),
    ),
    "version_damaged": lambda root: version_of(root, lambda place: place.write_bytes(b"other")),
    "version_missing": lambda root: version_of(root, Path.unlink),
    "pins_damaged": rewrite("pins.json", lambda _: b"{"),
    "purge_damaged": rewrite("purged.json", lambda _: b"{"),
    "locks_damaged": rewrite("protected.json", lambda _: b"{"),
    "approval_damaged": rewrite("approval.jsonl", lambda data: data + b"{}\n"),
    "quarantine_damaged": lambda root: next((root / ".memdesk/quarantine").glob("*.json")).write_text("{"),
    "record_damaged_outside": rewrite("protected.json", lambda _: b'{"rules": []}'),
    "record_misplaced": no_file("line"),
    "record_linked": lambda root: os.link(root / ".memdesk/protected.json", root.parent / "other"),
    "records_unvouched": vouching("begun", Path.unlink),
    "vouching_changed": vouching("begun", lambda place: place.write_text("{}")),
    "decided_unproven": decided,
    "state_unusable": unusable_state,
    "journal_malformed": rewrite("intents.jsonl", lambda data: data + b"[]\nrubbish\n"),
    "journal_forged": forged_intent,
    "private_open": lambda root: (root / ".memdesk").chmod(0o755),
    "not_ignored": rewrite(".gitignore", lambda _: b""),
    "replaced": replaced,
    "changed_unseen": unseen,
    "unknown_before": removed_state,
    "log_pending": lambda root: (root / "notes/m.md").write_text("gin and tonic\n"),
    "record_copy_damaged": vouching("operations.jsonl", lambda place: place.write_bytes(b"")),
    "memory_tests_changed": lambda root: (root / ".memdesk/tests.toml").write_text("# none\n"),
    "lock_gone": lambda root: (root / "notes/n.md").unlink(),
}
SAID_INSTEAD = {
    "history_unreadable": "record_misplaced",
    "log_unreadable": "record_misplaced",
    "locks_damaged": "record_damaged_outside",
    "approval_damaged": "record_damaged_outside",
    "quarantine_damaged": "record_damaged_outside",
    "record_copy_damaged": "record_damaged_outside",
}
"""What is said of the same record, before that is looked into."""
UNTRIED = {"version_unreadable"}
"""Whoever runs the suite as root reads everything."""


def verified(root, capfd):
    capfd.readouterr()
    main(["verify", str(root), "--json"])
    return {(each["uri"], each["code"]) for each in json.loads(capfd.readouterr().out)["problems"]}


def told(root):
    """Return what a window tells after it was opened, by what: names of records, items, codes of problems."""
    with Workspace.open(root) as workspace:
        own = OwnCheck(workspace)
        damaged = {f".memdesk/{each.name}" for each in workspace.store.damages()}
        codes = {"record_linked"} if workspace.store.linked() else set()
        codes |= {"decided_unproven"} if ShellDecisionLog(workspace).unproven() else set()
        state = workspace.store.vouching()
        if state.is_news:
            codes.add("vouching_changed" if state.is_changed else "records_unvouched")
        for part in range(own_check.PARTS):
            own_check.Subset = lambda *_, part=part: Subset(part + 1, own_check.PARTS)
            own.run()
            codes |= {each.problem.code for each in own.news()}
        inbox, items = Inbox(workspace), set()
        with suppress(MemdeskError):
            inbox.look_closely()
            items = {item.uri for item in inbox.pending()}
    own_check.Subset = Subset
    return damaged | items, codes


@pytest.mark.parametrize("code", WAYS)
def test_what_verify_finds_is_told_in_the_window(root, code, capfd):
    WAYS[code](root)
    found = verified(root, capfd)
    assert {code, SAID_INSTEAD.get(code)} & {each for _, each in found}
    names, codes = told(root)
    codes |= {"record_damaged_outside"} if "record_copy_damaged" in codes else set()
    untold = {(uri, each) for uri, each in found if each not in codes | MENDS_ITSELF and uri not in names}
    assert untold == set()


def test_the_table_has_every_code():
    known = {*WAYS, *UNTRIED, *MENDS_ITSELF}
    assert codes_in(store_verify) | codes_in(shell_verify) | codes_in(own_check) <= known


def codes_in(module):
    found = set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            place = {"_tell": 1, "_blame": 2, "Problem": 0}.get(name)
            if place is not None and isinstance(given := node.args[place], ast.Constant):
                found.add(given.value)
    return found


def test_what_a_person_knows_is_told_no_more_until_it_comes_again(root):
    place = root / ".memdesk/.gitignore"
    place.write_text("")
    with Workspace.open(root) as workspace:
        own = OwnCheck(workspace)
        (told,) = own.news()
        own.seen([told])
        assert own.news() == ()
        place.write_text("*\n")
        own.seen([])
        place.write_text("")
        assert own.news() == (told,)


def test_a_command_says_it_too(root, capfd):
    (root / ".memdesk/.gitignore").write_text("")
    assert main(["overview", str(root)]) == 0
    assert "no longer keeps memdesk's history out of version control" in capfd.readouterr().err


def test_memory_tests_that_a_person_keeps_are_known_and_others_are_told_until_a_person_looked(root, capfd):
    place = root / ".memdesk/tests.toml"
    with Workspace.open(root) as workspace:
        KeptTests(workspace).add(MemoryTest("What tea?", must=("notes/n.md",)), ME)
        assert OwnCheck(workspace).news() == ()
        place.write_text("")
        (told,) = OwnCheck(workspace).news()
        assert (told.uri, told.problem.code) == (".memdesk/tests.toml", "memory_tests_changed")
        KeptTests(workspace).add(MemoryTest("What coffee?", must=("notes/n.md",)), ME)
        assert OwnCheck(workspace).news() == (told,), "what else was changed is not known by that"
        OwnCheck(workspace).seen([told])
        assert OwnCheck(workspace).news() == ()
        place.write_text("# by hand\n")
        Approval(workspace).set_rules([], ME)
    assert "memory_tests_changed" in {code for _, code in verified(root, capfd)}
    assert main(["records", str(root), "accept", "--all"]) == 0
    assert verified(root, capfd) == set()


@pytest.mark.parametrize("nature", ["folder", "link", "pipe"])
def test_what_stands_in_the_place_of_what_git_asks_is_told(root, nature):
    place = root / ".memdesk/.gitignore"
    place.unlink()
    if nature == "folder":
        place.mkdir()
    elif nature == "link":
        (root / "rules").write_text("*\n")
        place.symlink_to("../rules")
    else:
        os.mkfifo(place)
    with Workspace.open(root) as workspace:
        assert [each.problem.code for each in OwnCheck(workspace).news()] == ["not_ignored"]


def test_memory_tests_are_told_where_what_the_person_knew_of_them_was_removed(root):
    (root / ".memdesk/tests.toml").write_text("# mine\n")
    shutil.rmtree(state(root).parent)
    with Workspace.open(root) as workspace:
        Inbox(workspace).look()
        assert "memory_tests_changed" in {each.problem.code for each in OwnCheck(workspace).news()}


def test_what_cannot_be_kept_is_told_by_who_asks_first(root):
    unusable_state(root)
    with Workspace.open(root) as workspace:
        assert "state_unusable" in {each.problem.code for each in OwnCheck(workspace).news()}


def test_a_kill_before_our_folder_has_anything_is_no_alarm(tmp_path):
    (tmp_path / "fresh/.memdesk").mkdir(parents=True, mode=0o700)
    with Workspace.open(tmp_path / "fresh") as workspace:
        assert OwnCheck(workspace).news() == ()
        assert workspace.store.check().findings == ()
