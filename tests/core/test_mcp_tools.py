"""Every tool of every system as the official client calls it: with good arguments, and with bad ones."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from threading import Event

import anyio
import anyio.to_thread
import pytest
from mcp.client.client import Client

from helpers.bad_arguments import bad_calls, files_of
from helpers.model_server import serving
from helpers.originals import SYSTEMS, put
from memdesk.access.proposals import StagingRule
from memdesk.agents.mcp.server import MemoryServer
from memdesk.agents.model_jobs.chosen import save_model
from memdesk.llm import ModelSettings, Provider
from memdesk.model import Via
from memdesk.review.approval import Approval
from memdesk.runtime.clock import FrozenClock
from memdesk.runtime.person import person
from memdesk.systems.registry import load_systems
from memdesk.workspace import Workspace

ENTRY = "e7acbff5-e537-4e7d-8e8f-ab379c78010f"
GOOD = {
    "picoclaw-profile": {
        "memory_set": {"key": "drink", "value": "green tea"},
        "memory_delete": {"key": "user_name"},
        "memory_append": {"content": "- tried the new kettle"},
    },
    "picoclaw-memskill": {
        "memory_append": {"content": "The kiln runs at 1180 degrees.", "slot": "long_term"},
        "memory_search": {"query": "咖啡偏好", "limit": 2},
        "write_file": {"path": "notes/shop.md", "content": "clay"},
        "append_file": {"path": "notes/shop.md", "content": "glaze"},
    },
    "aigentic": {
        "save_memory": {"compartment": "run", "content": "a step", "tags": ["q1"], "metadata": {"a": "b"}},
        "get_memory": {"compartment": "session", "id": ENTRY},
        "clear_memory": {"compartment": "plan", "tags": ["q1"]},
        "search_memory": {"query": "total"},
        "end_run": {},
        "end_session": {},
    },
    "pegasus": {
        "memory_list": {},
        "memory_read": {"path": "facts/user.md"},
        "memory_write": {"path": "facts/cat.md", "content": "# Cat\n"},
        "memory_patch": {"path": "facts/user.md", "patches": [{"oldText": "Lin Wei", "newText": "Lin Mei"}]},
        "memory_append": {"path": "episodes/2026-02.md", "entry": "## Vet", "summary": "vet"},
    },
    "evoclaw": {
        "memory_store": {"text": "The key lies in the vault", "category": "projects/kiln", "importance": 0.9},
        "memory_retrieve": {"query": "宠物狗", "limit": 3},
        "memory_search": {"query": "JSON-RPC", "mode": "keyword"},
        "memory_tree": {},
        "memory_hot_update": {"section": "task", "data": {"text": "order clay"}},
    },
}


WRITING = {
    "picoclaw-profile": {"memory_set": "di", "memory_delete": "di", "memory_append": ""},
    "picoclaw-memskill": {"memory_append": "", "write_file": "d", "append_file": ""},
    "aigentic": {"save_memory": "", "clear_memory": "di", "end_run": "di", "end_session": "di"},
    "pegasus": {"memory_write": "di", "memory_patch": "d", "memory_append": ""},
    "evoclaw": {"memory_store": "", "memory_retrieve": "", "memory_hot_update": "d"},
}
"""The tools that write; d: may replace or delete, i: a second call changes nothing more."""


@pytest.fixture(params=GOOD)
def system(request):
    return request.param


@pytest.fixture
def talk(tmp_path, system):
    """Serve a system's workspace to a client and let it talk."""

    def talk(conversation):
        async def main():
            with Workspace.open(put(tmp_path / "root", SYSTEMS[system]), clock=FrozenClock(1.8e9)) as desk:
                async with Client(MemoryServer(desk, system, "robin", "s1").server()) as client:
                    return await conversation(client, desk)

        return anyio.run(main)

    return talk


def test_every_tool_is_listed_and_answers_a_good_call(talk, system):
    async def conversation(client, desk):
        names = [tool.name for tool in (await client.list_tools()).tools]
        answers = {name: await client.call_tool(name, GOOD[system][name]) for name in names}
        return names, answers, {step.actor.name for step in desk.newest_operations(50).operations}

    names, answers, writers = talk(conversation)
    assert names == list(GOOD[system])
    for name, answer in answers.items():
        assert not answer.is_error, f"{name}: {answer.content}"
        assert answer.structured_content["text"] == answer.content[0].text
    assert writers == {"robin"}


def test_every_tool_says_what_it_writes_and_what_it_may_destroy(talk, system):
    async def conversation(client, _desk):
        return {tool.name: tool.annotations for tool in (await client.list_tools()).tools}

    hints = talk(conversation)
    writing = {
        name: "d" * hint.destructive_hint + "i" * hint.idempotent_hint
        for name, hint in hints.items()
        if not hint.read_only_hint
    }
    assert writing == WRITING[system]
    reading = [hint for hint in hints.values() if hint.read_only_hint]
    assert all(hint.idempotent_hint and not hint.destructive_hint for hint in reading)
    assert not any(hint.open_world_hint for hint in hints.values())


def test_every_tool_tells_a_client_what_is_wrong_and_changes_nothing(talk, tmp_path, system):
    tools = load_systems()[system].tools()

    async def conversation(client, _desk):
        return [fault for tool in tools for fault in [await faults_of(client, tool)] if fault]

    async def faults_of(client, tool):
        before, found = files_of(tmp_path), []
        for call in some_bad(tool, GOOD[system][tool.name]):
            answer = await client.call_tool(call.tool, dict(call.arguments))
            told = answer.structured_content
            if not answer.is_error or told["ok"] or not {"error", "code"} <= told.keys():
                found.append(f"{call}: {told}")
        return found + (["the disk has changed"] if files_of(tmp_path) != before else [])

    assert talk(conversation) == []


def some_bad(tool, good):
    """Return calls that are refused and that JSON can carry: some for each parameter."""
    calls = [call for call in bad_calls(tool, good) if call.refused and carried(call.arguments)]
    for name in dict.fromkeys(call.parameter for call in calls):
        yield from islice((call for call in calls if call.parameter == name), 8)


def carried(arguments):
    """Whether a client can send this."""
    try:
        return bool(json.dumps(arguments, allow_nan=False, ensure_ascii=False).encode())
    except ValueError:
        return False


def test_a_rejection_is_told_to_its_writer_once_with_the_reason(tmp_path):
    async def main():
        with Workspace.open(put(tmp_path / "root", SYSTEMS["pegasus"]), clock=FrozenClock(1.8e9)) as desk:
            gate = Approval(desk)
            gate.set_rules([StagingRule()], person(Via.GUI))
            async with Client(MemoryServer(desk, "pegasus", "robin", "s1").server()) as client:
                wish = {"path": "facts/cat.md", "content": "# Cat\n"}
                await client.call_tool("memory_write", wish)
                gate.refuse(gate.waiting()[0].id, person(Via.GUI), reason="there is no cat")
                return [await client.call_tool("memory_list", {}) for _ in range(2)]

    first, second = anyio.run(main)
    [notice] = first.structured_content["notices"]
    assert "facts/cat.md" in notice
    assert notice.endswith("there is no cat")
    assert first.content[-1].text == notice
    assert "notices" not in second.structured_content


POLICY = {"long_term_compress_char_threshold": 40}
LONG = "# Memory\n\n## 2026-11-01\n\n" + "Anna likes green tea, green tea she likes.\n" * 4
SHORT = "# Memory\n\n## 2026-11-01\n\nAnna likes green tea."


async def _append_twice(root, answered=lambda: None):
    with Workspace.open(root, clock=FrozenClock(1.8e9)) as desk:
        server = MemoryServer(desk, "picoclaw-memskill", "robin", "s1")
        async with Client(server.server()) as client:
            wish = {"content": "The kiln runs hot.", "slot": "today"}
            answers = [await client.call_tool("memory_append", wish) for _ in range(2)]
            assert not any(answer.is_error for answer in answers)
            answered()
        await anyio.to_thread.run_sync(server._notices.end)
        return answers


@pytest.fixture
def long_memory(tmp_path):
    memory = tmp_path / "root" / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text(LONG)
    (memory / "policy_overrides.json").write_text(json.dumps(POLICY))
    yield tmp_path / "root"
    save_model(None)


def test_a_threshold_that_is_reached_is_told_to_the_agent_once(long_memory):
    first, second = anyio.run(_append_twice, long_memory)
    [notice] = first.structured_content["notices"]
    assert "Memory threshold reached: compress-memory" in notice
    assert "notices" not in second.structured_content
    assert (long_memory / "memory/MEMORY.md").read_text() == LONG


def test_what_is_due_is_done_beside_the_agent_where_a_person_asked_for_that(long_memory):
    go_on = Event()

    def answered():
        # the endpoint has answered nothing yet, and the agent waited for nothing
        assert (long_memory / "memory/MEMORY.md").read_text() == LONG
        go_on.set()

    with serving(lambda: go_on.wait(300) and SHORT) as script:
        chosen = ModelSettings(Provider.COMPATIBLE, "scripted", base_url=script.url, retries=0)
        save_model(replace(chosen, automatic=True))
        first, _ = anyio.run(_append_twice, long_memory, answered)
    [notice] = first.structured_content["notices"]
    assert notice == "Memory threshold reached. Optimizing conversation history... (compress-memory)"
    assert (long_memory / "memory/MEMORY.md").read_text().strip() == SHORT
