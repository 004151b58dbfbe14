"""Jobs on a memory as a whole: shown before they are done, done as one unit, taken back as one."""

from __future__ import annotations

import json
import threading
from enum import StrEnum
from typing import Literal

import pytest
from pydantic import Field
from PySide6.QtWidgets import QApplication, QComboBox

from memdesk import open_workspace
from memdesk.agents.model_jobs import TaskOffer
from memdesk.agents.toolbox import BoundTool
from memdesk.errors import ArgumentError, CancelledError
from memdesk.model import Site
from memdesk.systems.document_tasks import TASKS as DOCUMENT_TASKS
from memdesk.systems.registry import load_systems
from memdesk.systems.tools import Arguments, Reply, Tool
from memdesk_gui.features.jobs.answers import _ANSWERS, answer_text
from memdesk_gui.features.jobs.dialog import MemoryJobsDialog
from memdesk_gui.features.jobs.form import JobForm
from memdesk_gui.features.jobs.jobs import InputShape, Outlook, Touched, arguments_of, fields_of
from memdesk_gui.features.jobs.progress import JobProgress, Stand
from memdesk_gui.wording.job_words import (
    _BY_MODEL,
    _CHOICES,
    _NAMES,
    _TIPS,
    _VALUES,
    _WORDS,
    job_name,
    job_text,
    value_name,
)

PROFILE = b'{\n  "name": "Ada"\n}'


class Depth(StrEnum):
    FLAT = "flat"
    DEEP = "deep"


class Many(Arguments):
    depth: Depth = Depth.FLAT
    mode: Literal["quick", "daily"] = Field("quick", description="how much")
    scope: Literal["a", "b"] | None = None
    days: int = 2
    deep: bool = False
    note: str | None = None


def offer_of(arguments):
    return BoundTool(None, Site("toy", ""), Tool("tidy-up", "Tidy.", arguments, lambda *_: Reply("")))


def test_what_a_job_asks_for_is_read_from_its_schema():
    fields = {field.name: field for field in fields_of(offer_of(Many))}
    assert (fields["mode"].shape, fields["mode"].choices) == (InputShape.CHOICE, ("quick", "daily"))
    assert (fields["scope"].shape, fields["scope"].choices) == (InputShape.CHOICE, ("", "a", "b"))
    assert (fields["days"].shape, fields["days"].start) == (InputShape.DATA, "2")
    assert (fields["deep"].shape, fields["deep"].start) == (InputShape.SWITCH, "false")
    assert fields["note"].shape is InputShape.TEXT
    assert (fields["depth"].choices, fields["depth"].start) == (("flat", "deep"), "flat")
    assert fields["mode"].said == "how much"


def test_values_become_arguments_and_nonsense_is_named():
    offer = offer_of(Many)
    values = {"mode": "daily", "scope": "", "days": "7", "deep": "true", "note": ""}
    assert arguments_of(offer, values) == {"mode": "daily", "days": 7, "deep": True}
    with pytest.raises(ArgumentError, match="days"):
        arguments_of(offer, {"days": "seven"})


def test_the_form_begins_with_the_defaults(qtbot):
    form = JobForm(fields_of(offer_of(Many)))
    qtbot.addWidget(form)
    assert form.values() == {
        "depth": "flat",
        "mode": "quick",
        "scope": "",
        "days": "2",
        "deep": "false",
        "note": "",
    }
    with qtbot.waitSignal(form.changed):
        form.controls["mode"].setCurrentIndex(1)
    assert form.values()["mode"] == "daily"


def test_an_unknown_job_speaks_for_itself(qapp):
    assert (job_name("tidy-up"), job_text("tidy-up", "Tidy.")) == ("Tidy up", "Tidy.")
    assert job_name("consolidate") == "Consolidate"
    assert (value_name("source"), value_name("how_far")) == ("File", "How far")


def test_what_a_job_answers_is_worded_by_us_and_an_unknown_one_by_itself(qapp):
    own = Reply("its own words", {"uri": "MEMORY.md", "written": True})
    assert answer_text("regenerate", own) == "Written anew: MEMORY.md"
    assert answer_text("regenerate", Reply("other", {"more": 1})) == "other"
    assert answer_text("tidy-up", own) == "its own words"
    moved = Reply("", {"id": "a", "tier": "cold"})
    assert answer_text("move-memory", moved) == "The memory moves to the archive."
    gone = {"id": "b", "category": "boat", "text": "old", "why": "evicted"}
    tended = {
        "notes": ["n.md"],
        "hot": ["news"],
        "stored": [],
        "skipped": 2,
        "archived": [gone],
        "topics_removed": ["x", "y"],
    }
    assert answer_text("ingest", Reply("", {**tended, "topics_added": []})).splitlines() == [
        "Read: n.md",
        "+ hot/events: news",
        "Stored: 0",
        "Known already: 2",
        "Into the archive: 1",
        "− boat: old",
        "Topics that go: x, y",
    ]


FOLDERS = {
    "picoclaw-profile": {"memory/profile.json": "{}", "USER.md": "- likes tea\n"},
    "picoclaw-memskill": {
        "memory/MEMORY.md": "## 2026-02-18\n\ntea",
        "memory/policy_overrides.json": '{"evolution_enabled": true}',
        "sessions/a.json": json.dumps(
            {"key": "a", "messages": [{"role": "user", "content": str(n)} for n in range(12)]}
        ),
    },
    "aigentic": {
        "memory.json": '{\n  "plan": [],\n  "run": [],\n  "session": []\n}\n',
        "memory.json.corrupt-20260301_120000": '{"run": [{"id": "a", "content": "tea"}], "plan": [',
    },
    "pegasus": {
        "facts/user.md": "# User\n\n- Name: Ada\n",
        "episodes/2026-02.md": "# F\n\n## One\n\n- Date: 2026-02-02\n\n## Two\n\n- Date: 2026-02-20\n",
        "episodes/2026-03.md": "# M\n",
    },
    "evoclaw": {
        "memory/warm-memory.json": json.dumps(
            [{"id": "aaaaaaaaaaaa", "text": "old", "category": "boat", "importance": 0.1, "created_at": 1.5}]
        ),
        "memory/memory-tree.json": json.dumps(
            {"root": {"desc": "r", "children": ["boat"]}, "boat": {"desc": "B", "children": []}}
        ),
        "memory/go/hot.json": json.dumps({"identity": {}, "critical_lessons": [], "version": 1}),
    },
}
ASKED = {
    "session-status": {"session": "a"},
    "compress-session": {"session": "a", "keep": 2},
    "sum-up-session": {"session": "a", "summary": "they counted", "force": True},
    "compress-memory": {"text": "tea", "force": True},
    "reflect": {"answer": '{"retrieve_limit": 5}'},
    "split-month": {"path": "episodes/2026-02.md"},
    "move-entry": {"path": "episodes/2026-02.md", "heading": "One", "to": "episodes/2026-03.md"},
    "distil": {"text": "We decided to launch the boat.", "category": "boat"},
    "move-memory": {"id": "aaaaaaaaaaaa", "to": "cold"},
    "rename-topic": {"path": "boat", "new_path": "ship"},
    "share": {"to": "other"},
}


@pytest.mark.parametrize("system", FOLDERS)
def test_every_job_of_the_systems_answers_in_our_words(qapp, tmp_path, system):
    for name, text in FOLDERS[system].items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    with open_workspace(tmp_path, system=system) as memory:
        for job in load_systems()[system].jobs():
            reply = memory.preview(job.name, ASKED.get(job.name, {})).reply
            assert "\n".join(_ANSWERS[job.name](reply.data)) == answer_text(job.name, reply)


def test_what_recovering_warns_of_is_worded_by_us(qapp):
    data = {"found": 2, "recovered": {}, "kept_as": "memory.json.corrupt-2", "may_be_lost": True}
    said = answer_text("recover", Reply("", {**data, "warnings": ["Note: the core's own words"]}))
    assert "a copy of it is kept as memory.json.corrupt-2." in said
    assert "restart it" in said
    assert "own words" not in said


def test_every_job_has_an_answer_of_ours(qapp):
    assert set(_ANSWERS) == set(_WORDS)


def test_all_that_the_systems_jobs_ask_for_has_words(qapp):
    systems = load_systems().values()
    tasks = [*DOCUMENT_TASKS, *(task for system in systems for task in system.model_tasks())]
    jobs = [job for system in systems for job in system.jobs()]
    assert {name for job in (*jobs, *tasks) for name in job.arguments.model_fields} == set(_VALUES)
    assert {job.name for job in jobs} == set(_WORDS)
    assert {task.name for task in tasks} == set(_BY_MODEL)
    assert set(_NAMES) == set(_BY_MODEL) - set(_WORDS)
    values = [field for job in jobs for field in fields_of(BoundTool(None, Site("toy", ""), job))]
    values += [field for task in tasks for field in fields_of(TaskOffer(None, Site("toy", ""), task))]
    assert {value.said for value in values} - {""} == _TIPS
    assert {choice for value in values for choice in value.choices if "." not in choice} - {""} == set(
        _CHOICES
    )


@pytest.fixture
def desk(run_desk, tmp_path):
    """The window on the profile of an agent whose older notes are still beside it."""
    memory = tmp_path / "workspace" / "memory"
    memory.mkdir(parents=True)
    (memory / "profile.json").write_bytes(PROFILE)
    (memory.parent / "USER.md").write_text("- likes tea\n")
    return run_desk(memory.parent)


def dialog_of(desk):
    desk.context.commands.action("memory.jobs").trigger()
    found = [one for one in QApplication.topLevelWidgets() if isinstance(one, MemoryJobsDialog)]
    dialog = found[-1]
    desk.until(dialog.do.isEnabled)
    return dialog


def test_a_job_is_shown_done_and_taken_back(desk, tmp_path):
    root = tmp_path / "workspace"
    dialog = dialog_of(desk)
    assert sorted(one.uri for one in dialog.outlook.touched) == [
        "USER.md",
        "USER.md.bak",
        "memory/profile.json",
    ]
    assert "legacy_user_preferences" in dialog.outlook.answer
    assert (root / "memory/profile.json").read_bytes() == PROFILE
    dialog.do.click()
    desk.until(lambda: desk.window.toast.text() == "Import older files: done.")
    assert b"likes tea" in (root / "memory/profile.json").read_bytes()
    assert not (root / "USER.md").exists()
    assert desk.bus.workspace.history("memory/profile.json")[-1].actor.tool == "migrate"
    desk.window.toast._button.click()
    desk.until((root / "USER.md").exists)
    desk.settle()
    assert (root / "memory/profile.json").read_bytes() == PROFILE
    assert not (root / "USER.md.bak").exists()


def test_a_job_with_nothing_to_do_cannot_be_done_and_a_wrong_value_is_named(desk, tmp_path):
    dialog = dialog_of(desk)
    combo = dialog.form.controls["source"]
    assert isinstance(combo, QComboBox)
    combo.setCurrentIndex(combo.findData("MEMORY.md"))
    desk.until(lambda: not dialog.outlook.touched)
    assert not dialog.do.isEnabled()
    dialog._on_failed(ArgumentError("to", "is no month", "Give one like 2026-02."))
    assert dialog._none._text.text().endswith("\nto: is no month. Give one like 2026-02.")
    dialog.close()


class Slow:
    """A job of two steps that goes on when it is let, and would change a document."""

    def __init__(self, writes=True):
        self.gates = [threading.Event(), threading.Event()]
        self.begun = 0
        self.tool = Tool("slow", "Slow.", Arguments, self.run, writes=writes)

    def run(self, memory, arguments):
        self.begun += 1
        for done, gate in enumerate(self.gates):
            memory.step(done, len(self.gates))
            assert gate.wait(300)
        memory.step(2, 2)
        memory.write(memory.inside("memory/profile.json"), '{\n  "name": "Bo"\n}')
        return Reply("Would be Bo.")

    def let(self, on=True):
        for gate in self.gates:
            if on:
                gate.set()
            else:
                gate.clear()


@pytest.fixture
def slow(monkeypatch):
    from memdesk.systems.picoclaw_profile import jobs

    job = Slow()
    monkeypatch.setattr(jobs, "JOBS", (job.tool,))
    yield job
    job.let()


def opened(desk):
    desk.context.commands.action("memory.jobs").trigger()
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, MemoryJobsDialog)][-1]


def test_a_preview_that_takes_long_shows_how_far_it_is_and_can_be_cancelled(desk, slow):
    dialog = opened(desk)
    row = dialog.progress
    desk.until(lambda: row.isVisible() and row.words.text() == "Step 1 of 2")
    assert (row.bar.value(), row.bar.maximum()) == (0, 2)
    assert row.bar.accessibleName() == "Progress of the job"
    slow.gates[0].set()
    desk.until(lambda: row.bar.value() == 1)
    assert row.words.text() == "Step 2 of 2"
    assert not dialog.do.isEnabled()
    row.cancel.click()
    assert not row.cancel.isEnabled()
    assert row.words.text() == "Cancelling…"
    slow.gates[1].set()
    desk.until(lambda: not row.running)
    assert not row.isVisible()
    assert dialog._none._text.text() == "Cancelled. Nothing was changed."
    assert not dialog.do.isEnabled()
    dialog.close()


def test_a_long_job_can_be_cancelled_and_done_again(desk, slow, tmp_path):
    profile = tmp_path / "workspace/memory/profile.json"
    slow.let()
    dialog = dialog_of(desk)
    slow.let(False)
    dialog.do.click()
    desk.until(dialog.progress.isVisible)
    assert not dialog.list.isEnabled()
    assert not dialog.do.isEnabled()
    dialog.progress.cancel.click()
    slow.let()
    desk.until(dialog.do.isEnabled)
    assert dialog._answer.text() == "Cancelled. Nothing was changed."
    assert not dialog.progress.isVisible()
    assert profile.read_bytes() == PROFILE
    dialog.do.click()
    desk.until(lambda: desk.window.toast.text() == "Slow: done.")
    assert b"Bo" in profile.read_bytes()
    desk.window.toast._button.click()
    desk.until(lambda: profile.read_bytes() == PROFILE)


def test_who_closes_the_window_of_a_running_job_cancels_it(desk, slow, tmp_path):
    slow.let()
    dialog = dialog_of(desk)
    slow.let(False)
    dialog.do.click()
    desk.until(lambda: slow.begun == 2)
    dialog.close()
    slow.let()
    desk.until(lambda: desk.window.toast.text() == "Cancelled. Nothing was changed.")
    assert (tmp_path / "workspace/memory/profile.json").read_bytes() == PROFILE


def test_what_is_written_cannot_be_cancelled_any_more():
    progress = JobProgress()
    progress.step(1, 3)
    assert progress.stand == Stand(1, 3)
    progress.writing(4)
    progress.cancel()
    assert progress.stand == Stand(writing=4)
    with pytest.raises(CancelledError):
        progress.step(2, 3)


def test_what_is_quick_shows_no_progress_and_what_is_written_cannot_be_cancelled(desk, slow):
    slow.let()
    dialog = dialog_of(desk)
    assert not dialog.progress.isVisible()
    assert not dialog.progress.running
    dialog.progress.begin()
    dialog._progress.writing(3)
    desk.until(dialog.progress.isVisible)
    assert dialog.progress.words.text() == "Writing 3 documents…"
    assert not dialog.progress.cancel.isEnabled()
    assert dialog.progress.bar.maximum() == 0
    dialog.close()


def test_what_a_job_would_do_takes_few_lines_and_documents_few_rows(desk):
    dialog = opened(desk)
    desk.until(lambda: bool(dialog.jobs.rowCount()) and not dialog.progress.running)
    answer = dialog._answer
    answer.setText("one line")
    low = answer.sizeHint().height()
    answer.setText("\n".join(["one line"] * 100))
    assert low < answer.sizeHint().height() <= 5 * answer.fontMetrics().lineSpacing()
    answer.setText("")
    assert answer.isHidden()
    dialog.close()


def test_a_document_that_is_no_text_is_named_and_a_text_is_shown_first(desk):
    dialog = opened(desk)
    desk.until(lambda: bool(dialog.jobs.rowCount()) and not dialog.progress.running)
    database, note = Touched("cold.db", None, None), Touched("a.md", "old\n", "new\n")
    dialog._on_outlook(dialog._asked, Outlook("done", (database, note)))
    assert dialog._contents.currentWidget() is dialog.diff
    assert dialog.changes.currentIndex().row() == 1
    dialog.changes.select("cold.db")
    assert dialog._contents.currentWidget() is dialog._no_text
    dialog.close()
