"""The tiers side by side: what is in each, and when the rules let it go."""

from __future__ import annotations

import json
import sqlite3

import pytest

from core.evoclaw_desk import DAY, NOW, Desk
from memdesk.errors import ArgumentError
from memdesk.review.evoclaw_tiers import boards_of
from memdesk.systems.evoclaw.board import BoardState, BoardTier, Tier, categories_of, hot_cards, leaves_at
from memdesk.systems.evoclaw.entries import EvictionRule, expired
from memdesk.systems.evoclaw.hot import hot_state
from memdesk.systems.evoclaw.limits import MemoryLimits

LIMITS = MemoryLimits()


def memory(identity, days=1.0, importance=0.5, uses=0, **more):
    return {
        "id": identity,
        "text": f"Memory {identity}.",
        "category": "projects/boat",
        "importance": importance,
        "created_at": NOW - days * DAY,
        "access_count": uses,
        "score": importance,
        "metadata": {"urls": [], "commands": [], "paths": []},
        "tier": "warm",
        **more,
    }


HOT = {
    "identity": {"name": "Frost"},
    "owner_profile": {},
    "active_context": {
        "projects": [{"name": "Boat", "description": "paint it", "status": "active"}],
        "events": [{"text": "Bought sandpaper", "timestamp": NOW - DAY}],
        "tasks": [{"text": "Buy paint", "status": "pending", "timestamp": NOW}],
    },
    "critical_lessons": [
        {"text": "Sand first", "category": "boats", "importance": 0.7, "timestamp": NOW},
        {"text": "Never rush", "category": "life", "importance": 0.9, "timestamp": NOW},
    ],
}


@pytest.fixture
def desk(tmp_path):
    root = tmp_path / "agent"
    root.mkdir()
    made = Desk(root)
    made.write("memory/warm-memory.json", [])
    return made


def board(desk):
    ((_, found),) = boards_of(desk.workspace, desk.workspace.scan().sites)
    return found


@pytest.mark.parametrize("rule", list(EvictionRule))
@pytest.mark.parametrize("importance", [0.1, 0.31, 0.5, 1.0])
@pytest.mark.parametrize("uses", [0, 4, 60])
def test_the_forecast_is_what_the_eviction_does(rule, importance, uses):
    entry = memory("a", 0, importance, uses)
    leaves = leaves_at(importance, NOW, uses, LIMITS, rule=rule)
    if leaves > NOW:
        assert expired([entry], leaves - 60, LIMITS, rule) == []
    assert expired([entry], leaves + 60, LIMITS, rule) == [entry]


def test_what_never_fades_by_the_limits_never_leaves():
    assert leaves_at(0.5, NOW, 0, MemoryLimits(threshold=0.0), rule=EvictionRule.SKILL) == float("inf")


def test_cards_of_the_warm_tier_stand_by_score_and_tell_when_they_leave(desk):
    entries = [memory("old", 40, 0.4), memory("new", 1, 0.9, uses=2), memory("mid", 10, 0.5)]
    desk.write("memory/warm-memory.json", entries)
    warm = board(desk).columns[1]
    assert [card.id for card in warm.cards] == ["new", "mid", "old"]
    assert (warm.state, warm.count, warm.limit) == (BoardState.READY, 3, 51200)
    assert 0 < warm.size < warm.limit
    old = warm.cards[-1]
    assert old.leaves == pytest.approx(NOW - 40 * DAY + 30 * DAY)
    assert not any(card.first_out for card in warm.cards)
    assert (old.accesses, old.category, old.part) == (0, "projects/boat", "old")


def test_where_the_warm_tier_is_full_the_lowest_score_goes_first(desk):
    desk.write("skills/tiered-memory/config.json", {"warm": {"max_kb": 1}})
    desk.write("memory/warm-memory.json", [memory(str(number), number, 0.5) for number in range(1, 5)])
    warm = board(desk).columns[1]
    assert [card.id for card in warm.cards if card.first_out] == ["4"]
    assert warm.limit == 1024


def test_the_hot_tier_shows_lessons_first_and_what_goes_on(desk):
    desk.write("memory/hot-memory-state.json", HOT)
    hot = board(desk).columns[0]
    assert [(card.sort, card.text) for card in hot.cards] == [
        ("lesson", "Never rush"),
        ("lesson", "Sand first"),
        ("project", "Boat: paint it"),
        ("task", "Buy paint"),
        ("event", "Bought sandpaper"),
    ]
    assert [card.part for card in hot.cards[:2]] == ["lessons.1", "lessons.0"]
    assert hot.limit == 5120
    few = MemoryLimits(lessons=2)
    assert [card.text for card in hot_cards(hot_state(HOT), few) if card.first_out] == ["Sand first"]


def test_a_missing_archive_is_absent_and_one_that_is_there_is_shown(desk):
    desk.write("memory/warm-memory.json", [memory("a", 3), memory("b", 2)])
    assert board(desk).columns[2].state is BoardState.ABSENT
    desk.run("move-memory", id="a", to="cold")
    found = board(desk.at(NOW))
    cold = found.columns[2]
    assert (cold.state, cold.count, [card.id for card in cold.cards]) == (BoardState.READY, 1, ["a"])
    assert cold.cards[0].text == "Memory a."
    assert list(categories_of(found)) == ["projects/boat"]
    assert found.movable


def test_a_damaged_archive_and_a_damaged_tier_are_said_to_be_so(desk):
    desk.write("memory/warm-memory.json", [memory("a")])
    desk.run("move-memory", id="a", to="cold")
    place = desk.root / "memory" / "cold-memory.db"
    place.write_bytes(b"SQLite format 3\x00" + b"\xff" * 2000)
    desk.write("memory/hot-memory-state.json", '{"identity": ')
    states = [column.state for column in board(desk.at(NOW)).columns]
    assert states[0] is BoardState.UNREADABLE
    assert states[2] in (BoardState.UNREADABLE, BoardState.ABSENT)


def test_an_archived_memory_becomes_a_lesson_and_stays_in_the_archive(desk):
    desk.write("memory/warm-memory.json", [memory("a", 3, 0.8)])
    desk.run("move-memory", id="a", to="cold")
    desk.at(NOW).run("move-memory", id="a", to="hot")
    found = board(desk.at(NOW))
    assert [card.text for card in found.columns[0].cards] == ["Memory a."]
    assert [card.id for card in found.columns[2].cards] == ["a"]
    assert found.columns[1].cards == ()


def test_a_lesson_goes_back_as_the_memory_that_it_was(desk):
    desk.write("memory/warm-memory.json", [memory("a", 3, 0.8, mood="calm"), memory("b")])
    desk.run("move-memory", id="a", to="hot")
    lesson = board(desk.at(NOW)).columns[0].cards[0]
    with pytest.raises(ArgumentError, match="is in the hot tier already"):
        desk.run("move-memory", id=lesson.id, to="hot")
    desk.run("move-memory", id=lesson.id, to="warm")
    found = board(desk.at(NOW))
    assert found.columns[0].cards == ()
    assert found.columns[2].cards == ()
    assert [(entry["id"], entry.get("mood")) for entry in desk.warm] == [("b", None), ("a", "calm")]


def test_a_lesson_that_was_no_memory_before_becomes_one(desk):
    desk.write("memory/warm-memory.json", [memory("a")])
    desk.write("memory/hot-memory-state.json", HOT)
    never, sand = board(desk.at(NOW)).columns[0].cards[:2]
    desk.run("move-memory", id=never.id, to="cold")
    desk.at(NOW).run("move-memory", id=sand.id, to="warm")
    hot, warm, cold = board(desk.at(NOW)).columns
    assert [card.sort for card in hot.cards] == ["project", "task", "event"]
    assert [(card.text, card.category) for card in cold.cards] == [("Never rush", "life")]
    assert ("Sand first", "boats", 0.7) in [
        (card.text, card.category, card.importance) for card in warm.cards
    ]


def test_what_go_wrote_is_shown_by_its_own_rule_and_not_moved(tmp_path):
    root = tmp_path / "go"
    root.mkdir()
    entry = {
        "id": "g1",
        "timestamp": "2026-11-01T10:00:00Z",
        "event_type": "conversation",
        "category": "owner/pets",
        "content": {"fact": "The dog is Bob", "date": "2026-11-01T10:00:00Z"},
        "importance": 0.5,
        "access_count": 3,
        "last_accessed": "2026-11-02T10:00:00Z",
        "created_at": "2026-11-01T10:00:00Z",
    }
    (root / "warm.json").write_text(json.dumps({"g1": entry}))
    with sqlite3.connect(root / "cold.db") as store:
        store.execute(
            "CREATE TABLE cold_memory (id TEXT, agent_id TEXT, timestamp INTEGER, event_type TEXT,"
            " category TEXT, content TEXT, distilled_summary TEXT, importance REAL, access_count INTEGER,"
            " last_accessed INTEGER, created_at INTEGER)"
        )
        row = ("c1", "x", 1_700_000_000, "talk", "owner", '{"fact": "Likes tea"}', "tea", 0.4, 0, None, 1)
        store.execute("INSERT INTO cold_memory VALUES (?,?,?,?,?,?,?,?,?,?,?)", row)
    store.close()
    desk = Desk(root)
    found = board(desk)
    hot, warm, cold = found.columns
    assert (hot.state, warm.state, found.rule, found.movable) == (
        BoardState.ABSENT,
        BoardState.GO,
        EvictionRule.GO,
        False,
    )
    assert [(card.id, card.text, card.accesses) for card in warm.cards] == [("g1", "The dog is Bob", 3)]
    assert [(card.id, card.text) for card in cold.cards] == [("c1", "Likes tea")]


def test_each_agent_has_a_board(desk):
    desk.write("memory/warm-memory.json", [memory("a")])
    desk.write("memory/scout/warm-memory.json", [memory("b")])
    desk.write("memory/scout/hot-memory-state.json", HOT)
    found = boards_of(desk.at(NOW).workspace, desk.workspace.scan().sites)
    told = [(each.agent, [card.id for card in each.columns[1].cards]) for _, each in found]
    assert told == [("default", ["a"]), ("scout", ["b"])]


def test_a_tier_without_a_file_is_an_empty_column(desk):
    desk.write("memory/warm-memory.json", [memory("a")])
    hot = board(desk).columns[0]
    assert hot == BoardTier(Tier.HOT, BoardState.ABSENT, "memory/hot-memory-state.json", 0, 5120)
