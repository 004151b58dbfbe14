"""Our own small files: whole or not at all."""

from __future__ import annotations

import pytest

from memdesk.runtime import atomic_file as state_file
from memdesk.runtime.atomic_file import read_json, read_text, write_json, write_text


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "new" / "session.json"
    assert write_json(path, {"a": ["ü", 1, None]})
    assert read_json(path) == {"a": ["ü", 1, None]}
    assert [entry.name for entry in path.parent.iterdir()] == ["session.json"]


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", "[" * 100_000])
def test_anything_but_an_object_counts_as_empty(tmp_path, text):
    path = tmp_path / "session.json"
    path.write_text(text)
    assert read_json(path) == {}


def test_a_missing_file_is_no_text(tmp_path):
    assert read_text(tmp_path / "none") is None


def test_a_folder_in_the_way_is_no_text(tmp_path):
    assert read_text(tmp_path) is None


def test_a_failed_write_leaves_the_old_file_and_no_remains(tmp_path, monkeypatch):
    path = tmp_path / "session.json"
    write_text(path, "old")

    def refuse(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", refuse)
    assert not write_text(path, "new")
    assert read_text(path) == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["session.json"]


def test_a_folder_that_cannot_be_made_is_answered(tmp_path):
    (tmp_path / "file").write_text("")
    assert not write_text(tmp_path / "file" / "x" / "y", "text")


def test_a_folder_that_takes_nothing_is_told_of_once(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(state_file, "_told", set())
    (tmp_path / "file").write_text("")
    for name in ("one", "two", "three"):
        assert not write_text(tmp_path / "file" / name, "text")
        assert read_text(tmp_path / "file" / name) is None
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "one cannot be written",
        "one cannot be read",
    ]
