"""What long-term memory has on a query: chunks, points, order, and the prompt that comes of it."""

from __future__ import annotations

import pytest

from helpers.agent_desk import AgentDesk
from memdesk.errors import ArgumentError
from memdesk.systems.picoclaw_memskill.context import PRECEDENCE, context
from memdesk.systems.picoclaw_memskill.entries import parse_long_term
from memdesk.systems.picoclaw_memskill.retrieval import (
    RetrievalMode,
    SectionChunk,
    entry_chunks,
    rank,
    score,
    split_chunks,
    understood,
)

SYSTEM = "picoclaw-memskill"
MEMORY = """## 2026-02-18

用户的咖啡偏好：无糖拿铁，大杯。

## 2026-02-18

宠物狗叫 Bob，三岁，怕打雷。

它喜欢鸡胸肉。

## 2026-02-19

Decided: keep SQLite, drop Postgres.
## Why

single user, no server.

## 2026-02-20

The coffee preference is black coffee now. 用户的咖啡偏好：黑咖啡。"""


def texts(hits):
    return [hit.chunk.text for hit in hits]


def found(query, limit=10, mode=RetrievalMode.MEMDESK):
    return texts(rank(split_chunks(MEMORY), query, limit, mode))


def test_d6_chunks_are_what_agents_split_so_a_date_is_one_by_itself():
    chunks = split_chunks(MEMORY)
    assert [(chunk.line, chunk.heading, chunk.text.partition("\n")[0]) for chunk in chunks] == [
        (1, "2026-02-18", "## 2026-02-18"),
        (3, "2026-02-18", "用户的咖啡偏好：无糖拿铁，大杯。"),
        (5, "2026-02-18", "2026-02-18"),
        (7, "2026-02-18", "宠物狗叫 Bob，三岁，怕打雷。"),
        (9, "2026-02-18", "它喜欢鸡胸肉。"),
        (11, "2026-02-19", "2026-02-19"),
        (13, "2026-02-19", "Decided: keep SQLite, drop Postgres."),
        (14, "Why", "Why"),
        (16, "Why", "single user, no server."),
        (18, "2026-02-20", "2026-02-20"),
        (20, "2026-02-20", "The coffee preference is black coffee now. 用户的咖啡偏好：黑咖啡。"),
    ]


def test_d6_entries_can_be_chunks_instead():
    entries = parse_long_term("", MEMORY.encode()).record.entries
    chunks = entry_chunks(MEMORY, entries)
    assert [chunk.line for chunk in chunks] == [1, 5, 11, 18]
    assert chunks[1].text == "## 2026-02-18\n\n宠物狗叫 Bob，三岁，怕打雷。\n\n它喜欢鸡胸肉。"
    assert [chunk.text for chunk in entry_chunks("before\n\n" + MEMORY[:13], ())] == [
        "before\n\n## 2026-02-18"
    ]


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ("", []),
        (" \n\u3000", []),
        ("\n## ", ["\n## "]),
        ("one", ["one"]),
        ("\n\n one \n\n\n\n two", ["one", "two"]),
        ("a\r\n\r\nb\n## c", ["a\r\n\r\nb", "c"]),
        ("### a\n\n#### b", ["### a", "#### b"]),
    ],
)
def test_splitting(text, chunks):
    assert [chunk.text for chunk in split_chunks(text)] == chunks


def test_chunks_know_their_lines():
    text = "\n\n  a\n\n\n\nb\n## c\n\n\n\n## d\n\ne"
    lines = text.split("\n")
    for chunk in split_chunks(text):
        assert chunk.text in lines[chunk.line - 1]


@pytest.mark.parametrize(
    ("text", "query", "points", "why"),
    [
        ("Black Coffee", "coffee", 11, "holds the whole query; 1 of 1 terms: coffee"),
        ("Black Coffee", "Coffee?", 11, "holds the whole query; 1 of 1 terms: coffee"),
        ("Black Coffee", "the milk of coffees", 1, "1 of 2 terms: coffees"),
        ("tea", "coffee", 0, "holds nothing of the query"),
        ("this is the tea", "is the", 0, "holds nothing of the query"),
        ("宠物狗叫 Bob", "狗叫什么？", 1, "1 of 1 terms: 狗叫"),
        ("宠物狗叫 Bob，住 12 号", "Bob 的狗在 12 号吗", 4, "4 of 4 terms: bob, 狗, 12, 号"),
        ("host 10.0.0.7", "10.0.0.7", 11, "holds the whole query; 1 of 1 terms: 10.0.0.7"),
        ("host 10.0.0.17", "10.0.0.1", 0, "holds nothing of the query"),
    ],
)
def test_points(text, query, points, why):
    hit = score(SectionChunk(text, 1), understood(query))
    assert (hit.score, hit.why) == (points, why)


@pytest.mark.parametrize(
    ("mode", "text", "query", "points", "why"),
    [
        (RetrievalMode.DOCUMENT, "Black Coffee", "coffee", 11, "holds the whole query; 1 of 1 words: coffee"),
        (RetrievalMode.HOOKS, "lives in Lisbon", "is it", 1, "1 of 2 words: is"),
        (RetrievalMode.DOCUMENT, "a b", "coffee coffee", 0, "holds nothing of the query"),
        (
            RetrievalMode.HOOKS,
            "coffee coffee",
            "coffee coffee",
            12,
            "holds the whole query; 2 of 2 words: coffee, coffee",
        ),
        (RetrievalMode.HOOKS, "宠物狗叫 Bob", "狗叫什么？", 1, "1 of 3 pairs of letters: 狗叫"),
        (RetrievalMode.HOOKS, "port 8080", "8080 端口", 2, "2 of 4 pairs of letters: 80, 08"),
        (RetrievalMode.DOCUMENT, "宠物狗叫 Bob", "狗叫什么", 0, "holds nothing of the query"),
        (RetrievalMode.HOOKS, "密码在柜里", "email 密码", 0, "holds nothing of the query"),
    ],
)
def test_the_agents_own_points_stay_as_they_are(mode, text, query, points, why):
    hit = score(SectionChunk(text, 1), understood(query, mode))
    assert (hit.score, hit.why) == (points, why)


def test_a_day_finds_what_stands_under_it():
    assert found("what was decided on 2026-02-19")[0].startswith("Decided: keep SQLite")
    assert "single user, no server." not in found("2026-02-19")


def test_a_question_of_numbers_and_two_scripts_counts_both():
    chunks = split_chunks("The API has a lamp.\n\n密码存放在保险柜里\n\nport 9100\n\nport 8080\n\nport 7000")
    assert texts(rank(chunks, "API 密码存放在哪里？", 10)) == ["密码存放在保险柜里", "The API has a lamp."]
    assert texts(rank(chunks, "which port is 8080", 10))[0] == "port 8080"
    assert texts(rank(chunks, "what is the capital of Mongolia", 10)) == []


def test_d7_a_chinese_question_finds_the_dog_and_nothing_else():
    assert found("我的狗叫什么？") == ["宠物狗叫 Bob，三岁，怕打雷。"]
    assert found("我的狗叫什么？", mode=RetrievalMode.DOCUMENT) == ["## 2026-02-18"]
    by_hooks = found("我的狗叫什么？", mode=RetrievalMode.HOOKS)
    assert by_hooks[0] == "宠物狗叫 Bob，三岁，怕打雷。"
    assert len(by_hooks) == 10


def test_d7_a_correction_comes_before_what_it_corrects():
    assert found("用户的咖啡偏好")[0].startswith("The coffee preference is black")
    assert found("zebra") == []


def test_the_older_agents_take_the_first_place_without_points_and_swap_equals():
    chunks = split_chunks("alpha one\n\nbeta\n\nalpha two\n\nalpha three\n\nbeta alpha")
    assert texts(rank(chunks, "zebra", 3, RetrievalMode.DOCUMENT)) == ["alpha one"]
    assert texts(rank(chunks, "beta alpha", 9, RetrievalMode.DOCUMENT)) == [
        "beta alpha",
        "beta",
        "alpha two",
        "alpha three",
        "alpha one",
    ]
    assert texts(rank(chunks, "  ", 2, RetrievalMode.DOCUMENT)) == ["alpha one", "beta"]
    assert rank((), "x", 5, RetrievalMode.DOCUMENT) == ()


def test_a_limit_cuts_the_list():
    assert len(found("coffee user the", limit=1)) == 1


@pytest.fixture
def desk(tmp_path):
    return lambda files: AgentDesk(tmp_path, SYSTEM, files, when="2026-02-20T12:00:00")


@pytest.mark.parametrize("limit", [1, 1.0, "1", " +1 "])
def test_a_limit_may_be_a_number_in_any_spelling(desk, limit):
    one = desk({"memory/MEMORY.md": MEMORY})
    reply = one.call("memory_search", query="咖啡偏好", limit=limit)
    assert reply.data["results"] == [
        {
            "uri": "memory/MEMORY.md#L20",
            "heading": "2026-02-20",
            "text": "The coffee preference is black coffee now. 用户的咖啡偏好：黑咖啡。",
            "score": 13,
            "why": "holds the whole query; 3 of 3 terms: 咖啡, 啡偏, 偏好",
            "lines": [20, 20],
            "parts": {"whole_query": 10.0, "words": 3.0},
            "matched": ["咖啡", "啡偏", "偏好"],
        }
    ]


@pytest.mark.parametrize("limit", [True, [], {}, "x", "", 1e400, 2.5])
def test_a_limit_that_is_no_number_is_refused_by_its_own_name(desk, limit):
    one = desk({"memory/MEMORY.md": MEMORY})
    with pytest.raises(ArgumentError) as refusal:
        one.call("memory_search", query="tea", limit=limit)
    assert (refusal.value.parameter, refusal.value.rule) == ("limit", "input should be a valid integer")


@pytest.mark.parametrize("limit", [0, -3, "0", "-3", None, 10])
def test_a_limit_of_nothing_is_ten(desk, limit):
    one = desk({"memory/MEMORY.md": "\n\n".join(f"tea {number}" for number in range(30))})
    reply = one.call("memory_search", query="tea", limit=limit)
    assert reply.text.split("\n\n---\n\n") == [f"tea {number}" for number in range(29, 19, -1)]


@pytest.mark.parametrize("limit", ["many", "", "1e3", "٣", float("nan"), float("inf"), 0.5, True, [1]])
def test_a_limit_that_is_no_number_is_refused(desk, limit):
    with pytest.raises(ArgumentError, match="limit"):
        desk({"memory/MEMORY.md": MEMORY}).call("memory_search", query="tea", limit=limit)


@pytest.mark.parametrize("query", ["", "  ", "\u3000\n"])
def test_a_search_for_nothing_is_refused(desk, query):
    with pytest.raises(ArgumentError, match="query: is empty"):
        desk({"memory/MEMORY.md": MEMORY}).call("memory_search", query=query)


@pytest.mark.parametrize("files", [{"memory/MEMORY.md": MEMORY}, {"memory/policy_overrides.json": "{}"}])
def test_a_search_that_finds_nothing_says_so(desk, files):
    reply = desk(files).call("memory_search", query="zebra")
    assert "No match in long-term memory" in reply.text
    assert reply.data == {"results": []}


NOTES = {
    "memory/202602/20260220.md": "# 2026-02-20\n\ntoday",
    "memory/202602/20260218.md": "# 2026-02-18\n\nthen",
    "memory/202602/20260217.md": "# 2026-02-17\n\nlong ago",
}
RECENT = "## Recent Daily Notes\n\n# 2026-02-20\n\ntoday\n\n---\n\n# 2026-02-18\n\nthen"
DOG = "## Long-term Memory (relevant)\n\n宠物狗叫 Bob，三岁，怕打雷。"


def chosen(name, value):
    return {"memdesk.toml": f'[picoclaw-memskill]\n{name} = "{value}"\n'}


def test_a_message_gets_what_belongs_to_it_and_the_notes_of_the_last_days(desk):
    one = desk({"memory/MEMORY.md": MEMORY, **NOTES})
    assert context(one.memory(), "狗叫什么？").text == f"# Memory\n\n{DOG}\n\n---\n\n{RECENT}"
    assert context(one.memory(), "zebra").text == f"# Memory\n\n{RECENT}"
    entry = "## 2026-02-18\n\n宠物狗叫 Bob，三岁，怕打雷。\n\n它喜欢鸡胸肉。"
    assert entry in context(desk(chosen("chunks", "entries")).memory(), "狗叫什么？").text


def test_the_prompts_of_both_kinds_of_agents_can_be_chosen(desk):
    one = desk({"memory/MEMORY.md": MEMORY, **NOTES, **chosen("retrieval", "document")})
    assert context(one.memory(), "zebra").text == (
        f"# Memory\n\n## Long-term Memory (relevant)\n\n## 2026-02-18\n\n---\n\n{RECENT}"
    )
    assert one.call("memory_search", query="zebra").text == "## 2026-02-18"
    assert context(one.memory(), "  ").text.count("---") == 11
    one = desk(chosen("retrieval", "hooks"))
    assert context(one.memory(), "狗叫什么？").text.startswith(f"{PRECEDENCE}{DOG}\n\n---\n\n")
    assert len(one.call("memory_search", query="zebra").data["results"]) == 10


@pytest.mark.parametrize("query", ["", " \n", "你好", "您好！", "早上好", "Hello!", "good morning, "])
def test_without_a_message_the_prompt_gets_all_of_it(desk, query):
    memory = desk({"memory/MEMORY.md": f"intro\r\n{MEMORY}\n", **NOTES}).memory()
    prompt = context(memory, query)
    assert prompt.text == f"# Memory\n\n## Long-term Memory\n\nintro\r\n{MEMORY}\n\n\n---\n\n{RECENT}"
    assert [(piece.uri, piece.heading) for piece in prompt.pieces if piece.uri] == [
        ("memory/MEMORY.md#L1", ""),
        ("memory/MEMORY.md#L2", "2026-02-18"),
        ("memory/MEMORY.md#L6", "2026-02-18"),
        ("memory/MEMORY.md#L12", "2026-02-19"),
        ("memory/MEMORY.md#L19", "2026-02-20"),
        ("memory/202602/20260220.md", "2026-02-20"),
        ("memory/202602/20260218.md", "2026-02-18"),
    ]


@pytest.mark.parametrize("query", ["你好，狗叫什么？", "hi Bob", "Bob", "hello world"])
def test_a_greeting_with_a_question_is_a_question(desk, query):
    assert "SQLite" not in context(desk({"memory/MEMORY.md": MEMORY}).memory(), query).text


@pytest.mark.parametrize("mode", ["document", "hooks"])
def test_a_greeting_is_a_question_to_the_agents_own_programs(desk, mode):
    files = {"memory/MEMORY.md": "\n\n".join(f"tea {number}" for number in range(30))}
    assert context(desk(files | chosen("retrieval", mode)).memory(), "你好").text.count("tea") <= 10


def test_pieces_tell_their_points_and_what_for(desk):
    memory = desk({"memory/MEMORY.md": MEMORY}).memory()
    piece = next(piece for piece in context(memory, "Bob").pieces if piece.uri)
    assert (piece.uri, piece.heading, piece.score) == ("memory/MEMORY.md#L7", "2026-02-18", 11.0)
    assert piece.why == "holds the whole query; 1 of 1 terms: bob"


def test_the_policy_decides_how_much_the_prompt_gets(desk):
    policy = '{"retrieve_limit": 1, "recent_days": 4}'
    config = '{"memory": {"retrieve_limit": 2, "recent_days": 1}}'
    files = {"memory/MEMORY.md": MEMORY, "config.json": config, **NOTES}
    one = desk(files)
    assert context(one.memory(), "咖啡").text.count("咖啡偏好") == 2
    assert "then" not in context(one.memory(), "咖啡").text
    one = desk({**files, "memory/policy_overrides.json": policy})
    assert context(one.memory(), "咖啡").text.count("咖啡偏好") == 1
    assert "long ago" in context(one.memory(), "咖啡").text
    one = desk({**files, "memory/policy_overrides.json": "{broken"})
    assert context(one.memory(), "咖啡").text.count("咖啡偏好") == 2


def test_an_empty_memory_has_no_prompt(desk):
    assert context(desk({"memory/policy_overrides.json": "{}"}).memory(), "x").pieces == ()


def test_a_huge_number_of_days_costs_no_more_than_the_notes_there_are(desk):
    policy = '{"recent_days": 999999999999}'
    memory = desk({"memory/MEMORY.md": "x", "memory/policy_overrides.json": policy, **NOTES}).memory()
    assert "long ago" in context(memory, "").text


def test_what_cannot_be_read_is_left_out_of_the_prompt(desk):
    one = desk({"memory/MEMORY.md": "x", "elsewhere.json": '{"memory": {"recent_days": 1}}', **NOTES})
    note = one.root / "memory/202602/20260219.md"
    note.symlink_to(one.root / "memory/MEMORY.md")
    (one.root / "config.json").symlink_to(one.root / "elsewhere.json")
    assert context(one.memory(), "").text == f"# Memory\n\n## Long-term Memory\n\nx\n\n---\n\n{RECENT}"
