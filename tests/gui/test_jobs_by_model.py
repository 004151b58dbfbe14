"""Jobs of a model in the window: asked only on demand, seen before they are written, or kept for approval."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from helpers.model_server import SILENT, serving
from memdesk.agents.model_jobs.chosen import save_model
from memdesk.llm import ModelSettings, Provider
from memdesk_gui.features.jobs.dialog import MemoryJobsDialog

STORY = "# Memory\n\n## 2026-11-01\n\n" + "Anna likes green tea, and green tea is what Anna likes.\n" * 8
SHORT = "# Memory\n\n## 2026-11-01\n\nAnna likes green tea."


@pytest.fixture
def desk(run_desk, tmp_path):
    memory = tmp_path / "workspace" / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text(STORY)
    (memory / "policy_overrides.json").write_text('{"long_term_compress_char_threshold": 11}')
    return run_desk(memory.parent)


@pytest.fixture
def serve():
    """Serve answers, and choose the model that gives them."""
    opened = []

    def start(*answers):
        server = serving(*answers)
        opened.append(server)
        script = server.__enter__()
        save_model(ModelSettings(Provider.COMPATIBLE, "scripted", base_url=script.url, retries=0))
        return script

    yield start
    for each in opened:
        each.__exit__(None, None, None)


def dialog_at(desk, name):
    """Open the jobs, and choose the one of this name that a model does."""
    desk.context.commands.action("memory.jobs").trigger()
    dialog = [one for one in QApplication.topLevelWidgets() if isinstance(one, MemoryJobsDialog)][-1]
    desk.until(lambda: bool(dialog._offers))
    row = next(n for n in sorted(dialog._by_model) if dialog._offers[n].tool.name == name)
    dialog.list.select(str(row))
    desk.until(lambda: dialog.do.text() == "Ask the model")
    return dialog


def text_of(desk):
    return (desk.context.bus.workspace.root / "memory/MEMORY.md").read_text()


def test_a_model_is_asked_on_demand_and_what_it_came_to_is_seen_then_written(desk, serve):
    server = serve(SHORT)
    dialog = dialog_at(desk, "compress-memory")
    assert (server.requests, dialog.do.isEnabled()) == ([], True)
    dialog.do.click()
    desk.until(lambda: dialog._plan is not None)
    assert "compatible:scripted: 12 + 3 tokens" in dialog._answer.text()
    assert {one.uri for one in dialog.outlook.touched} >= {"memory/MEMORY.md"}
    assert (text_of(desk), dialog.propose.isVisible()) == (STORY, True)
    dialog.do.click()
    desk.until(lambda: text_of(desk) == SHORT + "\n")
    assert len(server.requests) == 1


def test_what_a_model_came_to_is_kept_for_approval(desk, serve):
    serve(SHORT)
    dialog = dialog_at(desk, "compress-memory")
    dialog.do.click()
    desk.until(lambda: dialog._plan is not None)
    dialog.propose.click()
    staging = desk.context.bus.workspace.staging
    desk.until(lambda: len(staging.desk().waiting) == 1)
    desk.until(lambda: not desk.context.jobs.is_busy)
    assert text_of(desk) == STORY


def test_what_the_model_was_not_given_is_named_and_waits(desk, serve):
    serve(SHORT.replace("green tea", "green tea from Zed"))
    dialog = dialog_at(desk, "compress-memory")
    dialog.do.click()
    desk.until(lambda: dialog._plan is not None)
    assert "names what the model was not given, so it is kept for your approval: Zed" in dialog._answer.text()
    dialog.do.click()
    staging = desk.context.bus.workspace.staging
    desk.until(lambda: len(staging.desk().waiting) == 1)
    desk.until(lambda: not desk.context.jobs.is_busy)
    assert text_of(desk) == STORY


def test_other_values_need_another_answer(desk, serve):
    serve(SHORT)
    dialog = dialog_at(desk, "compress-memory")
    dialog.do.click()
    desk.until(lambda: dialog._plan is not None)
    dialog.form.controls["force"].setChecked(True)
    desk.until(lambda: dialog._plan is None)
    assert (dialog.do.text(), dialog.propose.isVisible()) == ("Ask the model", False)


def test_a_model_is_asked_by_a_press_right_after_a_value_was_entered(desk, serve):
    serve(SHORT)
    dialog = dialog_at(desk, "compress-memory")
    dialog._waiting.setInterval(0)
    dialog.form.controls["force"].setChecked(True)
    dialog.do.click()
    desk.until(lambda: dialog.list.isEnabled() and not desk.context.jobs.is_busy)
    assert dialog._plan is not None


def test_a_press_right_after_a_value_was_entered_writes_nothing_that_was_worked_out_before(desk, serve):
    server = serve(SHORT)
    dialog = dialog_at(desk, "compress-memory")
    dialog.do.click()
    desk.until(lambda: dialog._plan is not None)
    dialog.form.controls["force"].setChecked(True)
    dialog.do.click()
    desk.settle()
    assert (text_of(desk), dialog.do.text(), len(server.requests)) == (STORY, "Ask the model", 1)


def test_an_answer_that_cannot_be_used_is_told_and_can_be_asked_for_again(desk, serve):
    serve("I'm sorry, I cannot do that.", "I'm sorry, I cannot do that.", SHORT)
    dialog = dialog_at(desk, "compress-memory")
    dialog.do.click()
    desk.until(lambda: "declines" in shown(dialog))
    assert dialog.list.isEnabled()
    dialog.do.click()
    desk.until(lambda: dialog._plan is not None)
    assert text_of(desk) == STORY


def shown(dialog):
    return " ".join(label.text() for label in dialog._none.findChildren(QLabel))


def test_a_request_under_way_ends_when_the_dialog_is_closed(desk, serve):
    server = serve(SILENT)
    dialog = dialog_at(desk, "compress-memory")
    dialog.do.click()
    desk.until(lambda: bool(server.requests))
    dialog.reject()
    desk.until(lambda: not desk.context.jobs.is_busy)
    assert text_of(desk) == STORY


def test_without_a_chosen_model_it_says_how_one_is_chosen(desk):
    save_model(None)
    dialog = dialog_at(desk, "compress-memory")
    assert "settings" in shown(dialog)
    assert not dialog.do.isEnabled()
