"""EvoClaw's tools: what an agent's calls answer and write, byte for byte as its Python skill writes it."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from contextlib import nullcontext

import pytest

from core.evoclaw_desk import NOW, Desk, memory, topic
from helpers.bad_arguments import bad_calls, faults_in
from memdesk.agents.toolbox import Toolbox
from memdesk.errors import ArgumentError, InvalidError, MemdeskError, ReadOnlyError
from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.systems.evoclaw import EvoClaw
from memdesk.systems.evoclaw.details import details_of
from memdesk.systems.sqlite_edit import StatementStep, changed, query
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace


@pytest.fixture
def desk(tmp_path):
    (tmp_path / "ws").mkdir()
    return Desk(tmp_path / "ws")


PRIMER = "Primer is at https://shop.example/primer, mix with `stir -n 3`"


def identity(text, now=NOW):
    return hashlib.md5(f"{text}{now}".encode()).hexdigest()[:12]


def test_a_stored_fact_stands_in_the_files_as_the_skill_writes_them(desk):
    reply = desk.call("memory_store", text=PRIMER, category="projects/sea_boat", importance=0.8)
    assert desk.text("memory/warm-memory.json") == (
        "[\n  {\n"
        f'    "id": "{identity(PRIMER)}",\n'
        '    "text": "Primer is at https://shop.example/primer, mix with `stir -n 3`",\n'
        '    "category": "projects/sea_boat",\n'
        '    "importance": 0.8,\n'
        '    "created_at": 1795000000.25,\n'
        '    "access_count": 0,\n'
        '    "score": 0.8,\n'
        '    "metadata": {\n'
        '      "urls": [\n        "https://shop.example/primer"\n      ],\n'
        '      "commands": [\n        "stir -n 3"\n      ],\n'
        '      "paths": []\n'
        "    },\n"
        '    "tier": "hot"\n'
        "  }\n]"
    )
    assert desk.text("memory/memory-tree.json") == (
        '{\n  "root": {\n    "desc": "Memory root",\n    "warm_count": 0,\n    "cold_count": 0,\n'
        '    "last_access": 0,\n    "children": [\n      "projects"\n    ]\n  },\n'
        '  "projects": {\n    "desc": "Projects",\n    "warm_count": 0,\n    "cold_count": 0,\n'
        '    "last_access": 0,\n    "children": [\n      "projects/sea_boat"\n    ]\n  },\n'
        '  "projects/sea_boat": {\n    "desc": "Sea Boat",\n    "warm_count": 1,\n    "cold_count": 0,\n'
        '    "last_access": 1795000000.25,\n    "children": []\n  },\n'
        '  "_schema_version": "2.0"\n}'
    )
    assert reply.data["id"] == identity(PRIMER)
    assert reply.data["uri"] == f"memory/warm-memory.json#{identity(PRIMER)}"
    assert identity(PRIMER) in reply.text
    assert "of 51200 bytes" in reply.text


def test_chinese_is_written_in_ascii_and_found_by_a_question(desk):
    desk.call("memory_store", text="宠物狗叫 Bob", category="主人/宠物", importance=0.4)
    desk.call("memory_store", text="下周去上海出差", category="主人/行程")
    assert '"text": "\\u5ba0\\u7269\\u72d7\\u53eb Bob"' in desk.text("memory/warm-memory.json")
    found = desk.call("memory_retrieve", query="我的狗叫什么名字？")
    assert [hit["text"] for hit in found.data["results"]] == ["宠物狗叫 Bob"]
    assert "宠物狗叫 Bob" in found.text


def test_the_same_text_at_the_same_moment_gets_an_id_of_its_own(desk):
    for _ in range(3):
        desk.call("memory_store", text="tea at four", category="owner")
    assert len({entry["id"] for entry in desk.warm}) == 3
    assert desk.tree["owner"]["warm_count"] == 3


def test_older_files_keep_their_version_and_what_we_do_not_know(desk):
    first = {"id": "a1", "text": "old fact", "category": "x", "importance": 0.5, "created_at": NOW, "mood": 1}
    desk.write("memory/warm-memory.json", [first, 7])
    desk.write("memory/memory-tree.json", {"root": topic("Memory root"), "x": {**topic("X"), "pin": True}})
    desk.call("memory_store", text="new fact", category="x")
    assert desk.warm[:2] == [first, 7]
    assert desk.tree["x"]["pin"] is True
    assert "_schema_version" not in desk.tree


def test_what_is_at_hand_in_metadata_is_kept_as_given(desk):
    desk.call("memory_store", text="see `ls -la`", category="x", metadata={"urls": ["a.b"], "colour": "red"})
    assert desk.warm[0]["metadata"] == {"urls": ["a.b"], "colour": "red"}


def test_a_topic_too_deep_is_stored_but_not_indexed(desk):
    reply = desk.call("memory_store", text="deep", category="a/b/c/d/e")
    assert desk.warm[0]["category"] == "a/b/c/d/e"
    assert not (desk.root / "memory/memory-tree.json").exists()
    assert "at most 4 deep" in reply.text
    assert reply.data["indexed"] is False


def test_a_full_index_keeps_topics_with_memories_and_lets_empty_ones_go(desk):
    nodes = {f"t{n}": topic("T", warm=1) for n in range(48)}
    tree = {"root": topic("r", children=[*nodes, "old"]), **nodes, "old": topic("O")}
    desk.write("skills/tiered-memory/config.json", {"tree": {"max_size_bytes": 9000}})
    desk.write("memory/memory-tree.json", tree)
    assert desk.call("memory_store", text="one more", category="fresh").data["indexed"]
    assert "old" not in desk.tree
    assert len(desk.tree) == 50
    reply = desk.call("memory_store", text="one too many", category="last")
    assert "the index is full (50 topics)" in reply.text
    assert [entry["category"] for entry in desk.warm] == ["fresh", "last"]


def test_the_index_has_a_size_limit(desk):
    for number in range(30):
        desk.call("memory_store", text=f"fact {number}", category=f"topic-{number:03}-{'x' * 60}")
    assert len(json.dumps(desk.tree)) <= 2048 + len(', "_schema_version": "2.0"')
    assert len(desk.warm) == 30


def test_what_does_not_fit_is_archived_before_it_leaves(desk):
    desk.write("skills/tiered-memory/config.json", {"warm": {"max_kb": 1}})
    old = [memory(f"fact {n} " + "x" * 100, days=n, id=f"id{n}", extra={"n": n}) for n in range(4)]
    desk.write("memory/warm-memory.json", old)
    desk.write(
        "memory/memory-tree.json",
        {"root": topic("r", children=["projects"]), "projects/boat": topic("B", warm=4)},
    )
    reply = desk.call("memory_store", text="new " + "y" * 100, category="projects/boat", importance=1)
    assert reply.data["archived"] == ["id3", "id2"]
    assert [entry["id"] for entry in desk.warm][:2] == ["id0", "id1"]
    data = (desk.root / "memory/cold-memory.db").read_bytes()
    rows = query(
        data,
        "SELECT id, agent_id, text, category, importance, created_at, access_count"
        " FROM cold_memories ORDER BY id DESC",
    )
    assert (rows[0][:2], rows[0][3:]) == (("id3", "default"), ("projects/boat", 0.5, int(NOW - 3 * 86400), 0))
    kept = query(data, "SELECT entry FROM archived_entries WHERE id = 'id3'")
    assert json.loads(kept[0][0])["extra"] == {"n": 3}
    assert (desk.tree["projects/boat"]["warm_count"], desk.tree["projects/boat"]["cold_count"]) == (3, 2)


def test_nothing_leaves_while_the_archive_cannot_take_it(desk):
    desk.write("skills/tiered-memory/config.json", {"warm": {"max_kb": 1}})
    desk.write("memory/warm-memory.json", [memory("x" * 700, id="big")])
    desk.write("memory/cold-memory.db", b"no database at all")
    before = desk.files()
    with pytest.raises(InvalidError):
        desk.call("memory_store", text="y" * 240, category="x")
    assert desk.files() == before


def test_an_archive_that_another_program_has_open_is_left_alone(desk):
    desk.write("skills/tiered-memory/config.json", {"warm": {"max_kb": 1}})
    desk.write("memory/warm-memory.json", [memory("x" * 700, id="big")])
    desk.write("memory/cold-memory.db-wal", b"not yet in the database")
    with pytest.raises(InvalidError, match="open in another program"):
        desk.call("memory_store", text="y" * 240, category="x")


def test_recall_counts_what_was_used_and_search_counts_nothing(desk):
    used = memory("The hull needs primer", id="hull", days=10)
    desk.write("memory/warm-memory.json", [used, memory("Tea at four", "owner", id="tea")])
    before = desk.files()
    assert [hit["id"] for hit in desk.call("memory_search", query="hull").data["results"]] == ["hull"]
    assert desk.files() == before
    desk.call("memory_retrieve", query="hull primer")
    assert [entry["access_count"] for entry in desk.warm] == [1, 0]
    assert desk.warm[0]["score"] == pytest.approx(0.5 * 1.1 * 0.7165313105737893)
    assert desk.json("memory/metrics.json")["retrieval_count"] == 1
    assert "search_method" not in desk.warm[0]


@pytest.mark.parametrize("locked", [True, False])
def test_recall_answers_also_where_its_use_cannot_be_counted(desk, locked):
    desk.write("memory/warm-memory.json", [memory("The hull needs primer", id="hull")])
    before = desk.files()
    if locked:
        person = Actor("Nora", Origin.HUMAN, Via.CLI)
        Protection(desk.workspace).protect("memory/warm-memory.json#hull", Lock.LOCKED, person)
    else:
        desk.toolbox = Toolbox(Workspace.open(desk.root, read_only=True))
    assert desk.call("memory_retrieve", query="hull").data["results"][0]["id"] == "hull"
    assert desk.files() == before
    with pytest.raises(ReadOnlyError) if not locked else nullcontext():
        desk.call("memory_store", text="new", category="x")


def test_recall_goes_by_topics_and_reaches_the_cold_tiers(desk):
    desk.write("memory/warm-memory.json", [memory("Buy three cans", "projects/boat/paint", id="cans")])
    tree = {"root": topic("r", children=["projects/boat"]), "projects/boat": topic("Everything about Bris")}
    desk.write("memory/memory-tree.json", tree)
    make_cold(desk.root / "memory/archive.db")
    desk.at(NOW)
    found = desk.call("memory_retrieve", query="What about Bris?").data
    assert (found["topics"], [hit["id"] for hit in found["results"]]) == (["projects/boat"], ["cans"])
    cold = desk.call("memory_retrieve", query="when was the mast replaced").data["results"][0]
    assert (cold["id"], cold["tier"], cold["text"]) == ("c1", "cold", "Replaced the mast in 2024")


def make_cold(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE TABLE cold_memories (id TEXT PRIMARY KEY, agent_id TEXT, text TEXT, category TEXT,"
        " importance REAL, created_at INTEGER, access_count INTEGER)"
    )
    row = ("c1", "default", "Replaced the mast in 2024", "boat", 0.6, int(NOW) - 900 * 86400, 0)
    connection.execute("INSERT INTO cold_memories VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    connection.execute(
        "INSERT INTO cold_memories VALUES ('c2', 'other', 'mast of another agent', 'x', 1, 1, 0)"
    )
    connection.commit()
    connection.close()


def test_gos_cold_store_is_recalled_from_and_a_damaged_one_passed_by(desk):
    desk.write("memory/warm-memory.json", [memory("Tea at four", "owner", id="tea")])
    (desk.root / "memory/go.db").write_bytes(go_cold())
    desk.write("memory/broken.db", go_cold()[:5000])
    hits = desk.at(NOW).call("memory_search", query="狗叫什么").data["results"]
    assert [(hit["id"], hit["text"]) for hit in hits] == [("g1", "我的狗叫 Bob")]


def go_cold():
    table = (
        "CREATE TABLE cold_memory (id TEXT, content TEXT, category TEXT, importance REAL, timestamp INTEGER)"
    )
    rows = [("g1", '{"fact":"我的狗叫 Bob"}', "owner", 0.9, int(NOW)), ("g2", "{no json", "x", None, None)]
    return changed(
        None, [StatementStep(table), StatementStep("INSERT INTO cold_memory VALUES (?, ?, ?, ?, ?)", rows)]
    )


def test_a_configuration_that_cannot_be_read_changes_no_limit(desk):
    desk.write("skills/tiered-memory/config.json", "{")
    assert "of 51200 bytes" in desk.call("memory_store", text="x", category="y").text


def test_limits_can_be_chosen_and_come_before_the_configuration(desk):
    desk.write("skills/tiered-memory/config.json", {"warm": {"max_kb": 4}, "tree": {"max_nodes": 9}})
    desk.write("memdesk.toml", "[evoclaw]\nwarm_bytes = 3000\nretention_days = 45\n")
    assert "of 3000 bytes" in desk.call("memory_store", text="x", category="y").text
    assert "of 9 topics" in desk.call("memory_tree").text


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("warm_bytes = 0", "above 0"),
        ("warm_bytes = 1.5", "like 51200"),
        ("threshold = nan", "finite"),
        ("retention_days = true", "like 30.0"),
        ("colour = 1", "none of hot_bytes"),
    ],
)
def test_a_wrong_limit_is_told_and_changes_nothing(desk, said, rule):
    desk.write("memdesk.toml", f"[evoclaw]\n{said}\n")
    with pytest.raises(InvalidError, match=rule):
        desk.call("memory_store", text="x", category="y")
    assert not (desk.root / "memory/warm-memory.json").exists()


def test_gos_hot_tier_is_not_written_over(desk):
    desk.write("memory/hot-memory-state.json", {"identity": {}, "owner_profile": {}, "version": 3})
    with pytest.raises(InvalidError, match="import-go"):
        desk.call("memory_hot_update", section="event", data={"text": "x"})


@pytest.mark.parametrize("text", ["5", '{"a": "b"}'])
@pytest.mark.parametrize(
    ("name", "tool", "arguments"),
    [
        ("warm-memory.json", "memory_store", {"text": "x", "category": "y"}),
        ("hot-memory-state.json", "memory_hot_update", {"section": "event", "data": {"text": "x"}}),
    ],
)
def test_what_is_no_tier_at_all_is_not_called_gos(desk, name, tool, arguments, text):
    desk.write(f"memory/{name}", text)
    with pytest.raises(InvalidError, match="in its place") as refused:
        desk.call(tool, **arguments)
    assert "import-go" not in str(refused.value)
    assert (desk.root / "memory" / name).read_text() == text


@pytest.mark.parametrize(("mode", "found"), [("auto", 2), ("keyword", 1), ("tree", 1)])
def test_a_search_goes_by_words_or_by_topics(desk, mode, found):
    warm = [memory("Paint the hull", "x", id="a"), memory("Buy cans", "hull", id="b")]
    desk.write("memory/warm-memory.json", [{**warm[0]}, {**warm[1], "category": "boat/h"}])
    desk.write("memory/memory-tree.json", {"root": topic("r"), "boat": topic("hull and sails")})
    assert len(desk.call("memory_search", query="hull", mode=mode).data["results"]) == found


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_a_search_by_vectors_goes_by_words_and_says_so_without_a_model(desk, mode, monkeypatch):
    monkeypatch.setattr("memdesk.index.embedding.choice.is_installed", lambda package: False)
    desk.call("memory_store", text="Paint the hull", category="boat")
    reply, words = (desk.call("memory_search", query="hull", mode=each) for each in (mode, "keyword"))
    assert reply.text == (
        f"There is no index of vectors here, so this was searched by words (mode keyword).\n\n{words.text}"
    )
    assert (reply.data["asked"], reply.data["mode"], words.data["mode"]) == (mode, "keyword", "keyword")
    assert reply.data["results"] == words.data["results"]


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_a_search_by_vectors_is_one_where_there_is_a_model(desk, mode):
    desk.call("memory_store", text="Paint the hull", category="boat")
    reply = desk.call("memory_search", query="hull", mode=mode)
    assert reply.data["mode"] == mode
    assert [found["text"] for found in reply.data["results"]] == ["Paint the hull"]


def test_a_search_finds_what_the_hot_tier_and_the_metadata_say(desk):
    desk.call("memory_hot_update", section="lesson", data={"text": "Sand before painting"})
    desk.call("memory_store", text="Docs", category="x", metadata={"urls": ["https://shop.example/primer"]})
    assert desk.call("memory_search", query="sand").data["results"][0]["tier"] == "hot"
    assert desk.call("memory_search", query="shop.example").data["results"][0]["text"] == "Docs"


@pytest.mark.parametrize("mode", ["auto", "keyword", "hybrid"])
def test_a_search_finds_the_lines_of_the_daily_notes_word_for_word(desk, mode):
    notes = {
        "memory/2026-01-02.md": "# Day\n\n- Error: connection refused on port 5432\n- rate_limit rose\n",
        "memory/2026-11-01.md": "# Day\n\n- [x] **Paint** the hull of the boat before the winter\n",
    }
    for name, text in notes.items():
        desk.write(name, text)
    desk.call("memory_store", text="Paint the hull of the boat", category="boat")
    (found,) = desk.call("memory_search", query="connection refused", mode=mode).data["results"]
    assert (found["uri"], found["tier"]) == ("memory/2026-01-02.md#L3", "note")
    assert found["text"] == "- Error: connection refused on port 5432"
    assert "rate_limit rose" in desk.call("memory_search", query="rate_limit", mode=mode).text
    results = desk.call("memory_search", query="paint the hull", mode=mode).data["results"]
    assert [each["text"] for each in results] == ["Paint the hull of the boat"]
    assert desk.call("memory_search", query="connection refused", mode="tree").data["results"] == []


def test_nothing_found_is_said_with_the_topics_there_are(desk):
    desk.call("memory_store", text="tea at four", category="owner")
    reply = desk.call("memory_retrieve", query="quantum chromodynamics")
    assert reply.text == "No memory matches. Use other words, or one of the topics: owner"
    assert reply.data["results"] == []


def test_the_tree_is_shown_with_counts_and_limits(desk):
    desk.call("memory_store", text="tea at four", category="owner/habits")
    reply = desk.call("memory_tree")
    lines = reply.text.splitlines()
    assert lines[:2] == ["- owner: Owner (0 warm, 0 cold)", "  - owner/habits: Habits (1 warm, 0 cold)"]
    assert lines[2].startswith("3 of 50 topics")
    assert reply.data["nodes"] == 3


def test_each_agent_has_its_own_files(desk):
    desk.call("memory_store", text="mine", category="misc")
    desk.call("memory_store", text="theirs", category="misc", agent_id="bot-2")
    assert [entry["text"] for entry in desk.json("memory/bot-2/warm-memory.json")] == ["theirs"]
    assert [hit["text"] for hit in desk.call("memory_search", query="theirs mine").data["results"]] == [
        "mine"
    ]


@pytest.mark.parametrize("agent", ["../../x", "..", "", "a/b", "a b", "名字", "x" * 65, ".hidden"])
def test_a_name_that_leads_elsewhere_is_refused_not_rewritten(desk, agent):
    with pytest.raises(ArgumentError, match=r"^agent_id: .* Leave it out"):
        desk.call("memory_store", text="x", category="misc", agent_id=agent)
    assert desk.files() == {}


@pytest.mark.parametrize(
    "category", ["", "/a", "a/", "a//b", "../x", "a/../b", "root", "root/x", "_schema_version", "a\nb"]
)
def test_a_category_must_be_a_path_of_names(desk, category):
    with pytest.raises(ArgumentError, match=r"^category: "):
        desk.call("memory_store", text="x", category=category)


def test_a_workspace_that_is_the_memory_folder_itself(desk):
    desk.write("warm-memory.json", [memory("Tea at four", "owner", id="tea")])
    desk.at(NOW).call("memory_store", text="new", category="owner")
    assert [entry["text"] for entry in desk.json("warm-memory.json")] == ["Tea at four", "new"]


@pytest.mark.parametrize("text", ["{", '[{"text": NaN}]', ""])
def test_a_damaged_file_is_named_and_left_as_it_is(desk, text):
    desk.write("memory/warm-memory.json", text)
    with pytest.raises(InvalidError, match=r"^memory/warm-memory.json is damaged .* Nothing was changed"):
        desk.call("memory_store", text="x", category="misc")
    assert desk.text("memory/warm-memory.json") == text


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("memory/warm-memory.json", {"1": {"id": "1", "category": "x", "content": {"fact": "y"}}}),
        ("memory/memory-tree.json", {"root": {"path": "", "summary": "x"}, "node_count": 1}),
    ],
)
def test_d5_gos_files_are_not_written_over(desk, path, value):
    desk.write(path, value)
    with pytest.raises(InvalidError, match="format"):
        desk.call("memory_store", text="x", category="misc")
    assert desk.json(path) == value


def test_half_letters_in_the_file_stay_what_they_are(desk):
    desk.write(
        "memory/warm-memory.json", '[\n  {"id": "h", "text": "half \\ud800 letter", "category": "x"}\n]'
    )
    desk.call("memory_store", text="y", category="x")
    assert '"half \\ud800 letter"' in desk.text("memory/warm-memory.json")
    desk.call("memory_search", query="half letter").text.encode()


def test_the_hot_tier_is_kept_as_the_skill_keeps_it(desk):
    def update(section, **data):
        desk.call("memory_hot_update", section=section, data=data)

    update("identity", agent_name="Pip", mood="calm")
    update("identity", mood=None)
    update("project", name="Boat", status="Active")
    update("project", name="Boat", description="hull")
    update("task", text="Order seeds")
    update("task", text="Order seeds", status="done")
    update("event", text="First frost")
    update("lesson", text="Sand first", importance=0.5)
    update("lesson", text="Never rush", category="boats", importance=0.9)
    assert desk.hot == {
        "identity": {"agent_name": "Pip"},
        "owner_profile": {},
        "active_context": {
            "projects": [{"name": "Boat", "status": "Active", "description": "hull"}],
            "events": [{"text": "First frost", "timestamp": NOW}],
            "tasks": [{"text": "Order seeds", "status": "done", "timestamp": NOW}],
        },
        "critical_lessons": [
            {"text": "Never rush", "category": "boats", "importance": 0.9, "timestamp": NOW},
            {"text": "Sand first", "category": "general", "importance": 0.5, "timestamp": NOW},
        ],
        "_schema_version": "2.0",
    }


def test_the_first_version_of_the_hot_tier_stays_the_first_version(desk):
    first = {
        "owner": {"name": "Nora"},
        "agent": "Pip",
        "projects": {"boat": {"status": "active"}},
        "lessons": ["a"],
    }
    desk.write("memory/hot-memory-state.json", first)
    desk.call("memory_hot_update", section="lesson", data={"text": "b"})
    desk.call("memory_hot_update", section="project", data={"name": "shed", "status": "new"})
    desk.call("memory_hot_update", section="owner_profile", data={"timezone": "Europe/Oslo"})
    assert desk.hot == {
        "owner": {"name": "Nora", "timezone": "Europe/Oslo"},
        "agent": "Pip",
        "projects": {"boat": {"status": "active"}, "shed": {"status": "new"}},
        "lessons": ["a", "b"],
    }


def test_the_caps_of_the_hot_tier_archive_what_they_drop(desk):
    for number in range(22):
        desk.call(
            "memory_hot_update",
            section="lesson",
            data={"text": f"lesson {number}", "importance": 0.9 if number else 0.1},
        )
    for number in range(11):
        desk.call("memory_hot_update", section="event", data={"text": f"event {number}"})
        desk.call(
            "memory_hot_update",
            section="task",
            data={"text": f"task {number}", "status": "done" if number == 4 else "open"},
        )
    state = desk.hot
    assert [len(state["critical_lessons"]), len(state["active_context"]["events"])] == [20, 10]
    assert "task 4" not in [task["text"] for task in state["active_context"]["tasks"]]
    data = (desk.root / "memory/cold-memory.db").read_bytes()
    cold = {row[0] for row in query(data, "SELECT text FROM cold_memories")}
    assert cold == {"lesson 0", "lesson 1", "event 0", "task 4"}


def test_the_hot_tier_never_grows_beyond_its_bytes(desk):
    for number in range(12):
        desk.call("memory_hot_update", section="lesson", data={"text": f"{number} " + "x" * 500})
    assert len(json.dumps(desk.hot)) <= 5120 + len(', "_schema_version": "2.0"')
    with pytest.raises(ArgumentError, match="5120 fit"):
        desk.call("memory_hot_update", section="identity", data={"about": "y" * 5200})
    for number in range(5):
        desk.call("memory_hot_update", section="project", data={"name": f"p{number}"})
    with pytest.raises(ArgumentError, match="at most 5 fit"):
        desk.call("memory_hot_update", section="project", data={"name": "p6"})


@pytest.mark.parametrize(
    ("section", "data"),
    [
        ("task", {"name": "x"}),
        ("project", {"text": "x"}),
        ("lesson", {"text": " "}),
        ("lesson", {"text": "x", "importance": 2}),
    ],
)
def test_a_section_says_what_it_needs(desk, section, data):
    with pytest.raises(ArgumentError, match=r"^data: "):
        desk.call("memory_hot_update", section=section, data=data)
    assert desk.files() == {}


GOOD = {
    "memory_store": {"text": "a fact", "category": "misc"},
    "memory_retrieve": {"query": "fact"},
    "memory_search": {"query": "fact"},
    "memory_tree": {},
    "memory_hot_update": {"section": "task", "data": {"text": "do it"}},
}


def test_every_tool_has_good_arguments_here():
    assert [tool.name for tool in EvoClaw().tools()] == list(GOOD)


@pytest.mark.parametrize("name", GOOD)
def test_bad_arguments_are_refused_with_a_reason_and_change_nothing(desk, name):
    desk.write("memory/warm-memory.json", [memory("A fact", id="a")])
    offer = desk.toolbox.find(name, "evoclaw")
    assert faults_in(desk.toolbox, offer, desk.root, GOOD[name], paths=frozenset({"agent_id"})) == []
    assert len(list(bad_calls(offer.tool, GOOD[name]))) > 20


def test_addresses_commands_and_paths_are_taken_from_a_text():
    text = "See https://a.example/b, www.c.example and d.io/e; run `make test`.\n$ ls -l\nin ~/notes/x.md，"
    text += "文档 https://e.cn/f。"
    assert details_of(text) == {
        "urls": ["https://a.example/b", "www.c.example", "d.io/e", "https://e.cn/f"],
        "commands": ["make test", "ls -l"],
        "paths": ["~/notes/x.md"],
    }
    assert details_of("git pull origin main")["commands"] == ["git pull origin main"]
    assert details_of("and/or 1/2 /x")["paths"] == []


def test_a_link_in_the_memory_folder_is_not_followed(desk):
    (desk.root / "memory").mkdir()
    (desk.root.parent / "elsewhere").mkdir()
    os.symlink(desk.root.parent / "elsewhere", desk.root / "memory/linked")
    with pytest.raises(MemdeskError):
        desk.call("memory_store", text="x", category="misc", agent_id="linked")
    assert list((desk.root.parent / "elsewhere").iterdir()) == []
