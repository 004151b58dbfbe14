"""EvoClaw's jobs: what a consolidation moves where, how MEMORY.md keeps a person's edits, Go's JSON."""

from __future__ import annotations

import json
import time

import pytest

from core import evoclaw_files as example
from core.evoclaw_desk import AGENT, DAY, NOW, Desk, memory, topic
from helpers.bad_arguments import faults_in
from helpers.following import Follower
from memdesk.errors import ArgumentError, CancelledError, InvalidError
from memdesk.systems.evoclaw import EvoClaw
from memdesk.systems.evoclaw.distil import MOST_BYTES, core_summary, distil, shortened
from memdesk.systems.evoclaw.ingest import category_of, facts_in
from memdesk.systems.evoclaw.notes_check import findings
from memdesk.systems.sqlite_edit import query
from memdesk.workspace import Workspace

TODAY = "2026-11-18"
YESTERDAY = "2026-11-17"


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    (tmp_path / "ws").mkdir()
    yield Desk(tmp_path / "ws")
    monkeypatch.undo()
    time.tzset()


def cold_rows(desk):
    data = (desk.root / "memory/cold-memory.db").read_bytes()
    return query(data, "SELECT id, category, text FROM cold_memories ORDER BY id")


OLD = memory("Old and faded", id="old", days=40, importance=0.5)
AGED = memory("Old but dear", id="dear", days=40, importance=1.0, access_count=4)
FADED = memory("Young but slight", id="slight", days=2, importance=0.1)


@pytest.mark.parametrize(("rule", "gone"), [("skill", ["old"]), ("go", ["dear", "old", "slight"])])
def test_eviction_takes_what_is_old_and_faded_or_either(desk, rule, gone):
    desk.write("memory/warm-memory.json", [OLD, AGED, FADED, memory("Now", id="now")])
    desk.write("memory/memory-tree.json", {"root": topic("r"), "projects/boat": topic("B", warm=4)})
    report = desk.run("consolidate", mode="monthly", eviction=rule)
    assert [row[0] for row in cold_rows(desk)] == gone
    assert len(desk.warm) == 4 - len(gone)
    assert desk.tree["projects/boat"]["cold_count"] == len(gone)
    assert "archived [old] from projects/boat (40 days old, score 0.13" in report.text


@pytest.mark.parametrize(("mode", "steps"), [("quick", 4), ("daily", 5), ("monthly", 6)])
def test_a_consolidation_tells_every_note_and_phase_and_can_be_ended_at_each(desk, mode, steps):
    desk.write("memory/warm-memory.json", [OLD])
    for day in (TODAY, YESTERDAY):
        desk.write(f"memory/{day}.md", "# Day\n- We decided to buy the blue boat.\n")
    before, follower = desk.files(), Follower()
    offer = desk.toolbox.find("consolidate", "evoclaw", jobs=True)
    desk.toolbox.preview(offer, {"mode": mode}, follower)
    assert follower.heard == [(done, steps) for done in range(steps)]
    for patience in range(steps + 1):
        with pytest.raises(CancelledError):
            desk.toolbox.call(offer, {"mode": mode}, AGENT, Follower(patience))
    assert desk.files() == before


def test_a_preview_shows_what_would_move_and_changes_nothing(desk):
    desk.write("memory/warm-memory.json", [OLD])
    before = desk.files()
    outcome = desk.preview("consolidate", mode="monthly")
    assert desk.files() == before
    assert [edit.uri for edit in outcome.edits] == [
        "memory/cold-memory.db",
        "memory/warm-memory.json",
        "memory/memory-tree.json",
        "MEMORY.md",
        "memory/.generated-MEMORY.md",
        "memory/metrics.json",
    ]
    assert "archived [old]" in outcome.reply.text


def test_no_document_that_jobs_write_has_a_problem(desk):
    desk.write("memory/warm-memory.json", [OLD, memory("Now", id="now")])
    desk.run("consolidate", mode="monthly")
    desk.run("export-go")
    desk.run("import-go")
    with Workspace.open(desk.root) as workspace:
        details = [workspace.describe_listed(info) for info in workspace.scan().documents]
    assert {detail.info.uri: detail.parsed.problems for detail in details if detail.parsed.problems} == {}
    assert {"memory/.generated-MEMORY.md", "memory/.imported-go.json"} <= {one.info.uri for one in details}


def test_the_whole_entry_is_in_the_archive_even_where_its_id_is_taken(desk):
    desk.write("memory/warm-memory.json", [{**OLD, "mood": "calm"}])
    desk.run("consolidate", mode="monthly")
    desk.write("memory/warm-memory.json", [{**OLD, "text": "another text"}, OLD])
    desk.at(NOW).run("consolidate", mode="monthly")
    assert sorted(text for _, _, text in cold_rows(desk)) == ["Old and faded", "another text"]
    data = (desk.root / "memory/cold-memory.db").read_bytes()
    kept = [json.loads(row[0]) for row in query(data, "SELECT entry FROM archived_entries ORDER BY rowid")]
    assert [entry.get("mood") for entry in kept] == ["calm", None, None]


def test_without_an_archive_nothing_is_evicted(desk):
    desk.write("memory/warm-memory.json", [OLD])
    desk.write("memory/cold-memory.db", b"not a database")
    before = desk.files()
    with pytest.raises(InvalidError):
        desk.run("consolidate", mode="monthly")
    assert desk.files() == before


def test_one_without_a_date_is_never_evicted(desk):
    undated = {"id": "u", "text": "no date", "category": "x", "importance": 0.01}
    desk.write("memory/warm-memory.json", [undated, "no memory"])
    desk.run("consolidate", mode="monthly", eviction="go")
    assert desk.warm == [undated, "no memory"]


NOTE = """# 2026-11-18

## Boat
- [x] Sanded the hull, see https://shop.example/sand
- [X] **Bought primer** at the harbour
- [ ] paint it
**Varnish**: two coats, four hours apart
**Short**
- decided to launch on the third of May
- decided early
- We agreed on two coats
- 决定不用水性漆
- just a note that is long enough to be one
```
- [x] this is code and not a fact at all
```

## 监控
- [x] 修复了告警脚本的超时问题
- 决定把日志保留三十天
**阈值**：失败三次后重启服务
- 随便记一笔没有什么要紧的事情今天天气不错
"""


def test_notes_give_checked_boxes_bold_lines_and_decisions_in_both_languages(desk):
    desk.write("memory/memory-tree.json", {"root": topic("r"), "projects/boat": topic("Bris")})
    found = [(fact.text, fact.category, fact.importance) for fact in facts_in(NOTE, desk.tree)]
    assert found == [
        ("Sanded the hull, see https://shop.example/sand", "projects/boat", 0.7),
        ("Bought primer at the harbour", "projects/boat", 0.7),
        ("Varnish: two coats, four hours apart", "projects/boat", 0.7),
        ("decided to launch on the third of May", "projects/boat", 0.75),
        ("We agreed on two coats", "projects/boat", 0.75),
        ("决定不用水性漆", "projects/boat", 0.75),
        ("修复了告警脚本的超时问题", "technical/cron", 0.7),
        ("决定把日志保留三十天", "technical/cron", 0.75),
        ("阈值：失败三次后重启服务", "technical/cron", 0.7),
    ]


@pytest.mark.parametrize(
    ("heading", "category"),
    [
        ("GPU server", "technical/gpu"),
        ("CI is green", "projects/evoclaw"),
        ("Decisions", "general"),
        ("Alerts", "technical/cron"),
        ("服务器维护", "technical/gpu"),
        ("The boat", "projects/boat"),
    ],
)
def test_a_section_finds_its_topic_by_the_index_then_by_the_skills_words(heading, category):
    assert category_of(heading, {"root": topic("r"), "projects/boat": topic("Bris")}) == category


def test_d4_daily_notes_are_a_source_that_is_taken_in_once(desk):
    desk.write(f"memory/{TODAY}-late.md", "- [x] Sanded the hull today\n- [x] SANDED the hull today \n")
    desk.write(f"memory/{YESTERDAY}.md", "- [x] Bought the primer\n")
    desk.write("memory/2026-11-16.md", "- [x] Too old to be read\n")
    desk.write(f"memory/{YESTERDAY}.txt", "- [x] Not a note at all\n")
    report = desk.run("consolidate", mode="daily").data
    assert report["notes"] == [f"memory/{YESTERDAY}.md", f"memory/{TODAY}-late.md"]
    assert [entry["text"] for entry in desk.warm] == ["Bought the primer", "Sanded the hull today"]
    again = desk.at(NOW).run("ingest")
    assert (again.data["skipped"], len(desk.warm)) == (3, 2)
    assert "0 new, 3 known already" in again.text
    assert desk.run("ingest", days=3).data["stored"][0]["text"] == "Too old to be read"


NEWS = "## The boat\n\n- We decided to buy the blue boat in May.\n- [x] Sanded the hull today\n"


def test_a_quick_run_takes_new_notes_into_the_hot_tier_once(desk):
    desk.write("memory/hot-memory-state.json", HOT)
    desk.write(f"memory/{TODAY}.md", NEWS)
    desk.write("memory/2026-11-16.md", "- [x] Too old to be hot\n")
    reply = desk.run("consolidate", mode="quick")
    assert reply.data["hot"] == ["We decided to buy the blue boat in May.", "Sanded the hull today"]
    assert "taken into the hot tier: Sanded the hull today" in reply.text
    events = desk.hot["active_context"]["events"]
    assert [(event["text"], event["note"]) for event in events[-2:]] == [
        ("We decided to buy the blue boat in May.", f"memory/{TODAY}.md"),
        ("Sanded the hull today", f"memory/{TODAY}.md"),
    ]
    assert "Sanded the hull today" in desk.text("MEMORY.md")
    again = desk.at(NOW).run("consolidate", mode="quick")
    assert (again.data["hot"], again.data["skipped"]) == ([], 2)
    assert desk.hot["active_context"]["events"] == events
    assert not (desk.root / "memory/warm-memory.json").exists()


def test_a_daily_run_moves_hot_notes_on_to_the_warm_tier_with_the_key_facts(desk):
    desk.write("memory/hot-memory-state.json", HOT)
    desk.write(f"memory/{TODAY}.md", NEWS)
    desk.run("consolidate", mode="quick")
    before = json.loads(json.dumps(HOT))["active_context"]["events"]
    desk.write(f"memory/{YESTERDAY}.md", "- [x] Bought the primer\n")
    desk.at(NOW + 3 * DAY)
    desk.write("memory/2026-11-21.md", "- [x] Painted the mast red\n")
    reply = desk.run("consolidate", mode="daily")
    assert sorted(entry["text"] for entry in desk.warm) == [
        "Painted the mast red",
        "Sanded the hull today",
        "We decided to buy the blue boat in May.",
    ]
    assert [entry["importance"] for entry in desk.warm] == [0.75, 0.7, 0.7]
    assert desk.hot["active_context"]["events"] == before
    assert len(reply.data["stored"]) == 3


def test_what_the_hot_tier_has_no_room_for_goes_on_to_the_warm_one(desk):
    desk.write(
        f"memory/{TODAY}.md", "".join(f"- [x] thing number {number:02} is done\n" for number in range(14))
    )
    reply = desk.run("consolidate", mode="quick")
    assert len(desk.hot["active_context"]["events"]) == 10
    assert [entry["text"] for entry in desk.warm] == [
        f"thing number {number:02} is done" for number in range(4)
    ]
    assert len(reply.data["hot"]) == 10


def test_a_monthly_run_moves_the_warm_tier_to_the_cold_one(desk):
    desk.write("memory/warm-memory.json", [OLD, memory("Now", id="now")])
    desk.run("consolidate", mode="monthly")
    assert [row[2] for row in cold_rows(desk)] == ["Old and faded"]
    assert [entry["id"] for entry in desk.warm] == ["now"]


@pytest.mark.parametrize("mode", ["quick", "daily"])
def test_only_the_monthly_run_moves_what_is_old_to_the_cold_tier(desk, mode):
    desk.write("memory/warm-memory.json", [OLD, memory("Now", id="now")])
    desk.write(f"memory/{TODAY}.md", NEWS)
    assert desk.run("consolidate", mode=mode).data["archived"] == []
    assert {"old", "now"} <= {entry["id"] for entry in desk.warm}
    assert not (desk.root / "memory/cold-memory.db").exists()


@pytest.mark.parametrize("mode", ["quick", "daily", "monthly"])
def test_as_the_skill_does_every_run_moves_what_is_old_to_the_cold_tier(desk, mode):
    desk.write("memdesk.toml", '[evoclaw]\ntiers = "skill"\n')
    desk.write("memory/warm-memory.json", [OLD, memory("Now", id="now")])
    desk.run("consolidate", mode=mode)
    assert [row[2] for row in cold_rows(desk)] == ["Old and faded"]
    assert [entry["id"] for entry in desk.warm] == ["now"]


def test_as_the_skill_does_notes_are_no_part_of_the_hot_tier(desk):
    desk.write("memdesk.toml", '[evoclaw]\ntiers = "skill"\n')
    desk.write("memory/hot-memory-state.json", HOT)
    desk.write(f"memory/{TODAY}.md", NEWS)
    assert desk.run("consolidate", mode="quick").data["notes"] == []
    assert desk.hot == json.loads(json.dumps(HOT))
    system, site = desk.toolbox.places("evoclaw")[0]
    assert "blue boat" not in desk.toolbox.context(system, site).text


def test_the_prompt_has_the_notes_of_two_days_every_time(desk):
    desk.write("memory/hot-memory-state.json", HOT)
    for day, text in ((TODAY, NEWS), (YESTERDAY, "Bought primer.\n"), ("2026-11-16", "Long ago.\n")):
        desk.write(f"memory/{day}.md", text)
    system, site = desk.toolbox.places("evoclaw")[0]
    found = desk.toolbox.context(system, site, "anything")
    assert "## Recent Notes\n\n[2026-11-18.md]\n## The boat" in found.text
    assert "[2026-11-17.md]\nBought primer.\n" in found.text
    assert "Long ago" not in found.text
    assert "# MEMORY.md - Long-Term Context" in found.text
    assert ("tiers", "document") in found.settings


def test_what_was_archived_is_not_taken_in_again(desk):
    desk.write("memory/warm-memory.json", [memory("Sanded the hull today", id="a", days=40, importance=0.1)])
    desk.run("consolidate")
    desk.write(f"memory/{TODAY}.md", "- [x] Sanded the hull today\n")
    assert desk.at(NOW).run("ingest").data["stored"] == []


def test_what_is_no_text_and_what_is_too_much_for_the_warm_tier(desk):
    desk.write("skills/tiered-memory/config.json", {"warm": {"max_kb": 1}})
    desk.write(f"memory/{YESTERDAY}.md", b"- [x] \xff\xfe not a text at all")
    desk.write(f"memory/{TODAY}.md", "".join(f"- [x] fact number {n} of this day\n" for n in range(9)))
    report = desk.run("ingest").data
    assert report["notes"] == [f"memory/{TODAY}.md"]
    assert len(desk.warm) + len(report["archived"]) == 9
    assert len(cold_rows(desk)) == len(report["archived"]) > 0


def test_a_long_line_is_shortened_between_letters(desk):
    desk.write(f"memory/{TODAY}.md", "- [x] " + "我们决定了很多事情，" * 60)
    desk.run("ingest")
    text = desk.warm[0]["text"]
    assert len(text.encode()) <= MOST_BYTES
    assert text.endswith("事情…")


def test_d12_a_monthly_run_leaves_a_populated_index_standing(desk):
    desk.write("memory/warm-memory.json", [memory("hull", "projects/boat/hull", id="h")])
    nodes = {
        "root": topic("Memory root", children=["projects", "dead", "idle", "used"]),
        "projects": topic("Projects", children=["projects/boat"]),
        "projects/boat": topic("Boat", children=["projects/boat/hull"]),
        "projects/boat/hull": topic("Hull", warm=1, last=NOW),
        "dead": topic("Dead", children=["dead/deader"]),
        "dead/deader": topic("Deader"),
        "idle": topic("Idle", last=NOW - 61 * DAY),
        "used": topic("Used", last=NOW - 59 * DAY),
        "_schema_version": "2.0",
    }
    desk.write("memory/memory-tree.json", nodes)
    report = desk.run("consolidate", mode="monthly")
    assert list(desk.tree) == [
        "root",
        "projects",
        "projects/boat",
        "projects/boat/hull",
        "used",
        "_schema_version",
    ]
    assert report.data["topics_removed"] == ["dead", "dead/deader", "idle"]
    assert desk.tree["root"]["children"] == ["projects", "used"]


def test_counts_are_those_of_a_topics_own_memories_not_of_a_prefix(desk):
    warm = [memory("a", "projects/evo", id="a"), memory("b", "projects/evoclaw", id="b")]
    desk.write("memory/warm-memory.json", [*warm, memory("c", "new/topic", id="c")])
    desk.write(
        "memory/memory-tree.json",
        {"root": topic("r", children=["gone"]), "projects": topic("P"), "projects/evo": topic("E", warm=9)},
    )
    report = desk.run("rebuild-tree")
    counts = {path: node["warm_count"] for path, node in desk.tree.items() if isinstance(node, dict)}
    assert counts == {
        "root": 0,
        "projects": 0,
        "projects/evo": 1,
        "projects/evoclaw": 1,
        "new": 0,
        "new/topic": 1,
    }
    assert desk.tree["root"]["children"] == ["new", "projects"]
    assert report.data["topics_added"] == ["new", "new/topic", "projects/evoclaw"]


HOT = {**example.HOT, "active_context": example.HOT["active_context"]}
PAGE = """# MEMORY.md - Long-Term Context

*Core memory - auto-generated from tiered memory system*

---

## 🤖 Agent Identity

- **Agent Name:** Pip
- **Owner Name:** Nora

## 👤 Owner Profile

- **Personality:** patient
- **Topics Loved:** tea, maps
- **Timezone:** Europe/Oslo

## 💼 Active Projects

### Boat
repaint the hull
**Status:** Active

## ✅ Pending Tasks

- [PENDING] Buy primer

## 📅 Recent Events

- [Nov 18] Launch on 3 May

## 🎯 Critical Lessons

- **[boats]** Sand before painting

---
*Generated: 2026-11-18 11:06*"""


def test_the_page_is_generated_as_the_skill_writes_it(desk):
    desk.write("memory/hot-memory-state.json", HOT)
    desk.run("regenerate")
    assert desk.text("MEMORY.md") == PAGE


def test_edits_by_hand_survive_the_next_run(desk):
    desk.write("memory/hot-memory-state.json", HOT)
    desk.run("regenerate")
    page = PAGE.replace("- **Timezone:** Europe/Oslo", "- **Timezone:** Oslo (she moves in May)")
    page = page.replace("- **[boats]** Sand before", "- **[boats]** Sand twice before")
    page = page.replace("- [PENDING] Buy primer\n", "- [PENDING] Buy primer\n- call Ida\n")
    desk.write("MEMORY.md", page + "\n\n## My notes\n\nKeep this.\n")
    desk.call("memory_hot_update", section="event", data={"text": "First frost"})
    desk.call("memory_hot_update", section="lesson", data={"text": "Never rush", "importance": 0.95})
    for _ in range(2):
        desk.run("consolidate")
    text = desk.text("MEMORY.md")
    for kept in (
        "Oslo (she moves in May)",
        "Sand twice before",
        "- call Ida\n",
        "## My notes\n\nKeep this.\n",
    ):
        assert text.count(kept) == 1
    assert "- [Nov 18] First frost\n" in text
    assert "Never rush" in text
    assert text.count("*Generated:") == 1
    assert text.endswith("\n\n---\n*Generated: 2026-11-18 11:06*")


def test_where_a_person_and_the_hot_tier_changed_the_same_line_both_stand(desk):
    desk.write("memory/hot-memory-state.json", HOT)
    desk.run("regenerate")
    desk.write("MEMORY.md", PAGE.replace("Buy primer", "Buy red primer"))
    desk.call("memory_hot_update", section="task", data={"text": "Buy primer", "status": "done"})
    desk.run("regenerate")
    assert "- [DONE] Buy primer\n- [PENDING] Buy red primer\n" in desk.text("MEMORY.md")


def test_a_page_that_the_skill_wrote_is_adopted_with_its_own_sections(desk):
    desk.write("memory/hot-memory-state.json", {**HOT, "critical_lessons": []})
    own = "A word of mine.\n\n## My notes\n\n- keep this\n\n---\n*Gen"
    desk.write("MEMORY.md", PAGE.replace("---\n*Gen", own))
    desk.at(NOW).run("regenerate")
    text = desk.text("MEMORY.md")
    assert "Sand before painting" not in text
    assert "## My notes\n\n- keep this\n" in text
    assert "A word of mine." in text


def test_a_page_that_nobody_generated_is_left_alone(desk):
    desk.write("memory/hot-memory-state.json", HOT)
    desk.write("MEMORY.md", "# My own memory\n")
    assert "left as it is" in desk.run("regenerate").text
    assert desk.text("MEMORY.md") == "# My own memory\n"


def test_each_agent_has_its_own_page(desk):
    desk.call("memory_hot_update", section="lesson", data={"text": "Never rush"}, agent_id="bot-2")
    desk.run("consolidate", agent_id="bot-2")
    assert "Never rush" in desk.text("MEMORY-bot-2.md")
    assert not (desk.root / "MEMORY.md").exists()


def test_the_counters_are_kept(desk):
    desk.write("memory/metrics.json", {**example.METRICS, "last_consolidation": 2 * NOW, "own": 1})
    desk.write("memory/warm-memory.json", [OLD])
    desk.run("consolidate", mode="monthly")
    assert desk.json("memory/metrics.json") == {
        "retrieval_count": 3,
        "evictions_today": 1,
        "consolidation_count": 3,
        "_schema_version": "2.0",
        "last_consolidation": NOW,
        "own": 1,
    }
    text = desk.run("metrics").text
    assert "last_consolidation 2026-11-18 11:06" in text
    assert "cold 1 memories" in text
    desk.call("memory_store", text="x", category="y", agent_id="bot-2")
    assert "agents default, bot-2" in desk.run("metrics").text


def test_d5_gos_files_come_in_and_go_out(desk):
    for name, value in (("hot", example.GO_HOT), ("warm", example.GO_WARM), ("tree", example.GO_TREE)):
        desk.write(f"memory/go/{name}.json", example.go(value))
    desk.call("memory_store", text="mine", category="owner")
    reply = desk.run("import-go")
    assert [entry["text"] for entry in desk.warm] == ["mine", "The hull needs primer"]
    assert desk.warm[1]["id"] == "00000000-0000-4000-8000-000000000001"
    assert desk.hot["active_context"]["events"][0]["text"] == "first frost"
    assert desk.hot["active_context"]["tasks"][0]["priority"] == "high"
    assert {"projects", "projects/boat", "owner"} < set(desk.tree)
    assert reply.data["read"] == ["memory/go/hot.json", "memory/go/warm.json", "memory/go/tree.json"]
    before = desk.files()
    assert desk.at(NOW).run("import-go").data["stored"] == []
    assert desk.files() == before
    desk.run("export-go", folder="out")
    warm = desk.text("out/warm.json")
    assert json.dumps(example.GO_WARM["00000000-0000-4000-8000-000000000001"], separators=(",", ":")) in warm
    hot = desk.json("out/hot.json")
    assert hot["identity"] == example.GO_HOT["identity"]
    assert hot["active_context"]["recent_events"] == example.GO_HOT["active_context"]["recent_events"]
    assert hot["active_context"]["pending_tasks"] == example.GO_HOT["active_context"]["pending_tasks"]


def test_d5_what_came_from_go_keeps_its_order_and_when_it_was_used(desk):
    used = "2026-11-18T08:00:00.5Z"
    leaf = {"path": "boat", "summary": "Boat", "warm_count": 0, "cold_count": 0, "last_updated": used}
    root = {**leaf, "path": "", "summary": "Memory Root", "children": [leaf]}
    desk.write("memory/go/tree.json", {"root": root, "node_count": 2, "version": 3})
    who = {"agent_name": "Bo", "owner_name": "Ada", "owner_preferred_name": "A", "trust_level": 0.8}
    desk.write("memory/go/hot.json", {**example.GO_HOT, "identity": who})
    desk.run("import-go")
    desk.run("consolidate", mode="daily")
    assert "boat" in desk.tree
    desk.run("export-go", folder="out")
    assert desk.json("out/tree.json")["root"]["children"][0]["last_updated"] == used
    names = list(desk.json("out/hot.json")["identity"])
    assert names[:4] == ["agent_name", "owner_name", "owner_preferred_name", "relationship_start"]


def nanoseconds(place):
    return f"2026-11-17T20:11:45.93{place:07d}Z".replace("0Z", "1Z")


def lesson(place, importance):
    learned = nanoseconds(place)
    return {"text": f"lesson {place}", "importance": importance, "learned_at": learned, "category": "craft"}


def from_go():
    """Return Go's files with all that the skill's form has no room for."""
    node = {"warm_count": 0, "cold_count": 0, "last_updated": nanoseconds(1)}
    cold = {"path": "boat/old", "summary": "Old", **node, "cold_count": 7}
    boat = {"path": "boat", "summary": "The boat", **node, "children": [cold]}
    root = {"path": "", "summary": "Memory Root", **node, "children": [boat]}
    root["last_updated"] = nanoseconds(2)
    tree = {"root": root, "node_count": 3, "version": 11}
    hot = {
        "identity": {
            "agent_name": "Bo",
            "owner_name": "A",
            "relationship_start": nanoseconds(3),
            "trust_level": 1,
        },
        "owner_profile": {"personality": "", "family": None, "topics_loved": ["boats"]},
        "active_context": {
            "current_projects": [
                {"name": "Boat", "description": "a", "start_date": nanoseconds(4), "status": "active"}
            ],
            "recent_events": [{"description": "frost", "date": nanoseconds(n)} for n in (5, 6)],
            "pending_tasks": None,
        },
        "critical_lessons": [lesson(7, 0.2), lesson(8, 0.9), lesson(9, 0.5)],
        "version": 31,
        "last_updated": nanoseconds(10),
    }
    return {name: example.go(value).decode() for name, value in (("hot", hot), ("tree", tree))}


def test_what_came_from_go_goes_back_byte_for_byte(desk):
    files = from_go()
    for name, text in files.items():
        desk.write(f"memory/go/{name}.json", text)
    desk.run("import-go")
    assert [one["text"] for one in desk.hot["critical_lessons"]] == ["lesson 8", "lesson 9", "lesson 7"]
    assert desk.tree["root"]["desc"] == "Memory Root"
    desk.at(NOW + DAY).run("export-go", folder="out")
    assert {name: desk.text(f"out/{name}.json") for name in files} == files


def test_what_changed_since_it_came_from_go_goes_back_as_a_new_version(desk):
    files = from_go()
    for name, text in files.items():
        desk.write(f"memory/go/{name}.json", text)
    desk.run("import-go")
    data = {"text": "lesson 11", "importance": 1.0, "category": "craft"}
    desk.call("memory_hot_update", section="lesson", data=data)
    desk.run("export-go", folder="out")
    before, after = json.loads(files["hot"]), desk.json("out/hot.json")
    assert [one["text"] for one in after["critical_lessons"]] == [
        "lesson 7",
        "lesson 8",
        "lesson 9",
        "lesson 11",
    ]
    assert after["critical_lessons"][:3] == before["critical_lessons"]
    assert after["version"] == 32
    assert after["last_updated"] == "2026-11-18T11:06:40.25Z"
    assert after["active_context"] == before["active_context"]


def test_what_go_said_is_shown_as_a_file_of_the_system(desk):
    desk.write("memory/go/hot.json", from_go()["hot"])
    desk.run("import-go")
    assert desk.workspace.info("memory/.imported-go.json").system == "evoclaw"


def test_what_go_would_read_is_as_go_writes_it(desk):
    desk.call("memory_store", text="a < b & c", category="x", importance=1)
    desk.run("export-go")
    moment = "2026-11-18T11:06:40.25Z"
    name = desk.warm[0]["id"]
    assert desk.text("memory/go/warm.json") == (
        f'{{"{name}":{{"id":"{name}","timestamp":"{moment}","event_type":"conversation","category":"x",'
        f'"content":{{"fact":"a \\u003c b \\u0026 c","date":"{moment}"}},"importance":1,"access_count":0,'
        f'"last_accessed":"{moment}","created_at":"{moment}"}}}}'
    )
    assert desk.text("memory/go/tree.json") == (
        '{"root":{"path":"","summary":"Memory root","warm_count":0,"cold_count":0,'
        '"last_updated":"0001-01-01T00:00:00Z","children":[{"path":"x","summary":"X","warm_count":1,'
        f'"cold_count":0,"last_updated":"{moment}"}}]}},"node_count":2,"version":1}}'
    )


def test_an_import_says_where_nothing_is(desk):
    with pytest.raises(ArgumentError, match=r"^folder: memory/go holds no hot.json"):
        desk.run("import-go")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Hi there!\nuser: We decided to launch on 3 May. What do you think?",
            "We decided to launch on 3 May",
        ),
        ("你好。\n用户：我们决定五月三日下水。你觉得呢？", "我们决定五月三日下水"),
        ("tea", "tea"),
    ],
)
def test_a_conversation_comes_down_to_what_was_decided(text, fact):
    assert distil(text)["fact"] == fact


def test_what_goes_with_a_fact_is_told_too():
    text = (
        "I am so happy that the boat, said Ida, needs 2 coats of paint. We need to buy paint. 王老师 agreed."
    )
    found = distil(text, "2026-11-18")
    assert found["emotion"] == "happy"
    assert found["people"] == ["Ida", "王老师"]
    assert found["topics"] == ["paint"]
    assert found["date"] == "2026-11-18"
    assert found["actions"] == ["We need to buy paint"]


@pytest.mark.parametrize("letter", ["x", "é", "船", "🚤"])
@pytest.mark.parametrize("most", [0, 1, 3, 4, 10, 47, 512])
def test_nothing_is_cut_inside_a_letter(letter, most):
    text = shortened(letter * 1000, most)
    assert len(text.encode()) <= most
    assert set(text) <= {letter, "…"}


@pytest.mark.parametrize("text", ["我们决定" * 500, "We decided to go on. " * 300, "x" * 5000, "", "…\n\n。"])
def test_a_fact_has_at_most_512_bytes(text):
    found = distil(text, "2026-11-18T00:00:00Z")
    assert len(json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()) <= MOST_BYTES
    assert len(core_summary(text).encode()) <= 30


def test_a_conversation_is_stored_as_its_fact(desk):
    reply = desk.run("distil", text="你好。我们决定五月三日下水。小李需要买油漆。", category="projects/boat")
    assert desk.warm[0]["text"] == "我们决定五月三日下水"
    assert desk.warm[0]["metadata"]["distilled"]["actions"] == ["小李需要买油漆"]
    assert desk.warm[0]["id"] in reply.text


CHECKED = """# Note
## Tools
- tried ComfyUI for the pictures
- installed it
- decided to keep it

## Fine
- use FFmpeg, see https://ffmpeg.example
- install it with `apt install ffmpeg`
- decided to keep it, next: measure

## 中文
- 使用 Whisper 转写录音
- 部署了新服务
- 决定换一台机器
"""


def test_notes_are_checked_for_what_they_do_not_say(desk):
    found = [(one.line, one.lack.value, one.word) for one in findings(CHECKED)]
    assert found == [
        (3, "tool_without_url", "ComfyUI"),
        (4, "action_without_command", "installed"),
        (5, "decision_without_next_step", "decided"),
        (13, "tool_without_url", "Whisper"),
        (14, "action_without_command", "部署"),
        (15, "decision_without_next_step", "决定"),
    ]
    desk.write(f"memory/{TODAY}.md", CHECKED)
    reply = desk.run("check-notes")
    assert f"memory/{TODAY}.md:3: 'ComfyUI' is named, but no address of it" in reply.text
    assert reply.data["findings"][0]["uri"] == f"memory/{TODAY}.md#L3"


def test_the_prompt_gets_the_page_the_index_and_what_fits(desk):
    desk.write("memory/hot-memory-state.json", HOT)
    desk.run("regenerate")
    desk.call("memory_store", text="宠物狗叫 Bob", category="owner/pets")
    desk.call("memory_store", text="Tea at four", category="owner/habits")
    system, site = desk.toolbox.places("evoclaw")[0]
    found = desk.toolbox.context(system, site, "我的狗叫什么")
    assert found.text.startswith("# MEMORY.md - Long-Term Context\n")
    assert "*Generated" not in found.text
    assert "## Memory Index\n\n- owner: Owner (0 warm, 0 cold)\n  - owner/pets: Pets" in found.text
    assert found.text.endswith("## Relevant Memories\n\n- [owner/pets] 宠物狗叫 Bob\n")
    headings = [(piece.uri, piece.heading) for piece in found.pieces if piece.uri == "MEMORY.md"]
    assert ("MEMORY.md", "🎯 Critical Lessons") in headings
    assert found.pieces[-1].uri == f"memory/warm-memory.json#{desk.warm[0]['id']}"
    assert "狗叫" in found.pieces[-1].why


def test_without_a_page_the_prompt_gets_the_hot_tier_in_its_form(desk):
    desk.write("memory/hot-memory-state.json", HOT)
    system, site = desk.toolbox.places("evoclaw")[0]
    found = desk.toolbox.context(system, site)
    assert "**[boats]** Sand before painting" in found.text
    assert {piece.uri for piece in found.pieces} == {"memory/hot-memory-state.json"}
    assert desk.toolbox.context(system, site._replace(root="elsewhere")).text == ""


def test_a_memory_is_put_into_another_tier_and_comes_back(desk):
    desk.write("memory/warm-memory.json", [{**memory("Never rush", id="a", days=50), "mood": "calm"}])
    desk.write("memory/memory-tree.json", {"root": topic("r"), "projects/boat": topic("B", warm=1)})
    desk.run("move-memory", id="a", to="cold")
    assert (desk.warm, desk.tree["projects/boat"]["cold_count"]) == ([], 1)
    desk.at(NOW).run("move-memory", id="a", to="warm")
    back = desk.warm[0]
    assert (back["text"], back["mood"], back["created_at"]) == ("Never rush", "calm", NOW)
    assert back["first_created_at"] == NOW - 50 * DAY
    assert cold_rows(desk) == ()
    assert desk.tree["projects/boat"]["warm_count"] == 1
    desk.run("move-memory", id="a", to="hot")
    assert (desk.hot["critical_lessons"][0]["text"], desk.warm) == ("Never rush", [])
    for tier in ("hot", "warm", "cold"):
        with pytest.raises(ArgumentError, match=r"^id: "):
            desk.run("move-memory", id="nobody", to=tier)


def test_a_topic_moves_with_its_memories_in_all_tiers(desk):
    warm = [memory("x", "boat", id="a"), memory("y", "boat/hull", id="b"), memory("z", "boathouse", id="c")]
    desk.write("memory/warm-memory.json", [*warm, memory("w", "boat/hull", id="d")])
    tree = {
        "root": topic("r", children=["boat", "old"]),
        "boat": topic("Boat", warm=1, children=["boat/hull"]),
        "boat/hull": topic("Hull", warm=1),
        "old": topic("Old"),
    }
    desk.write("memory/memory-tree.json", tree)
    desk.run("move-memory", id="d", to="cold")
    desk.at(NOW).run("rename-topic", path="boat", new_path="old/ship")
    assert [entry["category"] for entry in desk.warm] == ["old/ship", "old/ship/hull", "boathouse"]
    assert list(desk.tree) == ["root", "old/ship", "old/ship/hull", "old"]
    assert (desk.tree["old"]["children"], desk.tree["old/ship"]["children"]) == (
        ["old/ship"],
        ["old/ship/hull"],
    )
    assert cold_rows(desk) == (("d", "old/ship/hull", "w"),)
    with pytest.raises(ArgumentError, match=r"^path: there is no topic 'nowhere'"):
        desk.run("rename-topic", path="nowhere", new_path="x")
    with pytest.raises(ArgumentError, match=r"^new_path: "):
        desk.run("rename-topic", path="old", new_path="old/ship/old")


GOOD = {
    "consolidate": {"mode": "daily"},
    "ingest": {},
    "rebuild-tree": {},
    "regenerate": {},
    "distil": {"text": "We decided to launch.", "category": "x"},
    "check-notes": {},
    "metrics": {},
    "move-memory": {"id": "a", "to": "cold"},
    "rename-topic": {"path": "misc", "new_path": "other"},
    "export-go": {"folder": "memory/go"},
    "import-go": {"folder": "memory/go"},
}


def test_every_job_has_good_arguments_here():
    assert [job.name for job in EvoClaw().jobs()] == list(GOOD)


class Previewing:
    """Makes calls without what they write, for one that finds nothing to do a second time."""

    def __init__(self, toolbox):
        self._toolbox = toolbox

    def call(self, offer, arguments, actor):
        return self._toolbox.preview(offer, arguments)


@pytest.mark.parametrize("name", GOOD)
def test_bad_arguments_of_jobs_are_refused_with_a_reason(desk, name):
    desk.write("memory/warm-memory.json", [memory("A fact", "misc", id="a")])
    desk.write("memory/memory-tree.json", {"root": topic("r"), "misc": topic("Misc", warm=1)})
    offer = desk.toolbox.find(name, "evoclaw", jobs=True)
    paths = frozenset({"agent_id", "folder"})
    toolbox = Previewing(desk.toolbox) if name == "rename-topic" else desk.toolbox
    assert faults_in(toolbox, offer, desk.root, GOOD[name], paths=paths) == []
