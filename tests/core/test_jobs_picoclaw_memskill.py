"""What an agent's model says is taken in as its program would: a shorter text, a summary, another policy."""

from __future__ import annotations

import json

import pytest

from helpers.agent_desk import AgentDesk
from memdesk.errors import ArgumentError, InvalidError
from memdesk.systems.picoclaw_memskill.reflection import read_reflection

SYSTEM = "picoclaw-memskill"
LONG_TERM, STAMP = "memory/MEMORY.md", "memory/.last_longterm_compress"
OVERRIDES = "memory/policy_overrides.json"
EVOLVING = '{\n  "retrieve_limit": 15,\n  "evolution_enabled": true\n}'
SNAPSHOT, SECOND = (
    "memory/policy_snapshots/20261122_100000.json",
    "memory/policy_snapshots/20261122_100000_2.json",
)
SESSION = json.dumps({"key": "a", "messages": [{"role": "user", "content": str(n)} for n in range(12)]})


@pytest.fixture
def desk(tmp_path):
    return lambda files: AgentDesk(tmp_path, SYSTEM, {LONG_TERM: "a long story"} | files)


def test_a_shorter_text_takes_the_place_of_long_term_memory_with_a_copy_and_a_stamp(desk):
    one = desk({OVERRIDES: '{"long_term_compress_char_threshold": 11}'})
    assert "is due" in one.call("compress-memory", jobs=True).text
    reply = one.call("compress-memory", jobs=True, text="short")
    assert reply.data["copy"] == "memory/backups/20261122_100000_MEMORY.md"
    assert (one.text(LONG_TERM), one.text(reply.data["copy"])) == ("short", "a long story")
    assert one.text(STAMP) == str(int(one.memory().now.timestamp()))


def test_what_counts_are_characters_in_any_script(desk):
    one = desk({OVERRIDES: '{"long_term_compress_char_threshold": 11}', LONG_TERM: "咖啡咖啡咖啡咖啡咖啡咖"})
    assert (
        "11 characters (limit 11), and making it shorter is not due"
        in one.call("compress-memory", jobs=True).text
    )
    (one.root / LONG_TERM).write_text("咖啡咖啡咖啡咖啡咖啡咖啡")
    assert one.call("compress-memory", jobs=True).data["due"]


@pytest.mark.parametrize("policy", ['{"long_term_compress_char_threshold": 12}', "{}"])
def test_long_term_memory_that_is_short_enough_is_replaced_only_by_force(desk, policy):
    one = desk({OVERRIDES: policy})
    with pytest.raises(ArgumentError, match="not due"):
        one.call("compress-memory", jobs=True, text="short")
    assert one.text(LONG_TERM) == "a long story"
    assert one.call("compress-memory", jobs=True, text="short", force=True).data["copy"]


def test_it_is_made_shorter_once_a_day(desk):
    one = desk({OVERRIDES: '{"long_term_compress_char_threshold": 1}'})
    one.call("compress-memory", jobs=True, text="shorter")
    one.at("2026-11-23T09:59:59")
    assert "not due" in one.call("compress-memory", jobs=True, text=" ").text
    one.at("2026-11-23T10:00:00")
    assert "is due" in one.call("compress-memory", jobs=True, text="").text


def test_a_summary_takes_the_place_of_what_the_policy_does_not_keep(desk):
    one = desk({"sessions/a.json": SESSION, OVERRIDES: '{"session_summary_message_threshold": 11}'})
    reply = one.call("sum-up-session", jobs=True, session="a", summary="they counted")
    assert (reply.data["dropped"], reply.data["messages"]) == (8, 4)
    now = json.loads(one.text("sessions/a.json"))
    assert now["summary"] == "they counted"
    assert [message["content"] for message in now["messages"]] == ["8", "9", "10", "11"]
    with pytest.raises(ArgumentError, match="no summary of it is due"):
        one.call("sum-up-session", jobs=True, session="a", summary="again")
    with pytest.raises(ArgumentError, match="must not be empty"):
        one.call("sum-up-session", jobs=True, session="a", summary="\n", force=True)
    assert (
        one.call("sum-up-session", jobs=True, session="a", summary="again", force=True).data["dropped"] == 0
    )


def test_a_reflection_becomes_overrides_after_a_snapshot(desk):
    one = desk({OVERRIDES: EVOLVING})
    reply = one.call("reflect", jobs=True, answer='{"recent_days": 2, "retrieve_limit": 8, "mood": "calm"}')
    assert reply.data["changed"] == {"retrieve_limit": 8, "recent_days": 2}
    assert one.text(SNAPSHOT) == EVOLVING
    after = '{\n  "retrieve_limit": 8,\n  "recent_days": 2,\n  "evolution_enabled": true\n}'
    assert one.text(OVERRIDES) == after


def test_that_nothing_was_set_before_the_first_reflection_is_kept(desk):
    one = desk({"config.json": json.dumps({"memory": {"evolution_enabled": True}})})
    reply = one.call("reflect", jobs=True, answer='{"recent_days": 2}')
    assert reply.data["snapshot"] == SNAPSHOT
    assert (one.text(SNAPSHOT), one.text(OVERRIDES)) == ("{}", '{\n  "recent_days": 2\n}')
    one.call("reflect", jobs=True, answer='{"recent_days": 3}')
    assert one.text(SECOND) == '{\n  "recent_days": 2\n}'


def test_a_reflection_that_sets_nothing_counts_and_is_kept_by_a_snapshot(desk):
    one = desk({OVERRIDES: EVOLVING, SNAPSHOT: "{}"})
    assert one.call("reflect", jobs=True, answer="{}").data["snapshot"] == SECOND
    assert (one.text(OVERRIDES), one.text(SECOND)) == (EVOLVING, EVOLVING)


def test_an_answer_that_is_not_understood_changes_nothing(desk):
    one = desk({OVERRIDES: EVOLVING})
    assert "stays as it is" in one.call("reflect", jobs=True, answer="I would not change a thing.").text
    assert one.names() == [LONG_TERM, OVERRIDES]


def test_a_policy_that_does_not_evolve_is_not_the_agents_to_change(desk):
    one = desk({OVERRIDES: "{}"})
    with pytest.raises(InvalidError, match="evolution_enabled is off"):
        one.call("reflect", jobs=True, answer='{"evolution_enabled": true}')
    assert one.text(OVERRIDES) == "{}"


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ('{"retrieve_limit": 100000}', "retrieve_limit is a whole number from 1 to 100, not 100000"),
        ("recent_days: 0", "recent_days is a whole number from 1 to 90, not 0"),
        ('{"retrieve_limit": 5, "session_summary_token_percent": 100}', "from 10 to 95"),
    ],
)
def test_a_reflection_has_bounds(desk, answer, rule):
    one = desk({OVERRIDES: EVOLVING})
    with pytest.raises(ArgumentError, match=rule):
        one.call("reflect", jobs=True, answer=answer)
    assert one.names() == [LONG_TERM, OVERRIDES]
    assert one.text(OVERRIDES) == EVOLVING


def test_a_reflection_sets_neither_its_own_permission_nor_when_memory_is_compressed(desk):
    one = desk({OVERRIDES: EVOLVING})
    answer = '{"evolution_enabled": false, "long_term_compress_char_threshold": 1, "retrieve_limit": 8}'
    reply = one.call("reflect", jobs=True, answer=answer)
    assert reply.data["changed"] == {"retrieve_limit": 8}
    assert "Not for a reflection to set: long_term_compress_char_threshold, evolution_enabled" in reply.text
    assert one.text(OVERRIDES) == EVOLVING.replace("15", "8")


@pytest.mark.parametrize(
    ("answer", "values"),
    [
        ("retrieve_limit: 8\n# recent_days: 9\nrecent_days = 2", {"retrieve_limit": 8, "recent_days": 2}),
        ("evolution: True, please", {"evolution_enabled": True}),
        ("evolution_enabled = 1\nretrieve_limit: many", {"evolution_enabled": True}),
        ("evolution_enabled: no", {"evolution_enabled": False}),
        ('{"retrieve_limit": 100000}', {"retrieve_limit": 100000}),
        ('{"retrieve_limit": null, "recent_days": 2}', {"recent_days": 2}),
        ('{"mood": 1}', {}),
        ('{"retrieve_limit": "8"}', None),
        ('{"retrieve_limit": true}', None),
        ('{"evolution_enabled": 1}', None),
        ('{"retrieve_limit": 1e3}', None),
        ('```json\n{"retrieve_limit": 8}\n```', None),
        ("retrieve_limit: 99999999999999999999", None),
        ("[1]", None),
        ("[" * 100_000, None),
        ("", None),
    ],
)
def test_an_answer_is_read_as_agents_read_it(answer, values):
    assert read_reflection(answer) == values


SHORT = [("compress-memory", "compress"), ("sum-up-session", "summarize"), ("reflect", "evolve")]


@pytest.mark.parametrize(("name", "short"), SHORT)
def test_a_job_is_found_by_its_short_name_too(desk, name, short):
    one = desk({})
    assert one.toolbox.find(short, SYSTEM, jobs=True).tool.name == name
