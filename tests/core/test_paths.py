"""Our own folders follow the person's settings and are not made by asking for them."""

from __future__ import annotations

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
