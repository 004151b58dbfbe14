"""``memdesk approval``: rules, what waits, the code, exit codes."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from memdesk.cli.commands import app
from memdesk.model import Via
from memdesk.review.approval import Approval
from memdesk.runtime.person import person
from memdesk.workspace import Workspace

USER = "facts/user.md"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / "episodes").mkdir()
    (folder / USER).write_text("# User\n\n> Summary: nobody\n\nlikes tea\n")
    return folder


def run(*words, **options):
    return CliRunner().invoke(app, [str(word) for word in words], **options)


def patch(root, old, new):
    arguments = json.dumps({"path": USER, "old_str": old, "new_str": new})
    return run("tool", root, "memory_patch", "--actor", "bloop", "--args", arguments)


def test_the_gate_is_open_until_a_rule_is_set(root):
    assert run("approval", root, "rules").stdout == "every write passes\n"
    assert run("approval", root, "list").stdout == "nothing waits for approval\n"
    assert run("approval", root, "rules", "--rule", "actor=bloop,findings").exit_code == 0
    assert run("approval", root, "rules").stdout == "actor=bloop,findings\n"


def test_a_write_waits_until_it_is_approved_with_the_code(root):
    run("approval", root, "rules", "--rule", "all")
    done = json.loads(patch(root, "tea", "coffee").stdout)
    assert (done["ok"], list(done["data"])) == (True, ["staged"])
    name = done["data"]["staged"]
    [listed] = json.loads(run("approval", root, "list", "--json").stdout)
    assert (listed["id"], listed["actor"], listed["documents"][0]["uri"]) == (name, "bloop", USER)
    assert "+likes coffee" in run("approval", root, "show", name[:5]).stdout
    refused = run("approval", root, "approve", name)
    assert refused.exception.exit_status == 5
    with Workspace.open(root) as workspace:
        code = Approval(workspace).shell.issue()
    assert run("approval", root, "approve", name, "--code", code).exit_code == 0
    assert "likes coffee" in (root / USER).read_text()


def test_a_secret_that_waits_is_covered(root):
    run("approval", root, "rules", "--rule", f"uri={USER}")
    patch(root, "tea", "tea; password: hunter2-Kx9vQ2")
    [listed] = json.loads(run("approval", root, "list", "--json").stdout)
    assert "password" in listed["documents"][0]["diff"]
    assert "hunter2" not in listed["documents"][0]["diff"]


def test_what_the_checks_find_in_a_write_that_waits_is_told(root):
    run("approval", root, "rules", "--rule", f"uri={USER}")
    patch(root, "tea", "tea; password: hunter2-Kx9vQ2\n! error: none")
    [listed] = json.loads(run("approval", root, "list", "--json").stdout)
    [found] = listed["documents"][0]["findings"]
    assert (found["check"], found["severity"], found["line"]) == ("secret", "warning", 5)
    assert "  secret  " in run("approval", root, "list").stdout
    shown = run("approval", root, "show", listed["id"]).stdout
    assert [line[:11] for line in shown.split("\n") if line.startswith("!")] == ["! warning: "]
    assert "hunter2" not in f"{found}{shown}"


def test_an_agent_may_not_approve(root):
    run("approval", root, "rules", "--rule", "all")
    name = json.loads(patch(root, "tea", "coffee").stdout)["data"]["staged"]
    assert run("approval", root, "approve", name, "--actor", "bloop").exception.exit_status == 5


def test_rules_are_tried_before_they_are_set(root):
    patch(root, "tea", "coffee")
    tried = json.loads(run("approval", root, "rules", "--rule", "all", "--dry-run", "--json").stdout)
    assert (tried["held"], tried["looked_at"]) == (1, 1)
    assert run("approval", root, "rules").stdout == "every write passes\n"


@pytest.mark.parametrize(
    "words",
    [
        ("approve",),
        ("list", "w1"),
        ("list", "--off"),
        ("rules", "--rule", "colour=red"),
        ("rules", "--rule", "part=Two"),
        ("rules", "--rule", "all", "--off"),
    ],
)
def test_wrong_usage_is_told(root, words):
    assert run("approval", root, *words).exception.exit_status == 2


def test_lines_of_the_record_that_nobody_understands_are_told(root):
    run("approval", root, "rules", "--rule", "all")
    patch(root, "tea", "coffee")
    record = root / ".memdesk" / "approval.jsonl"
    record.write_bytes(b'{"staged": 7}\n' + record.read_bytes())
    with Workspace.open(root) as workspace:
        workspace.store.accept_record("approval.jsonl", person(Via.GUI))
    found = run("approval", root, "list", "--json")
    assert [each["actor"] for each in json.loads(found.stdout)] == ["bloop"]
    assert "line 1 of approval.jsonl is unreadable" in found.stderr


def test_parts_are_approved_by_their_numbers_and_a_reason_is_told_to_the_writer(root):
    (root / USER).write_text("# User\n\n> Summary: nobody\n\nlikes tea\n\nlives in Rome\n\nhas a dog\n")
    run("approval", root, "rules", "--rule", "all")
    with Workspace.open(root) as workspace:
        code = Approval(workspace).shell.issue()
    arguments = {
        "path": USER,
        "content": "# User\n\n> Summary: nobody\n\nlikes mate\n\nlives in Rome\n\ncat\n",
    }
    run("tool", root, "memory_write", "--actor", "bloop", "--args", json.dumps(arguments))
    [listed] = json.loads(run("approval", root, "list", "--json").stdout)
    numbers = [each["number"] for each in listed["documents"][0]["parts"]]
    assert numbers == [1, 2]
    assert listed["context_tokens"]["after"] > 0
    shown = run("approval", root, "show", listed["id"]).stdout
    assert "part 2: line 9, -1 +1: cat" in shown
    assert "a prompt gets about" in shown
    wrong = run("approval", root, "approve", listed["id"], "--part", "1,x", "--code", code)
    assert wrong.exception.exit_status == 2
    assert run("approval", root, "approve", listed["id"], "--part", "2", "--code", code).exit_code == 0
    assert (root / USER).read_text().endswith("likes tea\n\nlives in Rome\n\ncat\n")
    patch(root, "likes tea", "likes mate")
    [listed] = json.loads(run("approval", root, "list", "--json").stdout)
    words = ("approval", root, "refuse", listed["id"], "--reason", "he never drinks mate", "--code", code)
    assert run(*words).exit_code == 0
    with Workspace.open(root) as workspace:
        [rejected] = workspace.staging.desk().rejected.values()
    assert (rejected.actor, rejected.reason) == ("bloop", "he never drinks mate")
