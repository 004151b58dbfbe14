"""A model explains a change in the window: from the inbox and where a change is shown in full; cancel."""

from __future__ import annotations

import pytest

from helpers.model_server import SILENT, serving
from memdesk.agents.model_jobs.chosen import save_model
from memdesk.llm import ModelSettings, Provider
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.history.change_dialog import ChangeDialog

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "write_file", "s1")
URI = "memory/MEMORY.md"


@pytest.fixture
def dialog(run_desk, tmp_path):
    """A function that has the change that waits explained and returns the dialog."""
    root = tmp_path / "root"
    (root / "memory").mkdir(parents=True)
    (root / URI).write_text("# Memory\n\n- likes tea\n")

    def build():
        with Workspace.open(root) as agent:
            agent.commit(URI, b"# Memory\n\n- likes mate\n", ANY, AGENT)
        desk = run_desk(root)
        commands = desk.window.features["ReviewCommands"]
        desk.until(lambda: commands.reviewing.inbox is not None)
        desk.run("review.open")
        desk.until(lambda: commands._looked_into() is not None)
        desk.settle()
        desk.run("review.explain")
        return desk, desk.window.findChild(ChangeDialog)

    yield build
    save_model(None)


def choose(script):
    save_model(ModelSettings(Provider.COMPATIBLE, "scripted", base_url=script.url, retries=0))


def test_the_answer_of_the_model_stands_above_the_change(dialog):
    with serving("Tea became mate.") as script:
        choose(script)
        desk, shown = dialog()
        desk.until(lambda: shown.explanation.said.text() == "Tea became mate.")
        assert "+- likes mate" in str(script.requests[0]["messages"])


def test_it_is_cancelled_and_the_window_goes_on_meanwhile(dialog):
    with serving(SILENT) as script:
        choose(script)
        desk, shown = dialog()
        desk.until(lambda: bool(script.requests) and shown.explanation.progress.isVisible())
        desk.run("view.activity")
        shown.explanation.progress.cancel.click()
        desk.until(lambda: not shown.explanation.progress.running)
        assert shown.explanation.said.text() == ""


def test_without_a_model_it_says_what_to_set(dialog):
    desk, shown = dialog()
    desk.until(lambda: bool(shown.explanation.said.text()))
    assert "settings" in shown.explanation.said.text()
