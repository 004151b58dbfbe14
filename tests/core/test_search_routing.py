"""Which layer answers a question, row by row of the table in EvoClaw's design, and in other words."""

from __future__ import annotations

import pytest

from memdesk.model import SearchMode
from memdesk.search.routing import RouteReason, SearchLayer, route, subject, time_sought
from memdesk.search.tree import TimeSought


@pytest.mark.parametrize(
    ("query", "layer", "mode", "reason"),
    [
        ("What did we decide about X?", SearchLayer.TIERED, SearchMode.TREE, RouteReason.DECISION),
        ("Find all mentions of rate_limit", SearchLayer.HYBRID, SearchMode.KEYWORD, RouteReason.EXACT),
        ("What happened with the GPU server?", SearchLayer.BOTH, SearchMode.HYBRID, RouteReason.STORY),
        ("Recent project updates", SearchLayer.TIERED, SearchMode.TREE, RouteReason.RECENT),
        ("Error message: connection refused", SearchLayer.HYBRID, SearchMode.KEYWORD, RouteReason.ERROR),
    ],
)
def test_every_row_of_the_table(query, layer, mode, reason):
    assert route(query) == (mode, layer, reason)


WAYS = {
    **dict.fromkeys(
        (RouteReason.EXACT, RouteReason.MENTIONS, RouteReason.ERROR),
        (SearchLayer.HYBRID, SearchMode.KEYWORD),
    ),
    **dict.fromkeys((RouteReason.RECENT, RouteReason.DECISION), (SearchLayer.TIERED, SearchMode.TREE)),
    **dict.fromkeys((RouteReason.STORY, RouteReason.MEANING), (SearchLayer.BOTH, SearchMode.HYBRID)),
}


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("我们关于备份决定了什么？", RouteReason.DECISION),
        ("为什么选 PostgreSQL", RouteReason.DECISION),
        ("why did we drop the queue", RouteReason.DECISION),
        ("找出所有提到限流的地方", RouteReason.MENTIONS),
        ("every mention of the kiln", RouteReason.MENTIONS),
        ("GPU 服务器发生了什么", RouteReason.STORY),
        ("what's going on with the garden", RouteReason.STORY),
        ("最近的项目进展", RouteReason.RECENT),
        ("what's new this week", RouteReason.RECENT),
        ("报错：连接被拒绝", RouteReason.ERROR),
        ("ConnectionRefusedError in the worker", RouteReason.ERROR),
        ("ECONNREFUSED", RouteReason.ERROR),
        ('"connection refused"', RouteReason.EXACT),
        ("“连接被拒绝”", RouteReason.EXACT),
        ("Bob -dog", RouteReason.EXACT),
        ("inv*", RouteReason.EXACT),
        ("rateLimit", RouteReason.EXACT),
        ("core/app/main.py", RouteReason.EXACT),
        ("我的狗叫什么？", RouteReason.MEANING),
        ("When is the deadline of project A?", RouteReason.MEANING),
        ("a well-known dog", RouteReason.MEANING),
        ("he said his own name", RouteReason.MEANING),
        ("", RouteReason.MEANING),
        ("   ", RouteReason.MEANING),
    ],
)
def test_a_question_is_told_by_its_form_in_both_languages(query, reason):
    found = route(query)
    assert found.reason is reason
    assert (found.layer, found.mode) == WAYS[reason]


@pytest.mark.parametrize(
    ("query", "about"),
    [
        ("Find all mentions of rate_limit", "rate_limit"),
        ("Error message: connection refused", "connection refused"),
        ("找出所有提到限流的地方", "限流"),
        ("What did we decide about X7?", "What did we   about X7?"),
        ("What happened with the GPU server?", "with the GPU server?"),
        ("what's new?", "?"),
        ("what did we decide?", "what did we decide?"),
        ("我的狗叫什么？", "我的狗叫什么？"),
        ("old architecture decisions", "architecture"),
        ("当初关于缓存的决定", "关于缓存的"),
    ],
)
def test_the_words_that_only_say_how_it_is_asked_are_left_out(query, about):
    assert subject(query, route(query)).strip() == about


@pytest.mark.parametrize(
    ("query", "time"),
    [
        ("recent project updates", TimeSought.NEWEST),
        ("old architecture decisions", TimeSought.OLDEST),
        ("what did we originally agree on?", TimeSought.OLDEST),
        ("当初为什么选 PostgreSQL", TimeSought.OLDEST),
        ("what did we decide about the old boat?", TimeSought.ANY),
        ("what did we decide about the boat?", TimeSought.ANY),
    ],
)
def test_a_question_asks_for_what_is_new_or_long_ago(query, time):
    assert time_sought(query, route(query)) is time


def test_without_a_tree_words_and_meaning_answer_and_without_a_model_words_alone():
    found = route("What did we decide about X?").without_tree()
    assert found == (SearchMode.HYBRID, SearchLayer.HYBRID, RouteReason.DECISION)
    assert found.without_vectors().mode is SearchMode.KEYWORD
    assert route("Find all mentions of rate_limit").without_tree().mode is SearchMode.KEYWORD
    assert route("Recent project updates").without_vectors().mode is SearchMode.TREE


@pytest.mark.parametrize(
    "query", ["\0" * 9, "💥" * 50, "a" * 1_000_000, "_" * 100_000, "-" * 100_000, "a_" * 500_000]
)
def test_any_text_gets_a_route(query):
    assert route(query).mode in SearchMode
