"""Jobs of a model to their end: proposed, let in by part, edited, rejected, undone, ended early."""

from __future__ import annotations

import json
import time
from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from core.evoclaw_desk import memory, topic
from helpers.model_server import CUT, SILENT, Refused, serving
from memdesk.agents.model_jobs.chosen import save_model
from memdesk.llm import ModelSettings, Provider
from memdesk_gui.features.jobs.dialog import MemoryJobsDialog
from memdesk_gui.features.jobs.rerun_dialog import RerunDialog
from memdesk_gui.features.review.rejection_dialog import RejectionDialog

WARM, TREE, PAGE = "memory/warm-memory.json", "memory/memory-tree.json", "MEMORY.md"
LONG = "memory/MEMORY.md"
DAYS = 86_400.0
FACTS = [
    {"text": "Anna moved the launch to May", "category": "boat", "importance": 0.8},
    {"text": "The rigger wants 900 euros", "category": "boat", "importance": 0.7},
]
PLAN = [{"op": "rename", "path": "attic", "to": "loft"}, {"op": "add", "path": "tea"}]
STORY = (
    "# Memory\n\n## Tea\n\nAnna likes green tea, and green tea is what she likes.\n\n## Work\n\n"
    "Anna owns billing, and billing is what Anna owns.\n"
)
SHORT = "# Memory\n\n## Tea\n\nAnna likes green tea.\n\n## Work\n\nAnna owns billing."


def aged(text, category, days, importance):
    made = time.time() - days * DAYS
    return memory(text, category, created_at=made, importance=importance, score=importance)


@pytest.fixture
def tiers(tmp_path):
    """A memory in tiers: a note of today, and a memory that is old and faded."""
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    entries = [aged("The boat is blue", "boat", 2, 0.8), aged("Paint is upstairs", "attic", 300, 0.05)]
    last = {"last": time.time()}
    tree = {
        "root": {**topic("Root"), "children": ["boat", "attic"]},
        "boat": topic("Boat", warm=1, **last),
        "attic": topic("Attic", warm=1, **last),
    }
    for uri, value in ((WARM, entries), (TREE, tree)):
        (folder / uri).write_text(json.dumps(value, indent=2))
    note = "- Anna moved the launch to May because of the tide\n- The rigger wants 900 euros, we accept\n"
    (folder / f"memory/{date.today():%Y-%m-%d}.md").write_text(f"# Day\n\n{note}")
    return folder


@pytest.fixture
def story(tmp_path):
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    (folder / LONG).write_text(STORY)
    (folder / "memory/policy_overrides.json").write_text("{}")
    return folder


@pytest.fixture
def folder(request, job):
    """The memory that a job is for."""
    return request.getfixturevalue("tiers" if job == "consolidate" else "story")


@pytest.fixture
def begin(run_desk):
    """Open a folder with a model that answers this."""
    opened = []

    def start(folder, *answers):
        server = serving(*answers)
        opened.append(server)
        script = server.__enter__()
        save_model(ModelSettings(Provider.COMPATIBLE, "scripted", base_url=script.url, retries=0))
        desk = run_desk(folder)
        desk.server, desk.folder = script, folder
        return desk

    yield start
    save_model(None)
    for each in opened:
        each.__exit__(None, None, None)


def files(desk):
    found = (path for path in desk.folder.rglob("*") if path.is_file() and ".memdesk" not in path.parts)
    return {path.relative_to(desk.folder).as_posix(): path.read_bytes() for path in found}


def texts(desk):
    return {each["text"] for each in json.loads((desk.folder / WARM).read_text())}


def dialog_at(desk, name, **values):
    desk.context.commands.action("memory.jobs").trigger()
    dialog = [one for one in QApplication.topLevelWidgets() if isinstance(one, MemoryJobsDialog)][-1]
    desk.until(lambda: bool(dialog._offers))
    row = next(n for n in sorted(dialog._by_model) if dialog._offers[n].tool.name == name)
    dialog.list.select(str(row))
    for key, value in values.items():
        control = dialog.form.controls[key]
        if isinstance(value, bool):
            control.setChecked(value)
        else:
            control.setCurrentIndex(control.findData(value))
    desk.until(lambda: dialog.do.text() == "Ask the model" and dialog.do.isEnabled())
    desk.settle()
    return dialog


def asked(desk, name, **values):
    """Ask the model, and return the dialog with what it came to."""
    dialog = dialog_at(desk, name, **values)
    dialog.do.click()
    desk.until(lambda: dialog._plan is not None and dialog.do.isEnabled())
    return dialog


def proposed(desk, name, **values):
    """Return the page of what a job came to."""
    asked(desk, name, **values).parts.click()
    return page_of(desk)


def page_of(desk):
    commands = desk.window.features["ReviewCommands"].proposals
    desk.until(lambda: desk.window.area.covered_by(commands.page))
    desk.until(lambda: commands.page.diff.current_change() >= 0)
    return commands.page


def show(page, uri):
    page.documents.setCurrentIndex(
        next(n for n, each in enumerate(page.view.documents) if each.shown.uri == uri)
    )


def tick(page, number, *, on):
    parts = page.list.parts
    row = next(at for at in range(parts.rowCount()) if parts.row_at(parts.index(at)).number == number)
    state = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
    parts.setData(parts.index(row), state, Qt.ItemDataRole.CheckStateRole)


def undo(desk):
    desk.window.features["ReviewCommands"]._stack.undo()
    desk.settle()


def left(desk, page):
    desk.until(lambda: not desk.window.area.covered_by(page))
    desk.settle()


@pytest.mark.parametrize(("mode", "answers"), [("quick", []), ("daily", [FACTS]), ("monthly", [PLAN, FACTS])])
def test_a_consolidation_is_seen_kept_let_in_whole_and_undone(begin, tiers, mode, answers):
    desk = begin(tiers, *(map(json.dumps, answers) if answers else ("nobody asks",)))
    before = files(desk)
    page = proposed(desk, "consolidate", mode=mode)
    assert len(desk.server.requests) == len(answers)
    assert files(desk) == before
    page.approve.click()
    desk.until(lambda: files(desk) != before)
    left(desk, page)
    if mode != "quick":
        assert {each["text"] for each in FACTS} <= texts(desk)
    if mode == "monthly":
        assert "Paint is upstairs" not in texts(desk)
        assert "memory/cold-memory.db" in files(desk)
        assert "loft" in json.loads((desk.folder / TREE).read_text())
    undo(desk)
    desk.until(lambda: files(desk) == before)
    assert page_of(desk) is page


def test_what_leaves_a_tier_is_not_let_out_alone_and_the_page_says_why(begin, tiers):
    desk = begin(tiers, json.dumps(PLAN), json.dumps(FACTS))
    before = files(desk)
    page = proposed(desk, "consolidate", mode="monthly")
    show(page, "memory/cold-memory.db")
    tick(page, -1, on=False)
    page.approve.click()
    desk.until(page.banner.isVisible)
    assert "cannot go alone" in page.banner.spoken()
    assert files(desk) == before
    desk.settle()
    tick(page, -1, on=True)
    page.approve.click()
    desk.until(lambda: "memory/cold-memory.db" in files(desk))
    left(desk, page)


def test_one_part_of_a_shorter_memory_is_let_in_another_left_out_and_it_is_undone(begin, story):
    desk = begin(story, SHORT)
    before = files(desk)
    page = proposed(desk, "compress-memory", force=True)
    tick(page, 1, on=False)
    page.approve.click()
    desk.until(lambda: "Anna likes green tea.\n" in (desk.folder / LONG).read_text())
    assert "and billing is what Anna owns" in (desk.folder / LONG).read_text()
    left(desk, page)
    undo(desk)
    desk.until(lambda: files(desk) == before)


def test_a_shorter_memory_is_edited_before_it_is_let_in(begin, story):
    desk = begin(story, SHORT)
    page = proposed(desk, "compress-memory", force=True)
    page.edit.click()
    page.editor.setPlainText(SHORT.replace("billing", "billing and tax"))
    page.approve.click()
    desk.until(lambda: "billing and tax" in (desk.folder / LONG).read_text())
    left(desk, page)


@pytest.mark.parametrize(
    ("job", "values", "answer"),
    [
        ("consolidate", {"mode": "daily"}, json.dumps(FACTS)),
        ("compress-memory", {"force": True}, SHORT),
    ],
)
def test_one_is_rejected_with_a_reason_that_the_next_run_and_another_model_are_told(
    begin, folder, job, values, answer
):
    desk = begin(folder, answer, answer, answer)
    page = proposed(desk, job, **values)
    before = files(desk)
    page.again.click()
    dialog = dialog_of(desk, RerunDialog)
    desk.until(lambda: dialog.model.count() > 0)
    dialog.model.setCurrentText("compatible:second")
    dialog._go()
    waiting = desk.context.bus.workspace.staging
    desk.until(lambda: len(waiting.desk().waiting) == 2)
    desk.settle()
    assert desk.server.requests[-1]["model"] == "second"
    for name in [*waiting.desk().waiting]:
        desk.window.proposal_wanted.emit(name)
        desk.until(lambda name=name: page.view.staged.id == name and desk.window.area.covered_by(page))
        page.reject.click()
        dialog = dialog_of(desk, RejectionDialog)
        dialog.why.setText("too much of it is gone")
        dialog._go()
        desk.until(lambda name=name: name not in waiting.desk().waiting)
        left(desk, page)
    assert files(desk) == before
    asked(desk, job, **values)
    assert "too much of it is gone" in json.dumps(desk.server.requests[-1])


def dialog_of(desk, kind):
    desk.until(
        lambda: any(isinstance(each, kind) and each.isVisible() for each in QApplication.topLevelWidgets())
    )
    return next(
        each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()
    )


@pytest.mark.parametrize(
    ("job", "values"), [("consolidate", {"mode": "daily"}), ("compress-memory", {"force": True})]
)
def test_one_that_is_ended_in_the_midst_leaves_nothing_and_can_be_begun_again(begin, folder, job, values):
    desk = begin(folder, SILENT, json.dumps(FACTS) if job == "consolidate" else SHORT)
    before = files(desk)
    dialog = dialog_at(desk, job, **values)
    dialog.do.click()
    desk.until(desk.server.asked.is_set)
    dialog.progress.cancelled.emit()
    desk.until(dialog.do.isEnabled)
    desk.settle()
    assert (files(desk), dialog._plan) == (before, None)
    dialog.do.click()
    desk.until(lambda: dialog._plan is not None)
    dialog.do.click()
    desk.until(lambda: files(desk) != before)
    desk.settle()


@pytest.mark.parametrize("fault", [CUT, Refused("overloaded", 529)])
def test_one_whose_model_fails_in_the_midst_says_so_and_can_be_asked_again(begin, tiers, fault):
    desk = begin(tiers, fault, json.dumps(FACTS))
    before = files(desk)
    dialog = dialog_at(desk, "consolidate", mode="daily")
    dialog.do.click()
    desk.until(lambda: any(each.text() == "This cannot be done" for each in dialog.findChildren(QLabel)))
    assert (files(desk), dialog._plan) == (before, None)
    dialog.do.click()
    desk.until(lambda: dialog._plan is not None)
    desk.settle()
