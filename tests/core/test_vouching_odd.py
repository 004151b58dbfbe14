"""What vouches outside is itself replaced, odd or removed: told, never a traceback or a wait."""

from __future__ import annotations

import os
import shutil
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from memdesk.access.gate import WriteGate
from memdesk.access.refusals import refused_writes
from memdesk.cli import main
from memdesk.errors import InvalidError
from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.store.integrity import copies
from memdesk.text.guard import Lock
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.CLI)


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "root"
    (folder / "notes").mkdir(parents=True)
    with Workspace.open(folder) as workspace:
        workspace.commit("notes/n.md", b"# One\n", None, ME)
        Protection(workspace).protect("notes/n.md", Lock.LOCKED, ME)
        workspace.store.vouching_told()
    return folder


@pytest.fixture
def vouched(root, tmp_path):
    (place,) = tmp_path.glob("state/memdesk/workspaces/*/vouched")
    return place


@pytest.fixture
def run(root, capfd):
    def run(command, *words):
        status = main([command, str(root), *words])
        return status, *capfd.readouterr()

    return run


def make_odd(path: Path, what: str) -> None:
    path.unlink()
    if what == "pipe":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    elif what == "link":
        path.symlink_to("/etc/passwd")
    else:
        here = os.getcwd()
        os.chdir(path.parent)
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
        os.chdir(here)


@pytest.mark.parametrize("what", ["pipe", "folder", "link", "socket"])
@pytest.mark.parametrize("name", ["end", "operations.jsonl", "protected.json"])
def test_odd_files_that_vouch_are_told(root, run, vouched, name, what):
    record = name if name.startswith("protected") else "operations.jsonl"
    make_odd(vouched / name, what)
    status, out, err = run("verify")
    assert status == 1
    assert f".memdesk/{record}: what vouches for it outside was changed itself" in out
    assert "Traceback" not in err
    with Workspace.open(root) as workspace:
        workspace.commit("notes/n.md", b"# Two\n", ANY, ME)
    assert run("records", "accept", record)[0] == 0
    assert "no problems found" in run("verify")[1]


@pytest.mark.parametrize("name", ["", "begun"])
def test_what_vouched_and_is_gone_is_told_until_a_person_looked(root, run, vouched, name):
    if name:
        (vouched / name).unlink()
    else:
        shutil.rmtree(vouched)
    for _ in range(2):
        status, out, _ = run("verify")
        assert status == 1
        assert "what vouched for memdesk's records was removed" in out
        assert "was removed" in run("records")[1]
        with Workspace.open(root) as workspace:
            workspace.commit("notes/n.md", b"# Two\n", ANY, ME)
    assert run("records", "accept", "--all")[0] == 0
    assert "no problems found" in run("verify")[1]


ROBIN = Actor("robin", Origin.AGENT, Via.MCP)


def lose(vouched: Path, what: str) -> None:
    """Remove what vouched, and what stands beside it."""
    if what == "the state":
        shutil.rmtree(vouched.parent)
        return
    shutil.rmtree(vouched)
    if what == "its trace, too":
        vouched.with_name("vouched.begun").unlink()


@pytest.mark.parametrize("what", ["the folder", "its trace, too", "the state"])
def test_no_agent_writes_while_what_vouched_is_gone_and_no_person_looked(root, run, vouched, what):
    lose(vouched, what)
    (root / ".memdesk/protected.json").write_text('{"rules": []}')
    for _ in range(2):
        with Workspace.open(root) as workspace:
            with pytest.raises(InvalidError, match="no agent writes until a person has looked"):
                workspace.commit("notes/n.md", b"# Mine\n", ANY, ROBIN)
            (refused,) = refused_writes(workspace.store)
            workspace.commit("notes/n.md", b"# Two\n", ANY, ME)
        assert (refused.uri, refused.rule) == ("notes/n.md", "damaged")
        status, out, _ = run("verify")
        assert status == 1
        assert "what vouched for memdesk's records was removed" in out
    assert run("records", "accept", "--all")[0] == 0
    with Workspace.open(root) as workspace:
        assert workspace.commit("notes/n.md", b"# Mine\n", ANY, ROBIN).operation


def test_no_agent_writes_where_the_records_and_what_vouched_are_gone(root, run, vouched):
    shutil.rmtree(vouched)
    shutil.rmtree(root / ".memdesk")
    with Workspace.open(root) as workspace, pytest.raises(InvalidError, match="until a person has looked"):
        workspace.commit("notes/n.md", b"# Mine\n", ANY, ROBIN)
    assert run("verify")[0] == 1
    assert run("records", "accept", "--all")[0] == 0
    with Workspace.open(root) as workspace:
        assert workspace.commit("notes/n.md", b"# Mine\n", ANY, ROBIN).operation


def test_an_agent_waits_for_a_person_who_begins_to_vouch_just_then(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    root = tmp_path / "fresh"
    (root / "notes").mkdir(parents=True)
    (root / "notes/n.md").write_text("# One\n")
    write_begin, asked = copies._write_begin, Event()
    seems_gone = WriteGate._is_unvouched

    def agent():
        with Workspace.open(root) as workspace:
            return workspace.commit("notes/m.md", b"# Mine\n", None, ROBIN).operation

    def noted(gate):
        found = seems_gone(gate)
        asked.set()
        return found

    monkeypatch.setattr(WriteGate, "_is_unvouched", noted)
    with ThreadPoolExecutor(1) as pool:
        begun = []

        def slowly(*given, **more):
            if not begun:
                begun.append(pool.submit(agent))
                assert asked.wait(300)
            return write_begin(*given, **more)

        monkeypatch.setattr(copies, "_write_begin", slowly)
        with Workspace.open(root) as workspace:
            workspace.commit("notes/n.md", b"# Two\n", ANY, ME)
        assert begun[0].result(300)


def shared(place):
    place.write_text(place.read_text().replace('"shared": false', '"shared": true'))


BEGUN = {
    "shared": shared,
    "emptied": lambda place: place.write_bytes(b""),
    "cut": lambda place: place.write_bytes(place.read_bytes()[:-9]),
    "nothing known": lambda place: place.write_text('{"time": 1, "found": [], "told": true}'),
    "a folder": lambda place: make_odd(place, "folder"),
    "a pipe": lambda place: make_odd(place, "pipe"),
    "a link": lambda place: make_odd(place, "link"),
    "its seal gone": lambda place: place.with_name("begun.seal").unlink(),
    "its seal a pipe": lambda place: make_odd(place.with_name("begun.seal"), "pipe"),
    "deep": lambda place: place.write_text("[" * 100_000),
}


@pytest.mark.parametrize("way", BEGUN)
def test_a_beginning_that_something_else_changed_is_told_and_believed_in_nothing(root, run, vouched, way):
    BEGUN[way](vouched / "begun")
    log = root / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes() * 2)
    assert "nothing in it is believed" in run("records")[1]
    status, out, err = run("verify")
    assert (status, "vouched for, and whether another memdesk adds" in out) == (1, True)
    assert ".memdesk/operations.jsonl: something was added" in out
    assert "Traceback" not in err
    assert "nothing in it is believed" in run("overview")[2]
    with Workspace.open(root) as workspace:
        with pytest.raises(InvalidError):
            workspace.commit("other.md", b"# Mine\n", ANY, ROBIN)
        workspace.commit("notes/n.md", b"# Two\n", ANY, ME)
    assert run("records", "restore", "operations.jsonl")[0] == 0
    assert run("records", "accept", "--all")[0] == 0
    assert run("verify")[1].splitlines()[-1] == "no problems found in formats and history"
    with Workspace.open(root) as workspace:
        assert workspace.commit("other.md", b"# Mine\n", ANY, ROBIN).operation


def test_a_beginning_of_before_is_not_believed_either(root, run, vouched):
    assert run("records", "share", "--on")[0] == 0
    kept = (vouched / "begun").read_bytes()
    assert run("records", "share", "--off")[0] == 0
    (vouched / "begun").write_bytes(kept)
    assert "nothing in it is believed" in run("records")[1]


def test_sharing_is_chosen_anew_where_the_choice_was_forged(root, run, vouched):
    shared(vouched / "begun")
    assert run("records", "share", "--on")[0] == 0
    out = run("records")[1]
    assert "another memdesk writes here, too" in out
    assert "nothing in it is believed" in out, "a person has not looked yet"


@pytest.mark.parametrize("step", range(3))
def test_a_kill_while_the_beginning_is_written_is_no_alarm(root, run, vouched, step, monkeypatch):
    replace, done = copies._replace, []

    def killed(*given):
        if len(done) == step:
            raise KeyboardInterrupt
        done.append(given)
        replace(*given)

    monkeypatch.setattr(copies, "_replace", killed)
    with Workspace.open(root) as workspace, pytest.raises(KeyboardInterrupt):
        workspace.store.share_records(True, ME)
    monkeypatch.undo()
    monkeypatch.setenv("XDG_STATE_HOME", str(vouched.parents[3]))
    assert "no problems found" in run("verify")[1]
