"""What a person does and what agents write is read and written by other threads than the window's."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import contextmanager
from functools import partial

import pytest
from PySide6.QtCore import Qt

from helpers.originals import PEGASUS, PROFILE, put
from helpers.zoo import BROKEN, FACTS, build_zoo

USER = "memory/facts/user.md"
LOOKS = ("stat", "lstat", "access", "readlink")
"""Calls that look at a file without an audit event."""
_watch = {"root": None, "thread": 0, "seen": []}


def _note(name, arguments):
    if _watch["root"] is None or threading.get_ident() != _watch["thread"]:
        return
    if name.startswith("fcntl.") or any(_is_inside(argument) for argument in arguments):
        _watch["seen"].append((name, *arguments[:1]))


def _is_inside(argument):
    if not isinstance(argument, (str, bytes, os.PathLike)):
        return False
    path = os.fsdecode(argument)
    return path == _watch["root"] or path.startswith(_watch["root"] + os.sep)


@pytest.fixture(scope="session")
def _audit():
    """Listen to what the interpreter tells of its file calls; nobody can ever stop listening again."""
    sys.addaudithook(_note)


@pytest.fixture
def unread(_audit, monkeypatch):
    """Return a context in which this thread makes no call for a file of a folder, and takes no lock."""
    for name in LOOKS:
        real = getattr(os, name)

        def look(path, *arguments, name=name, real=real, **options):
            _note(f"os.{name}", (path,))
            return real(path, *arguments, **options)

        monkeypatch.setattr(os, name, look)

    @contextmanager
    def watched(root):
        _watch.update(root=os.fspath(root), thread=threading.get_ident(), seen=[])
        try:
            yield
        finally:
            _watch["root"] = None
        assert _watch["seen"] == []

    return watched


@pytest.fixture
def scene(run_desk, second_process, tmp_path):
    root = put(tmp_path / "agent", PEGASUS | PROFILE)
    desk = run_desk(root)
    desk.open(USER)
    return desk, second_process(root), root


def test_the_watch_sees_what_this_thread_reads_and_no_other(unread, tmp_path):
    (tmp_path / "note.md").write_bytes(b"")
    with unread(tmp_path):
        reader = threading.Thread(target=(tmp_path / "note.md").read_bytes)
        reader.start()
        reader.join()
    note = tmp_path / "note.md"
    for look in (
        note.read_bytes,
        note.stat,
        partial(os.listdir, tmp_path),
        partial(os.access, note, os.R_OK),
    ):
        with pytest.raises(AssertionError), unread(tmp_path):
            look()


def write_much(other):
    for number in range(10):
        text = PEGASUS[USER].replace(b"Lin Wei", b"number %d" % number)
        (other.commit, other.write)[number % 2](USER, text)
        other.write(f"memory/facts/new{number}.md", b"# New\n\n> Summary: new\n")


def test_a_burst_of_writes_by_another_process(scene, unread):
    desk, other, root = scene
    buffer = desk.documents.current
    writing = threading.Thread(target=write_much, args=(other,))
    with unread(root):
        writing.start()
        desk.until(lambda: not writing.is_alive())
        desk.until(lambda: "number 9" in buffer.text())
        desk.until(lambda: desk.bus.state == "live" and not desk.context.jobs.is_busy)


def test_typing_saving_and_going_from_document_to_document(scene, unread):
    desk, _, root = scene
    with unread(root):
        desk.type_at(desk.editor.view, "Lin Wei", " types a sentence")
        desk.save()
        desk.settle()
        for uri in (*PEGASUS, "memory/profile.json", *reversed(PEGASUS)):
            desk.open(uri)


def test_a_huge_file(run_desk, tmp_path, unread):
    root = build_zoo(tmp_path)
    desk = run_desk(root, at=f"{FACTS}/user.md")
    desk.settle()
    with unread(root):
        desk.open(f"{FACTS}/huge.md")


def test_a_hundred_thousand_brackets_in_one_line(run_desk, tmp_path, unread):
    root = put(tmp_path, PEGASUS | {"deep/memory.json": BROKEN["deep/memory.json"]})
    desk = run_desk(root, at=USER)
    with unread(root):
        desk.open("deep/memory.json")


def test_looking_back_and_reviewing(scene, unread):
    desk, other, root = scene
    for number in range(5):
        other.commit(USER, b"# User\n%d\n" % number)
    desk.until(lambda: desk.documents.current.text() == "# User\n4\n")
    pane = desk.window.history
    with unread(root):
        desk.run("view.history")
        desk.until(lambda: pane.model.rowCount() >= 5)
        for _ in range(5):
            desk.qtbot.keyClick(pane.list, Qt.Key.Key_Down)
            desk.settle()
    reviewing = desk.window.reviewing
    desk.until(lambda: reviewing.total >= 1)
    desk.settle()
    with unread(root):
        desk.run("review.open")
        page = desk.window.features["ReviewCommands"]._page
        desk.until(lambda: page.model.rowCount() and page._detail is not None)
        desk.settle()
        desk.qtbot.keyClick(page.list, Qt.Key.Key_A)
        desk.settle()
