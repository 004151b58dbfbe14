"""``memdesk witness``: what the records were, kept on another disk, and told by ``verify --witness``."""

from __future__ import annotations

import json
import os
import shutil
from hashlib import sha256

import pytest

from memdesk.cli import main
from memdesk.findings import Quarantine
from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.runtime.paths import state_dir
from memdesk.text.guard import Lock
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
LOG = "operations.jsonl"
LOCKS = "protected.json"
NO_DIGEST = "0" * 64


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    with Workspace.open(folder) as workspace:
        for name in ("one.md", "two.md"):
            workspace.commit(name, b"# one\n", None, ME)
            Protection(workspace).protect(name, Lock.APPEND_ONLY, ME)
    return folder


@pytest.fixture
def file(tmp_path):
    folder = tmp_path / "other disk"
    folder.mkdir()
    return folder / "witness.jsonl"


@pytest.fixture
def run(root, file, capfd):
    def call(command, *words, where=root, at=file):
        place = (at,) if command == "witness" else ("--witness", at)
        status = main([command, str(where), *map(str, place), *words])
        told = capfd.readouterr()
        return status, told.out, told.err

    return call


def records(root):
    return root / ".memdesk"


def departed(out):
    return {
        (each["uri"].removeprefix(".memdesk/"), each["code"].removeprefix("witness_"), each["severity"])
        for each in json.loads(out)["problems"]
        if each["code"].startswith("witness_")
    }


def append(root, name="one.md"):
    with Workspace.open(root) as workspace:
        workspace.commit(name, f"# {os.urandom(4).hex()}\n".encode(), ANY, ME)


def forget_copies():
    """Do what whoever forges the records does: remove what vouches for them in the user's state folder."""
    shutil.rmtree(state_dir(), ignore_errors=True)


def test_a_line_has_the_time_the_workspace_and_each_record(run, root, file):
    status, out, err = run("witness")
    line = json.loads(file.read_text())
    log = (records(root) / LOG).read_bytes()
    found = {each["name"]: each for each in line["records"]}
    assert (status, err) == (0, "")
    assert out.startswith(f"{len(found)} records witnessed at ")
    assert found[LOG] == {
        "name": LOG,
        "bytes": len(log),
        "lines": log.count(b"\n"),
        "sha256": sha256(log).hexdigest(),
    }
    assert found[LOCKS]["sha256"] == sha256((records(root) / LOCKS).read_bytes()).hexdigest()
    with Workspace.open(root) as workspace:
        assert line["workspace"] == workspace.id
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_time_is_the_machines_whatever_the_environment_says(run, file, monkeypatch):
    monkeypatch.setenv("MEMDESK_NOW", "1999-03-01T09:00:00+01:00")
    assert run("witness")[0] == 0
    assert not json.loads(file.read_text())["time"].startswith("1999")


def test_lines_are_added_and_nothing_is_wrong_while_all_goes_its_way(run, root, file):
    for _ in range(3):
        assert run("witness")[0] == 0
        append(root)
    lines = file.read_text().splitlines()
    status, out, err = run("verify", "--strict", "--json")
    assert len(lines) == 3
    assert (status, departed(out), err) == (0, set(), "")


def test_json_has_what_was_witnessed(run, file):
    told = json.loads(run("witness", "--json")[1])
    names = [each["name"] for each in json.loads(file.read_text())["records"]]
    assert [each["name"] for each in told["records"]] == names
    assert told["damaged"] == []


def test_a_workspace_without_records_can_be_witnessed(run, tmp_path, file):
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("witness", where=empty)[0] == 0
    assert json.loads(file.read_text())["records"] == []
    assert run("verify", where=empty)[0] == 0
    assert not records(empty).exists()


def test_nothing_is_written_into_a_workspace_that_is_witnessed(run, root):
    def touched():
        return {path: path.stat().st_mtime_ns for path in (root, *root.rglob("*"))}

    before = touched()
    assert run("witness")[0] == 0
    assert touched() == before


def changed_line(data):
    return data.replace(b"two.md", b"six.md")


FORGED = {
    "log cut": (LOG, lambda data: data[: data[:-1].rindex(b"\n") + 1], "shorter"),
    "log emptied": (LOG, lambda data: b"", "shorter"),
    "log gone": (LOG, lambda data: None, "gone"),
    "log changed": (LOG, changed_line, "different"),
    "log reordered": (LOG, lambda data: b"".join(reversed(data.splitlines(keepends=True))), "different"),
    "locks fewer": (LOCKS, lambda data: b'{"rules": []}', "shorter"),
    "locks emptied": (LOCKS, lambda data: b"", "shorter"),
    "locks gone": (LOCKS, lambda data: None, "gone"),
}


@pytest.mark.parametrize("forged", FORGED)
@pytest.mark.parametrize("is_forgotten", [False, True])
def test_what_is_forged_is_told_with_its_name_and_the_time(run, root, file, forged, is_forgotten):
    name, change, how = FORGED[forged]
    run("witness")
    place = records(root) / name
    new = change(place.read_bytes())
    place.unlink()
    if new is not None:
        place.write_bytes(new)
    if is_forgotten:
        forget_copies()
    status, out, err = run("verify")
    told = [line for line in out.splitlines() if "witnessed at" in line]
    assert status == 1
    assert "problem" in err
    assert [line.startswith(f"error: .memdesk/{name}: ") for line in told] == [True]
    assert json.loads(file.read_text())["time"][:4] in told[0]
    assert (name, how, "error") in departed(run("verify", "--json")[1])


@pytest.mark.parametrize("name", [LOG, LOCKS])
@pytest.mark.parametrize("what", ["folder", "link", "pipe"])
def test_what_is_no_file_any_more_is_told_and_cannot_be_witnessed(run, root, file, name, what):
    run("witness")
    before, place = file.read_bytes(), records(root) / name
    place.rename(root.parent / "away")
    if what == "folder":
        place.mkdir()
    elif what == "link":
        place.symlink_to(root.parent / "away")
    else:
        os.mkfifo(place)
    status, out, _ = run("verify", "--json")
    assert status == 1
    assert (name, "unreadable", "error") in departed(out)
    status, _, err = run("witness")
    assert status == 1
    assert name in err
    assert file.read_bytes() == before


def test_a_log_is_held_against_every_line_and_told_once(run, root, file):
    run("witness")
    append(root)
    place = records(root) / LOG
    place.write_bytes(changed_line(place.read_bytes()))
    run("witness")
    assert departed(run("verify", "--json")[1]) == {(LOG, "different", "error")}


def test_a_line_that_is_just_being_logged_is_not_witnessed(run, root, file):
    place = records(root) / LOG
    whole = place.read_bytes()
    place.write_bytes(whole + b'{"half')
    run("witness")
    found = {each["name"]: each["bytes"] for each in json.loads(file.read_text())["records"]}
    assert found[LOG] == len(whole)


@pytest.mark.parametrize("is_released", [False, True])
def test_what_a_person_changed_since_fails_only_where_that_is_asked_for(run, root, is_released):
    run("witness")
    with Workspace.open(root) as workspace:
        if is_released:
            Protection(workspace).release("two.md", ME)
        else:
            workspace.commit("three.md", b"# 3\n", None, ME)
            Protection(workspace).protect("three.md", Lock.APPEND_ONLY, ME)
    status, out, _ = run("verify", "--json")
    assert (status, departed(out)) == (0, {(LOCKS, "changed", "warning")})
    assert run("verify", "--strict")[0] == 1
    run("witness")
    assert run("verify", "--strict")[0] == 0


def test_a_damaged_record_is_told_while_it_is_witnessed(run, root):
    (records(root) / LOCKS).write_bytes(b'{"rules": []}')
    status, out, err = run("witness", "--json")
    assert (status, json.loads(out)["damaged"]) == (0, [LOCKS])
    assert LOCKS in err


def test_records_of_a_workspace_inside_are_witnessed_too(run, root, file):
    outer, name = root.parent, f"root/.memdesk/{LOG}"
    with Workspace.open(outer) as workspace:
        workspace.commit("above.md", b"# above\n", None, ME)
    file = outer.parent / f"{outer.name} witness.jsonl"
    assert run("witness", where=outer, at=file)[0] == 0
    assert {name, LOG} <= {each["name"] for each in json.loads(file.read_text())["records"]}
    (records(root) / LOG).write_bytes(b"")
    status, out, _ = run("verify", "--json", where=outer, at=file)
    file.unlink()
    assert status == 1
    assert (name, "shorter", "error") in departed(out)


def test_what_is_taken_back_from_quarantine_is_no_loss(run, root):
    with Workspace.open(root) as workspace:
        kept = Quarantine(workspace).add("one.md#one", ME)
    run("witness")
    with Workspace.open(root) as workspace:
        Quarantine(workspace).restore(kept.id, ME)
    status, out, _ = run("verify", "--json")
    assert status == 0
    assert (f"quarantine/{kept.id}.json", "changed", "warning") in departed(out)


@pytest.mark.parametrize("command", ["witness", "verify"])
@pytest.mark.parametrize("where", ["root", "records", "state", "through a link"])
def test_a_file_that_an_agent_of_the_workspace_reaches_is_refused(run, root, tmp_path, command, where):
    (tmp_path / "link").symlink_to(root)
    state_dir().mkdir(parents=True, exist_ok=True)
    place = {
        "root": root,
        "records": records(root),
        "state": state_dir(),
        "through a link": tmp_path / "link",
    }[where] / "witness.jsonl"
    status, _, err = run(command, at=place)
    assert status == 5
    assert len(err.splitlines()) == 1
    assert not place.exists()


@pytest.mark.parametrize("command", ["witness", "verify"])
@pytest.mark.parametrize("what", ["folder", "link", "dangling", "pipe", "second name"])
def test_what_is_no_plain_file_is_refused(run, file, command, what):
    other = file.with_name("other")
    if what == "folder":
        file.mkdir()
    elif what == "pipe":
        os.mkfifo(file)
    elif what == "dangling":
        file.symlink_to(other)
    else:
        other.write_bytes(b"")
        file.hardlink_to(other) if what == "second name" else file.symlink_to(other)
    status, _, err = run(command)
    assert status == 5
    assert len(err.splitlines()) == 1
    assert what == "dangling" or not other.is_file() or other.read_bytes() == b""


@pytest.mark.parametrize("command", ["witness", "verify"])
def test_a_file_without_a_folder_or_a_name_is_one_clear_error(run, file, command):
    assert run(command, at=file.parent / "none" / "witness.jsonl")[0] == 1
    assert run(command, at="")[0] == 2


def test_a_file_that_is_missing_or_empty_cannot_be_compared_with(run, file):
    assert run("verify")[0] == 1
    file.touch()
    status, _, err = run("verify")
    assert (status, "empty" in err, len(err.splitlines())) == (1, True, 1)
    assert run("witness")[0] == 0
    assert run("verify")[0] == 0


CUT = {
    "first line": (lambda lines: lines[1:], 1),
    "line between": (lambda lines: [lines[0], *lines[2:]], 2),
    "last line": (lambda lines: lines[:-1], 4),
    "all lines": (lambda lines: lines[:1], 4),
    "two exchanged": (lambda lines: [lines[0], lines[2], lines[1], lines[3]], 2),
    "one twice": (lambda lines: [lines[0], lines[0], *lines[1:]], 2),
    "one changed": (lambda lines: [lines[0].replace(b'"bytes": ', b'"bytes": 1', 1), *lines[1:]], 2),
    "an earlier file": (lambda lines: lines[:2], 4),
}


@pytest.mark.parametrize("command", ["witness", "verify"])
@pytest.mark.parametrize("cut", CUT)
def test_lines_that_are_cut_or_moved_are_told(run, root, file, command, cut):
    for _ in range(4):
        run("witness")
        append(root)
    change, number = CUT[cut]
    file.write_bytes(b"".join(change(file.read_bytes().splitlines(keepends=True))))
    before = file.read_bytes()
    status, _, err = run(command)
    assert (status, len(err.splitlines())) == (1, 1)
    assert f"line {number}" in err
    assert file.read_bytes() == before


def test_what_was_cut_off_the_end_is_not_known_where_the_state_is_gone_too(run, root, file):
    run("witness")
    run("witness")
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0])
    forget_copies()
    assert run("verify")[0] == 0


def lines_that_are_wrong():
    good = {
        "time": "2026-03-01T09:00:00+00:00",
        "workspace": "{id}",
        "line": 2,
        "previous": "{mark}",
        "records": [],
    }
    record = {"name": LOG, "bytes": 1, "lines": 1, "sha256": NO_DIGEST}
    yield b"what a person wrote\n"
    yield b"\xff\xfe\n"
    yield b"\n"
    yield b"[" * 100_000 + b"\n"
    yield b"9" * 10_000 + b"\n"
    yield json.dumps(good).encode()
    for change in (
        {"time": "yesterday"},
        {"time": "2026-03-01T09:00:00"},
        {"time": 7},
        {"records": {}},
        {"records": [7]},
        {"records": [record, record]},
        {"records": [record | {"bytes": -1}]},
        {"records": [record | {"bytes": True}]},
        {"records": [record | {"bytes": 1 << 80}]},
        {"records": [record | {"lines": "1"}]},
        {"records": [record | {"sha256": "x"}]},
    ):
        yield json.dumps(good | change).encode() + b"\n"


@pytest.mark.parametrize("line", [*lines_that_are_wrong()], ids=lambda line: ascii(line[:40]))
def test_a_malformed_line_is_told_by_its_number_and_stays_as_it_is(run, root, file, line):
    run("witness")
    with Workspace.open(root) as workspace:
        known = workspace.id.encode()
    first = file.read_bytes()
    mark = sha256(first).hexdigest().encode()
    file.write_bytes(first + line.replace(b"{id}", known).replace(b"{mark}", mark))
    before = file.read_bytes()
    for command in ("verify", "witness"):
        status, _, err = run(command)
        assert (status, len(err.splitlines())) == (1, 1)
        assert "line 2" in err
    assert file.read_bytes() == before


def test_the_file_of_another_workspace_is_told(run, tmp_path, file):
    other = tmp_path / "other"
    other.mkdir()
    run("witness")
    before = file.read_bytes()
    for command in ("verify", "witness"):
        status, out, err = run(command, "--json", where=other)
        assert (status, json.loads(out)["code"]) == (1, "invalid")
        assert "another workspace" in err
    assert file.read_bytes() == before


def test_a_huge_file_is_told_and_not_added_to(run, file):
    with file.open("wb") as stream:
        stream.truncate((64 << 20) + 1)
    for command in ("verify", "witness"):
        status, _, err = run(command)
        assert (status, "larger than" in err, len(err.splitlines())) == (1, True, 1)
    assert file.stat().st_size == (64 << 20) + 1


def test_a_name_in_the_file_steers_no_terminal_and_opens_nothing(run, file):
    run("witness")
    line = json.loads(file.read_text())
    line["records"].append({"name": "../\x1b[31mone.md", "bytes": 1, "sha256": NO_DIGEST})
    file.write_text(json.dumps(line) + "\n")
    forget_copies()
    status, out, _ = run("verify")
    assert status == 1
    assert "\x1b" not in out
    assert "it is gone since it was witnessed at" in out
