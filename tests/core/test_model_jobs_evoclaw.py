"""What a model makes of EvoClaw's tiers: distilled facts, facts of notes, another index, recall by topic."""

from __future__ import annotations

import json

import pytest
from pydantic_ai.exceptions import ModelHTTPError

from core.evoclaw_desk import memory, topic
from helpers.model_desk import WRITER, ModelDesk
from memdesk.errors import ArgumentError, ModelError

WARM, TREE, NOTE = "memory/warm-memory.json", "memory/memory-tree.json", "memory/2026-11-18.md"
ENTRIES = [
    memory("The boat is blue", id="b", category="projects/boat"),
    memory("Roses want lime", id="r", category="garden/roses"),
]
INDEX = {
    "root": {**topic("Root"), "children": ["projects", "garden", "attic"]},
    "projects": {**topic("Projects"), "children": ["projects/boat"]},
    "projects/boat": topic("Boat", warm=1),
    "garden": {**topic("Garden"), "children": ["garden/roses"]},
    "garden/roses": topic("Roses", warm=1),
    "attic": topic("Attic"),
}


@pytest.fixture
def desk(tmp_path):
    files = {WARM: json.dumps(ENTRIES), TREE: json.dumps(INDEX), NOTE: "# Day\n- We talked of the mast.\n"}
    found = ModelDesk(tmp_path, "evoclaw", files, when="2026-11-18T12:00:00")
    yield found
    found.close()


def warm(desk):
    return {each["text"]: each for each in json.loads(desk.text(WARM))}


def tree(desk):
    return {path: node for path, node in json.loads(desk.text(TREE)).items() if isinstance(node, dict)}


def test_a_text_is_boiled_down_to_a_fact(desk):
    fact = {"fact": "Anna sails at dawn", "people": ["Anna"], "mood": "x", "topics": ["sailing"] * 5}
    desk.run("distil", json.dumps(fact), text="Anna: a long talk", category="projects/boat")
    stored = warm(desk)["Anna sails at dawn"]
    assert stored["category"] == "projects/boat"
    assert stored["metadata"]["distilled"] == {"people": ["Anna"], "topics": ["sailing"] * 3}


@pytest.mark.parametrize(
    "answer",
    [
        "{}",
        '{"fact": ""}',
        '{"fact": 3}',
        '{"fact": "%s"}' % ("x" * 151),
        '{"fact": "a", "people": "Anna"}',
        '{"fact": "a", "people": [1]}',
        '{"fact": "a"',
        "[]",
        "Anna sails.",
    ],
)
def test_a_distilled_fact_that_is_none_changes_nothing(desk, answer):
    before = desk.text(WARM)
    with pytest.raises(ModelError) as caught:
        desk.run("distil", answer, text="a long talk")
    assert (desk.text(WARM), caught.value.fault) == (before, "unusable")


def test_a_category_that_is_none_is_refused_before_anybody_is_asked(desk):
    model = desk.model("{}")
    with pytest.raises(ArgumentError, match="category"):
        desk.run("distil", model=model, text="a", category="../x")
    assert model.asked == []


@pytest.mark.parametrize("fact", ["Bob owes Zed a lot of money", "The mast costs 4,900 euros"])
def test_a_fact_of_which_the_note_says_nothing_is_none(desk, fact):
    lines = (
        "- The mast costs 9,400 euros\n- Anna wants to see the rigger in Bremen about the shrouds and stays\n"
    )
    (desk.root / NOTE).write_text(
        f"# Day\n{lines}- The old sail goes to the museum, the new one comes by ship\n"
    )
    before = desk.text(WARM)
    with pytest.raises(ModelError, match="what it was given"):
        desk.run("ingest", json.dumps([{"text": "The mast costs 9400 euros"}, {"text": fact}]))
    assert desk.text(WARM) == before
    desk.run("ingest", json.dumps([{"text": "The mast costs 9400 euros"}]))
    assert "The mast costs 9400 euros" in warm(desk)


def test_a_search_of_topics_says_where_the_model_failed(desk):
    landed = desk.run("tree-search", ModelHTTPError(401, "scripted", {"message": "no"}), query="boat")
    assert "The boat is blue" in landed.outcome.reply.text
    assert "Words decided, not the model" in landed.outcome.reply.text


def test_a_long_note_is_read_to_its_end(desk):
    (desk.root / NOTE).write_text(
        "# Day\n" + "- We talked of the mast.\n" * 200 + "- Bob paid for the keel.\n"
    )
    model = desk.model("[]", '[{"text": "Bob paid for the keel"}]')
    desk.run("ingest", model=model)
    assert len(model.asked) == 2
    assert "Bob paid for the keel" in warm(desk)


GIVEN = (
    "Anna bought 40 litres of paint from Bob on 2026-05-03, see https://paint.example/blue. "
    "李明在上海买了船。"
)


@pytest.mark.parametrize(
    ("fact", "named"),
    [
        ("Anna bought the paint from Carol", "Carol"),
        ("Anna bought 75 litres of paint", "75 litres"),
        ("Anna bought paint on 2026-06-09", "2026-06-09"),
        ("The paint is at https://paint.example/red", "https://paint.example/red"),
        ("王刚在上海买了船", "王刚"),
    ],
)
@pytest.mark.parametrize("fenced", [False, True])
def test_a_fact_that_names_what_stands_nowhere_waits_for_a_person(desk, fact, named, fenced):
    before = desk.text(WARM)
    answer = json.dumps({"fact": fact}, ensure_ascii=fenced)
    plan = desk.plan("distil", f"Sure:\n```json\n{answer}\n```" if fenced else answer, text=GIVEN)
    assert plan.made_up == (named,)
    landed = desk.jobs.land(plan, WRITER)
    assert landed.proposal
    assert f"nowhere in what the model was given: {named}" in landed.outcome.reply.text
    assert desk.text(WARM) == before


@pytest.mark.parametrize(
    "fact",
    [
        "Anna bought forty litres of blue paint",
        "On 3 May 2026 Bob sold paint to Anna",
        "Blue paint: https://paint.example/blue",
        "李明：在上海买船",
    ],
)
def test_a_fact_of_what_was_given_is_stored(desk, fact):
    landed = desk.run("distil", json.dumps({"fact": fact, "people": ["Anna"], "mood": "calm"}), text=GIVEN)
    assert landed.proposal == ""
    assert fact in warm(desk)


def test_notes_are_read_by_a_model(desk):
    facts = [
        {"text": "The mast is spruce", "category": "projects/boat", "importance": 0.8},
        {"text": "The boat is blue", "category": "projects/boat", "importance": 0.9},
        {"text": "Filed nowhere", "category": "_schema_version", "importance": 0.2},
    ]
    model = desk.model(f"Sure:\n```json\n{json.dumps(facts)}\n```")
    landed = desk.run("ingest", model=model)
    assert warm(desk)["The mast is spruce"]["importance"] == 0.8
    assert warm(desk)["Filed nowhere"]["category"] == "general"
    assert (len(warm(desk)), landed.outcome.reply.data["skipped"]) == (4, 1)
    assert ("the mast" in model.asked[0], "projects/boat" in model.asked[0]) == (True, True)


@pytest.mark.parametrize(
    "answer",
    [
        '[{"text": "a", "importance": 2}]',
        '[{"text": "a", "importance": "high"}]',
        '[{"text": "a", "importance": NaN}]',
        '["a"]',
        json.dumps([{"text": f"fact {n}"} for n in range(21)]),
        '{"facts": 3}',
    ],
)
def test_facts_that_are_none_change_nothing(desk, answer):
    before = desk.text(WARM)
    with pytest.raises(ModelError):
        desk.run("ingest", answer)
    assert desk.text(WARM) == before


def test_a_daily_consolidation_reads_the_notes_by_the_model_and_a_quick_one_asks_nobody(desk):
    model = desk.model('[{"text": "The mast is spruce", "category": "projects/boat", "importance": 0.8}]')
    desk.run("consolidate", model=model, mode="quick")
    assert model.asked == []
    desk.run("consolidate", model=model, mode="daily")
    assert "The mast is spruce" in warm(desk)
    assert len(model.asked) == 1


def test_an_edit_meanwhile_is_kept_and_the_same_answers_are_applied_to_it(desk):
    planned = desk.plan("ingest", '[{"text": "The mast is spruce", "category": "projects/boat"}]')
    added = [*json.loads(desk.text(WARM)), memory("Came meanwhile", id="m", category="projects/boat")]
    (desk.root / WARM).write_text(json.dumps(added))
    desk.jobs.land(planned, WRITER)
    assert {"Came meanwhile", "The mast is spruce"} <= set(warm(desk))


def test_the_index_is_tidied_by_operations(desk):
    operations = [
        {"op": "rename", "path": "garden", "to": "grounds"},
        {"op": "add", "path": "projects/mast", "description": "All of wood"},
        {"op": "merge", "path": "projects/boat", "to": "projects/mast"},
        {"op": "remove", "path": "attic"},
        {"op": "remove", "path": "grounds/roses"},
        {"op": "remove", "path": "nowhere"},
    ]
    landed = desk.run("rebuild-tree", json.dumps(operations))
    assert set(tree(desk)) == {"root", "projects", "projects/mast", "grounds", "grounds/roses"}
    assert {text: each["category"] for text, each in warm(desk).items()} == {
        "The boat is blue": "projects/mast",
        "Roses want lime": "grounds/roses",
    }
    assert tree(desk)["projects/mast"]["warm_count"] == 1
    said = landed.outcome.reply.data["operations"]
    assert ["not done" in each for each in said] == [False, False, False, False, True, True]


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps([{"op": "remove", "path": "attic"}] * 11),
        '[{"op": "drop", "path": "attic"}]',
        '[{"op": ["remove"], "path": "attic"}]',
        '[{"op": "rename", "path": "attic"}]',
        '[{"op": "rename", "path": "attic", "to": "../x"}]',
        '[{"op": "add", "path": "root/x"}]',
        '[{"op": "add"}]',
        "remove attic",
    ],
)
def test_operations_that_are_none_change_nothing(desk, answer):
    before = desk.text(TREE)
    with pytest.raises(ModelError):
        desk.run("rebuild-tree", answer)
    assert desk.text(TREE) == before


def test_memories_are_recalled_by_the_topics_that_a_model_chooses(desk):
    chosen = [
        {"path": "garden", "relevance": 0.9, "reason": "flowers"},
        {"path": "nowhere", "relevance": 1.0},
        {"path": "projects/boat", "relevance": 0.2},
    ]
    landed = desk.run("tree-search", json.dumps(chosen), query="what do the plants need?")
    data = landed.outcome.reply.data
    assert [each["text"] for each in data["results"]] == ["Roses want lime"]
    assert (data["mode"], data["chosen"]) == ("tree", [{"path": "garden", "relevance": 0.9}])


@pytest.mark.parametrize(
    "answer", ["no idea", "[]", '[{"path": "nowhere", "relevance": 1}]', RuntimeError("off")]
)
def test_words_decide_where_a_model_chooses_no_topic(desk, answer):
    data = desk.run("tree-search", answer, query="boat").outcome.reply.data
    assert ("The boat is blue" in [each["text"] for each in data["results"]], data["mode"]) == (True, "auto")
