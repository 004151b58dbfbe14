"""Daily notes: today's by one key, any day's in the calendar."""

from __future__ import annotations

from datetime import date

import pytest

from helpers.running_desk import RunningDesk
from memdesk.clock import VARIABLE
from memdesk.model import DocumentInfo, Kind, Nature
from memdesk.systems.family import Blank
from memdesk_gui.app import start
from memdesk_gui.models.day_notes import nearest, notes_by_day

TODAY = date(2026, 11, 22)
PICO = "pico/memory/202611"
EVO = "evo/memory"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "workspace"
    (folder / PICO).mkdir(parents=True)
    (folder / "pico/memory/profile.json").write_text('{"name": "Mei"}')
    (folder / PICO / "20261120.md").write_text("# 2026-11-20\n\nplanted beans\n")
    (folder / EVO).mkdir(parents=True)
    (folder / EVO / "hot-memory-state.json").write_text('{"identity": {}, "active_context": {}}')
    (folder / EVO / "warm-memory.json").write_text("[]")
    (folder / EVO / "2026-11-20-frost.md").write_text("# Frost\n")
    (folder / EVO / "2026-11-20.md").write_text("# 2026-11-20\n")
    return folder


@pytest.fixture
def desk(qtbot, root, monkeypatch):
    monkeypatch.setattr(start, "log_qt_messages", lambda: None)
    monkeypatch.setattr(start, "record_fatal_errors", lambda path: None)
    monkeypatch.setenv(VARIABLE, "2026-11-22T12:00:00+00:00")
    running = RunningDesk(qtbot, root)
    running.until(lambda: running.context.commands.action("note.today").isEnabled())
    yield running
    running.end()


def info(uri, kind=Kind.DAILY_NOTE, nature=Nature.FILE):
    return DocumentInfo(uri, "picoclaw-profile", kind, uri, 1, 1, nature)


def blank(uri):
    return Blank(Kind.DAILY_NOTE, uri, "", dated=True)


def test_every_name_of_a_note_tells_its_day():
    names = ("a/202611/20261120.md", "b/2026-11-20-frost.md", "b/2026-11-20-1530.md", "b/2026-11-20.md")
    others = (info("b/2026-11-20.md", Kind.EPISODE), info("b/2026-11-2x.md"), info("b/2026-13-01.md"))
    links = (info("c/2026-11-20.md", nature=Nature.LINK),)
    found = notes_by_day((*map(info, names), *others, *links))
    assert list(found) == [date(2026, 11, 20)]
    assert {note.uri for note in found[date(2026, 11, 20)]} == set(names)


def test_a_note_is_begun_near_the_document_in_front():
    first, second = blank("evo/memory/2026-11-22.md"), blank("pico/memory/202611/20261122.md")
    assert nearest((first, second), "pico/memory/profile.json") is second
    assert nearest((first, second), "readme.md") is first
    assert nearest((), "readme.md") is None


def test_todays_note_is_begun_once_and_then_opened(desk, root):
    desk.open("pico/memory/profile.json")
    desk.run("note.today")
    uri = f"{PICO}/20261122.md"
    desk.until(lambda: desk.documents.current.uri == uri)
    assert (root / uri).read_text() == "# 2026-11-22\n\n"
    desk.settle()
    desk.open(f"{EVO}/2026-11-20.md")
    desk.run("note.today")
    desk.until(lambda: desk.documents.current.uri == f"{EVO}/2026-11-22.md")
    desk.settle()
    desk.open("pico/memory/profile.json")
    desk.run("note.today")
    desk.until(lambda: desk.documents.current.uri == uri)
    assert (root / uri).read_text() == "# 2026-11-22\n\n"


def test_where_nobody_keeps_daily_notes_it_says_so(qtbot, tmp_path, desk):
    other = tmp_path / "other"
    other.mkdir()
    (other / "readme.md").write_text("# Hello\n")
    commands = desk.context.commands
    desk.window.workspaces.open(other)
    desk.until(lambda: desk.bus.listing is not None and desk.bus.workspace.root.name == "other")
    desk.settle()
    assert not commands.action("note.today").isEnabled()
    assert commands.action("note.today").toolTip() == "No agent here keeps daily notes."


def test_a_read_only_workspace_gets_no_note(desk, root):
    desk.window.workspaces.open(root, read_only=True)
    desk.until(lambda: desk.bus.workspace is not None and desk.bus.workspace.read_only)
    desk.until(lambda: desk.context.commands.action("note.today").isEnabled())
    desk.run("note.today")
    said = "There is no such note yet, and this workspace is open read-only."
    desk.until(lambda: desk.window.toast.text() == said)
    assert not (root / EVO / "2026-11-22.md").exists()
