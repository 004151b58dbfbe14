"""What another policy would change: worked out by what agents use, side by side with now, nothing written."""

from __future__ import annotations

import json

import pytest

from core.evoclaw_desk import Desk, memory
from helpers.agent_desk import AgentDesk
from memdesk.errors import InvalidError
from memdesk.policy.evoclaw_eviction import eviction_if
from memdesk.policy.recent_queries import recent_queries
from memdesk.policy.what_if import what_if

SYSTEM = "picoclaw-memskill"
TEA = (
    "## 2026-11-19\n\nMei likes green tea.\n\n## 2026-11-20\n\nTea shop: closed on Mondays."
    "\n\n## 2026-11-21\n\nA cat."
)


def session(messages, updated, key="cli:main"):
    said = [{"role": role, "content": text} for role, text in messages]
    return json.dumps({"key": key, "messages": said, "updated": updated})


TALK = [("user", "which tea?"), ("assistant", "green"), ("user", "and the cat?"), ("assistant", "sleeps")]
FILES = {
    "config.json": '{"memory": {"recent_days": 1}}',
    "memory/MEMORY.md": TEA,
    "memory/policy_overrides.json": '{"retrieve_limit": 2}',
    "memory/202611/20261122.md": "# 2026-11-22\n\ntoday",
    "memory/202611/20261121.md": "# 2026-11-21\n\nyesterday",
    "sessions/cli_main.json": session(TALK, "2026-11-22T09:00:00Z"),
    "sessions/cli_old.json": session([("user", "who?"), ("user", "which tea?")], "2026-11-20T09:00:00+08:00"),
    "sessions/cli_torn.json": '{"messages": [',
}


@pytest.fixture
def desk(tmp_path):
    return AgentDesk(tmp_path, SYSTEM, FILES)


def run(desk, wishes, *queries, **more):
    return what_if(desk.toolbox._workspace, "memory", wishes, queries, **more)


def test_both_sides_are_what_the_prompt_would_get(desk):
    found = run(desk, {"retrieve_limit": 1, "recent_days": 2}, "tea")
    (row,) = found.queries
    assert found.changes == (("retrieve_limit", 2, 1), ("recent_days", 1, 2))
    assert [piece.uri for piece in row.now] == [
        "memory/MEMORY.md#L7",
        "memory/MEMORY.md#L3",
        "memory/202611/20261122.md",
    ]
    assert [piece.uri for piece in row.removed] == ["memory/MEMORY.md#L3"]
    assert [piece.uri for piece in row.added] == ["memory/202611/20261121.md"]
    now = desk.toolbox.contexts(SYSTEM, "tea")[0][1]
    assert tuple(piece for piece in now.pieces if piece.uri) == row.now
    (desk.root / "memory/policy_overrides.json").write_text('{"retrieve_limit": 1, "recent_days": 2}')
    then = desk.toolbox.contexts(SYSTEM, "tea")[0][1]
    assert tuple(piece for piece in then.pieces if piece.uri) == row.then


def test_nothing_is_written(desk):
    before = {name: desk.bytes(name) for name in desk.names()}
    run(desk, {"retrieve_limit": 1, "evolution_enabled": True}, "tea", "cat")
    assert {name: desk.bytes(name) for name in desk.names()} == before
    assert not (desk.root / ".memdesk").exists()


def test_conversations_tell_what_would_be_summed_up_and_dropped(desk):
    found = run(desk, {"session_summary_message_threshold": 3, "session_summary_keep_count": 1})
    main, old = found.sessions
    assert (main.uri, main.messages, main.now.due, main.then.due) == (
        "sessions/cli_main.json",
        4,
        False,
        True,
    )
    assert (main.then.by_messages, main.then.by_tokens) == (True, False)
    assert (main.now.summed_up, main.now.kept, main.then.summed_up, main.then.kept) == (0, 4, 3, 1)
    assert (main.now.dropped, main.then.dropped) == (0, 1)
    assert old.now == old.then
    assert found.left_out == ("sessions/cli_torn.json",)


def test_a_small_model_is_full_sooner(desk):
    found = run(desk, {"session_summary_token_percent": 10}, window=100)
    assert (found.sessions[0].now.by_tokens, found.sessions[0].then.by_tokens) == (False, True)


def test_turns_that_go_along_are_counted(desk):
    (row,) = run(desk, {"session_relevant_history_limit": 1}, "the cat").queries
    assert next((one.uri, one.now, one.then) for one in row.along) == ("sessions/cli_main.json", 4, 2)


def test_long_term_memory_tells_whether_it_would_be_compressed(desk):
    found = run(desk, {"long_term_compress_char_threshold": 10}).long_term
    assert (found.characters, found.now, found.then) == (len(TEA), False, True)
    (desk.root / "memory/MEMORY.md").write_text("茶" * 9)
    found = run(desk, {"long_term_compress_char_threshold": 10}).long_term
    assert (found.characters, found.then) == (9, False)


def test_a_value_taken_out_falls_back(desk):
    assert run(desk, {"retrieve_limit": None}).changes == (("retrieve_limit", 2, 10),)


def test_damaged_overrides_count_as_none_on_both_sides(desk):
    (desk.root / "memory/policy_overrides.json").write_text("{")
    assert run(desk, {"recent_days": 2}).changes == (("recent_days", 1, 2),)


@pytest.mark.parametrize("wishes", [{"zeal": 1}, {"recent_days": 0}, {"recent_days": True}])
def test_what_agents_would_not_act_on_is_refused(desk, wishes):
    with pytest.raises(InvalidError):
        run(desk, wishes)


def test_the_last_questions_come_from_the_conversations(desk):
    workspace = desk.toolbox._workspace
    assert recent_queries(workspace, "memory") == ("and the cat?", "which tea?", "who?")
    assert recent_queries(workspace, "memory", 1) == ("and the cat?",)


def test_conversations_that_cannot_be_read_ask_nothing(tmp_path):
    long = session([("user", "x" * 3000), ("user", " "), ("assistant", "hm")], "no time")
    files = {
        "memory/MEMORY.md": TEA,
        "sessions/a.json": "[]",
        "sessions/b.json": '{"messages": ["x", {"role": "user", "content": 3}]}',
        "sessions/c.json": long,
        "sessions/d.json": session([("user", "when?")], "2026-11-20T09:00:00"),
        "sessions/notes.txt": "x",
    }
    desk = AgentDesk(tmp_path, SYSTEM, files)
    assert recent_queries(desk.toolbox._workspace, "memory") == ("when?",)


def test_what_leaves_a_tier_is_what_the_consolidation_moves(tmp_path):
    evoclaw = Desk(tmp_path)
    kept = [memory("new one", id="new", importance=0.9), memory("older", id="older", days=20, importance=0.3)]
    evoclaw.write("memory/warm-memory.json", [*kept, memory("old and faded", id="old", days=40)])
    site = evoclaw.toolbox.places("evoclaw")[0][1]
    (row,) = eviction_if(evoclaw.workspace, site, ["retention_days=10"])
    assert (row.agent, len(row.fates)) == ("default", 3)
    now, then = ([one for one in row.fates if getattr(one, side).reason] for side in ("now", "then"))
    assert [one.id for one in now] == ["old"]
    assert [one.id for one in then] == ["older", "old"]
    assert "limits: 10 days" in then[0].then.why
    moved = evoclaw.preview("consolidate", mode="monthly").reply.data["archived"]
    assert [one["id"] for one in moved] == ["old"]
    evoclaw.write("memdesk.toml", "[evoclaw]\nretention_days = 10.0\n")
    moved = evoclaw.at(evoclaw.now).preview("consolidate", mode="monthly").reply.data["archived"]
    assert [one["id"] for one in moved] == [one.id for one in then]
    (full,) = eviction_if(evoclaw.workspace, site, ["warm_bytes=400", "threshold = 0.01"])
    assert any("full" in one.then.why for one in full.fates)
    assert not (tmp_path / ".memdesk").exists()


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ("retention_days", "NAME=NUMBER"),
        ("retention_days=soon", "NAME=NUMBER"),
        ("a=1\nb", "NAME=NUMBER"),
        ("zeal=3", "^zeal cannot be tried out; what can: retention_days, threshold"),
        ("lessons=3", "^lessons cannot be tried out"),
        ("retention_days=0", "^retention_days must be above 0"),
        ("warm_bytes=1.5", "^warm_bytes must be a number like 51200, not 1.5"),
        ("threshold=1.2.3", "^threshold must be a number like 0.3, not 1.2.3"),
    ],
)
def test_limits_that_cannot_be_are_refused(tmp_path, wish, message):
    evoclaw = Desk(tmp_path)
    evoclaw.write("memory/warm-memory.json", [memory("one")])
    site = evoclaw.toolbox.places("evoclaw")[0][1]
    with pytest.raises(InvalidError, match=message):
        eviction_if(evoclaw.workspace, site, [wish])
