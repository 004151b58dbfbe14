"""A second start with a folder brings its window to the front; another folder has its own."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import threading
from pathlib import Path

import pytest

from memdesk.runtime.paths import runtime_dir
from memdesk_gui.app import one_window, start
from memdesk_gui.app.one_window import hand_over

URI = "memory/facts/user.md"


@pytest.fixture(autouse=True)
def short_runtime_folder(monkeypatch):
    """Give sockets a folder whose path is short, wherever the tests' own folders are."""
    with tempfile.TemporaryDirectory(prefix="d", dir="/tmp") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield


@pytest.fixture
def folder(tmp_path):
    facts = tmp_path / "agent" / "memory" / "facts"
    facts.mkdir(parents=True)
    (facts / "user.md").write_text("# User\n\n- Name: Ada\n")
    return tmp_path / "agent"


def started(desk, folder, at=""):
    """Start once more, as another process would."""
    answers = []
    thread = threading.Thread(target=lambda: answers.append(hand_over(folder, at)))
    thread.start()
    desk.until(lambda: bool(answers))
    thread.join()
    return answers[0]


def test_a_second_start_shows_the_first_window_at_the_address(folder, run_desk):
    desk = run_desk(folder)
    desk.until(lambda: desk.desk.one_window.listens)
    desk.window.showMinimized()
    assert started(desk, folder, URI)
    desk.until(lambda: not desk.window.isMinimized())
    desk.until(lambda: desk.documents.current is not None and desk.documents.current.uri == URI)


def test_by_another_name_it_is_the_same_folder_and_another_folder_is_not(folder, tmp_path, run_desk):
    desk = run_desk(folder)
    desk.until(lambda: desk.desk.one_window.listens)
    (tmp_path / "link").symlink_to(folder)
    shutil.copytree(folder, tmp_path / "other")
    assert started(desk, tmp_path / "link")
    assert not started(desk, tmp_path / "other")


def test_a_closed_window_is_not_called_and_leaves_nothing(folder, run_desk):
    desk = run_desk(folder)
    desk.until(lambda: desk.desk.one_window.listens)
    desk.end()
    assert not hand_over(folder, "")
    assert not [*runtime_dir().iterdir()]


def test_what_a_window_that_died_left_is_taken_over(folder, run_desk):
    place = one_window._place(folder)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left:
        left.bind(os.fspath(place))
    desk = run_desk(folder)
    desk.until(lambda: desk.desk.one_window.listens)
    assert started(desk, folder)


def test_nonsense_at_the_socket_changes_nothing(folder, run_desk):
    desk = run_desk(folder)
    desk.until(lambda: desk.desk.one_window.listens)
    for said in (b"", b"nonsense\n", b"[1]\n", b'{"at": 3}\n'):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.connect(os.fspath(one_window._place(folder)))
            line.sendall(said)
    desk.settle()
    assert started(desk, folder)


def test_pictures_other_sizes_and_new_windows_are_not_handed_over(folder):
    assert start.Start(folder).may_hand_over
    for start_ in (
        start.Start(None),
        start.Start(folder, read_only=True),
        start.Start(folder, size=(800, 600)),
        start.Start(folder, screenshot=Path("a.png")),
        start.Start(folder, new_window=True),
    ):
        assert not start_.may_hand_over


def test_a_folder_of_sockets_that_others_may_write_to_is_not_used(folder):
    runtime_dir().mkdir(mode=0o700, parents=True)
    runtime_dir().chmod(0o777)
    assert one_window._place(folder) is None


def test_without_a_folder_of_the_session_nothing_is_said(folder, tmp_path, monkeypatch, recwarn):
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    monkeypatch.setattr(tempfile, "tempdir", os.fspath(tmp_path))
    assert runtime_dir().name
    assert [*recwarn] == []
    assert not hand_over(folder, "")


def test_a_file_where_the_folder_of_sockets_would_be_opens_a_window_of_its_own(folder, monkeypatch):
    def refuse():
        raise PermissionError("another user's")

    monkeypatch.setattr(one_window, "runtime_dir", refuse)
    assert one_window._place(folder) is None
    assert not hand_over(folder, "")
