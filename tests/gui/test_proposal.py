"""The page of a proposal: by parts, edited, rejected with a reason, done again with another model."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from helpers.model_server import serving
from memdesk.agents.model_jobs.chosen import save_model
from memdesk.cli import main
from memdesk.llm import ModelSettings, Provider
from memdesk.review.approval import Approval
from memdesk_gui.features.jobs.rerun_dialog import RerunDialog
from memdesk_gui.features.review.proposal_page import ALL
from memdesk_gui.features.review.rejection_dialog import RejectionDialog

STORY = (
    "# Memory\n\n## Tea\n\nAnna likes green tea, and green tea is what she likes.\n\n## Work\n\n"
    "Budget is 1,200 euros. Anna owns billing, and billing is what Anna owns.\n"
)
SHORT = "# Memory\n\n## Tea\n\nAnna likes green tea.\n\n## Work\n\nAnna owns billing."
OTHER = "# Memory\n\n## Tea\n\nGreen tea for Anna.\n\n## Work\n\nBudget is 1,200 euros. Anna owns billing."
URI = "memory/MEMORY.md"


@pytest.fixture
def desk(run_desk, tmp_path):
    memory = tmp_path / "workspace" / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text(STORY)
    (memory / "policy_overrides.json").write_text(json.dumps({"long_term_compress_char_threshold": 11}))
    with serving(SHORT, OTHER) as server:
        settings = ModelSettings(
            Provider.COMPATIBLE, "scripted", base_url=server.url, retries=0, propose=True
        )
        save_model(settings)
        desk = run_desk(memory.parent)
        desk.server = server
        yield desk
    save_model(None)


def text_of(desk):
    return (desk.context.bus.workspace.root / URI).read_text()


@pytest.fixture
def page(desk):
    """The page of what the job came to, opened from the list of runs."""
    desk.run("jobs.open")
    desk.settle()
    desk.run("jobs.due")
    runs = desk.window.features["JobCommands"].page
    desk.until(lambda: any(run.proposal for run in desk.window.features["JobCommands"].runs.now.runs))
    runs.list.select(next(item.key for item in runs.model.items if item.key.startswith("run ")))
    desk.settle()
    desk.run("jobs.show")
    commands = desk.window.features["ReviewCommands"].proposals
    desk.until(lambda: desk.window.area.covered_by(commands.page))
    desk.until(lambda: commands.page.diff.current_change() >= 0)
    return commands.page


def leave_out(page, number):
    parts = page.list.parts
    row = next(at for at in range(parts.rowCount()) if parts.row_at(parts.index(at)).number == number)
    parts.setData(parts.index(row), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)


def dialog_of(desk, kind):
    desk.until(lambda: any(isinstance(each, kind) for each in QApplication.topLevelWidgets()))
    return next(each for each in QApplication.topLevelWidgets() if isinstance(each, kind))


def test_it_shows_what_would_be_lost_and_an_edit_that_is_discarded_leaves_that_as_it_was(desk, page):
    assert page.title.text() == "Shorten memory"
    assert page.losses.isVisible()
    assert page.losses.headline.text()
    before, after = page.view.sizes
    assert before > after > 0
    assert page.sizes.text() == f"Context: about {before} tokens → {after}"
    assert page.list.parts.rowCount() == 3
    assert page.approve.text() == "Approve all"
    page.edit.click()
    page.editor.setPlainText("nothing")
    page.edit.click()
    page.discard.click()
    assert page.choices() is None
    assert page.approve.text() == "Approve all"
    leave_out(page, ALL)
    assert not page.approve.isEnabled()


def test_one_part_is_let_in_and_one_undo_has_it_wait_again(desk, page):
    leave_out(page, 1)
    assert page.approve.text() == "Approve 1 part"
    desk.until(lambda: not page.losses.isVisible())
    page.approve.click()
    desk.until(lambda: "Anna likes green tea.\n" in text_of(desk))
    assert "Budget is 1,200 euros" in text_of(desk)
    commands, area = desk.window.features["ReviewCommands"], desk.window.area
    desk.until(lambda: not area.covered_by(commands.proposals.page))
    commands._stack.undo()
    desk.until(lambda: text_of(desk) == STORY)
    desk.until(lambda: area.covered_by(commands.proposals.page))


def test_what_a_person_edits_is_compared_and_let_in(desk, page):
    page.edit.click()
    page.editor.setPlainText(page.editor.toPlainText().replace("green", "white"))
    page.edit.click()
    assert page.discard.isVisible()
    assert page.approve.text() == "Approve as edited"
    page.approve.click()
    desk.until(lambda: "Anna likes white tea." in text_of(desk))
    desk.settle()  # the file is there before the log says who wrote it
    assert desk.context.bus.workspace.history(URI)[0].actor.origin == "human"


def test_the_reason_of_a_rejection_reaches_the_model_that_does_it_again(desk, page):
    page.reject.click()
    dialog = dialog_of(desk, RejectionDialog)
    dialog.why.setText("the budget is gone")
    dialog._go()
    commands = desk.window.features["ReviewCommands"].proposals
    desk.until(lambda: not desk.window.area.covered_by(commands.page))
    assert text_of(desk) == STORY
    desk.run("jobs.open")
    runs = desk.window.features["JobCommands"].page
    desk.until(lambda: any(item.key.startswith("due ") for item in runs.model.items))
    runs.list.select(next(item.key for item in runs.model.items if item.key.startswith("due ")))
    desk.settle()
    desk.run("jobs.do")
    desk.until(lambda: len(desk.server.requests) == 2)
    assert "the budget is gone" in json.dumps(desk.server.requests[1])
    desk.until(lambda: desk.window.features["JobCommands"].runs.under_way is None)


def test_another_model_does_it_again_and_what_it_comes_to_waits_beside(desk, page):
    assert page.again.isVisible()
    page.again.click()
    dialog = dialog_of(desk, RerunDialog)
    desk.until(lambda: dialog.model.count() > 0)
    dialog.model.setCurrentText("nonsense")
    dialog._go()
    assert dialog.said.text()
    dialog.model.setCurrentText("compatible:second")
    dialog._go()
    runs = desk.window.features["JobCommands"].runs
    desk.until(lambda: sum(bool(run.proposal) for run in runs.now.runs) == 2)
    assert runs.now.runs[0].model == "compatible:second"
    gate = desk.window.features["ReviewCommands"].gate
    gate.read()
    desk.until(lambda: len(gate.now.staged) == 2)
    assert text_of(desk) == STORY


def test_a_policy_that_a_model_tunes_is_let_in_and_taken_back(run_desk, tmp_path):
    policy = tmp_path / "workspace/memory/policy_overrides.json"
    policy.parent.mkdir(parents=True)
    policy.write_text('{"evolution_enabled": true}')
    (policy.parent / "MEMORY.md").write_text(STORY)
    (policy.parents[1] / "sessions").mkdir()
    talk = {"messages": [{"role": "user", "content": f"tea number {number}"} for number in range(9)]}
    (policy.parents[1] / "sessions/a.json").write_text(json.dumps(talk))
    with serving('{"retrieve_limit": 15}') as server:
        save_model(
            ModelSettings(Provider.COMPATIBLE, "scripted", base_url=server.url, retries=0, propose=True)
        )
        assert main(["run", str(policy.parents[1]), "evolve", "--model", "chosen"]) == 0
    save_model(None)
    assert "retrieve_limit" not in policy.read_text()
    desk = run_desk(policy.parents[1])
    desk.run("jobs.open")
    runs, commands = desk.window.features["JobCommands"].page, desk.window.features["ReviewCommands"]
    desk.until(lambda: any(item.key.startswith("run ") for item in runs.model.items))
    runs.list.select(next(item.key for item in runs.model.items if item.key.startswith("run ")))
    desk.settle()
    desk.run("jobs.show")
    desk.until(lambda: desk.window.area.covered_by(commands.proposals.page))
    desk.until(lambda: commands.proposals.page.diff.current_change() >= 0)
    commands.proposals.page.approve.click()
    desk.until(lambda: "retrieve_limit" in policy.read_text())
    desk.until(lambda: not desk.window.area.covered_by(commands.proposals.page))
    commands._stack.undo()
    desk.until(lambda: policy.read_text() == '{"evolution_enabled": true}')
    desk.until(lambda: desk.window.area.covered_by(commands.proposals.page))


def test_one_part_of_a_json_document_is_let_in_and_taken_back(run_desk, tmp_path):
    policy = tmp_path / "workspace/memory/policy_overrides.json"
    policy.parent.mkdir(parents=True)
    lines = {"evolution_enabled": True, "retrieve_limit": 5, "compression_enabled": True, "recent_days": 3}
    before = json.dumps(lines, indent=2)
    policy.write_text(before)
    (policy.parent / "MEMORY.md").write_text(STORY)
    (policy.parents[1] / "sessions").mkdir()
    talk = {"messages": [{"role": "user", "content": f"tea number {number}"} for number in range(9)]}
    (policy.parents[1] / "sessions/a.json").write_text(json.dumps(talk))
    with serving('{"retrieve_limit": 15, "recent_days": 2}') as server:
        save_model(
            ModelSettings(Provider.COMPATIBLE, "scripted", base_url=server.url, retries=0, propose=True)
        )
        assert main(["run", str(policy.parents[1]), "evolve", "--model", "chosen"]) == 0
    save_model(None)
    desk = run_desk(policy.parents[1])
    [waiting] = desk.context.bus.workspace.staging.desk().waiting
    desk.window.proposal_wanted.emit(waiting)
    commands = desk.window.features["ReviewCommands"]
    desk.until(lambda: desk.window.area.covered_by(commands.proposals.page))
    page = commands.proposals.page
    desk.until(lambda: page.diff.current_change() >= 0)
    assert page.list.parts.rowCount() == 3
    leave_out(page, 1)
    page.approve.click()
    desk.until(lambda: json.loads(policy.read_text()) == {**lines, "retrieve_limit": 15})
    desk.until(lambda: not desk.window.area.covered_by(page))
    commands._stack.undo()
    desk.until(lambda: policy.read_text() == before)
    desk.until(lambda: desk.window.area.covered_by(page))


def test_what_a_job_came_to_is_titled_by_its_own_name_where_another_shares_it(desk):
    folder = desk.context.bus.workspace.root
    (folder / "memory/policy_overrides.json").write_text('{"evolution_enabled": true}')
    messages = [{"role": "user", "content": f"say {number}"} for number in range(20)]
    (folder / "sessions").mkdir()
    (folder / "sessions/a.json").write_text(json.dumps({"key": "a", "messages": messages}))
    with serving('{"recent_days": 5}') as server:
        model = ModelSettings(Provider.COMPATIBLE, "scripted", base_url=server.url, retries=0)
        save_model(model)
        assert main(["run", str(folder), "evolve", "--model", "chosen", "--propose"]) == 0
    gate = Approval(desk.context.bus.workspace)
    desk.window.proposal_wanted.emit(gate.waiting()[0].id)
    commands = desk.window.features["ReviewCommands"].proposals
    desk.until(lambda: desk.window.area.covered_by(commands.page))
    desk.until(lambda: commands.page.title.text() == "Tune the policy")
