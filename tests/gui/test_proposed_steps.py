"""The page of a proposal that is made of steps: what a step needs comes with it, and goes with it."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from core.evoclaw_desk import memory, topic
from helpers.model_desk import WRITER, ScriptedModel
from memdesk.agents.model_jobs import ModelJobs
from memdesk.agents.toolbox import Toolbox
from memdesk.workspace import Workspace
from memdesk_gui.features.review.proposal_page import ALL

WARM, TREE = "memory/warm-memory.json", "memory/memory-tree.json"
PLAN = [
    {"op": "rename", "path": "garden", "to": "grounds"},
    {"op": "add", "path": "grounds/trees", "description": "All trees"},
    {"op": "merge", "path": "boat", "to": "grounds/trees"},
    {"op": "add", "path": "tea"},
]


@pytest.fixture
def desk(run_desk, tmp_path):
    folder = tmp_path / "workspace" / "memory"
    folder.mkdir(parents=True)
    entries = [
        memory("The boat is blue", id="b", category="boat"),
        memory("Roses want lime", id="r", category="garden"),
    ]
    tree = {
        "root": {**topic("Root"), "children": ["boat", "garden"]},
        "boat": topic("Boat", warm=1),
        "garden": topic("Garden", warm=1),
    }
    for uri, value in ((WARM, entries), (TREE, tree)):
        (folder.parent / uri).write_text(json.dumps(value))
    return run_desk(folder.parent)


@pytest.fixture
def page(desk):
    other = Workspace.open(desk.context.bus.workspace.root)
    jobs, model = ModelJobs(other, Toolbox(other)), ScriptedModel(json.dumps(PLAN))
    landed = jobs.land(jobs.plan(jobs.find("rebuild-tree"), {}, model.chat), WRITER, propose=True)
    model.chat.close()
    desk.window.proposal_wanted.emit(landed.proposal)
    commands = desk.window.features["ReviewCommands"].proposals
    desk.until(lambda: desk.window.area.covered_by(commands.page))
    desk.until(lambda: commands.page.diff.current_change() >= 0)
    return commands.page


def tick(page, number, *, on):
    parts = page.list.parts
    row = next(at for at in range(parts.rowCount()) if parts.row_at(parts.index(at)).number == number)
    state = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
    parts.setData(parts.index(row), state, Qt.ItemDataRole.CheckStateRole)


def topics(desk):
    found = json.loads((desk.context.bus.workspace.root / TREE).read_text())
    return {path for path, node in found.items() if isinstance(node, dict)}


def test_steps_are_listed_with_what_they_need(page):
    parts = page.list.parts
    rows = [parts.row_at(parts.index(at)) for at in range(parts.rowCount())]
    assert [row.name for row in rows] == [
        "All",
        "1. Rename garden to grounds",
        "2. Add grounds/trees",
        "3. Merge boat into grounds/trees",
        "4. Add tea",
    ]
    assert [row.note for row in rows] == ["4 steps", "", "needs 1", "needs 1, 2", ""]
    assert page.choices() is None


def test_a_step_takes_along_what_needs_it_and_brings_what_it_needs(desk, page):
    tick(page, 0, on=False)
    assert page.list.parts.chosen == {3}
    assert not page.edit.isEnabled()
    tick(page, 2, on=True)
    assert page.list.parts.chosen == {ALL, 0, 1, 2, 3}
    tick(page, 1, on=False)
    assert page.choices() == {0, 3}
    desk.until(page.approve.isEnabled)
    assert page.approve.text() == "Approve 2 steps"
    assert '"grounds"' in page._document.shown.new
    assert '"grounds/trees"' not in page._document.shown.new
    page.approve.click()
    desk.until(lambda: topics(desk) == {"root", "boat", "grounds", "tea"})
    commands = desk.window.features["ReviewCommands"]
    desk.until(lambda: not desk.window.area.covered_by(page))
    commands._stack.undo()
    desk.until(lambda: topics(desk) == {"root", "boat", "garden"})
    desk.until(lambda: desk.window.area.covered_by(page))


def test_steps_that_cannot_go_alone_say_why_and_cannot_be_let_in(desk, page):
    path = desk.context.bus.workspace.root / TREE
    path.write_text(json.dumps({**json.loads(path.read_text()), "grounds": topic("Taken")}))
    tick(page, 3, on=False)
    desk.until(page.banner.isVisible)
    assert "garden → grounds" in page.banner.spoken()
    assert not page.approve.isEnabled()
    tick(page, ALL, on=False)
    assert not page.approve.isEnabled()
    tick(page, 3, on=True)
    desk.until(page.approve.isEnabled)
    assert not page.banner.isVisible()
