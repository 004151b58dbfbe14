"""One walk of a folder: everything in it is listed, nothing is opened, nothing followed."""

from __future__ import annotations

import errno
import json
import os
import stat

import pytest

from helpers.sockets import bound_socket
from memdesk.cli import main
from memdesk.errors import NotFoundError
from memdesk.model import FileStamp, Nature
from memdesk.store.fs import scan as scanning
from memdesk.store.fs.scan import ScanDifference, diff, is_private, names_in, scan, snapshot, walk
from memdesk.workspace import Workspace


def uris(root, under=""):
    return sorted(entry.uri for entry in scan(root, under))


def natures(root):
    return {entry.uri: entry.nature for entry in scan(root)}


@pytest.fixture
def root(tmp_path):
    (tmp_path / "memory" / "202601").mkdir(parents=True)
    (tmp_path / "MEMORY.md").write_bytes(b"hello")
    (tmp_path / "memory" / "profile.json").write_bytes(b"{}")
    (tmp_path / "memory" / "202601" / "20260101.md").write_bytes(b"")
    return tmp_path


def test_all_files_of_all_folders_are_found(root):
    assert uris(root) == ["MEMORY.md", "memory/202601/20260101.md", "memory/profile.json"]


def test_an_entry_has_the_stamp_of_lstat(root):
    entry = next(entry for entry in scan(root) if entry.uri == "MEMORY.md")
    status = os.lstat(root / "MEMORY.md")
    assert entry.stamp == FileStamp(
        status.st_dev, status.st_ino, 5, status.st_mtime_ns, status.st_ctime_ns, status.st_mode
    )
    assert entry.nature is Nature.FILE


def test_a_scan_can_begin_further_down(root):
    assert uris(root, "memory/202601") == ["memory/202601/20260101.md"]


def test_walk_gives_parents_before_children(root):
    assert [content.folders for content in walk(root)] == [["memory"], ["memory/202601"], []]


def test_our_own_files_and_those_of_version_control_are_left_out(root):
    (root / ".memdesk" / "history").mkdir(parents=True)
    (root / ".memdesk" / "lock").touch()
    (root / "memory" / ".memdesk").mkdir()
    (root / "memory" / ".memdesk" / "operations.jsonl").touch()
    (root / "memory" / ".memdesk-1a2b.tmp").touch()
    (root / ".hidden").touch()
    (root / ".git" / "objects").mkdir(parents=True)
    (root / ".git" / "HEAD").touch()
    (root / "memory" / ".git").touch()
    assert uris(root) == [".hidden", "MEMORY.md", "memory/202601/20260101.md", "memory/profile.json"]
    assert is_private("memory/.memdesk/lock")
    assert is_private("memory/.memdesk-1a2b.tmp")
    assert is_private(".git/HEAD")
    assert not is_private("memory/memdesk.md")


def test_links_are_listed_and_never_followed(root, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_bytes(b"secret")
    (root / "to-file").symlink_to(outside / "secret.md")
    (root / "to-folder").symlink_to(outside)
    (root / "dangling").symlink_to("nowhere")
    (root / "loop").symlink_to("loop")
    found = natures(root)
    assert {found[name] for name in ("to-file", "to-folder", "dangling", "loop")} == {Nature.LINK}
    assert not any("secret" in uri for uri in found)


def test_the_names_in_a_folder_are_listed_through_no_link(root):
    (root / "names" / ".git").mkdir(parents=True)
    (root / "names" / "a.md").touch()
    (root / "link").symlink_to("names")
    assert sorted(names_in(root, "names")) == [".git", "a.md"]
    for folder in ("link", "names/a.md", "gone"):
        with pytest.raises(OSError, match=folder):
            names_in(root, folder)


def test_special_files_are_listed_as_such(root):
    os.mkfifo(root / "fifo")
    with bound_socket(root / "socket"):
        assert natures(root)["socket"] is Nature.SPECIAL
    assert natures(root)["fifo"] is Nature.SPECIAL


def test_a_device_is_special():
    assert FileStamp(0, 0, 0, 0, 0, stat.S_IFBLK).nature is Nature.SPECIAL


@pytest.mark.parametrize("name", ["new\nline.md", "emoji-\N{BRAIN}.md", "\x1b[31mred.md", " .md", "#.md"])
def test_odd_names_are_kept_as_they_are(root, name):
    (root / name).touch()
    assert name in uris(root)


def test_names_that_are_no_text_survive(root):
    name = b"caf\xe9.md"
    with open(os.path.join(os.fsencode(root), name), "wb"):
        pass
    assert [os.fsencode(uri) for uri in uris(root) if "caf" in uri] == [name]


@pytest.fixture
def deep(root):
    """Return a function that makes a chain of folders; it is taken apart from the top, for no tool can."""
    made = []

    def make(name, depth):
        here = os.open(root, os.O_RDONLY)
        for _ in range(depth):
            os.mkdir(name, dir_fd=here)
            below = os.open(name, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.close(os.open("deepest", os.O_CREAT | os.O_WRONLY, dir_fd=here))
        os.close(here)
        made.append(root / name)

    yield make
    for top in made:
        while (top / top.name).exists():
            (top / top.name).rename(root / "next")
            top.rmdir()
            (root / "next").rename(top)


def test_deep_trees_are_walked_without_recursion(root, deep):
    deep("d", 1500)
    assert "d/" * 1500 + "deepest" in uris(root)


def test_a_tree_deeper_than_any_path_ends_in_an_unreadable_entry(root, deep):
    deep("d" * 250, 20)
    [unreadable] = [entry for entry in scan(root) if entry.nature is Nature.UNREADABLE]
    assert len(unreadable.uri) > 3500


def refuse(monkeypatch, name, error):
    """Let opening one folder fail, as it does for a user without permission (tests may run as root)."""
    real = os.open

    def opened(path, *rest, **more):
        if os.fspath(path).endswith(name):
            raise OSError(error, os.strerror(error))
        return real(path, *rest, **more)

    monkeypatch.setattr(scanning.os, "open", opened)


def test_a_folder_that_may_not_be_listed_is_an_entry(root, monkeypatch):
    refuse(monkeypatch, "202601", errno.EACCES)
    found = natures(root)
    assert found["memory/202601"] is Nature.UNREADABLE
    assert found["memory/profile.json"] is Nature.FILE


@pytest.mark.parametrize("error", [errno.ENOENT, errno.ENOTDIR, errno.ELOOP])
def test_a_folder_that_vanishes_meanwhile_is_left_out(root, monkeypatch, error):
    refuse(monkeypatch, "202601", error)
    assert uris(root) == ["MEMORY.md", "memory/profile.json"]


@pytest.mark.parametrize(("under", "error"), [("", errno.EACCES), ("memory/202601", errno.EIO)])
def test_what_is_there_and_cannot_be_listed_is_an_entry_where_a_scan_begins(root, monkeypatch, under, error):
    refuse(monkeypatch, (root / under).name, error)
    assert [(entry.uri, entry.nature) for entry in scan(root, under)] == [(under, Nature.UNREADABLE)]


@pytest.mark.parametrize("error", [errno.ENOTCONN, errno.EIO, errno.ESTALE])
def test_a_root_whose_disk_does_not_answer_is_gone(root, monkeypatch, error):
    refuse(monkeypatch, root.name, error)
    with pytest.raises(NotFoundError):
        scan(root)


def test_a_folder_that_vanishes_after_it_refused_has_an_empty_stamp(root, monkeypatch):
    refuse(monkeypatch, "202601", errno.EIO)
    monkeypatch.setattr(scanning.os, "lstat", lambda path: (_ for _ in ()).throw(FileNotFoundError()))
    [entry] = [entry for entry in scan(root) if entry.nature is Nature.UNREADABLE]
    assert entry.stamp.size == 0


class Vanished:
    """A name that was listed and is gone when it is looked at."""

    name = "ghost.md"

    def is_dir(self, *, follow_symlinks):
        return False

    def stat(self, *, follow_symlinks):
        raise FileNotFoundError


def test_a_file_that_vanishes_while_it_is_listed_is_left_out():
    assert scanning._collect([Vanished()], "").entries == []


def test_a_missing_root_is_said(tmp_path):
    with pytest.raises(NotFoundError):
        scan(tmp_path / "nowhere")


def test_the_difference_of_two_scans(root):
    before = snapshot(scan(root))
    (root / "MEMORY.md").write_bytes(b"hello again")
    (root / "memory" / "profile.json").unlink()
    (root / "new.md").touch()
    after = snapshot(scan(root))
    created, modified = ({name: after[name]} for name in ("new.md", "MEMORY.md"))
    assert diff(before, after.values()) == ScanDifference(created, modified, ("memory/profile.json",))
    assert diff(after, after.values()) == ScanDifference({}, {}, ())


def test_names_that_are_no_documents_are_counted_and_named(tmp_path, capfd):
    for name in (".git", ".stversions", "memory/.memdesk-left", ".memdesk"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "memory" / "a.md").write_bytes(b"a")
    with Workspace.open(tmp_path) as workspace:
        left_out = workspace.scan().left_out
    assert left_out == (3, (".git", ".stversions", "memory/.memdesk-left"))
    assert main(["inspect", str(tmp_path), "--json"]) == 0
    told = json.loads(capfd.readouterr().out)["left_out"]
    assert told == {"number": 3, "names": [".git", ".stversions", "memory/.memdesk-left"]}
    assert main(["inspect", str(tmp_path)]) == 0
    assert "3 names left out" in capfd.readouterr().out
