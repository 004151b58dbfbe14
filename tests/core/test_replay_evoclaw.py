"""EvoClaw's calls replayed at recorded moments: every byte is the one that the skill's format has there.

What differs from the skill on purpose, and shows in the bytes, has a test of its own at the end.
"""

from __future__ import annotations

import hashlib
import json
import time

import pytest

from core.evoclaw_desk import DAY, Desk, topic
from memdesk.systems.evoclaw.edit_tree import add_topic
from memdesk.systems.sqlite_edit import query

FIRST = 1_795_000_000.1234567
"""With more digits than a microsecond has: the skill writes them all."""
LATER = FIRST + 20 * DAY
LAST = FIRST + 40 * DAY

HOT = """\
{
  "identity": {
    "agent_name": "Pip",
    "owner_name": "Nora"
  },
  "owner_profile": {
    "topics_loved": [
      "tea",
      "\\u5730\\u56fe"
    ]
  },
  "active_context": {
    "projects": [
      {
        "name": "Boat",
        "description": "repaint the hull",
        "status": "Active"
      }
    ],
    "events": [
      {
        "text": "First frost",
        "timestamp": 1795000000.1234567
      }
    ],
    "tasks": [
      {
        "text": "Buy primer",
        "status": "pending",
        "timestamp": 1795000000.1234567
      }
    ]
  },
  "critical_lessons": [
    {
      "text": "Sand before painting",
      "category": "boats",
      "importance": 0.9,
      "timestamp": 1795000000.1234567
    }
  ],
  "_schema_version": "2.0"
}"""

WARM = """\
[
  {
    "id": "eeaef63c6bdc",
    "text": "Primer is at https://shop.example/primer, mix with `stir -n 3`",
    "category": "boat/paint",
    "importance": 0.8,
    "created_at": 1796728000.1234567,
    "access_count": 0,
    "score": 0.4107336952260736,
    "metadata": {
      "urls": [
        "https://shop.example/primer"
      ],
      "commands": [
        "stir -n 3"
      ],
      "paths": []
    },
    "tier": "warm"
  },
  {
    "id": "78dfdc62d115",
    "text": "Varnished the mast, two coats",
    "category": "boat",
    "importance": 0.7,
    "created_at": 1798456000.1234567,
    "access_count": 0,
    "score": 0.7,
    "metadata": {
      "urls": [],
      "commands": [],
      "paths": []
    },
    "tier": "hot"
  }
]"""

TREE = """\
{
  "root": {
    "desc": "Memory root",
    "warm_count": 0,
    "cold_count": 0,
    "last_access": 0,
    "children": [
      "boat"
    ]
  },
  "boat": {
    "desc": "Boat",
    "warm_count": 1,
    "cold_count": 0,
    "last_access": 1798456000.1234567,
    "children": [
      "boat/name",
      "boat/paint"
    ]
  },
  "boat/name": {
    "desc": "Name",
    "warm_count": 0,
    "cold_count": 1,
    "last_access": 1798456000.1234567,
    "children": []
  },
  "_schema_version": "2.0",
  "boat/paint": {
    "desc": "Paint",
    "warm_count": 1,
    "cold_count": 0,
    "last_access": 1796728000.1234567,
    "children": []
  }
}"""

PAGE = """\
# MEMORY.md - Long-Term Context

*Core memory - auto-generated from tiered memory system*

---

## 🤖 Agent Identity

- **Agent Name:** Pip
- **Owner Name:** Nora

## 👤 Owner Profile

- **Topics Loved:** tea, 地图

## 💼 Active Projects

### Boat
repaint the hull
**Status:** Active

## ✅ Pending Tasks

- [PENDING] Buy primer

## 📅 Recent Events

- [Nov 18] First frost

## 🎯 Critical Lessons

- **[boats]** Sand before painting

---
*Generated: 2026-12-28 11:06*"""

METRICS = """\
{
  "retrieval_count": 0,
  "evictions_today": 1,
  "reinforcements_today": 0,
  "consolidation_count": 1,
  "last_consolidation": 1798456000.1234567,
  "context_tokens_saved": 0,
  "_schema_version": "2.0"
}"""

NOTE = "# Day\n\n## Boat\n- [x] Varnished the mast, two coats\n- just looked at the sea\n"

COLD = (("dc784a319ea2", "default", "船叫 Bris", "boat/name", 0.4, 1795000002, 0),)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    (tmp_path / "ws").mkdir()
    yield Desk(tmp_path / "ws", FIRST)
    monkeypatch.undo()
    time.tzset()


def test_six_weeks_of_calls_leave_the_bytes_that_the_skill_would_leave(desk):
    def keep(section, **data):
        desk.call("memory_hot_update", section=section, data=data)

    keep("identity", agent_name="Pip", owner_name="Nora")
    keep("owner_profile", topics_loved=["tea", "地图"])
    keep("lesson", text="Sand before painting", category="boats", importance=0.9)
    keep("project", name="Boat", description="repaint the hull", status="Active")
    keep("event", text="First frost")
    keep("task", text="Buy primer", status="pending")
    desk.at(FIRST + 2.5).call("memory_store", text="船叫 Bris", category="boat/name", importance=0.4)
    primer = "Primer is at https://shop.example/primer, mix with `stir -n 3`"
    desk.at(LATER).call("memory_store", text=primer, category="boat/paint", importance=0.8)
    desk.write("memory/2026-12-28.md", NOTE)
    desk.write("memdesk.toml", '[evoclaw]\ntiers = "skill"\n')
    desk.at(LAST).run("consolidate", mode="daily")
    own = (".db", "memdesk.toml")
    files = {name: data for name, data in desk.files().items() if not name.endswith(own)}
    assert files == {
        "MEMORY.md": PAGE.encode(),
        "memory/.generated-MEMORY.md": PAGE[: PAGE.rindex("\n---")].encode(),
        "memory/2026-12-28.md": NOTE.encode(),
        "memory/hot-memory-state.json": HOT.encode(),
        "memory/memory-tree.json": TREE.encode(),
        "memory/metrics.json": METRICS.encode(),
        "memory/warm-memory.json": WARM.encode(),
    }
    archive = (desk.root / "memory/cold-memory.db").read_bytes()
    assert query(archive, "SELECT * FROM cold_memories") == COLD


def test_a_call_has_one_moment_where_the_skill_looks_at_the_clock_at_every_step(desk):
    desk.call("memory_store", text="tea at four", category="owner", importance=0.6)
    (entry,) = desk.warm
    assert entry["created_at"] == desk.tree["owner"]["last_access"] == FIRST
    assert entry["id"] == hashlib.md5(f"tea at four{FIRST}".encode()).hexdigest()[:12]
    assert entry["score"] == entry["importance"]


def test_a_score_of_exactly_a_threshold_is_of_the_tier_above_until_time_goes_by(desk):
    desk.call("memory_store", text="tea at four", category="owner", importance=0.7)
    assert desk.warm[0]["tier"] == "hot"
    desk.at(FIRST + 0.001).run("consolidate", mode="quick")
    assert desk.warm[0]["tier"] == "warm"
    assert 0.699 < desk.warm[0]["score"] < 0.7


def test_a_topic_made_by_hand_counts_as_used_then_so_that_the_next_run_leaves_it(desk):
    blank = json.dumps({"root": topic("Memory root"), "_schema_version": "2.0"}, indent=2)
    made = add_topic(blank, "boat", "All about the boat", FIRST)
    desk.write("memory/memory-tree.json", made)
    desk.at(FIRST + 59 * DAY).run("consolidate", mode="monthly")
    assert desk.text("memory/memory-tree.json") == made
    assert desk.tree["boat"] == topic("All about the boat", last=FIRST)
    desk.at(FIRST + 61 * DAY).run("consolidate", mode="monthly")
    assert "boat" not in desk.tree
