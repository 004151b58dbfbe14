"""What agents recall for a question, over every way in: the right memory first, and nothing unrelated."""

from __future__ import annotations

import json

import anyio
import pytest
from mcp.client.client import Client

from helpers.agent_desk import AgentDesk
from memdesk.agents.mcp.server import MemoryServer
from memdesk.cli import main
from memdesk.workspace import Workspace

LONG_TERM = """# 长期记忆

## 2026-11-01

项目 A 的截止日期是 3 月 15 日。

## 2026-11-02

宠物狗叫 Bob。

## 2026-11-03

常用邮箱是 alice@example.com。

## 2026-11-04

我的咖啡偏好是无糖拿铁，大杯。

## 2026-11-05

The nightly backup host is vault-7, in the second rack.

## 2026-11-06

Robin's bicycle is green and has three gears.

## 2026-11-07

The deadline of project B is in June.
"""
SKILL = {
    "memory/MEMORY.md": LONG_TERM,
    "memory/202611/20261101.md": "# 2026-11-01\n\nThe lighthouse was painted white.\n\nIt rained.\n",
    "memory/202611/20261121.md": "# 2026-11-21\n\nThe kettle broke.\n\nBob 去看了兽医。\n",
}
QUESTIONS = [
    ("我的狗叫什么？", "宠物狗叫 Bob。"),
    ("项目 A 什么时候截止？", "项目 A 的截止日期是 3 月 15 日。"),
    ("我的咖啡偏好是什么？", "我的咖啡偏好是无糖拿铁，大杯。"),
    ("what is the backup host?", "The nightly backup host is vault-7, in the second rack."),
    ("When is the deadline of project B?", "The deadline of project B is in June."),
]
UNRELATED = ("bicycle", "alice@example.com", "lighthouse")


@pytest.fixture(params=["memdesk", "search"])
def desk(request, tmp_path):
    toml = f'[picoclaw-memskill]\nretrieval = "{request.param}"\n'
    return AgentDesk(tmp_path / "root", "picoclaw-memskill", SKILL | {"memdesk.toml": toml})


def said(text):
    return [part.rpartition("\n")[2] for part in text.split("\n\n---\n\n")]


@pytest.mark.parametrize(("query", "answer"), QUESTIONS)
def test_a_tool_in_a_shell_finds_the_right_memory_first(desk, capfd, query, answer):
    assert main(["tool", str(desk.root), "memory_search", "--args", json.dumps({"query": query})]) == 0
    reply = json.loads(capfd.readouterr().out)
    assert said(reply["text"])[0] == answer
    assert not [words for words in UNRELATED if words in reply["text"]]
    best = reply["data"]["results"][0]
    rows = LONG_TERM.split("\n")
    assert answer in rows[best["lines"][0] - 1 : best["lines"][1]]
    assert best["matched"]
    assert best["parts"]


@pytest.mark.parametrize(("query", "answer"), QUESTIONS)
def test_a_tool_over_mcp_finds_the_right_memory_first(desk, query, answer):
    async def ask():
        async with Client(MemoryServer(workspace, None, "robin", None).server()) as client:
            return await client.call_tool("memory_search", {"query": query})

    with Workspace.open(desk.root) as workspace:
        text = anyio.run(ask).content[0].text
    assert said(text)[0] == answer
    assert not [words for words in UNRELATED if words in text]


@pytest.mark.parametrize(("query", "answer"), QUESTIONS)
def test_the_search_and_the_context_have_it_first_and_explain_it(desk, capfd, query, answer):
    assert main(["search", str(desk.root), query, "--json"]) == 0
    found = json.loads(capfd.readouterr().out)["results"]
    assert answer.strip("。.") in found[0]["snippet"]
    assert not [words for words in UNRELATED if any(words in one["snippet"] for one in found)]
    ((_, context),) = desk.toolbox.contexts(None, query)
    long_term = context.text.partition("## Recent Daily Notes")[0]
    assert answer in long_term
    assert not [words for words in UNRELATED if words in long_term]
    (trace,) = desk.toolbox.explained(None, query)
    first = next(each for each in trace.injected if each.score is not None)
    assert answer in first.text
    assert first.matched
    assert first.parts
    below = [each for each in trace.below if "bicycle" in each.text]
    assert [each.reason for each in below] == ["not_matched"]


def test_a_search_finds_older_notes_too_and_recent_ones_but_once(tmp_path):
    toml = '[picoclaw-memskill]\nretrieval = "search"\n'
    desk = AgentDesk(tmp_path, "picoclaw-memskill", SKILL | {"memdesk.toml": toml})
    data = desk.call("memory_search", query="which colour was the lighthouse painted?").data
    assert data["results"][0]["uri"].startswith("memory/202611/20261101.md#L")
    ((_, context),) = desk.toolbox.contexts(None, "what about the kettle?")
    assert context.text.count("kettle") == 1
    ((_, context),) = desk.toolbox.contexts(None, "which colour was the lighthouse painted?")
    assert "painted white" in context.text


def test_only_what_has_to_do_with_a_message_of_the_last_notes_goes_along(tmp_path):
    toml = '[picoclaw-memskill]\nnotes = "related"\n'
    desk = AgentDesk(tmp_path, "picoclaw-memskill", SKILL | {"memdesk.toml": toml})
    (trace,) = desk.toolbox.explained(None, "the kettle")
    notes = trace.context.text.partition("## Recent Daily Notes\n\n")[2]
    assert notes == "# 2026-11-21\n\nThe kettle broke."
    (kept,) = [each for each in trace.injected if "20261121" in each.uri]
    assert (kept.first, kept.last, kept.matched) == (3, 3, ("kettle",))
    vet = next(each for each in trace.below if "兽医" in each.text)
    assert (vet.reason, vet.setting) == ("not_matched", "notes")
    ((_, whole),) = desk.toolbox.contexts(None, "")
    assert "兽医" in whole.text
    ((_, none),) = desk.toolbox.contexts(None, "submarine")
    assert "Recent Daily Notes" not in none.text


WARM = [
    {"text": "The nightly backup host is vault-7", "category": "infra/backup"},
    {"text": "宠物狗叫 Bob", "category": "people/pets"},
    {"text": "The deadline of project A is 15 March", "category": "projects/a"},
    {"text": "Robin's bicycle is green", "category": "people/robin"},
]


@pytest.fixture(params=["topics", "search"])
def evoclaw(request, tmp_path):
    entries = [
        {"id": f"{place:012x}", "importance": 0.8, "created_at": 1_795_000_000.0, "access_count": 0, **one}
        for place, one in enumerate(WARM)
    ]
    files = {
        "memory/warm-memory.json": json.dumps(entries, indent=2),
        "memory/memory-tree.json": '{"root": {"desc": "", "warm_count": 0, "cold_count": 0, "children": []}}',
        "memdesk.toml": f'[evoclaw]\nretrieval = "{request.param}"\n',
    }
    return AgentDesk(tmp_path, "evoclaw", files)


@pytest.mark.parametrize("tool", ["memory_retrieve", "memory_search"])
@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("我的狗叫什么？", "宠物狗叫 Bob"),
        ("what is the deadline of project A?", "The deadline of project A is 15 March"),
        ("which is the backup host", "The nightly backup host is vault-7"),
    ],
)
def test_an_agent_of_evoclaw_recalls_the_right_memory_first(evoclaw, tool, query, answer):
    results = evoclaw.call(tool, query=query).data["results"]
    assert results[0]["text"] == answer
    assert not [one for one in results if "bicycle" in one["text"]]
    assert results[0]["parts"]


@pytest.mark.parametrize("mode", ["auto", "keyword", "vector", "hybrid"])
def test_every_mode_answers_and_says_what_it_went_by(evoclaw, mode):
    data = evoclaw.call("memory_search", query="backup host", mode=mode).data
    assert [one["text"] for one in data["results"]] == ["The nightly backup host is vault-7"]
    assert data["mode"] == mode
    assert "asked" not in data


def test_a_prompt_of_evoclaw_recalls_by_what_is_chosen(evoclaw):
    (trace,) = evoclaw.toolbox.explained(None, "the backup host")
    found = [each for each in trace.injected if each.score is not None]
    assert ["vault-7" in each.text for each in found] == [True]
    assert "bicycle" in " ".join(each.text for each in trace.below)


def test_one_line_of_many_memories_is_told_apart(tmp_path):
    entries = [
        {"id": f"{n:012x}", "text": f"Fact {word}", "category": "a"} for n, word in enumerate("xyzuvw")
    ]
    entries.append({"id": "f" * 12, "text": "The kettle broke", "category": "a"})
    files = {
        "memory/warm-memory.json": json.dumps(entries),
        "memory/memory-tree.json": '{"root": {"desc": "", "warm_count": 0, "cold_count": 0, "children": []}}',
        "memdesk.toml": '[evoclaw]\nretrieval = "search"\n',
    }
    desk = AgentDesk(tmp_path, "evoclaw", files)
    assert [one["id"] for one in desk.call("memory_retrieve", query="kettle").data["results"]] == ["f" * 12]


@pytest.mark.parametrize("query", ["?", '"', "-", "*" * 50, "💥", "a" * 1_000_000])
def test_odd_questions_get_an_answer_without_memories(desk, query):
    assert desk.call("memory_search", query=query).data["results"] == []
