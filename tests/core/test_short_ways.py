"""How long the ways through the core are: frames and files from a save to the exchange of the files."""

from __future__ import annotations

import sys

import pytest

import memdesk
from memdesk.model import Actor, Origin, Via
from memdesk.ops.save import save_merged
from memdesk.runtime.person import person
from memdesk.store import ANY, Store
from memdesk.store.fs import swap
from memdesk.workspace import Workspace

CORE = memdesk.__path__[0]
MOST_FRAMES = 9
"""Of the core, the first and the last counted."""
MOST_FILES = 35
"""Of the core that a save enters which meets nobody, of a document that no system looks into."""


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/MEMORY.md").write_text("# Memory\n\none\n")
    with Workspace.open(tmp_path) as opened:
        yield opened


def test_a_save_comes_to_the_disk_in_few_frames(workspace, monkeypatch):
    uri, who, ways = "memory/MEMORY.md", person(Via.CLI), []
    exchange = swap.Swap.exchange

    def noted(*arguments):
        frame, way = sys._getframe(1), []
        while frame is not None:
            if frame.f_code.co_filename.startswith(CORE):
                way.insert(0, frame.f_code.co_name)
            frame = frame.f_back
        ways.append(way)
        return exchange(*arguments)

    monkeypatch.setattr(swap.Swap, "exchange", noted)
    save_merged(workspace, uri, b"# Memory\n\ntwo\n", workspace.read(uri).revision, who)
    (way,) = ways
    assert way[0] == "save_merged"
    # the exchange itself is one more
    assert len(way) + 1 <= MOST_FRAMES, way


def test_a_save_enters_few_files(workspace):
    uri, who, files = "memory/notes.md", person(Via.CLI), set()
    workspace.commit(uri, b"one\n", None, who)

    def noted(frame, event, _argument):
        if event == "call" and frame.f_code.co_filename.startswith(CORE):
            files.add(frame.f_code.co_filename.removeprefix(CORE))

    # whatever is looked at once is known by the second save
    for text in (b"two\n", b"three\n"):
        files.clear()
        known = workspace.read(uri).revision
        former = sys.getprofile()
        sys.setprofile(noted)
        try:
            save_merged(workspace, uri, text, known, who)
        finally:
            sys.setprofile(former)
    assert "/store/commit/change.py" in files
    assert len(files) <= MOST_FILES, sorted(files)


def test_a_write_of_an_agent_reads_each_record_before_it_waits_and_once_under_the_lock(
    workspace, monkeypatch
):
    read, seen = Store.record, []

    def noted(store, name):
        seen.append(name)
        return read(store, name)

    monkeypatch.setattr(Store, "record", noted)
    agent = Actor(Origin.AGENT, "robin", Via.MCP)
    workspace.commit("memory/MEMORY.md", b"# Memory\n\ntwo\n", ANY, agent)
    assert sorted(seen) == ["approval.jsonl"] * 2 + ["protected.json"] * 2
