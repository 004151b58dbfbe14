"""Jobs of a model end to end with a real one, a very small one: they hold whatever that says.

One of them in the suite, each of them at full size.

What is asserted is form and safety: a job changes nothing, or changes its own documents to something sound,
and what was there is kept.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
from PySide6.QtWidgets import QApplication

from core.evoclaw_desk import memory, topic
from helpers.model_desk import WRITER, ModelDesk
from helpers.sizes import size
from helpers.source import ROOT
from memdesk.agents.model_jobs import RunOutcome
from memdesk.agents.model_jobs.chosen import save_model
from memdesk.errors import ModelError
from memdesk.llm import ChatRequest, ModelSettings, Provider, connected
from memdesk.llm.settings import ToolStyle
from memdesk_gui.features.jobs.dialog import MemoryJobsDialog

FOLDER = ROOT / "build/local-model"
pytestmark = pytest.mark.skipif(
    not (FOLDER / ".ready").exists(), reason="the small model is not installed: 'make test' does that"
)

TALK = [
    {"role": ("user", "assistant")[n % 2], "content": f"Message {n}: the boat needs paint of colour {n}."}
    for n in range(24)
]
STORY = "# Memory\n\n## 2026-11-01\n\n" + "".join(
    f"- Anna bought {n} litres of blue paint for the boat on 2026-10-{n:02d}, as she likes to do.\n"
    for n in range(10, 25)
)
FOLDERS = {
    "picoclaw-memskill": {
        "memory/MEMORY.md": STORY,
        "memory/policy_overrides.json": '{"evolution_enabled": true}',
        "sessions/a.json": json.dumps({"key": "a", "messages": TALK}),
    },
    "pegasus": {
        "memory/facts/user.md": "# User\n\n> Summary: who\n\n- Name: Anna\n- Likes: green tea\n",
        "memory/episodes/2026-11.md": "# 2026-11\n\n## Boat\n- Date: 2026-11-02\nAnna painted it blue.\n",
    },
    "evoclaw": {
        "memory/warm-memory.json": json.dumps([memory("The boat is blue", id="b", category="projects/boat")]),
        "memory/memory-tree.json": json.dumps(
            {
                "root": {**topic("Root"), "children": ["projects"]},
                "projects": {**topic("Projects"), "children": ["projects/boat"]},
                "projects/boat": topic("Boat", warm=1),
            }
        ),
        "memory/2026-11-22.md": "# Day\n\n- Decided to paint the boat blue again in May.\n",
    },
}
JOBS = [
    ("picoclaw-memskill", "compress", {"force": True}, ("memory/",)),
    ("picoclaw-memskill", "summarize", {}, ("sessions/a.json",)),
    ("picoclaw-memskill", "evolve", {}, ("memory/policy_",)),
    ("pegasus", "refresh-summaries", {}, ("memory/facts/", "memory/episodes/")),
    (
        "pegasus",
        "reflect",
        {"conversation": "user: paint the boat\nagent: done, in blue. " * 8},
        ("memory/",),
    ),
    ("evoclaw", "distil", {"text": "Anna: shall we paint the boat blue? Bob: yes, in May."}, ("memory/",)),
    ("evoclaw", "ingest", {}, ("memory/",)),
    ("evoclaw", "consolidate", {"mode": "daily"}, ("memory/", "MEMORY.md")),
    ("evoclaw", "rebuild-tree", {}, ("memory/",)),
    ("evoclaw", "tree-search", {"query": "What colour is the boat?"}, ()),
]
SHORTEST = 3
"""The job that asks for the fewest words."""


@pytest.fixture(scope="module")
def served():
    script = ROOT / "tests/helpers/local_model.py"
    with subprocess.Popen(
        [sys.executable, str(script), str(FOLDER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        address = process.stdout.readline().strip()
        # What serves the model is built for processors of the last ten years.
        if not address and process.wait() == -signal.SIGILL:
            pytest.skip("what serves the small model does not run on this processor")
        yield address
        process.kill()


@pytest.fixture
def told():
    """What was told while the model wrote."""
    return []


@pytest.fixture
def chat(served, told):
    settings = ModelSettings(
        Provider.COMPATIBLE,
        "smollm2",
        f"{served}/v1",
        most_tokens=200,
        seconds=600.0,
        tools=ToolStyle.ACTIONS,
    )
    with connected(settings, None, follow=told.append) as model:
        yield model


def test_it_answers_piece_by_piece(chat, told):
    answer = chat.ask(ChatRequest("Be brief.", "What is the capital of France?", 20, 0.0, 600.0))
    assert answer.text.strip()
    assert told[-1].text == answer.text
    assert answer.input_tokens > answer.output_tokens > 0


@pytest.mark.parametrize("each", size(JOBS, JOBS[SHORTEST : SHORTEST + 1]), ids=lambda each: each[1])
def test_a_job_keeps_its_form_whatever_the_model_says(tmp_path, chat, each):
    system, job, arguments, places = each
    desk = ModelDesk(tmp_path, system, FOLDERS[system])
    before = {name: desk.bytes(name) for name in desk.names()}
    jobs, landed = desk.jobs, None
    with suppress(ModelError):
        landed = jobs.land(jobs.plan(jobs.find(job, system), arguments, chat), WRITER)
    after = {name: desk.bytes(name) for name in desk.names()}
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    (run,) = jobs.log.all()
    assert run.requests > 0
    assert all(name.startswith(places) for name in changed)
    if landed is None or landed.proposal:
        assert changed == set()
        assert run.outcome in (RunOutcome.FAILED, RunOutcome.PROPOSED)
        return
    workspace = desk.toolbox._workspace
    for name in changed:
        detail = workspace.describe(name)
        assert [each for each in detail.parsed.problems if each.severity == "error"] == []
        if name in before:  # what was there can be had again
            (first, *_) = workspace.history(name)
            assert workspace.version(first.before) == before[name]


WINDOW_JOBS = [
    ("picoclaw-memskill", "compress-memory"),
    ("pegasus", "refresh-summaries"),
    ("evoclaw", "rebuild-tree"),
]


@pytest.mark.parametrize("each", size(WINDOW_JOBS, WINDOW_JOBS[1:2]), ids=lambda each: each[1])
def test_a_job_from_the_window_is_shown_before_it_is_written(tmp_path, run_desk, served, each):
    system, job = each
    ModelDesk(tmp_path, system, FOLDERS[system]).close()
    save_model(
        ModelSettings(
            Provider.COMPATIBLE,
            "smollm2",
            f"{served}/v1",
            most_tokens=40,
            seconds=600.0,
            tools=ToolStyle.ACTIONS,
        )
    )
    desk = run_desk(tmp_path)
    root = desk.context.bus.workspace.root
    before = {name: (root / name).read_bytes() for name in FOLDERS[system]}
    desk.context.commands.action("memory.jobs").trigger()
    dialog = [one for one in QApplication.topLevelWidgets() if isinstance(one, MemoryJobsDialog)][-1]
    desk.until(lambda: bool(dialog._offers))
    row = next(n for n in sorted(dialog._by_model) if dialog._offers[n].tool.name == job)
    dialog.list.select(str(row))
    desk.until(lambda: dialog.do.text() == "Ask the model")
    dialog.do.click()
    desk.until(lambda: dialog.list.isEnabled() and not desk.context.jobs.is_busy)
    assert {name: (root / name).read_bytes() for name in before} == before
    if dialog._plan is None:
        return  # the model's answer was none: that is told, and nothing changed
    dialog.propose.click()
    desk.until(lambda: not desk.context.jobs.is_busy)
    assert {name: (root / name).read_bytes() for name in before} == before
