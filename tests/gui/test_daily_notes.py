"""Daily notes: today's by one key, any day's in the calendar."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QApplication

from memdesk.model import DocumentInfo, Kind, Nature, Origin
from memdesk.runtime.clock import VARIABLE
from memdesk.systems.system import Blank
from memdesk_gui.features.notes.calendar_dialog import NoteCalendarDialog
from memdesk_gui.features.notes.day_notes import nearest, notes_by_day
from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_gui.widgets.day_calendar import DayCalendar

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
def desk(run_desk, root, monkeypatch):
    monkeypatch.setenv(VARIABLE, "2026-11-22T12:00:00+00:00")
    running = run_desk(root, lang="en")
    running.until(lambda: running.context.commands.action("note.today").isEnabled())
    return running


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
    desk.settle()  # what is offered is that of the workspace before until then
    desk.until(lambda: desk.context.commands.action("note.today").isEnabled())
    desk.run("note.today")
    said = "There is no such note yet, and this workspace is open read-only."
    desk.until(lambda: desk.window.toast.text() == said)
    assert not (root / EVO / "2026-11-22.md").exists()
    dialog = calendar(desk)
    assert not dialog.go.isEnabled()
    choose(dialog, date(2026, 11, 20))
    assert dialog.go.isEnabled()
    dialog.close()


def calendar(desk):
    desk.run("note.calendar")
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, NoteCalendarDialog))
    desk.until(lambda: dialog.month.text() not in ("", "0 notes in November 2026"))
    return dialog


def choose(dialog, day):
    dialog.calendar.setSelectedDate(QDate(day.year, day.month, day.day))
    return [(item.key, item.row.detail) for item in dialog.model.items]


def test_the_calendar_shows_every_systems_notes_and_opens_one(desk, qtbot):
    desk.open("pico/memory/profile.json")
    dialog = calendar(desk)
    assert dialog.month.text() == "3 notes in November 2026"
    assert dialog.calendar.day == TODAY
    assert dialog.go.text() == "&Create this day’s note"
    notes = (f"{PICO}/20261120.md", f"{EVO}/2026-11-20-frost.md", f"{EVO}/2026-11-20.md")
    shown = choose(dialog, date(2026, 11, 20))
    assert tuple(uri for uri, _ in shown) == notes
    assert [system for _, system in shown] == ["PicoClaw profile", "EvoClaw", "EvoClaw"]
    assert dialog.go.text() == "&Open"
    assert "3 notes in November 2026" in dialog.calendar.accessibleDescription()
    dialog.list.select(notes[1])
    qtbot.keyClick(dialog.calendar.days, Qt.Key.Key_Return)
    assert desk.documents.current.uri == notes[1]
    desk.settle()


def test_a_day_without_a_note_gets_one(desk, qtbot, root):
    dialog = calendar(desk)
    qtbot.keyClick(dialog.calendar.days, Qt.Key.Key_Left)
    assert dialog.calendar.day == date(2026, 11, 21)
    qtbot.keyClick(dialog.calendar.days, Qt.Key.Key_Return)
    desk.until(lambda: desk.documents.current is not None)
    uri = f"{EVO}/2026-11-21.md"
    desk.until(lambda: desk.documents.current.uri == uri)
    assert (root / uri).read_text() == "# 2026-11-21\n\n"
    desk.settle()


def test_the_calendar_follows_the_folder(desk, root):
    dialog = calendar(desk)
    (root / EVO / "2026-11-22.md").write_text("# 2026-11-22\n")
    desk.until(lambda: dialog.month.text() == "4 notes in November 2026")
    assert [item.key for item in dialog.model.items] == [f"{EVO}/2026-11-22.md"]
    assert dialog.go.text() == "&Open"
    dialog.calendar.setCurrentPage(2026, 10)
    assert dialog.month.text() == "0 notes in October 2026"
    dialog.close()


def test_days_with_notes_are_bold_and_marked(qtbot, qapp):
    theme = Theme(Scheme.LIGHT)
    days = DayCalendar("Days", theme, TODAY)
    qtbot.addWidget(days)
    days.resize(560, 400)
    plain = days.grab().toImage()
    days.set_marks({date(2026, 11, 20): (Origin.HUMAN, Origin.AGENT)})
    marked = days.grab().toImage()
    assert plain != marked
    colors = {marked.pixelColor(x, y).name() for x in range(marked.width()) for y in range(marked.height())}
    assert {theme.token("human").name(), theme.token("agent").name()} <= colors
