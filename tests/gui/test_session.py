"""What is restored at the next start, and that a damaged file only forgets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from memdesk_gui.shell.session import RECENT_LIMIT, Layout, Recent, Tab, WindowSession, missing


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "session.json"


def test_a_new_session_knows_nothing(path):
    session = WindowSession(path)
    assert session.recent() == ()
    assert session.last() is None
    assert session.layout() is None
    assert not path.exists()


def test_recent_workspaces_are_newest_first(path):
    session = WindowSession(path)
    for name in ("/a", "/b", "/a"):
        session.opened(Path(name))
    again = WindowSession(path)
    assert [recent.path for recent in again.recent()] == ["/a", "/b"]
    assert again.last() == Path("/a")
    assert again.recent()[0].name == "a"


def test_pinned_ones_stay_on_top_and_survive_clearing(path):
    session = WindowSession(path)
    for name in ("/a", "/b", "/c"):
        session.opened(Path(name))
    session.pin("/a", True)
    assert session.recent()[0] == Recent("/a", pinned=True)
    session.forget_recent()
    assert session.recent() == (Recent("/a", pinned=True),)
    session.pin("/a", False)
    assert session.recent() == (Recent("/a"),)


def test_old_ones_are_forgotten_but_not_pinned_ones(path):
    session = WindowSession(path)
    session.opened(Path("/pinned"))
    session.pin("/pinned", True)
    for number in range(RECENT_LIMIT + 5):
        session.opened(Path(f"/{number}"))
    recent = session.recent()
    assert len(recent) == RECENT_LIMIT
    assert recent[0].path == "/pinned"


def test_a_closed_workspace_is_not_opened_again(path):
    session = WindowSession(path)
    session.opened(Path("/a"))
    session.closed()
    assert WindowSession(path).last() is None


def test_tabs_belong_to_their_workspace(path):
    session = WindowSession(path)
    tabs = (Tab("a.md", 7), Tab("b.md", 0, current=True))
    assert session.tabs(Path("/w")) is None
    session.set_tabs(Path("/w"), tabs)
    again = WindowSession(path)
    assert again.tabs(Path("/w")) == tabs
    assert again.tabs(Path("/other")) is None


def test_layout_comes_back_as_it_was(path):
    session = WindowSession(path)
    session.set_layout(Layout(QByteArray(b"\x00geo"), QByteArray(b"state\xff")))
    layout = WindowSession(path).layout()
    assert layout.geometry == QByteArray(b"\x00geo")
    assert layout.state == QByteArray(b"state\xff")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"recent": 5, "tabs": [], "layout": "x", "last": 7}',
        '{"recent": [1, {"path": 2}, {"path": ""}], "tabs": {"/w": [null, {"uri": 1}]}}',
        '{"layout": {"version": 99, "geometry": "AA==", "state": "AA=="}}',
        '{"layout": {"version": 1, "geometry": "not base64!", "state": "AA=="}}',
    ],
)
def test_a_damaged_file_counts_as_empty(path, content):
    path.parent.mkdir()
    path.write_text(content)
    session = WindowSession(path)
    assert session.recent() == ()
    assert not session.tabs(Path("/w"))
    assert session.layout() is None
    assert session.last() is None
    session.opened(Path("/a"))
    assert WindowSession(path).last() == Path("/a")


def test_a_tab_without_a_sensible_caret_starts_at_the_top(path):
    path.parent.mkdir()
    path.write_text(json.dumps({"tabs": {"/w": [{"uri": "a.md", "position": "x"}]}}))
    assert WindowSession(path).tabs(Path("/w")) == (Tab("a.md"),)


def test_writing_goes_through_the_given_lane(path):
    waiting = []
    session = WindowSession(path, waiting.append)
    session.opened(Path("/a"))
    assert not path.exists()
    waiting[0]()
    assert WindowSession(path).last() == Path("/a")


def test_what_another_window_remembered_meanwhile_stays(path):
    one, other = WindowSession(path), WindowSession(path)
    one.opened(Path("/a"))
    one.set_tabs(Path("/a"), (Tab("a.md", 7, current=True),))
    one.pin("/a", True)
    one.set_grouping("folders")
    other.opened(Path("/b"))
    other.set_tabs(Path("/b"), (Tab("b.md"),))
    again = WindowSession(path)
    assert again.recent() == (Recent("/a", pinned=True), Recent("/b"))
    assert again.tabs(Path("/a")) == (Tab("a.md", 7, current=True),)
    assert again.tabs(Path("/b")) == (Tab("b.md"),)
    assert again.grouping() == "folders"
    assert again.last() == Path("/b")


def test_a_session_without_a_file_forgets(tmp_path):
    session = WindowSession(None)
    session.opened(Path("/a"))
    assert session.last() == Path("/a")
    assert list(tmp_path.iterdir()) == []


def test_missing_folders_are_told(tmp_path):
    gone = tmp_path / "gone"
    assert missing((Recent(str(tmp_path)), Recent(str(gone)))) == {str(gone)}
