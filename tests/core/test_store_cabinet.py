"""Records of ours, one file each: written whole or not at all, read by their names."""

from __future__ import annotations

import os

import pytest

from memdesk.errors import NotFoundError, StorageError
from memdesk.store.metadata.folder import PrivateFolder
from memdesk.store.metadata.record_folder import RecordFolder


@pytest.fixture
def cabinet(tmp_path):
    return RecordFolder(PrivateFolder(tmp_path), "drawer")


@pytest.fixture
def drawer(tmp_path):
    return tmp_path / ".memdesk/drawer"


def test_where_nothing_was_written_there_is_nothing_and_nothing_is_made(cabinet, tmp_path):
    assert cabinet.names() == ()
    with pytest.raises(NotFoundError):
        cabinet.read("one")
    assert os.listdir(tmp_path) == []


def test_records_are_found_by_their_names(cabinet, drawer):
    for name in ("two", "one"):
        cabinet.put(name, name.encode())
    (drawer / "note.txt").touch()
    assert cabinet.names() == ("one", "two")
    assert cabinet.read("two") == b"two"
    cabinet.put("two", b"again")
    assert cabinet.read("two") == b"again"


def test_another_folder_of_ours_has_none_of_them(cabinet, tmp_path):
    cabinet.put("one", b"1")
    assert RecordFolder(PrivateFolder(tmp_path), "other").names() == ()


@pytest.mark.parametrize("name", ["../pins", "", "a/b", "one"])
def test_no_other_file_is_read_by_a_name(cabinet, drawer, name):
    cabinet.put("two", b"2")
    with pytest.raises(NotFoundError):
        cabinet.read(name)


def test_what_was_dropped_is_gone_and_may_be_dropped_again(cabinet, drawer):
    cabinet.drop("one")
    cabinet.put("one", b"1")
    cabinet.drop("one")
    cabinet.drop("one")
    assert (cabinet.names(), list(drawer.iterdir())) == ((), [])


@pytest.fixture
def done(cabinet, drawer, monkeypatch):
    """What is done to the drawer from now on that a power cut could take back, and what is made to last."""
    cabinet.put("one", b"1")
    found, real = [], {name: getattr(os, name) for name in ("fsync", "rename", "unlink")}

    def fsync(descriptor):
        found.append(("lasts", os.path.basename(os.readlink(f"/proc/self/fd/{descriptor}"))))
        real["fsync"](descriptor)

    def rename(old, new, **folders):
        real["rename"](old, new, **folders)
        found.append(("put", old, new))

    def unlink(name, **folder):
        real["unlink"](name, **folder)
        found.append(("removed", name))

    for function in (fsync, rename, unlink):
        monkeypatch.setattr(os, function.__name__, function)
    return found


def of_drawer(done):
    """Return what was done to the drawer itself, rather than to what vouches for it elsewhere."""
    return [step for step in done if not step[1].startswith("drawer+")]


def test_what_was_put_lasts_whole_before_it_takes_its_place_and_so_does_the_place(cabinet, done):
    cabinet.put("one", b"2")
    new = "one.json.tmp"
    assert of_drawer(done)[-3:] == [("lasts", new), ("put", new, "one.json"), ("lasts", "drawer")]


def test_what_was_dropped_stays_dropped(cabinet, done):
    cabinet.drop("one")
    assert of_drawer(done)[-2:] == [("removed", "one.json"), ("lasts", "drawer")]


def test_what_cannot_be_put_in_place_leaves_the_old_one_and_nothing_else(cabinet, drawer, monkeypatch):
    cabinet.put("one", b"1")
    before = os.listdir(drawer)

    def refuse(*_, **__):
        raise OSError(5, "broken")

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(StorageError):
        cabinet.put("one", b"2")
    assert os.listdir(drawer) == before
    assert cabinet.read("one") == b"1"


def test_what_a_crash_left_half_written_is_in_nobodys_way(cabinet, drawer):
    cabinet.put("one", b"1")
    (drawer / "two.json.tmp").write_bytes(b"half")
    assert cabinet.names() == ("one",)
    cabinet.put("two", b"2")
    assert (cabinet.read("two"), sorted(os.listdir(drawer))) == (b"2", ["one.json", "two.json"])
