"""A day of each agent: it remembers, is corrected by a person in the window, and goes on from that.

And the promise behind it: the same calls make the same bytes, whichever face they come through.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date

import anyio
import pytest
from mcp.client.client import Client

from helpers.running_desk import tree
from memdesk import open_workspace
from memdesk.agents.mcp.server import MemoryServer
from memdesk.cli import main
from memdesk.cli.demo.copy import copy_demo
from memdesk.model import Origin
from memdesk.workspace import Workspace

NOON = "2026-03-01T12:00:00+00:00"


@dataclass(frozen=True)
class Day:
    """What an agent of a system does, what a person corrects, and how the agent recalls it."""

    system: str
    calls: tuple[tuple[str, dict], ...]
    document: str
    wrong: str
    right: str
    recall: tuple[str, dict] | None = None
    """A tool that tells the fact; None: it stands in the prompt's context."""
    end: tuple[str, dict] | None = None
    jobs: tuple[tuple[str, dict], ...] = field(default=())

    def __str__(self):
        return self.system


DAYS = (
    Day(
        "picoclaw-profile",
        (
            ("memory_set", {"key": "drink", "value": "green tea"}),
            ("memory_set", {"key": "name", "value": "Ada <ada>"}),
            ("memory_append", {"content": "- tried the new kettle"}),
            ("memory_delete", {"key": "name"}),
        ),
        "memory/profile.json",
        "green tea",
        "black tea",
    ),
    Day(
        "picoclaw-memskill",
        (
            ("memory_append", {"content": "The kiln runs at 1180 degrees."}),
            ("memory_append", {"content": "- fired six bowls", "slot": "today"}),
            ("write_file", {"path": "memory/MEMORY.md", "content": "我的狗叫 Bob。"}),
            ("append_file", {"path": "notes/shop.md", "content": "clay"}),
        ),
        "memory/MEMORY.md",
        "1180",
        "1200",
        ("memory_search", {"query": "kiln degrees"}),
        jobs=(),
    ),
    Day(
        "aigentic",
        (
            ("save_memory", {"compartment": "session", "content": "lives in Porto", "tags": ["home"]}),
            ("save_memory", {"compartment": "run", "content": "total = 42", "priority": 9}),
            ("get_memory", {"compartment": "session", "tags": ["home"]}),
        ),
        "memory.json",
        "Porto",
        "Lisbon",
        ("get_memory", {"compartment": "session"}),
        ("end_run", {}),
    ),
    Day(
        "pegasus",
        (
            (
                "memory_write",
                {"path": "facts/user.md", "content": "# User\n\n> Summary: who\n\n- Cat: Tom\n"},
            ),
            ("memory_append", {"path": "episodes/2026-03.md", "entry": "## Vet\n\nAll well."}),
            ("memory_patch", {"path": "facts/user.md", "old_str": "who", "new_str": "who, and the cat"}),
        ),
        "data/memory/facts/user.md",
        "Tom",
        "Tim",
        ("memory_read", {"path": "facts/user.md"}),
        jobs=(("refresh-summaries", {}),),
    ),
    Day(
        "evoclaw",
        (
            ("memory_store", {"text": "The deploy key lives in the vault", "category": "projects/boat"}),
            ("memory_store", {"text": "我的狗叫 Bob", "category": "owner/pets", "importance": 0.9}),
        ),
        "memory/warm-memory.json",
        "the vault",
        "the safe",
        ("memory_retrieve", {"query": "where is the deploy key?"}),
        jobs=(("consolidate", {"mode": "daily"}),),
    ),
)


@pytest.fixture(autouse=True)
def still(monkeypatch):
    """Stop the clock."""
    monkeypatch.setenv("MEMDESK_NOW", NOON)


def by_python(root, day):
    with open_workspace(root, actor="robin", session="s1", system=day.system) as memory:
        for name, arguments in day.calls:
            memory.call(name, arguments)
        for name, arguments in day.jobs:
            memory.run(name, arguments)


def by_command_line(root, day):
    def run(*words):
        assert main([*words, "--system", day.system, "--actor", "robin", "--session", "s1"]) == 0

    for name, arguments in day.calls:
        run("tool", str(root), name, "--args", json.dumps(arguments))
    for name, arguments in day.jobs:
        run("run", str(root), name, "--args", json.dumps(arguments))


def by_mcp(root, day):
    async def talk():
        with Workspace.open(root) as desk:
            server = MemoryServer(desk, day.system, "robin", "s1").server()
            async with Client(server) as client:
                for name, arguments in day.calls:
                    answer = await client.call_tool(name, arguments)
                    assert not answer.is_error, answer.content

    anyio.run(talk)
    with open_workspace(root, actor="robin", session="s1", system=day.system) as memory:
        for name, arguments in day.jobs:  # MCP offers tools only
            memory.run(name, arguments)


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_the_same_calls_make_the_same_bytes_through_every_face(tmp_path, capfd, day):
    made = []
    for face in (by_python, by_command_line, by_mcp):
        root = tmp_path / face.__name__
        root.mkdir()
        face(root, day)
        made.append(tree(root))
    assert made[0]
    assert made[0] == made[1] == made[2]


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_a_day_with_an_agent(run_desk, tmp_path, day):
    root = tmp_path / "workspace"
    root.mkdir()
    by_python(root, day)
    assert day.wrong in told(root, day)

    desk = run_desk(root)
    buffer = desk.open(day.document)
    buffer.replace(buffer.text().replace(day.wrong, day.right))
    desk.documents.save(buffer)
    desk.until(lambda: not buffer.dirty)
    desk.settle()
    written = desk.bus.workspace.history(day.document)
    desk.end()
    assert day.right in (root / day.document).read_text("utf-8")
    assert [step.actor.origin for step in written][-1] is Origin.HUMAN
    assert written[0].actor.name == "robin"

    recalled = told(root, day)
    assert day.right in recalled
    assert day.wrong not in recalled
    if day.end:
        with open_workspace(root, actor="robin", system=day.system) as memory:
            memory.call(*day.end)
            assert "42" not in memory.context().text


def told(root, day):
    """What an agent that has just started gets to know."""
    with open_workspace(root, actor="robin", system=day.system) as memory:
        return memory.call(*day.recall).text if day.recall else memory.context().text


def test_all_five_have_their_day_in_the_one_demo_workspace(tmp_path):
    root = copy_demo(tmp_path / "demo", date(2026, 3, 1))
    for day in DAYS:
        by_python(root, day)
        assert day.wrong in told(root, day)
        if day.end:
            with open_workspace(root, actor="robin", system=day.system) as memory:
                memory.call(*day.end)
    with Workspace.open(root) as desk:
        assert {report.id for report in desk.systems()} == {day.system for day in DAYS}


def test_what_the_prompt_gets_of_several_systems_is_the_same_on_the_command_line_and_in_python(
    tmp_path, capfd
):
    root = copy_demo(tmp_path / "demo", date(2026, 3, 1))
    assert main(["context", str(root), "--query", "咖啡"]) == 0
    with open_workspace(root) as memory:
        assert capfd.readouterr().out == memory.context("咖啡").text
