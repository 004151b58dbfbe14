"""Decisions from a shell: with the code once a person wants that, and told in any case."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys

import pytest

from memdesk.cli import main
from memdesk.errors import NotPermittedError
from memdesk.model import Actor, Origin, Via
from memdesk.review.shell_code import TRIES, ShellCode
from memdesk.review.shell_decisions import CODE_RECORD as RECORD
from memdesk.workspace import Workspace

WINDOW = Actor("me", Origin.HUMAN, Via.GUI)
SHELL = Actor("me", Origin.HUMAN, Via.CLI)
ROBIN = Actor("robin", Origin.AGENT, Via.CLI)
NAME = "memory/profile.json#name"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "profile.json").write_text('{"name": "Ann", "drink": "tea"}')
    return folder


@pytest.fixture
def run(root, capfd):
    def run(command, *words):
        status = main([command, str(root), *words])
        out = capfd.readouterr()
        return status, out.out, out.err

    return run


@pytest.fixture
def code(root):
    with Workspace.open(root) as workspace:
        shell = ShellCode(workspace)
        shell.want(WINDOW, wanted=True)
        return shell.issue()


def write(root, value="EVIL"):
    args = json.dumps({"key": "drink", "value": value})
    assert main(["--actor", "robin", "tool", str(root), "memory_set", "--args", args]) == 0


def decisions(run):
    return [(each["what"], each["names"]) for each in json.loads(run("review", "decisions", "--json")[1])]


def test_nothing_needs_it_until_a_person_wants_that(root, run):
    write(root)
    assert run("review", "accept", "--all")[0] == 0
    assert run("protect", NAME)[0] == 0
    assert run("protect", NAME, "--release")[0] == 0
    assert json.loads(run("approval", "code", "--json")[1]) == {"needed": False}


WORDS = [
    ("review", "accept", "--all"),
    ("review", "revert", "--all"),
    ("review", "snooze", "--all", "--until", "2099-01-01"),
    ("review", "reopen", "--all"),
    ("review", "undo", "--since", "2000-01-01"),
    ("protect", "memory/profile.json#drink", "--release"),
    ("protect", "memory/profile.json#drink", "--append-only"),
    ("approval", "rules", "--rule", "all"),
    ("approval", "code", "--off"),
    ("quarantine", "restore", "x"),
    ("quarantine", "drop", "x"),
    ("check", "--dismiss", "abcdef0123"),
    ("purge", "memory/profile.json", "--yes"),
    ("backups", "prune", "--keep-last", "0"),
]


@pytest.mark.parametrize("words", WORDS, ids=lambda words: " ".join(words[:2]))
def test_a_decision_from_a_shell_needs_the_code(root, run, code, words):
    run("protect", "memory/profile.json#drink")
    before = {path: path.read_bytes() for path in root.rglob("*.json*") if path.is_file()}
    for wrong in ((), ("--code", "AAAAAAAA")):
        status, _, err = run(*words, *wrong)
        assert (status, "code" in err) == (5, True)
    assert before == {path: path.read_bytes() for path in root.rglob("*.json*") if path.is_file()}
    assert "code that the memdesk window shows" not in run(*words, "--code", code.lower())[2]


def guess(root, code="AAAAAAAA"):
    """Try a code; return what was said of it."""
    with Workspace.open(root) as workspace:
        try:
            ShellCode(workspace).require(SHELL, code)
        except NotPermittedError as error:
            return str(error)
    return "right"


def test_guesses_of_the_code_are_few(root, run, code):
    said = [guess(root) for _ in range(TRIES)]
    assert ["too many" in each for each in said] == [False] * (TRIES - 1) + [True]
    assert "window" in guess(root, code)
    assert run("review", "accept", "--all", "--code", code)[0] == 5
    with Workspace.open(root) as workspace:
        assert ShellCode(workspace).is_spent
        new = ShellCode(workspace).issue()
        assert not ShellCode(workspace).is_spent
    assert guess(root, new) == "right"


def test_a_right_code_lets_earlier_slips_of_the_finger_go(root, code):
    for _ in range(3):
        assert "code" in guess(root)
        assert "code" in guess(root, "BBBBBBBB")
        assert guess(root, code) == "right"


GUESSING = """
import os, sys
from memdesk.cli import main, review

for number in range(int(sys.argv[1])):
    if not os.fork():
        os._exit(main([*sys.argv[2:], f"WRONG{number}"]))
"""
"""Forks: what each has loaded by then is the same, and all of them are at it at once."""


def test_processes_that_guess_at_once_have_the_tries_of_one(root, code):
    words = ["review", os.fspath(root), "accept", "--all", "--code"]
    script = [sys.executable, "-c", GUESSING, str(TRIES + 2), *words]
    # Until the last of them has ended: all of them write to the pipe.
    said = subprocess.run(script, stderr=subprocess.PIPE, text=True).stderr
    assert said.count("that the memdesk window shows") == TRIES - 1
    assert guess(root, code) != "right"


def test_a_person_is_told_of_guesses(root, run, code):
    for _ in range(TRIES):
        guess(root)
    assert decisions(run)[0] == ("code_guessed", ["--code"])
    for command in (("review", "list"), ("overview",)):
        assert "wrong codes were tried" in run(*command)[2]
    assert json.loads(run("overview", "--json")[1])["records"]["decided"][0]["what"] == "code_guessed"


def test_looking_and_trying_need_no_code(root, run, code):
    write(root)
    for words in (
        ("review", "list"),
        ("review", "show", "--all"),
        ("review", "revert", "--all", "--dry-run"),
        ("protect",),
        ("protect", NAME),
        ("approval", "rules"),
        ("approval", "code"),
        ("quarantine", "list"),
        ("check",),
    ):
        assert run(*words)[0] == 0


def test_without_a_window_nobody_decides_from_a_shell(root, run, code):
    with Workspace.open(root) as workspace:
        ShellCode(workspace).withdraw()
    write(root)
    status, _, err = run("review", "accept", "--all", "--code", code)
    assert status == 5
    assert "this needs the code that the window shows" in err


def test_another_state_folder_does_not_switch_it_off(root, run, code, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    write(root)
    assert run("review", "accept", "--all")[0] == 5


@pytest.mark.parametrize("data", [None, b"", b"{}", b'{"needs_code": false}', b"\xff"])
def test_a_record_that_says_otherwise_does_not_switch_it_off(root, run, code, data):
    record = root / ".memdesk" / RECORD
    record.unlink()
    if data is not None:
        record.write_bytes(data)
    write(root)
    assert run("review", "accept", "--all")[0] == 5


def test_a_record_that_is_no_file_counts_as_switched_on(root, run):
    write(root)
    (root / ".memdesk" / RECORD).mkdir()
    assert run("review", "accept", "--all")[0] == 5


def test_a_person_switches_it_on_from_a_shell_and_off_with_the_code(root, run):
    assert run("approval", "code", "--on")[0] == 0
    assert run("approval", "code", "--off")[0] == 5
    with Workspace.open(root) as workspace:
        code = ShellCode(workspace).issue()
    assert run("approval", "code", "--off", "--code", code)[0] == 0
    assert json.loads(run("approval", "code", "--json")[1]) == {"needed": False}


def test_an_agent_switches_nothing(root):
    with Workspace.open(root) as workspace, pytest.raises(NotPermittedError):
        ShellCode(workspace).want(ROBIN, wanted=False)


def test_what_a_shell_decides_is_told_in_any_case(root, run):
    write(root)
    run("review", "accept", "--all")
    run("protect", NAME)
    run("protect", NAME, "--release")
    run("approval", "rules", "--rule", "actor=robin")
    assert decisions(run) == [
        ("rules", ["actor=robin"]),
        ("unlocked", [NAME]),
        ("locked", [NAME]),
        ("accepted", ["memory/profile.json"]),
    ]
    told = run("review", "decisions")[1]
    assert "unlocked" in told
    assert NAME in told


def forge(root):
    """Let the log say that a person wrote what an agent wrote."""
    log = root / ".memdesk" / "operations.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"agent"', b'"human"'))


@pytest.mark.parametrize(("what", "noted"), [("accept", "records_accepted"), ("restore", "records_restored")])
def test_what_a_shell_does_about_a_forged_record_is_told(root, run, what, noted):
    assert run("protect", NAME)[0] == 0
    write(root)
    forge(root)
    assert "operations.jsonl" in run("review", "list")[2]
    assert run("records", what, "--all")[0] == 0
    (named,) = [names for did, names in decisions(run) if did == noted]
    assert named == ["operations.jsonl: it was changed past your memdesk (1 lines gone, 1 lines new)"]
    for command in (("review", "list"), ("overview",)):
        assert "operations.jsonl: it was changed" in run(*command)[2]
    assert json.loads(run("overview", "--json")[1])["records"]["decided"][0]["what"].startswith("records_")


def test_damaged_records_are_told_where_a_person_looks(root, run):
    assert run("protect", NAME)[0] == 0
    write(root)
    forge(root)
    assert "operations.jsonl" in run("records")[1]
    status, out, err = run("review", "list", "--json")
    assert (status, isinstance(json.loads(out), list)) == (0, True)
    assert "operations.jsonl: it was changed" in err
    assert json.loads(run("overview", "--json")[1])["records"]["damaged"][0]["name"] == "operations.jsonl"


@pytest.mark.parametrize("damage", [None, b"", b"{}\n"])
def test_a_forged_record_of_decisions_does_not_hide_what_is_accepted(root, run, damage):
    assert run("protect", NAME)[0] == 0
    write(root)
    forge(root)
    record = root / ".memdesk" / "decisions.jsonl"
    record.unlink()
    if damage is not None:
        record.write_bytes(damage)
    status, _, err = run("records", "accept", "operations.jsonl")
    assert (status != 0, "decisions.jsonl is damaged" in err) == (True, True)
    assert "operations.jsonl" in run("records")[1]
    assert run("records", "accept", "--all")[0] == 0
    (named,) = [names for did, names in decisions(run) if did == "records_accepted"]
    assert [name.partition(":")[0] for name in named] == ["decisions.jsonl", "operations.jsonl"]


def test_sharing_records_from_a_shell_is_told(root, run):
    assert run("protect", NAME)[0] == 0
    run("records", "share", "--on")
    assert decisions(run)[0] == ("records_shared", ["on"])


def test_what_cannot_be_undone_is_told(root, run, code):
    words = ("purge", "memory/profile.json", "--yes")
    (root / "memory" / "profile.json").write_text('{"key": "ghp_16C7e42F292c6912E7710c838347Ae178B4a"}')
    assert run(*words)[0] == 5
    assert "ghp_" in (root / "memory" / "profile.json").read_text()
    assert run(*words, "--code", code)[0] == 0
    assert decisions(run)[0] == ("purged", ["memory/profile.json"])


def test_an_agent_removes_no_backups(root):
    backups = root / "memory" / "backups"
    backups.mkdir()
    copy = backups / "20260218_093105_profile.json"
    copy.write_text("{}")
    prune = ("prune", "--keep-last", "0")
    assert main(["--actor", "robin", "backups", str(root), *prune]) == 5
    assert copy.exists()


def test_many_changes_are_one_decision_with_their_number(root, run):
    for number in range(25):
        write(root, f"tea {number}")
    run("review", "accept", "--all")
    (one,) = json.loads(run("review", "decisions", "--json")[1])
    assert one["count"] == 25
    assert len(one["names"]) == 20


def test_lines_that_cannot_be_understood_are_left_out(root, run):
    run("protect", NAME)
    with (root / ".memdesk" / "decisions.jsonl").open("ab") as file:
        file.write(b'{"what": 1}\nno JSON\n[[[\n')
    with Workspace.open(root) as workspace:
        workspace.store.accept_record("decisions.jsonl", WINDOW)
    assert [what for what, _ in decisions(run)] == ["locked"]


@pytest.mark.parametrize("deed", ["clean", "truncate"])
def test_what_is_gone_with_the_log_is_named_and_given_back(root, run, deed):
    assert run("protect", NAME)[0] == 0
    write(root, "gin")
    assert run("review", "accept", "--all")[0] == 0
    (root / "memory" / "new.md").write_text("# New\n")
    assert "new.md" in run("review", "list")[1]
    if deed == "clean":
        shutil.rmtree(root / ".memdesk")
    else:
        (root / ".memdesk" / "operations.jsonl").write_bytes(b"")
    for command in (("review", "list"), ("overview",)):
        err = run(*command)[2]
        assert "changes that wait for you are gone with the log (memory/new.md)" in err
        assert "changes that you have judged are gone with the log (memory/profile.json)" in err
    gone = json.loads(run("overview", "--json")[1])["records"]["gone"]
    assert gone == {"unjudged": ["memory/new.md"], "judged": ["memory/profile.json"]}
    assert run("records", "restore", "--all")[0] == 0
    _, out, err = run("review", "list")
    assert "new.md" in out
    assert "gone with" not in err


def problems(run):
    status, out, _ = run("verify", "--json")
    found = [each for each in json.loads(out)["problems"] if each["code"] == "decided_unproven"]
    return status, [(each["severity"], each["message"]) for each in found]


def test_verify_tells_what_a_program_may_have_decided(root, run):
    write(root)
    run("review", "accept", "--all")
    status, [(severity, words)] = problems(run)
    assert (status, severity) == (0, "warning")  # scripts accept, too
    assert "accepted 1 (memory/profile.json), since " in words


def test_a_lock_taken_off_by_a_program_is_wrong_until_a_person_has_seen_it(root, run, monkeypatch):
    run("protect", NAME)
    assert problems(run) == (0, [])
    run("protect", NAME, "--release")
    status, [(severity, words)] = problems(run)
    assert (status, severity) == (1, "error")
    assert f"unlocked 1 ({NAME})" in words
    assert "unlocked 1" in run("review", "list")[2]
    assert run("review", "decisions", "--seen")[0] == 5
    monkeypatch.setattr("memdesk.cli.review.is_at_terminal", lambda: True)
    assert main(["--actor", "robin", "review", str(root), "decisions", "--seen"]) == 5
    assert problems(run)[0] == 1
    assert run("review", "decisions", "--seen")[0] == 0
    assert problems(run) == (0, [])
    assert run("review", "list", "--seen")[0] == 2
    run("protect", NAME)
    run("protect", NAME, "--release")
    assert problems(run)[0] == 1


def test_decisions_at_a_terminal_or_with_the_code_are_no_problem(root, run, monkeypatch):
    monkeypatch.setattr("memdesk.review.shell_decisions.is_at_terminal", lambda: True)
    run("protect", NAME)
    run("protect", NAME, "--release")
    assert problems(run) == (0, [])
    monkeypatch.undo()
    with Workspace.open(root) as workspace:
        shell = ShellCode(workspace)
        shell.want(WINDOW, wanted=True)
        code = shell.issue()
    run("protect", NAME)
    assert run("protect", NAME, "--release", "--code", code)[0] == 0
    assert problems(run) == (0, [])
    assert [each["proof"] for each in json.loads(run("review", "decisions", "--json")[1])] == [
        *("code", "code"),
        *("terminal", "terminal"),
    ]


def test_decisions_are_not_denied_where_their_record_is_damaged(root, run, monkeypatch):
    monkeypatch.setattr("memdesk.cli.review.is_at_terminal", lambda: True)
    run("protect", NAME)
    with (root / ".memdesk" / "decisions.jsonl").open("ab") as file:
        file.write(b"{}\n")
    for words in ((), ("--seen",), ("--json",)):
        status, out, err = run("review", "decisions", *words)
        assert (status, "nothing was decided" in out) == (1, False)
        assert "decisions.jsonl is damaged" in out + err


def test_as_many_decisions_as_a_person_saw_of_a_record_since_replaced_are_told(root, run, monkeypatch):
    run("protect", NAME)
    run("protect", NAME, "--release")
    run("protect", NAME)
    run("protect", NAME, "--release")
    with monkeypatch.context() as terminal:
        terminal.setattr("memdesk.cli.review.is_at_terminal", lambda: True)
        assert run("review", "decisions", "--seen")[0] == 0
    assert problems(run) == (0, [])
    (root / ".memdesk" / "decisions.jsonl").write_bytes(b"")
    with Workspace.open(root) as workspace:
        workspace.store.accept_record("decisions.jsonl", WINDOW)
    for _ in range(3):
        run("protect", NAME)
        run("protect", NAME, "--release")
        status, [(severity, words)] = problems(run)
        assert (status, severity, "unlocked" in words) == (1, "error", True)


@pytest.fixture
def piped(monkeypatch):
    """Give text on standard input."""

    def piped(text):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    return piped


SAVES = {
    "save": ("save", "notes.md"),
    "replace": ("replace", "tea", "gin"),
    "history": ("history", "restore", "memory/profile.json", "OLD"),
}
ACTS = {"save": "saved", "replace": "replaced", "history": "restored"}


@pytest.mark.parametrize("name", SAVES)
def test_what_a_program_saves_in_the_persons_name_is_told_until_that_has_seen_it(
    root, run, piped, monkeypatch, name
):
    piped("# Notes\n")
    with Workspace.open(root) as workspace:
        old = workspace.read("memory/profile.json").revision
        if name == "history":
            workspace.commit("memory/profile.json", b"{}", old, WINDOW)
    command, *words = SAVES[name]
    assert run(command, *(old if word == "OLD" else word for word in words))[0] == 0
    uri = "notes.md" if name == "save" else "memory/profile.json"
    status, [(severity, told)] = problems(run)
    assert (status, severity) == (0, "warning")  # scripts save, too
    assert f"{ACTS[name]} 1 ({uri}), since " in told
    assert decisions(run) == [(ACTS[name], [uri])]
    status, _, complaint = run("review", "decisions", "--seen")
    assert (status, "in a terminal it needs nothing" in complaint) == (5, True)
    monkeypatch.setattr("memdesk.cli.review.is_at_terminal", lambda: True)
    assert run("review", "decisions", "--seen")[0] == 0
    assert problems(run) == (0, [])


def test_a_redaction_a_merge_and_a_job_are_noted_by_their_names(root, run):
    (root / "keys.md").write_text("# Keys\n\ntoken ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8\n")
    assert run("check", "--redact", "keys.md")[0] == 0
    (root / "keys.sync-conflict-21001123-050001-K3HJ2QL.md").write_text((root / "keys.md").read_text())
    assert run("merge", "keys.sync-conflict-21001123-050001-K3HJ2QL.md")[0] == 0
    (root / "memory" / "MEMORY.md").write_text("# Long-term Memory\n\n- city: Hamburg\n")
    assert run("run", "migrate", "--system", "picoclaw-profile")[0] == 0
    assert json.loads((root / "memory" / "profile.json").read_text())["city"] == "Hamburg"
    assert [what for what, _ in decisions(run)][:3] == ["job_run", "merged", "redacted"]


def test_what_goes_into_quarantine_and_comes_out_is_noted_once_each(root, run):
    write(root)
    assert run("quarantine", "add", "memory/profile.json")[0] == 0
    assert [what for what, _ in decisions(run)] == ["quarantined"]
    _, listed, _ = run("quarantine", "list", "--json")
    [item] = json.loads(listed)
    assert run("quarantine", "restore", item["id"])[0] == 0
    assert [what for what, _ in decisions(run)] == ["taken_out", "quarantined"]


def test_a_save_is_told_whatever_the_code_and_not_of_agents_nor_at_a_terminal(
    root, run, piped, code, monkeypatch
):
    piped("# Notes\n")
    assert run("save", "robin.md", "--actor", "robin")[0] == 0
    assert decisions(run) == []
    monkeypatch.setattr("memdesk.review.shell_decisions.is_at_terminal", lambda typing=True: not typing)
    piped("# Notes\n")
    assert run("save", "typed.md")[0] == 0
    assert decisions(run) == []
    monkeypatch.setattr("memdesk.review.shell_decisions.is_at_terminal", lambda typing=True: False)
    piped("# Notes\n")
    assert run("save", "mine.md")[0] == 0
    assert decisions(run) == [("saved", ["mine.md"])]
    assert "saved 1 (mine.md)" in problems(run)[1][0][1]


def test_a_save_is_told_though_the_record_took_no_line_of_it(root, run, piped, monkeypatch):
    record = root / ".memdesk/decisions.jsonl"
    write(root)
    record.mkdir()
    piped("# Notes\n")
    status, _, complaint = run("save", "mine.md")
    assert (status, "takes no line" in complaint) == (0, True)
    record.rmdir()
    assert decisions(run) == [("saved", ["mine.md"])]
    assert "saved 1 (mine.md)" in problems(run)[1][0][1]
    monkeypatch.setattr("memdesk.cli.review.is_at_terminal", lambda: True)
    assert run("review", "decisions", "--seen")[0] == 0
    assert problems(run) == (0, [])


def test_a_verdict_that_writes_is_one_decision(root, run):
    write(root)
    run("review", "revert", "--all")
    assert [what for what, _ in decisions(run)] == ["reverted"]
