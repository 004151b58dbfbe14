"""What is still being read is not said to be empty."""

from __future__ import annotations

from datetime import date

import pytest

from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.history.activity_pane import ActivityPane
from memdesk_gui.features.jobs.ask_page import AskPage
from memdesk_gui.features.jobs.asking import MemoryQuestions
from memdesk_gui.features.jobs.runs import ModelRuns
from memdesk_gui.features.jobs.runs_page import RunsPage
from memdesk_gui.features.notes.calendar_dialog import NoteCalendarDialog
from memdesk_gui.features.notes.day_notes import DayNote

MEMORY, NOTE = "memory/MEMORY.md", "memory/202611/20261120.md"


@pytest.fixture
def desk(run_desk, tmp_path, monkeypatch):
    monkeypatch.setenv("MEMDESK_NOW", "2026-11-20T12:00:00+00:00")
    (tmp_path / "root/memory/202611").mkdir(parents=True)
    (tmp_path / "root" / MEMORY).write_text("## 2026-11-20\n\nThe kiln is at 1180.\n")
    (tmp_path / "root" / NOTE).write_text("# 2026-11-20\n\nplanted beans\n")
    with Workspace.open(tmp_path / "root") as workspace:
        agent = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append")
        workspace.commit(MEMORY, b"## 2026-11-20\n\nThe kiln is at 1200.\n", ANY, agent)
    return run_desk(tmp_path / "root", at=MEMORY)


class Held:
    """The reads of a window, held until they are let go."""

    def __init__(self, monkeypatch, jobs):
        self.asked, self._read = [], jobs.read
        monkeypatch.setattr(jobs, "read", lambda *asked: self.asked.append(asked))

    def go(self, monkeypatch, jobs):
        monkeypatch.setattr(jobs, "read", self._read)
        for asked in self.asked:
            self._read(*asked)


def unreadable(*_asked):
    raise OSError(5, "Input/output error")


def test_a_history_and_what_was_deleted(desk, monkeypatch):
    pane, jobs = desk.window.history, desk.context.jobs
    held = Held(monkeypatch, jobs)
    desk.run("view.history")
    assert pane._empty._title.text() == "Reading the history…"
    held.go(monkeypatch, jobs)
    desk.until(lambda: pane.model.rowCount() > 0)
    held = Held(monkeypatch, jobs)
    pane.show_deleted()
    assert pane._empty._title.text() == "Reading the history…"
    held.go(monkeypatch, jobs)
    desk.until(lambda: pane._empty._title.text() == "Nothing was deleted")
    monkeypatch.setattr("memdesk_gui.features.history.pane.read_timeline", unreadable)
    pane.show_document(MEMORY)
    desk.until(lambda: pane._empty._title.text() == "The history cannot be read")


def test_a_context(desk, monkeypatch):
    held = Held(monkeypatch, desk.context.jobs)
    desk.run("context.debug")
    page = desk.window.features["ContextCommands"].page
    assert page.facts.text() == "Putting the context together…"
    held.go(monkeypatch, desk.context.jobs)
    desk.until(lambda: "tokens" in page.facts.text())


def test_a_folder(desk):
    navigator = desk.window.navigator
    navigator.model.load(())
    assert navigator._empty._title.text() == "No documents"
    desk.bus.listing = None
    navigator._show_page()
    assert navigator._empty._title.text() == "Reading the folder…"


def test_the_notes_of_a_calendar(desk):
    dialog = NoteCalendarDialog(desk.context.theme, date(2026, 11, 20), begins=True, parent=desk.window)
    assert (dialog._empty._title.text(), dialog.month.text()) == ("Reading the notes…", "")
    assert not dialog.go.isEnabled()
    dialog.show_notes({})
    assert (dialog._empty._title.text(), dialog.month.text()) == ("No note", "0 notes in November 2026")
    assert dialog.go.isEnabled()
    info = desk.bus.listing.by_uri[NOTE]
    dialog.show_notes({date(2026, 11, 20): (DayNote(info),)})
    assert dialog.month.text() == "1 note in November 2026"


def test_the_activity_and_the_jobs(run_desk, tmp_path, monkeypatch):
    logged, read = [], []
    take_log, take_runs = ActivityPane._on_logged, ModelRuns._on_read
    monkeypatch.setattr(ActivityPane, "_on_logged", lambda _, *answer: logged.append(answer))
    monkeypatch.setattr(ModelRuns, "_on_read", lambda _, *answer: read.append(answer))
    (tmp_path / "new").mkdir()
    (tmp_path / "new/notes.md").write_text("# Notes\n")
    desk = run_desk(tmp_path / "new")
    activity = desk.window.activity
    desk.until(lambda: bool(logged))
    assert activity._empty.text() == "Reading the history…"
    take_log(activity, *logged[-1])
    assert activity._empty.text().startswith("Nothing has happened yet")
    desk.run("jobs.open")
    desk.until(lambda: bool(read))
    [page] = desk.window.findChildren(RunsPage)
    assert (page._empty._title.text(), page._count.text()) == ("Reading the jobs…", "")
    take_runs(page._runs, *read[-1])
    assert page._empty._title.text() == "No model has worked here yet"
    assert page._count.text() == "No model is chosen."


def test_what_can_be_asked(desk, monkeypatch):
    answers, take = [], MemoryQuestions._on_looked
    monkeypatch.setattr(MemoryQuestions, "_on_looked", lambda _, *answer: answers.append(answer))
    desk.run("jobs.ask")
    [page] = desk.window.findChildren(AskPage)
    desk.until(lambda: bool(answers))
    assert page._none._title.text() == "Reading the folder…"
    take(page._asking, *answers[-1])
    assert page._none._title.text() == "No model is chosen"
