"""Something else in the place of a folder of memdesk's: named, with a way out, never followed."""

from __future__ import annotations

import os
import socket

import pytest

from memdesk.cli import main
from memdesk.errors import MemdeskError
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.CLI)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "notes").mkdir(parents=True)
    with Workspace.open(folder) as workspace:
        workspace.commit("notes/n.md", b"# One\n", None, ME)
        workspace.commit("notes/n.md", b"# Two\n", ANY, ME)
    return folder


@pytest.fixture
def run(root, capfd):
    def run(command, *words):
        status = main([command, str(root), *words])
        return status, *capfd.readouterr()

    return run


def put(path, what, elsewhere):
    """Put something else in the place of a folder."""
    if path.exists():
        path.rename(elsewhere)
    else:
        elsewhere.mkdir()
    if what == "a link":
        path.symlink_to(elsewhere)
    elif what == "a file":
        path.write_bytes(b"")
    elif what == "a pipe":
        os.mkfifo(path)
    else:
        here = os.getcwd()
        os.chdir(path.parent)
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
        os.chdir(here)


@pytest.mark.parametrize("what", ["a link", "a file", "a pipe", "a socket"])
@pytest.mark.parametrize("name", ["history", "quarantine", "aside", "displaced"])
def test_it_is_named_and_set_aside(root, run, tmp_path, name, what):
    put(root / ".memdesk" / name, what, tmp_path / "elsewhere")
    status, out, _ = run("verify")
    assert (status, f".memdesk/{name}" in out, what in out) == (1, True, True)
    assert name in run("records")[1]
    run("verify", "--set-aside")
    assert not (root / ".memdesk" / name).is_symlink()
    assert f".memdesk/{name}:" not in run("verify")[1]
    with Workspace.open(root) as workspace:
        workspace.commit("notes/n.md", b"# Three\n", ANY, ME)


@pytest.mark.parametrize("what", ["a link", "a file", "a pipe"])
def test_a_save_that_cannot_keep_says_why_and_what_to_do(root, run, tmp_path, what):
    put(root / ".memdesk" / "history", what, tmp_path / "elsewhere")
    with Workspace.open(root) as workspace, pytest.raises(MemdeskError) as raised:
        workspace.commit("notes/n.md", b"# Three\n", ANY, ME)
    assert f".memdesk/history is not memdesk's folder but {what}" in raised.value.message
    assert "--set-aside" in raised.value.message
    assert run("backups", "verify")[0] == 1
    assert (root / "notes/n.md").read_bytes() == b"# Two\n"


def test_each_folder_of_the_history_counts(root, run, tmp_path):
    shards = sorted((root / ".memdesk" / "history").iterdir())
    for number, shard in enumerate(shards):
        put(shard, "a link", tmp_path / f"elsewhere{number}")
    assert f".memdesk/history/{shards[0].name}" in run("verify")[1]
    run("verify", "--set-aside")
    assert not any(shard.is_symlink() for shard in shards)


@pytest.mark.parametrize("what", ["a link", "a file", "a pipe"])
def test_memdesks_own_folder_that_is_none_says_what_to_do(root, run, tmp_path, what):
    put(root / ".memdesk", what, tmp_path / "elsewhere")
    status, out, err = run("verify")
    assert status != 0
    assert "move it away" in out + err
    assert "Errno" not in out + err
