"""An index that follows what an open workspace announces: no walk where a batch tells what changed."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from threading import Event

import pytest

from memdesk import workspace as facade
from memdesk.index import SearchIndex, forget_index
from memdesk.model import Actor, Origin, Via, WatchState
from memdesk.search import answer, catch_up
from memdesk.search import following as following_module
from memdesk.watch import watcher as watcher_module
from memdesk.workspace import Workspace

AGENT = Actor("nova", Origin.AGENT, Via.MCP)


class Desk:
    """A watched folder, with what is looked at and read of it counted."""

    def __init__(self, root, monkeypatch):
        self.root = root
        self.counts = Counter()
        self.workspace = Workspace.open(root)
        self.heard = Event()
        self.workspace.subscribe(self._hear, quick=True)
        self._count(monkeypatch, facade, "walk", "walks")
        self._count(monkeypatch, self.workspace, "read", "reads")
        self._count(monkeypatch, self.workspace, "info", "stats")

    def _hear(self, batch):
        if batch.changes or batch.state is WatchState.LIVE:
            self.heard.set()

    def _count(self, monkeypatch, owner, name, what):
        real = getattr(owner, name)

        def counted(*args):
            self.counts[what] += 1
            return real(*args)

        monkeypatch.setattr(owner, name, counted)

    def watch(self):
        self.workspace.watch()
        while self.workspace.state is not WatchState.LIVE:
            assert self.heard.wait(300)
            self.heard.clear()

    def file(self):
        with SearchIndex(self.workspace.id) as index:
            return index.file

    def found(self, query, listed=None):
        """Ask as an agent's call does; return where it is, counting what that took of the folder."""
        self.counts.clear()
        with SearchIndex(self.workspace.id) as index:
            catch_up(index, self.workspace, listed)
            self.read = self.counts["reads"]
            return [hit.uri for hit in answer(index, self.workspace, query).hits]


@pytest.fixture
def desk(tmp_path, monkeypatch):
    root = tmp_path / "notes"
    root.mkdir()
    for number in range(40):
        (root / f"n{number}.md").write_text(f"Note number {number} about clay.\n")
    # A busy machine may be slow to pass an event on; then the folder is scanned, and right.
    monkeypatch.setattr(watcher_module, "PATIENCE", 60.0)
    desk = Desk(root, monkeypatch)
    yield desk
    desk.workspace.close()


@pytest.fixture
def live(desk):
    desk.watch()
    assert desk.found("clay")
    assert desk.counts["walks"] == 1
    assert desk.read == 40
    return desk


def test_what_a_batch_tells_is_read_and_the_folder_is_not_walked(live):
    live.workspace.commit(
        "n7.md", b"Note number 7 about willow.\n", live.workspace.read("n7.md").revision, AGENT
    )
    assert live.found("willow") == ["n7.md"]
    assert live.counts["walks"] == 0
    assert live.read == 1
    assert live.counts["stats"] <= 2
    live.workspace.commit("n8.md", None, live.workspace.read("n8.md").revision, AGENT)
    live.workspace.commit("new.md", b"Rushes.\n", None, AGENT)
    assert live.found("rushes") == ["new.md"]
    # What was just written may be heard of once more.
    assert live.counts["walks"] == 0
    assert live.read <= 3
    assert live.found('"number 8"') == []
    assert live.counts["walks"] == 0
    assert live.read <= 3


def test_what_another_program_wrote_a_moment_ago_is_found(live):
    for number in range(20):
        (live.root / "n3.md").write_text(f"Willow{number} grows here.\n")
        assert live.found(f"willow{number}") == ["n3.md"]
    (live.root / "late.md").write_text("Sedge.\n")
    assert live.found("sedge") == ["late.md"]
    (live.root / "late.md").unlink()
    assert live.found("sedge") == []
    os.replace(live.root / "n4.md", live.root / "moved.md")
    assert live.found('"number 4"') == ["moved.md"]


def test_a_folder_that_came_is_scanned(live):
    (live.root / "in").mkdir()
    (live.root / "in" / "deep.md").write_text("Rushes.\n")
    assert live.found("rushes") == ["in/deep.md"]


def test_same_size_and_time_with_other_words_is_read(live):
    before = (live.root / "n5.md").stat()
    (live.root / "n5.md").write_text("Note number 5 about reed.\n")
    os.utime(live.root / "n5.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (live.root / "n5.md").stat().st_size == before.st_size
    assert live.found("reed") == ["n5.md"]


def test_who_does_not_watch_scans_each_time(desk):
    assert desk.found("clay")
    (desk.root / "n3.md").write_text("Willow.\n")
    assert desk.found("willow") == ["n3.md"]
    assert (desk.counts["walks"], desk.read) == (1, 1)


def test_an_index_that_went_or_was_written_by_another_program_is_filled_by_a_scan(live):
    with SearchIndex(live.workspace.id) as other:
        other.backend.delete(["n3.md"])
        file = other.file
    assert live.found('"number 3"') == ["n3.md"]
    assert live.counts["walks"] == 1
    for each in file.parent.iterdir():
        each.unlink()
    assert live.found('"number 3"') == ["n3.md"]
    assert (live.counts["walks"], live.read) == (1, 40)


def test_an_index_that_is_damaged_meanwhile_is_filled_by_a_scan(live):
    with SearchIndex(live.workspace.id) as index:
        file = index.file
        index.backend.query("DROP TABLE words")
    live.workspace.commit("new.md", b"Rushes.\n", None, AGENT)
    assert live.found("rushes") == ["new.md"]
    assert file.exists()


def test_after_a_scan_that_failed_the_next_one_is_whole(live, monkeypatch):
    live.workspace.commit("new.md", b"Rushes.\n", None, AGENT)

    def fail(*_args):
        raise OSError("away")

    with monkeypatch.context() as broken:
        broken.setattr(following_module, "refresh_some", fail)
        with pytest.raises(OSError, match="away"):
            live.found("rushes")
    assert live.found("rushes") == ["new.md"]


def test_where_views_are_told_to_look_anew_the_folder_is_scanned(live):
    live.workspace._feed.publish(rescan=True)
    assert live.found("clay")
    assert live.counts["walks"] == 1
    assert live.found("clay")
    assert live.counts["walks"] == 0


def test_a_view_spares_the_first_scan_by_what_it_has_listed(desk):
    desk.watch()
    listed = desk.workspace.scan().documents
    for _ in range(2):
        assert desk.found("clay", listed)
        assert desk.counts["walks"] == 0
    desk.workspace.commit("new.md", b"Rushes.\n", None, AGENT)
    assert desk.found("rushes", listed) == ["new.md"]
    assert (desk.counts["walks"], desk.read) == (0, 1)


def test_what_was_heard_is_found_though_the_list_of_a_view_is_older(desk):
    desk.watch()
    listed = desk.workspace.scan().documents
    assert desk.found("clay", listed)
    for number in range(4):
        desk.workspace.commit(f"new{number}.md", b"Rushes.\n", None, AGENT)
        with SearchIndex(desk.workspace.id) as other:
            other.backend.delete([])
        assert desk.found(f'"rushes" new{number}', listed)[0] == f"new{number}.md"


def test_an_index_knows_that_its_file_went(live):
    with SearchIndex(live.workspace.id) as index:
        assert not index.is_lost
        index.file.rename(index.file.with_suffix(".old"))
        assert index.is_lost
        index.file.write_bytes(b"")
        assert index.is_lost


def test_the_index_of_a_watched_folder_stays_open(live):
    """Nobody who closes it has to write its log back, and nothing of it stays open once it is forgotten."""
    file = live.file()
    log = file.with_name(f"{file.name}-wal")
    assert log.exists()
    (live.root / "n3.md").write_text("A word about porcelain.\n")
    assert live.found("porcelain") == ["n3.md"]
    assert log.exists()
    forget_index(live.workspace.id)
    assert not file.exists()
    assert not log.exists()
    assert file not in opened()
    assert live.found("porcelain") == ["n3.md"]
    assert log.exists()


def opened():
    """Return the files that this process has open, also where they were removed."""
    links = (each for each in Path("/proc/self/fd").iterdir() if each.is_symlink())
    return {Path(os.readlink(each).removesuffix(" (deleted)")) for each in links}
