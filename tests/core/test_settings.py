"""Settings: tolerant reading, careful writing."""

from __future__ import annotations

import getpass
import math

import pytest

from memdesk.index.config import read_config
from memdesk.model import Via
from memdesk.runtime.paths import settings_file
from memdesk.runtime.person import _chosen, _shown, agent_name, person
from memdesk.runtime.settings import Settings, SettingsFile
from memdesk.store.versions.gc import chosen_rules
from memdesk.store.versions.retention import DAY, RetentionRules


@pytest.fixture
def path(tmp_path):
    return tmp_path / "config" / "settings.toml"


def written(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return SettingsFile(path)


def change(settings, **values):
    settings.choose(**values)
    settings.write()


def test_without_a_file_everything_is_default_and_nothing_is_written(path):
    assert SettingsFile(path).value == Settings()
    assert not path.parent.exists()


def test_what_was_changed_is_there_again(path):
    settings = SettingsFile(path)
    change(settings, theme="dark", zoom=125)
    assert SettingsFile(path).value == Settings(theme="dark", zoom=125)


def test_only_what_differs_from_the_default_is_written(path):
    settings = SettingsFile(path)
    change(settings, theme="dark")
    assert path.read_text("utf-8") == 'theme = "dark"\n'


def test_comments_and_unknown_keys_survive(path):
    settings = written(path, '# mine\nfuture = [1, 2]\ntheme = "dark" # evening\n')
    change(settings, theme="light", zoom=110)
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
        "autosave = -1",
        "keep_days = 7",
        "history_mb = 1",
        "person_name = 1",
        "person_name = ' me '",
        'person_name = "a\\u202eb"',
        "person_name = 'outside'",
        "person_name = 'MemDesk'",
        "person_name = 'Оutside'",  # a Cyrillic letter
        "person_name = '外部程序'",
        "language = 7",
        "reduced_motion = 1",
        "content_font = []",
        "interface_size = 20",
        "mono_font = 1",
        "shortcuts = 1",
        "shortcuts = { a = 1 }",
        "shortcuts = { a = [1] }",
    ],
)
def test_a_value_that_makes_no_sense_is_the_default(path, text):
    assert written(path, text).value == Settings()


@pytest.mark.parametrize("name", ["Lei", "Tu", "Yo"])
def test_a_name_that_means_you_in_another_language_can_be_a_persons(path, name):
    assert written(path, f"person_name = '{name}'").value.person_name == name


def test_one_wrong_value_does_not_spoil_the_others(path):
    assert written(path, 'zoom = -1\ntheme = "dark"').value == Settings(theme="dark")


@pytest.mark.parametrize("text", ["theme =", "\x00", "a = [" * 2000])
def test_a_damaged_file_is_the_default_and_can_be_written_over(path, text):
    settings = written(path, text)
    assert settings.value == Settings()
    change(settings, theme="dark")
    assert SettingsFile(path).value.theme == "dark"


def test_undecodable_bytes_are_the_default(path):
    path.parent.mkdir()
    path.write_bytes(b"theme = '\xff'")
    assert SettingsFile(path).value == Settings()


def test_what_another_window_changed_meanwhile_stays(path):
    one, other = SettingsFile(path), SettingsFile(path)
    change(one, theme="dark", zoom=125)
    change(other, wrap=False)
    change(other, wrap=True)
    assert SettingsFile(path).value == Settings(theme="dark", zoom=125)


def test_a_file_that_was_removed_is_written_whole(path):
    settings = written(path, 'theme = "dark"')
    path.unlink()
    change(settings, zoom=125)
    assert SettingsFile(path).value == Settings(theme="dark", zoom=125)


def test_listeners_hear_of_a_change_once(path):
    settings, heard = SettingsFile(path), []
    settings.subscribe(heard.append)
    change(settings)
    change(settings, zoom=90)
    assert heard == [Settings(zoom=90)]


def test_a_change_holds_even_where_it_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    settings = SettingsFile(tmp_path / "file" / "settings.toml")
    change(settings, zoom=90)
    assert settings.value.zoom == 90


def test_what_is_chosen_holds_at_once_and_is_written_later(path):
    settings = SettingsFile(path)
    settings.choose(zoom=90)
    settings.choose(theme="dark")
    assert settings.value == Settings(zoom=90, theme="dark")
    assert not path.exists()
    settings.write()
    assert SettingsFile(path).value == Settings(zoom=90, theme="dark")


def test_the_model_is_kept_where_the_search_reads_it(path):
    settings = written(path, "[search]\nChunkSize = 256 # small\n")
    change(settings, embedding_provider="none")
    assert read_config(path).embedding_provider == SettingsFile(path).value.embedding_provider == "none"
    assert read_config(path).chunk_size == 256
    assert "# small" in path.read_text("utf-8")
    change(settings, embedding_provider="")
    assert read_config(path).embedding_provider == ""


def test_the_model_gets_a_table_where_there_is_none(path):
    change(SettingsFile(path), embedding_provider="hashing-256", zoom=90)
    assert read_config(path).embedding_provider == "hashing-256"
    assert SettingsFile(path).value == Settings(embedding_provider="hashing-256", zoom=90)


@pytest.mark.parametrize(
    "text", ["search = 1", "[search]\nEmbeddingProvider = 1", 'embedding_provider = "none"']
)
def test_a_model_that_makes_no_sense_is_the_default(path, text):
    settings = written(path, text)
    assert settings.value == Settings()
    change(settings, zoom=90)
    assert SettingsFile(path).value == Settings(zoom=90)


def test_keys_of_commands_are_kept_beside_other_tables(path):
    settings = written(path, "[search]\nChunkSize = 256\n")
    change(settings, shortcuts={"go.palette": ("F7",), "view.theme": ()}, zoom=90)
    assert "ChunkSize = 256" in path.read_text("utf-8")
    kept = SettingsFile(path).value
    assert (kept.shortcuts, kept.zoom) == ({"go.palette": ("F7",), "view.theme": ()}, 90)
    change(settings, shortcuts={})
    assert SettingsFile(path).value.shortcuts == {}


def test_the_person_writes_by_the_chosen_name_and_no_agent_can_take_it():
    chosen = SettingsFile(settings_file())
    change(chosen, person_name="Mei Lin")
    _chosen.cache_clear()
    _shown.cache_clear()
    try:
        assert person(Via.CLI).name == "Mei Lin"
        assert agent_name("Mei Lin") != "Mei Lin"
        assert agent_name("bloop") == "bloop"
    finally:
        _chosen.cache_clear()


def test_without_a_name_the_person_is_called_as_the_login():
    _chosen.cache_clear()
    assert person(Via.CLI).name == getpass.getuser()


def test_versions_are_kept_as_long_as_was_chosen_and_never_less_than_by_default():
    assert chosen_rules() == RetentionRules()
    change(SettingsFile(settings_file()), keep_days=365, history_mb=4096)
    rules = chosen_rules()
    assert (rules.everything, rules.persons, rules.limit) == (365 * DAY, 365 * DAY, 4096 << 20)
    change(SettingsFile(settings_file()), keep_days=90)
    assert (chosen_rules().everything, chosen_rules().persons) == (90 * DAY, 180 * DAY)
    change(SettingsFile(settings_file()), keep_days=0)
    assert chosen_rules().everything == math.inf
