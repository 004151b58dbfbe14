"""Nobody holds up the person unnamed: open documents, the lock, and what stands in a record's place."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from helpers.sockets import bound_socket
from memdesk.cli import main
from memdesk.errors import LockedError, NotAFileError, UnsafePathError
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.fs.writers import writers_of
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.CLI)
OPENED = "import sys; file = open(sys.argv[1], sys.argv[2]); print('open', flush=True); sys.stdin.read()"
LOCKED = """
import sys, fcntl, json
file = open(sys.argv[1], "r+b")
fcntl.flock(file, fcntl.LOCK_EX)
pid = 1 if sys.argv[2] == "other" else __import__("os").getpid()
file.write(json.dumps({"pid": pid, "name": "you", "operation": "saving", "time": 0}).encode().ljust(512))
file.flush()
print("locked", flush=True)
sys.stdin.read()
"""
needs_proc = pytest.mark.skipif(not os.path.exists("/proc/self/fdinfo"), reason="only /proc tells")


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "notes.md").write_text("# Notes\n")
    with Workspace.open(folder) as workspace:
        workspace.commit("notes.md", b"# Notes\n\n- a\n", ANY, ADA)
    return folder


@pytest.fixture
def program():
    """Return what starts a program that does something and then waits."""
    running = []

    def start(code, *words):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        running.append(subprocess.Popen([sys.executable, "-c", code, *map(str, words)], **pipes))
        running[-1].stdout.readline()
        return running[-1]

    yield start
    for each in running:
        each.communicate()


@needs_proc
@pytest.mark.parametrize("mode", ["r+b", "ab"])
def test_who_keeps_a_document_open_is_named(root, program, mode):
    holder = program(OPENED, root / "notes.md", mode)
    with Workspace.open(root) as workspace, pytest.raises(LockedError) as caught:
        workspace.commit("notes.md", b"mine\n", ANY, ADA)
    assert f"pid {holder.pid} (" in caught.value.holder
    assert "which has it open for writing" in caught.value.message
    assert (root / "notes.md").read_bytes() == b"# Notes\n\n- a\n"


@needs_proc
def test_who_only_reads_is_no_writer(root, program):
    program(OPENED, root / "notes.md", "rb")
    assert writers_of(os.stat(root / "notes.md")) == ()


@needs_proc
def test_a_command_steers_no_terminal_and_is_cut(root, program):
    holder = program(OPENED, root / "notes.md", "r+b", "\x1b[31m\n" + "x" * 500)
    (found,) = writers_of(os.stat(root / "notes.md"))
    assert found.pid == holder.pid
    assert found.command.isprintable()
    assert len(found.command) <= 120


@pytest.mark.skipif(not os.path.exists("/proc/locks"), reason="only the kernel tells")
@pytest.mark.parametrize("pid", ["other", "own"])
def test_the_holder_of_the_lock_is_the_process_that_has_it(root, program, pid):
    holder = program(LOCKED, root / ".memdesk/lock", pid)
    with Workspace.open(root, lock_timeout=0) as workspace:
        with pytest.raises(LockedError) as caught:
            workspace.commit("notes.md", b"mine\n", ANY, ADA)
        told = workspace.store.lock_holder()
    if told.pid == 0:
        pytest.skip("this kernel does not tell whose lock it is")
    assert told.pid == holder.pid
    assert f"pid {holder.pid}" in caught.value.holder
    assert told.name != "you"


def folder(path):
    path.mkdir()


def pipe(path):
    os.mkfifo(path)


def link(path):
    path.symlink_to("elsewhere")


def unix_socket(path):
    with bound_socket(path):
        pass


NAMES = [
    "review.jsonl",
    "intents.jsonl",
    "operations.jsonl",
    "protected.json",
    "staged.jsonl",
    "lock",
    "line",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("make", [folder, pipe, link, unix_socket])
def test_what_stands_in_the_place_of_a_record_is_named_and_set_aside(root, capfd, monkeypatch, name, make):
    place = root / ".memdesk" / name
    place.unlink(missing_ok=True)
    monkeypatch.chdir(root)
    make(place)
    assert main(["verify", str(root)]) == 1
    told = capfd.readouterr().out
    assert f".memdesk/{name}:" in told
    assert "--set-aside" in told
    main(["verify", str(root), "--set-aside"])
    assert "stood in the place of" in capfd.readouterr().err
    assert not os.path.lexists(place) or place.is_file()
    assert any((root / ".memdesk" / "aside").iterdir())
    with Workspace.open(root) as workspace:
        workspace.commit("notes.md", b"after\n", ANY, ADA)
    assert (root / "notes.md").read_bytes() == b"after\n"


@pytest.mark.parametrize("name", ["intents.jsonl", "operations.jsonl", "lock"])
def test_a_save_names_the_record_and_not_the_document(root, name):
    place = root / ".memdesk" / name
    place.unlink()
    place.mkdir()
    with Workspace.open(root) as workspace, pytest.raises(NotAFileError, match=rf"{name} is.* a folder"):
        workspace.commit("notes.md", b"mine\n", ANY, ADA)
    assert (root / "notes.md").read_bytes() == b"# Notes\n\n- a\n"


def test_only_what_is_in_the_way_is_set_aside(root):
    with Workspace.open(root) as workspace:
        assert workspace.store.misplaced() == ()
        for name in ("operations.jsonl", "history", "../notes.md", "none.json"):
            with pytest.raises(Exception, match="nothing is in the place"):
                workspace.store.set_aside(name)
    assert (root / ".memdesk/operations.jsonl").is_file()


def test_folders_are_made_one_below_the_other(tmp_path):
    parts = ("a", "b", "c")
    root = SafeRoot(tmp_path)
    root.make_folder(("a",))
    assert root.make_folder(parts) == (("a", "b"), parts)
    assert root.make_folder(parts) == ()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    with pytest.raises(UnsafePathError):
        root.make_folder(("link", "x"))


def test_a_document_too_deep_is_refused_before_the_lock(root, program):
    program(LOCKED, root / ".memdesk/lock", "own")
    with Workspace.open(root, lock_timeout=600) as workspace:
        for path in ("d/" * 65 + "x.md", "/".join(["n" * 200] * 30)):
            with pytest.raises(UnsafePathError):
                workspace.commit(path, b"x", None, ADA)
