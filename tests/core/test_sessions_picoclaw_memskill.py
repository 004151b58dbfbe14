"""Conversations: when they are summed up, what goes with a message, and the bytes of a shorter one."""

from __future__ import annotations

import json

import pytest

from helpers.agent_desk import AgentDesk
from helpers.bad_arguments import faults_in
from memdesk.errors import ArgumentError, InvalidError
from memdesk.systems.asking import DueReason
from memdesk.systems.picoclaw_memskill import PicoClawMemSkill
from memdesk.systems.picoclaw_memskill.history import (
    ConversationLimits,
    dropped,
    estimated_tokens,
    relevant,
    summary_due,
    to_sum_up,
    turns,
)
from memdesk.systems.picoclaw_memskill.sessions import SessionFile

SYSTEM = "picoclaw-memskill"
LIMITS = ConversationLimits(messages=4, percent=75, keep=2, window=100)


def said(*contents):
    """Return messages of a user and an assistant in turn; ``!`` is a tool's answer."""
    roles = ("user", "assistant")
    return [
        {"role": "tool" if text.startswith("!") else roles[place % 2], "content": text}
        for place, text in enumerate(contents)
    ]


def contents(messages):
    return [message["content"] for message in messages]


def test_tokens_are_two_for_five_letters():
    assert estimated_tokens(said("12345", "咖啡咖啡咖", "x")) == 4
    assert estimated_tokens([{"role": "user"}, {"role": "user", "content": [{"text": "x"}]}]) == 0


@pytest.mark.parametrize(
    ("messages", "due"),
    [
        (said(*"abcd"), (False, False)),
        (said(*"abcde"), (True, False)),
        (said("x" * 187), (False, False)),
        (said("x" * 190), (False, True)),
        ([], (False, False)),
    ],
)
def test_a_summary_is_due_for_messages_or_for_tokens(messages, due):
    assert summary_due(messages, LIMITS) == due
    assert summary_due(messages, LIMITS).now is any(due)


def test_what_is_summed_up_leaves_out_the_last_the_tools_and_what_is_too_long():
    batches = to_sum_up(said("a", "b", "!tool", "x" * 102, "e", "f", "last", "very last"), LIMITS)
    assert [contents(part) for part in batches.parts] == [["a", "b", "e", "f"]]
    assert batches.omitted
    assert to_sum_up(said("one", "two"), LIMITS) == ((), False)
    halves = to_sum_up(said(*(str(number) for number in range(13))), LIMITS).parts
    assert [len(half) for half in halves] == [5, 6]
    assert not to_sum_up(said("x" * 101, "b", "c"), LIMITS).omitted


@pytest.mark.parametrize(
    ("messages", "keep", "gone"),
    [
        (said(*"abcdefgh"), 4, range(1, 4)),
        (said(*"abcdefghi"), 4, range(1, 4)),
        (said(*"abcd"), 4, range(0)),
        (said(*"abcde"), 4, range(1, 2)),
        (said(*"ab"), 0, range(0)),
        (said(*"abc"), 0, range(1, 1)),
        (said(*"abcd"), 0, range(1, 2)),
        ([], 0, range(0)),
    ],
)
def test_the_older_half_goes_but_not_the_first_and_the_last(messages, keep, gone):
    assert list(dropped(messages, keep)) == list(gone)


def test_a_tools_answer_goes_with_its_question():
    assert dropped(said("a", "b", "c", "d", "!1", "!2", "g", "h"), 0) == range(1, 6)
    assert dropped(said("a", "b", "!1", "!2", "!3", "last"), 0) == range(1, 5)


TALK = said("my dog is Bob", "nice", "coffee?", "black coffee", "weather", "rain", "狗叫什么", "Bob")


def test_turns_begin_with_the_user():
    found = turns([{"role": "system", "content": "x"}, *said("a", "b"), *said("c", "!d", "e")])
    assert [(turn.start, turn.end, turn.text) for turn in found] == [
        (1, 3, "a b"),
        (3, 5, "c !d"),
        (5, 6, "e"),
    ]


@pytest.mark.parametrize(
    ("query", "limit", "fallback", "found"),
    [
        ("coffee", 0, 8, TALK),
        ("coffee", 2, 8, TALK[2:4]),
        ("bob", 9, 8, TALK[:2] + TALK[6:]),
        ("bob", 1, 8, TALK[6:]),
        ("狗叫", 5, 8, TALK[6:]),
        ("zebra", 2, 3, TALK[-3:]),
        ("zebra", 2, 0, []),
        ("", 2, 1, TALK[-1:]),
        (" ", 2, 0, []),
    ],
)
def test_d11_at_most_so_many_turns_go_with_a_message(query, limit, fallback, found):
    assert list(relevant(TALK, query, limit, fallback)) == found


def test_d11_with_agents_every_turn_goes_along():
    assert list(relevant(TALK, "coffee", 1, 8, limited=False)) == TALK
    assert list(relevant(TALK, "bob", 1, 0, limited=False)) == TALK[:2] + TALK[6:]
    assert list(relevant(TALK, "zebra", 1, 0, limited=False)) == []
    assert list(relevant([{"role": "assistant", "content": "hi"}], "x", 1, 8)) == [
        {"role": "assistant", "content": "hi"}
    ]


FILE = """{
  "key": "cli:main",
  "messages": [
    {
      "role": "user",
      "content": "a \\u003cb\\u003e"
    },
    {
      "role": "assistant",
      "content": "",
      "tool_calls": [
        {
          "id": "1",
          "arguments": {
            "n": 1.50
          }
        }
      ]
    },
    {
      "role": "tool",
      "content": "x",
      "tool_call_id": "1"
    },
    {
      "role": "assistant",
      "content": "咖啡"
    },
    {
      "role": "user",
      "content": "last"
    }
  ],
  "created": "2026-11-21T09:00:00.123456789+08:00",
  "updated": "2026-11-21T09:00:05+08:00"
}"""
SHORTER = """{
  "key": "cli:main",
  "messages": [
    {
      "role": "user",
      "content": "a \\u003cb\\u003e\\n\\n[Left out here, for want of room: 2 older messages.]"
    },
    {
      "role": "assistant",
      "content": "咖啡"
    },
    {
      "role": "user",
      "content": "last"
    }
  ],
  "created": "2026-11-21T09:00:00.123456789+08:00",
  "updated": "%s"
}"""


@pytest.fixture
def desk(tmp_path):
    files = {"memory/MEMORY.md": "x", "sessions/cli_main.json": FILE, "sessions/list.txt": ""}
    return lambda more=None: AgentDesk(tmp_path, SYSTEM, {**files, **(more or {})})


def now_of(one):
    return json.loads(one.text("sessions/cli_main.json"))["updated"]


@pytest.mark.parametrize("name", ["cli:main", "cli_main", "cli_main.json"])
def test_a_session_is_compressed_in_the_bytes_of_its_program(desk, name):
    one = desk()
    reply = one.call("compress-session", jobs=True, session=name)
    assert reply.data == {"uri": "sessions/cli_main.json", "dropped": 2, "messages": 3}
    assert one.text("sessions/cli_main.json") == SHORTER % now_of(one)
    assert now_of(one).startswith("2026-11-22T10:00:00")
    assert "short enough" in one.call("compress-session", jobs=True, session=name).text


def test_the_policy_says_which_session_is_short_enough(desk):
    one = desk({"memory/policy_overrides.json": '{"session_summary_keep_count": 5}'})
    assert "short enough" in one.call("compress-session", jobs=True, session="cli:main").text
    assert one.text("sessions/cli_main.json") == FILE
    assert one.call("compress-session", jobs=True, session="cli:main", keep=4).data["dropped"] == 2


def test_a_session_tells_how_long_it_is(desk):
    one = desk({"memory/policy_overrides.json": '{"session_summary_message_threshold": 4}'})
    reply = one.call("session-status", jobs=True, session="cli:main")
    assert "5 messages (limit 4), about 4 tokens (limit 6144). A summary is due" in reply.text
    assert reply.data["to_sum_up"] == [1]
    one = desk({"memory/policy_overrides.json": "{}"})
    assert "not due" in one.call("session-status", jobs=True, session="cli:main").text
    assert "is due" in one.call("session-status", jobs=True, session="cli:main", window=4).text


def test_what_the_percentage_is_of_can_be_chosen(desk):
    one = desk({"memdesk.toml": "[picoclaw-memskill]\nwindow = 4\n"})
    assert "about 4 tokens (limit 3). A summary is due" in (
        one.call("session-status", jobs=True, session="cli:main").text
    )
    assert "not due" in one.call("session-status", jobs=True, session="cli:main", window=6).text
    [state] = [each.due(one.memory()) for each in PicoClawMemSkill().model_tasks() if "sum" in each.name]
    assert (state.reason, state.have, state.most) == (DueReason.TOKENS, 4, 3)


@pytest.mark.parametrize(
    ("policy", "chosen", "query", "along"),
    [
        ('{"session_relevant_history_limit": 1}', "limited", "coffee", 2),
        ('{"session_relevant_history_limit": 1}', "unlimited", "coffee", 8),
        ('{"session_relevant_history_limit": 1, "session_relevant_fallback_keep": 3}', "limited", "zebra", 3),
        ('{"session_relevant_history_limit": 1, "session_relevant_fallback_keep": 0}', "limited", "zebra", 0),
        ("{}", "limited", "coffee", 8),
    ],
)
def test_d11_the_policy_says_how_much_goes_along_with_a_message(desk, policy, chosen, query, along):
    one = desk(
        {
            "sessions/cli_main.json": json.dumps({"key": "cli:main", "messages": TALK}),
            "memory/policy_overrides.json": policy,
            "memdesk.toml": f'[picoclaw-memskill]\nhistory = "{chosen}"\n',
        }
    )
    reply = one.call("session-status", jobs=True, session="cli:main", query=query)
    assert f"{along} of the messages go along" in reply.text


@pytest.mark.parametrize("name", ["nobody", "", "../cli_main", "sessions/cli_main", "list.txt", "x" * 10000])
def test_an_unknown_session_is_refused_with_the_names_there_are(desk, name):
    with pytest.raises(ArgumentError, match="There are: cli_main"):
        desk().call("compress-session", jobs=True, session=name)


@pytest.mark.parametrize("data", ["{", "[]", "{}", '{"messages": {}}', '{"messages": ["x"]}', b"\xff\xfe"])
def test_a_damaged_session_is_left_alone(desk, data):
    one = desk({"sessions/cli_main.json": data})
    before = one.bytes("sessions/cli_main.json")
    with pytest.raises(InvalidError, match="Nothing was changed"):
        one.call("compress-session", jobs=True, session="cli:main")
    assert one.bytes("sessions/cli_main.json") == before


def test_a_session_whose_first_message_is_no_text_is_left_alone(desk):
    messages = [{"role": "user", "content": [{"text": "hi"}]}, *said(*"abcd")]
    with pytest.raises(InvalidError, match="first message"):
        desk({"sessions/cli_main.json": json.dumps({"messages": messages})}).call(
            "compress-session", jobs=True, session="cli:main"
        )


def test_a_summary_takes_the_place_of_all_but_the_last_messages(desk):
    one = desk()
    session = SessionFile("s.json", FILE.encode())
    text = session.summed_up("they talked of <coffee>", 1, one.memory().now)
    head, _, tail = FILE.partition('    {\n      "role": "user",\n      "content": "last"')
    assert text.startswith(
        '{\n  "key": "cli:main",\n  "messages": [\n    {\n      "role": "user",\n      "content": "last"'
    )
    assert '  ],\n  "summary": "they talked of \\u003ccoffee\\u003e",\n  "created"' in text
    again = SessionFile("s.json", text.encode()).summed_up("more", 0, one.memory().now)
    assert json.loads(again)["messages"] == []
    assert '"messages": [],\n  "summary": "more"' in again
    assert head
    assert tail


GOOD = {
    "sum-up-session": {"session": "cli:main", "summary": "x", "force": True},
    "compress-memory": {"text": "x", "force": True},
    "reflect": {"answer": "{}"},
}


def test_bad_arguments_change_nothing(desk):
    one = desk()
    for offer in one.toolbox.jobs(SYSTEM):
        good = GOOD.get(offer.tool.name, {"session": "cli:main"})
        assert faults_in(one.toolbox, offer, one.root, good) == []
