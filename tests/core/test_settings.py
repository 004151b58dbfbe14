"""Settings: tolerant reading, careful writing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memdesk.runtime.settings import Settings, SettingsFile


@pytest.fixture
def path(tmp_path):
    return tmp_path / "config" / "settings.toml"


def written(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return SettingsFile(path)


def test_without_a_file_everything_is_default_and_nothing_is_written(path):
    assert SettingsFile(path).value == Settings()
    assert not path.parent.exists()


def test_what_was_changed_is_there_again(path):
    settings = SettingsFile(path)
    settings.change(replace(settings.value, theme="dark", zoom=125))
    assert SettingsFile(path).value == Settings(theme="dark", zoom=125)


def test_only_what_differs_from_the_default_is_written(path):
    settings = SettingsFile(path)
    settings.change(replace(settings.value, theme="dark"))
    assert path.read_text("utf-8") == 'theme = "dark"\n'


def test_comments_and_unknown_keys_survive(path):
    settings = written(path, '# mine\nfuture = [1, 2]\ntheme = "dark" # evening\n')
    settings.change(replace(settings.value, theme="light", zoom=110))
    text = path.read_text("utf-8")
    assert "# mine" in text
    assert "future = [1, 2]" in text
    assert "# evening" in text
    assert SettingsFile(path).value == Settings(theme="light", zoom=110)


@pytest.mark.parametrize(
    "text",
    [
        'theme = "pink"',
        "zoom = 5000",
        'zoom = "big"',
        "zoom = true",
        "language = 7",
        "reduced_motion = 1",
        "content_font = []",
    ],
)
def test_a_value_that_makes_no_sense_is_the_default(path, text):
    assert written(path, text).value == Settings()


def test_one_wrong_value_does_not_spoil_the_others(path):
    assert written(path, 'zoom = -1\ntheme = "dark"').value == Settings(theme="dark")


@pytest.mark.parametrize("text", ["theme =", "\x00", "a = [" * 2000])
def test_a_damaged_file_is_the_default_and_can_be_written_over(path, text):
    settings = written(path, text)
    assert settings.value == Settings()
    settings.change(replace(settings.value, theme="dark"))
    assert SettingsFile(path).value.theme == "dark"


def test_undecodable_bytes_are_the_default(path):
    path.parent.mkdir()
    path.write_bytes(b"theme = '\xff'")
    assert SettingsFile(path).value == Settings()


def test_what_another_window_changed_meanwhile_stays(path):
    one, other = SettingsFile(path), SettingsFile(path)
    one.change(replace(one.value, theme="dark", zoom=125))
    other.change(replace(other.value, wrap=False))
    other.change(replace(other.value, wrap=True))
    assert SettingsFile(path).value == Settings(theme="dark", zoom=125)


def test_a_file_that_was_removed_is_written_whole(path):
    settings = written(path, 'theme = "dark"')
    path.unlink()
    settings.change(replace(settings.value, zoom=125))
    assert SettingsFile(path).value == Settings(theme="dark", zoom=125)


def test_listeners_hear_of_a_change_once(path):
    settings, heard = SettingsFile(path), []
    settings.subscribe(heard.append)
    settings.change(settings.value)
    settings.change(replace(settings.value, zoom=90))
    assert heard == [Settings(zoom=90)]


def test_a_change_holds_even_where_it_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    settings = SettingsFile(tmp_path / "file" / "settings.toml")
    settings.change(replace(settings.value, zoom=90))
    assert settings.value.zoom == 90
