"""What the design of MemSkill promises and no other test holds; its fourth part as it is to be tried out."""

from __future__ import annotations

import json

import pytest

from helpers.agent_desk import AgentDesk
from memdesk.errors import ArgumentError
from memdesk.systems.picoclaw_memskill.context import context
from memdesk.systems.picoclaw_memskill.settings import PolicyParameters

SYSTEM = "picoclaw-memskill"
LONG_TERM, OVERRIDES, CONFIG = "memory/MEMORY.md", "memory/policy_overrides.json", "config.json"
DEFAULTS = {
    "retrieve_limit": 10,
    "recent_days": 3,
    "session_summary_message_threshold": 20,
    "session_summary_token_percent": 75,
    "session_summary_keep_count": 4,
    "session_relevant_history_limit": 0,
    "session_relevant_fallback_keep": 8,
    "long_term_compress_char_threshold": 0,
    "evolution_enabled": 0,
}
FACTS = """## 2026-11-20

项目 A 的截止日期是 3 月 15 日

## 2026-11-20

宠物狗叫 Bob

## 2026-11-21

常用邮箱是 alice@example.com"""


@pytest.fixture
def desk(tmp_path):
    return lambda files: AgentDesk(tmp_path, SYSTEM, {LONG_TERM: FACTS} | files)


def policy(one):
    found = PolicyParameters(one.memory())
    return {key: found.number(key) for key in DEFAULTS}


def config(**block):
    return {CONFIG: json.dumps({"model": "m", "memory": block})}


@pytest.mark.parametrize("files", [{}, {CONFIG: "{}"}, {CONFIG: '{"memory": {}}', OVERRIDES: "{}"}])
def test_every_parameter_has_the_default_of_the_document(desk, files):
    assert policy(desk(files)) == DEFAULTS


def test_every_parameter_is_read_from_the_configuration(desk):
    others = {key: value + 1 for key, value in DEFAULTS.items()}
    assert policy(desk(config(**others | {"evolution_enabled": True}))) == others


def test_without_overrides_the_configuration_holds_alone(desk):
    one = desk(config(retrieve_limit=4) | {OVERRIDES: '{"retrieve_limit": 7}'})
    assert policy(one)["retrieve_limit"] == 7
    kept = (one.root / OVERRIDES).read_bytes()
    (one.root / OVERRIDES).unlink()
    assert policy(one)["retrieve_limit"] == 4
    (one.root / OVERRIDES).write_bytes(kept)
    assert policy(one)["retrieve_limit"] == 7
    (one.root / OVERRIDES).write_bytes(b"")
    assert policy(one)["retrieve_limit"] == 4


def test_a_reflection_leaves_the_configuration_as_it_is(desk):
    one = desk(config(evolution_enabled=True))
    before = one.bytes(CONFIG)
    one.call("reflect", jobs=True, answer='{"retrieve_limit": 15}')
    assert json.loads(one.text(OVERRIDES)) == {"retrieve_limit": 15}
    assert one.bytes(CONFIG) == before


def test_another_slot_is_refused_with_the_two_there_are(desk):
    one = desk({})
    with pytest.raises(ArgumentError) as refusal:
        one.call("memory_append", content="x", slot="tomorrow")
    assert "long_term" in str(refusal.value)
    assert "today" in str(refusal.value)
    assert one.names() == [LONG_TERM]


def test_a_daily_note_is_written_as_it_was_sent(desk):
    one = desk({})
    note = "memory/202611/20261122.md"
    one.call("write_file", path=note, content="  odd\r\n\ttext \n\n")
    assert one.text(note) == "  odd\r\n\ttext \n\n"
    one.call("append_file", path=note, content="- more")
    assert one.text(note) == "  odd\r\n\ttext \n\n- more"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("项目 A 什么时候截止？", "3 月 15 日"),
        ("我的狗叫什么？", "Bob"),
        ("常用邮箱是哪个？", "alice@example.com"),
    ],
)
def test_each_question_gets_its_own_memory_and_no_other(desk, question, answer):
    said = context(desk({}).memory(), question).text
    assert [each for each in ("3 月 15 日", "Bob", "alice@example.com") if each in said] == [answer]
    assert len(said) < len(context(desk({}).memory(), "").text)


def test_what_was_appended_is_found_by_its_word(desk):
    one = desk({})
    one.call("memory_append", content="咖啡偏好是无糖拿铁，大杯", slot="long_term")
    one.call("memory_append", content="我最喜欢的颜色是蓝色", slot="long_term")
    assert "无糖拿铁" in one.call("memory_search", query="咖啡").text
    assert "颜色" not in one.call("memory_search", query="咖啡").text
    assert one.text(LONG_TERM).endswith("## 2026-11-22\n\n我最喜欢的颜色是蓝色")
    assert "蓝色" in context(one.memory(), "我最喜欢的颜色是什么？").text


def test_what_was_written_to_the_file_is_found_as_well(desk):
    one = desk({})
    one.call("write_file", path="memory/MEMORY.md", content="咖啡偏好是无糖拿铁，大杯")
    assert one.text(LONG_TERM) == f"{FACTS}\n\n## 2026-11-22\n\n咖啡偏好是无糖拿铁，大杯"
    assert "无糖拿铁" in context(one.memory(), "我上次说的咖啡偏好是什么？").text


def test_what_is_appended_to_a_note_begins_a_line_of_its_own(desk):
    note = "memory/202611/20261122.md"
    one = desk({note: "- one"})
    one.call("append_file", path=note, content="- two")
    assert one.text(note) == "- one\n- two"


def test_fewer_pieces_and_days_are_in_the_prompt_where_the_configuration_says_so(desk):
    many = "\n\n".join(f"tea number {number}" for number in range(8))
    notes = {f"memory/202611/202611{day}.md": f"# 2026-11-{day}\n\nnote" for day in (20, 21, 22)}
    one = desk({LONG_TERM: many} | notes | config(retrieve_limit=3, recent_days=1))
    said = context(one.memory(), "tea").text
    assert said.count("tea number") == 3
    assert [day for day in (20, 21, 22) if f"# 2026-11-{day}" in said] == [22]


def test_ten_pieces_are_in_a_prompt_where_nothing_else_is_set(desk):
    many = "\n\n".join(f"tea number {number}" for number in range(30))
    assert context(desk({LONG_TERM: many}).memory(), "tea").text.count("tea number") == 10


def test_a_policy_that_changes_holds_from_the_next_call_on(desk):
    one = desk({LONG_TERM: "\n\n".join(f"tea number {number}" for number in range(8))})
    system, site = one.toolbox.places(SYSTEM)[0]
    for most in (3, 5):
        (one.root / OVERRIDES).write_text(json.dumps({"retrieve_limit": most}))
        assert one.toolbox.context(system, site, "tea").text.count("tea number") == most


@pytest.mark.parametrize(("messages", "due"), [(5, False), (6, True)])
def test_a_conversation_is_due_after_five_messages_where_the_configuration_says_so(desk, messages, due):
    talk = [{"role": "user", "content": "hi"}] * messages
    session = {"sessions/cli_main.json": json.dumps({"key": "cli:main", "messages": talk})}
    one = desk(session | config(session_summary_message_threshold=5))
    assert one.call("session-status", jobs=True, session="cli:main").data["summary_due"] is due
