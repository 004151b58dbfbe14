"""The command line as scripts see it: shapes, exit statuses, one line for every error."""

from __future__ import annotations

import errno
import gc
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import types
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.core import TyperCommand

from memdesk import __version__, cli
from memdesk.cli import COMMANDS, commands, documents, main, output, reports
from memdesk.cli import window as window_commands
from memdesk.cli.options import time_of
from memdesk.errors import LockedError, UsageError, failure_json
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import Store
from memdesk.workspace import Workspace

PROFILE = b'{\n  "name": "Ada",\n  "theme/preference": "dark"\n}'
NOTES = "# Memory\n\n## 2026-11-20\n\nunsweetened \N{HOT BEVERAGE}\n\n## Deploys\n\non Tuesdays\n".encode()


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "profile.json").write_bytes(PROFILE)
    (folder / "memory" / "MEMORY.md").write_bytes(NOTES)
    return folder


@pytest.fixture
def run(capfd, monkeypatch):
    """Run a command in this process: exit status, stdout, stderr."""

    def run(*words, stdin=b""):
        reader, writer = os.pipe()
        os.write(writer, stdin)
        os.close(writer)
        with open(reader) as stream:
            monkeypatch.setattr(sys, "stdin", stream)
            status = main([os.fspath(word) for word in words])
        out, err = capfd.readouterr()
        return status, out, err

    return run


def process(*words, **more):
    """Start the command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "memdesk", *map(os.fspath, words)], stdout=subprocess.PIPE, **more
    )


def failed(result, status):
    """Check that a command failed with one clear line, and return the line."""
    assert result[0] == status
    [line] = result[2].splitlines()
    assert line.startswith("memdesk: ")
    return line


def strict(text):
    """Parse JSON that must be strict and ASCII."""
    assert text.isascii()
    return json.loads(text, parse_constant=pytest.fail)


def test_version_and_help(run):
    assert run("--version") == (0, f"memdesk {__version__}\n", "")
    status, out, _ = run("--help")
    assert status == 0
    assert all(name in out for name in COMMANDS)


def test_a_word_that_is_no_command_and_no_folder_is_named(run, root):
    line = failed(run("serach", root, "tea"), 2)
    assert "serach" in line
    assert "tea" not in line
    status, out, _ = run("serach", root, "tea", "--json")
    assert (status, strict(out)["code"]) == (2, "usage")
    assert str(root) in failed(run(root / "gone", "--theme", "dark"), 1)
    assert "extra" in failed(run(root, "extra"), 2)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_help_of_a_command_names_each_argument_once(run, command):
    status, out, err = run(command, "--help")
    usage = out.split("\n\n")[0]
    assert (status, err) == (0, "")
    assert "[[" not in usage
    assert "]..." not in usage.replace("]...", "", 1)
    assert "--help" in out


def test_every_command_of_a_group_is_known_to_the_dispatcher():
    named = {}
    for path in Path(commands.__file__).parent.glob("*.py"):
        group = getattr(import_module(f"memdesk.cli.{path.stem}"), "group", None)
        if group is not None and group.info.name:
            named[group.info.name] = path.stem
        elif group is not None:
            each = group.registered_commands
            named |= {one.name or one.callback.__name__: path.stem for one in each}
    assert named == {word: module for word, (module, _) in COMMANDS.items()}


def test_a_mistyped_command_is_answered_with_the_one_that_was_meant(run, root):
    assert "'verify'" in failed(run("--actor", "bob", "verfiy", root), 2)


def test_the_list_of_commands_says_of_each_what_it_says_of_itself():
    group = typer.main.get_command(commands.app)
    for word, (_, summary) in COMMANDS.items():
        said = group.get_command(None, word)
        assert " ".join(said.help.split()).startswith(summary)
        listed = TyperCommand(word, help=summary)
        assert {width: listed.get_short_help_str(width) for width in range(20, 90)} == {
            width: said.get_short_help_str(width) for width in range(20, 90)
        }


@pytest.mark.parametrize(
    ("words", "loaded"),
    [(["--help"], []), (["--actor", "bob", "verfiy"], []), (["show", "--help"], ["documents"])],
)
def test_only_the_group_that_is_called_is_loaded(words, loaded):
    script = (
        "import sys\n"
        "from memdesk.cli import COMMANDS, main\n"
        f"main({words})\n"
        "print(sorted({name for name, _ in COMMANDS.values() if f'memdesk.cli.{name}' in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == str(loaded)


def test_what_an_agent_starts_loads_no_detectors():
    code = (
        "import sys; import memdesk.cli.agents, memdesk.agents.mcp; "
        "print([name for name in sys.modules if name.startswith('memdesk.checks.secret')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_inspect_lists_systems_and_documents(run, root):
    status, out, err = run("inspect", root, "--json")
    found = strict(out)
    assert (status, err) == (0, "")
    assert found["root"] == str(root)
    assert {system["id"] for system in found["systems"]} >= {"picoclaw-profile"}
    assert sum(system["documents"] for system in found["systems"]) == 2
    assert all(system["problems"] == [] for system in found["systems"])
    notes, profile = found["documents"]
    assert (notes["uri"], notes["kind"]) == ("memory/MEMORY.md", "long_term")
    assert profile["revision"] == revision_of(PROFILE)
    assert profile["size"] == len(PROFILE)
    assert {"uri", "system", "kind", "title", "summary", "size", "modified", "revision", "problems"} <= set(
        notes
    )


def test_inspect_says_what_a_save_promises_here(run, root, monkeypatch):
    assert strict(run("inspect", root, "--json")[1])["saving"] == {
        "guarantee": None,
        "network": False,
        "read_only": None,
    }
    assert not (root / ".memdesk").exists()
    run("save", root, "facts/new.md", stdin=b"one\n")
    assert strict(run("inspect", root, "--json")[1])["saving"]["guarantee"] == "exchange"
    monkeypatch.setattr("memdesk.store.store.kernel_rename", lambda: None)
    assert strict(run("inspect", root, "--json")[1])["saving"]["guarantee"] == "replace"


def test_inspect_shows_problems_with_their_place(run, root):
    (root / "memory" / "profile.json").write_bytes(b'{\n  "name": \n}')
    _, out, _ = run("inspect", root, "--json")
    found = strict(out)
    [problem] = found["documents"][1]["problems"]
    assert problem["line"] == 3
    assert problem["severity"] == "error"
    assert [{"uri": "memory/profile.json", **problem}] in [system["problems"] for system in found["systems"]]
    status, out, _ = run("inspect", root)
    assert status == 0
    assert "error: memory/profile.json:3:" in out


def test_inspect_prints_a_table_for_people(run, root):
    (root / "new\nline\x1b[31m.txt").touch()
    _, out, _ = run("inspect", root)
    assert "picoclaw-profile" in out
    assert "new\\nline\\x1b[31m.txt" in out


def test_times_are_local_with_offset(run, root, monkeypatch):
    os.utime(root / "memory" / "MEMORY.md", (1_700_000_000, 1_700_000_000))
    _, out, _ = run("inspect", root, "--json")
    assert strict(out)["documents"][0]["modified"].startswith("2023-11-")
    assert reports.moment(1e30) is None


def test_show_gives_text_and_data(run, root):
    status, out, _ = run("show", root, "memory/profile.json", "--json")
    assert status == 0
    assert strict(out) == {
        "uri": "memory/profile.json",
        "kind": "profile",
        "revision": revision_of(PROFILE),
        "text": PROFILE.decode(),
        "data": {"name": "Ada", "theme/preference": "dark"},
    }


@pytest.mark.parametrize(
    ("uri", "text", "data"),
    [
        ("memory/profile.json#name", "Ada", "Ada"),
        ("memory/profile.json#theme/preference", "dark", "dark"),
        ("memory/profile.json#L2", '  "name": "Ada",\n', None),
        ("memory/MEMORY.md#Deploys", "## Deploys\n\non Tuesdays\n", None),
        ("memory/MEMORY.md#L1-L2", "# Memory\n\n", None),
    ],
)
def test_show_gives_a_part(run, root, uri, text, data):
    status, out, _ = run("show", root, uri, "--json")
    found = strict(out)
    assert (status, found["uri"], found["text"], found["data"]) == (0, uri, text, data)


def test_show_for_people_and_pipes(run, root, monkeypatch):
    assert run("show", root, "memory/MEMORY.md")[1].encode() == NOTES
    assert run("show", root, "memory/profile.json#name")[1] == "Ada\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    (root / "evil.md").write_bytes(b"\x1b[2Jone\ntwo\n")
    assert run("show", root, "evil.md")[1] == "\\x1b[2Jone\ntwo\n"
    (root / "x.bin").write_bytes(b"\0\1\2")
    assert run("show", root, "x.bin")[1] == "binary, 3 bytes\n"


def test_show_of_a_part_without_text_prints_its_data(run, tmp_path):
    entry = {"id": "e1", "content": "x", "created_at": "2026-01-01T00:00:00Z", "priority": 5}
    (tmp_path / "memory.json").write_text(json.dumps({"plan": [], "run": [], "session": [entry]}))
    status, out, _ = run("show", tmp_path, "memory.json#session/e1")
    assert status == 0
    assert json.loads(out)["id"] == "e1"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\0\1\2", None),
        (b"\xef\xbb\xbfone\r\ntwo", "\ufeffone\r\ntwo"),
        ("caf\xe9".encode("utf-16"), "caf\xe9"),
        ("\u7528\u6237".encode("gb18030"), "\u7528\u6237"),
        (b"", ""),
    ],
)
def test_show_of_any_bytes(run, root, data, text):
    (root / "any.md").write_bytes(data)
    status, out, _ = run("show", root, "any.md", "--json")
    assert (status, strict(out)["text"]) == (0, text)


def test_show_of_what_does_not_parse_has_no_data(run, root):
    (root / "memory" / "profile.json").write_bytes(b'{"name": NaN}')
    status, out, _ = run("show", root, "memory/profile.json", "--json")
    assert (status, strict(out)["data"]) == (0, None)


def test_names_that_are_no_text_are_escaped(run, root):
    with open(os.path.join(os.fsencode(root), b"caf\xe9.md"), "wb"):
        pass
    _, out, _ = run("inspect", root, "--json")
    assert "caf\\udce9.md" in out
    assert os.fsdecode(b"caf\xe9.md") in {document["uri"] for document in strict(out)["documents"]}
    assert "caf\\udce9.md" in run("inspect", root)[1]
    assert run("show", root, os.fsdecode(b"caf\xe9.md"), "--json")[0] == 0


def test_numbers_that_json_lacks_become_null():
    value = {"a": [float("nan"), 1.5, {"b": float("inf")}]}
    assert strict(reports.dump(value)) == {"a": [None, 1.5, {"b": None}]}


def test_errors_are_one_line_with_their_status(run, root):
    (root / "link.md").symlink_to("/etc/passwd")
    assert "no folder" in failed(run("inspect", root / "nowhere"), 1)
    assert "nothing.md" in failed(run("show", root, "nothing.md"), 1)
    assert "no part" in failed(run("show", root, "memory/MEMORY.md#nothing"), 1)
    failed(run("show", root, "../x"), 5)
    failed(run("show", root, "link.md"), 5)
    failed(run("show", root), 2)
    failed(run("inspect", root, "--bogus"), 2)
    failed(run("save", root, "x.md", "--base", "bogus"), 2)
    failed(run("show", root, "new\nline.md"), 1)
    failed(run("inspect", root / "memory" / "profile.json"), 1)


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (["inspect", "ROOT/nowhere"], 1, "not_found"),
        (["show", "ROOT", "nothing.md"], 1, "not_found"),
        (["show", "ROOT", "../x"], 5, "unsafe_path"),
        (["show", "ROOT"], 2, "usage"),
        (["inspect", "ROOT", "--bogus"], 2, "usage"),
        (["history", "ROOT", "show", "nothing.md"], 1, "not_found"),
        (["context", "ROOT", "--system", "none"], 2, "usage"),
        (["run", "ROOT", "nothing"], 1, "not_found"),
        (["verify", "ROOT/nowhere"], 1, "not_found"),
    ],
)
def test_who_asks_for_json_is_told_in_json_what_went_wrong(run, root, words, status, code):
    result = run(*(word.replace("ROOT", str(root)) for word in words), "--json")
    told = strict(result[1])
    assert (told["ok"], told["code"]) == (False, code)
    assert told["error"] in failed(result, status)


def test_words_that_are_not_understood_are_told_of_in_a_clean_line(run, root):
    assert "'bogus' is not one of 'list', 'show'" in failed(run("history", root, "bogus"), 2)
    assert "Choose from: list, show, diff, restore" in failed(run("history", root), 2)


def test_a_folder_that_may_not_be_read_is_not_a_wrong_command(run, root, monkeypatch):
    monkeypatch.setattr("memdesk.store.access.os.access", lambda *_, **__: False)
    assert "may not be read" in failed(run("inspect", root, "--json"), 5)


def test_save_creates_and_replaces(run, root):
    status, out, _ = run("save", root, "facts/new.md", "--json", stdin=b"one\n")
    made = strict(out)
    assert (status, made["before"], made["revision"]) == (0, None, revision_of(b"one\n"))
    status, out, _ = run("save", root, "facts/new.md", "--base", made["revision"], stdin=b"two\r\n")
    assert (status, out) == (0, f"facts/new.md {revision_of(b'two' + bytes([13, 10]))}\n")
    assert (root / "facts" / "new.md").read_bytes() == b"two\r\n"
    with Workspace.open(root) as workspace:
        assert [operation.actor.via for operation in workspace.history("facts/new.md")] == [Via.CLI, Via.CLI]


def test_who_saves_over_a_hard_link_is_told_that_the_other_name_keeps_the_old_version(run, root):
    (root / "one.md").write_bytes(b"one\n")
    (root / "two.md").hardlink_to(root / "one.md")
    status, out, err = run("save", root, "one.md", "--json", stdin=b"new\n")
    assert (status, strict(out)["detached"]) == (0, True)
    assert "one.md has other names (hard links)" in err
    assert (root / "two.md").read_bytes() == b"one\n"
    status, out, err = run("save", root, "one.md", "--json", stdin=b"newer\n")
    assert (status, strict(out)["detached"], err) == (0, False, "")


def test_links_and_special_files_are_told_apart(run, root):
    os.mkfifo(root / "pipe.md")
    (root / "link.md").symlink_to("nowhere")
    assert "pipe.md is not a plain file but a pipe" in failed(run("show", root, "pipe.md"), 5)
    assert "link.md is not a plain file but a link" in failed(run("save", root, "link.md", stdin=b"x"), 5)


def test_a_document_that_is_not_there_is_answered_with_those_that_may_be_meant(run, root):
    (root / "facts").mkdir(exist_ok=True)
    (root / "facts" / "kitchen.md").write_text("tea\n")
    for name in ("kitchen.md", "facts/kitchn.md", "FACTS/Kitchen.md#Tea"):
        status, _, said = run("show", root, name)
        assert status == 1
        assert "; did you mean facts/kitchen.md? 'memdesk inspect PATH' lists" in said
    assert "did you mean" not in run("show", root, "quite-another-name")[2]


def test_arguments_of_a_tool_that_stand_alone_are_told_their_option(run, root):
    status, _, said = run("tool", root, "memory_set", '{"key": "a"}')
    assert status == 2
    assert said.endswith("a JSON object is passed as --args JSON\n")


def test_an_empty_name_is_not_the_present_folder_for_trials(run, tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    status, _, said = run("verify-design", "", "--model", "none")
    assert (status, "PATH of the folder is empty" in said) == (2, True)
    assert not any((tmp_path / "empty").iterdir())


def test_who_may_try_again_is_told_so_and_who_holds_the_lock():
    told = failure_json(LockedError("busy", holder="pid 7 · bot · save a.md"))
    assert (told["code"], told["retryable"], told["holder"]) == ("locked", True, "pid 7 · bot · save a.md")


def test_a_person_who_waits_for_the_lock_is_told_for_whom(run, root, monkeypatch):
    agent, said = Actor("bot", Origin.AGENT, Via.PYTHON), []
    with ExitStack() as turn:

        def heard(message):
            said.append(message)
            turn.close()

        monkeypatch.setattr(output, "complain", heard)
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        turn.enter_context(Store(root).exclusive(agent))
        assert run("save", root, "memory/MEMORY.md", stdin=b"new\n")[0] == 0
    assert said == [f"waiting for pid {os.getpid()} · bot · update to finish saving"]
    assert (root / "memory/MEMORY.md").read_bytes() == b"new\n"


def test_a_base_may_be_written_in_capitals(run, root):
    base = revision_of(PROFILE).upper().replace("SHA256", "sha256")
    assert run("save", root, "memory/profile.json", "--base", base, stdin=b"{}")[0] == 0


def test_save_over_another_revision_is_a_conflict(run, root):
    result = run("save", root, "memory/profile.json", "--base", revision_of(b"old"), stdin=b"{}")
    failed(result, 3)
    told = strict(result[1])
    assert told["conflict"] == {"base": revision_of(b"old"), "current": revision_of(PROFILE)}
    assert (told["ok"], told["code"]) == (False, "conflict")
    assert (root / "memory" / "profile.json").read_bytes() == PROFILE
    result = run("save", root, "memory/profile.json", "--base", "sha256:00", stdin=b"{}")
    assert result[0] == 3, "a digest that names no bytes at all is a conflict like any other"
    result = run("save", root, "memory/profile.json", "--base", "none", stdin=b"{}")
    failed(result, 3)
    assert strict(result[1])["conflict"]["base"] is None


def test_a_conflict_shows_what_both_merge_to_and_writes_nothing(run, root):
    uri, path = "memory/MEMORY.md", root / "memory" / "MEMORY.md"
    base = run("save", root, uri, "--json", stdin=NOTES.replace(b"Tuesdays", b"Mondays"))[1]
    path.write_bytes(path.read_bytes().replace(b"unsweetened", b"black"))
    mine = NOTES.replace(b"Tuesdays", b"Fridays")
    result = run("save", root, uri, "--base", strict(base)["revision"], stdin=mine)
    failed(result, 3)
    merged = strict(result[1])["conflict"]["merged"]
    assert merged == path.read_text(encoding="utf-8").replace("Mondays", "Fridays")
    assert b"Mondays" in path.read_bytes()
    assert run("save", root, uri, "--base", revision_of(path.read_bytes()), stdin=merged.encode())[0] == 0


def test_a_conflict_in_the_same_line_has_nothing_merged(run, root):
    base = strict(run("save", root, "a.md", "--json", stdin=b"one\n")[1])["revision"]
    (root / "a.md").write_bytes(b"theirs\n")
    result = run("save", root, "a.md", "--base", base, stdin=b"mine\n")
    failed(result, 3)
    assert "merged" not in strict(result[1])["conflict"]


def test_a_save_may_be_merged_with_what_was_written_since(run, root):
    uri, path = "memory/MEMORY.md", root / "memory" / "MEMORY.md"
    base = strict(run("save", root, uri, "--json", stdin=NOTES)[1])["revision"]
    theirs = NOTES.replace(b"unsweetened", b"black")
    path.write_bytes(theirs)
    mine = NOTES.replace(b"Tuesdays", b"Fridays")
    told = strict(run("save", root, uri, "--base", base, "--merge", "--json", stdin=mine)[1])
    assert path.read_bytes() == theirs.replace(b"Tuesdays", b"Fridays")
    assert (told["merged"], told["revision"]) == (revision_of(theirs), revision_of(path.read_bytes()))
    failed(run("save", root, uri, "--base", base, "--merge", stdin=NOTES.replace(b"unsweetened", b"red")), 3)
    assert path.read_bytes() == theirs.replace(b"Tuesdays", b"Fridays")


@pytest.mark.parametrize("base", [(), ("--base", "none")])
def test_a_merge_needs_the_version_that_the_text_was_made_from(run, root, base):
    failed(run("save", root, "a.md", *base, "--merge", stdin=b"one\n"), 2)
    assert not (root / "a.md").exists()


def test_the_help_of_save_offers_no_part_of_a_document(run):
    assert "part of it" not in " ".join(run("save", "--help")[1].split())
    assert "part of it" in " ".join(run("show", "--help")[1].split())


def test_save_takes_whole_documents_only(run, root):
    assert "whole" in failed(run("save", root, "memory/profile.json#name", stdin=b"x"), 2)
    failed(run("save", root, "../out.md", stdin=b"x"), 5)
    assert not (root.parent / "out.md").exists()


def test_save_labels_who_writes(run, root, monkeypatch):
    monkeypatch.setenv("LOGNAME", "ada")
    run("save", root, "a.md", stdin=b"1")
    run("save", root, "a.md", "--actor", "bot", "--session", "s1", stdin=b"2")
    run("--actor", "other", "--session", "s2", "save", root, "a.md", stdin=b"3")
    with Workspace.open(root) as workspace:
        actors = [operation.actor for operation in workspace.history("a.md")]
    assert [(actor.name, actor.origin, actor.session) for actor in actors] == [
        ("ada", "human", None),
        ("bot", "agent", "s1"),
        ("other", "agent", "s2"),
    ]


@pytest.mark.parametrize("name", ["", " "])
@pytest.mark.parametrize(
    "words", [("save", "n.md"), ("tool", "memory_append"), ("mcp",), ("review", "list"), ("protect",)]
)
def test_an_agent_whose_name_is_empty_does_not_pass_for_a_person(run, root, words, name):
    command, *rest = words
    assert "--actor" in failed(run(command, root, *rest, "--actor", name, stdin=b"x"), 2)
    assert "--actor" in failed(run("--actor", name, command, root, *rest, stdin=b"x"), 2)
    assert not (root / "n.md").exists()


def test_save_by_somebody_without_a_name(run, root, monkeypatch):
    def nobody():
        raise KeyError("uid")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert run("save", root, "a.md", stdin=b"1")[0] == 0
    with Workspace.open(root) as workspace:
        assert workspace.history("a.md")[0].actor.name == "user"


def test_a_long_name_leaves_the_other_columns_of_lists_their_room(run, root):
    name, options = "n" * 5000, ("--actor", "n" * 5000, "--session", "s" * 3000)
    assert run("save", root, "facts/long.md", *options, stdin=b"a\n")[0] == 0
    assert run("save", root, "facts/long.md", *options, stdin=b"b\n")[0] == 0
    for words in (("review", root, "list"), ("history", root, "list"), ("backups", root, "list")):
        lines = run(*words)[1].splitlines()
        assert any("nnnn…" in line for line in lines), words
        assert max(map(len, lines)) < 250, words
    first = json.loads(run("history", root, "list", "facts/long.md", "--json")[1])[0]["actor"]
    assert name.startswith(first)
    assert len(first) > 500


def test_a_frozen_clock_makes_runs_repeatable(run, root, monkeypatch):
    monkeypatch.setenv("MEMDESK_NOW", "2026-03-01T09:00:00+01:00")
    run("save", root, "a.md", stdin=b"1")
    with Workspace.open(root) as workspace:
        assert workspace.history("a.md")[0].time == 1772352000.0
    monkeypatch.setenv("MEMDESK_NOW", "yesterday")
    failed(run("inspect", root), 2)


@pytest.mark.parametrize("poll", [(), ("--poll",), ("--json",)])
def test_watch_prints_a_line_for_every_batch_until_interrupted(root, poll):
    with process("watch", root, *poll) as watching:
        state = "polling" if "--poll" in poll else "live"
        assert json.loads(watching.stdout.readline())["state"] == "starting"
        assert json.loads(watching.stdout.readline())["state"] == state
        made = root.with_name("made")  # what is written in its place may be seen before it is whole
        made.write_bytes(b"one\n")
        made.rename(root / "memory" / "new.md")
        batch = json.loads(watching.stdout.readline())
        [change] = batch["changes"]
        watching.send_signal(signal.SIGTERM)
        rest, _ = watching.communicate(timeout=600)
    assert (change["uri"], change["change"], change["origin"]) == ("memory/new.md", "created", "foreign")
    assert (change["after"], change["added"], change["removed"]) == (revision_of(b"one\n"), 1, 0)
    assert batch["state"] == state
    assert (rest, watching.returncode) == (b"", 0)


def test_watch_heeds_a_request_to_end_that_does_not_wake_it(run, root, monkeypatch):
    """As one that comes just before it waits: here it comes to another thread."""
    waiting, limits = threading.Event(), []

    class Batches(documents.SimpleQueue):
        live = False

        def get(self, block=True, timeout=None):
            limits.append(timeout)
            if self.live and self.empty():
                waiting.set()
            batch = super().get(block, timeout)
            self.live = batch.state == "live"
            return batch

    def end():
        assert waiting.wait(600)
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

    monkeypatch.setattr(documents, "SimpleQueue", Batches)
    ending = threading.Thread(target=end)
    ending.start()
    status, _, err = run("watch", root)
    ending.join()
    assert (status, err) == (0, "")
    assert all(limits), "it waits for batches without end"


def test_watch_ends_quietly_with_its_reader(root):
    with process("watch", root, stderr=subprocess.PIPE) as watching:
        watching.stdout.readline()
        watching.stdout.readline()
        watching.stdout.close()
        (root / "memory" / "new.md").write_bytes(b"one\n")
        assert watching.stderr.read() == b""
        assert watching.wait(600) == 0


TALKING = [
    ("inspect", "ROOT"),
    ("show", "ROOT", "memory/MEMORY.md"),
    ("context", "ROOT", "--json"),
    ("--help",),
    ("save", "--help"),
    ("mcp", "ROOT"),
]
ASKED = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'


@pytest.fixture
def said_to(root, ready_memdesk):
    """Run a command whose output goes into a stream that does not take it; two of them with their start."""
    return partial(_said_to, root, ready_memdesk)


def _said_to(root, command, stream, words):
    own = [sys.executable, "-m", "memdesk"] if words[0] in ("inspect", "mcp") else command
    return subprocess.run(
        [*own, *(root if word == "ROOT" else word for word in words)],
        input=ASKED,
        stdout=stream,
        stderr=subprocess.PIPE,
        timeout=600,
    )


@pytest.mark.parametrize("words", TALKING)
def test_a_reader_that_is_gone_is_no_failure(said_to, words):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = said_to(writer, words)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("words", TALKING)
def test_output_that_cannot_be_written_is_told_in_one_line(said_to, words):
    with open("/dev/full", "wb") as full:
        done = said_to(full, words)
    assert done.returncode == 1
    what = "lost the connection to the MCP client" if "mcp" in words else "cannot write to standard output"
    assert done.stderr.decode() == f"memdesk: {what}: No space left on device\n"


@pytest.mark.parametrize(
    ("closed", "status", "words"),
    [("1", 0, b""), ("2", 0, b""), ("0", 2, b"memdesk: no input: pipe the text to standard input")],
)
def test_streams_that_are_closed_are_no_bug(root, closed, status, words):
    command = f'exec "$0" -m memdesk save "$1" memory/MEMORY.md {closed}>&-'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, root], input=b"new\n", capture_output=True, timeout=600
    )
    assert (done.returncode, done.stderr.partition(b",")[0]) == (status, words)
    assert (root / "memory/MEMORY.md").read_bytes() == (NOTES if status else b"new\n")


def test_input_that_cannot_be_read_is_told_in_one_line(root):
    with open(os.devnull, "wb") as unreadable:
        words = [sys.executable, "-m", "memdesk", "save", root, "memory/MEMORY.md"]
        done = subprocess.run(words, stdin=unreadable, capture_output=True, timeout=600)
    assert (done.returncode, (root / "memory/MEMORY.md").read_bytes()) == (1, NOTES)
    assert done.stderr == b"memdesk: cannot read standard input: Bad file descriptor\n"


@pytest.mark.parametrize("words", [("",), ("inspect", ""), ("save", "", "note.md"), ("open", "")])
def test_a_path_that_is_empty_is_not_the_present_folder(run, root, monkeypatch, words):
    monkeypatch.chdir(root)
    assert "empty" in failed(run(*words, stdin=b"one\n"), 2)
    assert not (root / "note.md").exists()


def _options(command, words):
    """Yield each option that is nothing where it is left out, after the words of its command."""
    for name, inner in getattr(command, "commands", {}).items():
        yield from _options(inner, (*words, name))
    for each in command.params:
        if each.opts[0].startswith("--") and each.default is None:
            yield (*words, each.opts[0])


def test_no_option_takes_an_empty_value_for_none(run):
    """A script whose variable is not set would get, or accept, everything."""
    calls = [words for name in COMMANDS for words in _options(commands._command(name), (name,))]
    assert {("tools", "--system"), ("review", "--uri"), ("llm", "explain", "--model")} <= {*calls}
    for words in calls:
        if "--session" not in words or words == ("review", "--session"):
            assert run(*words, "")[0] == 2, words
            assert "Missing" not in failed(run(*words, ""), 2), words


def test_changes_of_no_document_are_not_all_changes(run, root, window):
    assert run("--actor", "bot", "save", root, "memory/MEMORY.md", stdin=b"new\n")[0] == 0
    assert "--uri takes URI" in failed(run("review", root, "accept", "--all", "--uri", ""), 2)
    assert json.loads(run("review", root, "list", "--json")[1])
    for words in (("open", root), ("demo",)):
        assert "--screenshot" in failed(run(*words, "--screenshot", ""), 2)
    assert window.opened == []


class Window:
    """Stands in for the window: remembers how it was opened."""

    def __init__(self, monkeypatch):
        self.opened = []
        module = types.ModuleType("memdesk_gui.app")
        module.run = lambda path, **options: self.opened.append((path, options)) or 0
        monkeypatch.setitem(sys.modules, "memdesk_gui.app", module)


@pytest.fixture(autouse=True)
def collector_off():
    """Leave Python's collector off, as the suite has it: the command switches it on as a window ends."""
    yield
    gc.disable()


@pytest.fixture
def window(monkeypatch):
    return Window(monkeypatch)


PLAIN = {
    "at": None,
    "read_only": False,
    "theme": None,
    "lang": None,
    "size": None,
    "screenshot": None,
    "demo": False,
    "new_window": False,
}


def test_a_path_alone_opens_the_window(run, root, window):
    assert run(root)[0] == 0
    assert run()[0] == 0
    assert run("demo")[0] == 0
    assert window.opened == [(root, PLAIN), (None, PLAIN), (None, PLAIN | {"demo": True})]


def test_open_takes_what_a_screenshot_needs(run, root, window, tmp_path):
    options = ("--at", "memory/MEMORY.md#L1", "--read-only", "--theme", "dark", "--lang", "zh_CN")
    shot = tmp_path / "shot.png"
    assert run("open", root, *options, "--size", "1440x900", "--screenshot", shot)[0] == 0
    expected = {
        "at": "memory/MEMORY.md#L1",
        "read_only": True,
        "theme": "dark",
        "lang": "zh_CN",
        "size": (1440, 900),
        "screenshot": shot,
        "demo": False,
        "new_window": False,
    }
    assert window.opened == [(root, expected)]


def test_a_name_that_no_folder_can_have_is_none(run, window):
    assert "no folder" in failed(run("/tmp/" + "n" * 300), 1)
    for words in (("n" * 300,), ("n" * 300, "--read-only"), ("n\0", "--read-only"), ("n\0",)):
        assert run(*words)[0] in (1, 2)
    assert window.opened == []


def test_a_folder_that_nobody_may_look_at_is_not_missing(run, root, window, monkeypatch):
    """As below a folder of somebody else."""

    def refused(self, *_more, **_options):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "stat", refused)
    monkeypatch.setattr(Path, "resolve", refused)
    for words in ((root,), (root, "--read-only"), ("inspect", root), ("save", root, "n.md")):
        assert "may not be read" in failed(run(*words, stdin=b"x"), 5), words
    assert window.opened == []


def test_a_path_with_options_is_open(run, root, window):
    assert run(root, "--theme", "light")[0] == 0
    assert window.opened == [(root, PLAIN | {"theme": "light"})]


def test_the_demo_takes_what_a_screenshot_needs(run, window, tmp_path):
    shot = tmp_path / "shot.png"
    options = ("--theme", "dark", "--lang", "zh_CN", "--size", "1440x900", "--screenshot", shot)
    assert run("demo", *options)[0] == 0
    look = {"theme": "dark", "lang": "zh_CN", "size": (1440, 900), "screenshot": shot, "demo": True}
    assert window.opened == [(None, PLAIN | look)]


def test_demo_with_options_of_another_command_is_wrong_usage(run, window):
    failed(run("demo", "--read-only"), 2)
    assert run("demo", "--help")[0] == 0
    assert window_commands.demo() == 0


def test_wrong_calls_of_the_window(run, root, window):
    assert "no folder" in failed(run(root / "nowhere"), 1)
    assert "if you meant 'memdesk review'" in failed(run("reviw"), 2)
    assert "no folder" in failed(run("./reviw"), 1)
    assert "1440x900" in failed(run("open", root, "--size", "big"), 2)
    failed(run("open", root, "--theme", "pink"), 2)
    for name in ("gone.md", "gone.md#L1", "memory", "../root/memory/MEMORY.md", "/etc/hostname"):
        assert "there is no document" in failed(run("open", root, "--at", name), 1)
    assert "--at takes URI" in failed(run("open", root, "--at", ""), 2)
    assert window.opened == []


def test_garbage_is_left_to_the_window_while_it_is_open(run, root, window):
    collected = []
    sys.modules["memdesk_gui.app"].run = lambda path, **options: collected.append(gc.isenabled()) or 0
    assert run(root)[0] == 0
    assert (collected, gc.isenabled()) == ([False], True)


def test_without_the_window_installed_one_line_says_so(run, root, monkeypatch):
    monkeypatch.setitem(sys.modules, "memdesk_gui.app", None)

    def missing(name):
        raise ModuleNotFoundError(f"No module named {name!r}", name="PySide6")

    monkeypatch.setattr(cli, "import_module", missing)
    assert "memdesk[gui]" in failed(run(root), 1)


def test_a_bug_is_not_taken_for_a_missing_window(monkeypatch, root):
    def missing(name):
        raise ModuleNotFoundError("No module named 'nonsense'", name="nonsense")

    monkeypatch.setattr(cli, "import_module", missing)
    with pytest.raises(ModuleNotFoundError):
        main([os.fspath(root)])


def test_an_interrupt_is_no_traceback(monkeypatch):
    def interrupt(words):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_dispatch", interrupt)
    assert main([]) == 130


def test_the_window_is_opened_without_loading_the_commands(root):
    code = (
        "import sys, types; module = types.ModuleType('memdesk_gui.app'); module.run = lambda *a, **k: 0\n"
        "sys.modules['memdesk_gui.app'] = module\n"
        "sys.modules['memdesk_gui'] = types.ModuleType('memdesk_gui')\n"
        "from memdesk.cli import main; assert main([sys.argv[1]]) == 0\n"
        "heavy = {'typer', 'pydantic', 'watchdog'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code, root], check=True)


def test_python_m_memdesk(root):
    done = subprocess.run([sys.executable, "-m", "memdesk", "--version"], capture_output=True, check=True)
    assert done.stdout.decode() == f"memdesk {__version__}\n"
    assert Path(cli.__file__).parent.name == "cli"


@pytest.mark.parametrize(
    ("said", "ahead", "meant"),
    [
        ("2d", False, "2026-11-25T10:30:00"),
        ("3 hours ago", False, "2026-11-27T07:30:00"),
        ("90 min", False, "2026-11-27T09:00:00"),
        ("1 week", False, "2026-11-20T10:30:00"),
        ("today", False, "2026-11-27T00:00:00"),
        ("Yesterday", False, "2026-11-26T00:00:00"),
        ("3d", True, "2026-11-30T10:30:00"),
        ("in 2 hours", False, "2026-11-27T12:30:00"),
        ("tomorrow", True, "2026-11-28T00:00:00"),
        ("2026-11-20", False, "2026-11-20T00:00:00"),
        ("2026-11-20t10:00z", False, "2026-11-20T10:00:00+00:00"),
    ],
)
def test_a_time_is_said_as_people_say_it(monkeypatch, said, ahead, meant):
    now = datetime.fromisoformat("2026-11-27T10:30:00").timestamp()
    monkeypatch.setattr("memdesk.cli.options.time", SimpleNamespace(time=lambda: now))
    assert time_of(said, "--since", ahead=ahead) == datetime.fromisoformat(meant).timestamp()


@pytest.mark.parametrize("said", ["", "soon", "2", "d", "-2d", "2 d ago ago", "9999999d", "20.11.2026"])
def test_what_is_no_time_is_refused_with_an_example(said):
    with pytest.raises(UsageError, match="like 2026-03-01T09:00, or one like yesterday"):
        time_of(said, "--since")


def test_warnings_are_lines_of_the_command_and_a_failure_is_one_line(root, run, monkeypatch, tmp_path):
    monkeypatch.setattr(logging.getLogger("memdesk"), "handlers", [])  # as in a process of its own
    (tmp_path / "file").write_text("x")
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "file" / "token=sk-ant-Zq8Lm3Xw7Rt2Vb9Ny4Kd"))
    status, out, err = run("review", root)
    assert status == 0
    assert out
    lines = err.splitlines()
    assert lines
    assert len(set(lines)) == len(lines)
    assert all(line.startswith("memdesk: ") and "Zq8Lm3" not in line for line in lines)
    failed(run("restore-nothing", root), 2)
    failed(run("show", root, "memory/none.md"), 1)
    failed(run("approval", root, "approve", "none"), 1)
    status, _, err = run("show", root, "memory/none.md", "--json")
    assert (status, len(err.splitlines())) == (1, 1)
    assert run("--verbose", "review", root)[2].count("state.db cannot be used") <= 1
