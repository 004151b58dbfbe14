"""Our own folders follow the person's settings and are not made by asking for them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from memdesk import open_workspace
from memdesk.cli import main
from memdesk.errors import NotFoundError
from memdesk.runtime import paths


def test_each_file_is_in_the_folder_of_its_kind(user_directories):
    assert paths.settings_file() == user_directories / "config" / "memdesk" / "settings.toml"
    assert paths.session_file() == user_directories / "state" / "memdesk" / "session.json"
    assert paths.log_file().parent == paths.crash_file().parent == paths.state_dir()


def test_asking_makes_nothing(user_directories):
    paths.settings_file()
    paths.log_file()
    assert not (user_directories / "config" / "memdesk").exists()
    assert not (user_directories / "state" / "memdesk").exists()


@pytest.fixture
def nobody(monkeypatch):
    """Be a user whom the system does not know, and who has no home."""
    for name in ("HOME", "USER", "LOGNAME", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"):
        monkeypatch.delenv(f"XDG_{name}")

    def unknown(user):
        raise KeyError(user)

    monkeypatch.setattr("pwd.getpwuid", unknown)


@pytest.mark.parametrize("home", [None, "", "home"])
def test_who_has_no_home_has_folders_that_cannot_be_made(nobody, monkeypatch, tmp_path, home):
    monkeypatch.chdir(tmp_path)
    if home is not None:
        monkeypatch.setenv("HOME", home)
    for folder in (paths.home_dir(), paths.config_dir(), paths.state_dir(), paths.cache_dir()):
        assert folder.is_absolute()
        with pytest.raises(NotADirectoryError):
            folder.mkdir(parents=True)


def test_a_place_that_is_relative_is_none(monkeypatch):
    monkeypatch.setattr(paths, "_DIRS", SimpleNamespace(user_state_dir="state/memdesk"))
    assert paths.state_dir().is_absolute()


def test_a_home_that_is_relative_is_that_of_the_login(monkeypatch):
    monkeypatch.setattr("pwd.getpwuid", lambda _: SimpleNamespace(pw_dir="/home/ada"))
    monkeypatch.setenv("HOME", "somewhere")
    assert paths.home_dir() == Path("/home/ada")


@pytest.mark.parametrize(
    "words",
    [
        ("inspect", "ROOT"),
        ("save", "ROOT", "memory/MEMORY.md"),
        ("tool", "ROOT", "memory_set", "--args", '{"key": "a", "value": "b"}'),
        ("search", "ROOT", "tea"),
        ("review", "ROOT", "list"),
        ("approval", "ROOT", "code"),
        ("llm", "show"),
        ("agents",),
    ],
)
def test_a_command_needs_no_home(nobody, monkeypatch, tmp_path, capfd, words):
    root = tmp_path / "root"
    (root / "memory").mkdir(parents=True)
    (root / "memory" / "profile.json").write_text("{}")
    (root / "memory" / "MEMORY.md").write_text("# Memory\n\ntea\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"tea\n")))
    status = main([*(str(root) if word == "ROOT" else word for word in words), "--json"])
    json.loads(capfd.readouterr().out)
    assert status == 0
    assert [*tmp_path.iterdir()] == [root]


def test_a_home_that_nobody_knows_is_a_name_like_any_other(nobody):
    for name in ("~/memory", "~no-such-user/memory"):
        with pytest.raises(NotFoundError, match="there is no folder ~"):
            open_workspace(name)
