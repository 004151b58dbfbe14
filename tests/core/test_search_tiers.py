"""The topic tree of a workspace as a layer of the search: its path, joined with words, in any condition."""

from __future__ import annotations

import json
import sqlite3

import pytest

from memdesk.cli import main

NOW = "2026-11-22T10:00:00+00:00"
BORN = 1_795_000_000.0
DAY = 86_400.0


def warm(identity, text, category, days=1.0, importance=0.8):
    return {
        "id": identity,
        "text": text,
        "category": category,
        "importance": importance,
        "created_at": BORN - days * DAY,
        "access_count": 0,
        "score": importance,
        "metadata": {},
        "tier": "warm",
    }


WARM = [
    warm("aaaaaaaaaaaa", "We decided that the queue is written in Go", "projects/queue"),
    warm("bbbbbbbbbbbb", "The queue drops messages above rate_limit", "projects/queue", 9),
    warm("cccccccccccc", "The GPU server overheated on Sunday", "infra/gpu"),
    warm("dddddddddddd", "The nightly backup host is vault-7", "infra/backup"),
    warm("eeeeeeeeeeee", "Mira likes green tea", "people/mira"),
    warm("ffffffffffff", "宠物狗叫 Bob", "people/pets"),
]
TOPICS = {
    "root": {"desc": "Memory root", "warm_count": 0, "cold_count": 0, "last_access": 0, "children": []},
    "projects": {"desc": "what is built", "warm_count": 0, "cold_count": 0, "last_access": 0, "children": []},
    "_schema_version": "2.0",
}


@pytest.fixture
def run(capfd, monkeypatch):
    monkeypatch.setenv("MEMDESK_NOW", NOW)

    def run(*words):
        status = main([*map(str, words)])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return run


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    memory = folder / "memory"
    memory.mkdir(parents=True)
    (memory / "warm-memory.json").write_text(json.dumps(WARM, indent=2))
    (memory / "memory-tree.json").write_text(json.dumps(TOPICS))
    with sqlite3.connect(memory / "cold-memory.db") as base:
        base.execute(
            "CREATE TABLE cold_memories (id TEXT PRIMARY KEY, agent_id TEXT NOT NULL, text TEXT NOT NULL,"
            " category TEXT NOT NULL, importance REAL DEFAULT 0.5, created_at INTEGER NOT NULL,"
            " access_count INTEGER DEFAULT 0)"
        )
        base.executemany(
            "INSERT INTO cold_memories VALUES (?,'default',?,?,0.9,?,0)",
            [
                ("c1", "The first queue was written in Ruby", "projects/queue", int(BORN - 200 * DAY)),
                ("c2", "We decided against Kafka", "projects/queue", int(BORN - 30 * DAY)),
            ],
        )
    base.close()
    (memory / "2026-11-21.md").write_text("# 2026-11-21\n\nThe GPU server log says: fan stalled.\n")
    return folder


@pytest.fixture
def search(run, root):
    def search(query, *words):
        status, out, _ = run("search", root, query, *words, "--json")
        assert status == 0
        return json.loads(out)

    return search


def test_a_tree_query_shows_its_path(search, run, root):
    report = search("queue", "--mode", "tree")
    assert (report["mode"], report["reason"]) == ("tree", "asked")
    best = report["results"][0]
    assert best["uri"] == "memory/warm-memory.json"
    assert best["source"] == "tree"
    assert best["part"] == "aaaaaaaaaaaa"
    assert [(step["topic"], step["why"]) for step in best["path"]] == [
        ("projects", "holds"),
        ("projects/queue", "named"),
    ]
    assert {"score", "name", "below", "recency", "counts", "matched"} <= set(best["path"][0])
    rows = (root / "memory" / "warm-memory.json").read_text().split("\n")
    first, last = best["lines"]
    assert "written in Go" in "\n".join(rows[first - 1 : last])
    assert {each["kind"] for each in report["results"]} == {"warm", "cold"}
    out = run("search", root, "queue", "--mode", "tree")[1]
    assert "topics: projects (holds queue) › queue (named queue)" in out


@pytest.mark.parametrize(
    ("query", "layer", "mode", "first"),
    [
        ("What did we decide about the queue?", "tiered", "tree", "written in Go"),
        ("Find all mentions of rate_limit", "hybrid", "keyword", "above rate_limit"),
        ("What happened with the GPU server?", "both", "hybrid", "GPU server"),
        ("Recent project updates", "tiered", "tree", "queue"),
        ("Error message: fan stalled", "hybrid", "keyword", "fan stalled"),
    ],
)
def test_each_row_of_the_table_is_answered_by_its_layer(search, query, layer, mode, first):
    report = search(query)
    assert report["route"]["layer"] == layer
    assert report["mode"] == mode
    assert first in report["results"][0]["snippet"]


def test_both_layers_join_and_what_both_found_is_one(search):
    report = search("What happened with the GPU server?")
    found = [(each["uri"].rpartition("/")[2], each["source"]) for each in report["results"]]
    assert sorted(found) == [("2026-11-21.md", "hybrid"), ("warm-memory.json", "hybrid")]
    scores = [each["score"] for each in report["results"]]
    assert scores == sorted(scores, reverse=True)
    (entry,) = [each for each in report["results"] if each["uri"].endswith("warm-memory.json")]
    assert {"keyword", "tree"} <= set(entry["parts"])
    assert [step["topic"] for step in entry["path"]] == ["infra", "infra/gpu"]


def test_what_only_the_archive_has_is_found(search):
    report = search("What did we decide about Kafka?")
    assert [each["snippet"] for each in report["results"]] == ["We decided against Kafka"]
    assert report["results"][0]["address"] == "memory/cold-memory.db"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Find all mentions of Kafka", ["We decided against Kafka"]),
        ("Error message: first in Ruby", ["The first queue was written in Ruby"]),
        ('"against Kafka"', ["We decided against Kafka"]),
        ('"Kafka against"', []),
        ("Kafka -decided", []),
        ("Rub*", ["The first queue was written in Ruby"]),
        ("ub*", []),
        ("Find all mentions of Cobol", []),
    ],
)
def test_words_are_found_in_the_archive_too(search, query, found):
    report = search(query)
    assert report["mode"] == "keyword"
    assert [each["snippet"] for each in report["results"]] == found
    assert {(each["address"], each["kind"], each["source"]) for each in report["results"]} <= {
        ("memory/cold-memory.db", "cold", "keyword")
    }


def test_what_the_archive_has_comes_behind_what_is_at_hand_within_the_limit_and_the_filters(search):
    words = ("queue", "--mode", "keyword")
    found = search(*words)["results"]
    assert [each["kind"] for each in found] == ["warm", "warm", "cold", "cold"]
    said_before_filed = ["The first queue was written in Ruby", "We decided against Kafka"]
    assert [each["snippet"] for each in found[2:]] == said_before_filed
    scores = [each["score"] for each in search(*words)["results"]]
    assert scores == sorted(scores, reverse=True)
    assert [each["kind"] for each in search(*words, "--limit", "3")["results"]] == ["warm", "warm", "cold"]
    assert {each["kind"] for each in search(*words, "--kind", "warm")["results"]} == {"warm"}
    assert {each["kind"] for each in search(*words, "--kind", "cold")["results"]} == {"cold"}
    assert search("Kafka", "--mode", "keyword", "--system", "pegasus")["results"] == []
    texts = [each["snippet"] for each in search("Error message: written in Ruby")["results"]]
    assert texts[0] == "The first queue was written in Ruby", "it has all of the question"
    assert texts[1].startswith("We decided that the queue is written in Go")


def test_a_secret_of_the_archive_is_covered_and_finds_nothing(search, root):
    secret = "ghp_" + "aB3" * 12
    with sqlite3.connect(root / "memory" / "cold-memory.db") as base:
        row = ("c3", f"The Ruby token is {secret}", "projects/queue", int(BORN))
        base.execute("INSERT INTO cold_memories VALUES (?,'default',?,?,0.9,?,0)", row)
    base.close()
    assert secret not in json.dumps(search("Ruby token", "--mode", "keyword")["results"])
    assert search(f'"{secret}"')["results"] == []


def test_what_was_decided_long_ago_comes_first_where_that_is_asked_for(search):
    report = search("old queue decisions")
    assert report["results"][0]["snippet"] == "The first queue was written in Ruby"
    assert search("queue decisions")["results"][0]["snippet"] != "The first queue was written in Ruby"


def test_filters_hold_for_the_tree_too(search):
    kinds = {each["kind"] for each in search("queue", "--mode", "tree", "--kind", "cold")["results"]}
    assert kinds == {"cold"}
    assert search("queue", "--mode", "tree", "--system", "pegasus")["results"] == []
    assert len(search("queue", "--mode", "tree", "--limit", "1")["results"]) == 1


def test_without_a_tree_the_mode_is_refused_and_auto_goes_by_words(run, tmp_path):
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "notes.md").write_text("# Notes\n\nWe decided to plant beans.\n")
    status, _, err = run("search", folder, "beans", "--mode", "tree")
    assert (status, len(err.splitlines())) == (1, 1)
    assert "no topic tree" in err
    report = json.loads(run("search", folder, "what did we decide about beans", "--json")[1])
    assert report["route"]["layer"] == "hybrid"
    assert len(report["results"]) == 1


def test_what_the_tree_has_nothing_of_is_not_said_to_be_its_answer(run, root):
    (root / "memory" / "2026-11-22.md").write_text("# Beans\n\nWe agreed to plant beans.\n")
    out = run("search", root, "what did we decide about beans", "--provider", "none", "--json")[1]
    report = json.loads(out)
    assert report["results"][0]["uri"] == "memory/2026-11-22.md"
    assert report["route"] == {"mode": "keyword", "layer": "hybrid", "reason": "decision"}


CYCLE = TOPICS | {
    "root": TOPICS["root"] | {"children": ["projects", "root"]},
    "projects": TOPICS["projects"] | {"children": ["projects/queue", "root"]},
    "projects/queue": TOPICS["projects"] | {"children": ["projects", "projects/queue", "gone", 7, None]},
}


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("memory-tree.json", json.dumps(CYCLE)),
        ("memory-tree.json", '{"root": '),
        ("memory-tree.json", "[" * 20_000),
        ("memory-tree.json", json.dumps({"root": {"desc": 7, "children": "all"}, "a": {"children": {}}})),
        ("memory-tree.json", ""),
        ("cold-memory.db", "SQLite format 3\0" + "x" * 5_000),
        ("cold-memory.db", ""),
    ],
)
def test_a_damaged_tree_takes_nothing_else_away(search, root, name, damage):
    (root / "memory" / name).write_text(damage)
    report = search("queue", "--mode", "tree")
    assert "written in Go" in report["results"][0]["snippet"]
    assert [step["topic"] for step in report["results"][0]["path"]] == ["projects", "projects/queue"]


@pytest.mark.parametrize("text", ['[{"id": ', "7", "[null, 7, {}]", '{"a": {"content": 7, "category": []}}'])
def test_a_damaged_warm_tier_leaves_the_archive(search, root, text):
    (root / "memory" / "warm-memory.json").write_text(text)
    found = {each["snippet"] for each in search("queue", "--mode", "tree")["results"]}
    assert found == {"We decided against Kafka", "The first queue was written in Ruby"}


@pytest.mark.parametrize("query", ["", " ", '"', "-", "*", "\0", "💥💥", "a" * 100_000, "的了吗"])
@pytest.mark.parametrize("mode", ["auto", "tree"])
def test_odd_queries_find_nothing(search, query, mode):
    assert search(query, "--mode", mode)["results"] == []


def test_secrets_are_covered_in_the_tree(search, root):
    secret = "ghp_" + "aB3" * 12
    entry = warm("999999999999", f"The queue token is {secret}", "projects/queue")
    (root / "memory" / "warm-memory.json").write_text(json.dumps([*WARM, entry]))
    assert secret not in json.dumps(search("queue token", "--mode", "tree"))
    assert secret not in json.dumps(search("queue token"))


@pytest.mark.parametrize("mode", ["auto", "tree", "keyword"])
@pytest.mark.parametrize("form", ["{}", "{}*", "queue token {}", "recent {}", "what did we decide about {}"])
def test_a_guessed_secret_finds_what_a_wrong_guess_finds(search, root, mode, form):
    secret, other = "ghp_" + "aB3" * 12, "ghp_" + "bA4" * 12
    entry = warm("999999999999", f"The queue token is {secret}", f"keys/{secret}")
    (root / "memory" / "warm-memory.json").write_text(json.dumps([*WARM, entry]))
    for length in (7, 40):
        right, wrong = (
            [
                (each["snippet"], each["score"])
                for each in search(form.format(guess[:length]), "--mode", mode)["results"]
            ]
            for guess in (secret, other)
        )
        assert right == wrong
    assert secret not in json.dumps(search("queue token", "--mode", mode)["results"])


def test_a_tier_in_one_line_joins_as_well(search, root):
    (root / "memory" / "warm-memory.json").write_text(json.dumps(WARM))
    report = search("我的狗叫什么？")
    assert ["宠物狗叫 Bob" in each["snippet"] for each in report["results"]] == [True]
    assert "tree" in report["results"][0]["parts"]
