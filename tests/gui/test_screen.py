"""Without a screen a picture is still made, and a window is refused in one line."""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest
from PySide6.QtWidgets import QWidget

from helpers.source import ROOT
from memdesk.errors import StorageError
from memdesk_gui.app.screen import NoScreenError, choose_platform
from memdesk_gui.app.screenshot import Screenshot

DEAD = {"DISPLAY": ":4077"}


@pytest.fixture
def memdesk(user_directories, tmp_path):
    """Run the command on a folder of one fact, in an environment that names no screen but those given."""
    folder = tmp_path / "agent"
    (folder / "memory/facts").mkdir(parents=True)
    (folder / "memory/facts/user.md").write_text("# User\n\n> Summary: name\n\n- Name: Ada\n")
    named = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    path = os.pathsep.join(str(ROOT / name) for name in ("core", "gui", "resources"))
    environment = {key: value for key, value in os.environ.items() if key not in named} | {"PYTHONPATH": path}

    def run(*words, **screens):
        command = [sys.executable, "-m", "memdesk", *map(str, words)]
        return subprocess.run(command, env=environment | screens, capture_output=True, text=True, timeout=600)

    run.folder = folder
    return run


def test_a_picture_needs_no_screen(memdesk, tmp_path):
    picture = tmp_path / "picture.png"
    done = memdesk("open", memdesk.folder, "--screenshot", picture, **DEAD)
    assert (done.returncode, done.stderr) == (0, "")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("screens", [{}, DEAD], ids=["none", "dead"])
def test_a_picture_is_painted_in_memory_where_no_screen_answers(monkeypatch, screens):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, screen in screens.items():
        monkeypatch.setenv(name, screen)
    environment = dict(screens)
    choose_platform(environment, picture=True)
    assert environment == screens | {"QT_QPA_PLATFORM": "offscreen"}


def test_a_picture_that_cannot_be_saved_is_told_in_one_line(memdesk, tmp_path):
    done = memdesk("open", memdesk.folder, "--screenshot", tmp_path / "agent")
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("memdesk: the picture cannot be saved: ")
    assert str(tmp_path / "agent") in line


@pytest.mark.parametrize("name", ["folder", "file/picture.png"])
def test_no_picture_is_where_a_folder_is_or_below_a_file(qtbot, desk_of, tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    window = QWidget()
    qtbot.addWidget(window)
    window.context, window.features = desk_of({}).context, {}
    picture = Screenshot(window, tmp_path / name, with_workspace=True)
    with qtbot.waitSignal(picture.taken) as told:
        picture.start()
    [failure] = told.args
    assert isinstance(failure, StorageError)
    assert str(failure).startswith(f"the picture cannot be saved: {tmp_path / name}: ")


@pytest.mark.parametrize(
    ("screens", "reason"),
    [
        ({}, "neither DISPLAY nor WAYLAND_DISPLAY is set"),
        (DEAD, "DISPLAY=:4077 does not answer"),
        ({"WAYLAND_DISPLAY": "nobody-0"}, "WAYLAND_DISPLAY=nobody-0 does not answer"),
    ],
    ids=["none", "x11", "wayland"],
)
def test_a_window_without_a_screen_is_refused_in_one_line(memdesk, screens, reason):
    done = memdesk(memdesk.folder, **screens)
    line = f"memdesk: there is no screen to open a window on ({reason}); use --screenshot FILE\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", line)


def test_a_chosen_platform_stays(monkeypatch):
    environment = {"QT_QPA_PLATFORM": "minimal"}
    choose_platform(environment, picture=True)
    assert environment == {"QT_QPA_PLATFORM": "minimal"}


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ("nonsense", "there is no platform nonsense"),
        ("xcb", "neither DISPLAY nor WAYLAND_DISPLAY is set"),
        (
            "wayland;nonsense:size=9",
            "neither DISPLAY nor WAYLAND_DISPLAY is set, there is no platform nonsense",
        ),
    ],
)
def test_a_chosen_platform_that_does_not_work_is_refused(monkeypatch, chosen, reason):
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(NoScreenError) as refused:
        choose_platform({"QT_QPA_PLATFORM": chosen}, picture=True)
    assert str(refused.value) == f"Qt cannot show a window with QT_QPA_PLATFORM={chosen} ({reason})"


def test_a_chosen_compositor_needs_no_name(tmp_path):
    environment = {"QT_QPA_PLATFORM": "wayland", "XDG_RUNTIME_DIR": str(tmp_path)}
    with pytest.raises(NoScreenError):
        choose_platform(dict(environment), picture=False)
    choose_platform(environment | {"WAYLAND_SOCKET": "7"}, picture=False)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        choose_platform(environment, picture=False)


@pytest.mark.parametrize("chosen", ["minimal", "Offscreen", "eglfs", "vnc:size=9x9"])
def test_every_platform_that_qt_brings_may_be_chosen(chosen):
    choose_platform({"QT_QPA_PLATFORM": chosen}, picture=False)


def test_one_of_several_platforms_is_enough():
    environment = {"QT_QPA_PLATFORM": "nonsense;offscreen:size=9"}
    choose_platform(environment, picture=False)
    assert environment == {"QT_QPA_PLATFORM": "nonsense;offscreen:size=9"}


def test_a_library_that_qt_needs_for_a_screen_is_named(monkeypatch):
    load = ctypes.CDLL

    def without_cursor(name):
        if "cursor" in name:
            raise OSError(f"{name}: cannot open shared object file")
        return load(name)

    monkeypatch.setattr(ctypes, "CDLL", without_cursor)
    monkeypatch.setattr("memdesk_gui.app.screen._x11_answers", lambda: True)
    for chosen in ({}, {"QT_QPA_PLATFORM": "xcb"}):
        with pytest.raises(NoScreenError, match=r"libxcb-cursor\.so\.0 for X11: install libxcb-cursor0"):
            choose_platform({"DISPLAY": ":7"} | chosen, picture=False)


def test_a_listening_compositor_is_a_screen(tmp_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "way"))
        server.listen()
        for environment in (
            {"WAYLAND_DISPLAY": "way", "XDG_RUNTIME_DIR": str(tmp_path)},
            {"WAYLAND_DISPLAY": str(tmp_path / "way")},
        ):
            before = dict(environment)
            choose_platform(environment, picture=False)
            assert environment == before


@contextmanager
def x_server(number):
    """Greet every client as an X server without any screen does."""
    greeting = struct.pack("<BxHHH32x", 1, 11, 0, 8)

    def serve():
        client, _ = listener.accept()
        with client:
            client.recv(4096)
            client.sendall(greeting)
            client.recv(4096)

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"\0/tmp/.X11-unix/X{number}")
        listener.listen()
        thread = threading.Thread(target=serve)
        thread.start()
        yield
        thread.join()


def test_an_x_server_that_answers_is_a_screen(monkeypatch):
    number = 5_000 + os.getpid()
    monkeypatch.setenv("DISPLAY", f":{number}")
    environment = {"DISPLAY": f":{number}"}
    with x_server(number):
        choose_platform(environment, picture=True)
    assert environment == {"DISPLAY": f":{number}"}
    with pytest.raises(NoScreenError):
        choose_platform(environment, picture=False)
